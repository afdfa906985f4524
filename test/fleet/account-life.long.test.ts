// Attempts to take over an account, over a fleet: two processes on PostgreSQL with Redis, with requests to both in turn.
import { afterAll, describe, inject, vi } from 'vitest'
import { type Ask, visitor } from '../support/worlds/account-area.ts'
import { hijackSuite } from '../support/attacks/hijack-suite.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../support/servers/postgres.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { startServerProcess } from '../support/servers/server-process.ts'
import { readMail, smtpServer } from '../support/servers/smtp.ts'

const programs = postgresPrograms()
const canFleet = programs !== null && hasRedis()
if (!canFleet)
  leftOut('attempts on accounts over a fleet', 'Debian\'s packages "postgresql" and "redis-server"')
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

describe.skipIf(!canFleet)('two processes, PostgreSQL and Redis', () => {
  hijackSuite(async () => {
    const postgres = await startPostgres(programs ?? '')
    ends.push(() => postgres.stop())
    const redis = redisServer()
    await redis.start()
    ends.push(() => redis.remove())
    const smtp = await smtpServer()
    ends.push(() => smtp.close())
    const store = await postgres.place()
    const flags = ['--accounts', store.place, '--limits', redis.address, '--smtp', smtp.address]
    flags.push('--trust-proxy', '127.0.0.1')
    const servers = [
      await startServerProcess(inject('embeddedArtifact'), flags),
      await startServerProcess(inject('embeddedArtifact'), flags),
    ]
    ends.push(() => Promise.all(servers.map((server) => server.end())))
    let turn = 0
    let browsers = 0
    const mails = () =>
      smtp.mails.map(({ to, source }) => {
        const { headers, text } = readMail(source)
        return { to, subject: headers.get('subject') ?? '', text }
      })
    return {
      browser() {
        // Each browser has its own network, so that none reaches a limit.
        const from = `10.${Math.floor(++browsers / 250)}.${browsers % 250}.1`
        const either: Ask = async (method, path, headers, body) => {
          const server = servers[turn++ % servers.length]
          if (server === undefined) throw new Error('no server')
          return server.ask(path, { ...headers, 'x-forwarded-for': from }, { method, body })
        }
        return visitor(either)
      },
      async linkTo(email, subject) {
        return vi.waitFor(
          () => {
            const mail = mails().findLast((one) => one.to.includes(email) && one.subject === subject)
            const path = /^http:\/\/[^/]+(\/account\/\S+)$/m.exec(mail?.text ?? '')?.[1]
            if (path === undefined) throw new Error(`found no mail "${subject}" to ${email}`)
            return path
          },
          { timeout: 60_000 },
        )
      },
      async subjectsTo(email) {
        const isSent = async (): Promise<void> => {
          // Those that the limit of their recipient holds back come later. A mail that a server has taken is no longer due, but it was tried.
          const waiting = await store.ask(
            `select kind from mail where sent_at is null and (tries > 0 or next_try_at < ${Date.now() + 30_000})`,
          )
          if (waiting.length > 0) throw new Error(`found mails that wait: ${JSON.stringify(waiting)}`)
        }
        await vi.waitFor(isSent, { timeout: 60_000 })
        return mails()
          .filter(({ to }) => to.includes(email))
          .map(({ subject }) => subject)
      },
      end: async () => undefined,
    }
  })
})
