// Exports the boundaries as rows that an SQL engine can look points up in: cells along one key, with their edges.
import { getChildren, type Tile } from '@mapbox/tilebelt'
import type { Artifact } from '#open/artifact.ts'
import { MAX_SHIFT } from '#core/artifact/boundaries-layout.ts'
import type { TileView } from '#core/artifact/boundaries-tiles.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { currentIds } from './clocks.ts'
import { integer, tableOf, text, type ExportOptions, type Form } from './form.ts'
import { noBoundaries } from './polygons.ts'

const KEY =
  'the first key of the cell. A key interleaves the bits of x (even places) and y (odd), which count microdegrees east of -180° and north of -90°'

const ZONES =
  'the answers, with | between them, the first for bits 0: zones with spaces between them, the answer first. Empty: the strip of the longitude'

export const CELL_FORMS: readonly Form[] = [
  {
    name: 'cells',
    summary: 'the quadtree of the boundaries as key ranges: for look-ups in ClickHouse, DuckDB, PostgreSQL',
    to: 'table',
    table: (artifact, options) =>
      tableOf(cellsOf(artifact, options), [
        integer('key_from', KEY, ({ from }) => from),
        integer('key_to', 'the key after its last', ({ to }) => to),
        integer('edges', 'rows that it has in cell-edges; 0: one answer for all of it', ({ edges }) => edges),
        text('zones', ZONES, ({ zones }) => zones),
      ]),
  },
  {
    name: 'cell-edges',
    summary: 'the edges in border cells, which decide between their answers',
    to: 'table',
    table: (artifact, options) =>
      tableOf(keyedEdges(artifact, options), [
        integer('key_from', 'of the cell', ([key]) => key),
        integer(
          'bits',
          'what is turned over in the bits of a point that it lies west of',
          ([, bits]) => bits,
        ),
        integer('from_x', 'x of its first end; -1 for the unseen part of a line', ([, , x]) => x),
        integer('from_y', 'y of its first end; -1 likewise', ([, , , y]) => y),
        integer('to_x', 'x of its other end; -1 likewise', ([, , , , x]) => x),
        integer('to_y', 'y of its other end', ([, , , , , y]) => y),
      ]),
  },
]

/** Neighbours along the key with one equal answer become one row. */
function* cellsOf(
  artifact: Artifact,
  options: ExportOptions,
): Generator<{ from: number; to: number; edges: number; zones: string }> {
  const current = currentIds(artifact)
  const named = (ids: readonly string[]): string =>
    [...new Set(ids.flatMap((id) => current.get(id) ?? []))].join(' ')
  let last = { from: 0, to: 0, edges: 0, zones: '' }
  for (const { key, tile } of leaves(artifact, options)) {
    const zones = tile.results.map(named).join('|')
    const edges = edgesOf(tile).length
    const to = key + tile.size ** 2
    if (edges === 0 && last.edges === 0 && last.zones === zones && last.to === key) last.to = to
    else {
      if (last.to > 0) yield last
      last = { from: key, to, edges, zones }
    }
  }
  if (last.to > 0) yield last
}

/** Bits and the coordinates of both ends. */
type Edge = readonly [bits: number, fromX: number, fromY: number, toX: number, toY: number]

function* keyedEdges(artifact: Artifact, options: ExportOptions): Generator<readonly [key: number, ...Edge]> {
  for (const { key, tile } of leaves(artifact, options))
    for (const edge of edgesOf(tile)) yield [key, ...edge]
}

/**
 * Bits and the four coordinates of each edge. A line that continues outside, west of the tile, counts for every point below its last
 * vertex. So it becomes an edge west of the world that rises from below the world to that vertex.
 */
function edgesOf({ west, south, size, chains }: TileView): Edge[] {
  const middle = Math.floor(size / 2)
  return chains.flatMap(({ bit, vertices, beginsWest, endsWest }) => {
    const bits = 2 ** bit
    const x = (i: number): number => west + middle + (vertices[i] ?? 0)
    const y = (i: number): number => south + middle + (vertices[i + 1] ?? 0)
    const edges: Edge[] = []
    for (let i = 0; i < vertices.length - 2; i += 2) edges.push([bits, x(i), y(i), x(i + 2), y(i + 2)])
    if (beginsWest) edges.push([bits, -1, -1, -1, y(0)])
    if (endsWest) edges.push([bits, -1, -1, -1, y(vertices.length - 2)])
    return edges
  })
}

/** Progress is reported once in so many tiles. */
const TOLD_EVERY = 4096
/** Every key is below it: the world ends in the south half of the square. */
const KEYS = 2 ** (2 * MAX_SHIFT - 1)

/**
 * The tiles in the order of their keys. A key is that of the south-west corner: below 2^58 and a multiple of the cell's area, so a number
 * holds it exactly. Throws a CommandError for an artifact without boundaries.
 */
function* leaves(artifact: Artifact, { progress }: ExportOptions) {
  const boundaries = artifact.boundaries()
  if (boundaries === null) throw noBoundaries(artifact)
  const tiles = boundaries.tiles()
  let found = 0
  const left: { readonly key: number; readonly square: Tile }[] = [{ key: 0, square: [0, 0, 0] }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { key, square } = next
    const [column, row, level] = square
    const size = 2 ** (MAX_SHIFT - level)
    const [x, y] = [column * size, row * size]
    if (x >= 2 * HALF_WORLD || y >= 2 * POLE) continue
    const tile = tiles.tileAt(x, y)
    if (tile.size === size) {
      if (++found % TOLD_EVERY === 0) progress?.('boundaries: tiles', key, KEYS)
      yield { key, tile }
      continue
    }
    // The first child in the order of keys is the last to go on the pile.
    const byKey = getChildren(square).toSorted(([x0, y0], [x1, y1]) => y1 - y0 || x1 - x0)
    byKey.forEach((child, after) => left.push({ key: key + (3 - after) * (size / 2) ** 2, square: child }))
  }
  progress?.('boundaries: tiles', KEYS, KEYS)
}
