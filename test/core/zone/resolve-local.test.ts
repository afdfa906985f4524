// Local times that happen once, twice or never, in the tiny world.
import { expect, test } from 'vitest'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { instant, wall } from '../../support/worlds/moment.ts'
import { tinyZone } from '../../support/worlds/tiny-tz.ts'

const newYork = tinyZone('America/New_York')

test('noon in New York happens once', () => {
  expect(resolveLocal(newYork, wall('2026-06-01T12:00:00'))).toMatchObject({
    kind: 'unique',
    at: instant('2026-06-01T16:00:00Z'),
    interval: { type: { abbreviation: 'EDT' } },
  })
})

test('01:30 in New York happens twice on 2026-11-01: first in EDT, then in EST', () => {
  expect(resolveLocal(newYork, wall('2026-11-01T01:30:00'))).toMatchObject({
    kind: 'fold',
    earlier: instant('2026-11-01T05:30:00Z'),
    later: instant('2026-11-01T06:30:00Z'),
    before: { type: { abbreviation: 'EDT' } },
    after: { type: { abbreviation: 'EST' } },
  })
})

test('02:30 in New York never happens on 2026-03-08: it is 01:30 EST or 03:30 EDT', () => {
  expect(resolveLocal(newYork, wall('2026-03-08T02:30:00'))).toMatchObject({
    kind: 'gap',
    earlier: instant('2026-03-08T06:30:00Z'),
    later: instant('2026-03-08T07:30:00Z'),
    before: { type: { abbreviation: 'EST' } },
    after: { type: { abbreviation: 'EDT' } },
  })
})

test.each([
  ['2026-03-08T01:59:59', 'unique'],
  ['2026-03-08T02:00:00', 'gap'],
  ['2026-03-08T02:59:59', 'gap'],
  ['2026-03-08T03:00:00', 'unique'],
  ['2026-11-01T00:59:59', 'unique'],
  ['2026-11-01T01:00:00', 'fold'],
  ['2026-11-01T01:59:59', 'fold'],
  ['2026-11-01T02:00:00', 'unique'],
  // From the footer.
  ['9999-03-14T02:00:00', 'gap'],
  ['9999-11-07T01:00:00', 'fold'],
])('in New York %s is %s', (reading, kind) => {
  expect(resolveLocal(newYork, wall(reading)).kind).toBe(kind)
})

test('Lord Howe skips half an hour and repeats half an hour', () => {
  const zone = tinyZone('Australia/Lord_Howe')
  expect(resolveLocal(zone, wall('2026-10-04T02:29:59')).kind).toBe('gap')
  expect(resolveLocal(zone, wall('2026-10-04T02:30:00')).kind).toBe('unique')
  expect(resolveLocal(zone, wall('2026-04-05T01:29:59')).kind).toBe('unique')
  expect(resolveLocal(zone, wall('2026-04-05T01:30:00')).kind).toBe('fold')
})

test('a change that moves no clock makes no fold and no gap', () => {
  expect(resolveLocal(tinyZone('America/Edmonton'), wall('2026-11-01T02:00:00'))).toMatchObject({
    kind: 'unique',
    at: instant('2026-11-01T08:00:00Z'),
    interval: { type: { abbreviation: 'CST' } },
  })
})

test('a zone that skips a day has none of its hours', () => {
  const apia = compileText('Zone Test/Apia -10:00 - -10 2011 Dec 29 24:00\n  14:00 - %z\n')
  expect(resolveLocal(apia, wall('2011-12-30T00:00:00')).kind).toBe('gap')
  expect(resolveLocal(apia, wall('2011-12-30T23:59:59')).kind).toBe('gap')
  expect(resolveLocal(apia, wall('2011-12-31T00:00:00')).kind).toBe('unique')
})

test('local mean time before the first transition has no beginning', () => {
  expect(resolveLocal(newYork, wall('0001-01-01T00:00:00'))).toMatchObject({ kind: 'unique' })
})
