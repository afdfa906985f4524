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

/** The bytes of a text in base64: by Node's own reader where there is one. It takes 0.5 ms, and the first run of the loop 6. */
function bytesOf(text: string): Uint8Array {
  // Not by its name, which some bundlers for pages take for a wish to have all of it.
  const reader: { from?: (text: string, encoding: 'base64') => Uint8Array } | undefined = Reflect.get(
    globalThis,
    'Buffer',
  )
  if (typeof reader?.from === 'function') return reader.from(text, 'base64')
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  for (let from = 0, to = 0; from < text.length; from += 4) {
    let four = 0
    for (let at = from; at < from + 4; at++) four = (four << 6) | sixBits(text.charCodeAt(at))
    // A typed array takes the last byte of each, and nothing beyond its end.
    bytes[to++] = four >> 16
    bytes[to++] = four >> 8
    bytes[to++] = four
  }
  return bytes
}

/** The value of a character of base64 by its code; 0 beyond the end of the text. `A` is 65, `a` 97, `0` 48, `+` 43, `/` 47. */
function sixBits(code: number): number {
  if (code >= 97) return code - 71
  if (code >= 65) return code - 65
  if (code >= 48) return code + 4
  return code === 43 ? 62 : code === 47 ? 63 : 0
}
