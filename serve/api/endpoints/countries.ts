// GET /countries and GET /countries/{country}: parameters → countries → answer or problem.
import { fold } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import type { Countries, CountryRecord } from '#ask/countries.ts'
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
import { keptBy } from './order.ts'

type Sort = (typeof endpoints.countries.parameters)[4]['type']['of'][number]

/** The list in an order: names of countries are all different, so a descending order is the ascending one turned round. */
const ORDERED: Readonly<Record<Sort, (countries: Countries) => readonly CountryRecord[]>> = {
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
  const kept = keptBy(ORDERED[values.sort](catalogue.countries), [
    search !== undefined && ((country) => country.searchText.includes(search)),
    region !== undefined && ((country) => country.region === region),
    sub_region !== undefined && ((country) => country.subRegion === sub_region),
    observes_dst !== undefined &&
      ((country) => catalogue.countryAt(country, now).observesDst === observes_dst),
  ])
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(kept, page)
  const { links, meta } = pagination(page, kept.length, `${catalogue.urls.base}/countries`, sent)
  const full = values.detail === 'full'
  const states = rows.map((country) => catalogue.countryAt(country, now))
  return {
    kind: 'answer',
    bodyStart: listBody(
      states.map((state) => (full ? state.detailJson : state.rowJson)),
      links,
      meta,
      catalogue,
    ),
    freshness: { kind: 'until', until: catalogue.zonesUntil(now) },
  }
}

/** One country, by slug or alpha-2 code, with the lists that were asked for. */
export function showCountry({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.country.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { include, detail } = read.values
  const country = catalogue.countries.named(identifier.trim())
  if (country === undefined)
    return notFound(
      `No country has the slug or code "${identifier}".${countryHint(identifier, catalogue.countries.all)}`,
    )
  const state = catalogue.countryAt(country, now)
  const full = detail === 'full'
  const { standards, urls } = catalogue
  const included: [string, string][] = []
  if (include?.includes('timezones')) {
    included.push(['timezones', includedTimezones(country.zones, { full, now, catalogue })])
  }
  if (include?.includes('abbreviations')) {
    const usage = catalogue.usageAt(now)
    const listed = state.standards.map((standard) =>
      full ? abbreviationDetail(standard, usage, standards, urls) : abbreviationRow(standard, urls),
    )
    included.push(['abbreviations', JSON.stringify(listed)])
  }
  if (include?.includes('cities')) {
    const listed = catalogue.cities.byName.filter((city) => city.country === country)
    const json = listed.map((city) => cityJson(city, { full, at: now, catalogue }))
    included.push(['cities', `[${json.join(',')}]`])
  }
  const isLive = full && (include?.includes('timezones') || include?.includes('cities'))
  return {
    kind: 'answer',
    bodyStart: singleBody(withIncluded(state.detailJson, included), catalogue),
    freshness: isLive
      ? { kind: 'this-second' }
      : { kind: 'until', until: Math.min(state.until, catalogue.zonesUntil(now)) },
  }
}
