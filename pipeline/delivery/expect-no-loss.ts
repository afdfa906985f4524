// Compares an artifact with a folder's current release, so that publishing it does not silently remove anything.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { linesOf } from '../findings.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import { comparing } from '../compare/diff.ts'
import { lossesOf } from '../compare/losses.ts'
import { partialDirectory } from '../whole-file.ts'
import { INDEX, readIndex } from './release-index.ts'

/**
 * Throws a CommandError where the artifact lacks a standard, country, slug or boundary that the folder's current release has. A folder
 * without a release, or with an index of another format, has nothing to lose.
 */
export function expectNoLoss(directory: string, folder: string): void {
  const path = join(folder, INDEX)
  if (!existsSync(path) || !readFileSync(path, 'utf8').includes('"format": 3')) return
  const { current } = readIndex(readFileSync(path, 'utf8'), path)
  const archive = join(folder, `${current.id}.tar.gz`)
  if (!existsSync(archive)) return
  const partial = partialDirectory(folder)
  try {
    unpackArtifact(readFileSync(archive), partial)
    const losses = comparing(partial, directory, lossesOf)
    if (losses.length === 0) return
    throw new CommandError(
      `compared with the current ${current.id}, ${losses.length} would be lost; nothing was published:${linesOf(losses)}`,
      1,
      'look at each; if it is intended, run the same command with --accept',
    )
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
