// Long JSON text as bytes, with places for the time of day: from second to second only these are rewritten.
import { formatDateTime } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'

export interface LiveText {
  /** UTF-8. The bytes at the places have no meaning. */
  readonly bytes: Buffer
  /** Offset → positions of its date-times. */
  readonly places: ReadonlyMap<OffsetSeconds, readonly number[]>
}

/** `2026-11-20T12:00:00+00:00`: every date-time has this length, up to the year 9999. */
const LENGTH = 25

/** The text between two others, at an instant of the years 0001–9999, as UTF-8. */
export function embedLive(
  before: string,
  { bytes, places }: LiveText,
  after: string,
  at: EpochSeconds,
): Buffer {
  const start = Buffer.byteLength(before)
  const end = start + bytes.length
  const whole = Buffer.allocUnsafe(end + Buffer.byteLength(after))
  whole.write(before, 0)
  bytes.copy(whole, start)
  whole.write(after, end)
  for (const [offset, indexes] of places) {
    const dateTime = Buffer.from(formatDateTime(at, offset), 'latin1')
    for (const index of indexes) whole.set(dateTime, start + index)
  }
  return whole
}

/** Builds a live text. */
export class LiveWriter {
  #room: Buffer
  #length = 0
  readonly #places = new Map<OffsetSeconds, number[]>()

  /** Starts with room for so many bytes. */
  constructor(bytes: number) {
    this.#room = Buffer.allocUnsafe(bytes)
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.#makeRoom(3 * text.length)
    this.#length += this.#room.write(text, this.#length)
  }

  dateTime(offset: OffsetSeconds): void {
    this.#makeRoom(LENGTH)
    const places = this.#places.get(offset)
    if (places === undefined) this.#places.set(offset, [this.#length])
    else places.push(this.#length)
    this.#length += LENGTH
  }

  /** The text, with little unused room. */
  done(): LiveText {
    const bytes = this.#room.subarray(0, this.#length)
    const isTight = this.#room.length - this.#length < this.#length / 8
    return { bytes: isTight ? bytes : Buffer.from(bytes), places: this.#places }
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#room.length) return
    const room = Buffer.allocUnsafe(Math.max(needed, 2 * this.#room.length))
    this.#room.copy(room, 0, 0, this.#length)
    this.#room = room
  }
}
