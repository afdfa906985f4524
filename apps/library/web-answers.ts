// The part of `tzref/web` that answers from clocks, tables and names. It is loaded with the first question that is not a look-up.
import { Tzref, type Manifest } from './answers.ts'
import { fileReference } from './file-reference.ts'

/** Answers from files that `read` returns by name. `read` may throw for a file that is not fetched yet. Look-ups do not work here. */
export const openAnswers = (manifest: Manifest, read: (name: string) => Uint8Array): Tzref =>
  new Tzref(
    { ...manifest, boundaries: null },
    fileReference(read, () => null),
  )
