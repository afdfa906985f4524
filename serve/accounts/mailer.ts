// Sends mails by SMTP to any server, or without one writes them as files in a private folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { expectFolder } from '#cli/file-kind.ts'
import { withoutPassword } from '#serve/access/address.ts'
import { isEmail } from './email.ts'
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

export interface Mailer {
  /** Where mails go, for the log: an SMTP server without its password, or a folder. */
  readonly destination: string
  /** Rejects when the mail could not be handed over. */
  send(letter: Letter): Promise<void>
  close(): void
}

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

/** An object that is created when it is first needed, and closed only if it was created. Most servers send no mail for hours. */
function late<Thing extends { close: () => void }>(make: () => Promise<Thing>) {
  let made: Promise<Thing> | null = null
  return { get: () => (made ??= make()), close: () => void made?.then((thing) => thing.close()) }
}

function smtpMailer(address: string, from: string): Mailer {
  if (!URL.canParse(address) || !/^smtps?:\/\//.test(address)) {
    throw new CommandError(`--smtp: found "${withoutPassword(address)}", expected smtp://… or smtps://…`, 2)
  }
  const transport = late(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: address,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      ...CLOSED,
    })
  })
  return {
    destination: withoutPassword(address),
    async send(letter) {
      await (await transport.get()).sendMail(fieldsOf(from, letter))
    },
    close: transport.close,
  }
}

function folderMailer(path: string, from: string): Mailer {
  const folder = resolve(path)
  expectFolder(folder, 'a folder for mails (--mail-folder)')
  const transport = late(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED })
  })
  return {
    destination: folder,
    async send(letter) {
      // The files contain verification links, so they are private. A folder that was there keeps its mode: it may be /tmp.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { message } = await (await transport.get()).sendMail(fieldsOf(from, letter))
      const name = `${new Date(letter.atMs).toISOString().replace(/[:.]/g, '')}-${letter.messageId.replace(/[^\w]/g, '_')}.eml`
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer gave a stream, expected a buffer')
      writeFileSync(join(folder, name), message, { mode: 0o600 })
    },
    close: transport.close,
  }
}

/**
 * A mailer for the given settings. It connects and writes nothing before the first mail. Throws a CommandError when the settings are wrong,
 * or the folder of mails can be none.
 */
export function openMailer(settings: MailSettings): Mailer {
  return settings.smtp === null
    ? folderMailer(settings.folder, settings.from)
    : smtpMailer(settings.smtp, settings.from)
}
