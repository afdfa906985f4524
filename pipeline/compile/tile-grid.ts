// Sorts edges into the tiles of a square grid. Every tile gets each edge that touches it or its border.
import { touchesSquare } from '#core/geo/touches-square.ts'
import type { Edges } from './edges.ts'

/** Where a grid lies: `columns` × `rows` tiles of side `2^shift`, with the south-west corner (`west`, `south`). */
export interface GridPlace {
  readonly west: number
  readonly south: number
  readonly shift: number
  readonly columns: number
  readonly rows: number
}

/**
 * Tile t has the edges `members[starts[t] … starts[t + 1])`, which are positions in the edge columns. Tiles are counted east first, then
 * north.
 */
export interface TileGrid extends GridPlace {
  readonly starts: Uint32Array
  readonly members: Uint32Array
}

/** Returns `edges` sorted into the tiles of a grid. Every tile keeps the order of `edges`. */
export function sortIntoGrid({ ax, ay, bx, by }: Edges, edges: Uint32Array, place: GridPlace): TileGrid {
  const { west, south, shift, columns, rows } = place
  const size = 2 ** shift
  const starts = new Uint32Array(columns * rows + 1)
  let members = new Uint32Array(0)
  // The first pass counts, the second pass places.
  for (let pass = 0; pass < 2; pass++) {
    for (const edge of edges) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ax[edge], ay[edge], bx[edge], by[edge]]
      // A vertex on a line between two tiles belongs to both.
      const firstColumn = Math.max(0, Math.ceil((x0 - west) / size) - 1)
      const lastColumn = Math.min(columns - 1, Math.floor((x1 - west) / size))
      const firstRow = Math.max(0, Math.ceil((Math.min(y0, y1) - south) / size) - 1)
      const lastRow = Math.min(rows - 1, Math.floor((Math.max(y0, y1) - south) / size))
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
  return { ...place, starts, members }
}
