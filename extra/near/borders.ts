// Finds how far a point is from the nearest border, and which zones lie within a distance of it, from the tiles of `boundaries.tiles`.
//
// Distances run along a sphere, with the radius that areas also use. They are compared as haversines: the square of the sine of half an
// angle.
import {
  COUNT_MASK,
  COUNT_SHIFT,
  KIND,
  KIND_SHIFT,
  NO_ZONE,
  POSITION_MASK,
  topRows,
} from '#core/artifact/boundaries-layout.ts'
import { geometryOf, readBoundaryHead, type BoundaryHead } from '#core/artifact/boundaries-parts.ts'
import type { OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { bitsIn, groupWords, halfWord, verticesIn } from '#core/artifact/tile-codec.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { stripAt } from '#core/geo/ocean-strips.ts'
import { haversineToMetres, metresToHaversine, nearestOnEdge, NearestPoint } from './haversine.ts'

const WORLD = 2 * HALF_WORLD
const RADIANS = Math.PI / 180e6
/** To find the zones on both sides of an edge, we ask this far beside it, in microdegrees: 0.2 m. */
const BESIDE = 2
/** How many times we halve an edge to find the part of it that lies within a distance. */
const HALVINGS = 24
/** How many points of a strip's border we check within one tile. */
const SAMPLES = 16

/**
 * What a walk does with each tile it visits. Coordinates count microdegrees from (−180, −90). The point's `x` is shifted to the tile's side
 * of the world.
 */
interface Walk {
  /** A haversine. Tiles farther away are skipped. It may shrink during the walk. */
  limit: number
  readonly uniform: ((result: number, west: number, south: number, size: number) => void) | null
  readonly border: (entry: number, west: number, south: number, size: number) => void
}

/** Borders of an opened file, to be asked how near they are. */
export class Borders {
  readonly #boundaries: OpenedBoundaries
  readonly #head: BoundaryHead
  readonly #side: number
  /**
   * For each tile of the top grid, a tile with borders that is about the nearest to it. It is visited first, so that most other tiles can
   * be skipped.
   */
  readonly #guesses: Int32Array
  #tree: Uint32Array = new Uint32Array()
  #words: Int32Array = new Int32Array()
  /**
   * The point: microdegrees from (−180, −90), x shifted by whole turns of the world to the visited tile; the latitude in radians, and its
   * cosine.
   */
  #x = 0
  #y = 0
  #lat = 0
  #cosine = 1
  readonly #nearest = new NearestPoint()

  constructor(boundaries: OpenedBoundaries) {
    this.#boundaries = boundaries
    this.#head = readBoundaryHead(boundaries.bytes, 'boundaries.tiles')
    this.#side = 2 ** this.#head.topShift
    this.#guesses = nearestDivided(this.#head.columns, topRows(this.#head.topShift), this.#side, (cell) => {
      const { tree } = this.#head.sections
      const { bytes } = boundaries
      return (
        new DataView(bytes.buffer, bytes.byteOffset + tree.offset).getUint32(cell * 4, true) >>>
          KIND_SHIFT !==
        KIND.uniform
      )
    })
  }

  /**
   * Metres from a point in whole microdegrees to the nearest border of a zone's area, on land or of its waters. The lines between two
   * strips of the sea do not count as borders, nor do the lines at 180° and at a pole where polygons of one zone are cut. Throws a RangeError
   * for a point outside the world.
   */
  distance(lon: number, lat: number): number {
    this.#begin(lon, lat)
    const walk: Walk = {
      limit: 1,
      uniform: null,
      border: (entry, west, south, size) =>
        this.#eachEdge(entry, west, south, size, walk, (ax, ay, bx, by) => {
          const { haversine, y } = this.#nearest
          if (haversine < walk.limit && !this.#isCut(ax, ay, bx, by, y)) walk.limit = haversine
        }),
    }
    this.#look(this.#guesses[this.#cellAt(this.#x, this.#y)] ?? 0, walk)
    this.#walk(walk)
    return haversineToMetres(walk.limit)
  }

  /** Whether an edge only cuts a zone, at a pole or, at this y, at 180°. Beyond the end of a cut, other edges go on. */
  #isCut(ax: number, ay: number, bx: number, by: number, y: number): boolean {
    if (ay === by) return ay === 0 || ay === 2 * POLE
    if (ax !== bx || ax % WORLD !== 0) return false
    const [lon, lat] = [HALF_WORLD - BESIDE, Math.round(y) - POLE]
    return this.#boundaries.resultAt(lon, lat) === this.#boundaries.resultAt(-lon, lat)
  }

  /**
   * The results at all points within `metres` of a point in whole microdegrees, in ascending order, with those of the sea. Throws a
   * RangeError for a point outside the world.
   */
  resultsWithin(lon: number, lat: number, metres: number): number[] {
    this.#begin(lon, lat)
    const found = new Set([this.#boundaries.resultAt(lon, lat)])
    const limit = metresToHaversine(metres)
    const addAt = (x: number, y: number): void => {
      const wrapped = ((Math.round(x) % WORLD) + WORLD) % WORLD
      const inside = Math.max(0, Math.min(2 * POLE, Math.round(y)))
      found.add(this.#boundaries.resultAt(wrapped - HALF_WORLD, inside - POLE))
    }
    const isWithin = (west: number, south: number, east: number, north: number): boolean =>
      this.#toBox(west, south, east, north).haversine <= limit
    const walk: Walk = {
      limit,
      uniform: (result, west, south, size) => {
        // The last column and the last row of the top grid reach beyond the world.
        const [east, north] = [Math.min(west + size, eastOf(west)), Math.min(south + size, 2 * POLE)]
        if (result !== NO_ZONE) {
          if (isWithin(west, south, east, north)) found.add(result)
          return
        }
        const line = stripLineIn(west, east)
        for (const [from, to] of [
          [west, line],
          [line, east],
        ] as const)
          if (from < to && isWithin(from, south, to, north)) addAt((from + to) / 2, (south + north) / 2)
      },
      border: (entry, west, south, size) => {
        const [east, north] = [Math.min(west + size, eastOf(west)), Math.min(south + size, 2 * POLE)]
        if (!isWithin(west, south, east, north)) return
        const { x: nearX, y: nearY } = this.#nearest
        let isCrossed = false
        const sides = (ax: number, ay: number, bx: number, by: number): void => {
          if (this.#nearest.haversine > limit) return
          isCrossed = true
          const middle = this.#middleWithin(ax, ay, bx, by, limit)
          const length = Math.hypot(bx - ax, by - ay)
          if (length === 0) return
          const [x, y] = [ax + (bx - ax) * middle, ay + (by - ay) * middle]
          const [dx, dy] = [(-(by - ay) / length) * BESIDE, ((bx - ax) / length) * BESIDE]
          addAt(x + dx, y + dy)
          addAt(x - dx, y - dy)
        }
        this.#eachEdge(entry, west, south, size, walk, sides)
        if (!isCrossed) addAt(Math.min(nearX, east - 1), Math.min(nearY, north - 1))
        const line = stripLineIn(west, east)
        if (line < east) this.#alongStrip(line, south, north, limit, addAt)
      },
    }
    this.#walk(walk)
    return [...found].toSorted((one, other) => one - other)
  }

  #begin(lon: number, lat: number): void {
    // Throws for a point outside the world.
    this.#boundaries.resultAt(lon, lat)
    this.#x = lon + HALF_WORLD
    this.#y = lat + POLE
    this.#lat = lat * RADIANS
    this.#cosine = Math.cos(this.#lat)
    // The memory may have moved since the last question.
    ;({ tree: this.#tree, borders: this.#words } = geometryOf(this.#boundaries.bytes, this.#head))
  }

  /** Visits the tiles that are not farther away than the limit. It takes nearer rows and columns first. */
  #walk(walk: Walk): void {
    const { columns, topShift } = this.#head
    const x = this.#x
    const [column, row] = [
      Math.min(columns - 1, x >> topShift),
      Math.min(topRows(topShift) - 1, this.#y >> topShift),
    ]
    this.#outwards(row, 0, topRows(topShift) - 1, 0, topShift, walk, (r, reach) => {
      let [limit, most] = [walk.limit, reach]
      for (let step = 0; step < columns; step++) {
        // One column to the west, one to the east, and so on around the world.
        const away = step % 2 === 0 ? -step / 2 : (step + 1) / 2
        // The last column of the world is narrow, so the column behind it can be just as near.
        if ((Math.abs(away) - 2) * this.#side > most) break
        const c = (column + away + columns) % columns
        const entry = this.#tree[r * columns + c] ?? 0
        if (entry >>> KIND_SHIFT === KIND.uniform && walk.uniform === null) continue
        this.#look(r * columns + c, walk)
        if (walk.limit < limit) {
          limit = walk.limit
          most = this.#reach(r * this.#side, this.#side, limit)
        }
      }
    })
  }

  #cellAt(x: number, y: number): number {
    const { columns, topShift } = this.#head
    return Math.min(topRows(topShift) - 1, y >> topShift) * columns + Math.min(columns - 1, x >> topShift)
  }

  /** Visits a tile of the top grid, with the point shifted to the tile's side of the world. */
  #look(cell: number, walk: Walk): void {
    const { columns, topShift } = this.#head
    const x = this.#x
    const west = (cell % columns) * this.#side
    const middle = west + this.#side / 2
    if (x - middle > HALF_WORLD) this.#x = x - WORLD
    else if (middle - x > HALF_WORLD) this.#x = x + WORLD
    this.#visit(this.#tree[cell] ?? 0, west, Math.floor(cell / columns) * this.#side, topShift, walk)
    this.#x = x
  }

  /**
   * Goes over rows of tiles, starting with the row nearest to `near`. Passes each row with its reach: how far away its columns may be, in
   * microdegrees.
   */
  #outwards(
    near: number,
    first: number,
    last: number,
    south: number,
    shift: number,
    walk: Walk,
    each: (row: number, reach: number) => void,
  ): void {
    const size = 2 ** shift
    for (let step = 0, left = 2; left > 0; step++) {
      left = 0
      for (const row of step === 0 ? [near] : [near - step, near + step]) {
        if (row < first || row > last) continue
        const from = south + row * size
        const reach = this.#reach(from, size, walk.limit)
        if (reach < 0) continue
        left++
        each(row, reach)
      }
      if (step === 0) left = 2
    }
  }

  /** How far away the columns of a row may be, in microdegrees, to lie within a limit. Negative: the row is beyond the limit. */
  #reach(south: number, size: number, limit: number): number {
    const gap = Math.max(0, south - this.#y, this.#y - south - size) * RADIANS
    const rest = limit - Math.sin(gap / 2) ** 2
    if (rest < 0) return -1
    const widest = Math.min(POLE, Math.max(Math.abs(south - POLE), Math.abs(south + size - POLE)))
    const cosines = this.#cosine * Math.cos(widest * RADIANS)
    return (rest >= cosines ? Math.PI : 2 * Math.asin(Math.sqrt(rest / cosines))) / RADIANS
  }

  #visit(entry: number, west: number, south: number, shift: number, walk: Walk): void {
    const kind = entry >>> KIND_SHIFT
    if (kind === KIND.uniform) {
      walk.uniform?.(entry, west, south, 2 ** shift)
      return
    }
    if (kind !== KIND.node) {
      walk.border(entry, west, south, 2 ** shift)
      return
    }
    const steps = (entry >> COUNT_SHIFT) & COUNT_MASK
    const inner = shift - steps
    const side = 2 ** inner
    const most = (1 << steps) - 1
    const first = entry & POSITION_MASK
    const within = (at: number): number => Math.max(0, Math.min(most, Math.floor(at / side)))
    const [column, row] = [within(this.#x - west), within(this.#y - south)]
    this.#outwards(row, 0, most, south, inner, walk, (r, reach) => {
      const from = Math.max(0, Math.floor((this.#x - west - reach) / side))
      const to = Math.min(most, Math.floor((this.#x - west + reach) / side))
      for (let away = 0; away <= most; away++) {
        const [c, d] = [column - away, column + away]
        if (c < from && d > to) break
        if (c >= from && c <= to) this.#child(first, steps, r, c, west, south, inner, walk)
        if (away > 0 && d >= from && d <= to) this.#child(first, steps, r, d, west, south, inner, walk)
      }
    })
  }

  #child(
    first: number,
    steps: number,
    row: number,
    column: number,
    west: number,
    south: number,
    shift: number,
    walk: Walk,
  ): void {
    const entry = this.#tree[first + (row << steps) + column] ?? 0
    if (entry >>> KIND_SHIFT === KIND.uniform && walk.uniform === null) return
    this.#visit(entry, west + column * 2 ** shift, south + row * 2 ** shift, shift, walk)
  }

  /**
   * Calls `each` for each edge of a border tile, cut to the tile. While `each` runs, `#nearest` is the point of the edge that is nearest to
   * our point. Edges beyond the walk's limit are skipped.
   */
  #eachEdge(
    entry: number,
    west: number,
    south: number,
    size: number,
    walk: Walk,
    each: (ax: number, ay: number, bx: number, by: number) => void,
  ): void {
    const words = this.#words
    const isWide = entry >>> KIND_SHIFT === KIND.wide
    const half = Math.floor(size / 2)
    const widest = Math.min(POLE, Math.max(Math.abs(south - POLE), Math.abs(south + size - POLE)))
    const cosines = this.#cosine * Math.cos(widest * RADIANS)
    for (let at = entry & POSITION_MASK; ;) {
      const head = words[at] ?? 0
      const vertices = verticesIn(head)
      const bits = bitsIn(head)
      let edges = 0
      for (let bit = 0; bit < bits; bit++) edges |= words[at + 1 + bit * 2] ?? 0
      const lats = at + 1 + bits * 2
      // 16-bit numbers are counted from the first latitude. A 32-bit number fills a whole word.
      for (let i = 0; i + 1 < vertices; i++) {
        if (((edges >>> i) & 1) === 0) continue
        let ax: number, ay: number, bx: number, by: number
        if (isWide) {
          ay = words[lats + i] ?? 0
          by = words[lats + i + 1] ?? 0
          ax = words[lats + vertices + i] ?? 0
          bx = words[lats + vertices + i + 1] ?? 0
        } else {
          ay = halfWord(words, lats, i)
          by = halfWord(words, lats, i + 1)
          ax = halfWord(words, lats, vertices + i)
          bx = halfWord(words, lats, vertices + i + 1)
        }
        this.#cut(ax + half, ay + half, bx + half, by + half, west, south, size, cosines, walk, each)
      }
      if (head >= 0 || vertices === 0) return
      at += groupWords(head, isWide)
    }
  }

  /**
   * Cuts an edge to a tile, and calls `each` if a part is left. The edge counts from the tile's corner. `cosines` is the smallest value
   * within the tile.
   */
  #cut(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    west: number,
    south: number,
    size: number,
    cosines: number,
    walk: Walk,
    each: (ax: number, ay: number, bx: number, by: number) => void,
  ): void {
    const dx = bx - ax
    const dy = by - ay
    let from = 0
    let to = 1
    if (dx === 0) {
      if (ax < 0 || ax > size) return
    } else {
      const one = -ax / dx
      const other = (size - ax) / dx
      from = Math.max(from, Math.min(one, other))
      to = Math.min(to, Math.max(one, other))
    }
    if (dy === 0) {
      if (ay < 0 || ay > size) return
    } else {
      const one = -ay / dy
      const other = (size - ay) / dy
      from = Math.max(from, Math.min(one, other))
      to = Math.min(to, Math.max(one, other))
    }
    if (from > to) return
    const cx = west + ax + dx * from
    const cy = south + ay + dy * from
    const ex = west + ax + dx * to
    const ey = south + ay + dy * to
    // An edge is never nearer than its bounding box.
    const up = Math.sin((Math.max(0, Math.min(cy, ey) - this.#y, this.#y - Math.max(cy, ey)) * RADIANS) / 2)
    const across = Math.sin(
      (Math.max(0, Math.min(cx, ex) - this.#x, this.#x - Math.max(cx, ex)) * RADIANS) / 2,
    )
    if (up * up + cosines * across * across > walk.limit) return
    nearestOnEdge(this.#x, this.#y, this.#cosine, cx, cy, ex, ey, this.#nearest)
    each(cx, cy, ex, ey)
  }

  /** The nearest point of a box, exactly. */
  #toBox(west: number, south: number, east: number, north: number): NearestPoint {
    const nearest = this.#nearest
    if (this.#x >= west && this.#x <= east) {
      nearest.set(this.#x, this.#y, this.#cosine, this.#x, Math.max(south, Math.min(north, this.#y)))
      return nearest
    }
    let best = Infinity
    let [x, y] = [0, 0]
    for (const meridian of [west, east]) {
      // The nearest point of a meridian is where a circle around our point touches it, or one of its ends.
      const angle = (meridian - this.#x) * RADIANS
      const touching = Math.atan2(Math.sin(this.#lat), this.#cosine * Math.cos(angle)) / RADIANS + POLE
      for (const at of [south, north, Math.max(south, Math.min(north, touching))]) {
        nearest.set(this.#x, this.#y, this.#cosine, meridian, at)
        if (nearest.haversine < best) [best, x, y] = [nearest.haversine, meridian, at]
      }
    }
    nearest.set(this.#x, this.#y, this.#cosine, x, y)
    return nearest
  }

  /** The middle of the part of an edge that lies within the limit, from 0 to 1. `#nearest` lies on the edge. */
  #middleWithin(ax: number, ay: number, bx: number, by: number, limit: number): number {
    const nearest = this.#nearest
    const { part } = nearest
    const isWithin = (at: number): boolean => {
      nearest.set(this.#x, this.#y, this.#cosine, ax + (bx - ax) * at, ay + (by - ay) * at)
      return nearest.haversine <= limit
    }
    const last = (end: number): number => {
      if (isWithin(end)) return end
      let [inside, outside] = [part, end]
      for (let step = 0; step < HALVINGS; step++) {
        const middle = (inside + outside) / 2
        if (isWithin(middle)) inside = middle
        else outside = middle
      }
      return inside
    }
    return (last(0) + last(1)) / 2
  }

  /** Checks points of the line between two strips in a tile. Where the line lies at sea and within the limit, both strips are found. */
  #alongStrip(
    x: number,
    south: number,
    north: number,
    limit: number,
    addAt: (x: number, y: number) => void,
  ): void {
    for (let sample = 0; sample <= SAMPLES; sample++) {
      const y = south + ((north - south) * sample) / SAMPLES
      this.#nearest.set(this.#x, this.#y, this.#cosine, x, y)
      if (this.#nearest.haversine > limit) continue
      addAt(x, y)
      addAt(x - 1, y)
    }
  }
}

/** The x at which the world ends east of a tile: +180°, or once around for a tile that was shifted. */
const eastOf = (west: number): number => (Math.floor(west / WORLD) + 1) * WORLD

/** The line between two strips that lies between two longitudes. Without such a line, the eastern longitude. */
function stripLineIn(west: number, east: number): number {
  const strip = stripAt(west - HALF_WORLD)
  // Strip s begins at 15°·s − 7.5° from −180°.
  const line = (strip + 1) * 15_000_000 - 7_500_000
  return line > west && line < east ? line : east
}

/**
 * For each tile of a grid, a divided tile that is about the nearest to it. Two sweeps in each direction pass the best tile from neighbour
 * to neighbour, around the world.
 */
function nearestDivided(
  columns: number,
  rows: number,
  side: number,
  isDivided: (cell: number) => boolean,
): Int32Array {
  const found = Int32Array.from({ length: columns * rows }, (_, cell) => (isDivided(cell) ? cell : -1))
  const lats = Array.from({ length: rows }, (_, row) => ((row + 0.5) * side - POLE) * RADIANS)
  /** How near the middles of two tiles are: the cosine of the angle between them. */
  const nearness = (one: number, other: number): number => {
    const lat = lats[Math.floor(one / columns)] ?? 0
    const otherLat = lats[Math.floor(other / columns)] ?? 0
    const across = ((one % columns) - (other % columns)) * side * RADIANS
    return Math.sin(lat) * Math.sin(otherLat) + Math.cos(lat) * Math.cos(otherLat) * Math.cos(across)
  }
  const take = (cell: number, row: number, column: number): void => {
    if (row < 0 || row >= rows) return
    const offered = found[row * columns + ((column + columns) % columns)] ?? -1
    const known = found[cell] ?? -1
    if (offered < 0 || offered === known) return
    if (known < 0 || nearness(cell, offered) > nearness(cell, known)) found[cell] = offered
  }
  for (const way of [1, -1, 1, -1]) {
    for (let n = 0; n < columns * rows; n++) {
      const cell = way === 1 ? n : columns * rows - 1 - n
      const row = Math.floor(cell / columns)
      const column = cell % columns
      take(cell, row, column - way)
      for (const beside of [-1, 0, 1]) take(cell, row - way, column + beside)
    }
  }
  return found
}
