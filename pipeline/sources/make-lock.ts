// What a build is to be made of → its lock, with size and sha256 of every source.
import { CommandError } from '#cli/command-error.ts'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import {
  EMBEDDED_TZ,
  embeddedBoundaries,
  embeddedReferenceSources,
  embeddedTzSources,
  geonamesSource,
} from './embedded.ts'
import type { TailoringOptions } from './tailoring.ts'
import { BOUNDARIES_URL, lockBoundaries, lockTz, TZ_URL, type Upstream, type UpstreamTz } from './upstream.ts'

/** The lock of an embedded tz release; the newest when none is named. */
export function embeddedLock(root: string, release?: string): Lock {
  const entry =
    release === undefined
      ? EMBEDDED_TZ.at(-1)
      : EMBEDDED_TZ.find((candidate) => candidate.release === release)
  if (entry === undefined) {
    const known = EMBEDDED_TZ.map((candidate) => candidate.release).join(', ')
    throw new CommandError(
      `tz release ${release} is not embedded; embedded: ${known}`,
      2,
      'npm run tzref -- lock',
    )
  }
  const boundaries = embeddedBoundaries(root)
  return {
    format: 1,
    tz: entry.release,
    boundaries: boundaries.release,
    reference_date: entry.referenceDate,
    sources: [
      ...embeddedTzSources(root, entry.release),
      ...boundaries.sources,
      ...embeddedReferenceSources(root),
    ],
  }
}

export interface LockOptions extends TailoringOptions {
  readonly channel: 'embedded' | 'upstream'
  readonly tz?: string
  readonly tzUrl?: string
  readonly boundaries?: string
  readonly boundariesUrl?: string
  readonly allowExpiredKey?: true
  /** GeoNames' dump (cities15000.txt), in place of the packages that the embedded channel has. */
  readonly cities?: string
}

/** The command line that asks for this lock, so that what mends it keeps what was given. */
function commandOf(options: LockOptions): string {
  const { tz, tzUrl, boundaries, boundariesUrl, cities, hold, held, overlay } = options
  const flags = Object.entries({
    tz,
    'tz-url': tzUrl,
    boundaries,
    'boundaries-url': boundariesUrl,
    cities,
    hold,
    held,
    overlay,
  }).flatMap(([flag, values = []]) =>
    [values].flat().map((value) => `--${flag} ${/^[\w./:=-]+$/.test(value) ? value : `'${value}'`}`),
  )
  return ['npm run tzref -- lock --channel upstream', ...flags].join(' ')
}

/** The boundaries of the embedded channel, as `lockBoundaries` gives those of upstream. */
function embeddedPinned(root: string): { readonly boundaries: string; readonly sources: LockedSource[] } {
  const { release, sources } = embeddedBoundaries(root)
  return { boundaries: release, sources: [...sources] }
}

/** Sources with the two packages of cities replaced by a dump of GeoNames that lies in the checkout. */
export function withCities(root: string, lock: Lock, cities: string | undefined): Lock {
  if (cities === undefined) return lock
  const rest = lock.sources.filter(
    ({ part, name }) => part !== 'reference' || (name !== 'cities' && name !== 'ranks'),
  )
  return { ...lock, sources: [...rest, geonamesSource(root, cities)] }
}

const tzOf = (options: LockOptions, release: string): UpstreamTz => ({
  release,
  url: options.tzUrl ?? TZ_URL,
  allowExpiredKey: options.allowExpiredKey ?? false,
  command: commandOf(options),
})

/** How the sources of an older release are come by, checked and signed as the newest is; null in the embedded channel, which asks nobody. */
export const olderReleases = (
  options: LockOptions,
  upstream: Upstream,
): ((release: string) => Promise<LockedSource[]>) | null =>
  options.channel === 'embedded'
    ? null
    : async (release) => (await lockTz(tzOf(options, release), upstream)).sources

/**
 * The lock that the options ask for. Upstream pins the tz release that its server has, and the boundary release that is named;
 * whatever is not asked of upstream is what the embedded channel has.
 */
export async function makeLock(root: string, options: LockOptions, upstream: Upstream): Promise<Lock> {
  if (options.channel === 'embedded') {
    const stray = (['tzUrl', 'boundaries', 'boundariesUrl', 'allowExpiredKey'] as const).find(
      (name) => options[name] !== undefined,
    )
    if (stray === undefined) return embeddedLock(root, options.tz)
    const flag = stray.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new CommandError(
      `--${flag} is about downloads, and the embedded channel has none`,
      2,
      'npm run tzref -- lock --channel upstream',
    )
  }
  const tz = await lockTz(tzOf(options, options.tz ?? 'latest'), upstream)
  const { reference_date } = tz
  // Cities have their zones by the boundaries, so without these the lock is of zones alone.
  if (options.boundaries === 'none' && options.cities !== undefined) {
    throw new CommandError('--cities needs boundaries, which cities take their zones from', 2)
  }
  if (options.boundaries === 'none')
    return { format: 1, tz: tz.tz, boundaries: null, reference_date, sources: tz.sources }
  const boundaries =
    options.boundaries === undefined
      ? embeddedPinned(root)
      : await lockBoundaries(options.boundaries, options.boundariesUrl ?? BOUNDARIES_URL, upstream)
  return {
    format: 1,
    tz: tz.tz,
    boundaries: boundaries.boundaries,
    reference_date,
    sources: [...tz.sources, ...boundaries.sources, ...embeddedReferenceSources(root)],
  }
}
