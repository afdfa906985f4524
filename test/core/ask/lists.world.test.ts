// Labels of zones in Windows and many forms: an offset in brackets, and places that have it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLocationToken } from '#core/ask/location-token.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'
import { meaningOf, named } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const meant = (text: string): string[] => {
  const meaning = meaningOf(text, service.catalogue.almanac)
  return meaning === null ? [] : named(meaning)
}

test.each([
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
  ['(GMT) Edinburgh, London', 'Europe/London'],
  ['(UTC-06:00) Guadalajara, Mexico City, Monterrey', 'America/Mexico_City'],
  ['(UTC+10:00) Canberra, Melbourne, Sydney', 'Australia/Sydney'],
  ['(UTC+11:00) Solomon Is., New Caledonia', 'Pacific/Guadalcanal'],
  ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(UTC+06:30) Yangon (Rangoon)', 'Asia/Yangon'],
  ['Bogota, Lima, Quito, Rio Branco (GMT-05:00)', 'America/Bogota'],
  ['UTC-10:00 - Adak, Alaska', 'America/Adak'],
  ['GMT+2 / Cairo', 'Africa/Cairo'],
  ['GMT+2/Cairo', 'Africa/Cairo'],
  ['+05:30/Kolkata', 'Asia/Kolkata'],
  ['Etc/GMT+2', 'Etc/GMT+2'],
  ['[UTC + 12:45] Chatham Islands Time', 'Pacific/Chatham'],
])('%s is on the clock of %s', (text, zone) => {
  const meaning = meaningOf(text, service.catalogue.almanac)
  const wanted = meaningOf(zone, service.catalogue.almanac)
  expect(meaning?.kind).toBe('one')
  const footers = [meaning, wanted].map((one) =>
    one?.kind === 'one' && one.clock.kind === 'zone' ? one.clock.zone.compiled().footer : null,
  )
  expect(footers[0]).not.toBeNull()
  expect(footers[0]).toEqual(footers[1])
})

test('an offset that is said twice is that offset', () => {
  expect(meant('(UTC-11:00) Coordinated Universal Time-11')).toEqual(['Etc/GMT+11'])
  expect(meant('(UTC) Coordinated Universal Time')).toEqual(['UTC'])
})

test('a list of before a country moved its clock is still that place', () => {
  expect(meant('(UTC+02:00) Damascus')).toEqual(['Asia/Damascus'])
  expect(meant('(UTC+12:00) Magadan')).toEqual(['Asia/Magadan'])
})

test('an offset that a place has not kept since 2000 is asked about, with the place and the offset', () => {
  expect(meant('(UTC+09:00) Paris')).toEqual(expect.arrayContaining(['Europe/Paris', 'Etc/GMT-9']))
  expect(meant('(UTC-13:00) London')).toEqual([])
})

test('a name that means nothing is not left out of a list', () => {
  expect(meant('(UTC+01:00) Amsterdam, Berlin, Nowhere at all')).toEqual([])
  expect(meant('Nowhere at all, Berlin (UTC+01:00)')).toEqual([])
})

test('what has no offset in brackets is no list', () => {
  for (const text of ['Amsterdam, Berlin', '(UTC+01:00)', 'Biel (Bienne)', 'UTC+1'])
    expect(readLocationToken(text).kind).not.toBe('list')
  const list = { kind: 'list', offset: -12_600, names: ['Newfoundland'] }
  expect(readLocationToken('(UTC−03:30) Newfoundland')).toEqual(list)
})
