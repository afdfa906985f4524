// Finds the zones of a point from the polygons themselves, so that cities need not wait for the tiles.
import { microdegrees, HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { stripAt, stripId } from '#core/geo/ocean-strips.ts'
import { signOfDifference } from '#core/geo/side-of-edge.ts'
import { DISPUTES } from '../curated/columns.ts'
import { forEachEdge, type ZonePolygons } from '../parse/zone-polygons.ts'
import { areaOf } from './areas.ts'
import { answerOrder } from './boundary-tiles.ts'
import type { ZonesAt } from './sources.ts'

/** log2 of the height of a band, in microdegrees. A point is compared with the edges of its band. */
const BAND_SHIFT = 12
const BANDS = ((2 * POLE) >> BAND_SHIFT) + 1
const bandOf = (lat: number): number => (lat + POLE) >> BAND_SHIFT

/** Edges as columns, the southern end first, without those that run due east or west. Band b has `starts[b]` to `starts[b + 1]`. */
function edgesByBand(polygons: readonly ZonePolygons[]) {
  const starts = new Uint32Array(BANDS + 1)
  for (const { rings } of polygons)
    for (const ring of rings)
      forEachEdge(ring, (_ax, ay, _bx, by) => {
        if (ay === by) return
        const last = bandOf(Math.max(ay, by))
        for (let band = bandOf(Math.min(ay, by)); band <= last; band++)
          starts[band + 1] = (starts[band + 1] ?? 0) + 1
      })
  for (let band = 0; band < BANDS; band++) starts[band + 1] = (starts[band + 1] ?? 0) + (starts[band] ?? 0)
  const total = starts[BANDS] ?? 0
  const [ax, ay, bx, by] = [
    new Int32Array(total),
    new Int32Array(total),
    new Int32Array(total),
    new Int32Array(total),
  ]
  const zones = new Uint16Array(total)
  const next = starts.slice(0, BANDS)
  polygons.forEach(({ rings }, zone) => {
    for (const ring of rings)
      forEachEdge(ring, (fromX, fromY, toX, toY) => {
        if (fromY === toY) return
        const isUp = fromY < toY
        const [low, high] = isUp ? [fromY, toY] : [toY, fromY]
        const last = bandOf(high)
        for (let band = bandOf(low); band <= last; band++) {
          const at = next[band] ?? 0
          next[band] = at + 1
          ax[at] = isUp ? fromX : toX
          ay[at] = low
          bx[at] = isUp ? toX : fromX
          by[at] = high
          zones[at] = zone
        }
      })
  })
  return { starts, ax, ay, bx, by, zones }
}

/**
 * Returns the function that gives the zones of a point in degrees, or the zone of the sea: what the compiled tiles give. A point on a border
 * is moved by an infinitesimal step east and a smaller one north; but west at +180, and south at the north pole.
 */
export function zonesInPolygons(polygons: readonly ZonePolygons[]): ZonesAt {
  const { starts, ax, ay, bx, by, zones } = edgesByBand(polygons)
  const isInside = new Uint8Array(polygons.length)
  const areas = new Map<ZonePolygons, number>()
  const withArea = (zone: ZonePolygons) => {
    const area = areas.get(zone) ?? areaOf(zone.rings)
    areas.set(zone, area)
    return { id: zone.id, area }
  }
  return (latitude, longitude) => {
    const [x, y] = [microdegrees(longitude), microdegrees(latitude)]
    isInside.fill(0)
    const end = starts[bandOf(y) + 1] ?? 0
    for (let at = starts[bandOf(y)] ?? 0; at < end; at++) {
      const [south = 0, north = 0, west = 0, east = 0] = [ay[at], by[at], ax[at], bx[at]]
      if (y === POLE ? north < POLE : y < south || y >= north) continue
      if (x < west && x < east) continue
      // An edge that goes up and has the point on its right is crossed on the way to the west.
      const side =
        x > west && x > east ? -1 : signOfDifference(east - west, y - south, x - west, north - south)
      if (side > 0 || (side === 0 && x === HALF_WORLD)) continue
      const zone = zones[at] ?? 0
      isInside[zone] = (isInside[zone] ?? 0) ^ 1
    }
    const found = polygons.filter((_, zone) => isInside[zone] === 1)
    if (found.length === 0) return [stripId(stripAt(x))]
    if (found.length === 1) return found.map(({ id }) => id)
    return answerOrder(found.map(withArea), DISPUTES).map(({ id }) => id)
  }
}
