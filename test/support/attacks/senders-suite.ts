// The senders' suite: kinds of attack by each kind of sender on routes of each class of cost. Honest callers meanwhile are never refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measure, memoryOf } from '../../../bench/http-client.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { expectAtRest, MOST_PLAIN } from './at-rest.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'

export interface SendersForm {
  /** The directory of the artifact that is served. */
  readonly artifact: () => string | Promise<string>
  /** Paths that are attacked. */
  readonly paths: readonly string[]
  /** Connections of each attack. */
  readonly connections: number
  /** Seconds of each attack. */
  readonly seconds: number
  /** Seconds for which all ways of all senders attack at once, and then memory is compared. Absent: this is left out. */
  readonly together?: number
  /** More flags of the server. */
  readonly flags?: () => readonly string[]
  /** Starts a proxy before the server. All requests then go to it. */
  readonly front?: (
    server: ServerProcess,
  ) => Promise<{ readonly origin: string; readonly end: () => Promise<void> }>
}

/** Requests that a client may have under way on one connection. */
const DEEP = 16

interface Attack {
  readonly port: number
  /** The text of the next request. */
  readonly next: (way: Way) => string
  readonly connections: number
  readonly isOver: () => boolean
}

const WAYS = ['never read', 'pipelined', 'unknown parameters', 'slow', 'reset'] as const
type Way = (typeof WAYS)[number]

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    // What becomes of an attacker's connections is not judged.
    socket.on('error', () => resolve(socket))
  })

/** One connection of an attack, opened again when it is closed, until the attack is over. */
async function attackOn(way: Way, { port, next, isOver }: Attack): Promise<void> {
  while (!isOver()) {
    const socket = await connected(port)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const deep = way === 'unknown parameters' ? 1 : DEEP
    const send = (): void => void socket.write(Array.from({ length: deep }, () => next(way)).join(''))
    send()
    if (way === 'never read') socket.pause()
    else if (way === 'slow') {
      socket.pause()
      while (!isOver() && !socket.destroyed) {
        socket.read(1024)
        await pause(50)
      }
    } else if (way === 'reset') {
      await pause(20)
      socket.resetAndDestroy()
    } else {
      // The next ones follow when all answers have begun.
      let begun = 0
      socket.on('data', (chunk: Buffer) => {
        begun += chunk.toString('latin1').split('HTTP/1.1 ').length - 1
        if (begun < deep || isOver()) return
        begun = 0
        send()
      })
    }
    const over = async (): Promise<void> => {
      while (!isOver() && !socket.destroyed) await pause(20)
    }
    // One race for each connection: each race leaves handlers with `closed`, and one every 20 ms filled 4 GB in 50 minutes.
    await Promise.race([closed, over()])
    socket.destroy()
  }
}

/** Runs the suite in a form. */
export function testSenders({
  artifact,
  paths,
  connections,
  seconds,
  together,
  flags = () => [],
  front,
}: SendersForm): void {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-senders-'))
  const accounts = join(folder, 'accounts.sqlite')
  let [directory, owner] = ['', '']
  let server: ServerProcess
  let origin = ''
  let proxy: Awaited<ReturnType<NonNullable<typeof front>>> | undefined
  const free: string[] = []
  beforeAll(async () => {
    const store = await openAccountStore(accounts, 'create')
    for (const [index, plan] of ['business', ...Array<string>(5).fill('free')].entries()) {
      const account = await store.createAccount({
        email: `${index}@example.org`,
        plan,
        verified: true,
        nowMs: Date.now(),
      })
      if (account === null) throw new Error(plan)
      const made = { accountId: account.id, name: 't', expiresAtMs: null, nowMs: Date.now() }
      const { text } = await store.createToken(made)
      if (plan === 'business') owner = text
      else free.push(text)
    }
    await store.close()
    directory = await artifact()
    server = await startServerProcess(directory, [
      '--accounts',
      accounts,
      '--trust-proxy',
      'loopback',
      ...flags(),
    ])
    proxy = await front?.(server)
    origin = proxy?.origin ?? server.origin
  })
  afterAll(async () => {
    await proxy?.end()
    await server.end()
    rmSync(folder, { recursive: true })
  })

  let count = 0
  /** The fields of each kind of sender. */
  const SENDERS: Readonly<Record<string, () => string>> = {
    'one address': () => 'X-Forwarded-For: 203.0.113.9\r\n',
    'one /48': () => `X-Forwarded-For: 2001:db8:9:${(count % 60_000).toString(16)}::1\r\n`,
    'five Free accounts': () =>
      `X-Forwarded-For: 203.0.113.9\r\nAuthorization: Bearer ${free[count % free.length]}\r\n`,
  }

  /** Asks honestly, one call after the other, until told to stop. Returns what was not answered, and the milliseconds of each call. */
  async function askHonestly(isOver: () => boolean): Promise<{ refused: string[]; ms: number[] }> {
    const refused: string[] = []
    const ms: number[] = []
    const calls: (readonly [path: string, fields: Record<string, string>])[] = [
      ['/v1/timezones/UTC', { 'x-forwarded-for': '198.51.100.7', authorization: `Bearer ${owner}` }],
      ['/time.json', { 'x-forwarded-for': '198.51.100.8' }],
      ['/account/sign-in', { 'x-forwarded-for': '198.51.100.9', accept: 'text/html' }],
    ]
    for (let asked = 0; !isOver(); asked++) {
      const [path, fields] = calls[asked % calls.length] ?? ['', {}]
      const from = performance.now()
      const status = await server.ask(`${origin}${path}`, fields).then(
        (answer) => `${answer.status}`,
        (error: unknown) => String(error),
      )
      const took = performance.now() - from
      ms.push(took)
      if (status !== '200') refused.push(`${path}: ${status} after ${took.toFixed(0)} ms`)
      await pause(10)
    }
    return { refused, ms }
  }

  const p99 = (ms: readonly number[]): string =>
    (ms.toSorted((one, other) => one - other)[Math.floor(ms.length * 0.99)] ?? Number.NaN).toFixed(1)

  describe.each(paths)('%s', (path) => {
    for (const [name, fieldsOf] of Object.entries(SENDERS)) {
      // A token is read below /v1 only.
      if (name === 'five Free accounts' && !path.startsWith('/v1/')) continue
      test.each(WAYS)(`${name}, %s`, async (way) => {
        const over = performance.now() + seconds * 1000
        const isOver = (): boolean => performance.now() > over
        const port = Number(new URL(origin).port)
        const next = (how: Way): string => {
          count++
          const query = how === 'unknown parameters' ? `${path.includes('?') ? '&' : '?'}x=${count}` : ''
          return `GET ${path}${query} HTTP/1.1\r\nHost: localhost\r\n${fieldsOf()}\r\n`
        }
        const attack = { port, next, connections, isOver }
        const attackers = Array.from({ length: connections }, () => attackOn(way, attack))
        const { refused, ms } = await askHonestly(isOver)
        await Promise.all(attackers)
        expect(refused).toEqual([])
        expect(ms.length).toBeGreaterThan(0)
        await expectAtRest(server)
      })
    }
  })

  test('two hundred people behind the address of an attacker, who read their answers, are all answered', async () => {
    const over = performance.now() + 3000
    const isOver = (): boolean => performance.now() > over
    const own = SENDERS['one address'] ?? (() => '')
    const next = (): string => `GET /sitemap/1.xml HTTP/1.1\r\nHost: localhost\r\n${own()}\r\n`
    const attack = { port: Number(new URL(origin).port), next, connections, isOver }
    const attackers = WAYS.flatMap((way) => [attackOn(way, attack), attackOn(way, attack)])
    await pause(500)
    const refused: string[] = []
    const fields = { 'x-forwarded-for': '203.0.113.9', accept: 'text/html' }
    await Promise.all(
      Array.from({ length: 200 }, async (_, person) => {
        for (const path of ['/', `/timezones/Europe/${person % 2 === 0 ? 'Paris' : 'Rome'}`, '/time.json']) {
          await pause(person * 5)
          const status = await server.ask(`${origin}${path}`, fields).then((answer) => answer.status, String)
          if (status !== 200) refused.push(`${path}: ${status}`)
        }
      }),
    )
    await Promise.all(attackers)
    expect(refused).toEqual([])
    await expectAtRest(server)
  })

  test.skipIf(together === undefined)(
    'all at once: memory is that of a server which answered plain requests',
    async () => {
      const over = performance.now() + (together ?? 0) * 1000
      const isOver = (): boolean => performance.now() > over
      let asked = 0
      const attackers = Object.values(SENDERS).flatMap((fieldsOf) =>
        WAYS.map((way) => {
          const next = (how: Way): string => {
            count++
            const path = paths[asked++ % paths.length] ?? '/'
            const query = how === 'unknown parameters' ? `${path.includes('?') ? '&' : '?'}x=${count}` : ''
            return `GET ${path}${query} HTTP/1.1\r\nHost: localhost\r\n${fieldsOf()}\r\n`
          }
          return Array.from({ length: connections }, () =>
            attackOn(way, { port: Number(new URL(origin).port), next, connections, isOver }),
          )
        }),
      )
      const { refused, ms } = await askHonestly(isOver)
      await Promise.all(attackers.flat())
      expect(refused).toEqual([])
      await expectAtRest(server)
      const plain = await startServerProcess(directory, ['--accounts', accounts])
      try {
        const { body } = await server.ask(`${server.opsOrigin}/metrics`)
        const answered = [...body.matchAll(/^tzref_requests_total\{.*\} (\d+)$/gm)].reduce(
          (sum, [, n]) => sum + Number(n),
          0,
        )
        const port = Number(new URL(plain.origin).port)
        // What was attacked is asked for too: names, boundaries and the search are opened by the first request that needs them, and answers to
        // other addresses fill the caches.
        const cheap = Array.from({ length: 300 }, () => [
          '/',
          '/time.json',
          '/timezones/Europe/Berlin',
        ]).flat()
        const asking = (path: string): string =>
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner}\r\nAccept: */*\r\n\r\n`
        const requests = Array.from({ length: 300 }, (_, n) => [
          ...cheap,
          ...paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}x=${n}`),
        ]).flatMap((some) => some.map(asking))
        await measure({
          port,
          pids: [plain.pid],
          requests,
          count: Math.min(answered, MOST_PLAIN),
          connections: 50,
          statuses: [200, 300, 303, 308, 401, 404, 405, 422, 429, 503],
        })
        // The server gives memory back after a while.
        await pause(30_000)
        const [after, beside] = [memoryOf(server.pid), memoryOf(plain.pid)]
        process.stdout.write(
          `  ${answered} answers; p99 of ${ms.length} honest calls ${p99(ms)} ms; ${after.toFixed(0)} MB, ${beside.toFixed(0)} after plain requests\n`,
        )
        expect(after).toBeLessThan(beside * 1.1)
      } finally {
        await plain.end()
      }
    },
    // Plain requests follow the attacks, on a machine that may have other work.
    ((together ?? 0) + 1200) * 1000,
  )

  if (front !== undefined) return
  test('X-Forwarded-For from a peer that nobody named makes no sender, and the server says so', async () => {
    const unnamed = await startServerProcess(directory, [
      '--accounts',
      join(folder, 'unnamed.sqlite'),
      ...flags(),
    ])
    try {
      const over = performance.now() + 3000
      const isOver = (): boolean => performance.now() > over
      const next = (): string =>
        `GET /sitemap/1.xml HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.${count++ % 250}\r\n\r\n`
      const attack = { port: Number(new URL(unnamed.origin).port), next, connections, isOver }
      const attackers = WAYS.flatMap((way) => [attackOn(way, attack), attackOn(way, attack)])
      const refused: string[] = []
      while (!isOver()) {
        // From another address of this machine, without the field.
        const status = await new Promise<number | string>((resolve) => {
          get(
            `${unnamed.origin}/`,
            { localAddress: '127.0.0.2', headers: { accept: 'text/html' } },
            (answer) => {
              answer.resume()
              resolve(answer.statusCode ?? 0)
            },
          ).once('error', (error) => resolve(String(error)))
        })
        if (status !== 200) refused.push(`${status}`)
        await pause(10)
      }
      await Promise.all(attackers)
      expect(refused).toEqual([])
      expect(unnamed.stderr()).toContain('--trust-proxy 127.0.0.1')
      expect((await unnamed.ask(`${unnamed.opsOrigin}/metrics`)).body).toContain('tzref_unknown_proxy 1')
    } finally {
      await unnamed.end()
    }
  })
}
