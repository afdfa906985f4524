// The rule of a look-up's answer, once: a point → the zone that answers, land or sea, and the zones that could also be meant.
import type { OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { HALF_WORLD } from '#core/geo/microdegrees.ts'
import { stripAt } from '#core/geo/ocean-strips.ts'
import type { Zone, Zones } from './zones.ts'

/** The zones of one result of a boundary file, as whoever asks names them; the first one answers. */
export interface ZonesOfResult<Named> {
  readonly kind: 'land' | 'ocean'
  /** Empty where the tz release has none of them: then the ocean strip answers, as if the boundary were not there. */
  readonly zones: readonly Named[]
}

export interface PlaceAnswer<Named> {
  readonly kind: 'land' | 'ocean'
  readonly zone: Named
  readonly alternatives: readonly Alternative<Named>[]
}

/** A zone that could also be meant: its boundary overlaps here, or it lies across the 180° line that the point is on. */
export interface Alternative<Named> {
  readonly reason: 'overlap' | 'antimeridian'
  readonly zone: Named
}

/** Result number → zones of the tz release. A boundary may bear an older name of a zone (Etc/UTC is UTC). */
export const zonesOfResults = (
  boundaries: Pick<OpenedBoundaries, 'results'>,
  zones: Zones,
): ZonesOfResult<Zone>[] =>
  boundaries.results.map((ids) => {
    const found = new Set(ids.map((id) => zones.named(id)).filter((zone) => zone !== null))
    const [first] = found
    return { kind: first?.countryCode === null ? 'ocean' : 'land', zones: [...found] }
  })

/** The result that answers at a longitude: that of its ocean strip where the tz release has no zone of the other. */
export const answering = (results: readonly ZonesOfResult<unknown>[], result: number, lon: number): number =>
  results[result]?.zones.length === 0 ? stripAt(lon) : result

/**
 * The answer at a point in whole microdegrees; null where not even its ocean strip has a zone in the tz release. `result` is that of the
 * point, where it is known already.
 */
export function answerAt<Named>(
  boundaries: Pick<OpenedBoundaries, 'resultAt'>,
  results: readonly ZonesOfResult<Named>[],
  lon: number,
  lat: number,
  result: number = boundaries.resultAt(lon, lat),
): PlaceAnswer<Named> | null {
  const found = results[answering(results, result, lon)]
  const zone = found?.zones[0]
  if (found === undefined || zone === undefined) return null
  const alternatives: Alternative<Named>[] = []
  for (let index = 1; index < found.zones.length; index++) {
    const other = found.zones[index]
    if (other !== undefined) alternatives.push({ reason: 'overlap', zone: other })
  }
  if (Math.abs(lon) === HALF_WORLD) {
    const across = results[answering(results, boundaries.resultAt(-lon, lat), -lon)]?.zones[0]
    if (across !== undefined && !found.zones.includes(across)) {
      alternatives.push({ reason: 'antimeridian', zone: across })
    }
  }
  return { kind: found.kind, zone, alternatives }
}

/** The boundaries of an artifact, with the zones of its tz release. */
export interface Places {
  /** The boundary release. */
  readonly release: string
  /** The answer at a point in whole microdegrees; null where not even its ocean strip has a zone in the tz release. */
  readonly lookUp: (lon: number, lat: number) => PlaceAnswer<Zone> | null
}

/** Opens the boundaries for questions. */
export function openPlaces(boundaries: OpenedBoundaries, zones: Zones): Places {
  const results = zonesOfResults(boundaries, zones)
  return {
    release: boundaries.release,
    lookUp: (lon, lat) => answerAt(boundaries, results, lon, lat),
  }
}
