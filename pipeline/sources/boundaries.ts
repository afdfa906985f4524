// The embedded boundary source: which files of npm `geo-tz` it is, and what they hold right now.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const BOUNDARY_PACKAGE = 'geo-tz'
const INDEX = 'data/timezones.geojson.index.json'
const DATA = 'data/timezones.geojson.geo.dat'

/** Where the polygons come from. `release` is what the API will show as the boundary release. */
export type BoundarySource =
  /** The two files of npm `geo-tz` that hold all zones. */
  | {
      readonly kind: 'geo-tz'
      readonly release: string
      readonly index: Uint8Array
      readonly data: Uint8Array
    }
  /** The zip of a release of timezone-boundary-builder, on disk. */
  | { readonly kind: 'zip'; readonly release: string; readonly path: string }

export interface BoundaryFile {
  /** Relative to the package. */
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** The release name of a package version: the package does not say which boundary release it was made from, so it is named itself. */
export const packageRelease = (version: string): string => `${BOUNDARY_PACKAGE}-${version}`

/** The installed package's version and the files of it that a build reads, for the lock. `folder` is the package's own. */
export function describeBoundaryPackage(folder: string): {
  readonly version: string
  readonly files: readonly BoundaryFile[]
} {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
  const files = [DATA, INDEX].map((path) => {
    const bytes = readFileSync(join(folder, path))
    return { path, size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
  })
  return { version, files }
}

/** The source that the package's files are. Their bytes are whatever lies there: check them against the lock first. */
export function boundarySourceOf(folder: string, version: string): BoundarySource {
  return {
    kind: 'geo-tz',
    release: packageRelease(version),
    index: readFileSync(join(folder, INDEX)),
    data: readFileSync(join(folder, DATA)),
  }
}
