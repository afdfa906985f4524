// Records of polygons → the two files of npm `geo-tz`: cut at the cells of its quadtree, as geobuf pieces and an index.
import { childCell, MERIDIANS, PARALLELS, WORLD, type Cell } from '#pipeline/parse/geo-tz-pieces.ts'
import type { Ring, ZonePolygons } from '#pipeline/parse/zone-polygons.ts'

type Vertex = readonly [number, number]

/**
 * The part of a ring on one side of a line (Sutherland and Hodgman). Edges on the line may go forth and back; joining the pieces removes
 * them.
 */
function clip(ring: readonly Vertex[], axis: 0 | 1, line: number, keepsAbove: boolean): Vertex[] {
  const isKept = (vertex: Vertex): boolean => (keepsAbove ? vertex[axis] >= line : vertex[axis] <= line)
  const clipped: Vertex[] = []
  ring.forEach((vertex, i) => {
    const before = ring.at(i - 1) ?? vertex
    if (isKept(before) !== isKept(vertex)) {
      const part = (line - before[axis]) / (vertex[axis] - before[axis])
      const across =
        before[axis === 0 ? 1 : 0] + part * (vertex[axis === 0 ? 1 : 0] - before[axis === 0 ? 1 : 0])
      clipped.push(axis === 0 ? [line, across] : [across, line])
    }
    if (isKept(vertex)) clipped.push(vertex)
  })
  return clipped
}

function clipToCell(ring: readonly Vertex[], { west, east, south, north }: Cell): Vertex[] {
  const sides = [
    [0, MERIDIANS[west] ?? 0, true],
    [0, MERIDIANS[east] ?? 0, false],
    [1, PARALLELS[south] ?? 0, true],
    [1, PARALLELS[north] ?? 0, false],
  ] as const
  return sides.reduce<Vertex[]>((rest, [axis, line, above]) => clip(rest, axis, line, above), [...ring])
}

const verticesOf = (ring: Ring): Vertex[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2] ?? 0, ring[i * 2 + 1] ?? 0])

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const textBytes = (text: string): number[] => [...Buffer.from(text)]

/** One FeatureCollection in geobuf. Every zone is one Polygon with all its rings. Outer rings are clockwise, as the package writes them. */
function geobuf(
  zones: readonly { readonly id: string; readonly rings: readonly (readonly Vertex[])[] }[],
): number[] {
  const features = zones.map(({ id, rings }) => {
    const turned = rings.map((ring) => ring.toReversed())
    const coordinates = turned.flatMap((ring) => {
      let [x, y] = [0, 0]
      return ring.flatMap((vertex) => {
        const [toX, toY] = [Math.round(vertex[0]), Math.round(vertex[1])]
        const deltas = [toX - x, toY - y]
        ;[x, y] = [toX, toY]
        return deltas.flatMap((delta) => varint(delta < 0 ? -delta * 2 - 1 : delta * 2))
      })
    })
    const lengths = turned.flatMap((ring) => varint(ring.length))
    const geometry = [...varint(8), ...varint(4), ...field(2, lengths), ...field(3, coordinates)]
    return field(1, [...field(1, geometry), ...field(13, field(1, textBytes(id))), ...field(14, [0, 0])])
  })
  return [...field(1, textBytes('tzid')), ...field(4, features.flat())]
}

/** Nine levels, as in the package. A cell that one zone fills is a leaf of the index and has no piece. */
export function geoTzFiles(zones: readonly ZonePolygons[]): {
  readonly index: Uint8Array
  readonly data: Uint8Array
} {
  const data: number[] = []
  const ids = zones.map(({ id }) => id)
  const write = (cell: Cell, parts: readonly { id: string; rings: Vertex[][] }[]): unknown => {
    const inside = parts
      .map(({ id, rings }) => ({
        id,
        rings: rings.map((ring) => clipToCell(ring, cell)).filter((ring) => ring.length > 2),
      }))
      .filter(({ rings }) => rings.length > 0)
    if (inside.length === 0) return undefined
    const corners = [
      [MERIDIANS[cell.west], PARALLELS[cell.south]],
      [MERIDIANS[cell.east], PARALLELS[cell.north]],
      [MERIDIANS[cell.west], PARALLELS[cell.north]],
      [MERIDIANS[cell.east], PARALLELS[cell.south]],
    ].map(String)
    const isFull = inside.every(
      ({ rings }) =>
        rings.length === 1 &&
        rings.flat().length === 4 &&
        // A ring that only touches a corner of the cell is cut to that corner, four times. So all four corners must be there.
        corners.every((corner) => rings.flat().map(String).includes(corner)),
    )
    if (isFull) return inside.map(({ id }) => ids.indexOf(id))
    if (cell.east - cell.west === 1) {
      const piece = geobuf(inside)
      const pos = data.length
      for (const byte of piece) data.push(byte)
      return { pos, len: piece.length }
    }
    const children = ['a', 'b', 'c', 'd'].map(
      (letter) => [letter, write(childCell(cell, letter), inside)] as const,
    )
    return Object.fromEntries(children.filter(([, child]) => child !== undefined))
  }
  const lookup = write(
    WORLD,
    zones.map(({ id, rings }) => ({ id, rings: rings.map(verticesOf) })),
  )
  return { index: Buffer.from(JSON.stringify({ timezones: ids, lookup })), data: Uint8Array.from(data) }
}
