// The property over senders: whatever one sender does, honest callers of another network are answered in time, and the charge is what it costs.
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { processorTime } from '../../../bench/http-client.ts'
import { KINDS, type Given, type Sending, type Size } from './sender-kinds.ts'

/** Senders at whom the property looks. A proxy at PROXY is named, so that it can write an IPv6 network. */
export const PROXY = '127.0.0.3'
const [ATTACKER, HONEST] = ['127.0.0.9', '127.0.0.2']
export const SENDERS = ['one address', 'one network', 'five accounts'] as const

export interface Drawn {
  readonly kind: string
  readonly size: Size
  readonly sender: (typeof SENDERS)[number]
}

/** What one run showed. Milliseconds, but `workRatio`: the charge by the processor time, null when the run used less than half a second. */
export interface Run {
  readonly refused: readonly string[]
  /** That of callers at an address of their own and, if the sender has a proxy, of callers behind it. */
  readonly p99s: readonly number[]
  readonly control: number
  readonly longest: number
  readonly cpuMs: number
  readonly workRatio: number | null
  readonly calls: number
}

/** A server at 127.0.0.1: the port that is asked, which may be a proxy's, and its own. */
export interface Attacked {
  readonly port: number
  readonly opsPort: number
  readonly pid: number
}

/** Milliseconds of processor time of a process and all its threads. */
const processorMs = (pid: number): number => processorTime(pid) / 1000

/** Milliseconds that a server has charged its senders so far. */
async function chargedMs({ opsPort }: Attacked): Promise<number> {
  const body = await fetch(`http://127.0.0.1:${opsPort}/metrics`).then((answer) => answer.text())
  return 1000 * Number(/^tzref_work_seconds_total (\S+)$/m.exec(body)?.[1])
}

/** The fields by which a sender is known. */
function givenOf(sender: Drawn['sender'], tokens: readonly string[], paths: readonly string[]): Given {
  if (sender === 'one address') return { fields: [''], paths }
  if (sender === 'five accounts')
    return { fields: tokens.map((token) => `Authorization: Bearer ${token}\r\n`), paths }
  const fields = Array.from({ length: 200 }, (_, n) => `X-Forwarded-For: 2001:db8:9:${n.toString(16)}::1\r\n`)
  return { fields, paths }
}

/** Between an answer and the next call: short, so that a run has some hundred calls, and its 99th percentile is not its longest wait. */
const PAUSE_MS = 3

/** Where honest callers are: each at an address of its own, or behind the proxy through which the sender comes. */
type Honest = { readonly from: string; readonly fields: Readonly<Record<string, string>> }
const DIRECT: Honest = { from: HONEST, fields: {} }
const BEHIND: Honest = { from: PROXY, fields: { 'x-forwarded-for': '198.51.100.7' } }

interface Asked {
  readonly refused: string[]
  readonly waits: number[]
}

/** Asks honestly for a time, one call after another: on connections that stay open, and every second call on one of its own. */
async function askFor(
  ms: number,
  port: number,
  owner: string,
  { from: localAddress, fields }: Honest,
): Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: 3 })
  const [refused, waits]: [string[], number[]] = [[], []]
  const calls = [
    { path: '/v1/timezones/UTC', headers: { authorization: `Bearer ${owner}` } },
    { path: '/time.json', headers: {} },
    { path: '/account/sign-in', headers: { accept: 'text/html' } },
  ]
  const until = performance.now() + ms
  for (let n = 0; performance.now() < until; n++) {
    const { path = '', headers } = calls[n % calls.length] ?? {}
    const from = performance.now()
    const status = await new Promise<string>((resolve) => {
      const over = n % 2 === 0 ? agent : false
      const asked = get(
        { host: '127.0.0.1', port, path, agent: over, headers: { ...headers, ...fields }, localAddress },
        (answer) => answer.resume().once('end', () => resolve(`${answer.statusCode}`)),
      )
      asked.once('error', (error) => resolve(String(error)))
    })
    waits.push(performance.now() - from)
    if (status !== '200') refused.push(`${path}: ${status}`)
    await pause(PAUSE_MS)
  }
  agent.destroy()
  return { refused, waits }
}

const p99 = (waits: readonly number[]): number =>
  waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? Number.NaN

/** One run: a control without a sender, and then the sender at the same time as the honest calls. */
export async function runDrawn(
  server: Attacked,
  { kind, size, sender }: Drawn,
  {
    owners,
    tokens,
    paths,
    ms,
  }: { owners: readonly string[]; tokens: readonly string[]; paths: readonly string[]; ms: number },
): Promise<Run> {
  const { port } = server
  const make = KINDS[kind]
  if (make === undefined) throw new Error(kind)
  const sending: Sending = make(size, givenOf(sender, tokens, paths))
  const honest = sender === 'one network' ? [DIRECT, BEHIND] : [DIRECT]
  const askAll = (): Promise<Asked[]> =>
    Promise.all(honest.map((caller, n) => askFor(ms, port, owners[n] ?? '', caller)))
  const control = await askAll()
  const [cpuBefore, chargeBefore] = [processorMs(server.pid), await chargedMs(server)]
  const workerData = { ...sending, port, from: sender === 'one network' ? PROXY : ATTACKER, ms }
  const thread = new Worker(new URL('./sender-thread.js', import.meta.url), { workerData, execArgv: [] })
  const ended = new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject))
  const asked = await askAll()
  await ended
  // An unread body is charged at the end of its connection.
  await pause(200)
  const [cpuMs, charge] = [processorMs(server.pid) - cpuBefore, (await chargedMs(server)) - chargeBefore]
  return {
    refused: asked.flatMap(({ refused }) => refused),
    p99s: asked.map(({ waits }) => p99(waits)),
    control: Math.max(...control.map(({ waits }) => p99(waits))),
    longest: Math.max(...asked.flatMap(({ waits }) => waits)),
    cpuMs,
    workRatio: cpuMs < 500 ? null : charge / cpuMs,
    calls: asked.reduce((sum, { waits }) => sum + waits.length, 0),
  }
}

/**
 * A wait that hardly anybody notices. A control takes 3 to 20 ms, and one turn of the event loop with a long piece of one connection 46 ms: a call comes
 * in one turn, is read in the next, and may wait in the line for a third.
 */
const HARDLY_MS = 250

/** Whether the honest calls of a run were in time: at most three times those of a control, or a quarter of a second. */
const isInTime = ({ p99s, control, longest }: Run): boolean =>
  Math.max(...p99s) <= Math.max(3 * control, HARDLY_MS) && longest <= 1000

/** The 99th percentiles of a run in whole milliseconds. */
export const p99Text = ({ p99s }: Run): string => p99s.map((ms) => ms.toFixed(0)).join(' and ')

/** Runs three times, or twice when both were in time. Returns the runs. */
export async function threeRuns(run: () => Promise<Run>): Promise<readonly Run[]> {
  const runs = [await run(), await run()]
  if (!runs.every(isInTime)) runs.push(await run())
  return runs
}

/** The faults of runs, as text. */
export function faultsOf(runs: readonly Run[]): string[] {
  const faults = runs.flatMap(({ refused }) => refused.slice(0, 3))
  if (runs.filter(isInTime).length < 2)
    faults.push(
      `p99 by control: ${runs.map((run) => `${p99Text(run)} by ${run.control.toFixed(0)}, longest ${run.longest.toFixed(0)} ms`).join('; ')}`,
    )
  const ratios = runs.flatMap(({ workRatio }) => workRatio ?? [])
  // As for times: most of the runs, because a machine that others share is late in one.
  if (2 * ratios.filter((ratio) => ratio >= 0.5 && ratio <= 2).length < ratios.length)
    faults.push(`charge by processor time: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  return faults
}
