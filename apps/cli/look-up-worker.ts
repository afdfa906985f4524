// One thread of `tzref lookup --workers`: it answers blocks of lines with blocks of zones, from its own copy of the boundaries.
import { parentPort, workerData } from 'node:worker_threads'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import type { NamedBoundaries } from './point-lines.ts'
import { openAnswerer, type Answered, type AnswerSettings, type Layout } from './point-answers.ts'

/** The data with which a worker starts. */
export interface WorkerStart extends Omit<NamedBoundaries, 'boundaries'> {
  /** A boundary file, in memory that the threads share until each has opened a copy. */
  readonly bytes: Uint8Array
  readonly layout: Layout
  readonly settings: AnswerSettings
}

/** A block to answer. Its `number` comes back with the answer. */
export interface WorkerBlock {
  readonly number: number
  readonly block: Uint8Array
}

export interface WorkerAnswer extends Answered {
  readonly number: number
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `look-up-pool.ts` starts this file, with just that
const { bytes, layout, settings, ...named } = workerData as WorkerStart
const answerer = openAnswerer({ ...named, boundaries: openBoundaries(bytes) }, layout, settings)
parentPort?.on('message', ({ number, block }: WorkerBlock) => {
  const answered = answerer.answer(block, true)
  // A copy with its own buffer, which moves to the other thread. `slice` of a Buffer would share Node's pool.
  const output = new Uint8Array(answered.output)
  const answer: WorkerAnswer = { ...answered, number, output }
  parentPort?.postMessage(answer, [output.buffer])
})
