// A zone's name as programs write it → an identifier of the tz release.
import { spellingsOf, type ReleaseClocks } from '#core/artifact/clocks.ts'
import { WINDOWS_NAMES } from './windows-names.ts'

/** Text that programs put before an identifier: `/mozilla.org/20050126_1/`, `/citadel.org/20210210_1/`. */
const AROUND = /^\/[^/]+\/(?:[^/]*\d[^/]*\/)?/

/** Reads the names of zones that releases have: identifiers and Windows' names, in any case. */
export class ZoneNames {
  /** Name in lower case → identifier. */
  readonly #identifiers: Map<string, string>

  /** If releases spell an identifier differently, the last one decides. */
  constructor(releases: readonly ReleaseClocks[]) {
    this.#identifiers = new Map(releases.flatMap((release) => [...spellingsOf(release)]))
    for (const [name, zone] of WINDOWS_NAMES) {
      const [key, identifier] = [name.toLowerCase(), this.#identifiers.get(zone.toLowerCase())]
      if (identifier !== undefined && !this.#identifiers.has(key)) this.#identifiers.set(key, identifier)
    }
  }

  /** The identifier of a zone, without the text that programs put before it. The name itself if no release has it. */
  identifierOf(name: string): string {
    const bare = name.trim().replaceAll(/^"|"$/g, '').replace(AROUND, '')
    return this.#identifiers.get(bare.toLowerCase()) ?? name
  }
}
