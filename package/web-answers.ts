// The part of `tzref/web` that is loaded with the first question that is no look-up: all that answers from clocks, tables and names.
import { Tzref, type Manifest } from './answers.ts'
import { fileReference } from './reference.ts'

/** Answers from files that `read` gives by their names; it may throw for one that is not here yet. Look-ups are not among them. */
export const openAnswers = (manifest: Manifest, read: (name: string) => Uint8Array): Tzref =>
  new Tzref(
    { ...manifest, boundaries: null },
    fileReference(read, () => null),
  )
