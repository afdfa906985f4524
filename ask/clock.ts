// A clock that a conversion reads or sets, and a moment read on it: the instant, and what was ambiguous about it.
import type { Moment } from '#core/time/moment.ts'
import type { EpochSeconds, LocalSeconds, OffsetSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { fixedZone } from '#core/zone/fixed-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { fixedOffsetId } from './location-token.ts'
import type { Standard } from './standards.ts'
import type { Zone } from './zones.ts'

export type Clock =
  | { readonly kind: 'zone'; readonly zone: Zone }
  /** An offset; `twin` is the zone of offset zero whose name and abbreviation it has. */
  | {
      readonly kind: 'offset'
      readonly iana: string
      readonly offset: OffsetSeconds
      readonly twin: Zone | null
    }
  | { readonly kind: 'standard'; readonly standard: Standard }

/** The clock as a compiled zone: that of a fixed offset never changes. */
export function compiledClock(clock: Clock): CompiledZone {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.compiled()
    case 'offset':
      return fixedZone(clock.iana, clock.offset)
    case 'standard':
      return fixedZone(clock.standard.name, clock.standard.offset)
  }
}

/** The identifier that a clock goes by. */
export function clockId(clock: Clock): string {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.iana
    case 'offset':
      return clock.iana
    case 'standard':
      return fixedOffsetId(clock.standard.offset, clock.standard.code === 'GMT' ? 'GMT' : 'UTC')
  }
}

/** How a wall time that happens twice or never becomes an instant. `reject` looks at the earlier one until it is time to reject. */
export type Resolution = 'earliest' | 'latest' | 'reject'

/** A moment on a clock. */
export interface Reading {
  readonly clock: Clock
  /** The instant that was meant, or that the resolution chose. */
  readonly at: EpochSeconds
  /** Null where the moment was one instant. */
  readonly ambiguity: Ambiguity | null
}

/** A wall time that happens twice (a fold) or never (a gap), and the two instants it could be. */
export interface Ambiguity {
  readonly kind: 'fold' | 'gap'
  readonly local: LocalSeconds
  /** The identifier of the clock. */
  readonly clock: string
  readonly earlier: Candidate
  readonly later: Candidate
}

/** In a gap the earlier one lies before the change, where the offset still is the old one. */
export interface Candidate {
  readonly at: EpochSeconds
  /** The clock's offset at that instant. */
  readonly offset: OffsetSeconds
}

/** The instant that a moment names on a clock. */
export function readOn(clock: Clock, moment: Moment, resolution: Resolution): Reading {
  if (moment.kind === 'instant') return { clock, at: moment.at, ambiguity: null }
  const compiled = compiledClock(clock)
  const mapping = resolveLocal(compiled, moment.local)
  if (mapping.kind === 'unique') return { clock, at: mapping.at, ambiguity: null }
  const candidate = (at: EpochSeconds): Candidate => ({ at, offset: offsetAt(compiled, at) })
  const ambiguity: Ambiguity = {
    kind: mapping.kind,
    local: moment.local,
    clock: clockId(clock),
    earlier: candidate(mapping.earlier),
    later: candidate(mapping.later),
  }
  return { clock, at: resolution === 'latest' ? mapping.later : mapping.earlier, ambiguity }
}
