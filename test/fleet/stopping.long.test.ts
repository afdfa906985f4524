// SIGTERM: requests under way are answered, all connections learn that they end, and readiness reports it first.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { inTurns } from '../support/servers/in-turns.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-stopping-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.unstubAllEnvs())

let starts = 0
async function start(graceSeconds: number): Promise<ServerProcess & { readonly authorization: string }> {
  vi.stubEnv('TZREF_STOP_GRACE', `${graceSeconds}`)
  const flags = ['--accounts', join(folder, `${starts++}.sqlite`)]
  const server = await startServerProcess(inject('embeddedArtifact'), flags)
  await expect.poll(() => server.stdout(), { timeout: 20_000 }).toContain('curl')
  return { ...server, authorization: `Bearer ${/tzr_\w+/.exec(server.stdout())?.[0] ?? ''}` }
}

const connected = ({ origin }: ServerProcess): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** One answer, head and body. If the connection ends first, all that came until then. */
function ask(socket: Socket, path: string, authorization: string): Promise<string> {
  const answered = new Promise<string>((resolve) => {
    let text = ''
    const done = (): void => {
      socket.off('data', add).off('close', done)
      resolve(text)
    }
    const add = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head >= 0 && text.length >= head + 4 + Number(/\ncontent-length: (\d+)/i.exec(text)?.[1])) done()
    }
    socket.on('data', add).once('close', done)
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`)
  return answered
}

const isLast = (answer: string): boolean => /\r\nconnection: close\r\n/i.test(answer)

test.each([2, 0])(
  'with a grace period of %d seconds all requests of forty busy connections are answered, and the last answer of each says so',
  async (graceSeconds) => {
    const server = await start(graceSeconds)
    const idle = await Promise.all(Array.from({ length: 20 }, () => connected(server)))
    for (const socket of idle) expect(await ask(socket, '/time.json', 'none')).toMatch(/^HTTP\/1\.1 200/)
    const silent = await connected(server)
    const silentEnded = new Promise((resolve) => silent.once('close', resolve).on('error', () => undefined))
    let [answered, lost] = [0, 0]
    const paths = [
      '/v1/timezones/Asia/Kathmandu',
      '/timezones/UTC',
      '/v1/timezones?per_page=500',
      '/time.json',
    ]
    const busy = Array.from({ length: 40 }, async (_, n) => {
      const socket = await connected(server)
      socket.on('error', () => undefined)
      for (;;) {
        const answer = await ask(socket, paths[n % paths.length] ?? '/', server.authorization)
        if (/^HTTP\/1\.1 (?:200|429)/.test(answer)) answered++
        else lost++
        if (isLast(answer) || lost > 0) return socket.destroy()
      }
    })
    await pause(1000)
    const began = performance.now()
    const ended = server.end('SIGTERM')
    if (graceSeconds > 0) {
      await expect
        .poll(async () => (await server.ask(`${server.opsOrigin}/readyz`)).body, { timeout: 1500 })
        .toContain('"status":"stopping"')
      // Idle connections ask once more, and learn that this answer is the last. So do new connections.
      for (const socket of [...idle, await connected(server)]) {
        const answer = await ask(socket, '/v1/timezones/UTC', server.authorization)
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|429)/)
        expect(isLast(answer)).toBe(true)
      }
    }
    await Promise.all(busy)
    await ended
    await silentEnded
    const seconds = (performance.now() - began) / 1000
    process.stdout.write(
      `stopping: grace ${graceSeconds} s: ${answered} answers, ${lost} lost; ended after ${seconds.toFixed(1)} s\n`,
    )
    expect(lost).toBe(0)
    expect(seconds).toBeGreaterThanOrEqual(graceSeconds)
    expect(seconds).toBeLessThan(graceSeconds + 4)
  },
)

test('it stops in time although clients hold silent connections', async () => {
  const server = await start(0)
  const sockets = await Promise.all(Array.from({ length: 30 }, () => connected(server)))
  for (const [n, socket] of sockets.entries()) {
    socket.on('error', () => undefined)
    socket.pause()
    const head = `Host: a\r\nAuthorization: ${server.authorization}\r\n`
    const sent = [
      'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
      'nonsense\r\n\r\n',
      `POST /account/sign-in HTTP/1.1\r\n${head}Content-Length: 50\r\n\r\nemail=`,
      `GET /v1/timezones?per_page=500&detail=full HTTP/1.1\r\n${head}\r\n`.repeat(60),
      'GET / HT',
    ]
    socket.write(sent[n % sent.length] ?? '')
  }
  await pause(500)
  const began = performance.now()
  await server.end('SIGTERM')
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`stopping: with clients that hold on, ended after ${seconds.toFixed(1)} s\n`)
  for (const socket of sockets) socket.destroy()
  expect(seconds).toBeLessThan(8)
  expect(server.stderr()).not.toContain('it does not stop by itself')
})

test('two servers restart one after the other behind a proxy without retries: no request fails', async () => {
  const proxy = await inTurns()
  const [first, second] = [await start(2), await start(2)]
  const servers = new Set<ServerProcess>([first, second])
  const run = { isOver: false, answered: 0, failed: 0 }
  const isReady = (server: ServerProcess): Promise<boolean> =>
    server.ask(`${server.opsOrigin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  /** The proxy learns again and again which servers are ready. */
  const looking = (async () => {
    while (!run.isOver) {
      const ready: ServerProcess[] = []
      for (const server of servers) if (await isReady(server)) ready.push(server)
      proxy.to(ready.filter((server) => servers.has(server)).map(({ origin }) => origin))
      await pause(200)
    }
  })()
  await pause(1000)
  const load = Array.from({ length: 8 }, async (_, n) => {
    const path = ['/timezones/UTC', '/time.json', '/v1/timezones'][n % 3] ?? '/'
    while (!run.isOver) {
      const { status } = await fetch(`${proxy.origin}${path}`).catch(() => ({ status: 0 }))
      // The request has no known token: 401, or 429 when the address has sent too many.
      if ([200, 401, 429].includes(status)) run.answered++
      else run.failed++
      await pause(5)
    }
  })
  try {
    await first.end('SIGTERM')
    servers.delete(first)
    const third = await start(2)
    servers.add(third)
    await pause(1000)
    await second.end('SIGTERM')
    servers.delete(second)
    await pause(500)
    run.isOver = true
    await Promise.all(load)
    await third.end('SIGKILL')
  } finally {
    run.isOver = true
    await Promise.all([looking, ...load])
    await proxy.close()
  }
  process.stdout.write(`stopping: rolling restart: ${run.answered} answers, ${run.failed} failed\n`)
  expect(proxy.faults).toEqual([])
  expect(run.failed).toBe(0)
  expect(run.answered).toBeGreaterThan(100)
})
