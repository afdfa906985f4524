// What a token of /convert means in an artifact, and whether a table expects that.
import type { Almanac } from '#core/ask/almanac.ts'
import { compiledClock, type Clock } from '#core/ask/clock.ts'
import { chooseAmong, type Candidates, type ResolvedLocation } from '#core/ask/choice.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { NOON } from './service.ts'

const AT = epochSeconds(NOON)
/** Instants at which different clocks differ: now, and in both seasons of the next year. */
const PROBES = [AT, epochSeconds(NOON + 60 * 86_400), epochSeconds(NOON + 240 * 86_400)]

export type Understood =
  { readonly kind: 'one'; readonly clock: Clock } | { readonly kind: 'many'; readonly candidates: Candidates }

/** The meaning of a token in November 2026. Null: it has none. */
export function meaningOf(token: string, almanac: Almanac): Understood | null {
  const meanings = almanac.meaningsOf(token)
  if (meanings.kind === 'clock') return { kind: 'one', clock: meanings.clock }
  if (meanings.kind !== 'namesakes') return null
  const { zonesOf } = almanac.standardsInUse(AT)
  const chosen = chooseAmong(meanings.namesakes, {
    moment: { kind: 'instant', at: AT },
    resolution: 'earliest',
    zonesUsing: (standard) => zonesOf.get(standard)?.length ?? 0,
  })
  return understood(chosen)
}

/** The chosen meaning, without the moment at which it was read. */
export const understood = (chosen: ResolvedLocation): Understood =>
  chosen.kind === 'one' ? { kind: 'one', clock: chosen.reading.clock } : chosen

/** Identifiers and slugs in an answer or a choice. */
export function named(resolved: Understood): string[] {
  if (resolved.kind === 'many') {
    const { standards, zones } = resolved.candidates
    return [...standards.map(({ slug }) => slug), ...zones.map(({ iana }) => iana)]
  }
  const { clock } = resolved
  return [
    clock.kind === 'zone' ? clock.zone.iana : clock.kind === 'offset' ? clock.iana : clock.standard.slug,
  ]
}

const isSameClock = (one: Clock, other: Clock): boolean =>
  PROBES.every((at) => offsetAt(compiledClock(one), at) === offsetAt(compiledClock(other), at))

export type Verdict = 'right' | 'asked' | 'refused' | 'wrong'

/**
 * Compares a token's meaning with the expected one. `right`; `asked`: the service asks back, and the expected clock is one of the
 * candidates; `refused`; or `wrong`.
 */
export function judge(token: string, expected: string, almanac: Almanac): Verdict {
  const resolved = meaningOf(token, almanac)
  if (expected === 'unknown') return resolved === null ? 'right' : 'wrong'
  if (resolved === null) return 'refused'
  const [kind = '', ...rest] = expected.split(' ')
  const names = named(resolved)
  const zoneOf = (id: string): Clock | null => {
    const zone = almanac.zones.named(id)
    return zone === null ? null : { kind: 'zone', zone }
  }
  const isAmong = (id: string): boolean => {
    const wanted = zoneOf(id)
    if (wanted === null || resolved.kind === 'one') return names.includes(id)
    return (
      names.includes(id) ||
      resolved.candidates.zones.some((zone) => isSameClock({ kind: 'zone', zone }, wanted))
    )
  }
  if (kind === 'choice') return resolved.kind === 'many' && rest.every(isAmong) ? 'right' : 'wrong'
  // The place in the list, or another with that name and size. Both are right, and so is a question back.
  if (kind === 'among') {
    const verdicts = rest.map((id) => judge(token, id, almanac))
    return verdicts.find((verdict) => verdict !== 'wrong') ?? 'wrong'
  }
  if (kind === 'standard') return resolved.kind === 'one' && names[0] === rest[0] ? 'right' : 'wrong'
  if (kind === 'offset') {
    const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(rest[0] ?? '') ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
    return resolved.kind === 'one' && offsetAt(compiledClock(resolved.clock), AT) === offset
      ? 'right'
      : 'wrong'
  }
  const wanted = zoneOf(kind)
  if (wanted === null) throw new RangeError(`${token}: no zone ${kind} is known to expect`)
  if (resolved.kind === 'many') return isAmong(kind) ? 'asked' : 'wrong'
  return isSameClock(resolved.clock, wanted) ? 'right' : 'wrong'
}
