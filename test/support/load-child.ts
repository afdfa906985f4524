// A load of even pace, in a separate process: prints a line for each answer, and ends when told to and all have come.
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

/** What a load is made of; the process's one argument. */
export interface Load {
  readonly host: string
  /** What is asked for in turns, by each of the streams. */
  readonly paths: readonly string[]
  readonly streams: readonly { readonly name: string; readonly token: string; readonly perSecond: number }[]
}

/** One line: the answer's stream, its moment and duration in milliseconds, its status (0: none came) and X-RateLimit-Remaining (-1: none). */
export type LoadLine = readonly [name: string, sent: number, ms: number, status: number, remaining: number]

/** No answer is waited for longer. */
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

/** Sends as often as it shall, whether or not answers come; what was missed while the machine stood still is not sent at once, beyond a plan. */
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
