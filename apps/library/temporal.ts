// `tzref/temporal`: a clock between Temporal's Instant and PlainDateTime, of the runtime or of a polyfill. It follows a release that you name.
import { checkFunction, checkObject, checkOneOf, checkTemporal } from './check.ts'
import { chosen, DISAMBIGUATIONS, type Disambiguation } from './disambiguation.ts'

export type { Disambiguation } from './disambiguation.ts'

/** The part of a clock of `tzref/clocks` that is needed here. Instants and walls are milliseconds, offsets seconds. */
export interface ClockOfZone {
  readonly offsetAt: (at: number) => number
  readonly instantsOf: (
    wall: number,
  ) =>
    | { readonly kind: 'unique'; readonly at: number }
    | { readonly kind: 'fold' | 'gap'; readonly earlier: number; readonly later: number }
}

/** The part of a `Temporal.Instant` that is needed here. */
export interface InstantLike<Plain> {
  readonly epochMilliseconds: number
  readonly toZonedDateTimeISO: (timeZone: string) => { readonly toPlainDateTime: () => Plain }
}

/** The part of a `Temporal.PlainDateTime` that is needed here. */
export interface PlainDateTimeLike<Instant> {
  /** A PlainDate has none. */
  readonly hour: number
  readonly subtract: (duration: { seconds: number }) => Pick<PlainDateTimeLike<Instant>, 'toZonedDateTime'>
  readonly toZonedDateTime: (timeZone: string) => {
    readonly epochMilliseconds: number
    readonly toInstant: () => Instant
  }
  readonly toString: () => string
}

/** The instants at which a clock shows a date and time. */
export type Reading<Instant> =
  | { readonly kind: 'unique'; readonly at: Instant }
  /** Shown twice (`fold`) or never (`gap`). In a gap, `earlier` uses the offset after the change, `later` the offset before it. */
  | { readonly kind: 'fold' | 'gap'; readonly earlier: Instant; readonly later: Instant }

/**
 * The date and time that a clock shows at an instant, to the nanosecond, in the calendar of ISO 8601.
 *
 * @example
 * ```js
 * import { Temporal } from 'temporal-polyfill'
 * import { clocks } from 'tzref-clocks'
 * import { plainDateTimeAt } from 'tzref/temporal'
 *
 * const instant = Temporal.Instant.from('2026-07-01T12:00Z')
 * plainDateTimeAt(clocks.zone('Europe/Berlin'), instant).toString() // → '2026-07-01T14:00:00'
 * ```
 */
export function plainDateTimeAt<Plain extends { readonly add: (duration: { seconds: number }) => Plain }>(
  clock: Pick<ClockOfZone, 'offsetAt'>,
  instant: InstantLike<Plain>,
): Plain {
  checkObject(clock, 'clock', CLOCK)
  checkFunction(clock.offsetAt, 'clock.offsetAt', 'a function')
  checkTemporal(instant, 'instant', 'Temporal.Instant')
  const utc = instant.toZonedDateTimeISO('UTC').toPlainDateTime()
  return utc.add({ seconds: clock.offsetAt(instant.epochMilliseconds) })
}

/**
 * The instants at which a clock shows a date and time: one, or two for a time that was shown twice or never. Throws a RangeError for a time
 * less than a day from either end of Temporal's range.
 *
 * @example
 * ```js
 * import { Temporal } from 'temporal-polyfill'
 * import { clocks } from 'tzref-clocks'
 * import { readingOf } from 'tzref/temporal'
 *
 * const reading = readingOf(clocks.zone('Europe/Berlin'), Temporal.PlainDateTime.from('2026-10-25T02:30'))
 * reading.kind === 'fold' && reading.later.toString() // → '2026-10-25T01:30:00Z'
 * ```
 */
export function readingOf<Instant>(
  clock: Pick<ClockOfZone, 'instantsOf'>,
  dateTime: PlainDateTimeLike<Instant>,
): Reading<Instant> {
  checkObject(clock, 'clock', CLOCK)
  checkFunction(clock.instantsOf, 'clock.instantsOf', 'a function')
  checkTemporal(dateTime, 'dateTime', 'Temporal.PlainDateTime')
  const wall = dateTime.toZonedDateTime('UTC').epochMilliseconds
  // The clock counts in milliseconds. An offset is whole seconds, so no nanosecond is lost.
  const instantAt = (at: number): Instant =>
    dateTime
      .subtract({ seconds: (wall - at) / 1000 })
      .toZonedDateTime('UTC')
      .toInstant()
  const reading = clock.instantsOf(wall)
  if (reading.kind === 'unique') return { kind: 'unique', at: instantAt(reading.at) }
  const { kind, earlier, later } = reading
  return { kind, earlier: instantAt(earlier), later: instantAt(later) }
}

/**
 * The instant at which a clock shows a date and time. `disambiguation` is `compatible` by default. With `reject`, a time that was shown
 * twice or never throws a RangeError, as in Temporal. Throws otherwise as `readingOf` does.
 *
 * @example
 * ```js
 * import { Temporal } from 'temporal-polyfill'
 * import { clocks } from 'tzref-clocks'
 * import { instantOf } from 'tzref/temporal'
 *
 * const wall = Temporal.PlainDateTime.from('2026-10-25T02:30')
 * instantOf(clocks.zone('Europe/Berlin'), wall, { disambiguation: 'later' }).toString() // → '2026-10-25T01:30:00Z'
 * ```
 */
export function instantOf<Instant>(
  clock: Pick<ClockOfZone, 'instantsOf'>,
  dateTime: PlainDateTimeLike<Instant>,
  options: { readonly disambiguation?: Disambiguation } = {},
): Instant {
  checkObject(options, 'options', '{ disambiguation }')
  const { disambiguation = 'compatible' } = options
  checkOneOf(disambiguation, 'disambiguation', DISAMBIGUATIONS)
  return chosen(readingOf(clock, dateTime), disambiguation, 'dateTime', () => dateTime.toString())
}

const CLOCK = 'a clock of tzref/clocks'
