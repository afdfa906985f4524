// A stream of bytes → its beginning, and blocks of it in UTF-8: without a byte order mark, from UTF-16, with line feeds for returns alone.
import type { Readable } from 'node:stream'
import { CommandError } from '#open/program/command-error.ts'
import { notText } from '#open/program/first-bytes.ts'
import type { Layout } from './point-answers.ts'
import { xmlFault } from './point-gpx.ts'
import { crsFault, jsonLayout } from './point-json.ts'
import { tableLayout, type NamedPlaces } from './point-table.ts'

/** A longer line is not a point. */
const LONGEST_LINE = 1 << 16
const LINE_FEED = 0x0a
const RETURN = 0x0d

/** The beginning of a stream, long enough for a line of a point, and all of it. */
export interface Source {
  readonly head: Buffer
  /** Whether the beginning is everything. */
  readonly isWhole: boolean
  /** All of it, the beginning too, in pieces that end anywhere. */
  readonly pieces: AsyncGenerator<Buffer>
}

/** Opens a stream. */
export async function openSource(input: Readable): Promise<Source> {
  const chunks = (input as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const begun: Buffer[] = []
  let length = 0
  let isWhole = false
  while (length <= LONGEST_LINE && !isWhole) {
    const next = await chunks.next()
    if (next.done === true) isWhole = true
    else {
      begun.push(next.value)
      length += next.value.length
    }
  }
  const raw = begun.length === 1 && begun[0] !== undefined ? begun[0] : Buffer.concat(begun)
  const { convert, from } = encodingOf(raw)
  const head = convert === null ? raw.subarray(from) : convert(raw.subarray(from))
  const pieces = async function* () {
    try {
      if (head.length > 0) yield head
      for (
        let next = isWhole ? null : await chunks.next();
        next !== null && next.done !== true;
        next = await chunks.next()
      )
        yield convert === null ? next.value : convert(next.value)
      const end = convert?.(null)
      if (end !== undefined && end.length > 0) yield end
    } finally {
      input.destroy()
    }
  }
  return { head, isWhole, pieces: pieces() }
}

/** Converts the next bytes of a stream; null at its end. */
type Convert = (bytes: Buffer | null) => Buffer

/** How a stream is written, and where its text begins. `convert`: null if it can stay as it is. */
function encodingOf(raw: Buffer): { readonly convert: Convert | null; readonly from: number } {
  const [first, second, third] = raw
  if (first === 0xef && second === 0xbb && third === 0xbf) return { convert: returns(raw), from: 3 }
  if (first === 0xff && second === 0xfe) return { convert: fromUtf16('utf-16le'), from: 2 }
  if (first === 0xfe && second === 0xff) return { convert: fromUtf16('utf-16be'), from: 2 }
  // The first two characters of any form are ASCII.
  if (first !== 0 && second === 0 && third !== 0) return { convert: fromUtf16('utf-16le'), from: 0 }
  if (first === 0 && second !== 0 && third === 0) return { convert: fromUtf16('utf-16be'), from: 0 }
  return { convert: returns(raw), from: 0 }
}

function fromUtf16(encoding: 'utf-16le' | 'utf-16be'): Convert {
  const decoder = new TextDecoder(encoding)
  return (bytes) => Buffer.from(bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}

/** Old programs of Macs end lines with a return alone. */
const returns = (raw: Buffer): Convert | null =>
  raw.includes(RETURN) && !raw.includes(LINE_FEED)
    ? (bytes) => Buffer.from((bytes ?? Buffer.alloc(0)).map((byte) => (byte === RETURN ? LINE_FEED : byte)))
    : null

/** Cuts a stream into blocks of whole lines. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of pieces) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (rest.length <= LONGEST_LINE) continue
    const end = rest.lastIndexOf(LINE_FEED) + 1
    if (end > 0) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
    }
    if (rest.length > LONGEST_LINE) break
  }
  if (rest.length > 0) yield rest
}

/** Whether the first line is a header such as `lat,lon`. */
const isPlainHeader = (line: string): boolean =>
  /^\s*"?(lat|latitude)"?\s*,\s*"?(lon|lng|longitude)"?\s*$/i.test(line)

/** How a file's rows lie, by its beginning. `header`: the bytes of a plain file's header line. Throws a CommandError if that says no points. */
export function layoutOf(
  { head, isWhole }: Source,
  {
    named,
    hasLocal,
    isStopping,
  }: { readonly named: NamedPlaces; readonly hasLocal: boolean; readonly isStopping: boolean },
): { readonly layout: Layout; readonly header: number } {
  const other = notText(head)
  if (other !== null) throw new CommandError(other, 1)
  const text = head.toString('latin1', 0, 2 * LONGEST_LINE)
  const begins = text.trimStart().charAt(0)
  if (begins === '<') {
    const fault = xmlFault(text)
    if (fault !== null) throw new CommandError(fault, 1)
    return { layout: { form: 'gpx', hasLocal }, header: 0 }
  }
  if (hasLocal) throw new CommandError('--local: found no times, expected GPX', 2)
  if (begins === '{' || begins === '[' || begins === '\x1e') {
    const fault = crsFault(text)
    if (fault !== null) throw new CommandError(fault, 1)
    return { layout: jsonLayout(text, isWhole, named), header: 0 }
  }
  const found = head.indexOf(LINE_FEED)
  const end = found < 0 ? head.length : found
  const first = head.toString('utf8', 0, end)
  const plain = { form: 'plain' } as const
  const fields = first.split(',')
  if (named.lat === undefined) {
    // Rows with quotes are for the reader of tables.
    if (
      isPlainHeader(first) &&
      !head
        .toString('latin1', end + 1)
        .split('\n', 1)[0]
        ?.includes('"')
    )
      return { layout: plain, header: end + 1 }
    if (fields.length === 2 && fields.every((field) => /^[\s\d.eE+-]*$/.test(field)))
      return { layout: plain, header: 0 }
  }
  const table = tableLayout(text, isWhole, named)
  if (!('message' in table)) return { layout: table, header: 0 }
  // A plain reader says what is wrong with the line; but it must not go on, for the next lines may have the longitude first.
  if (named.lat === undefined && (first.trim() === '' || (isStopping && fields.length === 2)))
    return { layout: plain, header: 0 }
  throw new CommandError(`line 1: ${table.message}`, 1)
}
