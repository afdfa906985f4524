// Installs an archive, from a file, a published folder or the web: which proof it needs, when a new key is trusted, what is refused.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import { expectFile, expectFolder, kindOf } from '#open/program/file-kind.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { FORMAT, notesOf } from '#core/artifact/layout.ts'
import { artifactIds, currentId, distFlag, fixOf } from '#open/artifact-folder.ts'
import { readManifest } from '#open/manifest.ts'
import { pinOf } from '#open/pin.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import type { Report } from '../report.ts'
import { DEFAULT_LIMITS, download, type DownloadLimits } from '../sources/download.ts'
import { refused, UpstreamError } from '../sources/upstream-error.ts'
import { withPartials, writeWhole } from '../whole-file.ts'
import { expectGood } from '../verify/expect-good.ts'
import { placePartial, pointCurrentAt, type Placed } from '../write/artifact-directory.ts'
import { readPublicKey } from './keys.ts'
import { pin, unpin } from './activate.ts'
import { pinPublisher, publisherOf, type Publisher } from './publisher.ts'
import { INDEX, majorOf, readIndex } from './release-index.ts'
import { expectBytes, expectStatement, SIGNATURES } from './signed-file.ts'

export interface InstallOptions {
  /** Path or address of an archive, of a published folder, or of its index. */
  readonly from: string
  readonly dist: string
  /** Now. An index is good only until a certain instant. */
  readonly at: Date
  /** The sha256 that the archive must have, as told to the operator. No signature is needed then. */
  readonly sha256?: string | undefined
  /** The publisher's public key. It is needed only once, because it is stored next to the artifacts. */
  readonly key?: string | undefined
  /** Accepts files that nobody has signed. A file that is signed must still have a good signature. */
  readonly allowUnsigned?: boolean
  /** Installs this artifact instead of the publisher's current one. With `activate` it is pinned. */
  readonly id?: string | undefined
  /** Makes it current. Where the folder is pinned, this needs `unpin` or an id. */
  readonly activate?: boolean
  /** Removes the pin and follows the publisher again: the publisher's current artifact becomes current here. */
  readonly unpin?: boolean
  readonly report: Report
  readonly limits?: Omit<DownloadLimits, 'maxBytes'>
}

const MOST_BYTES = { archive: 2 ** 30, notes: 2 ** 20, text: 16 * 2 ** 20, line: 4096 } as const

/**
 * Installs an archive. Nothing is visible in `dist` before all of it is found good. A failure leaves nothing behind. Returns the artifact,
 * whether it existed (then only the index was downloaded) and is current, and the pin of the folder or null.
 */
export async function install(options: InstallOptions) {
  const { dist } = options
  const wanted = options.sha256 === undefined ? null : sha256Of(options.sha256)
  const given = options.key === undefined ? undefined : readPublicKey(options.key)
  expectFolder(dist)
  const publisher = publisherOf(dist, given)
  const isWeb = isAddress(options.from)
  const published = isWeb ? null : publishedAt(options.from)
  if ((isWeb || published !== null) && publisher === null && wanted === null && !options.allowUnsigned) {
    throw refused(
      'no-key',
      `${options.from}: no publisher is named for ${dist}, and this command has no --key`,
      commandWith(options, '--key ed25519:…'),
    )
  }
  const file = isWeb || published !== null ? null : fileAt(options.from)
  return withPartials(async (partialIn) => {
    // From now on a server that starts here waits, and does not build something else.
    writeFileSync(partialIn(dist), '')
    try {
      return await installOffer(
        options,
        file !== null
          ? await offerOfArchive(options, wanted, publisher, file)
          : published === null
            ? await offerFromWeb(options, wanted, publisher)
            : await offerOfIndex(options, wanted, publisher, published),
      )
    } catch (error) {
      throw isDiskFull(error) ? diskFull(dist) : error
    }
  })
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:ENOSPC|EDQUOT)$/.test(String(error.code))

function diskFull(dist: string): CommandError {
  const { bavail, bsize } = statfsSync(dist)
  return new CommandError(
    `${dist}: no space left: ${((bavail * bsize) / 1e6).toFixed(1)} MB are free, and an artifact with its archive takes about 100 MB; nothing was installed`,
    1,
    artifactIds(dist).length > 1
      ? 'npm run tzref -- prune --keep 1, or make room there'
      : 'make room there, or name a folder on another disk with --dist',
  )
}

async function installOffer(options: InstallOptions, offer: Offer) {
  const { dist, report } = options
  if (offer.id !== null && options.id !== undefined) expectId(options.from, options.id, offer.id)
  const notes = offer.id === null ? null : await offer.notes(join(dist, notesOf(offer.id)))
  const isThere = offer.id !== null && artifactIds(dist).includes(offer.id)
  const { id, existed } = isThere ? { id: offer.id, existed: true } : await place(options, offer)
  const directory = join(dist, id)
  if (existed) expectGood(directory, { outcome: 'nothing was installed', fix: fixOf(directory) })
  if (notes !== null) writeWhole(join(dist, notesOf(id)), notes)
  report.note(existed ? `${id} was there already and is good` : `installed ${id}`)
  if (offer.publisher !== null) pinPublisher(dist, offer.publisher)
  if (options.unpin) unpin(dist)
  try {
    makeCurrent(options, id, offer)
  } catch (error) {
    // A full disk: a failure leaves nothing behind.
    if (!existed && currentId(dist) !== id)
      for (const path of [directory, join(dist, notesOf(id))]) rmSync(path, { recursive: true, force: true })
    throw error
  }
  return { id, directory, existed, isCurrent: currentId(dist) === id, pinned: pinOf(dist) }
}

/** Points `current` at an installed artifact if that is asked for and no operator has pinned another one. */
function makeCurrent(options: InstallOptions, id: string, { why }: Offer): void {
  const { dist, at, activate, report, id: asked, unpin: follows } = options
  const current = currentId(dist)
  const pinned = pinOf(dist)
  if (current !== null && !activate && !follows) return
  // An artifact that was asked for by its id is pinned. Otherwise the next run of a timer would replace it.
  if (asked !== undefined && current !== null) pin(dist, { id, by: 'install', at: at.toISOString() })
  else if (pinned !== null && pinned.id !== id) {
    report.note(
      `${pinned.id} stays current: it was pinned by ${pinned.by} at ${pinned.at}. To follow the publisher again: npm run tzref -- install --unpin${distFlag(dist)}`,
    )
    return
  }
  if (current === id) return
  if (current !== null && isOlder(dist, id, current)) {
    report.note(
      `going back from ${current} to the older ${id}: ${asked === undefined ? why : '--id names it'}`,
    )
  }
  pointCurrentAt(dist, id)
}

/** Whether an artifact has an older tz release than the current one. One that cannot be read is not known to be newer. */
function isOlder(dist: string, id: string, current: string): boolean {
  try {
    return readManifest(join(dist, id)).reference_date < readManifest(join(dist, current)).reference_date
  } catch (error) {
    if (error instanceof ArtifactError) return false
    throw error
  }
}

/** Downloads or reads the archive, and makes it an artifact of the folder once it is good. */
async function place({ from, dist, report, id }: InstallOptions, offer: Offer): Promise<Placed> {
  const archive = await offer.archive()
  const hashed = hash('sha256', archive, 'hex')
  if (offer.sha256 === null) report.note(`${from}: no checksum beside it; its own hashes are checked`)
  else if (hashed !== offer.sha256)
    throw refused('hash-mismatch', `${from}: sha256 is ${hashed}, expected ${offer.sha256}`)
  return withPartials(async (partialIn) => {
    const partial = partialIn(dist)
    mkdirSync(partial)
    const manifest = await unpackArtifact(archive, partial)
    expectId(from, offer.id ?? id ?? manifest.id, manifest.id)
    expectGood(partial, { as: from, outcome: 'nothing was installed', fix: null })
    return placePartial(dist, partial, manifest.id)
  })
}

function expectId(from: string, expected: string, found: string): void {
  if (found === expected) return
  throw refused('other-release', `${from}: ${expected} was expected, its archive holds ${found}`)
}

interface Offer {
  /** Why it is to be current, for an operator who sees that it is older than what was. */
  readonly why: string
  /** The artifact's id, from an index or a statement. Null where neither exists. */
  readonly id: string | null
  /** The sha256 that the archive must have. Null where it is not known. */
  readonly sha256: string | null
  readonly archive: () => Promise<Buffer>
  /** The text of the release notes. Null where they are at the given path already, or where there are none. */
  readonly notes: (path: string) => Promise<string | null>
  /** The publisher whose releases the folder takes from now on. Null for no particular publisher. */
  readonly publisher: Publisher | null
}

/** Whether it is an address of the web and not a path. */
export const isAddress = (from: string): boolean => /^https?:/i.test(from)

/** A given sha256 in lower case, as we write it. A wrong one is refused before anything is downloaded. */
function sha256Of(given: string): string {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  throw new CommandError(`--sha256 ${given}: expected 64 hexadecimal digits`, 2)
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'latin1') : null)

/** An archive at a path or an address, and the texts next to it. Null: there is none. */
interface ArchivePlace {
  readonly archive: () => Promise<Buffer>
  readonly signatures: () => Promise<string | null>
  readonly checksum: () => Promise<string | null>
}

/** The command that was given, with its flags, and one more. */
function commandWith(
  { from, id, activate, unpin: follows, allowUnsigned }: InstallOptions,
  more: string,
): string {
  const flags = [
    id === undefined || more.startsWith('--id') ? [] : ['--id', id],
    activate ? ['--activate'] : [],
    follows ? ['--unpin'] : [],
    allowUnsigned ? ['--allow-unsigned'] : [],
  ].flat()
  return ['npm run tzref -- install', shellWord(from), more, ...flags].join(' ')
}

/** Where an index lies, and the files that it names. */
interface IndexPlace {
  /** Path or address of the index. */
  readonly address: string
  /** Reads a file beside the index, of at most so many bytes. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer>
  /** The text of the signatures of the index. Null where it has none. */
  readonly signatures: () => Promise<string | null>
}

const NAME_ONE = 'name an archive, or a folder of `publish`'

/** A published folder on a disk, by its path or by that of its index. Null where the path is that of something else. */
function publishedAt(from: string): IndexPlace | null {
  const folder = basename(from) === INDEX ? dirname(from) : from
  if (kindOf(folder) !== 'a directory') return null
  const address = join(folder, INDEX)
  expectFile(address, 'the index of a published folder', 2, NAME_ONE)
  return {
    address,
    read: async (name, maxBytes) => {
      const path = join(folder, name)
      expectFile(path, `the file that ${address} names`, 1)
      const { size } = statSync(path)
      if (size > maxBytes)
        throw refused('too-large', `${path}: has ${size} bytes, expected at most ${maxBytes}`)
      return readFileSync(path)
    },
    signatures: async () => textOf(`${address}${SIGNATURES}`),
  }
}

/** The file in a place. What lies next to it is read when it is needed. */
function fileAt(from: string): ArchivePlace {
  expectFile(from, 'an archive or a published folder', 2, NAME_ONE)
  return {
    archive: async () => readFileSync(from),
    signatures: async () => textOf(`${from}${SIGNATURES}`),
    checksum: async () => textOf(`${from}.sha256`),
  }
}

const ARCHIVE = '.tar.gz'
const AS_INDEX = { purpose: 'index', name: INDEX } as const

async function offerFromWeb(
  options: InstallOptions,
  wanted: string | null,
  publisher: Publisher | null,
): Promise<Offer> {
  const { from, dist, report, limits } = options
  const get = (url: string, maxBytes: number): Promise<Buffer> =>
    withPartials(async (partialIn) => {
      const partial = partialIn(dist)
      await download(url, partial, { ...DEFAULT_LIMITS, ...limits, maxBytes }, report)
      const bytes = readFileSync(partial)
      if (!/^\s*<(?:!doctype|html)\b/i.test(bytes.toString('latin1', 0, 200))) return bytes
      throw new UpstreamError(
        'unreachable',
        `${url}: found a web page: a proxy, or the log-in of a network, answers in the publisher's place; nothing was installed`,
        'open the address in a browser on this network, or look at the proxy',
      )
    })
  const textAt = async (url: string): Promise<string> => (await get(url, MOST_BYTES.line)).toString('latin1')
  const signaturesBeside = async (url: string): Promise<string | null> => {
    try {
      return await textAt(`${url}${SIGNATURES}`)
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'http-status') return null
      throw error
    }
  }
  if (new URL(from).pathname.endsWith(ARCHIVE)) {
    return offerOfArchive(options, wanted, publisher, {
      archive: () => get(from, MOST_BYTES.archive),
      signatures: () => signaturesBeside(from),
      checksum: () => textAt(`${from}.sha256`),
    })
  }
  const address = from.endsWith('.json') ? from : `${from.replace(/\/$/, '')}/${INDEX}`
  return offerOfIndex(options, wanted, publisher, {
    address,
    read: (name, maxBytes) => get(new URL(name, address).href, maxBytes),
    signatures: () => signaturesBeside(address),
  })
}

/** The offer of an index: its current release, or the one that the operator names. */
async function offerOfIndex(
  options: InstallOptions,
  wanted: string | null,
  publisher: Publisher | null,
  { address, read, signatures: signaturesOf }: IndexPlace,
): Promise<Offer> {
  const { report, id, allowUnsigned = false } = options
  /** The signer who is required. Null where the operator knows the hash of the archive, or names no publisher. */
  const signer = wanted === null ? publisher : null
  const bytes = await read(basename(address), MOST_BYTES.text)
  const signatures = signer === null ? null : await signaturesOf()
  if (signer !== null && isSigned(address, signatures, signer, allowUnsigned))
    expectBytes(address, bytes, expectStatement(address, signatures, signer.key, AS_INDEX))
  const index = readIndex(bytes.toString('utf8'), address)
  const taken = signer === null || signatures === null ? null : takenFrom(signer, index, address, signatures)
  if (wanted === null) expectFresh(index, address, options.at)
  const release = pick(index, id, address)
  expectReadable(release, address)
  const { archive, size, sha256, notes } = release
  if (wanted !== null && wanted !== sha256) {
    throw refused(
      'hash-mismatch',
      `${address}: lists ${release.id} with sha256 ${sha256}, expected ${wanted}`,
    )
  }
  report.note(`${address}: ${id === undefined ? 'current' : 'wanted'} is ${release.id}`)
  return {
    id: release.id,
    sha256,
    why: `${address} says that it is current since ${index.current.since}`,
    // The size in the index is as trustworthy as the index itself: it may lower the limit but not raise it.
    archive: () => read(archive, Math.min(size, MOST_BYTES.archive)),
    async notes(path) {
      if (notes === null) return null
      if (existsSync(path) && hash('sha256', readFileSync(path), 'hex') === notes.sha256) return null
      const text = await read(notesOf(release.id), Math.min(notes.size, MOST_BYTES.notes))
      expectBytes(`${notesOf(release.id)} beside ${address}`, text, notes)
      return text.toString('utf8')
    },
    publisher: taken === null ? publisher : { ...taken, release: release.serial },
  }
}

/** Whether a file is signed. False where it is not and that is allowed. Throws an UpstreamError otherwise. */
function isSigned(
  what: string,
  signatures: string | null,
  { key }: Publisher,
  allowUnsigned: boolean,
): signatures is string {
  if (signatures !== null) return true
  if (allowUnsigned) return false
  throw refused('not-signed', `${what}: found no signature, expected one of ${key}`)
}

/** The offer of one archive, by the publisher's signed statement next to it, or else by the checksum next to it. */
async function offerOfArchive(
  options: InstallOptions,
  wanted: string | null,
  publisher: Publisher | null,
  { archive, signatures, checksum }: ArchivePlace,
): Promise<Offer> {
  const { from, id, unpin: follows, allowUnsigned = false } = options
  const common = {
    archive,
    notes: async () => null,
    publisher,
    why: `${follows ? '--unpin' : '--activate'} was given with ${from}`,
  }
  const signer = wanted === null ? publisher : null
  const signed = signer === null ? null : await signatures()
  if (signer !== null && isSigned(from, signed, signer, allowUnsigned)) {
    const name = decodeURIComponent(basename(isAddress(from) ? new URL(from).pathname : from))
    const { sha256, serial } = expectStatement(from, signed, signer.key, { purpose: 'archive', name })
    const offer = { ...common, id: basename(name, ARCHIVE), sha256 }
    if (!isAddress(from)) return offer
    // An archive from its own address has no index that says what is current. So it must not be older than the release that was installed
    // last.
    if (id === undefined && serial < signer.release)
      throw refused(
        'downgrade',
        `${from}: has serial ${serial}, and a release of serial ${signer.release} was installed before`,
        commandWith(options, `--id ${offer.id}`),
      )
    return { ...offer, publisher: { ...signer, release: serial } }
  }
  const text = wanted === null ? await checksum() : null
  return { ...common, id: null, sha256: text === null ? wanted : readChecksum(text, `${from}.sha256`) }
}

/** The publisher's state after one of its indexes, whose last key is trusted from now on. Refuses a lower serial than was seen before. */
function takenFrom(
  publisher: Publisher,
  { serial, keys }: ReleaseIndex,
  address: string,
  signatures: string,
): Publisher {
  if (serial < publisher.serial) {
    throw refused(
      'replayed',
      `${address}: has serial ${serial}, and one of serial ${publisher.serial} was accepted before`,
    )
  }
  const key = keys.at(-1) ?? publisher.key
  const earlier = key === publisher.key ? publisher.earlier : [...publisher.earlier, publisher.key]
  // Trust passes to a new key only if the owner of that key has signed too.
  expectStatement(address, signatures, key, AS_INDEX)
  return { ...publisher, key, earlier, serial }
}

/** Throws where an index has expired. So nobody can hold back newer ones unnoticed. */
function expectFresh({ expires_at }: ReleaseIndex, address: string, at: Date): void {
  if (at.getTime() < Date.parse(expires_at)) return
  throw new UpstreamError(
    'expired',
    `${address}: was good until ${expires_at}, and it is ${at.toISOString()}; nothing was installed, and the current artifact is still served`,
    'the publisher renews it: tzref publish FOLDER --refresh --sign KEY; or check the clock of this machine, and the proxies in between',
  )
}

/** Throws where a release has a format that this version cannot read: the server stays where it is. */
function expectReadable({ id, format, tzref }: PublishedRelease, address: string): void {
  if (format === undefined || majorOf(format) === FORMAT.major) return
  throw new CommandError(
    `format-unknown: ${address}: ${id} has format ${format}, and this version reads ${FORMAT.major}.x; nothing was installed, and the current artifact is still served`,
    1,
    `install tzref ${tzref} or later, and run the same command again`,
  )
}

function pick({ current, releases }: ReleaseIndex, id: string | undefined, address: string) {
  const wanted = id ?? current.id
  const release = releases.find((candidate) => candidate.id === wanted)
  if (release !== undefined) return release
  const known = releases.map((candidate) => candidate.id).join(', ')
  throw new CommandError(`${address}: found no release ${wanted}; there: ${known}`, 1, null)
}

/** The hash in a checksum file, as sha256sum writes it. */
function readChecksum(text: string, where: string): string {
  const sha256 = /^([0-9a-f]{64})\b/i.exec(text)?.[1]
  if (sha256 !== undefined) return sha256.toLowerCase()
  throw new CommandError(`${where}: found no sha256`, 1, null)
}
