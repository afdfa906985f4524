// The page of meetings: places side by side over a day, the best times of two weeks, and the chosen time for calendars and as text.
import type { Almanac } from '#ask/almanac.ts'
import { clockId } from '#ask/clock.ts'
import type { Zone } from '#ask/zones.ts'
import { whichMeaning } from './convert.ts'
import { attributes, html, type Html } from './html.ts'
import { calendarOfMeeting, theChosen } from './meeting-chosen.ts'
import { theDay, theProposals } from './meeting-day.ts'
import {
  addressOf,
  hoursIn,
  hoursText,
  readMeeting,
  type Asked,
  type Meant,
  type Meeting,
  type Place,
  type Question,
  type Read,
} from './meeting-question.ts'
import { clockText, theReading } from './meeting-time.ts'
import type { Page, SiteDocument, Visit } from './page.ts'
import { sitePage } from './page-at.ts'
import { button, field, hidden, link, OPEN } from './parts.ts'
import { isoDate, WEEKDAYS } from './times.ts'
import { zoneName } from './zone-links.ts'

/** The chosen time of a meeting as a calendar file. Null when its address names no place or no time. */
export function meetingFile(visit: Visit): SiteDocument | null {
  const { meeting } = readMeeting(visit)
  return meeting === null ? null : calendarOfMeeting(meeting, visit.catalogue)
}

/** The page of meetings. Its address contains everything that it shows. */
export function showMeeting(visit: Visit): Page {
  const { catalogue, now, query, visitor } = visit
  const read = readMeeting(visit)
  const { meant, question, wrong, meeting } = read
  const { asked, places } = meant
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
        ${formOf(read, visitor.zone)} ${meeting === null ? null : saidOfTime(meeting, question)}
        ${meant.ambiguous.map((one) => whichOf(one, question, catalogue.almanac))}
        ${
          meeting === null
            ? html`<p>
                Add everyone’s place, yours first. Then every hour of a day is shown in all of them.
              </p>`
            : html`${theProposals(meeting, leftOut(meant), now)} ${theDay(meeting)}
              ${theChosen(meeting, catalogue)}`
        }
      </div>
      <p class="unseen" role="status" id="said"></p>`,
  })
}

/** The names that are no place yet. */
const leftOut = ({ ambiguous, unknown }: Meant): string[] => [
  ...ambiguous.map(({ asked }) => asked.token),
  ...unknown,
]

/** What is said of a chosen time that is not plain. */
const saidOfTime = ({ places: [{ clock, name }], chosen }: Meeting, question: Question): Html | null =>
  chosen === null
    ? null
    : theReading(chosen, clock, name, (meaning) => addressOf({ ...question, ...meaning }))

function formOf({ meant, question, day, wrong, meeting }: Read, own: Zone | null): Html {
  const { places, unknown } = meant
  const { asked, from, until, isLater, ending } = question
  const placeOfToken = new Map(places.map((place) => [place.token, place]))
  return html`<form class="panel wide meet" action="/meeting">
    ${
      asked.length === 0
        ? null
        : html`<ul class="chips">
            ${asked.map((one, index) => chipOf(one, index, question, placeOfToken.get(one.token)))}
            ${ownFirst(question, places, own)}
          </ul>`
    }
    <div class="row">
      <div class="search adding" data-take>
        ${field({ label: 'Add a place', name: 'add', value: unknown.join(', '), required: asked.length === 0, hint: `A city, country or zone; several with commas between them${asked.length === 0 ? ': Zurich, New York, Tokyo' : ''}.`, more: { autocomplete: 'off', spellcheck: 'false' }, fault: wrong.place || undefined })}
      </div>
      ${field({ label: 'Date', name: 'date', type: 'date', value: meeting === null ? question.date : isoDate(day), fault: wrong.date || undefined })}
      ${timeField('From', '3pm', from, wrong.from)} ${timeField('Until', '4pm', until, wrong.until)}
      ${isLater ? hidden('resolution', 'latest') : null} ${ending === '' ? null : hidden('ending', ending)}
    </div>
    ${asked.length === 0 ? null : theHours(asked, placeOfToken, wrong.hours)}
    <datalist id="times">
      ${Array.from({ length: 24 }, (_, hour) => html`<option>${clockText(hour * 60)}</option>`)}
    </datalist>
    <p class="actions">${button('Show')}</p>
  </form>`
}

/** A time of day: written as people write it, or picked from the list of hours. */
const timeField = (label: string, placeholder: string, value: string, fault: string): Html =>
  field({
    label,
    name: label.toLowerCase(),
    value,
    more: { list: 'times', placeholder, autocomplete: 'off' },
    fault: fault || undefined,
  })

/** Offers to put the visitor's own place first. Null when it is there, or is not known: a script knows the device's. */
const ownFirst = (question: Question, places: readonly Place[], own: Zone | null): Html | null =>
  own === null || places.some(({ clock }) => clockId(clock) === own.iana)
    ? null
    : html`<li class="own-first no-print">
        ${link(addressOf({ ...question, asked: [{ token: own.iana, hours: '' }, ...question.asked] }), `Put your own time first (${zoneName(own)})`)}
      </li>`

/** A place with what can be done with it: be moved before the one before it, or be removed. */
function chipOf({ token }: Asked, index: number, question: Question, place: Place | undefined): Html {
  const { asked } = question
  const name = place?.name ?? token
  const before = asked[index - 1]
  const moved = asked
    .with(index, before ?? { token, hours: '' })
    .with(Math.max(0, index - 1), asked[index] ?? { token, hours: '' })
  const detail = place === undefined ? 'which one?' : place.detail === name ? null : place.detail
  return html`<li class="${place === undefined ? 'unclear' : ''}">
    ${before === undefined ? null : html`<a class="no-print" href="${addressOf({ ...question, asked: moved })}" aria-label="Move ${name} forward" title="Move forward">‹</a>`}
    <span><strong>${name}</strong> <span class="quiet small">${detail}</span></span>
    <a
      class="no-print"
      href="${addressOf({ ...question, asked: asked.toSpliced(index, 1) })}"
      aria-label="Remove ${name}"
      title="Remove"
      >×</a
    >
  </li>`
}

/** The working hours of each place as fields. The places themselves go with them. */
function theHours(asked: readonly Asked[], places: ReadonlyMap<string, Place>, fault: string): Html {
  return html`<details${fault === '' ? null : OPEN}>
    <summary>Working hours and weekends</summary>
    ${fault === '' ? null : html`<p class="fault">${fault}</p>`}
    <div class="row">
      ${asked.map(({ token, hours }, index) => {
        const place = places.get(token)
        return html`<input type="hidden" name="place" value="${token}" />${
            place === undefined
              ? null
              : field({
                  label: place.name,
                  name: 'hours',
                  id: `hours-${index}`,
                  value: hoursIn(hours) === null && hours !== '' ? hours : hoursText(place.work),
                  hint: weekendWords(place.weekend),
                })
          }`
      })}
    </div>
    <p class="quiet small">As 9-17, 9am-5pm or 22:00-06:00. Weekends are those of Unicode CLDR.</p>
  </details>`
}

const weekendWords = (weekend: readonly number[]): string =>
  `Weekend: ${weekend.map((day) => WEEKDAYS[day]).join(' and ')}`

/** Asks which place of a name is meant. */
const whichOf = ({ asked, candidates }: Meant['ambiguous'][number], question: Question, almanac: Almanac) =>
  whichMeaning(asked.token, candidates, almanac, (token) =>
    addressOf({
      ...question,
      asked: question.asked.map((one) => (one.token === asked.token ? { ...one, token } : one)),
    }),
  )
