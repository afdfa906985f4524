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

/** Milliseconds that one kind of honest callers waited: the 99th percentile, that of a control run, and the longest wait. */
interface Waits {
  readonly p99: number
  readonly control: number
  readonly longest: number
}

/** What one run showed. `workRatio`: the charge by the processor time, null when the run used less than half a second. */
export interface Run {
  readonly refused: readonly string[]
  /** Of callers at an address of their own and, if the sender comes through a proxy, of callers behind it. */
  readonly waits: readonly Waits[]
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

/** Where honest callers are: at an address of their own, or behind the proxy through which the sender comes. */
interface Honest {
  readonly from: string
  readonly fields: Readonly<Record<string, string>>
  /** A 99th percentile and a longest wait in milliseconds that are in time. */
  readonly inTime: { readonly p99: number; readonly longest: number }
}
/**
 * A quarter of a second is a wait that hardly anybody notices. A control takes 3 to 20 ms, and one turn of the event loop with a long piece of one
 * connection 46 ms: a call comes in one turn, is read in the next, and may wait in the line for a third.
 */
const DIRECT: Honest = { from: HONEST, fields: {}, inTime: { p99: 250, longest: 1000 } }
/**
 * The server cannot know whose a proxy's connection is before it has read of it, up to 25 ms each: with 30 to 512 of the sender before it, a new one of
 * others waited 500 to 1,100 ms. nginx and Caddy pass on one request at a time.
 */
const BEHIND: Honest = {
  from: PROXY,
  fields: { 'x-forwarded-for': '198.51.100.7' },
  inTime: { p99: 2000, longest: 2000 },
}

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
    waits: asked.map(({ waits }, n) => ({
      p99: p99(waits),
      control: p99(control[n]?.waits ?? []),
      longest: Math.max(...waits),
    })),
    cpuMs,
    workRatio: cpuMs < 500 ? null : charge / cpuMs,
    calls: asked.reduce((sum, { waits }) => sum + waits.length, 0),
  }
}

/** Whether the honest calls of a run were in time; a 99th percentile is also if it is at most three times that of a control. */
const isInTime = ({ waits }: Run): boolean =>
  waits.every(({ p99: during, control, longest }, n) => {
    const { inTime } = n === 0 ? DIRECT : BEHIND
    return during <= Math.max(3 * control, inTime.p99) && longest <= inTime.longest
  })

/** The waits of a run in whole milliseconds. */
export const waitsText = ({ waits }: Run): string =>
  waits
    .map(
      ({ p99: during, control, longest }) =>
        `p99 ${during.toFixed(0)} ms, ${control.toFixed(0)} without, longest ${longest.toFixed(0)}`,
    )
    .join('; behind the proxy ')

/** Runs three times, or twice when both were in time. Returns the runs. */
export async function threeRuns(run: () => Promise<Run>): Promise<readonly Run[]> {
  const runs = [await run(), await run()]
  if (!runs.every(isInTime)) runs.push(await run())
  return runs
}

/** The faults of runs, as text. */
export function faultsOf(runs: readonly Run[]): string[] {
  const faults = runs.flatMap(({ refused }) => refused.slice(0, 3))
  if (runs.filter(isInTime).length < 2) faults.push(...runs.map((run) => waitsText(run)))
  const ratios = runs.flatMap(({ workRatio }) => workRatio ?? [])
  // As for times: most of the runs, because a machine that others share is late in one.
  if (2 * ratios.filter((ratio) => ratio >= 0.5 && ratio <= 2).length < ratios.length)
    faults.push(`charge by processor time: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  return faults
}
