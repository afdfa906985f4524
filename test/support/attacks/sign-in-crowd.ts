// The cost for the API when a crowd signs in: a steady stream of requests to /v1, alone and while a thousand people sign in at once.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTokens } from '../../../bench/http-server.ts'
import { startServerProcess } from '../servers/server-process.ts'

/** Answers of the API in a period. */
export interface Stream {
  readonly answers: number
  /** Answers with another status than 200. */
  readonly refused: number
  readonly p50: number
  readonly p99: number
}

export interface CrowdBeside {
  readonly before: Stream
  readonly beside: Stream
  /** How many sign-ins got each status. 0: no answer. */
  readonly crowd: Readonly<Record<string, number>>
  readonly crowdMs: number
}

const EVERY_MS = 10
const ALONE_MS = 3000
const CONNECTIONS = 16
const CHILD = join(import.meta.dirname, 'sign-ins-child.ts')

/** Asks every few milliseconds, however long answers take, until told to stop. Times count from the moment when a request was due. */
async function stream(ask: () => Promise<{ status: number }>, isOver: () => boolean): Promise<Stream> {
  const times: number[] = []
  let refused = 0
  const pending: Promise<void>[] = []
  const began = performance.now()
  for (let sent = 0; !isOver(); sent++) {
    const due = began + sent * EVERY_MS
    if (performance.now() < due) await pause(due - performance.now())
    pending.push(
      ask().then(({ status }) => {
        if (status !== 200) refused++
        return void times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(pending)
  times.sort((one, other) => one - other)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  return { answers: times.length, refused, p50: at(0.5), p99: at(0.99) }
}

/** Keeps a process and its threads on one core. */
function keepOn(core: number, pid: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`taskset: ${stderr}`)
}

/**
 * Starts a server over an artifact, with accounts in a new file in a folder. So many people then sign in at once. `apart` acts as if they
 * were other machines: the server has the first core, the clients the second, and the crowd gives way to the measuring process.
 */
export async function crowdBeside(
  artifact: string,
  folder: string,
  people: number,
  { apart = false } = {},
): Promise<CrowdBeside> {
  const accounts = join(folder, 'crowd.sqlite')
  // Several accounts, so that none reaches its burst limit.
  const keys = await makeTokens(accounts, 4, 'business')
  const flags = ['--accounts', accounts, '--trust-proxy', '127.0.0.1', '--mail-folder', join(folder, 'm')]
  const server = await startServerProcess(artifact, flags)
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, server.origin, 'crowd', `${people}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    await once(child.stdout, 'data')
    if (apart) {
      keepOn(0, server.pid)
      for (const pid of [process.pid, child.pid ?? 0]) keepOn(1, pid)
      setPriority(child.pid ?? 0, Math.min(19, getPriority() + 5))
    }
    let asked = 0
    const ask = () => {
      const authorization = `Bearer ${keys[asked++ % keys.length]}`
      return server.ask('/v1/timezones/Europe/Dublin', { authorization })
    }
    // Opens all connections before the crowd comes. A new one would have to wait behind the crowd.
    await Promise.all(Array.from({ length: CONNECTIONS }, ask))
    const warm = performance.now() + 500
    await stream(ask, () => performance.now() > warm)
    const until = performance.now() + ALONE_MS
    const before = await stream(ask, () => performance.now() > until)
    const began = performance.now()
    let counted = ''
    child.stdout.once('data', (chunk: Buffer) => (counted = chunk.toString()))
    child.stdin.write('go\n')
    const beside = await stream(ask, () => counted !== '')
    return { before, beside, crowd: JSON.parse(counted), crowdMs: performance.now() - began }
  } finally {
    child.kill()
    await server.end()
  }
}
