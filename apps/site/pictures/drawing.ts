// The parts that all pictures have; and the zones' shapes as paths: chooses the level of detail, cuts to the frame, and gives each zone its tint.
import type { Almanac } from '#core/ask/almanac.ts'
import type { ShapeLevel, Shapes } from '#core/artifact/shapes.ts'
import { boxAround, clipRing, type Box } from '#core/geo/clip-ring.ts'
import { oncePer } from '#core/once-per.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { attributes, html, type Html, type Insert } from '../frame/html.ts'

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

/** The attributes of an `<svg>`: a class of the stylesheet, the size in units, words that say what the picture shows, and others. */
export const pictured = (
  look: string,
  width: number,
  height: number,
  words: string,
  more: Parameters<typeof attributes>[0] = {},
): Html => {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height }
  return attributes({ class: look, ...size, role: 'img', 'aria-label': words, ...more })
}

/** Words at a point of a drawing. `look`: classes of the stylesheet; `more`: other attributes. */
export const label = (
  look: string,
  x: number,
  y: number,
  words: Insert,
  more: Readonly<Record<string, string>> = {},
): Html => html`<text${attributes({ class: look, ...more, x, y })}>${words}</text>`

/** The attribute of words that hang below their point. */
export const HANGING = { 'dominant-baseline': 'hanging' }

/** A length in a drawing, in tenths of a unit. */
export const tenths = (value: number): number => Math.round(value * 10) / 10

/** A span of time in a drawing, in the colour of its offset: daylight saving time is bright. */
export const timeBar = (
  type: Pick<LocalTimeType, 'isDst'>,
  x: number,
  y: number,
  width: number,
  height: number,
): Html => html`<rect${attributes({ class: type.isDst ? 'f-dst' : 'f-std', x, y, width, height })}></rect>`

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
    const [edge] = edgesAt(west, 0)
    if (edge === undefined) continue
    for (const [at, east] of kept.entries()) {
      const other = edgesAt(east, world).find(({ from, to }) => from === edge.to && to === edge.from)
      if (other === undefined) continue
      const shifted = turned(west, edge.after).map((value, i) => (i % 2 === 0 ? value + world : value))
      kept[at] = Int32Array.from([...turned(east, other.after), ...shifted])
      kept.splice(kept.indexOf(west), 1)
      break
    }
  }
  return kept
}

/** The edges of a ring on the meridian `x`: where each begins and ends, and the index of its end in the ring. */
function edgesAt(ring: Int32Array, x: number) {
  const edges = []
  for (let before = ring.length - 2, after = 0; after < ring.length; before = after, after += 2)
    if (ring[before] === x && ring[after] === x)
      edges.push({ from: ring[before + 1] ?? 0, to: ring[after + 1] ?? 0, after })
  return edges
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
  const { scaleX, scaleY } = frame
  const isSpeck = (boxesOf(level)[zone] ?? []).every(
    ({ west, east, north, south }) =>
      Math.max((east - west) * scaleX, (north - south) * scaleY) * (level.grid / 1e6) < least,
  )
  let path = ''
  for (const { ring, around, shown, unit } of ringsIn(level, zone, frame)) {
    const isInside =
      around.west >= shown.west &&
      around.east <= shown.east &&
      around.south >= shown.south &&
      around.north <= shown.north
    const whole = (value: number, axis: 0 | 1): number => Math.round(unit(value, axis))
    path +=
      isInside && isSpeck
        ? `M${whole((around.west + around.east) / 2, 0) - least / 2} ${whole((around.south + around.north) / 2, 1)}${markOf(least)}`
        : ringPath(isInside ? ring : clipRing(ring, shown), whole)
  }
  return path
}

/**
 * The rings of a zone that a frame shows, each with its box, the part of the world that is shown, and the units of a point in the drawing. In
 * a frame across the antimeridian, the world's west end follows its east end, or its east end comes before: a ring may be there twice.
 */
function* ringsIn(level: ShapeLevel, zone: number, frame: Frame) {
  const step = level.grid / 1e6
  const { west, north, scaleX, scaleY, width, height } = frame
  const box: Box = {
    west: (west + 180 - MARGIN / scaleX) / step,
    east: (west + 180 + (width + MARGIN) / scaleX) / step,
    north: (north + 90 + MARGIN / scaleY) / step,
    south: (north + 90 - (height + MARGIN) / scaleY) / step,
  }
  for (const [index, ring] of (level.zones[zone] ?? []).entries()) {
    const around = boxesOf(level)[zone]?.[index]
    if (around === undefined || around.north < box.south || around.south > box.north) continue
    for (const turn of [-360 / step, 0, 360 / step]) {
      const shown: Box = { ...box, west: box.west - turn, east: box.east - turn }
      const unit = (value: number, axis: 0 | 1): number =>
        axis === 0 ? ((value + turn) * step - 180 - west) * scaleX : (north + 90 - value * step) * scaleY
      if (around.east + turn >= box.west && around.west + turn <= box.east)
        yield { ring, around, shown, unit }
    }
  }
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
const TINTS = 5

/** The tint of a standard time. `stdoff` is in seconds from UTC. */
const tintOf = (stdoff: number): number => (stdoff % 3600 === 0 ? (((stdoff / 3600) % 4) + 4) % 4 : TINTS - 1)

/** The tint of a zone, by its name in the shapes: that of its standard time at an instant. */
export function tintOfZone(almanac: Almanac, id: string, now: EpochSeconds): number {
  const zone = almanac.zones.named(id)
  return zone === null ? 0 : tintOf(almanac.stateOf(zone, now).season.type.stdoff)
}

/** The tints of all shapes at an instant: a digit for each, in the order of their zones. */
export const tintsOf = ({ zoneIds }: Shapes, almanac: Almanac, now: EpochSeconds): string =>
  zoneIds.map((id) => tintOfZone(almanac, id, now)).join('')

/** All shapes in a frame as the inside of an SVG file, one path for each zone. The page that uses it sets the colours. */
export function tintedSvg(shapes: Shapes, tints: string, frame: Frame): string {
  const level = levelFor(shapes, frame)
  const groups = Array.from({ length: TINTS }, () => '')
  for (const number of shapes.zoneIds.keys()) {
    const path = zonePath(level, number, frame)
    if (path !== '') groups[Number(tints[number])] += `<path d="${path}"/>`
  }
  return groups
    .map((paths, tint) => (paths === '' ? '' : `<g fill="var(--zone-${tint})">${paths}</g>`))
    .join('')
}
