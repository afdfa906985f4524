// Orders of rows: total, by code unit and never by locale, nulls last in both directions.
import { byCodeUnit } from './text/by-code-unit.ts'

export type Order<Row> = (one: Row, other: Row) => number

/** By a text, nulls last whichever way. */
export const byText =
  <Row>(textOf: (row: Row) => string | null, direction: 1 | -1 = 1): Order<Row> =>
  (one, other) => {
    const text = textOf(one)
    const otherText = textOf(other)
    if (text === null || otherText === null) return Number(text === null) - Number(otherText === null)
    return direction * byCodeUnit(text, otherText)
  }

/** By a number. */
export const byNumber =
  <Row>(numberOf: (row: Row) => number, direction: 1 | -1 = 1): Order<Row> =>
  (one, other) =>
    direction * (numberOf(one) - numberOf(other))

/** By the first order, ties by the next. */
export const thenBy =
  <Row>(...orders: readonly Order<Row>[]): Order<Row> =>
  (one, other) => {
    for (const order of orders) {
      const sign = order(one, other)
      if (sign !== 0) return sign
    }
    return 0
  }
