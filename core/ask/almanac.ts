// Everything that can be asked of one artifact: zones, standards, countries, cities and boundaries, and their state at an instant.
import type { EpochSeconds } from '../time/units.ts'
import { readCities, type Cities, type City } from './cities.ts'
import { countryState, openCountries, type Country, type CountryState } from './countries.ts'
import { readDisagreements, type Disagreement } from './disagreements.ts'
import { groupBy } from '../group-by.ts'
import { cached } from './cached.ts'
import type { Gazetteer } from './candidates.ts'
import { openMeanings, type Meanings } from './location.ts'
import { openPlaces, type Places } from './look-up.ts'
import type { Reference } from './reference-data.ts'
import { standardsInUse, type StandardsInUse } from './standards-in-use.ts'
import { openStandards } from './standards.ts'
import { zoneState, type ZoneState } from './zone-state.ts'
import { openZones, type Zone, type Zones } from './zones.ts'

export interface Almanac extends Gazetteer {
  /** Everything that a location token can mean. The token is given as it was sent. */
  readonly meaningsOf: (token: string) => Meanings
  /** Opened at the first call. Null if the artifact has no boundaries. */
  readonly places: () => Places | null
  /** Settlements that the sources put into different zones. Read at the first call. */
  readonly disagreements: () => readonly Disagreement[]
  /** The state of a zone's clock at an instant. `now` is the present: its states stay cached whatever other instants are asked about. */
  readonly stateOf: (zone: Zone, at: EpochSeconds, now?: EpochSeconds) => ZoneState
  /** The standards that are used from an instant to a year later. */
  readonly standardsInUse: (now: EpochSeconds) => StandardsInUse
  readonly countryStateOf: (country: Country, now: EpochSeconds) => CountryState
  /** The instant (exclusive) until which the states of all listed zones stay true. */
  readonly zonesUntil: (now: EpochSeconds) => number
  /** Reads ahead, in steps of a few milliseconds, so that the first questions about cities and standards at an instant need not wait. */
  readonly readAhead: (now: EpochSeconds) => Generator<undefined, void>
  /** Cities by name, or by the standard offset of their zones. Ties are ordered by slug. */
  readonly citiesBy: (order: CityOrder, now: EpochSeconds) => readonly City[]
}

export type CityOrder = 'name' | '-name' | 'offset' | '-offset'

/** Opens an artifact for questions. Answers that stay true are cached for the next question, see `cached.ts`. */
export function openAlmanac(reference: Reference): Almanac {
  const zones = openZones(reference)
  const standards = openStandards(reference)
  const countries = openCountries(reference, zones)
  // A question about a zone need not wait for the cities.
  let readAlready: Cities | undefined
  const cities = (): Cities => (readAlready ??= finished(readCities(reference, zones, countries)))
  const places = once(() => {
    const boundaries = reference.boundaries()
    return boundaries === null ? null : openPlaces(boundaries, zones)
  })

  const stateOf = cached((zone: Zone, at) => zoneState(zone, at, standards))
  const inUse = cached((of: Zones, at) => standardsInUse(of.listed, standards, at))
  const countryStateOf = cached((country: Country, now) =>
    countryState(
      country,
      inUse(zones, now),
      country.zones.map((zone) => stateOf(zone, now)),
    ),
  )
  const horizons = cached((of: Zones, now) => ({
    from: now,
    until: Math.min(...of.listed.map((zone) => stateOf(zone, now).until)),
  }))
  // Cities with one name, or one offset, keep the order of their slugs in both directions.
  const descending = once(() =>
    [...groupBy(cities().byName, ({ sortName }) => sortName).values()].toReversed().flat(),
  )
  const byOffset = cached((of: Cities, now) => {
    const groups = [...groupBy(of.bySlug, ({ zone }) => stateOf(zone, now).season.type.stdoff)]
      .toSorted(([one], [other]) => one - other)
      .map(([, group]) => group)
    return {
      from: now,
      until: horizons(zones, now).until,
      offset: groups.flat(),
      reversed: once(() => groups.toReversed().flat()),
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
    disagreements: once(() => readDisagreements(reference)),
    stateOf,
    standardsInUse: (now) => inUse(zones, now),
    countryStateOf,
    *readAhead(now) {
      inUse(zones, now)
      yield
      if (readAlready === undefined) {
        const read = yield* readCities(reference, zones, countries)
        // A question may have read the cities meanwhile.
        readAlready ??= read
      }
      yield
      byOffset(readAlready, now)
    },
    zonesUntil: (now) => horizons(zones, now).until,
    citiesBy(order, now) {
      if (order === 'name') return cities().byName
      if (order === '-name') return descending()
      const { offset, reversed } = byOffset(cities(), now)
      return order === 'offset' ? offset : reversed()
    },
  }
}

/** The result of work that is done without pauses. */
function finished<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** Makes a thing at the first call, and returns the same one later. */
function once<Thing>(make: () => Thing): () => Thing {
  let made: { readonly thing: Thing } | undefined
  return () => (made ??= { thing: make() }).thing
}
