// `tzref export`: writes an artifact in forms that other programs read already.
import { Option, type Command } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import type { ExportOptions, Form } from '../export/form.ts'
import { FORMS } from '../export/forms.ts'
import { writeExport } from '../export/write.ts'
import { DIST } from '../paths.ts'
import { silent, stderrReport } from '../report.ts'
import { artifactDirectory } from './artifact-argument.ts'

interface ExportFlags extends ExportOptions {
  readonly dist: string
  readonly artifact: string
}

/** Says what `export` takes and does. `extra` are further forms. */
export function registerExport(command: Command, extra: readonly Form[]): void {
  const forms = [...FORMS, ...extra]
  const width = Math.max(...forms.map(({ name }) => name.length))
  command
    .argument('<form>', 'which form: see below')
    .argument('<path>', 'the file or folder to write')
    .option('--artifact <id>', 'its id in dist/, or a directory', CURRENT)
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option(
      '--rearguard',
      'clocks with winter as standard time everywhere, for readers that do not accept negative DST',
    )
    .addOption(
      new Option(
        '--packrat <pasts>',
        "tzif: the past before 1970, backzone's (as the artifact has it) or none of its own, as zic's default",
      ).choices(['backzone', 'none']),
    )
    .option(
      '--slim',
      'tzif: smaller files, for readers of version 2 and later: the block of 32 bits is empty',
    )
    .option('--ranges', 'web: bundles of boundaries in one file, for hosts that serve ranges of files')
    .addHelpText(
      'after',
      `
Forms:
${forms.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

A table is written as its file's ending says (.csv, .ndjson, .parquet), with its columns described in a .json beside it.

Examples:
  npm run tzref -- export tzif zoneinfo
  npm run tzref -- export transitions transitions.parquet
  npm run tzref -- export posix posix.csv --rearguard
  npm run tzref -- export web public/tz
  npm run tzref -- export disagreements report.md`,
    )
    .action(async (name: string, path: string, options: ExportFlags) => {
      const form = forms.find((one) => one.name === name)
      if (form === undefined) {
        throw new CommandError(
          `found the form "${name}", expected ${forms.map((one) => one.name).join(', ')}`,
          2,
          'npm run tzref -- export --help',
        )
      }
      for (const [option, only] of Object.entries({ packrat: 'tzif', slim: 'tzif', ranges: 'web' } as const))
        if (option in options && form.name !== only)
          throw new CommandError(`--${option}: found the form ${form.name}, expected ${only}`, 2)
      const artifact = openArtifact(artifactDirectory(options.dist, options.artifact))
      try {
        const { progress } = process.stderr.isTTY ? stderrReport() : silent
        const count = await writeExport(form, artifact, path, {
          ...options,
          progress,
          note: (text) => void process.stderr.write(`${text}\n`),
        })
        process.stderr.write(
          `${path}: ${count === 1 ? 'a file' : `${count} files`} of ${artifact.manifest.id}\n`,
        )
      } finally {
        artifact.close()
      }
    })
}
