// The one rule for look-ups: a point → the zone that answers, land or sea, and the zones that could also be meant.
import { ArtifactError } from '../artifact/artifact-error.ts'
import type { OpenedBoundaries } from '../artifact/plain-boundaries.ts'
import { HALF_WORLD, microdegrees } from '../geo/microdegrees.ts'
import { isStripId } from '../geo/ocean-strips.ts'
import type { Zone, Zones } from './zones.ts'

/** The zones of one result of a boundary file, under the caller's names for zones. The first one answers. */
export interface ZonesOfResult<Named> {
  readonly kind: 'land' | 'ocean'
  /** Empty for an ocean strip whose zone is not in the tz release. This happens only with a release made for a test. */
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

/**
 * The zones of the tz release for each result number. A boundary may have an older name of a zone (Etc/UTC is UTC). Throws an ArtifactError if
 * the tz release has no zone of a boundary's name: without the error, land would become sea.
 */
export function zonesOfResults(
  boundaries: Pick<OpenedBoundaries, 'results'>,
  zones: Zones,
): ZonesOfResult<Zone>[] {
  return boundaries.results.map((ids) => {
    const found = new Set<Zone>()
    for (const id of ids) {
      const zone = zones.named(id)
      if (zone !== null) found.add(zone)
      else if (!isStripId(id)) {
        throw new ArtifactError(
          'boundary-unknown',
          `boundaries.tiles: the tz release has no zone ${id}; expected boundaries of its own zones alone`,
          { id },
        )
      }
    }
    const [first] = found
    return { kind: first?.countryCode === null ? 'ocean' : 'land', zones: [...found] }
  })
}

/**
 * The answer at a point in whole microdegrees; null at sea if the tz release has no zone for the strip. Pass `result`, the point's result
 * number, if it is already known.
 */
export function answerAt<Named>(
  boundaries: Pick<OpenedBoundaries, 'resultAt'>,
  results: readonly ZonesOfResult<Named>[],
  lon: number,
  lat: number,
  result: number = boundaries.resultAt(lon, lat),
): PlaceAnswer<Named> | null {
  const found = results[result]
  const zone = found?.zones[0]
  if (found === undefined || zone === undefined) return null
  const alternatives: Alternative<Named>[] = []
  for (let index = 1; index < found.zones.length; index++) {
    const other = found.zones[index]
    if (other !== undefined) alternatives.push({ reason: 'overlap', zone: other })
  }
  if (Math.abs(lon) === HALF_WORLD) {
    const across = results[boundaries.resultAt(-lon, lat)]?.zones[0]
    if (across !== undefined && !found.zones.includes(across)) {
      alternatives.push({ reason: 'antimeridian', zone: across })
    }
  }
  return { kind: found.kind, zone, alternatives }
}

/** The boundaries of an artifact, with the zones of its tz release. */
export type Places = Readonly<ReturnType<typeof openPlaces>>

/** Opens the boundaries of an artifact for look-ups. */
export function openPlaces(boundaries: OpenedBoundaries, zones: Zones) {
  const results = zonesOfResults(boundaries, zones)
  return {
    /** The boundary release. */
    release: boundaries.release,
    /** The answer at a point in whole microdegrees; null at sea if the tz release has no zone for the strip. */
    lookUp: (lon: number, lat: number) => answerAt(boundaries, results, lon, lat),
  }
}

/**
 * The answer at a point in degrees. Null without a point, without boundaries (`places`), and at sea if the tz release has no zone for the
 * strip.
 */
export const answerAtDegrees = (
  places: Places | null,
  { lat, lon }: { readonly lat: number | null; readonly lon: number | null },
): PlaceAnswer<Zone> | null =>
  lat === null || lon === null ? null : (places?.lookUp(microdegrees(lon), microdegrees(lat)) ?? null)
