// A release whose sources are not available, made of the next newer one and of npm tzdata's JSON of both, is what its own lines make.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { encodeClocks, type ClockParts } from '#core/artifact/clocks.ts'
import { linesBefore, olderReleases } from '#pipeline/assemble/older-releases.ts'
import { compiledClocks, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { readNpmTzdata } from '#pipeline/parse/npm-tzdata.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'
import { TDATA } from '../../support/oracles/zic-oracle.ts'
import { npmTzdataOf } from '../../support/worlds/npm-tzdata.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

/** Name → its lines in the release, and in its selection of backzone where that has others. */
type Release = Readonly<Record<string, { readonly main: string; readonly backzone?: string }>>

const BASE: Release = {
  EU: {
    main: 'Rule EU 1981 max - Mar lastSun 1:00u 1:00 S\nRule EU 1996 max - Oct lastSun 1:00u 0 -',
  },
  Iran: {
    main: 'Rule Iran 1910 only - Jan 1 0:00 0 -\nRule Iran 1977 only - Mar 21 23:00 1:00 -\nRule Iran 2017 2022 - Mar 20 24:00 1:00 -\nRule Iran 2017 2022 - Sep 20 24:00 0 -',
  },
  'Asia/Tehran': {
    main: 'Zone Asia/Tehran 3:25:44 - LMT 1916\n 3:30 Iran %z 1977 Oct 20 24:00s\n 4:00 Iran %z 1979\n 3:30 Iran %z',
  },
  'Europe/Minsk': {
    main: 'Zone Europe/Minsk 1:50:16 - LMT 1880\n 2:00 EU EE%sT 2011 Mar lastSun 2:00s\n 3:00 - %z',
  },
  'Europe/Brussels': { main: 'Zone Europe/Brussels 0:17:30 - BMT 1914 Nov 8\n 1:00 EU CE%sT' },
  'Europe/Kyiv': { main: 'Zone Europe/Kyiv 2:02:04 - LMT 1880\n 2:00 EU EE%sT' },
  'Europe/Kiev': { main: 'Link Europe/Kyiv Europe/Kiev' },
  'Europe/Amsterdam': {
    main: 'Link Europe/Brussels Europe/Amsterdam',
    backzone: 'Zone Europe/Amsterdam 0:19:32 - AMT 1940 May 16 0:00s\n 1:00 EU CE%sT',
  },
  'Antarctica/Vostok': {
    main: 'Zone Antarctica/Vostok 0 - -00 1957 Dec 16\n 6:00 - %z 2023 Dec 18 2:00\n 5:00 - %z',
  },
  'America/Coyhaique': { main: 'Zone America/Coyhaique -4:48:16 - LMT 1890\n -3:00 - %z' },
  'Europe/Uzhgorod': { main: 'Link Europe/Kyiv Europe/Uzhgorod' },
}

/** What an older release had otherwise. */
const EDITS: Readonly<Record<string, (release: Release) => Release>> = {
  'a rule that goes on': (r) => ({ ...r, Iran: { main: `${r['Iran']?.main}`.replaceAll('2022', 'max') } }),
  'another rule of the past': (r) => ({
    ...r,
    Iran: { main: `${r['Iran']?.main}`.replace('Mar 21', 'May 2') },
  }),
  'another clock today': (r) => ({
    ...r,
    'Europe/Minsk': { main: `${r['Europe/Minsk']?.main}`.replace('3:00 - %z', '2:00 EU EE%sT') },
  }),
  'letters in place of %z': (r) => ({
    ...r,
    'Asia/Tehran': { main: `${r['Asia/Tehran']?.main}`.replaceAll('%z', 'IR%sT') },
  }),
  'a line less, with its UNTIL': (r) => ({
    ...r,
    'Asia/Tehran': { main: `${r['Asia/Tehran']?.main}`.replace(/\n 4:00 .*/, '') },
  }),
  'a Zone that became a Link, whose lines went to backzone': (r) => ({
    ...r,
    'Europe/Amsterdam': { main: `${r['Europe/Amsterdam']?.backzone}` },
  }),
  'a Zone that became a Link, whose lines went away': (r) => ({
    ...r,
    'Europe/Uzhgorod': { main: 'Zone Europe/Uzhgorod 1:29:12 - LMT 1890 Oct\n 2:00 EU EE%sT' },
  }),
  'a Zone with another name': ({ 'Europe/Kyiv': zone, ...r }) => ({
    ...r,
    'Europe/Kiev': { main: `${zone?.main}`.replace('Kyiv', 'Kiev') },
    'Europe/Uzhgorod': { main: 'Link Europe/Kiev Europe/Uzhgorod' },
  }),
  'a Zone less': (r) =>
    Object.fromEntries(Object.entries(r).filter(([name]) => name !== 'America/Coyhaique')),
  'another alias': (r) => ({ ...r, 'Asia/Iran': { main: 'Link Asia/Tehran Asia/Iran' } }),
  'a rule set that went away': (r) => ({
    ...r,
    Byelorus: { main: 'Rule Byelorus 1991 only - Mar lastSun 2:00s 1:00 S' },
  }),
}

const mainOf = (release: Release): string =>
  `${Object.values(release)
    .map(({ main }) => main)
    .join('\n')}\n`
const dataOf = (release: Release) => readNpmTzdata('timezone-data.json', npmTzdataOf(mainOf(release)))
const linesOf = (release: Release) =>
  parseTzSource([
    {
      name: 'lines',
      text: `${Object.values(release)
        .map(({ main, backzone }) => backzone ?? main)
        .join('\n')}\n`,
    },
  ])
const bytesOf = (lines: ReturnType<typeof linesOf>): string =>
  shown(compiledClocks({ release: 'x', lines, zoneTab: [] }))
const shown = (parts: ClockParts): string =>
  encodeClocks({ ...parts, zones: parts.zones.toSorted((one, other) => (one.id < other.id ? -1 : 1)) }).join()

describe('an older release has the lines that the data says were others', () => {
  test.each(Object.keys(EDITS))('%s', (name) => {
    const older = EDITS[name]?.(BASE) ?? BASE
    expect(mainOf(older)).not.toBe(mainOf(BASE))
    const made = linesBefore({ lines: linesOf(BASE), data: dataOf(BASE) }, dataOf(older), [])
    expect(bytesOf(made)).toBe(bytesOf(linesOf(older)))
  })

  test('any of them together, one release after the other', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.values(EDITS)), (edits) => {
        let [release, known] = [BASE, { lines: linesOf(BASE), data: dataOf(BASE) }]
        for (const edit of edits) {
          const older = edit(release)
          const data = dataOf(older)
          known = { lines: linesBefore(known, data, []), data }
          release = older
        }
        expect(bytesOf(known.lines)).toBe(bytesOf(linesOf(release)))
      }),
      { numRuns: 60 },
    )
  })

  test('a Link that became a Zone was in backzone as it had been before, where older data has it', () => {
    const zone = 'Zone Antarctica/Vostok 0 - -00 1957 Dec 16\n 6:00 - %z'
    const linked: Release = {
      ...BASE,
      'Antarctica/Vostok': { main: 'Link Asia/Tehran Antarctica/Vostok', backzone: zone },
    }
    const first: Release = { ...BASE, 'Antarctica/Vostok': { main: zone } }
    const made = linesBefore({ lines: linesOf(BASE), data: dataOf(BASE) }, dataOf(linked), [dataOf(first)])
    expect(bytesOf(made)).toBe(bytesOf(linesOf(linked)))
  })
})

const folder = mkdtempSync(join(tmpdir(), 'tzref-older-'))
afterAll(() => rmSync(folder, { recursive: true }))

const saved = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const [older, newer] = Object.values(SMALL_RELEASES).map(({ files }) => files)
if (older === undefined || newer === undefined) throw new Error('there are two small releases')
const jsonOf = (files: Readonly<Record<string, string>>): Buffer =>
  npmTzdataOf(TDATA.map((name) => (files[name] ?? '').replace(/#.*/g, '')).join('\n'))
for (const [name, text] of Object.entries(newer)) saved(name, text)
// It calls itself by the name of the release before, as the NEWS of 2026b does.
saved('NEWS', 'Release 2030a - 2030-07-08 10:00:00 -0700\n\nRelease 2030a - 2030-04-22 23:06:43 -0700\n')
const data = [saved('2030b.json', jsonOf(newer)), saved('2030a.json', jsonOf(older))] as const

test('releases of files: each as its own sources make it, with the day of the newer NEWS', () => {
  const made = olderReleases([folder, ...data, '2029z=2030a'])
  expect(made.map(({ release, releasedOn }) => [release, releasedOn])).toEqual([
    ['2030a', '2030-04-23'],
    ['2029z', null],
  ])
  const expected = shown(compileFiles(new Map(Object.entries(older))))
  for (const one of made) expect(shown({ ...one, release: '2030a' })).toBe(expected)
})

test.each([
  ['no data of the sources’ release', [folder, data[1]]],
  ['another order', [folder, data[0], '2030a=2030b', '2030c=2030a']],
  ['the clocks of a release that is not the one before', [folder, data[0], '2029a=2030a']],
  ['no data at all', [folder]],
])('is refused with what is expected: %s', (_, list) => {
  expect(() => olderReleases(list)).toThrow(
    'expected the sources of a tz release, its data file of npm tzdata',
  )
})

test.each([
  ['{"zones":{}}', 'expected the key "rules"'],
  ['{"zones":{"A/B":[["0","-","AB"]]},"rules":{}}', 'expected four columns'],
  ['{"zones":{"A/B":[["x","-","AB",null]]},"rules":{}}', 'expected a number of minutes'],
  ['{"zones":{"A/B":[["0","-","AB","soon"]]},"rules":{}}', 'expected a number of milliseconds'],
  ['{"zones":{},"rules":{"EU":[["1981"]]}}', 'expected eight columns'],
])('data that is not in the format is refused: %s', (text, words) => {
  expect(() => readNpmTzdata('2022a.json', Buffer.from(text))).toThrow(words)
})
