// Packs artifacts, and publishes them as a folder of archives with an index that expires after 30 days, for any web server or store.
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { CommandError } from '#open/program/command-error.ts'
import { expectFolder, kindOf } from '#open/program/file-kind.ts'
import { fromJson } from '#open/program/json.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { clockPartsOf, encodeHistory, openHistory } from '#core/artifact/history.ts'
import { CLOCKS, HISTORY, MANIFEST, notesOf } from '#core/artifact/layout.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { notesPath } from '#open/artifact.ts'
import { readManifest } from '#open/manifest.ts'
import { ARTIFACT_ID, Manifest } from '#schemas/manifest.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { checksumText, packArtifact, readArtifactArchive, type Packed } from '../archive/artifact-archive.ts'
import { ArchiveError } from '../archive/tar.ts'
import { FEEDS, feedsOf } from '../compare/feed.ts'
import { expectGood } from '../verify/expect-good.ts'
import { sumOf } from '../sum-of.ts'
import { makeFolder, writeWhole } from '../whole-file.ts'
import type { SigningKey } from './keys.ts'
import { badArchive, INDEX, MAJOR_UNSAID, majorOf, readIndex } from './release-index.ts'
import { claimSerial } from './serial-claim.ts'
import { type Purpose, SIGNATURES, signedStatement } from './signed-file.ts'

/** Verifies an artifact and packs it into a folder: one archive, with a checksum next to it. */
export function pack(directory: string, folder: string): Packed {
  expectFolder(folder)
  expectGood(directory)
  makeFolder(folder)
  return packArtifact(directory, folder)
}

/** The number of days for which an index is good, unless the publisher sets another. */
export const GOOD_FOR_DAYS = 30

export interface Publishing {
  /** The signing keys. Servers will trust the last one from now on. Without keys, nothing is signed. */
  readonly keys: readonly SigningKey[]
  /** Now. */
  readonly at: Date
  /** Days from now until the index expires. */
  readonly days?: number
  /** Id of the release to make current. When absent: the last of the given artifacts, or the present one if none are given. */
  readonly current?: string | undefined
  /** The serial of the new index must be higher than this. For a folder whose index was lost. */
  readonly above?: number
  /** Public address of the folder, for links in the feeds. */
  readonly url?: string | undefined
  /** The serial of the index that the artifacts were compared with, 0 without one. If there is another one now, nothing is published. */
  readonly seen?: number | undefined
  /** Takes a line for each file of the folder that is passed over. */
  readonly note?: (line: string) => void
}

/**
 * Packs artifacts into a folder and gives new ones a serial. Writes the index, the history and the feeds of all archives there. Throws a
 * CommandError, and leaves the index as it is, where an archive of the folder is bad or somebody else publishes there.
 */
export function publish(
  directories: readonly string[],
  folder: string,
  { keys, at, days = GOOD_FOR_DAYS, current, above = 0, url, seen, note = () => undefined }: Publishing,
): ReleaseIndex {
  expectFolder(folder)
  if (keys.length === 0) expectUnsigned(folder)
  const path = join(folder, INDEX)
  const readBefore = () => (existsSync(path) ? numbered(readFileSync(path, 'utf8'), path) : null)
  const claim = claimSerial(folder, () => readBefore()?.serial ?? 0, { seen, above })
  let state: 'unused' | 'signed' | 'published' = 'unused'
  try {
    const before = readBefore()
    for (const directory of directories) {
      pack(directory, folder)
      const notes = notesPath(directory)
      if (existsSync(notes)) writeWhole(join(folder, basename(notes)), readFileSync(notes, 'utf8'))
    }
    const named = directories.map((directory) => readManifest(directory).id)
    const now = secondsOf(at)
    const { serial, releases } = released(folder, before, named, claim.last, now, note)
    const id = currentOf(releases, current ?? named.at(-1), before?.current?.id)
    const index: ReleaseIndex = {
      format: 3,
      serial,
      published_at: now,
      expires_at: secondsOf(new Date(at.getTime() + days * 86_400_000)),
      keys: keys.map(({ publicKey }) => publicKey),
      current: { id, since: before?.current?.id === id ? before.current.since : now },
      releases,
    }
    const history = historyOf(folder, index)
    const feeds = feedsOf(index, openHistory(history), url)
    claim.take(serial)
    claim.expectHeld()
    state = 'signed'
    const sign = (purpose: Purpose, name: string, serialOf: number, sha256: string): void => {
      if (keys.length === 0) return
      const statement = { purpose, name, serial: serialOf, sha256 }
      writeWhole(join(folder, `${name}${SIGNATURES}`), signedStatement(statement, keys))
    }
    const write = (purpose: Purpose, name: string, content: string | Uint8Array): void => {
      sign(purpose, name, serial, hash('sha256', content, 'hex'))
      writeWhole(join(folder, name), content)
    }
    for (const release of releases) {
      const { archive, sha256, notes } = release
      writeWhole(join(folder, `${archive}.sha256`), checksumText(sha256, archive))
      sign('archive', archive, release.serial, sha256)
      if (notes !== null) sign('notes', notesOf(release.id), release.serial, notes.sha256)
    }
    write('history', HISTORY, history)
    write('feed', FEEDS.atom, feeds.atom)
    write('feed', FEEDS.json, feeds.json)
    // Written last, so that it never names a missing archive.
    claim.expectHeld()
    write('index', INDEX, `${JSON.stringify(index, null, 2)}\n`)
    state = 'published'
    return index
  } finally {
    claim.end(state)
  }
}

/** Throws a CommandError where a folder has signatures: servers with a key refuse what is published there without one. */
function expectUnsigned(folder: string): void {
  const signed = namesIn(folder).find((name) => name.endsWith(SIGNATURES))
  if (signed === undefined) return
  throw new CommandError(
    `${folder}: found ${signed}, expected --sign: what is signed stays signed; nothing was published`,
    2,
    'the same command with --sign KEYFILE, or into another folder',
  )
}

const namesIn = (folder: string): string[] => (kindOf(folder) === 'nothing' ? [] : readdirSync(folder))

const secondsOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

const FORMAT_2 = Type.Object({
  format: Type.Literal(2),
  releases: Type.Array(Type.Object({ id: Type.String(), reference_date: Type.String() })),
})

/**
 * The facts about the folder's releases in its last index. `known` has the serial and the instant of publication of each id. An index of
 * tzref 0.1 has its releases in order, newest first, without serials.
 */
function numbered(text: string, where: string) {
  const index = fromJson(text)
  if (Value.Check(FORMAT_2, index)) {
    const known = new Map<string, Pick<PublishedRelease, 'serial' | 'published_at'>>()
    for (const { id, reference_date } of index.releases.toReversed())
      known.set(id, { serial: known.size + 1, published_at: `${reference_date}T00:00:00Z` })
    return { serial: known.size, current: null, known }
  }
  const { serial, current, releases } = readIndex(
    text,
    where,
    `put the last index back; if it is lost, rm ${where} and publish with --above SERIAL, one that no server has seen`,
  )
  return { serial, current, known: new Map(releases.map((release) => [release.id, release])) }
}

/** The releases of all archives in the folder, latest published first, and the serial that the index gets after them. */
function released(
  folder: string,
  before: ReturnType<typeof numbered> | null,
  named: readonly string[],
  last: number,
  now: string,
  note: (line: string) => void,
): Pick<ReleaseIndex, 'serial' | 'releases'> {
  const known = new Set([...(before?.known.keys() ?? []), ...named])
  const names = namesIn(folder).filter((name) => name.endsWith(ARCHIVE))
  const [ours, others] = [names.filter(isOurs), names.filter((name) => !isOurs(name))]
  for (const name of others)
    note(`${join(folder, name)}: passed over: it is not named as the archive of an artifact`)
  for (const id of known)
    if (!ours.includes(`${id}${ARCHIVE}`))
      note(
        `${join(folder, `${id}${ARCHIVE}`)}: the last index names it, and it is not there: it is no longer offered`,
      )
  const found = ours.map((name) => foundRelease(folder, name))
  // Archives that someone else has put there come before those that are published now. The latter keep the order in which they were
  // given.
  const fresh = found
    .filter(({ id }) => before?.known.has(id) !== true)
    .toSorted(
      thenBy(
        byNumber(({ id }) => named.indexOf(id)),
        byText(({ reference_date, id }) => `${reference_date} ${id}`),
      ),
    )
  const serials = new Map(fresh.map(({ id }, i) => [id, last + 1 + i]))
  const releases = found
    .map(({ id, ...rest }): PublishedRelease => {
      const { serial, published_at } = before?.known.get(id) ?? {
        serial: serials.get(id) ?? 0,
        published_at: now,
      }
      return { id, serial, published_at, ...rest }
    })
    .toSorted((one, other) => other.serial - one.serial)
  return { serial: last + Math.max(fresh.length, 1), releases }
}

const ARCHIVE = '.tar.gz'
const ID = new RegExp(ARTIFACT_ID)
/** Whether a file is named as the archive of an artifact. An archive of the program is not. */
const isOurs = (name: string): boolean => name.endsWith(ARCHIVE) && ID.test(name.slice(0, -ARCHIVE.length))

/** The release of an archive. Throws a CommandError that names the archive where it is bad. */
function foundRelease(folder: string, archive: string): Omit<PublishedRelease, 'serial' | 'published_at'> {
  const path = join(folder, archive)
  const bytes = readFileSync(path)
  const { id, tz, boundaries, reference_date, tzref, format } = manifestIn(path, bytes)
  const notesFile = join(folder, notesOf(id))
  const notes = existsSync(notesFile) ? sumOf(readFileSync(notesFile)) : null
  const unlike = majorOf(format) === MAJOR_UNSAID ? {} : { format }
  return { id, tz, boundaries, reference_date, tzref, ...unlike, archive, ...sumOf(bytes), notes }
}

function manifestIn(path: string, bytes: Buffer): Manifest {
  try {
    const text = readArtifactArchive(bytes)
      .find(({ name }) => name === MANIFEST)
      ?.bytes.toString('utf8')
    const manifest = text === undefined ? null : fromJson(text)
    if (Value.Check(Manifest, manifest) && basename(path) === `${manifest.id}${ARCHIVE}`) return manifest
    throw new ArchiveError('archive-malformed', 'it has no manifest of this format and name')
  } catch (error) {
    throw error instanceof ArchiveError ? badArchive(path, error) : error
  }
}

/** The id of the current release: the wanted one, else the one that was current, else the one that was published last. */
function currentOf(
  releases: readonly PublishedRelease[],
  wanted: string | undefined,
  before: string | undefined,
): string {
  const ids = releases.map(({ id }) => id)
  if (wanted !== undefined && !ids.includes(wanted)) {
    throw new CommandError(
      `--current ${wanted}: found no such release; there: ${ids.join(', ') || 'none'}`,
      2,
    )
  }
  const id = wanted ?? ids.find((one) => one === before) ?? ids[0]
  if (id === undefined) throw new CommandError('found no archive in the folder, expected at least one', 2)
  return id
}

/** The clocks of all tz releases in the folder, in one file. It can be made from the archives. */
function historyOf(folder: string, { releases }: ReleaseIndex): Uint8Array {
  const clocks = releases.toReversed().flatMap(({ archive, reference_date: releasedOn }) =>
    readArtifactArchive(readFileSync(join(folder, archive)))
      .filter(({ name }) => name === CLOCKS)
      .map(({ bytes }) => ({ ...clockPartsOf(openClocks(bytes)), releasedOn })),
  )
  return encodeHistory(clocks)
}
