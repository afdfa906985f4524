// (tokens, moment, artifact) → a conversion, or what stands in its way: faults, a choice, an ambiguity that was not wanted.
import type { Moment } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Conversion } from '#schemas/wire/conversion.ts'
import { chosen, conversion, pin, rejection, type Resolution, type Sides } from './conversion.ts'
import {
  meaningsOf,
  resolvePool,
  type Candidates,
  type Clock,
  type Gazetteer,
  type Meanings,
} from './location.ts'
import type { Usage } from './usage.ts'

export interface ConvertRequest {
  readonly from: string
  readonly to: readonly string[]
  /** A naked moment is read on the clock of `from`. */
  readonly moment: Moment
  readonly resolution: Resolution
}

export type Converted =
  | { readonly kind: 'converted'; readonly conversion: Conversion }
  /** Tokens that mean nothing, or a country without a clock: parameter → what is wrong, as the end of a sentence. */
  | { readonly kind: 'faults'; readonly faults: ReadonlyMap<'from' | 'to', readonly string[]> }
  | {
      readonly kind: 'choice'
      readonly parameter: 'from' | 'to'
      readonly token: string
      readonly candidates: Candidates
    }
  /** A fold or gap, and `reject`: both candidates in words. */
  | { readonly kind: 'rejected'; readonly what: string }
  /** A local date of the answer would leave the years 0001–9999. */
  | { readonly kind: 'years' }

/** Converts. Faults come first, then the choice for `from`, then for the leftmost `to`, then what `reject` rejects. */
export function convert(
  { from, to, moment, resolution }: ConvertRequest,
  artifact: Gazetteer & Sides,
  usage: Usage,
): Converted {
  const source = meaningsOf(from, artifact)
  const targets = to.map((token) => meaningsOf(token, artifact))
  const faults = new Map<'from' | 'to', readonly string[]>()
  const fromFault = faultOf(from, source)
  if (fromFault !== null) faults.set('from', [fromFault])
  const toFaults = targets.flatMap((meanings, index) => faultOf(to[index] ?? '', meanings) ?? [])
  if (toFaults.length > 0) faults.set('to', toFaults)
  if (faults.size > 0) return { kind: 'faults', faults }

  const settle = (meanings: Meanings, instantOn: (clock: Clock) => EpochSeconds): Clock | Candidates => {
    if (meanings.kind === 'clock') return meanings.clock
    if (meanings.kind !== 'pool') throw new RangeError('a token without a meaning is a fault')
    const resolved = resolvePool(
      meanings.pool,
      instantOn,
      (standard) => usage.zonesOf.get(standard)?.length ?? 0,
    )
    return resolved.kind === 'one' ? resolved.clock : resolved.candidates
  }
  const sourceClock = settle(source, (clock) => chosen(pin(moment, clock), resolution))
  if ('zones' in sourceClock) {
    return { kind: 'choice', parameter: 'from', token: from, candidates: sourceClock }
  }
  const pinned = pin(moment, sourceClock)
  const instant = chosen(pinned, resolution)
  const clocks: Clock[] = []
  for (const [index, meanings] of targets.entries()) {
    const clock = settle(meanings, () => instant)
    if ('zones' in clock) {
      return { kind: 'choice', parameter: 'to', token: to[index] ?? '', candidates: clock }
    }
    clocks.push(clock)
  }
  if (resolution === 'reject' && pinned.kind !== 'instant') {
    return { kind: 'rejected', what: rejection(pinned, sourceClock) }
  }
  const made = conversion(
    sourceClock,
    clocks,
    pinned,
    resolution === 'latest' ? 'latest' : 'earliest',
    artifact,
  )
  return made === null ? { kind: 'years' } : { kind: 'converted', conversion: made }
}

function faultOf(token: string, meanings: Meanings): string | null {
  if (meanings.kind === 'unknown') {
    return `names "${token.trim()}", which is no time zone, shorthand, UTC offset, abbreviation, city or country.`
  }
  if (meanings.kind === 'no-zone') {
    return `names "${token.trim()}", but ${meanings.country.name} has no time zone.`
  }
  return null
}
