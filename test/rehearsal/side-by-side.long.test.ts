// A former version and this one beside each other under load, over one account store and one limits store: up, a while of both, a swap of the
// data, and down again. No request fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { makeTokens } from '../../bench/http-server.ts'
import { writeEndlessPlans } from '../support/attacks/endless-load.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, type PostgresServer, startPostgres } from '../support/servers/postgres.ts'
import { hasRedis, redisServer, type RedisServer } from '../support/servers/redis.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { installedCommit, READERS, whyNoHistory } from '../support/worlds/former-version.ts'
import { releaseWorld, type ReleaseWorld } from '../support/worlds/release-world.ts'

const programs = postgresPrograms()
const lacking =
  whyNoHistory(READERS.map(([commit]) => commit)) ??
  (programs === null || !hasRedis() ? 'Debian\'s packages "postgresql" and "redis-server"' : null)
if (lacking !== null) leftOut('a former version beside this one', lacking)

/** For how long each state of the fleet is asked. */
const HELD_MS = 10_000
/** Milliseconds between two requests of a lane, and the lanes. */
const EVERY_MS = 10
const LANES = 4
/** A load balancer looks this often whether a server takes requests. */
const LOOK_MS = 100
/** Longer than the load balancer needs to see that a server is not ready. */
const GRACE_S = '2'

const PATHS = [
  '/v1/timezones/Europe/Berlin',
  '/v1/timezones/Asia/Kathmandu',
  '/v1/timezones',
  '/timezones/Europe/Berlin',
  '/',
]

describe.skipIf(lacking !== null).each([...READERS])('%s and this version', (commit) => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-beside-'))
  let world: ReleaseWorld
  let database: PostgresServer
  let limits: RedisServer
  let flags: string[] = []
  let token = ''
  let program = ''
  const own = join(ROOT, 'tzref.js')

  beforeAll(async () => {
    process.env['TZREF_STOP_GRACE'] = GRACE_S
    program = join(installedCommit(commit, process.env['TZREF_FORMER'] ?? folder), 'tzref.js')
    world = releaseWorld()
    world.build('2030a')
    world.build('2030b')
    database = await startPostgres(programs ?? '')
    limits = redisServer()
    await limits.start()
    const { place } = await database.place()
    ;[token = ''] = await makeTokens(place, 1, 'test')
    flags = ['--accounts', place, '--limits', limits.address, '--plans', writeEndlessPlans(folder)]
  })
  afterAll(async () => {
    delete process.env['TZREF_STOP_GRACE']
    await limits.remove()
    await database.stop()
    world.remove()
    rmSync(folder, { recursive: true })
  })

  test('up, side by side, a swap, and down: no request fails', async () => {
    /** Those that the load balancer asks. */
    const ready = new Set<ServerProcess>()
    const running = new Set<ServerProcess>()
    const state = { isOver: false, stage: '' }
    const counts = new Map<string, { good: number; refused: string[]; failed: string[] }>()
    const enter = (name: string): void => {
      state.stage = name
      counts.set(name, { good: 0, refused: [], failed: [] })
    }
    enter('start')
    const start = async (by: string): Promise<ServerProcess> => {
      const server = await startServerProcess(join(world.dist, 'current'), flags, by)
      running.add(server)
      ready.add(server)
      return server
    }
    /** Ends a server as systemd does: it says that it is not ready, and serves for the grace. */
    const end = async (server: ServerProcess): Promise<void> => {
      await server.end()
      running.delete(server)
    }
    const looking = (async () => {
      while (!state.isOver) {
        for (const server of running) {
          const answer = await server.ask(`${server.opsOrigin}/readyz`).catch(() => null)
          if (answer?.status === 200) ready.add(server)
          else ready.delete(server)
        }
        await pause(LOOK_MS)
      }
    })()
    let first: ServerProcess[] = [await start(program), await start(program)]
    let next = 0
    const lanes = Array.from({ length: LANES }, async () => {
      while (!state.isOver) {
        const servers = [...ready]
        const server = servers[next++ % servers.length]
        const path = PATHS[next % PATHS.length] ?? ''
        const at = counts.get(state.stage)
        if (server === undefined) at?.failed.push('no server')
        else {
          const began = performance.now()
          const answer = await server
            .ask(path, { authorization: `Bearer ${token}` })
            .catch((error: unknown) => ({ status: String(error), headers: {} }))
          const what = `${path} after ${Math.round(performance.now() - began)} ms: ${answer.status}`
          if (answer.status === 200 && at !== undefined) at.good++
          // A server whose processor others use says that it is busy, and when to come again. That depends on the machine.
          else if (answer.status === 503 && 'retry-after' in answer.headers) at?.refused.push(what)
          else at?.failed.push(what)
        }
        await pause(EVERY_MS)
      }
    })
    const exchange = async (by: string): Promise<void> => {
      const started: ServerProcess[] = []
      for (const server of first) {
        started.push(await start(by))
        await end(server)
      }
      first = started
    }
    const hold = async (name: string): Promise<void> => {
      enter(name)
      await pause(HELD_MS)
    }
    try {
      await hold('the former version alone')
      enter('up')
      await exchange(own)
      await hold('this version alone')
      enter('the former version beside it')
      first.push(await start(program))
      await pause(HELD_MS)
      enter('a swap of the data below both')
      pointCurrentAt(world.dist, world.build('2030b').id)
      for (const server of first)
        await expect
          .poll(async () => (await server.ask(`${server.opsOrigin}/readyz`)).body, { timeout: 120_000 })
          .toContain('2030b-none-')
      enter('down')
      await exchange(program)
      await hold('the former version alone again')
    } finally {
      state.isOver = true
      await Promise.all([...lanes, looking])
      for (const server of running) await server.end()
    }
    for (const [name, { good, refused, failed }] of counts)
      process.stdout.write(
        `${commit}: ${name.padEnd(34)} ${good} answered, ${failed.length} failed, busy: ${refused.join(', ') || 0}\n`,
      )
    const all = [...counts.values()]
    expect(all.flatMap(({ failed }) => failed)).toEqual([])
    const answered = all.reduce((sum, { good }) => sum + good, 0)
    expect(all.flatMap(({ refused }) => refused).length).toBeLessThan(answered / 100)
    for (const [name, { good }] of counts) if (name !== 'start') expect(good, name).toBeGreaterThan(0)
    expect(answered).toBeGreaterThan(1000)
  })
})
