// Packs an artifact into one archive with a checksum, once all of it is found good.
import { mkdirSync } from 'node:fs'
import { expectFolder } from '#cli/file-kind.ts'
import { packArtifact, type Packed } from '../archive/artifact-archive.ts'
import { expectGood } from '../verify/expect-good.ts'

/** Verifies an artifact and packs it into a folder. */
export function pack(directory: string, folder: string): Packed {
  expectFolder(folder)
  expectGood(directory)
  mkdirSync(folder, { recursive: true })
  return packArtifact(directory, folder)
}
