// Suggestions for an unknown identifier, for a 404: the best hits that the search finds for it.
import type { Almanac } from '#ask/almanac.ts'
import { search, type Hit } from '#ask/search.ts'
import { nameKey } from '#core/text/name-key.ts'
import type { EpochSeconds } from '#core/time/units.ts'

/** Most suggested names, and the number of hits that are searched for them. */
const [MOST, HITS] = [3, 40]

/** The identifier of a hit, if it has that kind. A city also stands for its zone. */
const IDENTIFIER = {
  zone: (hit: Hit) => (hit.kind === 'city' ? hit.city.zone.iana : hit.kind === 'zone' ? hit.zone.iana : null),
  country: (hit: Hit) => (hit.kind === 'country' ? hit.country.slug : null),
  city: (hit: Hit) => (hit.kind === 'city' ? hit.city.slug : null),
} as const

/**
 * Whether a zone can be meant by an identifier that does not exist: it lies in the area that was asked about, or has the same last part
 * (`Asia/Sydney`). By `Europe/Dubln` nobody means Los Angeles. An identifier without an area can mean any zone.
 */
function isMeantBy(identifier: string, { zones }: Almanac): (iana: string) => boolean {
  const parts = identifier.toLowerCase().split('/')
  if (parts.length === 1) return () => true
  const [area, last] = [`${parts[0] ?? ''}/`, nameKey(parts.at(-1) ?? '')]
  return (iana) => {
    const zone = zones.named(iana)
    const names = zone === null ? [iana] : [zone.iana, ...zones.aliasesOf(zone)]
    return names.some(
      (name) => name.toLowerCase().startsWith(area) || nameKey(name.split('/').at(-1) ?? '') === last,
    )
  }
}

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
  const found = [...new Set(near.flatMap((hit) => IDENTIFIER[kind](hit) ?? []))]
  const [first, ...others] = (kind === 'zone' ? found.filter(isMeantBy(identifier, almanac)) : found)
    .slice(0, MOST)
    .map((one) => `"${one}"`)
  if (first === undefined) return ''
  const last = others.pop()
  return ` Did you mean ${[first, ...others].join(', ')}${last === undefined ? '' : ` or ${last}`}?`
}
