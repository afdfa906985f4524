// Names for what is not finished yet, so that nobody takes it for something and the next run can clear it away.
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { present } from './clock.ts'
import { isAlive } from './process-alive.ts'

const PARTIAL = '.partial-'
/** Process ids of another machine tell us nothing: what it left in a shared folder goes after a day. */
const FOREIGN_MS = 86_400_000

const host = hostname().replaceAll(/[^\w.]/g, '_')

/** A path in a folder where nothing is; named after this process. */
export const partialPath = (folder: string): string =>
  join(folder, `${PARTIAL}${host}-${process.pid}-${randomBytes(4).toString('hex')}`)

/** A new, empty directory of that kind. */
export function partialDirectory(folder: string): string {
  const path = partialPath(folder)
  mkdirSync(path)
  return path
}

/** Removes what processes that are gone have left in a folder. */
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
  return entry !== undefined && present().getTime() - entry.mtimeMs > FOREIGN_MS
}
