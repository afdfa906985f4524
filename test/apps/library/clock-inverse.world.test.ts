// What a clock shows at an instant is read back to it, and a day begins where Temporal says, also where midnight was skipped or came twice.
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#apps/library/clocks.ts'

const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))

test.each([
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00Z'],
  // From 23:30 to 00:30: the day began half an hour before its midnight would have been.
  ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00Z'],
  // Midnight was skipped.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
  // At one in the morning the clock went back to midnight, which came twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
  // The day never came.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
])('%s: %s begins at %s', (zone, date, at) => {
  expect(clocks.zone(zone).startOfDay(date)).toBe(Date.parse(at))
})

test('midnight of a day that begins in a gap is read as any time of a gap, and is not its start', () => {
  const toronto = clocks.zone('America/Toronto')
  expect(toronto.instantOf('1919-03-31T00:00')).toBe(Date.parse('1919-03-31T05:00:00Z'))
  const midnight = Temporal.PlainDateTime.from('1919-03-31T00:00').toZonedDateTime('America/Toronto')
  expect(toronto.instantOf('1919-03-31T00:00')).toBe(midnight.epochMilliseconds)
})

test('a day begins where Temporal says, on both sides of every change since 1970', () => {
  let count = 0
  for (const id of [
    'Europe/Berlin',
    'America/Sao_Paulo',
    'America/Havana',
    'Asia/Beirut',
    'Africa/Cairo',
    'Pacific/Apia',
    'Asia/Amman',
  ]) {
    const clock = clocks.zone(id)
    for (const { at, after } of clock.changes(0, Date.UTC(2020, 0)))
      for (const days of [-1, 0, 1]) {
        const date = new Date(at + after.offset * 1000 + days * 86_400_000).toISOString().slice(0, 10)
        const expected = Temporal.PlainDate.from(date).toZonedDateTime(id).epochMilliseconds
        expect(clock.startOfDay(date), `${id} ${date}`).toBe(expected)
        count++
      }
  }
  expect(count).toBeGreaterThan(1000)
})

test('the wall text and the offset text of an instant lead back to it', () => {
  for (const id of ['Europe/Berlin', 'Asia/Kathmandu', 'Africa/Monrovia', 'Pacific/Apia']) {
    const clock = clocks.zone(id)
    for (let at = Date.UTC(1960, 0); at < Date.UTC(2030, 0); at += 86_400_000 * 11 + 1234) {
      const wall = clock.wallAt(at)
      expect([clock.instantOf(wall, 'earlier'), clock.instantOf(wall, 'later')], wall).toContain(at)
      // In a fold the offset says which.
      expect(clock.instantOf(wall + clock.offsetTextAt(at), 'reject')).toBe(at)
    }
  }
})

test('a start of day is asked by a date', () => {
  const berlin = clocks.zone('Europe/Berlin')
  for (const date of ['2026-02-29', '2026-7-1', '20260701', '2026-07-01T00:00', 'today'])
    expect(() => berlin.startOfDay(date), date).toThrow(/^date: found .+, expected a date such as/)
  // @ts-expect-error -- a number is an instant, not a date
  expect(() => berlin.startOfDay(Date.UTC(2026, 6, 1))).toThrow(TypeError)
})
