// The pages of conversions: the API's conversion as a form, and one moment to send to others.
import type { Ambiguity, Clock } from '#ask/clock.ts'
import { convert, type Conversion, type ConvertedSide, type TokenFault } from '#ask/convert.ts'
import { citiesMeant, faultWords } from '#ask/convert-words.ts'
import { formatDateTime, formatLocal, parseMoment, type Moment } from '#core/time/moment.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../catalogue.ts'
import { pathOf } from '../urls.ts'
import { calendarFile } from '#core/forms/calendar.ts'
import { html, type Html, type Insert } from './html.ts'
import { redirect } from './page-at.ts'
import type { Page, Redirect, SiteDocument, Visit } from './page.ts'
import { button, choice, factList, field, link, notice, section, table } from './parts.ts'
import { nightPicture } from './pictures/night.ts'
import { dateInWords, dayInBrief, dayOf, timeOf, utcOffset } from './times.ts'

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
  readonly resolution: Resolution
}

/** The error text of each field that could not be read. */
type Faults = Partial<Readonly<Record<'from' | 'to' | 'at', string>>>

const MOST_PLACES = 10

const addressOf = ({ from, to, at, resolution }: Filled): string => {
  const query = new URLSearchParams({ from, to })
  if (at !== '') query.set('at', at)
  if (resolution !== 'earliest') query.set('resolution', resolution)
  return `/convert?${query.toString()}`
}

/** A moment as written in the form and in addresses: `2027-03-28T01:30`, or with seconds or an offset. Null for any other text. */
export function momentOf(text: string): Moment | null {
  const moment = parseMoment(text.trim().replace(' ', 'T'))
  return moment.kind === 'fault' ? null : moment
}

/** The page of conversions. Its address contains the whole question, so that it can be sent to others. */
export function showConvert({ catalogue, now, query }: Visit): Page {
  const filled: Filled = {
    from: query.get('from')?.trim() ?? '',
    to: query.get('to')?.trim() ?? '',
    at: query.get('at')?.trim() ?? '',
    resolution: RESOLUTIONS.find(([value]) => value === query.get('resolution'))?.[0] ?? 'earliest',
  }
  const isAsked = filled.from !== '' || filled.to !== ''
  const { faults, result } = isAsked ? resultOf(filled, catalogue, now) : { faults: {}, result: null }
  return {
    kind: 'page',
    status: Object.keys(faults).length > 0 ? 422 : 200,
    title: 'Convert a time',
    description:
      'A date and time in one place, in up to ten others: by zone, city, country, abbreviation or offset, with what happens twice or never said.',
    ...(isAsked ? {} : { canonicalPath: '/convert' }),
    crumbs: [],
    content: html`${formOf(filled, faults)} ${result}`,
  }
}

function formOf({ from, to, at, resolution }: Filled, faults: Faults): Html {
  const fault = (name: keyof Faults): { fault?: string } => {
    const words = faults[name]
    return words === undefined ? {} : { fault: words }
  }
  return html`<form class="panel wide" action="/convert">
    <div class="row">
      ${field({ label: 'From', name: 'from', value: from, required: true, hint: 'A city, country, zone, abbreviation or offset.', ...fault('from') })}
      ${field({ label: 'To', name: 'to', value: to, required: true, hint: 'Up to ten places, with commas between them.', ...fault('to') })}
    </div>
    <div class="row">
      ${field({ label: 'Date and time', name: 'at', value: at, hint: 'As 2027-03-28 01:30, on the clock of From. Empty: now.', more: { autocomplete: 'off' }, ...fault('at') })}
      ${choice({ label: 'When a time happens twice or never', name: 'resolution', value: resolution, options: RESOLUTIONS })}
    </div>
    <p class="actions">${button('Convert')}</p>
  </form>`
}

function resultOf(
  filled: Filled,
  catalogue: Catalogue,
  now: EpochSeconds,
): { faults: Faults; result: Insert } {
  const { from, to, at, resolution } = filled
  const moment: Moment | null = at === '' ? { kind: 'instant', at: now } : momentOf(at)
  const places = to
    .split(',')
    .map((place) => place.trim())
    .filter((place) => place !== '')
  const faults: { -readonly [Name in keyof Faults]: string } = {}
  if (moment === null) faults.at = 'This is no date and time: write it as 2027-03-28 01:30.'
  if (from === '') faults.from = 'Where is the time from?'
  if (places.length === 0) faults.to = 'Where is it wanted?'
  if (places.length > MOST_PLACES) faults.to = `These are ${places.length} places; ten are converted at once.`
  if (moment === null || Object.keys(faults).length > 0) return { faults, result: null }
  const converted = convert({ from, to: places, moment, resolution }, catalogue.almanac, now)
  switch (converted.kind) {
    case 'faults':
      for (const fault of converted.faults) faults[fault.parameter] ??= faultOf(fault)
      return { faults, result: null }
    case 'choice': {
      const { parameter, token, candidates } = converted
      const cities = citiesMeant(candidates, catalogue.almanac.cities())
      const instead = (name: string): string =>
        addressOf(
          parameter === 'from'
            ? { ...filled, from: name }
            : { ...filled, to: places.map((place) => (place === token.trim() ? name : place)).join(', ') },
        )
      return {
        faults,
        result: section(
          `Which ${token.trim()}?`,
          html`<p>${token.trim()} is the name of several clocks. Choose one:</p>
            <ul>
              ${candidates.standards.map(({ slug, name, offset }) => html`<li>${link(instead(slug), name)} <span class="quiet">${utcOffset(offset)}</span></li>`)}
              ${candidates.zones.map((zone) => html`<li>${link(instead(zone.iana), zone.iana)} <span class="quiet">${cities.get(zone) ?? zone.country?.name ?? ''}</span></li>`)}
            </ul>`,
        ),
      }
    }
    case 'rejected':
      return { faults, result: notice('bad', html`<p>${ambiguityWords(converted.ambiguity)}</p>`) }
    case 'years':
      faults.at = 'This leaves the years 0001 to 9999 on one of the clocks.'
      return { faults, result: null }
    case 'converted':
      return { faults, result: shown(converted.conversion, filled, places, catalogue) }
  }
}

const faultOf = (fault: TokenFault): string => `It ${faultWords(fault)}`

function shown(
  { at, from, to, ambiguity }: Conversion,
  filled: Filled,
  places: readonly string[],
  { artifact }: Catalogue,
): Html {
  const sides = [
    { side: from, name: filled.from },
    ...to.map((side, index) => ({ side, name: places[index] ?? '' })),
  ]
  const clockOf = ({ offset }: ConvertedSide): string =>
    `${timeOf(at, offset)} on ${dateInWords(dayOf(at, offset))}`
  const zone = from.clock.kind === 'zone' ? from.clock.zone : null
  const other = filled.resolution === 'latest' ? 'earliest' : 'latest'
  return html`${section(
    'Result',
    html`<p class="standing">
        ${clockOf(from)} in ${nameOf(from.clock)} is
        ${to.map((side, index) => html`${index === 0 ? '' : ', '}<strong>${clockOf(side)}</strong> in ${nameOf(side.clock)}`)}.
      </p>
      ${
        ambiguity === null
          ? null
          : html`${notice('plain', html`<p>${ambiguityWords(ambiguity)} The ${ambiguity.resolution === 'earliest' ? 'earlier' : 'later'} one was taken. ${link(addressOf({ ...filled, resolution: other }), `Take the ${other === 'latest' ? 'later' : 'earlier'} one`)}</p>`)}
            ${zone === null ? null : nightPicture(zone, ambiguity)}`
      }
      ${table(
        'The moment in every place',
        ['Place', 'Time', 'Date', 'Offset', 'Name'],
        sides.map(({ side, name }) => [
          name === labelOf(side.clock)
            ? clockLink(side.clock)
            : html`${name} <span class="quiet small">${clockLink(side.clock)}</span>`,
          html`<time datetime="${formatDateTime(at, side.offset)}">${timeOf(at, side.offset)}</time>`,
          dayInBrief(dayOf(at, side.offset)),
          utcOffset(side.offset),
          html`${side.abbreviation ?? ''}
          ${side.isDst ? html`<span class="tag sun">daylight saving</span>` : null}`,
        ]),
      )}
      ${zone === null ? null : html`<p>${link(sendPath(at, zone.iana, from.offset, artifact.manifest.tz), 'Send this moment to others')}</p>`}`,
  )}`
}

/**
 * The address of one moment, by the clock of its place. It also contains the instant: so the page notices when a later tz release moves it.
 */
export const sendPath = (
  at: EpochSeconds,
  iana: string,
  offset: ConvertedSide['offset'],
  tz: string,
): string =>
  `/t/${formatDateTime(at, offset).slice(0, 16)}/${pathOf(iana)}?tz=${encodeURIComponent(tz)}&at=${at}`

/** A clock by name, for a sentence. */
export function nameOf(clock: Clock): string {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.displayName ?? clock.zone.iana
    case 'offset':
      return clock.iana
    case 'standard':
      return clock.standard.name
  }
}

/** The identifier of a clock as its label. */
const labelOf = (clock: Clock): string => (clock.kind === 'zone' ? clock.zone.iana : nameOf(clock))

/** A link to the page of a clock. Only its label when it has no page. */
function clockLink(clock: Clock, label = labelOf(clock)): Insert {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.listed ? link(`/timezones/${pathOf(clock.zone.iana)}`, label) : label
    case 'offset':
      return label
    case 'standard':
      return link(`/abbreviations/${clock.standard.slug}`, label)
  }
}

/** Explains in a sentence why a wall time is ambiguous. */
function ambiguityWords({ kind, local, clock, earlier, later }: Ambiguity): string {
  const wall = formatLocal(local).slice(0, 16).replace('T', ' ')
  return kind === 'fold'
    ? `${wall} happens twice in ${clock}: first at ${utcOffset(earlier.offset)}, then again at ${utcOffset(later.offset)}.`
    : `${wall} never happens in ${clock}: the clock goes forward over it. It stands for ${timeOf(earlier.at, earlier.offset)} or ${timeOf(later.at, later.offset)}.`
}

const UTC = offsetSeconds(0)

/** Cities in whose time a sent moment is also shown. */
const ELSEWHERE = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
]

/** One moment on the clock of a place: `/t/2027-03-28T09:00/Europe/Berlin`. */
export function showMoment({
  catalogue,
  now,
  identifier: sentIdentifier,
  query,
}: Visit): Page | Redirect | SiteDocument | null {
  const { almanac, artifact } = catalogue
  const isCalendar = sentIdentifier.endsWith('.ics')
  const identifier = isCalendar ? sentIdentifier.slice(0, -4) : sentIdentifier
  const slash = identifier.indexOf('/')
  const moment = slash < 0 ? null : momentOf(identifier.slice(0, slash))
  const zone = slash < 0 ? null : almanac.zones.named(identifier.slice(slash + 1))
  if (moment === null || moment.kind !== 'local' || zone === null) return null
  const wall = formatLocal(moment.local).replace(/:00$/, '')
  const path = `/t/${wall}/${pathOf(zone.iana)}`
  if (identifier !== `${wall}/${zone.iana}`) {
    const rest = query.toString()
    return redirect(rest === '' ? path : `${path}?${rest}`)
  }
  const converted = convert(
    {
      from: zone.iana,
      to: ELSEWHERE.filter((iana) => almanac.zones.named(iana) !== null),
      moment,
      resolution: query.get('resolution') === 'latest' ? 'latest' : 'earliest',
    },
    almanac,
    now,
  )
  if (converted.kind !== 'converted') return null
  const { at, from, to, ambiguity } = converted.conversion
  const sent = Number(query.get('at') ?? Number.NaN)
  const release = query.get('tz')
  const isMoved = Number.isInteger(sent) && sent !== at && ambiguity === null
  const place = zone.displayName ?? zone.iana
  if (isCalendar) return calendarOfMoment(at, from, place, artifact.manifest)
  const title = `${timeOf(at, from.offset)} on ${dateInWords(dayOf(at, from.offset))} in ${place}`
  const seconds = at - now
  const days = Math.round(Math.abs(seconds) / 86_400)
  return {
    kind: 'page',
    status: 200,
    title,
    description: `${title} (${utcOffset(from.offset)}), in your own time and elsewhere.`,
    canonicalPath: path,
    crumbs: [['/convert', 'Convert a time']],
    scripts: ['moment.js'],
    content: html`
      <p class="standing" id="own" data-at="${at}" hidden></p>
      ${isMoved ? notice('bad', html`<p>A tz release has moved this moment since the link was made${release === null ? '' : ` with release ${release}`}: then it was ${formatDateTime(epochSeconds(sent), UTC).slice(0, 16).replace('T', ' ')} UTC, by release ${artifact.manifest.tz} it is ${formatDateTime(at, UTC).slice(0, 16).replace('T', ' ')} UTC.</p>`) : null}
      ${ambiguity === null ? null : html`${notice('plain', html`<p>${ambiguityWords(ambiguity)} The ${ambiguity.resolution === 'earliest' ? 'earlier' : 'later'} one is meant here.</p>`)}${nightPicture(zone, ambiguity)}`}
      ${factList([
        [
          place,
          html`<time datetime="${formatDateTime(at, from.offset)}">${title.replace(/ in .*$/, '')}</time>,
            ${utcOffset(from.offset)}${from.abbreviation === null ? '' : ` ${from.abbreviation}`}`,
        ],
        ['UTC', formatDateTime(at, UTC).slice(0, 16).replace('T', ' ')],
        [
          'From now',
          days === 0
            ? seconds >= 0
              ? 'within a day'
              : 'less than a day ago'
            : seconds > 0
              ? `in ${days} day${days === 1 ? '' : 's'}`
              : `${days} day${days === 1 ? '' : 's'} ago`,
        ],
        ['Calendar', link(`${path}.ics`, 'Add it to a calendar (.ics)')],
      ])}
      ${section(
        'Elsewhere',
        table(
          'The same moment elsewhere',
          ['Place', 'Time', 'Date', 'Offset'],
          to.map((side) => [
            clockLink(side.clock, nameOf(side.clock)),
            timeOf(at, side.offset),
            dayInBrief(dayOf(at, side.offset)),
            utcOffset(side.offset),
          ]),
        ),
      )}
    `,
  }
}

/** One moment as a calendar file: an event without a duration. */
const calendarOfMoment = (
  at: EpochSeconds,
  { offset, id }: ConvertedSide,
  place: string,
  { tz, reference_date }: { readonly tz: string; readonly reference_date: string },
): SiteDocument => ({
  kind: 'document',
  type: 'text/calendar; charset=utf-8',
  body: calendarFile(
    [
      {
        uid: `${at}-${id.replaceAll('/', '-')}`,
        at,
        summary: `${timeOf(at, offset)} in ${place}`,
        description: `By tz release ${tz}.`,
      },
    ],
    `${timeOf(at, offset)} in ${place}`,
    reference_date,
  ),
  maxAge: 3600,
  headers: { 'content-disposition': 'attachment; filename="moment.ics"' },
})
