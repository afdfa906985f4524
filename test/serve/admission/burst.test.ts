// Facts about the burst limit of one process.
import { expect, test } from 'vitest'
import { createMemoryBurst } from '#serve/admission/burst.ts'
import { MORNING } from '../../support/worlds/account-world.ts'

test('a window of one second gives each remainder once, down to 0, then refuses', () => {
  const burst = createMemoryBurst()
  const remaining = Array.from({ length: 7 }, (_, index) => burst.take('a', 5, 1, MORNING + index * 100))
  expect(remaining.map((window) => (window.granted ? window.remaining : 'no'))).toEqual([
    4,
    3,
    2,
    1,
    0,
    'no',
    'no',
  ])
  expect(remaining[6]?.resetAt).toBe(MORNING / 1000 + 1)
})

test('a window ends with the UTC second: .999 belongs to the old one, .000 to the new', () => {
  const burst = createMemoryBurst()
  for (let count = 0; count < 5; count++) burst.take('a', 5, 1, MORNING + 999)
  expect(burst.take('a', 5, 1, MORNING + 999).granted).toBe(false)
  expect(burst.take('a', 5, 1, MORNING + 1000)).toEqual({
    granted: true,
    remaining: 4,
    resetAt: MORNING / 1000 + 2,
  })
})

test('accounts do not share a window', () => {
  const burst = createMemoryBurst()
  burst.take('a', 1, 1, MORNING)
  expect(burst.take('a', 1, 1, MORNING).granted).toBe(false)
  expect(burst.take('b', 1, 1, MORNING).granted).toBe(true)
})

test('a look at a window counts nothing', () => {
  const burst = createMemoryBurst()
  expect(burst.take('a', 5, 0, MORNING).remaining).toBe(5)
  expect(burst.take('a', 5, 1, MORNING).remaining).toBe(4)
})

test('a late request from the second before counts in the newest window', () => {
  const burst = createMemoryBurst()
  expect(burst.take('a', 2, 1, MORNING + 1000).remaining).toBe(1)
  expect(burst.take('a', 2, 1, MORNING + 999).remaining).toBe(0)
  expect(burst.take('a', 2, 1, MORNING + 1001).granted).toBe(false)
})

test('a clock that was set back an hour does not keep an account shut out for an hour', () => {
  const burst = createMemoryBurst()
  burst.take('a', 1, 1, MORNING)
  expect(burst.take('a', 1, 1, MORNING - 3_600_000).granted).toBe(true)
})

test('a plan that shrinks within the second never gives a negative remainder', () => {
  const burst = createMemoryBurst()
  for (let count = 0; count < 10; count++) burst.take('a', 25, 1, MORNING)
  expect(burst.take('a', 5, 1, MORNING)).toEqual({
    granted: false,
    remaining: 0,
    resetAt: MORNING / 1000 + 1,
  })
})

test('windows of other lengths are counted separately, for any key', () => {
  const burst = createMemoryBurst()
  const tries = Array.from({ length: 4 }, () => burst.take('192.0.2.1', 3, 1, MORNING + 5000, 900))
  expect(tries.map((window) => window.remaining)).toEqual([2, 1, 0, 0])
  expect(tries.map((window) => window.granted)).toEqual([true, true, true, false])
  expect(tries[0]?.resetAt).toBe(MORNING / 1000 + 900)
  expect(burst.take('192.0.2.1', 3, 1, MORNING + 5000).remaining).toBe(2)
  expect(burst.take('192.0.2.2', 3, 1, MORNING + 899_999, 900).remaining).toBe(2)
  expect(burst.take('192.0.2.1', 3, 0, MORNING + 899_999, 900).granted).toBe(false)
  expect(burst.take('192.0.2.1', 3, 1, MORNING + 900_000, 900).remaining).toBe(2)
})
