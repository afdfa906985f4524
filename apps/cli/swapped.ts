// The first rows of a file of points → whether its latitudes and longitudes look swapped: far more points lie at sea so than otherwise.
import { readDegrees, type NamedBoundaries } from './point-lines.ts'
import { readerOf, type Layout } from './point-answers.ts'

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
  const count = (lat: string, lon: string): boolean => {
    if (!isDegrees(lat) || !isDegrees(lon)) return true
    rows++
    if (isSea(lat, lon)) asWritten++
    if (isSea(lon, lat)) swapped++
    return rows < ROWS
  }
  if (layout.form === 'plain') countLines(text, isWhole, count)
  else
    readerOf(layout).read(text, isWhole, (item) =>
      typeof item === 'string' || 'reason' in item.point ? true : count(item.point.lat, item.point.lon),
    )
  return asWritten >= LEAST_AT_SEA && asWritten > rows / 2 && swapped * 4 < asWritten
}

const isDegrees = (text: string): boolean => text !== '' && Math.abs(Number(text)) <= 360

/** Gives the coordinates of plain lines, until there are no more or `take` answers false. */
function countLines(text: string, isWhole: boolean, take: (lat: string, lon: string) => boolean): void {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    if (found < 0 && !isWhole) return
    const end = found < 0 ? text.length : found
    const [lat = '', lon = ''] = text.slice(at, end).split(',')
    if (!take(lat.trim(), lon.trim())) return
    at = end + 1
  }
}
