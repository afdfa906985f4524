// Stored events in a Parquet file, one group of rows after the other → their fields, as bytes and seconds.
import zlib from 'node:zlib'
import {
  parquetMetadataAsync,
  parquetScan,
  type AsyncBuffer,
  type Compressors,
  type DecodedArray,
  type SchemaElement,
} from 'hyparquet'
import { fieldNamed, FIELDS, type Field } from '#core/moved/event-text.ts'
import type { EventValues } from '#core/moved/moved-events.ts'

/** A file that is no Parquet, or whose columns are not those of events. */
export class ParquetEventsError extends Error {}

/** Texts stay bytes, and moments are seconds. */
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromMilliseconds: (value: bigint) => Math.floor(Number(value) / 1e3),
  timestampFromMicroseconds: (value: bigint) => Math.floor(Number(value) / 1e6),
  timestampFromNanoseconds: (value: bigint) => Math.floor(Number(value) / 1e9),
}
/** Node's since 22.15; the types are those of Node 20. */
const {
  zstdDecompressSync: zstd,
}: Pick<typeof zlib, 'gunzipSync'> & {
  readonly zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array
} = zlib
/** Snappy is in the library, Node has the others. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes) => zlib.gunzipSync(bytes),
  BROTLI: (bytes) => zlib.brotliDecompressSync(bytes),
  ...(zstd === undefined ? {} : { ZSTD: (bytes: Uint8Array) => zstd(bytes) }),
}
const ENCODER = new TextEncoder()

/** Tells of each event with the number of its row, from 1 on. Throws a ParquetEventsError for a file that is not of events. */
export async function readParquetEvents(
  file: AsyncBuffer,
  onEvent: (event: EventValues, row: number) => void,
): Promise<void> {
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw new ParquetEventsError(`no Parquet: ${messageOf(error)}`)
  })
  const columns = columnsOf(metadata.schema)
  const names = [...columns.values()]
  const scan = await parquetScan({
    file,
    metadata,
    columns: names,
    parsers: PARSERS,
    compressors: COMPRESSORS,
  })
  const isNumber = metadata.schema.some(
    (element) => element.name === columns.get('instant') && kindOf(element) === 'whole numbers',
  )
  let row = 0
  for (const { rowStart, rowEnd } of scan.ranges) {
    const read = async (field: Field): Promise<DecodedArray> => {
      const column = columns.get(field)
      if (column === undefined) return []
      return scan.readColumn({ column, rowStart, rowEnd }).catch((error: unknown) => {
        throw new ParquetEventsError(`column "${column}": ${messageOf(error)}`)
      })
    }
    const [zones, walls, sides, releases, instants, ids] = await Promise.all(FIELDS.map(read))
    for (let at = 0; at < rowEnd - rowStart; at++)
      onEvent(
        {
          zone: textOf(zones?.[at]),
          wall: momentOf(walls?.[at], false),
          side: textOf(sides?.[at]),
          release: textOf(releases?.[at]),
          instant: momentOf(instants?.[at], isNumber),
          id: textOf(ids?.[at]),
        },
        ++row,
      )
  }
}

/** Field → the column that has it. */
function columnsOf([, ...schema]: readonly SchemaElement[]): Map<Field, string> {
  const columns = new Map<Field, string>()
  for (const element of schema) {
    const field = fieldNamed(element.name)
    if (field === null) continue
    expectFits(field, element)
    columns.set(field, element.name)
  }
  if (!columns.has('zone'))
    throw new ParquetEventsError(
      `found the columns ${schema.map(({ name }) => name).join(', ')}, expected "zone" among them, and "wall" or "instant"`,
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
}

function expectFits(field: Field, element: SchemaElement): void {
  const kind = kindOf(element)
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
