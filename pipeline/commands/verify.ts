// `tzref verify`: checks an artifact without trusting its builder, and lists everything that is wrong.
import type { Command } from 'commander'
import { join } from 'node:path'
import { print } from '#open/program/json.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { CommandError } from '#open/program/command-error.ts'
import { DIST } from '../paths.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'

/** Says what `verify` takes and does. */
export function registerVerify(command: Command): void {
  command
    .argument('[directory]', 'the artifact', join(DIST, CURRENT))
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  npm run tzref -- verify dist/current')
    .action((directory: string, options: { json?: true }) => {
      const findings = verifyArtifact(directory)
      const lines = findings.map(({ code, about, message }) => `${code}: ${about}: ${message}`)
      print(options.json, findings, lines)
      if (findings.length > 0) {
        const plural = findings.length === 1 ? '' : 's'
        throw new CommandError(
          `${directory}: ${findings.length} fault${plural} found`,
          1,
          'npm run tzref -- build',
        )
      }
      if (!options.json) process.stdout.write(`${directory}: good\n`)
    })
}
