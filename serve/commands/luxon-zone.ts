// A compiled zone as a luxon Zone: luxon's calendars and relative times for people, our offsets underneath.
import { Zone, type ZoneOffsetFormat } from 'luxon'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt, typeAt } from '#core/zone/offset-at.ts'

const secondOf = (milliseconds: number) => epochSeconds(Math.floor(milliseconds / 1000))

/**
 * A luxon Zone that answers from an artifact and never from Intl. luxon counts offsets in minutes, which may have a fraction here
 * (Monrovia's −44.5 until 1972).
 */
export class LuxonZone extends Zone {
  readonly #zone: CompiledZone

  constructor(zone: CompiledZone) {
    super()
    this.#zone = zone
  }

  override get type(): string {
    return 'artifact'
  }

  override get name(): string {
    return this.#zone.id
  }

  override get isUniversal(): boolean {
    return this.#zone.starts.length === 0 && this.#zone.footer.kind === 'fixed'
  }

  override get isValid(): true {
    return true
  }

  /** tzdb's letters or digits; there is no longer form, and no locale but tzdb's. */
  override offsetName(milliseconds: number): string {
    return typeAt(this.#zone, secondOf(milliseconds)).abbreviation
  }

  override formatOffset(milliseconds: number, format: ZoneOffsetFormat): string {
    const short = formatOffset(offsetAt(this.#zone, secondOf(milliseconds)))
    if (format === 'techie') return short.replace(':', '')
    return format === 'narrow' ? short.replace(/^([+-])0?(\d+)(?::00)?/, '$1$2') : short
  }

  override offset(milliseconds: number): number {
    return offsetAt(this.#zone, secondOf(milliseconds)) / 60
  }

  override equals(other: Zone): boolean {
    return other instanceof LuxonZone && other.#zone === this.#zone
  }
}
