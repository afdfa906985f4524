// An artifact ↔ one plain tar archive and its checksum: the same bytes wherever it is packed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import { writeWhole } from '../whole-file.ts'
import { ArchiveError, readTar, writeTar, type ArchivedFile } from './tar.ts'

export interface Packed {
  readonly id: string
  /** Path of the archive; its checksum lies beside it, as `.sha256`. */
  readonly archive: string
  readonly size: number
  readonly sha256: string
}

/** The checksum's file: what `sha256sum --check` reads. */
const checksumText = (sha256: string, archive: string): string => `${sha256}  ${basename(archive)}\n`

/** Packs an artifact into a folder as `<id>.tar`, manifest first, then its files in code-unit order. */
export function packArtifact(directory: string, folder: string): Packed {
  const { id } = readManifest(directory)
  const archive = join(folder, `${id}.tar`)
  const digest = createHash('sha256')
  let size = 0
  writeWhole(archive, (descriptor) => {
    for (const part of writeTar(filesOf(directory))) {
      digest.update(part)
      size += part.length
      writeFileSync(descriptor, part)
    }
  })
  const sha256 = digest.digest('hex')
  writeWhole(`${archive}.sha256`, checksumText(sha256, archive))
  return { id, archive, size, sha256 }
}

function* filesOf(directory: string): Generator<ArchivedFile, void> {
  const names = readdirSync(directory).filter((name) => name !== MANIFEST)
  for (const name of [MANIFEST, ...names.toSorted()])
    yield { name, bytes: readFileSync(join(directory, name)) }
}

/** Unpacks an archive's files into an empty directory; answers with the id that its manifest gives. Names in it are bare. */
export function unpackArtifact(archive: Buffer, directory: string): string {
  const files = readTar(archive)
  if (files[0]?.name !== MANIFEST) {
    throw new ArchiveError('archive-malformed', `it does not begin with ${MANIFEST}, so it is no artifact`)
  }
  for (const { name, bytes } of files) writeFileSync(join(directory, name), bytes)
  return readManifest(directory).id
}
