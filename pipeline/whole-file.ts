// Writes files whole or not at all: beside their place, synced, then moved there with one rename.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expectPlace } from '#cli/file-kind.ts'
import { partialPath, removeAbandoned } from './partial.ts'

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
