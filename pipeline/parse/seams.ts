// The cells that geo-tz cuts the world into: where their lines lie, and which points are on them.

/** The package's world ends a ten-thousandth of a degree early on each side. */
export const EDGE_LON = 179.9999
export const EDGE_LAT = 89.9999
const LEVELS = 9
/** Cells along one axis at the finest level. */
export const CELLS = 2 ** LEVELS

/** The lines of one axis in microdegrees, ascending: halved in degrees and then rounded, in the same steps as the package does it. */
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

/** A stretch of cells: line numbers of its four sides. */
export interface Cell {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export const WORLD: Cell = { west: 0, east: CELLS, south: 0, north: CELLS }

/** The package's four children: a north-east, b north-west, c south-west, d south-east. */
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

const meridianAt = new Map([...MERIDIANS].map((lon, line) => [lon, line]))
const parallelAt = new Map([...PARALLELS].map((lat, line) => [lat, line]))

const LINE = 2 ** 31
const HALF_LINE = 2 ** 30

/** Where a position on a line sorts: all positions of one line together, in ascending order. */
export const positionKey = (line: number, position: number): number => line * LINE + position + HALF_LINE

/** The position along its line that a key was made from. */
export const positionOfKey = (key: number): number => (key % LINE) - HALF_LINE

/** The line that a key was made from: 0 to CELLS are meridians, CELLS + 1 and on are parallels. */
export const lineOfKey = (key: number): number => Math.floor(key / LINE)

/** One number for a point on a line; a crossing of two lines counts as on its meridian. Undefined for a point on none. */
export function seamVertexKey(lon: number, lat: number): number | undefined {
  const meridian = meridianAt.get(lon)
  if (meridian !== undefined) return positionKey(meridian, lat)
  const parallel = parallelAt.get(lat)
  return parallel === undefined ? undefined : positionKey(CELLS + 1 + parallel, lon)
}
