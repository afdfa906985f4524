// `tzref/clocks`: what every zone's clocks did, do and will do, from the file `clocks.bin`.
//
// Instants are milliseconds since 1970-01-01T00:00:00Z, as `Date.now()` gives them. Wall times are milliseconds as `Date.UTC` makes them
// of what the wall shows. Offsets are seconds to add to UTC.
import { openClocks as openBytes, type Clocks as Opened } from '#core/artifact/clocks.ts'
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
import { bytesOf, fetchBytes, nameOf, type Source } from './bytes.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Trust } from '#core/zone/trust.ts'
export type { Source } from './bytes.ts'

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

/** The clocks of one zone. */
export class Clock {
  /** The zone's own identifier, also where it was asked for by another. */
  readonly id: string
  readonly #zone: CompiledZone

  /** Use `Clocks.zone`. */
  constructor(zone: CompiledZone) {
    this.id = zone.id
    this.#zone = zone
  }

  /** Seconds to add to UTC at an instant. Allocates nothing. */
  offsetAt(at: number): number {
    return typeAt(this.#zone, secondOf(at)).offset
  }

  /** What the clock shows at an instant, from when until when, and how far that is to be trusted. */
  stateAt(at: number): ClockState {
    const second = secondOf(at)
    return stateOf(intervalAt(this.#zone, second), trustAt(this.#zone, second))
  }

  /** The first change after an instant, not at it; null when there is none any more. */
  nextChange(at: number): Change | null {
    return changeOf(nextTransition(this.#zone, secondOf(at)))
  }

  /** The last change at or before an instant; null when the clock had always been so. */
  previousChange(at: number): Change | null {
    return changeOf(latestTransition(this.#zone, secondOf(at)))
  }

  /** The changes after `from` and until `to`, in order. */
  changes(from: number, to: number): Change[] {
    const found: Change[] = []
    for (const transition of transitionsAfter(this.#zone, secondOf(from))) {
      if (transition.at * 1000 > to) break
      found.push(changeOf(transition))
    }
    return found
  }

  /** When the wall shows a time: once, twice (a fold) or never (a gap). */
  instantsOf(wall: number): WallReading {
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
  readonly #clocks = new Map<string, Clock>()
  #spelt: Map<string, string> | undefined

  /** Use `openClocks` or `fetchClocks`. */
  constructor(opened: AllClocks) {
    this.release = opened.release
    this.zoneIds = opened.zoneIds
    this.aliases = opened.aliases
    this.#opened = opened
  }

  /** The clock of an identifier or an alias, in any case; null where the release has none. Throws an ArtifactError for a damaged record. */
  zone(name: string): Clock | null {
    const known = this.#clocks.get(name)
    if (known !== undefined) return known
    const zone = this.#opened.zone(name) ?? this.#opened.zone(this.#spelling(name))
    if (zone === null) return null
    const clock = this.#clocks.get(zone.id) ?? new Clock(zone)
    this.#clocks.set(zone.id, clock)
    if (this.aliases.has(name)) this.#clocks.set(name, clock)
    return clock
  }

  /** As the release spells it. */
  #spelling(name: string): string {
    this.#spelt ??= new Map([...this.zoneIds, ...this.aliases.keys()].map((id) => [id.toLowerCase(), id]))
    return this.#spelt.get(name.toLowerCase()) ?? ''
  }
}

/** Opens `clocks.bin`. Throws an ArtifactError for a damaged file. */
export const openClocks = (source: Source): Clocks =>
  new Clocks(openBytes(bytesOf(source), nameOf(source, 'clocks.bin')))

/** Fetches `clocks.bin` and opens it. Throws an Error for any answer but 2xx, and an ArtifactError for a damaged file. */
export const fetchClocks = async (address: string | { readonly href: string }): Promise<Clocks> =>
  new Clocks(openBytes(await fetchBytes(address), nameOf(address)))
