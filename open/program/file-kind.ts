// Says what lies at a path before anything is read from it or written to it.
import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
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

/** The kind of a path; undefined where there is nothing, also where something on the way to it is no directory. */
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
  fix: string | null = null,
): void {
  const kind = kindOf(path)
  if (kind !== 'nothing' && kind !== 'a directory') return
  const found = kind === 'nothing' ? 'no such file' : kind
  throw new CommandError(`${path}: found ${found}, expected ${expected}`, exitCode, fix)
}

/**
 * Throws a CommandError when no file can be written at a path that the user named: something else is there, or its folder is none. A file
 * that is written whole would replace a device: as root, the machine's own.
 */
export function expectPlace(path: string): void {
  const kind = kindOf(path)
  if (kind !== 'nothing' && kind !== 'file')
    throw new CommandError(
      `${path}: found ${kind}, expected a regular file`,
      2,
      'name a file, and copy it afterwards',
    )
  const folder = dirname(resolve(path))
  if (kindOf(folder) !== 'a directory') throw noFolder(folder, `a folder, to write ${basename(path)} there`)
}

/**
 * Throws a CommandError when no file can be written at one of the paths, or when it is another file of the command too: the last to be
 * written would replace the input, or the other output. Paths are given by what the user calls them.
 */
export function expectApart(
  written: Readonly<Record<string, string | undefined>>,
  read: Readonly<Record<string, string | undefined>>,
): void {
  const names = new Map<string, string>()
  for (const [name, path] of Object.entries(read))
    if (path !== undefined && kindOf(path) !== 'nothing') names.set(identityOf(path), name)
  for (const [name, path] of Object.entries(written)) {
    if (path === undefined) continue
    expectPlace(path)
    const identity = identityOf(path)
    const other = names.get(identity)
    if (other !== undefined)
      throw new CommandError(
        `${path}: found one file for ${other} and ${name}, expected two`,
        2,
        `name another file for ${name}`,
      )
    names.set(identity, name)
  }
}

/** Equal for two names of one file: links, or spellings of a path. */
function identityOf(path: string): string {
  const { dev, ino } = statsOf(path) ?? {}
  return ino === undefined ? behindLinks(path) : `${dev}:${ino}`
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

/** The path that a path leads to through links, so that a write replaces the file and not the link to it. */
export function behindLinks(path: string): string {
  const place = join(realpathSync(dirname(resolve(path))), basename(path))
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? behindLinks(resolve(dirname(place), readlinkSync(place))) : place
}

/** The error to throw when writing at a path failed. The system's own names one of our unfinished files. */
export function notWritten(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  return new CommandError(
    `${path}: found "${error.message.split(',')[0]}", expected a place that can be written to`,
    2,
    'let this user write there, make room there, or name another place',
  )
}
