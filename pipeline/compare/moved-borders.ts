// Compares the boundaries of two artifacts, and finds the zones whose areas changed and by how much.
import { isDeepStrictEqual } from 'node:util'
import type { Artifact } from '#open/artifact.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import type { TileView } from '#core/artifact/boundaries-tiles.ts'
import { EARTH_RADIUS_KM } from '#core/geo/distance.ts'
import { HALF_WORLD, MICRODEGREES, POLE } from '#core/geo/microdegrees.ts'
import { touchesSquare } from '#core/geo/touches-square.ts'

/** Whole km² that a zone gained and lost. A zone for which both round to 0 is not listed. */
export type ChangedArea = Omit<MovedArea, 'uncertain'>

export type BoundariesDiff =
  /** Neither artifact has boundaries. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'same' }
  /** One of the artifacts has no boundaries. */
  | { readonly kind: 'added' | 'removed' }
  | { readonly kind: 'changed'; readonly zones: readonly ChangedArea[] }

/** Compares the boundaries of two artifacts. */
export function compareBoundaries(older: Artifact, newer: Artifact): BoundariesDiff {
  const [was, is] = [older.boundaries(), newer.boundaries()]
  if (was === null) return { kind: is === null ? 'absent' : 'added' }
  if (is === null) return { kind: 'removed' }
  if (Buffer.compare(was.bytes, is.bytes) === 0) return { kind: 'same' }
  const zones = movedAreas(was, is)
    .map(({ zone, gained, lost }) => ({ zone, gained: Math.round(gained), lost: Math.round(lost) }))
    .filter(({ gained, lost }) => gained > 0 || lost > 0)
  return { kind: 'changed', zones }
}

/** Square kilometres that a zone gained and lost. The error of each is at most `uncertain`. */
export interface MovedArea {
  readonly zone: string
  readonly gained: number
  readonly lost: number
  /** The area of the squares that a border crosses and that are too small to divide. Such a square counts for the zone at its middle. */
  readonly uncertain: number
}

/** The side of the smallest squares, 2^7 microdegrees or 14 m. They are not divided any further. */
const SMALLEST = 128
const LARGEST = 2 ** 20
const RADIAN = Math.PI / 180 / MICRODEGREES

const areaOfSquare = (south: number, size: number): number =>
  EARTH_RADIUS_KM *
  EARTH_RADIUS_KM *
  size *
  RADIAN *
  (Math.sin((south + size - POLE) * RADIAN) - Math.sin((south - POLE) * RADIAN))

/** An edge in microdegrees from (−180, −90), from west to east: ax, ay, bx, by. */
type Edge = readonly [number, number, number, number]

/** The edges of a tile. The key of each says where it is and which zones it bounds. */
function edgesOf({ west, south, size, chains, results }: TileView): Map<string, Edge> {
  const middle = size >= 2 ? size / 2 : 0
  const edges = new Map<string, Edge>()
  const none = results[0] ?? []
  for (const { bit, vertices } of chains) {
    const crossed = results[1 << bit] ?? []
    const bounded = [
      ...none.filter((zone) => !crossed.includes(zone)),
      ...crossed.filter((zone) => !none.includes(zone)),
    ].toSorted()
    for (let i = 0; i + 3 < vertices.length; i += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = vertices.slice(i, i + 4)
      const [x0, x1] = [ax + west + middle, bx + west + middle]
      const [y0, y1] = [ay + south + middle, by + south + middle]
      const isForward = x0 < x1 || (x0 === x1 && y0 <= y1)
      const edge: Edge = isForward ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
      edges.set(`${edge.join(' ')} ${bounded.join(' ')}`, edge)
    }
  }
  return edges
}

const touches = ([ax, ay, bx, by]: Edge, west: number, south: number, size: number): boolean =>
  bx >= west &&
  ax <= west + size &&
  Math.max(ay, by) >= south &&
  Math.min(ay, by) <= south + size &&
  touchesSquare(ax, ay, bx, by, west, south, size)

/** The zones at a point in microdegrees from (−180, −90). None outside the world: the root square is larger than the world. */
const zonesAt = (boundaries: Boundaries, x: number, y: number): readonly string[] =>
  x >= 2 * HALF_WORLD || y >= 2 * POLE ? [] : boundaries.zonesAt(x - HALF_WORLD, y - POLE)

/**
 * Returns the zones whose boundaries moved, in code-unit order. Walks over the squares of both artifacts, down to where the borders
 * differ.
 */
export function movedAreas(was: Boundaries, is: Boundaries): MovedArea[] {
  const moved = new Map<string, { gained: number; lost: number; uncertain: number }>()
  const compareAt = (x: number, y: number, south: number, size: number, isWhole: boolean): void => {
    const [before, after] = [zonesAt(was, x, y), zonesAt(is, x, y)]
    if (before.length === after.length && before.every((zone) => after.includes(zone))) return
    const area = areaOfSquare(south, size)
    const move = (zone: string, what: 'lost' | 'gained'): void => {
      const moves = moved.get(zone) ?? { gained: 0, lost: 0, uncertain: 0 }
      moved.set(zone, moves)
      moves[what] += area
      if (!isWhole) moves.uncertain += area
    }
    for (const zone of before) if (!after.includes(zone)) move(zone, 'lost')
    for (const zone of after) if (!before.includes(zone)) move(zone, 'gained')
  }
  /** Divides a square in which both artifacts have whole tiles. `edges` has the edges of both tiles. */
  const divide = (edges: readonly Edge[], west: number, south: number, size: number): void => {
    const here = edges.filter((edge) => touches(edge, west, south, size))
    if (here.length === 0) compareAt(west, south, south, size, true)
    else if (size <= SMALLEST) compareAt(west + size / 2, south + size / 2, south, size, false)
    else quarter(west, south, size, (x, y, half) => divide(here, x, y, half))
  }
  const [tilesBefore, tilesAfter] = [was.tiles(), is.tiles()]
  const walk = (west: number, south: number, size: number): void => {
    if (west >= 2 * HALF_WORLD || south >= 2 * POLE) return
    const [before, after] = [tilesBefore.tileAt(west, south), tilesAfter.tileAt(west, south)]
    if (before.size < size || after.size < size) {
      quarter(west, south, size, walk)
      return
    }
    // Most tiles are equal word for word.
    if (isDeepStrictEqual(before, after)) return
    const [edgesBefore, edgesAfter] = [edgesOf(before), edgesOf(after)]
    const here = (edges: Map<string, Edge>): [string, Edge][] =>
      [...edges].filter(([, edge]) => touches(edge, west, south, size))
    const all = new Map([...here(edgesBefore), ...here(edgesAfter)])
    const isSame = [...all.keys()].every((key) => edgesBefore.has(key) && edgesAfter.has(key))
    // Both sides have the same edges between the same zones, so one point tells whether the whole square is the same.
    if (isSame) compareAt(west, south, south, size, all.size === 0)
    else divide([...all.values()], west, south, size)
  }
  for (let south = 0; south < 2 * POLE; south += LARGEST) {
    for (let west = 0; west < 2 * HALF_WORLD; west += LARGEST) walk(west, south, LARGEST)
  }
  return [...moved].map(([zone, area]) => ({ zone, ...area })).toSorted((a, b) => (a.zone < b.zone ? -1 : 1))
}

function quarter(
  west: number,
  south: number,
  size: number,
  each: (west: number, south: number, size: number) => void,
): void {
  const half = size / 2
  for (const y of [south, south + half]) for (const x of [west, west + half]) each(x, y, half)
}
