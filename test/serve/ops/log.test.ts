// The log: lines of requests are collected, and stay in the order of events.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '#serve/ops/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened(level = 'info') {
  const writes: string[] = []
  const { logger, line } = openLog(level, { write: (text) => writes.push(text) })
  return { logger, line, writes }
}

test('log lines of requests are written together, a quarter of a second after the first', () => {
  const { line, writes } = opened()
  line?.('one\n')
  vi.advanceTimersByTime(200)
  line?.('two\n')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(50)
  expect(writes).toEqual(['one\ntwo\n'])
  line?.('three\n')
  vi.advanceTimersByTime(250)
  expect(writes).toEqual(['one\ntwo\n', 'three\n'])
})

test('many lines are written at once', () => {
  const { line, writes } = opened()
  for (let count = 0; count < 17; count++) line?.('x'.repeat(1000))
  expect(writes.join('')).toHaveLength(17_000)
})

test('other events are written at once, after the lines before them', () => {
  const { line, logger, writes } = opened()
  line?.('before\n')
  logger.error('the store is away')
  expect(writes[0]).toBe('before\n')
  expect(writes[1]).toContain('"msg":"the store is away"')
})

test('a level above info has no lines of requests', () => {
  expect(opened('warn').line).toBeNull()
  expect(opened('debug').line).not.toBeNull()
})
