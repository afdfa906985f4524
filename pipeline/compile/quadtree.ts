// Builds the tree of tiles from edges. An area with one set of zones is one entry; a tile that a border crosses stores the edges.
import { MAX_BITS, encodeTile, fitsNarrow, type Chain } from '#core/artifact/tile-codec.ts'
import {
  NO_ZONE,
  TOP_SHIFT,
  nodeEntry,
  tileEntry,
  uniformEntry,
  topColumns,
  topRows,
} from '#core/artifact/boundaries-layout.ts'
import { stripAt } from '#core/geo/ocean-strips.ts'
import { HALF_WORLD } from '#core/geo/microdegrees.ts'
import { sideOfEdge } from '#core/geo/side-of-edge.ts'
import type { Progress } from '../parse/zone-polygons.ts'
import type { Edges } from './edges.ts'
import { sortIntoGrid, type TileGrid } from './tile-grid.ts'
import type { SetId } from './zone-sets.ts'

/** The tuning options of a tile tree. More edges in a tile make a smaller file and slower answers near borders. */
export interface TreeOptions {
  /** A tile with more edges than this is divided. */
  readonly maxEdges: number
  /** log2 of the side of the grid's tiles, in microdegrees. */
  readonly topShift: number
}

export const TREE_OPTIONS: TreeOptions = { maxEdges: 30, topShift: TOP_SHIFT }

/** A growing list of 32-bit words. */
class Section {
  #words = new Int32Array(1 << 20)
  #length = 0

  /** Makes room for `count` words, filled with 0. Returns the position of the first. */
  reserve(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#words.length) {
      const larger = new Int32Array(2 ** Math.ceil(Math.log2(this.#length)))
      larger.set(this.#words)
      this.#words = larger
    }
    return at
  }

  append(words: readonly number[]): number {
    const at = this.reserve(words.length)
    this.#words.set(words, at)
    return at
  }

  set(at: number, value: number): void {
    this.#words[at] = value
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#words.buffer, 0, this.#length * 4)
  }
}

/** A tile of this side or less may hold any number of edges. Many edges that meet in one vertex cannot be divided apart. */
const SMALLEST_SHIFT = 6
/** The most distinct sets of bounded zones in a tile that can still be divided. Its table has 2^bits results. */
const COMFORTABLE_BITS = 5

/** How often to halve a tile with `edges` edges in one step, so that its parts have few edges and the table of parts stays small. */
function stepsFor(edges: number, maxEdges: number, shift: number): number {
  const byTarget = Math.ceil(Math.log2(edges / (maxEdges * 0.7)))
  const byTable = Math.floor(Math.log2(edges / 2) / 2)
  return Math.max(1, Math.min(byTarget, byTable, 6, shift - SMALLEST_SHIFT))
}

/** Joins the edges of a tile that bound the same zones, end to end, into runs. */
function chainsOf(
  { ax, ay, bx, by, bounds }: Edges,
  members: Uint32Array,
  west: number,
  south: number,
  shift: number,
): { readonly chains: Chain[]; readonly crossed: SetId[] } {
  const middleX = west + 2 ** shift / 2
  const middleY = south + 2 ** shift / 2
  const crossed = [...new Set(Array.from(members, (edge) => bounds[edge] ?? 0))].toSorted((a, b) => a - b)
  const isUsed = new Uint8Array(members.length)
  const chains: Chain[] = []

  /** The first unused edge with that set and with (x, y) as one end. −1 when there is none. */
  const touching = (x: number, y: number, set: SetId): number => {
    for (let i = 0; i < members.length; i++) {
      const edge = members[i] ?? 0
      if (isUsed[i] === 1 || bounds[edge] !== set) continue
      if ((ax[edge] === x && ay[edge] === y) || (bx[edge] === x && by[edge] === y)) return i
    }
    return -1
  }
  /** The vertices along unused edges, starting at (x, y). */
  const follow = (startX: number, startY: number, set: SetId): [x: number, y: number][] => {
    const vertices: [number, number][] = []
    let [x, y] = [startX, startY]
    for (let i = touching(x, y, set); i >= 0; i = touching(x, y, set)) {
      const edge = members[i] ?? 0
      isUsed[i] = 1
      const isForward = ax[edge] === x && ay[edge] === y
      x = (isForward ? bx[edge] : ax[edge]) ?? 0
      y = (isForward ? by[edge] : ay[edge]) ?? 0
      vertices.push([x, y])
    }
    return vertices
  }

  for (let i = 0; i < members.length; i++) {
    if (isUsed[i] === 1) continue
    const edge = members[i] ?? 0
    isUsed[i] = 1
    const set = bounds[edge] ?? 0
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ax[edge], ay[edge], bx[edge], by[edge]]
    const ahead = follow(x1, y1, set)
    const behind = follow(x0, y0, set).toReversed()
    const vertices = [...behind, [x0, y0] as const, [x1, y1] as const, ...ahead]
    const [[firstX, firstY] = [0, 0]] = vertices
    const [lastX, lastY] = vertices.at(-1) ?? [0, 0]
    const isClosed = firstX === lastX && firstY === lastY
    chains.push({
      bit: crossed.indexOf(set),
      beginsWest: !isClosed && firstX < west,
      endsWest: !isClosed && lastX < west,
      vertices: vertices.flatMap(([x, y]) => [x - middleX, y - middleY]),
    })
  }
  return { chains, crossed }
}

/** The result of a tile at sea: its strip's result, or none where two strips share the tile. */
function seaOf(west: number, size: number): number {
  const east = Math.min(west + size, 2 * HALF_WORLD)
  const strip = stripAt(west - HALF_WORLD)
  return strip === stripAt(east - HALF_WORLD) ? strip : NO_ZONE
}

/** Compiles the sections of `boundaries.tiles` that hold geometry. The same edges and options give the same words. */
export const compileQuadtree = (
  edges: Edges,
  firstResult: number,
  options: TreeOptions,
  progress?: Progress,
) => new Quadtree(edges, firstResult, options).compiled(progress)

/** A grid of which no tile is filled yet. */
interface Pending extends TileGrid {
  /** The position of its entries. */
  readonly at: number
  /** The set of zones at its south-west corner. */
  readonly corner: SetId
}

class Quadtree {
  readonly #edges: Edges
  readonly #firstResult: number
  readonly #options: TreeOptions
  readonly #nodes = new Section()
  readonly #borders = new Section()
  readonly #tables: number[] = []
  readonly #tableAt = new Map<string, number>()
  readonly #resultBySet = new Map<SetId, number>()
  readonly #tiles = { uniform: 0, border: 0 }

  constructor(edges: Edges, firstResult: number, options: TreeOptions) {
    this.#edges = edges
    this.#firstResult = firstResult
    this.#options = options
  }

  /** Fills all tiles. Call it once. */
  compiled(progress?: Progress) {
    const { topShift } = this.#options
    const [columns, rows] = [topColumns(topShift), topRows(topShift)]
    const all = new Uint32Array(this.#edges.count).map((_, edge) => edge)
    const top = sortIntoGrid(this.#edges, all, { west: 0, south: 0, shift: topShift, columns, rows })
    this.#nodes.reserve(columns * rows)
    this.#fill(
      { ...top, at: 0, corner: this.#cornerOf(top) },
      (cell) => this.#fillCell(cell),
      (row) => progress?.(row, rows),
    )
    return {
      tree: this.#nodes.bytes(),
      borders: this.#borders.bytes(),
      /** Runs of results. Each border tile names one run. */
      tables: Uint16Array.from(this.#tables),
      /** The sets of zones that are results, in the order of their numbers, starting with `firstResult`. */
      results: [...this.#resultBySet.keys()],
      /** How many tiles of each kind there are. */
      tiles: this.#tiles,
    }
  }

  /** The set at the corner of the world, nudged inwards. West of it are only edges that begin there or run along the antimeridian. */
  #cornerOf(top: TileGrid): SetId {
    const { ax, ay, bx, by, bounds, sets } = this.#edges
    let corner: SetId = 0
    for (const edge of top.members.subarray(top.starts[0], top.starts[1])) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ax[edge], ay[edge], bx[edge], by[edge]]
      const isRising = y1 > 0
      const isWest = sideOfEdge(x0, y0, x1, y1, 0, 0) < 0 === isRising
      if (y0 > 0 !== isRising && isWest) corner = sets.symmetricDifference(corner, bounds[edge] ?? 0)
    }
    return corner
  }

  #resultOf(set: SetId): number {
    if (set === 0) return NO_ZONE
    const result = this.#resultBySet.get(set) ?? this.#firstResult + this.#resultBySet.size
    this.#resultBySet.set(set, result)
    return result
  }

  /**
   * Walks east (or north) between two points that are both nudged east and a little north. Begins with `set` and returns the set at the
   * end.
   */
  #walk(
    set: SetId,
    grid: TileGrid,
    tile: number,
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ): SetId {
    const { ax, ay, bx, by, bounds, sets } = this.#edges
    let now = set
    const end = grid.starts[tile + 1] ?? 0
    for (let i = grid.starts[tile] ?? 0; i < end; i++) {
      const edge = grid.members[i] ?? 0
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ax[edge], ay[edge], bx[edge], by[edge]]
      const straddles = fromY === toY ? y0 <= fromY !== y1 <= fromY : x0 <= fromX !== x1 <= fromX
      if (!straddles) continue
      if (sideOfEdge(x0, y0, x1, y1, fromX, fromY) > 0 !== sideOfEdge(x0, y0, x1, y1, toX, toY) > 0) {
        now = sets.symmetricDifference(now, bounds[edge] ?? 0)
      }
    }
    return now
  }

  #placeTile(members: Uint32Array, set: SetId, west: number, south: number, shift: number): number | null {
    const { sets } = this.#edges
    const { chains, crossed } = chainsOf(this.#edges, members, west, south, shift)
    if (crossed.length > COMFORTABLE_BITS && shift > SMALLEST_SHIFT) return null
    if (crossed.length > MAX_BITS)
      throw new RangeError(`tile: ${crossed.length} kinds of border meet at ${west}, ${south}`)
    // The set at the south-west corner is known. From it follows the set for a point without any crossing.
    let base = set
    for (const chain of chains) {
      if (isOddWestOf(chain, -(2 ** shift) / 2, -(2 ** shift) / 2))
        base = sets.symmetricDifference(base, crossed[chain.bit] ?? 0)
    }
    const table: number[] = []
    for (let bits = 0; bits < 2 ** crossed.length; bits++) {
      let reached = base
      crossed.forEach((zones, bit) => {
        if ((bits & (1 << bit)) !== 0) reached = sets.symmetricDifference(reached, zones)
      })
      table.push(this.#resultOf(reached))
    }
    const key = table.join(' ')
    let at = this.#tableAt.get(key)
    if (at === undefined) {
      at = this.#tables.length / 2
      if (at > 0xffff) throw new RangeError('tiles: more tables of results than 16 bits can point to')
      this.#tables.push(...table)
      this.#tableAt.set(key, at)
    }
    const isWide = !fitsNarrow(chains, shift)
    const { words, blocks } = encodeTile({ table: at, chains }, isWide)
    const entry = tileEntry(isWide, blocks, this.#borders.append(words))
    this.#tiles.border += 1
    return entry
  }

  /** Fills a grid's entries. Passes each tile that must be divided to `divide`, as a new grid. */
  #fill(grid: Pending, divide: (inner: Pending) => void, rowDone?: (rows: number) => void): void {
    const { at, columns, rows, west, south, shift, corner } = grid
    const size = 2 ** shift
    let rowStart = corner
    for (let row = 0; row < rows; row++) {
      let set = rowStart
      for (let column = 0; column < columns; column++) {
        const tile = row * columns + column
        const x = west + column * size
        const y = south + row * size
        const members = grid.members.subarray(grid.starts[tile], grid.starts[tile + 1])
        if (members.length === 0) {
          this.#tiles.uniform += 1
          this.#nodes.set(at + tile, uniformEntry(set === 0 ? seaOf(x, size) : this.#resultOf(set)))
          continue
        }
        const isSmall = members.length <= this.#options.maxEdges || shift <= SMALLEST_SHIFT
        let entry = isSmall ? this.#placeTile(members, set, x, y, shift) : null
        if (entry === null) {
          const steps = stepsFor(members.length, this.#options.maxEdges, shift)
          const parts = 2 ** steps
          const child = this.#nodes.reserve(parts * parts)
          entry = nodeEntry(steps, child)
          const place = { west: x, south: y, shift: shift - steps, columns: parts, rows: parts }
          divide({ ...sortIntoGrid(this.#edges, members, place), at: child, corner: set })
        }
        this.#nodes.set(at + tile, entry)
        if (column === 0) rowStart = this.#walk(rowStart, grid, tile, x, y, x, y + size)
        set = this.#walk(set, grid, tile, x, y, x + size, y)
      }
      rowDone?.(row + 1)
    }
  }

  /** Fills a tile of the top grid with everything inside it, level by level. So areas that are close in the world are close in the file. */
  #fillCell(cell: Pending): void {
    const waiting = [cell]
    // The edges of a cell are no longer needed once it is filled.
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      this.#fill(next, (inner) => waiting.push(inner))
  }
}

/** Whether a line due west from (x, y), nudged east and a little north, meets an odd number of the chain's edges. */
function isOddWestOf({ beginsWest, endsWest, vertices }: Chain, x: number, y: number): boolean {
  let odd = false
  let [ax = 0, ay = 0] = vertices
  if (beginsWest && ay > y) odd = !odd
  for (let i = 2; i < vertices.length; i += 2) {
    const bx = vertices[i] ?? 0
    const by = vertices[i + 1] ?? 0
    const isRising = by > y
    if (ay > y !== isRising && sideOfEdge(ax, ay, bx, by, x, y) < 0 === isRising) odd = !odd
    ax = bx
    ay = by
  }
  if (endsWest && ay > y) odd = !odd
  return odd
}
