// A small SMTP server on loopback for tests: it accepts mails as RFC 5321 describes, and keeps them.
import { createServer, type Socket } from 'node:net'
import { listening } from './loopback.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header and body as they came, with doubled dots restored. */
  readonly source: string
}

export interface SmtpServer {
  /** `smtp://127.0.0.1:…` */
  readonly address: string
  readonly mails: readonly ReceivedMail[]
  /** Every line from clients outside of mails. */
  readonly commands: readonly string[]
  close(): Promise<void>
}

/** Starts a server. `refuse`: it answers every recipient with 550. */
export async function smtpServer(options: { refuse?: boolean } = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let buffer = ''
    let data: string[] | null = null
    let [from, to]: [string, string[]] = ['', []]
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const take = (line: string): void => {
      if (data !== null) {
        if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line)
        mails.push({ from, to, source: data.join('\r\n') })
        data = null
        return say('250 taken')
      }
      commands.push(line)
      const verb = line.slice(0, 4).toUpperCase()
      const mailbox = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO') return say('250-test\r\n250 8BITMIME')
      if (verb === 'MAIL') [from, to] = [mailbox, []]
      if (verb === 'RCPT' && options.refuse === true) return say('550 nobody here')
      if (verb === 'RCPT') to.push(mailbox)
      if (verb === 'DATA') {
        data = []
        return say('354 go on')
      }
      if (verb === 'QUIT') {
        say('221 bye')
        return void socket.end()
      }
      say('250 ok')
    }
    socket.setEncoding('utf8')
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: string) => {
      buffer += chunk
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        take(line)
      }
    })
    say('220 test')
  })
  const port = await listening(server)
  return {
    address: `smtp://127.0.0.1:${port}`,
    mails,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The text of a mail as a reader sees it: decoded from quoted-printable, with the header separate. */
export function readMail(source: string): { headers: Map<string, string>; text: string } {
  const border = source.indexOf('\r\n\r\n')
  const unfolded = source.slice(0, border).replace(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    unfolded.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = source.slice(border + 4)
  // A mail in two forms has the plain one first.
  const parts = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (parts !== undefined) {
    const [, plain = ''] = body.split(`--${parts}\r\n`)
    return { headers, text: readMail(plain.replace(/\r\n$/, '')).text }
  }
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable'
  const bytes = isQuoted
    ? body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body
  return {
    headers,
    text: Buffer.from(bytes, isQuoted ? 'latin1' : 'utf8')
      .toString('utf8')
      .replace(/\r\n/g, '\n'),
  }
}
