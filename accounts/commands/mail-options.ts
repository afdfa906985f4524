// The options for sending mails, the same on `serve` and `account create`; and the environment variable (TZREF_…) of every option.
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isPrintable } from '#core/text/printable.ts'
import type { MailSettings } from '../mail/mailer.ts'
import { DEFAULT_ACCOUNTS } from '../store/open-store.ts'

export interface MailOptions {
  readonly smtp?: string
  readonly mailFrom: string
  readonly mailFolder?: string
  readonly serviceName?: string
}

function serviceName(text: string): string {
  if (!isPrintable(text, 60)) {
    throw new InvalidArgumentError('Expected 1 to 60 printable characters.')
  }
  return text.trim()
}

/** Returns an option that can also be set by an environment variable: `--mail-from` by TZREF_MAIL_FROM. */
export function settable(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(`TZREF_${(option.long ?? '').slice(2).toUpperCase().replaceAll('-', '_')}`)
}

/** What the variable of a switch may say. Commander itself takes any text for "on". */
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

/** Adds the mail options to a command. */
export const addMailOptions = (command: Command): Command => addOptions(command, mailOptions())

const mailOptions = (): Option[] => [
  settable('--smtp <address>', 'mail server: smtp://… or smtps://… (default: mails are written to a folder)'),
  settable('--mail-from <address>', 'sender of mails').default('tzref@localhost'),
  settable(
    '--service-name <name>',
    'name of the service in mails (default: the host of the account area)',
  ).argParser(serviceName),
  settable(
    '--mail-folder <folder>',
    'where mails are written without a mail server (default: mail beside the account store)',
  ),
]

/** Mail settings from options. The folder of mails is beside an account store that is a file, otherwise in the working folder. */
export function mailSettings(options: MailOptions, accounts: string = DEFAULT_ACCOUNTS): MailSettings {
  const beside = accounts.includes('://') ? '.' : dirname(resolve(accounts))
  return {
    smtp: options.smtp ?? null,
    from: options.mailFrom,
    folder: options.mailFolder ?? join(beside, 'mail'),
  }
}
