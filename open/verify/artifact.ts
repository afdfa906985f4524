// Checks an artifact as if it came from a stranger: files against the manifest, the database against its rules, every file whole.
//
// The same check serves a build, `verify`, `activate`, and a server before it reports that it is ready.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ArtifactError, type ArtifactErrorCode } from '#core/artifact/artifact-error.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import {
  BOUNDARIES,
  CLOCKS,
  FORMAT,
  HISTORY,
  MANIFEST,
  NAMES,
  NOTICE,
  REFERENCE,
  SHAPES,
} from '#core/artifact/layout.ts'
import type { Finding } from '#core/finding.ts'
import { STRIPS, stripId } from '#core/geo/ocean-strips.ts'
import { checkZone, type CompiledZone, type YearlyChange } from '#core/zone/compiled-zone.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { referenceSql, TABLES, type TableName } from '#schemas/reference-tables.ts'
import { fileFaults, openArtifact, type Artifact } from '../artifact.ts'
import { readManifest } from '../manifest.ts'
import { columnsThere, headerOf, SQLITE_VERSION_AT } from '../sqlite-reference.ts'
import { isSqliteError, openDatabase } from '../sqlite-driver.ts'
import { checkNamesFile } from './names.ts'
import { checkRows } from './rows.ts'
import { checkTexts } from './texts.ts'
import { dumpOf } from './transition-dump.ts'

/** Yields each finding, and undefined between pieces of work of a few milliseconds. */
export type Check = Generator<Finding<ArtifactErrorCode> | undefined, void>

/** Everything that is wrong with the artifact in a directory. An empty list means a good artifact. */
export function verifyArtifact(directory: string): Finding<ArtifactErrorCode>[] {
  let artifact: Artifact
  try {
    artifact = openArtifact(directory)
  } catch (error) {
    const finding = findingOf(error, directory)
    const isOfFiles = finding.code === 'file-missing' || finding.code === 'file-size'
    return isOfFiles ? all(checkFiles(directory, readManifest(directory))) : [finding]
  }
  try {
    const ofFiles = all(checkFiles(directory, artifact.manifest))
    // A file with another hash is not worth reading.
    return ofFiles.length > 0 ? ofFiles : all(checkContents(artifact))
  } catch (error) {
    return [findingOf(error, directory)]
  } finally {
    artifact.close()
  }
}

const all = (check: Check): Finding<ArtifactErrorCode>[] =>
  [...check].filter((finding) => finding !== undefined)

/** Turns an error about an artifact into a finding. Throws any other error again. */
function findingOf(error: unknown, about: string): Finding<ArtifactErrorCode> {
  if (error instanceof ArtifactError) return { code: error.code, about, message: error.message }
  if (isSqliteError(error)) return { code: 'database-malformed', about: REFERENCE, message: error.message }
  throw error
}

/**
 * Checks the manifest and the files before any of them is opened: the id, that each file is there with its size and hash, and that there
 * are no others.
 */
export function* checkFiles(directory: string, manifest: Manifest): Check {
  const { id, ...content } = manifest
  const expectedId = artifactId(content)
  if (id !== expectedId) {
    yield { code: 'id-mismatch', about: MANIFEST, message: `id is ${id}, its content gives ${expectedId}` }
  }
  // No hash covers the manifest's own bytes. The id covers its content, and this checks how the content is written.
  const text = readFileSync(join(directory, MANIFEST), 'utf8')
  if (text !== manifestText(manifest)) {
    yield {
      code: 'manifest-form',
      about: MANIFEST,
      message: 'is not in its canonical form: JSON indented by two spaces, with a line feed at the end',
    }
  }
  const bad = new Set<unknown>()
  for (const error of fileFaults(directory, manifest)) {
    bad.add(error.facts['file'])
    yield { code: error.code, about: String(error.facts['file']), message: error.message }
  }
  for (const [file, { sha256 }] of Object.entries(manifest.files)) {
    if (bad.has(file)) continue
    const found = yield* sha256Of(join(directory, file))
    if (found === sha256) continue
    yield { code: 'file-hash', about: file, message: `sha256 is ${found}, the manifest says ${sha256}` }
  }
  if ((manifest.files[NOTICE]?.size ?? 0) === 0) {
    yield {
      code: 'notice-missing',
      about: MANIFEST,
      message: `files does not name ${NOTICE} as a file with content: the licences must go with the data`,
    }
  }
  for (const file of readdirSync(directory)) {
    if (file === MANIFEST || Object.hasOwn(manifest.files, file)) continue
    yield { code: 'file-unlisted', about: file, message: 'is in the directory, not in the manifest' }
  }
}

/** How many bytes are read and hashed at once: this takes a millisecond or two. */
const PIECE = 2 ** 19

function* sha256Of(path: string): Generator<undefined, string> {
  const file = openSync(path, 'r')
  try {
    const digest = createHash('sha256')
    // One buffer for all pieces: with a new buffer for each, the process would never give the memory back.
    const room = Buffer.allocUnsafe(PIECE)
    for (;;) {
      const read = readSync(file, room, 0, PIECE, null)
      if (read === 0) return digest.digest('hex')
      digest.update(room.subarray(0, read))
      yield
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Checks everything in the files, and the form of the database last. So a person who edited it with another SQLite first reads what the
 * edit broke.
 */
export function* checkContents(artifact: Artifact): Check {
  yield* checkParts(artifact)
  yield* checkForm(artifact)
}

/** Checks schema, texts, clocks, boundaries, shapes, rows and names. A part that depends on a bad part is not checked. */
function* checkParts(artifact: Artifact): Check {
  if (yield* isBad(checkSchema(artifact))) return
  const isDatabaseBad = yield* isBad(allOf(checkTexts(artifact), checkZones(artifact)))
  const areBoundariesBad = yield* isBad(caught(checkBoundaries(artifact), BOUNDARIES))
  yield* caught(checkShapes(artifact, areBoundariesBad), SHAPES)
  if (isDatabaseBad) return
  yield* checkRows(artifact, areBoundariesBad ? null : artifact.boundaries())
  yield* caught(checkNamesFile(artifact), NAMES)
}

function* allOf(...checks: readonly Check[]): Check {
  for (const check of checks) yield* check
}

/** Runs a check. Returns true when it found something. */
function* isBad(check: Check): Generator<Finding<ArtifactErrorCode> | undefined, boolean> {
  let found = false
  for (const finding of check) {
    found ||= finding !== undefined
    yield finding
  }
  return found
}

/** Runs a check. When the check throws, its error becomes the last finding. */
function* caught(check: Check, about: string): Check {
  try {
    yield* check
  } catch (error) {
    yield findingOf(error, about)
  }
}

/** Checks the header of the database, and that its SQLite version is the one in the manifest. */
function* checkForm({ manifest, directory }: Artifact): Check {
  const path = join(directory, REFERENCE)
  const header = headerOf(path)
  const version = header.readUInt32BE(SQLITE_VERSION_AT)
  const text = [version / 1e6, (version / 1000) % 1000, version % 1000].map(Math.floor).join('.')
  const form: readonly (readonly [what: string, found: string | number, expected: string | number])[] = [
    ['page size', header.readUInt16BE(16), PAGE_SIZE],
    ['pages', header.readUInt32BE(28), statSync(path).size / PAGE_SIZE],
    ['schema format', header.readUInt32BE(44), 4],
    ['text encoding', header.readUInt32BE(56), 1],
    ['version of SQLite', text, manifest.sqlite],
  ]
  for (const [what, found, expected] of form) {
    if (found !== expected)
      yield {
        code: 'database-form',
        about: REFERENCE,
        message: `${what} is ${found} in its header, expected ${expected}`,
      }
  }
}

const PAGE_SIZE = 4096

function* checkSchema(artifact: Artifact): Check {
  const { query, manifest } = artifact
  // An earlier minor version has fewer.
  const tables = Object.keys(TABLES).filter((table) => columnsThere(query, table).size > 0)
  for (const table of tables) {
    for (const { integrity_check: found } of query<{ integrity_check: string }>(
      `PRAGMA integrity_check(${table})`,
    ).slice(0, MOST_NAMED)) {
      if (found !== 'ok')
        yield { code: 'database-malformed', about: REFERENCE, message: `${table}: ${found}` }
    }
    yield
  }
  const isOwn = Number(manifest.format.split('.')[1]) === FORMAT.minor
  const expected = openDatabase(':memory:')
  expected.exec(referenceSql())
  // Another minor version may have more tables and columns, or fewer. Opening has already checked those of all versions.
  if (isOwn && tablesOf(query(SCHEMA)) !== tablesOf(expected.prepare<[], { sql: string }>(SCHEMA).all())) {
    yield {
      code: 'database-schema',
      about: REFERENCE,
      message: 'its tables do not match this format',
    }
  }
  expected.close()
  yield
  for (const table of tables) {
    if (query(`PRAGMA foreign_key_check(${table})`).length > 0) {
      yield {
        code: 'database-reference',
        about: `${REFERENCE}, ${table}`,
        message: 'refers to missing rows',
      }
    }
    yield
  }
}

const SCHEMA = 'SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name'
const tablesOf = (rows: readonly { sql: string }[]): string => rows.map(({ sql }) => sql).join('\n')

/** How many faults are listed of a kind that can come in thousands. */
const MOST_NAMED = 10

/** Checks the database's clocks by their rules, the manifest's counts, the dump, and that the file of clocks says the same. */
function* checkZones(artifact: Artifact): Check {
  const { rows, query, manifest, withLines } = artifact
  let isGood = true
  const zones: CompiledZone[] = []
  for (const [rank, { id }] of rows('zone').entries()) {
    let zone: CompiledZone
    try {
      zone = withLines(id)
    } catch (error) {
      isGood = false
      yield findingOf(error, REFERENCE)
      continue
    }
    const previous = zones.at(-1)
    const findings: Finding<ArtifactErrorCode>[] = [
      ...checkZone(zone),
      ...(id === rank && (previous === undefined || previous.id < zone.id)
        ? []
        : [{ code: 'zone-order' as const, about: zone.id, message: `has id ${id}, expected its rank` }]),
    ]
    for (const { about, ...finding } of findings) {
      isGood = false
      yield { ...finding, about: `${REFERENCE}, ${about}` }
    }
    zones.push(zone)
    yield
  }
  const rowsOf = (table: TableName): number =>
    query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)[0]?.rows ?? 0
  const counts = {
    zones: zones.length,
    aliases: rowsOf('zone_alias'),
    countries: rowsOf('country'),
    cities: rowsOf('city'),
    standards: rowsOf('standard'),
  }
  for (const [name, count] of Object.entries(counts)) {
    if (!isGood || manifest.counts[name] === count) continue
    yield {
      code: 'count',
      about: MANIFEST,
      message: `counts.${name} is ${manifest.counts[name]}, ${REFERENCE} has ${count}`,
    }
  }
  // Clocks that break a rule may have endless transitions.
  if (!isGood) return
  const digest = createHash('sha256')
  for (const zone of zones) {
    digest.update(dumpOf(zone))
    yield
  }
  const dump = digest.digest('hex')
  if (dump !== manifest.transitions_sha256) {
    yield {
      code: 'transitions',
      about: REFERENCE,
      message: `the transition dump hashes to ${dump}, the manifest says ${manifest.transitions_sha256}`,
    }
  }
  yield* caught(checkClocks(artifact, zones), CLOCKS)
  yield* caught(checkHistory(artifact, zones), HISTORY)
}

const clocksDiffer = (message: string, about = CLOCKS): Finding<ArtifactErrorCode> => ({
  code: 'clocks-differ',
  about,
  message,
})

/** Checks that every release of the history can be read, and that the last one is the artifact's own. */
function* checkHistory({ manifest, history }: Artifact, zones: readonly CompiledZone[]): Check {
  const opened = history()
  if (opened === null) return
  const last = opened.releases.at(-1) ?? 'none'
  if (last !== manifest.tz)
    yield clocksDiffer(`the last release is ${last}, the manifest says ${manifest.tz}`, HISTORY)
  for (const release of opened.releases) {
    const clocks = opened.clocks(release)
    for (const id of clocks?.zoneIds ?? []) clocks?.zone(id)
    yield
  }
  const own = opened.clocks(manifest.tz)
  for (const zone of zones) {
    if (!isDeepStrictEqual(own?.zone(zone.id), withoutLines(zone)))
      yield clocksDiffer(`the clock of ${zone.id} differs`, HISTORY)
    yield
  }
}

/** Checks that the file of clocks says the same as the database for every identifier. */
function* checkClocks({ directory, manifest, query }: Artifact, zones: readonly CompiledZone[]): Check {
  if (!Object.hasOwn(manifest.files, CLOCKS)) {
    yield { code: 'clocks-missing', about: MANIFEST, message: `files does not name ${CLOCKS}` }
    return
  }
  const clocks = openClocks(readFileSync(join(directory, CLOCKS)))
  if (clocks.release !== manifest.tz)
    yield clocksDiffer(`release is ${clocks.release}, the manifest says ${manifest.tz}`)
  if (clocks.zoneIds.join() !== zones.map(({ id }) => id).join()) yield clocksDiffer('its zones differ')
  for (const zone of zones) {
    const found = clocks.zone(zone.id)
    if (found !== null && !isDeepStrictEqual(found, withoutLines(zone)))
      yield clocksDiffer(`the clock of ${zone.id} differs`)
    yield
  }
  const aliases = query<{ pair: string }>(
    `SELECT a.name || ' ' || z.iana AS pair FROM zone_alias AS a JOIN zone AS z ON z.id = a.zone ORDER BY a.name`,
  ).map(({ pair }) => pair)
  if (aliases.join() !== [...clocks.aliases].map((pair) => pair.join(' ')).join())
    yield clocksDiffer('its aliases differ')
}

const bare = (change: YearlyChange): YearlyChange => ({ ...change, lines: [] })

/** A zone as it is in a file of clocks. */
function withoutLines(zone: CompiledZone): CompiledZone {
  const { footer } = zone
  return {
    ...zone,
    lines: [],
    linesOf: zone.linesOf.map(() => []),
    footer:
      footer.kind === 'yearly'
        ? { ...footer, toStandard: bare(footer.toStandard), toDaylight: bare(footer.toDaylight) }
        : footer,
  }
}

/** Checks every byte of boundaries.tiles, that it is the release in the manifest, and that the tz release has all its zones. */
function* checkBoundaries(artifact: Artifact): Check {
  const { manifest, query } = artifact
  const isListed = Object.hasOwn(manifest.files, BOUNDARIES)
  if (isListed !== (manifest.boundaries !== null)) {
    const message = `boundaries is ${manifest.boundaries}, and files ${isListed ? 'names' : 'does not name'} ${BOUNDARIES}`
    yield { code: 'boundaries-pairing', about: MANIFEST, message }
    return
  }
  const boundaries = artifact.boundaries()
  if (boundaries === null) return
  yield* boundaries.tiles().checking((bytes) => createHash('sha256').update(bytes).digest())
  if (boundaries.release !== manifest.boundaries) {
    yield {
      code: 'boundaries-release',
      about: BOUNDARIES,
      message: `release is ${boundaries.release}, the manifest says ${manifest.boundaries}`,
    }
  }
  const known = new Set(
    query<{ name: string }>('SELECT iana AS name FROM zone UNION ALL SELECT name FROM zone_alias').map(
      ({ name }) => name,
    ),
  )
  const unknown = boundaries.zoneIds.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    yield {
      code: 'boundary-unknown',
      about: BOUNDARIES,
      message: `tz ${manifest.tz} has no zone ${listed(unknown)}; expected boundaries of its own zones only`,
    }
  }
}

const shapesDiffer = (message: string): Finding<ArtifactErrorCode> => ({
  code: 'shapes-differ',
  about: SHAPES,
  message,
})

const STRIP_IDS: ReadonlySet<string> = new Set(Array.from({ length: STRIPS }, (_, strip) => stripId(strip)))
const isStrip = (id: string): boolean => STRIP_IDS.has(id)

/**
 * Checks every point of shapes.bin. Unless the boundaries are bad, also checks that both have the same zones, and each zone has a shape.
 */
function* checkShapes(artifact: Artifact, areBoundariesBad: boolean): Check {
  const shapes = artifact.shapes()
  if (shapes === null) return
  const zoneIds = areBoundariesBad ? null : new Set(artifact.boundaries()?.zoneIds)
  const unknown = zoneIds === null ? [] : shapes.zoneIds.filter((id) => !zoneIds.has(id))
  if (unknown.length > 0) yield shapesDiffer(`no boundary has ${listed(unknown)}`)
  const drawn = new Set(shapes.zoneIds)
  const missing = [...(zoneIds ?? [])].filter((id) => !drawn.has(id) && !isStrip(id))
  if (missing.length > 0) yield shapesDiffer(`it lacks ${listed(missing)}`)
  for (const level of shapes.grids.keys()) {
    const { zones } = shapes.level(level)
    const empty = shapes.zoneIds.filter((_, zone) => zones[zone]?.length === 0)
    if (empty.length > 0) yield shapesDiffer(`level ${level} lacks ${listed(empty)}`)
    yield
  }
}

/** The first ten names, and how many more there are. */
const listed = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}`
