// What an almanac reads, and what it keeps between questions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlmanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import { convert } from '#core/ask/convert.ts'
import type { Reference } from '#core/ask/reference-data.ts'
import { zoneState } from '#core/ask/zone-state.ts'
import { addYears } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import type { TableName } from '#schemas/reference-tables.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const NOW = epochSeconds(NOON)

test('a conversion reads no cities, save for the slug of one among several', () => {
  const { artifact } = service.catalogue
  const read = new Set<TableName>()
  const reference: Reference = {
    ...artifact,
    rows: (table) => {
      read.add(table)
      return artifact.rows(table)
    },
    pages: (table) => {
      read.add(table)
      return artifact.pages(table)
    },
  }
  const almanac = openAlmanac(reference)
  const moment = { kind: 'instant', at: NOW } as const
  const request = { from: 'UTC', to: ['Asia/Tokyo', '+05:30'], moment, resolution: 'earliest' } as const
  expect(convert(request, almanac, NOW).kind).toBe('converted')
  expect(read).toContain('zone')
  expect(convert({ ...request, to: ['Kathmandu'] }, almanac, NOW).kind).toBe('converted')
  expect(read).not.toContain('city')
  expect(convert({ ...request, to: ['san-jose-cr'] }, almanac, NOW).kind).toBe('converted')
  expect(read).toContain('city')
})

test('requests about other instants leave the present states as they were', async () => {
  const { almanac } = service.catalogue
  const zone = almanac.zones.named('Europe/Berlin')
  if (zone === null) throw new Error('there is a Europe/Berlin')
  const present = almanac.stateOf(zone, NOW)
  for (const path of [
    '/timezones/Europe/Berlin?at=1980-07-01T00:00:00Z',
    '/cities/berlin?at=1985-07-01T00:00:00Z',
    '/convert?from=Europe/Berlin&to=Berlin&at=1990-07-01T00:00:00Z',
  ]) {
    expect((await service.ask(path)).status, path).toBe(200)
  }
  expect(almanac.stateOf(zone, NOW)).toBe(present)
})

// Bogotá had the daylight saving time of 1992 in an answer for 1950, once 1987 had been asked about.
test('the state of a zone does not depend on what was asked before', () => {
  const { zones, standards } = service.catalogue.almanac
  const almanac = openAlmanac(service.catalogue.artifact)
  const wrong: string[] = []
  let seed = 20_261_126
  const random = (): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  for (const zone of zones.listed) {
    const changes: EpochSeconds[] = []
    for (const { at } of transitionsAfter(zone.compiled(), epochSeconds(-3_000_000_000))) {
      if (at > 3_000_000_000) break
      changes.push(at)
    }
    for (let n = 0; n < 60; n++) {
      // Instants near a change, five years before one, and any.
      const change = changes[Math.floor(random() * changes.length)] ?? epochSeconds(0)
      const near = n % 3 === 0 ? change : n % 3 === 1 ? addYears(change, -5) : -3e9 + random() * 6e9
      const at = epochSeconds(Math.floor(near + (random() - 0.5) * 8 * 86_400))
      const { from: _, until: __, ...asked } = almanac.stateOf(zone, at, NOW)
      const { from: ___, until: ____, ...fresh } = zoneState(zone, at, standards)
      const meant = (state: typeof fresh): string =>
        JSON.stringify({ ...state, zone: null, season: { ...state.season, from: 0, until: 0 } })
      if (meant(asked) !== meant(fresh)) wrong.push(`${zone.iana} ${at}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a country counts its cities, its zones and their standards', () => {
  const { almanac } = service.catalogue
  const nepal = almanac.countries.named('np')
  if (nepal === undefined) throw new Error('there is a Nepal')
  expect(almanac.cities().inCountry(nepal).length).toBe(
    almanac.cities().byName.filter(({ country }) => country === nepal).length,
  )
  const state = almanac.countryStateOf(nepal, NOW)
  expect(state).toMatchObject({ country: nepal, zonesWithDst: 0 })
  expect(state.standards.map(({ slug }) => slug)).toEqual(['nepal-time'])
})

test('a table comes in pages: the same rows, in the same order', () => {
  const { artifact } = service.catalogue
  const pages = [...artifact.pages('city')]
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.flat()).toEqual(artifact.rows('city'))
  // Tables whose key has several columns.
  expect([...artifact.pages('interval')].flat()).toEqual(artifact.rows('interval'))
  expect([...artifact.pages('release_change')].flat()).toEqual(artifact.rows('release_change'))
})

test('what is read ahead in steps is what the first question would have read', () => {
  const ahead = openAlmanac(service.catalogue.artifact)
  let steps = 0
  for (const _ of ahead.readAhead(NOW)) steps++
  // One step for each thousand cities, and one for each beginning of a name.
  expect(steps).toBeGreaterThan(200)
  const { almanac } = service.catalogue
  const slugs = (cities: readonly { slug: string }[]) => cities.map(({ slug }) => slug)
  for (const order of ['name', '-name', 'offset', '-offset'] as const) {
    expect(slugs(ahead.citiesBy(order, NOW))).toEqual(slugs(almanac.citiesBy(order, NOW)))
  }
})

test('cities are in order by name and by offset, either way, and those of one key by slug', () => {
  const { almanac } = service.catalogue
  const offsetOf = (iana: string): number => {
    const zone = almanac.zones.named(iana)
    if (zone === null) throw new Error(`there is a ${iana}`)
    return almanac.stateOf(zone, NOW).season.type.stdoff
  }
  const keysOf = {
    name: ({ sortName }: City) => sortName,
    offset: ({ zone }: City) => offsetOf(zone.iana),
  }
  for (const key of ['name', 'offset'] as const) {
    for (const [order, direction] of [
      [key, 1],
      [`-${key}`, -1],
    ] as const) {
      const keyOf = keysOf[key]
      const listed = almanac.citiesBy(order, NOW)
      const keyed = almanac.cities().bySlug.map((city) => ({ slug: city.slug, key: keyOf(city) }))
      keyed.sort((one, other) =>
        one.key === other.key
          ? Number(one.slug > other.slug) - Number(one.slug < other.slug)
          : one.key < other.key
            ? -direction
            : direction,
      )
      expect(listed.map(({ slug }) => slug)).toEqual(keyed.map(({ slug }) => slug))
    }
  }
})

test('a city answers to its second slug in any case: its own with its country, or any other that its table has', () => {
  const { artifact, almanac } = service.catalogue
  for (const { slug, also, country } of artifact.rows('city')) {
    if (also === null) expect(almanac.cities().named(`${slug}-${country}`), slug).toBeUndefined()
    else expect(almanac.cities().named(also.toUpperCase())?.slug, also).toBe(slug)
  }
  const { cities } = openAlmanac({
    ...artifact,
    *pages(table) {
      yield artifact
        .rows(table)
        .map((row) => ('also' in row && 'slug' in row ? { ...row, also: `other-${String(row.slug)}` } : row))
    },
  })
  expect(cities().named('Other-berlin')?.slug).toBe('berlin')
  expect(cities().named('berlin-de')).toBeUndefined()
})
