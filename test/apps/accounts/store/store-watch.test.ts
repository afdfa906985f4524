// One line when the account store goes, one when it is back; an error that is none of its being away keeps its stack.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchStore } from '#apps/accounts/store/store-watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const AWAY = new Error('connect ECONNREFUSED 127.0.0.1:5432')
function watched() {
  const said: string[] = []
  const store = { isThere: false, asked: 0 }
  const say =
    (level: string) =>
    (...facts: unknown[]): void =>
      void said.push(`${level} ${String(facts.at(-1))} ${JSON.stringify(facts[0])}`)
  const watch = watchStore({
    place: 'postgres://db/tzref',
    isAway: (error) => error === AWAY,
    async ask() {
      store.asked++
      if (!store.isThere) throw AWAY
    },
    logger: { error: say('error'), warn: say('warn') },
    everyMs: 5,
  })
  return { said, store, watch }
}

test('many failures are one line, and its return is another; so again the next time', async () => {
  const { said, store, watch } = watched()
  for (let round = 0; round < 2; round++) {
    store.isThere = false
    for (let failures = 0; failures < 100; failures++) {
      watch.failed(AWAY)
      if (failures % 25 === 0) await vi.advanceTimersByTimeAsync(10)
    }
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^error the account store is away: postgres:\/\/db\/tzref; .*"problem":"connect ECONNREFUSED/,
    )
    expect(said[0]).not.toContain('stack')
    store.isThere = true
    await vi.advanceTimersByTimeAsync(5)
    expect(said).toHaveLength(2)
    expect(said[1]).toMatch(/^warn the account store is back: postgres:/)
    said.length = 0
  }
  const { asked } = store
  await vi.advanceTimersByTimeAsync(30)
  expect(store.asked).toBe(asked)
})

test('another error is told each time, with what it is', () => {
  const { said, store, watch } = watched()
  for (let failures = 0; failures < 3; failures++) watch.failed(new RangeError('of ours'))
  expect(said).toHaveLength(3)
  expect(store.asked).toBe(0)
})

test('a stopped watch says nothing more', async () => {
  const { said, store, watch } = watched()
  watch.failed(AWAY)
  watch.stop()
  store.isThere = true
  await vi.advanceTimersByTimeAsync(30)
  expect(said).toHaveLength(1)
})
