// A zone's name as programs write it → an identifier of the tz release, or an offset; it knows none of the cities and codes of /convert.
import { spellingsOf, type ReleaseClocks } from '#core/artifact/clocks.ts'
import type { OffsetSeconds } from '#core/time/units.ts'
import {
  WINDOWS_FORMER,
  WINDOWS_LABELS,
  WINDOWS_NAMES,
  WINDOWS_TERRITORIES,
  WINDOWS_TRANSLATED,
} from '#core/text/windows-names.ts'
import { foldedLabel, offsetOf, readLabel } from './zone-label.ts'

/** Prefixes that programs put before an identifier: a domain and a version (`/mozilla.org/20050126_1/`, `/softwarestudio.org/Tzfile/`), or a folder. */
const BEFORE =
  /^(?:\/?[^/]+\.[^/]+\/(?:(?:[^/]*\d[^/]*|Tzfile)\/)?|\/(?:usr\/share\/zoneinfo\/)?)?(?:posix\/)?/i
/** Microsoft's address for UTC. */
const UTC = /^tzone:\/\/Microsoft\/Utc$/i

/** No name or label is as long. */
const LONGEST = 300

/** A zone that a name may stand for. */
export interface NamedMember {
  readonly identifier: string
  /** The code of its country, as Windows' table has it; null where it has none. */
  readonly territory: string | null
}

/** The meaning of a name. */
export type NamedZone =
  | { readonly kind: 'zone'; readonly identifier: string }
  /** Windows' name. The first member is CLDR's zone for the world; the others have the name too, or had it in an older row. */
  | { readonly kind: 'windows'; readonly members: readonly NamedMember[] }
  /** Letters such as EST: `members` have had them at some time. `identifier`, the first member, is named so; null if there is none. */
  | {
      readonly kind: 'letters'
      readonly letters: string
      readonly identifier: string | null
      readonly members: readonly NamedMember[]
    }
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }
  | { readonly kind: 'unknown' }

/** The answers to names that stand for several zones. */
export interface Settled {
  /** Codes of countries: only their zones count, where the name has one there. */
  readonly territories?: readonly string[]
  /** A name, in lower case → the identifier that it stands for. */
  readonly zoneOf?: ReadonlyMap<string, string>
}

/** Reads the names of zones of some releases. */
export class ZoneNames {
  /** Name in lower case → identifier. */
  readonly #identifiers: ReadonlyMap<string, string>
  readonly #releases: readonly ReleaseClocks[]
  readonly #settled: Settled
  #byLetters: ReadonlyMap<string, readonly string[]> | null = null
  #territories: ReadonlyMap<string, string> | null = null

  /** If releases spell an identifier differently, the last one decides. */
  constructor(releases: readonly ReleaseClocks[], settled: Settled = {}) {
    this.#releases = releases
    this.#identifiers = new Map(releases.flatMap((release) => [...spellingsOf(release)]))
    this.#settled = settled
  }

  /** The zone of a name: an identifier, also with a vendor's text before it; a name of Windows; a label of Windows; letters; an offset. */
  zoneOf(name: string): NamedZone {
    if (name.length > LONGEST) return { kind: 'unknown' }
    const bare = bareName(name)
    const said = this.#settled.zoneOf?.get(bare.toLowerCase())
    if (said !== undefined) return { kind: 'zone', identifier: said }
    const own = this.#identifierIn(bare)
    const letters = this.#ofLetters(bare, own)
    if (letters !== null) return letters
    if (own !== null) return { kind: 'zone', identifier: own }
    const windows = windowsNamed(bare) ?? this.#ofLabel(bare)
    if (windows !== null) return this.#ofWindows(windows)
    const offset = offsetOf(bare)
    return offset === null ? { kind: 'unknown' } : { kind: 'offset', offset }
  }

  /** The identifier of a text, in any case; null if there is none. */
  identifier(text: string): string | null {
    return this.#identifierIn(bareName(text))
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

  /** The zones of Windows' name; `unknown` if the releases do not have CLDR's zone for it. */
  #ofWindows(name: string): NamedZone {
    const zone = this.#identifiers.get(WINDOWS_NAMES.get(name)?.toLowerCase() ?? '')
    if (zone === undefined) return { kind: 'unknown' }
    const rows = [WINDOWS_TERRITORIES, WINDOWS_FORMER].flatMap((table) => [...(table.get(name) ?? [])])
    const members = rows.flatMap(([territory, zones]) =>
      territory === WORLD || territory === NO_COUNTRY
        ? []
        : zones.map((identifier) => ({ identifier, territory })),
    )
    const first = members.find(({ identifier }) => identifier === WINDOWS_NAMES.get(name))
    const world = first ?? { identifier: zone, territory: null }
    return { kind: 'windows', members: this.#inTerritories([world, ...members]) }
  }

  /** Letters that clocks show, such as EST. Null for other texts, and for names of UTC and GMT, which programs write for an offset of 0. */
  #ofLetters(bare: string, own: string | null): NamedZone | null {
    if (!LETTERS.test(bare)) return null
    const types = this.#releases.flatMap((release) => release.zone(own ?? '')?.types ?? [])
    if (own !== null && types.every(({ offset }) => offset === 0)) return null
    const letters = bare.toUpperCase()
    this.#byLetters ??= zonesByLetters(this.#releases)
    const found = this.#byLetters.get(letters)
    if (found === undefined) return null
    const territories = (this.#territories ??= territoriesOf(this.#releases))
    const idOf = (one: string): string => this.#releases.at(-1)?.aliases.get(one) ?? one
    const members = [...(own === null ? [] : [own]), ...found].map((identifier) => ({
      identifier,
      territory: territories.get(idOf(identifier)) ?? null,
    }))
    return { kind: 'letters', letters, identifier: own, members: this.#inTerritories(members) }
  }

  #inTerritories(members: readonly NamedMember[]): readonly NamedMember[] {
    const { territories = [] } = this.#settled
    const there = members.filter(({ territory }) => territory !== null && territories.includes(territory))
    return there.length === 0 ? members : there
  }

  /** The name of a label of Windows, if a clock of its zone has had the offset in the label. */
  #ofLabel(bare: string): string | null {
    const label = readLabel(bare)
    const name = BY_LABEL.get(label?.text ?? '')
    if (label === null || name === undefined) return null
    const offset = label.offset ?? 0
    const clocks = this.#releases.map((release) => release.zone(WINDOWS_NAMES.get(name) ?? ''))
    return clocks.some((clock) => clock?.types.some((type) => type.offset === offset)) ? name : null
  }
}

/** Codes of the table that are no country: the world, and none. */
const [WORLD, NO_COUNTRY] = ['001', 'ZZ']
const LETTERS = /^[A-Z]{3,5}$/i

/** Whether a text is the code of a country with zones in Windows' table. */
export const isTerritory = (code: string): boolean =>
  code !== WORLD &&
  code !== NO_COUNTRY &&
  [...WINDOWS_TERRITORIES.values()].some((territories) => territories.has(code))

/** A name without the blanks, quotes and escapes that programs leave around it. */
export const bareName = (name: string): string =>
  name
    .trim()
    .replaceAll(/^"|"$/g, '')
    .replaceAll(/\\([\\,;])/g, '$1')

const BY_LOWER: ReadonlyMap<string, string> = new Map(
  [...WINDOWS_NAMES.keys()].map((name) => [name.toLowerCase(), name]),
)

const namesBy = (
  texts: ReadonlyMap<string, readonly string[]>,
  keyOf: (text: string) => string,
): ReadonlyMap<string, string> =>
  new Map([...texts].flatMap(([name, some]) => some.map((text): [string, string] => [keyOf(text), name])))
const BY_LABEL = namesBy(WINDOWS_LABELS, foldedLabel)
const BY_TRANSLATION = namesBy(WINDOWS_TRANSLATED, (text) => text.toLowerCase())

/** Windows' name in a text, also with a number behind it, by which programs tell two of one name apart. Null for any other text. */
function windowsNamed(bare: string): string | null {
  const lower = bare.toLowerCase()
  for (const form of [lower, lower.replace(/ \d+$/, '')]) {
    const name = BY_LOWER.get(form) ?? BY_TRANSLATION.get(form)
    if (name !== undefined) return name
  }
  return null
}

/** Letters → the zones whose clocks have ever shown them, in the order of the releases. */
function zonesByLetters(releases: readonly ReleaseClocks[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const release of releases)
    for (const id of release.zoneIds)
      for (const { abbreviation } of release.zone(id)?.types ?? []) {
        const zones = found.get(abbreviation) ?? new Set()
        found.set(abbreviation, zones.add(id))
      }
  return new Map([...found].map(([letters, zones]) => [letters, [...zones].toSorted()]))
}

/** Identifier → the code of its country in Windows' table. */
function territoriesOf(releases: readonly ReleaseClocks[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const territories of WINDOWS_TERRITORIES.values())
    for (const [territory, zones] of territories)
      if (territory !== WORLD && territory !== NO_COUNTRY)
        for (const zone of zones)
          for (const id of [zone, ...releases.map(({ aliases }) => aliases.get(zone) ?? zone)])
            if (!found.has(id)) found.set(id, territory)
  return found
}
