// (city, state of its zone, moment) → the city resource as JSON text, made of parts that stay true longer than a second.
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, isPrintable } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { CityRecord } from '../find/cities.ts'
import { pathOf, type Urls } from '../urls.ts'
import { sunOn } from './sun.ts'
import { currentJson, type TimezoneState } from './timezone.ts'

/** JSON text of the parts that only another artifact changes, around those that its zone's clock and the sun change. */
interface Lasting {
  /** The start of a row, up to the value of `timezone`. */
  readonly row: string
  /** The end of a row, from `links` on. */
  readonly rowEnd: string
  /** The start of a detail, up to the value of `timezone`. */
  readonly detail: string
  /** The end of a detail, from `links` on. */
  readonly detailEnd: string
}

/** JSON text that cities of one zone share while its state lasts. */
interface ZoneParts {
  /** `timezone` and `current` of a row. */
  readonly row: string
  /** `timezone` of a detail, and the key of `current`. */
  readonly detail: string
}

/** Makes the answers of one artifact's cities, keeping for each what outlasts a request. */
export interface CityAnswers {
  readonly rowJson: (city: CityRecord, state: TimezoneState) => string
  /** The instant must lie in the state. */
  readonly detailJson: (city: CityRecord, state: TimezoneState, at: EpochSeconds) => string
}

/** Opens the answers for an artifact that is served under these addresses. */
export function openCityAnswers(urls: Urls): CityAnswers {
  const lasting = new Map<CityRecord, Lasting>()
  const zoneParts = new WeakMap<TimezoneState, ZoneParts>()
  // The sun of the newest local date asked for: a day is asked for many times, and takes a hundred times the rest.
  const suns = new Map<CityRecord, { localDay: number; json: string }>()

  const lastingOf = (city: CityRecord): Lasting => kept(lasting, city, () => makeLasting(city, urls))
  const partsOf = (city: CityRecord, state: TimezoneState): ZoneParts =>
    kept(zoneParts, state, () => makeZoneParts(city, state))
  const sunOf = (city: CityRecord, state: TimezoneState, at: EpochSeconds): string => {
    const localDay = Math.floor((at + state.season.type.offset) / DAY)
    const known = suns.get(city)
    if (known?.localDay === localDay) return known.json
    const json = sunJson(city, localDay)
    suns.set(city, { localDay, json })
    return json
  }
  return {
    rowJson(city, state) {
      const { row, rowEnd } = lastingOf(city)
      return row + partsOf(city, state).row + rowEnd
    },
    detailJson(city, state, at) {
      const { detail, detailEnd } = lastingOf(city)
      return (
        detail +
        partsOf(city, state).detail +
        currentJson(state, at) +
        ',"sun":' +
        sunOf(city, state, at) +
        detailEnd
      )
    },
  }
}

function kept<Key extends object, Value>(
  store: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = store.get(key)
  if (known !== undefined) return known
  const value = make()
  store.set(key, value)
  return value
}

/** The text of an object's fields without its closing brace. */
const opened = (fields: object): string => JSON.stringify(fields).slice(0, -1)

function makeLasting(city: CityRecord, urls: Urls): Lasting {
  const { slug, name, isCapital, population, lat, lon, country, zone } = city
  const self = `${urls.base}/cities/${slug}`
  const head = { slug, name, is_capital: isCapital }
  return {
    row: `${opened({ ...head, country: country.ref })},"timezone":`,
    rowEnd: `,"links":${JSON.stringify({ self })}}`,
    detail: `${opened({
      ...head,
      population,
      coordinates: { latitude: lat, longitude: lon },
      country: country.ref,
    })},"timezone":`,
    detailEnd: `,"links":${JSON.stringify({
      self,
      timezone: `${urls.base}/timezones/${pathOf(zone.iana)}`,
      country: `${urls.base}/countries/${country.slug}`,
      web: `${urls.web}/cities/${slug}`,
    })}}`,
  }
}

function makeZoneParts({ zone }: CityRecord, { compact }: TimezoneState): ZoneParts {
  const { utc_offset, abbreviation, is_dst } = compact
  const timezone = { iana: zone.iana, abbreviation }
  return {
    row: `${JSON.stringify(timezone)},"current":${JSON.stringify({ utc_offset, is_dst })}`,
    detail: `${JSON.stringify({ ...timezone, display_name: zone.displayName })},"current":`,
  }
}

/** JSON text of `sun` on a local date. */
function sunJson(city: CityRecord, localDay: number): string {
  const compiled = city.zone.compiled()
  const clock = (at: EpochSeconds): OffsetSeconds => offsetAt(compiled, at)
  const { sunrise, sunset, daylightMinutes } = sunOn(localDay, city.lat, city.lon, clock)
  const written = (at: EpochSeconds | null): string | null =>
    at === null || !isPrintable(at, clock(at)) ? null : formatDateTime(at, clock(at))
  return JSON.stringify({
    sunrise: written(sunrise),
    sunset: written(sunset),
    daylight_minutes: daylightMinutes,
  })
}
