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

/** The place that a zone is named for, as its identifier has it. */
const placeOf = ({ id }: CompiledZone): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ')

/** `trustAt` in English; null where an answer holds for all of the zone's area. */
export function trustInWords(trust: Trust, zone: CompiledZone): string | null {
  const place = placeOf(zone)
  switch (trust) {
    case 'area':
      return null
    case 'place':
      return `before 1970 this is known of ${place} alone: elsewhere in the zone clocks may have differed`
    case 'mean-time':
      return `local mean time of ${place} alone: elsewhere it was another, by four minutes for each degree of longitude`
    case 'none':
      return `nobody lived in ${place} to have a clock`
  }
}

/** Local mean time at a longitude in degrees: whole seconds to add to UTC. */
export const meanTimeOffset = (lon: number): number => Math.round(lon * 240)
