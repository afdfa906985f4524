// The cells into which geo-tz cuts the world: where their lines are, and which points are on them.

/** The package's world ends a ten-thousandth of a degree early on each side. */
export const EDGE_LON = 179.9999
export const EDGE_LAT = 89.9999
const LEVELS = 9
/** The number of cells along one axis at the finest level. */
export const CELLS = 2 ** LEVELS

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

const meridianAt = new Map([...MERIDIANS].map((lon, line) => [lon, line]))
const parallelAt = new Map([...PARALLELS].map((lat, line) => [lat, line]))

const LINE = 2 ** 31
const HALF_LINE = 2 ** 30

/** Returns the sort key of a position on a line. Positions of one line are together, in ascending order. */
export const positionKey = (line: number, position: number): number => line * LINE + position + HALF_LINE

/** Returns the position along its line from which a key was made. */
export const positionOfKey = (key: number): number => (key % LINE) - HALF_LINE

/** Returns the line from which a key was made: 0 to CELLS are meridians, CELLS + 1 and above are parallels. */
export const lineOfKey = (key: number): number => Math.floor(key / LINE)

/**
 * Returns one number for a point on a line. A crossing of two lines counts as a point on its meridian. Undefined for a point on no line.
 */
export function seamVertexKey(lon: number, lat: number): number | undefined {
  const meridian = meridianAt.get(lon)
  if (meridian !== undefined) return positionKey(meridian, lat)
  const parallel = parallelAt.get(lat)
  return parallel === undefined ? undefined : positionKey(CELLS + 1 + parallel, lon)
}
