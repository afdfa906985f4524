// Digits in bytes → seconds: wall times and instants as databases and programs write them.
import { DAY, daysFromCivil, daysInMonth } from '../time/civil.ts'

const [DASH, PLUS, COLON, DOT, COMMA, SPACE, UPPER_T, LOWER_T, UPPER_Z, LOWER_Z] = [
  45, 43, 58, 46, 44, 32, 84, 116, 90, 122,
]
/** What a number of Unix counts. */
export type Unix = 'seconds' | 'milliseconds'

/** Seconds of this many digits are of the years after 2286, milliseconds of so many of 1970 to 1973: nobody can tell by the number alone. */
const EITHER = 11
export const isOfEither = (text: string): boolean => /^-?\d{11}$/.test(text)

/**
 * Reads `2027-03-28T09:00` (24:00 is the next day's 00:00, :60 is read as :59), with a space for the T, with seconds, a fraction (which is dropped), and `Z` or an offset; for instants also Unix
 * seconds or milliseconds, as the reader is told. One reader reads one moment at a time.
 */
export class MomentReader {
  /** Seconds that the digits say, as if they were UTC. */
  seconds = NaN
  /** Seconds that the text says it is ahead of UTC; NaN where it says nothing. */
  offset = NaN
  readonly #unix: Unix | undefined

  /** Without `unix` the number of digits says what a number counts: up to ten are seconds, twelve and more milliseconds, and eleven are refused. */
  constructor(unix?: Unix) {
    this.#unix = unix
  }

  /** A wall time, without an offset. NaN where it is none. */
  wall(bytes: Uint8Array, from: number, to: number): number {
    return this.#read(bytes, from, to) && Number.isNaN(this.offset) ? this.seconds : NaN
  }

  /** The first second of a date alone. NaN where it is none. */
  date(bytes: Uint8Array, from: number, to: number): number {
    if (to - from !== 10 || bytes[from + 4] !== DASH || bytes[from + 7] !== DASH) return NaN
    const year = 100 * two(bytes, from) + two(bytes, from + 2)
    const [month, day] = [two(bytes, from + 5), two(bytes, from + 8)]
    if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return NaN
    return daysFromCivil(year, month, day) * DAY
  }

  /** An instant, with an offset. NaN where it is none. */
  instant(bytes: Uint8Array, from: number, to: number): number {
    const isNumber = bytes[from + 4] !== DASH
    if (isNumber) return this.#unixSeconds(bytes, from, to)
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
    if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && hour <= 24 && minute <= 59)) return false
    if (day > 28 && !(day <= daysInMonth(year, month))) return false
    let at = from + 16
    let second = 0
    if (at < to && bytes[at] === COLON) {
      second = two(bytes, at + 1)
      at += 3
      if (!(second <= 60) || at > to) return false
      if (second === 60) second = 59
      if (at < to && (bytes[at] === DOT || bytes[at] === COMMA)) {
        at++
        while (at < to && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 57) at++
      }
    }
    if (hour === 24 && minute + second > 0) return false
    this.seconds = daysFromCivil(year, month, day) * DAY + hour * 3600 + minute * 60 + second
    return at === to || this.#readOffset(bytes, at, to)
  }

  #unixSeconds(bytes: Uint8Array, from: number, to: number): number {
    const isNegative = bytes[from] === DASH
    let value = 0
    const first = isNegative ? from + 1 : from
    const digits = to - first
    if (digits === 0 || digits > 15) return NaN
    for (let at = first; at < to; at++) {
      const digit = (bytes[at] ?? 0) - 48
      if (!(digit >= 0 && digit <= 9)) return NaN
      value = 10 * value + digit
    }
    if (this.#unix === undefined && digits === EITHER) return NaN
    const isSeconds = this.#unix === undefined ? digits < EITHER : this.#unix === 'seconds'
    const seconds = isSeconds ? value : value / 1000
    return Math.floor(isNegative ? -seconds : seconds)
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
