// The reading of a clock, in one line for people: its zone or place, the local time with its offset, the abbreviation and the name of the time.
import { formatDateTime } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'

/** The line. An abbreviation or a name that is null is left out. */
export const clockLine = (
  label: string,
  at: EpochSeconds,
  shown: {
    readonly offset: OffsetSeconds
    readonly abbreviation: string | null
    readonly name: string | null
  },
): string =>
  [
    label,
    formatDateTime(at, shown.offset),
    shown.abbreviation,
    shown.name === null ? null : `(${shown.name})`,
  ]
    .filter((part) => part !== null)
    .join('  ')
