// The pages behind `links.web`: one template for each kind of resource, over the same objects that the interface answers.
import { formatOffset } from '#core/time/offset.ts'
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
import type { Page, Redirect, Visit } from './page.ts'

/** The page of a zone of the list. */
export function showZone({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const zone = catalogue.zones.named(identifier)
  if (zone === null || !zone.listed) return null
  return at(`/timezones/${pathOf(zone.iana)}`, identifier === zone.iana, () => zonePage(zone, catalogue, now))
}

/** The page of a standard, by its slug; of a code that several share, the list of them. */
export function showStandard({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const { bySlug, withCode } = catalogue.standards
  const standard = bySlug.get(identifier.toLowerCase())
  if (standard === undefined) {
    const meanings = withCode(identifier)
    const [only] = meanings
    if (only === undefined) return null
    if (meanings.length === 1) return redirect(`/abbreviations/${only.slug}`)
    const code = identifier.toUpperCase()
    return at(`/abbreviations/${code}`, identifier === code, () => meaningsPage(code, meanings, catalogue))
  }
  return at(`/abbreviations/${standard.slug}`, identifier === standard.slug, () =>
    standardPage(standard, catalogue, now),
  )
}

/** The page of a country. */
export function showCountry({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const country = catalogue.countries.named(identifier)
  if (country === undefined) return null
  return at(`/countries/${country.slug}`, identifier === country.slug, () =>
    countryPage(country, catalogue, now),
  )
}

/** The page of a city. */
export function showCity({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const city = catalogue.cities.named(identifier)
  if (city === undefined) return null
  return at(`/cities/${city.slug}`, identifier === city.slug, () => cityPage(city, catalogue, now))
}

interface Content {
  readonly title: string
  readonly facts: Html
  readonly description: string
}

const redirect = (path: string): Redirect => ({ kind: 'redirect', path })

/** A page at its own address: whoever asks by an alias, a code or in another case is sent there. */
function at(path: string, isHere: boolean, make: () => Content): Page | Redirect {
  if (!isHere) return redirect(path)
  const { title, facts, description } = make()
  return { kind: 'page', status: 200, title, content: facts, description, canonicalPath: path }
}

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

function zonePage(zone: ZoneRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const state = catalogue.timezoneAt(zone, now)
  const detail = timezoneDetail(state, now)
  const { standard } = state.inForce
  const { latitude, longitude } = detail.coordinates
  const name = detail.current.name
  return {
    title: `Time in ${zone.displayName ?? zone.iana}`,
    description: `Local time, offset, daylight saving and the next clock change of the time zone ${zone.iana}.`,
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

function standardPage(standard: StandardRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const usage = catalogue.usageAt(now)
  const detail = abbreviationDetail(standard, usage, catalogue.standards, catalogue.urls)
  const twin =
    standard.counterpart === null ? undefined : catalogue.standards.bySlug.get(standard.counterpart)
  const zones = usage.zonesOf.get(standard) ?? []
  return {
    title: standard.code === null ? standard.name : `${standard.name} (${standard.code})`,
    description: `${standard.name}: its offset from UTC and the time zones that use it.`,
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

function meaningsPage(code: string, meanings: readonly StandardRecord[], catalogue: Catalogue): Content {
  return {
    title: `What ${code} means`,
    description: `The time standards that are abbreviated ${code}.`,
    facts: html`<ul>
      ${meanings.map(
        (standard) =>
          html`<li>
            ${link(catalogue, `/abbreviations/${standard.slug}`, standard.name)}:
            UTC${formatOffset(standard.offset)}
          </li> `,
      )}
    </ul>`,
  }
}

function countryPage(country: CountryRecord, catalogue: Catalogue, now: EpochSeconds): Content {
  const { detail }: { detail: CountryDetail } = catalogue.countryAt(country, now)
  const main = country.defaultZone
  return {
    title: `Time in ${country.name} ${country.emoji}`,
    description: `Local time, time zones and the next clock change in ${country.name}.`,
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
    description: `Local time, time zone, sunrise and sunset in ${city.name}, ${city.country.name}.`,
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
