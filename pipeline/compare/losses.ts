// Lists what a release would break for those who link to it: standards, countries, city slugs and zone boundaries.
import type { Artifact } from '#open/artifact.ts'

/** Returns a sentence for each thing of the older artifact that the newer one lacks or has in another place, sorted by kind. */
export function lossesOf(older: Artifact, newer: Artifact): string[] {
  return [
    ...gone(older, newer, 'SELECT slug AS word, 1 AS place FROM standard', 'standard'),
    ...gone(older, newer, 'SELECT iso2 AS word, slug AS place FROM country', 'country'),
    ...gone(
      older,
      newer,
      'SELECT slug AS word, country AS place FROM city UNION ALL SELECT also, country FROM city WHERE also IS NOT NULL',
      'slug',
    ),
    ...boundariesGone(older, newer),
  ]
}

interface Word {
  readonly word: string
  readonly place: string | number
}

function gone(older: Artifact, newer: Artifact, statement: string, what: string): string[] {
  const is = placesOf(newer, statement)
  return [...placesOf(older, statement)].flatMap(([word, place]) => {
    const now = is.get(word)
    if (now === place) return []
    return [
      now === undefined ? `${what} ${word} would be lost` : `${what} ${word} would be ${now}, not ${place}`,
    ]
  })
}

/** Word → the place that it leads to. In an artifact of only zones these tables are absent or empty. */
function placesOf({ query }: Artifact, statement: string): Map<string, string | number> {
  return new Map(query<Word>(`${statement} ORDER BY word`).map(({ word, place }) => [word, place]))
}

function boundariesGone(older: Artifact, newer: Artifact): string[] {
  const [was, is] = [older.boundaries(), newer.boundaries()]
  if (was === null) return []
  if (is === null) return ['all boundaries would be lost']
  const there = new Set(is.zoneIds)
  return was.zoneIds.filter((id) => !there.has(id)).map((id) => `the boundary of ${id} would be lost`)
}
