// One artifact as the server uses it: a request takes one catalogue at its start and asks no other.
import type { Artifact } from '#core/artifact/open.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { timezoneState, type TimezoneState } from './answer/timezone.ts'
import { openZones, type ZoneRecord, type Zones } from './find/zones.ts'
import type { Urls } from './urls.ts'

export interface Catalogue {
  readonly artifact: Artifact
  readonly urls: Urls
  readonly zones: Zones
  /** A zone's answer at an instant: the parts that stay true for its season are made once and kept for the next request. */
  readonly timezoneAt: (zone: ZoneRecord, at: EpochSeconds) => TimezoneState
}

/** Opens what the server needs of an artifact. */
export function openCatalogue(artifact: Artifact, urls: Urls): Catalogue {
  const states = new Map<ZoneRecord, TimezoneState>()
  return {
    artifact,
    urls,
    zones: openZones(artifact),
    timezoneAt(zone, at) {
      const kept = states.get(zone)
      if (kept !== undefined && kept.season.from <= at && at < kept.season.until) return kept
      const state = timezoneState(zone, at, urls)
      states.set(zone, state)
      return state
    },
  }
}
