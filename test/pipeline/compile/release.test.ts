// Which names are zones, and where the other names lead.
import { describe, expect, test } from 'vitest'
import { compileRelease } from '#pipeline/compile/release.ts'
import { SourceError } from '#pipeline/source-error.ts'
import { parseTzSource, resolveLinks } from '#pipeline/parse/tz-source.ts'
import { tinyZones } from '../../support/worlds/tiny-tz.ts'

const SOURCE = { file: 'zone.tab', line: 1, text: '' }
const place = (text: string, listed: string[]) =>
  compileRelease({
    lines: parseTzSource([{ name: 'test', text }]),
    zoneTab: listed.map((id) => ({ id, country: 'AA', lat: 0, lon: 0, source: SOURCE, comment: null })),
  })

test('zone.tab and UTC are listed; Etc/GMT and the fixed offsets are zones but not listed', () => {
  expect(tinyZones.zones.map(({ compiled, isListed }) => [compiled.id, isListed])).toEqual([
    ['America/Edmonton', true],
    ['America/New_York', true],
    ['Australia/Lord_Howe', true],
    ['Etc/GMT', false],
    ['Etc/GMT+5', false],
    ['Etc/GMT-10', false],
    ['Europe/Berlin', true],
    ['Europe/Busingen', true],
    ['Europe/Dublin', true],
    ['UTC', true],
  ])
})

test('an alias stops at the first identifier of zone.tab on its chain', () => {
  expect(Object.fromEntries(tinyZones.zoneIdByAlias)).toEqual({
    EST5EDT: 'America/New_York',
    'Etc/UCT': 'UTC',
    'Etc/UTC': 'UTC',
    'Europe/Old_Busingen': 'Europe/Busingen',
    GMT: 'Etc/GMT',
    Greenwich: 'Etc/GMT',
    'US/Eastern': 'America/New_York',
    Zulu: 'UTC',
  })
})

test('an alias prefers the nearer target that a comment names', () => {
  const { zoneIdByAlias, zones } = place(
    'Zone Africa/Abidjan 0 - GMT\nZone Atlantic/Reykjavik -1 - -01\nLink Africa/Abidjan Iceland #= Atlantic/Reykjavik\n',
    ['Africa/Abidjan', 'Atlantic/Reykjavik'],
  )
  expect(zoneIdByAlias.get('Iceland')).toBe('Atlantic/Reykjavik')
  expect(zones).toHaveLength(2)
})

test('comments that name each other as nearer targets cause no endless loop', () => {
  const { zoneIdByAlias } = place('Zone A/B 0 - GMT\nLink A/B C #= D\nLink A/B D #= C\n', ['A/B'])
  expect(Object.fromEntries(zoneIdByAlias)).toEqual({ C: 'A/B', D: 'A/B' })
})

test('GMT may be the Zone and Etc/GMT the Link: Etc/GMT is the zone in either case', () => {
  const { zones, zoneIdByAlias } = place(
    'Zone GMT 0 - GMT\nLink GMT Etc/GMT\nLink GMT Greenwich\nZone UTC 0 - UTC\nLink UTC Etc/UTC\n',
    [],
  )
  expect(zones.map(({ compiled }) => compiled.id)).toEqual(['Etc/GMT', 'UTC'])
  expect(Object.fromEntries(zoneIdByAlias)).toEqual({
    'Etc/UTC': 'UTC',
    GMT: 'Etc/GMT',
    Greenwich: 'Etc/GMT',
  })
})

test('a Zone outside zone.tab that is no Link is a zone of its own, not listed', () => {
  const { zones } = place('Zone Factory 0 - -00\n', [])
  expect(zones.map(({ compiled, isListed }) => [compiled.id, isListed])).toEqual([['Factory', false]])
})

test('zone.tab must not name a zone that the release lacks', () => {
  expect(() => place('Zone A/B 0 - GMT\n', ['A/B', 'A/C'])).toThrow(SourceError)
  expect(() => place('Zone A/B 0 - GMT\n', ['A/B', 'A/C'])).toThrow(
    'zone.tab: A/C: the release has neither a Zone nor a Link of that name',
  )
})

describe('resolveLinks', () => {
  test('gives the Zone at the end and every Link line on the way', () => {
    const links = resolveLinks(
      parseTzSource([{ name: 'test', text: 'Link B A\nLink C B\nZone C 0 - GMT\n' }]),
    )
    expect(links.get('A')).toMatchObject({ target: 'C', lines: [{ line: 1 }, { line: 2 }] })
  })
})

test('a name may have more Rules than a function can have arguments', () => {
  const rules = 'Rule\tMany\t1900\tonly\t-\tJan\t1\t0:00\t0\t-\n'.repeat(200_000)
  const { zones } = place(`${rules}Zone\tUTC\t0\t-\tUTC\n`, ['UTC'])
  expect(zones.map(({ compiled }) => compiled.id)).toEqual(['UTC'])
})
