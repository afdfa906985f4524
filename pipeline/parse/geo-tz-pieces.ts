// Rebuilds the original polygons from the data of npm `geo-tz`, which cuts them at the cells of a quadtree.
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber } from '#core/order.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import { readGeobuf } from './geobuf.ts'
import { items, maybeUnder, readJson, refuse, text, under, type JsonAt } from './json.ts'
import {
  canonicalPolygons,
  doubleArea,
  reversed,
  type BoundaryRecords,
  type Progress,
  type Ring,
  type ZonePolygons,
} from './zone-polygons.ts'

/** The files that are read, by their name in the lock. Paths are relative to the package `GEO_TZ`. */
export const GEO_TZ = 'geo-tz'
export const GEO_TZ_PATHS = {
  'boundary-index': 'data/timezones.geojson.index.json',
  'boundary-pieces': 'data/timezones.geojson.geo.dat',
} as const

/** The package's world ends a ten-thousandth of a degree early on each side. */
const EDGE_LON = 179.9999
const EDGE_LAT = 89.9999
const LEVELS = 9
/** The number of cells along one axis at the finest level. */
const CELLS = 2 ** LEVELS

/** The lines of one axis in microdegrees, ascending. They are halved in degrees and then rounded, in the same steps as in the package. */
function cellLines(edge: number): Int32Array {
  const lines = new Int32Array(CELLS + 1)
  const halve = (low: number, high: number, from: number, to: number): void => {
    lines[from] = Math.round(low * 1e6)
    lines[to] = Math.round(high * 1e6)
    if (to - from === 1) return
    const middle = (low + high) / 2
    halve(low, middle, from, (from + to) / 2)
    halve(middle, high, (from + to) / 2, to)
  }
  halve(-edge, edge, 0, CELLS)
  return lines
}

export const MERIDIANS = cellLines(EDGE_LON)
export const PARALLELS = cellLines(EDGE_LAT)

/** A rectangle of cells: the line numbers of its four sides. */
export interface Cell {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export const WORLD: Cell = { west: 0, east: CELLS, south: 0, north: CELLS }

/** Returns one of the package's four children: a north-east, b north-west, c south-west, d south-east. */
export function childCell(cell: Cell, letter: string): Cell {
  const middleLon = (cell.west + cell.east) / 2
  const middleLat = (cell.south + cell.north) / 2
  const isEast = letter === 'a' || letter === 'd'
  const isNorth = letter === 'a' || letter === 'b'
  return {
    west: isEast ? middleLon : cell.west,
    east: isEast ? cell.east : middleLon,
    south: isNorth ? middleLat : cell.south,
    north: isNorth ? cell.north : middleLat,
  }
}

/** Collects the pieces of one zone while the cells are walked. */
class CutZone {
  /** Rings that touch no cell line. */
  readonly whole: Ring[] = []
  /** Open runs of original edges. Each leads from one cell line to another, or back to the same one. */
  readonly chains: Int32Array[] = []
  /**
   * Line → position on it → the edges along the line that begin there, less those that end there. The lines 0 to CELLS are meridians, those
   * above are parallels.
   */
  readonly #steps = new Map<number, Map<number, number>>()

  addSeam(line: number, from: number, to: number): void {
    const steps = this.#steps.get(line) ?? new Map<number, number>()
    this.#steps.set(line, steps)
    steps.set(from, (steps.get(from) ?? 0) + 1)
    steps.set(to, (steps.get(to) ?? 0) - 1)
  }

  /** Adds a whole cell. */
  addCell(cell: Cell): void {
    const [west = 0, east = 0] = [MERIDIANS[cell.west], MERIDIANS[cell.east]]
    const [south = 0, north = 0] = [PARALLELS[cell.south], PARALLELS[cell.north]]
    this.addRing(Int32Array.of(west, south, east, south, east, north, west, north), cell)
  }

  /** Divides one ring of a piece into runs of original edges and edges along the sides of its cell. */
  addRing(ring: Ring, cell: Cell): void {
    const [west, east] = [MERIDIANS[cell.west], MERIDIANS[cell.east]]
    const [south, north] = [PARALLELS[cell.south], PARALLELS[cell.north]]
    const length = ring.length / 2
    const lon = (i: number): number => ring[(i % length) * 2] ?? 0
    const lat = (i: number): number => ring[(i % length) * 2 + 1] ?? 0
    const isOnSide = (i: number): boolean =>
      lon(i) === west || lon(i) === east || lat(i) === south || lat(i) === north
    let first = 0
    while (first < length && !isOnSide(first)) first += 1
    if (first === length) {
      this.whole.push(ring)
      return
    }
    for (let from = first; from < first + length;) {
      let to = from + 1
      while (!isOnSide(to)) to += 1
      const isLonSide = lon(from) === lon(to) && (lon(from) === west || lon(from) === east)
      const isLatSide = lat(from) === lat(to) && (lat(from) === south || lat(from) === north)
      if (to === from + 1 && isLonSide) {
        this.addSeam(lon(from) === west ? cell.west : cell.east, lat(from), lat(to))
      } else if (to === from + 1 && isLatSide) {
        this.addSeam(CELLS + 1 + (lat(from) === south ? cell.south : cell.north), lon(from), lon(to))
      } else {
        const chain = new Int32Array((to - from + 1) * 2)
        for (let i = from; i <= to; i++) {
          chain[(i - from) * 2] = lon(i)
          chain[(i - from) * 2 + 1] = lat(i)
        }
        this.chains.push(chain)
      }
      from = to
    }
  }

  /**
   * The stretches of cell lines along which the pieces do not cancel. Inside a zone everything cancels, because every cut has two sides.
   * The remaining ones are the outer edges of the package's world, and slivers where two pieces were rounded differently.
   */
  remainingSeams(): { readonly chains: Int32Array[]; readonly doubled: number } {
    const chains: Int32Array[] = []
    let doubled = 0
    for (const [line, steps] of [...this.#steps].toSorted(byNumber(([number]) => number))) {
      let [start, sum] = [0, 0]
      for (const [position, step] of [...steps].toSorted(byNumber(([at]) => at))) {
        if (Math.abs(sum) > 1) doubled += 1
        const [from, to] = sum > 0 ? [start, position] : [position, start]
        const fixed = (line <= CELLS ? MERIDIANS[line] : PARALLELS[line - CELLS - 1]) ?? 0
        const ends = line <= CELLS ? [fixed, from, fixed, to] : [from, fixed, to, fixed]
        if (sum !== 0) chains.push(Int32Array.of(...ends))
        start = position
        sum += step
      }
    }
    return { chains, doubled }
  }
}

interface OpenRing {
  readonly vertices: number[]
  /** One flag for each vertex: true if it lies on a cell line, so that it may be only a cut. */
  readonly isSeam: boolean[]
}

/** Joins chains end to start into closed rings. `open` counts the chains that cannot be closed. */
function joinChains(chains: readonly Int32Array[]): { readonly rings: OpenRing[]; readonly open: number } {
  const startOf = (i: number): string => `${chains[i]?.[0]} ${chains[i]?.[1]}`
  const startingAt = groupBy(chains.keys(), startOf)
  const isUsed = new Uint8Array(chains.length)
  const rings: OpenRing[] = []
  let open = 0
  for (let first = 0; first < chains.length; first++) {
    if (isUsed[first] === 1) continue
    const vertices: number[] = []
    const isSeam: boolean[] = []
    const home = startOf(first)
    for (let next: number | undefined = first; next !== undefined;) {
      isUsed[next] = 1
      const chain: Int32Array = chains[next] ?? new Int32Array(0)
      for (let i = 0; i < chain.length - 2; i += 2) {
        vertices.push(chain[i] ?? 0, chain[i + 1] ?? 0)
        isSeam.push(i === 0)
      }
      const [px = 0, py = 0, x = 0, y = 0] = chain.subarray(-4)
      const end = `${x} ${y}`
      const candidates: number[] = (startingAt.get(end) ?? []).filter((i) => isUsed[i] === 0)
      // Where there are several ways to continue, the zone touches itself. Stay in the same wedge of the zone, which lies clockwise of the
      // way back.
      const turn = (i: number): number => {
        const [ax = 0, ay = 0, bx = 0, by = 0] = chains[i] ?? []
        const angle = Math.atan2(py - y, px - x) - Math.atan2(by - ay, bx - ax)
        return angle > 0 ? angle : angle + 2 * Math.PI
      }
      if (end === home && candidates.every((i) => turn(i) > turn(first))) break
      next = candidates.toSorted((a, b) => turn(a) - turn(b) || a - b)[0]
      if (next === undefined) open += 1
    }
    rings.push({ vertices, isSeam })
  }
  return { rings, open }
}

// A cut vertex lies within half a microdegree of its line in each axis, so within 0.71 of it. No real vertex is that close to a straight
// line.
const TOLERANCE = 0.75

/** How far vertex `i` is from the straight line between vertices `a` and `b`, in microdegrees. */
function distanceFromLine(vertices: readonly number[], i: number, a: number, b: number): number {
  const count = vertices.length / 2
  const lon = (k: number): number => vertices[(k % count) * 2] ?? 0
  const lat = (k: number): number => vertices[(k % count) * 2 + 1] ?? 0
  const [dx, dy] = [lon(b) - lon(a), lat(b) - lat(a)]
  const [px, py] = [lon(i) - lon(a), lat(i) - lat(a)]
  const length = Math.hypot(dx, dy)
  const along = length === 0 ? 0 : (px * dx + py * dy) / length
  // Beyond either end the vertex is a bend, even on the same line.
  if (along < -TOLERANCE || along > length + TOLERANCE || length === 0) return Math.hypot(px, py)
  return Math.abs(px * dy - py * dx) / length
}

/** Removes the vertices that exist only because the ring was cut there. */
function withoutCuts({ vertices, isSeam }: OpenRing): number[] {
  const count = isSeam.length
  const isKept = isSeam.map((seam) => !seam)
  const keepCorners = (from: number, to: number): void => {
    let farthest = -1
    let distance = TOLERANCE
    for (let i = from + 1; i < to; i++) {
      const d = distanceFromLine(vertices, i, from, to)
      if (d > distance) [farthest, distance] = [i, d]
    }
    if (farthest < 0) return
    isKept[farthest % count] = true
    keepCorners(from, farthest)
    keepCorners(farthest, to)
  }
  let first = isKept.indexOf(true)
  if (first < 0) {
    // All vertices are on cell lines, as in a zone that fills cells. Its least vertex is a corner.
    first = 0
    for (let i = 1; i < count; i++) {
      const order =
        (vertices[i * 2] ?? 0) - (vertices[first * 2] ?? 0) ||
        (vertices[i * 2 + 1] ?? 0) - (vertices[first * 2 + 1] ?? 0)
      if (order < 0) first = i
    }
    isKept[first] = true
  }
  for (let from = first; from < first + count;) {
    let to = from + 1
    while (isKept[to % count] !== true) to += 1
    if (to > from + 1) keepCorners(from, to)
    from = to
  }
  return vertices.filter((_, i) => isKept[i >> 1])
}

const EDGE_LON_MICRODEGREES = Math.round(EDGE_LON * 1e6)
const EDGE_LAT_MICRODEGREES = Math.round(EDGE_LAT * 1e6)

/**
 * Moves vertices at the edge of the package's world to the antimeridian and the poles. The package ends just short of them; the original
 * polygons do not.
 */
function atWorldEdge(vertices: readonly number[]): Ring {
  // `Int32Array.from` with a function took a second longer than this loop, for all zones.
  const ring = new Int32Array(vertices.length)
  for (const [i, value] of vertices.entries()) {
    const [edge, full] = i % 2 === 0 ? [EDGE_LON_MICRODEGREES, HALF_WORLD] : [EDGE_LAT_MICRODEGREES, POLE]
    ring[i] = value === edge ? full : value === -edge ? -full : value
  }
  return ring
}

function uncut(id: string, zone: CutZone, findings: SourceFinding[]): ZonePolygons {
  const seams = zone.remainingSeams()
  const { rings, open } = joinChains([...zone.chains, ...seams.chains])
  const overlaps = `${id}: ${seams.doubled} stretches of cell borders are covered more than once`
  if (seams.doubled > 0) findings.push(note('pieces-overlap', id, overlaps))
  if (open > 0) findings.push(fault('open-ring', id, `${id}: ${open} runs of edges lead to no other`))
  const joined = rings.map(withoutCuts).filter((vertices) => vertices.length >= 6)
  return { id, rings: [...zone.whole, ...joined.map(atWorldEdge)] }
}

const whole = (at: JsonAt): number =>
  Number.isInteger(at.value) && Number(at.value) >= 0 ? Number(at.value) : refuse(at, 'a whole number')

/** Rebuilds the polygons of all zones. `data` is the `.geo.dat` file, `index` the `.index.json` next to it. */
export function parseGeoTzPieces(index: Uint8Array, data: Uint8Array, progress?: Progress): BoundaryRecords {
  const root = readJson(GEO_TZ_PATHS['boundary-index'], index)
  const ids = items(under(root, 'timezones')).map(text)
  const zones = new Map<string, CutZone>()
  const findings: SourceFinding[] = []
  let read = 0
  const zoneOf = (id: string): CutZone => {
    const zone = zones.get(id) ?? new CutZone()
    zones.set(id, zone)
    return zone
  }
  const walk = (node: JsonAt, cell: Cell): void => {
    if (Array.isArray(node.value)) {
      for (const item of items(node)) {
        const id = ids[whole(item)]
        zoneOf(id ?? refuse(item, `a number below ${ids.length}`)).addCell(cell)
      }
      return
    }
    const position = maybeUnder(node, 'pos')
    if (position !== null) {
      const from = whole(position)
      const to = from + whole(under(node, 'len'))
      if (to > data.length) refuse(position, `a piece that ends by byte ${data.length}`)
      for (const { tzid, rings } of readPiece(data.subarray(from, to), node)) {
        // The package's writer makes outer rings clockwise. The sign of the summed areas of a feature tells the direction of its rings.
        const isClockwise = rings.reduce((sum, ring) => sum + doubleArea(ring), 0) < 0
        for (const ring of rings) zoneOf(tzid).addRing(isClockwise ? reversed(ring) : ring, cell)
      }
      // The pieces are not in the order of the file.
      read += to - from
      progress?.(read, data.length)
      return
    }
    if (cell.east - cell.west === 1) refuse(node, 'zones or a piece, as this cell is of the finest level')
    for (const letter of ['a', 'b', 'c', 'd']) {
      const child = maybeUnder(node, letter)
      if (child !== null) walk(child, childCell(cell, letter))
    }
  }
  walk(under(root, 'lookup'), WORLD)
  const uncutZones = [...zones].map(([id, zone]) => uncut(id, zone, findings))
  return { zones: canonicalPolygons(uncutZones), oceans: [], findings }
}

function readPiece(bytes: Uint8Array, node: JsonAt): ReturnType<typeof readGeobuf> {
  try {
    return readGeobuf(bytes)
  } catch (error) {
    return refuse(node, `a piece of geobuf (${error instanceof Error ? error.message : String(error)})`)
  }
}
