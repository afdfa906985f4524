// The part of the page of meetings about the chosen time: as text to be sent, and for calendars.
import { formatDateTime } from '#core/time/moment.ts'
import { offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import { clockId } from '#ask/clock.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Catalogue } from '../catalogue.ts'
import { sendPath } from './convert.ts'
import { withTimes } from './hours.ts'
import { html, type Html } from './html.ts'
import { link, section } from './parts.ts'
import type { Chosen, Meeting, Place } from './meeting.ts'
import { dateInWords, dayOf, timeOf, utcOffset } from './times.ts'

const TITLE = 'Meeting'

/** The chosen time in every place, and what can be done with it. Null when none is chosen. */
export function theChosen({ places, chosen }: Meeting, { artifact, urls }: Catalogue): Html | null {
  if (chosen === null) return null
  const [{ clock, zone }] = places
  const offset = offsetAt(zone, chosen.from)
  const path =
    clock.kind === 'zone'
      ? sendPath(chosen.from, clock.zone.iana, offset, artifact.manifest.tz)
      : sendPath(chosen.from, 'UTC', offsetSeconds(0), artifact.manifest.tz)
  const lines = places.map((place) => lineOf(place, chosen))
  return section(
    'Chosen time',
    html`<pre><code id="meeting-text">${withTimes(lines.join('\n'))}
${urls.web}${path}</code></pre>
      <p class="actions">
        <button type="button" class="quiet-button" id="copy" hidden>Copy</button>
        ${link(path, 'Link to this moment')}
        ${calendarLinks(chosen, clock.kind === 'zone' ? clockId(clock) : 'UTC', lines.join('\n'))}
      </p>`,
    'chosen',
  )
}

function lineOf({ name, clock, zone }: Place, { from, until }: Chosen): string {
  const [start, end] = [offsetAt(zone, from), offsetAt(zone, until)]
  const [day, last] = [dayOf(from, start), dayOf(until, end)]
  const when =
    last === day
      ? `${timeOf(from, start)} to ${timeOf(until, end)}, ${dateInWords(day)}`
      : `${timeOf(from, start)} on ${dateInWords(day)} to ${timeOf(until, end)} on ${dateInWords(last)}`
  return `${name}: ${when} (${utcOffset(start)}, ${clockId(clock)})`
}

const utc = (at: EpochSeconds): string => `${formatDateTime(at, offsetSeconds(0)).slice(0, 19)}Z`

/** Links to the forms of other calendars, filled in. They are asked for only when somebody follows them. */
function calendarLinks({ from, until }: Chosen, zone: string, body: string): Html[] {
  const basic = (at: EpochSeconds): string => utc(at).replace(/[-:]/g, '')
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: TITLE,
    dates: `${basic(from)}/${basic(until)}`,
    ctz: zone,
    details: body,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: TITLE,
    startdt: utc(from),
    enddt: utc(until),
    body,
  })
  return [
    ['Google Calendar', `https://calendar.google.com/calendar/render?${google.toString()}`],
    ['Outlook.com', `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`],
    ['Outlook for work', `https://outlook.office.com/calendar/0/deeplink/compose?${outlook.toString()}`],
  ].map(([words = '', href = '']) => html`<a href="${href}" rel="noreferrer">${words}</a>`)
}
