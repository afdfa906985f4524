// The options for sending mails and for their links: the same on `serve` and `account create`.
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { MailSettings } from '../accounts/mailer.ts'
import { DEFAULT_ACCOUNTS } from '../accounts/open-store.ts'

export interface MailOptions {
  readonly smtp?: string
  readonly mailFrom: string
  readonly mailFolder?: string
  readonly serviceName?: string
}

function serviceName(text: string): string {
  if (text.trim() === '' || text.length > 60 || /\p{Cc}/u.test(text)) {
    throw new InvalidArgumentError('Expected 1 to 60 printable characters.')
  }
  return text.trim()
}

/** Adds the mail options to a command. */
export function addMailOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--smtp <address>',
        'mail server: smtp://… or smtps://… (default: mails are written to a folder)',
      ).env('TZREF_SMTP'),
    )
    .addOption(
      new Option('--mail-from <address>', 'sender of mails')
        .env('TZREF_MAIL_FROM')
        .default('tzref@localhost'),
    )
    .addOption(
      new Option(
        '--service-name <name>',
        'name of the service in mails (default: the host of the account area)',
      )
        .env('TZREF_SERVICE_NAME')
        .argParser(serviceName),
    )
    .addOption(
      new Option(
        '--mail-folder <folder>',
        'where mails are written without a mail server (default: mail beside the account store)',
      ).env('TZREF_MAIL_FOLDER'),
    )
}

/** Mail settings from options. The folder of mails is beside an account store that is a file, otherwise in the working folder. */
export function mailSettings(options: MailOptions, accounts: string = DEFAULT_ACCOUNTS): MailSettings {
  const beside = accounts.includes('://') ? '.' : dirname(resolve(accounts))
  return {
    smtp: options.smtp ?? null,
    from: options.mailFrom,
    folder: options.mailFolder ?? join(beside, 'mail'),
  }
}
