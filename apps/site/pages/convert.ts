// The page of conversions: the API's conversion as a form that takes what people write.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Candidates } from '#core/ask/choice.ts'
import { disagreementOf } from '#core/ask/disagreements.ts'
import type { Ambiguity, Candidate } from '#core/ask/clock.ts'
import { convert, type Conversion, type ConvertedSide, type TokenFault } from '#core/ask/convert.ts'
import { readOnClockOf, type MomentRead } from '#apps/search/typed-moment-on.ts'
import { momentOf } from '#apps/search/typed-time.ts'
import { DAY } from '#core/time/civil.ts'
import { formatLocal, type Moment } from '#core/time/moment.ts'
import { localSeconds, type EpochSeconds } from '#core/time/units.ts'
import { restorePlusInMoment } from '#serve/http/request-text.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { jsonDocument } from '../frame/made-documents.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { bullets, button, choice, field, hidden, inLine, link, notice, section } from '../frame/parts.ts'
import { ANOTHER, answerCard, CARD_SCRIPTS } from './answer-card.ts'
import { answeredBy } from './answered.ts'
import { dateInWords, minuteOf, timeAndDate, UTC, utcOffset, wallTime } from '../words/times.ts'
import { listOfPlaces, meaningsAmong, MOST_PLACES, onePlaceOf, placesIn, saidName } from '../words/towns.ts'
import { whatTheTextSays } from '../words/two-times.ts'
import { ambiguityWords, gapTime } from '../words/warnings.ts'

const RESOLUTIONS = [
  ['earliest', 'Take the earlier one'],
  ['latest', 'Take the later one'],
  ['reject', 'Say so, and convert nothing'],
] as const
type Resolution = (typeof RESOLUTIONS)[number][0]

/** The filled fields of a form. */
interface Filled {
  readonly from: string
  readonly to: string
  readonly at: string
  /** The text of the visitor, before it was read as `at`. Empty when `at` was written itself. */
  readonly said: string
  readonly resolution: Resolution
}

/** The error in each field that could not be read. */
type Faults = { [Name in 'from' | 'to' | 'at']?: Insert }

const addressOf = ({ from, to, at, said, resolution }: Filled): string => {
  const query = new URLSearchParams({ from, to })
  if (at !== '') query.set('at', at)
  if (said !== '') query.set('said', said)
  if (resolution !== 'earliest') query.set('resolution', resolution)
  return `/convert?${query.toString()}`
}

/** The page of conversions. Its address contains the whole question, so that it can be sent to others: "tomorrow" becomes a date in it. */
export function showConvert(visit: Visit): Page | Redirect {
  const { query } = visit
  const sent = (name: string): string => query.get(name)?.trim() ?? ''
  const picked = sent('picked')
  const isForm = query.has('was')
  const added = sent('add')
  const filled: Filled = {
    from: sent('from'),
    to: added === '' ? sent('to') : listOfPlaces([...placesIn(sent('to'), visit.catalogue.almanac), added]),
    // The picker shows the moment of the text, and counts when it was changed.
    at: picked !== '' && picked !== sent('was') ? picked : sent('at'),
    said: isForm ? '' : sent('said'),
    resolution: RESOLUTIONS.find(([value]) => value === query.get('resolution'))?.[0] ?? 'earliest',
  }
  const isAsked = filled.from !== '' || filled.to !== ''
  if (added !== '') return redirect(addressOf(filled))
  const read = isAsked ? momentRead(filled, visit) : null
  if (read?.kind === 'one' && (isForm || !read.isPlain))
    return redirect(addressOf({ ...filled, at: read.text, said: read.isPlain ? '' : filled.at }))
  const faults: Faults = {}
  const result = read === null ? null : resultOf(filled, read, visit, faults)
  const isFaulty = Object.keys(faults).length > 0
  return sitePage({
    status: isFaulty ? 422 : 200,
    title: 'Convert a time',
    description:
      'A date and time in one place, in up to ten others: by zone, city, country, abbreviation or offset, with what happens twice or never said.',
    ...(isAsked ? {} : { canonicalPath: '/convert' }),
    scripts: ['reading.js', ...(result === null ? [] : CARD_SCRIPTS)],
    content:
      result === null
        ? formOf(isAsked ? filled : { ...filled, from: visit.visitor.zone?.iana ?? '' }, faults)
        : html`${result} ${section(isFaulty ? 'Your entry' : 'Another time', formOf(filled, faults), ANOTHER)}`,
  })
}

/** The meaning of the date and time on the clock of From. Where From means no one clock, the day is that of UTC. */
function momentRead({ from, at }: Pick<Filled, 'from' | 'at'>, visit: Visit): MomentRead {
  const { catalogue, now, visitor } = visit
  if (at === '')
    return { kind: 'one', text: '', moment: { kind: 'instant', at: now }, isPlain: true, isToday: false }
  const door = { almanac: catalogue.almanac, now, reader: visitor.zone, isStrict: false }
  return readOnClockOf(from, restorePlusInMoment(at), door)
}

/** The reading of a text in words, while a visitor writes it: `/reading.json?from=Berlin&at=tomorrow+15:00`. */
export function readingDocument(visit: Visit): SiteDocument {
  const [from, at] = [visit.query.get('from')?.trim() ?? '', visit.query.get('at')?.trim() ?? '']
  return jsonDocument({ words: at === '' ? '' : readingInWords(from, at, visit) }, null)
}

function readingInWords(from: string, at: string, visit: Visit): string {
  const { catalogue, now } = visit
  const { almanac } = catalogue
  const read = momentRead({ from, at }, visit)
  if (read.kind === 'fault') return read.words
  if (read.kind === 'several')
    return `${read.texts.map((text) => momentInWords(momentOf(text))).join(', or ')}?`
  const found = convert({ from, to: [], moment: read.moment, resolution: 'earliest' }, almanac, now)
  if (found.kind !== 'converted') return momentInWords(read.moment)
  const { at: instant, from: side } = found.conversion
  const words = momentInWords(read.moment, { side, name: saidName(from, side.clock, almanac) })
  return isOver(read.isToday, instant, now) ? `${words}, earlier today` : words
}

/** Whether a time of today is over. */
export const isOver = (isToday: boolean, at: EpochSeconds, now: EpochSeconds): boolean =>
  isToday && at < minuteOf(now) && at > now - DAY

/**
 * "15:00 on Tuesday 24 November 2026". An instant is said on the clock of From, or else in UTC: "15:00 on Tuesday 24 November 2026 in
 * Zurich".
 */
function momentInWords(moment: Moment | null, from?: Named): string {
  if (moment === null) return ''
  return moment.kind === 'local'
    ? `${wallTime(moment.local)} on ${dateInWords(Math.floor(moment.local / DAY))}`
    : `${timeAndDate(moment.at, from?.side.offset ?? UTC)} in ${from?.name ?? 'UTC'}`
}

function formOf({ from, to, at, resolution }: Filled, faults: Faults): Html {
  const moment = momentOf(at)
  const picked = wallOf(moment)
  return html`<form class="panel wide" action="/convert">
    <div class="row">
      ${field({ label: 'From', name: 'from', value: from, required: true, hint: 'A city, country, zone, abbreviation or offset.', fault: faults.from })}
      ${field({ label: 'To', name: 'to', value: to, hint: 'Up to ten places, with commas or semicolons between them. Leave empty for UTC.', fault: faults.to })}
    </div>
    <div class="row">
      ${field({ label: 'Date and time', name: 'at', value: moment === null ? at : at.replace('T', ' '), hint: 'For example “3pm”, “tomorrow 15:00” or “14 July 2027 9am”; time in the From place. Leave empty for now.', more: { autocomplete: 'off', 'data-reading': 'from' }, fault: faults.at })}
      ${field({ label: 'Or use the picker', name: 'picked', type: 'datetime-local', value: picked })}
    </div>
    <div class="narrow">
      ${choice({ label: 'When a time happens twice or never', name: 'resolution', value: resolution, options: RESOLUTIONS })}
    </div>
    ${hidden('was', picked)}
    <p class="actions">${button('Convert')}</p>
  </form>`
}

/** The answer to a question; null when there is none to show. `faults` gets what is wrong with its fields. */
function resultOf(filled: Filled, read: MomentRead, visit: Visit, faults: Faults): Insert {
  const { catalogue, now } = visit
  const { from, to, resolution } = filled
  const asked = placesIn(to, catalogue.almanac)
  const places = asked.length === 0 ? ['UTC'] : asked
  if (read.kind === 'fault') faults.at = read.words
  if (from === '') faults.from = 'Where is the time from?'
  if (places.length > MOST_PLACES) faults.to = `These are ${places.length} places; ten are converted at once.`
  if (faults.from !== undefined || faults.to !== undefined) return null
  /** The same question with another name in place of one. */
  const instead =
    ({ parameter, token }: Pick<TokenFault, 'parameter' | 'token'>) =>
    (other: string): string => {
      if (parameter === 'from') return addressOf({ ...filled, from: other })
      const named = places.map((place) => (place === token.trim() ? other : place))
      return addressOf({ ...filled, to: listOfPlaces(named) })
    }
  // Without a date that can be read, the names are still checked: all faults are said at once.
  const moment = read.kind === 'one' ? read.moment : ({ kind: 'instant', at: now } as const)
  const converted = convert({ from, to: places, moment, resolution }, catalogue.almanac, now)
  switch (converted.kind) {
    case 'faults':
      for (const fault of converted.faults) faults[fault.parameter] ??= faultOf(fault, instead(fault))
      return null
    case 'choice':
      return whichMeaning(converted.token.trim(), converted.candidates, catalogue.almanac, instead(converted))
    case 'rejected':
      return whichReading(converted.ambiguity, filled, catalogue.almanac)
    case 'years':
      faults.at = 'This leaves the years 0001 to 9999 on one of the clocks.'
      return null
    case 'converted':
      if (read.kind === 'fault') return null
      return read.kind === 'several'
        ? whichMoment(filled, read)
        : shown(converted.conversion, filled, places, visit)
  }
}

/** Asks which moment is meant, and says why. */
function whichMoment(filled: Filled, { texts, why }: Extract<MomentRead, { kind: 'several' }>): Html | null {
  const moments = texts.map((at) =>
    link(addressOf({ ...filled, at, said: filled.at }), withTimes(offsetInWords(momentOf(at), at))),
  )
  return section(
    'Which time?',
    html`<p>You wrote “${filled.at}”. ${why} Choose one:</p>
      ${bullets(moments)}`,
  )
}

/** A moment in words, by the offset that it is written with. */
function offsetInWords(moment: Moment | null, text: string): string {
  const written = /[+-]\d\d:\d\d$/.exec(text)?.[0]
  const wall = written === undefined ? null : momentOf(text.slice(0, -written.length))
  return wall === null
    ? momentInWords(moment)
    : `${momentInWords(wall)} (UTC${written === '+00:00' ? '' : written})`
}

/** Asks which meaning of a name is meant. `instead`: the address of the question with another name in its place. */
export function whichMeaning(
  name: string,
  candidates: Candidates,
  almanac: Almanac,
  instead: (token: string) => string,
): Html | null {
  const meanings = meaningsAmong(name, candidates, almanac)
  const found = almanac.meaningsOf(name)
  const isCountry =
    candidates.places.length === 0 &&
    found.kind === 'namesakes' &&
    found.namesakes.countries.some(({ zones }) => zones.length > 1)
  const only = onePlaceOf(candidates)
  const disagreement = only === null ? undefined : disagreementOf(almanac.disagreements(), only)
  const question =
    candidates.standards.length > 0
      ? `${name} means several times. Which one?`
      : isCountry
        ? `${name} has several time zones. Which one?`
        : disagreement !== undefined
          ? `The sources disagree about the time in ${name}. Choose one:`
          : only !== null
            ? `Two times are used in ${name}. Choose one:`
            : `Several places are called ${name}. Choose one:`
  const listed = (isOwn: boolean, title: string): Html | null => {
    const among = meanings.filter(({ isOwnName }) => isOwnName === isOwn)
    if (among.length === 0) return null
    return html`<p>${title}</p>
      ${bullets(among.map(({ token, words, detail }) => html`${link(instead(token), words)} <span class="quiet small">${detail}</span>`))}`
  }
  return section(
    `Which ${name}?`,
    html`${listed(true, question)} ${listed(false, only === null ? `${name} is another name of:` : question)}
    ${disagreement === undefined ? null : html`<p>${whatTheTextSays(disagreement)}</p>`}`,
  )
}

/** Asks which reading of a wall time that happens twice or never is meant. */
function whichReading(ambiguity: Ambiguity, filled: Filled, almanac: Almanac): Html | null {
  const { kind, earlier, later, clock } = ambiguity
  const zone = almanac.zones.named(clock)
  const place = zone === null ? filled.from : saidName(filled.from, { kind: 'zone', zone }, almanac)
  const reading = (resolution: Resolution, candidate: Candidate, which: string): Html => {
    const words =
      kind === 'fold'
        ? `Take the ${which} one, at ${utcOffset(candidate.offset)}`
        : `Read it as ${gapTime(ambiguity, candidate)}`
    return link(addressOf({ ...filled, resolution }), withTimes(words))
  }
  return section(
    'Which time?',
    html`${notice('bad', html`<p>${withTimes(ambiguityWords(ambiguity, place))}</p>`)}
    ${bullets([reading('earliest', earlier, 'first'), reading('latest', later, 'second')])}`,
  )
}

/** The most signs of a name that a message repeats. */
const MOST_SIGNS = 40

const shortened = (text: string): string => {
  const signs = Array.from(text)
  return signs.length <= MOST_SIGNS ? text : `${signs.slice(0, MOST_SIGNS).join('').trimEnd()}…`
}

/** Says why a name has no time, with the nearest names. `instead`: the address of the question with another name in its place. */
function faultOf({ token, country, nearest }: TokenFault, instead: (name: string) => string): Insert {
  if (country !== null) return `${country.name} has no time zone. Write a place with one.`
  const near = inLine(nearest.map((name) => link(instead(name), name)))
  return html`No place or time zone is called “${shortened(token.trim())}”.
  ${near.length === 0 ? null : html`The nearest names: ${near}.`} Write a city, a country, a zone such as
  Europe/Berlin, or an offset such as UTC+2.`
}

/** A wall time as addresses and pickers have it. Empty for an instant, and without a moment. */
const wallOf = (moment: Moment | null): string =>
  moment?.kind === 'local' ? formatLocal(moment.local).slice(0, 16) : ''

function shown(conversion: Conversion, filled: Filled, places: readonly string[], visit: Visit): Html {
  const { now } = visit
  const { almanac } = visit.catalogue
  const { at, from } = conversion
  const source: Named = { side: from, name: saidName(filled.from, from.clock, almanac) }
  const moment = momentOf(filled.at)
  const { said } = filled
  const typed = { from: filled.from, to: places, moment: filled.at, said: said === '' ? filled.at : said }
  const read = said === '' ? null : momentRead({ from: filled.from, at: said }, visit)
  const isOfToday = read?.kind === 'one' && read.isToday
  return html`${said === '' || moment === null ? null : readAs(moment, filled, source, isOver(isOfToday, at, now))}
  ${answerCard(answeredBy(conversion, typed, almanac), visit, 'convert')}`
}

/** The reading of the text. If it is a time of today that is over, the sentence leads to the same time of the next day. */
function readAs(moment: Moment, filled: Filled, source: Named, isPast: boolean): Html {
  const words = withTimes(momentInWords(moment, source))
  if (!isPast || moment.kind !== 'local') return html`<p>Read “${filled.said}” as ${words}.</p>`
  const next = localSeconds(moment.local + DAY)
  const path = addressOf({ ...filled, at: formatLocal(next).replace(/:00$/, ''), said: '' })
  return html`<p>
    Read “${filled.said}” as ${words}, earlier today.
    ${link(path, `Take ${dateInWords(Math.floor(next / DAY))} instead`)}.
  </p>`
}

/** One side of a conversion, by the name that the visitor typed. */
interface Named {
  readonly side: ConvertedSide
  readonly name: string
}
