// `tzref/geo-tz`: the functions of geo-tz over our boundaries, for programs that were written for geo-tz.
import { checkFunction, checkObject } from './check.ts'

/** The part of the boundaries of `tzref/boundaries` that is needed here. */
export interface BoundariesOfZones {
  readonly zonesAt: (lat: number, lon: number) => readonly string[]
}

/** The exports of `geo-tz/all`. */
export interface GeoTz {
  /**
   * The zones at a point in degrees, the answer first, as a new list. Within a microdegree of a border (0.1 m) these are the zones on all
   * its sides. Throws for a value that is no point of the world.
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
 * "Coming from another library or service" lists what differs: the order of a list, the North Pole, points next to borders, and wrong arguments.
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

  return {
    find(lat, lon) {
      const found = new Set(boundaries.zonesAt(lat, lon))
      for (const north of STEPS)
        for (const east of STEPS)
          if (Math.abs(lat + north) <= 90 && Math.abs(lon + east) < 180)
            for (const zone of boundaries.zonesAt(lat + north, lon + east)) found.add(zone)
      // A zone of the sea counts only where there is no other.
      const onLand = [...found].filter((zone) => !zone.startsWith('Etc/GMT'))
      return onLand.length === 0 ? [...found] : onLand
    },
    setCache(options = {}) {
      checkObject(options, 'options', '{ preload, store }')
    },
    preCache: () => undefined,
  }
}
