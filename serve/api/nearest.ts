// What somebody may have meant by an identifier that nothing has: the names nearest to it, for a 404.
import { fold, slugOf } from '#core/text/fold.ts'

/** A thing that can be named in the path, and the words that people know it by, folded. */
interface Named {
  readonly identifier: string
  readonly words: readonly string[]
}

/** Names offered at most. */
const MOST = 3
/** Longer texts are no names. */
const LONGEST = 60

/**
 * Identifiers of the nearest things, nearest first: one of its words is the text, begins with it, contains it, or is written
 * with a letter or two changed. Empty where nothing is near.
 */
function nearest(text: string, things: Iterable<Named>): string[] {
  const wanted = wordsOf(text)
  if (wanted.length < 2 || wanted.length > LONGEST) return []
  const near: { identifier: string; distance: number }[] = []
  for (const { identifier, words } of things) {
    let distance = Infinity
    for (const word of words) distance = Math.min(distance, distanceOf(wanted, word))
    if (distance < Infinity) near.push({ identifier, distance })
  }
  return near
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST)
    .map(({ identifier }) => identifier)
}

const wordsOf = (name: string): string => fold(name).replace(/[-_]/g, ' ').trim()

function distanceOf(wanted: string, word: string): number {
  if (word === wanted) return 0
  if (word.startsWith(wanted)) return 1
  if (wanted.length > 3 && word.includes(wanted)) return 2
  const allowed = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2
  if (Math.abs(word.length - wanted.length) > allowed) return Infinity
  const changes = changesBetween(wanted, word)
  return changes <= allowed ? 2 + changes : Infinity
}

/** Letters to insert, leave out or replace until one word is the other (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** ` Did you mean …?`, to stand behind a message; empty where nothing is near. */
function didYouMean(identifiers: readonly string[]): string {
  const [only] = identifiers
  if (only === undefined) return ''
  const quoted = identifiers.map((identifier) => `"${identifier}"`)
  return ` Did you mean ${quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}?`
}

/** What may have been meant in place of a zone's identifier: its place or its display name. */
export const zoneHint = (
  identifier: string,
  zones: readonly { readonly iana: string; readonly displayName: string | null }[],
): string =>
  didYouMean(
    nearest(
      identifier,
      zones.map(({ iana, displayName }) => ({
        identifier: iana,
        words: [wordsOf(iana.slice(iana.lastIndexOf('/') + 1)), fold(displayName ?? iana), wordsOf(iana)],
      })),
    ),
  )

/** What may have been meant in place of a country's slug or code: its name or its alpha-3 code. */
export const countryHint = (
  identifier: string,
  countries: readonly { readonly slug: string; readonly name: string; readonly iso3: string | null }[],
): string =>
  didYouMean(
    nearest(
      identifier,
      countries.map(({ slug, name, iso3 }) => ({
        identifier: slug,
        words: [fold(iso3 ?? slug), fold(name)],
      })),
    ),
  )

/** What may have been meant in place of a city's slug: those that begin so. There are too many to look at each one closer. */
export function cityHint(
  identifier: string,
  cities: readonly { readonly slug: string; readonly population: number | null }[],
): string {
  const wanted = slugOf(identifier)
  if (wanted.length < 3) return ''
  const near = cities
    .filter(({ slug }) => slug.startsWith(wanted))
    .toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
  return didYouMean(near.slice(0, MOST).map(({ slug }) => slug))
}
