// (tokens, moment) → one instant on every clock, or what stands in its way: faults, a choice, an ambiguity that was not wanted.
import { isPrintable, type Moment } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Almanac } from './almanac.ts'
import {
  clockId,
  compiledClock,
  readOn,
  type Ambiguity,
  type Clock,
  type Reading,
  type Resolution,
} from './clock.ts'
import type { Country } from './countries.ts'
import { nearestNames } from './nearest-names.ts'
import { chooseAmong, type Candidates } from './choice.ts'
import type { Meanings } from './location.ts'

export interface ConvertRequest {
  readonly from: string
  readonly to: readonly string[]
  /** A naked moment is read on the clock of `from`. */
  readonly moment: Moment
  readonly resolution: Resolution
}

export interface Conversion {
  readonly at: EpochSeconds
  readonly from: ConvertedSide
  readonly to: readonly ConvertedSide[]
  /** Null where the moment was one instant. */
  readonly ambiguity: ResolvedAmbiguity | null
}

/** A fold or gap, and how it was resolved. */
export interface ResolvedAmbiguity extends Ambiguity {
  readonly resolution: 'earliest' | 'latest'
}

/** What a clock shows at the instant. */
export interface ConvertedSide {
  readonly clock: Clock
  /** The identifier that the clock goes by. */
  readonly id: string
  readonly offset: OffsetSeconds
  /** Null where it has no letters. */
  readonly abbreviation: string | null
  /** Of the standard; null where nobody has named it. */
  readonly name: string | null
  readonly isDst: boolean
}

/** A token that means nothing, or a country without a clock. */
export interface TokenFault {
  readonly parameter: 'from' | 'to'
  readonly token: string
  /** Null where nothing at all has the name. */
  readonly country: Country | null
  /** The names that are spelt most like it; none for a country. */
  readonly nearest: readonly string[]
}

export type Converted =
  | { readonly kind: 'converted'; readonly conversion: Conversion }
  | { readonly kind: 'faults'; readonly faults: readonly TokenFault[] }
  | {
      readonly kind: 'choice'
      readonly parameter: 'from' | 'to'
      readonly token: string
      readonly candidates: Candidates
    }
  /** A fold or gap, and `reject`. */
  | { readonly kind: 'rejected'; readonly ambiguity: Ambiguity }
  /** A local date of the answer would leave the years 0001–9999. */
  | { readonly kind: 'years' }

/**
 * Converts. Faults come first, then the choice for `from`, then for the leftmost `to`, then what `reject` rejects. `now` is the present,
 * by which standards of one code are ordered.
 */
export function convert(
  { from, to, moment, resolution }: ConvertRequest,
  almanac: Almanac,
  now: EpochSeconds,
): Converted {
  const source = almanac.meaningsOf(from)
  const targets = to.map((token) => almanac.meaningsOf(token))
  const faults = [
    ...faultsOf('from', from, source, almanac),
    ...targets.flatMap((meanings, index) => faultsOf('to', to[index] ?? '', meanings, almanac)),
  ]
  if (faults.length > 0) return { kind: 'faults', faults }

  const settle = (meanings: Meanings, when: Moment): Reading | Candidates => {
    if (meanings.kind === 'clock') return readOn(meanings.clock, when, resolution)
    if (meanings.kind !== 'namesakes') throw new RangeError('a token without a meaning is a fault')
    const resolved = chooseAmong(
      meanings.namesakes,
      when,
      resolution,
      (standard) => almanac.standardsInUse(now).zonesOf.get(standard)?.length ?? 0,
    )
    return resolved.kind === 'one' ? resolved.reading : resolved.candidates
  }
  const reading = settle(source, moment)
  if ('zones' in reading) return { kind: 'choice', parameter: 'from', token: from, candidates: reading }
  const { at, ambiguity } = reading
  const clocks: Clock[] = []
  for (const [index, meanings] of targets.entries()) {
    const target = settle(meanings, { kind: 'instant', at })
    if ('zones' in target) {
      return { kind: 'choice', parameter: 'to', token: to[index] ?? '', candidates: target }
    }
    clocks.push(target.clock)
  }
  if (resolution === 'reject' && ambiguity !== null) return { kind: 'rejected', ambiguity }

  const side = (clock: Clock): ConvertedSide | null => sideOf(clock, at, almanac, now)
  const shown = side(reading.clock)
  const others = clocks.map(side).filter((other) => other !== null)
  if (shown === null || others.length < clocks.length) return { kind: 'years' }
  const resolved =
    ambiguity === null
      ? null
      : { ...ambiguity, resolution: resolution === 'latest' ? resolution : ('earliest' as const) }
  return { kind: 'converted', conversion: { at, from: shown, to: others, ambiguity: resolved } }
}

function faultsOf(
  parameter: 'from' | 'to',
  token: string,
  meanings: Meanings,
  { names }: Pick<Almanac, 'names'>,
): TokenFault[] {
  if (meanings.kind === 'unknown')
    return [{ parameter, token, country: null, nearest: nearestNames(token, names(), 3) }]
  return meanings.kind === 'no-zone' ? [{ parameter, token, country: meanings.country, nearest: [] }] : []
}

/** One side; null where its local date would leave the years 0001–9999. */
function sideOf(
  clock: Clock,
  at: EpochSeconds,
  almanac: Pick<Almanac, 'stateOf'>,
  now: EpochSeconds,
): ConvertedSide | null {
  const id = clockId(clock)
  const offset = offsetAt(compiledClock(clock), at)
  if (!isPrintable(at, offset)) return null
  if (clock.kind === 'standard') {
    const { code, name, isDst } = clock.standard
    return { clock, id, offset, abbreviation: code, name, isDst }
  }
  const zone = clock.kind === 'zone' ? clock.zone : clock.twin
  if (zone === null) return { clock, id, offset, abbreviation: null, name: null, isDst: false }
  const { season, inForce } = almanac.stateOf(zone, at, now)
  const { abbreviation, name } = inForce
  return { clock, id, offset, abbreviation, name, isDst: season.type.isDst }
}
