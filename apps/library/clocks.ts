// `tzref/clocks`: past, present and future of every zone's clock, from the file `clocks.bin`.
import { openClocks as openBytes } from '#core/artifact/clocks.ts'
import { bytesOf, fetchBytes, nameOf, type Address, type Source } from './bytes.ts'
import { Clocks } from './clock.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Trust } from '#core/zone/trust.ts'
export type { Address, Source } from './bytes.ts'
export { UnknownNameError } from './check.ts'
export type { Disambiguation } from './disambiguation.ts'
export type { Change, Clock, Clocks, ClockState, LocalTime, TwoReadings, WallReading } from './clock.ts'

/**
 * Opens `clocks.bin`. Throws an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { openClocks } from 'tzref/clocks'
 *
 * const clocks = openClocks(import.meta.resolve('tzref-data/clocks.bin'))
 * clocks.release // → '2026f'
 * ```
 */
export const openClocks = (source: Source): Clocks =>
  new Clocks(openBytes(bytesOf(source), nameOf(source, 'clocks.bin')))

/**
 * Fetches `clocks.bin` and opens it. Throws an Error for any status but 2xx, and an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { fetchClocks } from 'tzref/clocks'
 *
 * const clocks = await fetchClocks('https://example.org/clocks.bin')
 * clocks.release // → '2026f'
 * ```
 */
export const fetchClocks = async (address: Address): Promise<Clocks> =>
  new Clocks(openBytes(await fetchBytes(address), nameOf(address)))
