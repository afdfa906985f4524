// Reads the clocks of a tz release that a command names: an artifact, a clocks.bin, a tarball, a folder of sources or a single .zi.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { expectFile } from '#open/program/file-kind.ts'
import { openClocks, type ClockParts, type ReleaseClocks } from '#core/artifact/clocks.ts'
import {
  clockPartsOf,
  HISTORY_MAGIC,
  openHistory,
  type DatedClocks,
  type History,
} from '#core/artifact/history.ts'
import { CLOCKS, MANIFEST } from '#core/artifact/layout.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { readManifest } from '#open/manifest.ts'
import { unpackTarGz } from '../archive/tar.ts'
import { compileRelease } from '../compile/release.ts'
import { readTzRelease, type Packrat, type TzRelease } from '../parse/tz-release.ts'
import { ROOT } from '../paths.ts'
import { EMBEDDED_HISTORY, EMBEDDED_TZ, TZ_DAYS } from '../sources/embedded.ts'

const TARBALL = /\.t(?:ar\.)?gz$/
const TABLES = ['zone.tab', 'iso3166.tab']

/**
 * Returns the clocks of the release at a path. The path may also be an artifact's id in `dist`. A .zi file takes its list of zones from
 * the zone.tab next to it, or else from the embedded one. Throws a CommandError where the path is none of these.
 */
export function clocksAt(named: string, dist: string): ReleaseClocks {
  const file = clocksFileAt(named, dist)
  return file === null ? clocksOf(compileFiles(sourcesAt(named, dist))) : openClocks(readFileSync(file), file)
}

/** Returns the same clocks in the form that a history is made from. A history, or a folder of tarballs, gives all of its releases. */
export function releasesAt(named: string, dist: string): DatedClocks[] {
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory() === true) {
    const tarballs = readdirSync(named).filter((name) => TARBALL.test(name))
    if (tarballs.length > 0) return tarballs.flatMap((name) => releasesAt(join(named, name), dist))
  }
  const history = historyIn(named)
  if (history !== null) return historyParts(history)
  const file = clocksFileAt(named, dist)
  if (file !== null) {
    const parts = clockPartsOf(openClocks(readFileSync(file), file))
    const isArtifact = existsSync(join(dirname(file), MANIFEST))
    return [{ ...parts, releasedOn: isArtifact ? readManifest(dirname(file)).reference_date : null }]
  }
  const files = sourcesAt(named, dist)
  const parts = compileFiles(files)
  return [{ ...parts, releasedOn: dayOfRelease(parts.release, files) }]
}

/**
 * The releases of a release's NEWS, the newest first, each with the UTC day on which it came out. The first one is the release itself, whatever
 * its name there: in the NEWS of 2026b it is called 2026a, as the one after it.
 */
const releasesInNews = (
  files: ReadonlyMap<string, string>,
): { readonly name: string; readonly day: string }[] =>
  Array.from(
    (files.get('NEWS') ?? '').matchAll(
      /^Release (\d{4}[a-z]+) - (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4})$/gm,
    ),
    ([, name = '', written = '']) => ({ name, day: new Date(written).toISOString().slice(0, 10) }),
  )

/** The UTC day on which the release of these files came out, by its NEWS or by our table. Null when neither says it. */
const dayOfRelease = (release: string, files: ReadonlyMap<string, string>): string | null =>
  releasesInNews(files)[0]?.day ?? TZ_DAYS.get(release) ?? null

/** The UTC day on which a release older than that of these files came out. Null when its NEWS does not say it. */
export const dayOfOlder = (release: string, files: ReadonlyMap<string, string>): string | null =>
  releasesInNews(files)
    .slice(1)
    .find(({ name }) => name === release)?.day ?? null

/** The releases in the repository's own history that are older than a release: what the site's news compares. */
export const releasesBefore = (release: string): DatedClocks[] =>
  historyParts(historyAt(join(ROOT, EMBEDDED_HISTORY))).filter((older) => older.release < release)

/** Opens a history. Throws a CommandError where there is no file. */
export function historyAt(path: string): History {
  expectFile(path, 'a history of tz releases, as `tzref history` writes it')
  return openHistory(readFileSync(path), path)
}

/** The history in a file, whatever its name. Null for anything else. */
function historyIn(path: string): History | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null
  const bytes = readFileSync(path)
  return HISTORY_MAGIC.every((byte, index) => bytes[index] === byte) ? openHistory(bytes, path) : null
}

const historyParts = (history: History): DatedClocks[] =>
  history.releases
    .map((release) => history.clocks(release))
    .filter((clocks) => clocks !== null)
    .map(clockPartsOf)

/** The clocks.bin of a path or of an artifact's id. Null where there is none. */
function clocksFileAt(named: string, dist: string): string | null {
  const directory = [named, join(dist, named)].find((path) => existsSync(join(path, MANIFEST)))
  if (directory !== undefined) return join(directory, CLOCKS)
  return named.endsWith('.bin') && existsSync(named) ? named : null
}

/** The files of the tz release at a path, name → text. */
export function sourcesAt(named: string, dist: string): Map<string, string> {
  const found = statSync(named, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) {
    const names = readdirSync(named).filter((name) => statSync(join(named, name)).isFile())
    return new Map(names.map((name) => [name, readFileSync(join(named, name), 'utf8')]))
  }
  if (found?.isFile() === true) {
    if (TARBALL.test(named)) return filesOfTarball(named)
    if (named.endsWith('.zi')) return filesOfCompact(named)
  }
  throw new CommandError(
    `${named}: expected an artifact (its id in ${dist}, or a directory), a tz tarball (.tar.gz), a folder of its files, a .zi or a clocks.bin`,
    2,
  )
}

/** Returns the clocks of a release under all its names, with the source lines that made them. */
export function clocksOf({ release, zones, aliases }: ClockParts): ReleaseClocks {
  const byId = new Map<string, CompiledZone>(zones.map((zone) => [zone.id, zone]))
  const zoneIds = [...byId.keys()]
  return { release, zoneIds, aliases, zone: (name) => byId.get(aliases.get(name) ?? name) ?? null }
}

/** Compiles a release from its files, name → text. */
export function compileFiles(files: ReadonlyMap<string, string>, packrat: Packrat = 'backzone'): ClockParts {
  return compiledClocks(readTzRelease(files, packrat))
}

/** Compiles the lines of a release. */
export function compiledClocks(release: Pick<TzRelease, 'release' | 'lines' | 'zoneTab'>): ClockParts {
  const { zones, zoneIdByAlias } = compileRelease(release)
  return {
    release: release.release,
    zones: zones.map(({ compiled }) => compiled),
    aliases: zoneIdByAlias,
  }
}

const filesOfTarball = (path: string): Map<string, string> =>
  new Map(unpackTarGz(readFileSync(path)).map(({ name, bytes }) => [basename(name), bytes.toString('utf8')]))

function filesOfCompact(path: string): Map<string, string> {
  const text = readFileSync(path, 'utf8')
  const files = new Map([['tzdata.zi', text]])
  const embedded = join(ROOT, 'pipeline/embedded', EMBEDDED_TZ.release)
  for (const table of TABLES) {
    const beside = join(dirname(path), table)
    if (existsSync(beside)) files.set(table, readFileSync(beside, 'utf8'))
    else files.set(table, knownLines(readFileSync(join(embedded, table), 'utf8'), table, text))
  }
  return files
}

/** Filters a table that came with another release: keeps only the lines about zones of this release. */
function knownLines(lines: string, table: string, compact: string): string {
  if (table !== 'zone.tab') return lines
  const names = new Set(
    [...compact.matchAll(/^(?:Z (\S+)|L \S+ (\S+))/gm)].map(([, zone, link]) => zone ?? link),
  )
  return lines
    .split('\n')
    .filter((line) => line.startsWith('#') || line === '' || names.has(line.split('\t')[2]))
    .join('\n')
}
