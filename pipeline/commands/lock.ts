// `tzref lock`: pins what a build is made of, with size and sha256 of every source.
import { Option, type Command } from 'commander'
import { jsonLine } from '#cli/json.ts'
import { join } from 'node:path'
import { writeLock } from '../sources/lock.ts'
import { makeLock, withCities, type LockOptions } from '../sources/make-lock.ts'
import { BOUNDARIES_URL, TZ_URL, upstreamHere } from '../sources/upstream.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'

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
      const lock = withCities(
        ROOT,
        await makeLock(ROOT, options, upstreamHere(ROOT, stderrReport())),
        options.cities,
      )
      writeLock(options.out, lock)
      process.stdout.write(
        options.json
          ? jsonLine(lock)
          : `${options.out}: tz ${lock.tz}, boundaries ${lock.boundaries ?? 'none'}, ${lock.sources.length} sources\n`,
      )
    })
}
