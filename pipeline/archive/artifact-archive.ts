// An artifact ↔ one compressed tar archive and its checksum: the same bytes wherever it is packed.
import { gzipSync } from 'fflate'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { MANIFEST } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { writeWhole } from '../whole-file.ts'
import { ArchiveError, entryOf, writeTar, type ArchivedFile } from './tar.ts'
import { unpackTarGz } from './unpack.ts'

export interface Packed {
  readonly id: string
  /** Path of the archive; its checksum lies beside it, as `.sha256`. */
  readonly archive: string
  readonly size: number
  readonly sha256: string
}

/** The checksum's file: what `sha256sum --check` reads. */
export const checksumText = (sha256: string, archive: string): string => `${sha256}  ${basename(archive)}\n`

/** Of what an archive unpacks to: an artifact with boundaries has about 100 MB. */
const MOST_BYTES = 2 ** 30
/** Of its manifest: one has a few thousand. */
const MOST_MANIFEST_BYTES = 2 ** 22
/** Of an archive: enough to hold the header of its first entry. */
const HEAD_BYTES = 4096
/** Another level gives other bytes, and so does another library: Node's own zlib differs between its versions and between processors. */
const COMPRESSION = { level: 6, mtime: 0 } as const

/** Packs an artifact into a folder as `<id>.tar.gz`, manifest first, then its files in code-unit order. */
export function packArtifact(directory: string, folder: string): Packed {
  const { id } = readManifest(directory)
  const archive = join(folder, `${id}.tar.gz`)
  const bytes = gzipSync(Buffer.concat([...writeTar(filesOf(directory))]), COMPRESSION)
  const sha256 = hash('sha256', bytes, 'hex')
  writeWhole(archive, (descriptor) => writeFileSync(descriptor, bytes))
  writeWhole(`${archive}.sha256`, checksumText(sha256, archive))
  return { id, archive, size: bytes.length, sha256 }
}

function* filesOf(directory: string): Generator<ArchivedFile, void> {
  const names = readdirSync(directory).filter((name) => name !== MANIFEST)
  for (const name of [MANIFEST, ...names.toSorted()])
    yield { name, bytes: readFileSync(join(directory, name)) }
}

/** The files of an archive, in its order. Throws an ArchiveError; writes nothing anywhere. */
export function readArtifactArchive(archive: Buffer): ArchivedFile[] {
  expectSmallManifest(firstEntry(archive))
  const files = unpackTarGz(archive, MOST_BYTES)
  for (const { name, bytes } of files) expectSmallManifest({ name, size: bytes.length })
  return files
}

/** What the first entry says, before all of the archive is unpacked; null where it cannot be read: then unpacking says why. */
function firstEntry(archive: Buffer): ReturnType<typeof entryOf> {
  try {
    const head = gunzipSync(archive.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
    return entryOf(head.subarray(0, 512), 0)
  } catch {
    return null
  }
}

function expectSmallManifest(entry: ReturnType<typeof entryOf>): void {
  if (entry?.name === MANIFEST && entry.size > MOST_MANIFEST_BYTES)
    throw new ArchiveError(
      'archive-too-large',
      `${MANIFEST} has ${entry.size} bytes, expected at most ${MOST_MANIFEST_BYTES}`,
    )
}

/** Unpacks an archive's files into an empty directory; answers with its manifest. Names in it are bare. */
export function unpackArtifact(archive: Buffer, directory: string): Manifest {
  const files = readArtifactArchive(archive)
  if (files[0]?.name !== MANIFEST) {
    throw new ArchiveError('archive-malformed', `it does not begin with ${MANIFEST}, so it is no artifact`)
  }
  for (const { name, bytes } of files) writeFileSync(join(directory, name), bytes)
  return readManifest(directory)
}
