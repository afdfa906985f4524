// Queries that are joined: one for all keys of a turn of the event loop, each with its own answer.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askedTogether } from '#serve/accounts/together.ts'

test('the keys of one turn of the event loop become one query, each key once', async () => {
  const questions: (readonly string[])[] = []
  const ask = askedTogether(async (keys) => {
    questions.push(keys)
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
  })
  expect(await Promise.all([ask('a'), ask('b'), ask('none'), ask('a')])).toEqual(['A', 'B', null, 'A'])
  expect(await ask('c')).toBe('C')
  expect(questions).toEqual([['a', 'b', 'none'], ['c']])
})

test('a key that is asked for during a query is in the next one', async () => {
  const open: (() => void)[] = []
  const ask = askedTogether(async (keys) => {
    await new Promise<void>((resolve) => open.push(resolve))
    return new Map(keys.map((key) => [key, key]))
  })
  const first = ask('a')
  await nextTurn()
  const second = ask('b')
  await nextTurn()
  expect(open.length).toBe(2)
  for (const answer of open.toReversed()) answer()
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
})

test('a query that fails fails for all its keys, and for no others', async () => {
  let isAway = true
  const ask = askedTogether(async (keys) => {
    if (isAway) throw new Error('away')
    return new Map(keys.map((key) => [key, key]))
  })
  const asked = await Promise.allSettled([ask('a'), ask('b')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask('a')).toBe('a')
})

test('a thousand keys become several queries', async () => {
  const sizes: number[] = []
  const ask = askedTogether(async (keys) => {
    sizes.push(keys.length)
    return new Map(keys.map((key) => [key, key]))
  })
  const keys = Array.from({ length: 1000 }, (_, index) => `${index}`)
  expect(await Promise.all(keys.map(ask))).toEqual(keys)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000)
})
