// Writes files and folders whole or not at all, by one rename at the end, and removes what ended processes left unfinished. Their
// names say that they are unfinished.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { nowMs } from '#cli/clock.ts'
import { expectPlace } from '#cli/file-kind.ts'

/** Returns once a file's bytes, or a directory's entries, are on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Moves a finished file of the same disk to its place, where it survives a power cut. Replaces an existing file. */
export function placeWhole(partial: string, path: string): void {
  sync(partial)
  // The name before the rename must be on the disk before the name after it.
  sync(dirname(partial))
  renameSync(partial, path)
  sync(dirname(path))
}

/**
 * Writes a file whole or not at all. `content` may be a function, which gets a descriptor and writes piece by piece. It must use
 * `writeFileSync`, which writes everything: `writeSync` may write less on a disk that is nearly full. Removes what killed processes have
 * left beside the file. Throws a CommandError where no file can be.
 */
export function writeWhole(path: string, content: string | ((descriptor: number) => void)): void {
  expectPlace(path)
  removeAbandoned(dirname(path))
  const partial = partialPath(dirname(path))
  try {
    const descriptor = openSync(partial, 'wx')
    try {
      if (typeof content === 'string') writeFileSync(descriptor, content)
      else content(descriptor)
    } finally {
      closeSync(descriptor)
    }
    placeWhole(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

const PARTIAL = '.partial-'
/** We cannot check processes of another machine. So its files in a shared folder are removed after a day. */
const FOREIGN_MS = 86_400_000

const host = hostname().replaceAll(/[^\w.]/g, '_')

/** Returns an unused path in a folder, named after this process. */
export const partialPath = (folder: string): string =>
  join(folder, `${PARTIAL}${host}-${process.pid}-${randomBytes(4).toString('hex')}`)

/**
 * Runs `fill`, which is synchronous, on a new, empty directory with such a name in a folder, which is made if it is missing. `fill` moves or
 * removes the directory. A failure leaves nothing behind.
 */
export function inPartialDirectory<Result>(folder: string, fill: (partial: string) => Result): Result {
  mkdirSync(folder, { recursive: true })
  removeAbandoned(folder)
  const partial = partialPath(folder)
  mkdirSync(partial)
  try {
    return fill(partial)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Removes the unfinished files of dead processes from a folder. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const parts = /^\.partial-(.*)-(\d+)-[0-9a-f]{8}$/.exec(name)
    if (parts === null) continue
    const path = join(folder, name)
    const isGone = parts[1] === host ? !isAlive(Number(parts[2])) : isOld(path)
    if (isGone) rmSync(path, { recursive: true, force: true })
  }
}

const isOld = (path: string): boolean => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry !== undefined && nowMs() - entry.mtimeMs > FOREIGN_MS
}

/** Returns false when no process of this machine has this id. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
