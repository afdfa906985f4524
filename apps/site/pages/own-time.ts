// The visitor's own time: the page to choose a zone and a kind of clock, and what pages say with them.
import { nearestNames } from '#core/ask/nearest-names.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { withTimes, type Hours } from '../frame/hours.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { toldApartBy } from './moment-calendar.ts'
import type { Page, SeeOther, Visit, Visitor } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { button, choice, field, hidden, section } from '../frame/parts.ts'
import { cookieOf, isNobody } from '../frame/visitor.ts'
import { apartInBrief } from '../words/differences.ts'
import { clock, tickingFrom, timeAndDate, timeNow, utcOffset } from '../words/times.ts'
import { zoneMeant } from '../words/towns.ts'
import { zoneName } from '../words/zone-links.ts'

/** "5 hours 30 minutes ahead of you", for seconds that a place's clock is ahead. */
function aheadInWords(seconds: number): string {
  if (seconds === 0) return 'The same time as yours'
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const words = [
    hours === 0 ? [] : `${hours} hour${hours === 1 ? '' : 's'}`,
    rest === 0 ? [] : `${rest} minutes`,
  ].flat()
  return `${words.join(' ')} ${seconds > 0 ? 'ahead of' : 'behind'} you`
}

/** Asks a visitor without a choice for the zone. The script hides it where it knows the device's. Null: there is a choice. */
export const askForZone = ({ visitor: { zone } }: Pick<Visit, 'visitor'>, path: string): Html | null =>
  zone !== null
    ? null
    : html`<p class="no-print" data-ask-zone>
        <a href="/your-time?back=${encodeURIComponent(path)}">Set your time zone</a> to compare with your own
        time.
      </p>`

/** How far the clock of a place is ahead of the visitor's. Empty without a choice; a script fills it in for the device's zone. */
export function aheadOfYou(
  state: ZoneState,
  { visitor: { zone }, now, catalogue: { almanac } }: Pick<Visit, 'visitor' | 'now' | 'catalogue'>,
  kind: 'line' | 'card',
): Html {
  const isLine = kind === 'line'
  const place = html`class="mine"${attributes({ 'data-mine': kind, hidden: zone === null && isLine })}${tickingFrom(state.zone.compiled(), now)}`
  const own = zone === null ? null : almanac.stateOf(zone, now)
  const words = own === null ? '' : aheadInWords(state.season.type.offset - own.season.type.offset)
  if (!isLine) return html`<span ${place}>${words}</span>`
  return html`<p ${place}>
    ${own === null ? null : html`<strong>${words}</strong>. In ${zoneName(own.zone)} it is ${timeNow(own, now)}.`}
  </p>`
}

/** How far a clock is ahead of the visitor's, as a cell of a table. A number: an offset, which never changes. */
export function aheadInTable(
  its: ZoneState | OffsetSeconds,
  { visitor: { zone }, now }: Pick<Visit, 'visitor' | 'now'>,
): Html {
  const [data, offset] =
    typeof its === 'number'
      ? [attributes({ 'data-offset': its }), its]
      : [tickingFrom(its.zone.compiled(), now), its.season.type.offset]
  const words = zone === null ? '' : apartInBrief(offset - offsetAt(zone.compiled(), now))
  return html`<span data-mine="cell" ${data}>${words}</span>`
}

/** A moment in the visitor's own time, as a sentence. Empty without a choice; a script fills it in for the device's zone. */
export function ownMoment(at: EpochSeconds, { zone }: Visitor): Html {
  if (zone === null) return html`<p class="standing" id="own-moment" data-at="${at}"></p>`
  const offset = offsetAt(zone.compiled(), at)
  const side = toldApartBy(zone.compiled(), at)
  return html`<p class="standing">
    In your time (${zoneName(zone)}):
    <strong>${withTimes(timeAndDate(at, offset))}</strong>${side === null ? null : ` (${side})`}
  </p>`
}

/** The visitor's own time in large type. Where it is not known, the form that asks for it; a script shows the time of the device's zone. */
export function yourTime({ visitor: { zone }, catalogue: { almanac }, now }: Visit, back: string): Html {
  const change = html`<a class="small no-print" href="/your-time?back=${encodeURIComponent(back)}">Change</a>`
  if (zone === null)
    return html`<div class="own" id="own">
      <form class="asked" method="post" action="/your-time">
        ${hidden('back', back)} ${zoneField('', 'It is stored in a cookie on this device.')}
        <p class="actions">${button('Show my time')}</p>
      </form>
      <template
        ><time class="clock"><span class="s"></span></time>
        <p class="date"><time data-date></time></p>
        <p><strong></strong> <span class="num"></span> ${change}</p></template
      >
    </div>`
  const state = almanac.stateOf(zone, now)
  return html`<div class="own" id="own">
    ${clock(state, now)}
    <p>
      <strong>${zoneName(zone)}</strong> <span class="num">${utcOffset(state.season.type.offset)}</span>
      ${change}
    </p>
  </div>`
}

const HOURS = [
  ['', 'As on this device'],
  ['24', '24 hours, as 15:00'],
  ['12', '12 hours, as 3:00 pm'],
] as const

const zoneField = (value: string, hint: string, fault?: string): Html =>
  field({ label: 'Your city or time zone', name: 'zone', value, hint, more: { autocomplete: 'off' }, fault })

/** A path of this site to go back to, from a field or from the address of the page with the form. Never another site's. */
function pathBack(text: string | null): string {
  const path = text === null || !text.startsWith('/') ? '/' : text
  // Two strokes at the beginning would name another host.
  return path.replace(/^[/\\]+/, '/').replace(/[^\u0021-\u007e]/g, (sign) => encodeURIComponent(sign))
}

/** The page where a visitor sets the zone and the kind of clock. */
export function showYourTime(visit: Visit): Page {
  const back = pathBack(visit.query.get('back'))
  const { zone, hours } = visit.visitor
  return pageOf(visit, back, zone?.iana ?? '', hours, null)
}

/** The page with what was filled in, and what is wrong with it or is to be chosen. */
function pageOf(
  visit: Visit,
  back: string,
  zone: string,
  hours: Hours | null,
  choices: Html | null,
  fault?: string,
): Page {
  const { visitor } = visit
  return sitePage({
    status: fault === undefined && choices === null ? 200 : 422,
    title: 'Your time',
    description:
      'Set your time zone and your kind of clock, and every page shows your own time beside that of the place.',
    canonicalPath: '/your-time',
    content: html`
      ${visitor.zone === null ? null : yourTime(visit, back)} ${choices}
      ${section(
        'Time zone and clock',
        html`<form class="panel" method="post" action="/your-time">
          ${hidden('back', back)} ${zoneField(zone, 'A city, or a zone such as Europe/Zurich.', fault)}
          ${choice({ label: 'Clock', name: 'hours', value: hours ?? '', options: HOURS })}
          <p class="actions">${button('Save')}</p>
        </form>`,
      )}
      <p>
        We use your device’s time zone. You can choose another here. It is stored in a cookie on this device:
        the name of the zone and the kind of clock, nothing else. Until you set something, no cookie is
        stored.
      </p>
      ${
        isNobody(visitor)
          ? null
          : html`<form method="post" action="/your-time">
              ${hidden('back', back)} ${hidden('zone', '')} ${hidden('hours', '')}
              ${button('Forget both', 'quiet')}
            </form>`
      }
    `,
  })
}

/** Handles the form of the visitor's zone and clock. A field that is not sent leaves its choice as it was. */
export function chooseYourTime(visit: Visit, form: URLSearchParams, cameFrom: string): SeeOther | Page {
  const { visitor, catalogue, now } = visit
  const back = pathBack(form.get('back') ?? cameFrom)
  const text = form.get('zone')?.trim()
  const sent = form.get('hours')
  const hours = sent === null ? visitor.hours : sent === '12' || sent === '24' ? sent : null
  const chosen = (zone: Zone | null): SeeOther => ({
    kind: 'see-other',
    path: back,
    cookies: [cookieOf({ zone, hours })],
  })
  if (text === undefined) return chosen(visitor.zone)
  if (text === '') return chosen(null)
  const meant = zoneMeant(text, catalogue.almanac, now)
  if ('iana' in meant) return chosen(meant)
  const isUnknown = meant.length === 0
  const nearest = isUnknown ? nearestNames(text, catalogue.almanac, 3) : []
  const offered = [...meant, ...nearest.map((name) => ({ token: name, words: name, detail: null }))]
  const listed = offered.map(
    ({ token, words, detail }) =>
      html`<li>
        <form method="post" action="/your-time">
          ${hidden('back', back)} ${hidden('hours', hours ?? '')} ${hidden('zone', token)}
          ${button(words, 'quiet')} <span class="quiet small">${detail}</span>
        </form>
      </li>`,
  )
  const list =
    listed.length === 0
      ? null
      : html`<ul class="plain">
          ${listed}
        </ul>`
  if (!isUnknown) return pageOf(visit, back, text, hours, section(`Which ${text}?`, list))
  const fault = `No place or zone is called “${text}”. Write a city, or a zone such as Europe/Zurich.`
  return pageOf(visit, back, text, hours, section('Did you mean one of these?', list), fault)
}
