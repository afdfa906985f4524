// An artifact checked as a stranger would: files against the manifest, the database against its schema and invariants.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isSqliteError, openDatabase } from '#open/sqlite-driver.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { checkNames } from '#core/artifact/names.ts'
import { BOUNDARIES, CLOCKS, FORMAT, MANIFEST, NAMES, REFERENCE, SHAPES } from '#core/artifact/layout.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import type { Finding } from '#core/finding.ts'
import { checkZone, type CompiledZone, type YearlyChange } from '#core/zone/compiled-zone.ts'
import { referenceSql, type TableName } from '#schemas/reference-tables.ts'
import { checkTexts } from './texts.ts'
import { transitionsHash } from './transition-dump.ts'

/** Everything that is wrong with the artifact in a directory; an empty list when it is good. */
export function verifyArtifact(directory: string): Finding[] {
  let artifact: Artifact
  try {
    artifact = openArtifact(directory)
  } catch (error) {
    return [findingOf(error, directory)]
  }
  try {
    const findings = [...checkFiles(artifact), ...checkSchema(artifact)]
    // Rows of a damaged database are not worth reading.
    return findings.length > 0
      ? findings
      : [
          ...checkTexts(artifact),
          ...checkZones(artifact),
          ...checkNamesFile(artifact),
          ...checkBoundaries(artifact),
          ...checkShapes(artifact),
        ]
  } catch (error) {
    return [findingOf(error, directory)]
  } finally {
    artifact.close()
  }
}

function findingOf(error: unknown, directory: string): Finding {
  if (error instanceof ArtifactError) return { code: error.code, about: directory, message: error.message }
  if (isSqliteError(error)) return { code: 'database-malformed', about: REFERENCE, message: error.message }
  throw error
}

function checkFiles({ directory, manifest }: Artifact): Finding[] {
  const findings: Finding[] = []
  const { id, ...content } = manifest
  const expectedId = artifactId(content)
  if (id !== expectedId) {
    findings.push({
      code: 'id-mismatch',
      about: MANIFEST,
      message: `id is ${id}, its content gives ${expectedId}`,
    })
  }
  // No hash covers the manifest's own bytes: the id covers what they say, and this how they say it.
  const text = readFileSync(join(directory, MANIFEST), 'utf8')
  if (text !== manifestText(manifest)) {
    findings.push({
      code: 'manifest-form',
      about: MANIFEST,
      message: 'is not in its one form: JSON indented by two spaces, with a line feed at the end',
    })
  }
  for (const [file, { sha256 }] of Object.entries(manifest.files)) {
    const found = hash('sha256', readFileSync(join(directory, file)), 'hex')
    if (found !== sha256) {
      findings.push({
        code: 'file-hash',
        about: file,
        message: `sha256 is ${found}, the manifest says ${sha256}`,
      })
    }
  }
  for (const file of readdirSync(directory)) {
    if (file !== MANIFEST && !Object.hasOwn(manifest.files, file)) {
      findings.push({
        code: 'file-unlisted',
        about: file,
        message: 'is in the directory, not in the manifest',
      })
    }
  }
  return findings
}

function checkSchema({ query, manifest }: Artifact): Finding[] {
  const findings: Finding[] = []
  const [checked] = query<{ integrity_check: string }>('PRAGMA integrity_check')
  const integrity = checked?.integrity_check
  if (integrity !== 'ok')
    findings.push({ code: 'database-malformed', about: REFERENCE, message: String(integrity) })
  const isLater = Number(manifest.format.split('.')[1]) > FORMAT.minor
  const expected = openDatabase(':memory:')
  expected.exec(referenceSql())
  // A later minor version may have more tables and columns; that it has none less was seen when it was opened.
  if (!isLater && tablesOf(query(SCHEMA)) !== tablesOf(expected.prepare<[], { sql: string }>(SCHEMA).all())) {
    findings.push({
      code: 'database-schema',
      about: REFERENCE,
      message: 'its tables are not those of this format',
    })
  }
  expected.close()
  const dangling = query<{ table: string }>('PRAGMA foreign_key_check')
  for (const table of new Set(dangling.map((row) => row.table))) {
    findings.push({
      code: 'database-reference',
      about: table,
      message: `refers to rows that are not there`,
    })
  }
  return findings
}

const SCHEMA = 'SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name'
const tablesOf = (rows: readonly { sql: string }[]): string => rows.map(({ sql }) => sql).join('\n')

/** That the file of clocks says of every identifier what the database says. */
function checkClocks({ directory, manifest, query }: Artifact, zones: readonly CompiledZone[]): Finding[] {
  if (!Object.hasOwn(manifest.files, CLOCKS))
    return [{ code: 'clocks-missing', about: MANIFEST, message: `files does not name ${CLOCKS}` }]
  const clocks = openClocks(readFileSync(join(directory, CLOCKS)))
  const findings: Finding[] = []
  const differs = (message: string): void => {
    findings.push({ code: 'clocks-differ', about: CLOCKS, message })
  }
  if (clocks.release !== manifest.tz)
    differs(`release is ${clocks.release}, the manifest says ${manifest.tz}`)
  if (clocks.zoneIds.join() !== zones.map(({ id }) => id).join()) differs('its zones are others')
  for (const zone of zones) {
    const found = clocks.zone(zone.id)
    if (found !== null && !isDeepStrictEqual(found, withoutLines(zone)))
      differs(`the clock of ${zone.id} is another`)
  }
  const aliases = query<{ pair: string }>(
    `SELECT a.name || ' ' || z.iana AS pair FROM zone_alias AS a JOIN zone AS z ON z.id = a.zone ORDER BY a.name`,
  ).map(({ pair }) => pair)
  if (aliases.join() !== [...clocks.aliases].map((pair) => pair.join(' ')).join())
    differs('its aliases are others')
  return findings
}

const bare = (change: YearlyChange): YearlyChange => ({ ...change, lines: [] })

/** A zone as a file of clocks has it. */
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

/** Every name of names.bin. */
function checkNamesFile({ directory, manifest }: Artifact): Finding[] {
  if (!(NAMES in manifest.files)) return []
  return checkNames(readFileSync(join(directory, NAMES)))
    .slice(0, MOST_NAMED)
    .map((message) => ({ code: 'names-malformed', about: NAMES, message }))
}

/** Of faults that come in thousands where they come at all. */
const MOST_NAMED = 10

/** Every byte of boundaries.tiles, and that it is the release that the manifest names. */
function checkBoundaries(artifact: Artifact): Finding[] {
  const { manifest } = artifact
  const isListed = Object.hasOwn(manifest.files, BOUNDARIES)
  if (isListed !== (manifest.boundaries !== null)) {
    const message = `boundaries is ${manifest.boundaries}, and files ${isListed ? 'names' : 'does not name'} ${BOUNDARIES}`
    return [{ code: 'boundaries-pairing', about: MANIFEST, message }]
  }
  const boundaries = artifact.boundaries()
  if (boundaries === null) return []
  boundaries.verify()
  return boundaries.release === manifest.boundaries
    ? []
    : [
        {
          code: 'boundaries-release',
          about: BOUNDARIES,
          message: `release is ${boundaries.release}, the manifest says ${manifest.boundaries}`,
        },
      ]
}

const shapesDiffer = (message: string): Finding => ({ code: 'shapes-differ', about: SHAPES, message })

/** Every point of shapes.bin, and that its zones are those of the boundaries: each has something to be drawn. */
function checkShapes(artifact: Artifact): Finding[] {
  const shapes = artifact.shapes()
  if (shapes === null) return []
  const findings: Finding[] = []
  const zoneIds = new Set(artifact.boundaries()?.zoneIds)
  const unknown = shapes.zoneIds.filter((id) => !zoneIds.has(id))
  if (unknown.length > 0)
    findings.push(shapesDiffer(`no boundary has ${unknown.slice(0, MOST_NAMED).join(', ')}`))
  for (const level of shapes.grids.keys()) {
    const { zones } = shapes.level(level)
    const empty = shapes.zoneIds.filter((_, zone) => zones[zone]?.length === 0)
    if (empty.length > 0)
      findings.push(shapesDiffer(`level ${level} lacks ${empty.slice(0, MOST_NAMED).join(', ')}`))
  }
  return findings
}

function checkZones(artifact: Artifact): Finding[] {
  const { rows, query, manifest, withLines } = artifact
  const findings: Finding[] = []
  const ids = rows('zone').map(({ id }) => id)
  const zones: CompiledZone[] = []
  for (const [rank, id] of ids.entries()) {
    let zone: CompiledZone
    try {
      zone = withLines(id)
    } catch (error) {
      findings.push(findingOf(error, REFERENCE))
      continue
    }
    findings.push(...checkZone(zone))
    const previous = zones.at(-1)
    if (id !== rank || (previous !== undefined && previous.id >= zone.id)) {
      findings.push({ code: 'zone-order', about: zone.id, message: `has id ${id}, expected its rank` })
    }
    zones.push(zone)
  }
  const rowsOf = (table: TableName): number =>
    query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)[0]?.rows ?? 0
  const counts = {
    zones: ids.length,
    aliases: rowsOf('zone_alias'),
    countries: rowsOf('country'),
    cities: rowsOf('city'),
    standards: rowsOf('standard'),
  }
  for (const [name, count] of Object.entries(counts)) {
    if (manifest.counts[name] !== count) {
      findings.push({
        code: 'count',
        about: MANIFEST,
        message: `counts.${name} is ${manifest.counts[name]}, the database has ${count}`,
      })
    }
  }
  // Clocks that break a rule may have transitions without end.
  if (findings.length > 0) return findings
  const dump = transitionsHash(zones)
  if (dump !== manifest.transitions_sha256) {
    findings.push({
      code: 'transitions',
      about: REFERENCE,
      message: `the transition dump hashes to ${dump}, the manifest says ${manifest.transitions_sha256}`,
    })
  }
  return [...findings, ...checkClocks(artifact, zones)]
}
