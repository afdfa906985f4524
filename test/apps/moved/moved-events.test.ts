// What happens to stored events with a new release: moved, in a gap or fold, without a zone; and how the events are read.
import { isUtf8 } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { EventText } from '#apps/moved/event-text.ts'
import { movedInWords } from '#apps/moved/in-words.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { MovedEvents, type MovedEvent, type StoredTexts } from '#apps/moved/moved-events.ts'
import { WINDOWS_NAMES, WINDOWS_TERRITORIES } from '#core/text/windows-names.ts'
import { windowsZonesIn } from '#pipeline/parse/cldr.ts'
import { items, readJson, text as textAt, under } from '#pipeline/parse/json.ts'
import { lockHere, ROOT } from '#pipeline/paths.ts'
import { readLock, readSourceNamed } from '#pipeline/sources/lock.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const releaseOf = (files: Readonly<Record<string, string>>): ReleaseClocks =>
  clocksOf(compileFiles(new Map(Object.entries(files))))
const older = releaseOf(SMALL_RELEASES['2030a'].files)
const newer = releaseOf(SMALL_RELEASES['2030b'].files)

function judged(
  text: string,
  {
    from = older,
    to = newer,
    format = 'csv',
    chunk = 1e9,
  }: { from?: ReleaseClocks; to?: ReleaseClocks; format?: 'csv' | 'ndjson'; chunk?: number } = {},
): { moved: MovedEvents; events: MovedEvent[] } {
  const events: MovedEvent[] = []
  const moved = new MovedEvents({ older: from, newer: to, onEvent: (event) => events.push(event) })
  const reader = new EventText(format, moved.take)
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk))
  reader.push(new Uint8Array(0), true)
  return { moved, events }
}

const only = (text: string, options = {}): MovedEvent | undefined => judged(text, options).events[0]

describe('an event', () => {
  test('before its zone changes has not moved', () => {
    const { moved, events } = judged(
      'zone,wall,instant\nAfrica/Casablanca,2030-08-01T09:00,2030-08-01T08:00:00Z\n',
    )
    expect([events, moved.counts.unmoved]).toEqual([[], 1])
  })

  test('after that has moved, by the right amount', () => {
    expect(
      only('id,zone,wall,instant\nstandup,Africa/Casablanca,2030-12-01 09:00,2030-12-01 08:00:00+00\n'),
    ).toEqual({
      line: 2,
      id: 'standup',
      zone: 'Africa/Casablanca',
      wall: '2030-12-01T09:00:00',
      verdict: 'moved',
      was: '2030-12-01T08:00:00+00:00',
      is: '2030-12-01T09:00:00+00:00',
      or: null,
      by: 3600,
      renamed: null,
      shows: null,
    })
  })

  test('stored only as an instant has the wall time of the older release', () => {
    expect(only('zone,instant\nAfrica/Casablanca,1922346000\n')).toMatchObject({
      wall: '2030-12-01T10:00:00',
      was: '2030-12-01T09:00:00+00:00',
      is: '2030-12-01T10:00:00+00:00',
    })
    expect(only('zone,instant\nAfrica/Casablanca,1922346000999\n')?.was).toBe('2030-12-01T09:00:00+00:00')
  })

  test.each([
    ['94694400000', undefined, null],
    ['94694400000', 'milliseconds', '1973-01-01T00:00:00+00:00'],
    ['94694400', 'milliseconds', '1970-01-02T02:18:14+00:00'],
    ['-94694400000', 'milliseconds', '1967-01-01T00:00:00+00:00'],
    ['94694400000', 'seconds', '4970-09-30T00:00:00+00:00'],
    ['253402300799', 'seconds', '9999-12-31T23:59:59+00:00'],
    ['253402300799', undefined, '1978-01-11T21:31:40+00:00'],
    ['9999999999', undefined, '2286-11-20T17:46:39+00:00'],
  ] as const)('stored as the number %s, with unix %s, was %s', (number, unix, was) => {
    const events: MovedEvent[] = []
    const moved = new MovedEvents({
      older,
      newer,
      everyEvent: true,
      onEvent: (event) => events.push(event),
      ...(unix === undefined ? {} : { unix }),
    })
    const take = () => moved.takeTexts({ zone: 'Europe/Berlin', instant: number }, 7)
    if (was === null)
      expect(take).toThrow(
        `line 7: the instant is "${number}": this many digits may be seconds or milliseconds; write it as 2027-03-28T07:00:00Z, or name the unit with --unix`,
      )
    else {
      take()
      expect(events[0]?.was).toBe(was)
    }
  })

  test('stored only as a wall time had the instant of the older release', () => {
    expect(only('zone,wall\nAfrica/Casablanca,2030-12-01T09:00\n')?.by).toBe(3600)
  })

  test('in Edmonton’s cancelled fold has the one instant that is left, from either side', () => {
    // 2030-11-03 01:30 happened at 07:30Z (-06) and at 08:30Z (-07).
    const text = (side: string) => `zone,wall,side\nAmerica/Edmonton,2030-11-03T01:30,${side}\n`
    expect(judged(text('earlier')).moved.counts.unmoved).toBe(1)
    expect(only(text('later'))).toMatchObject({
      was: '2030-11-03T08:30:00+00:00',
      is: '2030-11-03T07:30:00+00:00',
    })
    expect(only(text('1'))?.by).toBe(-3600)
  })

  test('in a gap or fold that the release adds has both readings', () => {
    const back = { from: newer, to: older }
    expect(only('zone,wall\nAmerica/Edmonton,2031-11-02T01:30\n', back)).toMatchObject({
      verdict: 'fold',
      was: '2031-11-02T07:30:00+00:00',
      is: '2031-11-02T07:30:00+00:00',
      or: '2031-11-02T08:30:00+00:00',
      by: null,
    })
    expect(only('zone,wall\nAmerica/Edmonton,2031-03-09T02:30\n', back)).toMatchObject({
      verdict: 'gap',
      is: '2031-03-09T08:30:00+00:00',
      or: '2031-03-09T09:30:00+00:00',
    })
  })

  test('with a removed or unknown zone is reported as such', () => {
    const { Kathmandu: _, ...rest } = { Kathmandu: 1, ...SMALL_RELEASES['2030b'].files }
    const without = releaseOf({
      ...rest,
      asia: '# no zones\n',
      backward: 'Link Etc/UTC UTC\n',
      'zone.tab': rest['zone.tab'].replace(/^NP.*\n/m, ''),
    })
    expect(only('zone,wall\nAsia/Kathmandu,2031-01-01T00:00\n', { to: without })?.verdict).toBe('gone')
    expect(only('zone,wall\nMars/Base,2031-01-01T00:00\n')?.verdict).toBe('unknown')
  })

  test('may write its zone in any case', () => {
    expect(only('zone,wall\namerica/edmonton,2031-01-01T09:00\n')).toMatchObject({
      verdict: 'moved',
      zone: 'america/edmonton',
    })
  })

  test('with a renamed zone is counted, and judged as before', () => {
    const { 'zone.tab': tab, asia, backward, ...rest } = SMALL_RELEASES['2030b'].files
    const renamed = releaseOf({
      ...rest,
      asia: asia.replace('Asia/Kathmandu', 'Asia/Nepal'),
      backward: `${backward.replace('Asia/Kathmandu', 'Asia/Nepal')}Link Asia/Nepal Asia/Kathmandu\n`,
      'zone.tab': tab.replace('Asia/Kathmandu', 'Asia/Nepal'),
    })
    const { moved, events } = judged('zone,wall\nAsia/Kathmandu,2031-01-01T00:00\n', { to: renamed })
    expect([...moved.renamed]).toEqual([['Asia/Kathmandu', { to: 'Asia/Nepal', count: 1 }]])
    expect([events, movedInWords(moved)[1]]).toEqual([[], '1 names Asia/Kathmandu, which is Asia/Nepal now'])
  })

  test('that fits no release is a wrong record; one that fits the newer release is already right', () => {
    const text = (instant: string) => `zone,wall,instant\nAfrica/Casablanca,2030-12-01T09:00,${instant}\n`
    expect(only(text('2030-12-01T09:30:00Z'))?.verdict).toBe('unlike')
    expect(judged(text('2030-12-01T09:00:00Z')).moved.counts.unmoved).toBe(1)
  })

  test('of another release is judged by its stored instant', () => {
    const text = (instant: string) =>
      `zone,wall,release,instant\nAfrica/Casablanca,2030-12-01T09:00,2029z,${instant}\n`
    expect(only(text('2030-12-01T08:00:00Z'))).toMatchObject({ verdict: 'moved', by: 3600 })
    expect(judged(text('2030-12-01T09:00:00Z')).moved.counts.unmoved).toBe(1)
    expect(only(text(''))?.verdict).toBe('unknown')
    const resolvedLately = 'zone,wall,release\nAfrica/Casablanca,2030-12-01T09:00,2030b\n'
    expect(judged(resolvedLately).moved.counts.unmoved).toBe(1)
  })

  test.each([
    ['wall\n2030-12-01T09:00[Africa/Casablanca]', 3600],
    ['wall\n2030-12-01T09:00+01:00[Africa/Casablanca][u-ca=iso8601]', 3600],
    ['instant\n2030-12-01T08:00:00Z[Africa/Casablanca]', 3600],
    ['zone,wall\nAfrica/Casablanca,2030-11-30T24:00', 3600],
    ['zone,wall\nAfrica/Casablanca,2030-12-01T09:00:60', 3600],
    ['zone,wall,fold\nAmerica/Edmonton,2030-11-03T01:30,true', -3600],
  ])('written as %j is read', (text, by) => {
    expect(only(`${text}\n`)?.by).toBe(by)
  })

  test('may keep its instant if a column says so: then its wall time changes', () => {
    const text =
      'zone,wall,keep\nAfrica/Casablanca,2030-12-01T09:00,instant\nEurope/Berlin,2030-12-01T09:00,instant\n'
    const { moved, events } = judged(text)
    expect(events).toMatchObject([
      { verdict: 'shown', wall: '2030-12-01T09:00:00', shows: '2030-12-01T08:00:00' },
    ])
    expect(moved.counts.unmoved).toBe(1)
  })

  test('in a gap that both releases have keeps its instant unmoved', () => {
    const text = (zone: string, wall: string, instant = '') =>
      `zone,wall,instant,keep\n${zone},${wall},${instant},instant\n`
    const gap = '2031-03-30T02:30'
    for (const instant of ['', '2031-03-30T00:30Z', '2031-03-30T01:30Z'])
      expect(judged(text('Europe/Berlin', gap, instant)).moved.counts.unmoved).toBe(1)
    expect(only(text('Europe/Berlin', gap, '2031-03-30T09:00Z'))?.verdict).toBe('unlike')
    expect(only(text('America/Edmonton', '2031-03-09T02:30'), { from: newer, to: older })?.verdict).toBe(
      'shown',
    )
  })

  test('is told with the texts that were stored', () => {
    const found: StoredTexts[] = []
    const moved = new MovedEvents({ older, newer, onEvent: (_, stored) => found.push(stored) })
    moved.takeTexts({ zone: 'Africa/Casablanca', instant: '1922346000', wall: '' }, 1)
    moved.takeTexts({ zone: 'Africa/Casablanca', wall: '2030-12-01 10:00' }, 2)
    expect(found).toEqual([
      { wall: null, instant: '1922346000' },
      { wall: '2030-12-01 10:00', instant: null },
    ])
  })

  test('in a far year is judged too', () => {
    expect(only('zone,wall\nAmerica/Edmonton,2999-01-15T09:00\n')?.by).toBe(-3600)
  })
})

const ROWS = [
  {
    id: 'a, "quoted"\nthing',
    zone: 'Africa/Casablanca',
    wall: '2030-12-01T09:00',
    instant: '2030-12-01T08:00:00Z',
  },
  { id: 'b', zone: 'Europe/Berlin', wall: '2030-12-01T09:00', instant: '2030-12-01T08:00:00Z' },
  { id: 'c', zone: 'Africa/Casablanca', wall: '2030-12-02T09:00:30.5', instant: '1922428830' },
]
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const CSV = `id,zone,wall,instant\r\n${ROWS.map((row) => Object.values(row).map(quoted).join(',')).join('\r\n')}`
const NDJSON = ROWS.map((row) => JSON.stringify(row)).join('\n')

describe('events as text', () => {
  test.each([
    ['csv', CSV],
    ['ndjson', NDJSON],
  ] as const)('are the same however the bytes of %s are split', (format, text) => {
    const whole = judged(text, { format }).events
    expect(whole.map(({ zone, by }) => [zone, by])).toEqual([
      ['Africa/Casablanca', 3600],
      ['Africa/Casablanca', 3600],
    ])
    for (const chunk of [1, 2, 7, 64]) expect(judged(text, { format, chunk }).events).toEqual(whole)
  })

  test('are read with renamed columns, spaces, nulls and extra fields', () => {
    const row = {
      note: { nested: [1] },
      tzid: 'Africa/Casablanca',
      local_time: '2030-12-01T09:00',
      fold: 0,
      utc: null,
    }
    const spaced = '{ "zone" : "Africa/Casablanca" , "wall":"2030-12-01T09:00", "n": 1.5, "instant": null }'
    const text = `${JSON.stringify(row)}\n\n${spaced}\n`
    expect(judged(text, { format: 'ndjson' }).events.map(({ by }) => by)).toEqual([3600, 3600])
  })

  test.each([
    [
      'zone,wall\nEurope/Berlin,2030-02-30T09:00\n',
      'line 2: the wall is "2030-02-30T09:00", expected one like',
    ],
    ['zone,wall\nEurope/Berlin,2030-02-01T09:00Z\n', 'line 2: the wall is'],
    ['zone,instant\nEurope/Berlin,yesterday\n', 'line 2: the instant is "yesterday"'],
    ['zone,instant\nEurope/Berlin,2030-02-01T09:00\n', 'line 2: the instant is'],
    ['zone,wall\nEurope/Berlin\n', 'line 2: found 1 fields, expected 2'],
    ['zone,wall\nEurope/Berlin,\n', 'line 2: it has neither a wall time nor an instant'],
    ['zone,wall\n,2030-02-01T09:00\n', 'line 2: it has no zone'],
    ['zone,wall,side\nEurope/Berlin,2030-02-01T09:00,upper\n', 'line 2: the side begins with "u"'],
    ['name,when\n', 'found the columns name, when, expected "zone"'],
    [
      'zone;wall\n',
      'found the columns zone;wall, expected "zone" among them, and "wall", "instant", or "date" and "time", with commas between them',
    ],
    ['zone\twall\n', 'found the columns zone\\u0009wall, expected "zone" among them'],
    ['zone,tzid,wall\n', 'line 1: the columns zone and tzid are both the zone, expected one'],
    ['zone,wall\nEurope/Berlin,2030-02-01T24:01\n', 'line 2: the wall is'],
    [
      'zone,wall\nEurope/Berlin,2030-02-01T09:00[Africa/Casablanca]\n',
      'names Africa/Casablanca, and the zone beside it is Europe/Berlin',
    ],
    [
      'zone,wall\nEurope/Berlin,2030-02-01T09:00[!x=y]\n',
      'line 2: the wall says [!x=y], which is not known here',
    ],
    ['zone,wall,keep\nEurope/Berlin,2030-02-01T09:00,both\n', 'line 2: the column "keep" begins with "b"'],
    ['zone,instant\nEurope/Berlin,999999999999999\n', 'line 2: the instant is "999999999999999"'],
    ['zone,wall\n"Europe/Berlin,2030-02-01T09:00\n', 'line 2: a quote is not closed'],
  ])('%j is refused: %s', (text, problem) => {
    expect(() => judged(text)).toThrow(problem)
  })

  test('UTF-16, with or without its mark, and lines without a line feed are refused with the fix', () => {
    const little = Buffer.from('\uFEFFzone\twall\r\n', 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big, little.subarray(2), big.subarray(2)]) {
      for (const size of [1, bytes.length]) {
        const reader = new EventText('csv', () => undefined)
        expect(() => {
          for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
        }).toThrow('line 1: found UTF-16, expected UTF-8: save it as')
      }
    }
    expect(() => judged('zone,wall\rEurope/Berlin,2030-02-01T09:00\r')).toThrow(
      "expected a line feed, or both: write them with LF, as tr '\\r' '\\n' does",
    )
  })

  test('two names of one field are refused in an object as in a header', () => {
    const [twice, apart] = [
      '"zone":"UTC","timezone":"Africa/Casablanca"',
      '"at":"2030-12-01T08:00Z","x":{},"zone":"UTC","instant":"2030-12-01T09:00Z"',
    ]
    for (const [fields, problem] of [
      [`${twice},"wall":"2030-12-01T09:00"`, 'zone and timezone are both the zone, expected one'],
      [`${twice},"wall":"2030-12-01T09:00","x":[]`, 'zone and timezone are both the zone, expected one'],
      [apart, 'at and instant are both the instant, expected one'],
    ])
      expect(() => judged(`{${fields}}\n`, { format: 'ndjson' })).toThrow(`line 1: the columns ${problem}`)
    const isNull = '{"zone":"Africa/Casablanca","timezone":null,"tzid":"","wall":"2030-12-01T09:00"}'
    for (const row of [isNull, isNull.replace('}', ',"x":[]}')])
      expect(judged(row, { format: 'ndjson' }).moved.counts.moved).toBe(1)
  })

  test('bytes that are not UTF-8 are refused with their line, wherever they are', () => {
    const bad = Buffer.from([0xff, 0xfe])
    const row = 'é,Europe/Berlin,2030-02-01T09:00\n'
    const csv = [
      Buffer.from(`id,zone,wall\n${row}x`),
      bad,
      Buffer.from(`,Europe/Berlin,2030-02-01T09:00\n${row}`),
    ]
    const header = [Buffer.from('zone,wall,x'), bad, Buffer.from('\n')]
    const json = [Buffer.from('{"zone":"UTC","wall":"2030-02-01T09:00","id":"'), bad, Buffer.from('"}')]
    for (const [format, parts, line] of [
      ['csv', csv, 3],
      ['csv', header, 1],
      ['ndjson', json, 1],
    ] as const)
      for (const size of [1, 1000]) {
        const [bytes, lines, rejected] = [Buffer.concat(parts), [] as number[], [] as number[]]
        const reader = new EventText(
          format,
          (_bytes, _places, at) => lines.push(at),
          line === 1 && format === 'csv' ? null : (error) => rejected.push(error.line),
          isUtf8,
        )
        const read = (): void => {
          for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
          reader.push(new Uint8Array(0), true)
        }
        if (parts === header) {
          expect(read).toThrow('line 1: found bytes that are not UTF-8, expected UTF-8: convert it')
          continue
        }
        read()
        expect([lines, rejected]).toEqual([parts === csv ? [2, 4] : [], [line]])
      }
  })

  test('line numbers are those of the input, and a doubled quote means one', () => {
    const text =
      'id,zone,wall\n"a\n""b""",Africa/Casablanca,2030-12-01T09:00\nc,Africa/Casablanca,2030-12-01T09:00\n'
    for (const chunk of [1, 9, 1e9])
      expect(judged(text, { chunk }).events.map(({ line, id }) => [line, id])).toEqual([
        [2, 'a\n"b"'],
        [4, 'c'],
      ])
  })

  test('a row has a longest length, so that time grows as the text does', () => {
    const cell = '""'.repeat(1 << 20)
    expect(() =>
      judged(`id,zone,wall\n"${cell}",Europe/Berlin,2030-01-01T00:00\n`, { chunk: 1 << 16 }),
    ).toThrow('line 2: a row is longer than 1048576 bytes')
  })

  test.each(['Date,Time', 'Start Date,Start Time', 'start_date,start_time'])(
    'two columns %s are the wall time',
    (columns) => {
      const wallsOf = (...rows: readonly string[]): unknown =>
        judged(`zone,${columns},End Date\n${rows.map((row) => `${row},x\n`).join('')}`).events.map(
          ({ wall }) => wall,
        )
      expect(
        wallsOf(
          'Africa/Casablanca,2030-12-01,09:00',
          'Africa/Casablanca,"2030-12-01",9:30',
          'Europe/Berlin,2030-12-01,09:00',
          'Africa/Casablanca,2030-12-01, 09:00:30 ',
        ),
      ).toEqual(['2030-12-01T09:00:00', '2030-12-01T09:30:00', '2030-12-01T09:00:30'])
      // A date without a time is a whole day.
      expect(wallsOf('Africa/Casablanca,2030-12-01,')).toEqual([])
      expect(() => wallsOf('Africa/Casablanca,01/12/2030,09:00')).toThrow(
        'line 2: the wall is "01/12/2030T09:00", expected one like 2027-03-28T09:00',
      )
      expect(() => wallsOf('Africa/Casablanca,2030-12-01,9:00 PM')).toThrow('line 2: the wall is')
      expect(() => wallsOf('Africa/Casablanca,,09:00')).toThrow('neither a wall time nor an instant')
    },
  )

  test('columns without a moment are named', () => {
    for (const columns of ['zone,Date,Start', 'zone,Date,Time,Start Time'])
      expect(() => judged(`${columns}\nEurope/Berlin,2030-01-01,09:00\n`)).toThrow(
        `line 1: found the columns ${columns.replaceAll(',', ', ')}, expected "zone" among them, and "wall", "instant", or "date" and "time"`,
      )
  })

  test('lines of # before the header are passed over, and a header may begin with it', () => {
    for (const header of ['# made 2030\n#\nid,zone,wall', '#id,zone,wall'])
      expect(judged(`${header}\na,Africa/Casablanca,2030-12-01T09:00\n`).events).toHaveLength(1)
  })

  test('a line that is not a JSON object is refused with its number', () => {
    expect(() =>
      judged('{"zone":"Europe/Berlin","wall":"2030-01-01T00:00"}\n[]\n', { format: 'ndjson' }),
    ).toThrow('line 2: expected an object')
    expect(() => judged('{"zone"', { format: 'ndjson' })).toThrow('line 1: not JSON')
  })
})

test('Windows’ names of zones are those of the CLDR that the lock pins', () => {
  const file = readJson('windowsZones', readSourceNamed(ROOT, readLock(lockHere()), 'windowsZones'))
  expect([...WINDOWS_NAMES]).toEqual([...windowsZonesIn(file)])
  const rows = items(under(file, 'supplemental', 'windowsZones', 'mapTimezones')).map((row) =>
    ['_other', '_territory', '_type'].map((key) => textAt(under(row, 'mapZone', key)).trim()).join('|'),
  )
  const ours = [...WINDOWS_TERRITORIES].flatMap(([name, territories]) =>
    [...territories].map(([territory, zones]) => `${name}|${territory}|${zones.join(' ')}`),
  )
  expect(ours.toSorted()).toEqual(rows.toSorted())
})

test('the first sentence says how many events move, where and from when', () => {
  const { moved } = judged(
    `zone,wall\n${'Europe/Berlin,2030-12-01T09:00\n'.repeat(1200)}Africa/Casablanca,2031-02-07T10:00\nAfrica/Casablanca,2030-12-01T09:00\n`,
  )
  expect(movedInWords(moved)).toEqual(['2 of 1,202 move, all in Africa/Casablanca from 2030-12-01'])
  const two = judged('zone,wall\nAmerica/Edmonton,2031-01-01T09:00\nAfrica/Casablanca,2030-12-01T09:00\n')
  expect(movedInWords(two.moved)).toEqual([
    '2 of 2 move: 1 in America/Edmonton from 2031-01-01, 1 in Africa/Casablanca from 2030-12-01',
  ])
})
