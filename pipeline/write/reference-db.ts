// Writes compiled records into reference.sqlite: rows in one order, one page size, vacuumed. Equal records give equal bytes.
import type Database from 'better-sqlite3'
import { closeSync, openSync, writeSync } from 'node:fs'
import { SQLITE_VERSION_AT } from '#open/sqlite-reference.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { zoneToRows } from '#core/artifact/zone-rows.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { unnamedRows } from '#core/zone/shown.ts'
import { BEFORE_ALL } from '#core/time/units.ts'
import { insertInto, referenceSql, type Row, type TableName } from '#schemas/reference-tables.ts'
import type { ReferenceRows } from '../compile/compile-reference.ts'
import type { ReferenceTables } from '../compile/release.ts'

/**
 * The SQLite version that the database names as its writer. It is always the oldest version that can read it (STRICT tables), so drivers
 * with other versions write the same bytes.
 */
export const SQLITE_STAMP = { text: '3.37.0', number: 3_037_000, at: SQLITE_VERSION_AT } as const

/** Writes the database to a path where no file exists. */
export function writeReferenceDb(path: string, tables: ReferenceTables, reference: ReferenceRows): void {
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
      const insert = inserterInto(db)
      const zoneIds = writeZones(insert, tables, reference)
      writeStandards(insert, tables, reference, zoneIds)
      writeCountries(insert, reference, zoneIds)
      writeCities(insert, reference, zoneIds)
      writeDisagreements(insert, reference, zoneIds)
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

type Insert = <Name extends TableName>(table: Name, row: Row<Name>) => void

/** Returns a function that adds one row to a table. The statement of a table is prepared once. */
function inserterInto(db: Database.Database): Insert {
  const statements = new Map<TableName, Database.Statement>()
  return (table, row) => {
    const statement = statements.get(table) ?? db.prepare(insertInto(table))
    statements.set(table, statement)
    statement.run(row)
  }
}

/** Writes the zones. Returns their row ids by identifier. */
function writeZones(insert: Insert, tables: ReferenceTables, reference: ReferenceRows): Ids {
  const { zones, zoneIdByAlias, linkLineByAlias } = tables
  const { displayNames, outlyingZones } = reference
  const lineIds = writeSourceLines(insert, tables)
  const idOfLine = (line: SourceLine): number => idIn(lineIds, lineKey(line))
  const zoneIds = new Map<string, number>()
  for (const [zone, entry] of zones.entries()) {
    const { id: iana } = entry.compiled
    const rows = zoneToRows(entry.compiled)
    zoneIds.set(iana, zone)
    insert('zone', {
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
    for (const row of rows.types) insert('local_time_type', { zone, ...row })
    for (const row of rows.intervals) insert('interval', { zone, ...row })
    for (const row of rows.releaseChanges) insert('release_change', { zone, ...row })
    for (const { of, position, line } of rows.intervalLines)
      insert('interval_line', { zone, interval: of, position, source_line: idOfLine(line) })
    for (const row of rows.changes) insert('yearly_change', { zone, ...row })
    for (const { of, position, line } of rows.changeLines)
      insert('yearly_change_line', { zone, change: of, position, source_line: idOfLine(line) })
  }
  for (const [name, iana] of zoneIdByAlias) {
    const link = linkLineByAlias.get(name)
    insert('zone_alias', {
      name,
      zone: idIn(zoneIds, iana),
      source_line: link === undefined ? null : idOfLine(link),
    })
  }
  return zoneIds
}

function writeStandards(insert: Insert, { zones }: ReferenceTables, reference: ReferenceRows, zoneIds: Ids) {
  for (const { offset, isDst, ...row } of reference.standards) {
    insert('standard', { ...row, utc_offset: offset, is_dst: flag(isDst) })
  }
  for (const { compiled } of zones) {
    const zone = idIn(zoneIds, compiled.id)
    const positions = new Map<number, number>()
    const rows = reference.shownRows.get(compiled.id) ?? unnamedRows(compiled)
    for (const { type, start, name, abbreviation } of rows) {
      const position = positions.get(type) ?? 0
      positions.set(type, position + 1)
      insert('zone_standard', { zone, type, position, starts_at: start, name, abbreviation })
    }
  }
}

function writeCountries(insert: Insert, { countries }: ReferenceRows, zoneIds: Ids): void {
  for (const { numeric, subRegion, defaultZone, oneClockSince, weekend, dependencies, ...row } of countries) {
    insert('country', {
      ...row,
      numeric_code: numeric,
      sub_region: subRegion,
      default_zone: defaultZone === null ? null : idIn(zoneIds, defaultZone),
      one_clock_since: oneClockSince === null ? null : Math.max(oneClockSince, BEFORE_ALL),
      weekend: weekend.join(','),
    })
    for (const [position, territory] of dependencies.entries())
      insert('dependency', { country: row.iso2, position, territory })
  }
}

function writeCities(insert: Insert, { cities, cityRegions }: ReferenceRows, zoneIds: Ids): void {
  for (const { isCapital, lat, lon, ...row } of cities) {
    insert('city', {
      ...row,
      region: cityRegions.get(row.id) ?? null,
      zone: idIn(zoneIds, row.zone),
      is_capital: flag(isCapital),
      latitude: microdegrees(lat),
      longitude: microdegrees(lon),
    })
  }
}

function writeDisagreements(insert: Insert, { disagreements }: ReferenceRows, zoneIds: Ids): void {
  for (const { id, name, region, country, lat, lon, zone, zoneOfText, sentence, source } of disagreements) {
    insert('disagreement', {
      id,
      name,
      region,
      country,
      latitude: microdegrees(lat),
      longitude: microdegrees(lon),
      zone: idIn(zoneIds, zone),
      zone_of_text: idIn(zoneIds, zoneOfText),
      sentence,
      source,
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
function writeSourceLines(insert: Insert, { zones, linkLineByAlias }: ReferenceTables): Ids {
  const all = [...zones.flatMap(({ compiled }) => compiled.lines), ...linkLineByAlias.values()]
  const lines = new Map(all.map((line) => [lineKey(line), line]))
  const ordered = [...lines.values()].toSorted(
    thenBy(
      byText(({ file }) => file),
      byNumber(({ line }) => line),
    ),
  )
  return new Map(
    ordered.map((line, id) => {
      insert('source_line', { id, file: line.file, line: line.line, text: line.text })
      return [lineKey(line), id]
    }),
  )
}
