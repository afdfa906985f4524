// The load suite: one kind of load after the other, then all together; at the end the server holds nothing of
// it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { memoryOf } from '../../../bench/http-client.ts'
import { makeTokens } from '../../../bench/http-server.ts'
import { expectAtRest, MOST_PLAIN } from './at-rest.ts'
import { leftOut } from '../left-out.ts'
import { askPlainly, press, PRESSES } from './press.ts'
import { hasRedis, redisServer } from '../servers/redis.ts'
import { type ReleaseWorld, releaseWorld } from '../worlds/release-world.ts'
import { type Answer, childrenOf, type ServerProcess, startServerProcess } from '../servers/server-process.ts'

export interface PressForm {
  /** The connections of each kind of load. */
  readonly connections: number
  /** The seconds of all kinds together. */
  readonly seconds: number
  /**
   * The highest memory, as a multiple of a server's after plain answers. A short form only prints both, because its workers have
   * not run long enough.
   */
  readonly memory?: number
}

/** Megabytes of the processes that answer. */
const memoryOfWorkers = ({ pid }: ServerProcess): number =>
  childrenOf(pid)
    .map(memoryOf)
    .reduce((sum, megabytes) => sum + megabytes, 0)

/** The owner has an address of its own: of one address, what is beyond its share is cut. */
const OWNER = '127.0.0.2'

/** Runs the suite in a form. */
export function testPress({ connections, seconds, memory: most = Infinity }: PressForm): void {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-press-'))
  const accounts = join(folder, 'accounts.sqlite')
  let world: ReleaseWorld
  let ids: string[] = []
  let [stranger, owner] = ['', '']
  beforeAll(async () => {
    world = releaseWorld()
    ids = [world.build('2030a').id, world.build('2030b').id]
    const tokens = await makeTokens(accounts, 2, 'business')
    ;[stranger = '', owner = ''] = tokens.map((token) => `Bearer ${token}`)
  })
  afterAll(() => {
    world.remove()
    rmSync(folder, { recursive: true })
  })
  const start = (...flags: string[]): Promise<ServerProcess> =>
    startServerProcess(join(world.dist, ids[0] ?? ''), ['--accounts', accounts, ...flags])

  describe('one server', () => {
    let server: ServerProcess
    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.end())

    test.each(PRESSES)(`${connections} connections: %s`, async (way) => {
      await press(way, { server, authorization: stranger, connections })
      await expectAtRest(server)
    })
  })

  if (!hasRedis()) leftOut('everything at once against two workers', 'Debian\'s package "redis-server"')
  test.skipIf(!hasRedis())(
    `${seconds} seconds of everything at once against two workers, with kills and swaps: an owner gets answers, and nothing is left behind`,
    async () => {
      const redis = redisServer()
      await redis.start()
      const server = await start('--workers', '2', '--limits', redis.address)
      const plain = await start('--workers', '2', '--limits', redis.address)
      const run = { isOver: false, kills: 0, swaps: 0, presses: 0 }
      const answers = new Map<string, number>()
      const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1)
      const until = performance.now() + seconds * 1000
      try {
        const pressing = async (way: string): Promise<void> => {
          while (performance.now() < until) {
            await press(way, { server, authorization: stranger, connections: Math.ceil(connections / 20) })
            run.presses++
          }
        }
        const asking = async (): Promise<void> => {
          while (!run.isOver) {
            // A request to a worker that is just ending is lost, as with any server. It is sent once more.
            const ask = (): Promise<Answer> =>
              server.ask('/v1/timezones/Asia/Kathmandu', { authorization: owner }, { from: OWNER })
            const answer = await ask()
              .catch(ask)
              .catch((error: unknown) => String(error))
            if (typeof answer === 'string') count(answer)
            else {
              const { status, headers } = answer
              const isTold = headers['retry-after'] !== undefined
              count(
                `${status}${status === 429 || status === 503 ? (isTold ? ', told when' : ', not told') : ''}`,
              )
            }
            await pause(100)
          }
        }
        const killing = async (): Promise<void> => {
          for (let n = 0; !run.isOver; n++) {
            await pause(250)
            if (n % 60 !== 30) continue
            // One worker must be left to answer. On a busy machine the last killed one may not be back yet, so this one stays alive.
            const { body } = await server.ask(`${server.opsOrigin}/metrics`)
            if (!body.includes('tzref_processes{state="answering"} 2')) continue
            const [worker] = childrenOf(server.pid)
            if (worker !== undefined) process.kill(worker, 'SIGKILL')
            run.kills++
          }
        }
        const swapping = async (): Promise<void> => {
          for (let n = 0; !run.isOver; n++) {
            await pause(250)
            if (n % 20 === 10) pointCurrentAt(world.dist, ids[++run.swaps % 2] ?? '')
          }
        }
        const pressed = Promise.all(PRESSES.map(pressing)).then(() => (run.isOver = true))
        await Promise.all([pressed, asking(), killing(), swapping()])
        await expect.poll(() => childrenOf(server.pid), { timeout: 60_000 }).toHaveLength(2)
        await expectAtRest(server)
        const requests = requestsOf((await server.ask(`${server.opsOrigin}/metrics`)).body)
        const plainly = Math.min(requests, MOST_PLAIN)
        await askPlainly({ server: plain, authorization: stranger, connections: 40 }, plainly)
        await expectAtRest(plain)
        const memory = { pressed: memoryOfWorkers(server), plain: memoryOfWorkers(plain) }
        const report = [...answers].map(([what, times]) => `${times} × ${what}`).join('; ')
        process.stdout.write(
          `press: ${run.presses} presses, ${run.kills} kills, ${run.swaps} swaps in ${seconds} s; the owner: ${report}; ${memory.pressed.toFixed(0)} MB after ${requests} answers, ${memory.plain.toFixed(0)} MB after ${plainly} plain ones\n`,
        )
        expect([...answers.keys()].filter((what) => !/^200$|told when$/.test(what))).toEqual([])
        expect(answers.get('200') ?? 0).toBeGreaterThan(0)
        expect(run.kills).toBeGreaterThan(0)
        expect(memory.pressed / memory.plain).toBeLessThan(most)
      } finally {
        run.isOver = true
        await Promise.all([server.end(), plain.end()])
        await redis.remove()
      }
    },
  )
}

/** The number of answers in printed metrics. */
const requestsOf = (metrics: string): number =>
  [...metrics.matchAll(/^tzref_requests_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, more]) => sum + Number(more),
    0,
  )
