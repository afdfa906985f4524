// `tzref/luxon`: a clock as a luxon Zone, so that luxon's dates go by a release that you name and not by what the runtime has.
import { Zone, type ZoneOffsetFormat } from 'luxon'
import { formatOffset } from '#core/time/offset.ts'
import { offsetSeconds } from '#core/time/units.ts'

/** What is needed of a clock: one of `tzref/clocks`. Instants are milliseconds, offsets seconds. */
export interface ClockOfZone {
  readonly id: string
  readonly offsetAt: (at: number) => number
  readonly stateAt: (at: number) => {
    readonly abbreviation: string
    readonly from: number | null
    readonly until: number | null
  }
}

/** luxon counts offsets in minutes, which may have a fraction here (Monrovia's −44.5 until 1972). */
export class LuxonZone extends Zone {
  readonly #clock: ClockOfZone

  constructor(clock: ClockOfZone) {
    super()
    this.#clock = clock
  }

  override get type(): string {
    return 'artifact'
  }

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

  /** tzdb's letters or digits; there is no longer form, and no locale but tzdb's. */
  override offsetName(milliseconds: number): string {
    return this.#clock.stateAt(milliseconds).abbreviation
  }

  override formatOffset(milliseconds: number, format: ZoneOffsetFormat): string {
    const short = formatOffset(offsetSeconds(this.#clock.offsetAt(milliseconds)))
    if (format === 'techie') return short.replace(':', '')
    return format === 'narrow' ? short.replace(/^([+-])0?(\d+)(?::00)?/, '$1$2') : short
  }

  override offset(milliseconds: number): number {
    return this.#clock.offsetAt(milliseconds) / 60
  }

  override equals(other: Zone): boolean {
    return other instanceof LuxonZone && other.#clock === this.#clock
  }
}
