// Sends the requests of `npm run bench -- http` over keep-alive connections, one at a time on each, and measures the server's process.
import { readFileSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

export interface Round {
  /** Microseconds of the server's processor time for a request, in all its threads. */
  readonly cpu: number
  /** Answers a second. */
  readonly rate: number
  /** Milliseconds from a request to the end of its answer. */
  readonly p50: number
  readonly p99: number
}

export interface LoadRun {
  readonly port: number
  /** The processes whose time is counted. */
  readonly pids: readonly number[]
  /** Complete requests. They are sent in turn. */
  readonly requests: readonly string[]
  /** Whether each request has fields of its own, as a proxy sends them: the address of its client, and an id. */
  readonly isOwn?: boolean
  readonly count: number
  readonly connections: number
  /** The allowed statuses of answers. */
  readonly statuses: readonly number[]
}

/** How many requests had fields of their own. */
let owned = 0

/** The request, with an address and an id that no other one had. */
function withOwnFields(request: string): string {
  owned++
  const address = `10.${(owned >> 16) & 255}.${(owned >> 8) & 255}.${owned & 255}`
  const id = owned.toString(16).padStart(32, '0')
  return `${request.slice(0, -2)}X-Forwarded-For: ${address}\r\nX-Request-Id: ${id}\r\n\r\n`
}

/** Microseconds of processor time that a process has taken so far. */
export function processorTime(pid: number): number {
  let sum = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  }
  return sum / 1000
}

/** Megabytes of memory that a process holds. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

/** Sends so many requests and waits for all answers. Rejects when an answer has another status. */
export async function measure(asked: LoadRun): Promise<Round> {
  const { port, pids, count, connections } = asked
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  const times: number[] = []
  let next = 0
  const timesBefore = pids.map(processorTime)
  const began = performance.now()
  await Promise.all(
    sockets.map((socket) => askAll(socket, asked, times, () => (next < count ? next++ : null))),
  )
  const ms = performance.now() - began
  const cpu = pids.reduce((sum, pid, index) => sum + processorTime(pid) - (timesBefore[index] ?? 0), 0)
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  const quantile = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  return { cpu: cpu / count, rate: (count / ms) * 1000, p50: quantile(0.5), p99: quantile(0.99) }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

const END_OF_HEADER = Buffer.from('\r\n\r\n')

/** Sends one request after the other. The client must cost little, because it shares the machine with the server. */
function askAll(
  socket: Socket,
  { requests, statuses, isOwn }: LoadRun,
  times: number[],
  take: () => number | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    /** Bytes of the answer that are still missing; null until its header is read. */
    let left: number | null = null
    const expected = statuses.map((status) => `HTTP/1.1 ${status} `)
    const send = (): void => {
      const index = take()
      if (index === null) return resolve()
      sentAt = performance.now()
      left = null
      const request = requests[index % requests.length] ?? ''
      socket.write(isOwn === true ? withOwnFields(request) : request, 'latin1')
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      let bytes = chunk.length
      if (left === null) {
        const end = chunk.indexOf(END_OF_HEADER)
        const header = chunk.toString('latin1', 0, end < 0 ? bytes : end)
        if (end < 0 || !expected.includes(header.slice(0, 13))) {
          return reject(
            new Error(
              `expected ${statuses.join(' or ')}, found ${header.slice(0, 200)} … ${chunk.toString('latin1').slice(-200)}`,
            ),
          )
        }
        left = Number(/\r\ncontent-length: (\d+)/i.exec(header)?.[1] ?? 0)
        bytes -= end + 4
      }
      left -= bytes
      if (left > 0) return
      times.push(performance.now() - sentAt)
      send()
    })
    send()
  })
}
