// Distances on the Earth as a sphere.

/** Mean radius of the Earth (IUGG R1), in kilometres. */
export const EARTH_RADIUS_KM = 6371.0088

interface Degrees {
  readonly lat: number
  readonly lon: number
}

/** The distance along a great circle, in kilometres. */
export function distanceKm(a: Degrees, b: Degrees): number {
  const radians = Math.PI / 180
  const half =
    Math.sin(((a.lat - b.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((a.lon - b.lon) * radians) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
