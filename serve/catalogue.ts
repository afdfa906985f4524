// One artifact as the server uses it: a request takes one catalogue at its start and asks no other.
import type { Artifact } from '#open/artifact.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { openCityAnswers, type CityAnswers } from './api/answer/city.ts'
import { countryState, type CountryState } from './api/answer/country.ts'
import { timezoneState, type TimezoneState } from './api/answer/timezone.ts'
import { usageAt, type Usage } from '#ask/usage.ts'
import { openPointBoundaries, type PointBoundaries } from '#ask/places.ts'
import { openCities, type Cities, type CityRecord } from '#ask/cities.ts'
import { openCountries, type Countries, type CountryRecord } from '#ask/countries.ts'
import { openStandards, type Standards } from '#ask/standards.ts'
import { openZones, type ZoneRecord, type Zones } from '#ask/zones.ts'
import type { Urls } from './urls.ts'

export interface Catalogue {
  readonly artifact: Artifact
  readonly urls: Urls
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  /** Read on first use. */
  readonly cities: Cities
  /** Read on first use. Null where the artifact has none. */
  readonly boundaries: PointBoundaries | null
  /** A zone's answer at an instant: the parts that stay true for its season are made once and kept for the next request. */
  readonly timezoneAt: (zone: ZoneRecord, at: EpochSeconds) => TimezoneState
  /** Which standards are used from an instant to a year later; kept while it is true. */
  readonly usageAt: (now: EpochSeconds) => Usage
  /** A country's answer at an instant; kept while it is true. */
  readonly countryAt: (country: CountryRecord, now: EpochSeconds) => CountryState
  readonly cityAnswers: CityAnswers
  /** Until when the states of all listed zones stay true. */
  readonly zonesUntil: (now: EpochSeconds) => number
  /** Cities by name, or by the standard offset of their zones, ties by slug; kept while it is true. */
  readonly citiesBy: (order: CityOrder, now: EpochSeconds) => readonly CityRecord[]
}

/** Opens what the server needs of an artifact. */
export function openCatalogue(artifact: Artifact, urls: Urls): Catalogue {
  const zones = openZones(artifact)
  const standards = openStandards(artifact)
  const countries = openCountries(artifact, zones)
  // Thirty thousand of them take a quarter of a second, which who asks for a zone need not wait for.
  let opened: Cities | undefined
  const cities = (): Cities => (opened ??= openCities(artifact, zones, countries))
  let openedBoundaries: PointBoundaries | null | undefined
  const boundaries = (): PointBoundaries | null => {
    if (openedBoundaries === undefined) openedBoundaries = openPointBoundaries(artifact, zones)
    return openedBoundaries
  }

  const states = keeping((zone: ZoneRecord, at) => timezoneState(zone, at, standards, urls))
  const usages = keeping((_: Zones, at) => usageAt(zones.listed, standards, at))
  const countryStates = keeping((country: CountryRecord, now) =>
    countryState(
      country,
      usages(zones, now),
      country.zones.map((zone) => states(zone, now)),
      urls,
    ),
  )
  const horizons = keeping((_: Zones, now) => ({
    from: now,
    until: Math.min(...zones.listed.map((zone) => states(zone, now).until)),
  }))
  let descending: readonly CityRecord[] | undefined
  const offsetOrders = keeping((ofArtifact: Cities, now) => {
    const offsetOf = (city: CityRecord): number => states(city.zone, now).season.type.stdoff
    return {
      from: now,
      until: horizons(zones, now).until,
      offset: inOrder(ofArtifact.byName, offsetOf, 1),
      '-offset': inOrder(ofArtifact.byName, offsetOf, -1),
    }
  })
  return {
    artifact,
    urls,
    zones,
    standards,
    countries,
    get cities() {
      return cities()
    },
    get boundaries() {
      return boundaries()
    },
    timezoneAt: states,
    usageAt: (now) => usages(zones, now),
    countryAt: countryStates,
    cityAnswers: openCityAnswers(urls),
    zonesUntil: (now) => horizons(zones, now).until,
    citiesBy(order, now) {
      if (order === 'name') return cities().byName
      if (order !== '-name') return offsetOrders(cities(), now)[order]
      return (descending ??= inOrder(cities().byName, ({ sortName }) => sortName, -1))
    },
  }
}

type CityOrder = 'name' | '-name' | 'offset' | '-offset'

/** Cities by a key in either direction; those of one key by slug. */
function inOrder(
  cities: readonly CityRecord[],
  keyOf: (city: CityRecord) => string | number,
  direction: 1 | -1,
): CityRecord[] {
  const keyed = cities.map((city) => ({ city, key: keyOf(city) }))
  keyed.sort((a, b) =>
    a.key === b.key ? (a.city.slug < b.city.slug ? -1 : 1) : a.key < b.key ? -direction : direction,
  )
  return keyed.map(({ city }) => city)
}

/** Keeps the newest state of each thing and makes another only for an instant outside of what it is true for. */
function keeping<Thing extends object, State extends { readonly from: number; readonly until: number }>(
  make: (thing: Thing, at: EpochSeconds) => State,
): (thing: Thing, at: EpochSeconds) => State {
  const kept = new Map<Thing, State>()
  return (thing, at) => {
    const known = kept.get(thing)
    if (known !== undefined && known.from <= at && at < known.until) return known
    const state = make(thing, at)
    kept.set(thing, state)
    return state
  }
}
