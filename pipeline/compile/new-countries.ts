// Adds countries that iso3166.tab has and CLDR lacks to CLDR's data, from curated rows.
import { NEW_COUNTRIES } from '../curated/tables.ts'
import { rowWithoutReason, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'

/** Returns CLDR with those countries. A row for a country that CLDR has is a fault. */
export function withNewCountries(cldr: Cldr): {
  readonly cldr: Cldr
  readonly findings: readonly SourceFinding[]
} {
  const known = NEW_COUNTRIES.filter(({ country }) => cldr.territoryNames.has(country))
  const rows = NEW_COUNTRIES.filter((row) => !known.includes(row))
  const containment = new Map(cldr.containment)
  for (const { country, subRegion } of rows)
    containment.set(subRegion, [...(containment.get(subRegion) ?? []), country])
  return {
    cldr: {
      ...cldr,
      territories: new Map([...cldr.territories, ...rows.map((row) => [row.country, row] as const)]),
      territoryNames: new Map([
        ...cldr.territoryNames,
        ...rows.map(({ country, name }) => [country, { name, short: null, all: [name] }] as const),
      ]),
      containment,
    },
    findings: known.map(({ country }) => rowWithoutReason('new-countries', country, `CLDR has ${country}`)),
  }
}
