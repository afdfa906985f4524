// Text in bytes → seconds: wall times and instants as programs write them; a Unix number's digits say seconds, milliseconds, or refused.
import { DAY, daysFromCivil, daysInMonth } from '#core/time/civil.ts'

const [DASH, PLUS, COLON, DOT, COMMA, SPACE, UPPER_T, LOWER_T, UPPER_Z, LOWER_Z] = [
  45, 43, 58, 46, 44, 32, 84, 116, 90, 122,
]
/** The unit of a number of Unix time. */
export type Unix = 'seconds' | 'milliseconds'

/** Eleven digits are unclear: as seconds they are after the year 2286, as milliseconds from 1970 to 1973. */
const EITHER = 11
export const isOfEither = (text: string): boolean => /^-?\d{11}$/.test(text)

/**
 * Reads `2027-03-28T09:00`, also with a space for the T, with seconds, with a fraction (which is dropped), and with `Z` or an offset. 24:00 is
 * the next day's 00:00, and :60 is read as :59. An instant can also be a number of Unix seconds or milliseconds. A reader reads one moment
 * at a time.
 */
export class MomentReader {
  /** The seconds of the date and time, read as if they were UTC. */
  seconds = NaN
  /** The offset in the text, in seconds to add to UTC; NaN if it has none. */
  offset = NaN
  readonly #unix: Unix | undefined

  /** Without `unix` the number of digits gives the unit: up to ten are seconds, twelve or more are milliseconds, eleven are refused. */
  constructor(unix?: Unix) {
    this.#unix = unix
  }

  /** Reads a wall time without an offset; NaN for any other text. */
  wall(bytes: Uint8Array, from: number, to: number): number {
    return this.#read(bytes, from, to) && Number.isNaN(this.offset) ? this.seconds : NaN
  }

  /** Reads a date without a time, as its first second; NaN for any other text. */
  date(bytes: Uint8Array, from: number, to: number): number {
    if (to - from !== 10 || bytes[from + 4] !== DASH || bytes[from + 7] !== DASH) return NaN
    const year = 100 * two(bytes, from) + two(bytes, from + 2)
    const [month, day] = [two(bytes, from + 5), two(bytes, from + 8)]
    if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return NaN
    return daysFromCivil(year, month, day) * DAY
  }

  /** Reads an instant: a time with an offset, or a Unix time; NaN for any other text. */
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
    // NaN fails every comparison, so the test says what must hold.
    if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && hour <= 24 && minute <= 59)) return false
    if (day > 28 && !(day <= daysInMonth(year, month))) return false
    let at = from + 16
    let second = 0
    // The sum of the digits of a fraction, which says only whether there is one.
    let part = 0
    if (at < to && bytes[at] === COLON) {
      second = two(bytes, at + 1)
      at += 3
      if (!(second <= 60) || at > to) return false
      if (second === 60) second = 59
      if (at < to && (bytes[at] === DOT || bytes[at] === COMMA)) {
        at++
        while (at < to && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 57) part += (bytes[at++] ?? 0) - 48
      }
    }
    // The day has ended a part of a second before.
    if (hour === 24 && minute + second + part > 0) return false
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

  /** Reads `Z`, `+00`, `+0000` or `+00:00`. */
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

/** Two digits as a number; NaN if they are not digits. */
function two(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [(bytes[at] ?? 0) - 48, (bytes[at + 1] ?? 0) - 48]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN
}
