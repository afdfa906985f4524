// Properties of the tiles, checked with tilebelt's arithmetic of tile addresses, which shares no code with ours.
import { getChildren, getParent, quadkeyToTile, tileToQuadkey, type Tile } from '@mapbox/tilebelt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import type { TileView } from '#core/artifact/boundaries-tiles.ts'
import { embeddedBoundaries } from '../support/worlds/embedded.ts'

/** The root square, from (−180, −90), has a side of 2^29 microdegrees. All tiles come from dividing it into quarters again and again. */
const ROOT = 29
/** The zoom of the grid's tiles, which have a side of 2^20 microdegrees. The file has no larger squares. */
const GRID = 9
const tiles = openBoundaries((await embeddedBoundaries()).bytes).tiles()

/** A tile's address: column and row at its zoom, counted from the south-west. */
const addressOf = ({ west, south, size }: TileView): Tile => [
  west / size,
  south / size,
  ROOT - Math.log2(size),
]

const world = fc.record({ x: fc.nat(359_999_999), y: fc.nat(179_999_999) })
/** 0–30° east and 40–60° north, where borders are everywhere. */
const europe = fc.record({
  x: fc.integer({ min: 180_000_000, max: 210_000_000 }),
  y: fc.integer({ min: 130_000_000, max: 150_000_000 }),
})
const point = fc.oneof(world, europe)

test('a tile has an address of the quadtree, and contains the requested point', () => {
  fc.assert(
    fc.property(point, ({ x, y }) => {
      const tile = tiles.tileAt(x, y)
      const { west, south, size } = tile
      const address = addressOf(tile)
      expect(address.every(Number.isInteger)).toBe(true)
      expect(quadkeyToTile(tileToQuadkey(address))).toEqual(address)
      expect(x >= west && x < west + size && y >= south && y < south + size).toBe(true)
    }),
    { seed: ROOT, numRuns: 5000 },
  )
})

test('the tiles around a tile partition its parent: each child is one tile or is divided again', () => {
  let divided = 0
  fc.assert(
    fc.property(point, ({ x, y }) => {
      const address = addressOf(tiles.tileAt(x, y))
      const [, , zoom] = address
      if (zoom === GRID) return
      divided += 1
      const size = 2 ** (ROOT - zoom)
      for (const child of getChildren(getParent(address))) {
        const inside = addressOf(tiles.tileAt(child[0] * size, child[1] * size))
        expect(inside[2]).toBeGreaterThanOrEqual(zoom)
        expect(tileToQuadkey(inside).startsWith(tileToQuadkey(child))).toBe(true)
      }
    }),
    { seed: ROOT, numRuns: 5000 },
  )
  expect(divided).toBeGreaterThan(500)
})
