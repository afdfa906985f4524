// Reads stored events from a Parquet file, one row group after the other, as fields of bytes and seconds.
import zlib from 'node:zlib'
import { parquetMetadataAsync, type AsyncBuffer, type Compressors, type SchemaElement } from 'hyparquet'
import { fieldNamed, FIELDS, type Field } from './event-text.ts'
import type { EventValues } from './moved-events.ts'
import { unpackLz4, unpackSnappy } from './block-codecs.ts'
import { openColumn, ParquetEventsError, rowsOf, whole } from './parquet-pages.ts'

/**
 * Databases write this value for "infinity" and a smaller one for "-infinity". As microseconds it is in the year 294247, as nanoseconds
 * in 2262.
 */
const ENDLESS = 2n ** 63n - 1n

/** Texts stay bytes. Moments become seconds. */
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromMilliseconds: (value: bigint) => Math.floor(Number(value) / 1e3),
  timestampFromMicroseconds: (value: bigint) => Math.floor(Number(value) / 1e6),
  timestampFromNanoseconds: (value: bigint) =>
    value >= ENDLESS || value <= -ENDLESS ? Infinity : Math.floor(Number(value) / 1e9),
}
/** Node has them since 22.15; the types are those of Node 20. */
const {
  zstdDecompressSync: zstd,
}: Pick<typeof zlib, 'gunzipSync'> & {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array
} = zlib
/** No decompressor makes more bytes than the page declares. */
const COMPRESSORS: Compressors = {
  SNAPPY: unpackSnappy,
  LZ4_RAW: unpackLz4,
  GZIP: (bytes, most) => zlib.gunzipSync(bytes, { maxOutputLength: Math.max(1, most) }),
  BROTLI: (bytes, most) => zlib.brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, most) }),
  ...(zstd === undefined
    ? {}
    : { ZSTD: (bytes: Uint8Array, most: number) => zstd(bytes, { maxOutputLength: Math.max(1, most) }) }),
}
const ENCODER = new TextEncoder()

/** Calls back for each event with its row number, counted from 1. Throws a ParquetEventsError for a file that does not hold events. */
export async function readParquetEvents(
  file: AsyncBuffer,
  onEvent: (event: EventValues, row: number) => void,
): Promise<void> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch((error: unknown) => {
    throw new ParquetEventsError(`not Parquet: ${messageOf(error)}`)
  })
  const columns = columnsOf(metadata.schema)
  const instants = columns.get('instant')
  const isNumber = instants !== undefined && kindOf(instants) === 'whole numbers'
  let row = 0
  for (const group of metadata.row_groups) {
    const rows = rowsOf(group)
    const open = async (field: Field): Promise<() => unknown> => {
      const element = columns.get(field)
      if (element === undefined) return () => null
      const said = (error: unknown): ParquetEventsError =>
        new ParquetEventsError(`column "${element.name}": ${messageOf(error)}`)
      const reading = { element, parsers: PARSERS, compressors: COMPRESSORS }
      const next = await openColumn(file, group, reading).catch((error: unknown) => {
        throw said(error)
      })
      return () => {
        try {
          return next()
        } catch (error) {
          throw said(error)
        }
      }
    }
    const [zone, wall, side, release, instant, id, keep] = await Promise.all(FIELDS.map(open))
    for (let at = 0; at < rows; at++)
      onEvent(
        {
          zone: textOf(zone?.()),
          wall: momentOf(wall?.(), false),
          side: textOf(side?.()),
          release: textOf(release?.()),
          instant: momentOf(instant?.(), isNumber),
          id: textOf(id?.()),
          keep: textOf(keep?.()),
        },
        ++row,
      )
  }
}

/** Field → its column. */
function columnsOf(schema: readonly SchemaElement[]): Map<Field, SchemaElement> {
  const columns = new Map<Field, SchemaElement>()
  const names: string[] = []
  // The root comes first. The children of a group column follow it.
  for (let at = 1, left = 0; at < schema.length; at++) {
    const element = schema[at]
    if (element === undefined) continue
    const children = whole(element.num_children ?? 0, schema.length, 'columns in a column')
    if (left > 0) {
      left += children - 1
      continue
    }
    left = children
    names.push(element.name)
    const field = fieldNamed(element.name)
    if (field === null) continue
    expectFits(field, element)
    const other = columns.get(field)
    if (other !== undefined)
      throw new ParquetEventsError(
        `the columns ${other.name} and ${element.name} are both the ${field}, expected one`,
      )
    columns.set(field, element)
  }
  if (!columns.has('zone'))
    throw new ParquetEventsError(
      `found the columns ${names.join(', ')}, expected "zone" among them, and "wall" or "instant"`,
    )
  return columns
}

type Kind = 'texts' | 'whole numbers' | 'timestamps without a zone' | 'timestamps of UTC' | 'timestamps'
/** Field → the kinds of column that it may have. */
const MAY_BE: Readonly<Record<Field, readonly Kind[]>> = {
  zone: ['texts'],
  wall: ['texts', 'timestamps without a zone', 'timestamps'],
  side: ['texts', 'whole numbers'],
  release: ['texts'],
  instant: ['texts', 'timestamps of UTC', 'timestamps', 'whole numbers'],
  id: ['texts', 'whole numbers'],
  keep: ['texts'],
}

function expectFits(field: Field, element: SchemaElement): void {
  const kind =
    (element.num_children ?? 0) > 0 || element.repetition_type === 'REPEATED' ? null : kindOf(element)
  if (kind !== null && MAY_BE[field].includes(kind)) return
  throw new ParquetEventsError(
    `column "${element.name}" is of ${kind ?? element.converted_type ?? element.type ?? 'several columns'}, expected ${MAY_BE[field].filter((one) => one !== 'timestamps').join(' or ')}`,
  )
}

/** Null for any other kind. Older files do not say whether their timestamps are in UTC. */
function kindOf({ type, converted_type: converted, logical_type: logical }: SchemaElement): Kind | null {
  if (logical?.type === 'TIMESTAMP')
    return logical.isAdjustedToUTC ? 'timestamps of UTC' : 'timestamps without a zone'
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') return 'timestamps'
  if (converted === 'UTF8' || converted === 'ENUM' || logical?.type === 'STRING' || logical?.type === 'UUID')
    return 'texts'
  const isPlain = converted === undefined || /^U?INT_/.test(converted)
  if ((type === 'INT32' || type === 'INT64') && isPlain) return 'whole numbers'
  return type === 'BYTE_ARRAY' && isPlain ? 'texts' : null
}

const textOf = (value: unknown): Uint8Array | null => {
  if (value instanceof Uint8Array) return value.length === 0 ? null : value
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? ENCODER.encode(String(value)) : null
}

/**
 * Timestamps are numbers already. Whole numbers are written out as text, so that they are read as numbers in a text are: as seconds or
 * milliseconds.
 */
const momentOf = (value: unknown, isNumber: boolean): Uint8Array | number | null =>
  typeof value === 'number' && !isNumber ? value : textOf(value)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
