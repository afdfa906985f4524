// The mails an account gets: queued once over all servers, sent by whichever takes them first, tried again when that fails.
import { type Month, monthNamed } from '#serve/access/month.ts'
import type { Plan, Plans } from '#serve/access/plans.ts'
import { type MailText, quotaMail, verificationMail } from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import type { Account } from './accounts.ts'
import type { QueuedMail } from './mails.ts'
import type { AccountStore } from './store.ts'

export interface OutboxOptions {
  readonly store: AccountStore
  readonly mailer: Mailer
  readonly plans: Plans
  /** The root of the website, on which links are built. */
  readonly webUrl: string
}

/** What became of the mails that were due. */
export interface Delivery {
  readonly sent: number
  /** What the mailer said, for each that failed. */
  readonly errors: readonly unknown[]
}

export interface Outbox {
  /** Queues the mail that verifies an address; false where one was queued in the last minutes. */
  queueVerification(account: Account, nowMs: number): Promise<boolean>
  /**
   * Somebody asks for the verification mail of an address. Whether there is an account that waits for it is looked into with the next
   * delivery: neither this call nor the request after it takes longer for an address that is known.
   */
  askForVerification(email: string): void
  /** Queues what was asked for since the last delivery. */
  settle(nowMs: number): Promise<void>
  /** Queues the mail about a quota; false where it was queued before, by any server. */
  queueQuota(accountId: string, plan: Plan, month: Month, percent: number, nowMs: number): Promise<boolean>
  /** Sends what is due. */
  deliver(nowMs: number): Promise<Delivery>
}

/** Where the link of a verification mail leads, below the website's root, and where the mail is asked for again. */
export const VERIFY_PATH = '/account/verify'

const VERIFICATION_LASTS_MS = 2 * 86_400_000
/** Between two verification mails for an account lies at least this, however often one is asked for. */
const VERIFICATION_EVERY_MS = 300_000
/** A server that takes a mail and is gone: another takes it after this. */
const TAKEN_FOR_MS = 300_000
/** Addresses asked for between two deliveries; more are a flood, and those beyond are not looked into. */
const MAX_ASKED = 10_000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000

/** What a queued quota mail knows; the plan may have changed since, so it is kept by id. */
interface QuotaDetail {
  readonly plan: string
  /** `2026-11` */
  readonly month: string
  readonly percent: number
}

const isQuotaDetail = (detail: unknown): detail is QuotaDetail =>
  typeof detail === 'object' &&
  detail !== null &&
  'plan' in detail &&
  'month' in detail &&
  'percent' in detail

/** Queues the mail that verifies an account's address, for whichever server delivers next; false where one was just queued. */
export const queueVerification = (
  store: Pick<AccountStore, 'queueMail'>,
  account: Account,
  nowMs: number,
): Promise<boolean> =>
  store.queueMail({
    key: `verification ${account.id}`,
    kind: 'verification',
    accountId: account.id,
    detail: {},
    everyMs: VERIFICATION_EVERY_MS,
    nowMs,
  })

/** The mails of one server or command. */
export function createOutbox({ store, mailer, plans, webUrl }: OutboxOptions): Outbox {
  /** Null: there is no longer anything to say. */
  async function textOf(mail: QueuedMail, account: Account, nowMs: number): Promise<MailText | null> {
    switch (mail.kind) {
      case 'verification': {
        if (account.verified) return null
        const expiresAtMs = nowMs + VERIFICATION_LASTS_MS
        // The secret is made only now: until it is sent it is nowhere, and afterwards only its digest is.
        const secret = await store.createVerification(account.id, expiresAtMs, nowMs)
        return verificationMail(`${webUrl}${VERIFY_PATH}/${secret}`, expiresAtMs)
      }
      case 'quota': {
        if (!isQuotaDetail(mail.detail)) return null
        const plan = plans.get(mail.detail.plan)
        if (plan === undefined) return null
        return quotaMail(plan, monthNamed(mail.detail.month), mail.detail.percent)
      }
      default:
        return null
    }
  }

  async function send(mail: QueuedMail, nowMs: number): Promise<boolean> {
    const account = await store.findAccount(mail.accountId)
    const text = account === null ? null : await textOf(mail, account, nowMs)
    if (account === null || text === null) return false
    const host = new URL(webUrl).hostname
    await mailer.send({ ...text, to: account.email, messageId: `<${mail.id}@${host}>`, atMs: nowMs })
    return true
  }

  const asked = new Set<string>()

  async function settle(nowMs: number): Promise<void> {
    for (const email of asked) {
      const account = await store.findAccount(email)
      if (account !== null && !account.verified && !account.disabled) {
        await queueVerification(store, account, nowMs)
      }
      asked.delete(email)
    }
  }

  return {
    queueVerification: (account, nowMs) => queueVerification(store, account, nowMs),
    askForVerification(email) {
      if (asked.size < MAX_ASKED) asked.add(email)
    },
    settle,
    queueQuota(accountId, plan, month, percent, nowMs) {
      const detail: QuotaDetail = { plan: plan.id, month: month.id, percent }
      return store.queueMail({
        key: `quota ${accountId} ${month.id} ${percent}`,
        kind: 'quota',
        accountId,
        detail,
        nowMs,
      })
    },
    async deliver(nowMs) {
      let sent = 0
      const errors: unknown[] = []
      await settle(nowMs)
      for (;;) {
        const mail = await store.takeMail(nowMs, nowMs + TAKEN_FOR_MS)
        if (mail === null) return { sent, errors }
        try {
          if (await send(mail, nowMs)) sent++
        } catch (error) {
          errors.push(error)
          const wait = Math.min(FIRST_RETRY_MS * 2 ** (mail.tries - 1), LONGEST_RETRY_MS)
          await store.mailFailed(mail.id, nowMs + wait)
          continue
        }
        await store.mailSent(mail.id, nowMs)
      }
    },
  }
}
