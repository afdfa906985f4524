// Attempts to take over an account, over a fleet: two processes on PostgreSQL with Redis, with requests to both in turn.
import { describe, vi } from 'vitest'
import { hijackSuite } from '../support/attacks/hijack-suite.ts'
import { readMail } from '../support/servers/smtp.ts'
import { visitor } from '../support/worlds/account-area.ts'
import { canFleet, linkTo, twoProcesses } from '../support/worlds/served-area.ts'

describe.skipIf(!canFleet)('two processes, PostgreSQL and Redis', () => {
  hijackSuite(async () => {
    const served = await twoProcesses()
    let browsers = 0
    return {
      browser() {
        // Each browser has its own network, so that none reaches a limit.
        const from = `10.${Math.floor(++browsers / 250)}.${browsers % 250}.1`
        return visitor(served.ask, { 'x-forwarded-for': from })
      },
      linkTo: async (email, subject) => (await linkTo(served, email, subject)).slice(served.origin.length),
      async subjectsTo(email) {
        const isSent = async (): Promise<void> => {
          // Those that the limit of their recipient holds back come later. A mail that a server has taken is no longer due, but it was tried.
          const waiting = await served.askStore(
            `select kind from mail where sent_at is null and (tries > 0 or next_try_at < ${Date.now() + 30_000})`,
          )
          if (waiting.length > 0) throw new Error(`found mails that wait: ${JSON.stringify(waiting)}`)
        }
        await vi.waitFor(isSent, { timeout: 60_000 })
        return served.smtp.mails
          .filter(({ to }) => to.includes(email))
          .map(({ source }) => readMail(source).headers.get('subject') ?? '')
      },
      end: () => served.end(),
    }
  })
})
