// Makes the lock of a build from the options, with the size and sha256 of every source.
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import {
  EMBEDDED_TZ,
  embeddedBoundaries,
  embeddedReferenceSources,
  embeddedTzSources,
  fileInCheckout,
  landSource,
} from './embedded.ts'
import type { TailoringOptions } from '../tailoring/lock.ts'
import {
  BOUNDARIES_URL,
  lockBoundaries,
  lockTz,
  newestBoundaries,
  TZ_URL,
  type Upstream,
  type UpstreamTz,
} from './upstream.ts'

/** Returns the lock of the embedded tz release. `asked` is the release that was asked for by name. */
export function embeddedLock(root: string, asked?: string): Lock {
  const { release: tz, day: reference_date } = EMBEDDED_TZ
  if (asked !== undefined && asked !== tz)
    throw new CommandError(`tz release ${asked} is not embedded; embedded: ${tz}`, 2, 'npm run tzref -- lock')
  return lockOf(root, { tz, reference_date, sources: embeddedTzSources(root, tz) }, embeddedBoundaries(root))
}

/** The lock of a tz release and a boundary release, with all else from the embedded channel. */
const lockOf = (
  root: string,
  { tz, reference_date, sources }: Pick<Lock, 'tz' | 'reference_date' | 'sources'>,
  pinned: Pick<Lock, 'boundaries' | 'sources'>,
): Lock => ({
  format: 1,
  tz,
  boundaries: pinned.boundaries,
  reference_date,
  sources: [...sources, ...pinned.sources, landSource(root), ...embeddedReferenceSources(root)],
})

export interface LockOptions extends TailoringOptions {
  readonly channel: 'embedded' | 'upstream'
  readonly tz?: string
  readonly tzUrl?: string
  readonly boundaries?: string
  readonly boundariesUrl?: string
  readonly allowExpiredKey?: true
  /** File of another copy of the key that signs tz releases. */
  readonly key?: string
  /** GeoNames' dump (cities1000.txt). It replaces the embedded channel's packages of cities. */
  readonly cities?: string
}

/** The command line that asks for this lock, for error messages that suggest a command with the same options. */
function commandOf(options: LockOptions): string {
  const names = [
    'tz',
    'tzUrl',
    'boundaries',
    'boundariesUrl',
    'key',
    'cities',
    'hold',
    'held',
    'overlay',
  ] as const
  const flags = names.flatMap((name) =>
    [options[name] ?? []].flat().map((value) => `${flagOf(name)} ${shellWord(value)}`),
  )
  return ['npm run tzref -- lock --channel upstream', ...flags].join(' ')
}

const flagOf = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The sources that a dump of GeoNames replaces. */
const OF_CITIES = ['cities', 'ranks', 'olderRanks']

/** Returns a lock whose packages of cities are replaced by a dump of GeoNames in the checkout. */
export function withCities(root: string, lock: Lock, cities: string | undefined): Lock {
  if (cities === undefined) return lock
  const rest = lock.sources.filter(({ part, name }) => part !== 'reference' || !OF_CITIES.includes(name))
  return {
    ...lock,
    sources: [...rest, fileInCheckout(root, cities, { name: 'geonames', part: 'reference' })],
  }
}

const tzOf = (options: LockOptions, release: string, pinned: ReadonlySet<string>): UpstreamTz => ({
  release,
  url: options.tzUrl ?? TZ_URL,
  allowExpiredKey: options.allowExpiredKey ?? false,
  pinned,
  command: commandOf(options),
})

/**
 * Returns the function that gets the sources of an older release, checked and signed like the newest. Null in the embedded channel, which
 * has no server.
 */
export const olderReleases = (
  options: LockOptions,
  upstream: Upstream,
  pinned: ReadonlySet<string> = new Set(),
): ((release: string) => Promise<LockedSource[]>) | null =>
  options.channel === 'embedded'
    ? null
    : async (release) => (await lockTz(tzOf(options, release, pinned), upstream)).sources

/**
 * Returns the lock for the options. `pinned` has the sha256 of sources that the lock before it pinned. Upstream pins the tz release of its server and the named boundary release. Everything else comes from
 * the embedded channel.
 */
export async function makeLock(
  root: string,
  options: LockOptions,
  upstream: Upstream,
  pinned: ReadonlySet<string> = new Set(),
): Promise<Lock> {
  if (options.channel === 'embedded') {
    const stray = (['tzUrl', 'boundaries', 'boundariesUrl', 'allowExpiredKey', 'key'] as const).find(
      (name) => options[name] !== undefined,
    )
    if (stray === undefined) return embeddedLock(root, options.tz)
    throw new CommandError(
      `${flagOf(stray)} is about downloads, but the embedded channel has none`,
      2,
      'npm run tzref -- lock --channel upstream',
    )
  }
  const tz = await lockTz(tzOf(options, options.tz ?? 'latest', pinned), upstream)
  // Cities get their zones from the boundaries. Without these the lock is of only zones.
  if (options.boundaries === 'none' && options.cities !== undefined) {
    throw new CommandError('--cities needs boundaries, because cities find their zones with them', 2)
  }
  if (options.boundaries === 'none')
    return { format: 1, tz: tz.tz, boundaries: null, reference_date: tz.reference_date, sources: tz.sources }
  const boundaries =
    options.boundaries === undefined
      ? embeddedBoundaries(root)
      : await namedBoundaries(options, options.boundaries, upstream)
  return lockOf(root, tz, boundaries)
}

/** The sources of the official boundary release of this name, or of the `latest`. Notes which one is the newest. */
async function namedBoundaries(
  options: LockOptions,
  asked: string,
  upstream: Upstream,
): Promise<Pick<Lock, 'boundaries' | 'sources'>> {
  const url = options.boundariesUrl ?? BOUNDARIES_URL
  const newest = await newestBoundaries(url)
  if (asked === 'latest' && newest === null) {
    throw new CommandError(
      `--boundaries latest: nothing at ${new URL(url).host} says which boundary release is the newest`,
      1,
      commandOf({ ...options, boundaries: 'RELEASE' }),
    )
  }
  const release = asked === 'latest' ? (newest ?? asked) : asked
  const pinned = await lockBoundaries(release, url, upstream)
  upstream.report.note(
    newest === null
      ? `boundaries ${release}: which official release is the newest could not be asked at ${new URL(url).host}`
      : newest === release
        ? `boundaries ${release}: the newest official release`
        : `boundaries ${release}: the newest official release is ${newest}`,
  )
  return pinned
}
