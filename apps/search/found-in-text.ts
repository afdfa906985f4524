// A text that is neither a time nor a name → the largest places, states and countries whose whole name stands in it. They are found, and never an answer.
import type { NameMeaning } from '#core/artifact/names.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import type { Zone } from '#core/ask/zones.ts'
import { nameKey } from '#core/text/name-key.ts'
import { inTitleCase } from '#core/text/title-case.ts'

/** A place that stands in a text. `people`: by them the largest comes first. */
export interface InText {
  readonly thing:
    | { readonly kind: 'city'; readonly city: City }
    | { readonly kind: 'country'; readonly country: Country }
    /** A state, province or the like with one zone. */
    | { readonly kind: 'zone'; readonly zone: Zone; readonly area: string; readonly country?: string }
  readonly people: number
}

/** People from which a place counts: by its own name, by another one, as one small word, and without its last letters. */
const [OWN, OTHER, SMALL_WORD, INFLECTED] = [15_000, 100_000, 1_000_000, 1_000_000]
/** People of the largest city from which a state counts, and letters of its name in Latin script: many smaller ones are called North, Central or Centre. */
const [OF_A_STATE, LETTERS_OF_A_STATE] = [1_000_000, 5]
/** Most places that are shown, most words of a name, and most characters of one that is written without blanks. */
const [MOST, MOST_WORDS, MOST_SIGNS] = [3, 5, 10]
/** Scripts that are written without blanks, or with the little words joined to the name. */
const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u
const LATIN = /^[\p{Script=Latin}\p{M}'’. -]+$/u

interface Found extends InText {
  readonly start: number
  readonly end: number
}

/** Up to three places, the largest first. */
export function placesInText(text: string, almanac: Almanac): InText['thing'][] {
  const sent = text.normalize('NFKC')
  const hasCapitals = /\p{Lu}/u.test(sent)
  const found: Found[] = []
  const add = (start: number, end: number, least: number, names: readonly NameMeaning[]): boolean => {
    const largest =
      largestOf(names, least, almanac) ??
      (least === 0 ? stateOf(names, sent.slice(start, end), almanac) : null)
    if (largest !== null) found.push({ ...largest, start, end })
    return largest !== null
  }
  const meaningsOf = (name: string): readonly NameMeaning[] => almanac.names().meaningsOf(nameKey(name))
  // What stands before an apostrophe is a word of its own: Tokyo'da, d'Espagne.
  const words = [...sent.matchAll(/[\p{L}\p{M}\p{N}]+(?:[.-][\p{L}\p{M}]+)*/gu)].map(
    ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }),
  )
  for (const [index, { start, end }] of words.entries()) {
    const word = sent.slice(start, end)
    if (JOINED.test(word)) {
      for (let from = start; from < end; from++)
        for (let to = Math.min(end, from + MOST_SIGNS); to >= from + 2; to--)
          if (JOINED.test(sent[from] ?? '') && add(from, to, 0, meaningsOf(sent.slice(from, to)))) break
      continue
    }
    for (let count = Math.min(MOST_WORDS, words.length - index); count > 0; count--) {
      const last = words[index + count - 1]
      const name = sent.slice(start, last?.end)
      if (last === undefined || lettersOf(name) < (LATIN.test(name) ? 4 : 3)) continue
      const isSmall = LATIN.test(name) && !/\p{Lu}/u.test(name)
      if (isSmall && hasCapitals) continue
      // "La hora" is also how some write Lahore.
      const meanings = meaningsOf(name).filter(
        (one) => one.kind !== 'place' || !isSmall || one.isOwnName || count === 1,
      )
      if (add(start, last.end, isSmall ? SMALL_WORD : 0, meanings)) break
    }
    const isTaken = found.some((one) => one.start <= start && end <= one.end)
    if (isTaken || (LATIN.test(word) && !/^\p{Lu}/u.test(word))) continue
    for (let dropped = 1; dropped <= 3; dropped++) {
      const stem = word.slice(0, -dropped)
      if (lettersOf(stem) < 4) break
      if (add(start, end, INFLECTED, beginningWith(stem, almanac))) break
    }
  }
  const outer = found.filter(
    ({ start, end }) =>
      !found.some(
        (other) => other.start <= start && end <= other.end && other.end - other.start > end - start,
      ),
  )
  const things = outer.toSorted((one, other) => other.people - one.people).map(({ thing }) => thing)
  const keys = things.map((one) =>
    one.kind === 'city' ? one.city.slug : one.kind === 'country' ? one.country.iso2 : one.area,
  )
  return things.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).slice(0, MOST)
}

const lettersOf = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length

/** The meanings of the names that are a stem, or that have one letter more: "Москв" is of Москва. */
function beginningWith(stem: string, almanac: Almanac): NameMeaning[] {
  const names = almanac.names()
  const key = nameKey(stem)
  const meanings = [...names.meaningsOf(key)]
  let rows = 0
  for (const { words, meanings: more } of key === '' ? [] : names.rowsFrom(key)) {
    const length = words.replaceAll('-', '').length
    if (length === key.length + 1) meanings.push(...more)
    // So many names begin with a stem only if it says nothing.
    if (rows++ > MOST_OF_A_STEM) break
  }
  return meanings
}
const MOST_OF_A_STEM = 300

/** The largest city or country that names mean, by a name that counts. Codes are names too, but too short to be asked about. */
function largestOf(meanings: readonly NameMeaning[], least: number, almanac: Almanac): InText | null {
  let largest: InText | null = null
  for (const meaning of meanings) {
    const one = thingOf(meaning, almanac)
    if (one !== null && one.people >= least && one.people > (largest?.people ?? -1)) largest = one
  }
  return largest
}

/** The state of one zone that a name means, where it means no city and no country. */
function stateOf(meanings: readonly NameMeaning[], name: string, almanac: Almanac): InText | null {
  if (LATIN.test(name) && lettersOf(name) < LETTERS_OF_A_STATE) return null
  const [largest, another] = meanings
    .flatMap((one) => (one.kind === 'place' && one.place.kind === 'division' ? [one.place] : []))
    .toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
  // A name has a row for each zone of the state: Texas has two, and none of them is meant more.
  if (another !== undefined) return null
  const zone = largest === undefined ? null : almanac.zones.named(largest.zone)
  const people = largest?.population ?? 0
  if (zone === null || people < OF_A_STATE) return null
  const country = almanac.countries.named(zone.countryCode ?? '')?.name
  return {
    thing: { kind: 'zone', zone, area: inTitleCase(name), ...(country === undefined ? {} : { country }) },
    people,
  }
}

function thingOf(meaning: NameMeaning, almanac: Almanac): InText | null {
  if (meaning.kind === 'country') {
    const country = almanac.countries.named(meaning.country)
    return country === undefined
      ? null
      : { thing: { kind: 'country', country }, people: country.population ?? 0 }
  }
  if (meaning.kind !== 'place' || meaning.place.kind !== 'city') return null
  const people = meaning.place.population ?? 0
  const city = almanac.cities().withId(meaning.place.id)
  if (city === undefined || people < (meaning.isOwnName ? OWN : OTHER)) return null
  return { thing: { kind: 'city', city }, people }
}
