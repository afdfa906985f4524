// Artifacts → a folder of archives with an index, which any web server or object store can offer as it is.
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Value } from 'typebox/value'
import { openClocks } from '#core/artifact/clocks.ts'
import { clockPartsOf, encodeHistory } from '#core/artifact/history.ts'
import { CLOCKS, MANIFEST, notesOf } from '#core/artifact/layout.ts'
import { notesPath } from '#open/artifact.ts'
import { Manifest } from '#schemas/manifest.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { checksumText, readArtifactArchive } from '../archive/artifact-archive.ts'
import { ArchiveError } from '../archive/tar.ts'
import { writeWhole } from '../whole-file.ts'
import { signaturesOf, type SigningKey } from './keys.ts'
import { pack } from './pack.ts'

/** Name of the file that has the clocks of every published release. */
export const HISTORY = 'tz-history.bin'

/** Name of the index in a published folder. */
export const INDEX = 'index.json'

/** What lies beside a signed file: its signatures, as `signaturesOf` writes them. */
export const SIGNATURES = '.sig'

export interface Signing {
  /** Who signs; the last is whom servers are to trust from now on. */
  readonly keys: readonly SigningKey[]
  /** When. A server that has seen a later index takes no earlier one. */
  readonly at: Date
}

/** Packs artifacts into a folder and writes the index of all archives there, signed where someone signs it. */
export function publish(
  directories: readonly string[],
  folder: string,
  signing: Signing | null = null,
): ReleaseIndex {
  for (const directory of directories) {
    pack(directory, folder)
    const notes = notesPath(directory)
    if (existsSync(notes)) writeWhole(join(folder, basename(notes)), readFileSync(notes, 'utf8'))
  }
  const write = (name: string, text: string): void => {
    const signatures = join(folder, `${name}${SIGNATURES}`)
    if (signing === null) rmSync(signatures, { force: true })
    else writeWhole(signatures, signaturesOf(Buffer.from(text), signing.keys))
    writeWhole(join(folder, name), text)
  }
  const index = indexOf(folder, signing)
  for (const { id, archive, sha256 } of index.releases) {
    write(`${archive}.sha256`, checksumText(sha256, archive))
    const notes = join(folder, notesOf(id))
    if (existsSync(notes)) write(notesOf(id), readFileSync(notes, 'utf8'))
  }
  writeHistory(folder, index)
  // Last, so that it never names an archive that is not there.
  write(INDEX, `${JSON.stringify(index, null, 2)}\n`)
  return index
}

/** The clocks of all tz releases in the folder, in one file: made of the archives alone, too. */
function writeHistory(folder: string, { releases }: ReleaseIndex): void {
  const clocks = releases
    .toReversed()
    .flatMap(({ archive }) =>
      readArtifactArchive(readFileSync(join(folder, archive))).filter(({ name }) => name === CLOCKS),
    )
  const bytes = encodeHistory(clocks.map(({ bytes: file }) => clockPartsOf(openClocks(file))))
  writeWhole(join(folder, HISTORY), (descriptor) => writeFileSync(descriptor, bytes))
}

/** The index of the archives in a folder, made of them alone: remove an archive, publish again, and it is gone from it. */
function indexOf(folder: string, signing: Signing | null): ReleaseIndex {
  const releases = readdirSync(folder)
    .filter((name) => /^[\w.-]+\.tar\.gz$/.test(name))
    .map((name) => publishedRelease(folder, name))
  const signed =
    signing === null
      ? null
      : {
          at: signing.at.toISOString().replace(/\.\d+Z$/, 'Z'),
          keys: signing.keys.map(({ publicKey }) => publicKey),
        }
  return { format: 2, signed, releases: releases.toSorted(newestFirst) }
}

function publishedRelease(folder: string, archive: string): PublishedRelease {
  const bytes = readFileSync(join(folder, archive))
  const text = readArtifactArchive(bytes)
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

type Ordered = Pick<PublishedRelease, 'reference_date' | 'tz' | 'boundaries' | 'tzref'>

/** What releases are ordered by. Numbers of the software's version are padded, so that 0.10 comes after 0.9. */
const keyOf = ({ reference_date, tz, boundaries, tzref }: Ordered): string[] => [
  reference_date,
  tz,
  boundaries ?? '',
  tzref.replaceAll(/\d+/g, (digits) => digits.padStart(6, '0')),
]

/** By the day of the tz release first: negative where `one` is newer than `other`, 0 where neither is. */
export function byAge(one: Ordered, other: Ordered): number {
  const [a, b] = [keyOf(one), keyOf(other)]
  const index = a.findIndex((part, position) => part !== b[position])
  return index < 0 ? 0 : (a[index] ?? '') < (b[index] ?? '') ? 1 : -1
}

const newestFirst = (one: PublishedRelease, other: PublishedRelease): number =>
  byAge(one, other) || (one.id < other.id ? 1 : -1)
