// When a process counts as overloaded: after a crowd in one turn of the event loop or several late rounds in a row, not one late round.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { watchOverload, type OverloadWatch } from '#serve/ops/overload.ts'

let watch: OverloadWatch
afterEach(() => watch.stop())

test('requests after half a second of one turn of the event loop are refused, and the next turn begins again', async () => {
  let now = 0
  watch = watchOverload(() => now)
  const refused: boolean[] = []
  for (; now <= 800; now += 100) refused.push(watch.isOverloaded())
  expect(refused).toEqual([false, false, false, false, false, false, true, true, true])
  await nextTurn()
  expect(watch.isOverloaded()).toBe(false)
})

test('one late round is no overload, two in a row are one, and a punctual round ends it', async () => {
  let late = 0
  watch = watchOverload(() => performance.now() + late)
  const rounds: boolean[] = []
  for (const stall of [5000, 0, 1500, 1500, 0]) {
    late += stall
    await pause(260)
    rounds.push(watch.isOverloaded())
  }
  expect(rounds[0]).toBe(false)
  expect(rounds.slice(2)).toContain(true)
  await expect.poll(() => watch.isOverloaded()).toBe(false)
})
