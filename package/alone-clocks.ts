// `tzref-clocks`: the clocks of one tz release, with their data included, so there is nothing to find or to fetch.
import { openClocks } from '#core/artifact/clocks.ts'
import { Clocks } from './clock.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Trust } from '#core/zone/trust.ts'
export { UnknownNameError } from './check.ts'
export type { Disambiguation } from './disambiguation.ts'
export type { Change, Clock, Clocks, ClockState, LocalTime, TwoReadings, WallReading } from './clock.ts'

/** The key under which the file of data stores its text. Each package is built with its own key. */
declare const TZREF_DATA_KEY: string

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
  return new Clocks(openClocks(bytesOf(text), 'clocks.js'))
}

/** The bytes of hexadecimal digits. Node's own way takes an eighth of the first run of the loop, which is a quarter of the first answer. */
function bytesOf(text: string): Uint8Array {
  // Not by its name, which some bundlers for pages take for a wish to have all of it.
  const reader: { from?: (text: string, encoding: 'hex') => Uint8Array } | undefined = Reflect.get(
    globalThis,
    'Buffer',
  )
  if (typeof reader?.from === 'function') return reader.from(text, 'hex')
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = (digit(text.charCodeAt(2 * at)) << 4) | digit(text.charCodeAt(2 * at + 1))
  return bytes
}

/** The value of a digit from 0 to f: `9` is 57, `a` is 97. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
