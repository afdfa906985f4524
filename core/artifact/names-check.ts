// Finds the faults of a file of names, in words.
import { ArtifactError } from './artifact-error.ts'
import { BLOCK, keyOfWords, WORDS } from './names-layout.ts'
import { openNames, type NameRow } from './names.ts'

/** Tells in words what is wrong with a name, given the rest of the artifact. Null when all is well. */
export type MeaningCheck = (row: NameRow) => string | null

/**
 * Finds the faults of a file of names, in words: a wrong order, anything unreadable, and what `faultOf` finds. Yields undefined between
 * pieces of work. No text when all is well.
 */
export function* checkNames(
  bytes: Uint8Array,
  faultOf: MeaningCheck = () => null,
): Generator<string | undefined, void> {
  try {
    const names = openNames(bytes)
    let previous = ''
    let count = 0
    for (const row of names.rowsFrom('')) {
      const { words, meanings } = row
      count++
      const key = keyOfWords(words)
      if (!WORDS.test(words)) yield `name ${count}: "${words}" is not words`
      if (key <= previous) yield `name ${count}: "${key}" comes after "${previous}"`
      if (meanings.length === 0) yield `name ${count}: "${words}" means nothing`
      const fault = faultOf({ words, meanings })
      if (fault !== null) yield `name ${count}: "${words}": ${fault}`
      previous = key
      if (count % BLOCK === 0) yield
    }
    if (count !== names.keyCount) yield `${count} names, expected ${names.keyCount}`
  } catch (error) {
    if (!(error instanceof ArtifactError) && !(error instanceof RangeError)) throw error
    yield error.message
  }
}
