// The mails an account gets: queued once over all servers, sent by whichever takes them first, tried again when that fails.
import { type Month, monthNamed } from '#serve/access/month.ts'
import type { Plan, Plans } from '#serve/access/plans.ts'
import * as texts from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import type { Account } from './accounts.ts'
import type { QueuedMail } from './mails.ts'
import type { AccountStore } from './store.ts'

export interface OutboxOptions {
  readonly store: AccountStore
  readonly mailer: Mailer
  readonly plans: Plans
  /** Of the account area, without a trailing slash: links are built on it. */
  readonly accountUrl: string
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
  /** Somebody asks for a new password; looked into later too. */
  askForReset(email: string): void
  /** Queues the mail that makes an address an account's. */
  queueChangeOfEmail(accountId: string, email: string, nowMs: number): Promise<void>
  /** Queues what was asked for since the last delivery. */
  settle(nowMs: number): Promise<void>
  /** Queues the mail about a quota; false where it was queued before, by any server. */
  queueQuota(accountId: string, plan: Plan, month: Month, percent: number, nowMs: number): Promise<boolean>
  /** Sends what is due. */
  deliver(nowMs: number): Promise<Delivery>
}

const VERIFICATION_LASTS_MS = 2 * 86_400_000
const RESET_LASTS_MS = 3_600_000
const CHANGE_LASTS_MS = 86_400_000
/** Between two mails of one kind that anyone can ask for lies at least this for an account, however often they are. */
const ASKED_EVERY_MS = 300_000
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

/** No mail can ever arrive there. */
const NOWHERE = '@tzref.invalid'

const textIn = (detail: unknown, name: 'to' | 'name'): string | null => {
  const text: unknown = typeof detail === 'object' && detail !== null ? Object(detail)[name] : null
  return typeof text === 'string' ? text : null
}
/** The address of a mail that does not go to the account's own. */
const addressIn = (detail: unknown): string | null => textIn(detail, 'to')
const nameIn = (detail: unknown): string => textIn(detail, 'name') ?? ''

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
    everyMs: ASKED_EVERY_MS,
    nowMs,
  })

/** The mails of one server or command. */
export function createOutbox({ store, mailer, plans, accountUrl }: OutboxOptions): Outbox {
  const at = (path: string): string => `${accountUrl}/${path}`

  /** Null: there is no longer anything to say. */
  async function textOf(mail: QueuedMail, account: Account, nowMs: number): Promise<texts.MailText | null> {
    switch (mail.kind) {
      case 'verification': {
        if (account.verified) return null
        const expiresAtMs = nowMs + VERIFICATION_LASTS_MS
        // The secret is made only now: until it is sent it is nowhere, and afterwards only its digest is.
        const secret = await store.createVerification(account.id, expiresAtMs, nowMs)
        return texts.verificationMail(at(`verify/${secret}`), expiresAtMs)
      }
      case 'sign-up-again':
        return texts.signUpAgainMail(at('sign-in'), at('forgot'))
      case 'reset': {
        const expiresAtMs = nowMs + RESET_LASTS_MS
        const wanted = { purpose: 'reset', accountId: account.id, detail: null, expiresAtMs, nowMs } as const
        return texts.resetMail(at(`reset?link=${await store.createLink(wanted)}`), expiresAtMs)
      }
      case 'change-email': {
        const email = addressIn(mail.detail)
        if (email === null) return null
        const expiresAtMs = nowMs + CHANGE_LASTS_MS
        const wanted = { accountId: account.id, detail: email, expiresAtMs, nowMs }
        const secret = await store.createLink({ ...wanted, purpose: 'change-email' })
        return texts.changeEmailMail(at(`verify/${secret}`), expiresAtMs)
      }
      case 'email-changed':
        return texts.emailChangedMail()
      case 'password-changed':
        return texts.passwordChangedMail(at('forgot'))
      case 'key-created':
        return texts.keyCreatedMail(nameIn(mail.detail), at('keys'))
      case 'key-revoked':
        return texts.keyRevokedMail(nameIn(mail.detail), at('forgot'))
      case 'sessions-ended':
        return texts.sessionsEndedMail(at('forgot'))
      case 'quota': {
        if (!isQuotaDetail(mail.detail)) return null
        const plan = plans.get(mail.detail.plan)
        if (plan === undefined) return null
        return texts.quotaMail(plan, monthNamed(mail.detail.month), mail.detail.percent)
      }
      default:
        return null
    }
  }

  async function send(mail: QueuedMail, nowMs: number): Promise<boolean> {
    const account = await store.findAccount(mail.accountId)
    const to = addressIn(mail.detail) ?? account?.email ?? NOWHERE
    // The local account's: such a mail would be tried for days.
    if (to.endsWith(NOWHERE)) return false
    const text =
      mail.kind === 'account-deleted'
        ? texts.accountDeletedMail()
        : account === null
          ? null
          : await textOf(mail, account, nowMs)
    if (text === null) return false
    const host = new URL(accountUrl).hostname
    await mailer.send({ ...text, to, messageId: `<${mail.id}@${host}>`, atMs: nowMs })
    return true
  }

  const asked = { verification: new Set<string>(), reset: new Set<string>() }

  async function settle(nowMs: number): Promise<void> {
    for (const email of asked.verification) {
      const account = await store.findAccount(email)
      if (account !== null && !account.verified && !account.disabled) {
        await queueVerification(store, account, nowMs)
      }
      asked.verification.delete(email)
    }
    for (const email of asked.reset) {
      const account = await store.findAccount(email)
      if (account !== null && !account.disabled) {
        const [key, accountId] = [`reset ${account.id}`, account.id]
        await store.queueMail({ key, kind: 'reset', accountId, detail: {}, everyMs: ASKED_EVERY_MS, nowMs })
      }
      asked.reset.delete(email)
    }
  }

  return {
    queueVerification: (account, nowMs) => queueVerification(store, account, nowMs),
    askForVerification(email) {
      if (asked.verification.size < MAX_ASKED) asked.verification.add(email)
    },
    askForReset(email) {
      if (asked.reset.size < MAX_ASKED) asked.reset.add(email)
    },
    async queueChangeOfEmail(accountId, email, nowMs) {
      await store.queueMail({ kind: 'change-email', accountId, detail: { to: email }, nowMs })
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
