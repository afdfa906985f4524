// Writes `names.bin`.
import {
  AREA_SIZE,
  BLOCK,
  CAPITAL,
  HEADER_SIZE,
  INDEX_BITS,
  keyOfWords,
  MAGIC,
  MOST,
  NAMES_VERSION,
  PLACE_KINDS,
  PLACE_SIZE,
  SOVEREIGN,
  UNLISTED,
  WORDS,
} from './names-layout.ts'
import type { NamedPlace, NameRow } from './names.ts'

const encoder = new TextEncoder()

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
    const key = keyOfWords(words)
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
