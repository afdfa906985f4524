// A release whose sources are not available has, for each zone, the clock that moment-timezone's data agrees with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { encodeHistory } from '#core/artifact/history.ts'
import { epochSeconds } from '#core/time/units.ts'
import { releaseBetween } from '#pipeline/assemble/release-between.ts'
import { compileFiles, releasesAt } from '#pipeline/assemble/release-clocks.ts'
import { readMomentData } from '#pipeline/parse/moment-data.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const dataOf = (zones: readonly string[], links: readonly string[] = []) =>
  readMomentData('latest.json', Buffer.from(JSON.stringify({ version: '2026d', zones, links })))

test('offsets, abbreviations, periods and other names of the data are read', () => {
  const data = dataOf(
    ['Asia/Kathmandu|LMT +0530 +0545|-5F.g -5u -5J|012|-21JhF.g 2EGMb.g', 'Etc/UTC|UTC|0|0|'],
    ['Asia/Kathmandu|Asia/Katmandu'],
  )
  const shownAt = (name: string, iso: string) => data.shownAt(name, epochSeconds(Date.parse(iso) / 1000))
  // 5 h 41 min 16 s until 1920, 5:30 until 1986, then 5:45; as zdump prints it.
  expect(shownAt('Asia/Kathmandu', '1919-12-31T18:18:43Z')).toEqual({ offset: 20_476, abbreviation: 'LMT' })
  expect(shownAt('Asia/Kathmandu', '1919-12-31T18:18:44Z')).toEqual({ offset: 19_800, abbreviation: '+0530' })
  expect(shownAt('Asia/Katmandu', '1985-12-31T18:29:59Z')).toEqual({ offset: 19_800, abbreviation: '+0530' })
  expect(shownAt('Asia/Katmandu', '1985-12-31T18:30:00Z')).toEqual({ offset: 20_700, abbreviation: '+0545' })
  expect(shownAt('Etc/UTC', '2037-01-01T00:00:00Z')).toEqual({ offset: 0, abbreviation: 'UTC' })
  expect(shownAt('Mars/Phobos', '2037-01-01T00:00:00Z')).toBeNull()
})

const [older, newer] = Object.values(SMALL_RELEASES).map(({ files }, index) => ({
  ...compileFiles(new Map(Object.entries(files))),
  release: ['2026c', '2026f'][index] ?? '',
}))
if (older === undefined || newer === undefined) throw new Error('there are two small releases')

test('a history is known by its content, whatever its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-history-'))
  const file = join(folder, 'any.bin')
  writeFileSync(file, encodeHistory([older, newer]))
  expect(releasesAt(file, '').map(({ release }) => release)).toEqual(['2026c', '2026f'])
  rmSync(folder, { recursive: true })
})

/** From the instants at which the two releases differ: Casablanca and Edmonton as in the newer one, Kathmandu as in the older one. */
const CASABLANCA = 'Africa/Casablanca|+01 +00|-10 0|01|2rON0'
const EDMONTON = 'America/Edmonton|MDT CST|60 60|01|2s8w0'
const KATHMANDU = 'Asia/Kathmandu|+0530 +0545|-5u -5J|01|CVuu'

test('each zone has the clock that the data agrees with', () => {
  const between = releaseBetween(dataOf([CASABLANCA, EDMONTON, KATHMANDU]), [newer, older])
  expect([between.release, between.releasedOn]).toEqual(['2026d', '2026-09-14'])
  for (const zone of between.zones) {
    const from = zone.id === 'Asia/Kathmandu' ? older : newer
    const expected = from.zones.find(({ id }) => id === zone.id)
    const bytes = [zone, expected].map((one) =>
      encodeClocks({ release: '', zones: one === undefined ? [] : [one], aliases: new Map() }).join(),
    )
    expect([zone.id, bytes[0]]).toEqual([zone.id, bytes[1]])
  }
  expect(between.aliases).toEqual(newer.aliases)
})

test.each([
  [
    'a clock of neither',
    [CASABLANCA, EDMONTON, 'Asia/Kathmandu|+06|-60|0|'],
    [older, newer],
    '2026d: Asia/Kathmandu has neither the clock of 2026c nor that of 2026f',
  ],
  [
    'no release after it',
    [CASABLANCA],
    [older],
    '2026d: expected a release before it and one after it, found 2026c',
  ],
  [
    'a zone that is gone',
    [CASABLANCA, EDMONTON, KATHMANDU],
    [older, { ...newer, zones: newer.zones.slice(1) }],
    '2026d: 2026f has fewer zones than 2026c',
  ],
] as const)('is refused with what was found: %s', (_, zones, releases, words) => {
  expect(() => releaseBetween(dataOf(zones), releases)).toThrow(words)
})

test.each([
  ['["Asia/Kathmandu|+0530 +0545|-5u -5J|01|"]', 'expected an end for each of 2 periods but the last'],
  ['["Asia/Kathmandu|+0530|-5u|012|1 1"]', 'expected a clock for each of "012"'],
  ['["Asia/Kathmandu|+0530|5:30|0|"]', 'expected a number to base 60 ("5:30")'],
])('data that is not in the format is refused: %s', (zones, words) => {
  const bytes = Buffer.from(`{"version":"2026d","zones":${zones},"links":[]}`)
  expect(() => readMomentData('latest.json', bytes)).toThrow(words)
})
