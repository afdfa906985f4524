// The first rows of a file of points → whether its latitudes and longitudes look swapped: far more points lie at sea so than otherwise.
import { readDegrees } from '#ask/point-lines.ts'
import { readerOf, type Layout, type NamedBoundaries } from './point-answers.ts'

const ROWS = 1000
/** Fewer points at sea may be so by chance. */
const LEAST_AT_SEA = 5

/** Whether the first thousand rows look swapped. `isWhole`: the text is all of the file. */
export function looksSwapped(
  { boundaries, named }: NamedBoundaries,
  layout: Layout,
  text: string,
  isWhole: boolean,
): boolean {
  const isSea = (lat: string, lon: string): boolean => {
    const point = readDegrees({ lat, lon }, '')
    return 'reason' in point || named[boundaries.resultAt(point.lon, point.lat)]?.kind !== 'land'
  }
  let [rows, asWritten, swapped] = [0, 0, 0]
  for (const { lat, lon } of pointsIn(layout, text, isWhole)) {
    if (!isDegrees(lat) || !isDegrees(lon)) continue
    rows++
    if (isSea(lat, lon)) asWritten++
    if (isSea(lon, lat)) swapped++
    if (rows === ROWS) break
  }
  return asWritten >= LEAST_AT_SEA && asWritten > rows / 2 && swapped * 4 < asWritten
}

const isDegrees = (text: string): boolean => text !== '' && Math.abs(Number(text)) <= 360

function* pointsIn(layout: Layout, text: string, isWhole: boolean): Generator<{ lat: string; lon: string }> {
  if (layout.form !== 'plain') {
    const { items } = readerOf(layout).read(text, isWhole)
    yield* items.flatMap((item) => (typeof item === 'string' || 'reason' in item.point ? [] : [item.point]))
    return
  }
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    if (end < 0 && !isWhole) return
    const [lat = '', lon = ''] = text.slice(at, end < 0 ? text.length : end).split(',')
    yield { lat: lat.trim(), lon: lon.trim() }
    if (end < 0) return
    at = end + 1
  }
}
