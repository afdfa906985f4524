// Reads rows of a table as text: separators, quotes (RFC 4180), rows of several lines, and the columns of the two coordinates.
import { BLANK, type PointFault } from './point-lines.ts'
import { readPoint } from '#apps/search/point-text.ts'
import { coordinatePlaces, utf8, wholePointPlace, type CoordinatePlaces } from './coordinate-names.ts'
import { coordinateText, shown, type PointRow, type RowReader } from './point-row.ts'

/** How a table is written. It can be sent to other threads. */
export interface TableLayout extends CoordinatePlaces {
  readonly form: 'table'
  readonly separator: string
  /** The number of lines before the header that are passed on as they are: that of Excel, which names the separator, and those of `#`. */
  readonly before: number
  /** The header as it lies; null if the first line is a row already. */
  readonly header: string | null
  readonly columns: readonly string[]
}

/** The coordinates' columns that a command names, by their names or by their numbers from 1. */
export interface NamedPlaces {
  readonly lat?: string
  readonly lon?: string
}

/** A row that is longer is no row. */
const LONGEST_ROW = 1 << 16
const SEPARATORS = ['\t', ';', '|', ','] as const
/** The first line by which Excel is told the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/

/**
 * How a table is written, by its first line; a message if that says no two columns. Separators are tried in turn, and the first by which
 * the line has the two coordinates is taken.
 */
export function tableLayout(
  whole: string,
  isWhole: boolean,
  named: NamedPlaces,
): TableLayout | { readonly message: string } {
  const layout = layoutFrom(whole, isWhole, named)
  const end = whole.indexOf('\n')
  if (!('message' in layout) || !whole.startsWith('#') || end < 0) return layout
  // A line of `#` that is no header is a comment.
  const below = tableLayout(whole.slice(end + 1), isWhole, named)
  return 'message' in below ? layout : { ...below, before: below.before + 1 }
}

function layoutFrom(
  whole: string,
  isWhole: boolean,
  named: NamedPlaces,
): TableLayout | { readonly message: string } {
  let message = ''
  const stated = SEPARATOR_LINE.exec(whole)
  const text = whole.slice(stated?.[0].length ?? 0)
  const before = stated === null ? 0 : 1
  for (const separator of stated?.[1] === undefined ? SEPARATORS : [stated[1]]) {
    const { fields, end } = firstRow(text, separator, isWhole)
    if (fields.length < 2) continue
    const names = fields.map((field) => utf8(field).trim())
    const places = placesOf(names, named)
    if (places !== null && 'several' in places) {
      message = `several columns could be the point: ${places.several.join('; ')}. Name one of each with --lat and --lon`
      continue
    }
    const turned = places === null ? null : longitudeFirst(text, places, separator, isWhole)
    if (turned !== null) return turned
    const header = text.slice(0, end).replace(/\r?\n$/, '')
    const layout = { form: 'table', separator, before, columns: names } as const
    if (places !== null) {
      const isRow = isPoint(fields, places)
      const row = isRow ? fields : firstRow(text.slice(end), separator, isWhole).fields
      return { ...layout, ...withSides(places, row), header: isRow ? null : header }
    }
    // Without a header only two columns say which is which.
    if (fields.length === 2 && fields.every(isNumber))
      return { ...layout, lat: 0, lon: 1, latRef: null, lonRef: null, header: null }
    message ||= `${shown(header)}: found no columns of a latitude and a longitude among ${names.length}. Name them with --lat and --lon, by their names or their numbers`
  }
  return (
    pointsAlone(text, isWhole) ?? {
      message: message || `${shown(text.split(/\r?\n/, 1)[0] ?? '')}: expected lat,lon`,
    }
  )
}

/** The layout of lines that are nothing but a point each, as `geo:52.5,13.4` or `POINT(13.4 52.5)`; null where they are none. */
function pointsAlone(text: string, isWhole: boolean): TableLayout | { readonly message: string } | null {
  const { fields, end } = firstRow(text, '\t', isWhole)
  const [field = '', second] = fields
  const isHeader = wholePointPlace([field]) !== null
  // Two bare numbers with a space between them may be a longitude and a latitude.
  const isRow = /[a-z]|[^\x20-\x7e]/i.test(field) && wholePoint(field) !== null
  if (second !== undefined || !(isHeader || isRow)) return null
  const header = isHeader ? text.slice(0, end).replace(/\r?\n$/, '') : null
  const places = { lat: 0, lon: 0, latRef: null, lonRef: null }
  const turned = longitudeFirst(text, places, '\t', isWhole)
  if (turned !== null) return turned
  return { form: 'table', separator: '\t', before: 0, header, columns: [field], ...places }
}

/** Rows that are looked at before the first answer. */
const LOOKED_AT = 1000
const TWO_NUMBERS = /^\s*\(?\s*(-?\d{1,3}(?:\.\d*)?)[\s,;]+(-?\d{1,3}(?:\.\d*)?)\s*\)?\s*$/

/**
 * What is wrong with a column of whole points whose first number is no latitude in some row, where no row has such a second one. Null for
 * columns of one number, and where nothing says it.
 */
function longitudeFirst(
  text: string,
  { lat, lon }: Pick<CoordinatePlaces, 'lat' | 'lon'>,
  separator: string,
  isWhole: boolean,
): { readonly message: string } | null {
  if (lat !== lon) return null
  let found: string | null = null
  for (let at = 0, rows = 0; at < text.length && rows < LOOKED_AT; rows++) {
    const quoted = quotedRow(text, at, separator, isWhole)
    const { fields, end } = typeof quoted === 'object' ? quoted : plainRow(text, at, separator)
    const [, first, second] = TWO_NUMBERS.exec(fields[lat] ?? '') ?? []
    if (Math.abs(Number(second)) > 90) return null
    if (Math.abs(Number(first)) > 90) found ??= fields[lat] ?? ''
    at = end
  }
  if (found === null) return null
  const message = `${shown(found)}: the longitude stands first, expected the latitude first. Write WKT such as POINT(13.4 52.5), or two columns`
  return { message }
}

/** Whether a line is a row already: a header has no numbers where the point is. */
const isPoint = (fields: readonly string[], { lat, lon }: CoordinatePlaces): boolean =>
  lat === lon ? wholePoint(fields[lat] ?? '') !== null : isNumber(fields[lat]) && isNumber(fields[lon])

/** A point in one text, perhaps in brackets as databases print it. */
const wholePoint = (field: string): ReturnType<typeof readPoint> =>
  readPoint(utf8(field).replace(/^\s*\((.*)\)\s*$/, '$1'))

const isNumber = (field = ''): boolean =>
  /\d/.test(field) && /^\s*[+-]?[\d.,]+(?:[eE][+-]?\d+)?\s*$/.test(field)

function placesOf(names: readonly string[], { lat, lon }: NamedPlaces): ReturnType<typeof coordinatePlaces> {
  if (lat === undefined || lon === undefined) return coordinatePlaces(names) ?? wholePointPlace(names)
  const [y, x] = [lat, lon].map((name) => {
    const exact = names.indexOf(name)
    if (exact >= 0) return exact
    const folded = names.findIndex((one) => one.toLowerCase() === name.toLowerCase())
    return folded >= 0
      ? folded
      : /^\d{1,4}$/.test(name) && Number(name) <= names.length
        ? Number(name) - 1
        : -1
  })
  return y === undefined || x === undefined || y < 0 || x < 0
    ? null
    : { lat: y, lon: x, latRef: null, lonRef: null }
}

/** The places, with the columns right behind the coordinates that have nothing but a side's letter in the first row. */
const withSides = (places: CoordinatePlaces, row: readonly string[]): CoordinatePlaces =>
  places.lat === places.lon
    ? places
    : {
        ...places,
        latRef: places.latRef ?? sideBehind(row, places.lat, /^\s*[NS]\s*$/i),
        lonRef: places.lonRef ?? sideBehind(row, places.lon, /^\s*[EW]\s*$/i),
      }

const sideBehind = (row: readonly string[], at: number, side: RegExp): number | null =>
  side.test(row[at + 1] ?? '') ? at + 1 : null

function firstRow(
  text: string,
  separator: string,
  isWhole: boolean,
): { fields: readonly string[]; end: number } {
  const quoted = quotedRow(text, 0, separator, isWhole)
  return typeof quoted === 'object' ? quoted : plainRow(text, 0, separator)
}

interface ReadRow {
  readonly fields: readonly string[]
  /** Behind its line end. */
  readonly end: number
}

/** Where a text has another one; behind its end if nowhere. */
function placeOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from)
  return found < 0 ? Infinity : found
}

function withoutLineEnd(text: string, from: number, to: number): string {
  const end = text[to - 1] === '\n' ? to - 1 : to
  return text.slice(from, end > from && text[end - 1] === '\r' ? end - 1 : end)
}

/** The row of a line in which quotes mean nothing. */
function plainRow(text: string, from: number, separator: string): ReadRow {
  const found = text.indexOf('\n', from)
  const end = found < 0 ? text.length : found
  return { fields: text.slice(from, text[end - 1] === '\r' ? end - 1 : end).split(separator), end: end + 1 }
}

/**
 * The row at `from` by the grammar of RFC 4180. `open`: the text ends inside a quote. `broken`: a quote ends before its field does.
 */
function quotedRow(
  text: string,
  from: number,
  separator: string,
  isLast: boolean,
): ReadRow | 'open' | 'broken' {
  const fields: string[] = []
  for (let at = from; ;) {
    let end: number
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1)
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      if (close < 0 || (close === text.length - 1 && !isLast)) return 'open'
      fields.push(text.slice(at + 1, close).replaceAll('""', '"'))
      end = close + 1
    } else {
      end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
      const isReturn = text[end - 1] === '\r' && text[end] !== separator && end > at
      if (isReturn) end--
      fields.push(text.slice(at, end))
    }
    if (text[end] === separator) {
      at = end + 1
      continue
    }
    if (text[end] === '\r') end++
    if (end >= text.length) return isLast ? { fields, end } : 'open'
    return text[end] === '\n' ? { fields, end: end + 1 } : 'broken'
  }
}

/** Reads the rows of a table. Each has as many columns as the first line, or is a bad row. */
export function tableReader(layout: TableLayout): RowReader {
  const { separator, columns, header } = layout
  let { before } = layout
  const added = freeName('timezone', columns)
  let isFirst = header !== null
  /** The next quote, so that a text with few of them is not searched for each row. */
  let quote = -1
  /** The row at a place, and where the next one begins; null if the text has to grow. */
  function rowAt(text: string, from: number, isLast: boolean): (ReadRow & { isBroken: boolean }) | null {
    if (quote < from) quote = placeOf(text, '"', from)
    const found = text.indexOf('\n', from)
    if (found < 0 && !isLast && text.length - from < LONGEST_ROW) return null
    const plain = plainRow(text, from, separator)
    if (quote >= plain.end) return { ...plain, isBroken: false }
    const quoted = quotedRow(text, from, separator, isLast)
    if (quoted === 'open' && !isLast && text.length - from < LONGEST_ROW) return null
    if (typeof quoted === 'object') {
      // A quote that is never closed takes the lines up to the next one with it. Their number of columns tells.
      const isOneLine = quoted.end <= plain.end
      if (isOneLine || quoted.fields.length === columns.length) return { ...quoted, isBroken: false }
    }
    // Many files between tabs have no quotes, but texts with quotation marks.
    return { ...plain, isBroken: separator !== '\t' || plain.fields.length !== columns.length }
  }
  return {
    read(text, isLast, take) {
      let at = 0
      let line = 0
      quote = -1
      while (at < text.length) {
        const row = rowAt(text, at, isLast)
        if (row === null) break
        const end = Math.min(row.end, text.length)
        const raw = withoutLineEnd(text, at, end)
        const isBefore = before > 0
        const item = isBefore ? `${raw}\n` : isFirst ? `${raw}${separator}${added}\n` : rowOf(raw, row, line)
        if (isBefore) before--
        else isFirst = false
        if (!take(item)) break
        if (raw.includes('\n')) line += raw.split('\n').length - 1
        line++
        at = end
      }
      return at
    },
  }
  function rowOf(raw: string, { fields, isBroken }: ReadRow & { isBroken: boolean }, line: number): PointRow {
    return {
      raw,
      line,
      point: isBroken
        ? { reason: 'a quote that is not closed', message: `${shown(raw)}: a quote is not closed` }
        : pointOf(raw, fields),
      withZone: (zone) => `${raw}${separator}${zone ?? ''}\n`,
      json: () =>
        JSON.stringify(
          Object.fromEntries(fields.map((field, index) => [latin1(columns[index] ?? `${index + 1}`), field])),
        ),
      time: null,
    }
  }
  function pointOf(raw: string, fields: readonly string[]): PointRow['point'] | PointFault {
    if (raw.trim() === '') return { reason: BLANK, message: `${shown(raw)}: a blank line` }
    if (fields.length !== columns.length)
      return {
        reason: 'other number of columns',
        message: `${shown(raw)}: found ${fields.length} columns, expected ${columns.length}`,
      }
    const { lat, lon, latRef, lonRef } = layout
    if (lat === lon) {
      const point = wholePoint(fields[lat] ?? '')
      return point === null
        ? {
            reason: 'not a point',
            message: `${shown(raw)}: expected a point such as "52.5, 13.4" in one column`,
          }
        : { lat: String(point.lat), lon: String(point.lon) }
    }
    const wrong = [
      [latRef, 'N or S', /^\s*(?:[NS]|$)/i] as const,
      [lonRef, 'E or W', /^\s*(?:[EW]|$)/i] as const,
    ].find(([ref, , side]) => ref !== null && !side.test(fields[ref] ?? ''))
    if (wrong !== undefined)
      return {
        reason: 'not a side',
        message: `${shown(raw)}: the column ${shown(columns[wrong[0] ?? 0] ?? '')} is ${shown(fields[wrong[0] ?? 0] ?? '')}, expected ${wrong[1]}`,
      }
    return {
      lat: coordinateText(fields[lat] ?? '', 'lat', latRef === null ? '' : fields[latRef]),
      lon: coordinateText(fields[lon] ?? '', 'lon', lonRef === null ? '' : fields[lonRef]),
    }
  }
}

/** A text as its bytes in UTF-8, a character each. */
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** A name, or the name with a number, that is not among others. */
export function freeName(name: string, others: readonly string[]): string {
  if (!others.includes(name)) return name
  for (let number = 2; ; number++) if (!others.includes(`${name}_${number}`)) return `${name}_${number}`
}
