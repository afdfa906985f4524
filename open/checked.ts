// That an artifact passed its check, remembered beside it, so that not each start of a server checks the same bytes with the same rules.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'

declare global {
  /** What the compiled program is called: another one may have other rules. Absent where sources run as they are. */
  var compiledProgram: string | undefined
}

/** Where it is remembered. */
export const checkedPath = (directory: string): string =>
  join(dirname(directory), `.${basename(directory)}.checked`)

/**
 * What a check depends on: the manifest, which has the hash of every file, and the program whose rules they are. Null where the program
 * has no name.
 */
function subject(directory: string): string | null {
  const program = globalThis.compiledProgram
  if (program === undefined) return null
  return `${program} ${hash('sha256', readFileSync(join(directory, MANIFEST)), 'hex')}\n`
}

/** Whether this program has found the artifact in a directory good. It says nothing of files that do not have the manifest's hashes. */
export function isChecked(directory: string): boolean {
  const wanted = subject(directory)
  try {
    return wanted !== null && readFileSync(checkedPath(directory), 'utf8') === wanted
  } catch {
    return false
  }
}

/** Remembers that this program has found the artifact good. Where the folder cannot be written to, the next start checks again. */
export function rememberChecked(directory: string): void {
  const text = subject(directory)
  if (text === null) return
  try {
    // Half of it, after a power cut, is no match: then the next start checks again.
    writeFileSync(checkedPath(directory), text)
  } catch {
    // Not this server's folder, or a full disk: then too.
  }
}
