// The dump of a zone as text.
import { expect, test } from 'vitest'
import { transitionDump } from '#open/verify/transition-dump.ts'
import { visibleChanges } from '#core/zone/visible-changes.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { instant } from '../../support/worlds/moment.ts'
import { tinyZone } from '../../support/worlds/tiny-tz.ts'

test('Edmonton as text: its last line moves no clock', () => {
  const lines = transitionDump(tinyZone('America/Edmonton'), instant('2400-01-01T00:00:00Z')).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'America/Edmonton',
    'Initially:           -07:33:52 standard LMT (STDOFF -07:33:52)',
    '1906-09-01T07:33:52Z -07:00:00 standard MST (STDOFF -07:00:00)',
  ])
  expect(lines.slice(-3)).toEqual([
    '2026-03-08T09:00:00Z -06:00:00 daylight MDT (STDOFF -07:00:00)',
    '2026-11-01T08:00:00Z -06:00:00 standard CST (STDOFF -06:00:00)',
    '',
  ])
})

test('a change of STDOFF alone is in the dump, but no reader of TZif could see it', () => {
  const zone = compileText('Zone Test/Town 1:00 1:00 XST 1950\n  0:00 2:00 XST\n')
  const begin = instant('1900-01-01T00:00:00Z')
  const end = instant('2000-01-01T00:00:00Z')
  expect(transitionDump(zone, end).split('\n')).toHaveLength(4)
  expect(visibleChanges(zone, begin, end)).toEqual([
    { at: null, offset: 7200, isDst: true, abbreviation: 'XST' },
  ])
})
