// How Zone and Rule lines become intervals, in cases where a simple reading differs from zic's.
import { describe, expect, test } from 'vitest'
import { typeAt } from '#core/zone/offset-at.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compileZones } from '#pipeline/compile/zones.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { instant, isoOf } from '../../support/worlds/moment.ts'

/** Each interval's start, offset in seconds, STDOFF, flag and letters. */
const shown = (zone: CompiledZone): string[] =>
  zone.typeOf.map((index, i) => {
    const type = zone.types[index]
    const start = zone.starts[i - 1]
    return `${start === undefined ? '-' : isoOf(start)} ${type?.offset} ${type?.stdoff} ${type?.isDst ? 'dst' : 'std'} ${type?.abbreviation}`
  })

describe('at an UNTIL', () => {
  test('a Rule that takes effect at that very instant is left out', () => {
    const zone = compileText(`
Rule A 1990 only - Apr 1 0:00 1:00 -
Rule A 1990 only - Oct 1 0:00 0 -
Zone Test/Town 0:00 - GMT 1990
  0:00 A GMT/BST 1990 Oct 1
  2:00 - EET
`)
    expect(shown(zone)).toEqual([
      '- 0 0 std GMT',
      '1990-04-01T00:00:00Z 3600 0 dst BST',
      '1990-09-30T23:00:00Z 7200 7200 std EET',
    ])
  })

  test('UNTIL is read with the SAVE in force just before it', () => {
    const zone = compileText(`
Rule A 1989 only - Oct 1 0:00 0 -
Rule A 1990 only - Apr 1 0:00 1:00 -
Zone Test/Town 0:00 - GMT 1990
  0:00 A GMT/BST 1990 Jul 1 0:00
  2:00 - EET
`)
    expect(shown(zone).at(-1)).toBe('1990-06-30T23:00:00Z 7200 7200 std EET')
  })

  test('a line that begins in summer starts with summer time', () => {
    const zone = compileText(`
Rule A 1980 max - Apr 1 0:00 1:00 S
Rule A 1980 max - Oct 1 0:00 0 -
Zone Test/Town 0:00 - GMT 1990 Jul 1
  1:00 A CE%sT
`)
    expect(shown(zone).slice(0, 3)).toEqual([
      '- 0 0 std GMT',
      '1990-07-01T00:00:00Z 7200 3600 dst CEST',
      '1990-09-30T22:00:00Z 3600 3600 std CET',
    ])
  })

  test('before its first Rule a line has standard time, with the letters of the first Rule for standard time', () => {
    const zone = compileText(`
Rule A 1990 max - Apr 1 0:00 1:00 S
Rule A 1990 max - Oct 1 0:00 0 W
Zone Test/Town 0:00 - GMT 1980
  1:00 A CE%sT
`)
    expect(shown(zone)[1]).toBe('1980-01-01T00:00:00Z 3600 3600 std CEWT')
  })
})

test('intervals that show the same are joined, and name the lines of both', () => {
  const zone = compileText('Zone Test/Town 1:00 - CET 1950\n  1:00 - CET 1960\n  2:00 - EET\n')
  expect(zone.starts.map(isoOf)).toEqual(['1959-12-31T23:00:00Z'])
  expect(zone.linesOf[0]?.map((index) => zone.lines[index]?.line)).toEqual([1, 2])
})

test('a change of STDOFF alone, without a change of clock, flag or letters, begins another interval', () => {
  const zone = compileText('Zone Test/Town 1:00 1:00 XST 1950\n  0:00 2:00 XST 1960\n  2:00 - EET\n')
  expect(shown(zone).map((line) => line.split(' ')[2])).toEqual(['3600', '0', '7200'])
})

test('a SAVE marked with s is standard time', () => {
  const zone = compileText('Zone Test/Town 0:00 - GMT 1950\n  0:00 1:00s CET\n')
  expect(shown(zone)[1]).toBe('1950-01-01T00:00:00Z 3600 3600 std CET')
})

test('Prague in the winter of 1946: an hour back is GMT, and standard time', () => {
  const zone = compileText(
    'Zone Europe/Prague 1:00 - CET 1946 Dec 1 3:00\n  1:00 -1:00 GMT 1947 Feb 23 2:00\n  1:00 - CET\n',
  )
  expect(shown(zone)[1]).toBe('1946-12-01T02:00:00Z 0 0 std GMT')
})

test('Morocco: the months from October 2018 to the first winter are read as summer (decision 0003)', () => {
  const zone = compileText(`
Rule Morocco 2019 only - May 5 3:00 -1:00 -
Rule Morocco 2019 only - Jun 9 2:00 0 -
Zone Africa/Casablanca 0:00 - %z 2018 Oct 28 3:00
  1:00 Morocco %z 2026 Sep 20 2:00
  0:00 - %z
`)
  expect(shown(zone)).toEqual([
    '- 0 0 std +00',
    '2018-10-28T03:00:00Z 3600 0 dst +01',
    '2019-05-05T02:00:00Z 0 0 std +00',
    '2019-06-09T02:00:00Z 3600 0 dst +01',
    '2026-09-20T01:00:00Z 0 0 std +00',
  ])
})

test('offsets print as %z in their shortest form', () => {
  const zone = compileText('Zone Test/Town 1:02:03 - %z 1950\n  -3:30 - %z 1960\n  11:00 - %z\n')
  expect(zone.types.map((type) => type.abbreviation)).toEqual(['+010203', '-0330', '+11'])
})

test('two Rules for one instant are refused, naming both', () => {
  const text =
    'Rule A 1990 max - Apr 1 0:00 1:00 S\nRule A 1995 only - Apr 1 0:00 0 -\nZone Test/Town 0:00 A GMT/BST\n'
  expect(() => compileText(text)).toThrow(
    'test:2: Rule A: in Zone Test/Town (test:3) it takes effect at the same instant as test:1',
  )
})

test.each(['G%sT', '%z', 'GMT/BST'])(
  'FORMAT %s under Rules that never lead to standard time is refused at the Zone line',
  (format) => {
    const text = `Rule A 1990 only - Apr 1 0:00 1:00 S\nZone Test/Town 0:00 - GMT 1980\n  0:00 A ${format}\n`
    expect(() => compileText(text)).toThrow(
      `test:3: Zone Test/Town: FORMAT "${format}" depends on the Rule in force, but none leads to standard time`,
    )
  },
)

test.each([
  ['Sun>=1', 'M3.1.0'],
  ['Sun>=8', 'M3.2.0'],
  ['Sun>=10', 'M3.2.5/48'],
  ['lastSun', 'M3.5.0/0'],
  ['Sun<=14', 'M3.2.0'],
  ['Sun<=25', 'M3.3.3/96'],
  ['15', 'J74'],
])('a yearly Rule on %s is %s in a footer', (on, text) => {
  const zone = compileText(
    `Rule A 1990 max - Mar ${on} 0:00 1:00 S\nRule A 1990 max - Oct 1 0:00 0 -\nZone Test/Town 0:00 - GMT 1980\n  0:00 A GMT/BST\n`,
  )
  const day = text.includes('/') ? text : `${text}/0`
  expect(zone.posixTz).toBe(`GMT0BST,${day},J274/0`)
})

test('rules that a footer cannot express make a cycle: a fifth weekday, a leap day, a time of 200 hours', () => {
  for (const when of ['Sun>=29 0:00', 'Thu<=3 0:00', '1 200:00'])
    expect(
      compileText(
        `Rule A 1990 max - Mar ${when} 1:00 S\nRule A 1990 max - Oct 1 0:00 0 -\nZone Test/Town 0:00 - GMT 1980\n  0:00 A GMT/BST\n`,
      ).footer,
      when,
    ).toEqual({ kind: 'cycle' })
})

test('a Rule that begins late is listed until it has begun (decision 0004)', () => {
  const zone = compileText(`
Rule A 2060 max - Apr 1 0:00 1:00 S
Rule A 2060 max - Oct 1 0:00 0 -
Zone Test/Town 0:00 - GMT 1980
  0:00 A GMT/BST
`)
  expect(zone.starts.at(-1)).toBe(instant('2061-09-30T23:00:00Z'))
  expect(typeAt(zone, instant('2059-07-01T00:00:00Z')).isDst).toBe(false)
  expect(typeAt(zone, instant('2500-07-01T00:00:00Z')).isDst).toBe(true)
})

test('zones are sorted by code units', () => {
  const text = 'Zone b 0 - GMT\nZone A 0 - GMT\nZone B 0 - GMT\nZone A/B 0 - GMT\nZone A-B 0 - GMT\n'
  expect(compileZones(parseTzSource([{ name: 'test', text }])).map((zone) => zone.id)).toEqual([
    'A',
    'A-B',
    'A/B',
    'B',
    'b',
  ])
})
