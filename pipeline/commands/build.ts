// `tzref build`: builds the artifact of a lock.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { hintAfter } from '#open/program/hint.ts'
import { print } from '#open/program/json.ts'
import { build, type BuildOptions } from '../assemble/build.ts'
import { DIST, lockHere, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'

type BuildFlags = Omit<BuildOptions, 'root' | 'report'> & { readonly json?: true }

/** Says what `build` takes and does. */
export function registerBuild(command: Command): void {
  command
    .option('--lock <file>', 'the lock', lockHere())
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--activate', 'make it the current artifact even if there is one')
    .option('--without-boundaries', 'leave boundaries.tiles out; /lookup then answers 503')
    .option('--json', 'print {id, directory, existed, current}')
    .addHelpText(
      'after',
      `
The new artifact becomes current only if none is yet, or with --activate.

Examples:
  npm run tzref -- build
  npm run -s tzref -- build --activate --json
  npm run tzref -- build --without-boundaries`,
    )
    .action(async ({ json, ...options }: BuildFlags, self: Command) => {
      const { isCurrent, ...built } = await build({
        ...options,
        root: ROOT,
        dist: resolve(options.dist),
        report: stderrReport(),
      })
      print(json, { ...built, current: isCurrent }, [built.id])
      if (!isCurrent)
        process.stderr.write(
          `it is not current; to serve it: ${hintAfter(self, `npm run tzref -- activate ${built.id}`)}\n`,
        )
    })
}
