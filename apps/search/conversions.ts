// A phrase of the grammar of times, or two names that are compared → conversions: the time on its clock, and where its answer is wanted.
import type { Almanac } from '#core/ask/almanac.ts'
import { convert, type Conversion } from '#core/ask/convert.ts'
import { PEOPLE_OF_NOTE } from '#core/ask/weights.ts'
import type { Zone } from '#core/ask/zones.ts'
import { byNumber } from '#core/order.ts'
import { nameKey } from '#core/text/name-key.ts'
import { formatDateTime, formatLocal, type Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { LINKS } from './time-names.ts'
import type { Asker, Reading } from './time-clocks.ts'

/** One moment in some places, or how far two clocks are apart now. */
export interface ConversionAnswer {
  readonly kind: 'conversion'
  /** The tokens for /convert. `to` has at least one. */
  readonly from: string
  readonly to: readonly string[]
  /** The places as the question names them. */
  readonly said: { readonly from: string; readonly to: readonly string[] }
  /** `2026-11-20T15:00` on the clock of `from`, or with an offset; null for now. */
  readonly at: string | null
  /** The end of a range. */
  readonly until: EpochSeconds | null
  /** Whether the question says only a time of day. */
  readonly isToday: boolean
  /** Whether the question says no clock, so that the reader's counts, or UTC where that is not known. */
  readonly isOwnClock: boolean
  readonly conversion: Conversion
}

/** How many readings are shown of a token with several meanings. */
const MOST_READINGS = 3

/**
 * The conversions of one reading to the places where its answer is wanted: to UTC if the phrase names none. Several: a place has several
 * clocks. Null: a place that is wanted has no clock.
 */
export function conversionsOf(
  reading: Reading,
  targets: readonly string[],
  asker: Asker,
): ConversionAnswer[] | null {
  const { almanac, now, reader } = asker
  const { moment, at, from, said, until, isToday } = reading
  const own = reader?.iana ?? 'UTC'
  const source = from ?? own
  const wanted = targets.length === 0 ? ['UTC'] : targets
  const tokens = wanted.map((token) => tokensOf(token, at, almanac, now))
  const [only = [], ...more] = tokens
  if (tokens.some((some) => some.length === 0)) return null
  const lists =
    more.length === 0 ? only.map((token) => [token]) : [tokens.flatMap((some) => some.slice(0, 1))]
  return lists.flatMap((to): ConversionAnswer[] => {
    const found = convert({ from: source, to, moment, resolution: 'earliest' }, almanac, now)
    if (found.kind !== 'converted') return []
    const { conversion } = found
    const isThere = conversion.to.every(({ id }) => id === conversion.from.id)
    if (isThere && to[0] !== 'UTC') return conversionsOf(reading, [], asker) ?? []
    return [
      {
        kind: 'conversion',
        from: source,
        to,
        said: { from: said ?? source, to: wanted },
        at: momentText(moment, conversion),
        until: until === null ? null : epochSeconds(conversion.at + until - at),
        isToday,
        isOwnClock: from === null && moment.kind === 'local',
        conversion,
      },
    ]
  })
}

/** A moment as addresses have it, on the clock of a conversion. */
const momentText = (moment: Moment, { from }: Conversion): string =>
  (moment.kind === 'local' ? formatLocal(moment.local) : formatDateTime(moment.at, from.offset)).replace(
    /(?<=T\d\d:\d\d):00(?![:\d])/,
    '',
  )

/** The tokens of the clocks that a token means at an instant: itself, or the first of its candidates. Empty: it means none. */
function tokensOf(token: string, at: EpochSeconds, almanac: Almanac, now: EpochSeconds): string[] {
  const moment = { kind: 'instant', at } as const
  const found = convert({ from: token, to: [], moment, resolution: 'earliest' }, almanac, now)
  if (found.kind === 'converted') return [token]
  if (found.kind !== 'choice') return []
  const { standards, zones, places, isZonesFirst } = found.candidates
  // The larger place is meant more often.
  const peopleIn = (zone: Zone): number =>
    Math.max(0, ...places.map((place) => (place.zone === zone ? (place.population ?? 0) : 0)))
  const byPeople = zones.toSorted(byNumber((zone) => -peopleIn(zone)))
  const names = [standards.map(({ slug }) => slug), byPeople.map(({ iana }) => iana)]
  return (isZonesFirst ? names.toReversed() : names).flat().slice(0, MOST_READINGS)
}

/** How people ask how far two clocks are apart. Each group is one name, or both. */
const COMPARED = [
  /^(?:what(?:['’]?s| is) )?(?:the )?(?:(?:time|hours?) )?difference(?: in (?:time|hours))?(?: between| of)? (.+)$/i,
  /^(.+?),? (?:time|hours?) difference$/i,
  /^(?:how many )?(?:hours?|time)(?: are there| are| is it)? between (.+)$/i,
  /^compare(?: the time)?(?: in| of)? (.+)$/i,
  /^(?:(?:how far|how many hours) )?is (.+?) (?:ahead of|behind|from) (.+)$/i,
]
/** Words between two names, and those that may be part of one: "Paris, Texas", "Trinidad and Tobago". */
const [SURELY_BETWEEN, BETWEEN] = [/,? (?:to|vs\.?|versus|→|->|=>) /gi, / (?:and|with) |, ?/gi]

/** The differences of two clocks now that a text asks about, the likeliest first. Empty: it is no such question. */
export function differencesIn(text: string, almanac: Almanac, now: EpochSeconds): ConversionAnswer[] {
  const asked = COMPARED.map((form) => form.exec(text)).find((found) => found !== null)
  const both = (asked?.slice(1).join(' to ') ?? text)
    .replace(/^(?:from|convert) /i, '')
    .replace(/ (?:time|convert(?:er)?|conversion|calculator)$/i, '')
  const isName = (name: string): boolean => almanac.meaningsOf(name).kind !== 'unknown'
  const isListed = (name: string): boolean =>
    almanac.names().meaningsOf(nameKey(name)).length > 0 || almanac.zones.named(name) !== null
  const partedBy = (between: RegExp): readonly [string, string] | null => {
    for (const { 0: word, index } of both.matchAll(between)) {
      const [from, to] = [both.slice(0, index).trim(), both.slice(index + word.length).trim()]
      if (from !== '' && to !== '' && isName(from) && isName(to)) return [from, to]
    }
    return null
  }
  // Written together, "gmt to est" has a name of Tostedt in it.
  const sure = isListed(both) ? null : partedBy(SURELY_BETWEEN)
  if (sure !== null) return differencesOf(sure, almanac, now)
  if (asked === undefined && isName(both)) return []
  const parted = partedBy(BETWEEN)
  if (parted !== null) return differencesOf(parted, almanac, now)
  const words = both.split(/\s+/).slice(0, MOST_WORDS)
  for (let count = 1; count < words.length; count++) {
    const [from, to] = [words.slice(0, count).join(' '), words.slice(count).join(' ')]
    if (LINKS.has(from.toLowerCase())) continue
    const areBoth =
      isListed(from) &&
      isListed(to) &&
      (asked !== undefined ||
        // Two words that are villages are words: the date line.
        (isKnown(from, almanac, 0) && isKnown(to, almanac, PEOPLE_OF_NOTE)) ||
        (isKnown(from, almanac, PEOPLE_OF_NOTE) && isKnown(to, almanac, 0)))
    if (areBoth) return differencesOf([from, to], almanac, now)
  }
  return []
}
/** More words have no two names. */
const MOST_WORDS = 8

/**
 * Whether a name is a thing's own, or that of a place of note. Of two odd words most are a village's name in another language. `least`: people of a
 * place with that name of its own.
 */
function isKnown(token: string, almanac: Almanac, least: number): boolean {
  // A code counts in capitals: "san fra" is the beginning of San Francisco.
  if (/^\p{L}{1,3}$/u.test(token) && token !== token.toUpperCase()) return false
  const meant = almanac.meaningsOf(token)
  if (meant.kind !== 'namesakes') return meant.kind === 'clock'
  const { standards, countries, zones, places } = meant.namesakes
  // EAST is the summer time of Easter Island, and "East" a word.
  const letters = /^\p{Lu}\p{Ll}+$/u.test(token) ? 0 : standards.length
  return (
    letters + countries.length + zones.length > 0 ||
    places.some(({ isOwnName, population }) => (population ?? 0) >= (isOwnName ? least : PEOPLE_OF_NOTE))
  )
}

function differencesOf(
  said: readonly [from: string, to: string],
  almanac: Almanac,
  now: EpochSeconds,
): ConversionAnswer[] {
  const moment = { kind: 'instant', at: now } as const
  const [ofFrom, ofTo] = said.map((token) => tokensOf(token, now, almanac, now))
  return (ofFrom ?? [])
    .flatMap((from) => (ofTo ?? []).map((to) => ({ from, to })))
    .slice(0, MOST_READINGS)
    .flatMap(({ from, to }): ConversionAnswer[] => {
      const found = convert({ from, to: [to], moment, resolution: 'earliest' }, almanac, now)
      if (found.kind !== 'converted') return []
      return [
        {
          kind: 'conversion',
          from,
          to: [to],
          said: { from: said[0], to: [said[1]] },
          at: null,
          until: null,
          isToday: false,
          isOwnClock: false,
          conversion: found.conversion,
        },
      ]
    })
}
