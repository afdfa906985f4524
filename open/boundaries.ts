// Reads a boundary file from disk and opens it.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { openBoundariesFrom, openBoundariesSoon, type Boundaries } from '#core/artifact/boundaries.ts'

/** Reads a file once, straight into the memory where it is used, and opens it. Throws an ArtifactError for a damaged file. */
export function openBoundariesFile(path: string): Boundaries {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return openBoundariesFrom(size, (room) => fill(file, room), path)
  } finally {
    closeSync(file)
  }
}

/** How many bytes are read before other work can run. */
const CHUNK = 2 ** 20

/** The same without blocking the event loop. */
export async function readBoundariesFile(path: string): Promise<Boundaries> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const fillSoon = async (room: Uint8Array): Promise<void> => {
      for (let at = 0; at < room.length;) {
        const { bytesRead } = await file.read(room, at, Math.min(CHUNK, room.length - at), at)
        if (bytesRead === 0) return
        at += bytesRead
      }
    }
    return await openBoundariesSoon(size, fillSoon, path)
  } finally {
    await file.close()
  }
}

function fill(file: number, room: Uint8Array): void {
  for (let at = 0; at < room.length;) {
    const read = readSync(file, room, at, room.length - at, at)
    if (read === 0) return
    at += read
  }
}
