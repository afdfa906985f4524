// Whether a stored event is at another instant by a newer tz release than by the one that it was resolved with.
//
// An instant is milliseconds since 1970-01-01T00:00:00Z, or a text with an offset; a wall time is milliseconds as `Date.UTC` makes them of
// what the wall shows, or a text without one.
import { movedInWords } from '#core/moved/in-words.ts'
import type { ReleaseClocks, Verdict } from '#core/moved/judge.ts'
import { MovedEvents, type MovedEvent } from '#core/moved/moved-events.ts'
import { checkInstant, checkObject, checkOneOf, checkText, checkWall, IDENTIFIER } from './check.ts'

/** A wall time or an instant is needed; with both, the instant says which side of a fold was meant. */
export interface StoredEvent {
  readonly zone: string
  readonly wall?: number | string
  /** What was stored. */
  readonly instant?: number | string
  /** Which instant of a fold or gap was meant. */
  readonly side?: 'earlier' | 'later'
  /** The tz release that it was resolved with; the older one where it is not said. */
  readonly release?: string
}

/** What became of an event; instants in milliseconds. */
export interface Judged {
  readonly verdict: Verdict
  /** The wall time; null where nothing says it. */
  readonly wall: number | null
  /** The instant before; null where none is known. */
  readonly was: number | null
  /** The instant now; of a gap or a fold the earlier of the two. Null where none can be said. */
  readonly is: number | null
  /** The later of the two; null where there is but one. */
  readonly or: number | null
  /** Milliseconds from the one to the other; null where they are not both one instant. */
  readonly by: number | null
  /** The identifier that the zone has now; null where its name is what it was. */
  readonly renamed: string | null
}

/** Events between two releases. */
export class Moved {
  readonly #events: MovedEvents
  #last: MovedEvent | undefined
  #count = 0

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

  /** What became of an event. Throws an EventError for one that cannot be read. */
  judge(stored: StoredEvent): Judged {
    checkObject(stored, 'event', '{ zone, wall, instant }')
    const { wall, instant, ...event } = stored
    checkText(event.zone, 'zone', IDENTIFIER)
    if (wall !== undefined && typeof wall !== 'string') checkWall(wall)
    if (instant !== undefined && typeof instant !== 'string') checkInstant(instant, 'instant')
    if (event.side !== undefined) checkOneOf(event.side, 'side', ['earlier', 'later'])
    if (event.release !== undefined) checkText(event.release, 'release', 'a tz release such as "2026f"')
    this.#count++
    this.#events.takeTexts(
      { ...event, wall: textOf(wall)?.replace('Z', '') ?? null, instant: textOf(instant) },
      this.#count,
    )
    const { verdict, wall: shown, was, is, or, by, renamed } = this.#last ?? NOTHING
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

  /** What became of all that were judged, in sentences; the first says how many move, where, and from when. */
  inWords(): string[] {
    return movedInWords(this.#events)
  }
}

const NOTHING = {
  verdict: 'unknown',
  wall: null,
  was: null,
  is: null,
  or: null,
  by: null,
  renamed: null,
} as const

const textOf = (moment: number | string | undefined): string | null =>
  typeof moment === 'number' ? new Date(moment).toISOString() : (moment ?? null)

const millisecondsOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))
