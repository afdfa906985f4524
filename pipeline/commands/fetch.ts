// `tzref fetch`: downloads the sources that tzdb.lock pins and the cache lacks, and checks all of them.
import type { Command } from 'commander'
import { print } from '#open/program/json.ts'
import { lockHere, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'
import { readLock } from '../sources/lock.ts'
import { fetchSources, upstreamHere } from '../sources/upstream.ts'

/** Says what `fetch` takes and does. */
export function registerFetch(command: Command): void {
  command
    .option('--lock <file>', 'the lock', lockHere())
    .option('--json', 'print [{name, from}], from being cache or upstream')
    .addHelpText(
      'after',
      `
A lock of the embedded channel needs no download. The cache is .cache, or the folder in TZREF_CACHE; its files are hashed again.

Examples:
  npm run tzref -- fetch
  TZREF_CACHE=/var/cache/tzref npm run -s tzref -- fetch --json`,
    )
    .action(async (options: { lock: string; json?: true }) => {
      const fetched = await fetchSources(readLock(options.lock), upstreamHere(ROOT, stderrReport()))
      const lines = fetched.map(({ name, from }) => `${name}: from ${from}`)
      if (lines.length === 0) lines.push(`${options.lock}: nothing in it is downloaded`)
      print(options.json, fetched, lines)
    })
}
