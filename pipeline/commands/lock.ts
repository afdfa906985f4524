// `tzref lock`: pins what a build is made of, with size and sha256 of every source.
import type { Command } from 'commander'
import { join } from 'node:path'
import { CommandError } from '#core/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { EMBEDDED_TZ, embeddedReferenceSources, embeddedTzSources } from '../sources/embedded.ts'
import { lockText, writeLock } from '../sources/lock.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'

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
  return {
    format: 1,
    tz: entry.release,
    boundaries: null,
    reference_date: entry.referenceDate,
    sources: [...embeddedTzSources(root, entry.release), ...embeddedReferenceSources(root)],
  }
}

/** Adds `lock` to the program. */
export function registerLock(program: Command): void {
  program
    .command('lock')
    .description('write tzdb.lock: the sources of a build, pinned by size and sha256')
    .option('--tz <release>', 'an embedded tz release (default: the newest)')
    .option('--out <file>', 'where to write it', join(ROOT, LOCK_FILE))
    .option('--json', 'print the lock')
    .addHelpText('after', '\nExample:\n  npm run tzref -- lock --tz 2026f')
    .action((options: { tz?: string; out: string; json?: true }) => {
      const lock = embeddedLock(ROOT, options.tz)
      writeLock(options.out, lock)
      process.stdout.write(
        options.json
          ? lockText(lock)
          : `${options.out}: tz ${lock.tz}, boundaries ${lock.boundaries ?? 'none'}, ${lock.sources.length} sources\n`,
      )
    })
}
