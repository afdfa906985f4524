// `tzref-boundaries`: the time zones of places, with the file that has them.
import {
  fetchBoundaries as fetchFrom,
  openBoundaries as openFrom,
  type Address,
  type Boundaries,
  type Source,
} from './boundaries.ts'

export { ArtifactError, type Address, type Boundaries, type Source } from './boundaries.ts'

/** Where the file lies from a module of the package; bundlers know this form and take the file with them. */
declare const TZREF_TILES: string
declare const URL: new (path: string, base: string) => { readonly href: string }

/** Where `boundaries.tiles` is: a `file:` URL, or an address where modules come from a server. */
export const file: { readonly href: string } = /* @__PURE__ */ new URL(TZREF_TILES, import.meta.url)

/** Opens the boundaries of this package, or a file of another place. Throws an ArtifactError for a damaged file. */
export const openBoundaries = (source: Source = file): Boundaries => openFrom(source)

/**
 * Fetches the boundaries of this package, or from an address. Throws an Error for any answer but 2xx, and an ArtifactError for a damaged
 * file.
 */
export const fetchBoundaries = (address: Address = file): Promise<Boundaries> => fetchFrom(address)
