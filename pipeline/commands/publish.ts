// `tzref publish`: a folder of archives with an index, which any web server or object store can offer as it is.
import type { Command } from 'commander'
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Value } from 'typebox/value'
import { CURRENT, MANIFEST } from '#core/artifact/layout.ts'
import { Manifest } from '#schemas/manifest.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { packArtifact, writeWhole } from '../archive/artifact-archive.ts'
import { ArchiveError, readTar } from '../archive/tar.ts'
import { ROOT } from '../paths.ts'
import { artifactDirectory } from './artifact-argument.ts'
import { expectGood } from './verify.ts'

/** Name of the index in a published folder. */
export const INDEX = 'index.json'

/** Packs artifacts into a folder and writes the index of all archives there. */
export function publish(directories: readonly string[], folder: string): ReleaseIndex {
  mkdirSync(folder, { recursive: true })
  for (const directory of directories) {
    expectGood(directory)
    packArtifact(directory, folder)
  }
  const index = indexOf(folder)
  // Last, so that it never names an archive that is not there.
  writeWhole(join(folder, INDEX), (descriptor) =>
    writeFileSync(descriptor, `${JSON.stringify(index, null, 2)}\n`),
  )
  return index
}

/** The index of the archives in a folder, made of them alone: remove an archive, publish again, and it is gone from it. */
export function indexOf(folder: string): ReleaseIndex {
  const releases = readdirSync(folder)
    .filter((name) => /^[\w.-]+\.tar$/.test(name))
    .map((name) => publishedRelease(folder, name))
  return { format: 1, releases: releases.toSorted(newestFirst) }
}

function publishedRelease(folder: string, archive: string): PublishedRelease {
  const bytes = readFileSync(join(folder, archive))
  const text = readTar(bytes)
    .find(({ name }) => name === MANIFEST)
    ?.bytes.toString('utf8')
  const manifest: unknown = text === undefined ? null : JSON.parse(text)
  if (!Value.Check(Manifest, manifest)) {
    throw new ArchiveError('archive-malformed', `${join(folder, archive)}: holds no manifest of this format`)
  }
  const { id, tz, boundaries, reference_date, tzref } = manifest
  return {
    id,
    tz,
    boundaries,
    reference_date,
    tzref,
    archive,
    size: bytes.length,
    sha256: hash('sha256', bytes, 'hex'),
  }
}

/** What releases are ordered by. Numbers of the software's version are padded, so that 0.10 comes after 0.9. */
const keyOf = ({ reference_date, tz, boundaries, tzref, id }: PublishedRelease): string[] => [
  reference_date,
  tz,
  boundaries ?? '',
  tzref.replaceAll(/\d+/g, (digits) => digits.padStart(6, '0')),
  id,
]

/** By the day of the tz release first. */
function newestFirst(one: PublishedRelease, other: PublishedRelease): number {
  const [a, b] = [keyOf(one), keyOf(other)]
  const index = a.findIndex((part, position) => part !== b[position])
  return index < 0 ? 0 : (a[index] ?? '') < (b[index] ?? '') ? 1 : -1
}

/** Adds `publish` to the program. */
export function registerPublish(program: Command): void {
  program
    .command('publish')
    .description('put artifacts into a folder as archives, with an index that `install` reads')
    .argument('<folder>', 'the folder to publish')
    .argument('[artifacts...]', 'ids in dist/, or directories (default: the current one)')
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option('--json', 'print the index')
    .addHelpText(
      'after',
      `
The folder is all files: copy it to a web server or an object store. The index lists every archive that lies there, newest first.

Example:
  npm run tzref -- publish public/releases`,
    )
    .action((folder: string, artifacts: string[], options: { dist: string; json?: true }) => {
      const named = artifacts.length === 0 ? [CURRENT] : artifacts
      const index = publish(
        named.map((artifact) => artifactDirectory(options.dist, artifact)),
        resolve(folder),
      )
      if (options.json) process.stdout.write(`${JSON.stringify(index)}\n`)
      else for (const { archive } of index.releases) process.stdout.write(`${join(folder, archive)}\n`)
    })
}
