// `tzref`: everything that the files of an artifact can answer: zones, names, conversions, places, the sun, and reasons.
import { openBoundariesFrom } from '#core/artifact/boundaries.ts'
import { openBoundariesAnywhere, type OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { BOUNDARIES, CLOCKS, MANIFEST, NAMES } from '#core/artifact/layout.ts'
import { tableFile } from '#core/artifact/json-table.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { Tzref, type Manifest } from './answers.ts'
import { bytesOf, fetchBytes, nameOf, withFile, type Address, type Taken } from './bytes.ts'
import { checkAddress } from './check.ts'
import { fileReference } from './file-reference.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type * from './answers.ts'
export { UnknownNameError } from './check.ts'
export type { Change, Clock, ClockState, LocalTime, WallReading } from './clock.ts'
export type { Trust } from '#core/zone/trust.ts'

function manifestOf(bytes: Uint8Array): Manifest {
  const manifest: Manifest = JSON.parse(new TextDecoder().decode(bytes))
  return manifest
}

/** The tables that answers need. An older folder may lack those of a later minor version, which are for other programs. */
const NEEDED = Object.keys(TABLES)
  .filter((name): name is TableName => name in TABLES)
  .filter((name) => TABLES[name].since === null)

const FOLDER: Taken = {
  name: 'folder',
  expected:
    'the path or file: URL of a folder with the files of tzref-data, or a function from names of files to bytes',
}

/** Where an artifact's files are: a folder, or a function from a file's name to its bytes. */
export type Folder = Address | ((name: string) => Uint8Array)

/**
 * Opens an artifact with its tables. Each file is read when it is first needed. Damage throws an ArtifactError, now or at that time.
 *
 * @example
 * ```js
 * import { openTzref } from 'tzref'
 * import { folder } from 'tzref-data'
 *
 * const tz = openTzref(folder)
 * tz.release // → '2026f'
 * ```
 */
export function openTzref(folder: Folder): Tzref {
  const isFunction = typeof folder === 'function'
  if (!isFunction) checkAddress(folder, FOLDER.name, FOLDER.expected)
  const pathOf = (name: string): Address =>
    typeof folder === 'string' || isFunction
      ? `${isFunction ? '' : `${folder}/`}${name}`
      : { href: `${folder.href.replace(/\/$/, '')}/${name}` }
  const read = isFunction ? folder : (name: string): Uint8Array => bytesOf(pathOf(name), FOLDER)
  const manifest = manifestOf(read(MANIFEST))
  let opened: OpenedBoundaries | undefined
  const boundaries = (): OpenedBoundaries =>
    (opened ??= isFunction
      ? openBoundariesAnywhere(folder(BOUNDARIES))
      : withFile(pathOf(BOUNDARIES), (size, fill) => openBoundariesFrom(size, fill, BOUNDARIES), FOLDER))
  return new Tzref(
    manifest,
    fileReference(read, () => (manifest.boundaries === null ? null : boundaries())),
  )
}

/**
 * Fetches all files of an artifact below an address, and opens them. Throws an Error for any status but 2xx.
 *
 * @example
 * ```js
 * import { fetchTzref } from 'tzref'
 *
 * const tz = await fetchTzref('https://example.org/data')
 * tz.release // → '2026f'
 * ```
 */
export async function fetchTzref(address: Address): Promise<Tzref> {
  checkAddress(address, 'address', 'where the files are, such as "https://example.org/data"')
  const base = nameOf(address).replace(/\/$/, '')
  const fetched = new Map<string, Uint8Array>()
  const get = async (name: string): Promise<Uint8Array> => {
    const bytes = await fetchBytes(`${base}/${name}`)
    fetched.set(name, bytes)
    return bytes
  }
  const { boundaries } = manifestOf(await get(MANIFEST))
  await Promise.all(
    [CLOCKS, NAMES, ...(boundaries === null ? [] : [BOUNDARIES]), ...NEEDED.map(tableFile)].map(get),
  )
  return openTzref((name) => fetched.get(name) ?? new Uint8Array())
}
