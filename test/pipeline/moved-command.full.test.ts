// `tzref moved` as it is run: what it prints, and the exit code that a pipeline goes by.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { SMALL_RELEASES } from '../support/small-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-moved-'))
const inFolder = (name: string): string => join(folder, name)

beforeAll(() => {
  for (const [release, { files }] of Object.entries(SMALL_RELEASES)) {
    mkdirSync(inFolder(release))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, release, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs it on a text as standard input. */
function moved(
  input: string,
  ...args: readonly string[]
): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const given = [join(ROOT, 'tzref.js'), 'moved', inFolder('2030a'), inFolder('2030b'), ...args]
    const child = execFile(process.execPath, given, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

const MOVES = 'Africa/Casablanca,2030-12-01T09:00\n'

test('where nothing moves it says so and succeeds', async () => {
  expect(await moved('zone,wall\nEurope/Berlin,2030-12-01T09:00\n')).toMatchObject({
    status: 0,
    stdout: '0 of 1 move\n',
  })
})

test('what moves is told and is a failure; a misread row is misuse', async () => {
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

test('as JSON the summary is the first line, and each event one more', async () => {
  const { stdout } = await moved(`zone,wall\n${MOVES.repeat(30)}`, '--json')
  const [summary, ...events] = stdout
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
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

test('a calendar is read by its ending', async () => {
  const file = inFolder('one.ics')
  const times = ['20300901T090000', '20301201T090000'].map(
    (time) => `BEGIN:VEVENT\nUID:${time}\nDTSTART;TZID=Africa/Casablanca:${time}\nEND:VEVENT\n`,
  )
  writeFileSync(file, `BEGIN:VCALENDAR\n${times.join('')}END:VCALENDAR\n`)
  expect((await moved('', '--file', file)).stdout).toContain(
    '1 of 2 moves, all in Africa/Casablanca from 2030-12-01\n\nline 8 "20301201T090000": Africa/Casablanca',
  )
})

test('a Parquet file is read by its ending, and one of something else is misuse', async () => {
  const file = inFolder('events.parquet')
  const columnData = [
    { name: 'zone', data: ['Europe/Berlin', 'Africa/Casablanca'] },
    { name: 'wall', data: ['2030-12-01T09:00', '2030-12-01T09:00'] },
  ]
  writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData })))
  const { status, stdout } = await moved('', '--file', file)
  expect([status, stdout.split('\n')[0]]).toEqual([
    1,
    '1 of 2 moves, all in Africa/Casablanca from 2030-12-01',
  ])
  const refused = await moved('zone,wall\n', '--format', 'parquet')
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('stdin: no Parquet')])
})
