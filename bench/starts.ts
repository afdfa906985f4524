// Measures the processor time of `tzref serve` until it is ready, over an artifact that was never checked and over a known one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIn } from './artifact.ts'
import { makeTokens, startServer } from './http-server.ts'

const STARTS = 7
/** Clock ticks in /proc on Linux, the same on every machine. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time of all threads of a process so far. */
function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the process stands in brackets, and may contain a space.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** `npm run bench -- starts [folder of artifacts]`. Without a folder, it builds one. */
export async function benchStarts(given: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-starts-'))
  try {
    if (given === undefined) await buildIn(folder, { withoutBoundaries: false })
    const dist = given ?? join(folder, 'dist')
    const accounts = join(folder, 'accounts.sqlite')
    await makeTokens(accounts, 1, 'free')
    const seconds: number[] = []
    for (let count = 0; count <= STARTS; count++) {
      const { pids, end } = await startServer(dist, accounts, join(folder, 'log'))
      seconds.push(processorSeconds(pids[0] ?? 0))
      end()
    }
    const [first, ...later] = seconds
    console.log(`the first start: ${first} s of processor time`)
    console.log(`${STARTS} later ones: ${Math.min(...later)} to ${Math.max(...later)} s`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
