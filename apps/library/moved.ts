// `tzref/moved`: whether a newer tz release puts a stored event at another instant than the release it was resolved with.
import { openClocks, type ReleaseClocks } from '#core/artifact/clocks.ts'
import { bytesOf, nameOf, type Source } from './bytes.ts'
import { Moved } from './judge.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export { EventError } from '#apps/moved/event-text.ts'
export type { Verdict } from '#apps/moved/judge.ts'
export type { Source } from './bytes.ts'
export type { Judged, Moved, StoredEvent } from './judge.ts'

/**
 * Compares the clocks (`clocks.bin`) of an older and a newer release. Throws an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { openMoved } from 'tzref/moved'
 *
 * // The clocks of the release that you resolved your events with, and those of the newest.
 * const older = import.meta.resolve('tzref-data/clocks.bin')
 * const newer = older
 * const moved = openMoved(older, newer)
 * moved.judge({ zone: 'Europe/Berlin', wall: '2030-12-01T09:00' }).verdict // → 'unmoved'
 * ```
 */
export const openMoved = (older: Source, newer: Source): Moved => new Moved(clocksOf(older), clocksOf(newer))

const clocksOf = (source: Source): ReleaseClocks => openClocks(bytesOf(source), nameOf(source, 'clocks.bin'))
