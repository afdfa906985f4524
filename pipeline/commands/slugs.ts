// `tzref slugs update`: gives a slug to every city that has none. Nothing else writes the registry.
import { join } from 'node:path'
import type { Command } from 'commander'
import { print } from '#open/program/json.ts'
import { updateSlugs } from '../assemble/slugs.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'

/** Says what `slugs update` takes and does. */
export function registerSlugs(command: Command): void {
  command
    .command('update')
    .description('give a slug to every city that has none; no slug ever moves or is removed')
    .option('--lock <file>', 'the lock', join(ROOT, LOCK_FILE))
    .option('--json', 'print {file, cities, added}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- slugs update && npm run tzref -- lock')
    .action(async (options: { lock: string; json?: true }) => {
      const updated = await updateSlugs({ root: ROOT, lock: options.lock }, stderrReport())
      const { file, cities, added } = updated
      print(options.json, updated, [`${file}: ${cities} cities, ${added} of them new`])
      if (added > 0)
        process.stderr.write('the lock pins the registry; to pin it again: npm run tzref -- lock\n')
    })
}
