// GET /countries and GET /countries/{country}: parameters → countries → answer or problem.
import { fold } from '#core/text/fold.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import { embedLive, type LiveText } from '../answer/live-text.ts'
import type { Countries, Country } from '#ask/countries.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { hintOf } from './nearest.ts'
import { readParameters } from '../parameters.ts'
import { invalid, notFound, type Reply } from '../reply.ts'
import { includedTimezones, listReply, singleBody, withIncluded, type EndpointRequest } from './endpoint.ts'
import { keptBy } from '../filter.ts'

type Sort = ChoiceOf<typeof endpoints.countries, 'sort'>

/** The list in an order. All country names are different, so the descending order is the ascending one reversed. */
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
  const { values } = read
  const { region, sub_region, observes_dst } = values
  const search = values.q === undefined ? undefined : fold(values.q)
  const { almanac, texts } = catalogue
  const until = Math.min(almanac.standardsInUse(now).until, almanac.zonesUntil(now))
  const full = values.detail === 'full'
  return listReply(
    '/countries',
    read,
    until,
    catalogue,
    () =>
      keptBy(ORDERED[values.sort](almanac.countries), [
        search !== undefined && ((country) => country.searchText.includes(search)),
        region !== undefined && ((country) => country.region === region),
        sub_region !== undefined && ((country) => country.subRegion === sub_region),
        observes_dst !== undefined &&
          ((country) => almanac.countryStateOf(country, now).zonesWithDst > 0 === observes_dst),
      ]),
    (country) =>
      full ? texts.countries.detail(almanac.countryStateOf(country, now)) : texts.countries.row(country),
  )
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
      `No country has the slug or code "${identifier}".${hintOf('country', identifier, almanac, now)}`,
    )
  const state = almanac.countryStateOf(country, now)
  const until = Math.min(state.until, almanac.zonesUntil(now))
  const full = detail === 'full'
  const [withZones, withStandards, withCities] = (['timezones', 'abbreviations', 'cities'] as const).map(
    (list) => include?.includes(list) === true,
  )
  if (!withZones && !withStandards && !withCities) {
    const json = texts.countries.detail(state)
    return {
      kind: 'answer',
      bodyBeforeTime: singleBody(json, catalogue),
      key: `${country.iso2}-${state.until}`,
      freshness: { kind: 'until', until },
    }
  }
  return {
    kind: 'long',
    key: JSON.stringify(['/countries', country.iso2, withZones, withStandards, withCities, full]),
    freshness: full && (withZones || withCities) ? { kind: 'this-second' } : { kind: 'until', until },
    make() {
      const included: [string, string][] = []
      if (withZones) {
        included.push(['timezones', includedTimezones(country.zones, { full, now, catalogue })])
      }
      if (withStandards) {
        const inUse = almanac.standardsInUse(now)
        const listed = state.standards.map((standard) =>
          full
            ? abbreviationDetail(standard, inUse, almanac.standards, urls)
            : abbreviationRow(standard, urls),
        )
        included.push(['abbreviations', JSON.stringify(listed)])
      }
      if (withCities) included.push(['cities', HERE])
      const body = singleBody(withIncluded(texts.countries.detail(state), included), catalogue)
      if (!withCities) return Buffer.from(body)
      const cities = full ? texts.cities.details(country, now) : texts.cities.rows(country, now)
      return cities instanceof Promise
        ? cities.then((made) => embedded(body, made, now))
        : embedded(body, cities, now)
    },
  }
}

/** Marks the place of the cities in a body. No JSON text contains a control character. */
const HERE = '\u0001'

function embedded(body: string, list: LiveText, at: EpochSeconds): Buffer {
  const [before = '', after = ''] = body.split(HERE)
  return embedLive(before, list, after, at)
}
