// `tzref/luxon`: a clock as a luxon Zone. With it, luxon's dates follow a release that you name, not the runtime's data.
import { Zone, type ZoneOffsetFormat, type ZoneOffsetOptions } from 'luxon'
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
 * luxon counts offsets in minutes. Here they may have a fraction (Monrovia had −44.5 until 1972). Nothing inside luxon
 * is changed. So intervals and whole dates show what luxon shows for every zone that is not its own: "Coming from luxon" in the documents.
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
