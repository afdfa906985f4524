// The first instant of a local day, also where a clock skips its midnight, repeats it, or goes past the whole day.
import { expect, test } from 'vitest'
import { daysFromCivil } from '#core/time/civil.ts'
import { isSkippedDay, startOfLocalDay } from '#core/zone/local-day.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { instant } from '../../support/worlds/moment.ts'

/** A zone whose clock is put forward on 8 March 2026 and back on 1 November, both at a wall time. */
const zoneThat = (forward: string, back: string) =>
  compileText(
    `Rule T 2026 o - Mar 8 ${forward} 1 D\nRule T 2026 o - Nov 1 ${back} 0 S\nZone Test/Zone 0 T X%sT\n`,
  )

test.each([
  // The day after the change of spring, and when it begins; the day after that of autumn, and when it begins.
  ['02:00', '02:00', '2026-03-08T23:00:00Z', '2026-11-02T00:00:00Z'],
  ['24:00', '24:00', '2026-03-09T00:00:00Z', '2026-11-02T00:00:00Z'],
  ['23:30', '24:30', '2026-03-08T23:30:00Z', '2026-11-01T23:00:00Z'],
])('with changes at %s and at %s', (forward, back, spring, autumn) => {
  const zone = zoneThat(forward, back)
  expect(startOfLocalDay(zone, daysFromCivil(2026, 3, 9))).toBe(instant(spring))
  expect(startOfLocalDay(zone, daysFromCivil(2026, 11, 2))).toBe(instant(autumn))
  expect(isSkippedDay(zone, daysFromCivil(2026, 3, 9))).toBe(false)
})

test('a day that a clock goes past begins with the next one, and is skipped', () => {
  const apia = compileText('Zone Test/Apia -10:00 - -10 2011 Dec 29 24:00\n  14:00 - %z\n')
  const days = [29, 30, 31].map((day) => daysFromCivil(2011, 12, day))
  expect(days.map((day) => isSkippedDay(apia, day))).toEqual([false, true, false])
  expect(days.map((day) => startOfLocalDay(apia, day))).toEqual([
    instant('2011-12-29T10:00:00Z'),
    instant('2011-12-30T10:00:00Z'),
    instant('2011-12-30T10:00:00Z'),
  ])
})
