// The page of meetings: places side by side over a day, the best times of two weeks, and the chosen time for calendars and as text.
import { clockId, type Ambiguity } from '#core/ask/clock.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { durationInWords } from '../words/changes.ts'
import { whichMeaning } from './convert.ts'
import { withTimes } from '../frame/hours.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { theDay, theOtherWeeks, theProposals } from './meeting-day.ts'
import {
  addressOf,
  clockText,
  hoursText,
  readMeeting,
  type NamedAttendant,
  type Meeting,
  type Attendant,
  type Question,
  type Read,
} from './meeting-question.ts'
import { calendarLinks, momentCalendar, sentPath, type MomentEvent } from './moment-calendar.ts'
import type { Page, SiteDocument, Visit } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { button, field, hidden, link, notice, OPEN, section } from '../frame/parts.ts'
import { dateInWords, isoDate, shownAt, timeAndDate, utcOffset, WEEKDAYS } from '../words/times.ts'
import { zoneName } from '../words/zone-links.ts'
import { MOST_PLACES } from '../words/towns.ts'
import { ambiguityWords, gapTime } from '../words/warnings.ts'

/** Most names that the page asks about at once: each question may have two dozen links, and each link has all places. */
const MOST_QUESTIONS = 3

/** The chosen time of a meeting as a calendar file. Null when its address names no place or no time. */
export function meetingFile(visit: Visit): SiteDocument | null {
  const { meeting } = readMeeting(visit)
  const event = meeting === null ? null : eventOf(meeting, visit.catalogue)
  return event === null ? null : momentCalendar(event, visit.catalogue)
}

/** The page of meetings. Its address contains everything that it shows. */
export function showMeeting(visit: Visit): Page {
  const { catalogue, now, query, visitor } = visit
  const read = readMeeting(visit)
  const { meant, question, wrong, meeting } = read
  const { asked, places, ambiguous, unknown } = meant
  /** The names that are no place yet. */
  const namesLeftOut = [...ambiguous.map((one) => one.asked.token), ...unknown]
  const best = meeting === null ? null : theProposals(meeting, namesLeftOut, now)
  return sitePage({
    status: Object.values(wrong).every((fault) => fault === '') ? 200 : 422,
    title: 'Find a time to meet',
    description:
      'Any number of places side by side over a day, with working hours, weekends and clock changes: the best times, for calendars and as text.',
    ...(query.size === 0 ? { canonicalPath: '/meeting' } : {}),
    scripts: ['meeting.js'],
    content: html`<div
        id="meeting"
        ${attributes({ 'data-address': asked.length === 0 ? '/meeting' : addressOf(question), 'data-zones': places.map(({ clock }) => clockId(clock)).join(' ') })}
      >
        ${meeting === null ? null : html`<a class="skip" href="#hours">To the hours</a>`}
        ${formOf(read, visitor.zone)} ${meeting === null ? null : theReading(meeting, question)}
        ${ambiguous.slice(0, MOST_QUESTIONS).map(({ asked: { token }, candidates }) => {
          const named = (other: string) =>
            question.asked.map((one) => (one.token === token ? { ...one, token: other } : one))
          return whichMeaning(token, candidates, catalogue.almanac, (other) =>
            addressOf({ ...question, asked: named(other) }),
          )
        })}
        ${
          meeting === null
            ? html`<p>
                Add everyone’s place, yours first. Then every hour of a day is shown in all of them.
              </p>`
            : html`${theDay(meeting, now, best !== null)} ${best} ${theChosen(meeting, catalogue, now)}`
        }
      </div>
      <p class="unseen" role="status" id="said"></p>`,
  })
}

/** Says how a chosen time was read that happens twice, never, or ends on the next day. Null when nothing is to be said. */
function theReading({ places, chosen }: Meeting, question: Question): Html | null {
  if (chosen === null) return null
  const { from, until, start, end, notAfter } = chosen
  if (start === null && end === null && notAfter === null) return null
  const [{ zone, name }] = places
  const [before, after] = [offsetAt(zone, from), offsetAt(zone, until)]
  const words = (one: Ambiguity, at: EpochSeconds): Html => {
    const isLater = at === one.later.at
    const ending = isLater ? 'earliest' : 'latest'
    const other = one === end ? ({ ending } as const) : ({ isLater: !isLater, ending: '' } as const)
    return html`<p>
      ${withTimes(
        `${ambiguityWords(one, name)} ${one.kind === 'gap' ? `Read as ${gapTime(one, one.later)}.` : `The ${isLater ? 'second' : 'first'} one is meant here.`}`,
      )}
      ${one.kind === 'gap' ? null : link(addressOf({ ...question, ...other }), `Take the ${isLater ? 'first' : 'second'} one`)}
    </p>`
  }
  const ends = `${start?.kind === 'gap' ? 'The length is kept: the' : 'The'} meeting takes ${durationInWords(until - from)} and ends at ${timeAndDate(until, after)}${before === after ? '' : ` (${utcOffset(after)})`}.`
  return notice(
    'plain',
    html`${start === null ? null : words(start, from)} ${end === null ? null : words(end, until)}
      <p>
        ${withTimes(`${notAfter === null ? '' : notAfter.from === notAfter.until ? `From and Until are both ${notAfter.from}. ` : `Until (${notAfter.until}) is before From (${notAfter.from}). `}${ends}`)}
      </p>`,
  )
}

function formOf({ meant, question, day, wrong, meeting }: Read, own: Zone | null): Html {
  const { places, unknown } = meant
  const { asked, from, until, minutes, isLater, ending } = question
  const placeOfToken = new Map(places.map((place) => [place.token, place]))
  // On a phone the hours come first once places are there. Wide pages show the fields all the same.
  const isFolded =
    meeting !== null && unknown.length === 0 && Object.values(wrong).every((fault) => fault === '')
  return html`<form class="panel wide meet" action="/meeting">
    ${
      asked.length === 0
        ? null
        : html`<ul class="chips">
            ${asked.map((one, index) => chipOf(one, index, question, placeOfToken.get(one.token)))}
          </ul>`
    }
    <details class="fold" ${isFolded ? null : OPEN}>
      <summary>Add places, change day or hours</summary>
      <div class="row">
        <div class="search adding" data-take>
          ${field({ label: 'Add a place', name: 'add', value: unknown.join(', '), required: asked.length === 0, hint: `A city, country or zone; several with commas between them${asked.length === 0 ? ': Zurich, New York, Tokyo' : ''}.`, more: { autocomplete: 'off', spellcheck: 'false' }, fault: wrong.place || undefined })}
        </div>
        ${field({ label: 'Date', name: 'date', type: 'date', value: meeting === null ? question.date : isoDate(day), fault: wrong.date || undefined })}
        ${timeField('From', '3pm', from, wrong.from)} ${timeField('Until', '4pm', until, wrong.until)}
        ${minutes === 60 || until !== '' ? null : hidden('minutes', String(minutes))}
        ${isLater ? hidden('resolution', 'latest') : null} ${ending === '' ? null : hidden('ending', ending)}
      </div>
      ${asked.length === 0 ? null : theHours(asked, placeOfToken, wrong.hours)}
      <datalist id="times">
        ${Array.from({ length: 24 }, (_, hour) => html`<option>${clockText(hour * 60)}</option>`)}
      </datalist>
      <p class="actions">${button('Show')} ${asked.length === 0 ? null : ownFirst(question, places, own)}</p>
    </details>
  </form>`
}

/** A time of day: written as people write it, or picked from the list of hours. */
const timeField = (label: string, placeholder: string, value: string, fault: string): Html => {
  const more = { list: 'times', placeholder, autocomplete: 'off', 'data-time': true }
  return field({ label, name: label.toLowerCase(), value, more, fault: fault || undefined })
}

/** Offers to put the visitor's own place first. Null when it is there, or is not known: a script knows the device's. */
const ownFirst = (question: Question, places: readonly Attendant[], own: Zone | null): Html | null =>
  own === null || places.some(({ clock }) => clockId(clock) === own.iana)
    ? null
    : html`<a
        class="own-first no-print"
        href="${addressOf({ ...question, asked: [{ token: own.iana, hours: '', said: null }, ...question.asked] })}"
        >Put your own time first (${zoneName(own)})</a
      >`

/** A place with what can be done with it: be moved before the one before it, or be removed. */
function chipOf(one: NamedAttendant, index: number, question: Question, place: Attendant | undefined): Html {
  const name = place?.name ?? one.token
  const others = question.asked.toSpliced(index, 1)
  const moved = others.toSpliced(index - 1, 0, one)
  const detail = place === undefined ? 'which one?' : place.detail === name ? null : place.detail
  return html`<li class="${place === undefined ? 'unclear' : ''}">
    ${index === 0 ? null : html`<a class="no-print" href="${addressOf({ ...question, asked: moved })}" aria-label="Move ${name} forward" title="Move forward">‹</a>`}
    <span><strong>${name}</strong> <span class="quiet small">${detail}</span></span>
    <a${attributes({ class: 'no-print', href: addressOf({ ...question, asked: others }), 'aria-label': `Remove ${name}`, title: 'Remove' })}>×</a>
  </li>`
}

/** The working hours of each place as fields. The places themselves go with them. */
export function theHours(
  asked: readonly NamedAttendant[],
  places: ReadonlyMap<string, Attendant>,
  fault: string,
): Html {
  return html`<details${fault === '' ? null : OPEN}>
    <summary>Working hours and weekends</summary>
    ${fault === '' ? null : html`<p class="fault">${fault}</p>`}
    <div class="row">
      ${asked.map(({ token, hours, said }, index) => {
        const place = places.get(token)
        if (place === undefined) return hidden('place', token)
        const value = said === null && hours !== '' ? hours : hoursText(place.work)
        const hint = `Weekend: ${place.weekend.map((day) => WEEKDAYS[day]).join(' and ')}`
        return html`${hidden('place', token)}${field({ label: place.name, name: 'hours', id: `hours-${index}`, value, hint })}`
      })}
    </div>
    <p class="quiet small">As 9-17, 9am-5pm or 22:00-06:00. Weekends are those of Unicode CLDR.</p>
  </details>`
}

/**
 * The chosen time as an event. Its zone is that of the first place, or UTC where that is no zone. Null: none is chosen, or this release has
 * no UTC.
 */
function eventOf(meeting: Meeting, { almanac, urls }: Catalogue): MomentEvent | null {
  const { places, chosen, addressOf: pathFor } = meeting
  const [{ clock }] = places
  const zone = clock.kind === 'zone' ? clock.zone : almanac.zones.named('UTC')
  if (chosen === null || zone === null) return null
  const { from: at, until } = chosen
  const description = places.map((place) => lineOf(place, at, until)).join('\n')
  return { zone, at, until, summary: 'Meeting', description, url: `${urls.web}${pathFor(chosen)}` }
}

function lineOf({ name, clock, zone }: Attendant, from: EpochSeconds, until: EpochSeconds): string {
  const [start, end] = [shownAt(zone, from), shownAt(zone, until)]
  const when =
    end.day === start.day
      ? `${start.time} to ${end.time}, ${dateInWords(start.day)}`
      : `${timeAndDate(from, start.offset)} to ${timeAndDate(until, end.offset)}`
  const then = end.offset === start.offset ? '' : `then ${utcOffset(end.offset)}, `
  return `${name}: ${when} (${utcOffset(start.offset)}, ${then}${clockId(clock)})`
}

/** The chosen time in every place, and what can be done with it. Null when none is chosen. */
function theChosen(meeting: Meeting, catalogue: Catalogue, now: EpochSeconds): Html | null {
  const { places, chosen, addressOf: pathFor } = meeting
  const event = eventOf(meeting, catalogue)
  if (chosen === null || event === null) return null
  const { zone, at, until, description } = event
  const [{ token, clock }, ...rest] = places
  const isFirst = clock.kind === 'zone'
  const others = (isFirst ? rest : places).map((place) => place.token)
  const sent = {
    name: isFirst ? token : '',
    to: others.slice(0, MOST_PLACES),
    minutes: Math.round((until - at) / 60),
  }
  const path = sentPath(at, zone, sent, catalogue.artifact.manifest.tz)
  return section(
    'Chosen time',
    html`<pre><code id="meeting-text">${withTimes(description)}
${catalogue.urls.web}${path}</code></pre>
      <p class="actions no-print">
        <button type="button" class="quiet-button" id="copy" hidden>Copy</button>
        ${link(path, 'Link to this moment')}
        ${link(pathFor(chosen).replace('/meeting', '/meeting.ics'), 'Calendar file (.ics)')}
        ${calendarLinks(event)}
      </p>
      ${theOtherWeeks(meeting, now)}
      <p class="quiet small">
        The event is fixed to ${zoneName(zone)} time. If another country changes its rules, only its local
        time moves.
        ${others.length <= MOST_PLACES ? null : `The link to this moment has only the first ${MOST_PLACES} of the other places.`}
      </p>`,
    'chosen',
  )
}
