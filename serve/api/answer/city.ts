// (city, instant) → the city resource as JSON text, made of parts that stay true longer than a second.
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, isPrintable } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Almanac } from '#ask/almanac.ts'
import type { City } from '#ask/cities.ts'
import { kept } from '#ask/kept.ts'
import { citySun, localDayOf } from '#ask/sun.ts'
import type { ZoneState } from '#ask/zone-state.ts'
import type { CityDetail, CityRow, Sun } from '#schemas/wire/city.ts'
import { pathOf, type Urls } from '../../urls.ts'
import { compactOf, type TimezoneTexts } from './timezone.ts'

/** JSON texts of cities, of which each part is kept for as long as it is true. */
export interface CityTexts {
  /** The list row. */
  readonly row: (city: City, now: EpochSeconds) => string
  /** The full resource at an instant. What is true at `now` is kept whatever other instants are asked about. */
  readonly detail: (city: City, at: EpochSeconds, now: EpochSeconds) => string
}

/** JSON text of a row: true while the state of the zone lasts. */
interface KeptRow {
  readonly state: ZoneState
  readonly json: string
}

/** JSON text of a detail around the value of `current`: true while the state of the zone and the local date last. */
interface KeptDetail {
  readonly from: number
  readonly until: number
  readonly start: string
  /** From the key of `sun` on; the sun of a day takes a hundred times what the rest does. */
  readonly end: string
}

/** Opens the texts for cities that are served under these addresses. */
export function openCityTexts({ stateOf }: Almanac, zones: TimezoneTexts, urls: Urls): CityTexts {
  const rows = new Map<City, KeptRow>()
  const details = kept((city: City, at, now) => aroundCurrent(city, stateOf(city.zone, at, now), at, urls))
  // `current` is the same for all cities of a zone.
  const currents = new WeakMap<ZoneState, { at: EpochSeconds; json: string }>()
  const currentAt = (state: ZoneState, at: EpochSeconds): string => {
    const known = currents.get(state)
    if (known?.at === at) return known.json
    const json = zones.current(state, at)
    currents.set(state, { at, json })
    return json
  }
  return {
    row(city, now) {
      const state = stateOf(city.zone, now)
      const known = rows.get(city)
      if (known?.state === state) return known.json
      const json = JSON.stringify(cityRow(city, state, urls))
      rows.set(city, { state, json })
      return json
    },
    detail(city, at, now) {
      const { start, end } = details(city, at, now)
      return start + currentAt(stateOf(city.zone, at, now), at) + end
    },
  }
}

/** The text of an object's fields without its closing brace. */
const opened = (fields: object): string => JSON.stringify(fields).slice(0, -1)

const selfLink = ({ slug }: City, urls: Urls): string => `${urls.base}/cities/${slug}`

const countryRef = ({ country }: City): CityRow['country'] => ({ code: country.iso2, name: country.name })

function cityRow(city: City, state: ZoneState, urls: Urls): CityRow {
  const { utc_offset, abbreviation, is_dst } = compactOf(state)
  return {
    slug: city.slug,
    name: city.name,
    is_capital: city.isCapital,
    country: countryRef(city),
    timezone: { iana: city.zone.iana, abbreviation },
    current: { utc_offset, is_dst },
    links: { self: selfLink(city, urls) },
  }
}

function aroundCurrent(city: City, state: ZoneState, at: EpochSeconds, urls: Urls): KeptDetail {
  const { slug, name, isCapital, population, lat, lon, country, zone } = city
  const { offset } = state.season.type
  const localDay = localDayOf(at, offset)
  const start: Omit<CityDetail, 'current' | 'sun' | 'links'> = {
    slug,
    name,
    is_capital: isCapital,
    population,
    coordinates: { latitude: lat, longitude: lon },
    country: countryRef(city),
    timezone: {
      iana: zone.iana,
      abbreviation: state.inForce.abbreviation,
      display_name: zone.displayName,
    },
  }
  const end: Pick<CityDetail, 'sun' | 'links'> = {
    sun: sunOf(city, localDay),
    links: {
      self: selfLink(city, urls),
      timezone: `${urls.base}/timezones/${pathOf(zone.iana)}`,
      country: `${urls.base}/countries/${country.slug}`,
      web: `${urls.web}/cities/${slug}`,
    },
  }
  return {
    from: Math.max(state.from, localDay * DAY - offset),
    until: Math.min(state.until, (localDay + 1) * DAY - offset),
    start: `${opened(start)},"current":`,
    end: `,${JSON.stringify(end).slice(1)}`,
  }
}

/** `sun` on a local date. */
function sunOf(city: City, localDay: number): Sun {
  const { sunrise, sunset, daylightMinutes } = citySun(city, localDay)
  const written = (at: EpochSeconds | null): string | null => {
    if (at === null) return null
    const offset = offsetAt(city.zone.compiled(), at)
    return isPrintable(at, offset) ? formatDateTime(at, offset) : null
  }
  return { sunrise: written(sunrise), sunset: written(sunset), daylight_minutes: daylightMinutes }
}
