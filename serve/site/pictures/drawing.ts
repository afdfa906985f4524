// The zones' shapes as paths of a drawing: which level of detail it needs, what of it is inside the frame, and in which tint a zone is.
import type { Almanac } from '#ask/almanac.ts'
import type { ShapeLevel, Shapes } from '#core/artifact/shapes.ts'
import { boxAround, clipRing, type Box } from '#core/geo/clip-ring.ts'
import { epochSeconds } from '#core/time/units.ts'

/** A part of the world as a drawing has it: x = (lon − west) × scaleX, y = (north − lat) × scaleY. */
export interface Frame {
  /** Degrees; a frame across the antimeridian begins west of it. */
  readonly west: number
  readonly north: number
  /** Units of the drawing in a degree. */
  readonly scaleX: number
  readonly scaleY: number
  /** In units of the drawing. */
  readonly width: number
  readonly height: number
}

/** How far beyond a frame shapes are drawn, in its units, so that no line is seen where they are cut. */
const MARGIN = 6

/** Of the levels the coarsest whose steps are at most two units of the drawing, or the finest. */
export function levelFor(shapes: Shapes, { scaleX }: Pick<Frame, 'scaleX'>): ShapeLevel {
  const found = shapes.grids.findIndex((grid) => (grid / 1e6) * scaleX <= 2)
  return shapes.level(found < 0 ? shapes.grids.length - 1 : found)
}

const boxes = new WeakMap<ShapeLevel, readonly (readonly Box[])[]>()

/** The boxes around all rings of a level, by zone. */
export function boxesOf(level: ShapeLevel): readonly (readonly Box[])[] {
  let found = boxes.get(level)
  if (found === undefined) {
    found = level.zones.map((rings) => rings.map(boxAround))
    boxes.set(level, found)
  }
  return found
}

/** What of a zone, by its number, is in a frame: a path of its own, as zones may overlap, to be filled by the rule evenodd; empty where nothing is. */
export function zonePath(level: ShapeLevel, zone: number, frame: Frame): string {
  const step = level.grid / 1e6
  const { west, north, scaleX, scaleY, width, height } = frame
  const box: Box = {
    west: (west + 180 - MARGIN / scaleX) / step,
    east: (west + 180 + (width + MARGIN) / scaleX) / step,
    north: (north + 90 + MARGIN / scaleY) / step,
    south: (north + 90 - (height + MARGIN) / scaleY) / step,
  }
  const world = 360 / step
  let path = ''
  for (const [index, ring] of (level.zones[zone] ?? []).entries()) {
    const around = boxesOf(level)[zone]?.[index]
    if (around === undefined || around.north < box.south || around.south > box.north) continue
    // A frame across the antimeridian has the world's west end behind its east end.
    for (const turn of [0, world]) {
      if (around.east + turn < box.west || around.west + turn > box.east) continue
      const shown: Box = { ...box, west: box.west - turn, east: box.east - turn }
      const isInside =
        around.west >= shown.west &&
        around.east <= shown.east &&
        around.south >= shown.south &&
        around.north <= shown.north
      path += ringPath(isInside ? ring : clipRing(ring, shown), (value, axis) =>
        axis === 0
          ? Math.round(((value + turn) * step - 180 - west) * scaleX)
          : Math.round((north + 90 - value * step) * scaleY),
      )
    }
  }
  return path
}

/** A ring in whole units, each point told from the one before it. */
function ringPath(ring: ArrayLike<number>, unit: (value: number, axis: 0 | 1) => number): string {
  let [x, y] = [unit(ring[0] ?? 0, 0), unit(ring[1] ?? 0, 1)]
  let path = ''
  for (let i = 2; i < ring.length; i += 2) {
    const [nextX, nextY] = [unit(ring[i] ?? 0, 0), unit(ring[i + 1] ?? 0, 1)]
    const [dx, dy] = [nextX - x, nextY - y]
    if (dx === 0 && dy === 0) continue
    path += `${dx < 0 || path === '' ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
    x = nextX
    y = nextY
  }
  if (ring.length === 0) return ''
  const start = `M${unit(ring[0] ?? 0, 0)} ${unit(ring[1] ?? 0, 1)}`
  // What is smaller than a unit is a dot.
  return path === '' ? `${start}h1v1z` : `${start}l${path}z`
}

/** Tints of the map: four for whole hours, one after the other, and one for all others. */
export const TINTS = 5

/** The tint of a standard time, in seconds from UTC. */
const tintOf = (stdoff: number): number => (stdoff % 3600 === 0 ? (((stdoff / 3600) % 4) + 4) % 4 : TINTS - 1)

/** 2026-01-01T00:00:00Z: tints are those of one instant, so that a drawing stays as it is while the artifact is served. */
const TINTED_AT = epochSeconds(1_767_225_600)

const tints = new WeakMap<Almanac, Map<string, number>>()

/** The tint of a zone by its name in the shapes. */
export function tintOfZone(almanac: Almanac, id: string): number {
  let known = tints.get(almanac)
  if (known === undefined) {
    known = new Map()
    tints.set(almanac, known)
  }
  let tint = known.get(id)
  if (tint === undefined) {
    const zone = almanac.zones.named(id)
    tint = zone === null ? 0 : tintOf(almanac.stateOf(zone, TINTED_AT).season.type.stdoff)
    known.set(id, tint)
  }
  return tint
}

/** Everything in a frame as the inside of an SVG file, a path for each zone, whose colours are the page's that uses it. */
export function tintedSvg(shapes: Shapes, almanac: Almanac, frame: Frame): string {
  const level = levelFor(shapes, frame)
  const groups = Array.from({ length: TINTS }, () => '')
  for (const [number, id] of shapes.zoneIds.entries()) {
    const path = zonePath(level, number, frame)
    if (path !== '') groups[tintOfZone(almanac, id)] += `<path d="${path}"/>`
  }
  return groups
    .map((paths, tint) => (paths === '' ? '' : `<g fill="var(--zone-${tint})">${paths}</g>`))
    .join('')
}
