// Real server processes for tests: `tzref serve` on loopback, as the shipped image starts it, ended by the test.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { bound } from './bound-process.ts'
import { freePorts } from './free-port.ts'
import { MOST_LOOKS } from './loopback.ts'

/** A program of util-linux. */
export const PRLIMIT = '/usr/bin/prlimit'
const ROOT = join(import.meta.dirname, '../../..')
/** Characters of a server's log that are kept, at least. */
const MOST_LOG = 2 ** 26

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface ServerProcess {
  /** `http://127.0.0.1:…`, and the same for the operators' port. */
  readonly origin: string
  readonly opsOrigin: string
  /** Asks over connections that are kept open. Rejects when the connection breaks. */
  ask(path: string, headers?: Record<string, string>, options?: AskOptions): Promise<Answer>
  readonly pid: number
  /** Its output so far: texts for a person, and the log, of which only the end is kept if it is very long. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Ends the server. Resolves when it has ended. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** How a server is asked. `from`: an address of the loopback, with a connection of its own. */
interface AskOptions {
  readonly method?: string
  readonly body?: string
  readonly from?: string
}

/** The processes that a process has started: of a server, its workers. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Asks once, over an agent. */
function askOver(
  agent: Agent,
  url: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '', from }: AskOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const over = from === undefined ? { agent } : { agent: false, localAddress: from }
    const asked = request(url, { ...over, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** What the shipped image says to glibc. */
const OF_IMAGE = Object.fromEntries(
  [...readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').matchAll(/(MALLOC_\w+)=(\d+)/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  ),
)

/** Starts `tzref serve` of this checkout or another program, over an artifact with these flags. Resolves when it answers. `descriptors`: how many it may have, where prlimit is. */
export async function startServerProcess(
  artifact: string,
  flags: readonly string[],
  program = join(ROOT, 'tzref.js'),
  descriptors: number | null = null,
): Promise<ServerProcess> {
  // Another test may take the port between the search for a free one and the start.
  for (let again = 2; ; again--) {
    try {
      return await startOnFreePorts(artifact, flags, program, descriptors)
    } catch (error) {
      if (again === 0 || !String(error).includes('another program listens there')) throw error
    }
  }
}

async function startOnFreePorts(
  artifact: string,
  flags: readonly string[],
  program: string,
  descriptors: number | null,
): Promise<ServerProcess> {
  const [port, opsPort] = await freePorts()
  const dist = join(artifact, '..')
  const command = [program, 'serve', '--dist', dist, '--port', `${port}`, '--ops-port', `${opsPort}`]
  const few = descriptors === null ? [] : [PRLIMIT, `--nofile=${descriptors}:${descriptors}`]
  // The flag is that of `npm start`.
  const node = [process.execPath, '--max-semi-space-size=4']
  const [first = '', ...rest] = [...few, ...node, ...command, ...flags]
  const child: ChildProcess = spawn(...bound(first, rest), {
    cwd: dirname(program),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without a waiting time before the end, which only some tests need.
    env: { TZREF_STOP_GRACE: '0', ...OF_IMAGE, ...process.env },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    // The log of an hour of abuse is longer than a string of Node may be.
    if (stderr.length > 2 * MOST_LOG) stderr = stderr.slice(-MOST_LOG)
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const opsOrigin = `http://127.0.0.1:${opsPort}`
  const isReady = (): Promise<boolean> =>
    askOver(agent, `${opsOrigin}/readyz`).then(
      (answer) => answer.status === 200,
      () => false,
    )
  for (let left = MOST_LOOKS; !(await isReady()); left--) {
    if (left === 0 || child.exitCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`the server does not start:\n${stderr}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    opsOrigin,
    pid: child.pid ?? 0,
    ask: (path, headers, options) =>
      askOver(agent, `${path.startsWith('http') ? '' : origin}${path}`, headers, options),
    stdout: () => stdout,
    stderr: () => stderr,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      agent.destroy()
    },
  }
}
