// A zone's clock ↔ a TZif file (RFC 9636), which operating systems and most languages read: version 2 or 3, no leap seconds.
import { DAY } from '../time/civil.ts'
import { epochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { plainType } from '../zone/fixed-zone.ts'
import { readPosixTz } from '../zone/footer.ts'
import { clockIn, isSame, type Clock, type Reading, type ShownTime } from './release-clock.ts'

const MAGIC = 'TZif'
const HEADER_BYTES = 44

/** `fat`: both blocks list every change to 2037, for readers of one of them alone. `slim`: the block of 32 bits is empty. */
export type TzifSize = 'fat' | 'slim'

/** The instants of the block of 32 bits: from −2³¹ (inclusive) to 2³¹ (exclusive), which is in January 2038. */
const BITS_32 = { from: epochSeconds(-(2 ** 31)), to: epochSeconds(2 ** 31) }

/**
 * The bytes of a zone's file, with the changes that `zic -b` lists for the same size. A slim file's block of 32 bits has one type of no
 * offset and no letters, because a block may not be without any. If no POSIX text says what follows the last change, the footer is empty, and
 * readers know nothing after that change.
 */
export function encodeTzif(zone: CompiledZone, reading: Reading, size: TzifSize): Uint8Array<ArrayBuffer> {
  const clock = size === 'fat' ? withEnd(clockIn(zone, reading, BITS_32.to)) : clockIn(zone, reading)
  const footer = clock.posixTz ?? ''
  const version = isBeyondADay(footer) ? '3' : '2'
  const blocks =
    size === 'fat'
      ? [dataBlock(withEnd(within32Bits(clock)), 4), dataBlock(clock, 8)]
      : [{ changes: 0, types: 1, letters: 1, bytes: new Uint8Array(7) }, dataBlock(clock, 8)]
  const parts = [
    ...blocks.flatMap((block) => [header(version, block), block.bytes]),
    new TextEncoder().encode(`\n${footer}\n`),
  ]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * A clock without the changes that 32 bits cannot say. Where some come before, the first listed change is at −2³¹, to what the clock shows
 * then: readers take the first type, which is of the time before all changes, only for what lies before that.
 */
function within32Bits(clock: Clock): Clock {
  const { from, to } = BITS_32
  const shownFrom = clock.changes.findLast(({ at }) => at <= from)?.shown
  const changes = clock.changes.filter(({ at }) => at > from && at < to)
  return {
    ...clock,
    changes: shownFrom === undefined ? changes : [{ at: from, shown: shownFrom }, ...changes],
  }
}

/**
 * A clock with a change to what it shows already, at the last second of 32 bits, where zic adds one: after abbreviations that a footer
 * writes in `<>`. Qt once needed it, and dateutil reads the time after the last change as standard time.
 */
function withEnd(clock: Clock): Clock {
  const at = epochSeconds(BITS_32.to - 1)
  const last = clock.changes.at(-1)
  return last === undefined || last.at >= at || clock.posixTz?.includes('<') !== true
    ? clock
    : { ...clock, changes: [...clock.changes, { at, shown: last.shown }] }
}

/** Before version 3 the times of a footer lie between 0 and 24 hours. */
function isBeyondADay(footer: string): boolean {
  const daylight = readPosixTz(footer)?.daylight ?? null
  return daylight !== null && [daylight.start, daylight.end].some(({ time }) => time < 0 || time > DAY)
}

interface Counts {
  readonly changes: number
  readonly types: number
  readonly letters: number
}

function header(version: string, { changes, types, letters }: Counts): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  bytes.set(new TextEncoder().encode(MAGIC + version))
  const view = new DataView(bytes.buffer)
  // Counts of UT and standard indicators and of leap seconds stay zero.
  view.setUint32(32, changes)
  view.setUint32(36, types)
  view.setUint32(40, letters)
  return bytes
}

/** A block whose instants have 4 or 8 bytes. */
function dataBlock({ initial, changes }: Clock, width: 4 | 8): Counts & { readonly bytes: Uint8Array } {
  const { types, indexes } = typesOf({ initial, changes })
  const words = [...new Set(types.map(({ abbreviation }) => abbreviation))]
  const letters = words.map((word) => `${word}\0`).join('')
  const bytes = new Uint8Array(changes.length * (width + 1) + types.length * 6 + letters.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const change of changes) {
    if (width === 8) view.setBigInt64(at, BigInt(change.at))
    else view.setInt32(at, change.at)
    at += width
  }
  for (const index of indexes) view.setUint8(at++, index)
  for (const { offset, isDst, abbreviation } of types) {
    view.setInt32(at, offset)
    view.setUint8(at + 4, isDst ? 1 : 0)
    view.setUint8(at + 5, startOf(words, abbreviation))
    at += 6
  }
  bytes.set(new TextEncoder().encode(letters), at)
  return { changes: changes.length, types: types.length, letters: letters.length, bytes }
}

/**
 * The types of a clock, and the index of each change's type. Python guesses the saving of a type (`dst()`) at the first change that tells it
 * one, so types of another saving are apart though they look alike, and so is a change that would tell a wrong one before a right one came.
 */
function typesOf({ initial, changes }: Pick<Clock, 'initial' | 'changes'>): {
  readonly types: ShownTime[]
  readonly indexes: number[]
} {
  const types: (ShownTime & { isMisleading: boolean })[] = [{ ...initial, isMisleading: false }]
  const isGuessed: boolean[] = []
  const indexes = changes.map(({ shown }, at) => {
    const indexOf = (isMisleading: boolean): number =>
      types.findIndex(
        (type) => isSame(type, shown) && type.saving === shown.saving && type.isMisleading === isMisleading,
      )
    const guess = guessedSaving(shown, changes[at - 1]?.shown ?? initial, changes[at + 1]?.shown)
    const isMisleading = guess !== 0 && guess !== shown.saving && isGuessed[indexOf(false)] !== true && at > 0
    const found = indexOf(isMisleading)
    const index = found >= 0 ? found : types.push({ ...shown, isMisleading }) - 1
    if (guess === shown.saving && at > 0) isGuessed[index] = true
    return index
  })
  return { types, indexes }
}

/** The saving that Python guesses at a change: to standard time before, or else after. 0 where it goes on to the next such change. */
function guessedSaving(shown: ShownTime, before: ShownTime, after: ShownTime | undefined): number {
  if (!shown.isDst) return 0
  const fromBefore = before.isDst ? 0 : shown.offset - before.offset
  if (fromBefore !== 0 || after === undefined || after.isDst) return fromBefore
  return shown.offset - after.offset
}

/** Where a word begins among the words, each of which ends with a zero byte. */
const startOf = (words: readonly string[], word: string): number =>
  words.slice(0, words.indexOf(word)).reduce((sum, one) => sum + one.length + 1, 0)

/** A file's clock: what `encodeTzif` writes, or zic, of version 2 or later and without leap seconds. Null for bytes that are none. */
export function decodeTzif(id: string, bytes: Uint8Array): CompiledZone | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isTzif = (at: number): boolean =>
    at + HEADER_BYTES <= bytes.length && MAGIC === new TextDecoder().decode(bytes.subarray(at, at + 4))
  if (!isTzif(0) || (bytes[4] ?? 0) < 0x32) return null
  const count = (at: number, field: number): number => view.getUint32(at + 20 + 4 * field)
  // Behind the block of 32-bit instants comes the one of 64.
  const second =
    HEADER_BYTES +
    count(0, 3) * 5 +
    count(0, 4) * 6 +
    count(0, 5) +
    count(0, 2) * 8 +
    count(0, 1) +
    count(0, 0)
  if (!isTzif(second)) return null
  const [leaps, changes, typeCount, letters] = [2, 3, 4, 5].map((field) => count(second, field))
  if (leaps !== 0 || changes === undefined || typeCount === undefined || letters === undefined) return null
  const body = second + HEADER_BYTES
  const end = body + changes * 9 + typeCount * 6 + letters + count(second, 1) + count(second, 0)
  if (end + 2 > bytes.length || typeCount === 0) return null
  const types = Array.from({ length: typeCount }, (_, i) => {
    const at = body + changes * 9 + 6 * i
    return plainType(view.getInt32(at), bytes[at + 4] === 1)
  })
  const starts = Array.from({ length: changes }, (_, i) =>
    epochSeconds(Number(view.getBigInt64(body + 8 * i))),
  )
  const typeOf = [0, ...starts.map((_, i) => bytes[body + changes * 8 + i] ?? 0)]
  if (typeOf.some((type) => types[type] === undefined)) return null
  const footer = new TextDecoder().decode(bytes.subarray(end + 1, bytes.length - 1))
  const rule = readPosixTz(footer)
  const zone = { id, lines: [], linesOf: typeOf.map(() => []), releaseChanges: [] }
  if (rule === null || rule.daylight === null)
    return { ...zone, types, starts, typeOf, footer: { kind: 'fixed' }, posixTz: null }
  const { start, end: back, offset } = rule.daylight
  types.push(plainType(rule.standard.offset), plainType(offset, true))
  return {
    ...zone,
    types,
    starts,
    typeOf,
    posixTz: footer,
    footer: {
      kind: 'yearly',
      toStandard: { ...back, type: types.length - 2, lines: [] },
      toDaylight: { ...start, type: types.length - 1, lines: [] },
    },
  }
}
