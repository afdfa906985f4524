// What an almanac reads, and what it keeps while other things are asked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlmanac } from '#ask/almanac.ts'
import { convert } from '#ask/convert.ts'
import type { Reference } from '#ask/reference.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { TableName } from '#schemas/reference-tables.ts'
import { NOON, openService, type Service } from '../support/service.ts'

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
