// Writes and reads `names.bin`: what people call places, countries, standards and zones in one language → what each name can mean.
import { ArtifactError } from './artifact-error.ts'
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

export interface Names {
  readonly language: string
  readonly keyCount: number
  /** All meanings of a key, in the order of the file. Empty for an unknown key. */
  readonly meaningsOf: (key: string) => readonly NameMeaning[]
  /** The names whose keys begin with a prefix, in code-unit order of the keys. */
  readonly rowsFrom: (prefix: string) => Iterable<NameRow>
  /**
   * The positions of the meanings of those names, which follow each other. For callers that cannot afford objects for thousands of
   * meanings.
   */
  readonly entriesFrom: (prefix: string) => { readonly first: number; readonly until: number }
  /**
   * The population of an entry that is a listed city or a section of one, 0 when unknown. A capital gets `ofACapital` more. A name that is
   * not the place's own counts for `share` of it. Null for a division and for an entry that is no place; undefined for a place that is not
   * listed.
   */
  readonly peopleAt: (entry: number, ofACapital: number, share: number) => number | null | undefined
  readonly meaningAt: (entry: number) => NameMeaning
  /** The names whose keys begin with a prefix and are spelled almost like a spelling, in the same order. */
  readonly rowsNear: (prefix: string, spelling: Spelling) => NearRow[]
}

export interface NearRow extends NameRow {
  /** Edit steps from one spelling to the other. */
  readonly distance: number
}

/** The key of a row, as `nameKey` makes it. */
const keyOfRow = ({ words }: Pick<NameRow, 'words'>): string => words.replaceAll('-', '')

const MAGIC = 'TZRFNAME'
/** 1.1 added names in non-Latin letters, in UTF-8. 1.2 added the country and first division of a place, and places that are not listed. */
const NAMES_VERSION = { major: 1, minor: 2 } as const
/** From this minor version on, places have a country and a division. */
const WITH_AREAS = 2
const HEADER_SIZE = 56
const PLACE_SIZE = 12
const AREA_SIZE = 2
/** Within a block, a key shares its beginning with the key before it. The first key of a block stands in full. */
const BLOCK = 16
/** The most meanings and the most letters of one key: each count is one byte. */
const MOST = 255
const HYPHEN = 45

const KINDS = ['place', 'other-place', 'country', 'standard', 'zone'] as const
const PLACE_KINDS = ['city', 'section', 'division'] as const
/**
 * ASCII letters and digits, or letters of non-Latin scripts, from Greek on. Never U+FFFD, because that stands for bytes that are not UTF-8.
 */
const WORDS = /^[a-z0-9\u0370-\ufffc]+(?:-[a-z0-9\u0370-\ufffc]+)*$/u
const INDEX_BITS = 28
const CAPITAL = 4
const SOVEREIGN = 8
const UNLISTED = 16

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Encodes rows that are in code-unit order of their keys. Equal rows give equal bytes. Throws a RangeError for a row that does not fit the
 * format.
 */
export function encodeNames(rows: readonly NameRow[], language: string): Uint8Array {
  const places = new Index<NamedPlace>(
    ({ kind, id, zone, population }) => `${kind} ${id} ${zone} ${population}`,
  )
  const lists = {
    country: new Index<string>(String),
    standard: new Index<string>(String),
    zone: new Index<string>(String),
  }
  const placesOfKey = (place: NamedPlace): number => {
    lists.zone.of(place.zone)
    if (place.country !== null) lists.country.of(place.country)
    return places.of(place)
  }
  const entries: number[] = []
  const blockKeys: number[] = []
  const blockEntries: number[] = []
  const keys: number[] = []
  let previous = ''
  let previousWords = new Uint8Array()
  for (const [row, { words, meanings }] of rows.entries()) {
    const key = keyOfRow({ words })
    const text = encoder.encode(words)
    if (!WORDS.test(words) || text.length > MOST || key <= previous) throw new RangeError(`name "${words}"`)
    if (meanings.length === 0 || meanings.length > MOST)
      throw new RangeError(`${meanings.length} meanings of ${words}`)
    if (row % BLOCK === 0) {
      blockKeys.push(keys.length)
      blockEntries.push(entries.length)
    }
    const shared = row % BLOCK === 0 ? 0 : sharedLength(previousWords, text)
    keys.push(shared, text.length - shared, meanings.length, ...text.subarray(shared))
    previous = key
    previousWords = text
    for (const meaning of meanings) {
      const [kind, index] =
        meaning.kind === 'place'
          ? [meaning.isOwnName ? 0 : 1, placesOfKey(meaning.place)]
          : meaning.kind === 'country'
            ? [2, lists.country.of(meaning.country)]
            : meaning.kind === 'standard'
              ? [3, lists.standard.of(meaning.standard)]
              : [4, lists.zone.of(meaning.zone)]
      entries.push(kind * 2 ** INDEX_BITS + index)
    }
  }
  blockKeys.push(keys.length)
  blockEntries.push(entries.length)

  const strings = [lists.zone, lists.standard, lists.country].flatMap(({ items }) =>
    items.flatMap((text) => [...Uint8Array.of(text.length), ...encoder.encode(text)]),
  )
  if (lists.country.items.length > MOST) throw new RangeError(`${lists.country.items.length} countries`)
  const keyBytes = keys.length + AREA_SIZE * places.items.length
  const size =
    HEADER_SIZE +
    4 * (blockKeys.length * 2 + entries.length) +
    PLACE_SIZE * places.items.length +
    keyBytes +
    strings.length
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(encoder.encode(MAGIC))
  view.setUint16(8, NAMES_VERSION.major, true)
  view.setUint16(10, NAMES_VERSION.minor, true)
  bytes.set(encoder.encode(language).subarray(0, 8), 12)
  const counts = [
    size,
    rows.length,
    entries.length,
    places.items.length,
    lists.zone.items.length,
    lists.standard.items.length,
    lists.country.items.length,
    keyBytes,
    strings.length,
  ]
  counts.forEach((count, index) => view.setUint32(20 + 4 * index, count, true))
  let at = HEADER_SIZE
  for (const number of [...blockKeys, ...blockEntries, ...entries]) {
    view.setUint32(at, number, true)
    at += 4
  }
  for (const place of places.items) {
    view.setInt32(at, place.id, true)
    view.setUint32(at + 4, place.population ?? 0, true)
    view.setUint16(at + 8, lists.zone.of(place.zone), true)
    view.setUint8(
      at + 10,
      PLACE_KINDS.indexOf(place.kind) +
        (place.isCapital ? CAPITAL : 0) +
        (place.isSovereignCapital ? SOVEREIGN : 0) +
        (place.isListed ? 0 : UNLISTED),
    )
    view.setUint8(at + 11, place.country === null ? 0 : lists.country.of(place.country) + 1)
    at += PLACE_SIZE
  }
  bytes.set(keys, at)
  at += keys.length
  for (const { division } of places.items) {
    view.setUint16(at, division === null ? 0 : division + 1, true)
    at += AREA_SIZE
  }
  bytes.set(strings, at)
  return bytes
}

/** Numbers items in the order in which they are first asked for. */
class Index<Item> {
  readonly items: Item[] = []
  private readonly numbers = new Map<string, number>()
  private readonly keyOf: (item: Item) => string
  constructor(keyOf: (item: Item) => string) {
    this.keyOf = keyOf
  }
  of(item: Item): number {
    const key = this.keyOf(item)
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.numbers.set(key, this.items.length)
    this.items.push(item)
    return this.items.length - 1
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** A key in UTF-8. Most keys are ASCII, which needs no encoder. */
function bytesOf(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length)
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    if (code > 127) return encoder.encode(key)
    bytes[index] = code
  }
  return bytes
}

/** The first `length` bytes as text. Most names are ASCII, which needs no decoder. */
function textOf(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) {
    const code = bytes[index] ?? 0
    if (code > 127) return decoder.decode(bytes.subarray(0, length))
    text += String.fromCharCode(code)
  }
  return text
}

function refuse(code: 'names-malformed' | 'names-version', message: string): never {
  throw new ArtifactError(code, `names: ${message}`, {})
}

/**
 * Compares the key of some words with a wanted key, as bytes: negative when it comes before, 0 when they are equal, positive when it comes
 * after.
 */
function compareKeys(words: Uint8Array, from: number, until: number, wanted: Uint8Array): number {
  let at = 0
  for (let letter = from; letter < until; letter++) {
    const code = words[letter] ?? 0
    if (code === HYPHEN) continue
    // A key that has ended counts as 0, which comes before all letters.
    const difference = code - (wanted[at++] ?? 0)
    if (difference !== 0) return difference
  }
  return at - wanted.length
}

/** The same for the first letters of the key, as many as the wanted one has: 0 when the key begins with it. */
function compareBeginnings(words: Uint8Array, from: number, until: number, wanted: Uint8Array): number {
  let at = 0
  for (let letter = from; letter < until && at < wanted.length; letter++) {
    const code = words[letter] ?? 0
    if (code === HYPHEN) continue
    const difference = code - (wanted[at++] ?? 0)
    if (difference !== 0) return difference
  }
  return at - wanted.length
}

/** Checks that blocks begin at 0, stand in order and end where their sections end. */
function checkBlocks(view: DataView, blockCount: number, keyBytes: number, entryCount: number): void {
  for (const [first, end, what] of [
    [0, keyBytes, 'blocks'],
    [blockCount + 1, entryCount, 'firsts'],
  ] as const) {
    const at = (index: number): number => view.getUint32(HEADER_SIZE + 4 * (first + index), true)
    for (let index = 0; index < blockCount; index++) {
      if (at(index) >= at(index + 1))
        refuse('names-malformed', `${what} ${index} and the next are not in order`)
    }
    if (at(0) !== 0 || at(blockCount) !== end)
      refuse('names-malformed', `${what} go from ${at(0)} to ${at(blockCount)}, expected 0 to ${end}`)
  }
}

/**
 * Opens the file. It reads the header, the blocks' positions and the three short lists, and leaves the rest in place. Throws an
 * ArtifactError when the header does not fit the bytes. `checkNames` checks all the rest.
 */
export function openNames(bytes: Uint8Array): Names {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_SIZE || decoder.decode(bytes.subarray(0, 8)) !== MAGIC) {
    refuse('names-malformed', 'its first bytes are not those of a file of names')
  }
  const major = view.getUint16(8, true)
  const hasAreas = view.getUint16(10, true) >= WITH_AREAS
  if (major !== NAMES_VERSION.major)
    refuse('names-version', `version ${major}, this reader understands ${NAMES_VERSION.major}`)
  const count = (index: number): number => view.getUint32(20 + 4 * index, true)
  const [size, keyCount, entryCount, placeCount] = [count(0), count(1), count(2), count(3)]
  const [zoneCount, standardCount, countryCount, keyBytes, stringBytes] = [
    count(4),
    count(5),
    count(6),
    count(7),
    count(8),
  ]
  const blockCount = Math.ceil(keyCount / BLOCK)
  const blockEntriesAt = HEADER_SIZE + 4 * (blockCount + 1)
  const entriesAt = blockEntriesAt + 4 * (blockCount + 1)
  const placesAt = entriesAt + 4 * entryCount
  const keysAt = placesAt + PLACE_SIZE * placeCount
  const stringsAt = keysAt + keyBytes
  /** The divisions follow the last name. */
  const areasAt = stringsAt - (hasAreas ? AREA_SIZE * placeCount : 0)
  if (size !== bytes.length)
    refuse('names-malformed', `the file has ${bytes.length} bytes, its header says ${size}`)
  if (stringsAt + stringBytes !== size)
    refuse('names-malformed', `its sections end at ${stringsAt + stringBytes}, the file at ${size}`)
  const tag = bytes.subarray(12, 20)
  const tagLength = (tag.indexOf(0) + 9) % 9
  if (
    !/^[A-Za-z][A-Za-z0-9-]+$/.test(textOf(tag, tagLength)) ||
    tag.subarray(tagLength).some((byte) => byte !== 0)
  )
    refuse('names-malformed', 'its language is not a tag filled with 0')
  checkBlocks(view, blockCount, areasAt - keysAt, entryCount)
  const strings: string[] = []
  for (let at = stringsAt; at < size;) {
    const length = bytes[at] ?? 0
    strings.push(decoder.decode(bytes.subarray(at + 1, at + 1 + length)))
    at += 1 + length
    if (at > size) refuse('names-malformed', `text ${strings.length - 1} of its lists runs past the file`)
  }
  if (strings.length !== zoneCount + standardCount + countryCount) {
    refuse(
      'names-malformed',
      `${strings.length} names of zones, standards and countries, expected ${zoneCount + standardCount + countryCount}`,
    )
  }
  const stringAt = (kind: string, index: number, first: number, length: number): string => {
    const text = index < length ? strings[first + index] : undefined
    return text ?? refuse('names-malformed', `${kind} ${index} of ${length}`)
  }
  const zoneAt = (index: number): string => stringAt('zone', index, 0, zoneCount)
  const countryAt = (index: number): string =>
    stringAt('country', index, zoneCount + standardCount, countryCount)

  const placeAt = (index: number): NamedPlace => {
    if (index >= placeCount) refuse('names-malformed', `place ${index} of ${placeCount}`)
    const at = placesAt + PLACE_SIZE * index
    const flags = view.getUint8(at + 10)
    const population = view.getUint32(at + 4, true)
    const country = hasAreas ? view.getUint8(at + 11) : 0
    const division = hasAreas ? view.getUint16(areasAt + AREA_SIZE * index, true) : 0
    return {
      kind: PLACE_KINDS[flags & 3] ?? refuse('names-malformed', `place ${index} has an unknown kind`),
      id: view.getInt32(at, true),
      zone: zoneAt(view.getUint16(at + 8, true)),
      population: population === 0 ? null : population,
      isCapital: (flags & CAPITAL) !== 0,
      isSovereignCapital: (flags & SOVEREIGN) !== 0,
      country: country === 0 ? null : countryAt(country - 1),
      division: division === 0 ? null : division - 1,
      isListed: (flags & UNLISTED) === 0,
    }
  }
  const meaningAt = (entry: number): NameMeaning => {
    const word = view.getUint32(entriesAt + 4 * entry, true)
    const index = word % 2 ** INDEX_BITS
    const kind = KINDS[Math.floor(word / 2 ** INDEX_BITS)]
    switch (kind) {
      case 'place':
      case 'other-place':
        return { kind: 'place', place: placeAt(index), isOwnName: kind === 'place' }
      case 'country':
        return { kind, country: countryAt(index) }
      case 'standard':
        return { kind, standard: stringAt(kind, index, zoneCount, standardCount) }
      case 'zone':
        return { kind, zone: zoneAt(index) }
      case undefined:
      default:
        return refuse('names-malformed', `meaning ${entry} has an unknown kind`)
    }
  }
  const meaningsFrom = (first: number, length: number): NameMeaning[] => {
    if (first + length > entryCount) refuse('names-malformed', `meaning ${first + length} of ${entryCount}`)
    const meanings: NameMeaning[] = []
    for (let entry = first; entry < first + length; entry++) meanings.push(meaningAt(entry))
    return meanings
  }

  /** The words of the name being read. */
  const line = new Uint8Array(2 * MOST)
  /**
   * Visits the rows of a block: the words, the position of the first meaning and the number of meanings. Stops when `visit` returns false.
   */
  const walk = (block: number, visit: (words: string, first: number, length: number) => boolean): boolean => {
    let at = keysAt + view.getUint32(HEADER_SIZE + 4 * block, true)
    let first = view.getUint32(blockEntriesAt + 4 * block, true)
    let known = 0
    for (let row = block * BLOCK; row < Math.min(keyCount, (block + 1) * BLOCK); row++) {
      const shared = bytes[at] ?? 0
      const rest = bytes[at + 1] ?? 0
      const length = bytes[at + 2] ?? 0
      at += 3
      if (at + rest > areasAt || shared > known) refuse('names-malformed', `name ${row} runs past the names`)
      line.set(bytes.subarray(at, at + rest), shared)
      known = shared + rest
      at += rest
      if (visit(textOf(line, known), first, length)) return true
      first += length
    }
    // A header that counts one name too few leaves bytes after the last name. No other check sees them.
    const end = keysAt + view.getUint32(HEADER_SIZE + 4 * (block + 1), true)
    if (at !== end || first !== view.getUint32(blockEntriesAt + 4 * (block + 1), true))
      refuse('names-malformed', `the names of block ${block} end at ${at}, expected ${end}`)
    return false
  }
  /** The last block that begins at or before a key, or 0. */
  const blockOf = (key: Uint8Array): number => {
    let low = 0
    let high = blockCount - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const at = keysAt + view.getUint32(HEADER_SIZE + 4 * middle, true)
      if (compareKeys(bytes, at + 3, at + 3 + (bytes[at + 1] ?? 0), key) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }
  /**
   * The position of the first meaning of the first name that begins with a prefix, or with `isPast`, of the first name after all of those.
   */
  const entryFrom = (prefix: Uint8Array, isPast: boolean): number => {
    const isThere = (order: number): boolean => (isPast ? order > 0 : order >= 0)
    let low = 0
    let high = blockCount - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const at = keysAt + view.getUint32(HEADER_SIZE + 4 * middle, true)
      if (isThere(compareBeginnings(bytes, at + 3, at + 3 + (bytes[at + 1] ?? 0), prefix))) high = middle - 1
      else low = middle
    }
    let at = keysAt + view.getUint32(HEADER_SIZE + 4 * low, true)
    let first = view.getUint32(blockEntriesAt + 4 * low, true)
    for (let row = low * BLOCK; row < Math.min(keyCount, (low + 1) * BLOCK); row++) {
      const shared = bytes[at] ?? 0
      const rest = bytes[at + 1] ?? 0
      line.set(bytes.subarray(at + 3, at + 3 + rest), shared)
      if (isThere(compareBeginnings(line, 0, shared + rest, prefix))) return first
      first += bytes[at + 2] ?? 0
      at += 3 + rest
    }
    return first
  }
  return {
    language: decoder.decode(bytes.subarray(12, 20)).replace(/\0+$/, ''),
    keyCount,
    meaningsOf(key) {
      if (keyCount === 0) return []
      const wanted = bytesOf(key)
      const block = blockOf(wanted)
      let at = keysAt + view.getUint32(HEADER_SIZE + 4 * block, true)
      let first = view.getUint32(blockEntriesAt + 4 * block, true)
      for (let row = block * BLOCK; row < Math.min(keyCount, (block + 1) * BLOCK); row++) {
        const shared = bytes[at] ?? 0
        const letters = shared + (bytes[at + 1] ?? 0)
        const length = bytes[at + 2] ?? 0
        const start = at + 3 - shared
        at = start + letters
        if (at > areasAt) refuse('names-malformed', `name ${row} runs past the names`)
        for (let letter = shared; letter < letters; letter++) line[letter] = bytes[start + letter] ?? 0
        const order = compareKeys(line, 0, letters, wanted)
        if (order === 0) return meaningsFrom(first, length)
        if (order > 0) return []
        first += length
      }
      return []
    },
    *rowsFrom(prefix) {
      for (let block = blockOf(encoder.encode(prefix)); block < blockCount; block++) {
        const rows: NameRow[] = []
        const isPast = walk(block, (words, first, length) => {
          const key = keyOfRow({ words })
          if (key.startsWith(prefix)) {
            rows.push({
              words,
              // Read only when asked for: a search by spelling looks at few of them.
              get meanings() {
                return meaningsFrom(first, length)
              },
            })
          }
          return key > prefix && !key.startsWith(prefix)
        })
        yield* rows
        if (isPast) return
      }
    },
    entriesFrom(prefix) {
      if (keyCount === 0) return { first: 0, until: 0 }
      const wanted = bytesOf(prefix)
      return { first: entryFrom(wanted, false), until: Math.min(entryCount, entryFrom(wanted, true)) }
    },
    peopleAt(entry, ofACapital, share) {
      const word = view.getUint32(entriesAt + 4 * entry, true)
      // The first two kinds are places.
      if (word >= 2 * 2 ** INDEX_BITS) return null
      const index = word % 2 ** INDEX_BITS
      if (index >= placeCount) refuse('names-malformed', `place ${index} of ${placeCount}`)
      const at = placesAt + PLACE_SIZE * index
      const flags = view.getUint8(at + 10)
      if (PLACE_KINDS[flags & 3] === 'division') return null
      if ((flags & UNLISTED) !== 0) return undefined
      const people = view.getUint32(at + 4, true) + ((flags & CAPITAL) === 0 ? 0 : ofACapital)
      return word < 2 ** INDEX_BITS ? people : people * share
    },
    meaningAt,
    rowsNear(prefix, spelling) {
      const found: NearRow[] = []
      /** For each number of letters of the words: how many of them belong to the key. */
      const depths = new Uint8Array(2 * MOST + 1)
      // All letters and digits come before `~`.
      const last = keyCount === 0 ? -1 : blockOf(encoder.encode(`${prefix}~`))
      for (let block = blockOf(encoder.encode(prefix)); block <= last; block++) {
        let at = keysAt + view.getUint32(HEADER_SIZE + 4 * block, true)
        let next = view.getUint32(blockEntriesAt + 4 * block, true)
        /** From this letter on, no name can be near. Names that share the letters up to it are skipped. */
        let lost = MOST
        for (let row = block * BLOCK; row < Math.min(keyCount, (block + 1) * BLOCK); row++) {
          const shared = bytes[at] ?? 0
          const letters = shared + (bytes[at + 1] ?? 0)
          const length = bytes[at + 2] ?? 0
          const first = next
          const start = at + 3 - shared
          at = start + letters
          next += length
          if (at > areasAt) refuse('names-malformed', `name ${row} runs past the names`)
          if (shared > lost) continue
          lost = MOST
          for (let letter = shared; letter < letters && lost === MOST; letter++) {
            const code = bytes[start + letter] ?? 0
            const depth = (depths[letter] ?? 0) + (code === HYPHEN ? 0 : 1)
            line[letter] = code
            depths[letter + 1] = depth
            if (code !== HYPHEN && !spelling.goesOn(depth, code)) lost = letter
          }
          const distance = lost === MOST ? spelling.distanceAt(depths[letters] ?? 0) : null
          if (distance === null) continue
          const text = textOf(line, letters)
          if (!keyOfRow({ words: text }).startsWith(prefix)) continue
          found.push({
            words: text,
            distance,
            get meanings() {
              return meaningsFrom(first, length)
            },
          })
        }
      }
      return found
    },
  }
}

/** Tells in words what is wrong with a name, given the rest of the artifact. Null when all is well. */
export type MeaningCheck = (row: NameRow) => string | null

/**
 * Finds the faults of a file of names, in words: a wrong order, anything unreadable, and what `faultOf` finds. Yields undefined between
 * pieces of work. No text when all is well.
 */
export function* checkNames(
  bytes: Uint8Array,
  faultOf: MeaningCheck = () => null,
): Generator<string | undefined, void> {
  try {
    const names = openNames(bytes)
    let previous = ''
    let count = 0
    for (const row of names.rowsFrom('')) {
      const { words, meanings } = row
      count++
      const key = keyOfRow({ words })
      if (!WORDS.test(words)) yield `name ${count}: "${words}" is not words`
      if (key <= previous) yield `name ${count}: "${key}" comes after "${previous}"`
      if (meanings.length === 0) yield `name ${count}: "${words}" means nothing`
      const fault = faultOf({ words, meanings })
      if (fault !== null) yield `name ${count}: "${words}": ${fault}`
      previous = key
      if (count % BLOCK === 0) yield
    }
    if (count !== names.keyCount) yield `${count} names, expected ${names.keyCount}`
  } catch (error) {
    if (!(error instanceof ArtifactError) && !(error instanceof RangeError)) throw error
    yield error.message
  }
}
