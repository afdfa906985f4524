// Orders of rows that are total and the same in every locale; nulls come last in both directions.
import { byCodeUnit } from './text/by-code-unit.ts'

export type Order<Row> = (one: Row, other: Row) => number

/** Orders by a text, by code unit. Nulls come last in both directions. */
export const byText =
  <Row>(textOf: (row: Row) => string | null, direction: 1 | -1 = 1): Order<Row> =>
  (one, other) => {
    const text = textOf(one)
    const otherText = textOf(other)
    if (text === null || otherText === null) return Number(text === null) - Number(otherText === null)
    return direction * byCodeUnit(text, otherText)
  }

/** Orders by a number. */
export const byNumber =
  <Row>(numberOf: (row: Row) => number, direction: 1 | -1 = 1): Order<Row> =>
  (one, other) =>
    direction * (numberOf(one) - numberOf(other))

/** Orders by the first order. Ties are broken by the next one. */
export const thenBy =
  <Row>(...orders: readonly Order<Row>[]): Order<Row> =>
  (one, other) => {
    for (const order of orders) {
      const sign = order(one, other)
      if (sign !== 0) return sign
    }
    return 0
  }
