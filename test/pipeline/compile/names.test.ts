// Facts about places and their names, on rows made for them: what is one city, what is another name of it, and what is not a name.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nameKey } from '#core/text/name-key.ts'
import { offsetSeconds } from '#core/time/units.ts'
import { withExemplarNames, type ZonedCity } from '#pipeline/compile/cities.ts'
import { compileNames, type NameSources } from '#pipeline/compile/names.ts'
import { joinPlaces, placesOfGeonames } from '#pipeline/compile/places.ts'
import type { Standard } from '#pipeline/compile/standards.ts'
import { OWN_NAMES } from '#pipeline/curated/columns.ts'
import { geonamesRow as row, rowOfToday as today } from '../../support/worlds/geonames-rows.ts'
import { tinyCldr } from '../../support/worlds/tiny-reference.ts'

const namesIn = (places: readonly { readonly name: string }[]): string[] => places.map(({ name }) => name)

describe('places', () => {
  test('sections of a city are names of the city, with their own populations', () => {
    const marseille = row(2995469, 'Marseille', { population: 800_000 })
    const section = row(7284882, 'Marseille 01', {
      districts: ['13', '131', '13055'],
      population: 40_919,
      lat: 43.29,
    })
    const { places } = placesOfGeonames([marseille, section])
    expect(namesIn(places)).toEqual(['Marseille'])
    expect(places[0]?.otherNames).toContainEqual({ name: 'Marseille 01', isMain: true, population: 40_919 })
  })
  test('a city that now uses another of its names is the same city', () => {
    const renamed = row(1, 'Alt', { otherNames: ['Neu'] })
    const { places } = joinPlaces([today('Neu', 43.32)], [renamed])
    expect(places.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 Neu'])
    expect(places[0]?.otherNames).toContainEqual({ name: 'Alt', isMain: true, population: 20_000 })
  })
  test('a city that is in the source twice is listed once, as the larger of the two', () => {
    const twice = [row(1, 'Ville'), row(2, 'Ville City', { lat: 43.305, population: 30_000 })]
    expect(namesIn(placesOfGeonames(twice).places)).toEqual(['Ville City'])
    const apart = [row(1, 'Ville'), row(2, 'Ville City', { lat: 43.4 })]
    expect(placesOfGeonames(apart).places).toHaveLength(2)
  })
  test('the seat of a second-level division is listed if it has no population figure, and not if it is small', () => {
    const seats = [
      row(1, 'Uncounted', { featureCode: 'PPLA2', population: null }),
      row(2, 'Small', { featureCode: 'PPLA2', population: 900, lat: 44 }),
    ]
    expect(namesIn(placesOfGeonames(seats).places)).toEqual(['Uncounted'])
  })
  test('names lose the endings that their language adds, and transliterations lose their marks', () => {
    const rows = [
      row(1, 'Cheongju-si', { country: 'KR' }),
      row(2, 'Kandahār', { country: 'AF' }),
      row(3, 'Ta’if', { country: 'SA' }),
      row(4, 'Donostia / San Sebastián', { country: 'ES' }),
      row(5, 'Łódź', { country: 'PL' }),
    ]
    // Leaves out places that the curated rows add.
    const ofRows = placesOfGeonames(rows).places.filter(({ id }) => id > 0)
    expect(namesIn(ofRows)).toEqual(['Cheongju', 'Kandahar', 'Taif', 'San Sebastián', 'Łódź'])
  })
})

const city = (id: number, name: string, more: Partial<ZonedCity> = {}): ZonedCity => ({
  id,
  name,
  otherNames: [],
  country: 'DE',
  region: '02',
  isCapital: false,
  population: 100_000,
  lat: 48,
  lon: 11,
  zone: 'Europe/Berlin',
  ...more,
})
const other = (name: string) => ({ name, isMain: false, population: 100_000 })

test('the largest city of a zone gets CLDR’s exemplar name of the zone', () => {
  const cities = [
    city(1, 'Köln', { otherNames: [other('Cologne')] }),
    city(2, 'Small', { otherNames: [other('Cologne')], population: 1 }),
  ]
  const renamed = withExemplarNames(cities, new Map([['Europe/Berlin', 'Cologne']]))
  expect(namesIn(renamed)).toEqual(['Cologne', 'Small'])
  expect(renamed[0]?.otherNames.at(-1)).toMatchObject({ name: 'Köln', isMain: true })
})

describe('names', () => {
  const SOURCES: NameSources = {
    cldr: tinyCldr,
    countries: [],
    isoNames: new Map(),
    cities: [],
    cityRegions: new Map(),
    otherPlaces: [],
    divisionNames: new Map(),
    subdivisions: [],
    languages: [],
    standards: [],
    disagreements: [],
    zonePlaces: [{ id: 'Europe/Berlin', country: 'DE', lat: 0, lon: 0 }],
    displayNames: new Map(),
    zoneIdByAlias: new Map(),
  }
  const meaningsOf = (sources: Partial<NameSources>, name: string) =>
    compileNames({ ...SOURCES, ...sources }).rows.find(
      ({ words }) => words.replaceAll('-', '') === nameKey(name),
    )?.meanings ?? []

  test('with four letters or more count beside the city’s own name, but not in other scripts', () => {
    const cities = [
      city(1, 'Ulm', {
        otherNames: [
          other('QUL'),
          other('Oulm'),
          other('Ульм'),
          other('8900'),
          other('wu er mu'),
          other('City of Ulm'),
        ],
      }),
    ]
    expect(meaningsOf({ cities }, 'ulm')).toMatchObject([{ kind: 'place', isOwnName: true }])
    expect(meaningsOf({ cities }, 'oulm')).toMatchObject([{ kind: 'place', isOwnName: false }])
    // GeoNames' machine-made transcriptions and names of corporations mean nothing.
    for (const none of ['qul', '8900', 'wuermu', 'cityofulm'])
      expect(meaningsOf({ cities }, none)).toEqual([])
  })
  test('as it is shown a city is meant where only a larger town near it tells it from another', () => {
    const cities = [city(1, 'Ulm'), city(2, 'Bonn')]
    const cityRegions = new Map([
      [1, 'Bavaria, near Rome'],
      [2, 'Bavaria'],
    ])
    expect(meaningsOf({ cities, cityRegions }, 'Ulm, Bavaria, near Rome')).toMatchObject([
      { isOwnName: true },
    ])
    // The state behind a name is read by a rule.
    expect(meaningsOf({ cities, cityRegions }, 'Bonn, Bavaria')).toEqual([])
  })
  test('of a first-level division mean the zones of its places, each with the population of its largest place', () => {
    const cities = [city(1, 'A'), city(2, 'B', { zone: 'Europe/Busingen', population: 5 })]
    const divisionNames = new Map([['DE.02', 'Free State of Bavaria State']])
    expect(meaningsOf({ cities, divisionNames }, 'Free State of Bavaria')).toMatchObject([
      { place: { kind: 'division', zone: 'Europe/Berlin', population: 100_000 } },
      { place: { kind: 'division', zone: 'Europe/Busingen', population: 5 } },
    ])
  })
  test('of a division leave out those that say only where it is', () => {
    const cities = [city(1, 'Ulm'), city(2, 'Bonn', { region: '07' })]
    const divisionNames = new Map([
      ['DE.02', 'West Coast'],
      ['DE.07', 'West Rhine'],
    ])
    expect(meaningsOf({ cities, divisionNames }, 'West Coast')).toEqual([])
    expect(meaningsOf({ cities, divisionNames }, 'West Rhine')).toHaveLength(1)
  })
  test('in other languages leave out codes of standards and names of continents', () => {
    const standards: Standard[] = [
      {
        name: 'Ulmer Standard Time',
        slug: 'ulmer-standard-time',
        code: 'AWST',
        offset: offsetSeconds(0),
        isDst: false,
        continent: null,
        counterpart: null,
      },
    ]
    const cities = [city(1, 'Ulm', { otherNames: [other('Awst'), other('Asia')] })]
    expect(meaningsOf({ cities, standards }, 'AWST')).toEqual([
      { kind: 'standard', standard: 'ulmer-standard-time' },
    ])
    expect(meaningsOf({ cities, standards }, 'Asia')).toEqual([])
  })
  test('of countries in their own languages are CLDR’s names in an official language', () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- CLDR's files
    const json = (path: string): any =>
      JSON.parse(readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), 'utf8'))
    const info: Record<string, { languagePopulation?: Record<string, { _officialStatus?: string }> }> = json(
      'cldr-core/supplemental/territoryInfo.json',
    ).supplemental.territoryInfo
    const nameIn = (language: string, country: string): string => {
      const path = `cldr-localenames-full/main/${language}/territories.json`
      return existsSync(new URL(`../../../node_modules/${path}`, import.meta.url))
        ? json(path).main[language].localeDisplayNames.territories[country]
        : ''
    }
    expect(OWN_NAMES.length).toBeGreaterThan(60)
    for (const { country, names } of OWN_NAMES) {
      const official = Object.entries(info[country]?.languagePopulation ?? {})
        .filter(([, { _officialStatus }]) => _officialStatus !== undefined)
        .map(([language]) => nameIn(language.replace('_', '-'), country))
      for (const name of names) expect(official, country).toContain(name)
    }
  })
  test('of Windows mean CLDR’s zones, unless a standard has the name', () => {
    expect(meaningsOf({}, 'W. Europe Standard Time')).toEqual([{ kind: 'zone', zone: 'Europe/Berlin' }])
  })
})
