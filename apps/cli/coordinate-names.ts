// The names of columns and members → which of them are the latitude and the longitude of a row.

/** Where the two coordinates are among names, by index: one and the same for a column that has the whole point. `ref`: columns with the letter of the side, as exiftool has them. */
export interface CoordinatePlaces {
  readonly lat: number
  readonly lon: number
  readonly latRef: number | null
  readonly lonRef: number | null
}

/** Several names could be meant: the names of each pair. */
export interface SeveralPlaces {
  readonly several: readonly string[]
}

type Axis = 'lat' | 'lon'

const LATITUDE = new Set('lat latitude latitud latitudine breitengrad geobreite'.split(' '))
const LONGITUDE = new Set(
  'lon lng long longitude longitud longitudine längengrad laengengrad geolänge geolaenge'.split(' '),
)
/** The words next to latitude in names that many files have: GBIF's, GTFS's, exiftool's, the US Census's. */
const KNOWN = new Set(['decimal', 'stop', 'gps', 'intpt', 'geo', 'wgs84', 'deg', 'degrees', 'dd'])
/** With these a name is not a coordinate, but says something of one. */
const ABOUT = new Set(
  'ref reference error accuracy precision uncertainty min max std sd unit units hemisphere dir direction zone name'.split(
    ' ',
  ),
)

/** Names of columns that have the whole point in one text. */
const WHOLE = new Set(
  (
    'point points location coordinates coordinate coords position geo geom geometry wkt ewkt gps geopoint geolocation ' +
    'latlon latlng latlong the_geom geo_point geo_point_2d geo_coordinates gps_coordinates gps_position gps_location'
  ).split(' '),
)

interface Named {
  readonly axis: Axis
  /** The lowest is preferred. */
  readonly rank: number
  /** The name without the word for its axis: two of one stem belong together. */
  readonly stem: string
}

const known = new Map<string, Named | null>()

/** The coordinate that a name means: null if it is not the name of one. */
export function coordinateName(name: string): Named | null {
  const found = known.get(name)
  if (found !== undefined) return found
  const read = readName(name)
  // Names of members may be data.
  if (known.size < 10_000) known.set(name, read)
  return read
}

function readName(name: string): Named | null {
  if (name.length > 60) return null
  const [group, own] = splitGroup(utf8(name))
  const words = wordsOf(own)
  if (words.some((word) => ABOUT.has(word))) return null
  const axis = axisOf(words, LATITUDE, LONGITUDE)
  if (axis !== null) {
    const others = words.filter((word) => !LATITUDE.has(word) && !LONGITUDE.has(word))
    // `gpslatitude`, `stop_lat`; exiftool's Composite has the sign that its other groups leave to a column of its own.
    const isKnown = others.every((word) => KNOWN.has(word)) && (group === '' || group === 'composite')
    return { axis, rank: isKnown ? (others.length === 0 ? 0 : 1) : 2, stem: `${group}:${others.join('_')}` }
  }
  const flat = axisOf(words, new Set(['y']), new Set(['x']))
  return flat === null
    ? null
    : {
        axis: flat,
        rank: 3,
        stem: `${group}:${words.filter((word) => word !== 'x' && word !== 'y').join('_')}`,
      }
}

/** The axis whose word is among the words, if only one is. */
function axisOf(words: readonly string[], lat: ReadonlySet<string>, lon: ReadonlySet<string>): Axis | null {
  const [isLat, isLon] = [lat, lon].map((set) => words.some((word) => set.has(word)))
  return isLat === isLon ? null : isLat ? 'lat' : 'lon'
}

/** exiftool names the group of a tag before a colon. */
function splitGroup(name: string): readonly [group: string, own: string] {
  const at = name.lastIndexOf(':')
  return at < 0 ? ['', name] : [name.slice(0, at).trim().toLowerCase(), name.slice(at + 1)]
}

/** `decimalLatitude`, `stop_lat`, `INTPTLAT` and `GPSLatitude` in words, each in small letters. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<=^|[^a-zäöü])(decimal|gps|intpt|stop|geo|dec)(?=lat|lon|lng)/g, '$1 ')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

const DECODER = new TextDecoder('utf-8', { fatal: true })

/** The text whose bytes, as UTF-8, are the characters of another; itself if they are none. Files are read byte by byte. */
export function utf8(bytes: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes
  try {
    return DECODER.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}

/** The places of the two coordinates among names. Null if there are none. */
export function coordinatePlaces(names: readonly string[]): CoordinatePlaces | SeveralPlaces | null {
  const named = names.map(coordinateName)
  for (let rank = 0; rank <= 3; rank++) {
    const pairs = named.flatMap((one, lat) => {
      if (one?.axis !== 'lat' || one.rank !== rank) return []
      return named.flatMap((other, lon) =>
        other?.axis === 'lon' && other.rank === rank && other.stem === one.stem ? [{ lat, lon }] : [],
      )
    })
    const [only, second] = pairs
    if (second !== undefined)
      return { several: pairs.map(({ lat, lon }) => `${names[lat]} and ${names[lon]}`) }
    if (only !== undefined)
      return { ...only, latRef: sideOf(names, only.lat, 'lat'), lonRef: sideOf(names, only.lon, 'lon') }
  }
  return null
}

/** The place of the one column that has the whole point: `coords`, `WKT`, `Lat/Lng`. Null if there is none. */
export function wholePointPlace(names: readonly string[]): CoordinatePlaces | SeveralPlaces | null {
  const found = names.flatMap((name, index) => (isWholePoint(name) ? [index] : []))
  const [only, second] = found
  if (second !== undefined) return { several: found.map((index) => names[index] ?? '') }
  return only === undefined ? null : { lat: only, lon: only, latRef: null, lonRef: null }
}

function isWholePoint(name: string): boolean {
  if (name.length > 60) return false
  const words = wordsOf(name)
  const [first = '', second = '', ...others] = words
  // The latitude first: the other order is none that anybody is asked to guess.
  return WHOLE.has(words.join('_')) || (LATITUDE.has(first) && LONGITUDE.has(second) && others.length === 0)
}

/** The place of the column with the side of a coordinate: exiftool's, `lat_dir`, or `ns`. Null if there is none, or more than one. */
export function sideOf(names: readonly string[], of: number, axis: Axis): number | null {
  const exif = names.indexOf(`${names[of]}Ref`)
  if (exif >= 0) return exif
  const found = names.flatMap((name, index) => (isSide(name, axis) ? [index] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

const SIDE_WORDS = new Set(['ref', 'reference', 'hemisphere', 'dir', 'direction'])

const knownSides = new Map<string, Axis | null>()

function isSide(name: string, axis: Axis): boolean {
  const side = knownSides.get(name)
  if (side !== undefined) return side === axis
  const words = name.length > 60 ? [] : wordsOf(utf8(name))
  const letters = words.join('')
  const isNamed = words.some((word) => SIDE_WORDS.has(word))
  const read =
    letters === 'ns' ? 'lat' : letters === 'ew' ? 'lon' : isNamed ? axisOf(words, LATITUDE, LONGITUDE) : null
  // Names of members may be data.
  if (knownSides.size < 10_000) knownSides.set(name, read)
  return read === axis
}
