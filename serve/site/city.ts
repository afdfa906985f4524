// The page of a city.
import type { Almanac } from '#ask/almanac.ts'
import type { City } from '#ask/cities.ts'
import { citySun, localDayOf } from '#ask/sun.ts'
import { civilFromDays, daysFromCivil } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Catalogue } from '../catalogue.ts'
import { pathOf } from '../urls.ts'
import { durationInWords } from './changes.ts'
import { withTimes } from './hours.ts'
import { html, type Html, type Insert } from './html.ts'
import { aheadOfYou, askForZone } from './own-time.ts'
import type { Page, Redirect, Visit } from './page.ts'
import { pageAt, type Content } from './page-at.ts'
import { cards, factList, flow, link, section, table } from './parts.ts'
import { dayPicture, sunYearPicture } from './pictures/sun.ts'
import { previewOf } from './pictures/preview.ts'
import { tileMap, ZOOMS } from './pictures/tiles.ts'
import { worldPicture } from './pictures/world.ts'
import { allCities, citiesIn, coordinates } from './places.ts'
import { clock, dayInBrief, hoursAndMinutes, meanTimeAt, timeOf } from './times.ts'
import { standing, whatNext } from './zone.ts'

/** The page of a city. */
export function showCity(visit: Visit): Page | Redirect | null {
  const { catalogue, identifier } = visit
  const city = catalogue.almanac.cities().named(identifier)
  if (city === undefined) return null
  return pageAt(`/cities/${city.slug}`, identifier === city.slug, () => cityPage(city, visit))
}

function cityPage(city: City, visit: Visit): Content {
  const { catalogue, now } = visit
  const { almanac, urls } = catalogue
  const state = almanac.stateOf(city.zone, now)
  const today = localDayOf(now, state.season.type.offset)
  const neighbours = citiesIn(city.country, almanac).filter((other) => other !== city)
  return {
    title: `Time in ${city.fullName}, ${city.country.name}`,
    description: `The time now in ${city.fullName}, ${city.country.name}: offset from UTC, next clock change, sunrise and sunset of the week and the sun of the year.`,
    scripts: ['map.js'],
    ...previewOf(city.zone, catalogue),
    about: {
      '@type': 'City',
      name: city.name,
      geo: { '@type': 'GeoCoordinates', latitude: city.lat, longitude: city.lon },
      containedInPlace: { '@type': 'Country', name: city.country.name, identifier: city.country.iso2 },
    },
    content: html`
      <div class="hero">
        <div>${clock(state, now)}</div>
        <div>
          ${standing(state)} ${aheadOfYou(state, visit, 'line')} ${askForZone(visit, `/cities/${city.slug}`)}
          ${whatNext(city.zone, state, now)}
        </div>
      </div>
      ${section(
        'The sun today',
        html`<p>${withTimes(sunSentence(city, today))}</p>
          ${dayPicture(city, today, now)}`,
      )}
      <div class="columns">
        ${section(
          'The coming week',
          sunTable(
            city,
            Array.from({ length: 7 }, (_, day) => today + day),
            'The sun of the coming week',
          ),
        )}
        ${section('Facts', cityFacts(city))}
      </div>
      ${section(
        'The sun of the year',
        html`${sunYearPicture(city, now)}
          <details>
            <summary>The same as a table</summary>
            ${sunTable(city, middlesOf(civilFromDays(today).year), 'The sun on the 15th of each month')}
          </details>`,
      )}
      ${section('On the map', placeOn(catalogue, city, now))}
      ${section('The time elsewhere', elsewhere(city, almanac, now))}
      ${section(`Other cities of ${city.country.name}`, flow(neighbours.slice(0, 24).map(({ slug, fullName }) => link(`/cities/${slug}`, fullName))))}
      ${section('By the interface', html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/cities/${city.slug}</code></pre>`)}
    `,
  }
}

/** The city on the map of the zones around it. Without shapes, on the world map. */
function placeOn(catalogue: Catalogue, city: City, now: EpochSeconds): Html {
  const map = tileMap(catalogue, {
    lat: city.lat,
    lon: city.lon,
    zoom: ZOOMS.usual,
    title: `Where ${city.fullName} lies, on a map of the time zones around it.`,
  })
  if (map === null)
    return worldPicture(catalogue, now, { what: city.name, isMarked: () => false, point: city })
  return html`<figure>
    ${map}
    <figcaption>
      Each tint is one standard time; a click asks for the zone at that point.
      ${link(`/lookup?lat=${city.lat}&lon=${city.lon}`, 'This place, closer')}
    </figcaption>
  </figure>`
}

const middlesOf = (year: number): number[] =>
  Array.from({ length: 12 }, (_, month) => daysFromCivil(year, month + 1, 15))

const clockAt = ({ zone }: City, at: EpochSeconds): string =>
  timeOf(at, offsetAt(zone.compiled(), at)).slice(0, 5)

const lengthInWords = (minutes: number): string => `${Math.floor(minutes / 60)} h ${minutes % 60} min`

function sunSentence(city: City, day: number): string {
  const { sunrise, sunset, daylightMinutes } = citySun(city, day)
  if (sunrise === null || sunset === null)
    return daylightMinutes === 0 ? 'The sun does not rise today.' : 'The sun does not set today.'
  return `The sun rises at ${clockAt(city, sunrise)} and sets at ${clockAt(city, sunset)}: ${lengthInWords(daylightMinutes)} of daylight.`
}

const sunTable = (city: City, days: readonly number[], caption: string): Html =>
  table(
    caption,
    ['Date', 'Sunrise', 'Sunset', 'Daylight'],
    days.map((day) => {
      const { sunrise, sunset, daylightMinutes } = citySun(city, day)
      const shown = (at: EpochSeconds | null): Insert => (at === null ? 'none' : withTimes(clockAt(city, at)))
      return [dayInBrief(day), shown(sunrise), shown(sunset), lengthInWords(daylightMinutes)]
    }),
  )

const cityFacts = (city: City): Html =>
  factList([
    ['Region', city.region],
    ['Country', link(`/countries/${city.country.slug}`, city.country.name)],
    ['Time zone', link(`/timezones/${pathOf(city.zone.iana)}`, city.zone.iana)],
    ['Capital', city.isCapital ? 'yes' : null],
    ['People', city.population === null ? null : city.population.toLocaleString('en')],
    ['Place', html`<span class="num">${coordinates(city)}</span>`],
    ['Local mean time', meanTimeAt(city.zone.compiled(), city.lon)],
  ])

/** The largest cities with other clocks, and the difference of each clock from this one. */
function elsewhere(city: City, almanac: Almanac, now: EpochSeconds): Html | null {
  const offset = offsetAt(city.zone.compiled(), now)
  const seen = new Set([offset])
  const others = allCities(almanac)
    .slice(0, 300)
    .filter(({ zone }) => {
      const its = offsetAt(zone.compiled(), now)
      return !seen.has(its) && seen.add(its)
    })
    .slice(0, 12)
    .toSorted((one, other) => offsetAt(one.zone.compiled(), now) - offsetAt(other.zone.compiled(), now))
  return cards(
    others.map((other) => {
      const difference = offsetAt(other.zone.compiled(), now) - offset
      return html`${hoursAndMinutes(almanac.stateOf(other.zone, now), now)}
        ${link(`/cities/${other.slug}`, other.fullName)}
        <span class="quiet small"
          >${durationInWords(difference)} ${difference > 0 ? 'ahead' : 'behind'}</span
        >`
    }),
  )
}
