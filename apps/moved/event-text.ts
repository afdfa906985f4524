// Bytes of events as CSV or NDJSON → the places of each row's fields, without making texts; the column names that count; names made safe to print.

/** The fields that a row may have. A row's places are in this order. */
export const FIELDS = ['zone', 'wall', 'side', 'release', 'instant', 'id', 'keep'] as const
export type Field = (typeof FIELDS)[number]

/** Names of columns, and their fields. */
const NAMES: Readonly<Record<string, Field>> = {
  zone: 'zone',
  timezone: 'zone',
  time_zone: 'zone',
  tzid: 'zone',
  wall: 'wall',
  local: 'wall',
  local_time: 'wall',
  wall_time: 'wall',
  side: 'side',
  fold: 'side',
  release: 'release',
  tz_release: 'release',
  tzdb_version: 'release',
  instant: 'instant',
  utc: 'instant',
  at: 'instant',
  id: 'id',
  uid: 'id',
  keep: 'keep',
}
/** Names of two columns that are the wall time together: Outlook's and Google's tables have them. */
const HALVES: Readonly<Record<string, 'date' | 'time'>> = {
  date: 'date',
  start_date: 'date',
  time: 'time',
  start_time: 'time',
}
const halfNamed = (name: string): 'date' | 'time' | null =>
  HALVES[name.trim().toLowerCase().replaceAll(' ', '_')] ?? null

/** The field of a column with this name; null if it is none of ours, or if a damaged file has no name for the column. */
const fieldNamed = (name: string | undefined): Field | null => NAMES[name?.trim().toLowerCase() ?? ''] ?? null

/** `places[2 × field]` is where a field begins, `places[2 × field + 1]` where it ends. Both are −1 if the row does not have it. */
export type Places = Int32Array
type OnRow = (bytes: Uint8Array, places: Places, line: number) => void
type OnReject = (error: EventError) => void

/**
 * A row that cannot be read.
 *
 * @example
 * ```js
 * import { EventError, openMoved } from 'tzref/moved'
 *
 * const clocks = import.meta.resolve('tzref-data/clocks.bin')
 * try {
 *   openMoved(clocks, clocks).judge({ zone: 'Europe/Berlin', wall: 'noon' })
 * } catch (error) {
 *   error instanceof EventError && error.field // → 'wall'
 * }
 * ```
 */
export class EventError extends Error {
  /** The line of the input, counted from 1; 0 for an event that is in no input. */
  readonly line: number
  /** The field that cannot be read; null if it is the whole row. */
  readonly field: Field | null
  /** The value that was found, and the one that was expected, without the line number. */
  readonly reason: string
  readonly code = 'event'

  constructor(line: number, reason: string, field: Field | null = null) {
    super(line === 0 ? printable(reason) : `line ${line}: ${printable(reason)}`)
    this.name = 'EventError'
    this.line = line
    this.field = field
    this.reason = printable(reason)
  }
}

/** A text of the input made safe to show: control characters that a terminal would obey are written as codes. */
export const printable = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const [NEWLINE, RETURN, QUOTE, COMMA, SPACE, BACKSLASH, COLON] = [10, 13, 34, 44, 32, 92, 58]
const [OPEN, CLOSE, HASH] = [123, 125, 35]
const DECODER = new TextDecoder()
const ENCODER = new TextEncoder()

/** The most bytes of a row: what is not yet whole is copied with each piece. */
const LONGEST_ROW = 1 << 20

/** Takes bytes in pieces and calls `onRow` for each row. The row's places are valid until the next row. Throws an EventError for a bad row. */
export class EventText {
  readonly #onRow: OnRow
  readonly #places: Places = new Int32Array(2 * FIELDS.length)
  #left = new Uint8Array(0)
  #line = 0
  /** For CSV: the field of each column; null before the header. */
  #columns: readonly number[] | null = null
  /** For CSV: the two columns that are the wall time together; null if one column is it. */
  #halves: { readonly date: number; readonly time: number } | null = null
  /** For NDJSON: the keys of the last row and their fields. */
  #keys: { readonly bytes: Uint8Array; readonly field: number }[] = []
  readonly #isCsv: boolean
  /** The position of the next quote in the present bytes; −1 if there is none. */
  #quote = -1
  /** Whether the present row has a quote. */
  #hasQuote = false
  readonly #onReject: OnReject | null

  readonly #isUtf8: (bytes: Uint8Array) => boolean
  /** Whether the present bytes may have a row that is not UTF-8. */
  #isDoubtful = false

  /**
   * With `onReject`, a row that cannot be read is reported there and reading goes on. `isUtf8` is node:buffer's; a browser has none, and
   * takes any bytes.
   */
  constructor(
    format: 'csv' | 'ndjson',
    onRow: OnRow,
    onReject: OnReject | null = null,
    isUtf8: (bytes: Uint8Array) => boolean = () => true,
  ) {
    this.#onRow = onRow
    this.#onReject = onReject
    this.#isUtf8 = isUtf8
    this.#isCsv = format === 'csv'
  }

  /** Takes the next bytes. `isEnd` is true for the last ones. */
  push(chunk: Uint8Array, isEnd = false): void {
    let bytes = chunk
    if (this.#left.length > 0) {
      bytes = new Uint8Array(this.#left.length + chunk.length)
      bytes.set(this.#left)
      bytes.set(chunk, this.#left.length)
    }
    if (this.#line === 0 && isUtf16(bytes))
      throw new EventError(
        1,
        'found UTF-16, expected UTF-8: save it as "CSV UTF-8", or convert it with iconv -f UTF-16 -t UTF-8',
      )
    let from = this.#line === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    this.#quote = this.#isCsv ? bytes.indexOf(QUOTE) : -1
    this.#isDoubtful = !this.#isUtf8(bytes.subarray(0, isEnd ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1))
    while (from < bytes.length) {
      const to = this.#endOfRow(bytes, from, isEnd)
      if (to < 0) break
      const end = to > from && bytes[to - 1] === RETURN ? to - 1 : to
      this.#line++
      if (end > from) this.#readRow(bytes, from, end)
      from = to + 1
    }
    this.#left = bytes.slice(from)
    if (this.#left.length > LONGEST_ROW)
      throw new EventError(
        this.#line + 1,
        `a row is longer than ${LONGEST_ROW} bytes, expected a line feed, or the end of a quoted field`,
      )
  }

  /** The position of a row's line feed; −1 if the row goes on in bytes to come. A quoted field may have line feeds. */
  #endOfRow(bytes: Uint8Array, from: number, isEnd: boolean): number {
    let end = bytes.indexOf(NEWLINE, from)
    let isInside = false
    this.#hasQuote = false
    while (this.#quote >= 0 && (isInside || end < 0 || this.#quote < end)) {
      if (isInside && end >= 0 && this.#quote > end) end = bytes.indexOf(NEWLINE, this.#quote)
      isInside = !isInside
      this.#hasQuote = true
      this.#quote = bytes.indexOf(QUOTE, this.#quote + 1)
    }
    if (isInside) end = -1
    return end < 0 && isEnd ? bytes.length : end
  }

  #readRow(bytes: Uint8Array, from: number, to: number): void {
    const line = this.#line
    if (this.#isCsv && this.#columns === null) {
      this.#expectUtf8(bytes, from, to)
      // A line of # that has none of our columns is a comment.
      const isComment = bytes[from] === HASH && !hasColumns(DECODER.decode(bytes.subarray(from, to)))
      if (isComment) return
      this.#readHeader(DECODER.decode(bytes.subarray(from, to)))
      return
    }
    try {
      this.#expectUtf8(bytes, from, to)
      if (this.#isRow(bytes, from, to)) this.#onRow(bytes, this.#places, line)
    } catch (error) {
      if (this.#onReject === null || !(error instanceof EventError)) throw error
      this.#onReject(error)
    }
    // A quoted field may have line feeds.
    if (this.#hasQuote)
      for (let at = bytes.indexOf(NEWLINE, from); at >= 0 && at < to; at = bytes.indexOf(NEWLINE, at + 1))
        this.#line++
  }

  #expectUtf8(bytes: Uint8Array, from: number, to: number): void {
    if (this.#isDoubtful && !this.#isUtf8(bytes.subarray(from, to))) throw notUtf8(this.#line)
  }

  /** Reads a row; false if `onRow` was already called for it. */
  #isRow(bytes: Uint8Array, from: number, to: number): boolean {
    return this.#isCsv ? this.#readCsv(bytes, from, to) : this.#readJson(bytes, from, to)
  }

  #readCsv(bytes: Uint8Array, from: number, to: number): boolean {
    const columns = this.#columns ?? []
    const halves = this.#halves
    let [date, time] = ['', '']
    const places = this.#places.fill(-1)
    let column = 0
    let isDoubled = false
    for (let at = from; at <= to; column++) {
      const isQuoted = bytes[at] === QUOTE
      const begin = isQuoted ? at + 1 : at
      let end = begin
      if (isQuoted) {
        while (end < to && (bytes[end] !== QUOTE || bytes[end + 1] === QUOTE)) {
          if (bytes[end] === QUOTE) isDoubled = true
          end += bytes[end] === QUOTE ? 2 : 1
        }
        at = end + 1
        if (end >= to || (at < to && bytes[at] !== COMMA))
          throw new EventError(this.#line, 'a quote is not closed')
      } else {
        while (end < to && bytes[end] !== COMMA) end++
        at = end
      }
      const field = columns[column] ?? -1
      if (field >= 0 && end > begin) {
        places[2 * field] = begin
        places[2 * field + 1] = end
      }
      if (column === halves?.date) date = DECODER.decode(bytes.subarray(begin, end)).trim()
      if (column === halves?.time) time = DECODER.decode(bytes.subarray(begin, end)).trim()
      at++
    }
    if (column !== columns.length)
      throw new EventError(
        this.#line,
        `found ${column} fields, expected ${columns.length} as in the first line`,
      )
    if (!isDoubled && halves === null) return true
    this.#tell((field) => {
      if (halves !== null && field === WALL) return wallIn(date, time)
      const [begin = -1, end = -1] = [places[2 * field], places[2 * field + 1]]
      return begin < 0 ? null : DECODER.decode(bytes.subarray(begin, end)).replaceAll('""', '"')
    })
    return false
  }

  #readHeader(text: string): void {
    if (text.includes('\r'))
      throw new EventError(
        1,
        `lines end with only a carriage return, expected a line feed, or both: write them with LF, as tr '\\r' '\\n' does`,
      )
    const names = text.split(',').map((name) => name.replaceAll('"', ''))
    this.#columns = names.map((name) => {
      const field = fieldNamed(name)
      return field === null ? -1 : FIELDS.indexOf(field)
    })
    for (const [index, field] of FIELDS.entries()) {
      const same = names.filter((_, column) => this.#columns?.[column] === index)
      if (same.length > 1) throw bothThe(1, field, same)
    }
    // A wall time or an instant may name its own zone.
    if (['wall', 'instant'].some((name) => names.some((column) => fieldNamed(column) === name))) return
    const [dates, times] = (['date', 'time'] as const).map((half) =>
      names.flatMap((name, column) => (halfNamed(name) === half ? [column] : [])),
    )
    const [date, time] = [dates?.[0], times?.[0]]
    if (date === undefined || time === undefined || dates?.length !== 1 || times?.length !== 1)
      throw new EventError(
        this.#line,
        `found the columns ${names.join(', ').slice(0, 300)}, expected "zone" among them, and "wall", "instant", or "date" and "time", with commas between them`,
      )
    this.#halves = { date, time }
  }

  /** Reads an object of texts and numbers in place. Any other object is parsed, and its fields are written out. */
  #readJson(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#readFlat(bytes, from, to)) return true
    this.#readAny(bytes, from, to)
    return false
  }

  #readFlat(bytes: Uint8Array, from: number, to: number): boolean {
    const places = this.#places.fill(-1)
    let at = from
    const skip = (): void => {
      while (bytes[at] === SPACE) at++
    }
    if (bytes[at++] !== OPEN) return false
    for (let number = 0; ; number++) {
      skip()
      if (bytes[at++] !== QUOTE) return false
      const key = at
      while (at < to && bytes[at] !== QUOTE) at++
      const field = this.#fieldOf(bytes, key, at, number)
      at++
      skip()
      if (bytes[at++] !== COLON) return false
      skip()
      const isText = bytes[at] === QUOTE
      const begin = isText ? ++at : at
      for (let byte = bytes[at] ?? 0; at < to; byte = bytes[++at] ?? 0) {
        if (byte === BACKSLASH || (!isText && (byte === OPEN || byte === 91))) return false
        if (isText ? byte === QUOTE : byte === COMMA || byte === CLOSE || byte === SPACE) break
      }
      const end = at
      if (isText) at++
      // The value null counts as absent.
      if (field >= 0 && end > begin && (isText || bytes[begin] !== 110)) {
        if ((places[2 * field] ?? -1) >= 0)
          throw bothThe(
            this.#line,
            FIELDS[field],
            this.#keys
              .slice(0, number + 1)
              .flatMap((one) => (one.field === field ? DECODER.decode(one.bytes) : [])),
          )
        places[2 * field] = begin
        places[2 * field + 1] = end
      }
      skip()
      const next = bytes[at++]
      if (next === COMMA) continue
      skip()
      return next === CLOSE && at === to
    }
  }

  /** The field of a key. Rows are mostly alike, so it first compares the key with the one at the same place in the last row. */
  #fieldOf(bytes: Uint8Array, from: number, to: number, number: number): number {
    const known = this.#keys[number]
    if (known !== undefined && isSameBytes(known.bytes, bytes, from, to)) return known.field
    const key = bytes.slice(from, to)
    const named = fieldNamed(DECODER.decode(key))
    const field = named === null ? -1 : FIELDS.indexOf(named)
    this.#keys[number] = { bytes: key, field }
    return field
  }

  #readAny(bytes: Uint8Array, from: number, to: number): void {
    let row: unknown
    try {
      row = JSON.parse(DECODER.decode(bytes.subarray(from, to)))
    } catch (error) {
      throw new EventError(this.#line, `not JSON: ${String(error)}`)
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new EventError(this.#line, 'expected an object')
    const texts = new Map<Field, { readonly key: string; readonly text: string }>()
    for (const [key, value] of Object.entries(row)) {
      const field = fieldNamed(key)
      if (
        field === null ||
        !(['string', 'number', 'boolean'] as unknown[]).includes(typeof value) ||
        value === ''
      )
        continue
      const other = texts.get(field)
      if (other !== undefined) throw bothThe(this.#line, field, [other.key, key])
      texts.set(field, { key, text: String(value) })
    }
    this.#tell((field) => texts.get(FIELDS[field] ?? 'zone')?.text ?? null)
  }

  /** Calls `onRow` for a row whose fields are texts. */
  #tell(textOf: (field: number) => string | null): void {
    const texts = FIELDS.map((_, field) => textOf(field))
    const places = this.#places.fill(-1)
    let length = 0
    const parts = texts.map((text, field) => {
      const part = ENCODER.encode(text ?? '')
      if (part.length > 0) {
        places[2 * field] = length
        places[2 * field + 1] = length + part.length
      }
      length += part.length
      return part
    })
    const bytes = new Uint8Array(length)
    for (const [field, part] of parts.entries()) if (part.length > 0) bytes.set(part, places[2 * field])
    this.#onRow(bytes, places, this.#line)
  }
}

const WALL = FIELDS.indexOf('wall')

/** Whether one of the names in a line is that of a field. */
const hasColumns = (line: string): boolean =>
  line.split(',').some((name) => fieldNamed(name.replaceAll('"', '')) !== null)

/** The wall time of a date and a time of day, whose hour may have one digit. Null without a date; without a time it is the whole day. */
const wallIn = (date: string, time: string): string | null =>
  date === '' ? null : time === '' ? date : `${date}T${time.replace(/^(\d):/, '0$1:')}`

/** The error for two columns, or keys of an object, that are one field: nothing says which of them counts. */
const bothThe = (line: number, field: Field | undefined, names: readonly string[]): EventError =>
  new EventError(line, `the columns ${names.join(' and ')} are both the ${field}, expected one`)

/** The error for a line of another encoding. Read as UTF-8, it would change ids in the patch. */
export const notUtf8 = (line: number): EventError =>
  new EventError(
    line,
    'found bytes that are not UTF-8, expected UTF-8: convert it, as iconv -f WINDOWS-1252 -t UTF-8 does',
  )

/** True for a text that begins with the mark of UTF-16, or with an ASCII character as UTF-16 writes it. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (second !== undefined && (first === 0) !== (second === 0))

export function isSameBytes(one: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (one.length !== to - from) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== bytes[from + i]) return false
  return true
}
