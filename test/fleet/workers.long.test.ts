// `--workers`: several processes on one port count as one, replace a process that ends, and stop together.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { leftOut } from '../support/left-out.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { childrenOf, type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

if (!hasRedis()) leftOut('servers of several processes', 'Debian\'s package "redis-server"')

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('several processes without a common limits store are refused', async () => {
  const starting = startServerProcess(inject('embeddedArtifact'), ['--workers', '2'])
  await expect(starting).rejects.toThrow(/several processes need a common limits store/)
})

describe.skipIf(!hasRedis())('two processes, one Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-workers-'))
  const redis = redisServer()
  let server: ServerProcess
  let token = ''
  beforeAll(async () => {
    await redis.start()
    const flags = ['--accounts', join(folder, 'accounts.sqlite'), '--workers', '2', '--limits', redis.address]
    server = await startServerProcess(inject('embeddedArtifact'), flags)
    while (!server.stdout().includes('curl')) await pause(50)
    token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
  })
  afterAll(async () => {
    await server.end()
    await redis.remove()
    rmSync(folder, { recursive: true })
  })
  const children = ({ pid } = server): number[] => childrenOf(pid)

  const figures = async () => {
    const { body } = await server.ask(`${server.opsOrigin}/metrics`)
    const counted = [...body.matchAll(/^tzref_requests_total\{.*\} (\d+)$/gm)].map(([, count]) =>
      Number(count),
    )
    return { body, counted: counted.reduce((sum, count) => sum + count, 0) }
  }

  test('the first start shows its token once, and both processes accept it within one window', async () => {
    expect(server.stdout().match(/tzr_\w+\n\n/g)).toHaveLength(1)
    await pause(1000 - (Date.now() % 1000) + 50)
    const second = (): number => Math.floor(Date.now() / 1000)
    const began = second()
    const answers = await Promise.all(
      Array.from({ length: 150 }, () =>
        server.ask('/v1/timezones/Europe/Dublin', { authorization: `Bearer ${token}`, connection: 'close' }),
      ),
    )
    const windows = second() - began + 1
    const given = answers
      .filter((answer) => answer.status === 200)
      .map((answer) => Number(answer.headers['x-ratelimit-remaining']))
    expect(given.length).toBeGreaterThanOrEqual(100)
    // If both counted for themselves, each number would appear twice in a window. On a busy machine more than one window passes.
    const times = given.map((remaining) => given.filter((other) => other === remaining).length)
    expect(Math.max(...times)).toBeLessThanOrEqual(windows)
    expect((await figures()).counted).toBe(150)
  })

  test('a process that is killed is replaced, and meanwhile the other answers', async () => {
    const before = children()
    expect(before).toHaveLength(2)
    process.kill(before[0] ?? 0, 'SIGKILL')
    // Waits for a new window, because the test before used this one up.
    await pause(1100)
    const answer = await server.ask('/v1/timezones/UTC', {
      authorization: `Bearer ${token}`,
      connection: 'close',
    })
    expect(answer.status).toBe(200)
    await expect.poll(children, { timeout: 10_000 }).toHaveLength(2)
    expect(server.stderr()).toContain('a worker ended; a new one is started')
    const ready = JSON.parse((await server.ask(`${server.opsOrigin}/readyz`)).body) as unknown
    expect(ready).toMatchObject({ status: 'ready', artifact: expect.stringContaining('-') })
    // Prometheus would take a sum that falls for a new start.
    expect((await figures()).counted).toBeGreaterThanOrEqual(150)
  })

  test('a process that hangs is not ready after five seconds, and is ended and replaced after fifteen', async () => {
    const before = children()
    const [stuck = 0] = before
    const readiness = async () => {
      const { status, body } = await server.ask(`${server.opsOrigin}/readyz`)
      return { status, body: JSON.parse(body) as unknown }
    }
    const { counted } = await figures()
    process.kill(stuck, 'SIGSTOP')
    const silent = await figures()
    expect(silent.body).toContain('tzref_processes{state="silent"} 1\n')
    expect(silent.counted).toBe(counted)
    await expect
      .poll(readiness, { timeout: 15_000, interval: 250 })
      .toMatchObject({ status: 503, body: { status: 'stuck', silent_workers: 1 } })
    await expect.poll(() => children().includes(stuck), { timeout: 30_000 }).toBe(false)
    expect(server.stderr()).toContain('a worker has not answered 15 times, once a second; it is ended')
    await expect.poll(children, { timeout: 30_000 }).toHaveLength(2)
    await expectAtRest(server)
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    for (let n = 0; n < 4; n++) expect((await server.ask('/v1/timezones/UTC', headers)).status).toBe(200)
  })

  test('if the system cannot start a process, a killed one is replaced as soon as it can', async () => {
    const files = (limit: number): Buffer =>
      execFileSync('prlimit', ['--pid', `${server.pid}`, `--nofile=${limit}:`])
    files(10)
    process.kill(children()[0] ?? 0, 'SIGKILL')
    await expect.poll(server.stderr, { timeout: 30_000 }).toMatch(/EMFILE[^\n]*no new worker starts/)
    files(1024)
    await expect.poll(children, { timeout: 30_000 }).toHaveLength(2)
    await expectAtRest(server)
  })

  test('all processes stop when the first is told to', async () => {
    const before = children()
    const began = Date.now()
    await server.end()
    expect(Date.now() - began).toBeLessThan(5000)
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })

  test('a signal to all processes at once stops them as one to the first does, and every answer is counted', async () => {
    const accounts = join(folder, 'group.sqlite')
    vi.stubEnv('TZREF_STOP_GRACE', '4')
    onTestFinished(() => void vi.unstubAllEnvs())
    const flags = ['--accounts', accounts, '--workers', '2', '--limits', redis.address]
    const other = await startServerProcess(inject('embeddedArtifact'), flags)
    await expect.poll(other.stdout).toContain('curl')
    const headers = {
      authorization: `Bearer ${/tzr_\w+/.exec(other.stdout())?.[0]}`,
      connection: 'close',
    }
    const ask = async () => expect((await other.ask('/v1/timezones/UTC', headers)).status).toBe(200)
    for (let n = 0; n < 20; n++) await ask()
    for (const pid of children(other)) process.kill(pid, 'SIGTERM')
    const ended = other.end()
    await expect.poll(() => other.stderr().match(/"msg":"stopping"/g)).toHaveLength(3)
    for (let n = 0; n < 20; n++) await ask()
    await ended
    const store = await openAccountStore(accounts, 'refuse')
    const [account] = await store.accounts()
    const usage = await store.usageByMonth(account?.id ?? '')
    await store.close()
    expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe(40)
  })

  test('a process that hangs is ended before the first one ends', async () => {
    const flags = ['--accounts', join(folder, 'hung.sqlite'), '--workers', '2', '--limits', redis.address]
    const other = await startServerProcess(inject('embeddedArtifact'), flags)
    await expect.poll(other.stdout).toContain('curl')
    expect(children(other)).toHaveLength(2)
    const [stuck = NaN, well = NaN] = children(other)
    process.kill(stuck, 'SIGSTOP')
    onTestFailed(() => void process.kill(stuck, 'SIGKILL'))
    await other.end()
    for (const pid of [stuck, well]) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
    expect(other.stderr()).toContain(
      `"pid":${stuck},"msg":"a worker does not stop by itself, so it is ended"`,
    )
  })
})
