// Reads GeoNames' own dumps (cities1000.txt, cities15000.txt: 19 columns separated by tabs) into records.
import { faultInFile } from '../source-error.ts'
import type { NamedPlace } from './cities-json.ts'

/** A row of the dump, with the columns that we use. */
export interface GeonamesRow extends NamedPlace {
  readonly geonamesId: number
  /** All other names that GeoNames has for it, in all languages and of all times. Their order has no meaning, and some are codes. */
  readonly otherNames: readonly string[]
  /** GeoNames' codes of its divisions of the second to fourth level. Empty where unknown. */
  readonly districts: readonly [string, string, string]
  /** PPLC is a capital, PPLA the seat of a first division, PPLA2 of a second, PPL a place, PPLX a part of one, … */
  readonly featureCode: string
  /** Null where the dump has 0, which means "unknown" there. */
  readonly population: number | null
}

/** The columns of the dump. Those without a name are not read. */
const COLUMNS =
  'id name asciiName otherNames lat lon - featureCode country - region second third fourth population - - - -'.split(
    ' ',
  )

/** Returns the rows of a dump. Throws a SourceError with file:line for a line without 19 columns or without an id. */
export function parseGeonames(file: string, bytes: Uint8Array): GeonamesRow[] {
  const rows: GeonamesRow[] = []
  for (const [index, line] of new TextDecoder().decode(bytes).split('\n').entries()) {
    if (line.trim() === '') continue
    const refuse = (what: string): never => {
      throw faultInFile('source-shape', file, what, { line: index + 1 })
    }
    const columns = line.replace(/\r$/, '').split('\t')
    if (columns.length !== COLUMNS.length) refuse(`${columns.length} columns, expected ${COLUMNS.length}`)
    const cell = (name: string): string => columns[COLUMNS.indexOf(name)] ?? ''
    const degrees = (what: string, written: string, most: number): number => {
      const value = Number(written)
      if (written === '' || !(Math.abs(value) <= most)) refuse(`${what} "${written}" is not degrees`)
      return value
    }
    const [id, name, population] = [cell('id'), cell('name'), cell('population')]
    if (!/^\d+$/.test(id)) refuse(`geonameid "${id}" is not a number`)
    const lat = degrees('latitude', cell('lat'), 90)
    const lon = degrees('longitude', cell('lon'), 180)
    if (!/^\d*$/.test(population)) refuse(`population "${population}" is not a number`)
    const otherNames = [cell('asciiName'), ...cell('otherNames').split(',')]
    rows.push({
      geonamesId: Number(id),
      name,
      otherNames: otherNames.filter((other) => other !== '' && other !== name),
      country: cell('country'),
      region: cell('region'),
      districts: [cell('second'), cell('third'), cell('fourth')],
      featureCode: cell('featureCode'),
      population: Number(population) || null,
      lat,
      lon,
    })
  }
  return rows
}
