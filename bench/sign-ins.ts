// Measures how a crowd that signs in slows the API, and how strangers who guess passwords slow an owner's sign-in.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownersBeside } from './sign-in-attack.ts'
import { crowdBeside } from '../test/support/attacks/sign-in-crowd.ts'
import { buildIn } from './artifact.ts'

const RUNS = 3
const PEOPLE = 1000
/** Numbers of networks from which strangers guess; each network is a /48, and 0 means no strangers. */
const NETWORKS = [0, 1, 20, 500]
const SECONDS = 12

/** Prints the median and the 99th percentile: of answers of /v1 while a crowd signs in, and of an owner's sign-ins under attack. */
export async function benchSignIns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const artifact = await buildIn(folder)
    const apart = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
    console.log(
      apart
        ? 'the server has one core, passwords too; whoever asks and measures has another'
        : 'server and whoever asks share what cores there are',
    )
    const owners = mkdtempSync(join(folder, 'owners-'))
    for (const measured of await ownersBeside(artifact, owners, NETWORKS, SECONDS)) {
      const { networks, signIns, refused, medianMs, p99Ms, slowestMs, guesses } = measured
      const statuses = Object.entries(guesses).map(([status, count]) => `${count} times ${status}`)
      console.log(
        networks === 0
          ? 'an owner signs in, alone'
          : `an owner signs in beside guesses from ${networks} networks (${statuses.join(', ')})`,
      )
      console.log(
        `  ${signIns} sign-ins, ${refused} refused; median ${medianMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms`,
      )
    }
    for (let run = 1; run <= RUNS; run++) {
      const world = mkdtempSync(join(folder, 'run-'))
      const { before, beside, crowd, crowdMs } = await crowdBeside(artifact, world, PEOPLE, { apart })
      const statuses = Object.entries(crowd).map(([status, count]) => `${count} times ${status}`)
      console.log(
        `${PEOPLE} sign-ins at once: ${statuses.join(', ')}, the last after ${(crowdMs / 1000).toFixed(1)} s`,
      )
      for (const [name, { answers, refused, p50, p99 }] of [
        ['before them', before],
        ['beside them', beside],
      ] as const) {
        console.log(
          `  /v1 ${name}: ${answers} answers, ${refused} refused; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
        )
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
