// `tzref lock`: pins what a build is made of, with size and sha256 of every source.
import { Option, type Command } from 'commander'
import { join } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import {
  EMBEDDED_TZ,
  embeddedBoundaries,
  embeddedReferenceSources,
  embeddedTzSources,
  geonamesSource,
} from '../sources/embedded.ts'
import { lockText, writeLock } from '../sources/lock.ts'
import { BOUNDARIES_URL, lockBoundaries, lockTz, TZ_URL, type Upstream } from '../sources/upstream.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'
import { upstreamHere } from './fetch.ts'

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

export interface LockOptions {
  readonly channel: 'embedded' | 'upstream'
  readonly tz?: string
  readonly tzUrl?: string
  readonly boundaries?: string
  readonly boundariesUrl?: string
  readonly allowExpiredKey?: true
  /** GeoNames' dump (cities15000.txt), in place of the packages that the embedded channel has. */
  readonly cities?: string
}

/** The boundaries of the embedded channel, as `lockBoundaries` gives those of upstream. */
function embeddedPinned(root: string): { readonly boundaries: string; readonly sources: LockedSource[] } {
  const { release, sources } = embeddedBoundaries(root)
  return { boundaries: release, sources: [...sources] }
}

/** Sources with the two packages of cities replaced by a dump of GeoNames that lies in the checkout. */
function withCities(root: string, lock: Lock, cities: string | undefined): Lock {
  if (cities === undefined) return lock
  const rest = lock.sources.filter(
    ({ part, name }) => part !== 'reference' || (name !== 'cities' && name !== 'ranks'),
  )
  return { ...lock, sources: [...rest, geonamesSource(root, cities)] }
}

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
  const tz = await lockTz(
    {
      release: options.tz ?? 'latest',
      url: options.tzUrl ?? TZ_URL,
      allowExpiredKey: options.allowExpiredKey ?? false,
    },
    upstream,
  )
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

/** Adds `lock` to the program. */
export function registerLock(program: Command): void {
  program
    .command('lock')
    .description('write tzdb.lock: the sources of a build, pinned by size and sha256')
    .addOption(
      new Option('--channel <channel>', 'where sources come from')
        .choices(['embedded', 'upstream'])
        .default('embedded'),
    )
    .option('--tz <release>', 'the tz release: an embedded one, or one of upstream (default: the newest)')
    .option('--tz-url <url>', `where upstream's tarball is, {release} standing for the release (${TZ_URL})`)
    .option(
      '--boundaries <release>',
      'the boundary release of upstream to pair with it, or none: zones alone (default: the embedded one)',
    )
    .option('--boundaries-url <url>', `where upstream's boundary release is (${BOUNDARIES_URL})`)
    .option('--allow-expired-key', 'accept a good signature although our copy of the key has expired')
    .option('--cities <file>', "GeoNames' cities15000.txt, in the checkout, in place of the embedded cities")
    .option('--out <file>', 'where to write it', join(ROOT, LOCK_FILE))
    .option('--json', 'print the lock')
    .addHelpText(
      'after',
      `
Upstream's tarball is checked against the OpenPGP signature beside it, and lies in the cache afterwards (TZREF_CACHE, else .cache).

Examples:
  npm run tzref -- lock --tz 2026f
  npm run tzref -- lock --channel upstream --tz latest --allow-expired-key
  npm run tzref -- lock --channel upstream --tz 2026c --boundaries 2026b --tz-url https://mirror.example.org/tz/tzdata{release}.tar.gz`,
    )
    .action(async (options: LockOptions & { out: string; json?: true }) => {
      const lock = withCities(ROOT, await makeLock(ROOT, options, upstreamHere(ROOT)), options.cities)
      writeLock(options.out, lock)
      process.stdout.write(
        options.json
          ? lockText(lock)
          : `${options.out}: tz ${lock.tz}, boundaries ${lock.boundaries ?? 'none'}, ${lock.sources.length} sources\n`,
      )
    })
}
