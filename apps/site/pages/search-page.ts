// The search: its page and its JSON for suggestions, how many results, which words mean a page or a meeting, and what a 404 suggests.
import type { Almanac } from '#core/ask/almanac.ts'
import type { ConvertedSide } from '#core/ask/convert.ts'
import type { Country } from '#core/ask/countries.ts'
import { saidBy } from '#core/ask/disagreements.ts'
import type { ConversionAnswer } from '#apps/search/conversions.ts'
import { isOffTheGlobe } from '#apps/search/point-text.ts'
import { asksForSun, type PlaceAnswer } from '#apps/search/question.ts'
import { LONGEST, search, type Found, type Hit } from '#apps/search/search.ts'
import { clockNow } from '#apps/search/typed-moment-on.ts'
import { readParts } from '#apps/search/typed-time.ts'
import type { Zone } from '#core/ask/zones.ts'
import { citySun } from '#core/ask/sun.ts'
import { groupBy } from '#core/group-by.ts'
import { figure } from '#core/text/figure.ts'
import { fold } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { formatOffset } from '#core/time/offset.ts'
import { pathOf } from '#serve/urls.ts'
import {
  changeSentence,
  dayOfChange,
  durationInWords,
  movesBetween,
  nextMove,
  yearOfNextMove,
} from '../words/changes.ts'
import { comparePath } from './compare.ts'
import { changeDays, countriesChanging, movesIn, YEARS } from './dst.ts'
import { listInWords } from '../words/list-in-words.ts'
import { keptZones } from '../words/places.ts'
import { keptBy } from '../words/same-clock.ts'
import { clockAt, sunOfDay, sunsetAt } from './city.ts'
import { isOver } from './convert.ts'
import { answerCard, CARD_SCRIPTS } from './answer-card.ts'
import { answeredHit } from './answered.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { jsonDocument } from '../frame/made-documents.ts'
import type { Page, SiteDocument, Suggest, Suggestion, Visit } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { link, searchBox, section } from '../frame/parts.ts'
import { clockText } from './meeting-question.ts'
import { unusedNow } from './standard.ts'
import { briefly, newsIn, pathOfRelease } from './news.ts'
import { aheadInTable, askForZone } from './own-time.ts'
import {
  dateInWords,
  dayInBrief,
  dayOf,
  isoDate,
  timeAtOffset,
  timeNow,
  timeOf,
  utcOffset,
  yearOf,
} from '../words/times.ts'
import { inCapitals, listOfPlaces, placesIn, slugMeant, tokenOf } from '../words/towns.ts'
import { ambiguityWords } from '../words/warnings.ts'
import { zoneName } from '../words/zone-links.ts'

/** Most results on the page, and most suggestions below the box. */
const [RESULTS, SUGGESTIONS] = [40, 8]
/** Results of the page that are not folded. */
const FIRST = 8

/** A result as it is shown, without its kind. */
interface Words extends Suggestion {
  /** A token that identifies exactly this place or clock in a form. Absent when it is neither. */
  readonly token?: string
  /** Path of its calendar file. */
  readonly file?: string
  /** The zone whose time is shown with it. Null, or absent, when it has no time of its own. */
  readonly zone?: Zone | null
  /** The offset whose time is shown with it, of a standard. */
  readonly offset?: OffsetSeconds
}

/** A result as it is shown: a hit, or a page of the site itself. */
export type ShownHit = Words & { readonly kind: Hit['kind'] | 'page' }

/** A page as a result. */
const page = (name: string, detail: string, path: string): Words => ({ name, detail, path })

/** The inputs of the words of a hit. */
interface Asking {
  readonly almanac: Almanac
  /** The year whose clock changes were asked for. Null: the coming changes. */
  readonly year: number | null
  /** Whether the text names that year. */
  readonly isYearSaid: boolean
  readonly now: EpochSeconds
  /** The visitor's zone, for a time that is asked for without a second place. Null: it is not known. */
  readonly own: Zone | null
}

/** A hit as it is shown. */
export const told = (hit: Hit, asking: Asking): ShownHit => ({ kind: hit.kind, ...wordsOf(hit, asking) })

function wordsOf(hit: Hit, { almanac, year, isYearSaid, now, own }: Asking): Words {
  switch (hit.kind) {
    case 'city': {
      const { name, region, country, slug, isCapital, zone } = hit.city
      // A name that ends in its kind, as that of Ho Chi Minh City, says it already.
      const what = isCapital ? 'capital' : / city$/i.test(name) ? null : 'city'
      const detail = [what, region, country.name].filter((part) => part !== null).join(', ')
      return { name, detail, path: `/cities/${slug}`, token: tokenOf(hit.city), zone }
    }
    case 'country': {
      const { name, slug, defaultZone: zone } = hit.country
      return { name, detail: 'country', path: `/countries/${slug}`, token: slug, zone }
    }
    case 'zone': {
      const { iana, displayName } = hit.zone
      const { area, country, isSecond, disagreement } = hit
      const detail =
        area === undefined
          ? `time zone${displayName === null ? '' : `, ${displayName}`}`
          : isSecond
            ? `also used at ${area}`
            : `time zone of ${area}${country === undefined ? '' : `, ${country}`}${disagreement === undefined ? '' : `, by ${saidBy(disagreement, iana)}`}`
      // In a form that takes several places, "London, San Francisco" are two, though a village has that name too.
      const token = area?.includes(',') ? {} : { token: iana }
      return { ...page(iana, detail, `/timezones/${pathOf(iana)}`), ...token, zone: hit.zone }
    }
    case 'standard': {
      const { name, code, offset, slug, continent } = hit.standard
      const detail = [code, utcOffset(offset), continent, unusedNow(hit.standard, almanac, now)]
        .filter((part) => part !== null)
        .join(', ')
      return { name, detail, path: `/abbreviations/${slug}`, token: slug, offset }
    }
    case 'point': {
      const { lat, lon, zone } = hit
      // At sea the sign in the identifier is turned.
      const detail =
        zone === null ? 'place on the map' : `place on the map, ${zone.listed ? zone.iana : zoneName(zone)}`
      return { name: `${lat}, ${lon}`, detail, path: `/lookup?lat=${lat}&lon=${lon}`, zone }
    }
    case 'offset': {
      const { words, zone } = keptBy(hit.offset, almanac, now)
      const path =
        zone === null
          ? `/timezones?offset=${encodeURIComponent(formatOffset(hit.offset))}`
          : `/timezones/${pathOf(zone.iana)}`
      return { ...page(utcOffset(hit.offset), words, path), offset: hit.offset }
    }
    case 'conversion':
      return toldConversion(hit, almanac, now, own)
    case 'sun':
      return toldSun(hit, yearOf(now))
    case 'changes': {
      const { city, country, area } = hit
      const place = area?.name ?? city?.fullName ?? country?.name
      const zone =
        area?.zone ?? city?.zone ?? (year !== null && year < YEARS.min ? country?.defaultZone : undefined)
      if (zone != null && place !== undefined) {
        const ofYear = isYearSaid ? toldYear(place, zone, year ?? yearOf(now)) : null
        // A city's page has its coming changes, the history of a zone those of other years.
        if (city !== null && (year === null || !isYearSaid || year >= yearOf(now)))
          return page(city.name, ofYear?.detail ?? seasonAndNext(zone, almanac, now), `/cities/${city.slug}`)
        return (
          ofYear ??
          page(zone.iana, `${place}: ${seasonAndNext(zone, almanac, now)}`, `/timezones/${pathOf(zone.iana)}`)
        )
      }
      if (country !== null) {
        if (isYearSaid) return toldChanges(country, year ?? yearOf(now), yearOf(now))
        // A question without a year asks for now and for the next change: "is Germany on daylight saving time", "clock changes Germany".
        const zones = keptZones(country)
        const coming = zones.flatMap((kept) => nextMove(kept, now)?.at ?? [])
        const season = seasonOf(zones, almanac, now)
        if (coming.length === 0)
          return page(country.name, `${season}; ${NO_CHANGE}`, `/countries/${country.slug}#changes`)
        const next = toldChanges(country, yearOf(epochSeconds(Math.min(...coming))), yearOf(now))
        return { ...next, detail: `${season}; ${next.detail}` }
      }
      if (year === null || year < YEARS.min)
        return page('Clock changes', 'where and when clocks change next', '/changes')
      const count = figure(countriesChanging(almanac, year))
      const detail = `clocks change in ${count} countries and territories`
      return page(`Daylight saving time in ${year}`, detail, `/dst/${year}`)
    }
  }
}

/** What is said of clocks that do not move in the years that pages know. */
const NO_CHANGE = 'no clock change in the next five years'

/** Which time clocks show now. */
function seasonOf(zones: readonly Zone[], almanac: Almanac, now: EpochSeconds): string {
  const inForce = zones.filter((zone) => almanac.stateOf(zone, now).season.type.isDst).length
  if (inForce === 0) return 'standard time now'
  return `daylight saving time now${inForce === zones.length ? '' : ' in parts of it'}`
}

/** Which time a clock shows now, and its next change: "standard time now; clocks go forward one hour, 02:00 → 03:00, on …". */
function seasonAndNext(zone: Zone, almanac: Almanac, now: EpochSeconds): string {
  const next = nextMove(zone, now)
  return `${seasonOf([zone], almanac, now)}; ${next === null ? NO_CHANGE : changeSentence(next, now).replace(/^C/, 'c').replace(/\.$/, '')}`
}

/** Most days of changes that a result names. */
const MOST_DAYS = 4

/** Whether no clock of a country moves in any year after one, until the year after the present one. */
const isStillAfter = (country: Country, year: number, current: number): boolean => {
  const [from, until] = [daysFromCivil(year + 1, 1, 1), daysFromCivil(current + 2, 1, 1)]
  return keptZones(country).every(
    (zone) => movesBetween(zone, epochSeconds(from * DAY), epochSeconds(until * DAY)).length === 0,
  )
}

/** The changes of a country in a year: on its own page those of this year and the next, on the page of a year those of any other. */
function toldChanges(country: Country, year: number, current: number): Words {
  const { name, slug } = country
  const days = changeDays(country, year).map((day) => dayInBrief(day).slice(4))
  const isPast = year < current
  const isLast = isPast && isStillAfter(country, year, current)
  const isNear = year === current || year === current + 1
  return {
    name,
    detail:
      days.length === 0
        ? `clocks ${isPast ? 'did' : 'do'} not change in ${year}`
        : days.length > MOST_DAYS
          ? `when clocks change in ${year}`
          : `clocks change${isPast ? 'd' : ''} on ${listInWords(days)} ${year}${isLast ? ', for the last time until now' : ''}`,
    path: isNear ? `/countries/${slug}#changes` : `/dst/${year}?q=${encodeURIComponent(name)}`,
    ...(days.length === 0 ? {} : { file: `/countries/${slug}.ics?year=${year}` }),
  }
}

/** The offsets of a clock in a year: "in 1930: UTC+00:19:32, from 15 May UTC+01:19:32, from 4 Oct UTC+00:19:32". */
function toldYear(place: string, zone: Zone, year: number): Words {
  const compiled = zone.compiled()
  const moves = movesIn(zone, year)
  const first = utcOffset(offsetAt(compiled, startOfLocalDay(compiled, daysFromCivil(year, 1, 1))))
  const then =
    moves.length === 0
      ? ' all year'
      : moves.length > MOST_DAYS
        ? ` on 1 January, and ${moves.length} changes`
        : moves
            .map(
              (move) =>
                `, from ${dayInBrief(dayOfChange(move)).slice(4)} ${utcOffset(move.after.type.offset)}`,
            )
            .join('')
  return page(place, `in ${year}: ${first}${then}`, `/timezones/${pathOf(zone.iana)}#history`)
}

/**
 * "15:00 PST is 23:00 in London", or how far two clocks are apart now. The visitor's own time stands before that of UTC. The detail names
 * what a code stands for, because several have one code.
 */
function toldConversion(
  answer: ConversionAnswer,
  almanac: Almanac,
  now: EpochSeconds,
  own: Zone | null,
): Words {
  const { from, to, said, at, isToday, conversion } = answer
  const isOwn = isOwnWanted(answer, own)
  const query = new URLSearchParams({ from, to: isOwn ? listOfPlaces([own.iana, ...to]) : listOfPlaces(to) })
  if (at !== null) query.set('at', at)
  const path = `/convert?${query.toString()}`
  const sides = [conversion.from, ...conversion.to]
  const texts = [said.from, ...said.to]
  const names = sides.map((side, index) => sideName(side, texts[index] ?? '', own))
  const [ofHere = '', ...ofOthers] = names
  const here = conversion.from
  const named = sides.flatMap(({ clock, id }, index) =>
    clock.kind === 'standard' && clock.standard.code !== null
      ? clock.standard.name
      : // "LA" is Laos too, and Jackpot has two clocks.
        clock.kind === 'zone' &&
          ((id !== 'UTC' && !/[a-z]/.test(names[index] ?? '')) || isDisputed(texts[index] ?? '', almanac))
        ? zoneName(clock.zone)
        : [],
  )
  const what = named.length === 0 ? 'conversion' : `conversion, ${named.join(' to ')}`
  if (at === null) return toldDifference(answer, ofHere, ofOthers[0] ?? ofHere, what, path, almanac)
  const today = dayOf(conversion.at, here.offset)
  const timeIn = (offset: OffsetSeconds, name: string): string => {
    const days = dayOf(conversion.at, offset) - today
    // "15:00 EST", but "15:00 in London".
    return `${timeOf(conversion.at, offset)} ${/[a-z]/.test(name) ? 'in ' : ''}${name}${days === 0 ? '' : days > 0 ? ' the next day' : ' the day before'}`
  }
  const others = [
    isOwn ? timeIn(offsetAt(own.compiled(), conversion.at), zoneName(own)) : [],
    // UTC may be asked for alone.
    conversion.to.flatMap(({ offset, id }, index) =>
      id === here.id ? [] : timeIn(offset, ofOthers[index] ?? ''),
    ),
  ].flat()
  const name = [timeIn(here.offset, ofHere), others.join(', ')].filter((part) => part !== '').join(' is ')
  // Of a time that never happens, or twice, the name has the earlier reading.
  const detail =
    conversion.ambiguity === null
      ? `${what}, ${dateInWords(today)}${endInWords(answer)}${isOver(isToday, conversion.at, now) ? ', earlier today' : ''}`
      : `${what}. ${ambiguityWords(conversion.ambiguity, ofHere)}`
  return page(name, detail, path)
}

/** Whether the visitor's own time stands with an answer: where nobody said another place, and the time is on another clock. */
const isOwnWanted = ({ to, at, conversion }: ConversionAnswer, own: Zone | null): own is Zone =>
  own !== null && to.length === 1 && to[0] === 'UTC' && at !== null && conversion.from.id !== own.iana

/** The end of a range on the clock of its start: ", until 12:00". Empty: no end is said. */
const endInWords = ({ until, conversion }: ConversionAnswer): string =>
  until === null ? '' : `, until ${timeOf(until, conversion.from.offset)}`

/** How far two clocks are apart now, and the page of two places. */
function toldDifference(
  { said, conversion }: ConversionAnswer,
  ofHere: string,
  ofThere: string,
  what: string,
  path: string,
  almanac: Almanac,
): Words {
  const here = conversion.from
  const [there = here] = conversion.to
  const ahead = there.offset - here.offset
  const apart = ahead === 0 ? 'one time' : `${durationInWords(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}`
  const slugOf = ({ clock }: ConvertedSide, text: string): string | null =>
    clock.kind === 'zone' && clock.zone.listed && clock.zone.iana !== 'UTC'
      ? slugMeant(text, clock, almanac)
      : null
  const [one, other] = [slugOf(here, said.from), slugOf(there, said.to[0] ?? '')]
  return one && other && one !== other
    ? page(
        `${ofHere} to ${ofThere}`,
        `${what.replace('conversion', 'difference')}: ${apart} now, and through the year`,
        comparePath(one, other),
      )
    : page(`${ofHere} to ${ofThere}`, `${what}: ${apart} now`, path)
}

/** Whether a text is the name of a settlement about whose zone the sources disagree. */
function isDisputed(text: string, almanac: Almanac): boolean {
  const key = nameKey(text)
  return almanac
    .disagreements()
    .some(({ name, fullName }) => [name, fullName].some((one) => nameKey(one) === key))
}

/** The name of a side: its code, or the text that the visitor typed. The visitor's own zone may stand for no text at all. */
function sideName({ clock, id, offset }: ConvertedSide, token: string, own: Zone | null): string {
  if (clock.kind === 'standard') return clock.standard.code ?? clock.standard.name
  if (token === own?.iana) return zoneName(own)
  if (clock.kind === 'offset') return id === 'UTC' ? id : utcOffset(offset)
  if (token.includes('/') && clock.kind === 'zone') return zoneName(clock.zone)
  if (token.toLowerCase() === id.toLowerCase()) return id
  return /^[a-z]{1,3}$/.test(token) ? token.toUpperCase() : inTitleCase(token)
}

/** The sun in a city on a given day. The present year is not said. */
function toldSun({ city, day }: Extract<Hit, { kind: 'sun' }>, current: number): Words {
  const { year } = civilFromDays(day)
  const on = year === current ? dayInBrief(day) : `${dayInBrief(day)} ${year}`
  const { sunrise, sunset, daylightMinutes } = citySun(city, day)
  const detail =
    sunrise === null || sunset === null
      ? `${on}: the sun ${daylightMinutes === 0 ? 'does not rise' : 'does not set'}`
      : `${on}: sunrise ${clockAt(city, sunrise)}, sunset ${sunsetAt(city, sunset, day)}`
  return page(city.fullName, detail, `/cities/${city.slug}?date=${isoDate(day)}`)
}

const NEWS = page('News', 'what each tz release changed', '/news')
const API = page('The API', 'the reference for programs', '/docs')
const MEETING = page('Find a time to meet', 'several places side by side', '/meeting')
const KEYS = [
  page('API keys', 'of your account', '/account/keys'),
  page('Create an account', 'for a key of your own', '/account/sign-up'),
]
const API_KEY = /^(?:get |new |my )?(?:an )?api[ -]?(?:keys?|tokens?)$/

/** Words that mean a page of the site itself. */
const PAGES: readonly (readonly [words: RegExp, page: Words])[] = [
  [/^(?:meet(?:ing)?s?|meeting planner|find a time|schedule)$/, MEETING],
  [
    /^(?:convert(?:er)?|time (?:zone )?convert(?:er)?)$/,
    page('Convert a time', 'from one place to others', '/convert'),
  ],
  [
    /^(?:news|what(?:'?s| is) new|what changed|(?:what(?:'?s new| is new| changed) in )?(?:the )?(?:(?:latest |newest |last )?(?:tz|tzdb|tzdata|iana) ?(?:release|update|database)?|(?:latest|newest|last) (?:release|update))|tz news)$/,
    NEWS,
  ],
  [
    /^(?:map|(?:time ?zones?|world) map|map of (?:the )?(?:time ?zones?|world)|coordinates|latitude|longitude)$/,
    page('Look up a point', 'the time zone of a place on the map', '/lookup'),
  ],
  [/^(?:api|interface|docs?|documentation|reference|json|openapi)$/, API],
  [
    /^(?:check|my (?:clock|time|device|time ?zone)|time ?sync)$/,
    page('Check your device', 'its clock and its time zones', '/check'),
  ],
  [/^world (?:clocks?|time)$/, page('World clock', 'your places side by side', '/clocks')],
  [/^time ?zones?$/, page('Time zones', 'all of them', '/timezones')],
  [/^(?:countr(?:y|ies))$/, page('Countries', 'all of them', '/countries')],
  [/^(?:cit(?:y|ies)|sun(?:rise|set))$/, page('Cities', 'their time and their sun', '/cities')],
  [
    /^(?:embed(?:ded)?(?: an?)?(?: clocks?)?|(?:clock )?widgets?|iframe|clocks? for (?:a |my )?(?:web ?)?(?:site|page))$/,
    page('Clocks for a page of your own', 'the code to embed them', '/clocks#embed'),
  ],
  [/^clocks?$/, page('World clock', 'your places side by side', '/clocks')],
  [/^(?:clock )?changes$/, page('Clock changes', 'where and when clocks change next', '/changes')],
  [
    /^abbreviations?$/,
    page('Abbreviations', 'the letters of times, and what they stand for', '/abbreviations'),
  ],
  [
    /^(?:compare|difference)$/,
    page('Compare two places', 'how far apart they are through the year', '/compare'),
  ],
]

/** Pages of the site itself that a folded text means. Keys are those of accounts, so without accounts the reference says how to ask. */
function pagesOf(text: string, { catalogue, hasAccounts }: SearchContext): Words[] {
  const [, release] =
    /^(?:what(?:'?s new| is new| changed) in (?:the )?)?(?:(?:tz|tzdb|tzdata|iana) ?)?(?:release ?)?(\d{4}[a-z])$/.exec(
      text,
    ) ?? []
  const all = newsIn(catalogue)
  const pages = PAGES.flatMap(([words, its]) => (words.test(text) ? its : []))
  // The latest release comes before the page of all, unless that is asked for by its name.
  const meant = all.find((news) => news.release === release) ?? (pages.includes(NEWS) ? all[0] : undefined)
  const itsPage = (meant === undefined ? [] : [meant]).map((news) =>
    page(`tz release ${news.release}`, briefly(news, catalogue).join('; '), pathOfRelease(news.release)),
  )
  return [
    ...(text === 'news' ? [...pages, ...itsPage] : [...itsPage, ...pages]),
    ...(release !== undefined && meant === undefined ? [NEWS] : []),
    ...(!API_KEY.test(text) ? [] : hasAccounts ? KEYS : [API]),
  ]
}

/**
 * A meeting: "meeting Zurich, Oslo", or "meeting Zurich Sydney next Tuesday 9am". Three places with commas need no "meeting", and none without
 * commas where nothing else is found (`isAlone`). Without a word or a time for a meeting their clocks come too. If no two are meant, the page
 * where places are added. Null if no meeting is asked for.
 */
function meetingOf(
  q: string,
  { catalogue: { almanac }, now, visitor }: SearchContext,
  isAlone = false,
): Words | Words[] | null {
  const [, asked, said = ''] = /^(meet(?:ings?)? (?:with |between )?)?(.+)$/i.exec(q.trim()) ?? []
  if (asked === undefined && !isAlone && !/[,;]/.test(said)) return null
  const isName = (text: string): boolean => almanac.meaningsOf(text).kind !== 'unknown'
  const parts = partsOfMeeting(said, almanac, now, visitor.zone)
  const { names, days, seconds, rest } = parts
  // Some village is "London, San Francisco", but a meeting is of two places.
  const listed = /[,;]/.test(rest) ? placesIn(rest, almanac) : names
  const areMeant = listed.every(isName) && listed.length > (asked === undefined ? 2 : 1)
  if (!areMeant) return asked === undefined ? null : MEETING
  const query = new URLSearchParams(listed.map((place): [string, string] => ['place', place]))
  const [day, second] = [days[0] ?? null, seconds[0] ?? null]
  const [date, from] = [day === null ? '' : isoDate(day), second === null ? '' : clockText(second / 60)]
  for (const [name, value] of Object.entries({ date, from })) if (value !== '') query.set(name, value)
  const act = `Find a time to meet${day === null ? '' : ` on ${dateInWords(day)}`}${from === '' ? '' : ` from ${from}`}`
  const places = listInWords(listed.map(inCapitals))
  const meeting = page(act, places, `/meeting?${query.toString()}`)
  // Places alone may be asked for their clocks.
  return asked !== undefined || date !== '' || from !== ''
    ? meeting
    : [meeting, page('Clocks side by side', places, `/clocks?${query.toString()}`)]
}

/** The places, days and times of a meeting in words. `rest`: the text, which may be a list of places with commas. */
function partsOfMeeting(said: string, almanac: Almanac, now: EpochSeconds, reader: Zone | null) {
  const none = {
    names: [] as readonly string[],
    days: [] as readonly number[],
    seconds: [] as readonly number[],
  }
  const read = (place: string) =>
    readParts(said, { almanac, now, reader, own: clockNow(place, almanac, now) })
  const parts = read('UTC')
  if (parts.kind === 'unread' || parts.names.length === 0) return { ...none, rest: said }
  const there = read(parts.names[0] ?? 'UTC')
  const { names, days, seconds } = there.kind === 'unread' ? parts : there
  return { names, days, seconds, rest: days.length + seconds.length > 0 ? names.join(', ') : said }
}

const YEAR = /\b(?:19\d\d|20\d\d|2100)\b/

/** The year that a text names, or that of the next change for a text about daylight saving time or all countries. Null for any other text. */
function yearAsked(text: string, almanac: Almanac, now: EpochSeconds): number | null {
  const named = YEAR.exec(text)
  if (named !== null) return Number(named[0])
  // The next change is among the coming ones.
  if (/\bnext\b/.test(text)) return null
  return /\b(?:dst|daylight|summer ?time|who|countries)\b/.test(text) ? yearOfNextMove(almanac, now) : null
}

/** The inputs of the pages for a text. */
type SearchContext = Pick<Visit, 'catalogue' | 'now' | 'hasAccounts' | 'visitor'>

/** A visit with the visitor's zone: the one that was chosen, or the device's, which the script adds to the address. */
function withOwnZone({ visitor, catalogue, query, ...visit }: Visit): Visit {
  const zone = visitor.zone ?? catalogue.almanac.zones.named(query.get('zone') ?? '')
  return { ...visit, catalogue, query, visitor: { ...visitor, zone } }
}

/** Words for the visitor's own time. "MY" is Malaysia. */
const MINE = /\b(?:my (?:own |local )?(?:time ?zone|time|clock)|here)\b/i

/** The page where visitors say which zone is theirs. */
const YOUR_TIME = page('Your time', 'set your own time zone first', '/your-time')

/** The hits for a text. "My time" is that of the visitor's zone. */
function searchFor(q: string, { catalogue, now, visitor: { zone } }: SearchContext, count: number): Found {
  const isMine = MINE.test(q)
  const asked = (text: string): Found => search(text, catalogue.almanac, now, count, zone)
  if (!isMine) return asked(q)
  if (zone === null) return { hits: [], named: 0, nearest: [], within: [], asks: [], unread: null }
  // "3pm in New York my time": the answer for New York has the visitor's time too.
  const [mine, without] = [asked(q.replace(MINE, zone.iana)), asked(q.replace(MINE, ' '))]
  // The zone in the place of "my time" may raise a question of its own; one about the day stands in both.
  return mine.named > 0 && mine.asks.length <= without.asks.length ? mine : without
}

/** The pages for a text. Without any, those of the names with the most similar spelling: these are near. */
function found(sent: string, asked: SearchContext, count: number) {
  const { catalogue, now } = asked
  const { almanac } = catalogue
  // A longer text could be a list of thousands of places.
  const q = sent.slice(0, LONGEST).replace(/\bnext year\b/i, String(yearOf(now) + 1))
  const text = fold(q).trim()
  const { hits, named, nearest: similar, within, asks, unread } = searchFor(q, asked, count)
  const [likeliest] = hits
  // "1400Z" is a time, and no release.
  const isTimed = likeliest?.kind === 'conversion' && likeliest.at !== null
  const pages = [
    meetingOf(q, asked, hits.length === 0) ?? [],
    isTimed ? [] : pagesOf(text, asked),
    MINE.test(q) && asked.visitor.zone === null ? YOUR_TIME : [],
  ].flat()
  // Names with a spelling like that of a page's words are not meant: "api key" is not Apia.
  const nearest = pages.length > 0 ? [] : similar
  const meant = nearest.flatMap((name) => search(name, almanac, now, 1).hits)
  // For a question about clock changes, drop results that only match its words: keep only the place, if one is said.
  const isWanted = (hit: Hit): boolean =>
    likeliest?.kind !== 'changes' ||
    hit === likeliest ||
    likeliest.city !== null ||
    likeliest.area !== null ||
    (hit.kind === 'country' && hit.country === likeliest.country)
  const year = yearAsked(text, almanac, now)
  const isYearSaid = YEAR.test(text)
  const own = asked.visitor.zone
  const answers = new Map<ShownHit, ConversionAnswer | PlaceAnswer>()
  const words = (some: readonly Hit[]): ShownHit[] =>
    some.filter(isWanted).map((hit) => {
      const shown = told(hit, { almanac, year, isYearSaid, now, own })
      if (hit.kind === 'conversion' || hit.kind === 'sun' || hit.kind === 'changes') answers.set(shown, hit)
      return shown
    })
  const first: ShownHit[] = [
    ...pages.map((its) => ({ kind: 'page' as const, ...its })),
    ...words(hits.slice(0, named)),
  ]
  const inText = words(pages.length > 0 ? [] : within)
  const results: ShownHit[] = [...first, ...words(hits.slice(named)), ...inText, ...words(meant)]
  const paths = results.map(({ path }) => path)
  const once = results.filter(({ path }, index) => paths.indexOf(path) === index)
  // A code means itself, and no name that only begins with it: "IST" is three standards, and not Istanbul.
  const isCode = hits.slice(0, named).some(({ kind }) => kind === 'standard')
  const shown = isCode ? once.filter((one) => first.includes(one)).length : FIRST
  const [best] = once
  // Of several readings none is the answer.
  const isAnswered = nearest.length === 0 && asks.length === 0 && best !== undefined
  const answer = isAnswered ? (answers.get(best) ?? null) : null
  return {
    isNear: nearest.length > 0,
    isInText: inText.length > 0,
    asks,
    unread: pages.length > 0 ? null : unread,
    results: once.slice(0, count),
    shown: Math.min(shown, FIRST),
    /** The answer of the first result. Null: it is a name. */
    answer,
  }
}

/**
 * Pages that someone may have meant by a part of an address, which has `_` or `-` for spaces. A sign before a number stays. No address asks for the
 * visitor's own time: "nothing-here".
 */
export const pagesMeant: Suggest = (part, asked) =>
  found(part.replaceAll(/_+|[+-]+(?!\d)/g, ' '), asked, MEANT).results.filter(
    ({ path }) => path !== YOUR_TIME.path,
  )

/** Most pages that a missing page suggests. */
const MEANT = 5

/** The page of results. Pages with a text are never indexed: each text would be another page. */
export function showSearch(visit: Visit): Page {
  const asked = withOwnZone(visit)
  const { query } = asked
  const q = query.get('q')?.trim() ?? ''
  const title = q === '' ? 'Search' : `Search: ${q.slice(0, 100)}`
  const of = found(q, asked, RESULTS)
  const { results: all, shown: most, answer, asks } = of
  const [best] = all
  const card = best === undefined || answer === null ? null : cardOf(best, answer, q, asked)
  const results = card === null ? all : all.slice(1)
  const shown = card === null ? most : Math.max(0, most - 1)
  const more = results.slice(shown)
  const titled = of.isInText ? IN_TEXT : asks.length > 0 ? 'Which is meant?' : null
  const groups = (some: readonly ShownHit[]): Html => inGroups(some, asked, card !== null, titled)
  return sitePage({
    title,
    heading: html`${title}`,
    description: 'Search over time zones, cities, countries, time standards and coordinates.',
    ...(q === '' ? { canonicalPath: '/search' } : {}),
    hasOwnSearch: true,
    ...(card === null ? {} : { scripts: CARD_SCRIPTS }),
    content: html`${searchBox(q, 'large')}
    ${
      q === ''
        ? html`<p>
            Type the name of a city, a country, a time zone, an abbreviation, an offset or coordinates.
          </p>`
        : all.length === 0
          ? html`<p>
                No results for “${q.slice(0, 100)}”. ${link('/lookup', 'Find the place on a map')}, or look
                through the ${link('/cities', 'cities')}, ${link('/countries', 'countries')} and
                ${link('/timezones', 'time zones')}.
              </p>
              ${unreadWords(q, of)} ${sunless(q)}`
          : html`${asks.length === 0 ? unreadWords(q, of) : html`<p>${asks.join(' ')}</p>`}
            ${of.isInText ? sunless(q) : null}
            ${of.isNear ? html`<p>No results for “${q.slice(0, 100)}”. Did you mean one of these?</p>` : null}
            ${card} ${answer === null ? null : ownClockWords(answer, asked)}
            ${groups(results.slice(0, shown))}
            ${
              more.length === 0
                ? null
                : html`<details class="more">
                    <summary>
                      ${shown === 0 ? 'All' : more.length === 1 ? 'One more' : `${more.length} more`}
                    </summary>
                    ${groups(more)}
                  </details>`
            }
            ${results.some(({ zone, offset }) => zone != null || offset !== undefined) ? askForZone(asked, `/search?${new URLSearchParams({ q }).toString()}`) : null}`
    }`,
  })
}

/** Says on whose clock a time without a place was read, where the visitor's is not known. Null: it is known, or the text names a clock. */
const ownClockWords = (answer: ConversionAnswer | PlaceAnswer, { visitor: { zone } }: Visit): Html | null =>
  answer.kind === 'conversion' && answer.isOwnClock && zone === null
    ? html`<p>
        The text names no place, so its time was read on the clock of UTC. Write the place too, or
        ${link('/your-time', 'set your own time zone')}.
      </p>`
    : null

/** Says where there is a sunrise, to a text that asks for one elsewhere: in a country, or in a place without a page. Null: it does not ask. */
const sunless = (q: string): Html | null =>
  asksForSun(q)
    ? html`<p>
        Sunrise and sunset are known for ${link('/cities', 'a city')} or
        ${link('/lookup', 'a point on the map')}.
      </p>`
    : null

/** The heading of places that are no answer. */
const IN_TEXT = 'Found in your text'

/** The headings over results, by kind. */
const GROUPS: Readonly<Record<ShownHit['kind'], string>> = {
  conversion: 'Answers',
  sun: 'Answers',
  changes: 'Answers',
  standard: 'What it can mean',
  city: 'Places',
  country: 'Places',
  point: 'Places',
  zone: 'Time zones',
  offset: 'Time zones',
  page: 'Pages',
}

/** The first result, which is an answer, as a card, large. */
function cardOf(result: ShownHit, answer: ConversionAnswer | PlaceAnswer, q: string, visit: Visit): Html {
  const { catalogue, now, visitor } = visit
  if (answer.kind === 'conversion')
    return answerCard(answeredHit(answer, q, visitor.zone, catalogue.almanac, now), visit, 'search')
  return html`<section class="answer">
    <h2>
      ${link(result.path, result.name)}${answer.kind === 'sun' ? html`, ${dateInWords(answer.day)}` : null}
    </h2>
    ${
      answer.kind === 'sun'
        ? sunOfDay(answer.city, answer.day, now)
        : html`<p class="standing">${withTimes(inSentence(result.detail))}</p>
            ${result.file === undefined ? null : html`<p>${fileLink(result.file, result.name)}</p>`}`
    }
  </section>`
}

/** A detail as a sentence of its own. */
const inSentence = (detail: string): string => `${detail.slice(0, 1).toUpperCase()}${detail.slice(1)}.`

/**
 * Results below headings, in the order of each one's first: those with clocks as tables whose columns are at the same places. `isBelow`: of a card.
 * `titled`: the heading of answers that must be asked about, or of what was found in the text.
 */
function inGroups(results: readonly ShownHit[], asked: Visit, isBelow: boolean, titled: string | null): Html {
  const groups = groupBy(results, ({ kind }) =>
    isBelow && GROUPS[kind] === 'Answers'
      ? 'Other readings'
      : titled !== null && (titled === IN_TEXT || GROUPS[kind] === 'Answers')
        ? titled
        : GROUPS[kind],
  )
  return html`${Array.from(groups, ([title, of]) =>
    of.every(({ zone, offset }) => zone == null && offset === undefined)
      ? section(
          title,
          html`<ul class="results">
            ${of.map((its) => html`<li>${nameCell(its)}</li>`)}
          </ul>`,
        )
      : html`<table class="found">
          <caption>
            <h2>${title}</h2>
          </caption>
          <thead>
            <tr>
              <th scope="col"><span class="unseen">Name</span></th>
              <th scope="col" class="n">Time now</th>
              <th scope="col" class="n of-you">From you</th>
            </tr>
          </thead>
          <tbody>
            ${of.map(
              (its) =>
                html`<tr>
                  <th scope="row">${nameCell(its)}</th>
                  ${clockCells(its, asked)}
                </tr>`,
            )}
          </tbody>
        </table>`,
  )}`
}

/** The link of a result, below it what it is, and its calendar file. */
const nameCell = ({ path, name, detail, file }: ShownHit): Html =>
  html`${link(path, withTimes(name))}
    <span class="quiet small">${withTimes(detail)}</span>
    ${file === undefined ? null : fileLink(file, name)}`

const fileLink = (file: string, name: string): Html =>
  link(file, html`Calendar file (.ics)<span class="unseen">, ${name}</span>`)

/** The time of a result now, and how far it is from the visitor's. */
function clockCells({ zone, offset }: ShownHit, asked: Visit): Html {
  const { catalogue, now } = asked
  const state = zone == null ? null : catalogue.almanac.stateOf(zone, now)
  const clock = state ?? offset
  return html`<td class="n">
      ${state === null ? (offset === undefined ? null : timeAtOffset(offset, now)) : timeNow(state, now)}
    </td>
    <td class="n of-you">${clock === undefined ? null : aheadInTable(clock, asked)}</td>`
}

/** Says which word of a text was not understood, or which day, time or point does not exist. Null: it is a name. */
function unreadWords(
  q: string,
  { unread, isNear }: Pick<Found, 'unread'> & { readonly isNear: boolean },
): Html | null {
  if (isOffTheGlobe(q)) return html`<p>Latitude is from −90 to 90, longitude from −180 to 180.</p>`
  if (unread === null) return null
  // One word that nothing has as a name needs no advice about times.
  const isOfTime = /\d/.test(q)
  if (isOfTime)
    return html`<p>
      ${unread.why} ${link(`/convert?at=${encodeURIComponent(q)}`, 'Convert a time')} has fields for the
      places.
    </p>`
  return isNear || unread.word === '' || unread.word.length >= q.length
    ? null
    : html`<p>“${unread.word}” was not understood.</p>`
}

/** Suggestions as JSON, with the time there. Valid until the minute ends. */
export function searchDocument(visit: Visit): SiteDocument {
  const { now, query } = visit
  const { results, isInText } = found(query.get('q') ?? '', withOwnZone(visit), SUGGESTIONS)
  const marked = isInText
    ? results.map((its) => ({ ...its, detail: `found in your text, ${its.detail}` }))
    : results
  const shown = marked.map(({ zone, ...its }) =>
    zone == null
      ? its
      : { ...its, detail: `${its.detail}, ${timeOf(now, offsetAt(zone.compiled(), now)).slice(0, 5)}` },
  )
  return jsonDocument({ results: shown }, 60 - (now % 60))
}
