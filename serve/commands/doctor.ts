// `tzref doctor`: shows on one page what is wrong with an installation, and how to fix it.
import type { Command } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { hintAfter } from '#open/program/hint.ts'
import { jsonLine } from '#open/program/json.ts'
import { nowMs } from '#open/program/clock.ts'
import { unknownVariables } from '#open/program/settable.ts'
import { examine, surroundings } from '../doctor.ts'
import type { Finding, GivenParts } from '../parts.ts'
import { addServeOptions, type ServeOptions, serverSettings } from './serve.ts'

/** Says what `doctor` takes and does. */
export function registerDoctor<Options>(command: Command, given: GivenParts<Options>): void {
  addServeOptions(command, given)
    .option('--json', 'print the findings')
    .addHelpText(
      'after',
      `
It takes the flags and variables of \`serve\`, and checks everything without starting a server. Exit code 1: it found a fault.

Examples:
  npm run tzref -- doctor
  npm run tzref -- doctor --limits redis://127.0.0.1:6379 --workers 2`,
    )
    .action(async (options: ServeOptions & Options & { readonly json?: true }, self: Command) => {
      const settings = serverSettings(options)
      const ofParts = await given.checksOf(options, settings)
      const examined = [
        ...(await examine(settings, surroundings(nowMs()), ofParts)),
        settingsCheck(unknownVariables(self.options, process.env)),
      ]
      const findings = examined.map(({ fix, ...rest }) => ({
        ...rest,
        fix: fix === null ? null : hintAfter(self, fix),
      }))
      if (options.json) process.stdout.write(jsonLine(findings))
      else {
        for (const { about, state, text, fix } of findings) {
          process.stdout.write(`${state.padEnd(7)}  ${about.padEnd(10)}  ${text}\n`)
          if (fix !== null) process.stdout.write(`${' '.repeat(21)}to fix it: ${fix}\n`)
        }
      }
      const faults = findings.filter(({ state }) => state === 'fault').length
      if (faults > 0) throw new CommandError(`${faults === 1 ? 'one fault' : `${faults} faults`} found`, 1)
    })
}

/** The check of variables that look like settings and set nothing: a letter is wrong, or a former version had them. */
function settingsCheck(unknown: readonly string[]): Finding {
  const about = 'settings'
  if (unknown.length === 0)
    return { about, state: 'ok', text: 'every variable TZREF_… sets something', fix: null }
  return {
    about,
    state: 'warning',
    text: `${unknown.join(', ')}: found in the environment, expected a variable of \`serve --help\``,
    fix: `unset ${unknown.join(' ')}`,
  }
}
