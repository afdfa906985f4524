// The boundaries of an artifact with the zones that answer for them: a point in whole microdegrees → zones in the order of an answer.
import type { Artifact } from '#open/artifact.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { HALF_WORLD } from '#core/geo/microdegrees.ts'
import { stripAt } from '#core/geo/ocean-strips.ts'
import type { ZoneRecord, Zones } from './zones.ts'

export interface PointBoundaries {
  /** The boundary release. */
  readonly release: string
  /** The zones whose boundaries contain a point; the first one is the answer. Never empty. */
  readonly zonesAt: (lon: number, lat: number) => readonly ZoneRecord[]
  /** The zone across the 180° line, for a point on it; null for any other point. */
  readonly zoneAcross: (lon: number, lat: number) => ZoneRecord | null
}

/**
 * Result number → zones of the tz release. A boundary may bear an older name of a zone (Etc/UTC is UTC), or one that the tz release does
 * not have: then it is as if it were not there. Empty where that leaves none, for which the ocean strip answers.
 */
export const zonesOfResults = (boundaries: Boundaries, zones: Zones): ZoneRecord[][] =>
  boundaries.results.map((ids) => [
    ...new Set(ids.map((id) => zones.named(id)).filter((zone) => zone !== null)),
  ])

/** Null for an artifact without boundaries. */
export function openPointBoundaries(artifact: Artifact, zones: Zones): PointBoundaries | null {
  const boundaries = artifact.boundaries()
  if (boundaries === null) return null
  const records = zonesOfResults(boundaries, zones)
  const zonesAt = (lon: number, lat: number): readonly ZoneRecord[] => {
    const found = records[boundaries.resultAt(lon, lat)] ?? []
    return found.length > 0 ? found : (records[stripAt(lon)] ?? [])
  }
  return {
    release: boundaries.release,
    zonesAt,
    zoneAcross: (lon, lat) => (Math.abs(lon) === HALF_WORLD ? (zonesAt(-lon, lat)[0] ?? null) : null),
  }
}
