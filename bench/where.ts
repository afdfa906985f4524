// Where the processor time of an answer goes, by rooms of the code: samples of the server's main thread.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DIST, ROOT } from '#open/program/root.ts'
import { randomPoints } from '../test/support/points/boundary-points.ts'
import { measure } from './http-client.ts'
import { startServer } from './http-server.ts'
import { ACCOUNTS, CONNECTIONS, REQUESTS, requestsOf, tasksOf, tokensOf } from './http.ts'

const POINTS = 20_000
/** Runs of a task before the sampled one: until then, a process still compiles its code. */
const WARM_UPS = 3
/** The sampled requests of a task, in 8,000s: some 10,000 samples. */
const SAMPLED = 5

interface Frame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

type Maps = Map<string, SourceMap>

/** What this reads of V8's CPU profile. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** The room of a function: a folder of the source, to which the map of the compiled code leads. Null: the thread waits. */
function roomOf(
  { functionName, url, lineNumber, columnNumber }: Frame,
  root: string,
  maps: Maps,
): string | null {
  if (functionName === '(idle)') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.startsWith('node:')) return "Node's own JavaScript"
  // The system's calls too: they are most of it.
  if (url === '') return "Node's native code"
  if (url.startsWith('wasm:')) return 'WebAssembly'
  const file = fileURLToPath(url)
  if (!existsSync(`${file}.map`)) return relative(root, dirname(file))
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  maps.set(file, map)
  const entry = map.findEntry(lineNumber, columnNumber)
  return 'originalSource' in entry
    ? relative(root, dirname(resolve(dirname(file), entry.originalSource)))
    : 'other'
}

/** The part of the sampled time that each room took, the largest first. */
function partsOf({ nodes, samples, timeDeltas }: Profile, root: string): [room: string, part: number][] {
  const maps: Maps = new Map()
  const rooms = new Map(nodes.map(({ id, callFrame }) => [id, roomOf(callFrame, root, maps)]))
  const times = new Map<string, number>()
  let sum = 0
  for (const [index, id] of samples.entries()) {
    const room = rooms.get(id) ?? null
    // A sample stands for the time until the next one.
    const time = timeDeltas[index + 1] ?? 0
    if (room === null) continue
    sum += time
    times.set(room, (times.get(room) ?? 0) + time)
  }
  return [...times]
    .map(([room, time]): [string, number] => [room, time / sum])
    .toSorted(([, one], [, other]) => other - one)
}

/**
 * `npm run bench -- where [folder of artifacts] [another checkout]`: for each request of `bench http` with fields of its own, the
 * microseconds of processor time of an answer, and the rooms that took them. With another checkout, that one's server is measured.
 */
export async function benchWhere(dist: string = DIST, other?: string): Promise<void> {
  const root = other === undefined ? ROOT : resolve(other)
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  const [accounts, file] = [join(folder, 'accounts.sqlite'), join(folder, 'profile.json')]
  const tokens = tokensOf(root, accounts, ACCOUNTS, 'business')
  const [poor = ''] = tokensOf(root, accounts, 1, 'free')
  const server = await startServer(
    dist,
    accounts,
    join(folder, 'log'),
    ['--trust-proxy', 'loopback'],
    ['--import', `${new URL('profile.mjs', import.meta.url).href}?file=${file}`],
    root,
  )
  try {
    const [pid = 0] = server.pids
    const toggle = (): void => void process.kill(pid, 'SIGUSR2')
    // Of so many wrong tokens a network's are soon refused without a look.
    const tasks = tasksOf({ 'on the sphere': randomPoints(POINTS, 1) }).filter(
      ({ token }) => token !== 'wrong',
    )
    for (const task of tasks) {
      const { name, status = 200 } = task
      const ask = (count: number): Promise<{ cpu: number }> =>
        measure({
          port: server.port,
          pids: [pid],
          requests: requestsOf(task, { name: 'tzref', port: server.port, pids: [pid], tokens, poor }),
          isOwn: true,
          count,
          connections: CONNECTIONS,
          statuses: status === 429 ? [429, 200] : [status],
        })
      await ask(WARM_UPS * REQUESTS)
      const { cpu } = await ask(REQUESTS)
      toggle()
      await ask(SAMPLED * REQUESTS)
      toggle()
      while (!existsSync(file)) await pause(50)
      const profile: Profile = JSON.parse(readFileSync(file, 'utf8'))
      rmSync(file)
      console.log(`\n${name}: ${cpu.toFixed(1)} µs of processor time, in all threads`)
      for (const [room, part] of partsOf(profile, root)) {
        if (part < 0.005) continue
        console.log(
          `  ${(part * cpu).toFixed(1).padStart(6)} µs  ${(part * 100).toFixed(0).padStart(3)} %  ${room}`,
        )
      }
    }
  } finally {
    server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
