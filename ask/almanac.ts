// All that can be asked of one artifact: its zones, standards, countries, cities and boundaries, and how things stand at an instant.
import type { Names } from '#core/artifact/names.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { openCities, type Cities, type City } from './cities.ts'
import { openCountries, type Countries, type Country } from './countries.ts'
import { countryState, type CountryState } from './country-state.ts'
import { kept } from './kept.ts'
import { openMeanings, type Meanings } from './location.ts'
import { openPlaces, type Places } from './look-up.ts'
import type { Reference } from './reference.ts'
import { standardsInUse, type StandardsInUse } from './standards-in-use.ts'
import { openStandards, type Standards } from './standards.ts'
import { zoneState, type ZoneState } from './zone-state.ts'
import { openZones, type Zone, type Zones } from './zones.ts'

export interface Almanac {
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  /** Read when they are first asked for. */
  readonly cities: () => Cities
  /** What people call all of it. Opened when they are first asked for. */
  readonly names: () => Names
  /** Everything that a location token can mean, as it was sent. */
  readonly meaningsOf: (token: string) => Meanings
  /** Opened when they are first asked for. Null where the artifact has no boundaries. */
  readonly places: () => Places | null
  /** What a zone's clock does at an instant. `now` is the present, whose states are kept whatever other instants are asked about. */
  readonly stateOf: (zone: Zone, at: EpochSeconds, now?: EpochSeconds) => ZoneState
  /** Which standards are used from an instant to a year later. */
  readonly standardsInUse: (now: EpochSeconds) => StandardsInUse
  readonly countryStateOf: (country: Country, now: EpochSeconds) => CountryState
  /** Until when the states of all listed zones stay true. */
  readonly zonesUntil: (now: EpochSeconds) => number
  /** Cities by name, or by the standard offset of their zones, ties by slug. */
  readonly citiesBy: (order: CityOrder, now: EpochSeconds) => readonly City[]
}

export type CityOrder = 'name' | '-name' | 'offset' | '-offset'

/** Opens an artifact for questions. What stays true is kept for the next question: see `kept.ts`. */
export function openAlmanac(reference: Reference): Almanac {
  const zones = openZones(reference)
  const standards = openStandards(reference)
  const countries = openCountries(reference, zones)
  // There are thirty thousand cities. Reading them takes a quarter of a second, and a question about a zone need not wait for that.
  const cities = once(() => openCities(reference, zones, countries))
  const places = once(() => {
    const boundaries = reference.boundaries()
    return boundaries === null ? null : openPlaces(boundaries, zones)
  })

  const stateOf = kept((zone: Zone, at) => zoneState(zone, at, standards))
  const inUse = kept((of: Zones, at) => standardsInUse(of.listed, standards, at))
  const countryStateOf = kept((country: Country, now) =>
    countryState(
      country,
      inUse(zones, now),
      country.zones.map((zone) => stateOf(zone, now)),
    ),
  )
  const horizons = kept((of: Zones, now) => ({
    from: now,
    until: Math.min(...of.listed.map((zone) => stateOf(zone, now).until)),
  }))
  const descending = once(() => inOrder(cities().byName, ({ sortName }) => sortName, -1))
  const byOffset = kept((of: Cities, now) => {
    const offsetOf = ({ zone }: City): number => stateOf(zone, now).season.type.stdoff
    return {
      from: now,
      until: horizons(zones, now).until,
      offset: inOrder(of.byName, offsetOf, 1),
      '-offset': inOrder(of.byName, offsetOf, -1),
    }
  })
  return {
    zones,
    standards,
    countries,
    cities,
    names: reference.names,
    meaningsOf: openMeanings({ zones, standards, countries, cities, names: reference.names }),
    places,
    stateOf,
    standardsInUse: (now) => inUse(zones, now),
    countryStateOf,
    zonesUntil: (now) => horizons(zones, now).until,
    citiesBy(order, now) {
      if (order === 'name') return cities().byName
      return order === '-name' ? descending() : byOffset(cities(), now)[order]
    },
  }
}

/** Makes a thing when it is first asked for. */
function once<Thing>(make: () => Thing): () => Thing {
  let made: { readonly thing: Thing } | undefined
  return () => (made ??= { thing: make() }).thing
}

/** Cities by a key in either direction; those of one key by slug. */
function inOrder(cities: readonly City[], keyOf: (city: City) => string | number, direction: 1 | -1): City[] {
  const keyed = cities.map((city) => ({ city, key: keyOf(city) }))
  keyed.sort((a, b) =>
    a.key === b.key ? (a.city.slug < b.city.slug ? -1 : 1) : a.key < b.key ? -direction : direction,
  )
  return keyed.map(({ city }) => city)
}
