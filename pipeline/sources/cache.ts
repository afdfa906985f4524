// Downloaded sources by the sha256 of their bytes: put in whole or not at all, and hashed again whenever they are taken out.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedSource } from '#schemas/lock.ts'
import { partialPath, removeAbandoned } from '../partial.ts'
import { placeWhole } from '../whole-file.ts'

/** Where the bytes with this sha256 lie, or would. */
const placeOf = (cache: string, sha256: string): string => join(cache, sha256)

/** The bytes of a pinned source; null when they are not there. Damaged ones are thrown away: they are not there. */
export function fromCache(cache: string, { sha256 }: Pick<LockedSource, 'sha256'>): Buffer | null {
  const place = placeOf(cache, sha256)
  if (!existsSync(place)) return null
  const bytes = readFileSync(place)
  if (hash('sha256', bytes, 'hex') === sha256) return bytes
  rmSync(place, { force: true })
  return null
}

/** A place in the cache to download to. What downloads that were killed have left there is removed. */
export function placeToDownload(cache: string): string {
  mkdirSync(cache, { recursive: true })
  removeAbandoned(cache)
  return partialPath(cache)
}

/** Makes a downloaded file the cached one for its sha256. */
export const intoCache = (cache: string, partial: string, sha256: string): void =>
  placeWhole(partial, placeOf(cache, sha256))
