// Remembers next to an artifact that it passed its check. So a server does not check the same bytes with the same rules at each start.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'

declare global {
  /** Name of the compiled program. Another program may have other rules. Undefined when sources run uncompiled. */
  var compiledProgram: string | undefined
}

/** Path of the file that remembers it. */
export const checkedPath = (directory: string): string =>
  join(dirname(directory), `.${basename(directory)}.checked`)

/**
 * The inputs of a check: the manifest, which has the hash of every file, and the program with the rules. Null when the program has no
 * name.
 */
function subject(directory: string): string | null {
  const program = globalThis.compiledProgram
  if (program === undefined) return null
  return `${program} ${hash('sha256', readFileSync(join(directory, MANIFEST)), 'hex')}\n`
}

/**
 * True when this program has found the artifact in a directory good. It cannot know whether files have changed since and no longer fit the
 * manifest.
 */
export function isChecked(directory: string): boolean {
  const wanted = subject(directory)
  try {
    return wanted !== null && readFileSync(checkedPath(directory), 'utf8') === wanted
  } catch {
    return false
  }
}

/** Remembers that this program has found the artifact good. When the folder is not writable, the next start checks again. */
export function rememberChecked(directory: string): void {
  const text = subject(directory)
  if (text === null) return
  try {
    // A power cut may leave half of the text. It does not match, so the next start checks again.
    writeFileSync(checkedPath(directory), text)
  } catch {
    // The folder belongs to someone else, or the disk is full. Again, the next start checks.
  }
}
