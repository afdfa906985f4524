// GET /countries and GET /countries/{country}: parameters → countries → answer or problem.
import { fold } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import { embedLive, type LiveText } from '../answer/live-text.ts'
import type { Countries, Country } from '#core/ask/countries.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { hintOf } from './nearest.ts'
import { notFound } from '../reply.ts'
import { endpoint, includedTimezones, keptBy, listReply, singleBody, withIncluded } from './endpoint.ts'

type Sort = ChoiceOf<typeof endpoints.countries, 'sort'>

/** The list in an order. All country names are different, so the descending order is the ascending one reversed. */
const ORDERED: Readonly<Record<Sort, (countries: Countries) => readonly Country[]>> = {
  name: ({ byName }) => byName,
  '-name': ({ byName }) => byName.toReversed(),
  iso2: ({ all }) => all,
  '-iso2': ({ all }) => all.toReversed(),
}

/** The list of countries, filtered, sorted and cut into pages. */
export const listCountries = endpoint(endpoints.countries, ({ catalogue, now }, read) => {
  const { values } = read
  const { region, sub_region, observes_dst } = values
  const search = values.q === undefined ? undefined : fold(values.q)
  const { almanac, texts } = catalogue
  const until = Math.min(almanac.standardsInUse(now).until, almanac.zonesUntil(now))
  const full = values.detail === 'full'
  const rowsOf = (): readonly Country[] =>
    keptBy(ORDERED[values.sort](almanac.countries), [
      search !== undefined && ((country) => country.searchText.includes(search)),
      region !== undefined && ((country) => country.region === region),
      sub_region !== undefined && ((country) => country.subRegion === sub_region),
      observes_dst !== undefined &&
        ((country) => almanac.countryStateOf(country, now).zonesWithDst > 0 === observes_dst),
    ])
  return listReply('/countries', read, until, catalogue, rowsOf, (country) =>
    full ? texts.countries.detail(almanac.countryStateOf(country, now)) : texts.countries.row(country),
  )
})

/** One country, by slug, alpha-2 or alpha-3 code, with the lists that were asked for. */
export const showCountry = endpoint(endpoints.country, ({ catalogue, now, identifier }, { values }) => {
  const { almanac, texts, urls } = catalogue
  const country = almanac.countries.named(identifier.trim())
  if (country === undefined)
    return notFound(
      `No country has the slug or code "${identifier}".${hintOf('country', identifier, almanac)}`,
    )
  const state = almanac.countryStateOf(country, now)
  const until = Math.min(state.until, almanac.zonesUntil(now))
  const full = values.detail === 'full'
  const included = new Set(values.include)
  const resource = texts.countries.detail(state)
  if (included.size === 0) {
    return {
      kind: 'answer',
      bodyBeforeTime: singleBody(resource, catalogue),
      key: `${country.iso2}-${state.until}`,
      freshness: until,
    }
  }
  const [withZones, withStandards, withCities] = [
    included.has('timezones'),
    included.has('abbreviations'),
    included.has('cities'),
  ]
  return {
    kind: 'long',
    key: JSON.stringify(['/countries', country.iso2, withZones, withStandards, withCities, full]),
    freshness: full && (withZones || withCities) ? 'this-second' : until,
    make() {
      const standardOf = (standard: Standard): object =>
        full
          ? abbreviationDetail(standard, almanac.standardsInUse(now), almanac.standards, urls)
          : abbreviationRow(standard, urls)
      const json = withIncluded(resource, {
        timezones: withZones && includedTimezones(country.zones, full, now, catalogue),
        abbreviations: withStandards && JSON.stringify(state.standards.map(standardOf)),
        cities: withCities && HERE,
      })
      const body = singleBody(json, catalogue)
      if (!withCities) return Buffer.from(body)
      const [before = '', after = ''] = body.split(HERE)
      const whole = (list: LiveText): Buffer => embedLive(before, list, after, now)
      const cities = full ? texts.cities.details(country, now) : texts.cities.rows(country, now)
      return cities instanceof Promise ? cities.then(whole) : whole(cities)
    },
  }
})

/** Marks the place of the cities in a body. No JSON text contains a control character. */
const HERE = '\u0001'
