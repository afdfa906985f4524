// The pages behind `links.web`: one template for each kind of resource, over the same objects that the interface answers.
import type { EpochSeconds } from '#core/time/units.ts'
import type { CityDetail } from '#schemas/wire/city.ts'
import type { CountryDetail } from '#schemas/wire/country.ts'
import type { TimezoneDetail } from '#schemas/wire/timezone.ts'
import { abbreviationDetail } from '../api/answer/abbreviation.ts'
import { timezoneDetail } from '../api/answer/timezone.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CityRecord } from '#ask/cities.ts'
import type { CountryRecord } from '#ask/countries.ts'
import type { StandardRecord } from '#ask/standards.ts'
import type { ZoneRecord } from '#ask/zones.ts'
import { pathOf } from '../urls.ts'
import { html, type Html } from './html.ts'

/** A page, or that there is none at a path of a kind that has pages. */
export interface ResourcePage {
  readonly status: 200 | 404
  /** For the log. */
  readonly route: string
  readonly body: string
}

interface Request {
  readonly catalogue: Catalogue
  readonly now: EpochSeconds
  /** What follows the kind in the path, decoded. */
  readonly identifier: string
}

interface Content {
  readonly title: string
  readonly facts: Html
}

/** Kind, as it stands in the path → its template; null where nothing has that name. */
const KINDS: Readonly<Record<string, (request: Request) => Content | null>> = {
  timezones: ({ catalogue, now, identifier }) => {
    const zone = catalogue.zones.named(identifier)
    return zone === null || !zone.listed ? null : timezonePage(zone, catalogue, now)
  },
  abbreviations: ({ catalogue, now, identifier }) => {
    const standard = catalogue.standards.bySlug.get(identifier.toLowerCase())
    return standard === undefined ? null : abbreviationPage(standard, catalogue, now)
  },
  countries: ({ catalogue, now, identifier }) => {
    const country = catalogue.countries.named(identifier)
    return country === undefined ? null : countryPage(country, catalogue, now)
  },
  cities: ({ catalogue, now, identifier }) => {
    const city = catalogue.cities.named(identifier)
    return city === undefined ? null : cityPage(city, catalogue, now)
  },
}

/** The page at a decoded path; undefined for a path that is of no kind. */
export function resourcePage(
  path: string,
  catalogue: Catalogue,
  now: EpochSeconds,
): ResourcePage | undefined {
  const [, kind = '', identifier = ''] = /^\/(\w+)\/(.+)$/.exec(path) ?? []
  const template = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (template === undefined) return undefined
  const content = template({ catalogue, now, identifier })
  const route = `/${kind}/{page}`
  if (content === null) {
    return {
      status: 404,
      route,
      body: document('Not found', html`<p>Nothing is called “${identifier}” here.</p>`, catalogue),
    }
  }
  return { status: 200, route, body: document(content.title, content.facts, catalogue) }
}

const document = (title: string, content: Html, { artifact }: Catalogue): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>
          <p>
            Time zone data: tz release ${artifact.manifest.tz}. City names: GeoNames (CC BY 4.0). Zones of
            cities: © OpenStreetMap contributors (ODbL 1.0).
          </p>
        </footer>
      </body>
    </html> `.text

/** A definition list; a fact whose value is null is left out. */
const factList = (facts: readonly (readonly [string, Html | string | number | null])[]): Html =>
  html`<dl>
    ${facts
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd> `,
      )}
  </dl>`

const list = (title: string, items: readonly Html[]): Html | string =>
  items.length === 0
    ? ''
    : html`<h2>${title}</h2>
        <ul>
          ${items.map((item) => html`<li>${item}</li> `)}
        </ul>`

/** A link inside the site; the addresses are those that the interface gives as `links.web`. */
const link = (catalogue: Catalogue, path: string, text: string): Html =>
  html`<a href="${catalogue.urls.web}${path}">${text}</a>`

const countryLink = (catalogue: Catalogue, { slug, name }: { slug: string; name: string }): Html =>
  link(catalogue, `/countries/${slug}`, name)
const zoneLink = (catalogue: Catalogue, iana: string, text: string): Html =>
  link(catalogue, `/timezones/${pathOf(iana)}`, text)

/** `2026-03-29T02:30:00+02:00` as a reader takes it in. */
function moment(datetime: string): Html {
  const [date = '', time = ''] = datetime.slice(0, 19).split('T')
  return html`<time datetime="${datetime}">${date} ${time} (UTC${datetime.slice(19)})</time>`
}

const changeOf = ({ dst }: TimezoneDetail): Html | string => {
  const { next_transition: next } = dst
  if (next === null) return 'none within five years'
  const minutes = Math.abs(next.clock_change_seconds) / 60
  return html`${moment(next.at)}: clocks go ${next.type === 'spring_forward' ? 'forward' : 'back'} ${minutes}
  minutes`
}

/** What a page says of a clock now. */
const clockFacts = (detail: TimezoneDetail): [string, Html | string | null][] => [
  ['Local time', moment(detail.current.datetime)],
  ['Offset', `UTC${detail.current.utc_offset ?? ''}`],
  ['Abbreviation', detail.current.abbreviation],
  [
    'Daylight saving time',
    detail.current.is_dst ? 'in force' : detail.observes_dst ? 'not now' : 'not observed',
  ],
  ['Next change', changeOf(detail)],
]

function timezonePage(zone: ZoneRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const state = catalogue.timezoneAt(zone, now)
  const detail = timezoneDetail(state, now)
  const { standard } = state.inForce
  const { latitude, longitude } = detail.coordinates
  const name = detail.current.name
  return {
    title: `Time in ${zone.displayName ?? zone.iana}`,
    facts: factList([
      ['IANA identifier', zone.iana],
      [
        'Country',
        zone.country === null || zone.countrySlug === null
          ? null
          : countryLink(catalogue, { slug: zone.countrySlug, name: zone.country.name }),
      ],
      ...clockFacts(detail),
      [
        'Standard in force',
        standard === undefined || name === null
          ? name
          : link(catalogue, `/abbreviations/${standard.slug}`, name),
      ],
      ['Place it is named for', latitude === null ? null : `${latitude}, ${longitude}`],
    ]),
  }
}

function abbreviationPage(standard: StandardRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const usage = catalogue.usageAt(now)
  const detail = abbreviationDetail(standard, usage, catalogue.standards, catalogue.urls)
  const twin =
    standard.counterpart === null ? undefined : catalogue.standards.bySlug.get(standard.counterpart)
  const zones = usage.zonesOf.get(standard) ?? []
  return {
    title: standard.code === null ? standard.name : `${standard.name} (${standard.code})`,
    facts: html`${factList([
      ['Offset', `UTC${detail.current.utc_offset ?? ''}`],
      ['Kind', standard.isDst ? 'daylight saving time' : 'standard time'],
      ['Region', standard.continent],
      ['Counterpart', twin === undefined ? null : link(catalogue, `/abbreviations/${twin.slug}`, twin.name)],
    ])}
    ${list(
      'Zones that use it within a year',
      zones.map(
        (zone) =>
          html`${zoneLink(catalogue, zone.iana, zone.iana)}:
          ${moment(timezoneDetail(catalogue.timezoneAt(zone, now), now).current.datetime)}`,
      ),
    )}`,
  }
}

function countryPage(country: CountryRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const { detail }: { detail: CountryDetail } = catalogue.countryAt(country, now)
  const main = country.defaultZone
  return {
    title: `Time in ${country.name} ${country.emoji}`,
    facts: html`${factList([
      [
        'ISO 3166-1',
        [detail.iso2, detail.iso3, detail.numeric_code].filter((code) => code !== null).join(', '),
      ],
      ['Region', [detail.region, detail.sub_region].filter((name) => name !== null).join(', ') || null],
      ['Population', detail.population],
      ['Cities listed', detail.counts.cities],
      ['Default zone', main === null ? null : zoneLink(catalogue, main.iana, main.iana)],
      ...(main === null ? [] : clockFacts(timezoneDetail(catalogue.timezoneAt(main, now), now))),
    ])}
    ${list(
      'Zones',
      country.zones.map(
        (zone) =>
          html`${zoneLink(catalogue, zone.iana, zone.displayName ?? zone.iana)}:
          ${moment(timezoneDetail(catalogue.timezoneAt(zone, now), now).current.datetime)}`,
      ),
    )}
    ${list(
      'Dependencies',
      detail.dependencies.map((territory) => countryLink(catalogue, territory)),
    )}`,
  }
}

function cityPage(city: CityRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const state = catalogue.timezoneAt(city.zone, now)
  const detail: CityDetail = JSON.parse(catalogue.cityAnswers.detailJson(city, state, now))
  const { sunrise, sunset, daylight_minutes: minutes } = detail.sun
  return {
    title: `Time in ${city.name}, ${city.country.name}`,
    facts: factList([
      ['Country', countryLink(catalogue, city.country)],
      ['Capital', city.isCapital ? 'yes' : null],
      ['Population', city.population],
      ['Coordinates', `${city.lat}, ${city.lon}`],
      ['Time zone', zoneLink(catalogue, city.zone.iana, city.zone.iana)],
      ...clockFacts(timezoneDetail(state, now)),
      ['Sunrise', sunrise === null ? null : moment(sunrise)],
      ['Sunset', sunset === null ? null : moment(sunset)],
      ['Daylight', minutes === null ? null : `${Math.floor(minutes / 60)} h ${minutes % 60} min`],
    ]),
  }
}
