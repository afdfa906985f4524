// Rounds: of a crowd a few begin in each round of the event loop, in order; whoever comes alone begins at once.
import { expect, test } from 'vitest'
import { createRounds } from '#serve/http/rounds.ts'

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('of a thousand at once a few begin in a round, in their order', async () => {
  const rounds = createRounds(4)
  const begun: number[] = []
  for (let n = 0; n < 1000; n++) rounds.begin(() => begun.push(n))
  expect(begun).toEqual([0, 1, 2, 3])
  expect(rounds.waiting()).toBe(996)
  for (let before = 4; begun.length < 1000; before = begun.length) {
    await round()
    expect(begun.length - before).toBeGreaterThan(0)
    expect(begun.length - before).toBeLessThanOrEqual(8)
  }
  expect(begun).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  expect(rounds.waiting()).toBe(0)
})

test('who comes while others wait waits behind them; with nobody there, nobody waits', async () => {
  const rounds = createRounds(1)
  const begun: string[] = []
  expect(rounds.begin(() => begun.push('one'))).toBe(true)
  expect(rounds.begin(() => rounds.begin(() => begun.push('three')))).toBe(false)
  expect(rounds.begin(() => begun.push('two'))).toBe(false)
  while (begun.length < 3) await round()
  expect(begun).toEqual(['one', 'two', 'three'])
  await round()
  await round()
  expect(rounds.begin(() => begun.push('alone'))).toBe(true)
})
