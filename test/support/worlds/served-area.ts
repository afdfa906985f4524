// The account area for tests: one process on SQLite, or two on PostgreSQL with Redis behind one address.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { inTurns } from '../servers/in-turns.ts'
import { leftOut } from '../left-out.ts'
import { postgresPrograms, startPostgres } from '../servers/postgres.ts'
import { hasRedis, redisServer } from '../servers/redis.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import { readMail, type SmtpServer, smtpServer } from '../servers/smtp.ts'
import type { Ask } from './account-area.ts'
import type { StorePlace } from './account-world.ts'

/** One server, or several behind one address. */
export interface Served {
  readonly origin: string
  readonly smtp: SmtpServer
  /** The store of their accounts. */
  readonly accounts: string
  end(): Promise<void>
}

export async function oneProcess(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-browser-'))
  const smtp = await smtpServer()
  const accounts = join(folder, 'accounts.sqlite')
  const flags = ['--accounts', accounts, '--smtp', smtp.address, '--enforce-monthly']
  const server = await startServerProcess(inject('embeddedArtifact'), flags)
  return {
    origin: server.origin,
    smtp,
    accounts,
    async end() {
      await server.end()
      await smtp.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export interface ServedByTwo extends Served {
  readonly servers: readonly [ServerProcess, ServerProcess]
  /** Asks the address of both. */
  readonly ask: Ask
  /** Asks the database of the accounts, not through the store. */
  readonly askStore: StorePlace['ask']
}

/** Two processes behind one address, which get the requests in turn. */
export async function twoProcesses(): Promise<ServedByTwo> {
  const postgres = await startPostgres(postgresPrograms() ?? '')
  const redis = redisServer()
  await redis.start()
  const smtp = await smtpServer()
  const balancer = await inTurns()
  const store = await postgres.place()
  const flags = ['--accounts', store.place, '--limits', redis.address, '--smtp', smtp.address]
  flags.push('--web-url', balancer.origin, '--trust-proxy', '127.0.0.1', '--enforce-monthly')
  const start = (): Promise<ServerProcess> => startServerProcess(inject('embeddedArtifact'), flags)
  const servers = [await start(), await start()] as const
  balancer.to(servers.map(({ origin }) => origin))
  return {
    origin: balancer.origin,
    smtp,
    accounts: store.place,
    servers,
    ask: (method, path, headers, body) =>
      servers[0].ask(`${balancer.origin}${path}`, headers, { method, body }),
    askStore: (question) => store.ask(question),
    async end() {
      await balancer.close()
      await Promise.all(servers.map((server) => server.end()))
      await smtp.close()
      await redis.remove()
      await postgres.stop()
    },
  }
}

export const canFleet = postgresPrograms() !== null && hasRedis()
if (!canFleet) leftOut('the account area of a fleet', 'Debian\'s packages "postgresql" and "redis-server"')
export const PLACES: readonly (readonly [string, () => Promise<Served>])[] = [
  ['one process on SQLite', oneProcess],
  ...(canFleet ? [['two processes on PostgreSQL with Redis', twoProcesses] as const] : []),
]

/** The link in the newest mail with this subject to an address. Waits for the mail. */
export async function linkTo({ smtp }: Served, email: string, subject: string): Promise<string> {
  const found = (): string | undefined => {
    const mails = smtp.mails.filter((mail) => mail.to.includes(email)).map((mail) => readMail(mail.source))
    const mail = mails.findLast(({ headers }) => headers.get('subject') === subject)
    return /^http:\S+$/m.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(found, { timeout: 60_000 }).toBeDefined()
  return found() ?? ''
}
