// `tzref lock`: pins the sources of a build, with the size and sha256 of every source.
import { Option, type Command } from 'commander'
import { readFileSync } from 'node:fs'
import { expectFile } from '#open/program/file-kind.ts'
import { print } from '#open/program/json.ts'
import { join } from 'node:path'
import { boundaryOrigin } from '#core/artifact/boundaries-credit.ts'
import { tailoringInWords } from '#core/artifact/tailoring.ts'
import { compileTz } from '../assemble/compile.ts'
import { readTzSources } from '../assemble/sources.ts'
import { readLock, writeLock } from '../sources/lock.ts'
import { makeLock, olderReleases, withCities, type LockOptions } from '../sources/make-lock.ts'
import { withTailoring } from '../tailoring/lock.ts'
import { BOUNDARIES_URL, TZ_URL, upstreamHere } from '../sources/upstream.ts'
import { HOME, LOCK_FILE, ROOT } from '../paths.ts'
import { silent, stderrReport } from '../report.ts'

/** Says what `lock` takes and does. */
export function registerLock(command: Command): void {
  command
    .addOption(
      new Option('--channel <channel>', 'where sources come from')
        .choices(['embedded', 'upstream'])
        .default('embedded'),
    )
    .option('--tz <release>', 'the tz release: an embedded one, or one of upstream (default: the newest)')
    .option(
      '--tz-url <url>',
      `where upstream's tarball is, with {release} in place of the release (${TZ_URL})`,
    )
    .option(
      '--boundaries <release>',
      'with --channel upstream: its boundary release to pair with it (latest: the newest), or none: zones alone (default: the embedded one)',
    )
    .option('--boundaries-url <url>', `where upstream's boundary release is (${BOUNDARIES_URL})`)
    .option('--key <file>', 'a newer copy of the key that signs tz releases; its fingerprint is pinned')
    .option('--allow-expired-key', 'accept a good signature although our copies of the key have expired')
    .option('--cities <file>', "GeoNames' cities1000.txt, in the checkout, instead of the embedded cities")
    .addOption(
      new Option('--hold <zone=release>', 'keep a zone at an older tz release; may be given again')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(
      new Option('--held <tarball>', 'the tarball of that release, in the checkout; may be given again')
        .argParser(collected)
        .default([], 'none'),
    )
    .option('--overlay <file>', 'a correction of your own, as tz source, in the checkout')
    .option('--out <file>', 'where to write it', join(HOME, LOCK_FILE))
    .option('--json', 'print the lock')
    .addHelpText(
      'after',
      `
Upstream's tarball is checked against the OpenPGP signature beside it, and stays in the cache (TZREF_CACHE, or .cache).

An overlay begins with the tz release it was made for, and why: "# overlay 2026f: Decree 12 of 21 November". Then come whole Zones, and
Rules if those change. The release's name shows what was held or overlaid: 2026f+hold.overlay and a hash (docs/releases.md).

Examples:
  npm run tzref -- lock --tz 2026f
  npm run tzref -- lock --channel upstream --tz latest --key paul-eggert.asc
  npm run tzref -- lock --channel upstream --tz 2026c --boundaries 2026b --tz-url https://mirror.example.org/tz/tzdata{release}.tar.gz
  npm run tzref -- lock --channel upstream --hold Asia/Beirut=2023a
  npm run tzref -- lock --hold Asia/Beirut=2023a --held tzdata2023a.tar.gz --overlay overlay.zi`,
    )
    .action(async (options: LockOptions & { out: string; json?: true }) => {
      if (options.key !== undefined) expectFile(options.key, 'a copy of the key')
      const upstream = upstreamHere(
        ROOT,
        stderrReport(),
        options.key === undefined ? undefined : readFileSync(options.key, 'utf8'),
      )
      const pinned = pinnedBy(options.out)
      const plain = withCities(ROOT, await makeLock(ROOT, options, upstream, pinned), options.cities)
      const lock = await withTailoring(ROOT, plain, options, olderReleases(options, upstream, pinned))
      // Compiles the tailored release once, so that contradictions are reported before the lock is written.
      if (lock.tz !== plain.tz) compileTz(readTzSources(ROOT, lock), silent)
      writeLock(options.out, lock)
      const { tz, boundaries, sources } = lock
      const first = `${options.out}: tz ${tz}, boundaries ${boundaries ?? 'none'}, ${sources.length} sources`
      const origin = boundaries === null ? [] : [boundaryOrigin(boundaries)]
      print(options.json, lock, [first, ...origin, ...tailoringInWords(lock)])
    })
}

/** The sha256 of the sources that a lock pins. Of what is no lock: nothing. */
function pinnedBy(path: string): ReadonlySet<string> {
  try {
    return new Set(readLock(path).sources.map(({ sha256 }) => sha256))
  } catch {
    return new Set()
  }
}

const collected = (value: string, before: readonly string[]): string[] => [...before, value]
