// The lists of time zones, countries, standards and cities, each with a filter form; they link to every page.
import type { Almanac } from '#ask/almanac.ts'
import type { City } from '#ask/cities.ts'
import type { Country } from '#ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import { byText, thenBy } from '#core/order.ts'
import { fold } from '#core/text/fold.ts'
import { formatOffset, parseOffsetFilter } from '#core/time/offset.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { figure } from '#core/text/figure.ts'
import { pathOf } from '../urls.ts'
import { html, type Html, type Insert } from './html.ts'
import type { Page, Visit } from './page.ts'
import { sitePage } from './page-at.ts'
import { isFoundBy, keptZones, largest, NO_CLOCK } from './places.ts'
import { button, choice, field, figures, flow, idInCell, link, notice, section, table } from './parts.ts'
import { yearOfNextMove } from './changes.ts'
import { dayOf, shortDate, timeNow, utcOffset } from './times.ts'
import { zoneLink, zoneName } from './zone-links.ts'

/** The value of a filter. An empty filter keeps everything. */
export const given = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name)?.trim().slice(0, 100) || undefined

/** The name among others that a filter means, in any case. A text that is none of them stays. */
export const amongNames = (names: readonly string[], text: string | undefined): string | undefined =>
  names.find((name) => name.toLowerCase() === text?.toLowerCase()) ?? text

export const filters = (path: string, fields: Insert): Html =>
  html`<form class="panel wide filters" action="${path}">
    <div class="row">${fields}</div>
    <p class="actions">${button('Show')} ${link(path, 'Show all')}</p>
  </form>`

export const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'No' : figure(count)} ${count === 1 ? one : many}`

/** Says that a filter means nothing here, so the list is whole. Null where it was not sent, or was found. */
const notFound = (what: string, sent: string | undefined, found: unknown): Html | null =>
  sent === undefined || (found !== undefined && found !== null)
    ? null
    : notice('plain', `There is no ${what} “${sent}”, so this list is not narrowed by it.`)

export const YES_NO = [
  ['', 'Either'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const

/** All time zones that people choose from, grouped by the first part of their names. */
export function listZones({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const q = given(query, 'q')
  const country = given(query, 'country')
  const dst = given(query, 'observes_dst')
  const offset = given(query, 'offset')
  const wanted =
    offset === undefined ? null : parseOffsetFilter(offset.replace('−', '-').replace(/^UTC/i, ''))
  const inCountry = country === undefined ? undefined : almanac.countries.named(country)
  const states = almanac.zones.listed
    .map((zone) => almanac.stateOf(zone, now))
    .filter(
      ({ zone, season }) =>
        (q === undefined || zone.searchText.includes(fold(q))) &&
        (inCountry === undefined || zone.countryCode === inCountry.iso2) &&
        (dst === undefined || String(season.observesDst) === dst) &&
        (wanted === null || season.type.stdoff === wanted),
    )
  const offsets = [
    ...new Set(almanac.zones.listed.map((zone) => almanac.stateOf(zone, now).season.type.stdoff)),
  ]
    .toSorted((a, b) => a - b)
    .map((seconds) => [formatOffset(seconds), utcOffset(seconds)] as const)
  const regions = groupBy(states, ({ zone }) =>
    zone.iana.includes('/') ? (zone.iana.split('/')[0] ?? '') : 'Other',
  )
  return sitePage({
    title: 'Time zones',
    description:
      'Every time zone of the world with its time now, its offset from UTC and its next clock change.',
    canonicalPath: '/timezones',
    content: html`${filters(
        '/timezones',
        html`${field({ label: 'Name', name: 'q', value: q })}
        ${choice({
          label: 'Country',
          name: 'country',
          value: inCountry?.iso2 ?? '',
          options: [
            ['', 'Any'],
            ...almanac.countries.byName
              .filter(({ zones }) => zones.length > 0)
              .map(({ iso2, name }) => [iso2, name] as const),
          ],
        })}
        ${choice({ label: 'Standard offset', name: 'offset', value: wanted === null ? '' : formatOffset(wanted), options: [['', 'Any'], ...offsets] })}
        ${choice({ label: 'Daylight saving time', name: 'observes_dst', value: dst ?? '', options: YES_NO })}`,
      )}
      ${notFound('country', country, inCountry)} ${notFound('offset', offset, wanted)}
      <p>${counted(states.length, 'time zone', 'time zones')}.</p>
      ${[...regions].map(([region, of]) =>
        section(
          region,
          table(
            `Time zones: ${region}`,
            ['Zone', 'Time now', 'Offset', 'Abbreviation', 'Next change'],
            of.map((state) => {
              const { zone, season, inForce, next } = state
              return [
                html`${zoneLink(zone)} <span class="quiet small">${idInCell(zone.iana)}</span>`,
                timeNow(state, now),
                utcOffset(season.type.offset),
                inForce.abbreviation,
                next === null
                  ? html`<span class="quiet">none</span>`
                  : shortDate(dayOf(next.at, next.offsetAfter)),
              ]
            }),
          ),
        ),
      )}`,
  })
}

/** All countries and territories by region, with the time of each one's main zone. */
export function listCountries({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const q = given(query, 'q')
  const names = [...new Set(almanac.countries.all.flatMap((country) => country.region ?? []))].toSorted()
  const region = amongNames(names, given(query, 'region'))
  const dst = given(query, 'observes_dst')
  const year = yearOfNextMove(almanac, now)
  const isFound = isFoundBy(q, almanac)
  const countries = almanac.countries.byName.filter(
    (country) =>
      isFound(country) &&
      (region === undefined || country.region === region) &&
      (dst === undefined || String(seasonsIn(country, almanac, now).observing > 0) === dst),
  )
  const regions = groupBy(countries, (country) => country.region ?? 'Elsewhere')
  return sitePage({
    title: 'Countries',
    description: 'The time in every country and territory of the world, and how many time zones it has.',
    canonicalPath: '/countries',
    content: html`<p>
        ${counted(countries.length, 'country or territory', 'countries and territories')}.
        ${link(`/dst/${year}`, `When clocks change in ${year}, country by country`)}
      </p>
      ${filters(
        '/countries',
        html`${field({ label: 'Name', name: 'q', value: q })}
        ${choice({ label: 'Region', name: 'region', value: region ?? '', options: [['', 'Any'], ...names.map((name) => [name, name] as const)] })}
        ${choice({ label: 'Daylight saving time', name: 'observes_dst', value: dst ?? '', options: YES_NO })}`,
      )}
      ${[...regions].toSorted(byText(([name]) => name)).map(([name, of]) =>
        section(
          name,
          table(
            `Countries: ${name}`,
            ['Country', 'Time now', 'Daylight saving', figures('Zones'), figures('Population')],
            of.map((country) => [
              html`${countryFlag(country)} ${link(`/countries/${country.slug}`, country.name)}`,
              mainTime(country, almanac, now),
              seasonWords(country, almanac, now),
              country.zones.length,
              country.population === null ? null : figure(country.population),
            ]),
          ),
        ),
      )}`,
  })
}

/** The time of a country's main zone, with the name of the zone where others show other times. */
function mainTime({ defaultZone, zones }: Country, almanac: Almanac, now: EpochSeconds): Html | null {
  if (defaultZone === null) return null
  const offsets = new Set(zones.map((zone) => almanac.stateOf(zone, now).season.type.offset))
  const time = timeNow(almanac.stateOf(defaultZone, now), now)
  return offsets.size === 1 ? time : html`${time} <span class="quiet small">${zoneName(defaultZone)}</span>`
}

/** How many zones of a country have daylight saving time, and in how many of them it is in force. */
function seasonsIn(
  country: Country,
  { stateOf }: Pick<Almanac, 'stateOf'>,
  now: EpochSeconds,
): { readonly observing: number; readonly inForce: number } {
  const seasons = keptZones(country).map((zone) => stateOf(zone, now).season)
  return {
    observing: seasons.filter(({ observesDst }) => observesDst).length,
    inForce: seasons.filter(({ type }) => type.isDst).length,
  }
}

/** "yes, in force", "yes, not now, in parts of it" or "no". */
function seasonWords(country: Country, almanac: Pick<Almanac, 'stateOf'>, now: EpochSeconds): Html | string {
  if (keptZones(country).length === 0) return html`<span class="quiet">${NO_CLOCK}</span>`
  const { observing, inForce } = seasonsIn(country, almanac, now)
  if (observing === 0) return html`<span class="quiet">no</span>`
  const where = observing < keptZones(country).length ? ', in parts of it' : ''
  return `yes, ${inForce > 0 ? 'in force' : 'not now'}${where}`
}

/** A flag beside a name. Screen readers skip it, because the name says the same. */
export const countryFlag = ({ emoji }: Pick<Country, 'emoji'>): Html =>
  html`<span aria-hidden="true">${emoji}</span>`

/** All named standards, by code. */
export function listStandards({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const q = given(query, 'q')
  const continents = [
    ...new Set(almanac.standards.all.flatMap((standard) => standard.continent ?? [])),
  ].toSorted()
  const continent = amongNames(continents, given(query, 'continent'))
  const inUse = almanac.standardsInUse(now)
  const kept = almanac.standards.all.filter(
    (standard) =>
      (q === undefined || standard.searchText.includes(fold(q))) &&
      (continent === undefined || standard.continent === continent),
  )
  const rows = kept.toSorted(
    thenBy(
      byText(({ code }) => code),
      byText(({ slug }) => slug),
    ),
  )
  return sitePage({
    title: 'Abbreviations and standards',
    description:
      'What the abbreviations of time zones mean: every named time standard with its code and offset.',
    canonicalPath: '/abbreviations',
    content: html`${filters(
        '/abbreviations',
        html`${field({ label: 'Name or code', name: 'q', value: q })}
        ${choice({ label: 'Region', name: 'continent', value: continent ?? '', options: [['', 'Any'], ...continents.map((name) => [name, name] as const)] })}`,
      )}
      <p>
        ${counted(kept.length, 'standard', 'standards')}. A code that several standards share has a page of
        its own.
      </p>
      ${table(
        'Standards by code',
        ['Code', 'Name', 'Offset', 'Kind', figures('Zones')],
        rows.map((standard) => [
          standard.code === null
            ? html`<span class="quiet">none</span>`
            : almanac.standards.withCode(standard.code).length === 1
              ? standard.code
              : link(`/abbreviations/${pathOf(standard.code)}`, standard.code),
          link(`/abbreviations/${standard.slug}`, standard.name),
          utcOffset(standard.offset),
          standard.isDst ? 'daylight saving' : 'standard',
          inUse.zonesOf.get(standard)?.length ?? 0,
        ]),
      )}`,
  })
}

/** Number of cities on a page without any filter. */
const LARGEST = 60
/** Most cities on one page. */
const MOST = 400

/** Cities, by country and by first letter. */
export function listCities({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const sent = given(query, 'country')
  const country = almanac.countries.named(sent ?? '')
  const letter = given(query, 'letter')?.toLowerCase()
  const q = given(query, 'q')
  const inCountry = country === undefined ? almanac.cities().byName : almanac.cities().inCountry(country)
  const isNarrow =
    letter !== undefined || q !== undefined || (country !== undefined && inCountry.length <= MOST)
  const kept = inCountry.filter(
    (city) =>
      (letter === undefined || letterOf(city) === letter) && (q === undefined || city.isFoundBy(fold(q))),
  )
  const shown = isNarrow ? kept : largest(kept, LARGEST)
  const within = country === undefined ? '' : `country=${country.iso2.toLowerCase()}&`
  // Names that begin with no Latin letter come last.
  const letters = [...new Set(inCountry.map(letterOf))].toSorted(byText((of) => (of.length === 1 ? of : '~')))
  const where = country === undefined ? 'the world' : country.name
  const path =
    country === undefined && letter === undefined
      ? '/cities'
      : `/cities?${[country === undefined ? '' : `country=${country.iso2.toLowerCase()}`, letter === undefined ? '' : `letter=${encodeURIComponent(letter)}`].filter((part) => part !== '').join('&')}`
  // A list by letter shows all its names, however many there are.
  const isLong = letter !== undefined && (country === undefined || kept.length > MOST)
  return sitePage({
    title: `Cities${country === undefined ? '' : ` in ${country.name}`}${letter === undefined ? '' : `, ${letterName(letter)}`}`,
    description: `Cities of ${where} with their time now, sunrise and sunset.`,
    canonicalPath: path,
    crumbs:
      country === undefined
        ? []
        : [
            ['/cities', 'Cities'],
            [`/countries/${country.slug}`, country.name],
          ],
    content: html`${filters(
        '/cities',
        html`${field({ label: 'Name', name: 'q', value: q })}
        ${choice({
          label: 'Country',
          name: 'country',
          value: country?.iso2.toLowerCase() ?? '',
          options: [
            ['', 'Any'],
            ...almanac.countries.byName.map(({ iso2, name }) => [iso2.toLowerCase(), name] as const),
          ],
        })}`,
      )}
      ${notFound('country', sent, country)}
      ${
        isNarrow && letter === undefined
          ? null
          : html`<nav aria-label="By first letter" class="letters">
              ${flow(letters.map((of) => link(`/cities?${within}letter=${encodeURIComponent(of)}`, letterName(of))))}
            </nav>`
      }
      <p>
        ${
          isNarrow
            ? `${counted(kept.length, 'city', 'cities')}${kept.length > MOST && !isLong ? `, the ${MOST} largest of them` : ''}.`
            : `The ${shown.length} largest of ${figure(inCountry.length)} cities of ${where}.`
        }
      </p>
      ${isLong ? byCountryOf(kept) : cityTable(`Cities of ${where}`, kept.length > MOST ? largest(shown, MOST) : shown, almanac, now)}
      ${
        country === undefined && letter === undefined
          ? section(
              'By country',
              flow(
                almanac.countries.byName
                  .filter((of) => almanac.cities().inCountry(of).length > 0)
                  .map(
                    (of) =>
                      html`${link(`/cities?country=${of.iso2.toLowerCase()}`, of.name)}
                        <span class="quiet small">${almanac.cities().inCountry(of).length}</span>`,
                  ),
              ),
            )
          : null
      }`,
  })
}

const letterOf = ({ sortName }: City): string =>
  /^[a-z]/.test(sortName) ? (sortName[0] ?? 'other') : 'other'
const letterName = (letter: string): string => (letter.length === 1 ? letter.toUpperCase() : 'Other')

/** Only the names, by country: a letter has thousands. */
const byCountryOf = (cities: readonly City[]): Html =>
  html`${[...groupBy(cities, ({ country }) => country)]
    .toSorted(byText(([{ sortName }]) => sortName))
    .map(([country, of]) =>
      section(country.name, flow(of.map((city) => link(`/cities/${city.slug}`, city.fullName)))),
    )}`

/** Cities with their times. */
const cityTable = (
  caption: string,
  cities: readonly City[],
  almanac: Pick<Almanac, 'stateOf'>,
  now: EpochSeconds,
): Html =>
  table(
    caption,
    ['City', 'Time now', 'Offset', 'Country', figures('Population')],
    cities.map((city) => {
      const state = almanac.stateOf(city.zone, now)
      return [
        link(`/cities/${city.slug}`, city.fullName),
        timeNow(state, now),
        utcOffset(state.season.type.offset),
        link(`/countries/${city.country.slug}`, city.country.name),
        city.population === null ? null : figure(city.population),
      ]
    }),
  )
