// The page of a country.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Country } from '#core/ask/countries.ts'
import { thingsMeant } from '#core/ask/candidates.ts'
import type { Zone } from '#core/ask/zones.ts'
import { groupBy } from '#core/group-by.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import { byNumber } from '#core/order.ts'
import { figure } from '#core/text/figure.ts'
import { lowerAscii } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import { offsetSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { countryFile, countryYears } from './dst.ts'
import { html, type Html } from '../frame/html.ts'
import { aheadOfYou, askForZone } from './own-time.ts'
import { countryFlag } from './lists.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { pageAt, type Content } from '../frame/page-at.ts'
import { cards, factList, flow, inLine, link, onWide, section, table } from '../frame/parts.ts'
import { zonesMap } from '../pictures/territory.ts'
import { worldPicture } from '../pictures/world.ts'
import { citiesIn, citiesOf, keptZones, largest } from '../words/places.ts'
import { sharedClock } from '../words/same-clock.ts'
import { lastChangedRules } from './news.ts'
import { dayOf, shortDate, timeNow, utcOffset } from '../words/times.ts'
import { hero } from './zone.ts'
import { countryLink, fewZones, zoneInCell, zoneLink } from '../words/zone-links.ts'

/** The page of a country, or a calendar file of its clock changes. */
export function showCountry(visit: Visit): Page | Redirect | SiteDocument | null {
  const { catalogue, identifier } = visit
  const [, name = identifier, ending] = /^(.+)(\.ics)$/.exec(identifier) ?? []
  // By its slug or by one of its codes, two letters or three, in any case.
  const { countries } = catalogue.almanac
  const country =
    countries.named(name) ??
    countries.all.find(({ iso3 }) => iso3?.toLowerCase() === lowerAscii(name)) ??
    countryCalled(name, catalogue.almanac)
  if (country === undefined) return null
  if (ending !== undefined) return countryFile(country, visit)
  return pageAt(`/countries/${country.slug}`, identifier === country.slug, () => countryPage(country, visit))
}

/** The only country that has a name, as an address writes it: `turkey`, `czech-republic`. Undefined: none has it, or several do. */
function countryCalled(name: string, almanac: Almanac): Country | undefined {
  const meanings = almanac.names().meaningsOf(nameKey(name.replaceAll(/[-_]/g, ' ')))
  const { countries } = thingsMeant(meanings, almanac)
  return countries.length === 1 ? countries[0] : undefined
}

const WITH_ARTICLE =
  /^(?:Bahamas|Gambia|Netherlands|Philippines|United (?:States|Kingdom|Arab Emirates)|Maldives|Seychelles|(?:Central African|Dominican) Republic|Isle of Man|Comoros)$| Islands$| Territor(?:y|ies)$/

/** `the United States`: adds the article to names that have one in English. */
const withArticle = (name: string): string => (WITH_ARTICLE.test(name) ? `the ${name}` : name)

function countryPage(country: Country, visit: Visit): Content {
  const { catalogue, now } = visit
  const { almanac, urls } = catalogue
  const path = `/countries/${country.slug}`
  const main = country.defaultZone
  const zoneLine = main && html`<p class="small">Time zone: ${zoneLink(main)}</p>`
  const states = country.zones.map((zone) => almanac.stateOf(zone, now))
  const clocks = clocksOf(states, almanac)
  const name = withArticle(country.name)
  const cities = citiesIn(country, almanac)
  const map =
    zonesMap('country', name, country.zones, catalogue, now) ??
    worldPicture(catalogue, now, { what: name, isMarked: (city) => city.country === country })
  return {
    title: `Time in ${name}`,
    description: `The time now in ${name}: its time zones, when its clocks change, and its large cities.`,
    scripts: ['map.js'],
    about: { '@type': 'Country', name: country.name, identifier: country.iso2 },
    content: html`
      ${
        clocks.length > 1 || main === null
          ? html`<div class="beside-map">
                ${cards(
                  clocks.map((of) => {
                    const [state] = of
                    const zones = of.map(({ zone }) => zone)
                    return html`${timeNow(state, now, 'hm')}
                      <div>
                        <strong class="num">${utcOffset(state.season.type.offset)}</strong
                        >${state.inForce.abbreviation === null ? '' : ` ${state.inForce.abbreviation}`},
                        ${nextInBrief(state)}<br />
                        ${largestOn(zones, almanac)} ${aheadOfYou(state, visit, 'card')}
                      </div>`
                  }),
                )}
                ${clocks.length > 1 ? map : null}
              </div>
              ${askForZone(visit, path)}`
          : hero(almanac.stateOf(main, now), visit, path, null, zoneLine)
      }
      ${section('When clocks change', keptZones(country).length === 0 ? null : countryYears(country, almanac, now), 'changes')}
      ${section('Time zones', states.length < 2 ? null : zonesTable(name, zonesByPeople(country, almanac), visit))}
      ${section('Facts', countryFacts(country, catalogue))}
      ${section(
        'Large cities',
        cities.length === 0
          ? null
          : html`${flow(
                cities.slice(0, 18).map((city, _, all) =>
                  // Two of one name are told apart.
                  link(
                    `/cities/${city.slug}`,
                    all.some((other) => other !== city && other.name === city.name)
                      ? city.fullName
                      : city.name,
                  ),
                ),
              )}
              <p>
                ${link(`/cities?country=${country.iso2.toLowerCase()}`, `All ${figure(cities.length)} cities`)}
              </p>`,
      )}
      ${clocks.length > 1 ? null : section('On the map', map)}
      ${section('The same time', main === null ? null : sharedClock(main, almanac, now, country))}
      ${section('Dependencies', flow(country.dependencies.map(countryLink)))}
      ${section('API', html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/countries/${country.slug}</code></pre>`)}
    `,
  }
}

/** Zones whose rows a page shows at once. */
const MOST_ZONES = 8

/** The zones of a country by the people of their cities, those with most people first. */
const zonesByPeople = (country: Country, almanac: Almanac): readonly Zone[] =>
  country.zones.toSorted(byNumber((zone) => peopleOf(zone, almanac), -1))

/** The people of a zone's cities. */
const peopleOf = (zone: Zone, almanac: Almanac): number =>
  citiesOf(zone, almanac).reduce((sum, { population }) => sum + (population ?? 0), 0)

/** The zones of a country with their times: those with most people, and the rest on demand. */
function zonesTable(name: string, zones: readonly Zone[], { catalogue: { almanac }, now }: Visit): Html {
  const rows = (of: readonly Zone[], caption: string): Html =>
    table(
      caption,
      ['Zone', 'Time now', 'Offset', onWide('Name'), onWide('Daylight saving')],
      of.map((zone) => {
        const { season, inForce } = almanac.stateOf(zone, now)
        return [
          zoneInCell(zone),
          timeNow(almanac.stateOf(zone, now), now),
          utcOffset(season.type.offset),
          inForce.abbreviation,
          season.type.isDst ? 'yes, in force' : season.observesDst ? 'yes, not now' : 'no',
        ]
      }),
    )
  const rest = zones.slice(MOST_ZONES)
  return html`${rows(zones.slice(0, MOST_ZONES), `Time zones of ${name}`)}
  ${
    rest.length === 0
      ? null
      : html`<details>
          <summary>${rest.length === 1 ? 'One smaller zone' : `${rest.length} smaller zones`}</summary>
          ${rows(rest, `Smaller time zones of ${name}`)}
        </details>`
  }`
}

/** The largest cities on a clock, by name. Zones without cities by their own names. */
function largestOn(zones: readonly Zone[], almanac: Almanac): Html {
  const cities = largest(
    zones.flatMap((zone) => citiesOf(zone, almanac)),
    3,
  )
  return cities.length === 0
    ? fewZones(zones)
    : html`${inLine(cities.map(({ slug, name }) => link(`/cities/${slug}`, name)))}`
}

/** Where a clock is: the longitude of its largest city, or of a zone without cities. */
function longitudeOf(states: readonly ZoneState[], almanac: Almanac): number {
  const [city] = largest(
    states.flatMap(({ zone }) => citiesOf(zone, almanac).slice(0, 1)),
    1,
  )
  return city?.lon ?? states[0]?.zone.lon ?? 0
}

/** Groups zones that show the same time now and have the same next change, from west to east. */
function clocksOf(states: readonly ZoneState[], almanac: Almanac) {
  const groups = groupBy(
    states,
    ({ season, next, inForce }) =>
      `${season.type.offset} ${inForce.abbreviation} ${next?.at} ${next?.change}`,
  )
  return [...groups.values()].toSorted(byNumber((of) => longitudeOf(of, almanac)))
}

/** When a clock changes next. It tells clocks apart that show the same now. */
const nextInBrief = ({ next }: ZoneState): string =>
  next === null
    ? 'no clock changes'
    : `next change ${shortDate(dayOf(next.at, offsetSeconds(next.offsetAfter - next.change)))}`

const countryFacts = (country: Country, catalogue: Catalogue): Html =>
  factList([
    ['Flag', countryFlag(country)],
    [
      'ISO 3166-1',
      [country.iso2, country.iso3, country.numericCode].filter((code) => code !== null).join(', '),
    ],
    ['Region', [country.region, country.subRegion].filter((of) => of !== null).join(', ') || null],
    ['Population', country.population === null ? null : figure(country.population)],
    ['Cities', figure(catalogue.almanac.cities().inCountry(country).length)],
    ['Rules last changed', lastChangedRules(country, catalogue)],
    ['Default zone', country.defaultZone && zoneLink(country.defaultZone)],
  ])
