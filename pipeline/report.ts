// Reports progress and diagnostics of the build on stderr: a line for each step, and a bar or occasional lines for long steps.
import { SingleBar } from 'cli-progress'
import { nowMs } from '#open/program/clock.ts'

export interface Report {
  /** Reports something done or found. */
  readonly note: (text: string) => void
  /** Reports the progress of a long task, with an estimate of the remaining time. */
  readonly progress: (task: string, done: number, total: number) => void
}

/** Reports nothing. */
export const silent: Report = { note: () => undefined, progress: () => undefined }

/** Returns a report for a log: each note as a line of JSON, as a server writes it. Progress is not reported. */
export const jsonReport = (): Report => ({
  ...silent,
  note: (msg) => void process.stderr.write(`${JSON.stringify({ level: INFO, time: nowMs(), msg })}\n`),
})
/** Pino's number for what is neither a warning nor an error. */
const INFO = 30

/** Milliseconds between two lines about the same task where stderr is not a terminal. */
const EVERY_MS = 2000
/** The steps of a bar. They are shares, because the total of a task may grow. */
const BAR_STEPS = 1000

/** Returns a report on stderr: with a bar on a terminal, in plain lines elsewhere. */
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
      // The total may grow on the way. The reported share never goes back.
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
