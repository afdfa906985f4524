// A server whose limits store answers but does not count: it keeps reporting this, and counts for itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, inject, test } from 'vitest'
import { makeTokens } from '../../bench/http-server.ts'
import { leftOut } from '../support/left-out.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { startServerProcess } from '../support/servers/server-process.ts'

if (!hasRedis()) leftOut('a server and an ill limits store', 'Debian\'s package "redis-server"')
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(!hasRedis())('on Redis', () => {
  test('a replica cannot count: tzref_limits_exact is 0 and each process counts 5 a second, until the store counts again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-limits-'))
    const accounts = join(folder, 'accounts.sqlite')
    const redis = redisServer()
    await redis.start()
    const [token = ''] = await makeTokens(accounts, 1, 'free')
    const flags = ['--accounts', accounts, '--limits', redis.address]
    const server = await startServerProcess(inject('embeddedArtifact'), flags)
    const client = new Redis({ path: redis.address.slice('unix://'.length) })
    const exact = async (): Promise<string | undefined> =>
      /^tzref_limits_exact (\d)$/m.exec((await server.ask(`${server.opsOrigin}/metrics`)).body)?.[1]

    expect(await exact()).toBe('1')
    const said = (): number => server.stderr().match(/does not count/g)?.length ?? 0
    const before = said()
    await client.replicaof('127.0.0.1', 1)
    await pause(1000)
    const [states, accepted] = [new Set<string | undefined>(), new Map<number, number>()]
    const until = Date.now() + 4000
    while (Date.now() < until) {
      const sent = Math.floor(Date.now() / 1000)
      const answer = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${token}` })
      expect([200, 429]).toContain(answer.status)
      expect(JSON.stringify(answer.headers)).not.toContain('NaN')
      const received = Math.floor(Date.now() / 1000)
      if (answer.status === 200 && sent === received) accepted.set(sent, (accepted.get(sent) ?? 0) + 1)
      states.add(await exact())
      await pause(25)
    }
    expect([...states]).toEqual(['0'])
    expect(accepted.size).toBeGreaterThanOrEqual(3)
    for (const count of accepted.values()) expect(count).toBeLessThanOrEqual(5)
    expect(said() - before).toBe(1)

    await client.call('REPLICAOF', 'NO', 'ONE')
    await pause(1000)
    expect(await exact()).toBe('1')
    client.disconnect()
    await server.end()
    await redis.remove()
    rmSync(folder, { recursive: true })
  })
})
