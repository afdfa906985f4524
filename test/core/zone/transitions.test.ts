// Transitions one after another, forwards and backwards, across the footer.
import { expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import {
  latestTransition,
  nextTransition,
  transitionsAfter,
  transitionsBefore,
} from '#core/zone/transitions.ts'
import { instant, isoOf } from '../../support/worlds/moment.ts'
import { tinyZone } from '../../support/worlds/tiny-tz.ts'

const newYork = tinyZone('America/New_York')

function take<T>(count: number, items: Iterable<T>): T[] {
  const taken: T[] = []
  for (const item of items) {
    if (taken.length === count) break
    taken.push(item)
  }
  return taken
}

test('the transitions of the footer follow the listed ones', () => {
  const transitions = take(3, transitionsAfter(newYork, instant('2037-06-01T00:00:00Z')))
  expect(transitions.map(({ at }) => isoOf(at))).toEqual([
    '2037-11-01T06:00:00Z',
    '2038-03-14T07:00:00Z',
    '2038-11-07T06:00:00Z',
  ])
  expect(transitions.map(({ before, after }) => [before.type.abbreviation, after.type.abbreviation])).toEqual(
    [
      ['EDT', 'EST'],
      ['EST', 'EDT'],
      ['EDT', 'EST'],
    ],
  )
})

test('backwards they are the same', () => {
  const end = instant('2040-06-01T00:00:00Z')
  const back = [...transitionsBefore(newYork, end)].map(({ at }) => at)
  const forth: number[] = []
  for (const { at } of transitionsAfter(newYork, epochSeconds(-1e12))) {
    if (at > end) break
    forth.push(at)
  }
  expect(back.toReversed()).toEqual(forth)
  expect(forth[0]).toBe(instant('1883-11-18T17:00:00Z'))
})

test('a transition at the instant itself counts as past', () => {
  const at = instant('2026-03-08T07:00:00Z')
  expect(latestTransition(newYork, at)?.at).toBe(at)
  expect(nextTransition(newYork, at)?.at).toBe(instant('2026-11-01T06:00:00Z'))
})

test('a zone that never changes has no transitions', () => {
  const utc = tinyZone('UTC')
  expect(nextTransition(utc, instant('2026-01-01T00:00:00Z'))).toBeNull()
  expect(latestTransition(utc, instant('2026-01-01T00:00:00Z'))).toBeNull()
})
