// Facts about the tokens of /convert.
import { expect, test } from 'vitest'
import { offsetSeconds } from '#core/time/units.ts'
import { fixedOffsetId, readLocationToken } from '#core/ask/location-token.ts'

const offset = (seconds: number, said: 'UTC' | 'GMT' = 'UTC') => ({ kind: 'offset', offset: seconds, said })

test.each([
  ['UTC+3', offset(10_800)],
  ['utc+03', offset(10_800)],
  ['UTC 3', offset(10_800)],
  ['GMT+3', offset(10_800, 'GMT')],
  ['GMT 3', offset(10_800, 'GMT')],
  ['UTC-3', offset(-10_800)],
  ['UTC+05:30', offset(19_800)],
  ['UTC+0530', offset(19_800)],
  ['+05:30', offset(19_800)],
  [' 05:30', offset(19_800)],
  ['-03:30', offset(-12_600)],
  ['UTC+14', offset(50_400)],
  ['UTC-12', offset(-43_200)],
  ['UTC-0', offset(0)],
  ['UTC±0', offset(0)],
  ['±00:00', offset(0)],
  ['+5', offset(18_000)],
  ['-3', offset(-10_800)],
  ['+0530', offset(19_800)],
  ['UTC+5:30', offset(19_800)],
  ['UTC+5.5', offset(19_800)],
  ['UTC + 3', offset(10_800)],
  ['UTC   3', offset(10_800)],
  ['GMT -3', offset(-10_800, 'GMT')],
  ['UTC−3', offset(-10_800)],
  ['UTC–03:30', offset(-12_600)],
  ['(UTC+01:00)', offset(3600)],
  ['GMT+0', offset(0, 'GMT')],
])('%j is an offset', (token, expected) => expect(readLocationToken(token)).toEqual(expected))

test.each(['5', '+530', 'UTC3', '(UTC', '05:30'])('%j is no offset', (token) =>
  expect(readLocationToken(token).kind).toBe('name'),
)

test.each([
  'UTC+15',
  'UTC+',
  'UTC-13',
  'UTC−13',
  'UTC-12:30',
  'UTC+05:60',
  'UTC±1',
  'UTC+5.33',
  'UTC+5:30:00',
  'UTC+530',
  '(GMT+15:00)',
])('%j is an offset that no clock keeps, and nothing else', (token) =>
  expect(readLocationToken(token)).toEqual({ kind: 'nothing' }),
)

test.each([
  ['Europe/Paris', 'Europe/Paris'],
  ['  america/new_york ', 'america/new_york'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['Etc/GMT 3', 'Etc/GMT+3'],
  ['Etc/GMT-3', 'Etc/GMT-3'],
  ['z', 'UTC'],
  ['Zulu', 'UTC'],
  ['gmt', 'Etc/GMT'],
  ['Greenwich', 'Etc/GMT'],
])('%j is the zone %s and nothing else', (token, identifier) =>
  expect(readLocationToken(token)).toEqual({ kind: 'zone', identifier }),
)

test('anything else is a name', () => {
  expect(readLocationToken(' New  York ')).toEqual({ kind: 'name' })
})

test('names that objects have of themselves are names', () => {
  for (const token of ['constructor', '__proto__', 'toString'])
    expect(readLocationToken(token).kind).toBe('name')
})

test.each(['  ', `(UTC+01:00) ${'('.repeat(16_000)}`])('%.20j is nothing', (token) =>
  expect(readLocationToken(token)).toEqual({ kind: 'nothing' }),
)

test('whole hours go by Etc identifiers with the sign inverted, other offsets by themselves', () => {
  expect(fixedOffsetId(offsetSeconds(18_000), 'UTC')).toBe('Etc/GMT-5')
  expect(fixedOffsetId(offsetSeconds(-18_000), 'GMT')).toBe('Etc/GMT+5')
  expect(fixedOffsetId(offsetSeconds(19_800), 'UTC')).toBe('+05:30')
  expect(fixedOffsetId(offsetSeconds(-12_600), 'UTC')).toBe('-03:30')
  expect(fixedOffsetId(offsetSeconds(0), 'UTC')).toBe('UTC')
  expect(fixedOffsetId(offsetSeconds(0), 'GMT')).toBe('Etc/GMT')
})

test.each([
  ['(UTC+01:00) Amsterdam, Berlin', 3600, ['Amsterdam', 'Berlin']],
  ['Lima, Quito (GMT-05:00)', -18_000, ['Lima', 'Quito']],
  ['UTC-10:00 - Adak, Alaska', -36_000, ['Adak', 'Alaska']],
  ['[UTC + 12:45] Chatham Islands Time', 45_900, ['Chatham Islands Time']],
  ['UTC+05:45: Nepal Time (NPT)', 20_700, ['Nepal Time (NPT)']],
  ['UTC+1 (CET)', 3600, ['CET']],
  ['Paris | +01:00', 3600, ['Paris']],
  ['Paris (Europe Time, GMT+01:00)', 3600, ['Paris (Europe Time)']],
])('%j is an offset with names', (text, seconds, names) =>
  expect(readLocationToken(text)).toEqual({ kind: 'list', offset: seconds, names }),
)

test.each(['Etc/GMT+5', 'Foo (UTC-13)', 'San Juan 3', '747-400', 'London (UTC)'])(
  '%j is no offset with names',
  (text) => expect(readLocationToken(text).kind).not.toBe('list'),
)
