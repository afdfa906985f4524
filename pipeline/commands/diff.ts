// `tzref diff OLD NEW`: prints what changed in the world between two artifacts, as release notes.
import type { Command } from 'commander'
import { notesPath } from '#open/artifact.ts'
import { diff } from '../compare/release-diff.ts'
import { diffJson, diffMarkdown } from '../compare/notes.ts'
import { DIST } from '../paths.ts'
import { expectGood } from '../verify/expect-good.ts'
import { writeWhole } from '../whole-file.ts'
import { artifactDirectories } from './artifact-argument.ts'

/** Says what `diff` takes and does. */
export function registerDiff(command: Command): void {
  command
    .argument('<old>', 'an artifact: its id in dist/, or a directory')
    .argument('<new>', 'another artifact')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print everything as JSON instead of notes in Markdown')
    .option('--keep', 'put the notes beside the newer artifact too, for its pages and for `publish`')
    .addHelpText(
      'after',
      `
Everything before the newer artifact's reference date counts as the past.

Examples:
  npm run tzref -- diff 2026b-none-0123abcd 2026c-none-4567ef01
  npm run -s tzref -- diff dist/current /tmp/new --json`,
    )
    .action((older: string, newer: string, options: { dist: string; json?: true; keep?: true }) => {
      const [from = older, to = newer] = artifactDirectories(options.dist, [older, newer])
      for (const directory of [from, to]) expectGood(directory, { outcome: 'nothing was compared' })
      const found = diff(from, to)
      if (options.keep) writeWhole(notesPath(to), diffMarkdown(found))
      process.stdout.write(options.json ? diffJson(found) : diffMarkdown(found))
    })
}
