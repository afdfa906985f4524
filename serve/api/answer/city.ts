// (city, instant) → the city resource as JSON text, made of parts that stay true for longer than a second.
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, isPrintable } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import { cached, type Lasting } from '#core/ask/cached.ts'
import { citySun, localDayOf } from '#core/ask/sun.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import type { CityDetail, CityRow, Sun } from '#schemas/wire/city.ts'
import { inSlices } from '../../admission/slices.ts'
import { pathOf, type Urls } from '../../urls.ts'
import { LiveWriter, type LiveText } from './live-text.ts'
import { oncePer } from '#core/once-per.ts'
import {
  bytesOfParts,
  compactOf,
  UTC,
  withDateTimes,
  type ThreeParts,
  type TimezoneTexts,
} from './timezone.ts'

/** The parts of a city that are true on one local date. */
interface CachedDay extends Lasting {
  readonly offset: OffsetSeconds
  /** JSON text of `sun`, the slowest part of a city to make. */
  readonly sun: string
  /** The detail around its date-times, as UTF-8, one character for each byte. Null until it is asked for. */
  bytes: ThreeParts | null
}

/** Number of cities that are written between two checks of the time. */
const CITIES_A_LOOK = 64
/** A little more than a usual city needs. */
const DETAIL_BYTES = 890
const ROW_BYTES = 340

/** Opens the JSON texts of cities for a server with these addresses. Each part is cached while it is true. */
export function openCityTexts(almanac: Almanac, zones: TimezoneTexts, urls: Urls) {
  const { stateOf } = almanac
  // True while the state of the zone lasts.
  const rows = oncePer((state: ZoneState) =>
    oncePer((city: City) => JSON.stringify(cityRow(city, state, urls))),
  )
  const starts = oncePer((city: City) => opened(startOf(city)))
  const ends = oncePer((city: City) => JSON.stringify(linksOf(city, urls)))
  const timezones = oncePer((state: ZoneState) => JSON.stringify(timezoneOf(state)))
  const days = cached((city: City, at, now): CachedDay => {
    const state = stateOf(city.zone, at, now)
    const { offset } = state.season.type
    const sun = JSON.stringify(sunOf(city, localDayOf(at, offset)))
    return { ...dayAt(at, state), offset, sun, bytes: null }
  })
  const details = cached((country: Country, now) => {
    const cities = almanac.cities().inCountry(country)
    const spans = [...new Set(cities.map(({ zone }) => zone))].map((zone) => dayAt(now, stateOf(zone, now)))
    const made = inSlices(
      arrayOf(cities, DETAIL_BYTES, (writer, separator, city) => {
        const day = days(city, now, now)
        const [start, middle, end] = partsOf(city, day, now, now)
        writer.text(separator + start)
        writer.dateTime(day.offset)
        writer.text(middle)
        writer.dateTime(UTC)
        writer.text(end)
      }),
    )
    const kept = {
      from: Math.max(...spans.map(({ from }) => from)),
      until: Math.min(...spans.map(({ until }) => until)),
      text: made as LiveText | Promise<LiveText>,
    }
    made.then(
      (text) => (kept.text = text),
      // It is made again when it is asked for again.
      () => (kept.until = -Infinity),
    )
    return kept
  })

  /** The list row. */
  const row = (city: City, now: EpochSeconds): string => rows(stateOf(city.zone, now))(city)

  /** The detail around its date-times. */
  function partsOf(city: City, { sun }: CachedDay, at: EpochSeconds, now: EpochSeconds): ThreeParts {
    const state = stateOf(city.zone, at, now)
    const [start, middle, end] = zones.aroundCurrent(state)
    return [
      `${starts(city)},"timezone":${timezones(state)},"current":${start}`,
      middle,
      `${end},"sun":${sun},"links":${ends(city)}}`,
    ]
  }

  return {
    row,
    /** The full resource at an instant. The parts that are true at `now` stay cached when other instants are asked about. */
    detail(city: City, at: EpochSeconds, now: EpochSeconds): string {
      const day = days(city, at, now)
      return withDateTimes(partsOf(city, day, at, now), day.offset, at)
    },
    /** The same as UTF-8, one character for each byte. */
    detailBytes(city: City, at: EpochSeconds, now: EpochSeconds): string {
      const day = days(city, at, now)
      day.bytes ??= bytesOfParts(partsOf(city, day, at, now))
      return withDateTimes(day.bytes, day.offset, at)
    },
    /** The full resources of a country's cities as an array. Cached until one of them changes in more than the time of day. */
    details: (country: Country, now: EpochSeconds) => details(country, now).text,
    /** The list rows of a country's cities as an array. */
    rows: (country: Country, now: EpochSeconds): Promise<LiveText> =>
      inSlices(
        arrayOf(almanac.cities().inCountry(country), ROW_BYTES, (writer, separator, city) =>
          writer.text(separator + row(city, now)),
        ),
      ),
  }
}

/** Writes an array of cities, one after the other. */
function* arrayOf(
  cities: readonly City[],
  bytesEach: number,
  write: (writer: LiveWriter, separator: string, city: City) => void,
): Generator<undefined, LiveText> {
  const writer = new LiveWriter(1024 + cities.length * bytesEach)
  writer.text('[')
  for (const [index, city] of cities.entries()) {
    if (index % CITIES_A_LOOK === 0) yield
    write(writer, index === 0 ? '' : ',', city)
  }
  writer.text(']')
  return writer.done()
}

/** The text of an object's fields without its closing brace. */
const opened = (fields: object): string => JSON.stringify(fields).slice(0, -1)

/** The start and end of the local date at an instant, as far as the zone's state lasts. */
function dayAt(at: EpochSeconds, { from, until, season }: ZoneState): Lasting {
  const { offset } = season.type
  const localDay = localDayOf(at, offset)
  return {
    from: Math.max(from, localDay * DAY - offset),
    until: Math.min(until, (localDay + 1) * DAY - offset),
  }
}

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

const startOf = (city: City): Omit<CityDetail, 'timezone' | 'current' | 'sun' | 'links'> => ({
  slug: city.slug,
  name: city.name,
  is_capital: city.isCapital,
  population: city.population,
  coordinates: { latitude: city.lat, longitude: city.lon },
  country: countryRef(city),
})

const timezoneOf = ({ zone, inForce }: ZoneState): CityDetail['timezone'] => ({
  iana: zone.iana,
  abbreviation: inForce.abbreviation,
  display_name: zone.displayName,
})

const linksOf = (city: City, urls: Urls): CityDetail['links'] => ({
  self: selfLink(city, urls),
  timezone: `${urls.base}/timezones/${pathOf(city.zone.iana)}`,
  country: `${urls.base}/countries/${city.country.slug}`,
  web: `${urls.web}/cities/${city.slug}`,
})

/** `sun` on a local date. */
function sunOf(city: City, localDay: number): Sun {
  const { sunrise, sunset, daylightMinutes } = citySun(city, localDay)
  const written = (at: EpochSeconds | null): string | null => {
    if (at === null) return null
    const offset = offsetAt(city.zone.compiled(), at)
    // Only the local date is printed: Honolulu has a last sunset in the year 9999, though in UTC it is later.
    return isPrintable(epochSeconds(at + offset), UTC) ? formatDateTime(at, offset) : null
  }
  return { sunrise: written(sunrise), sunset: written(sunset), daylight_minutes: daylightMinutes }
}
