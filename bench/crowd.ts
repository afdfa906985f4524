// Loads a real server with a crowd: many Business accounts send the most expensive requests at once, and some clients never read.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watchHealth } from '../test/support/servers/health-watch.ts'
import { startServerProcess, type ServerProcess } from '../test/support/servers/server-process.ts'
import { buildIn } from './artifact.ts'
import { memoryOf } from './http-client.ts'
import { makeTokens } from './http-server.ts'

const DEAREST = '/v1/countries/us?include=timezones,abbreviations,cities&detail=full'
const ACCOUNTS = 400
const CONNECTIONS = 2000
const SILENT = 400
const SECONDS = 60

/** The limits that must hold. A busy machine may exceed them, because the figures depend on the machine. */
const MOST = {
  memoryMb: 600,
  healthMs: 1000,
  refusalP99Ms: 100,
  recoveryMs: 5000,
  silentMb: 150,
  backMs: 10_000,
}

/** Prints the measured figures, and which of them are over the limit. */
export async function benchCrowd(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const artifact = await buildIn(folder)
    const accounts = join(folder, 'accounts.sqlite')
    const tokens = await makeTokens(accounts, ACCOUNTS, 'business')
    const server = await startServerProcess(artifact, ['--accounts', accounts])
    try {
      await crowd(server, tokens)
      await silence(server, tokens)
    } finally {
      await server.end()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function crowd(server: ServerProcess, tokens: readonly string[]): Promise<void> {
  const before = memoryOf(server.pid)
  const statuses = new Map<number, number>()
  const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
    asker(server, tokens[index % tokens.length] ?? '', index % 2 === 0, (status) =>
      statuses.set(status, (statuses.get(status) ?? 0) + 1),
    ),
  )
  const health = watchHealth([`${server.opsOrigin}/healthz`])
  let most = 0
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    most = Math.max(most, memoryOf(server.pid))
    await pause(200)
  }
  const { slowestMs, faults } = await health.end()
  for (const client of clients) client.destroy()
  const left = performance.now()
  await answers(server, tokens)
  const recovery = performance.now() - left
  const refusals = server
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"status":503') || line.includes('"status":429'))
    .map((line) => Number(/"ms":([\d.]+)/.exec(line)?.[1]))
    .toSorted((one, other) => one - other)
  console.log(
    `${CONNECTIONS} connections of ${tokens.length} accounts for ${SECONDS} s: ${[...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')}`,
  )
  say('memory', most, MOST.memoryMb, `MB (${before.toFixed(0)} before)`)
  if (faults.length > 0) throw new Error(`health: ${faults.join(', ')}`)
  say('slowest /healthz', slowestMs, MOST.healthMs, 'ms')
  say('refusal, p99', refusals[Math.floor(refusals.length * 0.99)] ?? 0, MOST.refusalP99Ms, 'ms')
  say('an answer within a tenth of a second again after', recovery, MOST.recoveryMs, 'ms')
}

/** Measures clients that ask and never read: their cost, and how long until the server gets its memory back. */
async function silence(server: ServerProcess, tokens: readonly string[]): Promise<void> {
  await pause(2000)
  const before = memoryOf(server.pid)
  const sockets = Array.from({ length: SILENT }, (_, index) => {
    const socket = connectTo(server)
    socket.pause()
    socket.write(requestOf(tokens[index % tokens.length] ?? '', index % 2 === 0))
    return socket
  })
  let most = 0
  for (let second = 0; second < 10; second++) {
    await pause(1000)
    most = Math.max(most, memoryOf(server.pid))
  }
  for (const socket of sockets) socket.destroy()
  const left = performance.now()
  while (memoryOf(server.pid) - before > MOST.silentMb / 3 && performance.now() - left < 2 * MOST.backMs) {
    await answers(server, tokens)
    await pause(200)
  }
  say(`${SILENT} that never read: memory`, most - before, MOST.silentMb, 'MB more')
  say('a third of that or less after', performance.now() - left, MOST.backMs, 'ms')
}

/** Resolves when a short answer takes less than a tenth of a second. */
async function answers(server: ServerProcess, tokens: readonly string[]): Promise<void> {
  for (;;) {
    const asked = performance.now()
    const { status } = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${tokens[0]}` })
    if (status === 200 && performance.now() - asked < 100) return
    await pause(20)
  }
}

const requestOf = (token: string, isPacked: boolean): string =>
  `GET ${DEAREST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${isPacked ? 'Accept-Encoding: gzip\r\n' : ''}\r\n`

let opened = 0
/** Connects from one of twenty addresses, because one alone has a share of connections. */
function connectTo(server: ServerProcess): Socket {
  const localAddress = `127.0.2.${1 + (opened++ % 20)}`
  const port = Number(new URL(server.origin).port)
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
}

/** Asks, reads the whole answer and asks again. Reports the status of each answer. */
function asker(
  server: ServerProcess,
  token: string,
  isPacked: boolean,
  answered: (status: number) => void,
): Socket {
  const socket = connectTo(server)
  const request = requestOf(token, isPacked)
  let head = ''
  let missing = -1
  socket.on('data', (chunk: Buffer) => {
    let bytes = chunk.length
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      answered(Number(head.slice(9, 12)))
      bytes = head.length - end - 4
    }
    missing -= bytes
    if (missing > 0) return
    head = ''
    missing = -1
    socket.write(request)
  })
  socket.write(request)
  return socket
}

function say(what: string, found: number, most: number, unit: string): void {
  console.log(`${what}: ${found.toFixed(0)} ${unit} (at most ${most})`)
  if (found <= most) return
  console.error(`bench crowd: ${what}: ${found.toFixed(0)}, at most ${most} are allowed`)
  process.exitCode = 1
}
