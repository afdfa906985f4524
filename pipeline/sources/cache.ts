// Caches downloaded sources by their sha256. They are stored whole or not at all, and hashed again at every read.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedSource } from '#schemas/lock.ts'
import { partialPath, removeAbandoned } from '../partial.ts'
import { placeWhole } from '../whole-file.ts'

/** Returns the bytes of a pinned source. Null when they are missing or damaged. Damaged ones are deleted. */
export function fromCache(cache: string, { sha256 }: Pick<LockedSource, 'sha256'>): Buffer | null {
  const place = join(cache, sha256)
  if (!existsSync(place)) return null
  const bytes = readFileSync(place)
  if (hash('sha256', bytes, 'hex') === sha256) return bytes
  rmSync(place, { force: true })
  return null
}

/** Returns a path in the cache to download to. Removes what killed downloads have left there. */
export function placeToDownload(cache: string): string {
  mkdirSync(cache, { recursive: true })
  removeAbandoned(cache)
  return partialPath(cache)
}

/** Makes a downloaded file the cached one for its sha256. */
export const intoCache = (cache: string, partial: string, sha256: string): void =>
  placeWhole(partial, join(cache, sha256))
