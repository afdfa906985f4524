// The boundaries of two artifacts → which zones' areas changed, and by how much.
import type { Artifact } from '#core/artifact/open.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'

/** One zone. Areas are in whole km²; null where the side has no such zone. */
export interface ChangedArea {
  readonly zone: string
  readonly was: number | null
  readonly is: number | null
  /** What came to the zone and what left it, estimated on a grid: strips narrower than its step go unseen. */
  readonly gained: number
  readonly lost: number
}

export type BoundariesDiff =
  /** Neither artifact has boundaries. */
  | { readonly kind: 'absent' }
  /** Equal to the byte. */
  | { readonly kind: 'same' }
  /** One of them has none. */
  | { readonly kind: 'added' | 'removed' }
  | { readonly kind: 'changed'; readonly zones: readonly ChangedArea[] }

/** Compares the boundaries of two artifacts. */
export function compareBoundaries(older: Artifact, newer: Artifact): BoundariesDiff {
  const [was, is] = [older.boundaries(), newer.boundaries()]
  if (was === null) return { kind: is === null ? 'absent' : 'added' }
  if (is === null) return { kind: 'removed' }
  if (Buffer.from(was.bytes).equals(is.bytes)) return { kind: 'same' }
  return { kind: 'changed', zones: changedAreas(was, is) }
}

/** Microdegrees between two points of the grid: 0.05°, 5.6 km at the equator. */
const STEP = 50_000
const COLUMNS = 360_000_000 / STEP
const ROWS = 180_000_000 / STEP
/** Mean radius of the Earth (IUGG R1), in kilometres. */
const RADIUS = 6371.0088
const RADIANS = Math.PI / 180 / 1e6

/** The zones whose area differs, or from or to which points of the grid moved, in code-unit order. Ocean strips have no area. */
export function changedAreas(was: Boundaries, is: Boundaries, step = STEP): ChangedArea[] {
  const areaWas = areasOf(was)
  const areaIs = areasOf(is)
  const { gained, lost } = movedAreas(was, is, step)
  const zones = new Set([...areaWas.keys(), ...areaIs.keys()])
  return [...zones]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((zone) => ({
      zone,
      was: areaWas.get(zone) ?? null,
      is: areaIs.get(zone) ?? null,
      gained: Math.round(gained.get(zone) ?? 0),
      lost: Math.round(lost.get(zone) ?? 0),
    }))
    .filter((area) => area.was !== area.is || area.gained > 0 || area.lost > 0)
}

const areasOf = ({ zoneIds, areas }: Boundaries): Map<string, number> =>
  new Map(
    zoneIds.flatMap((id, index): [string, number][] => {
      const area = areas[index] ?? 0
      return area === 0 ? [] : [[id, area]]
    }),
  )

const add = (to: Map<string, number>, zone: string, area: number): void =>
  void to.set(zone, (to.get(zone) ?? 0) + area)

/** Zone → km² that the grid's points say it gained, and lost. */
function movedAreas(
  was: Boundaries,
  is: Boundaries,
  step: number,
): { readonly gained: Map<string, number>; readonly lost: Map<string, number> } {
  const columns = Math.floor((COLUMNS * STEP) / step)
  const rows = Math.floor((ROWS * STEP) / step)
  const points = new Int32Array(2 * columns)
  const before = new Uint16Array(columns)
  const after = new Uint16Array(columns)
  const moved = { gained: new Map<string, number>(), lost: new Map<string, number>() }
  // Results are numbered anew in every file: pairs that mean the same zones are looked at once.
  const changes = new Map<number, { readonly came: readonly string[]; readonly left: readonly string[] }>()
  for (let row = 0; row < rows; row++) {
    const lat = -90_000_000 + row * step + (step >> 1)
    for (let column = 0; column < columns; column++) {
      points[2 * column] = -180_000_000 + column * step + (step >> 1)
      points[2 * column + 1] = lat
    }
    was.resultsAt(points, before)
    is.resultsAt(points, after)
    const area = (RADIUS * RADIANS * step) ** 2 * Math.cos(lat * RADIANS)
    for (let column = 0; column < columns; column++) {
      const one = before[column] ?? 0
      const other = after[column] ?? 0
      const pair = one * 65_536 + other
      let change = changes.get(pair)
      if (change === undefined) {
        const [old, now] = [was.results[one] ?? [], is.results[other] ?? []]
        change = {
          came: now.filter((zone) => !old.includes(zone)),
          left: old.filter((zone) => !now.includes(zone)),
        }
        changes.set(pair, change)
      }
      for (const zone of change.came) add(moved.gained, zone, area)
      for (const zone of change.left) add(moved.lost, zone, area)
    }
  }
  return moved
}
