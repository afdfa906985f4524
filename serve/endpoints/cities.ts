// GET /cities and GET /cities/{slug}: parameters → cities → answer or problem.
import { fold } from '#core/text/fold.ts'
import { isPrintable } from '#core/time/moment.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import type { CityRecord } from '../find/cities.ts'
import { pagination, rowsOfPage } from '../http/pagination.ts'
import { readParameters, yearsFault } from '../http/parameters.ts'
import { invalid, notFound, type Reply } from '../http/reply.ts'
import { cityJson, instantOf, listBody, singleBody, type EndpointRequest } from './endpoint.ts'

/** The list of cities, filtered, sorted and cut into pages. Lists are about now. */
export function listCities({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.cities.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values, sent } = read
  const country = values.country?.toUpperCase()
  const search = values.q === undefined ? undefined : fold(values.q)
  const zone = values.timezone === undefined ? undefined : catalogue.zones.named(values.timezone)
  // The two orders are kept ready, so that a request only filters; a descending one is read from the end.
  const ordered =
    values.sort === 'name' || values.sort === '-name'
      ? catalogue.cities.byName
      : catalogue.citiesByOffset(now)
  const kept = ordered.filter(
    (city) =>
      (country === undefined || city.country.iso2 === country) &&
      (zone === undefined || city.zone === zone) &&
      (values.is_capital === undefined || city.isCapital === values.is_capital) &&
      (search === undefined || city.searchText.includes(search)),
  )
  const turned =
    values.sort === '-name'
      ? descending(kept, (city) => city.sortName)
      : values.sort === '-offset'
        ? descending(kept, (city) => catalogue.timezoneAt(city.zone, now).season.type.stdoff)
        : kept
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(turned, page)
  const { links, meta } = pagination(page, kept.length, `${catalogue.urls.base}/cities`, sent)
  const full = values.detail === 'full'
  return {
    kind: 'answer',
    bodyStart: listBody(
      rows.map((city) => cityJson(city, { full, at: now, catalogue })),
      links,
      meta,
      catalogue,
    ),
    freshness: full ? { kind: 'this-second' } : { kind: 'until', until: catalogue.zonesUntil(now) },
  }
}

/** A list in ascending order of a key, turned round; those of one key stay in their order, which is that of the slugs. */
function descending(
  ascending: readonly CityRecord[],
  keyOf: (city: CityRecord) => string | number,
): CityRecord[] {
  const turned: CityRecord[] = []
  let end = ascending.length
  while (end > 0) {
    const last = ascending[end - 1]
    if (last === undefined) break
    const key = keyOf(last)
    let start = end - 1
    for (let city = ascending[start - 1]; city !== undefined && keyOf(city) === key;) {
      start -= 1
      city = ascending[start - 1]
    }
    for (const city of ascending.slice(start, end)) turned.push(city)
    end = start
  }
  return turned
}

/** One city in full, by slug. */
export function showCity({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.city.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const city = catalogue.cities.named(identifier.trim())
  if (city === undefined) return notFound(`No city has the slug "${identifier}".`)
  const at = instantOf(read.values.at, now)
  const { season } = catalogue.timezoneAt(city.zone, at)
  if (!isPrintable(at, season.type.offset)) return invalid(yearsFault('at'))
  return {
    kind: 'answer',
    bodyStart: singleBody(cityJson(city, { full: true, at, catalogue }), catalogue),
    freshness: read.values.at === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}
