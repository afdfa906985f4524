// Reads and checks tzdb.lock, writes it in its one form, and reads the bytes that it pins; damaged ones are removed from the cache.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { CommandError } from '#open/program/command-error.ts'
import { expectFile } from '#open/program/file-kind.ts'
import { Lock, type LockedSource } from '#schemas/lock.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { unpackTarGz } from '../archive/tar.ts'
import { cacheUnder } from '../paths.ts'
import { writeWhole } from '../whole-file.ts'
import { sourcePath } from './embedded.ts'
import { UpstreamError } from './upstream-error.ts'

/** The advice where a package of sources is missing: for a build, and for a form that needs the package itself. */
const MEND =
  'npm ci; or install an artifact that was built elsewhere: tzref install <address> --key <key> --activate'
const MEND_PACKAGE = 'npm ci'

const RELOCK = 'npm run tzref -- lock'

/** Reads a lock file. Throws a CommandError that says what is wrong with it. */
export function readLock(path: string): Lock {
  expectFile(path, 'a lock', 1, RELOCK)
  let lock: unknown
  try {
    lock = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new CommandError(`${path}: not JSON: ${String(error)}`, 1, RELOCK)
  }
  if (!Value.Check(Lock, lock)) {
    const [first] = Value.Errors(Lock, lock)
    const where = first === undefined ? '' : `${first.instancePath || '(top)'} ${first.message}`
    throw new CommandError(`${path}: not a lock of this version: ${where}`, 1, RELOCK)
  }
  return lock
}

const placeOf = ({ part, name }: LockedSource): string => `${part}/${name}`

/** The lock as text. Sources are sorted by part and name, so that a diff shows real changes only. */
function lockText(lock: Pick<Lock, 'sources'>): string {
  const sources = lock.sources.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return `${JSON.stringify({ ...lock, sources }, null, 2)}\n`
}

/** Writes a lock whole or not at all. */
export const writeLock = (path: string, lock: Lock): void => writeWhole(path, lockText(lock))

/**
 * Returns the bytes of every source of one part, by name. A tarball is replaced by the files in it. Throws a CommandError where the bytes
 * are not the pinned ones.
 */
export function readSources(
  root: string,
  lock: Pick<Lock, 'sources'>,
  part: LockedSource['part'],
): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const source of lock.sources) {
    if (source.part !== part) continue
    const bytes = readSource(root, source)
    if (!source.name.endsWith('.tar.gz')) files.set(source.name, bytes)
    else for (const { name, bytes: content } of unpackTarGz(bytes)) files.set(name, content)
  }
  return files
}

/**
 * Returns the bytes of one source of an artifact or lock. Throws a CommandError where they are missing, or are not the ones that it was
 * made from.
 */
export function readSourceNamed(root: string, { sources }: Pick<Lock, 'sources'>, name: string): Buffer {
  const source = sources.find((one) => one.name === name)
  if (source === undefined) {
    const alone = sources.some(({ part }) => part === 'reference') ? '' : ', which are of zones alone'
    throw new CommandError(
      `found no source "${name}" among its sources${alone}`,
      1,
      `${RELOCK} && npm run tzref -- build --activate`,
    )
  }
  return readSource(root, source, MEND_PACKAGE)
}

function readSource(root: string, source: LockedSource, fixPackage = MEND): Buffer {
  if (source.url !== undefined) {
    const cache = cacheUnder(root)
    const bytes = fromCache(cache, source)
    if (bytes !== null) return bytes
    throw new UpstreamError(
      'not-fetched',
      `${source.url}: ${cache} does not have all of it, and the lock pins it`,
      'npm run tzref -- fetch',
    )
  }
  const path = sourcePath(root, source)
  const where = source.package === null ? source.path : `${source.package}: ${source.path}`
  const fix = source.package === null ? `git checkout -- ${source.path}` : fixPackage
  if (!existsSync(path)) throw new CommandError(`${where}: not there, but the lock pins it`, 1, fix)
  const bytes = readFileSync(path)
  const sha256 = hash('sha256', bytes, 'hex')
  if (sha256 !== source.sha256) {
    throw new CommandError(
      `${where}: found ${bytes.length} bytes with sha256 ${sha256}, the lock pins ${source.size} bytes with ${source.sha256}`,
      1,
      fix,
    )
  }
  return bytes
}

/** Returns the bytes of a pinned source in the cache. Null when they are missing or damaged. Damaged ones are deleted. */
export function fromCache(cache: string, { sha256 }: Pick<LockedSource, 'sha256'>): Buffer | null {
  const place = join(cache, sha256)
  if (!existsSync(place)) return null
  const bytes = readFileSync(place)
  if (hash('sha256', bytes, 'hex') === sha256) return bytes
  rmSync(place, { force: true })
  return null
}

/** Returns whether an artifact was made from other sources than a lock pins. */
export function lockDiffers(lock: Lock, manifest: Manifest): boolean {
  const { tz, boundaries, reference_date, hold, overlay, sources } = manifest
  const built = { format: 1, tz, boundaries, reference_date, hold, overlay, sources }
  return lockText(lock) !== lockText(built)
}
