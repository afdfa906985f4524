// A meaning of names.bin, in the form of the second reader and the corpus.
import type { NameMeaning } from '#core/artifact/names.ts'

/** A meaning as docs/formats/names.md describes it. */
export function meaningOf(meaning: NameMeaning): unknown {
  if (meaning.kind === 'country') return { kind: meaning.kind, of: meaning.country }
  if (meaning.kind === 'standard') return { kind: meaning.kind, of: meaning.standard }
  if (meaning.kind === 'zone') return { kind: meaning.kind, of: meaning.zone }
  const { place, isOwnName } = meaning
  return {
    kind: place.kind,
    of: place.id,
    is_own_name: isOwnName,
    zone: place.zone,
    population: place.population,
    country: place.country,
    division: place.division,
    is_capital: place.isCapital,
    is_sovereign_capital: place.isSovereignCapital,
    is_listed: place.isListed,
  }
}
