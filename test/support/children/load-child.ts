// A load with an even pace, in a separate process: prints a line for each answer, and ends after the last answer when told to.
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

/** A load. It is the only argument of the process. */
export interface Load {
  readonly host: string
  /** The paths that each stream asks for in turn. */
  readonly paths: readonly string[]
  readonly streams: readonly { readonly name: string; readonly token: string; readonly perSecond: number }[]
}

/**
 * One line: the stream, the time of sending and the duration in milliseconds, the status (0: no answer), X-RateLimit-Remaining (-1: none).
 */
export type LoadLine = readonly [name: string, sent: number, ms: number, status: number, remaining: number]

/** The longest wait for an answer. */
const LONGEST_MS = 40_000

const { host, paths, streams }: Load = JSON.parse(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 256, rejectUnauthorized: false })
const run = { isOver: false }
process.once('SIGTERM', () => (run.isOver = true))

const ask = (name: string, token: string, path: string): Promise<void> =>
  new Promise((resolve) => {
    const sent = Date.now()
    const said = (status: number, remaining = -1): void => {
      const line: LoadLine = [name, sent, Date.now() - sent, status, remaining]
      process.stdout.write(`${JSON.stringify(line)}\n`)
      resolve()
    }
    const headers = { host: 'api.example.org', authorization: `Bearer ${token}` }
    const asked = request({ host, path, agent, headers, timeout: LONGEST_MS }, (response) => {
      response
        .on('error', () => said(0))
        .on('end', () =>
          said(response.statusCode ?? 0, Number(response.headers['x-ratelimit-remaining'] ?? -1)),
        )
        .resume()
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', () => said(0))
    asked.end()
  })

/** Sends at its pace, whether answers come or not. After a standstill of the machine it does not catch up, so it stays within its plan. */
async function stream({ name, token, perSecond }: Load['streams'][number], offset: number): Promise<void> {
  const answers: Promise<void>[] = []
  let due = performance.now()
  for (let sent = 0; !run.isOver; sent++) {
    answers.push(ask(name, token, paths[(sent + offset) % paths.length] ?? '/'))
    due = Math.max(due, performance.now() - 100) + 1000 / perSecond
    await pause(Math.max(0, due - performance.now()))
  }
  await Promise.all(answers)
}

await Promise.all(streams.map(stream))
agent.destroy()
