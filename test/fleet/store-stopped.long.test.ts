// PostgreSQL is stopped while every process of a server is killed: the server is not ready, and recovers once PostgreSQL is back.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalAccount } from '#apps/accounts/local-account.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, type PostgresServer, startPostgres } from '../support/servers/postgres.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { childrenOf, type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const programs = postgresPrograms()
const isAble = programs !== null && hasRedis()
if (!isAble)
  leftOut('servers whose database is stopped', 'Debian\'s packages "postgresql" and "redis-server"')

describe.skipIf(!isAble)('two processes, Redis, PostgreSQL', () => {
  const redis = redisServer()
  let world: ReturnType<typeof releaseWorld>
  let postgres: PostgresServer
  let server: ServerProcess
  let headers: Record<string, string> = {}
  beforeAll(async () => {
    world = releaseWorld()
    await redis.start()
    postgres = await startPostgres(programs ?? '')
    const { place } = await postgres.place()
    const store = await openAccountStore(place, 'create')
    const made = await createLocalAccount(store, Date.now())
    await store.close()
    headers = { authorization: `Bearer ${made?.token.text}`, connection: 'close' }
    const { directory } = world.build('2030b')
    server = await startServerProcess(directory, [
      '--accounts',
      place,
      '--workers',
      '2',
      '--limits',
      redis.address,
    ])
  })
  afterAll(async () => {
    await server.end()
    await postgres.stop()
    await redis.remove()
    world.remove()
  })
  const workers = (): number[] => childrenOf(server.pid)
  const ready = async () => (await server.ask(`${server.opsOrigin}/readyz`)).status
  const status = () =>
    server.ask('/v1/timezones', headers).then(
      (answer) => answer.status,
      () => 0,
    )

  test('each process says once that the database is away, and once that it is back', async () => {
    const lines = (): string[] =>
      server
        .stderr()
        .split('\n')
        .filter((line) => /"level":[45]0/.test(line) && /account store|stack/.test(line))
    await expect.poll(workers, { timeout: 60_000 }).toHaveLength(2)
    expect(lines()).toEqual([])
    for (const mode of ['immediate', 'fast'] as const) {
      const before = lines().length
      await postgres.crash(mode)
      const until = Date.now() + 8000
      while (Date.now() < until) {
        const unknown = { authorization: 'Bearer wrong', connection: 'close' }
        expect((await server.ask('/v1/timezones', unknown)).status).toBeOneOf([401, 503])
        await pause(100)
      }
      await postgres.start()
      const back = (): string[] => lines().filter((line) => line.includes('is back'))
      await expect.poll(() => back().length, { timeout: 60_000 }).toBe(before / 2 + 2)
      const said = lines().slice(before)
      expect(said.filter((line) => line.includes('is away'))).toHaveLength(2)
      expect(said).toHaveLength(4)
      for (const line of said) expect(line.length).toBeLessThan(500)
    }
  })

  test('ready only while a process listens, and again by itself when the database is back', async () => {
    expect(await status()).toBe(200)
    await expect.poll(workers, { timeout: 60_000 }).toHaveLength(2)
    await postgres.crash()
    for (const pid of workers()) process.kill(pid, 'SIGKILL')
    await expect.poll(ready, { timeout: 30_000 }).toBe(503)
    await expect.poll(server.stderr, { timeout: 60_000 }).toContain('no new worker starts')
    expect((await server.ask(`${server.opsOrigin}/healthz`)).status).toBe(200)
    await postgres.start()
    // The pause between two tries is half a minute at most.
    await expect.poll(ready, { timeout: 120_000 }).toBe(200)
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    await expect.poll(workers, { timeout: 120_000 }).toHaveLength(2)
  })
})
