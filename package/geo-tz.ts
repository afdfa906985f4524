// `tzref/geo-tz`: the functions of geo-tz over our boundaries, for programs that were written for geo-tz.
import { checkFunction, checkObject } from './check.ts'

/** The part of the boundaries of `tzref/boundaries` that is needed here. */
export interface BoundariesOfZones {
  readonly zonesAt: (lat: number, lon: number) => readonly string[]
  readonly zonesWithin: (lat: number, lon: number, metres: number) => string[]
}

/** What `geo-tz/all` exports. */
export interface GeoTz {
  /**
   * The zones at a point in degrees, the answer first, as a new list. On a border these are all zones that meet there. Throws for a value
   * that is no point of the world.
   *
   * @example
   * ```js
   * find(40, -157.5) // → ['Etc/GMT+10', 'Etc/GMT+11']
   * ```
   */
  readonly find: (lat: number, lon: number) => string[]
  /**
   * Does nothing: the whole file is in memory once it is open. It takes what geo-tz takes, so that a program need not change.
   *
   * @example
   * ```js
   * setCache({ preload: true }) // → undefined
   * ```
   */
  readonly setCache: (options?: { readonly preload?: boolean; readonly store?: unknown }) => void
  /**
   * Does nothing, as `setCache` does.
   *
   * @example
   * ```js
   * preCache() // → undefined
   * ```
   */
  readonly preCache: () => void
}

/** The smallest step between two points, in degrees. */
const STEP = 1e-6
const STEPS = [-STEP, 0, STEP]

/**
 * The functions of geo-tz, which answer from boundaries that are open. They give what those of `geo-tz/all` give. The page
 * "Coming from another library or service" lists what differs: the order of a list, the North Pole, some corners of borders, and wrong arguments.
 *
 * @example
 * ```js
 * import { openBoundaries } from 'tzref-boundaries'
 * import { geoTz } from 'tzref/geo-tz'
 *
 * const { find, setCache, preCache } = geoTz(openBoundaries())
 * find(43.839319, 87.526148) // → ['Asia/Shanghai', 'Asia/Urumqi']
 * ```
 */
export function geoTz(boundaries: BoundariesOfZones): GeoTz {
  checkObject(boundaries, 'boundaries', 'the result of openBoundaries of tzref/boundaries')
  checkFunction(boundaries.zonesAt, 'boundaries.zonesAt', 'a function')
  checkFunction(boundaries.zonesWithin, 'boundaries.zonesWithin', 'a function')

  /** Whether all points around a point have its zones. `zonesAt` shares its lists, so the same zones are the same list. */
  const isInside = (lat: number, lon: number, here: readonly string[]): boolean =>
    STEPS.every((north) =>
      STEPS.every(
        (east) =>
          Math.abs(lat + north) > 90 ||
          Math.abs(lon + east) >= 180 ||
          boundaries.zonesAt(lat + north, lon + east) === here,
      ),
    )

  return {
    find(lat, lon) {
      const here = boundaries.zonesAt(lat, lon)
      if (isInside(lat, lon, here)) return [...here]
      const meeting = boundaries.zonesWithin(lat, lon, 0)
      // A zone of the sea counts only where there is no other.
      const onLand = meeting.filter((zone) => !zone.startsWith('Etc/GMT'))
      return onLand.length === 0 ? meeting : onLand
    },
    setCache(options = {}) {
      checkObject(options, 'options', '{ preload, store }')
    },
    preCache: () => undefined,
  }
}
