// Measures the cost of the access layer: processor time of a request with and without it, in one server process and one run.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasRedis, redisServer } from '../test/support/servers/redis.ts'
import type { Measured, Question, Ready } from './access-server.ts'
import { buildIn } from './artifact.ts'

const ROUNDS = 60
const REQUESTS = 2000
const LANES = 8
/** Requests of one connection that wait for an answer at a time. */
const DEPTH = 25
const PATH = '/v1/timezones/Europe/Dublin'
/** The highest share of a request's server time that tokens and limits may take. */
const MOST_PERCENT = 10

interface Round {
  /** Microseconds of the server's processor time for a request. */
  readonly cpu: number
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Prints medians over rounds that alternate between the variants, and the access layer's share. */
export async function benchAccess(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  const redis = hasRedis() ? redisServer() : null
  if (redis === null) console.error('bench access: redis-server is not installed, so it is left out')
  let server: ChildProcess | undefined
  try {
    await redis?.start()
    const directory = await buildIn(folder)
    server = fork(fileURLToPath(new URL('access-server.ts', import.meta.url)), [
      directory,
      join(folder, 'accounts.sqlite'),
      redis?.address ?? '',
    ])
    const ready = await next(server)
    if (ready.kind !== 'ready') throw new Error('the server sent an unexpected answer')
    const rounds = new Map<string, Round[]>(ready.layers.map((name) => [name, []]))
    for (let round = -5; round < ROUNDS; round++) {
      // The order alternates, so no layer always runs after the same other one.
      for (const name of round % 2 === 0 ? ready.layers : ready.layers.toReversed()) {
        const measured = await measure(server, name, ready)
        // The first rounds are only warm-ups.
        if (round >= 0) rounds.get(name)?.push(measured)
      }
    }
    report(rounds)
  } finally {
    server?.kill()
    await redis?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const next = (server: ChildProcess): Promise<Ready | Measured> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('the server ended'))
    server.once('exit', ended)
    server.once('message', (message: Ready | Measured) => {
      server.off('exit', ended)
      resolve(message)
    })
  })

const tell = (server: ChildProcess, question: Question): boolean => server.send(question)

async function measure(server: ChildProcess, layer: string, { port, tokens }: Ready): Promise<Round> {
  const sockets = await Promise.all(Array.from({ length: LANES }, () => connected(port)))
  tell(server, { use: layer })
  await Promise.all(sockets.map((socket, lane) => askAll(socket, tokens, lane * (REQUESTS / LANES))))
  tell(server, 'end')
  const measured = await next(server)
  if (measured.kind !== 'measured') throw new Error('the server sent an unexpected answer')
  for (const socket of sockets) socket.destroy()
  return { cpu: measured.cpu / REQUESTS }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'

/**
 * Sends the requests of a connection, DEPTH at a time. The client must cost little. Otherwise the server waits for it and falls asleep, and
 * the bench would measure the cost of waking up instead.
 */
function askAll(socket: Socket, tokens: readonly string[], first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let [sent, had, tail] = [0, 0, '']
    const send = (): void => {
      const batch = Array.from({ length: DEPTH }, () => {
        const token = tokens[(first + sent++) % tokens.length] ?? ''
        return `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`
      })
      socket.write(batch.join(''))
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      const text = tail + chunk
      const parts = text.split(STATUS_LINE)
      had += parts.length - 1
      tail = (parts.at(-1) ?? '').slice(-STATUS_LINE.length)
      if (text.includes('HTTP/1.1 4') || text.includes('HTTP/1.1 5')) reject(new Error(text.slice(0, 200)))
      if (had === REQUESTS / LANES) resolve()
      else if (had === sent) send()
    })
    send()
  })
}

function report(rounds: ReadonlyMap<string, readonly Round[]>): void {
  const cpuOf = (name: string): number => median((rounds.get(name) ?? []).map((round) => round.cpu))
  const off = cpuOf('off')
  console.log(
    `GET ${PATH}, ${ROUNDS} rounds of ${REQUESTS} to and fro, medians of the server's processor time`,
  )
  console.log(`  without an access layer      ${off.toFixed(1).padStart(6)} µs`)
  for (const [name, words] of [
    ['on', 'with it, in memory'],
    ['monthly', 'the same, the month enforced'],
    ['redis', 'with Redis'],
  ] as const) {
    if (!rounds.has(name)) continue
    const more = cpuOf(name) - off
    const share = (more / cpuOf(name)) * 100
    console.log(
      `  ${words.padEnd(28)} ${cpuOf(name).toFixed(1).padStart(6)} µs: ${more.toFixed(1)} µs more, ${share.toFixed(1)} % of the request`,
    )
  }
  const share = ((cpuOf('on') - off) / cpuOf('on')) * 100
  const verdict = share < MOST_PERCENT ? 'within' : 'ABOVE'
  console.log(
    `access layer: ${share.toFixed(1)} % of a request's server time, ${verdict} the ${MOST_PERCENT} % allowed`,
  )
  if (share >= MOST_PERCENT) process.exitCode = 1
}
