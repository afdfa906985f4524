// `tzref/history`: the clocks of many tz releases, from the file `tz-history.bin`.
import { openHistory as openBytes, type History as Opened } from '#core/artifact/history.ts'
import { bytesOf, fetchBytes, nameOf, type Source } from './bytes.ts'
import { Clocks } from './clocks.ts'
import { Moved } from './moved.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Source } from './bytes.ts'

/** The clocks of many releases. */
export class History {
  /** Oldest first. */
  readonly releases: readonly string[]
  readonly #opened: Opened

  /** Use `openHistory` or `fetchHistory`. */
  constructor(opened: Opened) {
    this.releases = opened.releases
    this.#opened = opened
  }

  /** All clocks of a release; null where the file does not have it. */
  clocks(release: string): Clocks | null {
    const clocks = this.#opened.clocks(release)
    return clocks === null ? null : new Clocks(clocks)
  }

  /** Judges stored events between two releases; an event may name any other as its own. Throws a RangeError for a release that is not there. */
  moved(older: string, newer: string): Moved {
    const [was, is] = [older, newer].map((release) => {
      const clocks = this.#opened.clocks(release)
      if (clocks === null) throw new RangeError(`${release}: expected one of ${this.releases.join(', ')}`)
      return clocks
    })
    if (was === undefined || is === undefined) throw new RangeError('expected two releases')
    return new Moved(was, is, (release) => this.#opened.clocks(release))
  }
}

/** Opens `tz-history.bin`. Throws an ArtifactError for a damaged file. */
export const openHistory = (source: Source): History =>
  new History(openBytes(bytesOf(source), nameOf(source, 'tz-history.bin')))

/** Fetches `tz-history.bin` and opens it. Throws an Error for any answer but 2xx, and an ArtifactError for a damaged file. */
export const fetchHistory = async (address: string | { readonly href: string }): Promise<History> =>
  new History(openBytes(await fetchBytes(address), nameOf(address)))
