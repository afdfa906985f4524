// The result of a look-up of a point, in the same shape wherever the boundaries are.
import type { PlaceAnswer } from '#core/ask/look-up.ts'
import { meanTimeOffset } from '#core/zone/trust.ts'

/** The zones that answer for a point, by identifiers of the tz release. */
export interface Place {
  readonly kind: 'land' | 'ocean'
  readonly zone: string
  /** Other zones that could be meant: boundaries overlap here, or the point is on the 180° line. */
  readonly alternatives: readonly { readonly reason: 'overlap' | 'antimeridian'; readonly zone: string }[]
  /** Local mean time at the point, in seconds. Clocks showed it where the state's `trust` is `mean-time`. */
  readonly meanTime: number
}

/** The result of `lookUp` for a point of this longitude. */
export const placeOf = (found: PlaceAnswer<string>, lon: number): Place => ({
  ...found,
  meanTime: meanTimeOffset(lon),
})

/** All zones of a place, that of the answer first. */
export const zonesOfPlace = ({ zone, alternatives }: Place): string[] => [
  zone,
  ...alternatives.map((other) => other.zone),
]
