// The options for sending mails, the same on `serve` and `account create`.
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { addOptions, settable } from '#open/program/settable.ts'
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

/** Adds the mail options to a command. */
export const addMailOptions = (command: Command): Command => addOptions(command, mailOptions())

/** The options for sending mails. */
export const mailOptions = (): Option[] => [
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

/** Mail settings from options. The folder of mails is next to an account store that is a file, otherwise in the working folder. */
export function mailSettings(options: MailOptions, accounts: string = DEFAULT_ACCOUNTS): MailSettings {
  const beside = accounts.includes('://') ? '.' : dirname(resolve(accounts))
  return {
    smtp: options.smtp ?? null,
    from: options.mailFrom,
    folder: options.mailFolder ?? join(beside, 'mail'),
  }
}
