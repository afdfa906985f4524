// A place in a typed time → the zone or the name of a place that begins there: the longest name, letters of a zone, or a label with its name.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Meanings } from '#core/ask/location.ts'
import type { Standard } from '#core/ask/standards.ts'
import * as weights from '#core/ask/weights.ts'
import { nameKey } from '#core/text/name-key.ts'
import { offsetSeconds, type OffsetSeconds } from '#core/time/units.ts'

/** A clock as it is said with a time. */
export type SaidZone = { readonly text: string } & (
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }
  /** Letters, or the name of a standard. */
  | { readonly kind: 'standards'; readonly standards: readonly Standard[] }
  /** A token of one or several zones, as /convert reads it. */
  | { readonly kind: 'token'; readonly token: string }
  /** "My time". */
  | { readonly kind: 'own' }
)

/** What a connecting word does with the name behind it. */
export type Link = 'in' | 'from' | 'to' | 'and' | 'when'

/** More look-ups has no text that anybody means. */
const [MOST_LOOK_UPS, MOST_WORDS, MOST_ENDS] = [60, 7, 14]

export const LINKS = new Map<string, Link>([
  ['in', 'in'],
  ['from', 'from'],
  ...['to', 'into', 'for', 'with', 'vs', 'vs.', 'versus', '→', '->', '⇒', '=>'].map(
    (word) => [word, 'to'] as const,
  ),
  ['and', 'and'],
  ['&', 'and'],
  ['when', 'when'],
  ['if', 'when'],
])
/** Words that mean nothing more, before what they belong to. */
export const BEFORE = new Set(
  `at on @ by of the is it it's its what what's whats time convert current date when: date: time: start: starts starting sent: due be show are hours`.split(
    ' ',
  ),
)
/** Words of the English calendar, and of questions. None is a place alone, although places have the names. */
const CALENDAR = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
   sunday monday tuesday wednesday thursday friday saturday sun mon tue tues wed weds thu thur thurs fri sat today tonight tomorrow tmrw yesterday
   noon midday midnight morning afternoon evening night day days week weeks weekend weekday weekdays month months year years hour hours minute
   minutes second seconds am pm now then christmas easter eve holiday holidays thanksgiving spring summer autumn fall winter every each daily weekly
   half quarter past next last this coming end start eod cob eow your my our local server system universal standard daylight date time times zone
   clock call meeting lunch dinner start begin begins o'clock oclock ago later before after around about until till between zulu sharp`.split(
    /\s+/,
  ),
)
/** Short names of places that people write in any case. */
const IN_ANY_CASE = new Set('nyc la sf uk usa uae dc'.split(' '))
/** Letters of the generic times of North America, directly behind a time. */
const GENERIC = new Map([
  ['ET', 'America/New_York'],
  ['CT', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PT', 'America/Los_Angeles'],
  ['AT', 'America/Halifax'],
])

const [WORD, LABEL] = [
  /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’._&/+-]*/uy,
  /\((?:UTC|GMT)(?:\s?[+-]\d{1,2}(?::?\d\d)?)?\)\s?(?=\p{L})/iuy,
]
/** Whether a sign is inside a word. */
export const isInside = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}\p{M}]/u.test(sign)
/** What a form matches at a place of a text. Null: nothing. */
export const matchAt = (form: RegExp, text: string, at: number): string | null => {
  form.lastIndex = at
  return form.exec(text)?.[0] ?? null
}

/** People of the smallest place that a name of one word means. */
const SMALLEST = 15_000

/** A name at a place of a text. Several words are one name, and no shorter one counts. */
type Named = { readonly end: number; readonly text: string; readonly zone: SaidZone | null } | null

/** The clock of a place: "London time". */
const clockOf = (place: string): SaidZone => ({ kind: 'token', token: place, text: place })

/** The names and zones of one text, each read once. */
export class NamesIn {
  /** How often a name was looked up. */
  lookUps = 0
  readonly #known = new Map<number, Named>()
  readonly #labels = new Map<number, Named>()
  readonly #text: string
  readonly #almanac: Almanac
  constructor(text: string, almanac: Almanac) {
    this.#text = text
    this.#almanac = almanac
  }

  #meaningsOf(token: string): Meanings | null {
    if (this.lookUps >= MOST_LOOK_UPS) return null
    this.lookUps++
    return this.#almanac.meaningsOf(token)
  }
  #isListed(name: string): boolean {
    return this.#almanac.names().meaningsOf(nameKey(name)).length > 0
  }

  /** The ends of the first words from a place on, the farthest last. */
  #wordEnds(at: number): { end: number; isSure: boolean }[] {
    const text = this.#text
    const ends: { end: number; isSure: boolean }[] = []
    let isSure = true
    for (let [from, words] = [at, 0]; words < MOST_WORDS; words++) {
      const word = matchAt(WORD, text, from)
      if (word === null) break
      const bare = word.replace(/[.’'-]+$/u, '')
      const key = bare.toLowerCase()
      if (/\d/.test(bare) && !bare.includes('/')) break
      if (from > at && (LINKS.has(key) || BEFORE.has(key) || CALENDAR.has(key)) && key !== 'time')
        isSure = false
      // Letters of a zone behind a name are a clock of their own, and no part of the name.
      if (from > at && /^[A-Z]{3,5}$/.test(bare) && this.#almanac.standards.withCode(bare).length > 0)
        isSure = false
      // No name ends in a word that connects.
      if (!LINKS.has(key) && (!BEFORE.has(key) || key === 'time'))
        ends.push({ end: from + bare.length, isSure })
      // "St. Louis", "Portland, Maine", "Pacific Time (US & Canada)".
      const gap = /^(?:\.? |, ?|\) ?)? ?(?:\(|& )?/.exec(text.slice(from + bare.length))?.[0] ?? ''
      if (gap === '') break
      // Behind "Central Time" another name begins.
      if (key === 'time' && !gap.includes('(')) isSure = false
      from += bare.length + gap.length
    }
    return ends
  }

  /** The longest name at a place. */
  nameAt(at: number): Named {
    const cached = this.#known.get(at)
    if (cached !== undefined) return cached
    const found = this.#readName(at)
    this.#known.set(at, found)
    return found
  }

  #readName(at: number): Named {
    const text = this.#text
    if (isInside(text[at - 1])) return null
    const first = matchAt(WORD, text, at)?.replace(/[.’'-]+$/u, '') ?? ''
    if (first === '' || LINKS.has(first.toLowerCase())) return null
    const ends = this.#wordEnds(at)
    const isStopped =
      LINKS.has(first.toLowerCase()) || BEFORE.has(first.toLowerCase()) || CALENDAR.has(first.toLowerCase())
    for (const { end, isSure } of ends.toReversed()) {
      let name = text.slice(at, end)
      let to = end
      if (/\(/.test(name) && !/\)/.test(name)) {
        if (text[end] !== ')') continue
        name = text.slice(at, (to = end + 1))
      }
      if (isInside(text[to])) continue
      const isOne = end - at === first.length
      if (isOne && isStopped) continue
      if ((isStopped || !isSure) && !this.#isListed(name)) continue
      const zone = this.#meantBy(name, isOne)
      if (zone === undefined) continue
      if (zone === null && / time$/i.test(name) && !this.#isListed(name))
        return { end: to, text: name, zone: clockOf(name.slice(0, -' time'.length)) }
      // "London time" is a clock, also where "London" is a place.
      const said = / (?:local )?time(?![\p{L}\p{N}])/iuy
      const time = zone === null || !/time$/i.test(name) ? matchAt(said, text, to) : null
      return time === null || zone !== null
        ? { end: to + (zone === null ? 0 : (time?.length ?? 0)), text: name, zone }
        : { end: to + time.length, text: name, zone: clockOf(name) }
    }
    return null
  }

  /** The clock that a name means; null for a place, undefined for no name that counts. */
  #meantBy(name: string, isOne: boolean): SaidZone | null | undefined {
    if (
      isOne &&
      /^\p{Script=Latin}{1,3}$/u.test(name) &&
      name !== name.toUpperCase() &&
      !IN_ANY_CASE.has(name.toLowerCase())
    ) {
      // "Ulm" and "Fes" are cities; "las" and "kl" are words.
      if (!/^\p{Lu}/u.test(name) || name.length < 3) return undefined
    }
    const found = this.#meaningsOf(name)
    if (found === null || found.kind === 'unknown') return undefined
    if (found.kind === 'clock')
      return found.city === undefined ? { kind: 'token', token: name, text: name } : null
    const { standards, countries, places, zones, label } = found.namesakes
    const isLarge = places.some(
      ({ kind, population, isCapital, isOwnName }) =>
        kind === 'division' ||
        isCapital ||
        (population ?? 0) >=
          (name.length <= 3 ? (isOwnName ? weights.PEOPLE_OF_A_VILLAGE : Infinity) : SMALLEST),
    )
    if (label !== null) return null
    if (standards.length + zones.length > 0 && places.length + countries.length === 0) {
      // "Eastern Standard Time" is a standard, and "Eastern Time" the clock of a zone.
      const isOfSeason = /\b(?:standard|daylight|summer)\b/i.test(name) || zones.length === 0
      if (standards.length > 0 && (isOfSeason || !found.namesakes.isZonesFirst))
        return { kind: 'standards', standards, text: name }
      const [zone] = zones
      return { kind: 'token', token: zones.length === 1 && zone !== undefined ? zone.iana : name, text: name }
    }
    // Several words are narrowed by each other, so that a small place is meant too.
    return isLarge || countries.length + zones.length > 0 || (!isOne && places.length > 0) ? null : undefined
  }

  /** A name behind an offset in brackets, which is its label. */
  labelAt(at: number): Named {
    const text = this.#text
    const cached = this.#labels.get(at)
    if (cached !== undefined) return cached
    const label = matchAt(LABEL, text, at)
    let found: Named = null
    const word = label === null ? '' : (matchAt(WORD, text, at + label.length) ?? '').toLowerCase()
    if (label !== null && !LINKS.has(word) && !BEFORE.has(word) && !CALENDAR.has(word)) {
      const ends = [...text.slice(at).matchAll(/(?=[ ,;.)]|$)/g)]
        .map(({ index }) => at + index)
        .filter((end) => end > at + label.length)
      for (const end of ends.toReversed().slice(0, MOST_ENDS)) {
        const token = text.slice(at, end)
        if ((token.match(/\(/g) ?? []).length !== (token.match(/\)/g) ?? []).length) continue
        const meanings = this.#meaningsOf(token)
        if (meanings === null || meanings.kind === 'unknown') continue
        found = {
          end,
          text: token.slice(label.length),
          zone: { kind: 'token', token, text: token.slice(label.length) },
        }
        break
      }
    }
    this.#labels.set(at, found)
    return found
  }

  /** Letters of a zone at a place. Behind a time, and where its answer is wanted, in any case, and of generic times too. */
  lettersAt(at: number, isBehind: boolean, isTarget: boolean): { end: number; zone: SaidZone } | null {
    const text = this.#text
    if (isInside(text[at - 1]) && !isBehind) return null
    const isAnyCase = isBehind || isTarget
    const letters = matchAt(
      isAnyCase ? /[a-z]{1,5}(?![\p{L}\p{N}\p{M}'’])/iuy : /[A-Z]{2,5}(?![\p{L}\p{N}\p{M}'’])/uy,
      text,
      at,
    )
    if (letters === null || /^[-_]\p{L}/u.test(text.slice(at + letters.length))) return null
    const end = at + letters.length
    const code = letters.toUpperCase()
    // "To Cat Island" is a name, and "to Bath" too.
    if (isTarget && letters !== code && (this.nameAt(at)?.end ?? 0) >= end) return null
    if (isBehind && (code === 'Z' || code === 'ZULU'))
      return { end, zone: { kind: 'offset', offset: offsetSeconds(0), text: 'UTC' } }
    if (code === 'UTC' || code === 'UCT')
      return { end, zone: { kind: 'offset', offset: offsetSeconds(0), text: 'UTC' } }
    const generic = isAnyCase && letters !== 'at' ? GENERIC.get(code) : undefined
    if (generic !== undefined) return { end, zone: { kind: 'token', token: generic, text: code } }
    const standards = this.#almanac.standards.withCode(code)
    return standards.length === 0 ? null : { end, zone: { kind: 'standards', standards, text: code } }
  }
}
