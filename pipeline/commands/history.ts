// `tzref history FILE RELEASES…`: the clocks of many tz releases in one small file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { jsonLine } from '#cli/json.ts'
import { encodeHistory, openHistory } from '#core/artifact/history.ts'
import { releasesAt } from '../build/release-clocks.ts'
import { ROOT } from '../paths.ts'
import { writeWhole } from '../whole-file.ts'

/** Adds `history` to the program. */
export function registerHistory(program: Command): void {
  program
    .command('history')
    .description('write the clocks of many tz releases into one small file')
    .argument('<file>', 'the file to write; a history that lies there is replaced')
    .argument(
      '<releases...>',
      'artifacts, tz tarballs, folders of them or of their files, .zi files, other histories',
    )
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option('--json', 'print the releases in it, oldest first')
    .addHelpText(
      'after',
      `
"tzref moved --history" and the library's tzref/history read it. The same releases give the same bytes.

Examples:
  npm run tzref -- history tz-history.bin current
  npm run tzref -- history tz-history.bin tz-history.bin tzdata2026g.tar.gz`,
    )
    .action((file: string, named: string[], options: { dist: string; json?: true }) => {
      const bytes = encodeHistory(named.flatMap((one) => releasesAt(one, options.dist)))
      const { releases } = openHistory(bytes)
      writeWhole(file, (descriptor) => writeFileSync(descriptor, bytes))
      process.stdout.write(
        options.json
          ? jsonLine({ file, bytes: bytes.length, releases })
          : `${file}: ${releases.join(', ')} in ${bytes.length} bytes\n`,
      )
    })
}
