// Clocks for other sites: a page for their frames, where nothing acts and nobody is known, and a picture of one moment for documents.
import type { EpochSeconds } from '#core/time/units.ts'
import { rootOf } from '#serve/urls.ts'
import { inTwelveHours, type Hours } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { dayDocument } from '../frame/made-documents.ts'
import type { SiteDocument, Visit } from '../frame/page.ts'
import { embeddedPage } from '../frame/shell.ts'
import { shownAt, timeAndDate, utcOffset } from '../words/times.ts'
import { clockList, shownOn } from './clock-list.ts'
import { clocksAsked, clocksPath } from './clocks-question.ts'
import type { Attendant } from './meeting-question.ts'

/** Attributes of links that leave the frame. The page that they open learns nothing of the other site. */
const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' } as const

/** How the address wants times to be read. Null: as the reader's device has them. */
const hoursIn = ({ query }: Visit): Hours | null =>
  (['12', '24'] as const).find((hours) => hours === query.get('clock')) ?? null

/** The clocks of an address for a frame on another site. */
export function embeddedClocks(visit: Visit): SiteDocument {
  const { catalogue, now } = visit
  const { asked, places, at, wrong } = clocksAsked(visit)
  const root = rootOf(catalogue.urls)
  const [first] = places
  const fault = [wrong.place, wrong.at].filter((words) => words !== '').join(' ')
  return embeddedPage(
    {
      title: 'Clocks',
      scripts: ['clock.js', 'clocks.js'],
      content: html`
        ${fault === '' ? null : html`<p>${fault}</p>`}
        ${clockList(places, now, at, { hasBars: false, isByFirst: true, link: OUTSIDE })}
        <p class="small">
          ${at === null || first === undefined ? null : html`${timeAndDate(at, shownAt(first.zone, at).offset)} in ${first.name}. `}
          <a href="${clocksPath('/clocks', asked, at)}" target="${OUTSIDE.target}" rel="${OUTSIDE.rel}"
            >tzref</a
          >
        </p>
      `,
    },
    hoursIn(visit),
    root,
  )
}

/** Pixels of the picture. */
const [WIDTH, ROW, FOOT, EDGE] = [480, 44, 34, 16] as const
/** Most letters of a name: wider ones would reach the time. */
const MOST_LETTERS = 28

const shortened = (name: string): string =>
  name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 1).trimEnd()}…`

/** The colour of a row by night, and on paper. */
const [NIGHT, DAY] = ['#e4e7f3', '#ffffff'] as const

/** A picture of one moment in several places. Without a moment there is none: every cache would keep it, and its time would be wrong. */
export function clocksPicture(visit: Visit): SiteDocument {
  const { catalogue } = visit
  const { places, at } = clocksAsked(visit)
  const [first] = places
  if (at === null || first === undefined)
    return {
      kind: 'document',
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: 'A picture of clocks needs a moment and places: /clocks.svg?place=Zurich&place=Tokyo&at=2026-11-28T14:00Z\n',
      maxAge: null,
    }
  const picture = drawn(places, first, at, catalogue.artifact.manifest.tz).text
  return dayDocument('image/svg+xml', hoursIn(visit) === '12' ? inTwelveHours(picture) : picture)
}

function drawn(places: readonly Attendant[], first: Attendant, at: EpochSeconds, tz: string): Html {
  const height = places.length * ROW + FOOT
  const moment = `${timeAndDate(at, shownAt(first.zone, at).offset)} in ${first.name}`
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${WIDTH} ${height}"
    width="${WIDTH}"
    height="${height}"
    font-family="system-ui, sans-serif"
    role="img"
  >
    <title>${moment}, and in ${places.length - 1} other places</title>
    <rect width="${WIDTH}" height="${height}" fill="${DAY}" />
    ${places.map((place, row) => {
      const { time, date, offset, days, suits } = shownOn(place, first, at)
      const top = row * ROW
      return html`<g>
        <rect y="${top}" width="${WIDTH}" height="${ROW - 1}" fill="${suits === 'night' ? NIGHT : DAY}" />
        <text x="${EDGE}" y="${top + 19}" font-size="16" font-weight="600" fill="#1b2130">
          ${shortened(place.name)}
        </text>
        <text x="${EDGE}" y="${top + 36}" font-size="12" fill="#4d5566">${date} · ${utcOffset(offset)}</text>
        <text x="${WIDTH - EDGE}" y="${top + 24}" font-size="22" text-anchor="end" fill="#1b2130"
          ><tspan>${time}</tspan></text
        >
        <text x="${WIDTH - EDGE}" y="${top + 38}" font-size="11" text-anchor="end" fill="#4d5566"
          >${days}</text
        >
      </g>`
    })}
    <text x="${EDGE}" y="${height - 13}" font-size="12" fill="#4d5566">
      ${shortenedMoment(moment)} · tz ${tz}
    </text>
  </svg>`
}

/** The line below the picture, at most as wide as it is. */
const shortenedMoment = (words: string): string => (words.length <= 62 ? words : `${words.slice(0, 61)}…`)
