// The thread that draws pictures, one after the other, with lower priority than the thread that answers requests.
import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { SHAPES } from '#core/artifact/layout.ts'
import { openShapes, type Shapes } from '#core/artifact/shapes.ts'
import { tintedSvg } from './drawing.ts'
import type { Drawing, DrawnMessage } from './pictures.ts'

/** Levels of niceness below the thread that answers. */
const LOWER = 5

// On Linux each thread has its own priority, and 0 means the current thread. Elsewhere it would be the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + LOWER))
  } catch {
    // A host may forbid it. Then a picture only slows down the other threads.
  }
}

let opened: { readonly directory: string; readonly shapes: Shapes } | null = null

/** The shapes of an artifact. Those of the last picture stay open. */
function shapesOf(directory: string): Shapes {
  if (opened?.directory !== directory) {
    const file = join(directory, SHAPES)
    opened = { directory, shapes: openShapes(readFileSync(file), file) }
  }
  return opened.shapes
}

const draw = ({ directory, tints, frame, start, end }: Drawing): string =>
  start + tintedSvg(shapesOf(directory), tints, frame) + end

const say = (message: DrawnMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', (drawing: Drawing) => {
  const startedAt = performance.now()
  try {
    const body = draw(drawing)
    say({ body, ms: performance.now() - startedAt })
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) })
  }
})
