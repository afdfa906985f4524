// The page of a country.
import type { Country } from '#ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import type { ZoneState } from '#ask/zone-state.ts'
import { byNumber } from '#core/order.ts'
import { figure } from '#core/text/figure.ts'
import { lowerAscii } from '#core/text/fold.ts'
import { offsetSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { countryFile, countryYears } from './dst.ts'
import { html, type Html } from '../frame/html.ts'
import { aheadOfYou, askForZone } from './own-time.ts'
import { countryFlag } from './lists.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { pageAt, type Content } from '../frame/page-at.ts'
import { cards, factList, flow, link, section, table } from '../frame/parts.ts'
import { previewOf } from '../pictures/preview.ts'
import { zonesMap } from '../pictures/territory.ts'
import { worldPicture } from '../pictures/world.ts'
import { citiesIn, keptZones, zonesBySize } from '../words/places.ts'
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
    countries.named(name) ?? countries.all.find(({ iso3 }) => iso3?.toLowerCase() === lowerAscii(name))
  if (country === undefined) return null
  if (ending !== undefined) return countryFile(country, visit)
  return pageAt(`/countries/${country.slug}`, identifier === country.slug, () => countryPage(country, visit))
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
  const clocks = clocksOf(states)
  const name = withArticle(country.name)
  const cities = citiesIn(country, almanac)
  return {
    title: `Time in ${name}`,
    description: `The time now in ${name}: its time zones, when its clocks change, and its large cities.`,
    scripts: ['map.js'],
    ...(main === null ? {} : previewOf(main, catalogue)),
    about: { '@type': 'Country', name: country.name, identifier: country.iso2 },
    content: html`
      ${
        clocks.length > 1 || main === null
          ? html`${cards(
              clocks.map((of) => {
                const [state] = of
                const zones = of.map(({ zone }) => zone)
                return html`${timeNow(state, now, 'hm')}
                  <strong class="num">${utcOffset(state.season.type.offset)}</strong
                  >${state.inForce.abbreviation === null ? '' : ` ${state.inForce.abbreviation}`},
                  ${nextInBrief(state)}<br />
                  <span class="small">${fewZones(zonesBySize(zones, almanac))}</span>
                  ${aheadOfYou(state, visit, 'card')}`
              }),
            )}
            ${askForZone(visit, path)}`
          : hero(almanac.stateOf(main, now), visit, path, null, zoneLine)
      }
      ${section('When clocks change', keptZones(country).length === 0 ? null : countryYears(country, almanac, now), 'changes')}
      ${section(
        'Time zones',
        states.length < 2
          ? null
          : table(
              `Time zones of ${name}`,
              ['Zone', 'Time now', 'Offset', 'Name', 'Daylight saving'],
              states.map((state) => [
                zoneInCell(state.zone),
                timeNow(state, now),
                utcOffset(state.season.type.offset),
                state.inForce.abbreviation,
                state.season.type.isDst ? 'yes, in force' : state.season.observesDst ? 'yes, not now' : 'no',
              ]),
            ),
      )}
      <div class="columns">
        ${section('Facts', countryFacts(country, catalogue))}
        ${section(
          'Large cities',
          cities.length === 0
            ? null
            : html`${flow(cities.slice(0, 18).map(({ slug, name: city }) => link(`/cities/${slug}`, city)))}
                <p>
                  ${link(`/cities?country=${country.iso2.toLowerCase()}`, `All ${figure(cities.length)} cities`)}
                </p>`,
        )}
      </div>
      ${section('On the map', zonesMap('country', name, country.zones, catalogue, now) ?? worldPicture(catalogue, now, { what: name, isMarked: (city) => city.country === country }))}
      ${section('Dependencies', flow(country.dependencies.map(countryLink)))}
      ${section('API', html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/countries/${country.slug}</code></pre>`)}
    `,
  }
}

/** Groups zones that show the same time now and have the same next change. Sorted from west to east. */
function clocksOf(states: readonly ZoneState[]) {
  const groups = groupBy(
    states,
    ({ season, next, inForce }) =>
      `${season.type.offset} ${inForce.abbreviation} ${next?.at} ${next?.change}`,
  )
  return [...groups.values()].toSorted(byNumber(([{ season }]) => season.type.offset))
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
