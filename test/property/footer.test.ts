// POSIX TZ texts read back as they were written.
import fc from 'fast-check'
import { test } from 'vitest'
import { offsetSeconds } from '#core/time/units.ts'
import type { YearlyDay } from '#core/zone/yearly-day.ts'
import { readPosixTz, writePosixTz } from '#core/zone/footer.ts'

const abbreviations = fc.constantFrom('UTC', 'CEST', '+0330', '-05', 'A1+')
const offsets = fc.integer({ min: -24 * 3600, max: 24 * 3600 }).map(offsetSeconds)
const days: fc.Arbitrary<YearlyDay> = fc.oneof(
  fc.record({
    kind: fc.constant('weekday' as const),
    month: fc.integer({ min: 1, max: 12 }),
    week: fc.integer({ min: 1, max: 5 }),
    weekday: fc.integer({ min: 0, max: 6 }),
  }),
  fc.record({ kind: fc.constant('julian' as const), day: fc.integer({ min: 1, max: 365 }) }),
  fc.record({ kind: fc.constant('zero-based' as const), day: fc.integer({ min: 0, max: 365 }) }),
)
const changes = fc.record({ day: days, time: fc.integer({ min: -167 * 3600, max: 167 * 3600 }) })

test('a POSIX TZ text is read back as it was written', () => {
  const local = fc.record({ abbreviation: abbreviations, offset: offsets })
  const daylight = fc.option(
    fc.record({ abbreviation: abbreviations, offset: offsets, start: changes, end: changes }),
  )
  fc.assert(
    fc.property(fc.record({ standard: local, daylight }), (value) => {
      const read = readPosixTz(writePosixTz(value))
      return JSON.stringify(read) === JSON.stringify(value)
    }),
  )
})
