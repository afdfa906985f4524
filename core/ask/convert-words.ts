// The result of a conversion in English: why a token has no meaning, and how a wall time that happens twice or never was read.
import { formatDateTime, formatLocal } from '../time/moment.ts'
import { formatOffset } from '../time/offset.ts'
import type { Almanac } from './almanac.ts'
import type { Candidates } from './choice.ts'
import type { Ambiguity, Candidate } from './clock.ts'
import type { ResolvedAmbiguity, TokenFault } from './convert.ts'
import { disagreementOf, saidBy } from './disagreements.ts'
import type { Zone } from './zones.ts'

/** Says what is wrong with a token, as the end of a sentence. The sentence begins with the name of the token's parameter. */
export function faultWords({ token, country, part, head, nearest }: TokenFault): string {
  const text = `names "${token.trim()}"`
  if (country !== null) return `${text}, but ${country.name} has no time zone.`
  const kinds = 'no time zone, UTC offset, abbreviation, city, country or division'
  const why =
    part === null
      ? `, which is ${kinds}.`
      : head === null
        ? `, in which "${part}" is ${kinds}.`
        : `, but "${part}" is not true of anything called "${head}".`
  const offered = head === null ? 'The nearest names' : 'These are known'
  return `${text}${why}${nearest.length === 0 ? '' : ` ${offered}: ${nearest.join(head === null ? ', ' : '; ')}.`}`
}

/**
 * Zone → the largest city of the name on it, with what tells it from the others: "Springfield, Illinois", "Paris, France". Of a settlement
 * about which the sources disagree, who says the zone: "Jackpot, Nevada by the boundaries".
 */
export function citiesMeant(
  { places }: Candidates,
  { cities, disagreements }: Pick<Almanac, 'cities' | 'disagreements'>,
): ReadonlyMap<Zone, string> {
  const named = new Map<Zone, string>()
  for (const { kind, id, zone } of places) {
    if (kind === 'division' || named.has(zone)) continue
    const disagreement = disagreementOf(disagreements(), { kind, id })
    const city = disagreement === undefined ? cities().withId(id) : undefined
    if (disagreement !== undefined)
      named.set(zone, `${disagreement.fullName} by ${saidBy(disagreement, zone.iana)}`)
    else if (city !== undefined) named.set(zone, city.shownName)
  }
  return named
}

/** Says how a fold or gap was resolved. */
export function resolvedWords(ambiguity: ResolvedAmbiguity): string {
  const { earlier, later, resolution } = ambiguity
  return resolution === 'earliest'
    ? `${described(ambiguity)}; the earlier instant was used, ${shown(earlier)}, not the later one, ${shown(later)}.`
    : `${described(ambiguity)}; the later instant was used, ${shown(later)}, not the earlier one, ${shown(earlier)}.`
}

/** Says why `reject` rejects a fold or gap, and what to send instead. */
export const rejectedWords = (ambiguity: Ambiguity): string =>
  `${described(ambiguity)}. Send ${shown(ambiguity.earlier)} or ${shown(ambiguity.later)}, or resolution earliest or latest.`

function described({ kind, local, clock, earlier, later }: Ambiguity): string {
  const wall = formatLocal(local)
  const [before, after] = [formatOffset(earlier.offset), formatOffset(later.offset)]
  return kind === 'fold'
    ? `${wall} happens twice in ${clock}, at ${before} and again at ${after}`
    : `${wall} is skipped in ${clock}, where clocks go from ${before} to ${after}`
}

const shown = ({ at, offset }: Candidate): string => formatDateTime(at, offset)
