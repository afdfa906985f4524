// Rows of GeoNames' list, made for a test.
import type { GeonamesRow } from '#pipeline/parse/geonames.ts'

/** A town of 20,000 people in the south of France, but for what the test says. */
export const geonamesRow = (
  geonamesId: number,
  name: string,
  more: Partial<GeonamesRow> = {},
): GeonamesRow => ({
  geonamesId,
  name,
  otherNames: [],
  country: 'FR',
  region: '93',
  districts: ['', '', ''],
  featureCode: 'PPL',
  population: 20_000,
  lat: 43.3,
  lon: 5.4,
  ...more,
})

/** The row of such a town in the list of today, which has no id. */
export const rowOfToday = (name: string, lat = 43.3, lon = 5.4) => ({
  name,
  country: 'FR',
  region: '93',
  lat,
  lon,
})
