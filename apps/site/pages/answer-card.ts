// The card of an answer, the same on the search, on conversions and on a moment that is sent: the time in each place, large, with its date, its zone and
// its day and night; how far the clocks are apart; what must be known of it; and what can be done with it.
import { compiledClock, type Clock } from '#core/ask/clock.ts'
import { nameKey } from '#core/text/name-key.ts'
import { formatDateTime } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { comparePath } from './compare.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import type { Visit } from '../frame/page.ts'
import { button, field, hidden, inLine, link } from '../frame/parts.ts'
import { clockChangePicture } from '../pictures/clock-change.ts'
import { dayStrip } from '../pictures/day-strip.ts'
import { apartInBrief, apartInWords } from '../words/differences.ts'
import {
  dateInWords,
  dayInCell,
  dayOf,
  minuteOf,
  shownAt,
  tickingFrom,
  timeAndDate,
  timeOf,
  utcOffset,
} from '../words/times.ts'
import { MOST_PLACES, slugMeant } from '../words/towns.ts'
import { warningsOf } from '../words/warnings.ts'
import { clockLink, zoneName } from '../words/zone-links.ts'
import { conversionPath, localDayOf, sentPathOf, type Answered, type AnsweredPlace } from './answered.ts'
import { ownMoment } from './own-time.ts'

/** Scripts of a page with the card. */
export const CARD_SCRIPTS = ['moment.js', 'copy.js'] as const

/** Where the form of another time is, on the page of conversions. */
export const ANOTHER = 'another'

/** The card. `page`: on which page it stands. */
export function answerCard(
  answer: Answered,
  visit: Pick<Visit, 'catalogue' | 'now' | 'visitor'>,
  page: 'search' | 'convert' | 'sent',
): Html {
  const { now, visitor } = visit
  const { at, source, targets, ambiguity, moment } = answer
  const places = [source, ...targets]
  const isNow = moment === ''
  const isOwn = places.some(({ side }) => side.id === visitor.zone?.iana)
  return html`<section class="answer">
    <h2 class="unseen">Answer</h2>
    ${isNow || isOwn || page === 'sent' ? null : ownMoment(at, visitor)}
    <ol>
      ${places.map((place) => placeItem(place, answer, isNow ? now : at, isNow))}
    </ol>
    ${apartWords(answer, isNow)} ${warningList(answer, now)}
    ${ambiguity === null || source.side.clock.kind !== 'zone' ? null : otherReading(answer)}
    ${isNow ? nowActions(answer, visit) : actions(answer, visit, page)}
  </section>`
}

/** Where the place lies that a zone is named for. Null for any other place: it may be far from there. */
const pointOf = (clock: Clock, name: string): { lat: number; lon: number } | null => {
  if (clock.kind !== 'zone' || nameKey(zoneName(clock.zone)) !== nameKey(name)) return null
  const { lat, lon } = clock.zone
  return lat === null || lon === null ? null : { lat, lon }
}

/** "the next day", by the date of the first place. Null: it is the same. */
const daysApart = (days: number): string | null =>
  days === 0
    ? null
    : days === 1
      ? 'the next day'
      : days === -1
        ? 'the day before'
        : `${days > 0 ? '+' : '−'}${Math.abs(days)} days`

/** The end of an event on a clock, with its day if it begins on another one: "17:00", "01:00 on Tue 1 Dec". */
export function endOn(zone: CompiledZone, at: EpochSeconds, minutes: number): string {
  const [start, end] = [shownAt(zone, at), shownAt(zone, epochSeconds(at + minutes * 60))]
  return start.day === end.day ? end.time : `${end.time} on ${dayInCell(end.day)}`
}

/** " until 17:00" behind the beginning of an event. Empty if nobody said how long it takes. */
const untilWords = ({ at, minutes }: Answered, clock: Clock): string =>
  minutes === undefined ? '' : ` until ${endOn(compiledClock(clock), at, minutes)}`

function placeItem(
  { name, side, city }: AnsweredPlace,
  answer: Answered,
  at: EpochSeconds,
  isNow: boolean,
): Html {
  const { source, targets } = answer
  const { clock, abbreviation, isDst, offset } = side
  const zone = compiledClock(clock)
  const day = dayOf(at, offset)
  const apart = daysApart(day - dayOf(at, source.side.offset))
  const point = city ?? pointOf(clock, name)
  const { strip, light } = dayStrip(name, zone, at, point)
  const time = isNow ? minuteOf(at) : at
  const ticking = isNow && clock.kind === 'zone' ? tickingFrom(zone, at) : null
  const isTold = source.side.id !== side.id && targets.length > 1
  return html`<li>
    <p class="place">
      ${city === null ? html`<b>${name}</b>` : link(`/cities/${city.slug}`, html`<b>${name}</b>`)}
      <span class="quiet small"
        >${clockLink(clock, clock.kind === 'standard' ? (clock.standard.code ?? undefined) : undefined)}</span
      >
    </p>
    <time class="large" datetime="${formatDateTime(time, offset)}" ${ticking}>${timeOf(time, offset)}</time>
    <p class="on">
      ${dateInWords(day)}${apart === null ? null : html` <b class="tag">${apart}</b>`}${answer.minutes === undefined ? null : html` <span class="whole">${withTimes(untilWords(answer, clock).trim())}</span>`}
    </p>
    <p class="quiet small">
      ${[abbreviation, utcOffset(offset), isDst ? 'daylight saving time' : null, light, isTold ? apartInBrief(offset - source.side.offset) : null].filter((part) => part !== null).join(' · ')}
    </p>
    ${strip}
  </li>`
}

/** How far the clock of the only other place is ahead, and the whole answer as a sentence, which the script copies. */
function apartWords({ source, targets }: Answered, isNow: boolean): Html | null {
  const [target] = targets
  if (target === undefined) return null
  const ahead = target.side.offset - source.side.offset
  if (targets.length > 1) return null
  const words =
    ahead === 0
      ? `${source.name} and ${target.name} have the same time`
      : `${target.name} is ${apartInWords(ahead)} ${source.name}`
  return html`<p class="apart-words"><strong>${words}</strong> ${isNow ? 'now' : 'then'}.</p>`
}

function warningList(answer: Answered, now: EpochSeconds): Html | null {
  const { source, targets } = answer
  const warned = {
    ...answer,
    localDay: localDayOf(answer),
    places: [source, ...targets].map(({ name, city, side: { clock } }) => ({ name, city, clock })),
  }
  const all = warningsOf(warned, now)
  return all.length === 0
    ? null
    : html`<ul class="warnings">
        ${all.map(({ weight, words }) => html`<li class="${weight}">${withTimes(words)}</li>`)}
      </ul>`
}

/** Of a wall time that happens twice or never: both readings in every place, and the picture of the change. */
function otherReading(answer: Answered): Html | null {
  const { ambiguity, source, targets } = answer
  const { clock } = source.side
  if (ambiguity === null || clock.kind !== 'zone') return null
  const isEarlier = ambiguity.resolution === 'earliest'
  const other = isEarlier ? ambiguity.later : ambiguity.earlier
  const there = targets.map(({ name, side }) => {
    const offset = offsetAt(compiledClock(side.clock), other.at)
    return html`<strong>${withTimes(timeAndDate(other.at, offset))}</strong> in ${name}`
  })
  return html`<p>
      ${link(conversionPath(answer, { resolution: isEarlier ? 'latest' : 'earliest' }), `Take the ${isEarlier ? 'later' : 'earlier'} time`)}${there.length === 0 ? '.' : html`: it is ${inLine(there)}.`}
    </p>
    ${clockChangePicture(clock.zone, ambiguity)}`
}

/** The acts on an answer. */
function actions(
  answer: Answered,
  { catalogue }: Pick<Visit, 'catalogue'>,
  page: 'search' | 'convert' | 'sent',
): Html {
  const { source, targets, at, ambiguity } = answer
  const sent = sentPathOf(answer, catalogue)
  const [only, ...others] = targets
  const on = ({ side }: AnsweredPlace): Html =>
    withTimes(`${timeAndDate(at, side.offset)}${untilWords(answer, side.clock)}`)
  const said = html`${on(source)} in
  ${source.name}${
    targets.length === 0
      ? null
      : html` is ${inLine(targets.map((target) => html`${on(target)} in ${target.name}`))}`
  }.`
  return html`<p class="told">
      <span data-copy="${sent === null ? '' : catalogue.urls.web + sent}">${said}</span>
    </p>
    <div class="acts no-print">
      ${
        // The page of a sent moment has its own link and calendars.
        sent === null || page === 'sent'
          ? null
          : html`${link(sent, 'Send this moment to others')}
            ${link(sent.replace(/(?=\?|$)/, '.ics'), 'Calendar file (.ics)')}`
      }
      ${
        only === undefined || others.length > 0 || ambiguity !== null
          ? null
          : link(conversionPath(answer, { from: only.token, to: [source.token] }), 'Swap')
      }
      ${page === 'convert' ? html`<a href="#${ANOTHER}">Another time</a>` : link(`${conversionPath(answer)}#${ANOTHER}`, 'Another time')}
      ${targets.length >= MOST_PLACES ? null : addPlace(answer)}
    </div>`
}

/** The form that shows an answer in one more place. */
const addPlace = (answer: Answered): Html => {
  const query = new URLSearchParams(conversionPath(answer).split('?')[1])
  return html`<form action="/convert">
    ${Array.from(query, ([name, value]) => hidden(name, value))}
    ${field({ label: 'Add a place', name: 'add', id: 'add-place', required: true, more: { autocomplete: 'off' } })}
    ${button('Add', 'quiet')}
  </form>`
}

/** The acts on two clocks as they are now. */
function nowActions(answer: Answered, { catalogue: { almanac } }: Pick<Visit, 'catalogue'>): Html {
  const { source, targets } = answer
  const [one, other] = [source, targets[0]].map((place) =>
    place?.side.clock.kind === 'zone' && place.side.clock.zone.listed && place.side.clock.zone.iana !== 'UTC'
      ? slugMeant(place.token, place.side.clock, almanac)
      : null,
  )
  const places = new URLSearchParams(
    [source, ...targets].map(({ token }): [string, string] => ['place', token]),
  )
  return html`<div class="acts no-print">
    ${one && other && one !== other ? link(comparePath(one, other), 'The difference through the year') : null}
    ${link(`/meeting?${places.toString()}`, 'Find a time to meet')}
    ${link(`/clocks?${places.toString()}`, 'Their clocks side by side')}
    ${link(`${conversionPath(answer)}#${ANOTHER}`, 'Another time')}
  </div>`
}
