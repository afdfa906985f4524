// Coordinates as whole microdegrees (1e-6 degree), read from text digit by digit.

export const MICRODEGREES = 1_000_000
/** Half the width of the world: longitudes run from −HALF_WORLD to HALF_WORLD. */
export const HALF_WORLD = 180_000_000
/** The north pole's latitude; the south pole's is its negative. */
export const POLE = 90_000_000

/** Half away from zero; never −0. */
export const wholeMicrodegrees = (exact: number): number =>
  (exact < 0 ? -Math.round(-exact) : Math.round(exact)) + 0

/** How far degrees go from 0: latitudes to the poles, longitudes to the 180° line. */
export type Limit = 90 | 180 | 360

/** Whether degrees are in the world. Ask before they are rounded: 90.0000004 is not, though it would be rounded to the pole. */
export const isWithin = (degrees: number, limit: Limit): boolean => Math.abs(degrees) <= limit

/** Degrees as microdegrees, half away from zero. Precise for numbers; a text is read better by `microdegreesFromText`. */
export const microdegrees = (degrees: number): number => wholeMicrodegrees(degrees * MICRODEGREES)

const NUMBER = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$/
/**
 * Microdegrees from a number as nearly every client writes it: at most three digits before its point and six behind. Null for any other
 * text. It reads digit by digit, because JavaScript would read the number by its own rules first.
 */
export function plainMicrodegrees(text: string): number | null {
  const start = text.startsWith('-') ? 1 : 0
  const point = text.indexOf('.')
  const end = point < 0 ? text.length : point
  const decimals = point < 0 ? 0 : text.length - point - 1
  if (end === start || end - start > 3 || decimals > 6 || (point >= 0 && decimals === 0)) return null
  let value = 0
  for (let at = start; at < text.length; at++) {
    if (at === point) continue
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return null
    value = value * 10 + digit
  }
  for (let place = decimals; place < 6; place++) value *= 10
  return start === 1 && value !== 0 ? -value : value
}

/** How a coordinate's text can fail: not a number at all, or one outside ±`limit`. */
export type CoordinateFault = 'not-a-number' | 'out-of-range'

/**
 * Microdegrees from a decimal number of degrees, by its digits. It checks the range of the exact value first, and then rounds half away
 * from zero.
 */
export function microdegreesFromText(
  text: string,
  limit: Limit,
): { readonly value: number } | { readonly fault: CoordinateFault } {
  const plain = plainMicrodegrees(text)
  if (plain !== null) return isWithin(degreesOf(plain), limit) ? { value: plain } : { fault: 'out-of-range' }
  const match = NUMBER.exec(text)
  if (match === null) return { fault: 'not-a-number' }
  const [, sign = '', mantissa = '', exponentText = '0'] = match
  if (!Number.isFinite(Number(text))) return { fault: 'not-a-number' }
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return { value: 0 }
  // The value is 0.DIGITS × 10^point. Doubles would round 179.9999995000000001 before we could.
  const point = whole.length
  const leadingZeros = (whole + fraction).length - digits.length
  const exponent = Number(exponentText) + point - leadingZeros
  if (exponent > 3) return { fault: 'out-of-range' }
  // Below half a microdegree in any case.
  if (exponent < -6) return { value: 0 }
  const kept = digits.slice(0, Math.max(0, exponent + 6)).padEnd(exponent + 6, '0')
  const rest = digits.slice(exponent + 6)
  const truncated = kept === '' ? 0 : Number(kept)
  const isBeyond = truncated === limit * MICRODEGREES && /[1-9]/.test(rest)
  if (isBeyond || !isWithin(degreesOf(truncated), limit)) return { fault: 'out-of-range' }
  const rounded = truncated + (rest !== '' && rest.charCodeAt(0) >= 0x35 ? 1 : 0)
  return { value: sign === '-' && rounded !== 0 ? -rounded : rounded }
}

/** The decimal degrees of a microdegree count: the shortest double that prints with at most six decimals. */
export const degreesOf = (value: number): number => value / MICRODEGREES

/** The same as text, as the language writes that number, in a third of its time. */
export function degreesText(value: number): string {
  const size = Math.abs(value)
  const whole = Math.floor(size / MICRODEGREES)
  const sign = value < 0 ? '-' : ''
  let decimals = size - whole * MICRODEGREES
  if (decimals === 0) return `${sign}${whole}`
  let places = 6
  while (decimals % 10 === 0) {
    decimals /= 10
    places--
  }
  return `${sign}${whole}.${`${decimals}`.padStart(places, '0')}`
}
