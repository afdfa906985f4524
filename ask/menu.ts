// A file of `tzref export menu` → the zones that a text typed into a form's drop-down means. Exported as menu.js beside the files.
import { nameWords } from '#core/text/name-key.ts'
import { readLocationToken } from './location-token.ts'
import { OF_A_MENU, STEP } from './weights.ts'

/** Zones for a drop-down, in one language. */
export interface Menu {
  /** The tz release. */
  readonly tz: string
  readonly artifact: string
  /** The language as CLDR's folders name it. */
  readonly language: string
  /** From west to east. Every zone is in exactly one group. */
  readonly groups: readonly MenuGroup[]
  /** Alpha-2 code → the names of the country, with `|` between them; the first is the one to show. */
  readonly countries: Readonly<Record<string, string>>
}

/** Zones whose clocks show the same from the day of the release on. */
export interface MenuGroup {
  /** Minutes to add to UTC: the offset of standard time, then the others of the next ten years. */
  readonly offsets: readonly number[]
  /** Zones with more people come first. */
  readonly zones: readonly MenuZone[]
}

export interface MenuZone {
  readonly id: string
  /** The place that the zone is named for. */
  readonly name: string
  /** Alpha-2 code; null for UTC. */
  readonly country: string | null
  /** The name of its time. */
  readonly time: string
  /** Abbreviations of its time, with spaces between them. */
  readonly codes: string
  /** Millions of people in its cities. */
  readonly people: number
  /** More names to find it by, with `|` between them: large cities, parts of countries, other names. */
  readonly also: string
}

export interface MenuHit {
  readonly zone: MenuZone
  readonly group: MenuGroup
}

/**
 * Makes the search of a menu. The search answers up to `count` zones, the likeliest first, and at most one of a group. It searches by name,
 * country, large city, part of a country, name or abbreviation of the time, identifier, and offset (`-5`, `UTC+5:30`). Among equal matches,
 * the zone with more people comes first.
 */
export function openMenu(menu: Menu): (text: string, count?: number) => MenuHit[] {
  const entries = menu.groups.flatMap((group) =>
    group.zones.map((zone) => ({ hit: { zone, group }, names: namesOf(zone, menu) })),
  )
  const fitting = (text: string): Map<MenuHit, number> => {
    const query = wordsOf(text)
    const found = new Map<MenuHit, number>()
    for (const { hit, names } of query === '' ? [] : entries) {
      let best = 0
      for (const [name, of] of names) best = Math.max(best, fit(name, query, of))
      if (best > 0) found.set(hit, best)
    }
    return found
  }
  return (text, count = 8) => {
    const token = readLocationToken(text)
    const named =
      token.kind === 'zone' ? entries.filter(({ hit }) => isNamed(hit.zone, token.identifier)) : []
    if (named.length > 0) return named.map(({ hit }) => hit)
    const found = token.kind === 'offset' ? withOffset(menu, token.offset / 60) : fitting(text)
    if (found.size === 0)
      for (const [hit, score] of fitting(text.replace(/ time$/i, ''))) found.set(hit, score)
    const ordered = [...found].toSorted(
      ([one, fits], [other, otherFits]) => otherFits - fits || other.zone.people - one.zone.people,
    )
    const groups = new Set<MenuGroup>()
    return ordered
      .map(([hit]) => hit)
      .filter(({ group }) => !groups.has(group) && groups.add(group).size <= count)
  }
}

/** The text of an option in a drop-down: `(UTC-05:00) New York – Eastern Time`. */
export function menuLabel({ zone, group }: MenuHit): string {
  const minutes = group.offsets[0] ?? 0
  const size = Math.abs(minutes)
  return `(UTC${minutes < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}) ${zone.name} – ${zone.time}`
}

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')

const wordsOf = (text: string): string => nameWords(text).join(' ')
const isNamed = ({ id }: MenuZone, identifier: string): boolean =>
  id.toLowerCase() === identifier.toLowerCase()

type Name = readonly [words: string, of: keyof typeof OF_A_MENU]

function namesOf({ id, name, country, time, codes, also }: MenuZone, { countries }: Menu): Name[] {
  const texts: [string, keyof typeof OF_A_MENU][] = [
    [name, 'name'],
    [(id.split('/').at(-1) ?? id).replaceAll('_', ' '), 'name'],
    ...codes.split(' ').map((code): [string, 'country'] => [code, 'country']),
    [time, 'time'],
    ...also.split('|').map((one): [string, 'also'] => [one, 'also']),
  ]
  if (country !== null) {
    texts.push([country, 'country'])
    for (const one of countries[country]?.split('|') ?? []) texts.push([one, 'country'])
  }
  return texts.map(([text, of]): Name => [wordsOf(text), of]).filter(([words]) => words !== '')
}

function fit(name: string, query: string, of: keyof typeof OF_A_MENU): number {
  if (name === query) return STEP.exact + OF_A_MENU[of]
  if (name.startsWith(query)) return STEP.beginning + OF_A_MENU[of]
  return name.includes(` ${query}`) ? STEP.inside + OF_A_MENU[of] : 0
}

/** Groups with this offset, in minutes. Those that have it as standard time count more. */
function withOffset({ groups }: Menu, minutes: number): Map<MenuHit, number> {
  const found = new Map<MenuHit, number>()
  for (const group of groups) {
    const [zone] = group.zones
    if (zone !== undefined && group.offsets.includes(minutes))
      found.set({ zone, group }, group.offsets[0] === minutes ? STEP.exact : STEP.beginning)
  }
  return found
}
