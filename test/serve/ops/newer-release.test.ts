// "A newer release is out": a server asks once a day, also across restarts, here on loopback; without an answer it knows nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isNewer, type NewerRelease, watchNewerRelease } from '#serve/ops/newer-release.ts'
import { fails, serves, upstreamServer, type UpstreamServer } from '../../support/servers/upstream-server.ts'

const DAY = 86_400_000
let server: UpstreamServer
let dist = ''
let now = 0
let watches: NewerRelease[] = []
let warned: string[] = []
let informed = 0
beforeEach(async () => {
  server = await upstreamServer()
  dist = mkdtempSync(join(tmpdir(), 'tzref-newer-'))
  now = Date.UTC(2030, 0)
  watches = []
  warned = []
  informed = 0
})
afterEach(async () => {
  for (const { stop } of watches) stop()
  await server.close()
  rmSync(dist, { recursive: true })
})

/** A new start of a server with 2030b. */
function start(artifactId = '2030b-none-01234567'): NewerRelease {
  const watch = watchNewerRelease({
    dist,
    url: `${server.url}/version`,
    artifactId: () => artifactId,
    nowMs: () => now,
    logger: { info: () => void informed++, warn: (text: unknown) => void warned.push(String(text)) },
    firstAfterMs: 1,
  })
  watches.push(watch)
  return watch
}
/** Whether an answer is in the folder: its time is there, also where its release is no news. */
const isHeard = (): boolean => readFileSync(join(dist, '.newest'), 'utf8').includes('heard_at')
const offer = (text: string): void => void server.answers.set('/version', serves(Buffer.from(text)))
const settled = { timeout: 60_000 }

test('a newer release is named in the log; the server asks once a day, also over restarts', async () => {
  offer('2030c\n')
  const one = start()
  await expect.poll(one.newer, settled).toBe('2030c')
  await expect.poll(() => warned, settled).toEqual([expect.stringContaining('2030c is out')])
  now += DAY - 1
  const two = start()
  await expect.poll(() => warned.length, settled).toBe(2)
  expect([two.newer(), server.requests.length]).toEqual(['2030c', 1])
  now += 1
  offer('2030d\n')
  const three = start()
  await expect.poll(three.newer, settled).toBe('2030d')
  expect(server.requests.length).toBe(2)
  // The served release may be newer than the newest one the server heard of.
  expect(start('2031a-none-01234567').newer()).toBeNull()
})

test.each([
  ['the same release', '2030b\n', null],
  ['an older one', '2030a\n', null],
  ['no release', '<html>2031a</html>', null],
  ['much', `2031a${'x'.repeat(100_000)}`, null],
  ['another year', '2031a', '2031a'],
])('%s', async (_what, text, expected) => {
  offer(text)
  const watch = start()
  await expect.poll(() => server.requests.length, settled).toBe(1)
  if (expected !== null) await expect.poll(watch.newer, settled).toBe(expected)
  else await expect.poll(() => informed > 0 || isHeard(), settled).toBe(true)
  expect(watch.newer()).toBe(expected)
})

test('a server that fails or is missing: nothing is known, a line in the log, and the next try is tomorrow', async () => {
  server.answers.set('/version', fails(500))
  const one = start()
  await expect.poll(() => informed, settled).toBe(1)
  await server.close()
  now += DAY
  const two = start()
  await expect.poll(() => informed, settled).toBe(2)
  expect([one.newer(), two.newer(), warned]).toEqual([null, null, []])
})

test('an incomplete note or one from the future is ignored', async () => {
  offer('2030c')
  writeFileSync(join(dist, '.newest'), '{"asked_at":')
  await expect.poll(start().newer, settled).toBe('2030c')
  writeFileSync(join(dist, '.newest'), JSON.stringify({ asked_at: now + DAY, newest: '2030z' }))
  start()
  await expect.poll(() => server.requests.length, settled).toBe(2)
})

test('releases are compared in their order', () => {
  expect(isNewer('2026b', '2026a')).toBe(true)
  expect(isNewer('2027a', '2026z')).toBe(true)
  expect(isNewer('2026za', '2026z')).toBe(true)
  expect(isNewer('2026b', '2026b')).toBe(false)
  expect(isNewer('2026z', '2026za')).toBe(false)
})
