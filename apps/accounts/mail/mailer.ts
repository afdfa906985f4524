// Sends mails by SMTP to any server, or without one writes them as files in a private folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { expectFolder } from '#open/program/file-kind.ts'
import { withoutPassword } from '#open/access/address.ts'
import { isEmail } from '../store/email.ts'
import type { RenderedMail, Sender } from './mail-texts.ts'

export interface MailSettings {
  /** `smtp://…` or `smtps://…`. Null: mails are written to `folder`. */
  readonly smtp: string | null
  readonly from: string
  readonly folder: string
}

export interface Letter extends RenderedMail, Sender {
  readonly to: string
  /** Unique, and the same for each try. So a mail system can notice a mail that was sent twice. */
  readonly messageId: string
  readonly atMs: number
}

export type Mailer = Readonly<ReturnType<typeof openMailer>>

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/** All parts of a mail are our own text: none is read from a file or an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

const fieldsOf = (from: string, letter: Letter) => ({
  // An address that has a name already keeps it.
  from: from.includes('<') ? from : { name: letter.service, address: from },
  ...(letter.contact !== null && isEmail(letter.contact) ? { replyTo: letter.contact } : {}),
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  messageId: letter.messageId,
  date: new Date(letter.atMs),
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** The transport of mails: to a mail server, or for a folder into the bytes of a file. */
async function transportTo(smtp: string | null) {
  const { createTransport } = await import('nodemailer')
  if (smtp === null) {
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED })
  }
  return createTransport({
    url: smtp,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    ...CLOSED,
  })
}

/** The files contain verification links, so they are private. A folder that was there keeps its mode: it may be /tmp. */
function writeMail(folder: string, { atMs, messageId }: Letter, message: unknown): void {
  if (!Buffer.isBuffer(message)) throw new Error('nodemailer gave a stream, expected a buffer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const at = new Date(atMs).toISOString().replace(/[:.]/g, '')
  writeFileSync(join(folder, `${at}-${messageId.replace(/[^\w]/g, '_')}.eml`), message, { mode: 0o600 })
}

/**
 * A mailer for the given settings. It connects and writes nothing before the first mail. Throws a CommandError when the settings are wrong,
 * or the folder of mails can be none.
 */
export function openMailer({ smtp, from, folder }: MailSettings) {
  const destination = smtp === null ? resolve(folder) : withoutPassword(smtp)
  if (smtp === null) expectFolder(destination, 'a folder for mails (--mail-folder)')
  else if (!URL.canParse(smtp) || !/^smtps?:\/\//.test(smtp)) {
    throw new CommandError(`--smtp: found "${destination}", expected smtp://… or smtps://…`, 2)
  }
  // Most servers send no mail for hours.
  let transport: ReturnType<typeof transportTo> | null = null
  return {
    /** Where mails go, for the log: an SMTP server without its password, or a folder. */
    destination,
    /** Rejects when the mail could not be handed over. */
    async send(letter: Letter): Promise<void> {
      transport ??= transportTo(smtp)
      const sent = await (await transport).sendMail(fieldsOf(from, letter))
      if (smtp === null) writeMail(destination, letter, 'message' in sent ? sent.message : null)
    },
    close: (): void => void transport?.then((open) => open.close()),
  }
}
