// What all pictures have; and the zones' shapes as paths: chooses the level of detail, cuts to the frame, and gives each zone its tint.
import type { Almanac } from '#ask/almanac.ts'
import type { ShapeLevel, Shapes } from '#core/artifact/shapes.ts'
import { boxAround, clipRing, type Box } from '#core/geo/clip-ring.ts'
import { oncePer } from '#core/once-per.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { html, Html } from '../html.ts'

/** A part of the world as a drawing shows it: x = (lon − west) × scaleX, y = (north − lat) × scaleY. */
export interface Frame {
  /** Degrees. A frame across the antimeridian begins west of it. */
  readonly west: number
  readonly north: number
  /** Units of the drawing for each degree. */
  readonly scaleX: number
  readonly scaleY: number
  /** In units of the drawing. */
  readonly width: number
  readonly height: number
}

/** A frame of `scale` units for each degree, in both directions. */
export function evenFrame(west: number, north: number, scale: number, width: number, height: number): Frame {
  return { west, north, scaleX: scale, scaleY: scale, width, height }
}

/**
 * The attributes of an `<svg>`, each on its own line: a class of the stylesheet, the size in units, and words that say what the picture
 * shows.
 */
export function pictured(
  look: string,
  width: number,
  height: number,
  words: string,
  { role = 'img', more = [] }: { readonly role?: string; readonly more?: readonly Html[] } = {},
): Html {
  const values = { class: look, viewBox: `0 0 ${width} ${height}`, width, height, role, 'aria-label': words }
  const lines = [...Object.entries(values).map(([name, value]) => html`${name}="${value}"`), ...more]
  return new Html(['', ...lines.map(({ text }) => text), ''].join('\n'))
}

/** A length in a drawing, in tenths of a unit. */
export const tenths = (value: number): number => Math.round(value * 10) / 10

/** A span of time in a drawing, in the colour of its offset: daylight saving time is bright. */
export const timeBar = (type: LocalTimeType, x: number, y: number, width: number, height: number): Html =>
  html`<rect
    class="${type.isDst ? 'f-dst' : 'f-std'}"
    x="${x}"
    y="${y}"
    width="${width}"
    height="${height}"
  ></rect>`

/** Shapes are drawn so many units beyond a frame, so that the line where they are cut is not visible. */
const MARGIN = 6

/** The coarsest level whose steps are at most one unit of the drawing. If none is, the finest level. */
export function levelFor(shapes: Shapes, { scaleX }: Pick<Frame, 'scaleX'>): ShapeLevel {
  const found = shapes.grids.findIndex((grid) => (grid / 1e6) * scaleX <= 1)
  return shapes.level(found < 0 ? shapes.grids.length - 1 : found)
}

/** A level whose rings go on beyond the antimeridian, where the file cuts them: a drawing across it has no line there. */
const wholeOf = oncePer(({ grid, zones }: ShapeLevel): ShapeLevel => ({
  grid,
  zones: zones.map((rings) => joined(rings, 360e6 / grid)),
}))

/** The rings of a zone; two that share an edge on the antimeridian are one. `world` is the width of the world. */
function joined(rings: readonly Int32Array[], world: number): readonly Int32Array[] {
  const kept = [...rings]
  for (const west of rings) {
    const edge = edgeAt(west, 0)
    if (edge === null) continue
    const at = kept.findIndex((ring) => edgeAt(ring, world, edge) !== null)
    const east = kept[at]
    const other = east === undefined ? null : edgeAt(east, world, edge)
    if (east === undefined || other === null) continue
    const shifted = turned(west, edge.after).map((value, i) => (i % 2 === 0 ? value + world : value))
    kept[at] = Int32Array.from([...turned(east, other.after), ...shifted])
    kept.splice(kept.indexOf(west), 1)
  }
  return kept
}

/** An edge on a meridian: where it begins and ends, and the index of its end in the ring. */
interface MeridianEdge {
  readonly from: number
  readonly to: number
  readonly after: number
}

/** The first edge of a ring on the meridian `x`, or the one that is `opposite`. Null if there is none. */
function edgeAt(ring: Int32Array, x: number, opposite?: MeridianEdge): MeridianEdge | null {
  for (let before = ring.length - 2, after = 0; after < ring.length; before = after, after += 2) {
    if (ring[before] !== x || ring[after] !== x) continue
    const [from, to] = [ring[before + 1] ?? 0, ring[after + 1] ?? 0]
    if (opposite === undefined || (from === opposite.to && to === opposite.from)) return { from, to, after }
  }
  return null
}

/** A ring that begins at another of its points. */
const turned = (ring: Int32Array, start: number): number[] => [
  ...ring.subarray(start),
  ...ring.subarray(0, start),
]

/** The boxes around all rings of a level, by zone. */
export const boxesOf = oncePer(({ zones }: ShapeLevel): readonly (readonly Box[])[] =>
  zones.map((rings) => rings.map(boxAround)),
)

/**
 * The part of a zone inside a frame, as a path. `zone` is its number. Zones may overlap, so each has its own path. Fill it by the rule
 * evenodd. Empty when no part is inside. A zone of islands that are all smaller than `least` units has a mark of that size for each.
 */
export function zonePath(cutLevel: ShapeLevel, zone: number, frame: Frame, least = 0): string {
  const level = wholeOf(cutLevel)
  const step = level.grid / 1e6
  const { west, north, scaleX, scaleY, width, height } = frame
  const box: Box = {
    west: (west + 180 - MARGIN / scaleX) / step,
    east: (west + 180 + (width + MARGIN) / scaleX) / step,
    north: (north + 90 + MARGIN / scaleY) / step,
    south: (north + 90 - (height + MARGIN) / scaleY) / step,
  }
  const world = 360 / step
  const isSpeck = (boxesOf(level)[zone] ?? []).every(
    (of) => Math.max((of.east - of.west) * scaleX, (of.north - of.south) * scaleY) * step < least,
  )
  let path = ''
  for (const [index, ring] of (level.zones[zone] ?? []).entries()) {
    const around = boxesOf(level)[zone]?.[index]
    if (around === undefined || around.north < box.south || around.south > box.north) continue
    // In a frame across the antimeridian, the world's west end follows its east end, or its east end comes before.
    for (const turn of [-world, 0, world]) {
      if (around.east + turn < box.west || around.west + turn > box.east) continue
      const shown: Box = { ...box, west: box.west - turn, east: box.east - turn }
      const isInside =
        around.west >= shown.west &&
        around.east <= shown.east &&
        around.south >= shown.south &&
        around.north <= shown.north
      const unit = (value: number, axis: 0 | 1): number =>
        axis === 0
          ? Math.round(((value + turn) * step - 180 - west) * scaleX)
          : Math.round((north + 90 - value * step) * scaleY)
      path +=
        isInside && isSpeck
          ? `M${unit((around.west + around.east) / 2, 0) - least / 2} ${unit((around.south + around.north) / 2, 1)}${markOf(least)}`
          : ringPath(isInside ? ring : clipRing(ring, shown), unit)
    }
  }
  return path
}

/** A square on its corner, from the west one. */
const markOf = (size: number): string =>
  `l${size / 2} ${-size / 2} ${size / 2} ${size / 2} ${-size / 2} ${size / 2}z`

/** A ring in whole units. Each point is written relative to the one before it. */
export function ringPath(ring: ArrayLike<number>, unit: (value: number, axis: 0 | 1) => number): string {
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
  // A shape smaller than one unit becomes a dot.
  return path === '' ? `${start}h1v1z` : `${start}l${path}z`
}

/** Number of tints on the map: four for whole hours, in turn, and one for all others. */
export const TINTS = 5

/** The tint of a standard time. `stdoff` is in seconds from UTC. */
const tintOf = (stdoff: number): number => (stdoff % 3600 === 0 ? (((stdoff / 3600) % 4) + 4) % 4 : TINTS - 1)

/** The tint of a zone, by its name in the shapes: that of its standard time at an instant. */
export function tintOfZone(almanac: Almanac, id: string, now: EpochSeconds): number {
  const zone = almanac.zones.named(id)
  return zone === null ? 0 : tintOf(almanac.stateOf(zone, now).season.type.stdoff)
}

/** All shapes in a frame as the inside of an SVG file, one path for each zone. The page that uses it sets the colours. */
export function tintedSvg(shapes: Shapes, almanac: Almanac, frame: Frame, now: EpochSeconds): string {
  const level = levelFor(shapes, frame)
  const groups = Array.from({ length: TINTS }, () => '')
  for (const [number, id] of shapes.zoneIds.entries()) {
    const path = zonePath(level, number, frame)
    if (path !== '') groups[tintOfZone(almanac, id, now)] += `<path d="${path}"/>`
  }
  return groups
    .map((paths, tint) => (paths === '' ? '' : `<g fill="var(--zone-${tint})">${paths}</g>`))
    .join('')
}
