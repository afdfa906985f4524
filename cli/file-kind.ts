// Says what lies at a path before anything is read from it.
import { statSync } from 'node:fs'
import { CommandError } from './command-error.ts'

/** The kind in words. `file` means an ordinary file, the only kind that is safe to read. `nothing` means no file, or a link to nowhere. */
export function kindOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'nothing'
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'a directory'
  if (found.isFIFO()) return 'a FIFO'
  return found.isSocket() ? 'a socket' : 'a device'
}

/** Throws a CommandError when a path that the user named has no file, or is a directory. A FIFO or a device may be read as a stream. */
export function expectFile(path: string, expected: string): void {
  const kind = kindOf(path)
  if (kind === 'nothing' || kind === 'a directory')
    throw new CommandError(
      `${path}: found ${kind === 'nothing' ? 'no such file' : kind}, expected ${expected}`,
      2,
    )
}
