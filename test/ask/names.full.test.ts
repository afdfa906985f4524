// Names and abbreviations of every zone over 50 years back and 24 months ahead: they belong to the standard in force.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { CONVENTIONAL_CODES } from '#pipeline/curated/conventional-codes.ts'
import { standardInForce } from '#ask/standard-in-force.ts'
import { NOON, openService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const MONTH = 30.4375 * 86_400

test('each name is of the season (decision 0013), each abbreviation tzdb’s letters or the code of the standard', () => {
  const { zones, standards } = service.catalogue.almanac
  const names = new Set<string>()
  const faults: string[] = []
  for (const zone of zones.listed) {
    for (let month = -600; month <= 24; month++) {
      const at = epochSeconds(Math.floor(NOON + month * MONTH))
      const { type } = intervalAt(zone.compiled(), at)
      const { name, abbreviation, standard } = standardInForce(zone, type, at, standards)
      const where = `${zone.iana} ${month} ${type.abbreviation}: ${name} ${abbreviation}`
      if (name !== null) names.add(name)
      const isLetters = !/^[+-]/.test(type.abbreviation)
      if (isLetters && abbreviation !== type.abbreviation) faults.push(where)
      if (!isLetters && abbreviation !== null && abbreviation !== standard?.code) faults.push(where)
      if (abbreviation !== null && /\d/.test(abbreviation)) faults.push(where)
      if (name !== null && /Summer|Daylight/.test(name) && !type.isDst) faults.push(where)
      // Dublin's is the one daylight standard that is not called so.
      const isStandardName = name !== null && /Standard/.test(name) && name !== 'Irish Standard Time'
      if (isStandardName && type.isDst) faults.push(where)
    }
  }
  expect(faults).toEqual([])
  expect(names.size).toBeGreaterThan(180)
})

test('in the coming 24 months every name has the offset that defines its standard', () => {
  const { zones, standards } = service.catalogue.almanac
  const faults: string[] = []
  for (const zone of zones.listed) {
    for (let month = 0; month <= 24; month++) {
      const at = epochSeconds(Math.floor(NOON + month * MONTH))
      const { type } = intervalAt(zone.compiled(), at)
      const { standard, name } = standardInForce(zone, type, at, standards)
      if (standard !== undefined && (standard.offset !== type.offset || standard.isDst !== type.isDst)) {
        faults.push(`${zone.iana} ${month}: ${name}`)
      }
    }
  }
  expect(faults).toEqual([])
})

describe('the four Canadian zones that CLDR has wrong', () => {
  test.each([
    ['America/Edmonton', 'Mountain Daylight Time', 'MDT', 'Central Standard Time', 'CST'],
    ['America/Inuvik', 'Mountain Daylight Time', 'MDT', 'Central Standard Time', 'CST'],
    ['America/Vancouver', 'Pacific Daylight Time', 'PDT', 'Mountain Standard Time', 'MST'],
    ['America/Winnipeg', 'Central Daylight Time', 'CDT', 'Eastern Standard Time', 'EST'],
  ])('%s: %s until 2026-11-01, then %s', async (iana, before, codeBefore, after, codeAfter) => {
    const summer = await service.ask(`/timezones/${iana}?at=2026-10-31T12:00:00Z`)
    expect(summer.body.data.current).toMatchObject({ name: before, abbreviation: codeBefore, is_dst: true })
    const winter = await service.ask(`/timezones/${iana}?at=2026-11-02T12:00:00Z`)
    expect(winter.body.data.current).toMatchObject({ name: after, abbreviation: codeAfter, is_dst: false })
    expect(winter.body.data.current.utc_offset).toBe(summer.body.data.current.utc_offset)
    const slug = after.toLowerCase().replaceAll(' ', '-')
    expect(winter.body.data.links.abbreviation).toMatch(new RegExp(`/abbreviations/${slug}$`))
    expect(winter.body.data.standard).toMatchObject({ name: after, abbreviation: codeAfter })
  })
})

test('London, Guernsey, Jersey and the Isle of Man have British Summer Time, Dublin Irish Standard Time', async () => {
  for (const zone of ['London', 'Guernsey', 'Jersey', 'Isle_of_Man']) {
    const { body } = await service.ask(`/timezones/Europe/${zone}?at=2026-07-01T00:00:00Z`)
    expect(body.data.current.name).toBe('British Summer Time')
  }
  const { body } = await service.ask('/timezones/Europe/Dublin?at=2026-07-01T00:00:00Z')
  expect(body.data.current).toMatchObject({ name: 'Irish Standard Time', abbreviation: 'IST', is_dst: true })
  expect(body.data.standard).toMatchObject({ name: 'Greenwich Mean Time', abbreviation: 'GMT' })
})

test('past standards have names and no entry; local mean time has neither', async () => {
  const { body } = await service.ask('/timezones/America/Sao_Paulo?at=2018-12-01T00:00:00Z')
  expect(body.data.current).toMatchObject({ name: 'Brasilia Summer Time', abbreviation: null })
  expect(body.data.links.abbreviation).toBeNull()
  const old = await service.ask('/timezones/Europe/Paris?at=1850-01-01T00:00:00Z')
  expect(old.body.data.current).toMatchObject({ name: null, abbreviation: 'LMT' })
})

test('conventional codes are those of the curated table, and each row of it is of a standard CLDR names', () => {
  const english = readFileSync(
    new URL('../../node_modules/cldr-dates-full/main/en/timeZoneNames.json', import.meta.url),
    'utf8',
  )
  expect(CONVENTIONAL_CODES.filter(({ name }) => !english.includes(`"${name}"`))).toEqual([])
})
