// Options that an environment variable (TZREF_…) can also set, and the values that such a variable of a switch may have.
import { type Command, Option } from 'commander'

/** Returns an option that can also be set by an environment variable: `--mail-from` by TZREF_MAIL_FROM. */
export function settable(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(`TZREF_${(option.long ?? '').slice(2).toUpperCase().replaceAll('-', '_')}`)
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
