// A copy of an artifact that is damaged on purpose, with every checksum corrected afterwards, as an attacker would do it.
import { hash } from 'node:crypto'
import { cpSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HEADER, HEADER_BYTES } from '#core/artifact/boundaries-layout.ts'
import { crc32, sha256 } from '#core/artifact/checksum.ts'
import { CLOCKS_HEADER } from '#core/artifact/clocks.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { BOUNDARIES, CLOCKS, MANIFEST, REFERENCE, SHAPES } from '#core/artifact/layout.ts'
import { SHAPES_HEADER } from '#core/artifact/shapes.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { stamp } from '#pipeline/write/reference-db.ts'
import type { Manifest } from '#schemas/manifest.ts'

/** One change to an artifact. */
export type Step =
  | { readonly file: string; readonly offset: number; readonly bytes: string }
  | { readonly file: string; readonly find: string; readonly replace: string }
  | { readonly file: string; readonly cut: number }
  | { readonly file: string; readonly remove: true }
  | { readonly file: string; readonly add: string }
  | { readonly sql: string }
  | { readonly manifest: Readonly<Record<string, unknown>> }

/** Copies an artifact. What was there before is removed. */
export function copyArtifact(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

/**
 * Copies an artifact into a folder of artifacts, without its boundaries, as `build --without-boundaries` writes it: boundaries take nine
 * tenths of the time of a check. Returns the path of the copy.
 */
export function copyWithoutBoundaries(from: string, dist: string): string {
  const to = join(dist, 'copy')
  cpSync(from, to, { recursive: true, filter: (path) => ![BOUNDARIES, SHAPES].includes(basename(path)) })
  const { id: _, ...content } = { ...readManifest(to), boundaries: null }
  delete content.files[BOUNDARIES]
  delete content.files[SHAPES]
  writeFileSync(join(to, MANIFEST), manifestText({ id: artifactId(content), ...content }))
  return named(to)
}

const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, MANIFEST), 'utf8'))

/** Makes a change. Foreign keys are not checked. The database's header keeps its version of SQLite. */
export function take(directory: string, step: Step): void {
  const path = (file: string): string => join(directory, file)
  if ('sql' in step) {
    const db = openDatabase(path(REFERENCE))
    db.pragma('foreign_keys = OFF')
    db.exec(step.sql)
    db.close()
    stamp(path(REFERENCE))
  } else if ('manifest' in step) {
    writeFileSync(path(MANIFEST), manifestText({ ...readManifest(directory), ...step.manifest }))
  } else if ('remove' in step) rmSync(path(step.file))
  else if ('add' in step) writeFileSync(path(step.file), step.add)
  else {
    const bytes = readFileSync(path(step.file))
    if ('find' in step) bytes.set(Buffer.from(step.replace), bytes.indexOf(step.find))
    if ('offset' in step) bytes.set(Buffer.from(step.bytes, 'hex'), step.offset)
    writeFileSync(path(step.file), 'cut' in step ? bytes.subarray(0, step.cut) : bytes)
  }
}

/** Files with a CRC-32 of their body and another of their header. */
const WITH_CRC = { [CLOCKS]: CLOCKS_HEADER, [SHAPES]: SHAPES_HEADER }

/** Corrects the checksums in the files, then the manifest's sizes, hashes and id. */
export function fix(directory: string): void {
  const path = (file: string): string => join(directory, file)
  const { id: _, ...content } = readManifest(directory)
  const isThere = (file: string): boolean => Object.hasOwn(content.files, file) && isFile(path(file))
  if (isThere(BOUNDARIES)) {
    const tiles = readFileSync(path(BOUNDARIES))
    if (tiles.length >= HEADER_BYTES) {
      tiles.set(sha256(tiles.subarray(HEADER_BYTES)), HEADER.bodySha256)
      tiles.writeUInt32LE(crc32(tiles.subarray(0, HEADER.headerCrc32)), HEADER.headerCrc32)
      writeFileSync(path(BOUNDARIES), tiles)
    }
  }
  for (const [file, at] of Object.entries(WITH_CRC)) {
    if (!isThere(file)) continue
    const bytes = readFileSync(path(file))
    if (bytes.length < at.headerCrc32 + 4) continue
    bytes.writeUInt32LE(crc32(bytes.subarray(at.headerCrc32 + 4)), at.bodyCrc32)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, at.headerCrc32)), at.headerCrc32)
    writeFileSync(path(file), bytes)
  }
  for (const file of Object.keys(content.files)) {
    if (!isThere(file)) continue
    const bytes = readFileSync(path(file))
    content.files[file] = { size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
  }
  writeFileSync(path(MANIFEST), manifestText({ id: artifactId(content), ...content }))
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Renames the directory to the manifest's id, which a server needs. Returns the new path. */
export function named(directory: string): string {
  const path = join(dirname(directory), readManifest(directory).id)
  rmSync(path, { recursive: true, force: true })
  renameSync(directory, path)
  return path
}
