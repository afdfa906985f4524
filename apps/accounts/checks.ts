// The checks of `doctor` for accounts and mails.
import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { withoutPassword } from '#open/access/address.ts'
import { readPlans } from '#open/access/plans.ts'
import { fault, messageOf, ok, runningServer, thereIsOf, warning } from '#serve/doctor.ts'
import { isLoopback } from '#open/program/loopback.ts'
import type { Check, CheckResult, ServerSettings } from '#serve/parts.ts'
import { widestOf } from './local-account.ts'
import { type MailSettings, openMailer } from './mail/mailer.ts'
import { NoStore } from './store/migrations.ts'
import { openAccountStore } from './store/open-store.ts'

/** The parts that a server with accounts needs besides the interface. */
export const accountChecks = (settings: ServerSettings, mail: MailSettings): readonly Check[] => [
  ['accounts', () => accountsAreThere(settings)],
  ['mail', () => mailsLeave(mail)],
]

async function accountsAreThere({ accounts, plans, host, ...ops }: ServerSettings): Promise<CheckResult> {
  const known = readPlans(plans ?? undefined)
  const isFile = !accounts.includes('://')
  const place = isFile ? accounts : withoutPassword(accounts)
  const make = `npm run tzref -- account create --email you@example.org --plan ${widestOf(known).id} --verified`
  let store
  try {
    store = await openAccountStore(accounts, 'look')
  } catch (error) {
    if (!(error instanceof NoStore)) throw error
    const running = await runningServer(ops)
    if (running !== null)
      return warning(`${place}: found nothing, but ${running}`, 'put its account store back')
    return isFile && isLoopback(host)
      ? ok(`${place}: the first start creates it`)
      : warning(`${place}: found nothing, so nobody has a token`, make)
  }
  try {
    const all = await store.accounts()
    const lost = all.find(({ plan }) => !known.has(plan))
    if (lost !== undefined) {
      return fault(
        `account ${lost.id} is on plan "${lost.plan}", which the plans file does not have`,
        `npm run tzref -- account set-plan ${lost.id} free`,
      )
    }
    const text = `${all.length} in ${place}`
    return all.length === 0 ? warning(text, make) : ok(text)
  } finally {
    await store.close()
  }
}

async function mailsLeave(mail: MailSettings): Promise<CheckResult> {
  const { smtp, folder } = mail
  // A server refuses to start where this does.
  openMailer(mail).close()
  if (smtp === null) {
    accessSync(thereIsOf(folder), constants.W_OK)
    return ok(`written to ${resolve(folder)}, not sent`)
  }
  const transport = createTransport({
    url: smtp,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  })
  try {
    await transport.verify()
    return ok(withoutPassword(smtp))
  } catch (error) {
    return fault(`${withoutPassword(smtp)}: ${messageOf(error)}`, 'look at --smtp')
  } finally {
    transport.close()
  }
}
