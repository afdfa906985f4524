// Moments as people write them at a terminal; zone and convert read them in the same way.
import { expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { readMoment } from '#open/program/moment-argument.ts'

const now = epochSeconds(1_700_000_000)

test.each([
  ['now', { kind: 'instant', at: 1_700_000_000 }],
  ['0', { kind: 'instant', at: 0 }],
  ['-1', { kind: 'instant', at: -1 }],
  ['1774747800', { kind: 'instant', at: 1_774_747_800 }],
  ['2026-03-29T02:30:00Z', { kind: 'instant', at: 1_774_751_400 }],
  ['2026-03-29 02:30:00Z', { kind: 'instant', at: 1_774_751_400 }],
  ['2026-03-29 02:30', { kind: 'local', local: 1_774_751_400 }],
])('%s is a moment', (text, moment) => {
  expect(readMoment('--at', text, now)).toEqual(moment)
})

test.each(['20260329', 'yesterday', '2026-03-29', '999999999999', ''])(
  '%s is refused, and the error says what was expected',
  (text) => {
    expect(() => readMoment('--at', text, now)).toThrow(
      `--at "${text}": expected a date-time like "2026-03-29 02:30"`,
    )
  },
)

test('milliseconds are named, with the seconds that they are', () => {
  expect(() => readMoment('<moment>', '1795567337000', now)).toThrow(
    '<moment> "1795567337000": looks like milliseconds, expected Unix seconds: 1795567337',
  )
})
