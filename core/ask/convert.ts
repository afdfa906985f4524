// Tokens and a moment → the same instant on every clock, or what prevents it, in this order: faults, a choice, an ambiguous time, the years.
import { isPrintable, type Moment } from '../time/moment.ts'
import type { EpochSeconds } from '../time/units.ts'
import { offsetAt } from '../zone/offset-at.ts'
import type { Almanac } from './almanac.ts'
import { clockId, compiledClock, readOn, type Ambiguity, type Clock, type Resolution } from './clock.ts'
import type { Country } from './countries.ts'
import { chooseAmong, type Candidates } from './choice.ts'
import type { Meanings } from './location.ts'
import { refusalOf, type Refusal } from './refusal.ts'
import type { Standard } from './standards.ts'

export interface ConvertRequest {
  readonly from: string
  readonly to: readonly string[]
  /** A moment without an offset is read on the clock of `from`. */
  readonly moment: Moment
  readonly resolution: Resolution
}

export interface Conversion {
  readonly at: EpochSeconds
  readonly from: ConvertedSide
  readonly to: readonly ConvertedSide[]
  /** Null if the moment was one instant. */
  readonly ambiguity: ResolvedAmbiguity | null
}

/** A fold or gap, and how it was resolved. */
export interface ResolvedAmbiguity extends Ambiguity {
  readonly resolution: 'earliest' | 'latest'
}

/** The state of a clock at the instant. */
export type ConvertedSide = Readonly<NonNullable<ReturnType<typeof sideOf>>>

/** A token as it was sent. */
interface SentToken {
  readonly parameter: 'from' | 'to'
  readonly token: string
}

/** A token with what it means. */
interface ReadToken extends SentToken {
  readonly meanings: Meanings
}

/** A token that means nothing, and what would; or a country without a clock, for which nothing is offered. */
export interface TokenFault extends SentToken, Refusal {
  /** The country without a clock; null if nothing has the name. */
  readonly country: Country | null
}

export type Converted =
  | { readonly kind: 'converted'; readonly conversion: Conversion }
  | { readonly kind: 'faults'; readonly faults: readonly TokenFault[] }
  | (SentToken & { readonly kind: 'choice'; readonly candidates: Candidates })
  /** The moment is in a fold or gap, and the resolution is `reject`. */
  | { readonly kind: 'rejected'; readonly ambiguity: Ambiguity }
  /** A local date of the answer would be outside the years 0001–9999. */
  | { readonly kind: 'years' }

/**
 * Converts a moment. If several things prevent it, faults come first, then the choice for `from`, then the one for the first ambiguous `to`,
 * then a rejected fold or gap. `now` is the present: standards with one code are ordered by how many zones use them then.
 */
export function convert(
  { from, to, moment, resolution }: ConvertRequest,
  almanac: Almanac,
  now: EpochSeconds,
): Converted {
  const read = (parameter: 'from' | 'to', token: string): ReadToken => ({
    parameter,
    token,
    meanings: almanac.meaningsOf(token),
  })
  const source = read('from', from)
  const targets = to.map((token) => read('to', token))
  const faults = [source, ...targets].flatMap(({ parameter, token, meanings }) =>
    meanings.kind === 'unknown' ? faultOf({ parameter, token }, meanings.country, almanac) : [],
  )
  if (faults.length > 0) return { kind: 'faults', faults }

  const zonesUsing = (standard: Standard): number =>
    almanac.standardsInUse(now).zonesOf.get(standard)?.length ?? 0
  const settle = ({ meanings }: ReadToken, when: Moment) => {
    if (meanings.kind === 'clock') return readOn(meanings.clock, when, resolution)
    if (meanings.kind !== 'namesakes') throw new RangeError('a token without a meaning is a fault')
    const resolved = chooseAmong(meanings.namesakes, { moment: when, resolution, zonesUsing })
    return resolved.kind === 'one' ? resolved.reading : resolved.candidates
  }
  const reading = settle(source, moment)
  if ('zones' in reading) return chosenAmong(source, reading, almanac)
  const { at, ambiguity } = reading
  const clocks: Clock[] = []
  for (const sent of targets) {
    const target = settle(sent, { kind: 'instant', at })
    if ('zones' in target) return chosenAmong(sent, target, almanac)
    clocks.push(target.clock)
  }
  if (resolution === 'reject' && ambiguity !== null) return { kind: 'rejected', ambiguity }

  const side = (clock: Clock) => sideOf(clock, at, almanac, now)
  const shown = side(reading.clock)
  const others = clocks.map(side).filter((other) => other !== null)
  if (shown === null || others.length < clocks.length) return { kind: 'years' }
  const resolved =
    ambiguity === null
      ? null
      : { ...ambiguity, resolution: resolution === 'latest' ? resolution : ('earliest' as const) }
  return { kind: 'converted', conversion: { at, from: shown, to: others, ambiguity: resolved } }
}

/**
 * The choice that a token leaves. A name next to an offset that it never has, and that no zone always has, leaves no choice: "Tokyo +05:30" is
 * a fault.
 */
const chosenAmong = ({ parameter, token }: SentToken, candidates: Candidates, almanac: Almanac): Converted =>
  candidates.standards.length + candidates.zones.length > 1
    ? { kind: 'choice', parameter, token, candidates }
    : { kind: 'faults', faults: [faultOf({ parameter, token }, null, almanac)] }

function faultOf({ parameter, token }: SentToken, country: Country | null, almanac: Almanac): TokenFault {
  const refusal = country === null ? refusalOf(token, almanac) : { part: null, head: null, nearest: [] }
  return { parameter, token, country, ...refusal }
}

/** One side of a conversion; null if its local date would be outside the years 0001–9999. */
function sideOf(clock: Clock, at: EpochSeconds, almanac: Almanac, now: EpochSeconds) {
  const offset = offsetAt(compiledClock(clock), at)
  if (!isPrintable(at, offset)) return null
  const standard = clock.kind === 'standard' ? clock.standard : null
  const zone = clock.kind === 'zone' ? clock.zone : clock.kind === 'offset' ? clock.twin : null
  const state = zone === null ? null : almanac.stateOf(zone, at, now)
  return {
    clock,
    /** The identifier of the clock. */
    id: clockId(clock),
    offset,
    /** Null if its time has no letters. */
    abbreviation: standard?.code ?? state?.inForce.abbreviation ?? null,
    /** The name of the standard; null if it has none. */
    name: standard?.name ?? state?.inForce.name ?? null,
    isDst: standard?.isDst ?? state?.season.type.isDst ?? false,
  }
}
