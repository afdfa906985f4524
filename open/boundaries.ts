// A boundary file on disk → opened boundaries.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { openBoundariesFrom, type Boundaries } from '#core/artifact/boundaries.ts'

/** Reads a file once, straight to where it is used, and opens it. Throws an ArtifactError for a damaged one. */
export function openBoundariesFile(path: string): Boundaries {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return openBoundariesFrom(size, (room) => fill(file, room), path)
  } finally {
    closeSync(file)
  }
}

function fill(file: number, room: Uint8Array): void {
  for (let at = 0; at < room.length;) {
    const read = readSync(file, room, at, room.length - at, at)
    if (read === 0) return
    at += read
  }
}
