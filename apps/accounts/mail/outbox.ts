// The mails to accounts: which one an account gets, how long its link works; queued once over all servers, and tried again after a failure.
import { type Month, monthNamed } from '#open/access/month.ts'
import type { Plan, Plans } from '#open/access/plans.ts'
import * as texts from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import { type Account, isFrozen } from '../store/accounts.ts'
import { numberIn, textIn } from '../store/detail.ts'
import { type AskedMail, type Asker, askersIn, type QueuedMail } from '../store/mails.ts'
import { StoreAway } from '../store/store-away.ts'
import type { AccountStore } from '../store/store.ts'

export interface OutboxOptions {
  readonly store: AccountStore
  readonly mailer: Mailer
  readonly plans: Plans
  /** Address of the account area, without a trailing slash. Links begin with it. */
  readonly accountUrl: string
  /** The name of the service. Default: the host of `accountUrl`. */
  readonly service?: string | undefined
}

/** How long the links of mails work. */
const LASTS_MS = {
  welcome: 2 * 86_400_000,
  reset: 3_600_000,
  'change-email': 86_400_000,
  freeze: 7 * 86_400_000,
} as const
/** When a server takes a mail and then dies, another server may take it after this. */
const TAKEN_FOR_MS = 300_000
/** Most requests that wait to be written. More are a flood, and their senders are told to come back. */
const MAX_ASKED = 1000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000

/** Mail can never be delivered there. */
const NOWHERE = '@tzref.invalid'

/**
 * The name of a service that was given none: the host of its account area. An address of a network or of this machine is no name; such a
 * service is called tzref.
 */
function nameAt(accountUrl: string): string {
  const { hostname } = new URL(accountUrl)
  return /[a-z]$/i.test(hostname) && hostname.includes('.') ? hostname : 'tzref'
}

/** The accounts that asked for a mail to another address. One that an earlier version queued was asked for by the account that it is about. */
const askersOf = ({ accountId, generation, queuedAtMs, detail }: QueuedMail): readonly Asker[] =>
  accountId === null ? askersIn(detail) : [{ id: accountId, generation, atMs: queuedAtMs }]

/** The mails of one server or command. */
export class Outbox {
  readonly #store: AccountStore
  readonly #mailer: Mailer
  readonly #plans: Plans
  readonly #accountUrl: string
  readonly #sender: texts.Sender
  #asked: { mails: AskedMail[]; written: Promise<void> } | null = null
  #writing = Promise.resolve()

  constructor({ store, mailer, plans, accountUrl, service }: OutboxOptions) {
    this.#store = store
    this.#mailer = mailer
    this.#plans = plans
    this.#accountUrl = accountUrl
    this.#sender = { service: service ?? nameAt(accountUrl), contact: plans.contact }
  }

  /** The name of the service, as mails and the second factor's app show it. */
  get service(): string {
    return this.#sender.service
  }

  /**
   * Queues a mail that someone asks for at an address. Whether an account exists is checked only when it is sent, so neither the answer nor
   * its time shows it. Requests that come at the same time are written together. Rejects when the store cannot be written.
   */
  ask(mail: AskedMail, nowMs: number): Promise<void> {
    if (this.#asked === null) {
      const mails: AskedMail[] = []
      // Requests that come while others are being written share one transaction. So a flood of them does not delay other writes.
      const written = this.#writing.then(() => {
        this.#asked = null
        return this.#store.queueAsked(mails, nowMs)
      })
      this.#asked = { mails, written }
      this.#writing = written.catch(() => undefined)
    }
    if (this.#asked.mails.length >= MAX_ASKED) return Promise.reject(new StoreAway('too many ask for mails'))
    this.#asked.mails.push(mail)
    return this.#asked.written
  }

  /** Queues the mail about a quota. False when any server queued it before. */
  queueQuota(accountId: string, plan: Plan, month: Month, percent: number, nowMs: number): Promise<boolean> {
    const key = `quota ${accountId} ${month.id} ${percent}`
    const detail = { plan: plan.id, month: month.id, percent }
    return this.#store.queueMail({ key, kind: 'quota', accountId, detail, nowMs })
  }

  /** Sends the mails that are ready. Returns how many were sent, and the mailer's error for each mail that failed. */
  async deliver(nowMs: number): Promise<{ sent: number; errors: readonly unknown[] }> {
    let sent = 0
    const errors: unknown[] = []
    for (;;) {
      const mail = await this.#store.takeMail(nowMs, nowMs + TAKEN_FOR_MS)
      if (mail === null) return { sent, errors }
      let accountId: string | undefined
      try {
        const done = await this.#send(mail, nowMs)
        if (done.isSent) sent++
        accountId = done.accountId
      } catch (error) {
        errors.push(error)
        const wait = Math.min(FIRST_RETRY_MS * 2 ** (mail.tries - 1), LONGEST_RETRY_MS)
        await this.#store.mailFailed(mail.id, nowMs + wait)
        continue
      }
      await this.#store.mailSent(mail.id, nowMs, accountId)
    }
  }

  #at(path: string): string {
    return `${this.#accountUrl}/${path}`
  }

  /** The mail with a new link. */
  async #linkMail(
    mail: QueuedMail,
    account: Account | null,
    nowMs: number,
    purpose: keyof typeof LASTS_MS,
    path: string,
    text: (link: string, expiresAtMs: number) => texts.MailText,
  ): Promise<texts.MailText> {
    const expiresAtMs = nowMs + LASTS_MS[purpose]
    return text(await this.#linkOf(mail, account, nowMs, purpose, path), expiresAtMs)
  }

  /**
   * A new link, whose address begins with `path`. The secret is made only now: before sending it exists nowhere, and later only its digest is
   * stored.
   */
  async #linkOf(
    mail: QueuedMail,
    account: Account | null,
    nowMs: number,
    purpose: keyof typeof LASTS_MS,
    path: string,
  ): Promise<string> {
    const secret = await this.#store.createLink({
      purpose,
      accountId: account?.id ?? null,
      email: mail.recipient,
      // With the link of a freeze, the address of the mail can stop a change, whatever happens in the meantime.
      generation: purpose === 'freeze' ? mail.generation : (account?.generation ?? 0),
      // For a freeze: the stored form of the password that was valid when the change of address was asked for.
      detail: textIn(mail.detail, 'password'),
      expiresAtMs: nowMs + LASTS_MS[purpose],
      nowMs,
    })
    return this.#at(`${path}${secret}`)
  }

  /** The mail that was asked for at an address, by the account that the address has now. Null: there is nothing to say. */
  async #askedText(mail: QueuedMail, account: Account | null, nowMs: number): Promise<texts.MailText | null> {
    if (account === null ? mail.kind === 'sign-up' : !account.verified && !account.disabled) {
      return this.#linkMail(mail, account, nowMs, 'welcome', 'welcome/', texts.welcomeMail)
    }
    if (account === null) return null
    if (mail.kind === 'sign-up') return texts.signUpAgainMail(this.#at('sign-in'), this.#at('forgot'))
    if (mail.kind !== 'reset' || account.disabled) return null
    if (isFrozen(account, nowMs)) return texts.frozenMail(account.frozenUntilMs ?? nowMs)
    const path = (await this.#store.factor(account.id)) === null ? 'reset?link=' : 'reset?code&link='
    return this.#linkMail(mail, account, nowMs, 'reset', path, texts.resetMail)
  }

  /** The mail to another address, with a link for each account that asked for it and was not changed since. Null: there is none. */
  async #changeEmailText(mail: QueuedMail, nowMs: number): Promise<texts.MailText | null> {
    const links: texts.RequestedLink[] = []
    for (const { id, generation, atMs } of askersOf(mail)) {
      const account = await this.#store.findAccount(id)
      if (account === null || account.generation !== generation || isFrozen(account, nowMs)) continue
      links.push({ link: await this.#linkOf(mail, account, nowMs, 'change-email', 'verify/'), atMs })
    }
    return links.length === 0 ? null : texts.changeEmailMail(links, nowMs + LASTS_MS['change-email'])
  }

  /** The text of a mail. Null: there is no longer anything to say. */
  async #textOf(mail: QueuedMail, account: Account, nowMs: number): Promise<texts.MailText | null> {
    switch (mail.kind) {
      case 'verification':
        // When the account's address has changed since, a mail to the old one must not verify it.
        return account.email === mail.recipient ? this.#askedText(mail, account, nowMs) : null
      case 'email-change-asked':
        return this.#linkMail(mail, account, nowMs, 'freeze', 'freeze/', texts.emailChangeAskedMail)
      case 'email-changed':
        return this.#linkMail(mail, account, nowMs, 'freeze', 'freeze/', texts.emailChangedMail)
      case 'frozen':
        return isFrozen(account, nowMs) ? texts.frozenMail(account.frozenUntilMs ?? nowMs) : null
      case 'quota': {
        const [month, percent] = [textIn(mail.detail, 'month'), numberIn(mail.detail, 'percent')]
        // The plan may have changed since the mail was queued, so it was stored by id.
        const plan = this.#plans.get(textIn(mail.detail, 'plan') ?? '')
        if (plan === undefined || month === null || percent === null) return null
        return texts.quotaMail(plan, monthNamed(month), percent)
      }
      default:
        return texts.EVENT_MAILS[mail.kind]?.((path) => this.#at(path), mail.detail) ?? null
    }
  }

  /** Sends a mail, unless there is nothing to say. Answers which account it was about. */
  async #send(mail: QueuedMail, nowMs: number): Promise<{ isSent: boolean; accountId?: string }> {
    const { recipient: to } = mail
    // The local account's address: such a mail would be tried for days.
    if (to === '' || to.endsWith(NOWHERE)) return { isSent: false }
    const account = await this.#store.findAccount(mail.accountId ?? to)
    const text =
      mail.kind === 'account-deleted'
        ? texts.accountDeletedMail()
        : mail.kind === 'change-email'
          ? await this.#changeEmailText(mail, nowMs)
          : mail.accountId === null
            ? await this.#askedText(mail, account, nowMs)
            : account === null
              ? null
              : await this.#textOf(mail, account, nowMs)
    const about = account === null ? {} : { accountId: account.id }
    if (text === null) return { isSent: false, ...about }
    const host = new URL(this.#accountUrl).hostname
    const rendered = texts.renderMail(text, this.#sender, mail.queuedAtMs)
    await this.#mailer.send({
      ...rendered,
      ...this.#sender,
      to,
      messageId: `<${mail.id}@${host}>`,
      atMs: nowMs,
    })
    return { isSent: true, ...about }
  }
}
