// The soak, an hour or TZREF_SOAK_SECONDS: a real server under mixed traffic, with swaps, tokens made and revoked, and mails; at the end it is as after its warm-up.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { memoryOf } from '../../bench/http-client.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { writeEndlessPlans } from '../support/attacks/endless-load.ts'
import { hasRealReleases, releaseWorld } from '../support/worlds/release-world.ts'
import { startServerProcess } from '../support/servers/server-process.ts'

const SECONDS = Number(process.env['TZREF_SOAK_SECONDS'] ?? 3600)
/** The first of these seconds, which are not measured. */
const WARM_UP_SECONDS = Math.min(300, SECONDS / 5)
const SWAP_EVERY_SECONDS = 10
/** Requests a second, at an even pace. */
const PER_SECOND = 90
/** The highest 99th percentile at the end, as a multiple of the first. */
const MOST_TIMES_P99 = 3
const RELEASES = hasRealReleases ? (['2026b', '2026c'] as const) : (['2030a', '2030b'] as const)

/** A path and its allowed statuses. */
const TRAFFIC: readonly (readonly [path: string, statuses: readonly number[]])[] = [
  ['/v1/timezones/Europe/Berlin', [200]],
  ['/v1/timezones/Asia/Kathmandu?at=1970-01-01T00:00:00Z', [200]],
  ['/v1/timezones?per_page=500&detail=full', [200]],
  ['/v1/convert?from=Europe/Berlin&to=Asia/Kathmandu,America/Edmonton&at=2031-01-01T00:00:00', [200]],
  ['/v1/abbreviations?per_page=100', [200]],
  ['/v1/timezones/Europe/Nowhere', [404]],
  ['/v1/timezones?page=0', [422]],
  ['/timezones/Europe/Berlin', [200]],
  ['/timezones', [200]],
  ['/', [200]],
  ['/account/sign-in', [200]],
]

interface Sample {
  readonly memoryMb: number
  readonly descriptors: number
  /** Milliseconds of short answers. */
  readonly ms: readonly number[]
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
const p99 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)] ?? Number.NaN

/** The figures of a part of the soak. */
function figuresOf(samples: readonly Sample[]) {
  return {
    memoryMb: median(samples.map(({ memoryMb }) => memoryMb)),
    descriptors: median(samples.map(({ descriptors }) => descriptors)),
    p99Ms: p99(samples.flatMap(({ ms }) => ms)),
  }
}

test(
  `${SECONDS} seconds of everything: memory, descriptors and times at the end are as after the first ${WARM_UP_SECONDS}`,
  { timeout: (SECONDS + 600) * 1000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-soak-'))
    const world = releaseWorld()
    const closing: (() => Promise<void>)[] = []
    onTestFinished(async () => {
      for (const close of closing.toReversed()) await close()
      world.remove()
      rmSync(folder, { recursive: true })
    })
    const ids = RELEASES.map((release) => world.build(release).id)
    const accounts = join(folder, 'accounts.sqlite')
    const mails = join(folder, 'mails')
    const store = await openAccountStore(accounts, 'create')
    closing.push(() => store.close())
    const nowMs = Date.now()
    const account = await store.createAccount({
      email: 'a@example.org',
      plan: 'test',
      verified: true,
      nowMs,
    })
    if (account === null) throw new Error('no account')
    const accountId = account.id
    const { text: token } = await store.createToken({ accountId, name: 'soak', expiresAtMs: null, nowMs })
    const flags = [
      '--plans',
      writeEndlessPlans(folder),
      '--accounts',
      accounts,
      '--mail-folder',
      mails,
      '--trust-proxy',
      '127.0.0.1',
    ]
    const server = await startServerProcess(join(world.dist, ids[0] ?? ''), flags)
    closing.push(() => server.end())
    const authorization = `Bearer ${token}`

    const run = { isOver: false, swaps: 0, keys: 0, signUps: 0, asked: 0 }
    const faults = new Map<string, number>()
    const fault = (what: string): void => void faults.set(what, (faults.get(what) ?? 0) + 1)
    const samples: Sample[] = []
    let ms: number[] = []

    async function ask(index: number): Promise<void> {
      const [path, statuses] = TRAFFIC[index % TRAFFIC.length] ?? ['/', []]
      const headers: Record<string, string> = path.startsWith('/v1') ? { authorization } : {}
      // Half of the answers are compressed.
      if (index % 2 === 0) headers['accept-encoding'] = 'gzip'
      const began = performance.now()
      const { status } = await server
        .ask(path, headers)
        .catch((error: unknown) => ({ status: String(error) }))
      run.asked++
      if (index % TRAFFIC.length === 0) ms.push(performance.now() - began)
      // A busy server may answer 503.
      if (status !== 503 && !statuses.some((expected) => expected === status)) fault(`${path}: ${status}`)
    }
    /** Repeats some work until the end. An exception counts as a fault. */
    async function every(seconds: number, work: () => Promise<void> | void): Promise<void> {
      while (!run.isOver) {
        const next = performance.now() + seconds * 1000
        try {
          await work()
        } catch (error) {
          fault(String(error))
        }
        while (!run.isOver && performance.now() < next) await pause(Math.min(200, next - performance.now()))
      }
    }
    const traffic = async (): Promise<void> => {
      const asked = new Set<Promise<void>>()
      const began = performance.now()
      for (let index = 0; !run.isOver; index++) {
        // At most 64 requests may wait, so that a busy machine gets no endless queue.
        if (asked.size < 64) {
          const one: Promise<void> = ask(index).finally(() => asked.delete(one))
          asked.add(one)
        }
        await pause(Math.max(0, began + ((index + 1) * 1000) / PER_SECOND - performance.now()))
      }
      await Promise.all(asked)
    }
    const swap = (): void => pointCurrentAt(world.dist, ids[++run.swaps % 2] ?? '')
    async function makeAndRevoke(): Promise<void> {
      const key = await store.createToken({
        accountId,
        name: `k${run.keys++}`,
        expiresAtMs: null,
        nowMs: Date.now(),
      })
      const statusOf = async (): Promise<number> =>
        (await server.ask('/v1/timezones/Etc/UTC', { authorization: `Bearer ${key.text}` })).status
      const first = await statusOf()
      if (first !== 200 && first !== 503) fault(`a new key: ${first}`)
      await store.revokeToken(key.id, Date.now())
      const deadline = Date.now() + 60_000
      while ((await statusOf()) !== 401) {
        if (Date.now() > deadline) throw new Error('a revoked key still works after a minute')
        await pause(500)
      }
    }
    async function signUp(): Promise<void> {
      const number = run.signUps++
      const { status } = await server.ask(
        '/account/sign-up',
        {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: BELIEVED.cookie,
          'x-forwarded-for': `10.${2 + (Math.floor(number / 250) % 250)}.${number % 250}.1`,
        },
        {
          method: 'POST',
          body: new URLSearchParams({
            csrf: BELIEVED.csrf,
            email: `new-${number}@example.org`,
          }).toString(),
        },
      )
      if (![200, 202, 503].includes(status)) fault(`sign-up: ${status}`)
    }
    const look = (): void => {
      samples.push({
        memoryMb: memoryOf(server.pid),
        descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
        ms,
      })
      ms = []
    }
    const all = [
      traffic(),
      every(SWAP_EVERY_SECONDS, swap),
      every(1, makeAndRevoke),
      every(5, signUp),
      every(1, look),
    ]
    await pause(SECONDS * 1000)
    run.isOver = true
    await Promise.all(all)

    const warm = samples.slice(Math.floor((samples.length * WARM_UP_SECONDS) / SECONDS))
    const part = Math.ceil(warm.length / 4)
    const [first, last] = [figuresOf(warm.slice(0, part)), figuresOf(warm.slice(-part))]
    const told = (name: string, { memoryMb, descriptors, p99Ms }: typeof first): string =>
      `${name}: ${memoryMb.toFixed(0)} MB, ${descriptors} descriptors, p99 ${p99Ms.toFixed(1)} ms`
    process.stdout.write(
      `soak: ${run.asked} requests, ${run.swaps} swaps, ${run.keys} keys made and revoked, ${run.signUps} sign-ups in ${SECONDS} s\n  ${told('after warm-up', first)}\n  ${told('at the end', last)}\n`,
    )
    expect(Object.fromEntries(faults)).toEqual({})
    await expectAtRest(server)
    expect(run.swaps).toBeGreaterThan(1)
    expect(run.keys).toBeGreaterThan(1)
    await expect.poll(() => readdirSync(mails).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
    // The garbage collector changes the memory a little. Only growth with each request or swap is a fault.
    expect(last.memoryMb).toBeLessThan(first.memoryMb * 1.5 + 50)
    // Clients open and close connections. At most 32 are kept.
    expect(last.descriptors).toBeLessThan(first.descriptors + 40)
    expect(last.p99Ms).toBeLessThan(first.p99Ms * MOST_TIMES_P99 + 10)
  },
)
