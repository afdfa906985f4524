// The zones of a division: those of its cities, of its country, of the division above it; or none.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileDivisions, type DivisionSources } from '#pipeline/compile/divisions.ts'
import { REGIONS } from '#pipeline/curated/columns.ts'
import { parseSubdivisions } from '#pipeline/parse/subdivisions.ts'
import { embeddedReferenceSources, sourcePath } from '#pipeline/sources/embedded.ts'
import { ROOT } from '#pipeline/paths.ts'

const zone = (id: string, country: string) => ({ id, country, lat: 0, lon: 0 })
const part = (code: string, name: string, whole: string | null = null) => ({
  code,
  country: code.slice(0, 2).toUpperCase(),
  whole,
  names: [name],
})
const SOURCES: DivisionSources = {
  countries: [],
  cities: [],
  otherPlaces: [],
  divisionNames: new Map(),
  subdivisions: [],
  zonePlaces: [
    zone('Europe/Paris', 'FR'),
    zone('Europe/Madrid', 'ES'),
    zone('Atlantic/Canary', 'ES'),
    zone('Africa/Ceuta', 'ES'),
  ],
}
const zonesOf = (name: string, more: Partial<DivisionSources>): string[][] =>
  compileDivisions({ ...SOURCES, ...more })
    .filter(({ names }) => names.has(name))
    .map(({ zones }) => [...zones.keys()])

test('a division of a country with one zone has that zone', () => {
  expect(zonesOf('Aveyron', { subdivisions: [part('fr12', 'Aveyron')] })).toEqual([['Europe/Paris']])
})

test('a division of a country with several zones has those of its cities; a single one goes to its parts too', () => {
  const city = {
    id: 1,
    name: 'Telde',
    otherNames: [],
    country: 'ES',
    region: '53',
    isCapital: false,
    population: 100_000,
    lat: 28,
    lon: -15,
    zone: 'Atlantic/Canary',
  }
  const more = {
    cities: [city],
    divisionNames: new Map([['ES.53', 'Canary Islands']]),
    subdivisions: [
      part('escn', 'Canary Islands'),
      part('esgc', 'Las Palmas Province', 'escn'),
      part('esan', 'Andalusia'),
    ],
  }
  expect(zonesOf('Canary Islands', more)).toEqual([['Atlantic/Canary']])
  expect(zonesOf('Las Palmas', more)).toEqual([['Atlantic/Canary']])
  expect(zonesOf('Andalusia', more)).toEqual([])
})

test('codes and short forms of states are names of their own kind, which other countries do not have', () => {
  const zonePlaces = [zone('America/Phoenix', 'US'), zone('Europe/Paris', 'FR')]
  const more = { zonePlaces, subdivisions: [part('usaz', 'Arizona'), part('frra', 'Rhône')] }
  expect(zonesOf('state code az', more)).toEqual([['America/Phoenix']])
  expect(zonesOf('state code Ariz', more)).toEqual([['America/Phoenix']])
  expect(zonesOf('state code ra', more)).toEqual([])
})

const zoneTab = readFileSync(
  sourcePath(ROOT, { package: null, path: 'pipeline/embedded/2026f/zone.tab' }),
  'utf8',
)

test('every zone of an island or region is in zone.tab, and has each name only once', () => {
  const listed = new Set(zoneTab.split('\n').map((line) => line.split('\t')[2]))
  const names = REGIONS.flatMap((row) => row.names)
  expect(REGIONS.flatMap(({ zones }) => zones).filter((id) => !listed.has(id))).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => name !== name.trim() || name === '')).toEqual([])
})

test('ISO 3166-2 is read completely: own names, English names, and divisions before their parts', () => {
  const bytesOf = (name: string) => {
    const source = embeddedReferenceSources(ROOT).find((one) => one.name === name)
    return source === undefined ? new Uint8Array() : readFileSync(sourcePath(ROOT, source))
  }
  const rows = parseSubdivisions(bytesOf('subdivisions'), bytesOf('subdivisionNames'))
  expect(rows.length).toBeGreaterThan(5000)
  expect(rows.find(({ code }) => code === 'it82')?.names).toEqual(['Sicily', 'Sicilia'])
  expect(rows.find(({ code }) => code === 'lt31')).toMatchObject({ country: 'LT', whole: 'ltkl' })
  const seen = new Set<string>()
  for (const { code, whole } of rows) {
    expect(whole === null || seen.has(whole), code).toBe(true)
    seen.add(code)
  }
})
