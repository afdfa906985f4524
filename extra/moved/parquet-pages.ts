// Reads one flat column of a Parquet file page by page. Checks each page first: the library trusts every length and count in a file.
import type {
  AsyncBuffer,
  ColumnMetaData,
  Compressors,
  DecodedArray,
  ParquetParsers,
  RowGroup,
  SchemaElement,
} from 'hyparquet'
import { parquetHeader, readPage } from 'hyparquet/src/column.js'
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { decompressPage } from 'hyparquet/src/datapage.js'
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js'
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js'
import { readVarInt } from 'hyparquet/src/thrift.js'

/** A file that is not Parquet, is damaged, or does not have the columns of events. */
export class ParquetEventsError extends Error {}

/** The most bytes of an unpacked page. Most writers make pages of about 1 MB; some make one page for each row group. */
const MOST_PAGE_BYTES = 2 ** 28
/** The most values in a page, and the most rows in a row group. Writers make row groups of a million rows at most. */
const MOST_VALUES = 2 ** 24
/** The most values in a block of differences, and the most smaller blocks in it. Writers have 128 and 4. */
const MOST_IN_BLOCK = 2 ** 16
/** The most padding values after the last value of a packed run. Writers pad to 8 values, or to as many as one byte can count. */
const MOST_FILL = 8 * 64

const TEXTS_AT_A_TIME = 4096

interface Reader {
  readonly view: DataView<ArrayBuffer>
  offset: number
}

type PageHeader = ReturnType<typeof parquetHeader>

export interface ColumnReading {
  readonly element: SchemaElement
  readonly parsers: Partial<ParquetParsers>
  readonly compressors: Compressors
}

/** The number of rows in a row group. Throws a ParquetEventsError for more rows than any writer makes. */
export function rowsOf(group: RowGroup): number {
  return whole(group.num_rows, MOST_VALUES, 'rows in a group')
}

/**
 * Returns a function that gives the next value of a column in a row group at each call, null where there is none. A page is decoded only
 * when its first value is needed: a row group may have a million rows, and a decoded value takes ten times its size in the file. Throws a
 * ParquetEventsError or an error of the library, both here and at each call.
 */
export async function openColumn(
  file: AsyncBuffer,
  group: RowGroup,
  reading: ColumnReading,
): Promise<() => unknown> {
  const { name, type } = reading.element
  const chunk = group.columns.find(({ meta_data: of }) => String(of?.path_in_schema) === name)?.meta_data
  if (chunk === undefined) throw new ParquetEventsError('a group of rows does not have it')
  if (chunk.type !== type)
    throw new ParquetEventsError(`its chunk is of ${chunk.type}, its schema of ${type ?? 'nothing'}`)
  const pages = pagesOf(await bytesOf(file, chunk), chunk, rowsOf(group), reading)
  let page: DecodedArray = []
  let at = 0
  return () => {
    while (at === page.length) {
      const next = pages.next()
      // The pages end only after an error. Without this, a caller that asks again after one would wait forever.
      if (next.done === true) throw new ParquetEventsError('the rest of it could not be read')
      page = next.value
      at = 0
    }
    return page[at++]
  }
}

/** The decoded pages of a chunk. Together they have as many rows as the row group. */
function* pagesOf(
  bytes: ArrayBuffer,
  chunk: ColumnMetaData,
  rows: number,
  { element, parsers, compressors }: ColumnReading,
): Generator<DecodedArray, never> {
  const leaf = { children: [], count: 1, element, path: [element.name] }
  const root = { children: [leaf], count: 2, element: { name: 'root', num_children: 1 }, path: [] }
  const decoder = {
    pathInSchema: [element.name],
    type: chunk.type,
    element,
    schemaPath: [root, leaf],
    codec: 'UNCOMPRESSED' as const,
    parsers: { ...DEFAULT_PARSERS, ...parsers },
  }
  const reader: Reader = { view: new DataView(bytes), offset: 0 }
  const isOptional = element.repetition_type !== 'REQUIRED'
  let dictionary: DecodedArray | undefined
  for (let read = 0; ;) {
    if (reader.offset >= bytes.byteLength)
      throw new ParquetEventsError(`it ends after ${read} of ${rows} rows`)
    const header = parquetHeader(reader)
    const size = whole(header.compressed_page_size, bytes.byteLength - reader.offset, 'bytes in a page')
    const packed = new Uint8Array(bytes, reader.offset, size)
    reader.offset += size
    // An index page, or a page of a future kind.
    if (!['DATA_PAGE', 'DATA_PAGE_V2', 'DICTIONARY_PAGE'].includes(header.type)) continue
    const { page, plain } = unpacked(packed, header, chunk, compressors)
    const expected = { rows: rows - read, isOptional, type: chunk.type, dictionary }
    const { values, levels, at } = expectSound(page, plain, expected)
    if (chunk.type === 'BYTE_ARRAY' && at !== null) {
      read += values
      yield* textsOf(page, at, levels, values)
      continue
    }
    const { data } = readPage({ view: page, offset: 0 }, plain, decoder, dictionary, undefined, 0)
    if (header.type === 'DICTIONARY_PAGE') dictionary = data && convert(data, decoder)
    else if (data?.length !== values)
      throw new ParquetEventsError(`a page has ${data?.length ?? 0} values, expected ${values}`)
    else {
      read += values
      yield data
    }
  }
}

/** The texts of a plain page, some at a time. A page may have a million texts, and the library would make an object of each at once. */
function* textsOf(
  page: DataView<ArrayBuffer>,
  from: number,
  levels: readonly number[] | null,
  values: number,
): Generator<DecodedArray> {
  let at = from
  for (let first = 0; first < values; first += TEXTS_AT_A_TIME) {
    const texts: (Uint8Array | null)[] = []
    for (let i = first; i < Math.min(values, first + TEXTS_AT_A_TIME); i++) {
      if (levels?.[i] === 0) texts.push(null)
      else {
        const length = page.getUint32(at, true)
        texts.push(new Uint8Array(page.buffer, page.byteOffset + at + 4, length))
        at += 4 + length
      }
    }
    yield texts
  }
}

async function bytesOf(file: AsyncBuffer, chunk: ColumnMetaData): Promise<ArrayBuffer> {
  const { data_page_offset: data, dictionary_page_offset: dictionary = 0n } = chunk
  const start = whole(dictionary > 0n && dictionary < data ? dictionary : data, file.byteLength, 'the offset')
  const length = whole(chunk.total_compressed_size, file.byteLength - start, 'bytes in a chunk')
  return file.slice(start, start + length)
}

/** The page as uncompressed bytes, with a header that says so. */
function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  header: PageHeader,
  { codec }: ColumnMetaData,
  compressors: Compressors,
): { readonly page: DataView<ArrayBuffer>; readonly plain: PageHeader } {
  const size = whole(header.uncompressed_page_size, MOST_PAGE_BYTES, 'bytes in a page, unpacked')
  const v2 = header.data_page_header_v2
  // The levels of a page of version 2 come before the compressed part.
  const levels =
    header.type === 'DATA_PAGE_V2'
      ? whole(v2?.definition_levels_byte_length, packed.length, 'bytes of levels')
      : 0
  const isPacked = header.type !== 'DATA_PAGE_V2' || v2?.is_compressed !== false
  const rest = packed.subarray(levels)
  const values = isPacked
    ? decompressPage(rest, whole(size - levels, size, 'bytes in a page'), codec, compressors)
    : rest
  const bytes = new Uint8Array(levels + values.length)
  bytes.set(packed.subarray(0, levels))
  bytes.set(values, levels)
  return {
    page: new DataView(bytes.buffer),
    plain: {
      ...header,
      compressed_page_size: bytes.length,
      uncompressed_page_size: bytes.length,
      ...(v2 === undefined ? {} : { data_page_header_v2: { ...v2, is_compressed: false } }),
    },
  }
}

interface Expected {
  readonly rows: number
  readonly isOptional: boolean
  readonly type: ColumnMetaData['type']
  readonly dictionary: DecodedArray | undefined
}

interface Sound {
  readonly values: number
  /** 0 for a missing value. Null where every value is present. */
  readonly levels: readonly number[] | null
  /** Where the values of a plain page begin. Null for other encodings. */
  readonly at: number | null
}

/** Checks everything that a page declares about itself, so that decoding it is certain to end. */
function expectSound(page: DataView<ArrayBuffer>, header: PageHeader, expected: Expected): Sound {
  const { rows, isOptional, type, dictionary } = expected
  const size = page.byteLength
  if (header.type === 'DICTIONARY_PAGE') {
    const values = whole(header.dictionary_page_header?.num_values, MOST_VALUES, 'values in a dictionary')
    expectPlain(type, values, size)
    return { values, levels: null, at: null }
  }
  const isNew = header.type === 'DATA_PAGE_V2'
  const said = isNew ? header.data_page_header_v2 : header.data_page_header
  const values = whole(said?.num_values, rows, 'values in a page')
  const v2 = header.data_page_header_v2
  if (isNew) whole(v2?.repetition_levels_byte_length, 0, 'bytes of levels of repetition')
  let at = 0
  let present = values
  let levels: number[] | null = null
  if (isOptional) {
    const length = isNew ? (v2?.definition_levels_byte_length ?? 0) : page.getUint32(0, true)
    at = isNew ? 0 : 4
    whole(length, size - at, 'bytes of levels')
    expectRuns(page, at, at + length, 1, values)
    levels = Array.from<number>({ length: values })
    readRleBitPackedHybrid({ view: page, offset: at }, 1, levels, length)
    for (const level of levels) if (level === 0) present--
    at += length
  }
  if (isNew) whole(v2?.num_nulls === values - present ? 0 : NaN, 0, 'nulls in a page')
  const sound: Sound = { values, levels, at: null }
  switch (said?.encoding) {
    case 'PLAIN':
      expectPlain(type, present, size - at)
      return { ...sound, at }
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (dictionary === undefined) throw new ParquetEventsError('a page has no dictionary')
      // A page that has only nulls may end here.
      const width = present === 0 ? 0 : whole(page.getUint8(at), 32, 'bits of a value')
      if (width > 0) expectRuns(page, at + 1, size, width, present)
      return sound
    }
    case 'DELTA_BINARY_PACKED':
    case 'DELTA_LENGTH_BYTE_ARRAY':
      expectDifferences(page, at)
      return sound
    case 'DELTA_BYTE_ARRAY':
      expectPrefixes(page, at, present)
      return sound
    case 'BYTE_STREAM_SPLIT':
      return sound
    case 'BIT_PACKED':
    case 'RLE':
    case 'GROUP_VAR_INT':
    case undefined:
    default:
      throw new ParquetEventsError(`a page is encoded as ${said?.encoding ?? 'an unknown encoding'}`)
  }
}

/** A text has a length of four bytes before it. */
function expectPlain(type: ColumnMetaData['type'], values: number, bytes: number): void {
  whole(values * (type === 'INT64' ? 8 : 4), bytes, `bytes of ${values} values`)
}

/** Checks runs until `values` values are read. A run holds one repeated value, or packed values. */
function expectRuns(
  view: DataView<ArrayBuffer>,
  from: number,
  to: number,
  width: number,
  values: number,
): void {
  const reader: Reader = { view, offset: from }
  for (let seen = 0; seen < values;) {
    if (reader.offset >= to) throw new ParquetEventsError(`runs end after ${seen} of ${values} values`)
    const header = readVarInt(reader)
    const isPacked = (header & 1) === 1
    const length = isPacked ? (header >>> 1) * 8 : header >>> 1
    whole(length, values - seen + (isPacked ? MOST_FILL : 0), 'values in a run')
    reader.offset += isPacked ? Math.ceil((length * width) / 8) : (width + 7) >> 3
    seen += length
  }
}

/** Checks the sizes before blocks of differences. */
function expectDifferences(view: DataView<ArrayBuffer>, from: number): void {
  const reader: Reader = { view, offset: from }
  const block = whole(readVarInt(reader), MOST_IN_BLOCK, 'values in a block')
  const blocks = whole(readVarInt(reader), block, 'smaller blocks in a block')
  if (blocks === 0 || block % blocks !== 0)
    throw new ParquetEventsError(`${blocks} smaller blocks are in a block of ${block}`)
}

/** Checks texts that share their first bytes with the text before them. */
function expectPrefixes(view: DataView<ArrayBuffer>, from: number, values: number): void {
  const reader: Reader = { view, offset: from }
  const [prefixes, rests] = [new Int32Array(values), new Int32Array(values)]
  for (const lengths of [prefixes, rests]) {
    expectDifferences(view, reader.offset)
    deltaBinaryUnpack(reader, values, lengths)
  }
  let before = 0
  let all = 0
  for (let i = 0; i < values; i++) {
    before =
      whole(prefixes[i], before, 'bytes that two texts share') + whole(rests[i], view.byteLength, 'bytes')
    all += before
  }
  whole(all, MOST_PAGE_BYTES, 'bytes of texts in a page')
}

/**
 * Checks a number of a file: it must be whole, not negative and at most `most`. A damaged file may give a text or a BigInt. Throws a
 * ParquetEventsError.
 */
export function whole(said: number | bigint | undefined, most: number, what: string): number {
  const number = Number(said)
  if (Number.isInteger(number) && number >= 0 && number <= most) return number
  throw new ParquetEventsError(`${what}: found ${String(said)}, expected 0 to ${most}`)
}
