// Fifty swaps between two releases under steady load: no request fails, and every answer comes from one release only.
import { Agent, get } from 'node:http'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { createApp } from '#serve/app.ts'
import { serveArtifact } from '#serve/ops/served-artifact.ts'
import { listening } from '../../support/servers/loopback.ts'
import { startServerProcess } from '../../support/servers/server-process.ts'
import {
  hasRealReleases,
  releaseWorld,
  WITHOUT_REAL,
  type ReleaseWorld,
} from '../../support/worlds/release-world.ts'

const SWAPS = 50
/** Requests under way at any time. */
const CLIENTS = 4
/** 2030-12-01T00:00:00Z. At this instant the two releases of each pair differ about the clocks of Edmonton and Casablanca. */
const AT = 1_922_313_600

const [older, newer] = hasRealReleases ? (['2026b', '2026c'] as const) : (['2030a', '2030b'] as const)

let world: ReleaseWorld
let ids: readonly [string, string]

beforeAll(() => {
  world = releaseWorld()
  ids = [world.build(older).id, world.build(newer).id]
})
afterAll(() => world.remove())

interface Answer {
  readonly status: number
  readonly etag: string | undefined
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

const ask = (port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag,
          body: Buffer.concat(parts).toString('utf8'),
        }),
      )
    }).on('error', reject)
  })

/** An answer without the time of its making. Two answers of one release may differ only in this. */
const steady = (body: string): string => body.replace(/"generated_at":"[^"]*"/, '')

const PATHS = [
  `/v1/timezones/America/Edmonton?at=${AT}`,
  `/v1/timezones/Africa/Casablanca?at=${AT}`,
  '/v1/timezones/Asia/Kathmandu?at=1970-01-01T00:00:00Z',
  '/v1/timezones?per_page=500',
]

const openFiles = (id: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.includes(`/${id}/`) ? [path] : []
    } catch {
      return []
    }
  })

test(`${SWAPS} swaps under load: no request fails, every answer is wholly from one release${WITHOUT_REAL}`, async () => {
  const urls = { base: 'https://api.example.org/v1', web: 'https://example.org' }
  const seen = { swaps: 0 }
  const served = await serveArtifact({
    dist: world.dist,
    artifact: undefined,
    urls,
    nowMs: Date.now,
    logger: { info: () => undefined, error: () => undefined },
    onChange: (_catalogue, refusal) => void (refusal === null && seen.swaps++),
    everyMs: 20,
  })
  const app = createApp({
    catalogue: served.catalogue,
    urls,
    access: {
      admit: () => ({
        kind: 'admitted',
        accountId: 'load',
        tokenId: 'load',
        requestsPerSecond: 1e6,
        settle: () => ({}),
      }),
    },
    nowMs: Date.now,
    cors: true,
    trustedProxies: [],
    metrics: { answered: () => undefined },
    logger: undefined,
  })
  const port = await listening(app)

  // The answers of each release, asked while nothing changes.
  const expected = new Map<string, Map<string, string>>()
  for (const [index, id] of ids.entries()) {
    pointCurrentAt(world.dist, id)
    await served.look()
    const answers = new Map<string, string>()
    for (const path of PATHS) answers.set(path, steady((await ask(port, path)).body))
    expected.set(index === 0 ? older : newer, answers)
  }
  expect(expected.get(older)).not.toEqual(expected.get(newer))
  seen.swaps = 0

  const count = new Map<string, number>()
  const failures: string[] = []
  const load = { goesOn: true }
  const client = async (offset: number): Promise<void> => {
    for (let i = offset; load.goesOn; i++) {
      const path = PATHS[i % PATHS.length] ?? ''
      try {
        const { status, body } = await ask(port, path)
        const release = /"tzdb_version":"(\w+)"/.exec(body)?.[1] ?? '(none)'
        count.set(release, (count.get(release) ?? 0) + 1)
        if (status !== 200) failures.push(`${path}: ${status}`)
        else if (steady(body) !== expected.get(release)?.get(path)) failures.push(`${path}: mixed: ${body}`)
      } catch (error) {
        failures.push(`${path}: ${String(error)}`)
      }
      // Pauses between requests. At full load the test would only measure its own event loop.
      await sleep(2)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
  const slowest = { ms: 0 }
  for (let swap = 0; swap < SWAPS; swap++) {
    pointCurrentAt(world.dist, ids[swap % 2] ?? '')
    const from = performance.now()
    await expect.poll(() => seen.swaps, { timeout: 60_000, interval: 5 }).toBe(swap + 1)
    slowest.ms = Math.max(slowest.ms, performance.now() - from)
  }
  load.goesOn = false
  await Promise.all(clients)

  expect(seen.swaps).toBe(SWAPS)
  expect(failures).toEqual([])
  expect(count.get(older)).toBeGreaterThan(SWAPS)
  expect(count.get(newer)).toBeGreaterThan(SWAPS)
  // The swaps end with the newer artifact. No file of the older one is open any more, and one database of the newer one.
  expect(served.catalogue().artifact.manifest.id).toBe(ids[1])
  await expect.poll(() => openFiles(ids[0])).toEqual([])
  expect(new Set(openFiles(ids[1])).size).toBe(openFiles(ids[1]).length)
  const total = [...count.values()].reduce((sum, value) => sum + value, 0)
  process.stderr.write(
    `swap: ${SWAPS} swaps, ${total} requests, 0 failed, slowest swap noticed and done in ${Math.round(slowest.ms)} ms\n`,
  )
  agent.destroy()
  await app.close()
  await served.close()
  expect(openFiles(ids[1])).toEqual([])
})

test('`tzref serve` notices a moved link within 2 s by itself, at once on SIGHUP, and logs what it refuses', async () => {
  const small = releaseWorld()
  const [a, b] = [small.build('2030a').id, small.build('2030b').id]
  const server = await startServerProcess(join(small.dist, a), [])
  const fromOps = async (path: string): Promise<string> =>
    (await server.ask(`${server.opsOrigin}${path}`)).body
  const readiness = (): Promise<string> => fromOps('/readyz')
  try {
    expect(await readiness()).toContain(`"artifact":"${a}"`)
    pointCurrentAt(small.dist, b)
    await expect.poll(readiness, { timeout: 2000, interval: 50 }).toContain(`"artifact":"${b}"`)
    pointCurrentAt(small.dist, 'nowhere')
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(readiness, { timeout: 2000, interval: 50 }).toContain('"status":"degraded"')
    expect(await readiness()).toContain(`"artifact":"${b}"`)
    expect(await fromOps('/metrics')).toContain('tzref_artifact_refused 1')
    expect(server.stderr()).toContain('the current artifact is not good')
    pointCurrentAt(small.dist, a)
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(readiness, { timeout: 2000, interval: 50 }).toContain('"status":"ready"')
    expect(await readiness()).toContain(`"artifact":"${a}"`)
  } finally {
    await server.end()
    small.remove()
  }
})
