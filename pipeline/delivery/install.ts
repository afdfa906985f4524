// An archive, from a file or the web → an artifact of a folder, once all of it is found good.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { CommandError } from '#cli/command-error.ts'
import { ReleaseIndex } from '#schemas/release-index.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import { partialPath, removeAbandoned } from '../partial.ts'
import type { Report } from '../report.ts'
import { DEFAULT_LIMITS, download, type DownloadLimits } from '../sources/download.ts'
import { UpstreamError } from '../sources/upstream-error.ts'
import { expectGood } from '../verify/expect-good.ts'
import { currentId, placeArtifact, pointCurrentAt } from '../write/artifact-directory.ts'
import { INDEX } from './publish.ts'

export interface InstallOptions {
  /** Path or address of an archive, or address of a published folder or its index. */
  readonly from: string
  readonly dist: string
  /** The sha256 that the archive must have; without it the checksum beside the archive, or its index, says. */
  readonly sha256?: string
  /** Of a published folder: this artifact rather than the newest. */
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

const MOST_BYTES = { archive: 2 * 2 ** 30, text: 16 * 2 ** 20 } as const

/** Installs an archive. Nothing is visible in `dist` before all of it was found good; on any failure nothing is left. */
export async function install(options: InstallOptions): Promise<Installed> {
  const { dist, report, activate } = options
  const wanted = options.sha256 === undefined ? null : sha256Of(options.sha256)
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  const {
    archive,
    sha256,
    id: listed,
  } = isAddress(options.from) ? await fromWeb(options, wanted) : fromFile(options.from, wanted)
  const found = hash('sha256', archive, 'hex')
  if (sha256 === null) report.note(`${options.from}: no checksum beside it; its own hashes are checked`)
  else if (found !== sha256) {
    throw new UpstreamError(
      'hash-mismatch',
      `${options.from}: sha256 is ${found}, expected ${sha256}; nothing was installed`,
    )
  }
  const { id, existed } = placeArtifact(dist, (partial) => {
    const unpacked = unpackArtifact(archive, partial)
    if (listed !== null && unpacked !== listed) {
      throw new UpstreamError(
        'other-release',
        `${options.from}: lists ${listed}, its archive holds ${unpacked}; nothing was installed`,
      )
    }
    expectGood(partial, { as: options.from, outcome: 'nothing was installed', mend: null })
    return unpacked
  })
  const directory = join(dist, id)
  if (existed)
    expectGood(directory, { outcome: 'nothing was installed', mend: `rm -r ${directory} and install again` })
  report.note(existed ? `${id} was there already and is good` : `installed ${id}`)
  if (activate || currentId(dist) === null) pointCurrentAt(dist, id)
  return { id, directory, existed, isCurrent: currentId(dist) === id }
}

interface Obtained {
  readonly archive: Buffer
  /** What it must hash to; null when nobody says. */
  readonly sha256: string | null
  /** The id by which an index listed it; null without an index. */
  readonly id: string | null
}

/** Whether it is an address of the web rather than a path. */
export const isAddress = (from: string): boolean => /^https?:/i.test(from)

/** A sha256 as it was given, in the case in which we write them; refused before anything is downloaded. */
function sha256Of(given: string): string {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  throw new CommandError(`--sha256 ${given}: expected 64 hexadecimal digits`, 2)
}

function fromFile(from: string, wanted: string | null): Obtained {
  if (!existsSync(from)) {
    throw new CommandError(`${from}: found nothing, expected an archive`, 2, 'npm run tzref -- pack')
  }
  const checksum = `${from}.sha256`
  const beside = existsSync(checksum) ? readChecksum(readFileSync(checksum, 'latin1'), checksum) : null
  return { archive: readFileSync(from), sha256: wanted ?? beside, id: null }
}

async function fromWeb(
  { from, dist, id, report, limits }: InstallOptions,
  wanted: string | null,
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
  if (new URL(from).pathname.endsWith('.tar')) {
    const checksum =
      wanted ?? readChecksum((await get(`${from}.sha256`, 1024)).toString('latin1'), `${from}.sha256`)
    return { archive: await get(from, MOST_BYTES.archive), sha256: checksum, id: null }
  }
  const address = from.endsWith('.json') ? from : `${from.replace(/\/$/, '')}/${INDEX}`
  const release = pick(readIndex(await get(address, MOST_BYTES.text), address), id, address)
  report.note(`${address}: the ${id === undefined ? 'newest' : 'wanted'} is ${release.id}`)
  // What the index says of the size is no more to be trusted than the index: it may lower the cap, not raise it.
  const archive = await get(
    new URL(release.archive, address).href,
    Math.min(release.size, MOST_BYTES.archive),
  )
  return { archive, sha256: wanted ?? release.sha256, id: release.id }
}

function readIndex(bytes: Buffer, address: string): ReleaseIndex {
  let index: unknown
  try {
    index = JSON.parse(bytes.toString('utf8'))
  } catch {
    index = null
  }
  if (Value.Check(ReleaseIndex, index)) return index
  throw new CommandError(`${address}: found no index of releases of format 1`, 1, null)
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
