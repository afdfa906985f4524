// The mails an account gets: queued once over all servers, sent by whichever takes them first, tried again when that fails.
import { type Month, monthNamed } from '#serve/access/month.ts'
import type { Plan, Plans } from '#serve/access/plans.ts'
import * as texts from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import { type Account, isFrozen } from './accounts.ts'
import type { AskedKind, AskedMail, QueuedMail } from './mails.ts'
import { StoreAway } from './store-away.ts'
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
  /** Queues the mail by which an account's address is verified; false where one was queued in the last minutes. */
  queueVerification(account: Account, nowMs: number): Promise<boolean>
  /**
   * Queues a mail that somebody asks for at an address. Whether there is an account is looked into when it is sent: neither words nor
   * time tell. Many who ask at once are written together. Rejects where the store cannot be written.
   */
  ask(kind: AskedKind, email: string, nowMs: number): Promise<void>
  /** Queues the mail about a quota; false where it was queued before, by any server. */
  queueQuota(accountId: string, plan: Plan, month: Month, percent: number, nowMs: number): Promise<boolean>
  /** Sends what is due. */
  deliver(nowMs: number): Promise<Delivery>
}

const WELCOME_LASTS_MS = 2 * 86_400_000
const RESET_LASTS_MS = 3_600_000
const CHANGE_LASTS_MS = 86_400_000
const FREEZE_LASTS_MS = 7 * 86_400_000
/** Between two mails that verify an account which an operator made lies at least this. */
const VERIFIED_EVERY_MS = 300_000
/** A server that takes a mail and is gone: another takes it after this. */
const TAKEN_FOR_MS = 300_000
/** Asked for and not written yet; more are a flood, and are told to come back. */
const MAX_ASKED = 1000
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

const nameIn = (detail: unknown): string => {
  const text: unknown = typeof detail === 'object' && detail !== null ? Object(detail).name : null
  return typeof text === 'string' ? text : ''
}
/** What is kept of the password that was good when a change of address was asked for. */
const passwordIn = (detail: unknown): string | null => {
  const text: unknown = typeof detail === 'object' && detail !== null ? Object(detail).password : null
  return typeof text === 'string' ? text : null
}

/** Queues the mail by which an account's address is verified, for whichever server delivers next; false where one was just queued. */
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
    everyMs: VERIFIED_EVERY_MS,
    nowMs,
  })

/** The mails of one server or command. */
export function createOutbox({ store, mailer, plans, accountUrl }: OutboxOptions): Outbox {
  const at = (path: string): string => `${accountUrl}/${path}`

  /** The mail whose link makes the account of an address, or verifies it. */
  async function welcome({ recipient: email }: QueuedMail, account: Account | null, nowMs: number) {
    const expiresAtMs = nowMs + WELCOME_LASTS_MS
    const { id: accountId = null, generation = 0 } = account ?? {}
    const wanted = { purpose: 'welcome', accountId, email, generation, detail: null } as const
    // The secret is made only now: until it is sent it is nowhere, and afterwards only its digest is.
    const secret = await store.createLink({ ...wanted, expiresAtMs, nowMs })
    return texts.welcomeMail(at(`welcome/${secret}`), expiresAtMs)
  }

  /** What was asked for at an address, by its account of now; null: there is nothing to say. */
  async function askedText(
    mail: QueuedMail,
    account: Account | null,
    nowMs: number,
  ): Promise<texts.MailText | null> {
    if (account === null) return mail.kind === 'sign-up' ? welcome(mail, null, nowMs) : null
    if (!account.verified && !account.disabled) return welcome(mail, account, nowMs)
    if (mail.kind === 'sign-up') return texts.signUpAgainMail(at('sign-in'), at('forgot'))
    if (mail.kind !== 'reset' || account.disabled) return null
    if (isFrozen(account, nowMs)) return texts.frozenMail(account.frozenUntilMs ?? nowMs)
    const expiresAtMs = nowMs + RESET_LASTS_MS
    const { id: accountId, email, generation } = account
    const wanted = {
      purpose: 'reset',
      accountId,
      email,
      generation,
      detail: null,
      expiresAtMs,
      nowMs,
    } as const
    return texts.resetMail(at(`reset?link=${await store.createLink(wanted)}`), expiresAtMs)
  }

  /** A link by which the address that a mail goes to stops a change, whatever happens meanwhile. */
  async function freezeLink(mail: QueuedMail, accountId: string, nowMs: number) {
    const expiresAtMs = nowMs + FREEZE_LASTS_MS
    const wanted = {
      purpose: 'freeze',
      accountId,
      email: mail.recipient,
      detail: passwordIn(mail.detail),
    } as const
    const secret = await store.createLink({ ...wanted, generation: mail.generation, expiresAtMs, nowMs })
    return [at(`freeze/${secret}`), expiresAtMs] as const
  }

  /** Null: there is no longer anything to say. */
  async function textOf(mail: QueuedMail, account: Account, nowMs: number): Promise<texts.MailText | null> {
    switch (mail.kind) {
      case 'verification':
        // An address that was changed meanwhile is not verified by a mail to the old one.
        return account.email === mail.recipient ? askedText(mail, account, nowMs) : null
      case 'change-email': {
        if (mail.generation !== account.generation || isFrozen(account, nowMs)) return null
        const expiresAtMs = nowMs + CHANGE_LASTS_MS
        const { generation, recipient: email } = mail
        const wanted = { purpose: 'change-email', accountId: account.id, email, generation } as const
        const secret = await store.createLink({ ...wanted, detail: null, expiresAtMs, nowMs })
        return texts.changeEmailMail(at(`verify/${secret}`), expiresAtMs)
      }
      case 'email-change-asked':
        return texts.emailChangeAskedMail(...(await freezeLink(mail, account.id, nowMs)))
      case 'email-changed':
        return texts.emailChangedMail(...(await freezeLink(mail, account.id, nowMs)))
      case 'frozen':
        return isFrozen(account, nowMs) ? texts.frozenMail(account.frozenUntilMs ?? nowMs) : null
      case 'taken-back':
        return texts.takenBackMail()
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

  /** Sends a mail, unless there is nothing to say; whom it was about. */
  async function send(mail: QueuedMail, nowMs: number): Promise<{ isSent: boolean; accountId?: string }> {
    const { recipient: to } = mail
    // The local account's: such a mail would be tried for days.
    if (to === '' || to.endsWith(NOWHERE)) return { isSent: false }
    const account = await store.findAccount(mail.accountId ?? to)
    const text =
      mail.kind === 'account-deleted'
        ? texts.accountDeletedMail()
        : mail.accountId === null
          ? await askedText(mail, account, nowMs)
          : account === null
            ? null
            : await textOf(mail, account, nowMs)
    const about = account === null ? {} : { accountId: account.id }
    if (text === null) return { isSent: false, ...about }
    const host = new URL(accountUrl).hostname
    await mailer.send({ ...text, to, messageId: `<${mail.id}@${host}>`, atMs: nowMs })
    return { isSent: true, ...about }
  }

  let asked: { mails: AskedMail[]; written: Promise<void> } | null = null
  let writing = Promise.resolve()

  return {
    queueVerification: (account, nowMs) => queueVerification(store, account, nowMs),
    ask(kind, email, nowMs) {
      if (asked === null) {
        const mails: AskedMail[] = []
        // All who ask while others are being written go in one transaction: a flood of them holds nobody else's writes back.
        const written = writing.then(() => {
          asked = null
          return store.queueAsked(mails, nowMs)
        })
        asked = { mails, written }
        writing = written.catch(() => undefined)
      }
      if (asked.mails.length >= MAX_ASKED) return Promise.reject(new StoreAway('too many ask for mails'))
      asked.mails.push({ kind, email })
      return asked.written
    },
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
      for (;;) {
        const mail = await store.takeMail(nowMs, nowMs + TAKEN_FOR_MS)
        if (mail === null) return { sent, errors }
        let accountId: string | undefined
        try {
          const done = await send(mail, nowMs)
          if (done.isSent) sent++
          accountId = done.accountId
        } catch (error) {
          errors.push(error)
          const wait = Math.min(FIRST_RETRY_MS * 2 ** (mail.tries - 1), LONGEST_RETRY_MS)
          await store.mailFailed(mail.id, nowMs + wait)
          continue
        }
        await store.mailSent(mail.id, nowMs, accountId)
      }
    },
  }
}
