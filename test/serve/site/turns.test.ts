// Turns of the site: a crowd is begun a few at a time, in order, and whatever else the loop has to do comes in between.
import { expect, test } from 'vitest'
import { createTurns } from '#serve/site/turns.ts'

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('of a thousand at once a few begin in each round of the event loop, in their order', async () => {
  const turn = createTurns(4)
  const begun: number[] = []
  const all = Array.from({ length: 1000 }, (_, number) => turn().then(() => begun.push(number)))
  expect(begun).toEqual([])
  let most = 0
  let rounds = 0
  for (let before = 0; begun.length < 1000; before = begun.length) {
    await round()
    most = Math.max(most, begun.length - before)
    rounds++
  }
  await Promise.all(all)
  expect(begun).toEqual(Array.from({ length: 1000 }, (_, number) => number))
  expect(most).toBeLessThanOrEqual(8)
  expect(rounds).toBeGreaterThanOrEqual(125)
})

test('with a time between them nobody begins sooner', async () => {
  const turn = createTurns(1, 20)
  const began = performance.now()
  await Promise.all(Array.from({ length: 6 }, turn))
  // A timer may come a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(5 * 19)
})

test('who comes later has a turn too, alone as well as behind others', async () => {
  const turn = createTurns(1)
  await turn()
  const begun: string[] = []
  const twice = async (): Promise<void> => {
    await turn()
    begun.push('first')
    await turn()
    begun.push('again')
  }
  await Promise.all([twice(), turn().then(() => begun.push('second'))])
  expect(begun).toEqual(['first', 'second', 'again'])
})
