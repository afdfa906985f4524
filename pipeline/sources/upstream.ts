// The upstream channel: a tz release and a boundary release, downloaded, checked and pinned; and the pinned bytes fetched again.
import { readFileSync, rmSync } from 'node:fs'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import { unpackTarGz } from '../archive/unpack.ts'
import { present } from '../clock.ts'
import { cacheUnder } from '../paths.ts'
import type { Report } from '../report.ts'
import { fromCache, intoCache, placeToDownload } from './cache.ts'
import { checkAddress, DEFAULT_LIMITS, download, type DownloadLimits } from './download.ts'
import { checkSignature, tzSigner, type SignatureState, type Signer } from './signature.ts'
import { UpstreamError } from './upstream-error.ts'

/** `{release}` stands for the release; a release's signature lies beside it, as `.asc`. */
export const TZ_URL = 'https://data.iana.org/time-zones/releases/tzdata{release}.tar.gz'
export const BOUNDARIES_URL =
  'https://github.com/evansiroky/timezone-boundary-builder/releases/download/{release}/timezones-with-oceans.geojson.zip'

/** From a release to the files that may name the newest one: beside the releases, or where IANA's server has it, which is asked first. */
const VERSION_FROM_RELEASE = ['../tzdb/version', 'version']

const MOST_BYTES = { version: 64, signature: 16_384, tz: 16 * 2 ** 20, boundaries: 512 * 2 ** 20 } as const

export interface Upstream {
  readonly cache: string
  readonly signer: Signer
  readonly now: Date
  readonly report: Report
  /** For tests; sizes are set by what is downloaded. */
  readonly limits?: Omit<DownloadLimits, 'maxBytes'>
}

/** Upstream as commands meet it: the pinned signer, the machine's clock and the cache of a checkout. */
export const upstreamHere = (root: string, report: Report): Upstream => ({
  cache: cacheUnder(root),
  signer: tzSigner(),
  now: present(),
  report,
})

export interface UpstreamTz {
  /** A release, or `latest`. */
  readonly release: string
  readonly url: string
  readonly allowExpiredKey: boolean
  /** The command that asked, for what is said of it to be mended with. */
  readonly command: string
}

/** A source that was downloaded and is in memory; it is kept in the cache or dropped. */
interface Downloaded {
  readonly bytes: Buffer
  readonly size: number
  readonly sha256: string
  readonly keep: () => void
}

/** The part of a lock that a tz release makes: its own, checked to be signed by the signer, and in the cache. */
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
    const state = await checkSignature(
      archive.bytes,
      signature.bytes.toString('latin1'),
      upstream.signer,
      upstream.now,
    )
    settleKey(state, tz.allowExpiredKey ? null : `${tz.command} --allow-expired-key`, upstream)
    const release = versionIn(archive.bytes)
    if (wanted !== null && release !== wanted) {
      throw new UpstreamError('other-release', `${url}: found release ${release}, expected ${wanted}`)
    }
    archive.keep()
    signature.keep()
    const made = state.madeAt.toISOString()
    return {
      tz: release,
      // The signer dates a release when signing it; the time is part of what is signed.
      reference_date: made.slice(0, 10),
      sources: [
        { ...tzSource(name, url, archive), signed: { by: upstream.signer.fingerprint, at: made } },
        tzSource(`${name}.asc`, `${url}.asc`, signature),
      ],
    }
  })
}

const tzSource = (name: string, url: string, { size, sha256 }: Downloaded): LockedSource => ({
  name,
  part: 'tz',
  package: null,
  path: name,
  size,
  sha256,
  url,
})

/** The part of a lock that a boundary release makes. Nobody signs it: it is trusted as it is found now, and pinned. */
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
    const name = fileNameOf(url)
    const { size, sha256 } = archive
    return {
      boundaries: release,
      sources: [{ name, part: 'boundaries', package: null, path: name, size, sha256, url }],
    }
  })
}

export interface Fetched {
  readonly name: string
  readonly from: 'cache' | 'upstream'
}

/** Sees to it that the cache holds every downloaded source of a lock, with the bytes it pins and the signature it names. */
export async function fetchSources(lock: Lock, upstream: Upstream): Promise<Fetched[]> {
  const fetched: Fetched[] = []
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
            `${source.url}: found ${downloaded.size} bytes with sha256 ${downloaded.sha256}, tzdb.lock pins ${source.size} with ${source.sha256}`,
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
      const bytes = found.get(name)
      const signature = found.get(`${name}.asc`)
      if (bytes === undefined || signature === undefined) {
        throw new UpstreamError(
          'signature-malformed',
          `tzdb.lock says ${name} is signed, and pins no ${name}.asc`,
        )
      }
      const signatureText = signature.toString('latin1')
      // What the lock pins was accepted when it was made: that the key has expired is said again, and does not stop it.
      settleKey(await checkSignature(bytes, signatureText, upstream.signer, upstream.now), null, upstream)
    }
    for (const keep of kept) keep()
  })
  return fetched
}

/** Runs `work` with a way to download; whatever it did not keep is gone afterwards, also when it failed. */
async function withDownloads<T>(
  { cache, limits, report }: Upstream,
  work: (get: (url: string, maxBytes: number) => Promise<Downloaded>) => Promise<T>,
): Promise<T> {
  const places: string[] = []
  try {
    return await work(async (url, maxBytes) => {
      const place = placeToDownload(cache)
      places.push(place)
      const { size, sha256 } = await download(url, place, { ...DEFAULT_LIMITS, ...limits, maxBytes }, report)
      return { bytes: readFileSync(place), size, sha256, keep: () => intoCache(cache, place, sha256) }
    })
  } finally {
    for (const place of places) rmSync(place, { force: true })
  }
}

/** The newest release, by the server that the releases are on; null where the address names one tarball and so decides itself. */
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

/** The release that a tarball is of, by its own word. */
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

/** `mend`: what accepts a key that has expired; null where it is accepted. */
function settleKey(state: SignatureState, mend: string | null, { signer, report }: Upstream): void {
  if (state.kind === 'good') {
    report.note(`good signature by ${signer.fingerprint}, made ${state.madeAt.toISOString()}`)
    return
  }
  const expired = `good signature by ${signer.fingerprint}, made ${state.madeAt.toISOString()}; our copy of the key expired ${state.expiredAt.toISOString()}`
  if (mend !== null) throw new UpstreamError('key-expired', expired, mend)
  report.note(`${expired}, which is allowed`)
}

const fileNameOf = (url: string): string => {
  checkAddress(url)
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  if (/^[\w.-]+$/.test(name)) return name
  throw new UpstreamError('bad-address', `${url}: expected an address that ends with a file name`)
}
