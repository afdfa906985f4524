// GET /countries and GET /countries/{country}: parameters → countries → answer or problem.
import { fold } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import type { CountryRecord } from '../find/countries.ts'
import { pagination, rowsOfPage } from '../http/pagination.ts'
import { readParameters } from '../http/parameters.ts'
import { invalid, notFound, type Reply } from '../http/reply.ts'
import {
  cityJson,
  includedTimezones,
  listBody,
  singleBody,
  withIncluded,
  type EndpointRequest,
} from './endpoint.ts'
import { byText, byUnit, thenBy, type Order } from './order.ts'

type Sort = (typeof endpoints.countries.parameters)[4]['type']['of'][number]

const byIso2: Order<CountryRecord> = (one, other) => byUnit(one.iso2, other.iso2)
const byName = (direction: 1 | -1) =>
  thenBy(
    byText<CountryRecord>(({ sortName }) => sortName, direction),
    byIso2,
  )

const ORDERS: Readonly<Record<Sort, Order<CountryRecord>>> = {
  name: byName(1),
  '-name': byName(-1),
  iso2: byIso2,
  '-iso2': (one, other) => byIso2(other, one),
}

/** The list of countries, filtered, sorted and cut into pages. */
export function listCountries({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.countries.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values, sent } = read
  const search = values.q === undefined ? undefined : fold(values.q)
  const kept = catalogue.countries.all.filter(
    (country) =>
      (search === undefined || country.searchText.includes(search)) &&
      (values.region === undefined || country.region === values.region) &&
      (values.sub_region === undefined || country.subRegion === values.sub_region) &&
      (values.observes_dst === undefined ||
        catalogue.countryAt(country, now).observesDst === values.observes_dst),
  )
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(kept.toSorted(ORDERS[values.sort]), page)
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
  if (country === undefined) return notFound(`No country has the slug or code "${identifier}".`)
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
