// Writes compiled records into reference.sqlite: rows in one order, one page size, vacuumed. Equal records give equal bytes.
import type Database from 'better-sqlite3'
import { closeSync, openSync, writeSync } from 'node:fs'
import { SQLITE_VERSION_AT } from '#open/reference.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { zoneToRows } from '#core/artifact/zone-rows.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { unnamedRows } from '#core/zone/shown.ts'
import { BEFORE_ALL } from '#core/time/units.ts'
import { insertInto, referenceSql, type Row, type TableName } from '#schemas/reference-tables.ts'
import type { ReferenceData } from '../compile/reference.ts'
import type { ReferenceTables, ZoneEntry } from '../compile/release.ts'

/**
 * The SQLite version that the database names as its writer. It is always the oldest version that can read it (STRICT tables), so drivers
 * with other versions write the same bytes.
 */
export const SQLITE_STAMP = { text: '3.37.0', number: 3_037_000, at: SQLITE_VERSION_AT } as const

/** Writes the database to a path where no file exists. */
export function writeReferenceDb(path: string, tables: ReferenceTables, reference: ReferenceData): void {
  const db = openDatabase(path)
  try {
    // The caller syncs the new file as a whole and deletes it on failure, so no journal is needed.
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('page_size = 4096')
    db.exec(referenceSql())
    db.transaction(() => {
      // Countries and zones refer to each other.
      db.pragma('defer_foreign_keys = ON')
      const zoneIds = writeZones(db, tables, reference)
      writeStandards(db, tables, reference, zoneIds)
      writeCountries(db, reference, zoneIds)
      writeCities(db, reference, zoneIds)
    })()
    db.exec('VACUUM')
  } finally {
    db.close()
  }
  stamp(path)
}

/** Makes a database name the oldest SQLite version that can read it, whatever version has just written it. */
export function stamp(path: string): void {
  const field = Buffer.alloc(4)
  field.writeUInt32BE(SQLITE_STAMP.number)
  const descriptor = openSync(path, 'r+')
  try {
    writeSync(descriptor, field, 0, field.length, SQLITE_STAMP.at)
  } finally {
    closeSync(descriptor)
  }
}

/** Returns a function that adds one row to a table. */
function inserter<Name extends TableName>(db: Database.Database, name: Name): (row: Row<Name>) => void {
  const statement = db.prepare<[Row<Name>]>(insertInto(name))
  return (row) => void statement.run(row)
}

/** Writes the zones. Returns their row ids by identifier. */
function writeZones(
  db: Database.Database,
  { zones, zoneIdByAlias, linkLineByAlias }: ReferenceTables,
  { displayNames, outlyingZones }: ReferenceData,
): Ids {
  const insertZone = inserter(db, 'zone')
  const insertType = inserter(db, 'local_time_type')
  const insertInterval = inserter(db, 'interval')
  const insertReleaseChange = inserter(db, 'release_change')
  const insertIntervalLine = inserter(db, 'interval_line')
  const insertChange = inserter(db, 'yearly_change')
  const insertChangeLine = inserter(db, 'yearly_change_line')
  const insertAlias = inserter(db, 'zone_alias')

  const lineIds = writeSourceLines(zones, linkLineByAlias, inserter(db, 'source_line'))
  const idOfLine = (line: SourceLine): number => idIn(lineIds, lineKey(line))
  const zoneIds = new Map<string, number>()
  for (const [zone, entry] of zones.entries()) {
    const { id: iana } = entry.compiled
    const rows = zoneToRows(entry.compiled)
    zoneIds.set(iana, zone)
    insertZone({
      id: zone,
      iana,
      listed: flag(entry.isListed),
      country: entry.country,
      display_name: displayNames.get(iana) ?? null,
      is_mainland: flag(entry.country !== null && !outlyingZones.has(iana)),
      latitude: entry.lat === null ? null : microdegrees(entry.lat),
      longitude: entry.lon === null ? null : microdegrees(entry.lon),
      footer: rows.footer,
      posix_tz: rows.posixTz,
    })
    for (const row of rows.types) insertType({ zone, ...row })
    for (const row of rows.intervals) insertInterval({ zone, ...row })
    for (const row of rows.releaseChanges) insertReleaseChange({ zone, ...row })
    for (const { of, position, line } of rows.intervalLines)
      insertIntervalLine({ zone, interval: of, position, source_line: idOfLine(line) })
    for (const row of rows.changes) insertChange({ zone, ...row })
    for (const { of, position, line } of rows.changeLines)
      insertChangeLine({ zone, change: of, position, source_line: idOfLine(line) })
  }
  for (const [name, iana] of zoneIdByAlias) {
    const link = linkLineByAlias.get(name)
    insertAlias({
      name,
      zone: idIn(zoneIds, iana),
      source_line: link === undefined ? null : idOfLine(link),
    })
  }
  return zoneIds
}

function writeStandards(
  db: Database.Database,
  { zones }: ReferenceTables,
  { standards, shownRows }: ReferenceData,
  zoneIds: Ids,
): void {
  const insertStandard = inserter(db, 'standard')
  const insertShown = inserter(db, 'zone_standard')
  for (const { offset, isDst, ...row } of standards) {
    insertStandard({ ...row, utc_offset: offset, is_dst: flag(isDst) })
  }
  for (const { compiled } of zones) {
    const zone = idIn(zoneIds, compiled.id)
    const positions = new Map<number, number>()
    for (const { type, start, name, abbreviation } of shownRows.get(compiled.id) ?? unnamedRows(compiled)) {
      const position = positions.get(type) ?? 0
      positions.set(type, position + 1)
      insertShown({ zone, type, position, starts_at: start, name, abbreviation })
    }
  }
}

function writeCountries(db: Database.Database, { countries }: ReferenceData, zoneIds: Ids): void {
  const insertCountry = inserter(db, 'country')
  const insertDependency = inserter(db, 'dependency')
  for (const { iso2, defaultZone, oneClockSince, ...row } of countries) {
    insertCountry({
      iso2,
      iso3: row.iso3,
      numeric_code: row.numeric,
      name: row.name,
      slug: row.slug,
      emoji: row.emoji,
      region: row.region,
      sub_region: row.subRegion,
      population: row.population,
      default_zone: defaultZone === null ? null : idIn(zoneIds, defaultZone),
      one_clock_since: oneClockSince === null ? null : Math.max(oneClockSince, BEFORE_ALL),
      weekend: row.weekend.join(','),
    })
    for (const [position, territory] of row.dependencies.entries())
      insertDependency({ country: iso2, position, territory })
  }
}

function writeCities(db: Database.Database, { cities, cityRegions }: ReferenceData, zoneIds: Ids): void {
  const insertCity = inserter(db, 'city')
  for (const row of cities) {
    insertCity({
      id: row.id,
      slug: row.slug,
      also: row.also,
      name: row.name,
      region: cityRegions.get(row.id) ?? null,
      country: row.country,
      zone: idIn(zoneIds, row.zone),
      is_capital: flag(row.isCapital),
      population: row.population,
      latitude: microdegrees(row.lat),
      longitude: microdegrees(row.lon),
    })
  }
}

type Ids = ReadonlyMap<string, number>

function idIn(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key}: a row refers to it, and it has no row itself`)
  return id
}

const flag = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

const lineKey = ({ file, line }: SourceLine): string => `${file}:${line}`

/** Writes each line once, in order of file and number. Returns their row ids by key. */
function writeSourceLines(
  zones: readonly ZoneEntry[],
  linkLineByAlias: ReadonlyMap<string, SourceLine>,
  insert: (row: Row<'source_line'>) => void,
): Ids {
  const lines = new Map<string, SourceLine>()
  for (const { compiled } of zones) for (const line of compiled.lines) lines.set(lineKey(line), line)
  for (const line of linkLineByAlias.values()) lines.set(lineKey(line), line)
  const ordered = [...lines.values()].toSorted((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  )
  return new Map(
    ordered.map((line, id) => {
      insert({ id, file: line.file, line: line.line, text: line.text })
      return [lineKey(line), id]
    }),
  )
}
