// How many of its cases a file takes: some in its own ring, and all of them at night, when the `*.long.test.ts` beside it runs it.
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the run is the night's, which takes every case. */
    takesAll: boolean
  }
}

/** Whether this run takes every case. */
export const TAKES_ALL = inject('takesAll')

/** All cases at night; otherwise one in so many, the first among them. */
export const someOf = <T>(cases: readonly T[], oneIn: number): T[] =>
  cases.filter((_, index) => TAKES_ALL || index % oneIn === 0)
