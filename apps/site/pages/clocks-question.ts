// The address of a page of clocks: their places with hours of work, and the moment that they show. And the address of other such clocks.
import type { Almanac } from '#core/ask/almanac.ts'
import { clockId, readOn } from '#core/ask/clock.ts'
import { momentOnClockOf, type Reader } from '#apps/search/typed-moment-on.ts'
import type { Zone } from '#core/ask/zones.ts'
import { DAY } from '#core/time/civil.ts'
import { formatUtc, isPrintable } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { restorePlusInMoment } from '#serve/http/request-text.ts'
import type { Visit } from '../frame/page.ts'
import { MOST_NAMES, namesIn } from '../words/towns.ts'
import { minuteOf } from '../words/times.ts'
import { askedIn, meantBy, queryOf, type NamedAttendant, type Attendant } from './meeting-question.ts'

/** Most clocks of a page. */
const MOST_CLOCKS = 24
/** Longest address of places, in characters: 24 in Cyrillic letters have about 2,500. */
const LONGEST = 3000

/** The clocks that most people look for first, from west to east. They are shown where nobody named others. */
const USUAL = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Paris',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]

/** The zones of these clocks, from west to east. */
export const usualZones = ({ zones }: Pick<Almanac, 'zones'>): Zone[] =>
  USUAL.flatMap((id) => zones.named(id) ?? [])

/** As many clocks as are usual, the visitor's own first. */
function usual(almanac: Almanac, own: Zone | null): NamedAttendant[] {
  const listed = usualZones(almanac)
  const all = own === null || listed.includes(own) ? listed : [own, ...listed].slice(0, USUAL.length)
  const first = own === null ? all : [own, ...all.filter((zone) => zone !== own)]
  return first.map(({ iana }) => ({ token: iana, hours: '', said: null }))
}

/** Why the places of an address are not looked up. Null: they are. */
function excessOf(asked: readonly NamedAttendant[]): string | null {
  const count = new Set(asked.flatMap(({ token }) => namesIn(token))).size
  if (count > MOST_NAMES) return `These are ${count} names; ${MOST_CLOCKS} clocks are shown at once.`
  return queryOf(asked).toString().length > LONGEST ? 'These texts are too long for a page of clocks.' : null
}

/** A moment as addresses have it, to the minute: `2026-11-28T14:00Z`. */
export const momentText = (at: EpochSeconds): string => `${formatUtc(minuteOf(at)).slice(0, 16)}Z`

/** The address of clocks at one of their paths. `at`: the moment that they show; null: they tick. */
export function clocksPath(
  path: string,
  asked: readonly NamedAttendant[],
  at: EpochSeconds | null,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = queryOf(asked)
  if (at !== null) query.set('at', momentText(at))
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** The question of an address. */
export type Clocks = ReturnType<typeof clocksAsked>

/** The meaning of the places and the moment of an address. `more` is one place more. */
export function clocksAsked({ catalogue: { almanac }, now, query, visitor }: Visit, more = '') {
  const sent = askedIn(query, more)
  const isUsual = sent.length === 0
  const wanted = isUsual ? usual(almanac, visitor.zone) : sent
  const meant = meantBy(wanted, excessOf(wanted), almanac, now)
  const count = meant.asked.length
  const asked = meant.asked.slice(0, MOST_CLOCKS)
  const tokens = new Set(asked.map(({ token }) => token))
  const places = meant.places
    .filter(({ token }) => tokens.has(token))
    // Its long name does not fit a row.
    .map((place) => (clockId(place.clock) === 'UTC' ? { ...place, name: 'UTC' } : place))
  const text = query.get('at')?.trim() ?? ''
  const moment = momentMeant(text, places, { almanac, now, reader: visitor.zone })
  const [at, fault] = typeof moment === 'string' ? [null, moment] : [moment, '']
  return {
    /** All texts that have a meaning or several, in order. */
    asked,
    places,
    /** The names with several meanings, and those without any. */
    ambiguous: meant.ambiguous.filter((one) => asked.includes(one.asked)),
    unknown: meant.unknown,
    /** True if no place was named. */
    isUsual,
    /** The moment that is shown. Null: now. */
    at,
    /** The moment as it was written. */
    text,
    /** The error in each field, as a sentence. Empty: nothing. */
    wrong: {
      place: [
        ...(count > MOST_CLOCKS
          ? [`These are ${count} places; ${MOST_CLOCKS} clocks are shown at once.`]
          : []),
        ...meant.faults,
      ].join(' '),
      hours: places
        .filter(({ hours, said }) => hours !== '' && said === null)
        .map(({ hours, name }) => `"${hours}" are not working hours for ${name}: write 9-17 or 9am-5pm.`)
        .join(' '),
      at: fault,
    },
  }
}

/** The moment that a text means on the clock of the first place. Null for no text. A sentence: what is wrong with it. */
function momentMeant(
  text: string,
  [first, ...others]: readonly Attendant[],
  by: Reader,
): EpochSeconds | string | null {
  if (text === '' || first === undefined) return null
  const read = momentOnClockOf(first.token, restorePlusInMoment(text), by)
  if (typeof read === 'string') return read
  const at = minuteOf(readOn(first.clock, read, 'earliest').at)
  // The days before and after it are shown too.
  const isShown = [first, ...others].every(({ zone }) =>
    [at - 3 * DAY, at + 3 * DAY].map(epochSeconds).every((one) => isPrintable(one, offsetAt(zone, one))),
  )
  return isShown ? at : 'This leaves the years 0001 to 9999 on one of the clocks.'
}

/**
 * The clocks after what a form of the page asked for: one moved forward (`up`), one taken away (`drop`), each by its number from 0. Null: the
 * form asked for neither.
 */
export function editedIn({ query }: Visit, asked: readonly NamedAttendant[]): NamedAttendant[] | null {
  const numberOf = (name: string): number => {
    const text = query.get(name) ?? ''
    return /^\d{1,3}$/.test(text) ? Number(text) : -1
  }
  const [up, drop] = [numberOf('up'), numberOf('drop')]
  if (!query.has('up') && !query.has('drop')) return null
  const moved = asked[up]
  const list = moved === undefined ? asked : asked.toSpliced(up, 1).toSpliced(Math.max(0, up - 1), 0, moved)
  const gone = asked[drop]
  return list.filter((one) => one !== gone)
}
