// Joins GeoNames' rows of two years into one list: one row for each id, with the people that the two agree on.
import { OWN_IDS } from '../curated/columns.ts'
import type { GeonamesRow } from '../parse/geonames.ts'

/** Two numbers of people of one place that differ by this factor count different things: a town, and the district around it. */
const TIMES_APART = 5

/**
 * Returns the rows of the newer list, and those of the older that the newer lacks. A place has the newer number of people; the older, where the
 * newer is unknown; the smaller, where one is at least five times the other. It keeps its names of the older list, but for other names that the
 * newer took back and another place has there: "Rome" for Washington, D.C. Of other names no list says the language, and with those of the newer
 * one a few villages lose their own name to a city far away (Pyla, Belin).
 */
export function rankedPlaces(older: readonly GeonamesRow[], newer: readonly GeonamesRow[]): GeonamesRow[] {
  const olderById = new Map(older.map((row) => [row.geonamesId, row]))
  const borne = new Set(newer.flatMap(({ name, otherNames }) => [name, ...otherNames]))
  const rows = newer.map((row) => {
    const before = olderById.get(row.geonamesId)
    olderById.delete(row.geonamesId)
    if (before === undefined) return row
    const names = new Set([before.name, ...row.otherNames])
    const otherNames = [before.name, ...before.otherNames].filter(
      (name) => name !== row.name && (names.has(name) || !borne.has(name)),
    )
    return { ...row, otherNames, population: peopleOfBoth(before.population, row.population) }
  })
  return [...rows, ...olderById.values()]
}

const ownIds = new Map(OWN_IDS.map(({ geonamesId, id }) => [geonamesId, id]))

/** Gives rows the ids that their cities had here before a source had them, because their slugs are registered for those. */
export const withOwnIds = (rows: readonly GeonamesRow[]): GeonamesRow[] =>
  rows.map((row) => ({ ...row, geonamesId: ownIds.get(row.geonamesId) ?? row.geonamesId }))

function peopleOfBoth(older: number | null, newer: number | null): number | null {
  if (older === null || newer === null) return newer ?? older
  const [less, more] = older < newer ? [older, newer] : [newer, older]
  return less * TIMES_APART <= more ? less : newer
}
