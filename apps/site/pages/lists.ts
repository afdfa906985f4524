// The lists of time zones, countries, standards and cities, each with a filter form; they link to every page.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { fold } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import { formatOffset, parseOffsetFilter } from '#core/time/offset.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { figure } from '#core/text/figure.ts'
import { pathOf } from '#serve/urls.ts'
import { attributes, html, type Html, type Insert } from '../frame/html.ts'
import type { Page, Visit } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { allCities, citiesIn, keptZones, NO_CLOCK } from '../words/places.ts'
import { button, figures, flow, link, notice, onWide, section, table, type Column } from '../frame/parts.ts'
import { yearOfNextMove } from '../words/changes.ts'
import { dayOf, shortDate, timeNow, utcOffset } from '../words/times.ts'
import { cityLink, countryLink, standardLink, zoneInCell, zoneName } from '../words/zone-links.ts'

/** A cell of a table without anything. */
export const NONE: Html = html`<span class="quiet">none</span>`

/** The value of a filter. An empty filter keeps everything. */
export const given = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name)?.trim().slice(0, 100) || undefined

export const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'No' : figure(count)} ${count === 1 ? one : many}`

/** Says that a filter means nothing here, so the list is whole. Null where it was not sent, or was found. */
const notFound = (what: string, sent: string | undefined, found: unknown): Html | null =>
  sent === undefined || (found !== undefined && found !== null)
    ? null
    : notice('plain', `There is no ${what} “${sent}”, so this list is not narrowed by it.`)

/**
 * A select box of a filter, in the line of the others: its first option keeps everything, and says what it is about. `short`: the label for
 * eyes, where all fields of a line shall stand beside each other on a phone.
 */
const anyOf = (
  label: string,
  name: string,
  value: string | undefined,
  options: readonly (readonly [value: string, words: string])[],
  short = label,
): Html =>
  html`<select${attributes({ name, 'aria-label': label, title: label })}>
    ${[['', short] as const, ...options].map(
      ([one, words]) =>
        html`<option${attributes({ value: one, selected: one === (value ?? '') })}>${words}</option>`,
    )}
  </select>`

const YES_NO = [
  ['true', 'DST: yes'],
  ['false', 'DST: no'],
] as const

/** The field that keeps what has daylight saving time, or what does not. */
export const dstFilter = (label: string, name: string, value: string | undefined): Html =>
  anyOf(label, name, value, YES_NO, 'DST')

/** For each group of things, a table of them below its name. `kind`: what they are, in the plural. */
const tablesOf = <Thing>(
  kind: string,
  groups: Iterable<readonly [string, readonly Thing[]]>,
  columns: readonly Column[],
  cellsOf: (thing: Thing) => readonly Insert[],
): Html =>
  html`${Array.from(groups, ([name, of]) => section(name, table(`${kind}: ${name}`, columns, of.map(cellsOf)), idOf(name)))}`

/** The name of a heading in an address. */
export const idOf = (name: string): string => fold(name).replaceAll(' ', '-')

/** A part of a list to jump to: its name, or words with the name of a heading. */
type Part = string | readonly [words: string, id: string]

/**
 * The bar that stays at the top of a list: all its filters in one line, and its parts to jump to. `path`: that of the list; `q`: the text that it is
 * narrowed to; `isNarrow`: whether any filter narrows it.
 */
export const listBar = (
  path: string,
  {
    label,
    q,
    more = [],
    parts = [],
    isNarrow,
  }: {
    readonly label: string
    readonly q: string | undefined
    readonly more?: readonly Html[]
    readonly parts?: readonly Part[]
    readonly isNarrow: boolean
  },
): Html => {
  const named = parts.map((part) => (typeof part === 'string' ? ([part, idOf(part)] as const) : part))
  const jumps = named.length < 2 ? [] : [['Top', 'content'] as const, ...named]
  return html`<form class="jump no-print" action="${path}">
    <div class="filters">
      <input${attributes({ name: 'q', type: 'search', value: q, placeholder: label, 'aria-label': label, autocomplete: 'off' })} />
      ${more} ${button('Filter', 'quiet')}
    </div>
    ${
      jumps.length === 0 && !isNarrow
        ? null
        : html`<nav aria-label="Parts of this list">
            <ul>
              ${isNarrow ? html`<li>${link(path, 'Show all')}</li>` : null}
              ${jumps.map(([words, id]) => html`<li><a href="#${id}">${words}</a></li>`)}
            </ul>
          </nav>`
    }
  </form>`
}

/**
 * The field by which a list is narrowed to a region, written in any case, and whether that keeps a thing. `name` is that of the field and
 * of the region.
 */
function regionFilter<Name extends 'region' | 'continent'>(
  query: URLSearchParams,
  name: Name,
  all: readonly Readonly<Record<Name, string | null>>[],
) {
  const names = [...new Set(all.flatMap((one) => one[name] ?? []))].toSorted()
  const text = given(query, name)
  const asked = names.find((one) => one.toLowerCase() === text?.toLowerCase()) ?? text
  const options = names.map((one) => [one, one] as const)
  return {
    keeps: (one: (typeof all)[number]): boolean => asked === undefined || one[name] === asked,
    shown: anyOf('Region', name, asked, options),
  }
}

/**
 * The countries that two fields of a list keep, by name: a text in their names or codes, or by which they are called ("UK", "Holland"), and
 * a region.
 */
export function countriesAsked({ countries, names }: Almanac, query: URLSearchParams) {
  const q = given(query, 'q')
  const called = (q === undefined ? [] : names().meaningsOf(nameKey(q))).map((meaning) =>
    meaning.kind === 'country' ? countries.named(meaning.country) : undefined,
  )
  const folded = fold(q ?? '')
  const { keeps, shown } = regionFilter(query, 'region', countries.all)
  const kept = countries.byName.filter(
    (one) => keeps(one) && (one.searchText.includes(folded) || called.includes(one)),
  )
  return { q, region: shown, kept }
}

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
  const all = almanac.zones.listed.map((zone) => almanac.stateOf(zone, now))
  const folded = fold(q ?? '')
  const states = all.filter(
    ({ zone, season }) =>
      zone.searchText.includes(folded) &&
      (inCountry === undefined || zone.countryCode === inCountry.iso2) &&
      (dst === undefined || String(season.observesDst) === dst) &&
      (wanted === null || season.type.stdoff === wanted),
  )
  const offsets = [...new Set(all.map(({ season }) => season.type.stdoff))]
    .toSorted((a, b) => a - b)
    .map((seconds) => [formatOffset(seconds), utcOffset(seconds)] as const)
  const countries = almanac.countries.byName
    .filter(({ zones }) => zones.length > 0)
    .map(({ iso2, name }) => [iso2, name] as const)
  const regions = groupBy(states, ({ zone }) =>
    zone.iana.includes('/') ? (zone.iana.split('/')[0] ?? '') : 'Other',
  )
  const columns = ['Zone', 'Time now', 'Offset', onWide('Abbreviation'), 'Next change']
  return sitePage({
    title: 'Time zones',
    description:
      'Every time zone of the world with its time now, its offset from UTC and its next clock change.',
    canonicalPath: '/timezones',
    content: html`${notFound('country', country, inCountry)} ${notFound('offset', offset, wanted)}
      <p>${counted(states.length, 'time zone', 'time zones')}.</p>
      ${listBar('/timezones', {
        label: 'Name of a zone',
        q,
        more: [
          anyOf('Country', 'country', inCountry?.iso2, countries),
          anyOf('Standard offset', 'offset', wanted === null ? '' : formatOffset(wanted), offsets, 'Offset'),
          dstFilter('Daylight saving time', 'observes_dst', dst),
        ],
        parts: [...regions.keys()],
        isNarrow: states.length < all.length,
      })}
      ${tablesOf('Time zones', regions, columns, (state) => [
        zoneInCell(state.zone),
        timeNow(state, now),
        utcOffset(state.season.type.offset),
        state.inForce.abbreviation,
        state.next === null ? NONE : shortDate(dayOf(state.next.at, state.next.offsetAfter)),
      ])}`,
  })
}

/** All countries and territories by region, with the time of each one's main zone. */
export function listCountries({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const { q, region, kept } = countriesAsked(almanac, query)
  const dst = given(query, 'observes_dst')
  const year = yearOfNextMove(almanac, now)
  const countries = kept.filter(
    (country) => dst === undefined || String(seasonsIn(country, almanac, now).observing > 0) === dst,
  )
  const regions = [...groupBy(countries, regionOf)].toSorted(inOrder)
  const columns = ['Country', 'Time now', 'Daylight saving', figures('Zones'), onWide(figures('Population'))]
  return sitePage({
    title: 'Countries',
    description: 'The time in every country and territory of the world, and how many time zones it has.',
    canonicalPath: '/countries',
    content: html`<p>
        ${counted(countries.length, 'country or territory', 'countries and territories')}.
        ${link(`/dst/${year}`, `When clocks change in ${year}, country by country`)}
      </p>
      ${listBar('/countries', {
        label: 'Name of a country',
        q,
        more: [region, dstFilter('Daylight saving time', 'observes_dst', dst)],
        parts: regions.map(([name]) => name),
        isNarrow: countries.length < almanac.countries.all.length,
      })}
      ${tablesOf('Countries', regions, columns, (country) => [
        flagged(country),
        mainTime(country, almanac, now),
        seasonWords(country, almanac, now),
        country.zones.length,
        country.population === null ? null : figure(country.population),
      ])}`,
  })
}

/** The region by which countries are listed. */
export const regionOf = ({ region }: Country): string => region ?? ELSEWHERE

/** The name of the group without a region, which stands last. */
const ELSEWHERE = 'Elsewhere'
const inOrder = thenBy<readonly [string, unknown]>(
  byNumber(([name]) => Number(name === ELSEWHERE)),
  byText(([name]) => name),
)

/** The time of a country's main zone, with the name of the zone where others show other times. */
function mainTime({ defaultZone, zones }: Country, almanac: Almanac, now: EpochSeconds): Html | null {
  if (defaultZone === null) return null
  const offsets = new Set(zones.map((zone) => almanac.stateOf(zone, now).season.type.offset))
  const time = timeNow(almanac.stateOf(defaultZone, now), now)
  return offsets.size === 1 ? time : html`${time} <span class="quiet small">${zoneName(defaultZone)}</span>`
}

/** How many zones of a country have daylight saving time, and in how many of them it is in force. */
function seasonsIn(country: Country, { stateOf }: Almanac, now: EpochSeconds) {
  const seasons = keptZones(country).map((zone) => stateOf(zone, now).season)
  return {
    observing: seasons.filter(({ observesDst }) => observesDst).length,
    inForce: seasons.filter(({ type }) => type.isDst).length,
  }
}

/** "yes, in force", "yes, not now, in parts of it" or "no". */
function seasonWords(country: Country, almanac: Almanac, now: EpochSeconds): Html | string {
  if (keptZones(country).length === 0) return html`<span class="quiet">${NO_CLOCK}</span>`
  const { observing, inForce } = seasonsIn(country, almanac, now)
  if (observing === 0) return html`<span class="quiet">no</span>`
  const where = observing < keptZones(country).length ? ', in parts of it' : ''
  return `yes, ${inForce > 0 ? 'in force' : 'not now'}${where}`
}

/** A flag next to a name. Screen readers skip it, because the name says the same. */
export const countryFlag = ({ emoji }: Pick<Country, 'emoji'>): Html =>
  html`<span aria-hidden="true">${emoji}</span>`

/** The name of a country behind its flag, as a link. */
export const flagged = (country: Country): Html =>
  html`<span class="flagged">${countryFlag(country)} ${countryLink(country)}</span>`

/** All named standards by region, in the order of their codes. */
export function listStandards({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const q = given(query, 'q')
  const continent = regionFilter(query, 'continent', almanac.standards.all)
  const inUse = almanac.standardsInUse(now)
  const folded = fold(q ?? '')
  const kept = almanac.standards.all
    .filter((standard) => standard.searchText.includes(folded) && continent.keeps(standard))
    .toSorted(
      thenBy(
        byText(({ code }) => code),
        byText(({ slug }) => slug),
      ),
    )
  const regions = [...groupBy(kept, (one) => one.continent ?? ELSEWHERE)].toSorted(inOrder)
  const columns = ['Code', 'Name', 'Offset', onWide('Kind'), figures('Zones')]
  return sitePage({
    title: 'Abbreviations and standards',
    description:
      'What the abbreviations of time zones mean: every named time standard with its code and offset.',
    canonicalPath: '/abbreviations',
    content: html`<p>
        ${counted(kept.length, 'standard', 'standards')}. A code that several standards share has a page of
        its own.
      </p>
      ${listBar('/abbreviations', {
        label: 'Name or code',
        q,
        more: [continent.shown],
        parts: regions.map(([name]) => name),
        isNarrow: kept.length < almanac.standards.all.length,
      })}
      ${tablesOf('Standards', regions, columns, (standard) => [
        standard.code === null
          ? NONE
          : almanac.standards.withCode(standard.code).length === 1
            ? standard.code
            : link(`/abbreviations/${pathOf(standard.code)}`, standard.code),
        standardLink(standard),
        utcOffset(standard.offset),
        standard.isDst ? 'daylight saving' : 'standard',
        inUse.zonesOf.get(standard)?.length ?? 0,
      ])}`,
  })
}

/** Number of cities on a page without any filter. */
const LARGEST = 60
/** Most cities on one page. */
const MOST = 400
/** The list of all cities, as a step of the path to a page. */
export const CITY_LIST = ['/cities', 'Cities'] as const

/** Cities, by country and by first letter. */
export function listCities({ catalogue, now, query }: Visit): Page {
  const { almanac } = catalogue
  const { inCountry, byName } = almanac.cities()
  const sent = given(query, 'country')
  const country = almanac.countries.named(sent ?? '')
  const letter = given(query, 'letter')?.toLowerCase()
  const q = given(query, 'q')
  const all = country === undefined ? byName : inCountry(country)
  const isNarrow = letter !== undefined || q !== undefined || (country !== undefined && all.length <= MOST)
  // Once, and not for each of the cities: a sign can be folded to eighteen.
  const folded = fold(q ?? '')
  const keeps = (city: City): boolean =>
    (letter === undefined || letterOf(city) === letter) && (q === undefined || city.isFoundBy(folded))
  const kept = all.filter(keeps)
  const largest = (count: number): City[] =>
    (country === undefined ? allCities(almanac) : citiesIn(country, almanac)).filter(keeps).slice(0, count)
  // Names that begin with no Latin letter come last.
  const letters = [...new Set(all.map(letterOf))].toSorted(byText((of) => (of.length === 1 ? of : '~')))
  const countries = almanac.countries.byName.map(({ iso2, name }) => [iso2.toLowerCase(), name] as const)
  const countryLinks = () =>
    almanac.countries.byName.flatMap((of) =>
      inCountry(of).length === 0
        ? []
        : html`${link(`/cities?country=${of.iso2.toLowerCase()}`, of.name)}
            <span class="quiet small">${inCountry(of).length}</span>`,
    )
  const where = country === undefined ? 'the world' : country.name
  const narrowedTo = (of: string | undefined): string => {
    const fields = [
      country === undefined ? '' : `country=${country.iso2.toLowerCase()}`,
      of === undefined ? '' : `letter=${encodeURIComponent(of)}`,
    ].filter((one) => one !== '')
    return `/cities${fields.length === 0 ? '' : '?'}${fields.join('&')}`
  }
  const byLetter = letters.map((of) => link(narrowedTo(of), letterName(of)))
  // A list by letter shows all its names, however many there are.
  const isLong = letter !== undefined && (country === undefined || kept.length > MOST)
  const cut = kept.length > MOST && !isLong ? `, the ${MOST} largest of them` : ''
  const shown = !isNarrow ? largest(LARGEST) : kept.length > MOST ? largest(MOST) : kept
  return sitePage({
    title: `Cities${country === undefined ? '' : ` in ${country.name}`}${letter === undefined ? '' : `, ${letterName(letter)}`}`,
    description: `Cities of ${where} with their time now, sunrise and sunset.`,
    canonicalPath: narrowedTo(letter),
    crumbs: country === undefined ? [] : [CITY_LIST, [`/countries/${country.slug}`, country.name]],
    content: html`${listBar('/cities', {
        label: 'Name of a city',
        q,
        more: [anyOf('Country', 'country', country?.iso2.toLowerCase(), countries)],
        isNarrow: country !== undefined || letter !== undefined || q !== undefined,
      })}
      ${notFound('country', sent, country)}
      ${isNarrow && letter === undefined ? null : html`<nav aria-label="By first letter" class="letters">${flow(byLetter)}</nav>`}
      <p>
        ${isNarrow ? `${counted(kept.length, 'city', 'cities')}${cut}.` : `The ${shown.length} largest of ${figure(all.length)} cities of ${where}.`}
      </p>
      ${isLong ? byCountryOf(kept) : cityTable(`Cities of ${where}`, shown, almanac, now)}
      ${country === undefined && letter === undefined ? section('By country', flow(countryLinks())) : null}`,
  })
}

const letterOf = ({ sortName }: City): string =>
  sortName >= 'a' && sortName < '{' ? sortName.charAt(0) : 'other'
const letterName = (letter: string): string => (letter.length === 1 ? letter.toUpperCase() : 'Other')

/** Only the names, by country: a letter has thousands. */
const byCountryOf = (cities: readonly City[]): Html =>
  html`${[...groupBy(cities, ({ country }) => country)]
    .toSorted(byText(([{ sortName }]) => sortName))
    .map(([country, of]) => section(country.name, flow(of.map(cityLink))))}`

/** Cities with their times. */
const cityTable = (caption: string, cities: readonly City[], almanac: Almanac, now: EpochSeconds): Html =>
  table(
    caption,
    ['City', 'Time now', onWide('Offset'), 'Country', onWide(figures('Population'))],
    cities.map((city) => {
      const state = almanac.stateOf(city.zone, now)
      return [
        cityLink(city),
        timeNow(state, now),
        utcOffset(state.season.type.offset),
        countryLink(city.country),
        city.population === null ? null : figure(city.population),
      ]
    }),
  )
