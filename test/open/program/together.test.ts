// Joined questions: one call for all questions of a turn of the event loop, and each question gets its own answer.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askedTogether } from '#open/program/together.ts'

test('the questions of one turn of the event loop are asked at once, and each gets its own answer', async () => {
  const asked: (readonly string[])[] = []
  const ask = askedTogether(250, async (keys: readonly string[]) => {
    asked.push(keys)
    return keys.map((key) => (key === 'none' ? null : key.toUpperCase()))
  })
  expect(await Promise.all([ask('a'), ask('b'), ask('none'), ask('a')])).toEqual(['A', 'B', null, 'A'])
  expect(await ask('c')).toBe('C')
  expect(asked).toEqual([['a', 'b', 'none', 'a'], ['c']])
})

test('a question that comes while others are being asked waits for the next call', async () => {
  const open: (() => void)[] = []
  const ask = askedTogether(250, async (keys: readonly string[]) => {
    await new Promise<void>((resolve) => open.push(resolve))
    return keys
  })
  const first = ask('a')
  await nextTurn()
  const second = ask('b')
  await nextTurn()
  expect(open.length).toBe(2)
  for (const answer of open.toReversed()) answer()
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
})

test('a call that fails fails for all its questions, and for no others', async () => {
  let isAway = true
  const ask = askedTogether(250, async (keys: readonly string[]) => {
    if (isAway) throw new Error('away')
    return keys
  })
  const asked = await Promise.allSettled([ask('a'), ask('b')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask('a')).toBe('a')
})

test('a thousand questions become several calls', async () => {
  const sizes: number[] = []
  const ask = askedTogether(250, async (keys: readonly string[]) => {
    sizes.push(keys.length)
    return keys
  })
  const keys = Array.from({ length: 1000 }, (_, index) => `${index}`)
  expect(await Promise.all(keys.map(ask))).toEqual(keys)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000)
})
