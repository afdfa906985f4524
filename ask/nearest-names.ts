// A text that means nothing → the names that are spelt most like it.
import type { NameMeaning, Names } from '#core/artifact/names.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import { nameKey } from '#core/text/name-key.ts'
import { Spelling } from '#core/text/spelling.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import { SHARE_IN_ORDER } from './weights.ts'

/**
 * Up to `count` names, nearest first, those of most people before others as near; of several names of one thing the nearest; villages without a page of their own
 * come last. Looks among
 * names with the same first two letters, the same exchanged, or the second left out; at most one letter in three may be wrong.
 */
export function nearestNames(text: string, names: Names, count: number): string[] {
  const key = nameKey(text)
  // Of other letters than Latin ones two names are rarely one with a slip.
  if (key.length < 3 || !/^[a-z0-9]+$/.test(key)) return []
  const spelling = new Spelling(key, Math.min(3, Math.floor(key.length / 3)))
  const [first = '', second = '', third = ''] = key
  const prefixes = new Set([first + second, second + first, first + third])
  const found = Array.from(prefixes, (prefix) => names.rowsNear(prefix, spelling)).flat()
  const told = new Map<string, string>()
  const villages = new Map<string, string>()
  // What the farther names mean is not read where there are enough nearer ones.
  for (let distance = 0; distance <= spelling.most && told.size < count; distance++) {
    const ranked = found
      .filter((row) => row.distance === distance)
      .map(({ words, meanings }) => ({
        name: inTitleCase(words.replaceAll('-', ' ')),
        ...weightOf(meanings),
      }))
      .toSorted((a, b) => b.people - a.people || byCodeUnit(a.name, b.name))
    for (const { thing, name, isVillage } of ranked) {
      const known = isVillage ? villages : told
      if (!known.has(thing)) known.set(thing, name)
    }
  }
  return [...told.values(), ...villages.values()].slice(0, count)
}

/** More than any city has. */
const EVERYBODY = 1e10

/** The largest thing that a name means, its people, and whether it is known by nothing but its name; a country, standard or zone comes before all cities. */
function weightOf(meanings: readonly NameMeaning[]): { thing: string; people: number; isVillage: boolean } {
  let most = { thing: '', people: -1, isVillage: false }
  for (const meaning of meanings) {
    const people =
      meaning.kind === 'place'
        ? (meaning.place.population ?? 0) * (meaning.isOwnName ? 1 : SHARE_IN_ORDER)
        : EVERYBODY
    if (people <= most.people) continue
    const thing =
      meaning.kind === 'place' ? `${meaning.place.kind} ${meaning.place.id}` : JSON.stringify(meaning)
    most = { thing, people, isVillage: meaning.kind === 'place' && !meaning.place.isListed }
  }
  return most
}
