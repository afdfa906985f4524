// (city, state of its zone, moment) → the city resource as JSON text, made of parts that stay true longer than a second.
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, isPrintable } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { CityDetail, CityRow, Sun } from '#schemas/wire/city.ts'
import type { CityRecord } from '#ask/cities.ts'
import { pathOf, type Urls } from '../../urls.ts'
import { sunOn } from '#ask/sun.ts'
import { currentJson, type TimezoneState } from './timezone.ts'

/** Makes the answers of one artifact's cities, keeping for each what outlasts a request. */
export interface CityAnswers {
  readonly rowJson: (city: CityRecord, state: TimezoneState) => string
  /** The instant must lie in the state. */
  readonly detailJson: (city: CityRecord, state: TimezoneState, at: EpochSeconds) => string
}

/** JSON text of a row: true while the state of the zone lasts. */
interface KeptRow {
  readonly state: TimezoneState
  readonly json: string
}

/** JSON text of a detail around the value of `current`: true while the state of the zone and the local date last. */
interface KeptDetail {
  readonly state: TimezoneState
  /** Days since 1970-01-01. */
  readonly localDay: number
  readonly start: string
  /** From the key of `sun` on; the sun of a day takes a hundred times what the rest does. */
  readonly end: string
}

/** Opens the answers for an artifact that is served under these addresses. */
export function openCityAnswers(urls: Urls): CityAnswers {
  const rows = new Map<CityRecord, KeptRow>()
  const details = new Map<CityRecord, KeptDetail>()
  // `current` is the same for all cities of a zone.
  const currents = new WeakMap<TimezoneState, { at: EpochSeconds; json: string }>()
  const currentAt = (state: TimezoneState, at: EpochSeconds): string => {
    const known = currents.get(state)
    if (known?.at === at) return known.json
    const json = currentJson(state, at)
    currents.set(state, { at, json })
    return json
  }
  return {
    rowJson(city, state) {
      const known = rows.get(city)
      if (known?.state === state) return known.json
      const json = JSON.stringify(cityRow(city, state, urls))
      rows.set(city, { state, json })
      return json
    },
    detailJson(city, state, at) {
      const localDay = Math.floor((at + state.season.type.offset) / DAY)
      let known = details.get(city)
      if (known === undefined || known.state !== state || known.localDay !== localDay) {
        known = { state, localDay, ...aroundCurrent(city, state, localDay, urls) }
        details.set(city, known)
      }
      return known.start + currentAt(state, at) + known.end
    },
  }
}

/** The text of an object's fields without its closing brace. */
const opened = (fields: object): string => JSON.stringify(fields).slice(0, -1)

const selfLink = ({ slug }: CityRecord, urls: Urls): string => `${urls.base}/cities/${slug}`

function cityRow(city: CityRecord, { compact }: TimezoneState, urls: Urls): CityRow {
  const { utc_offset, abbreviation, is_dst } = compact
  return {
    slug: city.slug,
    name: city.name,
    is_capital: city.isCapital,
    country: city.country.ref,
    timezone: { iana: city.zone.iana, abbreviation },
    current: { utc_offset, is_dst },
    links: { self: selfLink(city, urls) },
  }
}

function aroundCurrent(
  city: CityRecord,
  { compact }: TimezoneState,
  localDay: number,
  urls: Urls,
): { start: string; end: string } {
  const { slug, name, isCapital, population, lat, lon, country, zone } = city
  const start: Omit<CityDetail, 'current' | 'sun' | 'links'> = {
    slug,
    name,
    is_capital: isCapital,
    population,
    coordinates: { latitude: lat, longitude: lon },
    country: country.ref,
    timezone: { iana: zone.iana, abbreviation: compact.abbreviation, display_name: zone.displayName },
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
  return { start: `${opened(start)},"current":`, end: `,${JSON.stringify(end).slice(1)}` }
}

/** `sun` on a local date. */
function sunOf(city: CityRecord, localDay: number): Sun {
  const compiled = city.zone.compiled()
  const clock = (at: EpochSeconds): OffsetSeconds => offsetAt(compiled, at)
  const { sunrise, sunset, daylightMinutes } = sunOn(localDay, city.lat, city.lon, clock)
  const written = (at: EpochSeconds | null): string | null =>
    at === null || !isPrintable(at, clock(at)) ? null : formatDateTime(at, clock(at))
  return { sunrise: written(sunrise), sunset: written(sunset), daylight_minutes: daylightMinutes }
}
