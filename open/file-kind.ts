// What lies at a path, before anything is read from it.
import { statSync } from 'node:fs'

/** What it is, in words: `file` for an ordinary one, which alone is safe to read; `nothing` where a link leads nowhere. */
export function kindOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'nothing'
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'a directory'
  if (found.isFIFO()) return 'a FIFO'
  return found.isSocket() ? 'a socket' : 'a device'
}
