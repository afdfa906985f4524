// Past, present and future of zones' clocks: the clock of one zone, and all clocks of a tz release.
//
// Instants are milliseconds since 1970-01-01T00:00:00Z, as `Date.now()` gives them. Wall times are milliseconds as `Date.UTC` makes them
// from what the wall clock shows. Offsets are seconds to add to UTC.
import { spellingsOf, type Clocks as Opened } from '#core/artifact/clocks.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, Interval, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import {
  latestTransition,
  nextTransition,
  transitionsAfter,
  type Transition,
} from '#core/zone/transitions.ts'
import { trustAt, type Trust } from '#core/zone/trust.ts'
import { checkInstant, checkSpan, checkText, checkWall, IDENTIFIER, UnknownNameError } from './check.ts'

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

  /** A name as the release spells it; undefined when the release has no such name. */
  #spelling(name: string): string | undefined {
    this.#spelt ??= spellingsOf(this)
    return this.#spelt.get(name.toLowerCase())
  }
}
