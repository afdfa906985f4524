// Writes and reads the bytes of one border tile: chains of original edges. Look-ups read them in place: kernel/look-up.ts, plain-look-up.ts.

/**
 * A run of edges that bound the same zones. Vertices are x, y, x, y, … in microdegrees from the tile's middle. The first and the last
 * vertex may lie far outside the tile, because edges are not cut.
 */
export interface Chain {
  /** The bit of the tile's crossing count that its edges flip, 0 to 7. */
  readonly bit: number
  /** The run continues west of the tile before its first vertex. That part is not stored. */
  readonly beginsWest: boolean
  /** The run continues west of the tile after its last vertex. That part is not stored. */
  readonly endsWest: boolean
  readonly vertices: readonly number[]
}

/** `table` is the position of the tile's first result in the section of tables, in units of two entries. */
export interface Tile {
  readonly table: number
  readonly chains: readonly Chain[]
}

export const MAX_BITS = 8
/** The most vertices of a group: a mask has one bit for each. */
const MAX_VERTICES = 32

/**
 * A group's head: the table in the low half, then the number of vertices and of bits. The highest bit is set when another group follows.
 */
export const tableIn = (head: number): number => head & 0xffff
export const verticesIn = (head: number): number => (head >>> 16) & 0xff
export const bitsIn = (head: number): number => (head >>> 24) & 0xf
const RESERVED = 0x7000_0000
const MORE = 0x8000_0000

/** How many words a group has: its head, two masks for each bit, and the coordinates. */
export const groupWords = (head: number, isWide: boolean): number =>
  1 + bitsIn(head) * 2 + (isWide ? verticesIn(head) * 2 : verticesIn(head))

/** The i-th 16-bit coordinate of a narrow tile, counted from a word. */
const halfWord = (words: Int32Array, at: number, i: number): number =>
  ((words[at + (i >> 1)] ?? 0) << (i % 2 === 0 ? 16 : 0)) >> 16

/** The largest absolute coordinate of a narrow tile. Differences of two such numbers fit 16 bits, and sums of their products fit 32. */
const NARROW = 0x3fff
/** log2 of the side of the largest narrow tile: the points inside it must be such numbers too. */
const NARROW_SHIFT = 15

/** True when all vertices of a tile of side 2^shift fit 15 bits each. */
export const fitsNarrow = (chains: readonly Chain[], shift: number): boolean =>
  shift <= NARROW_SHIFT && chains.every((chain) => chain.vertices.every((value) => Math.abs(value) <= NARROW))

/** Splits chains into groups of at most 32 vertices. A longer chain becomes several chains that join. */
function groupsOf(chains: readonly Chain[]): Chain[][] {
  let room = 0
  const groups: Chain[][] = []
  for (const { bit, beginsWest, endsWest, vertices } of chains) {
    const edges = vertices.length / 2 - 1
    for (let from = 0; from < edges;) {
      if (room < 2) {
        groups.push([])
        room = MAX_VERTICES
      }
      const to = Math.min(edges, from + room - 1)
      groups.at(-1)?.push({
        bit,
        beginsWest: beginsWest && from === 0,
        endsWest: endsWest && to === edges,
        vertices: vertices.slice(from * 2, to * 2 + 2),
      })
      room -= to - from + 1
      from = to
    }
  }
  return groups
}

/**
 * The tile's 32-bit words, and how many blocks of eight vertices (four in a wide tile) its first group has. The tree entry stores this
 * count too.
 */
export function encodeTile(
  { table, chains }: Tile,
  isWide: boolean,
): { readonly words: number[]; readonly blocks: number } {
  const groups = groupsOf(chains)
  const bits = Math.max(...chains.map(({ bit }) => bit)) + 1
  const words: number[] = []
  let blocks = 0
  groups.forEach((group, n) => {
    const masks = new Int32Array(bits * 2)
    const mark = (mask: number, vertex: number): void => {
      masks[mask] = (masks[mask] ?? 0) | (1 << vertex)
    }
    const lats: number[] = []
    const lons: number[] = []
    for (const { bit, beginsWest, endsWest, vertices } of group) {
      const first = lats.length
      for (let i = 0; i < vertices.length; i += 2) {
        lons.push(vertices[i] ?? 0)
        lats.push(vertices[i + 1] ?? 0)
      }
      const last = lats.length - 1
      if (beginsWest) mark(bit * 2 + 1, first)
      if (endsWest) mark(bit * 2 + 1, last)
      for (let vertex = first; vertex < last; vertex++) mark(bit * 2, vertex)
    }
    if (n === 0) blocks = Math.ceil(lats.length / (isWide ? 4 : 8))
    const more = n < groups.length - 1 ? MORE : 0
    words.push(table | (lats.length << 16) | (bits << 24) | more, ...masks)
    const coordinates = lats.concat(lons)
    for (let i = 0; i < coordinates.length; i += isWide ? 1 : 2) {
      const [one = 0, two = 0] = [coordinates[i], coordinates[i + 1]]
      words.push(isWide ? one : (one & 0xffff) | (two << 16))
    }
  })
  return { words, blocks }
}

/** The tile at a word, and the position of the word after it. Null when it runs past the end or has a vertex without an edge. */
export function decodeTile(
  words: Int32Array,
  at: number,
  isWide: boolean,
): { readonly tile: Tile; readonly end: number } | null {
  const table = tableIn(words[at] ?? 0)
  const chains: Chain[] = []
  for (let next = at; ;) {
    const head = words[next]
    if (head === undefined) return null
    const vertices = verticesIn(head)
    const bits = bitsIn(head)
    const masks = next + 1
    const coordinates = masks + bits * 2
    const end = next + groupWords(head, isWide)
    if (vertices < 2 || vertices > MAX_VERTICES || bits === 0 || bits > MAX_BITS) return null
    if ((head & RESERVED) !== 0 || end > words.length) return null
    const coordinate = (i: number): number =>
      isWide ? (words[coordinates + i] ?? 0) : halfWord(words, coordinates, i)
    const has = (mask: number, vertex: number): boolean =>
      vertex < vertices && (((words[masks + mask] ?? 0) >>> vertex) & 1) === 1
    const bitOf = (vertex: number): number => {
      for (let bit = 0; bit < bits; bit++) if (has(bit * 2, vertex)) return bit
      return -1
    }
    for (let first = 0; first < vertices;) {
      const bit = bitOf(first)
      if (bit < 0) return null
      let last = first
      while (has(bit * 2, last)) last += 1
      if (last >= vertices) return null
      const flat: number[] = []
      for (let vertex = first; vertex <= last; vertex++)
        flat.push(coordinate(vertices + vertex), coordinate(vertex))
      const [beginsWest, endsWest] = [has(bit * 2 + 1, first), has(bit * 2 + 1, last)]
      chains.push({ bit, beginsWest, endsWest, vertices: flat })
      first = last + 1
    }
    if ((head & MORE) === 0) return { tile: { table, chains }, end }
    next = end
  }
}
