// Packs an artifact into one compressed tar archive with a checksum, the same bytes on every machine, and unpacks it, 1 GB at most.
import { gzipSync } from 'fflate'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { MANIFEST } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { sumOf } from '../sum-of.ts'
import { writeWhole } from '../whole-file.ts'
import {
  ArchiveError,
  entryOf,
  unpackTarGz,
  unpackTarGzTo,
  writeTar,
  type ArchivedFile,
  type Entry,
} from './tar.ts'

export type Packed = ReturnType<typeof packArtifact>

/** The text of the checksum file, in the form that `sha256sum --check` reads. */
export const checksumText = (sha256: string, archive: string): string => `${sha256}  ${basename(archive)}\n`

/** The most bytes that an archive may unpack to. An artifact with boundaries has about 100 MB. */
const MOST_BYTES = 2 ** 30
/** The most bytes that a manifest may have. A manifest has a few thousand. */
const MOST_MANIFEST_BYTES = 2 ** 22
/** The bytes of an archive that are read first. They are enough for the header of its first entry. */
const HEAD_BYTES = 4096
/** A different level or library would give different bytes. Node's own zlib differs between Node versions and between processors. */
const COMPRESSION = { level: 6, mtime: 0 } as const

/**
 * Packs an artifact into a folder as `<id>.tar.gz`, the manifest first, then the files in code-unit order. Returns the path of this
 * archive, with its size and sha256. Its checksum lies next to it, as `.sha256`.
 */
export function packArtifact(directory: string, folder: string) {
  const { id } = readManifest(directory)
  const archive = join(folder, `${id}.tar.gz`)
  const bytes = gzipSync(Buffer.concat([...writeTar(filesOf(directory))]), COMPRESSION)
  const sum = sumOf(bytes)
  writeWhole(archive, bytes)
  writeWhole(`${archive}.sha256`, checksumText(sum.sha256, archive))
  return { id, archive, ...sum }
}

function* filesOf(directory: string): Generator<ArchivedFile, void> {
  const names = readdirSync(directory).filter((name) => name !== MANIFEST)
  for (const name of [MANIFEST, ...names.toSorted()])
    yield { name, bytes: readFileSync(join(directory, name)) }
}

/** Returns the files of an archive, in its order. Writes nothing to disk. Throws an ArchiveError. */
export function readArtifactArchive(archive: Buffer): ArchivedFile[] {
  expectSmallManifest(firstEntry(archive))
  const files = unpackTarGz(archive, MOST_BYTES)
  for (const { name, bytes } of files) expectSmallManifest({ name, size: bytes.length })
  return files
}

/**
 * The header of the first entry, read before the whole archive is unpacked. Null when it cannot be read; unpacking then reports the
 * error.
 */
function firstEntry(archive: Buffer): Entry | null {
  try {
    const head = gunzipSync(archive.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
    return entryOf(head.subarray(0, 512), 0)
  } catch {
    return null
  }
}

function expectSmallManifest(entry: Entry | null): void {
  if (entry?.name === MANIFEST && entry.size > MOST_MANIFEST_BYTES)
    throw new ArchiveError(
      'archive-too-large',
      `${MANIFEST} has ${entry.size} bytes, expected at most ${MOST_MANIFEST_BYTES}`,
    )
}

/**
 * Unpacks an archive's files into an empty directory and returns its manifest, with little memory whatever the archive says. The names in an
 * archive are bare file names.
 */
export async function unpackArtifact(archive: Buffer, directory: string): Promise<Manifest> {
  await unpackTarGzTo(directory, archive, MOST_BYTES, (entry, index) => {
    if (index === 0) expectManifest(entry)
    expectSmallManifest(entry)
  })
  if (!existsSync(join(directory, MANIFEST))) expectManifest(null)
  return readManifest(directory)
}

function expectManifest(first: Entry | null): void {
  if (first?.name !== MANIFEST)
    throw new ArchiveError(
      'archive-malformed',
      `it does not begin with ${MANIFEST}, so it is not an artifact`,
    )
}
