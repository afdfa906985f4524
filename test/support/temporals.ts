// The Temporal objects that tests run with: a polyfill's, and the runtime's own if it has one (Node 26).
import { Temporal } from 'temporal-polyfill'

type TemporalObject = typeof Temporal
declare global {
  var Temporal: TemporalObject | undefined
}

/** Each with the words that tests name it by. */
export const TEMPORALS: readonly [string, TemporalObject][] = [
  ['of the polyfill', Temporal],
  ...(globalThis.Temporal === undefined
    ? []
    : [['of the runtime', globalThis.Temporal] satisfies [string, TemporalObject]]),
]
