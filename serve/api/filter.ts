// Keeps the rows of a list that pass every filter of a request.

/** The rows that pass every filter. A filter that was not asked for is `false`. Without any filter, the list itself. */
export function keptBy<Row>(
  rows: readonly Row[],
  filters: readonly (false | ((row: Row) => boolean))[],
): readonly Row[] {
  const asked = filters.filter((filter) => filter !== false)
  return asked.length === 0 ? rows : rows.filter((row) => asked.every((keeps) => keeps(row)))
}
