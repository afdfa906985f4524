// A zone's name as programs write it → an identifier of the tz release, or an offset; it knows none of the cities and codes of /convert.
import { spellingsOf, type ReleaseClocks } from '#core/artifact/clocks.ts'
import type { OffsetSeconds } from '#core/time/units.ts'
import { WINDOWS_LABELS, WINDOWS_TRANSLATED } from './windows-labels.ts'
import { WINDOWS_NAMES } from '#core/text/windows-names.ts'
import { offsetOf, readLabel } from './zone-label.ts'

/** Prefixes that programs put before an identifier: a domain and a version (`/mozilla.org/20050126_1/`, `/softwarestudio.org/Tzfile/`), or a folder. */
const BEFORE =
  /^(?:\/?[^/]+\.[^/]+\/(?:(?:[^/]*\d[^/]*|Tzfile)\/)?|\/(?:usr\/share\/zoneinfo\/)?)?(?:posix\/)?/i
/** Microsoft's address for UTC. */
const UTC = /^tzone:\/\/Microsoft\/Utc$/i

/** No name or label is as long. */
const LONGEST = 300

/** The meaning of a name: an identifier of a release, an offset, or the name itself if it means nothing. */
export type NamedZone =
  | { readonly kind: 'zone'; readonly identifier: string; readonly isOfWindows: boolean }
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }
  | { readonly kind: 'unknown' }

/** Reads the names of zones of some releases. */
export class ZoneNames {
  /** Name in lower case → identifier. */
  readonly #identifiers: ReadonlyMap<string, string>
  readonly #windows: ReadonlyMap<string, string>
  readonly #releases: readonly ReleaseClocks[]

  /** If releases spell an identifier differently, the last one decides. */
  constructor(releases: readonly ReleaseClocks[]) {
    this.#releases = releases
    this.#identifiers = new Map(releases.flatMap((release) => [...spellingsOf(release)]))
    this.#windows = new Map([...WINDOWS_NAMES].map(([name, zone]) => [name.toLowerCase(), zone]))
  }

  /** The zone of a name: an identifier, also with a vendor's text before it; a name of Windows; a label of Windows; an offset. */
  zoneOf(name: string): NamedZone {
    if (name.length > LONGEST) return { kind: 'unknown' }
    const bare = name
      .trim()
      .replaceAll(/^"|"$/g, '')
      .replaceAll(/\\([\\,;])/g, '$1')
    const own = this.#identifierIn(bare)
    const identifier = own ?? this.#ofWindows(bare) ?? this.#ofLabel(bare)
    if (identifier !== null) return { kind: 'zone', identifier, isOfWindows: own === null }
    const offset = offsetOf(bare)
    return offset === null ? { kind: 'unknown' } : { kind: 'offset', offset }
  }

  /** An identifier, also with a hyphen for its first slash or for all (`America-Chicago`). Null for any other text. */
  #identifierIn(bare: string): string | null {
    if (UTC.test(bare)) return 'UTC'
    const inner = bare.replace(BEFORE, '')
    for (const form of [bare, inner, inner.replace('-', '/'), inner.replaceAll('-', '/')]) {
      const identifier = this.#identifiers.get(form.toLowerCase())
      if (identifier !== undefined) return identifier
    }
    return null
  }

  /** The zone of a name of Windows, also with a number behind it, by which programs tell two of one name apart. */
  #ofWindows(bare: string): string | null {
    const lower = bare.toLowerCase()
    for (const form of [lower, lower.replace(/ \d+$/, '')]) {
      const zone = this.#windows.get(WINDOWS_TRANSLATED.get(form)?.toLowerCase() ?? form)
      if (zone !== undefined) return this.#identifiers.get(zone.toLowerCase()) ?? null
    }
    return null
  }

  /** The zone of a label of Windows, if a clock of it has had the offset in the label. */
  #ofLabel(bare: string): string | null {
    const label = readLabel(bare)
    const zone = this.#ofWindows(WINDOWS_LABELS.get(label?.text ?? '') ?? '')
    if (label === null || zone === null) return null
    const offset = label.offset ?? 0
    const clocks = this.#releases.map((release) => release.zone(zone))
    return clocks.some((clock) => clock?.types.some((type) => type.offset === offset)) ? zone : null
  }
}
