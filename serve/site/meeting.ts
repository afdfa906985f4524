// The page of meetings: places side by side over a day, hours that suit all of them, and a range to send as text.
import { convert } from '#ask/convert.ts'
import type { Almanac } from '#ask/almanac.ts'
import { clockId, compiledClock, type Clock } from '#ask/clock.ts'
import { civilFromDays, DAY } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds, type LocalSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { nameOf } from './convert.ts'
import { momentOf } from './read-moment.ts'
import { html, type Html } from './html.ts'
import type { Page, Visit } from './page.ts'
import { button, field, link, section } from './parts.ts'
import { dateInWords, dayInBrief, dayOf, timeOf, utcOffset } from './times.ts'

/** Most places. There is no other limit. */
const MOST_PLACES = 50
/** Most unknown places. Each of them is searched among all names, so their number is limited. */
const MOST_UNKNOWN = 3
/** Hours when people work, and hours when they are awake. */
const OFFICE = [9, 17] as const
const AWAKE = [7, 22] as const

type Kind = 'office' | 'awake' | 'night'
const kindOf = (hour: number): Kind =>
  hour >= OFFICE[0] && hour < OFFICE[1] ? 'office' : hour >= AWAKE[0] && hour < AWAKE[1] ? 'awake' : 'night'
const WORDS: Readonly<Record<Kind, string>> = { office: 'office hours', awake: 'awake', night: 'night' }

interface Place {
  readonly token: string
  readonly clock: Clock
}

/** The clocks of the tokens, and the tokens with no meaning or several. */
function placesOf(
  tokens: readonly string[],
  almanac: Almanac,
  now: EpochSeconds,
): { places: Place[]; unknown: string[] } {
  const places: Place[] = []
  const unknown: string[] = []
  for (const token of tokens) {
    const found = convert(
      { from: token, to: ['UTC'], moment: { kind: 'instant', at: now }, resolution: 'earliest' },
      almanac,
      now,
    )
    if (found.kind === 'converted') places.push({ token, clock: found.conversion.from.clock })
    else if (unknown.push(token) === MOST_UNKNOWN) break
  }
  return { places, unknown }
}

/** `2026-11-23` for days since 1970-01-01. */
function isoDate(day: number): string {
  const { year, month, day: date } = civilFromDays(day)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

/** An hour between 0 and 24 such as `9` or `09:30`, in minutes. Null for any other text. */
function minutesOf(text: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?::([0-5]\d))?$/.exec(text.trim()) ?? []
  const found = Number(hours) * 60 + Number(minutes)
  return hours === undefined || found > 1440 ? null : found
}

/** The page of meetings. Its address contains everything that it shows. */
export function showMeeting({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const sent = query.getAll('place').join(',')
  const tokens = [
    ...new Set(
      sent
        .split(',')
        .map((token) => token.trim())
        .filter((token) => token !== ''),
    ),
  ]
  const { places, unknown } = placesOf(tokens.slice(0, MOST_PLACES), almanac, now)
  const [first] = places
  const own = first === undefined ? 0 : offsetAt(compiledClock(first.clock), now)
  const asked = /^\d{4}-\d{2}-\d{2}$/.test(query.get('date') ?? '')
    ? momentOf(`${query.get('date')}T00:00`)
    : null
  const day = asked?.kind === 'local' ? Math.floor(asked.local / DAY) : Math.floor((now + own) / DAY)
  const [from, until] = [minutesOf(query.get('from') ?? ''), minutesOf(query.get('until') ?? '')]
  const fault =
    tokens.length > MOST_PLACES
      ? `These are ${tokens.length} places; ${MOST_PLACES} are shown at once.`
      : unknown.length > 0
        ? `${unknown.join(', ')}: no one place is called that. Say "Paris, France" as its zone or city address: Europe/Paris.`
        : undefined
  return {
    kind: 'page',
    status: fault === undefined ? 200 : 422,
    title: 'Find a time to meet',
    description:
      'Any number of places side by side over a day: hours that suit everybody, as text to be sent, with every clock change.',
    ...(tokens.length === 0 ? { canonicalPath: '/meeting' } : {}),
    crumbs: [],
    scripts: ['meeting.js'],
    content: html`<form class="panel wide" action="/meeting">
        ${field({ label: 'Places', name: 'place', value: tokens.join(', '), required: true, hint: `Up to ${MOST_PLACES}, with commas between them; your own first: Zurich, New York, Tokyo.`, ...(fault === undefined ? {} : { fault }) })}
        <div class="row">
          ${field({ label: 'Date', name: 'date', type: 'date', value: isoDate(day) })}
          ${field({ label: 'From', name: 'from', type: 'time', value: from === null ? '' : clockText(from) })}
          ${field({ label: 'Until', name: 'until', type: 'time', value: until === null ? '' : clockText(until) })}
        </div>
        <p class="actions">${button('Show')}</p>
      </form>
      ${first === undefined ? html`<p>Say where the people are, and every hour of the day is shown in all their places at once.</p>` : theDay(places, first, day, from, until, tokens)}`,
  }
}

/** The end of a range, in minutes of its first day. Without one: an hour after the start. An end before the start is on the next day. */
const endOf = (from: number, until: number | null): number =>
  until === null || until === from ? from + 60 : until < from ? until + 1440 : until

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The instant when the first place's clock shows a time. In a fold: the earlier one. In a gap: the later one. */
const instantOf = (clock: Clock, local: LocalSeconds): EpochSeconds => {
  const mapping = resolveLocal(compiledClock(clock), local)
  return mapping.kind === 'unique' ? mapping.at : mapping.kind === 'fold' ? mapping.earlier : mapping.later
}

function theDay(
  places: readonly Place[],
  first: Place,
  day: number,
  from: number | null,
  until: number | null,
  tokens: readonly string[],
): Html {
  const start = instantOf(first.clock, localSeconds(day * DAY))
  const end = instantOf(first.clock, localSeconds((day + 1) * DAY))
  const hours = Array.from({ length: Math.round((end - start) / 3600) }, (_, hour) =>
    epochSeconds(start + hour * 3600),
  )
  const kindAt = (at: EpochSeconds, { clock }: Place): Kind =>
    kindOf(Math.floor(((((at + offsetAt(compiledClock(clock), at)) % DAY) + DAY) % DAY) / 3600))
  const good = hours.filter((at) => places.every((place) => kindAt(at, place) === 'office'))
  const fair =
    good.length > 0 ? [] : hours.filter((at) => places.every((place) => kindAt(at, place) !== 'night'))
  const range =
    from === null
      ? null
      : {
          from: instantOf(first.clock, localSeconds(day * DAY + from * 60)),
          until: instantOf(first.clock, localSeconds(day * DAY + endOf(from, until) * 60)),
        }
  const query = (at: EpochSeconds): string => {
    const minutes = Math.round((at + offsetAt(compiledClock(first.clock), at) - day * DAY) / 60)
    return `/meeting?${new URLSearchParams({ place: tokens.join(', '), date: isoDate(day), from: clockText(minutes), until: clockText(minutes + 60) }).toString()}`
  }
  const said = (at: EpochSeconds): string => timeOf(at, offsetAt(compiledClock(first.clock), at))
  const best = good.length > 0 ? good : fair
  return html`<p class="standing">
      ${
        best.length === 0
          ? 'At no hour of this day is everybody awake.'
          : html`${good.length > 0 ? 'In everybody’s office hours' : 'Everybody is awake'}, on the clock of
            ${nameOf(first.clock)}:
            ${best.map((at, index) => html`${index === 0 ? '' : ', '}${link(query(at), said(at))}`)}.`
      }
    </p>
    ${range === null ? null : theRange(places, range)}
    ${section(
      dateInWords(day),
      html`<p class="hint no-print" id="meeting-drag" hidden>Drag over the hours that you mean.</p>
        <div class="scroll" tabindex="0" role="region" aria-label="The hours of the day in every place">
          <table class="hours">
            <caption>
              Every row is one hour: office hours are bright, hours awake pale, nights dark.
            </caption>
            <thead>
              <tr>
                ${places.map(({ clock }) => html`<th scope="col">${nameOf(clock)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${hours.map((at) => {
                const isIn = range !== null && at < range.until && at + 3600 > range.from
                return html`<tr${isIn ? MARKED : null}>
                ${places.map((place, index) => {
                  const offset = offsetAt(compiledClock(place.clock), at)
                  const its = dayOf(at, offset)
                  const kind = kindAt(at, place)
                  const text = html`${timeOf(at, offset)}${its === day ? null : html` <span class="small">${dayInBrief(its)}</span>`}`
                  return index === 0
                    ? html`<th scope="row" class="h-${kind}">
                        <a href="${query(at)}">${text}</a>
                      </th>`
                    : html`<td class="h-${kind}">${text}<span class="unseen"> ${WORDS[kind]}</span></td>`
                })}
              </tr>`
              })}
            </tbody>
          </table>
        </div>`,
    )}`
}

const MARKED = html` class="marked"`

function theRange(
  places: readonly Place[],
  { from, until }: { readonly from: EpochSeconds; readonly until: EpochSeconds },
): Html {
  const lines = places.map(({ clock }) => {
    const [start, end] = [from, until].map((at) => ({ at, offset: offsetAt(compiledClock(clock), at) }))
    if (start === undefined || end === undefined) return ''
    const [day, last] = [dayOf(start.at, start.offset), dayOf(end.at, end.offset)]
    const when =
      last === day
        ? `${timeOf(start.at, start.offset)} to ${timeOf(end.at, end.offset)}, ${dateInWords(day)}`
        : `${timeOf(start.at, start.offset)} on ${dateInWords(day)} to ${timeOf(end.at, end.offset)} on ${dateInWords(last)}`
    return `${nameOf(clock)}: ${when} (${utcOffset(start.offset)}, ${clockId(clock)})`
  })
  return (
    section(
      'As text',
      html`<pre id="meeting-text"><code>${lines.join('\n')}</code></pre>
        <p class="actions"><button type="button" class="quiet-button" id="copy" hidden>Copy</button></p>`,
    ) ?? html``
  )
}
