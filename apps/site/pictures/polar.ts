// The map around the south pole. On a map of straight meridians the zones there would be bars, as wide at the pole as at its edge.
import type { Shapes } from '#core/artifact/shapes.ts'
import { boxAround, clipRing, type Box } from '#core/geo/clip-ring.ts'
import { boxesOf, levelFor, ringPath } from './drawing.ts'

/** Size of the drawing, in its units. The continent reaches from top to bottom. */
const [WIDTH, HEIGHT] = [720, 480]
/** Units of the drawing for each degree of latitude. */
const SCALE = HEIGHT / 2 / 28
/** Degrees from the pole to the corners. Nothing farther is in the drawing. */
const FARTHEST = Math.hypot(WIDTH, HEIGHT) / 2 / SCALE
/** Zones that lie wholly south of this latitude get this map. */
const NORTHMOST = -60

/** Whether zones, by their numbers, all lie around the south pole. */
export function arePolar(shapes: Shapes, numbers: readonly number[]): boolean {
  const level = shapes.level(0)
  const limit = (NORTHMOST + 90) / (level.grid / 1e6)
  return numbers.every((number) => boxesOf(level)[number]?.every(({ north }) => north <= limit) === true)
}

/** The point of a place: Greenwich is up, and distances from the pole are true. */
function pointOf(lat: number, lon: number): readonly [x: number, y: number] {
  const [far, turn] = [(lat + 90) * SCALE, (lon * Math.PI) / 180]
  return [Math.round(WIDTH / 2 + far * Math.sin(turn)), Math.round(HEIGHT / 2 - far * Math.cos(turn))]
}

/** The drawing of the pole's surroundings. */
export function polarView(shapes: Shapes) {
  const level = levelFor(shapes, { scaleX: SCALE })
  const step = level.grid / 1e6
  const shown: Box = { west: 0, east: 360 / step, south: 0, north: FARTHEST / step }
  return {
    width: WIDTH,
    height: HEIGHT,
    data: null,
    pointOf,
    /** A zone, by its number, as a path. Empty where no part of it is in the drawing. */
    pathOf: (number: number): string =>
      (level.zones[number] ?? [])
        .filter((_, index) => (boxesOf(level)[number]?.[index]?.south ?? 0) < shown.north)
        .map((ring) => {
          const points = clipRing(ring, shown)
          const { west, east } = boxAround(points)
          const isAround = west === shown.west && east === shown.east
          const projected: number[] = []
          for (let i = 0; i < points.length; i += 2)
            // A ring around the pole has it inside, and no line to it along the antimeridian.
            if (!isAround || points[i + 1] !== 0)
              projected.push(...pointOf((points[i + 1] ?? 0) * step - 90, (points[i] ?? 0) * step - 180))
          return ringPath(projected, (value) => value)
        })
        .join(''),
  }
}
