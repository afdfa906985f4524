// A file of `tzref export menu` → the zones that a text typed into a form's drop-down means. Exported as menu.js next to the files.
import { nameWords } from '#core/text/name-key.ts'
import { readLocationToken } from '#core/ask/location-token.ts'
import { OF_A_MENU, STEP } from '#core/ask/weights.ts'

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
    group.zones.map((zone) => ({ zone, group, names: namesOf(zone, menu) })),
  )
  const best = (weightOf: (entry: Entry) => number, count: number): MenuHit[] => {
    const groups = new Set<MenuGroup>()
    return entries
      .map((entry) => ({ entry, weight: weightOf(entry) }))
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.weight - one.weight || other.entry.zone.people - one.entry.zone.people)
      .filter(({ entry: { group } }) => !groups.has(group) && groups.add(group).size <= count)
      .map(({ entry: { zone, group } }) => ({ zone, group }))
  }
  return (text, count = 8) => {
    const token = readLocationToken(text)
    if (token.kind === 'offset') return best(({ group }) => fitOfOffset(group, token.offset / 60), count)
    const id = token.kind === 'zone' ? token.identifier.toLowerCase() : null
    const zones = best(({ zone }) => Number(zone.id.toLowerCase() === id), count)
    if (zones.length > 0) return zones
    const byWords = (words: string): MenuHit[] => best(({ names }) => fitOfNames(names, words), count)
    const named = byWords(wordsOf(text))
    return named.length > 0 ? named : byWords(wordsOf(text.replace(/ time$/i, '')))
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

type Name = readonly [words: string, weight: number]

interface Entry extends MenuHit {
  readonly names: readonly Name[]
}

function namesOf({ id, name, country, time, codes, also }: MenuZone, { countries }: Menu): Name[] {
  const ofCountry = country === null ? [] : [country, ...(countries[country]?.split('|') ?? [])]
  const weighed: [texts: string[], weight: number][] = [
    [[name, (id.split('/').at(-1) ?? id).replaceAll('_', ' ')], OF_A_MENU.name],
    [[...codes.split(' '), ...ofCountry], OF_A_MENU.country],
    [[time], OF_A_MENU.time],
    [also.split('|'), OF_A_MENU.also],
  ]
  return weighed.flatMap(([texts, weight]) => texts.map((text): Name => [wordsOf(text), weight]))
}

/** The weight of the name that the words fit best; 0 if they fit none. */
function fitOfNames(names: readonly Name[], query: string): number {
  const fits = names.map(([name, weight]) => {
    if (name === query) return STEP.exact + weight
    if (name.startsWith(query)) return STEP.beginning + weight
    return name.includes(` ${query}`) ? STEP.inside + weight : 0
  })
  return query === '' ? 0 : Math.max(...fits)
}

/** A group that has the offset, in minutes, as standard time fits best. */
const fitOfOffset = ({ offsets }: MenuGroup, minutes: number): number =>
  offsets[0] === minutes ? STEP.exact : offsets.includes(minutes) ? STEP.beginning : 0
