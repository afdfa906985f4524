// Reads `names.bin`: what people call places, countries, standards and zones in one language → what each name can mean.
import {
  KINDS,
  AREA_SIZE,
  CAPITAL,
  INDEX_BITS,
  keyOfWords,
  layoutOf,
  MOST,
  HYPHEN,
  PLACE_KINDS,
  PLACE_SIZE,
  refuse,
  SOVEREIGN,
  UNLISTED,
  type NamesLayout,
} from './names-layout.ts'
import { bytesOf, compareKeys, RowCursor } from './names-rows.ts'
import type { Spelling } from '../text/spelling.ts'

/** A place with people and a clock: a city, a section of a city, or the part of a first division that keeps one clock. */
export interface NamedPlace {
  readonly kind: 'city' | 'section' | 'division'
  /** The city's id. A section has the id of its city. All parts of a division share a number that no other division has. */
  readonly id: number
  /** Identifier of the zone whose clock the place keeps. */
  readonly zone: string
  /** Number of people; for a part of a division, that of its largest place. Null when unknown. */
  readonly population: number | null
  /** Alpha-2 code of the country the place lies in. Null for a region of several countries, and in files before 1.2. */
  readonly country: string | null
  /** The `id` of the first division the place lies in; a division has its own. Null when unknown, and in files before 1.2. */
  readonly division: number | null
  /** True for the artifact's cities and their sections. Other places are names only. */
  readonly isListed: boolean
  /** Capital of a listed country. */
  readonly isCapital: boolean
  /** Capital of a country that depends on no other. */
  readonly isSovereignCapital: boolean
}

/** One thing that a name can mean. */
export type NameMeaning =
  | {
      readonly kind: 'place'
      readonly place: NamedPlace
      /** False for another name of the place, under which it is not listed. */
      readonly isOwnName: boolean
    }
  /** By alpha-2 code. */
  | { readonly kind: 'country'; readonly country: string }
  /** By slug. */
  | { readonly kind: 'standard'; readonly standard: string }
  /** By identifier. The name is the identifier's last part, the zone's display name, or its name in Windows. */
  | { readonly kind: 'zone'; readonly zone: string }

/** A folded name and all it can mean. */
export interface NameRow {
  /** The name's words (`nameWords`) joined by hyphens. Names that differ only in hyphens count as one name. */
  readonly words: string
  readonly meanings: readonly NameMeaning[]
}

export interface NearRow extends NameRow {
  /** Edit steps from one spelling to the other. */
  readonly distance: number
}

const INDEX_MASK = 2 ** INDEX_BITS - 1

const decoder = new TextDecoder()

/**
 * Opens the file. It reads the header, the blocks' positions and the three short lists, and leaves the rest in place. Throws an
 * ArtifactError when the header does not fit the bytes. `checkNames` checks all the rest.
 */
export const openNames = (bytes: Uint8Array): Names => new Names(bytes)

/** The names of a file. */
export class Names {
  readonly #bytes: Uint8Array
  readonly #layout: NamesLayout
  readonly #view: DataView
  /** The names of the zones, then the standards, then the countries. */
  readonly #strings: readonly string[]
  /** For answers that are whole before another question can come. */
  readonly #cursor: RowCursor

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#layout = layoutOf(bytes)
    this.#view = this.#layout.view
    this.#strings = stringsOf(bytes, this.#layout)
    this.#cursor = new RowCursor(bytes, this.#layout)
  }

  get language(): string {
    return this.#layout.language
  }

  get keyCount(): number {
    return this.#layout.keyCount
  }

  /** All meanings of a key, in the order of the file. Empty for an unknown key. */
  meaningsOf(key: string): readonly NameMeaning[] {
    return this.#goTo(key) ? this.#meaningsFrom(this.#cursor.first, this.#cursor.length) : []
  }

  /** The words of the name that has a key, joined by hyphens. Null for an unknown key. */
  wordsOf(key: string): string | null {
    return this.#goTo(key) ? this.#cursor.words : null
  }

  /** The names whose keys begin with a prefix, in code-unit order of the keys. */
  *rowsFrom(prefix: string): Generator<NameRow, void> {
    const cursor = new RowCursor(this.#bytes, this.#layout)
    cursor.goTo(cursor.blockOf(bytesOf(prefix)))
    while (cursor.next()) {
      const { words } = cursor
      const key = keyOfWords(words)
      if (key.startsWith(prefix)) yield { words, meanings: this.#meaningsFrom(cursor.first, cursor.length) }
      else if (key > prefix) return
    }
  }

  /**
   * The positions of the meanings of those names, which follow each other. For callers that cannot afford objects for thousands of
   * meanings.
   */
  entriesFrom(prefix: string): { readonly first: number; readonly until: number } {
    // No letter comes after the last character of Unicode.
    const [first, until] = [this.#entryAt(bytesOf(prefix)), this.#entryAt(bytesOf(`${prefix}\u{10ffff}`))]
    return { first, until: Math.min(this.#layout.entryCount, until) }
  }

  /**
   * The population of an entry that is a listed city or a section of one, 0 when unknown. A capital gets `ofACapital` more. A name that is
   * not the place's own counts for `share` of it. Null for a division and for an entry that is no place; undefined for a place that is not
   * listed.
   */
  peopleAt(entry: number, ofACapital: number, share: number): number | null | undefined {
    const word = this.#wordOf(entry)
    // The first two kinds are places.
    if (word >>> INDEX_BITS > 1) return null
    const at = this.#placeAt(word & INDEX_MASK)
    const flags = this.#view.getUint8(at + 10)
    if (PLACE_KINDS[flags & 3] === 'division') return null
    if ((flags & UNLISTED) !== 0) return undefined
    const people = this.#view.getUint32(at + 4, true) + ((flags & CAPITAL) === 0 ? 0 : ofACapital)
    return word >>> INDEX_BITS === 0 ? people : people * share
  }

  meaningAt(entry: number): NameMeaning {
    const word = this.#wordOf(entry)
    const index = word & INDEX_MASK
    const kind = KINDS[word >>> INDEX_BITS]
    switch (kind) {
      case 'place':
      case 'other-place':
        return { kind: 'place', place: this.#place(index), isOwnName: kind === 'place' }
      case 'country':
        return { kind, country: this.#country(index) }
      case 'standard':
        return {
          kind,
          standard: this.#string(kind, index, this.#layout.zoneCount, this.#layout.standardCount),
        }
      case 'zone':
        return { kind, zone: this.#zone(index) }
      case undefined:
      default:
        return refuse('names-malformed', `meaning ${entry} has an unknown kind`)
    }
  }

  /** The names whose keys begin with a prefix and are spelled almost like a spelling, in the same order. */
  rowsNear(prefix: string, spelling: Spelling): NearRow[] {
    const found: NearRow[] = []
    const cursor = this.#cursor
    const { line } = cursor
    /** For each number of letters of the words: how many of them belong to the key. */
    const depths = new Uint8Array(2 * MOST + 1)
    /** From this letter on, no name can be near. Names that share the letters up to it are skipped. */
    let lost = MOST
    // All letters and digits come before `~`.
    cursor.goTo(cursor.blockOf(bytesOf(prefix)), cursor.blockOf(bytesOf(`${prefix}~`)) + 1)
    while (cursor.next(lost)) {
      const { shared, letters, first, length } = cursor
      lost = MOST
      for (let letter = shared; letter < letters && lost === MOST; letter++) {
        const code = line[letter] ?? 0
        const depth = (depths[letter] ?? 0) + (code === HYPHEN ? 0 : 1)
        depths[letter + 1] = depth
        if (code !== HYPHEN && !spelling.goesOn(depth, code)) lost = letter
      }
      const distance = lost === MOST ? spelling.distanceAt(depths[letters] ?? 0) : null
      if (distance === null) continue
      const { words } = cursor
      if (!keyOfWords(words).startsWith(prefix)) continue
      const meanings = (): NameMeaning[] => this.#meaningsFrom(first, length)
      found.push({
        words,
        distance,
        // Read only when asked for: most of the rows are not.
        get meanings() {
          return meanings()
        },
      })
    }
    return found
  }

  /** Goes to the row of a key. False: there is none. */
  #goTo(key: string): boolean {
    const wanted = bytesOf(key)
    const cursor = this.#cursor
    cursor.goTo(cursor.blockOf(wanted))
    while (cursor.next()) {
      const order = compareKeys(cursor.line, 0, cursor.letters, wanted)
      if (order >= 0) return order === 0
    }
    return false
  }

  /** The position of the first meaning of the first name that is a key or comes after it. */
  #entryAt(key: Uint8Array): number {
    const cursor = this.#cursor
    cursor.goTo(cursor.blockOf(key))
    while (cursor.next()) if (compareKeys(cursor.line, 0, cursor.letters, key) >= 0) break
    return cursor.first
  }

  #meaningsFrom(first: number, length: number): NameMeaning[] {
    const { entryCount } = this.#layout
    if (first + length > entryCount) refuse('names-malformed', `meaning ${first + length} of ${entryCount}`)
    const meanings: NameMeaning[] = []
    for (let entry = first; entry < first + length; entry++) meanings.push(this.meaningAt(entry))
    return meanings
  }

  /** The kind of an entry, and the index of its thing. */
  #wordOf(entry: number): number {
    return this.#view.getUint32(this.#layout.entriesAt + 4 * entry, true)
  }

  /** Where a place is in the file. */
  #placeAt(index: number): number {
    const { placesAt, placeCount } = this.#layout
    if (index >= placeCount) refuse('names-malformed', `place ${index} of ${placeCount}`)
    return placesAt + PLACE_SIZE * index
  }

  #place(index: number): NamedPlace {
    const { hasAreas, areasAt } = this.#layout
    const view = this.#view
    const at = this.#placeAt(index)
    const flags = view.getUint8(at + 10)
    const population = view.getUint32(at + 4, true)
    const country = hasAreas ? view.getUint8(at + 11) : 0
    const division = hasAreas ? view.getUint16(areasAt + AREA_SIZE * index, true) : 0
    return {
      kind: PLACE_KINDS[flags & 3] ?? refuse('names-malformed', `place ${index} has an unknown kind`),
      id: view.getInt32(at, true),
      zone: this.#zone(view.getUint16(at + 8, true)),
      population: population === 0 ? null : population,
      isCapital: (flags & CAPITAL) !== 0,
      isSovereignCapital: (flags & SOVEREIGN) !== 0,
      country: country === 0 ? null : this.#country(country - 1),
      division: division === 0 ? null : division - 1,
      isListed: (flags & UNLISTED) === 0,
    }
  }

  #zone(index: number): string {
    return this.#string('zone', index, 0, this.#layout.zoneCount)
  }

  #country(index: number): string {
    const { zoneCount, standardCount, countryCount } = this.#layout
    return this.#string('country', index, zoneCount + standardCount, countryCount)
  }

  #string(kind: string, index: number, first: number, length: number): string {
    const text = index < length ? this.#strings[first + index] : undefined
    return text ?? refuse('names-malformed', `${kind} ${index} of ${length}`)
  }
}

/** The names of the zones, then the standards, then the countries. */
function stringsOf(bytes: Uint8Array, layout: NamesLayout): readonly string[] {
  const strings: string[] = []
  for (let at = layout.stringsAt; at < bytes.length;) {
    const length = bytes[at] ?? 0
    strings.push(decoder.decode(bytes.subarray(at + 1, at + 1 + length)))
    at += 1 + length
    if (at > bytes.length)
      refuse('names-malformed', `text ${strings.length - 1} of its lists runs past the file`)
  }
  const expected = layout.zoneCount + layout.standardCount + layout.countryCount
  if (strings.length !== expected) {
    refuse(
      'names-malformed',
      `${strings.length} names of zones, standards and countries, expected ${expected}`,
    )
  }
  return strings
}
