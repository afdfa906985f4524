// (country, its zones and standards at an instant) → how many of its zones keep daylight saving, and which standards it uses.
import { byText, thenBy } from '#core/order.ts'
import type { Country } from './countries.ts'
import type { Standard } from './standards.ts'
import type { StandardsInUse } from './standards-in-use.ts'
import type { ZoneState } from './zone-state.ts'

export interface CountryState {
  readonly country: Country
  /** True from here … */
  readonly from: number
  /** … until just before here. */
  readonly until: number
  /** How many of its zones keep daylight saving time. */
  readonly zonesWithDst: number
  /** Those its zones use at some time from now to a year from now, by name. */
  readonly standards: readonly Standard[]
}

/** The state of a country, made of those of its zones. */
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
