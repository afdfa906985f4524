// Stored events in a Parquet file, one group of rows after the other → their fields, as bytes and seconds.
import zlib from 'node:zlib'
import { parquetMetadataAsync, type AsyncBuffer, type Compressors, type SchemaElement } from 'hyparquet'
import { fieldNamed, FIELDS, type Field } from '#core/moved/event-text.ts'
import type { EventValues } from '#core/moved/moved-events.ts'
import { unpackLz4, unpackSnappy } from './block-codecs.ts'
import { openColumn, ParquetEventsError, rowsOf, whole } from './parquet-pages.ts'

/** What databases write for "infinity", and less for "-infinity". In microseconds that is the year 294247, in nanoseconds 2262. */
const ENDLESS = 2n ** 63n - 1n

/** Texts stay bytes, and moments are seconds. */
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromMilliseconds: (value: bigint) => Math.floor(Number(value) / 1e3),
  timestampFromMicroseconds: (value: bigint) => Math.floor(Number(value) / 1e6),
  timestampFromNanoseconds: (value: bigint) =>
    value >= ENDLESS || value <= -ENDLESS ? Infinity : Math.floor(Number(value) / 1e9),
}
/** Node's since 22.15; the types are those of Node 20. */
const {
  zstdDecompressSync: zstd,
}: Pick<typeof zlib, 'gunzipSync'> & {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array
} = zlib
/** None makes more bytes than the page says. */
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

/** Tells of each event with the number of its row, from 1 on. Throws a ParquetEventsError for a file that is not of events. */
export async function readParquetEvents(
  file: AsyncBuffer,
  onEvent: (event: EventValues, row: number) => void,
): Promise<void> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch((error: unknown) => {
    throw new ParquetEventsError(`no Parquet: ${messageOf(error)}`)
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

/** Field → the column that has it. */
function columnsOf(schema: readonly SchemaElement[]): Map<Field, SchemaElement> {
  const columns = new Map<Field, SchemaElement>()
  const names: string[] = []
  // The root comes first; what a column of several columns has comes behind it.
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
/** What the column of a field may be of. */
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

/** Null for what is none of these. Older files do not say whether their timestamps are of UTC. */
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

/** Timestamps are numbers already; whole numbers are written out, to be read as those in a text are: as seconds or milliseconds. */
const momentOf = (value: unknown, isNumber: boolean): Uint8Array | number | null =>
  typeof value === 'number' && !isNumber ? value : textOf(value)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
