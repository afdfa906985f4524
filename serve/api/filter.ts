// The rows of a list that every filter of a request keeps.

/** The rows that every filter keeps; a filter that was not asked for is `false`. Without any, the list itself. */
export function keptBy<Row>(
  rows: readonly Row[],
  filters: readonly (false | ((row: Row) => boolean))[],
): readonly Row[] {
  const asked = filters.filter((filter) => filter !== false)
  return asked.length === 0 ? rows : rows.filter((row) => asked.every((keeps) => keeps(row)))
}
