// How far a zone's answer is to be trusted at an instant: for its whole area, for the place that it is named for, or not at all.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'
import { typeAt } from './offset-at.ts'

/**
 * - `area`: for all of the zone's area. Zones are drawn so that their clocks have agreed since 1970.
 * - `place`: for the place it is named for alone. Clocks elsewhere in the area may have differed.
 * - `mean-time`: local mean time of that place. Any other had its own, by its longitude.
 * - `none`: nobody lived there to have a clock.
 */
export type Trust = 'area' | 'place' | 'mean-time' | 'none'

/** How far what the zone's clock shows at an instant is to be trusted. */
export function trustAt(zone: CompiledZone, at: EpochSeconds): Trust {
  const { abbreviation } = typeAt(zone, at)
  if (abbreviation === '-00') return 'none'
  // Clocks that have always been so (Etc/GMT+5, UTC) belong to no place.
  if (at >= 0 || zone.starts.length === 0) return 'area'
  return abbreviation === 'LMT' ? 'mean-time' : 'place'
}

/** Local mean time at a longitude in degrees: whole seconds to add to UTC. */
export const meanTimeOffset = (lon: number): number => Math.round(lon * 240)
