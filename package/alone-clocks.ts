// `tzref-clocks`: the clocks of one tz release, with their data included, so there is nothing to find or to fetch.
import { openHistory } from '#core/artifact/history.ts'
import { Clocks } from './clock.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Trust } from '#core/zone/trust.ts'
export { UnknownNameError } from './check.ts'
export type { Disambiguation } from './disambiguation.ts'
export type { Change, Clock, Clocks, ClockState, LocalTime, TwoReadings, WallReading } from './clock.ts'

/** The key under which the file of data stores its text. Each package is built with its own key. */
declare const TZREF_DATA_KEY: string
declare function atob(text: string): string

/**
 * All clocks of the release of this package: `clocks.zone('Europe/Berlin')`.
 *
 * @example
 * ```js
 * import { clocks } from 'tzref-clocks'
 *
 * clocks.zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1)) // → 7200
 * ```
 */
export const clocks: Clocks = /* @__PURE__ */ clocksOf(TZREF_DATA_KEY)

/** The file of data is a script that modules of every kind can load. It stores its text under the key, where this function finds it. */
function clocksOf(key: string): Clocks {
  const text: unknown = Reflect.get(globalThis, Symbol.for(key))
  if (typeof text !== 'string')
    throw new Error(
      `${key}: found no data, expected the file data/clocks.js of this package to be loaded before`,
    )
  const history = openHistory(
    Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)),
    'clocks.js',
  )
  const [release = ''] = history.releases
  const opened = history.clocks(release)
  if (opened === null) throw new Error(`${key}: found no release in the data`)
  return new Clocks(opened)
}
