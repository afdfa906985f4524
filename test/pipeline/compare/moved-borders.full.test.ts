// How much area a moved border moves, compared with known areas.
import { describe, expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { movedAreas, type MovedArea } from '#pipeline/compare/moved-borders.ts'
import { areaOf } from '#pipeline/compile/areas.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { openTiny, tinyPolygons } from '../../support/worlds/tiny-boundaries.ts'

const compiled = (zones: readonly ZonePolygons[]) => openBoundaries(compileBoundaries('other', zones).bytes)

/** The tiny world with one vertex moved in every ring that has it. */
const withVertex = (from: readonly [number, number], to: readonly [number, number]): ZonePolygons[] =>
  tinyPolygons.map(({ id, rings }) => ({
    id,
    rings: rings.map((ring) => {
      const moved = Int32Array.from(ring)
      for (let i = 0; i < ring.length; i += 2) {
        if (ring[i] === from[0] && ring[i + 1] === from[1]) moved.set(to, i)
      }
      return moved
    }),
  }))

const near = (found: MovedArea | undefined, key: 'gained' | 'lost', expected: number): void => {
  expect(Math.abs((found?.[key] ?? 0) - expected)).toBeLessThanOrEqual((found?.uncertain ?? 0) + 0.5)
  expect(found?.uncertain ?? 0).toBeLessThan(0.01 * expected + 0.01)
}

describe('moved borders', () => {
  test('the same polygons: nothing moved', () => {
    expect(movedAreas(openTiny(), compiled(tinyPolygons))).toEqual([])
  })

  test('a corner between two zones: one gains what the other loses', () => {
    const moved = movedAreas(
      openTiny(),
      compiled(withVertex([-108_000_000, 55_000_000], [-107_500_000, 55_000_000])),
    )
    const triangle = areaOf([
      Int32Array.of(
        -110_000_000,
        49_000_000,
        -107_500_000,
        55_000_000,
        -110_000_000,
        60_000_000,
        -108_000_000,
        55_000_000,
      ),
    ])
    expect(moved.map(({ zone }) => zone)).toEqual(['America/Edmonton', 'America/New_York'])
    near(moved[0], 'gained', triangle)
    near(moved[1], 'lost', triangle)
    expect([moved[0]?.lost, moved[1]?.gained]).toEqual([0, 0])
  })

  test('a removed zone: its area goes to the sea, and none to the zone that it overlapped', () => {
    const moved = movedAreas(openTiny(), compiled(tinyPolygons.filter(({ id }) => id !== 'Europe/Dublin')))
    expect(moved.map(({ zone }) => zone)).toEqual(['Etc/GMT', 'Etc/GMT+1', 'Europe/Dublin'])
    near(moved[2], 'lost', areaOf(tinyPolygons.find(({ id }) => id === 'Europe/Dublin')?.rings ?? []))
  })

  test('a new name for the same border: the whole area moves to it', () => {
    const renamed = tinyPolygons.map(({ id, rings }) => ({
      id: id === 'Europe/Busingen' ? 'Europe/Zurich' : id,
      rings,
    }))
    const moved = movedAreas(openTiny(), compiled(renamed))
    expect(moved.map(({ zone }) => zone)).toEqual(['Europe/Busingen', 'Europe/Zurich'])
    near(moved[0], 'lost', 4156.67)
    near(moved[1], 'gained', 4156.67)
  })
})
