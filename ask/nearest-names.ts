// A text that means nothing → the names that are spelt most like it.
import { keyOfRow, type NameMeaning, type NameRow, type Names } from '#core/artifact/names.ts'
import { nameKey } from '#core/text/name-key.ts'

/**
 * Up to `count` names, nearest first, those of most people before others as near; of several names of one thing the nearest. Looks among
 * names with the same first two letters, the same exchanged, or the second left out; at most one letter in three may be wrong.
 */
export function nearestNames(text: string, names: Names, count: number): string[] {
  const key = nameKey(text).slice(0, LONGEST)
  if (key.length < 3) return []
  const most = Math.min(3, Math.floor(key.length / 3))
  const found: { row: NameRow; distance: number }[] = []
  const [first = '', second = '', third = ''] = key
  for (const prefix of new Set([first + second, second + first, first + third])) {
    for (const row of names.rowsFrom(prefix)) {
      // Hyphens aside: a rough measure that spares most names the exact one.
      if (row.words.length < key.length - most) continue
      const other = keyOfRow(row)
      if (Math.abs(other.length - key.length) > most) continue
      const distance = distanceBetween(key, other, most)
      if (distance <= most) found.push({ row, distance })
    }
  }
  const ranked = found
    .map(({ row, distance }) => ({ name: inTitleCase(row.words), distance, ...weightOf(row.meanings) }))
    .toSorted((a, b) => a.distance - b.distance || b.people - a.people || (a.name < b.name ? -1 : 1))
  const told = new Set<string>()
  return ranked
    .filter(({ thing }) => !told.has(thing) && told.add(thing))
    .slice(0, count)
    .map(({ name }) => name)
}

/** No one types a longer name by hand, and the work grows with the square. */
const LONGEST = 40
/** More than any city has. */
const EVERYBODY = 1e10

/** The largest thing that a name means, and its people; a country, standard or zone comes before all cities. */
function weightOf(meanings: readonly NameMeaning[]): { thing: string; people: number } {
  let most = { thing: '', people: -1 }
  for (const meaning of meanings) {
    const people =
      meaning.kind === 'place' ? (meaning.place.population ?? 0) / (meaning.isOwnName ? 1 : 10) : EVERYBODY
    if (people <= most.people) continue
    const thing =
      meaning.kind === 'place' ? `${meaning.place.kind} ${meaning.place.id}` : JSON.stringify(meaning)
    most = { thing, people }
  }
  return most
}

const inTitleCase = (words: string): string =>
  words
    .split('-')
    .map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
    .join(' ')

/** The three lines of a comparison, written anew by each. */
const lineOf = (): Uint8Array => new Uint8Array(LONGEST + 5)
const LINES: readonly [Uint8Array, Uint8Array, Uint8Array] = [lineOf(), lineOf(), lineOf()]

/** Letters to insert, drop, replace or exchange with the next, until one text is the other; more than `most` is `most + 1`. */
function distanceBetween(one: string, other: string, most: number): number {
  let [before, last, line] = LINES
  for (let column = 0; column <= other.length; column++) last[column] = column
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    line[0] = row
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const its = other.charCodeAt(column - 1)
      let steps = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === its ? 0 : 1),
      )
      const isExchanged =
        row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one.charCodeAt(row - 2) === its
      if (isExchanged) steps = Math.min(steps, (before[column - 2] ?? 0) + 1)
      line[column] = steps
      if (steps < least) least = steps
    }
    if (least > most) return most + 1
    ;[before, last, line] = [last, line, before]
  }
  return last[other.length] ?? most + 1
}
