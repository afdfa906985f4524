// What `cached` keeps and for how long: the present state, and one state of another instant.
import { expect, test } from 'vitest'
import { cached } from '#core/ask/cached.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'

/** Notes each state that is made. A state is valid for a hundred seconds. */
function counting() {
  const made: [string, number][] = []
  const stateOf = cached((thing: { readonly name: string }, at) => {
    made.push([thing.name, at])
    const from = Math.floor(at / 100) * 100
    return { from, until: from + 100 }
  })
  return { made, stateOf }
}

const seconds = (value: number): EpochSeconds => epochSeconds(value)
const zone = { name: 'a' }

test('a state is made once for all instants that it is true at', () => {
  const { made, stateOf } = counting()
  const state = stateOf(zone, seconds(100))
  expect(stateOf(zone, seconds(199))).toBe(state)
  expect(stateOf(zone, seconds(200))).not.toBe(state)
  expect(made).toEqual([
    ['a', 100],
    ['a', 200],
  ])
})

test('questions about other instants never drive out the present', () => {
  const { made, stateOf } = counting()
  const now = seconds(1000)
  const present = stateOf(zone, now)
  for (const at of [0, 300, 500, 0, 2000]) stateOf(zone, seconds(at), now)
  expect(stateOf(zone, now)).toBe(present)
  expect(made).toHaveLength(6)
})

test('the present and one other instant in turns make two states', () => {
  const { made, stateOf } = counting()
  const now = seconds(1000)
  for (let turn = 0; turn < 10; turn++) {
    stateOf(zone, seconds(0), now)
    stateOf(zone, now)
  }
  expect(made).toHaveLength(2)
})

test('an instant that lies in the present state is answered from it, and things are kept apart', () => {
  const { made, stateOf } = counting()
  const now = seconds(1000)
  const present = stateOf(zone, now)
  expect(stateOf(zone, seconds(1050), now)).toBe(present)
  expect(stateOf({ name: 'b' }, now)).not.toBe(present)
  expect(made).toHaveLength(2)
})
