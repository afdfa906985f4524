// Reads GeoNames' own dumps (cities1000.txt, cities15000.txt: 19 columns separated by tabs) into records.
import { faultInFile } from '../source-error.ts'

/** A row of the dump, with the columns that we use. */
export interface GeonamesRow {
  readonly geonamesId: number
  readonly name: string
  /** All other names that GeoNames has for it, in all languages and of all times. Their order has no meaning, and some are codes. */
  readonly otherNames: readonly string[]
  readonly country: string
  /** First administrative division. Empty when unknown. */
  readonly region: string
  /** GeoNames' codes of its divisions of the second to fourth level. Empty where unknown. */
  readonly districts: readonly [string, string, string]
  /** PPLC is a capital, PPLA the seat of a first division, PPLA2 of a second, PPL a place, PPLX a part of one, … */
  readonly featureCode: string
  /** Null where the dump has 0, which means "unknown" there. */
  readonly population: number | null
  readonly lat: number
  readonly lon: number
}

const COLUMNS = 19

/** Returns the rows of a dump. Throws a SourceError with file:line for a line without 19 columns or without an id. */
export function parseGeonames(file: string, bytes: Uint8Array): GeonamesRow[] {
  const rows: GeonamesRow[] = []
  const lines = new TextDecoder().decode(bytes).split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const refuse = (what: string): never => {
      throw faultInFile('source-shape', file, what, { line: index + 1 })
    }
    const columns = line.replace(/\r$/, '').split('\t')
    if (columns.length !== COLUMNS) refuse(`${columns.length} columns, expected ${COLUMNS}`)
    const [
      id = '',
      name = '',
      asciiName = '',
      otherNames = '',
      latText = '',
      lonText = '',
      ,
      featureCode = '',
      country = '',
      ,
      region = '',
      second = '',
      third = '',
      fourth = '',
    ] = columns
    const populationText = columns[14] ?? ''
    const lat = Number(latText)
    const lon = Number(lonText)
    if (!/^\d+$/.test(id)) refuse(`geonameid "${id}" is not a number`)
    if (latText === '' || !(Math.abs(lat) <= 90)) refuse(`latitude "${latText}" is not degrees`)
    if (lonText === '' || !(Math.abs(lon) <= 180)) refuse(`longitude "${lonText}" is not degrees`)
    if (!/^\d*$/.test(populationText)) refuse(`population "${populationText}" is not a number`)
    const population = Number(populationText)
    rows.push({
      geonamesId: Number(id),
      name,
      otherNames: [asciiName, ...otherNames.split(',')].filter((other) => other !== '' && other !== name),
      country,
      region,
      districts: [second, third, fourth],
      featureCode,
      population: population === 0 ? null : population,
      lat,
      lon,
    })
  }
  return rows
}
