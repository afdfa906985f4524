// The mails to accounts: queued once over all servers, sent by the first server that takes them, tried again after a failure.
import { type Month, monthNamed } from '#serve/access/month.ts'
import type { Plan, Plans } from '#serve/access/plans.ts'
import * as texts from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import { type Account, isFrozen } from './accounts.ts'
import { valueIn } from './detail.ts'
import type { LinkPurpose } from './links.ts'
import type { AskedKind, AskedMail, QueuedMail } from './mails.ts'
import { StoreAway } from './store-away.ts'
import type { AccountStore } from './store.ts'

export interface OutboxOptions {
  readonly store: AccountStore
  readonly mailer: Mailer
  readonly plans: Plans
  /** Address of the account area, without a trailing slash. Links begin with it. */
  readonly accountUrl: string
  /** The name of the service. Default: the host of `accountUrl`. */
  readonly service?: string | undefined
}

/** Result of one delivery. */
export interface Delivery {
  readonly sent: number
  /** The mailer's error for each mail that failed. */
  readonly errors: readonly unknown[]
}

export interface Outbox {
  /** The name of the service, as mails and the second factor's app show it. */
  readonly service: string
  /**
   * Queues a mail that someone asks for at an address. Whether an account exists is checked only when it is sent, so neither the answer nor
   * its time shows it. Requests that come at the same time are written together. Rejects when the store cannot be written.
   */
  ask(kind: AskedKind, email: string, nowMs: number): Promise<void>
  /** Queues the mail about a quota. False when any server queued it before. */
  queueQuota(accountId: string, plan: Plan, month: Month, percent: number, nowMs: number): Promise<boolean>
  /** Sends the mails that are ready. */
  deliver(nowMs: number): Promise<Delivery>
}

const WELCOME_LASTS_MS = 2 * 86_400_000
const RESET_LASTS_MS = 3_600_000
const CHANGE_LASTS_MS = 86_400_000
const FREEZE_LASTS_MS = 7 * 86_400_000
/** Least time between two mails that verify an account which an operator created. */
const VERIFIED_EVERY_MS = 300_000
/** When a server takes a mail and then dies, another server may take it after this. */
const TAKEN_FOR_MS = 300_000
/** Most requests that wait to be written. More are a flood, and their senders are told to come back. */
const MAX_ASKED = 1000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000

/** Mail can never be delivered there. */
const NOWHERE = '@tzref.invalid'

const textIn = (detail: unknown, field: string): string | null => {
  const text = valueIn(detail, field)
  return typeof text === 'string' ? text : null
}
const numberIn = (detail: unknown, field: string): number | null => {
  const number = valueIn(detail, field)
  return typeof number === 'number' ? number : null
}
const keyIn = (detail: unknown): texts.MailedKey => ({
  name: textIn(detail, 'name') ?? '',
  key: textIn(detail, 'key'),
})
const endOfOld = (detail: unknown) => ({ old: textIn(detail, 'old'), endsAtMs: numberIn(detail, 'endsAtMs') })

/** Mails whose text needs only the addresses of pages and the values of the mail. */
const TEXTS: Readonly<Record<string, (at: (path: string) => string, detail: unknown) => texts.MailText>> = {
  'taken-back': () => texts.takenBackMail(),
  'password-changed': (at) => texts.passwordChangedMail(at('forgot')),
  'key-created': (at, detail) => texts.keyCreatedMail(keyIn(detail), at('keys')),
  'key-rolled': (at, detail) => texts.keyRolledMail(keyIn(detail), endOfOld(detail), at('keys')),
  'key-revoked': (at, detail) => texts.keyRevokedMail(keyIn(detail), at('forgot')),
  'sessions-ended': (at) => texts.sessionsEndedMail(at('forgot')),
  'other-sessions-ended': (at) => texts.otherSessionsEndedMail(at('settings')),
  'factor-added': (at) => texts.factorAddedMail(at('forgot')),
  'factor-removed': (at) => texts.factorRemovedMail(at('forgot')),
  'factor-reset': (at) => texts.factorResetMail(at('forgot')),
  'recovery-code-used': (at, detail) =>
    texts.recoveryCodeUsedMail(numberIn(detail, 'left') ?? 0, at('second-factor'), at('forgot')),
  'recovery-codes-made': (at) => texts.recoveryCodesMadeMail(at('forgot')),
}

/**
 * The name of a service that was given none: the host of its account area. An address of a network or of this machine is no name; such a
 * service is called tzref.
 */
function nameAt(accountUrl: string): string {
  const { hostname } = new URL(accountUrl)
  return /[a-z]$/i.test(hostname) && hostname.includes('.') ? hostname : 'tzref'
}

/** Queues the mail that verifies an account's address, for whoever delivers next. False when one was queued in the last minutes. */
export const queueVerification = (
  store: Pick<AccountStore, 'queueMail'>,
  account: Account,
  nowMs: number,
): Promise<boolean> =>
  store.queueMail({
    key: `verification ${account.id}`,
    kind: 'verification',
    accountId: account.id,
    everyMs: VERIFIED_EVERY_MS,
    nowMs,
  })

/** The mails of one server or command. */
export function createOutbox({ store, mailer, plans, accountUrl, service }: OutboxOptions): Outbox {
  const sender: texts.Sender = { service: service ?? nameAt(accountUrl), contact: plans.contact }
  const at = (path: string): string => `${accountUrl}/${path}`

  /** Creates the link of a mail. The secret is made only now: before sending it exists nowhere, and later only its digest is stored. */
  const newLink = (
    purpose: LinkPurpose,
    about: { accountId: string | null; email: string; generation: number; detail?: string | null },
    expiresAtMs: number,
    nowMs: number,
  ): Promise<string> => store.createLink({ detail: null, ...about, purpose, expiresAtMs, nowMs })

  /** The mail with the link that creates or verifies the account of an address. */
  async function welcome({ recipient: email }: QueuedMail, account: Account | null, nowMs: number) {
    const expiresAtMs = nowMs + WELCOME_LASTS_MS
    const { id: accountId = null, generation = 0 } = account ?? {}
    const secret = await newLink('welcome', { accountId, email, generation }, expiresAtMs, nowMs)
    return texts.welcomeMail(at(`welcome/${secret}`), expiresAtMs)
  }

  /** The mail that was asked for at an address, by the account that the address has now. Null: there is nothing to say. */
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
    const code = (await store.factor(accountId)) === null ? '' : 'code&'
    const secret = await newLink('reset', { accountId, email, generation }, expiresAtMs, nowMs)
    return texts.resetMail(at(`reset?${code}link=${secret}`), expiresAtMs)
  }

  /** A link with which the address of the mail can stop a change, whatever happens in the meantime. */
  async function freezeLink(mail: QueuedMail, accountId: string, nowMs: number) {
    const expiresAtMs = nowMs + FREEZE_LASTS_MS
    const { recipient: email, generation } = mail
    // The stored form of the password that was valid when the change was asked for.
    const about = { accountId, email, generation, detail: textIn(mail.detail, 'password') }
    const secret = await newLink('freeze', about, expiresAtMs, nowMs)
    return [at(`freeze/${secret}`), expiresAtMs] as const
  }

  /** The text of a mail. Null: there is no longer anything to say. */
  async function textOf(mail: QueuedMail, account: Account, nowMs: number): Promise<texts.MailText | null> {
    switch (mail.kind) {
      case 'verification':
        // When the account's address has changed since, a mail to the old one must not verify it.
        return account.email === mail.recipient ? askedText(mail, account, nowMs) : null
      case 'change-email': {
        if (mail.generation !== account.generation || isFrozen(account, nowMs)) return null
        const expiresAtMs = nowMs + CHANGE_LASTS_MS
        const { generation, recipient: email } = mail
        const about = { accountId: account.id, email, generation }
        const secret = await newLink('change-email', about, expiresAtMs, nowMs)
        return texts.changeEmailMail(at(`verify/${secret}`), expiresAtMs)
      }
      case 'email-change-asked':
        return texts.emailChangeAskedMail(...(await freezeLink(mail, account.id, nowMs)))
      case 'email-changed':
        return texts.emailChangedMail(...(await freezeLink(mail, account.id, nowMs)))
      case 'frozen':
        return isFrozen(account, nowMs) ? texts.frozenMail(account.frozenUntilMs ?? nowMs) : null
      case 'quota': {
        const [plan, month] = [plans.get(textIn(mail.detail, 'plan') ?? ''), textIn(mail.detail, 'month')]
        const percent = numberIn(mail.detail, 'percent')
        return plan === undefined || month === null || percent === null
          ? null
          : texts.quotaMail(plan, monthNamed(month), percent)
      }
      default:
        return TEXTS[mail.kind]?.(at, mail.detail) ?? null
    }
  }

  /** Sends a mail, unless there is nothing to say. Answers which account it was about. */
  async function send(mail: QueuedMail, nowMs: number): Promise<{ isSent: boolean; accountId?: string }> {
    const { recipient: to } = mail
    // The local account's address: such a mail would be tried for days.
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
    const rendered = texts.renderMail(text, sender, mail.queuedAtMs)
    await mailer.send({ ...rendered, ...sender, to, messageId: `<${mail.id}@${host}>`, atMs: nowMs })
    return { isSent: true, ...about }
  }

  let asked: { mails: AskedMail[]; written: Promise<void> } | null = null
  let writing = Promise.resolve()

  return {
    service: sender.service,
    ask(kind, email, nowMs) {
      if (asked === null) {
        const mails: AskedMail[] = []
        // Requests that come while others are being written share one transaction. So a flood of them does not delay other writes.
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
      // The plan may change before the mail is sent, so it is stored by id.
      const detail = { plan: plan.id, month: month.id, percent }
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
