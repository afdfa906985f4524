// The page of a point: its zone, other possible zones, and why; a click on the map asks for another point.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import { answerAtDegrees, type PlaceAnswer } from '#core/ask/look-up.ts'
import type { Zone } from '#core/ask/zones.ts'
import { localDayOf } from '#core/ask/sun.ts'
import { distanceKm } from '#core/geo/distance.ts'
import { civilFromDays } from '#core/time/civil.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { html, type Html } from '../frame/html.ts'
import type { Page, Visit } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { button, factList, field, link, notice, scripted, POINTED } from '../frame/parts.ts'
import { tileMap, ZOOMS } from '../pictures/tiles.ts'
import { worldPicture } from '../pictures/world.ts'
import { allCities } from '../words/places.ts'
import { meanTimeAt, timeNow } from '../words/times.ts'
import { cityLink } from '../words/zone-links.ts'
import { sourcesDisagree } from '../words/two-times.ts'
import { sunOfDay, yearInWords } from './city.ts'
import { hero } from './zone.ts'
import { clockLink } from '../words/zone-links.ts'

/** A point on the Earth. */
type Coordinates = Pick<City, 'lat' | 'lon'>

/** Degrees within a limit. Null for anything else. */
export function degrees(text: string, limit: number): number | null {
  const value = /^[+-]?\d{1,3}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(value) <= limit ? value : null
}

/** Two degrees. Maps give both as one text, “43.8, 87.6”, which is pasted into the first field. “47,37” is one number of many languages. */
function pairOf(lat: string, lon: string): readonly [lat: string, lon: string] {
  const [, first, second] = /^\s*([^\s,;]+)(?:,?\s+|;\s*|,(?<=\.\d+,))([^\s,;]+)\s*$/.exec(lat) ?? []
  return lon.trim() === '' && first !== undefined && second !== undefined ? [first, second] : [lat, lon]
}

/** The page of look-ups. The point is in its address. */
export function showLookup(visit: Visit): Page {
  const { catalogue, now, query } = visit
  const { almanac } = catalogue
  const [sentLat = '', sentLon = ''] = pairOf(
    query.get('lat') ?? query.get('latitude') ?? '',
    query.get('lon') ?? query.get('lng') ?? query.get('longitude') ?? '',
    // 47,37 has the decimal comma of many languages.
  ).map((text) =>
    text
      .trim()
      .replace('−', '-')
      .replace(/^([+-]?\d+),(\d+)$/, '$1.$2'),
  )
  const isAsked = sentLat !== '' || sentLon !== ''
  const [lat, lon] = [degrees(sentLat, 90), degrees(sentLon, 180)]
  const point = lat === null || lon === null ? null : { lat, lon }
  const places = almanac.places()
  const answer = answerAtDegrees(places, { lat, lon })
  return sitePage({
    status: isAsked && point === null ? 422 : 200,
    title: 'The time zone at a point',
    description: 'Which time zone a point on land or at sea lies in, by the boundaries themselves.',
    ...(isAsked ? {} : { canonicalPath: '/lookup' }),
    scripts: ['map.js', 'pointed.js'],
    content: html`<form class="panel wide" action="/lookup">
        <div class="row">
          ${field({ label: 'Latitude', name: 'lat', value: sentLat, required: true, hint: 'Degrees, north positive: 47.37. Or both: 47.37, 8.54', more: { inputmode: 'text' }, fault: isAsked && lat === null ? 'Write a number from -90 to 90, with a decimal point: 47.37.' : undefined })}
          ${field({ label: 'Longitude', name: 'lon', value: sentLon, hint: 'Degrees, east positive: 8.54', more: { inputmode: 'text' }, fault: isAsked && lon === null ? 'Write a number from -180 to 180, with a decimal point: 8.54.' : undefined })}
        </div>
        <p class="actions">${button('Look up')}</p>
      </form>
      ${places === null ? notice('plain', 'This server has no boundaries, so it cannot say which zone a point lies in.') : null}
      ${answer === null || point === null ? null : answered(answer, point, visit)}
      ${(point === null ? null : mapAround(visit, point, answer)) ?? worldPicture(catalogue, now, { ...(answer === null ? {} : { what: answer.zone.iana, isMarked: ({ zone }) => zone === answer.zone }), point, isClickable: places !== null })}`,
  })
}

/** The map around a point, with links to zoom in and out. At sea it begins as wide as it can, to show a coast. Null when there are no shapes. */
function mapAround(visit: Visit, { lat, lon }: Coordinates, answer: PlaceAnswer<Zone> | null): Html | null {
  const { catalogue, query, now } = visit
  const hasTwoTimes = answer?.alternatives.some(({ reason }) => reason === 'overlap') ?? false
  const usual = answer?.kind === 'ocean' ? ZOOMS.least : ZOOMS.usual
  const asked = Number(query.get('zoom') ?? usual)
  const zoom = Number.isInteger(asked) ? Math.min(ZOOMS.most, Math.max(ZOOMS.least, asked)) : usual
  const map = tileMap(catalogue, { lat, lon, zoom, title: 'The time zones around the point, as a map.' }, now)
  if (map === null) return null
  const at = (other: number, words: string): Html | null =>
    other < ZOOMS.least || other > ZOOMS.most
      ? null
      : html`<li>${link(`/lookup?lat=${lat}&lon=${lon}&zoom=${other}#map`, words)}</li>`
  return html`<figure id="map">
    ${map}
    <figcaption>
      Colour: standard time.
      ${hasTwoTimes ? 'Two times are used at this point: its colour is that of one, a name may have the other.' : null}
      ${scripted('Click for the zone.')} The map has simplified borders and ends at the coasts; answers use
      the exact borders, at sea too. ${POINTED}
    </figcaption>
    <ul class="flow no-print">
      ${at(zoom + 1, 'Closer')} ${at(zoom - 1, 'Farther')}
      <li>${link('/lookup', 'The world')}</li>
    </ul>
  </figure>`
}

function answered(answer: PlaceAnswer<Zone>, { lat, lon }: Coordinates, visit: Visit): Html {
  const { catalogue, now } = visit
  const { almanac } = catalogue
  const { kind, zone, alternatives } = answer
  const near = nearestCity({ lat, lon }, almanac)
  const here = { lat, lon, zone, name: `${lat}, ${lon}` }
  const today = localDayOf(now, offsetAt(zone.compiled(), now))
  const others = alternatives.map(
    ({ zone: other, reason }) =>
      html`${clockLink({ kind: 'zone', zone: other })}, ${timeNow(almanac.stateOf(other, now), now)}
        (${reason === 'overlap' ? 'both times are used here' : 'the point is on the 180° line, and this zone is on the other side'})<br />`,
  )
  return html`<section>
    <h2>${near !== null && near.km <= NEAR_KM ? `Near ${near.city.name}: ` : ''}${zone.iana}</h2>
    ${hero(almanac.stateOf(zone, now), visit, null, answer, sourcesDisagree(zone, { lat, lon }, almanac, now))}
    ${factList([
      ['Time zone', clockLink({ kind: 'zone', zone })],
      ['Point', `${lat}, ${lon}`],
      ['Local mean time', meanTimeAt(zone.compiled(), lon)],
      [
        'Place',
        kind === 'ocean'
          ? `at sea: the time follows the longitude${/[+-]/.test(zone.iana) ? '; the sign in the identifier is turned: GMT+3 is three hours behind UTC' : ''}`
          : 'on land',
      ],
      ['Nearest city', near && html`${cityLink(near.city)}, ${near.km === 0 ? 'less than 1' : near.km} km`],
      ['Could also be', others.length === 0 ? null : others],
    ])}
    <h3>The sun today</h3>
    ${sunOfDay(here, today, now)}
    <p>${yearInWords(here, civilFromDays(today).year)}</p>
  </section>`
}

/** A city that is not farther names the place of a point. */
const NEAR_KM = 30

/** The nearest of all cities, in a straight line. Null beyond 500 km. */
function nearestCity(point: Coordinates, almanac: Almanac) {
  let best: { km: number; city: City } | null = null
  for (const city of allCities(almanac)) {
    if (Math.abs(city.lat - point.lat) > 4.5) continue
    const km = distanceKm(point, city)
    if (km < (best?.km ?? 500)) best = { km, city }
  }
  return best === null ? null : { city: best.city, km: Math.round(best.km) }
}
