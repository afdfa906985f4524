// Digits in bytes → seconds: wall times and instants as databases and programs write them.
import { DAY, daysFromCivil, daysInMonth } from '../time/civil.ts'

const [DASH, PLUS, COLON, DOT, COMMA, SPACE, UPPER_T, LOWER_T, UPPER_Z, LOWER_Z] = [
  45, 43, 58, 46, 44, 32, 84, 116, 90, 122,
]
/** More digits than this are milliseconds: 100,000,000,000 s is the year 5138. */
const MOST_SECONDS = 11

/**
 * Reads `2027-03-28T09:00`, with a space for the T, with seconds, a fraction (which is dropped), and `Z` or an offset; for instants also Unix
 * seconds or milliseconds. One reader reads one moment at a time.
 */
export class MomentReader {
  /** Seconds that the digits say, as if they were UTC. */
  seconds = NaN
  /** Seconds that the text says it is ahead of UTC; NaN where it says nothing. */
  offset = NaN

  /** A wall time, without an offset. NaN where it is none. */
  wall(bytes: Uint8Array, from: number, to: number): number {
    return this.#read(bytes, from, to) && Number.isNaN(this.offset) ? this.seconds : NaN
  }

  /** An instant, with an offset. NaN where it is none. */
  instant(bytes: Uint8Array, from: number, to: number): number {
    const isNumber = bytes[from + 4] !== DASH
    if (isNumber) return unixSeconds(bytes, from, to)
    return this.#read(bytes, from, to) ? this.seconds - this.offset : NaN
  }

  #read(bytes: Uint8Array, from: number, to: number): boolean {
    this.offset = NaN
    if (to - from < 16) return false
    const between = bytes[from + 10]
    if (
      bytes[from + 4] !== DASH ||
      bytes[from + 7] !== DASH ||
      bytes[from + 13] !== COLON ||
      (between !== UPPER_T && between !== SPACE && between !== LOWER_T)
    )
      return false
    const year = 100 * two(bytes, from) + two(bytes, from + 2)
    const month = two(bytes, from + 5)
    const day = two(bytes, from + 8)
    const hour = two(bytes, from + 11)
    const minute = two(bytes, from + 14)
    // A NaN is neither more nor less than anything.
    if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59)) return false
    if (day > 28 && !(day <= daysInMonth(year, month))) return false
    let at = from + 16
    let second = 0
    if (at < to && bytes[at] === COLON) {
      second = two(bytes, at + 1)
      at += 3
      if (!(second <= 59) || at > to) return false
      if (at < to && (bytes[at] === DOT || bytes[at] === COMMA)) {
        at++
        while (at < to && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 57) at++
      }
    }
    this.seconds = daysFromCivil(year, month, day) * DAY + hour * 3600 + minute * 60 + second
    return at === to || this.#readOffset(bytes, at, to)
  }

  /** `Z`, `+00`, `+0000` or `+00:00`. */
  #readOffset(bytes: Uint8Array, from: number, to: number): boolean {
    const sign = bytes[from]
    if (sign === UPPER_Z || sign === LOWER_Z) {
      this.offset = 0
      return to === from + 1
    }
    const hours = two(bytes, from + 1)
    const length = to - from
    const minutes = length === 6 ? two(bytes, from + 4) : length === 5 ? two(bytes, from + 3) : 0
    const isOffset = (sign === PLUS || sign === DASH) && (length === 3 || length === 5 || length === 6)
    if (!isOffset || (length === 6 && bytes[from + 3] !== COLON) || !(hours <= 23 && minutes <= 59))
      return false
    this.offset = (sign === DASH ? -1 : 1) * (hours * 3600 + minutes * 60)
    return true
  }
}

/** Two digits as a number; NaN where they are none. */
function two(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [(bytes[at] ?? 0) - 48, (bytes[at + 1] ?? 0) - 48]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN
}

function unixSeconds(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === DASH
  let value = 0
  const first = isNegative ? from + 1 : from
  if (first === to || to - first > 15) return NaN
  for (let at = first; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 48
    if (!(digit >= 0 && digit <= 9)) return NaN
    value = 10 * value + digit
  }
  const seconds = to - first > MOST_SECONDS ? value / 1000 : value
  return Math.floor(isNegative ? -seconds : seconds)
}
