// GET /cities and GET /cities/{slug}: parameters → cities → answer or problem.
import { fold } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import type { City } from '#core/ask/cities.ts'
import { hintOf } from './nearest.ts'
import { notFound } from '../reply.ts'
import { clockAnswer, endpoint, identifierKey, keptBy, listReply } from './endpoint.ts'

/** The list of cities, filtered, sorted and cut into pages. Lists are about now. */
export const listCities = endpoint(endpoints.cities, ({ catalogue, now }, read) => {
  const { values } = read
  const search = values.q === undefined ? undefined : fold(values.q)
  const { almanac, texts } = catalogue
  const country = values.country === undefined ? undefined : (almanac.countries.named(values.country) ?? null)
  const zone = values.timezone === undefined ? undefined : almanac.zones.named(values.timezone)
  const isCapital = values.is_capital
  // The sorted lists are made once, so that a request only filters.
  const full = values.detail === 'full'
  const freshness = full ? 'this-second' : almanac.zonesUntil(now)
  const rowsOf = (): readonly City[] =>
    keptBy(almanac.citiesBy(values.sort, now), [
      country !== undefined && ((row) => row.country === country),
      zone !== undefined && ((row) => row.zone === zone),
      isCapital !== undefined && ((row) => row.isCapital === isCapital),
      search !== undefined && ((row) => row.isFoundBy(search)),
    ])
  return listReply('/cities', read, freshness, catalogue, rowsOf, (city) =>
    full ? texts.cities.detail(city, now, now) : texts.cities.row(city, now),
  )
})

/** One city in full, by slug. */
export const showCity = endpoint(endpoints.city, (request, { values }) => {
  const { catalogue, now, identifier } = request
  const { almanac, texts } = catalogue
  const city = almanac.cities().named(identifier.trim())
  if (city === undefined)
    return notFound(`No city has the slug "${identifier}".${hintOf('city', identifier, almanac)}`)
  return clockAnswer(request, values.at, city.zone, `${identifierKey(city.slug)}-`, (_, at) =>
    texts.cities.detailBytes(city, at, now),
  )
})
