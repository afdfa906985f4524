// An archive, from a file or the web → an artifact of a folder, once all of it is found good.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { readManifest } from '#open/manifest.ts'
import { CommandError } from '#cli/command-error.ts'
import { notesOf } from '#core/artifact/layout.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { ReleaseIndex } from '#schemas/release-index.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import { partialPath, removeAbandoned } from '../partial.ts'
import type { Report } from '../report.ts'
import { DEFAULT_LIMITS, download, type DownloadLimits } from '../sources/download.ts'
import { UpstreamError } from '../sources/upstream-error.ts'
import { writeWhole } from '../whole-file.ts'
import { expectGood } from '../verify/expect-good.ts'
import { currentId, placeArtifact, pointCurrentAt } from '../write/artifact-directory.ts'
import { expectSigned, readPublicKey } from './keys.ts'
import { byAge, INDEX, SIGNATURES } from './publish.ts'
import { passedOn, pinPublisher, publisherOf, type Publisher } from './publisher.ts'

export interface InstallOptions {
  /** Path or address of an archive, or address of a published folder or its index. */
  readonly from: string
  readonly dist: string
  /** The sha256 that the archive must have, by whoever told the operator; no signature is asked for then. */
  readonly sha256?: string
  /** The publisher's public key; needed once, for it is kept beside the artifacts. */
  readonly key?: string
  /** Takes what nobody has signed. What is signed must be signed well all the same. */
  readonly allowUnsigned?: boolean
  /** This artifact rather than the newest, even where it is older than the current one. */
  readonly id?: string
  readonly activate: boolean
  readonly report: Report
  readonly limits?: Omit<DownloadLimits, 'maxBytes'>
}

export interface Installed {
  readonly id: string
  readonly directory: string
  readonly existed: boolean
  readonly isCurrent: boolean
}

const MOST_BYTES = { archive: 2 ** 30, notes: 2 ** 20, text: 16 * 2 ** 20, line: 4096 } as const

/** Installs an archive. Nothing is visible in `dist` before all of it was found good; on any failure nothing is left. */
export async function install(options: InstallOptions): Promise<Installed> {
  const { dist, report, activate } = options
  const wanted = options.sha256 === undefined ? null : sha256Of(options.sha256)
  const given = options.key === undefined ? undefined : readPublicKey(options.key)
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  const publisher = publisherOf(dist, given)
  const isWeb = isAddress(options.from)
  if (isWeb && publisher === null && wanted === null && !options.allowUnsigned) {
    throw new UpstreamError(
      'no-key',
      `${options.from}: nobody was named whose releases to take here; nothing was installed`,
      `npm run tzref -- install ${options.from} --key ed25519:…`,
    )
  }
  const {
    archive,
    sha256,
    listed,
    publisher: found,
    notes,
  } = isWeb ? await fromWeb(options, wanted, publisher) : fromFile(options, wanted, publisher)
  const hashed = hash('sha256', archive, 'hex')
  if (sha256 === null) report.note(`${options.from}: no checksum beside it; its own hashes are checked`)
  else if (hashed !== sha256) {
    throw new UpstreamError(
      'hash-mismatch',
      `${options.from}: sha256 is ${hashed}, expected ${sha256}; nothing was installed`,
    )
  }
  const { id, existed } = placeArtifact(dist, (partial) => {
    const manifest = unpackArtifact(archive, partial)
    const expected = options.id ?? listed ?? manifest.id
    if (manifest.id !== expected) {
      throw new UpstreamError(
        'other-release',
        `${options.from}: ${expected} was expected, its archive holds ${manifest.id}; nothing was installed`,
      )
    }
    // Somebody who can put old files on the server must not take anyone back to them.
    if (isWeb && options.id === undefined && wanted === null) expectNoDowngrade(options, manifest)
    expectGood(partial, { as: options.from, outcome: 'nothing was installed', mend: null })
    return manifest.id
  })
  const directory = join(dist, id)
  if (existed)
    expectGood(directory, { outcome: 'nothing was installed', mend: `rm -r ${directory} and install again` })
  if (notes !== null) writeWhole(join(dist, notesOf(id)), notes)
  report.note(existed ? `${id} was there already and is good` : `installed ${id}`)
  if (found !== null) pinPublisher(dist, found)
  if (activate || currentId(dist) === null) pointCurrentAt(dist, id)
  return { id, directory, existed, isCurrent: currentId(dist) === id }
}

function expectNoDowngrade({ from, dist }: InstallOptions, offered: Manifest): void {
  const current = currentId(dist)
  if (current === null) return
  let manifest: Manifest
  try {
    manifest = readManifest(join(dist, current))
  } catch (error) {
    // What cannot be read is no reason to refuse what is better.
    if (error instanceof ArtifactError) return
    throw error
  }
  if (byAge(manifest, offered) >= 0) return
  throw new UpstreamError(
    'downgrade',
    `${from}: offers ${offered.id}, which is older than the current ${current}; nothing was installed`,
    `npm run tzref -- install ${from} --id ${offered.id}`,
  )
}

interface Obtained {
  readonly archive: Buffer
  /** What it must hash to; null when nobody says. */
  readonly sha256: string | null
  /** The id by which an index listed it; null without an index. */
  readonly listed: string | null
  /** Whose releases to take from now on; null where that is nobody's in particular. */
  readonly publisher: Publisher | null
  /** What it changed; null where nobody says. */
  readonly notes: string | null
}

/** Whether it is an address of the web rather than a path. */
export const isAddress = (from: string): boolean => /^https?:/i.test(from)

/** A sha256 as it was given, in the case in which we write them; refused before anything is downloaded. */
function sha256Of(given: string): string {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  throw new CommandError(`--sha256 ${given}: expected 64 hexadecimal digits`, 2)
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'latin1') : null)

function fromFile(
  { from, allowUnsigned = false }: InstallOptions,
  wanted: string | null,
  publisher: Publisher | null,
): Obtained {
  if (!existsSync(from)) {
    throw new CommandError(`${from}: found nothing, expected an archive`, 2, 'npm run tzref -- pack')
  }
  const checksum = `${from}.sha256`
  const beside = textOf(checksum)
  if (wanted === null && publisher !== null) {
    expectSignedBy(publisher, checksum, beside ?? '', textOf(`${checksum}${SIGNATURES}`), allowUnsigned)
  }
  const sha256 = wanted ?? (beside === null ? null : readChecksum(beside, checksum))
  return { archive: readFileSync(from), sha256, listed: null, publisher, notes: null }
}

async function fromWeb(
  { from, dist, id, report, limits, allowUnsigned = false }: InstallOptions,
  wanted: string | null,
  publisher: Publisher | null,
): Promise<Obtained> {
  const get = async (url: string, maxBytes: number): Promise<Buffer> => {
    const partial = partialPath(dist)
    try {
      await download(url, partial, { ...DEFAULT_LIMITS, ...limits, maxBytes }, report)
      return readFileSync(partial)
    } finally {
      rmSync(partial, { force: true })
    }
  }
  const textIfThere = async (url: string, maxBytes: number): Promise<string | null> => {
    try {
      return (await get(url, maxBytes)).toString('utf8')
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'http-status') return null
      throw error
    }
  }
  const signaturesBeside = (url: string): Promise<string | null> =>
    textIfThere(`${url}${SIGNATURES}`, MOST_BYTES.line)
  if (new URL(from).pathname.endsWith('.tar.gz')) {
    let sha256 = wanted
    if (sha256 === null) {
      const checksum = `${from}.sha256`
      const text = (await get(checksum, MOST_BYTES.line)).toString('latin1')
      if (publisher !== null)
        expectSignedBy(publisher, checksum, text, await signaturesBeside(checksum), allowUnsigned)
      sha256 = readChecksum(text, checksum)
    }
    return { archive: await get(from, MOST_BYTES.archive), sha256, listed: null, publisher, notes: null }
  }
  const address = from.endsWith('.json') ? from : `${from.replace(/\/$/, '')}/${INDEX}`
  const bytes = await get(address, MOST_BYTES.text)
  const index = readIndex(bytes, address)
  let next = publisher
  if (publisher !== null && wanted === null) {
    const signatures = index.signed === null ? null : await signaturesBeside(address)
    next = expectSignedBy(publisher, address, bytes.toString('utf8'), signatures, allowUnsigned)
      ? takenFrom(publisher, index, address, bytes, signatures ?? '')
      : publisher
  }
  const release = pick(index, id, address)
  report.note(`${address}: the ${id === undefined ? 'newest' : 'wanted'} is ${release.id}`)
  // What the index says of the size is no more to be trusted than the index: it may lower the cap, not raise it.
  const archive = await get(
    new URL(release.archive, address).href,
    Math.min(release.size, MOST_BYTES.archive),
  )
  const beside = new URL(notesOf(release.id), address).href
  const notes = await textIfThere(beside, MOST_BYTES.notes)
  if (notes !== null && publisher !== null && wanted === null)
    expectSignedBy(publisher, beside, notes, await signaturesBeside(beside), allowUnsigned)
  return { archive, sha256: wanted ?? release.sha256, listed: release.id, publisher: next, notes }
}

/** Whether the publisher has signed a text; false where nobody has and that is allowed. Throws an UpstreamError otherwise. */
function expectSignedBy(
  { key }: Publisher,
  what: string,
  text: string,
  signatures: string | null,
  allowUnsigned: boolean,
): boolean {
  if (signatures !== null) {
    expectSigned(what, Buffer.from(text), signatures, key)
    return true
  }
  if (allowUnsigned) return false
  throw new UpstreamError(
    'not-signed',
    `${what}: nobody has signed it, expected a signature of ${key}; nothing was installed`,
  )
}

/** The publisher after an index with a good signature: refuses an older index than was seen, and follows to a new key. */
function takenFrom(
  publisher: Publisher,
  { signed }: ReleaseIndex,
  address: string,
  bytes: Buffer,
  signatures: string,
): Publisher {
  if (signed === null) return publisher
  if (publisher.seen !== null && signed.at < publisher.seen) {
    throw new UpstreamError(
      'replayed',
      `${address}: signed ${signed.at}, and one of ${publisher.seen} was taken before; nothing was installed`,
    )
  }
  const next = passedOn(publisher, signed.at, signed.keys)
  // Trust is passed on to a key that its owner has.
  expectSigned(address, bytes, signatures, next.key)
  return next
}

function readIndex(bytes: Buffer, address: string): ReleaseIndex {
  let index: unknown
  try {
    index = JSON.parse(bytes.toString('utf8'))
  } catch {
    index = null
  }
  if (Value.Check(ReleaseIndex, index)) return index
  throw new CommandError(`${address}: found no index of releases of format 2`, 1, null)
}

function pick({ releases }: ReleaseIndex, id: string | undefined, address: string) {
  const release = id === undefined ? releases[0] : releases.find((candidate) => candidate.id === id)
  if (release !== undefined) return release
  const known = releases.map((candidate) => candidate.id).join(', ')
  throw new CommandError(`${address}: found no release ${id ?? 'at all'}; there: ${known || 'none'}`, 1, null)
}

/** The hash in a checksum's file, as sha256sum writes it. */
function readChecksum(text: string, where: string): string {
  const sha256 = /^([0-9a-f]{64})\b/i.exec(text)?.[1]
  if (sha256 !== undefined) return sha256.toLowerCase()
  throw new CommandError(`${where}: found no sha256`, 1, null)
}
