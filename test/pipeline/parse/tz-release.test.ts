// A whole release: its two forms, its name, and the effect of backzone.
import { expect, test } from 'vitest'
import { SourceError } from '#pipeline/source-error.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'
import { tinyTzFiles, tinyTzRelease } from '../../support/worlds/tiny-tz.ts'

const zoneTab =
  'NL\t+5222+00454\tEurope/Amsterdam\nNO\t+5955+01045\tEurope/Oslo\nSJ\t+7800+01600\tArctic/Longyearbyen\n'

/** A full release of a few lines, with every file that the Makefile names. */
const full = (changes: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries({
      version: '2026a\n',
      africa: '',
      antarctica: '',
      asia: '',
      australasia: '',
      europe: 'Zone Europe/Brussels 0 - WET\nZone Europe/Berlin 1 - CET\n',
      northamerica: '',
      southamerica: '',
      etcetera: '',
      backward:
        'Link Europe/Brussels Europe/Amsterdam\nLink Europe/Berlin Europe/Oslo\nLink Europe/Berlin Arctic/Longyearbyen\nLink Europe/Berlin Atlantic/Jan_Mayen\n',
      backzone: '',
      'zone.tab': zoneTab,
      'iso3166.tab': 'NL\tNetherlands\n',
      ...changes,
    }),
  )

const backzone = `
Rule Neth 1916 only - May 1 0:00 1:00 S
Zone Europe/Amsterdam 0:20 Neth +0020/+0120
Zone Europe/Guernsey 0 - GMT
Link Europe/Guernsey Europe/Sark
Zone Europe/Oslo 1 - CET
Link Europe/Oslo Arctic/Longyearbyen
#PACKRATLIST zone.tab Link Europe/Oslo Atlantic/Jan_Mayen
#PACKRATLIST other.tab Link Europe/Oslo Europe/Nowhere
`

test('the compact form names its release and says that it contains backzone', () => {
  expect(tinyTzRelease).toMatchObject({ release: '2026a', form: 'compact', hasBackzone: true })
  expect(tinyTzRelease.zoneTab.map((row) => row.id)).toContain('Europe/Busingen')
  expect(tinyTzRelease.iso3166[0]).toMatchObject({ country: 'AU', name: 'Australia' })
})

test('a Zone of backzone replaces a Link if zone.tab lists it, and is left out otherwise', () => {
  const { lines, form } = readTzRelease(full({ backzone }))
  expect(form).toBe('full')
  expect(lines.zones.map((zone) => zone.id)).toEqual([
    'Europe/Brussels',
    'Europe/Berlin',
    'Europe/Amsterdam',
    'Europe/Oslo',
  ])
})

test('Rules of backzone always count, and Links of backzone count if the Zone above them does', () => {
  const { lines } = readTzRelease(full({ backzone }))
  expect(lines.rules.map((rule) => rule.name)).toEqual(['Neth'])
  expect(lines.links.map((link) => link.linkName)).toEqual(['Arctic/Longyearbyen', 'Atlantic/Jan_Mayen'])
})

test('a Link of backzone leads to backzone’s Zone, not to the target of an older Link with its name', () => {
  const { lines } = readTzRelease(full({ backzone }))
  expect(lines.links.map(({ target }) => target)).toEqual(['Europe/Oslo', 'Europe/Oslo'])
})

test('a release without backzone has its Makefile’s default: the past of another zone', () => {
  const { lines, hasBackzone } = readTzRelease(full({ backzone }), 'none')
  expect([hasBackzone, lines.zones.map(({ id }) => id)]).toEqual([
    false,
    ['Europe/Brussels', 'Europe/Berlin'],
  ])
  expect(lines.links.map(({ target, linkName }) => `${linkName} ${target}`)).toEqual([
    'Europe/Amsterdam Europe/Brussels',
    'Europe/Oslo Europe/Berlin',
    'Arctic/Longyearbyen Europe/Berlin',
    'Atlantic/Jan_Mayen Europe/Berlin',
  ])
})

test('a line that #PACKRATLIST uncovers keeps its text from the file', () => {
  const { lines } = readTzRelease(full({ backzone }))
  expect(lines.links[1]?.source).toEqual({
    file: 'backzone',
    line: 8,
    text: '#PACKRATLIST zone.tab Link Europe/Oslo Atlantic/Jan_Mayen',
  })
})

test('two Zones of one name are refused, also in different files', () => {
  expect(() => readTzRelease(full({ asia: 'Zone Europe/Berlin 1 - CET\n' }))).toThrow(
    /^europe:2: Zone Europe\/Berlin: the name is defined already, at asia:1$/,
  )
})

test.each(['backward', 'backzone', 'version', 'zone.tab', 'iso3166.tab', 'asia'])(
  'a release without %s is refused',
  (name) => {
    const files = full({})
    files.delete(name)
    expect(() => readTzRelease(files)).toThrow(new RegExp(`^${name}: the release has no such file`))
  },
)

test.each([
  ['full', full({ version: 'unknown\n' }), /^version:1: "unknown" does not name a release/],
  ['compact', new Map([...tinyTzFiles, ['tzdata.zi', 'Zone A/B 0 - GMT\n']]), /^tzdata\.zi:1: /],
])('a %s release without its name is refused', (_, files, message) => {
  expect(() => readTzRelease(files)).toThrow(message)
})

test('an empty list of files is refused with a clear message', () => {
  expect(() => readTzRelease(new Map())).toThrow(SourceError)
})
