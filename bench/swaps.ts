// Swaps two artifacts a thousand times under a busy `tzref serve`: measures memory, descriptors, and the longest turn of its loop.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { buildIn } from './artifact.ts'
import { measure } from './http-client.ts'
import { makeTokens, startServer } from './http-server.ts'

const SWAPS = 1000
const TOLD_EVERY = 100
/** Requests during each swap, over four connections. */
const REQUESTS = 40
/** A swap that takes longer counts as failed. */
const LONGEST_MS = 60_000

const MB = 2 ** 20

/** Figures of /metrics by name. Only those without labels. */
async function figuresOf(opsPort: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  const figures = new Map(
    [...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
  return (name) => figures.get(name) ?? Number.NaN
}

async function isServed(opsPort: number, id: string): Promise<boolean> {
  return (await (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).text()).includes(`"artifact":"${id}"`)
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** `npm run bench -- swaps [folder of two artifacts]`. Without a folder, it builds the embedded release with and without boundaries. */
export async function benchSwaps(given: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-swaps-'))
  const ends: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    // A separate folder, because its link will be moved.
    const dist = join(folder, 'served')
    mkdirSync(dist)
    const made: string[] = []
    if (given === undefined) {
      for (const withoutBoundaries of [false, true]) made.push(await buildIn(folder, { withoutBoundaries }))
    } else {
      for (const { name } of readdirSync(given, { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      ))
        made.push(join(given, name))
    }
    const ids = made.slice(0, 2).map((path) => path.slice(dirname(path).length + 1))
    for (const [index, id] of ids.entries()) symlinkSync(made[index] ?? '', join(dist, id))
    if (ids.length < 2) throw new Error(`expected two artifacts, found ${made.length}`)
    pointCurrentAt(dist, ids[0] ?? '')

    const accounts = join(folder, 'accounts.sqlite')
    const tokens = await makeTokens(accounts, 10, 'business')
    const turns = join(folder, 'longest-turn')
    const watch = `${new URL('turns.mjs', import.meta.url).href}?file=${turns}`
    const { port, opsPort, pids, end } = await startServer(
      dist,
      accounts,
      join(folder, 'log'),
      [],
      ['--import', watch],
    )
    const [pid = 0] = pids
    ends.push(end)
    const requests = tokens.map(
      (token) =>
        `GET /v1/timezones/Asia/Tokyo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )

    async function longestTurn(): Promise<number> {
      rmSync(turns, { force: true })
      process.kill(pid, 'SIGUSR2')
      while (!existsSync(turns) || readFileSync(turns, 'utf8') === '') await pause(5)
      return Number(readFileSync(turns, 'utf8'))
    }

    // Discard the longest turn of the start.
    await longestTurn()
    console.log(
      'after  resident  heap used  outside of it  descriptors  longest turn: median    worst  processor time of a swap',
    )
    let longest: number[] = []
    let before = await figuresOf(opsPort)
    for (let swap = 1; swap <= SWAPS; swap++) {
      const id = ids[swap % 2] ?? ''
      pointCurrentAt(dist, id)
      process.kill(pid, 'SIGHUP')
      const asked = measure({ port, pids: [], requests, count: REQUESTS, connections: 4, statuses: [200] })
      const late = performance.now() + LONGEST_MS
      while (!(await isServed(opsPort, id))) {
        if (performance.now() > late) throw new Error(`${id} is not served`)
        await pause(20)
      }
      await asked
      const figures = await figuresOf(opsPort)
      longest.push(await longestTurn())
      if (swap % TOLD_EVERY > 0) continue
      const seconds = figures('process_cpu_seconds_total') - before('process_cpu_seconds_total')
      console.log(
        [
          `${swap}`.padStart(5),
          `${(figures('process_resident_memory_bytes') / MB).toFixed(0)} MB`.padStart(9),
          `${(figures('nodejs_heap_size_used_bytes') / MB).toFixed(0)} MB`.padStart(10),
          `${(figures('nodejs_external_memory_bytes') / MB).toFixed(0)} MB`.padStart(14),
          `${figures('process_open_fds')}`.padStart(12),
          `${median(longest).toFixed(1)} ms`.padStart(21),
          `${Math.max(...longest).toFixed(1)} ms`.padStart(8),
          `${((seconds / TOLD_EVERY) * 1000).toFixed(0)} ms`.padStart(25),
        ].join(' '),
      )
      longest = []
      before = figures
    }
  } finally {
    for (const end of ends.toReversed()) end()
  }
}
