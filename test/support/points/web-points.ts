// Points for folders of `tzref export web`: some of each conformance set of the boundaries, and an artifact's answers for them.
import { openAlmanac } from '#core/ask/almanac.ts'
import { openArtifact } from '#open/artifact.ts'
import { embeddedPolygons, POINT_SETS } from './boundary-conformance.ts'
import type { Point } from './exact-zones.ts'

/** About `count` points, the same number from each set. */
export async function webPoints(directory: string, count: number): Promise<Point[]> {
  const artifact = openArtifact(directory)
  const boundaries = artifact.boundaries()
  if (boundaries === null) throw new Error('the artifact has no boundaries')
  const embedded = { zones: await embeddedPolygons(), boundaries }
  const perSet = Math.ceil(count / POINT_SETS.length)
  return POINT_SETS.flatMap(([, pointsOf]) => {
    const all = pointsOf(embedded, 0.2)
    return Array.from(
      { length: perSet },
      (_, i) => all[Math.floor((i * all.length) / perSet)] ?? { lon: 0, lat: 0 },
    )
  })
}

/** The artifact's own answers for points, in the form of `askedInPage`. */
export function answersOf(directory: string, points: readonly Point[]): string[] {
  const artifact = openArtifact(directory)
  const places = openAlmanac(artifact).places()
  const said = points.map(({ lon, lat }) => {
    const found = places?.lookUp(lon, lat) ?? null
    if (found === null) return 'nothing'
    const others = found.alternatives.map(({ reason, zone }) => `${reason} ${zone.iana}`)
    return [found.kind, found.zone.iana, ...others].join(' ')
  })
  artifact.close()
  return said
}

/** Lines of longitude and latitude in microdegrees → points. */
export const pointsOf = (text: string): Point[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [lon = 0, lat = 0] = line.split(' ').map(Number)
      return { lon, lat }
    })
