// POSIX TZ texts and the yearly changes that they mean.
import { describe, expect, test } from 'vitest'
import { offsetSeconds } from '#core/time/units.ts'
import { readPosixTz, writePosixTz } from '#core/zone/footer.ts'
import { yearlyInstant } from '#core/zone/yearly-day.ts'
import { isoOf } from '../../support/worlds/moment.ts'
import { tinyZones } from '../../support/worlds/tiny-tz.ts'

test('each zone of the tiny world has its footer as a POSIX TZ text', () => {
  expect(Object.fromEntries(tinyZones.zones.map(({ compiled }) => [compiled.id, compiled.posixTz]))).toEqual({
    'America/Edmonton': 'CST6',
    'America/New_York': 'EST5EDT,M3.2.0,M11.1.0',
    'Australia/Lord_Howe': '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0',
    'Etc/GMT': 'GMT0',
    'Etc/GMT+5': '<-05>5',
    'Etc/GMT-10': '<+10>-10',
    'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3',
    'Europe/Busingen': 'CET-1CEST,M3.5.0,M10.5.0/3',
    'Europe/Dublin': 'GMT0IST,M3.5.0/1,M10.5.0',
    UTC: 'UTC0',
  })
})

test.each([
  'UTC0',
  '<-0330>3:30<-0230>,M3.2.0/0:01,M11.1.0/0:01',
  'EET-2EEST,M3.4.4/50,M10.4.4/50',
  '<-02>2<-01>,M3.5.0/-1,M10.5.0/0',
  'IST-1GMT0,M10.5.0,M3.5.0/1',
  'AAA3BBB,J60,300/0:00:01',
  'XXX3EDT4,0/0,J365/23',
])('%s is read and written again unchanged', (text) => {
  const read = readPosixTz(text)
  expect(read === null ? null : writePosixTz(read)).toBe(text)
})

test.each([
  '',
  'CET',
  'CE-1',
  'CET-25',
  'CET-1CEST',
  'CET-1CEST,M3.5.0',
  'CET-1CEST,M13.5.0,M10.5.0',
  'CET-1CEST,M3.6.0,M10.5.0',
  'CET-1CEST,M3.5.7,M10.5.0',
  'CET-1CEST,J0,J365',
  'CET-1CEST,366,J365',
  'CET-1CEST,M3.5.0/168,M10.5.0',
  'CET-1CEST,M3.5.0,M10.5.0 ',
])('%j is not a POSIX TZ text with the days of its changes', (text) => {
  expect(readPosixTz(text)).toBeNull()
})

describe('a yearly change', () => {
  const offset = offsetSeconds(0)
  test.each([
    [
      'the second Sunday of March 2026',
      { kind: 'weekday', month: 3, week: 2, weekday: 0 },
      2026,
      '2026-03-08',
    ],
    ['the last Sunday of March 2026', { kind: 'weekday', month: 3, week: 5, weekday: 0 }, 2026, '2026-03-29'],
    [
      'the last Sunday of a four-Sunday month',
      { kind: 'weekday', month: 4, week: 5, weekday: 0 },
      2026,
      '2026-04-26',
    ],
    ['day 60 of a plain year', { kind: 'julian', day: 60 }, 2026, '2026-03-01'],
    ['day 60 of a leap year', { kind: 'julian', day: 60 }, 2028, '2028-03-01'],
    ['day 59 counted from zero, in a leap year', { kind: 'zero-based', day: 59 }, 2028, '2028-02-29'],
  ] as const)('%s', (_, day, year, expected) => {
    expect(isoOf(yearlyInstant({ day, time: 0 }, year, offset))).toBe(`${expected}T00:00:00Z`)
  })
})
