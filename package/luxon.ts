// `tzref/luxon`: a clock as a luxon Zone. With it, luxon's dates follow a release that you name, not the runtime's data.
import {
  DateTime,
  Interval,
  Zone,
  type LocaleOptions,
  type ZoneOffsetFormat,
  type ZoneOffsetOptions,
} from 'luxon'
import { formatOffset } from '#core/time/offset.ts'
import { offsetSeconds } from '#core/time/units.ts'
import { checkFunction, checkObject, checkOneOf, checkText, IDENTIFIER, isMoment } from './check.ts'
import { runtimeOffset } from './runtime.ts'

/** The part of a clock of `tzref/clocks` that is needed here. Instants are milliseconds, offsets seconds. */
export interface ClockOfZone {
  readonly id: string
  readonly canonical?: string
  readonly offsetAt: (at: number) => number
  readonly stateAt: (at: number) => {
    readonly abbreviation: string
    readonly from: number | null
    readonly until: number | null
  }
}

/**
 * luxon counts offsets in minutes. Here they may have a fraction (Monrovia had −44.5 until 1972). Making the first zone also repairs
 * `Interval.toLocaleString` for intervals in such zones, where luxon's own method would show UTC, the names in whole dates (`ffff`), and
 * the spaces in them.
 *
 * @example
 * ```js
 * import { DateTime } from 'luxon'
 * import { openClocks } from 'tzref/clocks'
 * import { LuxonZone } from 'tzref/luxon'
 *
 * const clocks = openClocks(import.meta.resolve('tzref-data/clocks.bin'))
 * const zone = new LuxonZone(clocks.zone('Asia/Calcutta'))
 * DateTime.fromMillis(0, { zone }).toISO() // → '1970-01-01T05:30:00.000+05:30'
 * ```
 */
export class LuxonZone extends Zone {
  /** The zone's own identifier where `name` is an alias: `Asia/Kolkata` for `Asia/Calcutta`. */
  readonly canonical: string
  readonly #clock: ClockOfZone

  constructor(clock: ClockOfZone) {
    super()
    checkObject(clock, 'clock', 'a clock of tzref/clocks')
    checkText(clock.id, 'clock.id', IDENTIFIER)
    checkFunction(clock.offsetAt, 'clock.offsetAt', 'a function')
    checkFunction(clock.stateAt, 'clock.stateAt', 'a function')
    this.#clock = clock
    this.canonical = clock.canonical ?? clock.id
    mend()
  }

  override get type(): string {
    return 'artifact'
  }

  /** The identifier that the clock was asked for by. */
  override get name(): string {
    return this.#clock.id
  }

  override get isUniversal(): boolean {
    const { from, until } = this.#clock.stateAt(0)
    return from === null && until === null
  }

  override get isValid(): true {
    return true
  }

  /**
   * The abbreviation from tzdb. With `format: 'long'` or another form that Intl knows, the name in the language of `locale`. That name comes
   * from the runtime. So when the runtime's clock has another offset than the release, the offset is shown in place of the name.
   *
   * @example
   * ```js
   * zone.offsetName(0, { format: 'long', locale: 'en' }) // → 'India Standard Time'
   * ```
   */
  override offsetName(milliseconds: number, options: ZoneOffsetOptions = {}): string {
    checkObject(options, 'options', '{ format, locale }')
    // luxon passes on whatever `timeZoneName` it was given.
    const {
      format = 'short',
      locale = 'en-US',
    }: { format?: NameFormat | undefined; locale?: string | undefined } = options
    checkOneOf(format, 'format', NAME_FORMATS)
    if (format === 'short') return this.#clock.stateAt(milliseconds).abbreviation
    const { id } = this.#clock
    const offset = this.#clock.offsetAt(milliseconds)
    if (runtimeOffset(id, milliseconds) === offset) {
      const name = nameFormOf(id, locale, format)
        .formatToParts(milliseconds)
        .find(({ type }) => type === 'timeZoneName')
      if (name !== undefined) return name.value
    }
    return `GMT${formatOffset(offsetSeconds(offset))}`
  }

  /**
   * @example
   * ```js
   * zone.formatOffset(0, 'techie') // → '+0530'
   * ```
   */
  override formatOffset(milliseconds: number, format: ZoneOffsetFormat): string {
    checkOneOf(format, 'format', ['narrow', 'short', 'techie'])
    const short = formatOffset(offsetSeconds(this.#clock.offsetAt(milliseconds)))
    if (format === 'techie') return short.replace(':', '')
    return format === 'narrow' ? short.replace(/^([+-])0?(\d+)(?::00)?/, '$1$2') : short
  }

  /**
   * The offset in minutes. NaN for a time that no Date has, as luxon expects for an invalid date.
   *
   * @example
   * ```js
   * zone.offset(0) // → 330
   * ```
   */
  override offset(milliseconds: number): number {
    const isBeyond = typeof milliseconds === 'number' && !isMoment(milliseconds)
    return isBeyond ? Number.NaN : this.#clock.offsetAt(milliseconds) / 60
  }

  /**
   * True when both zones have the same clock and the same name. An alias is a different zone, as in luxon's own zones.
   *
   * @example
   * ```js
   * zone.equals(new LuxonZone(clocks.zone('Asia/Kolkata'))) // → false
   * ```
   */
  override equals(other: Zone): boolean {
    return other instanceof LuxonZone && other.#clock === this.#clock
  }
}

/** The forms of names that Intl knows. */
const NAME_FORMATS = ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'] as const
type NameFormat = (typeof NAME_FORMATS)[number]

const nameForms = new Map<string, Intl.DateTimeFormat>()

function nameFormOf(zone: string, locale: string, format: NameFormat): Intl.DateTimeFormat {
  const key = `${zone} ${locale} ${format}`
  const form = nameForms.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: format })
  nameForms.set(key, form)
  return form
}

let isMended = false

/** Replaces what would be wrong in luxon for our zones, once. */
function mend(): void {
  if (isMended) return
  isMended = true
  mendIntervals()
  mendNames()
}

/**
 * luxon formats a date in a custom zone as if its wall time were in UTC. But it formats the instants of an interval unchanged, with UTC as
 * their zone. It asks the Zone nothing on the way, so the method itself must know our zones.
 */
function mendIntervals(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with an interval as `this`
  const own = Interval.prototype.toLocaleString
  Interval.prototype.toLocaleString = function toLocaleString(
    this: Interval,
    format: Intl.DateTimeFormatOptions = DateTime.DATE_SHORT,
    options: LocaleOptions = {},
  ) {
    const { start, end } = this
    const zone = start?.zone
    if (start === null || end === null || !(zone instanceof LuxonZone) || format.timeZone !== undefined)
      return own.call(this, format, options)
    if (format.timeZoneName !== undefined)
      throw new Error(
        `timeZoneName: found "${format.timeZoneName}", expected none for an interval on ${zone.name}: format its start and its end separately`,
      )
    const { locale, numberingSystem, outputCalendar } = start.reconfigure(options)
    const form = new Intl.DateTimeFormat(locale ?? undefined, {
      ...(numberingSystem === null ? {} : { numberingSystem }),
      ...(outputCalendar === null ? {} : { calendar: outputCalendar }),
      ...format,
      timeZone: 'UTC',
    })
    const wallOf = (at: number): number => at + zone.offset(at) * 60_000
    return form.formatRange(wallOf(start.toMillis()), wallOf(end.toMillis()))
  }
}

/** The part of luxon's formatter of dates that is needed here. */
interface Formatter {
  format: () => string
  /** The zone that it asks for names. */
  originalZone?: { offsetName: (milliseconds: number, options?: ZoneOffsetOptions) => string }
}

let plainSpaces: boolean | undefined

/**
 * Whether the runtime's `format` writes plain spaces where its `formatToParts` has narrow ones, as in "8:00 PM": so does V8 in Node 20. luxon
 * formats its own zones by the first, and ours by the second.
 */
const hasPlainSpaces = (): boolean =>
  (plainSpaces ??= ((): boolean => {
    const form = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
    const parts = form.formatToParts(0).map(({ value }) => value)
    return parts.join('').includes('\u202F') && !form.format(0).includes('\u202F')
  })())

/**
 * For a whole date with a name, luxon asks a custom zone for the name at a time that is off by the offset. So in the hours beside a change
 * it would be the wrong name. luxon exports neither the formatter nor what makes it, so it is taken from a date.
 */
function mendNames(): void {
  const prototype: unknown = Object.getPrototypeOf(Reflect.get(DateTime.utc(), 'loc'))
  const own: unknown = Reflect.get(Object(prototype), 'dtFormatter')
  if (typeof own !== 'function') return
  Reflect.set(
    Object(prototype),
    'dtFormatter',
    function dtFormatter(this: unknown, date: DateTime, options: unknown) {
      const formatter: Formatter = Reflect.apply(own, this, [date, options])
      const { zone } = date
      if (!(zone instanceof LuxonZone) || formatter.originalZone !== zone) return formatter
      formatter.originalZone = { offsetName: (_, form) => zone.offsetName(date.toMillis(), form) }
      if (!hasPlainSpaces()) return formatter
      const format = formatter.format.bind(formatter)
      formatter.format = () => format().replaceAll('\u202F', ' ')
      return formatter
    },
  )
}
