// Cuts zones at the coasts with mapshaper, and checks its work: it loses large parts of a shape whose rounded ring touches itself.
import mapshaper from 'mapshaper'

export type Point = [x: number, y: number]
/** Rings: the outer one, then holes. The first point is repeated at the end. */
export type Coordinates = readonly (readonly Point[])[]
/** All polygons of a zone. */
export type Shape = readonly Coordinates[]

/** Shapes, all in the plane, as mapshaper reads them. */
const featuresOf = (shapes: readonly Shape[]) => ({
  type: 'FeatureCollection',
  features: shapes.map((coordinates, at) => ({
    type: 'Feature',
    properties: { at },
    geometry: { type: 'MultiPolygon', coordinates },
  })),
})

interface ClippedShapes {
  readonly features: readonly {
    readonly properties: { readonly at: number }
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: Coordinates }
      | { readonly type: 'MultiPolygon'; readonly coordinates: Shape }
      | null
  }[]
}

/**
 * Runs steps of mapshaper's commands, one after the other, on one reading of the shapes. Returns for each step what it made of each shape; an
 * empty one where nothing is left.
 */
export async function transformed(
  shapes: readonly Shape[],
  steps: readonly string[],
  files: Readonly<Record<string, readonly Shape[]>> = {},
): Promise<Shape[][]> {
  const named = Object.entries({ ...files, 'in.json': shapes })
  const answer = await mapshaper.applyCommands(
    `-i in.json ${steps.map((step, at) => `${step} -o ${at}.json`).join(' ')}`,
    Object.fromEntries(named.map(([name, of]) => [name, featuresOf(of)])),
  )
  return steps.map((_, at) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GeoJSON, of the polygons that went in
    const { features } = JSON.parse(String(answer[`${at}.json`])) as ClippedShapes
    const found: Coordinates[][] = shapes.map(() => [])
    for (const { properties, geometry } of features) {
      if (geometry === null) continue
      found[properties.at]?.push(
        ...(geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates),
      )
    }
    return found
  })
}

/**
 * Returns the part of each shape that is land. Where mapshaper's answer has not the right size, it cleans the shape and cuts it
 * again, and the best answer counts: that, or the shape with its waters. `spacing` is the distance of the lines that measure.
 */
export async function cutAtCoasts(
  shapes: readonly Shape[],
  land: readonly Shape[],
  spacing: number,
): Promise<readonly Shape[]> {
  const coasts = crossings(land.flat(), spacing)
  const wanted = shapes.map((shape) => lengthInside(crossings(shape, spacing), coasts))
  const error = (at: number, found: Shape = []): number =>
    Math.abs(lengthInside(crossings(found, spacing), null) - (wanted[at] ?? 0))
  const tolerance = (at: number): number => (wanted[at] ?? 0) / 100 + spacing
  const files = { 'land.json': land }
  const [cut = []] = await transformed(shapes, ['-clip land.json'], files)
  const numbers = [...shapes.keys()].filter((at) => error(at, cut[at]) > tolerance(at))
  if (numbers.length === 0) return cut
  const picked = numbers.map((at) => shapes[at] ?? [])
  const [again = []] = await transformed(picked, ['-clean allow-overlaps -clip land.json'], files)
  for (const [index, at] of numbers.entries()) {
    const tried = [cut[at] ?? [], again[index] ?? [], shapes[at] ?? []]
    const [best = []] = tried.toSorted((one, other) => error(at, one) - error(at, other))
    cut[at] = best
  }
  return cut
}

/** Where the rings of a shape cross horizontal lines, by the number of the line; each list from west to east. */
type Crossings = ReadonlyMap<number, readonly number[]>

function crossings(shape: Shape, spacing: number): Crossings {
  const lines = new Map<number, number[]>()
  for (const ring of shape.flat())
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1] ?? [0, 0], ring[i] ?? [0, 0]]
      // Lines lie beside the points, which are in whole steps.
      const last = Math.ceil(Math.max(ay, by) / spacing - LINE_AT) - 1
      for (let line = Math.ceil(Math.min(ay, by) / spacing - LINE_AT); line <= last; line++) {
        const x = ax + ((bx - ax) * ((line + LINE_AT) * spacing - ay)) / (by - ay)
        const known = lines.get(line)
        if (known === undefined) lines.set(line, [x])
        else known.push(x)
      }
    }
  for (const xs of lines.values()) xs.sort((one, other) => one - other)
  return lines
}

const LINE_AT = 0.4142

/** The length of the lines inside a shape, between its first and second crossing and so on; with `other`, inside both. */
function lengthInside(shape: Crossings, other: Crossings | null): number {
  let length = 0
  for (const [line, xs] of shape) {
    const others = other === null ? [-Infinity, Infinity] : (other.get(line) ?? [])
    for (let i = 0, j = 0; i + 1 < xs.length && j + 1 < others.length;) {
      const [from, to] = [xs[i] ?? 0, xs[i + 1] ?? 0]
      const [otherFrom, otherTo] = [others[j] ?? 0, others[j + 1] ?? 0]
      length += Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom))
      if (to < otherTo) i += 2
      else j += 2
    }
  }
  return length
}
