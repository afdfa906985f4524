// `tzref moved` at the command line: its output and its exit codes.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { encodeHistory } from '#core/artifact/history.ts'
import { CLOCKS, HISTORY, MANIFEST } from '#core/artifact/layout.ts'
import { ROOT } from '#open/program/root.ts'
import { releasesAt } from '#pipeline/assemble/release-clocks.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-moved-'))
const inFolder = (name: string): string => join(folder, name)

beforeAll(() => {
  for (const [release, { files }] of Object.entries(SMALL_RELEASES)) {
    mkdirSync(inFolder(release))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, release, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command over the two releases, with a text as standard input. */
const moved = (
  input: string,
  ...args: readonly string[]
): Promise<{ status: number; stdout: string; stderr: string }> =>
  run(input, inFolder('2030a'), inFolder('2030b'), ...args)

function run(
  input: string,
  ...args: readonly string[]
): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const given = [join(ROOT, 'tzref.js'), 'moved', ...args]
    const child = execFile(process.execPath, given, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

test('with one release, the current artifact is compared with that release of its own history', async () => {
  const dist = inFolder('dist')
  const [older, newer] = ['2030a', '2030b'].map((name) => releasesAt(inFolder(name), '')).flat()
  if (older === undefined || newer === undefined) throw new Error('two releases are needed')
  mkdirSync(join(dist, 'current'), { recursive: true })
  writeFileSync(join(dist, 'current', MANIFEST), '{}')
  writeFileSync(join(dist, 'current', CLOCKS), encodeClocks(newer))
  writeFileSync(join(dist, 'current', HISTORY), encodeHistory([older, newer]))
  const sinceThen = (release: string): Promise<{ status: number; stdout: string; stderr: string }> =>
    run('zone,wall\nAfrica/Casablanca,2030-12-01T09:00\n', release, '--dist', dist)
  expect(await sinceThen('2030a')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('1 of 1 moves, all in Africa/Casablanca from 2030-12-01'),
  })
  expect(await sinceThen('2030b')).toMatchObject({ status: 0, stdout: '0 of 1 move\n' })
  // The repository's own history has this one.
  expect(await sinceThen('2026b')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      "the current artifact's history has no release 2026b, it has 2030a to 2030b",
    ),
  })
  expect(await sinceThen(inFolder('2030a'))).toMatchObject({ status: 1 })
})

const MOVES = 'Africa/Casablanca,2030-12-01T09:00\n'

test('if nothing moves it says so and succeeds', async () => {
  expect(await moved('zone,wall\nEurope/Berlin,2030-12-01T09:00\n')).toMatchObject({
    status: 0,
    stdout: '0 of 1 move\n',
  })
})

test('moved events are reported with exit code 1; an unreadable row is misuse', async () => {
  const { status, stdout, stderr } = await moved(`zone,wall\n${MOVES}`)
  expect([status, stdout]).toEqual([
    1,
    `1 of 1 moves, all in Africa/Casablanca from 2030-12-01

line 2: Africa/Casablanca 2030-12-01T09:00:00: moved, 2030-12-01T08:00:00+00:00 → 2030-12-01T09:00:00+00:00
`,
  ])
  expect(stderr).toContain('1 of 1 events are not as they were')
  const refused = await moved('zone,wall\nEurope/Berlin,noon\n')
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('stdin: line 2: the wall is "noon"'),
  ])
})

test('as JSON each event is a line, and the summary is the last one', async () => {
  const { stdout } = await moved(`zone,wall\n${MOVES.repeat(30)}`, '--json')
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  const [summary, events] = [lines.at(-1), lines.slice(0, -1)]
  expect(summary).toMatchObject({ old: '2030a', new: '2030b', events: 30, moved: 30, gap: 0 })
  expect(summary?.['groups']).toEqual([
    {
      zone: 'Africa/Casablanca',
      verdict: 'moved',
      events: 30,
      from: '2030-12-01T09:00:00',
      until: '2030-12-01T09:00:00',
      by: [3600, 3600],
    },
  ])
  expect(events).toHaveLength(30)
})

test('text of another encoding is refused with its line, in a calendar too', async () => {
  const of = (id: string): string =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${id}\nDTSTART;TZID=Africa/Casablanca:20301201T090000\nEND:VEVENT\nEND:VCALENDAR\n`
  for (const [name, text, line] of [
    ['latin.ics', of('\u00e9'), 3],
    ['latin.csv', `id,zone,wall\n\u00e9,${MOVES}`, 2],
  ] as const) {
    writeFileSync(inFolder(name), text, 'latin1')
    const { status, stderr } = await moved('', '--file', inFolder(name))
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`line ${line}: found bytes that are not UTF-8`),
    ])
    writeFileSync(inFolder(name), text)
    expect((await moved('', '--file', inFolder(name))).status).toBe(1)
  }
})

test('a line of a calendar may be folded inside a character', async () => {
  const [before, after] = [
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:Caf',
    '\r\nDTSTART;TZID=Africa/Casablanca:20301201T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ]
  writeFileSync(inFolder('folded.ics'), `${before}\u00c3\r\n \u00a9${after}`, 'latin1')
  const { status, stdout } = await moved('', '--file', inFolder('folded.ics'))
  expect([status, stdout]).toEqual([1, expect.stringContaining('"Caf\u00e9"')])
})

test('a line of a calendar that is not read is told in every form, and no fault of one event ends the run', async () => {
  const event = (...inner: readonly string[]): string => `BEGIN:VEVENT\n${inner.join('\n')}\nEND:VEVENT\n`
  const good = event('UID:a', 'DTSTART;TZID=Africa/Casablanca:20301201T090000')
  const text = `BEGIN:VCALENDAR\n${good}${event('DTSTART; TZID=Africa/Casablanca:20301202T090000')}${event('DTSTART;TZID=:20301203T090000')}${event('STATUS:CANCELLED', 'DTSTART;TZID=Africa/Casablanca:20301204T090000')}END:VCALENDAR\n`
  const rejects = inFolder('lines.csv')
  const { status, stdout, stderr } = await moved(text, '--format', 'ics', '--rejects', rejects)
  expect([status, stdout.split('\n')[0]]).toEqual([
    3,
    '1 of 1 moves, all in Africa/Casablanca from 2030-12-01',
  ])
  expect(stdout).toContain('1 more is cancelled\n')
  expect(stdout).toContain('\n2 could not be read\n')
  expect(stderr).toContain('line 7: found "DTSTART; TZID=')
  expect(stderr).toContain('line 10: the TZID of DTSTART is empty')
  expect(readFileSync(rejects, 'utf8').split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^7,,/),
    '10,,the TZID of DTSTART is empty',
  ])
  const json = await moved(text, '--format', 'ics', '--json')
  const lines = json.stdout.trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { line: 4, verdict: 'moved' },
    { line: 7, verdict: 'unread', reason: expect.stringContaining('found "DTSTART; TZID=') },
    { line: 10, verdict: 'unread', reason: 'the TZID of DTSTART is empty' },
    { events: 1, moved: 1, cancelled: 1, replaced: 0, unread: 2 },
  ])
})

test('a calendar is known by the ending of its name', async () => {
  const file = inFolder('one.ics')
  const times = ['20300901T090000', '20301201T090000'].map(
    (time) => `BEGIN:VEVENT\nUID:${time}\nDTSTART;TZID=Africa/Casablanca:${time}\nEND:VEVENT\n`,
  )
  writeFileSync(file, `BEGIN:VCALENDAR\n${times.join('')}END:VCALENDAR\n`)
  expect((await moved('', '--file', file)).stdout).toContain(
    '1 of 2 moves, all in Africa/Casablanca from 2030-12-01\n\nline 8 "20301201T090000": Africa/Casablanca',
  )
})

test('of a Parquet file the command says how it becomes CSV', async () => {
  const file = inFolder('events.parquet')
  writeFileSync(file, 'PAR1')
  const { status, stdout, stderr } = await moved('', '--file', file)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`duckdb -c "COPY (FROM '${file}') TO '/dev/stdout' (FORMAT csv)" | `)
})

test('timestamps are read as DuckDB writes them, in the zone of its session', async () => {
  const { status, stdout } = await moved(
    'id,zone,wall,instant\na,Africa/Casablanca,2030-12-01 09:00:00,2030-12-01 03:00:00-05\nb,Europe/Berlin,,2030-12-01 03:00:00.5-05\n',
  )
  expect([status, stdout.split('\n')[0]]).toEqual([
    1,
    '1 of 2 moves, all in Africa/Casablanca from 2030-12-01',
  ])
})

test('exit codes differ for no events, events that could not be judged, and no readable input', async () => {
  for (const [input, ...args] of [
    [''],
    ['zone,wall\n'],
    ['', '--format', 'ics'],
    ['', '--format', 'ndjson'],
  ]) {
    const { status, stdout, stderr } = await moved(input ?? '', ...args)
    expect([status, stdout, stderr]).toEqual([4, '', expect.stringContaining('found no events')])
  }
  const unknown = await moved('zone,wall\nMars/Base,2031-01-01T00:00\n')
  expect([unknown.status, unknown.stderr]).toEqual([3, expect.stringContaining('1 could not be judged')])
  for (const [input, problem, ...args] of [
    ['zone,wall\rEurope/Berlin,2030-12-01T09:00\r', 'only a carriage return'],
    ['zone,wall\n', 'no calendar', '--format', 'ics'],
    ['BEGIN:VCALENDAR\nBEGIN:VTODO\n', 'the calendar was cut, or is damaged', '--format', 'ics'],
    ['', 'nothing.csv: found no such file, expected a file of events', '--file', inFolder('nothing.csv')],
    ['', `${folder}: found a directory, expected a file of events`, '--file', folder],
    ['', `${folder}: found a directory, expected a history`, '--history', folder],
    [
      '',
      'found nothing, expected a folder, to write patch.csv there',
      '--patch',
      inFolder('nowhere/patch.csv'),
    ],
    [
      '',
      'found nothing, expected a folder, to write rejects.csv there',
      '--rejects',
      inFolder('nowhere/rejects.csv'),
    ],
  ]) {
    const { status, stdout, stderr } = await moved(input ?? '', ...args)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(problem ?? '')])
  }
})

test('unreadable rows are skipped, with line, column and reason in a file; another file says what to change', async () => {
  const [rejects, patch] = [inFolder('rejects.csv'), inFolder('patch.csv')]
  const rows = `id,zone,wall
"a
""b""",Africa/Casablanca,2030-12-01T09:00
c,Europe/Berlin,noon
d,,2030-12-01T09:00
e,Europe/Berlin
\u001B[2J,Africa/Casablanca,2030-12-01T09:00
`
  const { status, stdout, stderr } = await moved(rows, '--rejects', rejects, '--patch', patch)
  expect([status, stderr]).toEqual([
    3,
    expect.stringContaining('2 of 2 events are not as they were, 3 could not be read'),
  ])
  expect(stdout).toContain('line 7 "\\u001b[2J": Africa/Casablanca')
  expect(readFileSync(rejects, 'utf8')).toBe(`line,column,reason
4,wall,"the wall is ""noon"", expected one like 2027-03-28T09:00"
5,zone,it has no zone
6,,"found 2 fields, expected 3 as in the first line"
`)
  expect(readFileSync(patch, 'utf8').split('\n').slice(0, 3)).toEqual([
    'line,id,zone,column,old,new',
    '2,"a',
    '""b""",Africa/Casablanca,instant,,2030-12-01T09:00:00+00:00',
  ])
  expect((await moved(rows, '--skip')).status).toBe(3)
})

test('after a patch is applied nothing more moves, and its "old" is the text of the row', async () => {
  const patch = inFolder('again.csv')
  const row = (instant: string): string =>
    `zone,wall,instant\nAfrica/Casablanca,2030-12-01T09:00,${instant}\n`
  for (const instant of ['2030-12-01T08:00:00Z', '1922342400', '']) {
    const { status, stderr } = await moved(row(instant), '--patch', patch)
    expect([status, stderr]).toEqual([1, expect.not.stringContaining('Apply it once')])
    const [old, changed = ''] = readFileSync(patch, 'utf8').trimEnd().split(',').slice(-2)
    expect([old, changed]).toEqual([instant, '2030-12-01T09:00:00+00:00'])
    expect((await moved(row(changed), '--patch', patch)).status).toBe(0)
    expect(readFileSync(patch, 'utf8')).toBe('line,id,zone,column,old,new\n')
  }
})

test('a patch of events with one moment says that it is to be applied once', async () => {
  const patch = inFolder('once.csv')
  const toldOnce = 'once.csv: it has 1 event with no other moment than the one it changes. Apply it once'
  const instant = 'zone,wall,instant\nAfrica/Casablanca,,1922346000\n'
  expect(await moved(instant, '--patch', patch)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(toldOnce),
  })
  expect(readFileSync(patch, 'utf8')).toContain(',instant,1922346000,2030-12-01T10:00:00+00:00\n')
  const wall = `zone,wall\n${MOVES}`
  expect((await moved(wall, '--keep', 'instant', '--patch', patch)).stderr).toContain(toldOnce)
  expect(readFileSync(patch, 'utf8')).toContain(',wall,2030-12-01T09:00,2030-12-01T08:00:00\n')
  // With the release that it was changed to, such an event is safe.
  const changed = 'zone,instant,release\nAfrica/Casablanca,2030-12-01T10:00:00+00:00,2030b\n'
  expect((await moved(changed)).status).toBe(0)
  const kept = 'zone,wall,release\nAfrica/Casablanca,2030-12-01T08:00,2030b\n'
  expect((await moved(kept, '--keep', 'instant')).status).toBe(0)
})

test('a patch keeps the zone in brackets', async () => {
  const patch = inFolder('brackets.csv')
  const text = '2030-12-01T08:00:00Z[Africa/Casablanca]'
  expect((await moved(`instant\n${text}\n`, '--patch', patch)).status).toBe(1)
  expect(readFileSync(patch, 'utf8')).toContain(`,instant,${text},2030-12-01T09:00:00Z[Africa/Casablanca]\n`)
})

test('an instant may stay, dates may have a time, and past events may be skipped', async () => {
  const patch = inFolder('kept.csv')
  const kept = await moved(`zone,wall\n${MOVES}`, '--keep', 'instant', '--patch', patch)
  expect([kept.status, kept.stdout.split('\n')[1]]).toEqual([
    1,
    '1 is shown at another wall time, all in Africa/Casablanca from 2030-12-01',
  ])
  expect(readFileSync(patch, 'utf8')).toContain(',wall,2030-12-01T09:00,2030-12-01T08:00:00\n')
  const date = 'zone,wall\nAfrica/Casablanca,2030-12-01\n'
  expect(await moved(date)).toMatchObject({
    status: 0,
    stdout: '0 of 1 move\n1 is on whole days, which cannot move\n',
  })
  expect((await moved(date, '--date-at', '09:00')).status).toBe(1)
  const past = await moved(`zone,wall\n${MOVES}`, '--since', '2031-01-01T00:00Z')
  expect([past.status, past.stdout]).toEqual([0, '0 of 0 move\n1 are past and were skipped\n'])
})

describe('a patch is whole, or the one before it stays', () => {
  const command = (patch: string): string[] => [
    join(ROOT, 'tzref.js'),
    'moved',
    inFolder('2030a'),
    inFolder('2030b'),
    '--patch',
    patch,
  ]
  /** A folder with only an older patch in it. */
  function olderPatch(name: string): { readonly place: string; readonly patch: string } {
    const place = inFolder(name)
    mkdirSync(place)
    writeFileSync(join(place, 'p.csv'), 'older')
    return { place, patch: join(place, 'p.csv') }
  }
  function expectOlder({ place, patch }: ReturnType<typeof olderPatch>): void {
    expect(readdirSync(place)).toEqual(['p.csv'])
    expect(readFileSync(patch, 'utf8')).toBe('older')
  }

  test('if a later row cannot be read', async () => {
    const older = olderPatch('unread')
    const { status } = await moved(`zone,wall\n${MOVES}Europe/Berlin,noon\n`, '--patch', older.patch)
    expect(status).toBe(2)
    expectOlder(older)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('at %s', async (signal) => {
    const older = olderPatch(signal)
    const child = spawn(process.execPath, command(older.patch), { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.write(`zone,wall\n${MOVES.repeat(5000)}`)
    await expect.poll(() => readdirSync(older.place).length).toBe(2)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expectOlder(older)
  })

  test('if the reader of the output has gone', async () => {
    const older = olderPatch('reader')
    const child = spawn(process.execPath, [...command(older.patch), '--json'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.on('error', () => undefined).end(`zone,wall\n${MOVES.repeat(50_000)}`)
    child.stdout.once('data', () => child.stdout.destroy())
    await once(child, 'exit')
    expectOlder(older)
  })

  test('if the system takes only a part of it', async () => {
    const older = olderPatch('limited')
    const child = spawn(
      'sh',
      ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, ...command(older.patch)],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    )
    let stderr = ''
    child.stderr.on('data', (text) => (stderr += String(text)))
    child.stdin.on('error', () => undefined).end(`zone,wall\n${MOVES.repeat(5000)}`)
    expect(await once(child, 'close')).toEqual([2, null])
    expect(stderr).toContain(`${older.patch}: found "EFBIG: file too large", expected a place that can be`)
    expectOlder(older)
  })
})
