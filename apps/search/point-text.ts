// A point as people and programs write it (`47.37, 8.54`, degrees and minutes, labels, ISO 6709, GeoJSON, WKT, links of maps) → degrees.

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

/** The letters and words of the four sides. `O` is Ost and Ouest, so it says no side. */
const SIDES: readonly (readonly [side: 'N' | 'S' | 'E' | 'W', words: string])[] = [
  ['N', 'north|nord|norte|norden|n|с\\.? ?ш\\.?|с|北緯|北纬|北'],
  ['S', 'south|sud|süd|sur|sul|s|ю\\.? ?ш\\.?|ю|南緯|南纬|南'],
  ['E', 'east|ost|este|est|leste|l|e|в\\.? ?д\\.?|в|東経|東經|东经|東|东'],
  ['W', 'west|ouest|oeste|ovest|w|з\\.? ?д\\.?|з|西経|西經|西经|西'],
]
const SIDE = new RegExp(
  `(?<![\\p{L}])(?:${SIDES.map(([, words]) => `(${words})`).join('|')})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`,
  'giu',
)

/** Two coordinates with their sides, in either order: `N48° 12.445 E16° 22.000`, `31 42 28.5 N 34 36 23.9 E`, `1°48'45"E, 14°49'48"N`. */
function pointOfSides(text: string): Point | null {
  const sides = [...text.matchAll(SIDE)].map(({ 0: word, index, ...groups }) => ({
    side: SIDES[SIDES.findIndex((_, at) => groups[at + 1] !== undefined)]?.[0] ?? 'N',
    start: index,
    end: index + word.length,
  }))
  const [one, other, more] = sides
  if (one === undefined || other === undefined || more !== undefined) return null
  const isBefore = text.slice(0, one.start).trim() === ''
  const parts = isBefore
    ? [text.slice(one.end, other.start), text.slice(other.end)]
    : [text.slice(0, one.start), text.slice(one.end, other.start)]
  if (!isBefore && text.slice(other.end).trim() !== '') return null
  const [first, second] = parts.map(sizeOf)
  const isLatitude = ({ side }: typeof one): boolean => side === 'N' || side === 'S'
  if (first == null || second == null || isLatitude(one) === isLatitude(other)) return null
  const signed = (size: number, { side }: typeof one): number =>
    side === 'S' || side === 'W' ? 0 - size : size
  const [a, b] = [signed(first, one), signed(second, other)]
  return isLatitude(one) ? { lat: a, lon: b } : { lat: b, lon: a }
}

/** Degrees of one to three numbers: minutes and seconds below 60, and a fraction only in the last. Null for any other text. */
function sizeOf(part: string): number | null {
  const text = part.replace(/^[\s,;]+|[\s,;]+$/g, '')
  const found =
    /^([+-]?)(\d{1,3}(?:[.,]\d+)?)(?:(?:\s*(?:°|deg|度|:)\s*|\s+)(\d{1,2}(?:[.,]\d+)?)?(?:(?:\s*(?:'|分|:)\s*|\s+)(\d{1,2}(?:[.,]\d+)?)?\s*(?:"|秒)?)?)?$/i.exec(
      text,
    )
  if (found === null) return null
  const [, sign = '', ...said] = found
  const numbers = said.filter((one) => one !== undefined).map((one) => Number(one.replace(',', '.')))
  const [whole = 0, minutes = 0, seconds = 0] = numbers
  if (minutes >= 60 || seconds >= 60 || numbers.slice(0, -1).some((one) => !Number.isInteger(one)))
    return null
  const size = whole + minutes / 60 + seconds / 3600
  return rounded(sign === '-' ? -size : size)
}

const rounded = (exact: number): number => Math.round(exact * 1e6) / 1e6

/** `lat: 48.8566, lng: 2.3522`, also the other way round, as JSON or in an address. */
const LABELLED = (first: string, second: string): RegExp =>
  new RegExp(
    `^[?]?"?${first}"?\\s*[:=]?\\s*"?(${NUMBER})°?"?\\s*[,;&]?\\s*"?${second}"?\\s*[:=]?\\s*"?(${NUMBER})°?"?$`,
    'i',
  )
const [LAT, LON] = ['lat(?:itude)?', '(?:lng|long?|longitude)']
const [LAT_FIRST, LON_FIRST] = [LABELLED(LAT, LON), LABELLED(LON, LAT)]

/** ISO 6709: degrees, with minutes and seconds, and a height: `+4851.396+00221.132/`. */
const ISO_6709 =
  /^([+-])(\d\d)(\d\d)?(\d\d)?(\.\d+)?([+-])(\d{3})(\d\d)?(\d\d)?(\.\d+)?(?:[+-]\d+(?:\.\d+)?)?(?:CRSWGS_?84)?\/?$/i

/** Degrees from a sign, degrees, minutes, seconds, and the fraction of the last of these that is there. */
function degreesOfIso([sign, whole, minutes, seconds, fraction = '']: readonly (
  string | undefined
)[]): number {
  const numbers = [whole, minutes, seconds].filter((one) => one !== undefined)
  const last = numbers.length - 1
  const size = numbers.reduce(
    (sum, one, at) => sum + Number(at === last ? one + fraction : one) / 60 ** at,
    0,
  )
  return rounded(sign === '-' ? -size : size)
}

const pointOfIso = (found: readonly (string | undefined)[]): Point => ({
  lat: degreesOfIso(found.slice(1, 6)),
  lon: degreesOfIso(found.slice(6, 11)),
})

/** The point of GeoJSON, which has the longitude first. Null for any other geometry. */
function pointOfGeoJson(text: string): Point | null {
  const found =
    /"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*\[([^\]]*)\]|"coordinates"\s*:\s*\[([^\]]*)\]\s*,\s*"type"\s*:\s*"Point"/.exec(
      text,
    )
  if (found === null || /"crs"/.test(text)) return null
  const [lon, lat] = (found[1] ?? found[2] ?? '')
    .split(',')
    .map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  return lon === undefined || lat === undefined || Number.isNaN(lon + lat) ? null : { lat, lon }
}

/** Where the links of maps have their point: a marker before the middle of the map. */
const LINKS: readonly (readonly [host: RegExp, forms: readonly RegExp[]])[] = [
  [
    /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/,
    [
      /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
      /[?&]lat=(-?[\d.]+)&lon=(-?[\d.]+)/,
      /#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/,
    ],
  ],
  [
    /^(?:www\.|maps\.)?google\.[a-z.]{2,6}$/,
    [
      /!3d(-?[\d.]+)!4d(-?[\d.]+)/,
      /[?&](?:q|query|ll|destination)=(?:loc:)?(-?[\d.]+)(?:,|%2C)\+?(-?[\d.]+)/i,
      /\/@(-?[\d.]+),(-?[\d.]+)/,
    ],
  ],
  [
    /^(?:beta\.)?maps\.apple\.com$/,
    [/[?&](?:ll|coordinate|sll|q|daddr|center)=(-?[\d.]+)(?:,|%2C)(-?[\d.]+)/i],
  ],
]

function pointOfLink(text: string): Point | null {
  const [, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? []
  const forms = LINKS.find(([its]) => its.test(host.toLowerCase()))?.[1] ?? []
  const found = forms.map((form) => form.exec(text)).find((one) => one !== null)
  const [lat, lon] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)]
  return Number.isNaN(lat + lon) ? null : { lat, lon }
}

/** A text with one kind of marks, and without the brackets around it. */
function plain(text: string): string {
  const marked = text
    .trim()
    .replaceAll(/[˚º∘]/gu, '°')
    .replaceAll(/[−–]/gu, '-')
    .replaceAll(/″|”|“|''|’’|′′/gu, '"')
    .replaceAll(/[′’‘`]/gu, "'")
  const inner = /^(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})$/u.exec(marked)
  return (inner === null ? marked : (inner[1] ?? inner[2] ?? inner[3] ?? '')).trim()
}

/** Longer texts are no point: a link of a map has some 200 characters. */
const LONGEST = 400

function pointIn(text: string): Point | null {
  const sent = text.trim()
  if (sent.length > LONGEST) return null
  if (/^https?:/i.test(sent)) return pointOfLink(sent)
  if (sent.startsWith('{') && sent.includes('"coordinates"')) return pointOfGeoJson(sent)
  const trimmed = plain(sent)
  const wkt = WKT.exec(trimmed)
  if (wkt !== null) return { lat: Number(wkt[2]), lon: Number(wkt[1]) }
  const path = PATH.exec(trimmed)
  if (path !== null) return { lat: Number(path[1]), lon: Number(path[2]) }
  const geo = GEO.exec(trimmed)
  if (geo !== null) return pointOfGeo(geo)
  const iso = ISO_6709.exec(trimmed)
  if (iso !== null) return pointOfIso(iso)
  const labelled = LAT_FIRST.exec(trimmed)
  if (labelled !== null) return { lat: Number(labelled[1]), lon: Number(labelled[2]) }
  const turned = LON_FIRST.exec(trimmed)
  if (turned !== null) return { lat: Number(turned[2]), lon: Number(turned[1]) }
  const sided = pointOfSides(trimmed)
  if (sided !== null) return sided
  // Decimals may have commas.
  const found = POINT.exec(trimmed.replace(/^(-?\d{1,2}),(\d+)[\s;,]+(-?\d{1,3}),(\d+)$/, '$1.$2 $3.$4'))
  // A degree has 60 minutes.
  if (found === null || [3, 4, 8, 9].some((at) => Number(found[at] ?? 0) >= 60)) return null
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
