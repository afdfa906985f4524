// Long JSON text as bytes, with places for the time of day: from second to second only those are written anew.
import { formatDateTime } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'

export interface LiveText {
  /** UTF-8, with anything at the places. */
  readonly bytes: Buffer
  /** Where date-times at an offset go. */
  readonly places: ReadonlyMap<OffsetSeconds, readonly number[]>
}

/** `2026-11-20T12:00:00+00:00`: every date-time is as long, up to the year 9999. */
const LENGTH = 25

/** The text between two others, as it is at an instant of the years 0001–9999, as UTF-8. */
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

/** Puts a live text together. */
export class LiveWriter {
  #room: Buffer
  #length = 0
  readonly #places = new Map<OffsetSeconds, number[]>()

  /** With room for so many bytes at first. */
  constructor(bytes = 2 ** 16) {
    this.#room = Buffer.allocUnsafe(bytes)
  }

  text(text: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
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

  /** The text, with little room to spare. */
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
