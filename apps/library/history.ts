// `tzref/history`: the clocks of many tz releases, from the file `tz-history.bin`.
import {
  openHistory as openBytes,
  type History as Opened,
  type HistoryClocks,
} from '#core/artifact/history.ts'
import { bytesOf, fetchBytes, nameOf, type Address, type Source } from './bytes.ts'
import { checkText, UnknownNameError } from './check.ts'
import { Clocks } from './clock.ts'
import { Moved } from './judge.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export { EventError } from '#apps/moved/event-text.ts'
export type { Verdict } from '#apps/moved/judge.ts'
export type { Address, Source } from './bytes.ts'
export { UnknownNameError } from './check.ts'
export type { Clocks } from './clock.ts'
export type { Judged, Moved, StoredEvent } from './judge.ts'
export type { History }

/** The clocks of many releases. */
class History {
  /** Oldest first. */
  readonly releases: readonly string[]
  readonly #opened: Opened

  /** @internal */
  constructor(opened: Opened) {
    this.releases = opened.releases
    this.#opened = opened
  }

  /**
   * All clocks of a release. Throws an UnknownNameError for a release that the file does not have. `releases` lists those that it has.
   *
   * @example
   * ```js
   * history.clocks('2026e').zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1)) // → 7200
   * ```
   */
  clocks(release: string): Clocks {
    return new Clocks(this.#clocksOf(release, 'release'))
  }

  /**
   * Judges stored events between two releases. An event may name any other release as its own. Throws as `clocks` does.
   *
   * @example
   * ```js
   * history.moved('2026e', '2026f').judge({ zone: 'Europe/Berlin', wall: '2030-12-01T09:00' }).verdict // → 'unmoved'
   * ```
   */
  moved(older: string, newer: string): Moved {
    return new Moved(this.#clocksOf(older, 'older'), this.#clocksOf(newer, 'newer'), (release) =>
      this.#opened.clocks(release),
    )
  }

  #clocksOf(release: string, parameter: string): HistoryClocks {
    checkText(release, parameter, RELEASE)
    const clocks = this.#opened.clocks(release)
    if (clocks !== null) return clocks
    throw new UnknownNameError(parameter, release, `one of ${this.releases.join(', ')}`, this.releases)
  }
}

const RELEASE = 'a tz release such as "2026f"'

/**
 * Opens `tz-history.bin`. Throws an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { openHistory } from 'tzref/history'
 *
 * const history = openHistory('tz-history.bin')
 * history.releases.at(-1) // → '2026f'
 * ```
 */
export const openHistory = (source: Source): History =>
  new History(openBytes(bytesOf(source), nameOf(source, 'tz-history.bin')))

/**
 * Fetches `tz-history.bin` and opens it. Throws an Error for any status but 2xx, and an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { fetchHistory } from 'tzref/history'
 *
 * const history = await fetchHistory('https://example.org/tz-history.bin')
 * history.releases.at(-1) // → '2026f'
 * ```
 */
export const fetchHistory = async (address: Address): Promise<History> =>
  new History(openBytes(await fetchBytes(address), nameOf(address)))
