// What every zone's clocks did, do and will do: the clock of one zone, and the clocks of a tz release.
//
// Instants are milliseconds since 1970-01-01T00:00:00Z, as `Date.now()` gives them. Wall times are milliseconds as `Date.UTC` makes them
// of what the wall shows. Offsets are seconds to add to UTC.
import type { Clocks as Opened } from '#core/artifact/clocks.ts'
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

/** What a clock shows between two changes. */
export interface LocalTime {
  /** Seconds to add to UTC. */
  readonly offset: number
  /** Of `offset`, the seconds of daylight saving time. Never negative. */
  readonly save: number
  readonly isDst: boolean
  /** As the tz release writes it: `CET`, `+03`. */
  readonly abbreviation: string
}

export interface ClockState extends LocalTime {
  /** Since when; null: since ever. */
  readonly from: number | null
  /** Until when, exclusive; null: for ever. */
  readonly until: number | null
  /** How far it is to be trusted: see `Trust`. */
  readonly trust: Trust
}

/** A clock goes from one local time to another. */
export interface Change {
  readonly at: number
  readonly before: LocalTime
  readonly after: LocalTime
}

/** The instants at which a wall shows a time. */
export type WallReading =
  | { readonly kind: 'unique'; readonly at: number }
  /** The clock went back: the time was shown twice. */
  | TwoReadings<'fold'>
  /** The clock went forward over it: `earlier` and `later` are what it would be by the offsets after and before. */
  | TwoReadings<'gap'>

export interface TwoReadings<Kind extends 'fold' | 'gap'> {
  readonly kind: Kind
  readonly earlier: number
  readonly later: number
  readonly before: LocalTime
  readonly after: LocalTime
}

const secondOf = (milliseconds: number): EpochSeconds => epochSeconds(Math.floor(milliseconds / 1000))
const millisecondOf = (second: number | null): number | null => (second === null ? null : second * 1000)

/** The clock of one zone. */
export class Clock {
  /** The identifier that it was asked for by, as the release spells it: `Asia/Calcutta` stays what it is. */
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

  /** Seconds to add to UTC at an instant. Allocates nothing. */
  offsetAt(at: number): number {
    checkInstant(at)
    return typeAt(this.#zone, secondOf(at)).offset
  }

  /** What the clock shows at an instant, from when until when, and how far that is to be trusted. */
  stateAt(at: number): ClockState {
    checkInstant(at)
    const second = secondOf(at)
    return stateOf(intervalAt(this.#zone, second), trustAt(this.#zone, second))
  }

  /** The first change after an instant, not at it; null when there is none any more. */
  nextChange(at: number): Change | null {
    checkInstant(at)
    return changeOf(nextTransition(this.#zone, secondOf(at)))
  }

  /** The last change at or before an instant; null when the clock had always been so. */
  previousChange(at: number): Change | null {
    checkInstant(at)
    return changeOf(latestTransition(this.#zone, secondOf(at)))
  }

  /** The changes after `from` and until `to`, in order. From the one to the other it is at most ten thousand years. */
  changes(from: number, to: number): Change[] {
    checkSpan(from, to)
    const found: Change[] = []
    for (const transition of transitionsAfter(this.#zone, secondOf(from))) {
      if (transition.at * 1000 > to) break
      found.push(changeOf(transition))
    }
    return found
  }

  /** When the wall shows a time: once, twice (a fold) or never (a gap). */
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
  /** Other identifier → the id of the zone that answers for it. */
  readonly aliases: ReadonlyMap<string, string>
  readonly #opened: AllClocks
  /** By their identifiers, as the release spells them. */
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
   * The clock of an identifier or an alias, in any case. Throws an UnknownNameError, with the nearest names, where the release has none, and
   * an ArtifactError for a damaged record.
   */
  zone(name: string): Clock {
    const found = this.findZone(name)
    if (found !== null) return found
    throw new UnknownNameError('name', name, IDENTIFIER, [...this.zoneIds, ...this.aliases.keys()])
  }

  /** The clock of an identifier or an alias, in any case; null where the release has none. Throws an ArtifactError for a damaged record. */
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

  /** As the release spells it; undefined where it has no such name. */
  #spelling(name: string): string | undefined {
    this.#spelt ??= new Map([...this.zoneIds, ...this.aliases.keys()].map((id) => [id.toLowerCase(), id]))
    return this.#spelt.get(name.toLowerCase())
  }
}
