// Filters and orders of list rows; orders are total, by code unit, nulls last in both directions.

export type Order<Row> = (one: Row, other: Row) => number

/** By code unit, never by locale. */
export const byUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** By a text, nulls last whichever way. */
export const byText =
  <Row>(textOf: (row: Row) => string | null, direction: 1 | -1): Order<Row> =>
  (one, other) => {
    const text = textOf(one)
    const otherText = textOf(other)
    if (text === null || otherText === null) return Number(text === null) - Number(otherText === null)
    return direction * byUnit(text, otherText)
  }

/** By a number. */
export const byNumber =
  <Row>(numberOf: (row: Row) => number, direction: 1 | -1): Order<Row> =>
  (one, other) =>
    direction * (numberOf(one) - numberOf(other))

/** By the first order, ties by the second. */
export const thenBy =
  <Row>(first: Order<Row>, second: Order<Row>): Order<Row> =>
  (one, other) =>
    first(one, other) || second(one, other)

/** The rows that every filter keeps; a filter that was not asked for is `false`. Without any, the list itself. */
export function keptBy<Row>(
  rows: readonly Row[],
  filters: readonly (false | ((row: Row) => boolean))[],
): readonly Row[] {
  const asked = filters.filter((filter) => filter !== false)
  return asked.length === 0 ? rows : rows.filter((row) => asked.every((keeps) => keeps(row)))
}
