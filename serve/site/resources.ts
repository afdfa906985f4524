// The pages of zones, standards, countries and cities: one template for each kind, over what the almanac says.
import { formatDateTime, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Catalogue } from '../catalogue.ts'
import type { City } from '#ask/cities.ts'
import type { Country } from '#ask/countries.ts'
import type { Standard } from '#ask/standards.ts'
import { citySun, localDayOf } from '#ask/sun.ts'
import type { ZoneState } from '#ask/zone-state.ts'
import type { Zone } from '#ask/zones.ts'
import { pathOf } from '../urls.ts'
import { html, type Html } from './html.ts'
import type { Page, Redirect, Visit } from './page.ts'
import { factList, link } from './parts.ts'

/** The page of a zone of the list. */
export function showZone({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const zone = catalogue.almanac.zones.named(identifier)
  if (zone === null || !zone.listed) return null
  return pageAt(`/timezones/${pathOf(zone.iana)}`, identifier === zone.iana, () =>
    zonePage(zone, catalogue, now),
  )
}

/** The page of a standard, by its slug; of a code that several share, the list of them. */
export function showStandard({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const { bySlug, withCode } = catalogue.almanac.standards
  const standard = bySlug.get(identifier.toLowerCase())
  if (standard === undefined) {
    const meanings = withCode(identifier)
    const [only] = meanings
    if (only === undefined) return null
    if (meanings.length === 1) return redirect(`/abbreviations/${only.slug}`)
    const code = identifier.toUpperCase()
    return pageAt(`/abbreviations/${code}`, identifier === code, () => meaningsPage(code, meanings))
  }
  return pageAt(`/abbreviations/${standard.slug}`, identifier === standard.slug, () =>
    standardPage(standard, catalogue, now),
  )
}

/** The page of a country. */
export function showCountry({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const country = catalogue.almanac.countries.named(identifier)
  if (country === undefined) return null
  return pageAt(`/countries/${country.slug}`, identifier === country.slug, () =>
    countryPage(country, catalogue, now),
  )
}

/** The page of a city. */
export function showCity({ catalogue, now, identifier }: Visit): Page | Redirect | null {
  const city = catalogue.almanac.cities().named(identifier)
  if (city === undefined) return null
  return pageAt(`/cities/${city.slug}`, identifier === city.slug, () => cityPage(city, catalogue, now))
}

interface Content {
  readonly title: string
  readonly facts: Html
  readonly description: string
}

/** The list that a page is an entry of. */
const LISTS: Readonly<Record<string, string>> = {
  timezones: 'Time zones',
  abbreviations: 'Abbreviations',
  countries: 'Countries',
  cities: 'Cities',
}

const redirect = (path: string): Redirect => ({ kind: 'redirect', path })

/** A page at its own address: whoever asks by an alias, a code or in another case is sent there. */
function pageAt(path: string, isHere: boolean, make: () => Content): Page | Redirect {
  if (!isHere) return redirect(path)
  const { title, facts, description } = make()
  const list = path.split('/')[1] ?? ''
  const crumbs = [[`/${list}`, LISTS[list] ?? '']] as const
  return { kind: 'page', status: 200, title, content: facts, description, canonicalPath: path, crumbs }
}

const list = (title: string, items: readonly Html[]): Html | string =>
  items.length === 0
    ? ''
    : html`<h2>${title}</h2>
        <ul>
          ${items.map((item) => html`<li>${item}</li> `)}
        </ul>`

const countryLink = ({ slug, name }: { slug: string; name: string }): Html => link(`/countries/${slug}`, name)
const zoneLink = (iana: string, text: string): Html => link(`/timezones/${pathOf(iana)}`, text)

/** An instant on a clock as a reader takes it in. */
function moment(at: EpochSeconds, offset: OffsetSeconds): Html {
  const datetime = formatDateTime(at, offset)
  const [date = '', time = ''] = datetime.slice(0, 19).split('T')
  return html`<time datetime="${datetime}">${date} ${time} (UTC${datetime.slice(19)})</time>`
}

const localTime = ({ season }: ZoneState, now: EpochSeconds): Html => moment(now, season.type.offset)

const changeOf = ({ next }: ZoneState): Html | string => {
  if (next === null) return 'none within five years'
  const minutes = Math.abs(next.change) / 60
  return html`${moment(next.at, next.offsetAfter)}: clocks go ${next.change > 0 ? 'forward' : 'back'}
  ${minutes} minutes`
}

/** What a page says of a clock now. */
const clockFacts = (state: ZoneState, now: EpochSeconds): [string, Html | string | null][] => [
  ['Local time', localTime(state, now)],
  ['Offset', `UTC${formatOffset(state.season.type.offset)}`],
  ['Abbreviation', state.inForce.abbreviation],
  [
    'Daylight saving time',
    state.season.type.isDst ? 'in force' : state.season.observesDst ? 'not now' : 'not observed',
  ],
  ['Next change', changeOf(state)],
]

function zonePage(zone: Zone, catalogue: Catalogue, now: EpochSeconds): Content {
  const state = catalogue.almanac.stateOf(zone, now)
  const { standard, name } = state.inForce
  return {
    title: `Time in ${zone.displayName ?? zone.iana}`,
    description: `Local time, offset, daylight saving and the next clock change of the time zone ${zone.iana}.`,
    facts: factList([
      ['IANA identifier', zone.iana],
      ['Country', zone.country === null ? null : countryLink(zone.country)],
      ...clockFacts(state, now),
      [
        'Standard in force',
        standard === undefined || name === null ? name : link(`/abbreviations/${standard.slug}`, name),
      ],
      ['Place it is named for', zone.lat === null ? null : `${zone.lat}, ${zone.lon}`],
    ]),
  }
}

function standardPage(standard: Standard, catalogue: Catalogue, now: EpochSeconds): Content {
  const { almanac } = catalogue
  const twin = standard.counterpart === null ? undefined : almanac.standards.bySlug.get(standard.counterpart)
  const zones = almanac.standardsInUse(now).zonesOf.get(standard) ?? []
  return {
    title: standard.code === null ? standard.name : `${standard.name} (${standard.code})`,
    description: `${standard.name}: its offset from UTC and the time zones that use it.`,
    facts: html`${factList([
      ['Offset', `UTC${formatOffset(standard.offset)}`],
      ['Kind', standard.isDst ? 'daylight saving time' : 'standard time'],
      ['Region', standard.continent],
      ['Counterpart', twin === undefined ? null : link(`/abbreviations/${twin.slug}`, twin.name)],
    ])}
    ${list(
      'Zones that use it within a year',
      zones.map(
        (zone) => html`${zoneLink(zone.iana, zone.iana)}: ${localTime(almanac.stateOf(zone, now), now)}`,
      ),
    )}`,
  }
}

function meaningsPage(code: string, meanings: readonly Standard[]): Content {
  return {
    title: `What ${code} means`,
    description: `The time standards that are abbreviated ${code}.`,
    facts: html`<ul>
      ${meanings.map(
        (standard) =>
          html`<li>
            ${link(`/abbreviations/${standard.slug}`, standard.name)}: UTC${formatOffset(standard.offset)}
          </li> `,
      )}
    </ul>`,
  }
}

function countryPage(country: Country, catalogue: Catalogue, now: EpochSeconds): Content {
  const { almanac } = catalogue
  const main = country.defaultZone
  return {
    title: `Time in ${country.name} ${country.emoji}`,
    description: `Local time, time zones and the next clock change in ${country.name}.`,
    facts: html`${factList([
      [
        'ISO 3166-1',
        [country.iso2, country.iso3, country.numericCode].filter((code) => code !== null).join(', '),
      ],
      ['Region', [country.region, country.subRegion].filter((name) => name !== null).join(', ') || null],
      ['Population', country.population],
      ['Cities listed', almanac.cities().inCountry(country).length],
      ['Default zone', main === null ? null : zoneLink(main.iana, main.iana)],
      ...(main === null ? [] : clockFacts(almanac.stateOf(main, now), now)),
    ])}
    ${list(
      'Zones',
      country.zones.map(
        (zone) =>
          html`${zoneLink(zone.iana, zone.displayName ?? zone.iana)}:
          ${localTime(almanac.stateOf(zone, now), now)}`,
      ),
    )}
    ${list(
      'Dependencies',
      country.dependencies.map((territory) => countryLink(territory)),
    )}`,
  }
}

function cityPage(city: City, catalogue: Catalogue, now: EpochSeconds): Content {
  const state = catalogue.almanac.stateOf(city.zone, now)
  const { sunrise, sunset, daylightMinutes } = citySun(city, localDayOf(now, state.season.type.offset))
  const shown = (at: EpochSeconds | null): Html | null => {
    if (at === null) return null
    const offset = offsetAt(city.zone.compiled(), at)
    return isPrintable(at, offset) ? moment(at, offset) : null
  }
  return {
    title: `Time in ${city.name}, ${city.country.name}`,
    description: `Local time, time zone, sunrise and sunset in ${city.name}, ${city.country.name}.`,
    facts: factList([
      ['Country', countryLink(city.country)],
      ['Capital', city.isCapital ? 'yes' : null],
      ['Population', city.population],
      ['Coordinates', `${city.lat}, ${city.lon}`],
      ['Time zone', zoneLink(city.zone.iana, city.zone.iana)],
      ...clockFacts(state, now),
      ['Sunrise', shown(sunrise)],
      ['Sunset', shown(sunset)],
      ['Daylight', `${Math.floor(daylightMinutes / 60)} h ${daylightMinutes % 60} min`],
    ]),
  }
}
