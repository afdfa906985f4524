// Coordinates as whole microdegrees (1e-6 degree), and the only places where degrees become them.

export const MICRODEGREES = 1_000_000
/** Half the width of the world: longitudes run from −HALF_WORLD to HALF_WORLD. */
export const HALF_WORLD = 180_000_000
/** The north pole's latitude; the south pole's is its negative. */
export const POLE = 90_000_000

/** Half away from zero; never −0. */
export const wholeMicrodegrees = (exact: number): number =>
  (exact < 0 ? -Math.round(-exact) : Math.round(exact)) + 0

/** Degrees as microdegrees, half away from zero. Precise for numbers; a text is read better by `microdegreesFromText`. */
export const microdegrees = (degrees: number): number => wholeMicrodegrees(degrees * MICRODEGREES)

const NUMBER = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?$/
/** Numbers of at most six decimals. */
const PLAIN = /^-?\d{1,3}(?:\.\d{1,6})?$/

/** How a coordinate's text can fail: not a number at all, or one outside ±`limit`. */
export type CoordinateFault = 'not-a-number' | 'out-of-range'

/**
 * A decimal number of degrees as microdegrees, by its digits: the range is checked on the value as it stands, then it is rounded
 * half away from zero. `limit` is in whole degrees (90 or 180).
 */
export function microdegreesFromText(
  text: string,
  limit: number,
): { readonly value: number } | { readonly fault: CoordinateFault } {
  // As nearly every client writes them: the product is nearer to its microdegree than a ten-thousandth.
  if (PLAIN.test(text)) {
    const value = wholeMicrodegrees(Number(text) * MICRODEGREES)
    return Math.abs(value) > limit * MICRODEGREES ? { fault: 'out-of-range' } : { value }
  }
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
  const bound = limit * MICRODEGREES
  if (truncated > bound || (truncated === bound && /[1-9]/.test(rest))) return { fault: 'out-of-range' }
  const rounded = truncated + (rest !== '' && rest.charCodeAt(0) >= 0x35 ? 1 : 0)
  return { value: sign === '-' && rounded !== 0 ? -rounded : rounded }
}

/** The decimal degrees of a microdegree count: the shortest double that prints with at most six decimals. */
export const degreesOf = (value: number): number => value / MICRODEGREES
