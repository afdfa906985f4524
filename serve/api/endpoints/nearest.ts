// Suggestions for an unknown identifier, for a 404: the best hits that the search finds for it.
import type { Almanac } from '#ask/almanac.ts'
import { search, type Hit } from '#ask/search.ts'
import type { EpochSeconds } from '#core/time/units.ts'

/** Most suggested names, and the number of hits that are searched for them. */
const [MOST, HITS] = [3, 40]

/** The identifier of a hit, if it has that kind. A city also stands for its zone. */
const IDENTIFIER = {
  zone: (hit: Hit) => (hit.kind === 'city' ? hit.city.zone.iana : hit.kind === 'zone' ? hit.zone.iana : null),
  country: (hit: Hit) => (hit.kind === 'country' ? hit.country.slug : null),
  city: (hit: Hit) => (hit.kind === 'city' ? hit.city.slug : null),
} as const

/** ` Did you mean …?`, to be added to a message. Empty when no name is near. */
export function hintOf(
  kind: keyof typeof IDENTIFIER,
  identifier: string,
  almanac: Almanac,
  now: EpochSeconds,
): string {
  const text = identifier.split('/').at(-1) ?? ''
  const { hits, nearest } = search(text, almanac, now, HITS)
  const near = [...hits, ...nearest.flatMap((name) => search(name, almanac, now, MOST).hits)]
  const [first, ...others] = [...new Set(near.flatMap((hit) => IDENTIFIER[kind](hit) ?? []))]
    .slice(0, MOST)
    .map((one) => `"${one}"`)
  if (first === undefined) return ''
  const last = others.pop()
  return ` Did you mean ${[first, ...others].join(', ')}${last === undefined ? '' : ` or ${last}`}?`
}
