// Names for unfinished files, so that nothing mistakes them for finished ones and the next run can remove them.
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { nowMs } from '#cli/clock.ts'
import { isAlive } from './process-alive.ts'

const PARTIAL = '.partial-'
/** We cannot check processes of another machine. So its files in a shared folder are removed after a day. */
const FOREIGN_MS = 86_400_000

const host = hostname().replaceAll(/[^\w.]/g, '_')

/** Returns an unused path in a folder, named after this process. */
export const partialPath = (folder: string): string =>
  join(folder, `${PARTIAL}${host}-${process.pid}-${randomBytes(4).toString('hex')}`)

/** Makes a new, empty directory with such a name. */
export function partialDirectory(folder: string): string {
  const path = partialPath(folder)
  mkdirSync(path)
  return path
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
