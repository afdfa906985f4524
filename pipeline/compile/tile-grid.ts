// Sorts edges into the tiles of a square grid. Every tile gets each edge that touches it or its border.
import { touchesSquare } from '#core/geo/touches-square.ts'
import type { Edges } from './edges.ts'

/**
 * Tile t has the edges `members[starts[t] … starts[t + 1])`, which are positions in the edge columns. Tiles are counted east first, then
 * north.
 */
export interface TileGrid {
  readonly starts: Uint32Array
  readonly members: Uint32Array
}

/**
 * Returns `edges` sorted into a grid of `columns` × `rows` tiles of side `2^shift`. The south-west corner of the grid is (`west`,
 * `south`). Every tile keeps the order of `edges`.
 */
export function sortIntoGrid(
  all: Edges,
  edges: Uint32Array | null,
  west: number,
  south: number,
  shift: number,
  columns: number,
  rows: number,
): TileGrid {
  const { ax, ay, bx, by } = all
  const size = 2 ** shift
  const count = edges === null ? all.count : edges.length
  const starts = new Uint32Array(columns * rows + 1)
  let members = new Uint32Array(0)
  // The first pass counts, the second pass places.
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < count; i++) {
      const edge = edges === null ? i : (edges[i] ?? 0)
      const x0 = ax[edge] ?? 0
      const y0 = ay[edge] ?? 0
      const x1 = bx[edge] ?? 0
      const y1 = by[edge] ?? 0
      const low = y0 < y1 ? y0 : y1
      const high = y0 < y1 ? y1 : y0
      // A vertex on a line between two tiles belongs to both.
      const firstColumn = Math.max(0, Math.ceil((x0 - west) / size) - 1)
      const lastColumn = Math.min(columns - 1, Math.floor((x1 - west) / size))
      const firstRow = Math.max(0, Math.ceil((low - south) / size) - 1)
      const lastRow = Math.min(rows - 1, Math.floor((high - south) / size))
      const isOneLine = firstColumn === lastColumn || firstRow === lastRow
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          if (!isOneLine && !touchesSquare(x0, y0, x1, y1, west + column * size, south + row * size, size))
            continue
          const tile = row * columns + column
          if (pass === 0) starts[tile + 1] = (starts[tile + 1] ?? 0) + 1
          else {
            // In the second pass, starts[tile] increases up to the start of the next tile.
            const at = starts[tile] ?? 0
            members[at] = edge
            starts[tile] = at + 1
          }
        }
      }
    }
    if (pass === 0) {
      for (let tile = 0; tile < columns * rows; tile++)
        starts[tile + 1] = (starts[tile + 1] ?? 0) + (starts[tile] ?? 0)
      members = new Uint32Array(starts[columns * rows] ?? 0)
    }
  }
  starts.copyWithin(1, 0, columns * rows)
  starts[0] = 0
  return { starts, members }
}
