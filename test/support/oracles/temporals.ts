// The Temporal objects for tests: a polyfill's, and the runtime's own if it has one (Node 26).
import { Temporal } from 'temporal-polyfill'

type TemporalObject = typeof Temporal
declare global {
  var Temporal: TemporalObject | undefined
}

/** Each with its name in the titles of tests. */
export const TEMPORALS: readonly [string, TemporalObject][] = [
  ['of the polyfill', Temporal],
  ...(globalThis.Temporal === undefined
    ? []
    : [['of the runtime', globalThis.Temporal] satisfies [string, TemporalObject]]),
]
