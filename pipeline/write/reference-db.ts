// Compiled records → reference.sqlite: rows in one order, one page size, vacuumed, so that equal records give equal bytes.
import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { zoneToRows } from '#core/artifact/zone-rows.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { ALWAYS } from '#core/artifact/layout.ts'
import type { ReferenceData } from '../compile/reference.ts'
import type { ReferenceTables, ZoneEntry } from '../compile/release.ts'

/** The SQLite that this process writes with, for the manifest. */
export function sqliteVersion(): string {
  const db = new Database(':memory:')
  const version = db.prepare<[], string>('SELECT sqlite_version()').pluck().get()
  db.close()
  return version ?? ''
}

/** Writes the database at a path where nothing is. */
export function writeReferenceDb(path: string, tables: ReferenceTables, reference: ReferenceData): void {
  const db = new Database(path)
  try {
    // The file is made anew, synced as a whole by the caller and thrown away on failure, so no journal is needed.
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('page_size = 4096')
    db.exec(readFileSync(new URL('../../schemas/reference.sql', import.meta.url), 'utf8'))
    db.transaction(() => {
      // Countries and zones name each other.
      db.pragma('defer_foreign_keys = ON')
      const zoneIds = writeZones(db, tables, reference)
      writeStandards(db, reference, zoneIds)
      writeCountries(db, reference, zoneIds)
      writeCities(db, reference, zoneIds)
    })()
    db.exec('VACUUM')
  } finally {
    db.close()
  }
}

/** Writes the zones; answers their ids by identifier. */
function writeZones(
  db: Database.Database,
  { zones, zoneIdByAlias, linkLineByAlias }: ReferenceTables,
  { displayNames, outlyingZones }: ReferenceData,
): Map<string, number> {
  const line = db.prepare('INSERT INTO source_line (id, file, line, text) VALUES (?, ?, ?, ?)')
  const zone = db.prepare(
    'INSERT INTO zone (id, iana, listed, country, display_name, is_mainland, latitude, longitude, footer, posix_tz) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const type = db.prepare('INSERT INTO local_time_type VALUES (?, ?, ?, ?, ?, ?, ?)')
  const interval = db.prepare('INSERT INTO interval VALUES (?, ?, ?, ?)')
  const intervalLine = db.prepare('INSERT INTO interval_line VALUES (?, ?, ?, ?)')
  const change = db.prepare('INSERT INTO yearly_change VALUES (?, ?, ?)')
  const changeLine = db.prepare('INSERT INTO yearly_change_line VALUES (?, ?, ?, ?)')
  const alias = db.prepare('INSERT INTO zone_alias VALUES (?, ?, ?)')

  const lineIds = writeSourceLines(zones, linkLineByAlias, line)
  const idOf = new Map<string, number>()
  for (const [id, entry] of zones.entries()) {
    const rows = zoneToRows(entry.compiled)
    idOf.set(entry.compiled.id, id)
    const isMainland = entry.country !== null && !outlyingZones.has(entry.compiled.id)
    const place = [
      entry.country,
      displayNames.get(entry.compiled.id) ?? null,
      isMainland ? 1 : 0,
      microdegreesOf(entry.lat),
      microdegreesOf(entry.lon),
    ]
    zone.run(id, entry.compiled.id, entry.isListed ? 1 : 0, ...place, rows.footer, rows.posixTz)
    for (const row of rows.types) {
      type.run(id, row.position, row.utc_offset, row.stdoff, row.save, row.is_dst, row.abbreviation)
    }
    for (const row of rows.intervals) interval.run(id, row.position, row.starts_at, row.type)
    for (const row of rows.intervalLines)
      intervalLine.run(id, row.of, row.position, lineIds.get(lineKey(row.line)))
    for (const row of rows.changes) change.run(id, row.change, row.type)
    for (const row of rows.changeLines)
      changeLine.run(id, row.of, row.position, lineIds.get(lineKey(row.line)))
  }
  for (const [name, iana] of zoneIdByAlias) {
    const link = linkLineByAlias.get(name)
    alias.run(name, idOf.get(iana), link === undefined ? null : lineIds.get(lineKey(link)))
  }
  return idOf
}

type ZoneIds = ReadonlyMap<string, number>

function writeStandards(
  db: Database.Database,
  { standards, nameRows }: ReferenceData,
  zoneIds: ZoneIds,
): void {
  const standard = db.prepare('INSERT INTO standard VALUES (?, ?, ?, ?, ?, ?, ?)')
  const name = db.prepare('INSERT INTO zone_standard VALUES (?, ?, ?, ?, ?)')
  for (const row of standards) {
    standard.run(row.slug, row.name, row.code, row.offset, row.isDst ? 1 : 0, row.continent, row.counterpart)
  }
  for (const [zone, rows] of nameRows) {
    const id = zoneIds.get(zone)
    const positions = new Map<number, number>()
    for (const row of rows) {
      const position = positions.get(row.type) ?? 0
      positions.set(row.type, position + 1)
      name.run(id, row.type, position, row.start, row.name)
    }
  }
}

function writeCountries(db: Database.Database, { countries }: ReferenceData, zoneIds: ZoneIds): void {
  const country = db.prepare('INSERT INTO country VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const dependency = db.prepare('INSERT INTO dependency VALUES (?, ?, ?)')
  for (const row of countries) {
    country.run(
      row.iso2,
      row.iso3,
      row.numeric,
      row.name,
      row.slug,
      row.emoji,
      row.region,
      row.subRegion,
      row.population,
      row.defaultZone === null ? null : zoneIds.get(row.defaultZone),
      row.oneClockSince === null ? null : Math.max(row.oneClockSince, ALWAYS),
    )
    for (const [position, territory] of row.dependencies.entries())
      dependency.run(row.iso2, position, territory)
  }
}

function writeCities(db: Database.Database, { cities }: ReferenceData, zoneIds: ZoneIds): void {
  const city = db.prepare('INSERT INTO city VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (const row of cities) {
    city.run(
      row.id,
      row.slug,
      row.also,
      row.name,
      row.country,
      zoneIds.get(row.zone),
      row.isCapital ? 1 : 0,
      row.population,
      microdegreesOf(row.lat),
      microdegreesOf(row.lon),
    )
  }
}

const microdegreesOf = (degrees: number | null): number | null =>
  degrees === null ? null : microdegrees(degrees)

const lineKey = ({ file, line }: SourceLine): string => `${file}:${line}`

/** Writes each line once, in order of file and number; answers their ids by key. */
function writeSourceLines(
  zones: readonly ZoneEntry[],
  linkLineByAlias: ReadonlyMap<string, SourceLine>,
  insert: Database.Statement,
): Map<string, number> {
  const lines = new Map<string, SourceLine>()
  for (const { compiled } of zones) for (const line of compiled.lines) lines.set(lineKey(line), line)
  for (const line of linkLineByAlias.values()) lines.set(lineKey(line), line)
  const ordered = [...lines.values()].toSorted((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  )
  return new Map(
    ordered.map((line, id) => {
      insert.run(id, line.file, line.line, line.text)
      return [lineKey(line), id]
    }),
  )
}
