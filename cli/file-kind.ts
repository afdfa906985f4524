// Says what lies at a path before anything is read from it or written to it.
import { type Stats, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { CommandError, type ExitCode } from './command-error.ts'

/** The kind in words. `file` means an ordinary file, the only kind that is safe to read. `nothing` means no file, or a link to nowhere. */
export function kindOf(path: string): string {
  const found = statsOf(path)
  if (found === undefined) return 'nothing'
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'a directory'
  if (found.isFIFO()) return 'a FIFO'
  return found.isSocket() ? 'a socket' : 'a device'
}

/** What is known of a path; undefined where there is nothing, also where something on the way to it is no directory. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Throws a CommandError when a path that the user named has no file, or is a directory. A FIFO or a device may be read as a stream. */
export function expectFile(
  path: string,
  expected: string,
  exitCode: ExitCode = 2,
  mend: string | null = null,
): void {
  const kind = kindOf(path)
  if (kind !== 'nothing' && kind !== 'a directory') return
  const found = kind === 'nothing' ? 'no such file' : kind
  throw new CommandError(`${path}: found ${found}, expected ${expected}`, exitCode, mend)
}

/** Throws a CommandError when no file can be written at a path that the user named: it is a directory, or its folder is none. */
export function expectPlace(path: string): void {
  if (kindOf(path) === 'a directory') throw new CommandError(`${path}: found a directory, expected a file`, 2)
  const folder = dirname(resolve(path))
  if (kindOf(folder) !== 'a directory') throw noFolder(folder, `a folder, to write ${basename(path)} there`)
}

/** Throws a CommandError when a path that the user named is no folder and cannot become one: something lies there, or on the way to it. */
export function expectFolder(path: string, expected = 'a folder'): void {
  let there = resolve(path)
  while (kindOf(there) === 'nothing') there = dirname(there)
  if (kindOf(there) !== 'a directory') throw noFolder(there, expected)
}

function noFolder(path: string, expected: string): CommandError {
  const kind = kindOf(path)
  return new CommandError(`${path}: found ${kind === 'file' ? 'a file' : kind}, expected ${expected}`, 2)
}
