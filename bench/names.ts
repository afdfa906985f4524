// `npm run bench -- names <checkout>`: compares the cost of a token of /convert and of a search with another checkout, in alternating
// rounds.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '#pipeline/paths.ts'
import type { NameRound } from './names-child.ts'

/** Each checkout runs in this many processes, because the place of their memory alone changes the time. */
const STARTS = 2
const ROUNDS = 4
const KINDS = ['convert', 'search'] as const
const FIGURES = ['mean', 'p99'] as const

/** Runs the comparison and prints it. Both checkouts need an artifact in `dist/current`. */
export async function benchNames(other?: string): Promise<void> {
  if (other === undefined)
    throw new Error('bench names: beside which checkout? For example: npm run bench -- names ../before')
  for (const root of [other, ROOT]) {
    if (!existsSync(join(root, 'dist/current/manifest.json')))
      throw new Error(
        `bench names: ${root} has no artifact in dist/current. Run "npm run tzref -- build" there.`,
      )
  }
  const rounds: (readonly [before: NameRound, now: NameRound])[] = []
  for (let start = 0; start < STARTS; start++) {
    const children = [other, ROOT].map(startIn)
    // A first round warms the code up.
    for (const child of children) await roundOf(child)
    for (let round = 0; round < ROUNDS; round++) {
      const isTurned = round % 2 === 1
      const first = await roundOf(children[isTurned ? 1 : 0])
      const second = await roundOf(children[isTurned ? 0 : 1])
      rounds.push(isTurned ? [second, first] : [first, second])
    }
    for (const child of children) child.disconnect()
  }
  console.log(`Microseconds of processor time, medians of ${rounds.length} rounds. Before: ${other}`)
  for (const kind of KINDS) {
    for (const figure of FIGURES) {
      const of = (round: NameRound): number => round[kind][figure]
      const [before, now] = [0, 1].map((side) => median(rounds.map((pair) => of(pair[side === 0 ? 0 : 1]))))
      const ratio = median(rounds.map(([one, two]) => of(two) / of(one)))
      console.log(
        `${kind} ${figure}: before ${before?.toFixed(1)}, now ${now?.toFixed(1)}, ratio ${ratio.toFixed(3)} (to reach: 1)`,
      )
    }
  }
}

const startIn = (root: string): ChildProcess =>
  fork(fileURLToPath(new URL('names-child.ts', import.meta.url)), [root, join(ROOT, 'test/fixtures/names')], {
    cwd: root,
    execArgv: ['--import', 'tsx'],
  })

async function roundOf(child: ChildProcess | undefined): Promise<NameRound> {
  if (child === undefined) throw new Error('bench names: a checkout has no process')
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`bench names: a checkout's process ended with ${code}`)
  })
  child.send('round')
  const [round] = await Promise.race([once(child, 'message'), ended])
  return round
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
