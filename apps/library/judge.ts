// Judges whether a newer tz release puts a stored event at another instant than the release it was resolved with.
//
// An instant is milliseconds since 1970-01-01T00:00:00Z, or a text with an offset. A wall time is milliseconds as `Date.UTC` makes them
// from what the wall clock shows, or a text without an offset.
import { movedInWords } from '#apps/moved/in-words.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import type { Verdict } from '#apps/moved/judge.ts'
import { MovedEvents, type MovedEvent } from '#apps/moved/moved-events.ts'
import { checkInstant, checkObject, checkOneOf, checkText, checkWall, IDENTIFIER } from './check.ts'

/** An event needs a wall time or an instant. With both, the instant says which side of a fold was meant. */
export interface StoredEvent {
  /**
   * A name as programs write it: an identifier, in any case, a name or a label of Windows, an offset, or letters such as EST. One of several
   * zones is judged in each, and where these do not agree the verdict is `depends`.
   */
  readonly zone: string
  readonly wall?: number | string
  /** The stored instant. */
  readonly instant?: number | string
  /** Which instant of a fold or a gap was meant. */
  readonly side?: 'earlier' | 'later'
  /** The tz release that the event was resolved with. Without it, the older release counts. */
  readonly release?: string
}

/** The result for one event. Instants are in milliseconds. */
export interface Judged {
  readonly verdict: Verdict
  /** The wall time; null when nothing says it. */
  readonly wall: number | null
  /** The instant before; null when none is known. */
  readonly was: number | null
  /** The instant now. For a gap or a fold, the earlier of its two instants. Null when there is none. */
  readonly is: number | null
  /** The later of the two instants; null when there is only one. */
  readonly or: number | null
  /** Milliseconds from the old to the new instant. Null unless each is exactly one instant. */
  readonly by: number | null
  /** The identifier that the zone has now; null when its name has not changed. */
  readonly renamed: string | null
}

/** Compares events between two releases. */
export class Moved {
  readonly #events: MovedEvents
  #last: MovedEvent | undefined

  /** @internal */
  constructor(
    older: ReleaseClocks,
    newer: ReleaseClocks,
    release: (name: string) => ReleaseClocks | null = () => null,
  ) {
    this.#events = new MovedEvents({
      older,
      newer,
      release,
      everyEvent: true,
      onEvent: (event) => (this.#last = event),
    })
  }

  /**
   * Judges one event. A date without a time is `unmoved` and has no instants. Of the verdicts, `lost` and `back` are for repeated events of
   * calendar files, which only the program reads. Throws an EventError for an event that cannot be read.
   *
   * @example
   * ```js
   * const { verdict, is } = moved.judge({ zone: 'Asia/Tokyo', wall: '2030-12-01T09:00', instant: '2030-12-01T00:00Z' })
   * ;[verdict, is] // → ['unmoved', Date.UTC(2030, 11, 1)]
   * ```
   */
  judge(stored: StoredEvent): Judged {
    checkObject(stored, 'event', '{ zone, wall, instant }')
    const { wall, instant, ...event } = stored
    checkText(event.zone, 'zone', IDENTIFIER)
    if (wall !== undefined && typeof wall !== 'string') checkWall(wall)
    if (instant !== undefined && typeof instant !== 'string') checkInstant(instant, 'instant')
    if (event.side !== undefined) checkOneOf(event.side, 'side', ['earlier', 'later'])
    if (event.release !== undefined) checkText(event.release, 'release', 'a tz release such as "2026f"')
    this.#events.takeTexts(
      {
        ...event,
        wall: typeof wall === 'number' ? new Date(wall).toISOString().replace('Z', '') : (wall ?? null),
        instant: typeof instant === 'number' ? new Date(instant).toISOString() : (instant ?? null),
      },
      0,
    )
    const { verdict, wall: shown, was, is, or, by, renamed } = this.#takeLast() ?? WHOLE_DAY
    return {
      verdict,
      wall: shown === null ? null : Date.parse(`${shown}Z`),
      was: millisecondsOf(was),
      is: millisecondsOf(is),
      or: millisecondsOf(or),
      by: by === null ? null : by * 1000,
      renamed,
    }
  }

  #takeLast(): MovedEvent | undefined {
    const last = this.#last
    this.#last = undefined
    return last
  }

  /**
   * A summary of all judged events, in sentences. The first says how many move, where, and from when.
   *
   * @example
   * ```js
   * moved.inWords().length > 0 // → true
   * ```
   */
  inWords(): string[] {
    return movedInWords(this.#events)
  }
}

/** The result for a date without a time, which cannot move. */
const WHOLE_DAY = {
  verdict: 'unmoved',
  wall: null,
  was: null,
  is: null,
  or: null,
  by: null,
  renamed: null,
} as const

const millisecondsOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))
