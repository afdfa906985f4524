// `tzref/luxon`: a clock as a luxon Zone, so that luxon's dates go by a release that you name and not by what the runtime has.
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
import { checkFunction, checkObject, checkOneOf, checkText, IDENTIFIER } from './check.ts'
import { runtimeOffset } from './runtime.ts'

/** What is needed of a clock: one of `tzref/clocks`. Instants are milliseconds, offsets seconds. */
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
 * luxon counts offsets in minutes, which may have a fraction here (Monrovia's −44.5 until 1972). The first zone that is made also mends
 * `Interval.toLocaleString` for intervals on such zones: luxon's own would show UTC there.
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
    mendIntervals()
  }

  override get type(): string {
    return 'artifact'
  }

  /** The identifier that its clock was asked for by. */
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
   * The abbreviation of tzdb; with `format: 'long'` the name in the language of `locale`. Such names are the runtime's, so where the runtime's
   * clock shows another offset than the release, the offset stands in for its name.
   */
  override offsetName(milliseconds: number, options: ZoneOffsetOptions = {}): string {
    checkObject(options, 'options', '{ format, locale }')
    const { format = 'short', locale = 'en-US' } = options
    if (format === 'short') return this.#clock.stateAt(milliseconds).abbreviation
    const { id } = this.#clock
    const offset = this.#clock.offsetAt(milliseconds)
    if (runtimeOffset(id, milliseconds) === offset) {
      const name = nameFormOf(id, locale)
        .formatToParts(milliseconds)
        .find(({ type }) => type === 'timeZoneName')
      if (name !== undefined) return name.value
    }
    return `GMT${formatOffset(offsetSeconds(offset))}`
  }

  override formatOffset(milliseconds: number, format: ZoneOffsetFormat): string {
    checkOneOf(format, 'format', ['narrow', 'short', 'techie'])
    const short = formatOffset(offsetSeconds(this.#clock.offsetAt(milliseconds)))
    if (format === 'techie') return short.replace(':', '')
    return format === 'narrow' ? short.replace(/^([+-])0?(\d+)(?::00)?/, '$1$2') : short
  }

  /** In minutes. NaN for NaN, as luxon expects of a date that is none. */
  override offset(milliseconds: number): number {
    return Number.isNaN(milliseconds) ? Number.NaN : this.#clock.offsetAt(milliseconds) / 60
  }

  /** Whether the other is of the same clock; an alias is another, as it is among luxon's own zones. */
  override equals(other: Zone): boolean {
    return other instanceof LuxonZone && other.#clock === this.#clock
  }
}

const nameForms = new Map<string, Intl.DateTimeFormat>()

function nameFormOf(zone: string, locale: string): Intl.DateTimeFormat {
  const key = `${zone} ${locale}`
  const form = nameForms.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' })
  nameForms.set(key, form)
  return form
}

let isMended = false

/**
 * luxon formats a date on a custom zone as if its wall time were UTC's, but hands the instants of an interval on as they are, with UTC as
 * their zone. Nothing of a Zone is asked on that way, so the method itself has to know our zones.
 */
function mendIntervals(): void {
  if (isMended) return
  isMended = true
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
        `timeZoneName: found "${format.timeZoneName}", expected none for an interval on ${zone.name}: format its start and its end each by itself`,
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
