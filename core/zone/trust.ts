// How far a zone's answer at an instant can be trusted: for its whole area, only for the place that it is named for, or not at all.
import { exactOffset } from '../time/offset.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'
import { typeAt } from './offset-at.ts'

/**
 * - `area`: true for all of the zone's area. Zones are drawn so that their clocks have agreed since 1970.
 * - `place`: true only for the place that it is named for. Clocks elsewhere in the area may have differed.
 * - `mean-time`: local mean time of that place. Every other place had its own, by its longitude.
 * - `none`: nobody lived there to have a clock.
 */
export type Trust = 'area' | 'place' | 'mean-time' | 'none'

/** How far the zone's clock at an instant can be trusted. */
export function trustAt(zone: CompiledZone, at: EpochSeconds): Trust {
  const { abbreviation } = typeAt(zone, at)
  if (abbreviation === '-00') return 'none'
  // Clocks that never change (Etc/GMT+5, UTC) do not belong to a place.
  if (at >= 0 || zone.starts.length === 0) return 'area'
  return abbreviation === 'LMT' ? 'mean-time' : 'place'
}

/** The place in a zone's identifier. */
const placeOf = ({ id }: CompiledZone): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ')

/** `trustAt` in English; null if the answer is true for the whole area. `lon` is the longitude of a point in degrees, if it is known. */
export function trustInWords(trust: Trust, zone: CompiledZone, lon: number | null = null): string | null {
  const place = placeOf(zone)
  switch (trust) {
    case 'area':
      return null
    case 'place':
      return `before 1970 these dates are for ${place}: other places here may differ`
    case 'mean-time': {
      const elsewhere =
        lon === null
          ? 'elsewhere it was another, by four minutes for each degree of longitude'
          : `at longitude ${lon} it was ${meanTimeInWords(lon)}`
      return `local mean time of ${place} only: ${elsewhere}`
    }
    case 'none':
      return `nobody lived in ${place} to have a clock`
  }
}

/** Local mean time at a longitude in degrees: whole seconds to add to UTC. */
export const meanTimeOffset = (lon: number): OffsetSeconds => offsetSeconds(Math.round(lon * 240))

/** Local mean time at a longitude in degrees, to the second: `+00:53:28`. */
export const meanTimeInWords = (lon: number): string => exactOffset(meanTimeOffset(lon))

/** The instant until which a zone's place used local mean time; null if it never did. */
export function meanTimeUntil({ types, typeOf, starts }: CompiledZone): EpochSeconds | null {
  const first = typeOf.findIndex((type) => types[type]?.abbreviation !== 'LMT')
  return first < 1 ? null : (starts[first - 1] ?? null)
}
