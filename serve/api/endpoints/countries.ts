// GET /countries and GET /countries/{country}: parameters → countries → answer or problem.
import { fold } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import type { Countries, Country } from '#ask/countries.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { countryHint } from '../nearest.ts'
import { pagination, rowsOfPage } from '../pagination.ts'
import { readParameters } from '../parameters.ts'
import { invalid, notFound, type Reply } from '../reply.ts'
import {
  cityJson,
  includedTimezones,
  listBody,
  singleBody,
  withIncluded,
  type EndpointRequest,
} from './endpoint.ts'
import { keptBy } from '../filter.ts'

type Sort = ChoiceOf<typeof endpoints.countries, 'sort'>

/** The list in an order: names of countries are all different, so a descending order is the ascending one turned round. */
const ORDERED: Readonly<Record<Sort, (countries: Countries) => readonly Country[]>> = {
  name: ({ byName }) => byName,
  '-name': ({ byName }) => byName.toReversed(),
  iso2: ({ all }) => all,
  '-iso2': ({ all }) => all.toReversed(),
}

/** The list of countries, filtered, sorted and cut into pages. */
export function listCountries({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.countries.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values, sent } = read
  const { region, sub_region, observes_dst } = values
  const search = values.q === undefined ? undefined : fold(values.q)
  const { almanac, texts } = catalogue
  const kept = keptBy(ORDERED[values.sort](almanac.countries), [
    search !== undefined && ((country) => country.searchText.includes(search)),
    region !== undefined && ((country) => country.region === region),
    sub_region !== undefined && ((country) => country.subRegion === sub_region),
    observes_dst !== undefined &&
      ((country) => almanac.countryStateOf(country, now).zonesWithDst > 0 === observes_dst),
  ])
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(kept, page)
  const { links, meta } = pagination(page, kept.length, `${catalogue.urls.base}/countries`, sent)
  const full = values.detail === 'full'
  return {
    kind: 'answer',
    bodyStart: listBody(
      rows.map((country) =>
        full ? texts.countries.detail(almanac.countryStateOf(country, now)) : texts.countries.row(country),
      ),
      links,
      meta,
      catalogue,
    ),
    freshness: { kind: 'until', until: almanac.zonesUntil(now) },
  }
}

/** One country, by slug or alpha-2 code, with the lists that were asked for. */
export function showCountry({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.country.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { include, detail } = read.values
  const { almanac, texts, urls } = catalogue
  const country = almanac.countries.named(identifier.trim())
  if (country === undefined)
    return notFound(
      `No country has the slug or code "${identifier}".${countryHint(identifier, almanac.countries.all)}`,
    )
  const state = almanac.countryStateOf(country, now)
  const full = detail === 'full'
  const included: [string, string][] = []
  if (include?.includes('timezones')) {
    included.push(['timezones', includedTimezones(country.zones, { full, now, catalogue })])
  }
  if (include?.includes('abbreviations')) {
    const inUse = almanac.standardsInUse(now)
    const listed = state.standards.map((standard) =>
      full ? abbreviationDetail(standard, inUse, almanac.standards, urls) : abbreviationRow(standard, urls),
    )
    included.push(['abbreviations', JSON.stringify(listed)])
  }
  if (include?.includes('cities')) {
    const listed = almanac.cities().byName.filter((city) => city.country === country)
    const json = listed.map((city) => cityJson(city, { full, now, catalogue }))
    included.push(['cities', `[${json.join(',')}]`])
  }
  const isLive = full && (include?.includes('timezones') || include?.includes('cities'))
  return {
    kind: 'answer',
    bodyStart: singleBody(withIncluded(texts.countries.detail(state), included), catalogue),
    freshness: isLive
      ? { kind: 'this-second' }
      : { kind: 'until', until: Math.min(state.until, almanac.zonesUntil(now)) },
  }
}
