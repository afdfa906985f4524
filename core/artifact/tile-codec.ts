// The bytes of one border tile: chains of original edges, written and read here and nowhere else.
import { signOfDifference } from '../geo/side-of-edge.ts'

/**
 * A run of edges that bound the same zones. Vertices are x, y, x, y, … in microdegrees from the tile's middle; the first and the
 * last may lie far outside the tile, because edges are kept whole.
 */
export interface Chain {
  /** Which bit of the tile's crossing count its edges flip, 0 to 7. */
  readonly bit: number
  /** The run goes on west of the tile, unseen, before its first vertex. */
  readonly beginsWest: boolean
  /** The run goes on west of the tile, unseen, after its last vertex. */
  readonly endsWest: boolean
  readonly vertices: readonly number[]
}

/** `table` is the position of the tile's first result in the section of results, in units of two entries. */
export interface Tile {
  readonly table: number
  readonly chains: readonly Chain[]
}

/** Bits of a chain's head; the low byte is its number of edges. */
const EDGES = 0xff
const BIT_SHIFT = 8
const BIT_MASK = 0xf
const BEGINS_WEST = 0x1000
const ENDS_WEST = 0x2000
const LAST = 0x8000

export const MAX_BITS = 8
const MAX_EDGES = EDGES

/** Whether all vertices fit 16 bits each. */
export function fitsNarrow(chains: readonly Chain[]): boolean {
  return chains.every((chain) => chain.vertices.every((value) => value >= -0x8000 && value <= 0x7fff))
}

/**
 * Appends a tile to `out`, word by word. Words have 16 bits in a narrow tile and 32 in a wide one, and mean the same in both. A chain of
 * more than 255 edges becomes several.
 */
export function encodeTile(tile: Tile, out: (word: number) => void): void {
  const pieces: Chain[] = []
  for (const chain of tile.chains) {
    const edges = chain.vertices.length / 2 - 1
    for (let from = 0; from < edges; from += MAX_EDGES) {
      const to = Math.min(edges, from + MAX_EDGES)
      pieces.push({
        bit: chain.bit,
        beginsWest: chain.beginsWest && from === 0,
        endsWest: chain.endsWest && to === edges,
        vertices: chain.vertices.slice(from * 2, to * 2 + 2),
      })
    }
  }
  if (pieces.length === 0) throw new RangeError('tile: no edges')
  out(tile.table)
  pieces.forEach((chain, i) => {
    out(
      (chain.vertices.length / 2 - 1) |
        (chain.bit << BIT_SHIFT) |
        (chain.beginsWest ? BEGINS_WEST : 0) |
        (chain.endsWest ? ENDS_WEST : 0) |
        (i === pieces.length - 1 ? LAST : 0),
    )
    // Latitudes first: most edges are dismissed by them alone.
    for (const first of [1, 0])
      for (let k = first; k < chain.vertices.length; k += 2) out(chain.vertices[k] ?? 0)
  })
}

/** The tile at word `at`, and the word after it; null where it runs past the end or has a chain without edges. */
export function decodeTile(
  words: Int16Array | Int32Array,
  at: number,
): { readonly tile: Tile; readonly end: number } | null {
  const table = words[at]
  if (table === undefined) return null
  const chains: Chain[] = []
  let next = at + 1
  for (;;) {
    const head = words[next]
    if (head === undefined) return null
    const edges = head & EDGES
    const bit = (head >> BIT_SHIFT) & BIT_MASK
    const from = next + 1
    next = from + (edges + 1) * 2
    if (edges === 0 || bit >= MAX_BITS || (head & 0x4000) !== 0 || next > words.length) return null
    chains.push({
      bit,
      beginsWest: (head & BEGINS_WEST) !== 0,
      endsWest: (head & ENDS_WEST) !== 0,
      vertices: Array.from(
        { length: (edges + 1) * 2 },
        (_, k) => words[from + (k >> 1) + (k % 2 === 0 ? edges + 1 : 0)] ?? 0,
      ),
    })
    if ((head & LAST) !== 0) return { tile: { table: table & 0xffff, chains }, end: next }
  }
}

/** What `crossings` gives for a tile that runs past the end of its section. */
export const DAMAGED = -1

/**
 * For each bit, whether a line from the point due west crosses an odd number of edges that carry it. The point is nudged an
 * infinitesimal step east and a smaller one north: an edge through it counts as west of it, a vertex at its height as below.
 * Coordinates as in the chains. No allocation.
 */
export function crossingsNarrow(words: Int16Array, at: number, x: number, y: number): number {
  const { length } = words
  let bits = 0
  let next = at + 1
  for (;;) {
    const head = words[next] ?? 0
    const edges = head & EDGES
    // From a vertex's latitude to its longitude.
    const stride = edges + 1
    const first = next + 1
    const last = next + stride
    next = last + stride + 1
    if (next > length || edges === 0) return DAMAGED
    let isAbove = (words[first] ?? 0) > y
    let odd = (head & BEGINS_WEST) !== 0 && isAbove ? 1 : 0
    for (let i = first + 1; i <= last; i++) {
      if ((words[i] ?? 0) > y !== isAbove) {
        isAbove = !isAbove
        const ax = words[i + stride - 1] ?? 0
        const bx = words[i + stride] ?? 0
        const ay = words[i - 1] ?? 0
        const by = words[i] ?? 0
        // Sixteen-bit coordinates, so these products are exact. A rising edge is west of what lies to its right.
        const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        if (isAbove ? side <= 0 : side >= 0) odd ^= 1
      }
    }
    if ((head & ENDS_WEST) !== 0 && isAbove) odd ^= 1
    bits ^= odd << ((head >> BIT_SHIFT) & BIT_MASK)
    if ((head & LAST) !== 0) return bits
  }
}

/** `crossingsNarrow` for a wide tile. Twice in full, because one function for both kinds of array is a third slower for each. */
export function crossingsWide(words: Int32Array, at: number, x: number, y: number): number {
  const { length } = words
  let bits = 0
  let next = at + 1
  for (;;) {
    const head = words[next] ?? 0
    const edges = head & EDGES
    // From a vertex's latitude to its longitude.
    const stride = edges + 1
    const first = next + 1
    const last = next + stride
    next = last + stride + 1
    if (next > length || edges === 0) return DAMAGED
    let isAbove = (words[first] ?? 0) > y
    let odd = (head & BEGINS_WEST) !== 0 && isAbove ? 1 : 0
    for (let i = first + 1; i <= last; i++) {
      if ((words[i] ?? 0) > y !== isAbove) {
        isAbove = !isAbove
        const ax = words[i + stride - 1] ?? 0
        const bx = words[i + stride] ?? 0
        const ay = words[i - 1] ?? 0
        const by = words[i] ?? 0
        // The products stay below 2^58, so their difference is off by less than 64: only a point that close is decided the long way.
        let side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        if (side > -64 && side < 64) side = signOfDifference(bx - ax, y - ay, x - ax, by - ay)
        if (isAbove ? side <= 0 : side >= 0) odd ^= 1
      }
    }
    if ((head & ENDS_WEST) !== 0 && isAbove) odd ^= 1
    bits ^= odd << ((head >> BIT_SHIFT) & BIT_MASK)
    if ((head & LAST) !== 0) return bits
  }
}

/**
 * `crossingsNarrow` for either kind at the world's edges, where the point is nudged the other way: west on +180 (an edge through it then
 * counts as east of it), south on the north pole (a vertex at its height then counts as above).
 */
export function crossingsAtWorldEdge(
  words: Int16Array | Int32Array,
  at: number,
  x: number,
  y: number,
  nudgesWest: boolean,
  nudgesSouth: boolean,
): number {
  const { length } = words
  let bits = 0
  let next = at + 1
  for (;;) {
    const head = words[next] ?? 0
    const edges = head & EDGES
    // From a vertex's latitude to its longitude.
    const stride = edges + 1
    const first = next + 1
    const last = next + stride
    next = last + stride + 1
    if (next > length || edges === 0) return DAMAGED
    let isAbove = (words[first] ?? 0) > y || (nudgesSouth && words[first] === y)
    let odd = (head & BEGINS_WEST) !== 0 && isAbove ? 1 : 0
    for (let i = first + 1; i <= last; i++) {
      const by = words[i] ?? 0
      if ((by > y || (nudgesSouth && by === y)) !== isAbove) {
        isAbove = !isAbove
        const ax = words[i + stride - 1] ?? 0
        const ay = words[i - 1] ?? 0
        const side = signOfDifference((words[i + stride] ?? 0) - ax, y - ay, x - ax, by - ay)
        if (side === 0 ? !nudgesWest : side < 0 === isAbove) odd ^= 1
      }
    }
    if ((head & ENDS_WEST) !== 0 && isAbove) odd ^= 1
    bits ^= odd << ((head >> BIT_SHIFT) & BIT_MASK)
    if ((head & LAST) !== 0) return bits
  }
}
