// The luxon adapter compared with our own local times.
import * as luxon from 'luxon'
import { DateTime, Interval } from 'luxon'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { formatLocal } from '#core/time/moment.ts'
import { epochSeconds, toLocal } from '#core/time/units.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { Clock } from '#apps/library/clock.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { LuxonZone } from '#apps/library/luxon.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('luxon with our zone shows our wall times, in every zone and year', () => {
  for (const { iana, compiled } of service.catalogue.almanac.zones.listed) {
    const zone = compiled()
    for (let year = 1850; year <= 2450; year += 7) {
      const at = epochSeconds(Date.UTC(year, year % 12, (year % 28) + 1, year % 24) / 1000)
      const shown = DateTime.fromSeconds(at, { zone: new LuxonZone(new Clock(zone)) }).toFormat(
        "yyyy-MM-dd'T'HH:mm:ss",
      )
      expect(shown, `${iana} ${year}`).toBe(formatLocal(toLocal(at, offsetAt(zone, at))))
    }
  }
})

const zoneOf = (id: string): LuxonZone =>
  new LuxonZone(new Clock(service.catalogue.almanac.zones.named(id)?.compiled() ?? expect.unreachable()))

test('it formats offsets as luxon’s own zones do', () => {
  const zone = zoneOf('Asia/Kolkata')
  expect(zone.formatOffset(0, 'narrow')).toBe('+5:30')
  expect(zone.formatOffset(0, 'short')).toBe('+05:30')
  expect(zone.formatOffset(0, 'techie')).toBe('+0530')
  expect(zone.offsetName(0)).toBe('IST')
  const tokyo = zoneOf('Asia/Tokyo')
  expect(tokyo.formatOffset(0, 'narrow')).toBe('+9')
  expect([tokyo.isUniversal, zoneOf('UTC').isUniversal]).toEqual([false, true])
})

const clocks = openClocks(`${inject('embeddedArtifact')}/${CLOCKS}`)

test('a zone has the identifier that was asked for, and the zone’s own beside it', () => {
  const zone = new LuxonZone(clocks.zone('Asia/Calcutta'))
  expect([zone.name, zone.canonical]).toEqual(['Asia/Calcutta', 'Asia/Kolkata'])
  const stored = DateTime.fromMillis(0, { zone }).zoneName ?? ''
  expect(new LuxonZone(clocks.zone(stored)).equals(zone)).toBe(true)
  expect(zone.equals(new LuxonZone(clocks.zone('Asia/Kolkata')))).toBe(false)
})

test('long names are in the language, and are the offset where the runtime shows another clock', () => {
  const at = Date.UTC(2026, 6, 1)
  const shown = (id: string, locale: string): string =>
    DateTime.fromMillis(at, { zone: new LuxonZone(clocks.zone(id)) })
      .setLocale(locale)
      .toFormat('ZZZZ | ZZZZZ')
  expect(shown('America/New_York', 'en-US')).toBe('EDT | Eastern Daylight Time')
  expect(shown('America/New_York', 'de')).toBe('EDT | Nordamerikanische Ostküsten-Sommerzeit')
  // A whole date in each form of Intl, compared with the same date in luxon's own zone.
  const both = (locale: string, format: Intl.DateTimeFormatOptions): string[] =>
    ['Asia/Tokyo', new LuxonZone(clocks.zone('Asia/Tokyo'))].map((zone) =>
      DateTime.fromMillis(at, { zone }).setLocale(locale).toLocaleString(format).replaceAll('\u202F', ' '),
    )
  for (const locale of ['en-US', 'de', 'ja'])
    for (const timeZoneName of [
      'long',
      'shortOffset',
      'longOffset',
      'shortGeneric',
      'longGeneric',
    ] as const) {
      const [own, ours] = both(locale, { ...DateTime.DATETIME_HUGE, timeZoneName })
      expect(ours, `${locale} ${timeZoneName}`).toBe(own)
    }
  expect(
    DateTime.fromMillis(at, { zone: new LuxonZone(clocks.zone('Asia/Tokyo')) })
      .setLocale('de')
      .toFormat('ffff'),
  ).toBe('Mittwoch, 1. Juli 2026 um 09:00 Japanische Normalzeit')
  // A clock that no runtime knows.
  const clock = {
    id: 'Europe/Berlin',
    offsetAt: () => 20_700,
    stateAt: () => ({ abbreviation: 'X', from: null, until: null }),
  }
  expect(new LuxonZone(clock).offsetName(at, { format: 'long', locale: 'en' })).toBe('GMT+05:45')
})

test('the name alone is right in the hours beside a change', () => {
  for (const id of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
    const clock = clocks.zone(id)
    const zone = new LuxonZone(clock)
    for (const { at } of clock.changes(Date.UTC(2026, 0), Date.UTC(2027, 0)))
      for (let hours = -14; hours <= 14; hours += 0.5) {
        const shown = (on: string | LuxonZone): string =>
          DateTime.fromMillis(at + hours * 3_600_000, { zone: on })
            .setLocale('en-US')
            .toFormat('ZZZZZ')
        expect(shown(zone), `${id} ${hours}`).toBe(shown(id))
      }
  }
})

/** Every property of what luxon exports, of its prototypes, and of the objects inside a date. */
function insidesOfLuxon(): Map<string, PropertyDescriptor> {
  const inside = Object.entries<unknown>(Object(DateTime.utc())).filter(
    ([, value]) => typeof value === 'object',
  )
  const roots = new Map<string, unknown>([...Object.entries(luxon), ...inside])
  const found = new Map<string, PropertyDescriptor>()
  for (const [name, root] of roots)
    for (const object of [root, Object(root).prototype, Object.getPrototypeOf(Object(root))]) {
      if (typeof object !== 'function' && (typeof object !== 'object' || object === null)) continue
      const is = object === root ? '' : object === Object(root).prototype ? '.prototype' : ' (its prototype)'
      for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(object)))
        if (object !== root || typeof property.value === 'function')
          found.set(`${name}${is}.${key}`, property)
    }
  return found
}

// Before any zone of this file is made.
const untouched = insidesOfLuxon()

test('nothing inside luxon is changed by making zones and writing dates', () => {
  const [start, end] = [0, 1e9].map((at) => DateTime.fromMillis(at, { zone: zoneOf('Europe/Berlin') }))
  if (start === undefined || end === undefined) throw new Error('two dates')
  start.toFormat('ffff TTTT ZZZZ ZZZZZ')
  Interval.fromDateTimes(start, end).toLocaleString()
  const now = insidesOfLuxon()
  expect(untouched.size).toBeGreaterThan(200)
  expect([...now.keys()]).toEqual([...untouched.keys()])
  const parts = ['value', 'get', 'set'] as const
  const changed = [...untouched].filter(([name, own]) =>
    parts.some((part) => now.get(name)?.[part] !== own[part]),
  )
  expect(changed.map(([name]) => name)).toEqual([])
})

/** Numbers at both ends of what a Date can have, and beyond. */
const ENDS = [0, 1, 3_600_000, 12 * 3_600_000, 86_400_000, 1e15]
  .flatMap((step) => [8.64e15 - step, 8.64e15 + step])
  .flatMap((at) => [at, -at])
const FARTHEST = [...ENDS, 1e300, Infinity, -Infinity, NaN]
const inYears = (at: number): number => Math.trunc(at / 31_556_952_000)

test.each<[string, (zone: string | LuxonZone, at: number) => DateTime]>([
  ['fromMillis', (zone, at) => DateTime.fromMillis(at, { zone })],
  ['fromSeconds', (zone, at) => DateTime.fromSeconds(at / 1000, { zone })],
  ['fromObject', (zone, at) => DateTime.fromObject({ year: inYears(at), month: 9 }, { zone })],
  [
    'fromISO',
    (zone, at) => DateTime.fromISO(at > 0 ? '+275760-09-13T00:00' : '-271821-04-20T00:00', { zone }),
  ],
  ['setZone', (zone, at) => DateTime.fromSeconds(at / 1000, { zone: 'utc' }).setZone(zone)],
  ['plus milliseconds', (zone, at) => DateTime.fromMillis(0, { zone }).plus({ milliseconds: at })],
  ['plus years', (zone, at) => DateTime.fromMillis(0, { zone }).plus({ years: inYears(at) })],
  ['startOf', (zone, at) => DateTime.fromSeconds(at / 1000, { zone }).startOf('year')],
  ['endOf', (zone, at) => DateTime.fromSeconds(at / 1000, { zone }).endOf('year')],
  ['set', (zone, at) => DateTime.fromSeconds(at / 1000, { zone }).set({ hour: 23 })],
])('at the ends of time, %s is valid or invalid where it is in luxon’s own zones', (_, make) => {
  const outcome = (zone: string | LuxonZone, at: number): string => {
    try {
      return String(make(zone, at).isValid)
    } catch {
      return 'throws'
    }
  }
  for (const id of ['America/New_York', 'Asia/Tokyo', 'UTC', 'Pacific/Apia'])
    for (const at of FARTHEST) expect(outcome(zoneOf(id), at), `${id} ${at}`).toBe(outcome(id, at))
})

// Short names are left out: ours are the abbreviations of the release. Node 20 writes a narrow space before AM and PM in zones of one's own.
test('dates are written as in luxon’s own zones', () => {
  const at = Date.UTC(2026, 6, 1, 18)
  const forms = [
    'TIME_SIMPLE',
    'TIME_WITH_SECONDS',
    'DATETIME_SHORT',
    'DATETIME_MED',
    'DATETIME_HUGE',
  ] as const
  for (const locale of ['en-US', 'en-AU', 'de', 'fr', 'ja', 'es-MX', 'ar-EG']) {
    const [own, ours] = ['America/New_York', zoneOf('America/New_York')].map((zone) => {
      const date = DateTime.fromMillis(at, { zone }).setLocale(locale)
      return [
        ...forms.map((form) => date.toLocaleString(DateTime[form])),
        date.toFormat('t tt f ff ffff F FF'),
      ].map((text) => text.replaceAll('\u202F', ' '))
    })
    expect(ours, locale).toEqual(own)
  }
})
