// Files → dist/<id>/: written aside, synced, manifest last, renamed; and the link that names the current one.
import { hash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { CURRENT, FORMAT, MANIFEST } from '#core/artifact/layout.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { isAlive } from '../process-alive.ts'
import { sync } from '../sync.ts'

const PARTIAL = '.partial-'

/**
 * Runs `write` on an empty directory beside the artifacts and makes it one: its files are hashed and synced, the manifest is
 * written last, and one rename makes it visible. Where an artifact of that id is there already it stays as it is. On any failure
 * nothing is left behind.
 */
export function writeArtifact(
  dist: string,
  about: Omit<Manifest, 'format' | 'id' | 'files'>,
  write: (directory: string) => void,
): { id: string; existed: boolean } {
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  const partial = join(dist, `${PARTIAL}${process.pid}`)
  mkdirSync(partial)
  try {
    write(partial)
    const files: Manifest['files'] = {}
    for (const name of readdirSync(partial).toSorted()) {
      const bytes = readFileSync(join(partial, name))
      files[name] = { size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
      sync(join(partial, name))
    }
    const content = { format: `${FORMAT.major}.${FORMAT.minor}`, ...about, files }
    const id = artifactId(content)
    writeFileSync(join(partial, MANIFEST), manifestText({ id, ...content }))
    sync(join(partial, MANIFEST))
    sync(partial)
    const target = join(dist, id)
    if (existsSync(target)) {
      rmSync(partial, { recursive: true })
      return { id, existed: true }
    }
    renameSync(partial, target)
    sync(dist)
    return { id, existed: false }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Points `dist/current` at an artifact with one rename. */
export function pointCurrentAt(dist: string, id: string): void {
  const link = join(dist, `.${CURRENT}-${process.pid}`)
  rmSync(link, { force: true })
  symlinkSync(id, link)
  renameSync(link, join(dist, CURRENT))
  sync(dist)
}

/** The id that `dist/current` names; null when there is no such link. */
export function currentId(dist: string): string | null {
  const link = join(dist, CURRENT)
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : null
}

/** What a build that was killed has left behind: partial directories of processes that are gone. */
function removeAbandoned(dist: string): void {
  for (const name of readdirSync(dist)) {
    if (!name.startsWith(PARTIAL)) continue
    const pid = Number(name.slice(PARTIAL.length))
    if (pid === process.pid || !isAlive(pid)) rmSync(join(dist, name), { recursive: true, force: true })
  }
}
