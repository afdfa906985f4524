// A country, its zones and the standards in use at an instant → how many of its zones keep daylight saving time, and its standards.
import { byText, thenBy } from '#core/order.ts'
import type { Country } from './countries.ts'
import type { Standard } from './standards.ts'
import type { StandardsInUse } from './standards-in-use.ts'
import type { ZoneState } from './zone-state.ts'

export interface CountryState {
  readonly country: Country
  /** Everything here is true from this instant … */
  readonly from: number
  /** … until just before this one. */
  readonly until: number
  /** How many of its zones keep daylight saving time. */
  readonly zonesWithDst: number
  /** The standards that its zones use from now to a year from now, by name. */
  readonly standards: readonly Standard[]
}

/** The state of a country, computed from the states of its zones. */
export function countryState(
  country: Country,
  inUse: StandardsInUse,
  zones: readonly ZoneState[],
): CountryState {
  const used = new Set(country.zones.flatMap((zone) => [...(inUse.standardsOf.get(zone) ?? [])]))
  const byName = thenBy<Standard>(
    byText(({ sortName }) => sortName),
    byText(({ slug }) => slug),
  )
  return {
    country,
    from: Math.max(inUse.from, ...zones.map(({ from }) => from)),
    until: Math.min(inUse.until, ...zones.map(({ until }) => until)),
    zonesWithDst: zones.filter(({ season }) => season.observesDst).length,
    standards: [...used].toSorted(byName),
  }
}
