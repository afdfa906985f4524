// Files that are whole or not there: written beside their place, synced, and put there with one rename.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { partialPath, removeAbandoned } from './partial.ts'

/** Returns when a file's bytes, or a directory's entries, are on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Puts a finished file of the same disk in its place, where it survives a power cut; what was there is replaced. */
export function placeWhole(partial: string, path: string): void {
  sync(partial)
  // The name that is renamed must be on the disk before the one that it becomes.
  sync(dirname(partial))
  renameSync(partial, path)
  sync(dirname(path))
}

/**
 * Writes a file whole or not at all. A function is given a descriptor, to write piece by piece with `writeFileSync`, which writes all
 * of what it is given: `writeSync` may write less, on a disk that is nearly full. What killed processes left beside it is removed.
 */
export function writeWhole(path: string, content: string | ((descriptor: number) => void)): void {
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
