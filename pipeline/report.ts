// Progress and diagnostics of the build, on stderr: a line for each step, a bar or a line now and then for long ones.
import { SingleBar } from 'cli-progress'

export interface Report {
  /** Says what was done or found. */
  readonly note: (text: string) => void
  /** Says how far a long task is; shows an estimate of the time that is left. */
  readonly progress: (task: string, done: number, total: number) => void
}

/** Keeps quiet. */
export const silent: Report = { note: () => undefined, progress: () => undefined }

/** Milliseconds between two lines about the same task where stderr is no terminal. */
const EVERY_MS = 2000
/** Steps of a bar: shares, since the total of a task may grow. */
const BAR_STEPS = 1000

/** Reports on stderr: with a bar on a terminal, in plain lines elsewhere. */
export function stderrReport(): Report {
  let bar: SingleBar | undefined
  let current = ''
  let startedAt = 0
  let furthest = 0
  let saidAt = 0
  const endBar = (): void => {
    bar?.stop()
    bar = undefined
    current = ''
  }
  return {
    note(text) {
      endBar()
      process.stderr.write(`${text}\n`)
    },
    progress(task, done, total) {
      const now = performance.now()
      const part = done / total
      if (task !== current) {
        endBar()
        current = task
        startedAt = saidAt = now
        furthest = 0
        if (process.stderr.isTTY) {
          bar = new SingleBar({
            format: `${task} {bar} {percentage} % | {eta_formatted} left`,
            stream: process.stderr,
          })
          bar.start(BAR_STEPS, 0)
        }
      }
      // More work may be found on the way: what was said to be done stays so.
      furthest = Math.max(furthest, part)
      if (bar !== undefined) {
        bar.update(Math.floor(furthest * BAR_STEPS))
      } else if (now - saidAt > EVERY_MS && furthest > 0) {
        saidAt = now
        const left = Math.ceil((((now - startedAt) / furthest) * (1 - furthest)) / 1000)
        process.stderr.write(`${task}: ${Math.floor(100 * furthest)} %, about ${left} s left\n`)
      }
      if (done >= total) endBar()
    },
  }
}
