// Checks values from outside first. An error names the parameter, the value, what is expected, and asks whether lat and lon are swapped.
import { isWithin } from '#core/geo/microdegrees.ts'
import { Spelling } from '#core/text/spelling.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'

/** The largest distance of a `Date` from 1970, in milliseconds. */
const FARTHEST = 8.64e15
/** Ten thousand years, in milliseconds. A longer span of changes is surely a mistake. */
const LONGEST = 10_000 * 365.2425 * 86_400_000

const INSTANT = 'milliseconds since 1970-01-01T00:00:00Z, a number from -8.64e15 to 8.64e15'
const WALL = 'milliseconds as Date.UTC makes them from the wall time, a number from -8.64e15 to 8.64e15'

/** How errors show a value. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > 60 ? `${JSON.stringify(value.slice(0, 60))}…` : JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'symbol':
    case 'function':
      return `a ${typeof value}`
    case 'object':
    default:
      if (value === null) return 'null'
      if (Array.isArray(value)) return 'an array'
      return value instanceof Date ? 'a Date' : 'an object'
  }
}

/** The error for a wrong value: a RangeError when its type is right, otherwise a TypeError. */
function refusal(name: string, value: unknown, expected: string, isRightType = false): Error {
  const message = `${name}: found ${shown(value)}, expected ${expected}`
  return isRightType ? new RangeError(message) : new TypeError(message)
}

/** Throws unless the value is good. `type` is the right type. */
function check(isGood: boolean, name: string, value: unknown, expected: string, type: string): void {
  if (!isGood) throw refusal(name, value, expected, typeof value === type)
}

/** True for milliseconds that a `Date` can have. */
export const isMoment = (value: unknown): boolean =>
  typeof value === 'number' && value >= -FARTHEST && value <= FARTHEST

/** Throws unless the value is an instant in milliseconds. */
export function checkInstant(value: unknown, name = 'at'): void {
  if (isMoment(value)) return
  const fix =
    typeof value === 'string'
      ? ': Date.parse reads a text that has an offset'
      : value instanceof Date
        ? ': its getTime() gives them'
        : ''
  check(false, name, value, `${INSTANT}${fix}`, 'number')
}

/** Throws unless the value is a wall time in milliseconds. */
export function checkWall(value: unknown, name = 'wall'): void {
  if (!isMoment(value)) check(false, name, value, WALL, 'number')
}

/** Throws unless two instants are in order, and at most ten thousand years apart. */
export function checkSpan(from: number, to: number): void {
  checkInstant(from, 'from')
  checkInstant(to, 'to')
  check(to >= from, 'to', to, `an instant that is not before from (${from})`, 'number')
  check(to - from <= LONGEST, 'to', to, `an instant at most 10,000 years after from (${from})`, 'number')
}

const isPoint = (lat: unknown, lon: unknown): boolean =>
  typeof lat === 'number' && typeof lon === 'number' && isWithin(lat, 90) && isWithin(lon, 180)

/** Throws unless the values are a point of the world in degrees. `index` is its position among many points. */
export function checkPoint(lat: unknown, lon: unknown, index?: number): void {
  if (isPoint(lat, lon)) return
  const at = index === undefined ? '' : `s[${index}]`
  const fix = isPoint(lon, lat) ? `: are lat (${shown(lat)}) and lon (${shown(lon)}) exchanged?` : ''
  const isLat = typeof lat === 'number' && isWithin(lat, 90)
  if (isLat) check(false, `lon${at}`, lon, 'degrees east, a number from -180 to 180', 'number')
  check(false, `lat${at}`, lat, `degrees north, a number from -90 to 90${fix}`, 'number')
}

const isColumn = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)

/** Throws unless `lats` and `lons` are columns of degrees, and `into` has room for their results. */
export function checkColumns(lats: unknown, lons: unknown, into: unknown): void {
  const expected = 'an array of degrees, plain or typed'
  if (!isColumn(lats)) throw refusal('lats', lats, expected)
  if (!isColumn(lons)) throw refusal('lons', lons, expected)
  if (lons.length !== lats.length)
    throw new RangeError(`lons: found ${lons.length} of them, expected ${lats.length}, as many as lats`)
  if (into === undefined) return
  if (Object.prototype.toString.call(into) !== '[object Uint16Array]')
    throw refusal('into', into, 'a Uint16Array')
  const { length = 0 }: { length?: number } = Object(into)
  if (length < lats.length)
    throw new RangeError(`into: found ${length} places, expected at least ${lats.length}`)
}

/** Throws unless the value is a number that is zero or more. */
export function checkSize(value: unknown, name: string, expected: string): void {
  check(typeof value === 'number' && value >= 0 && value < Infinity, name, value, expected, 'number')
}

/** Throws unless the value is a text that is not empty. */
export function checkText(value: unknown, name: string, expected: string): asserts value is string {
  check(typeof value === 'string' && value !== '', name, value, expected, 'string')
}

/** Throws unless the value is a text of a form. */
export function checkForm(value: unknown, name: string, form: RegExp, expected: string): void {
  check(typeof value === 'string' && form.test(value), name, value, expected, 'string')
}

/** Throws unless the value is one of a list of texts. */
export function checkOneOf(value: unknown, name: string, all: readonly string[]): void {
  check(
    typeof value === 'string' && all.includes(value),
    name,
    value,
    `one of ${all.map((one) => `"${one}"`).join(', ')}`,
    'string',
  )
}

export function checkFunction(value: unknown, name: string, expected: string): void {
  check(typeof value === 'function', name, value, expected, '')
}

/** Throws unless the value is an object, and not an array. */
export function checkObject(value: unknown, name: string, expected: string): void {
  check(typeof value === 'object' && value !== null && !Array.isArray(value), name, value, expected, '')
}

/** The type that was passed, and the one that was expected → how to make one of the other. */
const MENDS: Readonly<Record<string, string>> = {
  '[object Temporal.ZonedDateTime] Temporal.Instant': ': its toInstant() gives it',
  '[object Temporal.ZonedDateTime] Temporal.PlainDateTime': ': its toPlainDateTime() gives it',
  '[object Temporal.PlainDate] Temporal.PlainDateTime': ': its toPlainDateTime() gives it',
}

/** Throws unless the value is an object of Temporal, of the runtime or of a polyfill. */
export function checkTemporal(value: unknown, name: string, type: string): void {
  const found = Object.prototype.toString.call(value)
  check(found === `[object ${type}]`, name, value, `a ${type}${MENDS[`${found} ${type}`] ?? ''}`, '')
}

/** Throws unless the value is an address or a path: a text, or an object with a text as its `href`. */
export function checkAddress(value: unknown, name: string, expected: string): void {
  const text =
    typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string'
      ? value.href
      : value
  check(typeof text === 'string' && text !== '', name, value, expected, 'string')
}

/** How errors describe an identifier. */
export const IDENTIFIER = 'an identifier of the tz release such as "Europe/Berlin"'

/**
 * The error for a name that does not exist.
 *
 * @example
 * ```js
 * import { clocks, UnknownNameError } from 'tzref-clocks'
 *
 * try {
 *   clocks.zone('Europe/Berln')
 * } catch (error) {
 *   error instanceof UnknownNameError && error.nearest[0] // → 'Europe/Berlin'
 * }
 * ```
 */
export class UnknownNameError extends RangeError {
  /** The name that was asked for. */
  readonly asked: string
  /** Names with a similar spelling, the nearest first. */
  readonly nearest: readonly string[]

  constructor(parameter: string, asked: string, expected: string, names: Iterable<string>) {
    const nearest = nearestOf(asked, names)
    const fix = nearest.length === 0 ? '' : `: the nearest are ${nearest.join(', ')}`
    super(`${parameter}: found ${shown(asked)}, expected ${expected}${fix}`)
    this.name = 'UnknownNameError'
    this.asked = asked
    this.nearest = nearest
  }
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[\s-]+/g, '_')

/** Up to three names that are spelled most like a text. A name's last part counts too: `Berln` is near Europe/Berlin. */
function nearestOf(text: string, names: Iterable<string>): string[] {
  const key = keyOf(text)
  const spelling = new Spelling(key, Math.min(3, Math.floor(key.length / 3)))
  const found: { name: string; distance: number }[] = []
  for (const name of names) {
    const whole = keyOf(name)
    const last = whole.slice(whole.lastIndexOf('/') + 1)
    const distance = Math.min(distanceTo(spelling, whole), distanceTo(spelling, last))
    if (distance <= spelling.most) found.push({ name, distance })
  }
  return found
    .toSorted((a, b) => a.distance - b.distance || byCodeUnit(a.name, b.name))
    .slice(0, 3)
    .map(({ name }) => name)
}

function distanceTo(spelling: Spelling, other: string): number {
  for (let at = 0; at < other.length; at++)
    if (!spelling.goesOn(at + 1, other.charCodeAt(at))) return Infinity
  return spelling.distanceAt(other.length) ?? Infinity
}
