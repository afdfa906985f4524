// A point as people and programs write it (`47.37, 8.54`, exiftool's print, a geo: address, WKT) → degrees.

/** One coordinate: `47.37`, `-33.9`, `33.9° S`, `50°5'N`, `50° 5′ 12″ N`, `50 deg 5' 12.00" N`. */
const ONE_SIDE = (sides: string): string =>
  String.raw`([+\-−]?)(\d{1,3}(?:\.\d+)?)\s*(?:(?:°|º|deg)\s*(?:(\d{1,2}(?:\.\d+)?)\s*['’′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″]|''|’’)\s*)?)?)?([${sides}])?`
const POINT = new RegExp(String.raw`^${ONE_SIDE('NS')}(?:\s*[,;]\s*|\s+|(?<=[NS]))${ONE_SIDE('EW')}$`, 'i')
const LATITUDE = new RegExp(`^${ONE_SIDE('NS')}$`, 'i')
const LONGITUDE = new RegExp(`^${ONE_SIDE('EW')}$`, 'i')

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`
/** RFC 5870, and Android's `geo:0,0?q=lat,lon(label)`. A height may follow, and parameters. */
const GEO = new RegExp(
  `^geo:(${NUMBER}),(${NUMBER})(?:,[+-]?\\d+(?:\\.\\d+)?)?((?:;[^?]*)?)(?:\\?(.*))?$`,
  'i',
)
const GEO_QUERY = new RegExp(`(?:^|&)q=(${NUMBER}),(${NUMBER})(?:\\(|&|$)`, 'i')
/** Longitude first, as in PostGIS too, which may write the reference system before it. */
const WKT = new RegExp(
  `^(?:SRID=4326;\\s*)?POINT\\s*(?:Z|M|ZM)?\\s*\\(\\s*(${NUMBER})\\s+(${NUMBER})(?:\\s+${NUMBER}\\d*)*\\s*\\)$`,
  'i',
)
/** As in the paths of some servers. Without decimals it may be a date. */
const PATH = /^([+-]?\d{1,3}\.\d+)\/([+-]?\d{1,3}\.\d+)$/

/** Degrees from a sign, degrees, minutes, seconds and the letter of a side. Rounded to microdegrees. */
function degrees(
  [sign = '', whole = '', minutes = '0', seconds = '0', side = '']: readonly (string | undefined)[],
  negative: string,
): number {
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600
  // A minus and the letter of a negative side take each other back.
  const isNegative = (side.toUpperCase() === negative) !== /[-−]/.test(sign)
  return Math.round((isNegative ? -size : size) * 1e6) / 1e6
}

/** Degrees. */
interface Point {
  readonly lat: number
  readonly lon: number
}

const isOnTheGlobe = ({ lat, lon }: Point): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

/**
 * Reads `47.37, 8.54`, `47.37 8.54`, `47.37° N, 8.54° E`, `50°5'N 14°25'E`, `geo:47.37,8.54` or `POINT(8.54 47.37)` as degrees; null for
 * anything else.
 */
export function readPoint(text: string): Point | null {
  const point = pointIn(text)
  return point !== null && isOnTheGlobe(point) ? point : null
}

/** Whether a text is written as a point, with more degrees than there are. */
export function isOffTheGlobe(text: string): boolean {
  const point = pointIn(text)
  return point !== null && !isOnTheGlobe(point)
}

/**
 * One coordinate with degrees, minutes, seconds or the letter of its side: `33 deg 21' 11.16" N`. In degrees, of any size; null for
 * anything else.
 */
export function readCoordinate(text: string, axis: 'lat' | 'lon'): number | null {
  const found = (axis === 'lat' ? LATITUDE : LONGITUDE).exec(
    text.trim().replace(/^([NSEW])\s*(.+)$/i, '$2$1'),
  )
  return found === null ? null : degrees(found.slice(1, 6), axis === 'lat' ? 'S' : 'W')
}

function pointIn(text: string): Point | null {
  const trimmed = text.trim()
  const wkt = WKT.exec(trimmed)
  if (wkt !== null) return { lat: Number(wkt[2]), lon: Number(wkt[1]) }
  const path = PATH.exec(trimmed)
  if (path !== null) return { lat: Number(path[1]), lon: Number(path[2]) }
  const geo = GEO.exec(trimmed)
  if (geo !== null) return pointOfGeo(geo)
  const found = POINT.exec(
    trimmed
      // The letters of the sides may also come first, and decimals may have commas.
      .replace(/^([NS])\s*([^EW]+?)[\s,;]*([EW])\s*(.+)$/i, '$2$1 $4$3')
      .replace(/^(-?\d{1,2}),(\d+)[\s;,]+(-?\d{1,3}),(\d+)$/, '$1.$2 $3.$4'),
  )
  if (found === null) return null
  return { lat: degrees(found.slice(1, 6), 'S'), lon: degrees(found.slice(6, 11), 'W') }
}

/** A point of another reference system is none of ours. */
function pointOfGeo([, lat, lon, parameters = '', query = '']: readonly (
  string | undefined
)[]): Point | null {
  if (/;crs=(?!wgs84(?:;|$))/i.test(parameters)) return null
  const asked = GEO_QUERY.exec(query)
  return asked === null
    ? { lat: Number(lat), lon: Number(lon) }
    : { lat: Number(asked[1]), lon: Number(asked[2]) }
}
