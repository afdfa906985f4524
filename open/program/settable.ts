// Options that an environment variable (TZREF_…) can also set, the values that such a variable of a switch may have, and variables that set nothing.
import { type Command, Option } from 'commander'
import { byCodeUnit } from '#core/text/by-code-unit.ts'

/** Returns an option that can also be set by an environment variable: `--mail-from` by TZREF_MAIL_FROM. */
export function settable(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(`TZREF_${(option.long ?? '').slice(2).toUpperCase().replaceAll('-', '_')}`)
}

/** Puts options below a heading of `--help`. The table of settings in the documents has the same headings. */
export const inGroup = (heading: string, options: readonly Option[]): readonly Option[] =>
  options.map((option) => option.helpGroup(`${heading}:`))

/** The variables that no option has, each with what it sets. */
export const OTHER_VARIABLES = {
  TZREF_LOG_LEVEL: 'what is logged: trace, debug, info, warn, error, fatal or silent (default: info)',
  TZREF_CACHE: 'folder of downloaded sources (default: .cache)',
} as const

/** The variables of an environment that look like settings (TZREF_…) and set nothing, in the order of their names. */
export function unknownVariables(
  options: readonly Option[],
  env: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = new Set([...options.map(({ envVar }) => envVar), ...Object.keys(OTHER_VARIABLES)])
  return Object.keys(env)
    .filter((name) => name.startsWith('TZREF_') && !known.has(name))
    .toSorted(byCodeUnit)
}

/** The values that the variable of a switch may have. Commander itself takes any text for "on". */
const ON = ['true', '1']
const OFF = ['false', '0', '']

/** Adds options to a command. */
export function addOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) {
    command.addOption(option)
    const { envVar: variable, required, optional, negate } = option
    if (variable === undefined || required || optional) continue
    // Emitted where the variable counts: it is set, and the command line has no such flag.
    command.on(`optionEnv:${option.name()}`, () => {
      const text = process.env[variable] ?? ''
      const isOn = ON.includes(text)
      if (!isOn && !OFF.includes(text))
        command.error(`error: ${variable}: found '${text}', expected true or 1, false or 0`)
      command.setOptionValueWithSource(option.attributeName(), isOn !== negate, 'env')
    })
  }
  return command
}
