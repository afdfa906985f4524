// UTC offsets as text: prints one, rounded to the minute, and reads the forms that parameters accept, within 14 hours.
import { offsetSeconds, type OffsetSeconds } from './units.ts'

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/**
 * The offset rounded to a whole minute, as it is printed. It rounds to the nearest minute, and a tie away from zero: Monrovia's −00:44:30
 * until 1972 is −00:45. Decision 0005.
 */
export function printedOffset(offset: OffsetSeconds): OffsetSeconds {
  const minutes = Math.floor((Math.abs(offset) + 30) / 60)
  return offsetSeconds(offset < 0 && minutes > 0 ? -minutes * 60 : minutes * 60)
}

/** Prints an offset as `±HH:MM`, rounded to the whole minute. Zero is `+00:00`. */
export function formatOffset(offset: OffsetSeconds): string {
  const rounded = printedOffset(offset)
  const minutes = Math.abs(rounded) / 60
  return `${rounded < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Prints an offset to the second: `±HH:MM:SS`. */
export function exactOffset(offset: number): string {
  const size = Math.abs(offset)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60]
  return `${offset < 0 ? '-' : '+'}${parts.map(twoDigits).join(':')}`
}

const OFFSET_LIMIT = 14 * 3600

/** Reads an offset filter: `±HH:MM` or minutes (`-210`), within ±14:00. Null for any other text. */
export function parseOffsetFilter(text: string): OffsetSeconds | null {
  const clock = /^([+-])(\d{2}):([0-5]\d)$/.exec(text)
  const seconds = clock
    ? (clock[1] === '-' ? -1 : 1) * (Number(clock[2]) * 3600 + Number(clock[3]) * 60)
    : /^-?\d{1,3}$/.test(text)
      ? Number(text) * 60
      : Number.NaN
  // `+ 0` turns −0 into 0.
  return Math.abs(seconds) <= OFFSET_LIMIT ? offsetSeconds(seconds + 0) : null
}
