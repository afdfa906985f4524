// Writes files and folders whole or not at all, by one rename at the end, and removes what ended processes left unfinished. Their
// names say that they are unfinished.
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nowMs } from '#open/program/clock.ts'
import { behindLinks, expectPlace, notWritten } from '#open/program/file-kind.ts'

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

type Content = string | Uint8Array

/** Writes a file whole or not at all, in one piece or in parts. Throws a CommandError where it cannot be written. */
export function writeWhole(path: string, content: Content | Iterable<Content>): void {
  const file = openWhole(path)
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for (const part of parts) file.write(part)
    file.place()
  } catch (error) {
    file.drop()
    throw error
  }
}

export type WholeFile = ReturnType<typeof openWhole>

/**
 * Begins a file next to its place. It gets the mode of the one that it replaces, and a link stays one. Each function throws a CommandError
 * where nothing can be written.
 */
export function openWhole(path: string, partialIn: typeof partialPath = partialPath) {
  return named(path, () => {
    expectPlace(path)
    const target = behindLinks(path)
    const partial = partialIn(dirname(target))
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    const descriptor = openSync(partial, 'wx', mode)
    if (mode !== undefined) fchmodSync(descriptor, mode & 0o7777)
    let isOpen = true
    const close = (): void => {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    }
    return {
      // `writeSync` may write less than all on a disk that is nearly full. This writes all or throws.
      write: (content: Content): void => named(path, () => writeFileSync(descriptor, content)),
      place: (): void =>
        named(path, () => {
          close()
          placeWhole(partial, target)
        }),
      drop(): void {
        close()
        rmSync(partial, { force: true })
      },
    }
  })
}

const PARTIAL = '.partial-'
/** We cannot check processes of another machine. So its files in a shared folder are removed after a day. */
const FOREIGN_MS = 86_400_000

const host = hostname().replaceAll(/[^\w.]/g, '_')

/** Returns an unused path in a folder, named after this process. Removes what ended processes have left there. */
export function partialPath(folder: string): string {
  removeAbandoned(folder)
  return join(folder, `${PARTIAL}${host}-${process.pid}-${randomBytes(4).toString('hex')}`)
}

/**
 * Makes a folder if it is missing. Returns a function that removes what was made, where it is empty. Throws a CommandError where the folder
 * cannot be written to.
 */
export function makeFolder(folder: string): () => void {
  return named(folder, () => {
    const made = mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return () => {
      if (made === undefined) return
      try {
        for (let at = resolve(folder); at.length >= made.length; at = dirname(at)) rmdirSync(at)
      } catch {
        // It has something in it.
      }
    }
  })
}

/** Runs work whose errors of the system then name a path that the user knows. */
function named<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Runs `fill`, which is synchronous, on a new, empty directory with such a name in a folder, which is made if it is missing. `fill` moves or
 * removes the directory. A failure leaves nothing behind.
 */
export function inPartialDirectory<Result>(folder: string, fill: (partial: string) => Result): Result {
  const removeFolder = makeFolder(folder)
  const partial = partialPath(folder)
  named(folder, () => mkdirSync(partial))
  try {
    return fill(partial)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    removeFolder()
    throw error
  }
}

/**
 * Runs `work`, which waits for others, with a function that gives unused paths in a folder, which is made if it is missing. What is left
 * there at the end is removed, also at a signal, or when the reader of the output has gone. Long work that never waits must not be here: the
 * listeners would hold Ctrl-C back until its end.
 */
export async function withPartials<Result>(
  work: (partialIn: typeof partialPath) => Promise<Result>,
): Promise<Result> {
  const removals: (() => void)[] = []
  const remove = (): void => {
    for (const one of removals.splice(0).toReversed()) one()
  }
  const end = (signal: NodeJS.Signals): void => {
    remove()
    stopListening()
    process.kill(process.pid, signal)
  }
  const stopListening = (): void => {
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, end)
  }
  // Where one runs inside another, the inner one removes first: the folder that the outer one made must be empty then.
  process.prependListener('exit', remove)
  for (const signal of SIGNALS) process.prependListener(signal, end)
  try {
    const result = await work((folder) => {
      removals.push(makeFolder(folder))
      const partial = partialPath(folder)
      removals.push(() => rmSync(partial, { recursive: true, force: true }))
      return partial
    })
    // A signal that came while the work last ran is heard between this turn and the next.
    await nextTurn()
    await nextTurn()
    return result
  } finally {
    remove()
    stopListening()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the unfinished files of dead processes from a folder. */
function removeAbandoned(folder: string): void {
  for (const { path, isOurs, pid } of partialsIn(folder)) {
    const isGone = isOurs ? !isAlive(pid) : isOlder(path, FOREIGN_MS)
    if (isGone) rmSync(path, { recursive: true, force: true })
  }
}

/** Another machine's work writes more often than this, or it has ended. */
const FOREIGN_STILL_MS = 600_000

/** Whether a living process is making something in a folder. */
export const isUnderWay = (folder: string): boolean =>
  existsSync(folder) &&
  partialsIn(folder).some(({ path, isOurs, pid }) =>
    isOurs ? isAlive(pid) : !isOlder(path, FOREIGN_STILL_MS),
  )

/** The unfinished files of a folder. `isOurs`: a process of this machine made it. */
const partialsIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => {
    const [, on, pid] = /^\.partial-(.*)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
    return on === undefined ? [] : [{ path: join(folder, name), isOurs: on === host, pid: Number(pid) }]
  })

const isOlder = (path: string, ms: number): boolean =>
  nowMs() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > ms

/** Returns false when no process of this machine has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
