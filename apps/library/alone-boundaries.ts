// `tzref-boundaries`: the time zones of places, with the boundary file included.
import {
  fetchBoundaries as fetchFrom,
  openBoundaries as openFrom,
  type Address,
  type Boundaries,
  type Source,
} from './boundaries.ts'
import { geoTz, type GeoTz } from './geo-tz.ts'

export { ArtifactError, type Address, type Boundaries, type Source } from './boundaries.ts'

/** Path of the boundary file, relative to a module of the package. Bundlers know this form and include the file. */
declare const TZREF_TILES: string
declare const URL: new (path: string, base: string) => { readonly href: string }

/**
 * Address of `boundaries.tiles`: a `file:` URL, or a web address when modules come from a server. Its `href` throws a TypeError in a bundle
 * that does not know its own address.
 *
 * @example
 * ```js
 * import { file } from 'tzref-boundaries'
 *
 * file.href.endsWith('/boundaries.tiles') // → true
 * ```
 */
export const file: { readonly href: string } = {
  // A module may have no URL: in a script of a page, in CommonJS that was bundled, in a Worker. It is needed only by those who give no place.
  get href() {
    try {
      return new URL(TZREF_TILES, import.meta.url).href
    } catch (cause) {
      throw new TypeError(
        'boundaries.tiles: this bundle does not know its own address, expected the path, the address or the bytes of the file',
        { cause },
      )
    }
  },
}

/**
 * Opens the boundaries of this package, or a file from another place. Throws an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { openBoundaries } from 'tzref-boundaries'
 *
 * openBoundaries().zoneAt(52.52, 13.405) // → 'Europe/Berlin'
 * ```
 */
export const openBoundaries = (source: Source = file): Boundaries => openFrom(source)

/**
 * Fetches the boundaries of this package, or from an address. Throws an Error for any status but 2xx, and an ArtifactError for a damaged
 * file.
 *
 * @example
 * ```js
 * import { fetchBoundaries } from 'tzref-boundaries'
 *
 * // In a page no address is needed: there the file is fetched from where the module is.
 * const boundaries = await fetchBoundaries('https://example.org/boundaries.tiles')
 * boundaries.zoneAt(52.52, 13.405) // → 'Europe/Berlin'
 * ```
 */
export const fetchBoundaries = (address: Address = file): Promise<Boundaries> => fetchFrom(address)

let opened: GeoTz | undefined

/**
 * The result of geo-tz's `find`: the zones at a point in degrees, the answer first, and on a border all that meet there. The file is opened
 * with the first question.
 *
 * @example
 * ```js
 * import { find } from 'tzref-boundaries'
 *
 * find(43.839319, 87.526148) // → ['Asia/Shanghai', 'Asia/Urumqi']
 * ```
 */
export const find = (lat: number, lon: number): string[] => (opened ??= geoTz(openFrom(file))).find(lat, lon)
