// Writes dist/<id>/ aside, syncs it, adds the manifest last and renames it; moves the link to the current artifact and lists what was current.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { notWritten } from '#open/program/file-kind.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { CURRENT, FORMAT, MANIFEST } from '#core/artifact/layout.ts'
import { currentId } from '#open/artifact-folder.ts'
import { rememberChecked } from '#open/checked.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { sumOf } from '../sum-of.ts'
import { inPartialDirectory, partialPath, sync, writeWhole } from '../whole-file.ts'

/** An artifact that is in its place. `existed`: it was there before. */
export type Placed = Readonly<{ id: string; existed: boolean }>

/**
 * Runs `write` on an empty directory next to the artifacts and makes it an artifact. Its files are hashed and synced, the manifest is
 * written last, `check` may throw, and one rename makes it visible. An existing artifact of that id stays as it is. A failure leaves nothing behind.
 */
export function writeArtifact(
  dist: string,
  about: Omit<Manifest, 'format' | 'id' | 'files'>,
  write: (directory: string) => void,
  check: (directory: string, id: string) => void = () => undefined,
): Placed {
  return inPartialDirectory(dist, (partial) => {
    write(partial)
    const files: Manifest['files'] = {}
    for (const name of readdirSync(partial).toSorted()) files[name] = sumOf(readFileSync(join(partial, name)))
    const content = { format: `${FORMAT.major}.${FORMAT.minor}`, ...about, files }
    const id = artifactId(content)
    writeFileSync(join(partial, MANIFEST), manifestText({ id, ...content }))
    check(partial, id)
    return placePartial(dist, partial, id)
  })
}

/**
 * Makes a filled directory next to the artifacts one of them: it is synced and becomes `dist/<id>` with one rename. An existing `dist/<id>`
 * stays as it is.
 */
export function placePartial(dist: string, partial: string, id: string): Placed {
  for (const name of readdirSync(partial)) sync(join(partial, name))
  sync(partial)
  const target = join(dist, id)
  const existed = existsSync(target) || !unlessThere(() => renameSync(partial, target))
  if (existed) rmSync(partial, { recursive: true })
  sync(dist)
  return { id, existed }
}

/** Removes an artifact. It is renamed first: a half removed one must not look like an artifact. */
export function removeArtifact(dist: string, id: string): void {
  const partial = partialPath(dist)
  renameSync(join(dist, id), partial)
  sync(dist)
  rmSync(partial, { recursive: true })
}

/** Runs a step that puts something in its place. False when another process has put something there in the meantime. */
function unlessThere(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOTEMPTY|EEXIST)$/.test(String(error.code)))
      return false
    throw error
  }
}

/**
 * Points `dist/current`, with one rename, at an artifact that was just found good. Records it for `rollback` and for servers. `instead`: only
 * while this one is current, or none for null; where another one has become current, that one stays.
 */
export function pointCurrentAt(dist: string, id: string, instead?: string | null): void {
  rememberChecked(join(dist, id))
  reserveRecord(dist)
  // The artifact must be on the disk before the link to it.
  sync(dist)
  if (!moveLink(dist, id, instead)) return
  sync(dist)
  // Recorded after the link has moved, never before. If the process is killed in between, the last line of the list is then the artifact
  // to go back to.
  const record = join(dist, ACTIVATIONS)
  appendFileSync(record, `${id}\n`)
  sync(record)
}

function moveLink(dist: string, id: string, instead?: string | null): boolean {
  const link = join(dist, CURRENT)
  if (instead !== undefined && currentId(dist) !== instead) return false
  try {
    // A rename would replace what another process has put there in the meantime.
    if (instead === null) return unlessThere(() => symlinkSync(id, link))
    const partial = partialPath(dist)
    try {
      symlinkSync(id, partial)
      renameSync(partial, link)
    } catch (error) {
      rmSync(partial, { force: true })
      throw error
    }
    return true
  } catch (error) {
    throw notWritten(dist, error)
  }
}

/** The list of artifacts that were current, oldest first, with which `rollback` finds the one before. A line each. */
const ACTIVATIONS = '.activations'

/** Makes room for the first record. Called before the link moves, so that a disk without room for it is found while nothing has changed. */
function reserveRecord(dist: string): void {
  const path = join(dist, ACTIVATIONS)
  if (existsSync(path)) return
  try {
    writeFileSync(path, '\n')
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** Returns the ids that were current, oldest first. An unfinished line of a killed process is not a valid id and is left out. */
export function activations(dist: string): string[] {
  const path = join(dist, ACTIVATIONS)
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/.+(?=\n)/g) ?? []) : []
}

/** Replaces the list. */
export const writeActivations = (dist: string, ids: readonly string[]): void =>
  writeWhole(join(dist, ACTIVATIONS), ids.map((id) => `${id}\n`).join(''))
