// Short-lived links, in mails and to pages shown once, as rows: each has one purpose and is stored as the digest of its secret.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, accountOf, insertAccount } from './accounts.ts'
import { type Browser, note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { type CodeRefusal, passes } from './factors.ts'
import { FREEZE, renew, tellOldAddress } from './generation.ts'
import { enqueue, forgetAsked } from './mails.ts'
import { randomBase62 } from './secrets.ts'
import type { Row } from './tables.ts'

/**
 * Purpose of a link: choose the first password of an account that it creates or verifies; choose a new password; confirm a new address;
 * stop a change of address; open the page that shows a new key or new recovery codes; finish a sign-in with the second factor.
 */
export type LinkPurpose =
  'welcome' | 'reset' | 'change-email' | typeof FREEZE | 'show-key' | 'show-codes' | 'sign-in'

/** State of a link. `unknown`: it was used before, ended by a later change, has another purpose, or was never made. */
export type LinkState = 'good' | 'expired' | 'unknown'

/** Result of using a link that is shown once. */
export type LinkUse =
  | { kind: 'used'; accountId: string | null; detail: string | null }
  | { kind: 'expired' }
  | { kind: 'unknown' }

/** Result of following the link of a mail. `taken`: another account has the address now. `frozen`: nothing may change now. */
export type Followed<Kind extends string> =
  { kind: Kind; account: Account } | { kind: 'expired' | 'unknown' | 'taken' | 'frozen' }

/** A change needs a code of the account's second factor. Nothing was changed. `missing`: none was given. */
export interface NeedsCode {
  readonly kind: 'code'
  readonly why: CodeRefusal | 'missing'
}

export interface WantedLink {
  readonly purpose: LinkPurpose
  /** Null when the account does not exist yet. */
  readonly accountId: string | null
  /** The address that the mail goes to. */
  readonly email: string | null
  /** The link is valid while the account has this generation. */
  readonly generation: number
  readonly detail: string | null
  readonly expiresAtMs: number
  readonly nowMs: number
  /** Its secret, unguessable. Absent: a new one. */
  readonly secret?: string
}

/** The code of a second factor that was typed (empty: none was), and the browser. */
export interface Proof {
  readonly code: string
  readonly browser: Browser
}

const NO_PROOF: Proof = { code: '', browser: null }

export interface Links {
  /** Creates a link and returns its secret. */
  createLink(wanted: WantedLink): Promise<string>
  /** The links of one account, oldest first: the purpose of each, but not its secret. */
  links(
    accountId: string,
  ): Promise<{ purpose: string; email: string | null; createdAtMs: number; expiresAtMs: number }[]>
  /** Whether a link is still valid. Does not use it up. */
  linkState(secret: string, purpose: LinkPurpose, nowMs: number): Promise<LinkState>
  /** The account of a valid link, and the link's detail. Null: the link is not valid, or has no account that can be used. */
  linkOwner(
    secret: string,
    purpose: LinkPurpose,
    nowMs: number,
  ): Promise<{ account: Account; detail: string | null } | null>
  /** Uses up a link. When two clients use it at once, one succeeds. */
  useLink(secret: string, purpose: LinkPurpose, nowMs: number): Promise<LinkUse>
  /**
   * Uses up the link of a sign-up. It creates the account of its address on a plan, or verifies an existing one, with this password.
   * Everything that others prepared for the address ends. `taken`: the address already has a verified account. `closed`: it would create
   * one, and `plan` is null.
   */
  welcome(
    secret: string,
    wanted: { password: string; plan: string | null; nowMs: number; browser?: Browser },
  ): Promise<Followed<'welcome'> | { kind: 'closed' }>
  /**
   * Sets a password by the link of a mail, and uses up the link. All sessions, links and pending changes end. An account with a second
   * factor needs a code of it; without one the link stays as it is. `hasFactor`: a code was checked.
   */
  resetPassword(
    secret: string,
    password: string,
    nowMs: number,
    proof?: Proof,
  ): Promise<
    | { kind: 'done'; account: Account; hasFactor: boolean }
    | Exclude<Followed<'done'>, { kind: 'done' }>
    | NeedsCode
  >
  /** Uses up the link that was mailed to a new address. The account has that address from then on. The old one is told and can stop it. */
  changeEmail(secret: string, nowMs: number, browser?: Browser): Promise<Followed<'changed'>>
  /**
   * Freezes an account by the link that was mailed to its old address. All sessions and pending changes end. The link stays valid; used
   * again, it changes nothing while the account is frozen.
   */
  freezeByLink(
    secret: string,
    untilMs: number,
    nowMs: number,
    browser?: Browser,
  ): Promise<Followed<'frozen-now'>>
  /** The account of such a link, and the stored form of the password that was valid when the link was sent. Null: the link is not valid. */
  beforeFreeze(secret: string, nowMs: number): Promise<{ accountId: string; password: string | null } | null>
  /**
   * Gives an account the old address back, the one to which such a link was sent, with a new password. Everything later ends, including
   * links to later addresses. An account with a second factor needs a code of it.
   */
  takeBack(
    secret: string,
    password: string,
    nowMs: number,
    proof?: Proof,
  ): Promise<Followed<'taken-back'> | NeedsCode>
}

/** For so long an expired link is answered with "expired". After that it is "unknown". */
const EXPIRED_KNOWN_MS = 30 * 86_400_000
/** PostgreSQL's code. SQLite has only one writer at a time. */
const UNIQUE_VIOLATION = '23505'

/** The account of a link, before the link changes it. Null when the link is no longer valid for it. */
async function ownerOf(write: Write | Database, link: Row<'link'>): Promise<Row<'account'> | null> {
  const row = await write
    .selectFrom('account')
    .selectAll()
    .where('id', '=', link.account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined || row.disabled === 1 ? null : row
}
const holderOf = (write: Write, email: string) =>
  write.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

async function found(write: Write, id: string): Promise<Account> {
  const row = await write.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return accountOf(row)
}

/** Creates or verifies the account of an address, after its reader has chosen a password. */
async function admit(
  write: Write,
  email: string,
  { password, plan, nowMs, browser }: Parameters<Links['welcome']>[1],
): Promise<Followed<'welcome'> | { kind: 'closed' }> {
  const holder = await holderOf(write, email)
  if (holder !== undefined) {
    if (holder.disabled === 1) return { kind: 'unknown' }
    if (holder.verified === 1) return { kind: 'taken' }
    const condition = { generation: holder.generation, notFrozenAtMs: nowMs }
    if (!(await renew(write, holder.id, { password, verified: 1 }, condition))) return { kind: 'unknown' }
    await note(write, { action: 'account.confirm', accountId: holder.id, browser, nowMs })
    return { kind: 'welcome', account: await found(write, holder.id) }
  }
  if (plan === null) return { kind: 'closed' }
  const account = await insertAccount(write, { email, plan, verified: true, password, nowMs, browser })
  return account === null ? { kind: 'taken' } : { kind: 'welcome', account }
}

/** Checks the code that a change by a link needs, and uses it up. A missing one for an account with a factor is a line of the audit. */
async function proven(
  write: Write,
  accountId: string,
  { code, browser }: Proof,
  nowMs: number,
): Promise<'right' | 'none' | NeedsCode> {
  const check = await passes(write, accountId, code, { nowMs, browser })
  return check === 'wrong' || check === 'used'
    ? { kind: 'code', why: code === '' ? 'missing' : check }
    : check
}

export function linksIn(db: Database): Links {
  /** Two accounts may get one address at the same time: the database accepts only one of them. */
  async function unlessTaken<T>(work: (write: Write) => Promise<T>): Promise<T | { kind: 'taken' }> {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
        return { kind: 'taken' }
      throw error
    }
  }

  return {
    async createLink({
      purpose,
      accountId,
      email,
      generation,
      detail,
      expiresAtMs,
      nowMs,
      secret = randomBase62(32),
    }) {
      await db
        .insertInto('link')
        .values({
          sha256: tokenDigest(secret),
          purpose,
          account_id: accountId,
          email,
          generation,
          detail,
          created_at: nowMs,
          expires_at: expiresAtMs,
        })
        .execute()
      return secret
    },
    links: (accountId) =>
      db
        .selectFrom('link')
        .select(['purpose', 'email', 'created_at as createdAtMs', 'expires_at as expiresAtMs'])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute(),
    async linkState(secret, purpose, nowMs) {
      const row = await linkRow(db, secret, purpose)
      return row === undefined ? 'unknown' : row.expires_at <= nowMs ? 'expired' : 'good'
    },
    async linkOwner(secret, purpose, nowMs) {
      const row = await linkRow(db, secret, purpose)
      if (row === undefined || row.expires_at <= nowMs) return null
      const owner = await ownerOf(db, row)
      return owner === null ? null : { account: accountOf(owner), detail: row.detail }
    },
    async useLink(secret, purpose, nowMs) {
      const { kind, row } = await usedUp(db, secret, purpose, nowMs)
      return kind === 'used' ? { kind, accountId: row.account_id, detail: row.detail } : { kind }
    },
    welcome: (secret, wanted) =>
      db.transaction().execute(async (write) => {
        const link = await linkRow(write, secret, 'welcome')
        if (link === undefined || link.email === null) return { kind: 'unknown' }
        if (link.expires_at <= wanted.nowMs) return { kind: 'expired' }
        const { email } = link
        // One statement deletes all welcome links of the address. A second user waits here and then finds none.
        const ended = await write
          .deleteFrom('link')
          .where('email', '=', email)
          .where('purpose', '=', 'welcome')
          .returning('sha256')
          .execute()
        if (!ended.some(({ sha256 }) => sha256 === link.sha256)) return { kind: 'unknown' }
        const admitted = await admit(write, email, wanted)
        if (admitted.kind === 'welcome') await forgetAsked(write, email)
        return admitted
      }),
    resetPassword: (secret, password, nowMs, proof = NO_PROOF) =>
      db.transaction().execute(async (write) => {
        const link = await linkRow(write, secret, 'reset')
        const holder = link === undefined || link.expires_at <= nowMs ? null : await ownerOf(write, link)
        const check = holder === null ? 'none' : await proven(write, holder.id, proof, nowMs)
        if (typeof check === 'object') return check
        const { kind, row } = await usedUp(write, secret, 'reset', nowMs)
        if (kind !== 'used') return { kind }
        const owner = await ownerOf(write, row)
        if (owner === null) return { kind: 'unknown' }
        if ((owner.frozen_until ?? 0) > nowMs) return { kind: 'frozen' }
        const condition = { generation: row.generation, notFrozenAtMs: nowMs }
        if (!(await renew(write, owner.id, { password }, condition))) return { kind: 'unknown' }
        const { browser } = proof
        await note(write, { action: 'account.set-password', accountId: owner.id, browser, nowMs })
        await enqueue(write, { kind: 'password-changed', accountId: owner.id, recipient: owner.email, nowMs })
        return { kind: 'done', account: await found(write, owner.id), hasFactor: check === 'right' }
      }),
    changeEmail: (secret, nowMs, browser) =>
      unlessTaken(async (write) => {
        const { kind, row } = await usedUp(write, secret, 'change-email', nowMs)
        if (kind !== 'used') return { kind }
        const [owner, { email }] = [await ownerOf(write, row), row]
        if (owner === null || email === null) return { kind: 'unknown' }
        if ((await holderOf(write, email)) !== undefined) return { kind: 'taken' }
        const condition = { generation: row.generation, notFrozenAtMs: nowMs }
        if (!(await renew(write, owner.id, { email, verified: 1 }, condition))) return { kind: 'unknown' }
        await note(write, { action: 'account.change-email', accountId: owner.id, browser, nowMs })
        await tellOldAddress(write, 'email-changed', owner, nowMs)
        return { kind: 'changed', account: await found(write, owner.id) }
      }),
    freezeByLink: (secret, untilMs, nowMs, browser) =>
      db.transaction().execute(async (write) => {
        const link = await linkRow(write, secret, FREEZE)
        if (link === undefined) return { kind: 'unknown' }
        if (link.expires_at <= nowMs) return { kind: 'expired' }
        const owner = await ownerOf(write, link)
        if (owner === null) return { kind: 'unknown' }
        const condition = { generation: owner.generation, notFrozenAtMs: nowMs }
        if (await renew(write, owner.id, { frozen_until: untilMs }, condition)) {
          const detail = { untilMs }
          await note(write, { action: 'account.freeze', accountId: owner.id, detail, browser, nowMs })
          await enqueue(write, { kind: 'frozen', accountId: owner.id, detail: { untilMs }, nowMs })
        }
        return { kind: 'frozen-now', account: await found(write, owner.id) }
      }),
    async beforeFreeze(secret, nowMs) {
      const link = await linkRow(db, secret, FREEZE)
      if (link === undefined || link.expires_at <= nowMs || link.account_id === null) return null
      return { accountId: link.account_id, password: link.detail }
    },
    takeBack: (secret, password, nowMs, proof = NO_PROOF) =>
      unlessTaken(async (write) => {
        const link = await linkRow(write, secret, FREEZE)
        if (link === undefined) return { kind: 'unknown' }
        if (link.expires_at <= nowMs) return { kind: 'expired' }
        const [owner, { email }] = [await ownerOf(write, link), link]
        if (owner === null || email === null) return { kind: 'unknown' }
        const holder = await holderOf(write, email)
        if (holder !== undefined && holder.id !== owner.id) return { kind: 'taken' }
        const check = await proven(write, owner.id, proof, nowMs)
        if (typeof check === 'object') return check
        const set = { email, password, verified: 1, frozen_until: null } as const
        if (!(await renew(write, owner.id, set, { generation: owner.generation }))) return { kind: 'unknown' }
        // Links to earlier addresses stay: they can still stop the later changes.
        await write
          .deleteFrom('link')
          .where('account_id', '=', owner.id)
          .where('purpose', '=', FREEZE)
          .where('created_at', '>=', link.created_at)
          .execute()
        // Mails that are not sent yet are also for later addresses.
        await write
          .deleteFrom('mail')
          .where('account_id', '=', owner.id)
          .where('sent_at', 'is', null)
          .where('kind', 'in', ['email-changed', 'email-change-asked'])
          .execute()
        await note(write, { action: 'account.take-back', accountId: owner.id, browser: proof.browser, nowMs })
        for (const recipient of new Set([email, owner.email])) {
          await enqueue(write, { kind: 'taken-back', accountId: owner.id, recipient, nowMs })
        }
        return { kind: 'taken-back', account: await found(write, owner.id) }
      }),
  }
}

/** A link with this purpose that was neither used nor ended by a later change of its account. */
const linkRow = (
  db: Write | Database,
  secret: string,
  purpose: LinkPurpose,
): Promise<Row<'link'> | undefined> =>
  db
    .selectFrom('link')
    .leftJoin('account', 'account.id', 'link.account_id')
    .selectAll('link')
    .where('sha256', '=', tokenDigest(secret))
    .where('purpose', '=', purpose)
    .where((or) =>
      or.or([
        or('link.account_id', 'is', null),
        or('link.purpose', '=', FREEZE),
        or('link.generation', '=', or.ref('account.generation')),
      ]),
    )
    .executeTakeFirst()

type Used = { kind: 'used'; row: Row<'link'> } | { kind: 'expired' | 'unknown'; row?: never }

/** Uses up a link, in the transaction of its purpose when one is given. */
async function usedUp(
  write: Write | Database,
  secret: string,
  purpose: LinkPurpose,
  nowMs: number,
): Promise<Used> {
  const good = await linkRow(write, secret, purpose)
  if (good === undefined) return { kind: 'unknown' }
  const used = await write
    .deleteFrom('link')
    .where('sha256', '=', good.sha256)
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
  if (used !== undefined) return { kind: 'used', row: used }
  return { kind: good.expires_at <= nowMs ? 'expired' : 'unknown' }
}

/** Forgets links that expired long ago. Links that contain the stored form of a password are forgotten as soon as they expire. */
export async function pruneLinks(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('link')
    .where((where) =>
      where.or([
        where('expires_at', '<', nowMs - EXPIRED_KNOWN_MS),
        where.and([where('expires_at', '<', nowMs), where('purpose', '=', FREEZE)]),
      ]),
    )
    .execute()
}
