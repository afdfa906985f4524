// A zone's clock by wall time: for each wall time the instant that it names, or the two instants of a fold or gap.
import { DAY } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, offsetSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'

/** How often a wall time is shown: once, twice or never. */
export const ONCE = 0
export const FOLD = 1
export const GAP = 2

/** A table by wall time. Row i holds from `starts[i]` (inclusive) until `starts[i + 1]` (exclusive); the last row holds until `until`. */
export interface Walls {
  /** In local seconds; the first is −Infinity. */
  readonly starts: Float64Array
  readonly kinds: Uint8Array
  /** The offsets that give the earlier and the later instant. They are equal if there is only one instant. */
  readonly earlier: Int32Array
  readonly later: Int32Array
  /** The end (exclusive), in local seconds; Infinity for a clock that never changes again. */
  readonly until: number
}

interface Row {
  readonly start: number
  readonly kind: number
  readonly earlier: number
  readonly later: number
}

/** The walls of a zone. They hold at least until the wall time `until`. */
export function wallsOf(zone: CompiledZone, until: number): Walls {
  const { changes, isWhole } = offsetChanges(zone, until + 2 * DAY)
  const first = zone.types[zone.typeOf[0] ?? 0]?.offset ?? offsetSeconds(0)
  const initial: Row = { start: -Infinity, kind: ONCE, earlier: first, later: first }
  const rows = [initial]
  let before: number = first
  for (const { at, offset } of changes) {
    const [larger, smaller] = [Math.max(before, offset), Math.min(before, offset)]
    // A clock that goes forward skips wall times; one that goes back shows wall times twice.
    rows.push({
      start: at + smaller,
      kind: offset > before ? GAP : FOLD,
      earlier: larger,
      later: smaller,
    })
    rows.push({ start: at + larger, kind: ONCE, earlier: offset, later: offset })
    before = offset
  }
  const isPlain = rows.every((row, i) => i === 0 || row.start > (rows[i - 1]?.start ?? 0))
  return asColumns(isPlain ? rows : resolved(zone, initial, rows), isWhole ? Infinity : until)
}

/** The rows when two changes are closer together than the clock moves (none since 1970). Each stretch is resolved on its own. */
function resolved(zone: CompiledZone, initial: Row, rows: readonly Row[]): Row[] {
  const starts = [...new Set(rows.map(({ start }) => start))].toSorted((one, other) => one - other)
  return starts.map((start): Row => {
    if (start === -Infinity) return initial
    const mapping = resolveLocal(zone, localSeconds(start))
    if (mapping.kind === 'unique')
      return { start, kind: ONCE, earlier: start - mapping.at, later: start - mapping.at }
    const kind = mapping.kind === 'fold' ? FOLD : GAP
    return { start, kind, earlier: start - mapping.earlier, later: start - mapping.later }
  })
}

/** The instants at which the clock moves, with the new offsets; changes of only the name are left out. `isWhole`: no more come after them. */
function offsetChanges(
  zone: CompiledZone,
  end: number,
): { readonly changes: readonly { at: number; offset: number }[]; readonly isWhole: boolean } {
  const { starts, types, typeOf, footer } = zone
  const changes: { at: number; offset: number }[] = []
  let last: number = types[typeOf[0] ?? 0]?.offset ?? 0
  const add = (at: number, offset: number): void => {
    if (offset !== last) changes.push({ at, offset })
    last = offset
  }
  starts.forEach((at, i) => add(at, types[typeOf[i + 1] ?? 0]?.offset ?? 0))
  const listed = starts.at(-1)
  if (footer.kind === 'fixed' || listed === undefined) return { changes, isWhole: true }
  for (const { at, after } of transitionsAfter(zone, epochSeconds(listed))) {
    if (at >= end) break
    add(at, after.type.offset)
  }
  return { changes, isWhole: false }
}

const asColumns = (rows: readonly Row[], until: number): Walls => ({
  starts: Float64Array.from(rows, ({ start }) => start),
  kinds: Uint8Array.from(rows, ({ kind }) => kind),
  earlier: Int32Array.from(rows, ({ earlier }) => earlier),
  later: Int32Array.from(rows, ({ later }) => later),
  until,
})

/** The index of the row that holds at a wall time. */
export function rowAt({ starts }: Walls, wall: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? Infinity) <= wall) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether two walls show the same at all wall times. */
export const areSameWalls = (one: Walls, other: Walls): boolean =>
  one.until === other.until &&
  one.starts.length === other.starts.length &&
  one.starts.every(
    (start, i) =>
      start === other.starts[i] &&
      one.kinds[i] === other.kinds[i] &&
      one.earlier[i] === other.earlier[i] &&
      one.later[i] === other.later[i],
  )
