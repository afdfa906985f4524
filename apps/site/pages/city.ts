// The page of a city, and the cards of cities that the first page shows too.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import { citySun, localDayOf, sunPhases, type SunPhase, type SunPlace } from '#core/ask/sun.ts'
import { civilFromDays, daysFromCivil, daysInMonth } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { isSkippedDay, startOfLocalDay } from '#core/zone/local-day.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { figure } from '#core/text/figure.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { pathOf } from '#serve/urls.ts'
import { apartInBrief } from '../words/differences.ts'
import { usualZones } from './clocks-question.ts'
import { yearField, YEARS } from './dst.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { CITY_LIST } from './lists.ts'
import type { Page, Redirect, Visit } from '../frame/page.ts'
import { type Content, pageAt, sitePage } from '../frame/page-at.ts'
import {
  button,
  cards,
  factList,
  field,
  flow,
  link,
  scripted,
  section,
  table,
  POINTED,
} from '../frame/parts.ts'
import { dayPicture, sunYearPicture } from '../pictures/sun.ts'
import { tileMap, ZOOMS } from '../pictures/tiles.ts'
import { worldPicture } from '../pictures/world.ts'
import { citiesIn, citiesOf, coordinates } from '../words/places.ts'
import { noSuchDay, readDay } from '#apps/search/form-fields.ts'
import { dateInWords, dayInCell, isoDate, meanTimeAt, monthName, timeNow, timeOf } from '../words/times.ts'
import { sharedClock } from '../words/same-clock.ts'
import { cityLink, countryLink } from '../words/zone-links.ts'
import { sourcesDisagree } from '../words/two-times.ts'
import { hero } from './zone.ts'

/** The page of a city, or of its sun in a whole year. */
export function showCity(visit: Visit): Page | Redirect | null {
  const { catalogue, identifier } = visit
  const [, name = identifier, isOfSun] = /^(.+)\/(sun)$/.exec(identifier) ?? []
  const city = catalogue.almanac.cities().named(name)
  if (city === undefined) return null
  if (isOfSun !== undefined) return sunPage(city, visit)
  return pageAt(`/cities/${city.slug}`, identifier === city.slug, () => cityPage(city, visit))
}

/** The date that a visitor picked or typed, as days since 1970-01-01. Null: none. A text says why it is no date of the years that have a page. */
function dateAsked(
  query: URLSearchParams,
  { zone }: City,
  { catalogue: { almanac }, now }: Visit,
): number | string | null {
  const text = query.get('date')?.trim() ?? ''
  if (text === '') return null
  const day = readDay(text, { kind: 'zone', zone }, almanac, now)
  if (day === null && /^\d{4}-\d\d-\d\d$/.test(text)) return noSuchDay(text)
  const year = day === null ? 0 : civilFromDays(day).year
  return day !== null && year >= YEARS.min && year <= YEARS.max
    ? day
    : `Choose a date from ${YEARS.min} to ${YEARS.max}.`
}

/** The forms that ask for the sun of another date, and for that of a whole year. */
const otherDates = ({ slug }: City, day: number, typed: string, fault: string | undefined): Html =>
  html`<div class="row">
    <form class="one-field" action="/cities/${slug}">
      ${field({
        label: 'The sun on another date',
        name: 'date',
        type: 'date',
        value: fault === undefined ? isoDate(day) : typed,
        more: { min: `${YEARS.min}-01-01`, max: `${YEARS.max}-12-31` },
        fault,
      })}
      <p class="actions">${button('Show', 'quiet')}</p>
    </form>
    ${yearForm(slug, civilFromDays(day).year)}
  </div>`

const yearForm = (slug: string, year: number): Html =>
  html`<form class="one-field" action="/cities/${slug}/sun">
    ${yearField('The sun of a whole year', year)}
    <p class="actions">${button('Show the year', 'quiet')}</p>
  </form>`

/** Sunrise, sunset and daylight of every day of a year. */
function sunPage(city: City, { query, now }: Visit): Page {
  const current = civilFromDays(localDayOf(now, offsetAt(city.zone.compiled(), now))).year
  const asked = Number(query.get('year') ?? current)
  const year = Number.isInteger(asked) && asked >= YEARS.min && asked <= YEARS.max ? asked : current
  return sitePage({
    title: `The sun in ${city.fullName} in ${year}`,
    description: `Sunrise, sunset and hours of daylight in ${city.fullName}, ${city.country.name}, on every day of ${year}.`,
    crumbs: [CITY_LIST, [`/cities/${city.slug}`, city.fullName]],
    content: html`<p>Times are on the clock in ${city.name}.</p>
      ${yearForm(city.slug, year)}
      ${Array.from({ length: 12 }, (_, index) => {
        const days = daysFrom(daysFromCivil(year, index + 1, 1), daysInMonth(year, index + 1))
        const name = monthName(index + 1)
        return section(name, sunTable(city, days, `The sun in ${name} ${year}`))
      })}`,
  })
}

function cityPage(city: City, visit: Visit): Content {
  const { catalogue, now, query } = visit
  const { almanac, urls } = catalogue
  const offset = offsetAt(city.zone.compiled(), now)
  const today = localDayOf(now, offset)
  const asked = dateAsked(query, city, visit)
  const day = typeof asked === 'number' ? asked : today
  const neighbours = citiesIn(city.country, almanac).filter((other) => other !== city)
  return {
    title: `Time in ${city.fullName}, ${city.country.name}`,
    description: `The time now in ${city.fullName}, ${city.country.name}: offset from UTC, next clock change, sunrise and sunset of the week and the sun of the year.`,
    scripts: ['map.js', 'pointed.js'],
    about: {
      '@type': 'City',
      name: city.name,
      geo: { '@type': 'GeoCoordinates', latitude: city.lat, longitude: city.lon },
      containedInPlace: { '@type': 'Country', name: city.country.name, identifier: city.country.iso2 },
    },
    content: html`
      ${hero(
        almanac.stateOf(city.zone, now),
        visit,
        `/cities/${city.slug}`,
        answerAtDegrees(almanac.places(), city),
        html`${sourcesDisagree(city.zone, city, almanac, now)}
          <p>
            All clock changes, history and downloads:
            ${link(`/timezones/${pathOf(city.zone.iana)}`, `time zone ${city.zone.iana}`)}
          </p>`,
      )}
      ${section(
        day === today ? 'The sun today' : `The sun on ${dateInWords(day)}`,
        html`${sunOfDay(city, day, now)}
        ${otherDates(city, day, query.get('date')?.trim() ?? '', typeof asked === 'string' ? asked : undefined)}`,
        'sun',
      )}
      ${section(day === today ? 'The coming week' : 'The week from that day', sunTable(city, daysFrom(day, 7), 'The sun of a week'))}
      ${section(
        'The sun of the year',
        html`<p>${yearInWords(city, civilFromDays(day).year)}</p>
          ${sunYearPicture(city, day)}
          <details>
            <summary>The same as a table</summary>
            ${sunTable(city, middlesOf(civilFromDays(day).year), 'The sun on the 15th of each month')}
          </details>`,
      )}
      ${section('Facts', cityFacts(city))} ${section('On the map', placeOn(catalogue, city, now))}
      ${section(`The time elsewhere, compared with ${city.name}`, elsewhere(city, almanac, now))}
      ${section('The same time', sharedClock(city.zone, almanac, now, city.country))}
      ${section(`Other cities of ${city.country.name}`, flow(neighbours.slice(0, 24).map(cityLink)))}
      ${section('API', html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/cities/${city.slug}</code></pre>`)}
    `,
  }
}

/** The city on the map of the zones around it. Without shapes, on the world map. */
function placeOn(catalogue: Catalogue, city: City, now: EpochSeconds): Html | null {
  const { lat, lon, fullName } = city
  const title = `Where ${fullName} lies, on a map of the time zones around it.`
  const map = tileMap(catalogue, { lat, lon, zoom: ZOOMS.usual, title }, now)
  if (map === null) return worldPicture(catalogue, now, { what: city.name, point: city })
  return html`<figure>
    ${map}
    <figcaption>
      Colour: standard time. ${scripted('Click for the zone.')}
      ${link(`/lookup?lat=${lat}&lon=${lon}`, 'This place, closer')} ${POINTED}
    </figcaption>
  </figure>`
}

/** Some days in a row. */
const daysFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, more) => first + more)

const middlesOf = (year: number): number[] =>
  Array.from({ length: 12 }, (_, month) => daysFromCivil(year, month + 1, 15))

/** The time on the clock of a place, without seconds. */
export const clockAt = ({ zone }: Pick<City, 'zone'>, at: EpochSeconds): string =>
  timeOf(at, offsetAt(zone.compiled(), at)).slice(0, 5)

const lengthInWords = (minutes: number): string =>
  `${Math.floor(minutes / 60)}\u00a0h ${minutes % 60}\u00a0min`

/** The time of a day's sunset: "21:30", or "00:03 the next day" after midnight. */
export const sunsetAt = (city: SunPlace, sunset: EpochSeconds, day: number): string =>
  `${clockAt(city, sunset)}${localDayOf(sunset, offsetAt(city.zone.compiled(), sunset)) > day ? ' the next day' : ''}`

function sunSentence(city: SunPlace, day: number): string {
  const { sunrise, sunset, daylightMinutes } = citySun(city, day)
  if (sunrise === null || sunset === null)
    return daylightMinutes === 0 ? 'The sun does not rise on this day.' : 'The sun does not set on this day.'
  return `The sun rises at ${clockAt(city, sunrise)} and sets at ${sunsetAt(city, sunset, day)}. The day has ${lengthInWords(daylightMinutes)} of daylight.`
}

/** The twilights, each with what it is called. */
const TWILIGHTS: readonly (readonly [phase: SunPhase, name: string])[] = [
  ['civil', 'Civil twilight'],
  ['nautical', 'Nautical twilight'],
  ['astronomical', 'Astronomical twilight'],
]

/** When each twilight of a date begins and ends, from midnight to midnight on the clock of the place. */
function twilights(city: SunPlace, day: number): Html {
  const compiled = city.zone.compiled()
  const [start, end] = [startOfLocalDay(compiled, day), startOfLocalDay(compiled, day + 1)]
  const phases = sunPhases(city.lat, city.lon, start, end)
  const clock = (at: EpochSeconds): string => (at === end ? '24:00' : clockAt(city, at))
  return factList(
    TWILIGHTS.map(([wanted, name]) => {
      const its = phases.filter(({ phase }) => phase === wanted)
      const words = its.map(({ from, until }) => `${clockAt(city, from)} to ${clock(until)}`)
      return [name, words.length === 0 ? 'none on this day' : withTimes(words.join(', '))] as const
    }),
    'lines',
  )
}

/** The sun of a date in words, as a picture, and its twilights. */
export const sunOfDay = (city: SunPlace & Pick<City, 'name'>, day: number, now: EpochSeconds): Html =>
  isSkippedDay(city.zone.compiled(), day)
    ? html`<p>This day did not exist: clocks in ${city.name} skipped it.</p>`
    : html`<p class="standing">${withTimes(sunSentence(city, day))}</p>
        ${dayPicture(city, day, now)} ${twilights(city, day)}`

/** The shortest and the longest day of a year, or how many days the sun does not rise, or set. */
export function yearInWords(city: SunPlace, year: number): string {
  const first = daysFromCivil(year, 1, 1)
  const days = daysFrom(first, daysFromCivil(year + 1, 1, 1) - first).map((day) => ({
    day,
    minutes: citySun(city, day).daylightMinutes,
  }))
  const count = (minutes: number): number => days.filter((one) => one.minutes === minutes).length
  const [down, up] = [count(0), count(1440)]
  if (down > 0 || up > 0)
    return `In ${year} the sun does not rise on ${down} days, and does not set on ${up} days.`
  const lengths = days.map(({ minutes }) => minutes)
  // Some days beside it have as many minutes: the middle one of them is meant.
  const middleOf = (minutes: number) => {
    const its = days.filter((one) => one.minutes === minutes)
    return its[Math.floor(its.length / 2)]
  }
  const said = (its: (typeof days)[number] | undefined): string =>
    its === undefined ? '' : `${dateInWords(its.day)}, with ${lengthInWords(its.minutes)}`
  return `The shortest day of ${year} is about ${said(middleOf(Math.min(...lengths)))}; the longest about ${said(middleOf(Math.max(...lengths)))}.`
}

const sunTable = (city: City, days: readonly number[], caption: string): Html =>
  html`<div class="even">
    ${table(
      caption,
      ['Date', 'Sunrise', 'Sunset', 'Daylight'],
      days.map((day) => {
        if (isSkippedDay(city.zone.compiled(), day)) return [dayInCell(day), 'skipped', 'skipped', null]
        const { sunrise, sunset, daylightMinutes } = citySun(city, day)
        const rise = sunrise === null ? 'none' : withTimes(clockAt(city, sunrise))
        const set = sunset === null ? 'none' : withTimes(sunsetAt(city, sunset, day))
        const allDay = daylightMinutes === 0 ? 'down all day' : 'up all day'
        const times = sunrise === null && sunset === null ? [allDay, null] : [rise, set]
        return [dayInCell(day), ...times, lengthInWords(daylightMinutes)]
      }),
    )}
  </div>`

const cityFacts = (city: City): Html =>
  factList([
    ['Region', city.region],
    ['Country', countryLink(city.country)],
    ['Time zone', link(`/timezones/${pathOf(city.zone.iana)}`, city.zone.iana)],
    ['Capital', city.isCapital ? 'yes' : null],
    ['Population', city.population === null ? null : figure(city.population)],
    ['Place', html`<span class="num">${coordinates(city)}</span>`],
    ['Local mean time', meanTimeAt(city.zone.compiled(), city.lon)],
  ])

/** The clocks that most people look for, each by its largest city, and how far it is from this one. */
const elsewhere = (city: City, almanac: Almanac, now: EpochSeconds): Html | null =>
  cards(
    usualZones(almanac)
      .filter((zone) => zone !== city.zone)
      .flatMap((zone) => citiesOf(zone, almanac)[0] ?? [])
      .map((other) => {
        const state = almanac.stateOf(other.zone, now)
        const ahead = state.season.type.offset - offsetAt(city.zone.compiled(), now)
        return html`${timeNow(state, now, 'hm')} ${cityLink(other)}
          <span class="quiet small">${apartInBrief(ahead)}</span>`
      }),
  )
