// The upstream channel: from which addresses and how large it downloads, checks and pins a tz or boundary release, or fetches it again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import { unpackTarGz } from '../archive/tar.ts'
import { nowMs } from '#open/program/clock.ts'
import { cacheUnder } from '../paths.ts'
import type { Report } from '../report.ts'
import { placeWhole, withPartials } from '../whole-file.ts'
import { checkAddress, DEFAULT_LIMITS, download, redirectOf, type DownloadLimits } from './download.ts'
import { fromCache } from './lock.ts'
import { checkSignature, tzSigner } from './signature.ts'
import { UpstreamError } from './upstream-error.ts'

/** `{release}` stands for the release. A release's signature lies next to it, as `.asc`. */
export const TZ_URL = 'https://data.iana.org/time-zones/releases/tzdata{release}.tar.gz'
export const BOUNDARIES_URL =
  'https://github.com/evansiroky/timezone-boundary-builder/releases/download/{release}/timezones-with-oceans.geojson.zip'

/**
 * Paths, relative to a release, of the files that may name the newest one. The place on IANA's server is tried first, then the folder of
 * the releases.
 */
const VERSION_FROM_RELEASE = ['../tzdb/version', 'version']

const MOST_BYTES = { version: 64, signature: 16_384, tz: 16 * 2 ** 20, boundaries: 512 * 2 ** 20 } as const

export interface Upstream extends ReturnType<typeof upstreamHere> {
  /** Only for tests. The downloaded file decides the size limit. */
  readonly limits?: Omit<DownloadLimits, 'maxBytes'>
}

/** Returns the upstream of normal commands: the pinned signer, the machine's clock and the cache of a checkout. `renewedKey`: another copy of the key. */
export const upstreamHere = (root: string, report: Report, renewedKey?: string) => ({
  cache: cacheUnder(root),
  signer: renewedKey === undefined ? tzSigner() : { ...tzSigner(), renewedKey },
  now: new Date(nowMs()),
  report,
})

export interface UpstreamTz {
  /** A release, or `latest`. */
  readonly release: string
  readonly url: string
  readonly allowExpiredKey: boolean
  /** The sha256 of tarballs that a lock has pinned already. For these it decides, even if the key has expired. */
  readonly pinned?: ReadonlySet<string>
  /** The command that asked. Error messages suggest it with other options. */
  readonly command: string
}

/** A source that was downloaded and is in memory. It is then cached or dropped. */
interface Downloaded {
  readonly bytes: Buffer
  readonly size: number
  readonly sha256: string
  readonly keep: () => void
}

/** Returns the part of a lock for a tz release. It is checked against its signature and stored in the cache. */
export async function lockTz(
  tz: UpstreamTz,
  upstream: Upstream,
): Promise<Pick<Lock, 'tz' | 'reference_date' | 'sources'>> {
  const wanted = tz.release === 'latest' ? await latestRelease(tz, upstream) : tz.release
  const url = tz.url.replaceAll('{release}', wanted ?? '')
  const name = fileNameOf(url)
  return withDownloads(upstream, async (get) => {
    const archive = await get(url, MOST_BYTES.tz)
    const signature = await get(`${url}.asc`, MOST_BYTES.signature)
    const isAccepted = tz.allowExpiredKey || tz.pinned?.has(archive.sha256) === true
    const fix = isAccepted
      ? null
      : `${tz.command} --key FILE, a renewed copy of the key: docs/releases.md says where there is one, and what to do without it`
    const madeAt = await checkSigned(archive.bytes, signature.bytes, fix, upstream)
    const release = versionIn(archive.bytes)
    if (wanted !== null && release !== wanted) {
      throw new UpstreamError('other-release', `${url}: found release ${release}, expected ${wanted}`)
    }
    archive.keep()
    signature.keep()
    return {
      tz: release,
      // The signing time is the date of the release, because it is part of the signed data.
      reference_date: madeAt.slice(0, 10),
      sources: [
        { ...sourceAt(url, 'tz', name, archive), signed: { by: upstream.signer.fingerprint, at: madeAt } },
        sourceAt(`${url}.asc`, 'tz', `${name}.asc`, signature),
      ],
    }
  })
}

const sourceAt = (
  url: string,
  part: LockedSource['part'],
  name: string,
  { size, sha256 }: Downloaded,
): LockedSource => ({ name, part, package: null, path: name, size, sha256, url })

/** Returns the part of a lock for a boundary release. Boundary releases are not signed: this one is trusted as it is now, and pinned. */
export async function lockBoundaries(
  release: string,
  urlPattern: string,
  upstream: Upstream,
): Promise<Pick<Lock, 'boundaries' | 'sources'>> {
  const url = urlPattern.replaceAll('{release}', release)
  checkAddress(url)
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !/^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)) {
    throw new UpstreamError('bad-address', `${url}: boundary releases are not signed, so expected https`)
  }
  return withDownloads(upstream, async (get) => {
    const archive = await get(url, MOST_BYTES.boundaries)
    if (archive.bytes.toString('latin1', 0, 2) !== 'PK') {
      throw new UpstreamError('other-release', `${url}: found no zip archive`)
    }
    archive.keep()
    return { boundaries: release, sources: [sourceAt(url, 'boundaries', fileNameOf(url), archive)] }
  })
}

/** How long `lock` waits to hear which boundary release is the newest: it only says so. */
const NEWEST_WITHIN_MS = 10_000

/**
 * The newest official boundary release: where the releases redirect from `latest`, next to the folder of downloads, as GitHub does. Null where
 * nothing says so.
 */
export async function newestBoundaries(urlPattern: string): Promise<string | null> {
  const latest = new URL('../../latest', urlPattern.replaceAll('{release}', 'latest')).href
  const leadsTo = await redirectOf(latest, NEWEST_WITHIN_MS)
  return /\/tag\/(\d{4}[a-z]{1,2})$/.exec(leadsTo ?? '')?.[1] ?? null
}

/**
 * Makes sure that the cache has every downloaded source of a lock, with the pinned bytes and the named signature. Returns where each came
 * from.
 */
export async function fetchSources(lock: Lock, upstream: Upstream) {
  const fetched: { name: string; from: 'cache' | 'upstream' }[] = []
  await withDownloads(upstream, async (get) => {
    const found = new Map<string, Buffer>()
    const kept: (() => void)[] = []
    for (const source of lock.sources) {
      if (source.url === undefined) continue
      let bytes = fromCache(upstream.cache, source)
      fetched.push({ name: source.name, from: bytes === null ? 'upstream' : 'cache' })
      if (bytes === null) {
        const downloaded = await get(source.url, source.size)
        if (downloaded.sha256 !== source.sha256) {
          throw new UpstreamError(
            'hash-mismatch',
            `${source.url}: found ${downloaded.size} bytes with sha256 ${downloaded.sha256}, the lock pins ${source.size} with ${source.sha256}`,
            'npm run tzref -- lock --channel upstream',
          )
        }
        bytes = downloaded.bytes
        kept.push(downloaded.keep)
      }
      found.set(source.name, bytes)
    }
    for (const { name, signed } of lock.sources) {
      if (signed === undefined) continue
      const [bytes, signature] = [found.get(name), found.get(`${name}.asc`)]
      if (bytes === undefined || signature === undefined) {
        throw new UpstreamError(
          'signature-malformed',
          `the lock says ${name} is signed, and pins no ${name}.asc`,
        )
      }
      // The pinned release was accepted when the lock was made. An expired key is reported again but does not stop the command.
      await checkSigned(bytes, signature, null, upstream)
    }
    for (const keep of kept) keep()
  })
  return fetched
}

/**
 * Runs `work` with a function that downloads into the cache, where a file is named by its sha256. Downloads that it does not keep are
 * deleted afterwards, even when it fails.
 */
const withDownloads = <T>(
  { cache, limits, report }: Upstream,
  work: (get: (url: string, maxBytes: number) => Promise<Downloaded>) => Promise<T>,
): Promise<T> =>
  withPartials((partialIn) =>
    work(async (url, maxBytes) => {
      const place = partialIn(cache)
      const { size, sha256 } = await download(url, place, { ...DEFAULT_LIMITS, ...limits, maxBytes }, report)
      return { bytes: readFileSync(place), size, sha256, keep: () => placeWhole(place, join(cache, sha256)) }
    }),
  )

/** The newest release on the server of the releases. Null where the address names one tarball and so decides itself. */
async function latestRelease(
  { url: pattern, command }: UpstreamTz,
  upstream: Upstream,
): Promise<string | null> {
  if (!pattern.includes('{release}')) return null
  checkAddress(pattern)
  const places = VERSION_FROM_RELEASE.map((path) => new URL(path, pattern).href)
  return withDownloads(upstream, async (get) => {
    for (const url of places) {
      try {
        const { bytes } = await get(url, MOST_BYTES.version)
        return releaseName(bytes.toString('latin1'), url)
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.code !== 'http-status') throw error
      }
    }
    throw new UpstreamError(
      'http-status',
      `nothing says which release is the newest: found neither ${places.join(' nor ')}`,
      `${command} --tz <release>`,
    )
  })
}

/** Returns the release of a tarball, from its own `version` file. */
export const versionIn = (archive: Buffer): string => {
  const version = unpackTarGz(archive).find(({ name }) => name === 'version')
  return releaseName(version?.bytes.toString('latin1') ?? '', 'version')
}

function releaseName(text: string, where: string): string {
  const name = text.trim()
  if (/^\d{4}[a-z]{1,2}$/.test(name)) return name
  throw new UpstreamError(
    'other-release',
    `${where}: found ${JSON.stringify(name.slice(0, 40))}, expected a tz release like "2026c"`,
  )
}

/**
 * Throws for a signature that is not good, or whose key has expired unless that is accepted. `fix` is the command that accepts it; null
 * where it is accepted already. Returns when the signature was made.
 */
async function checkSigned(
  bytes: Buffer,
  signature: Buffer,
  fix: string | null,
  { signer, now, report }: Upstream,
): Promise<string> {
  const { madeAt, expiredAt } = await checkSignature(bytes, signature.toString('latin1'), signer, now)
  const good = `good signature by ${signer.fingerprint}, made ${madeAt.toISOString()}`
  if (expiredAt === null) report.note(good)
  else {
    const expired = `${good}; our copy of the key expired ${expiredAt.toISOString()}`
    if (fix !== null) throw new UpstreamError('key-expired', expired, fix)
    report.note(`${expired}, which is allowed`)
  }
  return madeAt.toISOString()
}

const fileNameOf = (url: string): string => {
  checkAddress(url)
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  if (/^[\w.-]+$/.test(name)) return name
  throw new UpstreamError('bad-address', `${url}: expected an address that ends with a file name`)
}
