// Moments as people and programs write them: what is read, what is refused, and what is printed.
import { describe, expect, test } from 'vitest'
import { dayNamed } from '#core/time/civil.ts'
import { DOORS } from '#core/time/date-time-text.ts'
import { addYears, formatDateTime, formatUtc, isPrintable, parseMoment } from '#core/time/moment.ts'
import { formatOffset, parseOffsetFilter } from '#core/time/offset.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'

const at = (text: string): string => {
  const moment = parseMoment(text)
  if (moment.kind === 'instant') return formatUtc(moment.at)
  return moment.kind === 'local'
    ? `local ${formatUtc(epochSeconds(moment.local)).slice(0, 19)}`
    : moment.reason
}

describe('what `at` accepts', () => {
  test.each([
    ['2026-03-29T02:30:00Z', '2026-03-29T02:30:00+00:00'],
    ['2026-03-29t02:30:00z', '2026-03-29T02:30:00+00:00'],
    ['2026-03-29T02:30Z', '2026-03-29T02:30:00+00:00'],
    ['20260329T0230Z', '2026-03-29T02:30:00+00:00'],
    ['20260329T023015,25+0530', '2026-03-28T21:00:15+00:00'],
    ['2026-03-29T02:30:00.999Z', '2026-03-29T02:30:00+00:00'],
    ['2026-03-29T02:30:00+01', '2026-03-29T01:30:00+00:00'],
    ['2026-03-29T02:30:00-0930', '2026-03-29T12:00:00+00:00'],
    ['2026-03-29T02:30:00+23:59', '2026-03-28T02:31:00+00:00'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59+00:00'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00+00:00'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
    ['946684800', '2000-01-01T00:00:00+00:00'],
    ['4133980799', '2100-12-31T23:59:59+00:00'],
    ['2026-03-29T02:30:00', 'local 2026-03-29T02:30:00'],
    ['20260329T0230', 'local 2026-03-29T02:30:00'],
  ])('%s', (text, expected) => expect(at(text)).toBe(expected))
})

describe('what `at` refuses', () => {
  test.each([
    ['2026-03-29', 'form'],
    ['2026-03-29 02:30:00', 'form'],
    ['2026-W13-7T02:30:00Z', 'form'],
    ['2026-088T02:30:00Z', 'form'],
    ['+02026-03-29T02:30:00Z', 'form'],
    ['-2026-03-29T02:30:00Z', 'form'],
    ['12026-03-29T02:30:00Z', 'form'],
    ['2026-03-29T02:30:00Z[UTC]', 'form'],
    ['2026-03-29T0230Z', 'form'],
    ['20260329T02:30Z', 'form'],
    ['2026-03-29T02Z', 'form'],
    ['2026-03-29T02:30.5Z', 'form'],
    ['2026-03-29T02:30:00.Z', 'form'],
    ['2026-03-29T02:30:00 Z', 'form'],
    ['now', 'form'],
    ['2026-02-30T00:00:00Z', 'date'],
    ['2025-02-29T00:00:00Z', 'date'],
    ['2026-13-01T00:00:00Z', 'date'],
    ['2026-00-10T00:00:00Z', 'date'],
    ['2026-03-29T24:00:00Z', 'time'],
    ['2026-03-29T23:60:00Z', 'time'],
    ['2026-03-29T23:59:61Z', 'time'],
    ['2026-03-29T02:30:00+24:00', 'offset'],
    ['2026-03-29T02:30:00+99:99', 'offset'],
    ['0000-01-01T00:00:00Z', 'years'],
    ['0001-01-01T00:00:00+01:00', 'years'],
    ['9999-12-31T23:59:59-01:00', 'years'],
    ['946684799', 'unix-range'],
    ['4133980800', 'unix-range'],
    ['0', 'unix-range'],
    ['1774748400000', 'unix-milliseconds'],
    ['-1774748400', 'unix-form'],
    ['1774748400.5', 'unix-form'],
    ['1e9', 'unix-form'],
  ])('%s is refused for its %s', (text, reason) => expect(at(text)).toBe(reason))
})

test('a typed moment may have a space, and 24:00, which is the next day', () => {
  expect(parseMoment('2026-12-31 24:00Z', DOORS.typed)).toEqual({
    kind: 'instant',
    at: Date.UTC(2027, 0) / 1000,
  })
  for (const text of ['2026-12-31T24:01', '2026-12-31T24:00:00.5', '2026-12-31T25:00', '2026-12-31  23:00'])
    expect(parseMoment(text, DOORS.typed).kind, text).toBe('fault')
})

describe('offsets with odd seconds (decision 0005)', () => {
  test.each([
    [-2670, '-00:45'],
    [2670, '+00:45'],
    [1172, '+00:20'],
    [-29, '+00:00'],
    [-30, '-00:01'],
    [20_700, '+05:45'],
    [0, '+00:00'],
  ])('%i seconds print as %s', (seconds, text) => expect(formatOffset(offsetSeconds(seconds))).toBe(text))

  test('a printed date-time names the same instant as its exact offset would', () => {
    // Monrovia's offset until 1972: −00:44:30.
    const instant = epochSeconds(0)
    const printed = formatDateTime(instant, offsetSeconds(-2670))
    expect(printed).toBe('1969-12-31T23:15:00-00:45')
    expect(Date.parse(printed)).toBe(0)
  })
})

test('an offset filter is ±HH:MM or minutes, within ±14:00', () => {
  expect(parseOffsetFilter('+05:30')).toBe(19_800)
  expect(parseOffsetFilter('-210')).toBe(-12_600)
  expect(parseOffsetFilter('840')).toBe(50_400)
  expect(Object.is(parseOffsetFilter('-0'), 0)).toBe(true)
  for (const text of ['841', '+14:01', '5:30', '+5:30', '+0530', '1e2', '+60', '05:30', '+05:60', ' 60']) {
    expect(parseOffsetFilter(text), text).toBeNull()
  }
})

test('a local date outside the years 0001–9999 cannot be printed', () => {
  const first = epochSeconds(Date.parse('0001-01-01T00:00:00Z') / 1000)
  expect(isPrintable(first, offsetSeconds(0))).toBe(true)
  expect(isPrintable(first, offsetSeconds(-3600))).toBe(false)
  const last = epochSeconds(Date.parse('9999-12-31T23:59:59Z') / 1000)
  expect(isPrintable(last, offsetSeconds(3600))).toBe(false)
})

test('five years after 29 February is 28 February if that year has no 29 February', () => {
  const leapDay = epochSeconds(Date.UTC(2024, 1, 29, 12) / 1000)
  expect(formatUtc(addYears(leapDay, 5))).toBe('2029-02-28T12:00:00+00:00')
  expect(formatUtc(addYears(leapDay, 4))).toBe('2028-02-29T12:00:00+00:00')
})

test('a date names a day; a day that its month does not have is none', () => {
  expect(dayNamed('1970-01-02')).toBe(1)
  expect(dayNamed('2028-02-29')).toBe(Date.UTC(2028, 1, 29) / 86_400_000)
  for (const text of [
    '2027-02-29',
    '2027-02-30',
    '2027-13-01',
    '2027-00-01',
    '2027-1-1',
    '2027-01-01T00:00',
    '',
  ])
    expect(dayNamed(text), text).toBeNull()
})
