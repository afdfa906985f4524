// The part of the page of meetings about the chosen time: as text to be sent, and for calendars.
import { clockId } from '#ask/clock.ts'
import type { Zone } from '#ask/zones.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Catalogue } from '../catalogue.ts'
import { MOST_PLACES } from './convert.ts'
import { withTimes } from './hours.ts'
import { html, type Html } from './html.ts'
import { calendarLinks, momentCalendar, sentPath } from './moment-calendar.ts'
import type { SiteDocument } from './page.ts'
import { link, section } from './parts.ts'
import type { Meeting, Place } from './meeting-question.ts'
import type { Chosen } from './meeting-time.ts'
import { dateInWords, dayOf, timeOf, utcOffset } from './times.ts'
import { zoneName } from './zone-links.ts'

const TITLE = 'Meeting'

/** The zone whose wall time the meeting keeps: that of the first place, or UTC where that is no zone. Null: this release has no UTC. */
const zoneOf = ({ places: [{ clock }] }: Meeting, { almanac }: Catalogue): Zone | null =>
  clock.kind === 'zone' ? clock.zone : almanac.zones.named('UTC')

const textOf = ({ places }: Meeting, chosen: Chosen): string =>
  places.map((place) => lineOf(place, chosen)).join('\n')

/** The chosen time in every place, and what can be done with it. Null when none is chosen. */
export function theChosen(meeting: Meeting, catalogue: Catalogue): Html | null {
  const { chosen, addressOf } = meeting
  const zone = zoneOf(meeting, catalogue)
  if (chosen === null || zone === null) return null
  const { path, isWhole } = sentFrom(meeting, chosen, zone, catalogue)
  const text = textOf(meeting, chosen)
  return section(
    'Chosen time',
    html`<pre><code id="meeting-text">${withTimes(text)}
${catalogue.urls.web}${path}</code></pre>
      <p class="actions no-print">
        <button type="button" class="quiet-button" id="copy" hidden>Copy</button>
        ${link(path, 'Link to this moment')}
        ${link(addressOf(chosen).replace('/meeting', '/meeting.ics'), 'Calendar file (.ics)')}
        ${calendarLinks({ ...chosen, title: TITLE, zone: zone.iana, details: text })}
      </p>
      <p class="quiet small">
        In the calendar file the meeting keeps its time in ${zoneName(zone)}. If rules change, calendars with
        the new rules move it for the other places.
        ${isWhole ? null : `The link to this moment has only the first ${MOST_PLACES} of the other places.`}
      </p>`,
    'chosen',
  )
}

/** The address of the moment, with the length and the other places, as many as it can have. `isWhole`: these are all of them. */
function sentFrom({ places }: Meeting, { from, until }: Chosen, zone: Zone, { artifact }: Catalogue) {
  const [{ token, clock }] = places
  const isFirst = clock.kind === 'zone'
  const others = places.slice(isFirst ? 1 : 0).map((place) => place.token)
  const sent = {
    name: isFirst ? token : '',
    to: others.slice(0, MOST_PLACES),
    minutes: Math.round((until - from) / 60),
  }
  return {
    path: sentPath(from, zone, sent, artifact.manifest.tz),
    isWhole: others.length <= MOST_PLACES,
  }
}

/** The chosen time as a calendar file. Null when none is chosen. */
export function calendarOfMeeting(meeting: Meeting, catalogue: Catalogue): SiteDocument | null {
  const { chosen, addressOf } = meeting
  const zone = zoneOf(meeting, catalogue)
  if (chosen === null || zone === null) return null
  return momentCalendar(
    {
      zone,
      at: chosen.from,
      until: chosen.until,
      summary: TITLE,
      description: textOf(meeting, chosen),
      url: `${catalogue.urls.web}${addressOf(chosen)}`,
    },
    catalogue,
  )
}

function lineOf({ name, clock, zone }: Place, { from, until }: Chosen): string {
  const [start, end] = [offsetAt(zone, from), offsetAt(zone, until)]
  const [day, last] = [dayOf(from, start), dayOf(until, end)]
  const when =
    last === day
      ? `${timeOf(from, start)} to ${timeOf(until, end)}, ${dateInWords(day)}`
      : `${timeOf(from, start)} on ${dateInWords(day)} to ${timeOf(until, end)} on ${dateInWords(last)}`
  const then = end === start ? '' : `then ${utcOffset(end)}, `
  return `${name}: ${when} (${utcOffset(start)}, ${then}${clockId(clock)})`
}
