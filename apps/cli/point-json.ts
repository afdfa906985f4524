// Reads rows of JSON: lines of objects, arrays or GeoJSON, and documents whose rows are the elements of a list.
import { BLANK, NO_POINT, type PointFault } from './point-lines.ts'
import { coordinateName, sideOf, utf8 } from './coordinate-names.ts'
import { coordinateText, lineCounter, shown, type PointRow, type RowReader } from './point-row.ts'
import { freeName, type NamedPlaces } from './point-table.ts'

/** How rows of JSON are written. It can be sent to other threads. */
export interface JsonLayout {
  /** `json`: a value a line. `document`: values over any lines; a list in one has the rows. */
  readonly form: 'json' | 'document'
  readonly named: NamedPlaces
  /** The places of the coordinates, where rows are arrays. */
  readonly places: { readonly lat: number; readonly lon: number }
  /** The first line, if it has the names of the columns. */
  readonly header: string | null
  /** Whether rows have nothing but the point. */
  readonly isBare: boolean
}

type Point = PointRow['point']

const GEOMETRIES = new Set(
  'MultiPoint LineString MultiLineString Polygon MultiPolygon GeometryCollection'.split(' '),
)
/** GeoJSON after RFC 8142 has one before each value. */
const RECORD_SEPARATOR = '\x1e'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCoordinate = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

/** The value of a JSON text; undefined if it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(RECORD_SEPARATOR) ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** Why the reference system that GeoJSON names (`crs`, of its version of 2008) cannot be read; null if there is none, or it is in degrees. */
export function crsFault(text: string): string | null {
  const [, crs] = /"crs"\s*:\s*(\{(?:[^{}]|\{[^{}]*\})*\})/.exec(text) ?? []
  if (crs === undefined || /CRS84|EPSG:{1,2}(?:[\d.]*:)?4326\b/i.test(crs)) return null
  return `${shown(crs)}: found another reference system (crs), expected degrees of WGS 84: convert it, as ogr2ogr -t_srs EPSG:4326 does`
}

/** Whether a value has nothing but a point. */
function isBare(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 2 && value.every(isCoordinate)
  if (!isObject(value)) return true
  const names = Object.keys(value)
  if (value['type'] === 'Point') return names.length === 2
  if (names.length === 1) return isObject(value[names[0] ?? '']) && isBare(value[names[0] ?? ''])
  return names.length === 2 && value['type'] === undefined && names.every((name) => !isObject(value[name]))
}

function pointOf(value: unknown, raw: string, layout: Pick<JsonLayout, 'named' | 'places'>): Point {
  const { lat: latName, lon: lonName } = layout.named
  if (latName !== undefined && lonName !== undefined)
    return asPoint(memberAt(value, latName), memberAt(value, lonName), raw)
  if (Array.isArray(value)) return asPoint(value[layout.places.lat], value[layout.places.lon], raw)
  return isObject(value) ? pointIn(value, raw, 3) : unread(raw)
}

/** The value at a path of names with dots between. A name may have dots itself. */
function memberAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = new Map<string, unknown>(Object.entries(value))
  if (members.has(path)) return members.get(path)
  const dot = path.indexOf('.')
  return dot < 0 ? undefined : memberAt(members.get(path.slice(0, dot)), path.slice(dot + 1))
}

const unread = (raw: string, reason = NO_POINT): PointFault => ({
  reason,
  message: `${shown(raw)}: expected {"lat": …, "lon": …}`,
})

const noGeometry = (raw: string): PointFault => ({
  reason: NO_POINT,
  message: `${shown(raw)}: it has no geometry`,
})

function asPoint(lat: unknown, lon: unknown, raw: string): Point {
  if (!isCoordinate(lat) || !isCoordinate(lon)) return unread(raw)
  return {
    lat: typeof lat === 'number' ? String(lat) : coordinateText(lat, 'lat'),
    lon: typeof lon === 'number' ? String(lon) : coordinateText(lon, 'lon'),
  }
}

/** The point of an object: GeoJSON, two members by their names, or that of one of its members. */
function pointIn(value: Readonly<Record<string, unknown>>, raw: string, depth: number): Point {
  const type = value['type']
  if (type === 'Feature') {
    const { geometry } = value
    return isObject(geometry) ? pointIn(geometry, raw, 0) : noGeometry(raw)
  }
  const { coordinates } = value
  if (type === 'Point' && (Array.isArray(coordinates) || depth === 0)) {
    const [lon, lat] = Array.isArray(coordinates) ? coordinates : []
    // An empty array is a point that is nowhere.
    return typeof lon === 'number' && typeof lat === 'number' ? asPoint(lat, lon, raw) : noGeometry(raw)
  }
  if (typeof type === 'string' && GEOMETRIES.has(type) && (coordinates ?? value['geometries']) !== undefined)
    return { reason: `a ${type}, not a point`, message: `${shown(raw)}: found a ${type}, expected a Point` }
  return pointByNames(value, raw) ?? pointInMembers(value, raw, depth) ?? unread(raw)
}

/** The two members with the best names. Null if there are none. */
function pointByNames(value: Readonly<Record<string, unknown>>, raw: string): Point | null {
  let best = Infinity
  let found: { lat: string[]; lon: string[]; stem: string }[] = []
  for (const name in value) {
    const named = coordinateName(name)
    const member = value[name]
    if (named === null || named.rank > best || typeof member === 'object') continue
    if (named.rank < best) {
      best = named.rank
      found = []
    }
    let pair = found.find(({ stem }) => stem === named.stem)
    if (pair === undefined) found.push((pair = { lat: [], lon: [], stem: named.stem }))
    pair[named.axis].push(name)
  }
  const [pair, second] = found.filter(({ lat, lon }) => lat.length > 0 && lon.length > 0)
  if (pair === undefined) return null
  const [lat = '', otherLat] = pair.lat
  const [lon = '', otherLon] = pair.lon
  if (second !== undefined) return several(raw, `${lat} and ${second.lat[0]} are both`, 'the latitude')
  if (otherLon !== undefined) return several(raw, `${lon} and ${otherLon} are both`, 'the longitude')
  if (otherLat !== undefined) return several(raw, `${lat} and ${otherLat} are both`, 'the latitude')
  const [y, x] = [value[lat], value[lon]]
  const refOf = (name: string, axis: 'lat' | 'lon'): string => {
    const names = Object.keys(value)
    const at = sideOf(names, names.indexOf(name), axis)
    const ref = at === null ? '' : value[names[at] ?? '']
    return typeof ref === 'string' ? ref : ''
  }
  return asPoint(
    isCoordinate(y) ? coordinateText(String(y), 'lat', refOf(lat, 'lat')) : y,
    isCoordinate(x) ? coordinateText(String(x), 'lon', refOf(lon, 'lon')) : x,
    raw,
  )
}

const several = (raw: string, which: string, what: string): PointFault => ({
  reason: 'several points',
  message: `${shown(raw)}: ${which} ${what}, expected one`,
})

/** The point of the only member that has one. Null if none has. */
function pointInMembers(value: Readonly<Record<string, unknown>>, raw: string, depth: number): Point | null {
  if (depth === 0) return null
  const points = Object.entries(value).flatMap(([name, member]) => {
    const point = isObject(member) ? pointIn(member, raw, depth - 1) : null
    return point !== null && !('reason' in point && point.reason === NO_POINT) ? [{ name, point }] : []
  })
  const [first, second] = points
  if (first !== undefined && second !== undefined)
    return several(raw, `${first.name} and ${second.name} are both`, 'the point')
  return first?.point ?? null
}

/** The row of a JSON text. `end` follows it where it is passed on. */
function rowOf(raw: string, line: number, layout: JsonLayout, end = ''): PointRow {
  const value = jsonOf(raw)
  const isBlank = raw.trim() === ''
  return {
    raw,
    line,
    point: value === undefined ? unread(raw, isBlank ? BLANK : 'no JSON') : pointOf(value, raw, layout),
    withZone: (zone) => added(raw, value, 'timezone', zone) + end,
    json: () => (value === undefined ? 'null' : raw.replace(RECORD_SEPARATOR, '')),
    time: null,
  }
}

/** A row with one more member: of its properties, if it is a feature. The rest of its text stays as it is. */
function added(raw: string, value: unknown, name: string, zone: string | null): string {
  const text = JSON.stringify(zone)
  if (Array.isArray(value)) return atEnd(raw, text, value.length === 0)
  if (!isObject(value)) return `{"${name}":${text}}`
  const names = Object.keys(value)
  const member = (others: readonly string[]): string => `"${freeName(name, others)}":${text}`
  if (value['type'] !== 'Feature') return atEnd(raw, member(names), names.length === 0)
  const place = memberOf(raw, 'properties')
  if (place === null) return atEnd(raw, `"properties":{${member([])}}`, false)
  const { properties } = value
  const own = isObject(properties) ? Object.keys(properties) : []
  const before = isObject(properties) ? raw.slice(place.from, place.to) : '{}'
  return `${raw.slice(0, place.from)}${atEnd(before, member(own), own.length === 0)}${raw.slice(place.to)}`
}

/** An object or an array in text with a last part more. */
const atEnd = (text: string, part: string, isEmpty: boolean): string =>
  text.replace(/\s*[\]}]\s*$/, (end) => `${isEmpty ? '' : ','}${part}${end.trimEnd()}`)

/** Where the value of an object's last member of a name is in its text. Null if it has none. */
function memberOf(text: string, name: string): { readonly from: number; readonly to: number } | null {
  let found: { from: number; to: number } | null = null
  let key = ''
  let from = -1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const start = at
      while (text[++at] !== '"' && at < text.length) if (text[at] === '\\') at++
      if (depth === 1 && from < 0) key = text.slice(start + 1, at)
    } else if (character === '{' || character === '[') depth++
    else if (character === ':' && depth === 1 && from < 0) from = at + 1
    if (character === '}' || character === ']') depth--
    if (from >= 0 && ((character === ',' && depth === 1) || depth === 0)) {
      const value = text.slice(from, at)
      const start = from + value.length - value.trimStart().length
      if (key === name) found = { from: start, to: start + value.trim().length }
      from = -1
    }
  }
  return found
}

/** Reads a row of each line. */
export function jsonLineReader(layout: JsonLayout): RowReader {
  let isFirst = layout.header !== null
  return {
    read(text, isLast, take) {
      let at = 0
      for (let line = 0; at < text.length; line++) {
        const found = text.indexOf('\n', at)
        if (found < 0 && !isLast) break
        const end = found < 0 ? text.length : found
        const raw = text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
        const item = isFirst ? headerWithZone(raw) : rowOf(raw, line, layout, '\n')
        isFirst = false
        if (!take(item)) break
        at = found < 0 ? end : end + 1
      }
      return at
    },
  }
}

/** A line of names, with that of the zone. */
function headerWithZone(raw: string): string {
  const names = jsonOf(raw)
  return `${added(raw, names, '', freeName('timezone', Array.isArray(names) ? names.map(String) : []))}\n`
}

/** An element may not be longer. */
const LONGEST_VALUE = 1 << 26

/**
 * Reads the values of a text one after the other. A value whose elements are the rows (an array, `features` of a collection) is not a row
 * itself: what is before, between and behind its elements is passed on. The text may break off anywhere.
 */
export function documentReader(layout: JsonLayout): RowReader {
  let scanned = 0
  let depth = 0
  let isInText = false
  /** The depth of the elements that are rows: 0 for whole values, else inside a list. */
  let rows = 0
  /** Where the value begins that is being read; −1 between values. */
  let start = -1
  /** Whether the value that is being read is what follows the list of rows. */
  let isEnd = false
  /** The list whose elements are read: whether one of them has been written. */
  let listed = { isEmpty: true }
  return {
    read(text, isLast, give) {
      let taken = 0
      let isWanted = true
      const lineAt = lineCounter(text)
      const take = (end: number): void => {
        const row = rowOf(text.slice(start, end), lineAt(start), layout, rows === 0 ? '\n' : '')
        isWanted = give(rows === 0 ? row : inList(row, listed))
        start = -1
        taken = end
      }
      let at = scanned
      for (; at < text.length; at++) {
        if (!isWanted) return taken
        const character = text.charCodeAt(at)
        if (isInText) {
          if (character === 0x5c) at++
          else if (character === 0x22) isInText = false
          continue
        }
        if (character === 0x22) {
          if (start < 0) start = at
          isInText = true
        } else if (character === 0x7b || character === 0x5b) {
          if (start < 0) start = at
          depth++
          const isList =
            character === 0x5b &&
            rows === 0 &&
            !isEnd &&
            (depth === 1 ||
              (depth === 2 &&
                text[start] === '{' &&
                /"(?:features|geometries)"\s*:\s*$/.test(text.slice(Math.max(start, at - 60), at))))
          if (isList) {
            give(text.slice(start, at + 1))
            rows = depth
            start = -1
            taken = at + 1
            listed = { isEmpty: true }
          }
        } else if (character === 0x7d || character === 0x5d) {
          depth--
          if (depth < 0) break
          if (rows > 0 && depth < rows) {
            if (start >= 0) take(at)
            isEnd = true
            rows = 0
            start = at
          }
          if (isEnd && depth === 0) {
            give(`\n${text.slice(start, at + 1)}\n`)
            isEnd = false
            start = -1
            taken = at + 1
          } else if (!isEnd && depth === rows && start >= 0) take(at + 1)
        } else if (character === 0x2c || character <= 0x20) {
          if (start >= 0 && depth === rows && !isEnd) take(at)
          if (start < 0) taken = at + 1
        } else if (start < 0) start = at
      }
      if (!isWanted) return taken
      if (isLast && start >= 0 && depth === 0) take(text.length)
      const isCut = isLast && (depth !== 0 || start >= 0 || isInText)
      if (depth < 0 || isCut || text.length - taken > LONGEST_VALUE) {
        const raw = text.slice(start < 0 ? taken : start)
        give({
          ...rowOf(raw, lineAt(start < 0 ? Math.min(at, text.length) : start), layout),
          point: {
            reason: BROKEN,
            message: `${shown(raw)}: found ${isCut ? 'the end of the file inside a value' : 'no JSON'}`,
          },
        })
        taken = text.length
      }
      if (start >= 0) start -= taken
      scanned = Math.max(0, at - taken)
      return taken
    },
  }
}

/** An element of a list, with the comma before it: a row before may have been left out. */
const inList = (row: PointRow, list: { isEmpty: boolean }): PointRow => ({
  ...row,
  withZone(zone, local) {
    const before = list.isEmpty ? '\n' : ',\n'
    list.isEmpty = false
    return before + row.withZone(zone, local)
  },
})

/** The reason of a row after which nothing more can be read. */
export const BROKEN = 'a document that breaks off'

/** How the rows of a JSON text are written, by its beginning. */
export function jsonLayout(head: string, isWhole: boolean, named: NamedPlaces): JsonLayout {
  const text = head.trimStart()
  const found = text.indexOf('\n')
  const first = (found < 0 ? text : text.slice(0, found)).trim()
  const value = jsonOf(first)
  const layout = { named, places: { lat: 0, lon: 1 }, header: null }
  const isCollection =
    isObject(value) && (Array.isArray(value['features']) || Array.isArray(value['geometries']))
  const isList = Array.isArray(value) && typeof value[0] === 'object'
  // A bad first line is a bad row, and not the beginning of a document, if it ends as an object does.
  const isLine = value === undefined ? first.startsWith('{') && first.endsWith('}') : !isCollection && !isList
  if (isLine && (found >= 0 || isWhole))
    return { form: 'json', ...layout, ...headerOf(value, first, named), isBare: isBare(value) }
  let isAlone = false
  documentReader({ form: 'document', ...layout, isBare: false }).read(text, false, (item) => {
    if (typeof item === 'string') return true
    isAlone = isBare(jsonOf(item.raw))
    return false
  })
  return { form: 'document', ...layout, isBare: isAlone }
}

/** The places of the coordinates in rows that are arrays, where the first has the names. */
function headerOf(value: unknown, first: string, named: NamedPlaces): Partial<JsonLayout> {
  if (
    !Array.isArray(value) ||
    !value.every((one) => typeof one === 'string') ||
    value.some((one) => /^[+-]?[\d.]/.test(one))
  )
    return {}
  const names = value.map(utf8)
  const places = { lat: -1, lon: -1 }
  for (const axis of ['lat', 'lon'] as const) {
    const ranked = names.flatMap((name, index) => {
      const found = coordinateName(name)
      return found?.axis === axis ? [{ index, rank: found.rank }] : []
    })
    places[axis] =
      named[axis] === undefined
        ? (ranked.toSorted((a, b) => a.rank - b.rank)[0]?.index ?? -1)
        : names.indexOf(named[axis])
  }
  return { header: first, places, named: {} }
}
