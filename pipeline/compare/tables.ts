// The same table of two databases → rows that came, went and changed, by key.
import type Database from 'better-sqlite3'

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

export interface ChangedRow {
  readonly key: string
  /** What a person would call it; the key where it has no name. */
  readonly name: string
  readonly fields: readonly { readonly field: string; readonly was: Value; readonly is: Value }[]
}

export interface TableDiff {
  readonly added: readonly { readonly key: string; readonly name: string }[]
  readonly removed: readonly { readonly key: string; readonly name: string }[]
  readonly changed: readonly ChangedRow[]
}

/** A table as it is compared: a query whose rows have `key`, `name` and whatever else is worth a word. */
export interface ComparedTable {
  readonly table: string
  readonly query: string
}

/** Zones are named, not numbered: a new zone shifts every id after it. */
export const REFERENCE_TABLES: Readonly<Record<'countries' | 'cities' | 'standards', ComparedTable>> = {
  countries: {
    table: 'country',
    query: `SELECT iso2 AS "key", name, iso3, numeric_code, slug, emoji, region, sub_region, population,
        (SELECT iana FROM zone WHERE id = default_zone) AS default_zone,
        (SELECT group_concat(territory, ' ' ORDER BY position) FROM dependency WHERE dependency.country = iso2) AS dependencies
      FROM country ORDER BY iso2`,
  },
  cities: {
    table: 'city',
    query: `SELECT city.id AS "key", name, slug, also, city.country, iana AS timezone, is_capital, population,
        city.latitude, city.longitude
      FROM city JOIN zone ON zone.id = city.zone ORDER BY city.id`,
  },
  standards: {
    table: 'standard',
    query: `SELECT slug AS "key", name, code, utc_offset, is_dst, continent, counterpart FROM standard ORDER BY slug`,
  },
}

/** What is said of a zone beside its clock. */
export const ZONE_TABLE: ComparedTable = {
  table: 'zone',
  query: `SELECT iana AS "key", iana AS name, listed, country, display_name, is_mainland, latitude, longitude
    FROM zone ORDER BY iana`,
}

/** Every other identifier, and the zone that answers for it. */
export const ALIAS_TABLE: ComparedTable = {
  table: 'zone_alias',
  query: `SELECT zone_alias.name AS "key", zone_alias.name AS name, iana AS timezone
    FROM zone_alias JOIN zone ON zone.id = zone_alias.zone ORDER BY zone_alias.name`,
}

/** Compares a table; null where it is not, or is empty, in both. A column that one side lacks is not compared. */
export function compareTable(
  older: Database.Database,
  newer: Database.Database,
  compared: ComparedTable,
): TableDiff | null {
  const was = rowsOf(older, compared)
  const is = rowsOf(newer, compared)
  if (was.size === 0 && is.size === 0) return null
  const changed: ChangedRow[] = []
  for (const [key, row] of is) {
    const before = was.get(key)
    if (before === undefined) continue
    const fields = Object.keys(row)
      .filter((field) => field in before && row[field] !== before[field])
      .map((field) => ({ field, was: before[field] ?? null, is: row[field] ?? null }))
    if (fields.length > 0) changed.push({ key, name: nameOf(row), fields })
  }
  return { added: missingFrom(was, is), removed: missingFrom(is, was), changed }
}

/** The rows that the other side has not. */
const missingFrom = (other: ReadonlyMap<string, Row>, rows: ReadonlyMap<string, Row>) =>
  [...rows].flatMap(([key, row]) => (other.has(key) ? [] : [{ key, name: nameOf(row) }]))

const nameOf = (row: Row): string => String(row['name'] ?? row['key'])

function rowsOf(db: Database.Database, { table, query }: ComparedTable): Map<string, Row> {
  const exists = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table)
  if (exists === undefined) return new Map()
  const rows = db.prepare<[], Row>(query).all()
  return new Map(rows.map((row) => [String(row['key']), row]))
}
