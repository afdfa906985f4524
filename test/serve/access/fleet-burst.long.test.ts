// The burst limit of a fleet on a real Redis: exact over several servers, open while Redis is away, exact again afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Redis } from 'ioredis'
import type { BurstWindow } from '#serve/admission/burst.ts'
import { type FleetBurst, type FleetState, openFleetBurst } from '#serve/access/fleet-burst.ts'
import { leftOut } from '../../support/left-out.ts'
import { hasRedis, redisServer } from '../../support/servers/redis.ts'

if (!hasRedis()) leftOut('the burst limit of a fleet', 'Debian\'s package "redis-server"')

test('an address with another scheme is misuse, and the error does not show its password', async () => {
  const opening = openFleetBurst({ address: 'http://a:secret@h' })
  await expect(opening).rejects.toThrow(/found "http:\/\/a:\*\*\*@h\/", expected redis:\/\//)
})

test('a service without its limits store starts with the limits of its process', async () => {
  const reasons: unknown[] = []
  const burst = await openFleetBurst({
    address: 'unix:///nowhere/redis.sock',
    onState: (_state, error) => reasons.push(error),
  })
  expect(burst.state()).toBe('local')
  expect(String(reasons)).toContain('ENOENT')
  const windows = Array.from({ length: 3 }, () => burst.take('a', 2, 1, 0))
  expect(windows).toMatchObject([{ remaining: 1 }, { remaining: 0 }, { granted: false }])
  await burst.close()
})

test.each([
  ['+OK', 'found "OK"'],
  ['*1\r\n:1', 'found [1]'],
  ['*3\r\n:1\r\n$1\r\nx\r\n:3', 'found [1,"x",3]'],
  ['*3\r\n:7\r\n:1\r\n:1', 'found [7,1,1]'],
  ['-NOAUTH Authentication required.', 'NOAUTH'],
])(
  'a store that answers %j does not count, and the reason says so: no limit becomes NaN',
  async (reply, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-odd-'))
    const odd = createServer((socket) => {
      socket.on('data', (chunk) => {
        // The client sends several commands at once, and each gets an answer.
        for (const [command] of chunk.toString().matchAll(/^\*\d+\r\n\$\d+\r\n\w+/gm)) {
          const isInfo = /\binfo$/i.test(command) && !reply.startsWith('-')
          socket.write(isInfo ? '$0\r\n\r\n' : `${reply}\r\n`)
        }
      })
      socket.on('error', () => undefined)
    })
    const path = join(folder, 'odd.sock')
    await new Promise<void>((resolve) => odd.listen(path, resolve))
    const reasons: unknown[] = []
    const onState = (_state: FleetState, error: unknown) => reasons.push(error)
    const burst = await openFleetBurst({ address: `unix://${path}`, onState })
    expect(burst.state()).toBe('local')
    expect(String(reasons)).toContain(reason)
    expect(await burst.take('a', 2, 1, 1000)).toEqual({ granted: true, remaining: 1, resetAt: 2 })
    await burst.close()
    odd.close()
    rmSync(folder, { recursive: true })
  },
)

/** Makes every server take as fast as it can, `lanes` at a time, until told to stop. */
function loadOf(
  fleet: FleetBurst[],
  accountId: string,
  limit: number,
  lanes: number,
): () => Promise<BurstWindow[]> {
  const load = { isOver: false }
  const windows: BurstWindow[] = []
  const run = async (burst: FleetBurst): Promise<void> => {
    while (!load.isOver) {
      windows.push(await burst.take(accountId, limit, 1, Date.now()))
      // Local answers come at once. Without this turn of the loop, no timer would ever run.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const all = fleet.flatMap((burst) => Array.from({ length: lanes }, () => run(burst)))
  return async () => {
    load.isOver = true
    await Promise.all(all)
    return windows
  }
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** The granted remainders of each window, in order. */
function byWindow(windows: BurstWindow[]): Map<number, number[]> {
  const granted = new Map<number, number[]>()
  for (const window of windows.filter((one) => one.granted)) {
    granted.set(window.resetAt, [...(granted.get(window.resetAt) ?? []), window.remaining])
  }
  for (const remaining of granted.values()) remaining.sort((a, b) => b - a)
  return granted
}
const countdown = (limit: number): number[] => Array.from({ length: limit }, (_, index) => limit - 1 - index)

describe.skipIf(!hasRedis())('on Redis', () => {
  const redis = redisServer()
  beforeAll(() => redis.start())
  afterAll(() => redis.remove())

  const fleetOf = (size: number, states: FleetState[] = []): Promise<FleetBurst[]> =>
    Promise.all(
      Array.from({ length: size }, () =>
        openFleetBurst({ address: redis.address, onState: (state) => states.push(state) }),
      ),
    )

  test('in every window over four servers each remainder from q−1 to 0 is given exactly once', async () => {
    const fleet = await fleetOf(4)
    const stop = loadOf(fleet, 'acc_exact', 100, 8)
    await pause(3300)
    const windows = await stop()
    const granted = byWindow(windows)
    expect(granted.size).toBeGreaterThanOrEqual(4)
    expect(windows.length).toBeGreaterThan(granted.size * 100 * 2)
    for (const remaining of granted.values()) expect(remaining).toEqual(countdown(100))
    await Promise.all(fleet.map((burst) => burst.close()))
  })

  test('requests of one turn of the event loop go together: each gets its answer, in order', async () => {
    const [burst] = await fleetOf(1)
    const client = new Redis({ path: redis.address.slice('unix://'.length) })
    await client.config('RESETSTAT')
    const windows = await Promise.all(
      Array.from({ length: 1200 }, async (_, at) =>
        burst?.take(`acc_turn_${at % 400}`, 2, at % 400 < 200 ? 1 : 0, 0, 3600),
      ),
    )
    // The third take of an account is refused. Looks do not count, so they always have the full remainder.
    for (const [at, window] of windows.entries()) {
      const turn = Math.floor(at / 400)
      const expected =
        at % 400 < 200 ? { granted: turn < 2, remaining: [1, 0, 0][turn] } : { granted: true, remaining: 2 }
      expect(window).toMatchObject(expected)
    }
    const scripts = /cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]
    // One script serves up to 500 requests. The other scripts are probes.
    expect(Number(scripts)).toBeLessThan(60)
    client.disconnect()
    await burst?.close()
  })

  test('a look counts nothing, accounts are separate, and nothing stays behind', async () => {
    const [burst] = await fleetOf(1)
    const take = async (id: string, cost: 0 | 1): Promise<number | undefined> =>
      (await burst?.take(id, 50, cost, 0))?.remaining
    expect(await take('acc_a', 0)).toBe(50)
    expect(await take('acc_a', 1)).toBe(49)
    expect(await take('acc_b', 1)).toBe(49)
    const client = new Redis({ path: redis.address.slice('unix://'.length) })
    expect(await client.pttl('tzref:burst:acc_a')).toBeGreaterThan(0)
    expect(await client.exists('tzref:burst:acc_never')).toBe(0)
    client.disconnect()
    await burst?.close()
  })

  test('when it is killed no request fails; when it starts again it is exact again by itself', async () => {
    const states: FleetState[] = []
    const fleet = await fleetOf(4, states)
    const stop = loadOf(fleet, 'acc_crash', 50, 4)
    await pause(500)
    await redis.kill()
    await pause(1200)
    expect(fleet.map((burst) => burst.state())).toEqual(['local', 'local', 'local', 'local'])
    await redis.start()
    await pause(1500)
    expect(fleet.map((burst) => burst.state())).toEqual(['exact', 'exact', 'exact', 'exact'])
    await pause(2200)
    const windows = await stop()
    const whole = [...byWindow(windows).entries()].toSorted((a, b) => a[0] - b[0]).slice(-3)
    expect(whole).toHaveLength(3)
    for (const [, remaining] of whole) expect(remaining).toEqual(countdown(50))
    expect(states.toSorted()).toEqual([
      ...Array<FleetState>(4).fill('exact'),
      ...Array<FleetState>(4).fill('local'),
    ])
    await Promise.all(fleet.map((burst) => burst.close()))
  })

  /** Sends Redis a command directly, not through the limiter. */
  const command = async (...words: string[]): Promise<void> => {
    const client = new Redis({ path: redis.address.slice('unix://'.length) })
    const [name = '', ...rest] = words
    await client.call(name, rest)
    client.disconnect()
  }

  test.each([
    ['a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['out of memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ])('%s answers PING but does not count: the process keeps its own limit', async (_, ill, well) => {
    const states: FleetState[] = []
    const [burst] = await fleetOf(1, states)
    expect(burst?.state()).toBe('exact')
    await command(...ill)
    await pause(600)
    // The server noticed it without a request.
    expect(burst?.state()).toBe('local')
    const stop = loadOf(burst === undefined ? [] : [burst], 'acc_ill', 5, 4)
    await pause(2300)
    for (const remaining of byWindow(await stop()).values()) expect(remaining).toEqual(countdown(5))
    const late = await openFleetBurst({ address: redis.address })
    expect(late.state()).toBe('local')
    expect(states).toEqual(['local'])
    await command(...well)
    await pause(1000)
    expect([burst?.state(), late.state()]).toEqual(['exact', 'exact'])
    expect(states).toEqual(['local', 'exact'])
    await Promise.all([burst?.close(), late.close()])
  })

  test('a key of another type or with other text is overwritten and counted exactly', async () => {
    const states: FleetState[] = []
    const [burst] = await fleetOf(1, states)
    await command('LPUSH', 'tzref:burst:acc_list', 'x')
    await command('SET', 'tzref:burst:acc_words', 'many')
    for (const id of ['acc_list', 'acc_words']) {
      expect((await burst?.take(id, 50, 1, 0))?.remaining).toBe(49)
      expect((await burst?.take(id, 50, 1, 0))?.remaining).toBe(48)
    }
    expect(states).toEqual([])
    await burst?.close()
  })

  test('the fleet shares windows of a quarter of an hour too', async () => {
    const fleet = await fleetOf(2)
    const windows = await Promise.all(
      [0, 1, 0, 1, 0].map(async (server) => fleet[server]?.take('sign-in 192.0.2.1', 3, 1, 0, 900)),
    )
    expect(windows.map((window) => String(window?.remaining)).toSorted()).toEqual(['0', '0', '0', '1', '2'])
    expect(windows.filter((window) => window?.granted === true)).toHaveLength(3)
    const now = Date.now() / 1000
    expect(windows[0]?.resetAt).toBe((Math.floor(now / 900) + 1) * 900)
    await Promise.all(fleet.map((burst) => burst.close()))
  })

  test('a process that was busy for a second keeps counting in the store', async () => {
    const [burst, other] = await fleetOf(2)
    const window = burst?.take('acc_busy', 5, 1, 0, 3600)
    await new Promise<void>((resolve) => setImmediate(resolve))
    const until = performance.now() + 1200
    while (performance.now() < until);
    expect(await window).toMatchObject({ granted: true, remaining: 4 })
    expect(burst?.state()).toBe('exact')
    expect(await other?.take('acc_busy', 5, 1, 0, 3600)).toMatchObject({ granted: true, remaining: 3 })
    await Promise.all([burst?.close(), other?.close()])
  })

  test('when it hangs, it delays one request by a quarter of a second, not every request', async () => {
    const [burst] = await fleetOf(1)
    await burst?.take('acc_frozen', 5, 1, 0)
    redis.freeze()
    const began = performance.now()
    for (let count = 0; count < 50; count++) await burst?.take('acc_frozen', 5, 1, 0)
    expect(performance.now() - began).toBeLessThan(1000)
    expect(burst?.state()).toBe('local')
    redis.thaw()
    await pause(1000)
    expect(burst?.state()).toBe('exact')
    await burst?.close()
  })
})
