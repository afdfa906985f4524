// Rounds: in each round of the event loop a few of a crowd begin, in order; a single request begins at once.
import { expect, test } from 'vitest'
import { createRounds, type Rounds, type Waiter } from '#serve/http/rounds.ts'

/** Does a piece of work now or later. Returns whether it was now. */
function begin(rounds: Rounds, work: () => void): boolean {
  const isNow = rounds.hasRoom()
  if (isNow) work()
  else rounds.wait(work)
  return isNow
}

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a few of a thousand begin in each round, in order', async () => {
  const rounds = createRounds(4)
  const begun: number[] = []
  for (let n = 0; n < 1000; n++) begin(rounds, () => begun.push(n))
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

test('work waits behind earlier work, and does not wait if there is none', async () => {
  const rounds = createRounds(1)
  const begun: string[] = []
  expect(begin(rounds, () => begun.push('one'))).toBe(true)
  expect(begin(rounds, () => begin(rounds, () => begun.push('three')))).toBe(false)
  expect(begin(rounds, () => begun.push('two'))).toBe(false)
  while (begun.length < 3) await round()
  expect(begun).toEqual(['one', 'two', 'three'])
  await round()
  await round()
  expect(begin(rounds, () => begun.push('alone'))).toBe(true)
})

/** Resolves in a round, but never for a waiter that has gone by then. */
const waitIn = (rounds: Rounds) => (waiter?: Waiter) =>
  new Promise<void>((resolve) => rounds.wait(resolve, waiter))

test('with a pause between two rounds nothing begins sooner', async () => {
  const wait = waitIn(createRounds(1, 20))
  const began = performance.now()
  await Promise.all(Array.from({ length: 6 }, () => wait()))
  // A timer may fire a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(5 * 19)
})

test('work of a closed connection takes no room from later work', async () => {
  const wait = waitIn(createRounds(1, 20))
  const begun: string[] = []
  const gone = { isEnded: false }
  void wait().then(() => begun.push('first'))
  for (let n = 0; n < 500; n++) void wait(gone).then(() => begun.push('gone'))
  const last = wait().then(() => begun.push('last'))
  gone.isEnded = true
  const began = performance.now()
  await last
  expect(begun).toEqual(['first', 'last'])
  // Five hundred rounds would take ten seconds.
  expect(performance.now() - began).toBeLessThan(2000)
})

test('work that waits again goes to the end, and alone has a round too', async () => {
  const wait = waitIn(createRounds(1))
  await wait()
  const begun: string[] = []
  const twice = async (): Promise<void> => {
    await wait()
    begun.push('first')
    await wait()
    begun.push('again')
  }
  await Promise.all([twice(), wait().then(() => begun.push('second'))])
  expect(begun).toEqual(['first', 'second', 'again'])
})
