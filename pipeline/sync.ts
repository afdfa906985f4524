// Making what was written survive a power cut.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns when a file's bytes, or a directory's entries, are on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
