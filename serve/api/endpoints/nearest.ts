// Suggestions for an unknown identifier, for a 404: what has its last part as a name, begins with it, or is spelt most like it.
import type { Almanac } from '#core/ask/almanac.ts'
import { nearestNames } from '#core/ask/nearest-names.ts'
import type { NameMeaning } from '#core/artifact/names.ts'
import { nameKey } from '#core/text/name-key.ts'

/** Most suggested names. */
const MOST = 3
/** Most names that are read of those that begin with a text, and the letters that it has at least: two letters begin thousands of names. */
const [MOST_READ, FEWEST_LETTERS] = [2000, 3]

type Kind = 'zone' | 'country' | 'city'

/** The identifier of a thing with a name, if it has that kind, else null. A city also stands for its zone. */
function identifierOf(
  kind: Kind,
  meaning: NameMeaning,
  { cities, countries, zones }: Almanac,
): string | null {
  if (meaning.kind === 'country')
    return kind === 'country' ? (countries.named(meaning.country)?.slug ?? null) : null
  if (meaning.kind === 'zone') {
    const zone = kind === 'zone' ? zones.named(meaning.zone) : null
    return zone?.listed === true ? zone.iana : null
  }
  if (kind === 'country' || meaning.kind !== 'place' || meaning.place.kind !== 'city') return null
  const city = cities().withId(meaning.place.id)
  if (city === undefined) return null
  return kind === 'city' ? city.slug : city.zone.iana
}

/** Countries and zones weigh more than all places, and places as much as their people. Another name of a place counts for a tenth of them. */
const weightOf = (meaning: NameMeaning): number =>
  meaning.kind === 'place' ? (meaning.place.population ?? 0) * (meaning.isOwnName ? 1 : 0.1) : 1e10

/** Heaviest first. */
function byWeight(meanings: Iterable<NameMeaning>): NameMeaning[] {
  return [...meanings].toSorted((one, other) => weightOf(other) - weightOf(one))
}

/** The things whose names begin with a key, heaviest first. */
function beginningWith(key: string, { names }: Almanac): NameMeaning[] {
  if (key.length < FEWEST_LETTERS) return []
  const { first, until } = names().entriesFrom(key)
  const count = Math.min(until - first, MOST_READ)
  return byWeight(Array.from({ length: count }, (_, index) => names().meaningAt(first + index)))
}

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
export function hintOf(kind: Kind, identifier: string, almanac: Almanac): string {
  const text = identifier.split('/').at(-1) ?? ''
  const key = nameKey(text)
  const names = almanac.names()
  const meanings = [
    ...byWeight(names.meaningsOf(key)),
    ...beginningWith(key, almanac),
    ...nearestNames(text, almanac, MOST).flatMap((name) => byWeight(names.meaningsOf(nameKey(name)))),
  ]
  const found = [...new Set(meanings.flatMap((meaning) => identifierOf(kind, meaning, almanac) ?? []))]
  const [first, ...others] = (kind === 'zone' ? found.filter(isMeantBy(identifier, almanac)) : found)
    .slice(0, MOST)
    .map((one) => `"${one}"`)
  if (first === undefined) return ''
  const last = others.pop()
  return ` Did you mean ${[first, ...others].join(', ')}${last === undefined ? '' : ` or ${last}`}?`
}
