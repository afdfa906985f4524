// Artifacts → a folder of archives with an index, which any web server or object store can offer as it is.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { MANIFEST } from '#core/artifact/layout.ts'
import { Manifest } from '#schemas/manifest.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { ArchiveError, readTar } from '../archive/tar.ts'
import { writeWhole } from '../whole-file.ts'
import { pack } from './pack.ts'

/** Name of the index in a published folder. */
export const INDEX = 'index.json'

/** Packs artifacts into a folder and writes the index of all archives there. */
export function publish(directories: readonly string[], folder: string): ReleaseIndex {
  for (const directory of directories) pack(directory, folder)
  const index = indexOf(folder)
  // Last, so that it never names an archive that is not there.
  writeWhole(join(folder, INDEX), `${JSON.stringify(index, null, 2)}\n`)
  return index
}

/** The index of the archives in a folder, made of them alone: remove an archive, publish again, and it is gone from it. */
function indexOf(folder: string): ReleaseIndex {
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
