// Past, present and future of zones' clocks: the clock of one zone, and all clocks of a tz release.
//
// Instants are milliseconds since 1970-01-01T00:00:00Z, as `Date.now()` gives them. Wall times are milliseconds as `Date.UTC` makes them
// from what the wall clock shows. Offsets are seconds to add to UTC.
import { spellingsOf, type Clocks as Opened } from '#core/artifact/clocks.ts'
import { dayNamed } from '#core/time/civil.ts'
import { DOORS, readDateTime, wallText, type DateTimeText } from '#core/time/date-time-text.ts'
import { exactOffset, formatOffset, printedOffset } from '#core/time/offset.ts'
import { epochSeconds, localSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, Interval, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import {
  latestTransition,
  nextTransition,
  transitionsAfter,
  type Transition,
} from '#core/zone/transitions.ts'
import { trustAt, type Trust } from '#core/zone/trust.ts'
import {
  checkInstant,
  checkOneOf,
  checkSpan,
  checkText,
  checkWall,
  IDENTIFIER,
  isMoment,
  shown,
  UnknownNameError,
} from './check.ts'
import { chosen, DISAMBIGUATIONS, type Disambiguation } from './disambiguation.ts'

/** The local time that a clock keeps between two changes. */
export interface LocalTime {
  /** Seconds to add to UTC. */
  readonly offset: number
  /** The part of `offset` that is daylight saving time, in seconds. Never negative. */
  readonly save: number
  readonly isDst: boolean
  /** As the tz release writes it: `CET`, `+03`. */
  readonly abbreviation: string
}

export interface ClockState extends LocalTime {
  /** The start; null for a state without a start. */
  readonly from: number | null
  /** The end, exclusive; null for a state without an end. */
  readonly until: number | null
  /** How far this state can be trusted: see `Trust`. */
  readonly trust: Trust
}

/** A change of a clock from one local time to another. */
export interface Change {
  readonly at: number
  readonly before: LocalTime
  readonly after: LocalTime
}

/** The instants at which a wall clock shows a time. */
export type WallReading =
  | { readonly kind: 'unique'; readonly at: number }
  /** The clock went back, so it showed the time twice. */
  | TwoReadings<'fold'>
  /** The clock went forward and skipped the time. `earlier` uses the offset after the change, `later` the offset before it. */
  | TwoReadings<'gap'>

export interface TwoReadings<Kind extends 'fold' | 'gap'> {
  readonly kind: Kind
  readonly earlier: number
  readonly later: number
  readonly before: LocalTime
  readonly after: LocalTime
}

const TEXT = 'a date and time such as "2026-10-25T02:30", which may have an offset and a zone'
const DATE = 'a date such as "2026-10-25"'
const ZONED = 'a date and time with a zone, such as "2026-10-25T02:30[Europe/Berlin]"'

/** The parts of a text. Throws a TypeError for a value that is no text, and a RangeError for a text of another form. */
function zonedText(text: unknown, expected: string): DateTimeText {
  checkText(text, 'wall', expected)
  const read = readDateTime(text, DOORS.instantOf)
  if (typeof read === 'string' || !isMoment(read.wall))
    throw new RangeError(`wall: found ${shown(text)}, expected ${expected}`)
  return read
}

export const secondOf = (milliseconds: number): EpochSeconds => epochSeconds(Math.floor(milliseconds / 1000))
export const millisecondOf = (second: number | null): number | null =>
  second === null ? null : second * 1000

/** The clock of one zone. */
export class Clock {
  /** The identifier that the clock was asked for by, as the release spells it: `Asia/Calcutta` stays `Asia/Calcutta`. */
  readonly id: string
  /** The zone's own identifier: `Asia/Kolkata`. */
  readonly canonical: string
  readonly #zone: CompiledZone

  /** @internal */
  constructor(zone: CompiledZone, id: string = zone.id) {
    this.id = id
    this.canonical = zone.id
    this.#zone = zone
  }

  /**
   * The offset at an instant, in seconds to add to UTC. Allocates nothing.
   *
   * @example
   * ```js
   * berlin.offsetAt(Date.UTC(2026, 6, 1)) // → 7200
   * ```
   */
  offsetAt(at: number): number {
    checkInstant(at)
    return typeAt(this.#zone, secondOf(at)).offset
  }

  /**
   * The local time at an instant, from when until when it holds, and how far it can be trusted.
   *
   * @example
   * ```js
   * const { abbreviation, isDst, until } = berlin.stateAt(Date.UTC(2026, 6, 1))
   * ;[abbreviation, isDst, until] // → ['CEST', true, Date.UTC(2026, 9, 25, 1)]
   * ```
   */
  stateAt(at: number): ClockState {
    checkInstant(at)
    const second = secondOf(at)
    return stateOf(intervalAt(this.#zone, second), trustAt(this.#zone, second))
  }

  /**
   * The first change after an instant (not at it); null when no change follows.
   *
   * @example
   * ```js
   * berlin.nextChange(Date.UTC(2026, 6, 1))?.at // → Date.UTC(2026, 9, 25, 1)
   * ```
   */
  nextChange(at: number): Change | null {
    checkInstant(at)
    return changeOf(nextTransition(this.#zone, secondOf(at)))
  }

  /**
   * The last change at or before an instant; null when no change came before.
   *
   * @example
   * ```js
   * berlin.previousChange(Date.UTC(2026, 6, 1))?.at // → Date.UTC(2026, 2, 29, 1)
   * ```
   */
  previousChange(at: number): Change | null {
    checkInstant(at)
    return changeOf(latestTransition(this.#zone, secondOf(at)))
  }

  /**
   * The changes after `from` and up to `to`, in order. `from` and `to` are at most ten thousand years apart.
   *
   * @example
   * ```js
   * berlin.changes(Date.UTC(2026, 0), Date.UTC(2027, 0)).map(({ after }) => after.abbreviation) // → ['CEST', 'CET']
   * ```
   */
  changes(from: number, to: number): Change[] {
    checkSpan(from, to)
    const found: Change[] = []
    for (const transition of transitionsAfter(this.#zone, secondOf(from))) {
      if (transition.at * 1000 > to) break
      found.push(changeOf(transition))
    }
    return found
  }

  /**
   * When the wall clock shows a time: once, twice (a fold) or never (a gap).
   *
   * @example
   * ```js
   * const reading = berlin.instantsOf(Date.UTC(2026, 9, 25, 2, 30))
   * reading.kind === 'fold' && reading.later - reading.earlier // → 3_600_000
   * ```
   */
  instantsOf(wall: number): WallReading {
    checkWall(wall)
    const local = Math.floor(wall / 1000)
    const rest = wall - local * 1000
    const mapping = resolveLocal(this.#zone, localSeconds(local))
    if (mapping.kind === 'unique') return { kind: 'unique', at: mapping.at * 1000 + rest }
    const { kind, earlier, later, before, after } = mapping
    return {
      kind,
      earlier: earlier * 1000 + rest,
      later: later * 1000 + rest,
      before: localTimeOf(before.type),
      after: localTimeOf(after.type),
    }
  }

  /**
   * The instant at which the wall clock shows a time, as Temporal means it. A time that was shown twice or never is chosen by
   * `disambiguation`: `compatible` takes the earlier of a fold and the later of a gap, and `reject` throws a RangeError.
   *
   * `wall` is a number that `Date.UTC` makes, or a date and time in ISO 8601 or RFC 9557. An offset in the text says which instant is meant, so it
   * has to be one that the clock has then; with `Z` the time is in UTC. A zone in brackets has to be this one. Otherwise a RangeError is
   * thrown.
   *
   * @example
   * ```js
   * berlin.instantOf('2026-10-25T02:30', 'later') // → Date.UTC(2026, 9, 25, 1, 30)
   * ```
   */
  instantOf(wall: number | string, disambiguation: Disambiguation = 'compatible'): number {
    checkOneOf(disambiguation, 'disambiguation', DISAMBIGUATIONS)
    if (typeof wall !== 'string') {
      checkWall(wall)
      return chosen(this.instantsOf(wall), disambiguation, 'wall', () => wallText(wall))
    }
    const read = zonedText(wall, TEXT)
    const names = [this.id, this.canonical].map((name) => name.toLowerCase())
    if (read.zone !== null && !names.includes(read.zone.toLowerCase()))
      throw new RangeError(`wall: found ${shown(wall)}, expected a time in ${this.id}, or none in brackets`)
    return this.#instantOf(read, disambiguation, wall)
  }

  #instantOf(
    { wall, offset, isInMinutes }: DateTimeText,
    disambiguation: Disambiguation,
    text: string,
  ): number {
    if (offset === 'Z') return wall
    const reading = this.instantsOf(wall)
    if (offset === null) return chosen(reading, disambiguation, 'wall', () => shown(text))
    // A gap has no offset of its own.
    const instants =
      reading.kind === 'unique'
        ? [reading.at]
        : reading.kind === 'fold'
          ? [reading.earlier, reading.later]
          : []
    const found = instants.find((at) => {
      const exact = offsetSeconds((wall - at) / 1000)
      return exact === offset || (isInMinutes && printedOffset(exact) === offset)
    })
    if (found !== undefined) return found
    const offsets = instants.map((at) => exactOffset((wall - at) / 1000)).join(' or ')
    throw new RangeError(
      `wall: found ${shown(text)}, expected ${offsets === '' ? `a time that ${this.id} showed` : `the offset of ${this.id} then, ${offsets}`}`,
    )
  }

  /**
   * The wall time that the clock shows at an instant, as a text that `instantOf` reads. Milliseconds are shown when they are not 0. A time that is
   * shown twice is the same text twice; `textAt` tells them apart.
   *
   * @example
   * ```js
   * berlin.wallAt(Date.UTC(2026, 6, 1, 12)) // → '2026-07-01T14:00:00'
   * ```
   */
  wallAt(at: number): string {
    return wallText(at + this.offsetAt(at) * 1000)
  }

  /**
   * The first instant of a date of this clock, as Temporal means it. Where midnight was skipped, the day begins at the change; a day that was
   * skipped whole gives the first instant after it. `date` is a text; a RangeError is thrown for one that is no date.
   *
   * @example
   * ```js
   * berlin.startOfDay('2026-07-01') // → Date.UTC(2026, 5, 30, 22)
   * ```
   */
  startOfDay(date: string): number {
    checkText(date, 'date', DATE)
    const day = dayNamed(date)
    if (day === null) throw new RangeError(`date: found ${shown(date)}, expected ${DATE}`)
    return startOfLocalDay(this.#zone, day) * 1000
  }

  /**
   * The offset at an instant as text, rounded to whole minutes, as in `textAt` and `isoAt`.
   *
   * @example
   * ```js
   * berlin.offsetTextAt(Date.UTC(2026, 6, 1)) // → '+02:00'
   * ```
   */
  offsetTextAt(at: number): string {
    return formatOffset(offsetSeconds(this.offsetAt(at)))
  }

  /**
   * An instant as text in RFC 9557: the date and time on this clock, its offset, and its identifier. Milliseconds are shown when they are
   * not 0. An offset is rounded to whole minutes, as Temporal writes it; `instantOf` reads the text back to the same instant.
   *
   * @example
   * ```js
   * berlin.textAt(Date.UTC(2026, 6, 1, 12)) // → '2026-07-01T14:00:00+02:00[Europe/Berlin]'
   * ```
   */
  textAt(at: number): string {
    return `${this.wallAt(at)}${this.offsetTextAt(at)}[${this.id}]`
  }

  /**
   * An instant as text in ISO 8601: a date and time with its offset, which together are exactly this instant. Where the clock's offset is
   * not a whole number of minutes, as some were long ago, it is rounded, and the time with it.
   *
   * @example
   * ```js
   * berlin.isoAt(Date.UTC(2026, 6, 1, 12)) // → '2026-07-01T14:00:00+02:00'
   * ```
   */
  isoAt(at: number): string {
    const offset = printedOffset(offsetSeconds(this.offsetAt(at)))
    return `${wallText(at + offset * 1000)}${formatOffset(offset)}`
  }
}

const localTimeOf = ({ offset, save, isDst, abbreviation }: LocalTimeType): LocalTime => ({
  offset,
  save,
  isDst,
  abbreviation,
})

const stateOf = ({ start, end, type }: Interval, trust: Trust): ClockState => ({
  ...localTimeOf(type),
  from: millisecondOf(start),
  until: millisecondOf(end),
  trust,
})

function changeOf(transition: Transition): Change
function changeOf(transition: Transition | null): Change | null
function changeOf(transition: Transition | null): Change | null {
  if (transition === null) return null
  const { at, before, after } = transition
  return { at: at * 1000, before: localTimeOf(before.type), after: localTimeOf(after.type) }
}

type AllClocks = Pick<Opened, 'release' | 'zoneIds' | 'aliases' | 'zone'>

/** The clocks of all zones of a tz release. */
export class Clocks {
  /** The tz release. */
  readonly release: string
  /** In code-unit order. */
  readonly zoneIds: readonly string[]
  /** Other identifier → the id of its zone. */
  readonly aliases: ReadonlyMap<string, string>
  readonly #opened: AllClocks
  /** Identifier as the release spells it → its clock. */
  readonly #clocks = new Map<string, Clock>()
  #spelt: Map<string, string> | undefined

  /** @internal */
  constructor(opened: AllClocks) {
    this.release = opened.release
    this.zoneIds = opened.zoneIds
    this.aliases = opened.aliases
    this.#opened = opened
  }

  /**
   * The clock of an identifier or an alias, in any case. Throws an UnknownNameError with the nearest names when the release has none, and
   * an ArtifactError for a damaged record.
   *
   * @example
   * ```js
   * const berlin = clocks.zone('europe/berlin')
   * berlin.id // → 'Europe/Berlin'
   * ```
   */
  zone(name: string): Clock {
    const found = this.findZone(name)
    if (found !== null) return found
    throw new UnknownNameError('name', name, IDENTIFIER, [...this.zoneIds, ...this.aliases.keys()])
  }

  /**
   * The clock of an identifier or an alias, in any case; null when the release has none. Throws an ArtifactError for a damaged record.
   *
   * @example
   * ```js
   * clocks.findZone('Asia/Atlantis') // → null
   * ```
   */
  findZone(name: string): Clock | null {
    const known = this.#clocks.get(name)
    if (known !== undefined) return known
    checkText(name, 'name', IDENTIFIER)
    const id = this.#spelling(name)
    const zone = id === undefined ? null : this.#opened.zone(id)
    if (id === undefined || zone === null) return null
    const clock = this.#clocks.get(id) ?? new Clock(zone, id)
    this.#clocks.set(id, clock)
    return clock
  }

  /**
   * The instant of a text in RFC 9557, which names its zone. For the rest it is read as `Clock.instantOf` reads it. Throws an
   * UnknownNameError for a zone that the release lacks.
   *
   * @example
   * ```js
   * clocks.instantOf('2026-10-25T02:30:00+01:00[Europe/Berlin]') // → Date.UTC(2026, 9, 25, 1, 30)
   * ```
   */
  instantOf(wall: string, disambiguation: Disambiguation = 'compatible'): number {
    const { zone } = zonedText(wall, ZONED)
    if (zone === null) throw new RangeError(`wall: found ${shown(wall)}, expected ${ZONED}`)
    return this.zone(zone).instantOf(wall, disambiguation)
  }

  /** A name as the release spells it; undefined when the release has no such name. */
  #spelling(name: string): string | undefined {
    this.#spelt ??= spellingsOf(this)
    return this.#spelt.get(name.toLowerCase())
  }
}
