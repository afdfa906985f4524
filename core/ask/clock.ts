// A clock of a conversion, and a moment read on it: the instant, and what was ambiguous about the moment.
import type { Moment } from '../time/moment.ts'
import type { EpochSeconds, LocalSeconds, OffsetSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { fixedZone } from '../zone/fixed-zone.ts'
import { offsetAt } from '../zone/offset-at.ts'
import { resolveLocal } from '../zone/resolve-local.ts'
import { fixedOffsetId } from './location-token.ts'
import type { Standard } from './standards.ts'
import type { Zone } from './zones.ts'

export type Clock =
  | { readonly kind: 'zone'; readonly zone: Zone }
  /** A fixed offset. `twin` is the zone that gives offset zero its name and abbreviation; null for all other offsets. */
  | {
      readonly kind: 'offset'
      readonly iana: string
      readonly offset: OffsetSeconds
      readonly twin: Zone | null
    }
  | { readonly kind: 'standard'; readonly standard: Standard }

/** The clock as a compiled zone. The clock of an offset or a standard never changes. */
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

/** The identifier of a clock. */
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

/** How a wall time that happens twice or never becomes an instant. `reject` uses the earlier instant until the conversion is rejected. */
export type Resolution = 'earliest' | 'latest' | 'reject'

/** A moment on a clock. */
export interface Reading {
  readonly clock: Clock
  /** The instant that the moment names, or that the resolution chose. */
  readonly at: EpochSeconds
  /** Null if the moment was one instant. */
  readonly ambiguity: Ambiguity | null
}

/** A wall time that happens twice (a fold) or never (a gap), and the two instants that it could mean. */
export interface Ambiguity {
  readonly kind: 'fold' | 'gap'
  readonly local: LocalSeconds
  /** The identifier of the clock. */
  readonly clock: string
  readonly earlier: Candidate
  readonly later: Candidate
}

/** An instant that a wall time could mean. In a gap, the earlier one is before the change, when the clock still has the old offset. */
export interface Candidate {
  readonly at: EpochSeconds
  /** The clock's offset at that instant. */
  readonly offset: OffsetSeconds
}

/** Reads a moment on a clock. If it is a wall time in a fold or gap, the resolution chooses the instant. */
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
