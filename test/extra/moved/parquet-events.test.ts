// Events in Parquet give the same results as in CSV, with any kind of column; other files and columns are refused.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { parquetMetadataAsync } from 'hyparquet'
import { parquetWriteBuffer, type ColumnSource, type SchemaElement } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { EventText } from '#extra/moved/event-text.ts'
import { MovedEvents, type MovedEvent } from '#extra/moved/moved-events.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { readParquetEvents } from '#extra/moved/parquet-events.ts'
import { openColumn, ParquetEventsError } from '#extra/moved/parquet-pages.ts'
import { asFirstVersion } from '../../support/parquet-v1.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { SMALL_RELEASES } from '../../support/small-release.ts'

const [older, newer] = (['2030a', '2030b'] as const).map((name) =>
  clocksOf(compileFiles(new Map(Object.entries(SMALL_RELEASES[name].files)))),
)

interface Found {
  readonly counts: MovedEvents['counts']
  readonly events: readonly MovedEvent[]
}

function judging(): { readonly moved: MovedEvents; readonly found: () => Found } {
  const events: MovedEvent[] = []
  const moved = new MovedEvents({
    older: older ?? expect.fail(),
    newer: newer ?? expect.fail(),
    everyEvent: true,
    onEvent: (event) => events.push(event),
  })
  return { moved, found: () => ({ counts: moved.counts, events }) }
}

/** The result of the same events as CSV. Line numbers count from 1 without the header, as rows do. */
function ofCsv(text: string): Found {
  const { moved, found } = judging()
  const reader = new EventText('csv', moved.take)
  reader.push(new TextEncoder().encode(text), true)
  return { ...found(), events: found().events.map((event) => ({ ...event, line: event.line - 1 })) }
}

interface Written {
  readonly schema?: SchemaElement[]
  readonly codec?: 'GZIP' | 'BROTLI' | 'UNCOMPRESSED'
  readonly firstVersion?: true
}

async function ofParquet(
  columnData: ColumnSource[],
  { schema, codec, firstVersion }: Written = {},
): Promise<Found> {
  const file = parquetWriteBuffer({
    columnData,
    rowGroupSize: 300,
    compressors: { GZIP: gzipSync, BROTLI: brotliCompressSync },
    ...(codec === undefined ? {} : { codec }),
    ...(schema === undefined ? {} : { schema: [{ name: 'root', num_children: schema.length }, ...schema] }),
  })
  const { moved, found } = judging()
  await readParquetEvents(firstVersion ? asFirstVersion(file) : file, (event, row) =>
    moved.takeValues(event, row),
  )
  return found()
}

const ZONES = ['Africa/Casablanca', 'America/Edmonton', 'Canada/Mountain', 'Europe/Berlin', 'Asia/Kathmandu']
const SIDES = ['', 'earlier', 'later']
const RELEASES = ['', '2030a', '2030b', '1999z']
const random = seededRandom(20_301_122)
const some = (values: readonly string[]): string => values[Math.floor(random() * values.length)] ?? ''
const secondsText = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19)

/** Events over all kinds of columns. Local times are half an hour apart, so that some are in folds and gaps. */
const EVENTS = Array.from({ length: 1000 }, (_, number) => {
  const wall = Date.UTC(2030, 8, 1) / 1000 + 1800 * Math.floor(random() * 4000)
  const stored = random() < 0.5 ? null : wall + 3600 * Math.floor(random() * 3 - 1)
  return { id: `e${number}`, zone: some(ZONES), wall, stored, side: some(SIDES), release: some(RELEASES) }
})
const CSV = ['id,zone,wall,side,release,instant']
  .concat(
    EVENTS.map(({ id, zone, wall, side, release, stored }) =>
      [id, zone, secondsText(wall), side, release, stored === null ? '' : `${secondsText(stored)}Z`].join(
        ',',
      ),
    ),
  )
  .join('\n')

const texts = (name: string, of: (event: (typeof EVENTS)[number]) => string): ColumnSource => ({
  name,
  data: EVENTS.map((event) => of(event) || null),
  type: 'STRING',
  nullable: true,
})
const PLAIN = [
  texts('id', ({ id }) => id),
  texts('Time_Zone', ({ zone }) => zone),
  texts('side', ({ side }) => side),
  texts('tzdb_version', ({ release }) => release),
  { name: 'of no interest', data: EVENTS.map(() => 1.5), type: 'DOUBLE' as const },
]
const OF_TEXTS = [
  ...PLAIN,
  texts('wall', ({ wall }) => secondsText(wall)),
  texts('instant', ({ stored }) => (stored === null ? '' : `${secondsText(stored)}Z`)),
]

/** Times as columns of timestamps. */
const timestamps = (unit: 'MILLIS' | 'MICROS' | 'NANOS', wallIsUtc = false, instantIsUtc = true) => {
  const scale = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }[unit]
  const of = (seconds: number | null): bigint | null => (seconds === null ? null : BigInt(seconds) * scale)
  const element = (name: string, isAdjustedToUTC: boolean): SchemaElement => ({
    name,
    type: 'INT64',
    repetition_type: 'OPTIONAL',
    logical_type: { type: 'TIMESTAMP' as const, isAdjustedToUTC, unit },
  })
  const text = (name: string): SchemaElement => ({
    name,
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
    repetition_type: 'OPTIONAL',
  })
  return {
    columns: [
      ...PLAIN.slice(0, 4),
      { name: 'wall', data: EVENTS.map(({ wall }) => of(wall)) },
      { name: 'instant', data: EVENTS.map(({ stored }) => of(stored)) },
    ].map(({ name, data }): ColumnSource => ({ name, data })),
    schema: [
      ...PLAIN.slice(0, 4).map(({ name }) => text(name)),
      element('wall', wallIsUtc),
      element('instant', instantIsUtc),
    ],
  }
}

describe('events in Parquet', () => {
  const expected = ofCsv(CSV)

  test('have every verdict in the table of the test', () => {
    const { unmoved, moved, unlike, unknown } = expected.counts
    expect(Math.min(unmoved, moved, unlike, unknown)).toBeGreaterThan(0)
  })

  test.each([undefined, 'GZIP', 'BROTLI', 'UNCOMPRESSED'] as const)(
    'are judged as the same texts in CSV: %s',
    async (codec) => {
      expect(await ofParquet(OF_TEXTS, codec === undefined ? {} : { codec })).toEqual(expected)
    },
  )

  test('are the same in pages of the first version, as Spark and Arrow write them', async () => {
    expect(await ofParquet(OF_TEXTS, { firstVersion: true })).toEqual(expected)
  })

  test.each(['DELTA_BYTE_ARRAY', 'DELTA_LENGTH_BYTE_ARRAY'] as const)(
    'are the same as %s',
    async (encoding) => {
      const columns = OF_TEXTS.map((column) => (column.type === 'STRING' ? { ...column, encoding } : column))
      expect(await ofParquet(columns)).toEqual(expected)
      expect(await ofParquet(columns, { firstVersion: true })).toEqual(expected)
    },
  )

  test.each(['MILLIS', 'MICROS', 'NANOS'] as const)('are the same as timestamps of %s', async (unit) => {
    const { columns, schema } = timestamps(unit)
    expect(await ofParquet(columns, { schema })).toEqual(expected)
  })

  test('may have instants as whole seconds, and sides as Python counts them', async () => {
    const whole = EVENTS.map(({ stored }) => (stored === null ? null : BigInt(stored)))
    const sides = EVENTS.map(({ side }) => (side === '' ? null : SIDES.indexOf(side) - 1))
    expect(
      await ofParquet([
        ...PLAIN.filter(({ name }) => name !== 'side'),
        texts('wall', ({ wall }) => secondsText(wall)),
        { name: 'instant', data: whole, type: 'INT64', nullable: true },
        { name: 'fold', data: sides, type: 'INT32', nullable: true },
      ]),
    ).toEqual(expected)
  })
})

describe('what is refused:', () => {
  test('UTC timestamps as wall times, and timestamps without a zone as instants', async () => {
    const wall = timestamps('MICROS', true, true)
    await expect(ofParquet(wall.columns, { schema: wall.schema })).rejects.toThrow(
      'column "wall" is of timestamps of UTC, expected texts or timestamps without a zone',
    )
    const instant = timestamps('MICROS', false, false)
    await expect(ofParquet(instant.columns, { schema: instant.schema })).rejects.toThrow(
      'column "instant" is of timestamps without a zone, expected texts or timestamps of UTC or whole numbers',
    )
  })

  test('columns of other types, and a missing zone column', async () => {
    await expect(
      ofParquet([...PLAIN, { name: 'wall', data: EVENTS.map(() => 1.5), type: 'DOUBLE' }]),
    ).rejects.toThrow('column "wall" is of DOUBLE, expected')
    await expect(ofParquet([texts('wall', ({ wall }) => secondsText(wall))])).rejects.toThrow(
      'found the columns wall, expected "zone" among them',
    )
  })

  test.each(['MILLIS', 'MICROS', 'NANOS'] as const)('infinity as a timestamp of %s', async (unit) => {
    for (const endless of [2n ** 63n - 1n, 1n - 2n ** 63n, -(2n ** 63n)])
      for (const name of ['wall', 'instant']) {
        const { columns, schema } = timestamps(unit)
        const data = columns.map((column) =>
          column.name === name
            ? { ...column, data: EVENTS.map((_, row) => (row === 7 ? endless : 0n)) }
            : column,
        )
        await expect(ofParquet(data, { schema })).rejects.toThrow(
          `line 8: the ${name} is not of the years 1 to 9999`,
        )
      }
  })

  test('a row without a zone or a moment, by its number', async () => {
    const one = (name: string, data: (string | null)[]): ColumnSource => ({ name, data, nullable: true })
    await expect(
      ofParquet([one('zone', ['UTC', null]), one('wall', ['2030-01-01T00:00', null])]),
    ).rejects.toThrow('line 2: it has no zone')
    await expect(
      ofParquet([one('zone', ['UTC', 'UTC']), one('wall', ['2030-01-01T00:00', null])]),
    ).rejects.toThrow('line 2: it has neither a wall time nor an instant')
  })

  test('a row group that claims more rows than its pages have', async () => {
    const file = new Uint8Array(parquetWriteBuffer({ columnData: OF_TEXTS, codec: 'UNCOMPRESSED' }))
    // The footer has the number of rows, 1000, as a zigzag varint. All its copies become 1500.
    const [from, to] = [
      [0xd0, 0x0f],
      [0xb8, 0x17],
    ]
    for (let at = file.length - 2000; at < file.length - 1; at++)
      if (from?.every((byte, i) => file[at + i] === byte)) file.set(to ?? [], at)
    await expect(readParquetEvents(file.buffer, () => undefined)).rejects.toThrow(
      /^column "\w+": it ends after 1000 of 1500 rows$/,
    )
  })

  test('a file of another kind, and a cut file', async () => {
    const ignore = (): void => undefined
    await expect(readParquetEvents(new TextEncoder().encode('zone,wall\n').buffer, ignore)).rejects.toThrow(
      'not Parquet',
    )
    const file = parquetWriteBuffer({ columnData: OF_TEXTS })
    const torn = new Uint8Array(file.slice(0))
    torn.fill(255, 4, 400)
    await expect(readParquetEvents(torn.buffer, ignore)).rejects.toThrow(/^column "/)
  })
})

test('a column that ended too early gives an error at each call, not only at the first', async () => {
  const file = parquetWriteBuffer({ columnData: [{ name: 'zone', data: ['Europe/Berlin'], type: 'STRING' }] })
  const { schema, row_groups: groups } = await parquetMetadataAsync(file)
  const group = { ...(groups[0] ?? expect.fail()), num_rows: 2n }
  const reading = { element: schema[1] ?? expect.fail(), parsers: {}, compressors: {} }
  const next = await openColumn(
    { byteLength: file.byteLength, slice: async (from, to) => file.slice(from, to) },
    group,
    reading,
  )
  expect(next()).toEqual(new TextEncoder().encode('Europe/Berlin'))
  for (let call = 0; call < 3; call++) expect(next).toThrow(ParquetEventsError)
})
