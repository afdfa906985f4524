// Short-lived links as rows, by digests of their secrets: what each does (password, address, freeze, take back) and which need a code.
import { tokenDigest } from '#open/access/token.ts'
import { type Account, accountIn, accountOf, insertAccount } from './accounts.ts'
import { type Browser, type Done, note } from './audit.ts'
import { type Database, erase, rowOf, rowsOf, type Write } from './database.ts'
import { type CodeRefusal, passes } from './factors.ts'
import { FREEZE, renew, tellOldAddress } from './generation.ts'
import { enqueue, forgetAsked } from './mails.ts'
import { addLink, addSession, type LinkPurpose, type WantedLink, type WantedSession } from './secret-rows.ts'
import type { Row } from './schema.ts'

/** Result of following the link of a mail. `taken`: another account has the address now. `frozen`: nothing may change now. */
type Followed<Kind extends string> = { kind: Kind; account: Account } | Dead
type Dead = { kind: 'expired' | 'unknown' | 'taken' | 'frozen' }

/** A change needs a code of the account's second factor. Nothing was changed. `missing`: none was given. */
type NeedsCode = { kind: 'code'; why: CodeRefusal | 'missing' }

/** The code of a second factor that was typed (empty: none was), the browser, and the session that is opened. */
interface Proof {
  readonly code: string
  readonly browser: Browser
  readonly session?: WantedSession
}

const NO_PROOF: Proof = { code: '', browser: null }

/** PostgreSQL's code. SQLite has only one writer at a time. */
const UNIQUE_VIOLATION = '23505'

/** The account of a link, before the link changes it. Undefined when the link is no longer valid for it. */
const ownerOf = async (db: Database, { account_id }: Row<'link'>): Promise<Row<'account'> | undefined> =>
  account_id === null ? undefined : rowOf(db, 'account', { id: account_id, deleted_at: null, disabled: 0 })

/** The choices of a visitor with the link of a sign-up. Without a plan no account is created. */
interface Chosen extends Done {
  readonly password: string
  readonly plan: string | null
  /** The session that it opens. */
  readonly session?: WantedSession
}

/** Creates or verifies the account of an address, after its reader has chosen a password. */
async function admit(
  write: Write,
  email: string,
  { password, plan, nowMs, browser }: Chosen,
): Promise<Followed<'welcome'> | { kind: 'closed' }> {
  const holder = await rowOf(write, 'account', { email })
  if (holder !== undefined) {
    if (holder.disabled === 1) return { kind: 'unknown' }
    if (holder.verified === 1) return { kind: 'taken' }
    const condition = { generation: holder.generation, notFrozenAtMs: nowMs }
    if (!(await renew(write, holder.id, { password, verified: 1 }, condition))) return { kind: 'unknown' }
    await note(write, { action: 'account.confirm', accountId: holder.id, browser, nowMs })
    return { kind: 'welcome', account: await accountIn(write, holder.id) }
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

/** A link with this purpose. `unknown`: it was used before, ended by a later change of its account, has another purpose, or was never made. */
async function linkIn(
  db: Database,
  secret: string,
  purpose: LinkPurpose,
  nowMs: number,
): Promise<{ kind: 'good'; row: Row<'link'> } | { kind: 'expired' | 'unknown'; row?: never }> {
  const row = await db
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
  if (row === undefined) return { kind: 'unknown' }
  return row.expires_at <= nowMs ? { kind: 'expired' } : { kind: 'good', row }
}

/** Uses up a link, in the transaction of its purpose when there is one. When two clients use it at once, one succeeds. */
async function usedUp(
  db: Database,
  secret: string,
  purpose: LinkPurpose,
  nowMs: number,
): ReturnType<typeof linkIn> {
  const link = await linkIn(db, secret, purpose, nowMs)
  if (link.kind !== 'good') return link
  return (await erase(db, 'link', { sha256: link.row.sha256 })) > 0 ? link : { kind: 'unknown' }
}

/** Two accounts may get one address at the same time: the database accepts only one of them. */
async function unlessTaken<T>(
  db: Database,
  work: (write: Write) => Promise<T>,
): Promise<T | { kind: 'taken' }> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return { kind: 'taken' }
    throw error
  }
}

/** Uses up the link of a sign-up: `welcome` of a store. */
async function welcome(
  write: Write,
  secret: string,
  wanted: Chosen,
): Promise<Followed<'welcome'> | { kind: 'closed' }> {
  const { kind, row } = await linkIn(write, secret, 'welcome', wanted.nowMs)
  if (kind !== 'good') return { kind }
  const { email, sha256 } = row
  if (email === null) return { kind: 'unknown' }
  // One statement deletes all welcome links of the address. A second user waits here and then finds none.
  const ended = await write
    .deleteFrom('link')
    .where((is) => is.and({ email, purpose: 'welcome' }))
    .returning('sha256')
    .execute()
  if (!ended.some((link) => link.sha256 === sha256)) return { kind: 'unknown' }
  const admitted = await admit(write, email, wanted)
  if (admitted.kind !== 'welcome') return admitted
  await forgetAsked(write, email)
  await addSession(write, admitted.account.id, wanted.session, wanted)
  return admitted
}

/** Sets a password by a link: `resetPassword` of a store. */
async function resetPassword(
  write: Write,
  secret: string,
  password: string,
  nowMs: number,
  proof: Proof,
): Promise<{ kind: 'done'; account: Account; hasFactor: boolean } | Dead | NeedsCode> {
  const { kind, row } = await linkIn(write, secret, 'reset', nowMs)
  if (kind !== 'good') return { kind }
  const owner = await ownerOf(write, row)
  const check = owner === undefined ? 'none' : await proven(write, owner.id, proof, nowMs)
  if (typeof check === 'object') return check
  const isUsed = (await erase(write, 'link', { sha256: row.sha256 })) > 0
  if (!isUsed || owner === undefined) return { kind: 'unknown' }
  const { id: accountId, email: recipient } = owner
  if ((owner.frozen_until ?? 0) > nowMs) return { kind: 'frozen' }
  const condition = { generation: row.generation, notFrozenAtMs: nowMs }
  if (!(await renew(write, accountId, { password }, condition))) return { kind: 'unknown' }
  const [{ browser }, mail] = [proof, { kind: 'password-changed' as const, recipient }]
  await note(write, { action: 'account.set-password', accountId, browser, nowMs, mail })
  if (check === 'right') await addSession(write, accountId, proof.session, { nowMs, browser })
  return { kind: 'done', account: await accountIn(write, accountId), hasFactor: check === 'right' }
}

/** Gives an account its new address by a link: `changeEmail` of a store. */
async function changeEmail(
  write: Write,
  secret: string,
  nowMs: number,
  browser?: Browser,
): Promise<Followed<'changed'>> {
  const { kind, row } = await usedUp(write, secret, 'change-email', nowMs)
  if (kind !== 'good') return { kind }
  const [owner, { email }] = [await ownerOf(write, row), row]
  if (owner === undefined || email === null) return { kind: 'unknown' }
  if ((await rowOf(write, 'account', { email })) !== undefined) return { kind: 'taken' }
  const condition = { generation: row.generation, notFrozenAtMs: nowMs }
  if (!(await renew(write, owner.id, { email, verified: 1 }, condition))) return { kind: 'unknown' }
  await note(write, { action: 'account.change-email', accountId: owner.id, browser, nowMs })
  await tellOldAddress(write, 'email-changed', owner, nowMs)
  return { kind: 'changed', account: await accountIn(write, owner.id) }
}

/** Gives an account its old address back by a link: `takeBack` of a store. */
async function takeBack(
  write: Write,
  secret: string,
  password: string,
  nowMs: number,
  proof: Proof,
): Promise<Followed<'taken-back'> | NeedsCode> {
  const { kind, row } = await linkIn(write, secret, FREEZE, nowMs)
  if (kind !== 'good') return { kind }
  const [owner, { email, created_at: sentAtMs }] = [await ownerOf(write, row), row]
  if (owner === undefined || email === null) return { kind: 'unknown' }
  // Looked for after the account: of two at once the second finds no link, or an account that was changed since it was read.
  if ((await rowOf(write, 'link', { sha256: row.sha256 })) === undefined) return { kind: 'unknown' }
  const accountId = owner.id
  const holder = await rowOf(write, 'account', { email })
  if (holder !== undefined && holder.id !== accountId) return { kind: 'taken' }
  const check = await proven(write, accountId, proof, nowMs)
  if (typeof check === 'object') return check
  const set = { email, password, verified: 1, frozen_until: null } as const
  if (!(await renew(write, accountId, set, { generation: owner.generation }))) return { kind: 'unknown' }
  // Links to earlier addresses stay: they can still stop the later changes.
  await write
    .deleteFrom('link')
    .where((is) => is.and({ account_id: accountId, purpose: FREEZE }))
    .where('created_at', '>=', sentAtMs)
    .execute()
  // Mails that are not sent yet are also for later addresses.
  for (const mail of ['email-changed', 'email-change-asked']) {
    await erase(write, 'mail', { account_id: accountId, sent_at: null, kind: mail })
  }
  const { browser } = proof
  await note(write, { action: 'account.take-back', accountId, browser, nowMs })
  await addSession(write, accountId, proof.session, { nowMs, browser })
  for (const recipient of new Set([email, owner.email])) {
    await enqueue(write, { kind: 'taken-back', accountId, recipient, nowMs })
  }
  return { kind: 'taken-back', account: await accountIn(write, accountId) }
}

/** The links in mails of a store, and what each one does when it is used. */
export function linksIn(db: Database) {
  return {
    /** Creates a link and returns its secret. */
    createLink: (wanted: WantedLink): Promise<string> => addLink(db, wanted),
    /** The links of one account, oldest first: the purpose of each, but not its secret, and not the stored password of a freeze. */
    links: async (accountId: string) =>
      (await rowsOf(db, 'link', { account_id: accountId }, 'created_at')).map(
        ({ purpose, email, created_at, expires_at }) => ({ purpose, email, created_at, expires_at }),
      ),
    /** Whether a link is still valid. Does not use it up. */
    linkState: async (secret: string, purpose: LinkPurpose, nowMs: number) =>
      (await linkIn(db, secret, purpose, nowMs)).kind,
    /** The account of a valid link, and the link's detail. Null: the link is not valid, or has no account that can be used. */
    async linkOwner(secret: string, purpose: LinkPurpose, nowMs: number) {
      const { row } = await linkIn(db, secret, purpose, nowMs)
      const owner = row && (await ownerOf(db, row))
      return owner === undefined ? null : { account: accountOf(owner), detail: row?.detail ?? null }
    },
    /** Uses up a link. `detail`: what was stored with it. */
    async useLink(secret: string, purpose: LinkPurpose, nowMs: number) {
      const { kind, row } = await usedUp(db, secret, purpose, nowMs)
      if (kind !== 'good') return { kind }
      return { kind: 'used' as const, accountId: row.account_id, detail: row.detail }
    },
    /**
     * Uses up the link of a sign-up. It creates the account of its address on a plan, or verifies an existing one, with this password.
     * Everything that others prepared for the address ends. `taken`: the address already has a verified account. `closed`: it would create
     * one, and `plan` is null.
     */
    welcome: (secret: string, wanted: Chosen): Promise<Followed<'welcome'> | { kind: 'closed' }> =>
      db.transaction().execute((write) => welcome(write, secret, wanted)),
    /**
     * Sets a password by the link of a mail, and uses up the link. All sessions, links and pending changes end. An account with a second
     * factor needs a code of it; without one the link stays as it is. `hasFactor`: a code was checked, and the session is open.
     */
    resetPassword: (secret: string, password: string, nowMs: number, proof = NO_PROOF) =>
      db.transaction().execute((write) => resetPassword(write, secret, password, nowMs, proof)),
    /** Uses up the link that was mailed to a new address. The account has that address from then on. The old one is told and can stop it. */
    changeEmail: (secret: string, nowMs: number, browser?: Browser) =>
      unlessTaken(db, (write) => changeEmail(write, secret, nowMs, browser)),
    /**
     * Freezes an account by the link that was mailed to its old address. All sessions and pending changes end. The link stays valid; used
     * again, it changes nothing while the account is frozen.
     */
    freezeByLink: (
      secret: string,
      untilMs: number,
      nowMs: number,
      browser?: Browser,
    ): Promise<Followed<'frozen-now'>> =>
      db.transaction().execute(async (write) => {
        const { kind, row } = await linkIn(write, secret, FREEZE, nowMs)
        if (kind !== 'good') return { kind }
        const owner = await ownerOf(write, row)
        if (owner === undefined) return { kind: 'unknown' }
        const { id: accountId, generation } = owner
        const condition = { generation, notFrozenAtMs: nowMs }
        if (await renew(write, accountId, { frozen_until: untilMs }, condition)) {
          const [detail, mail] = [{ untilMs }, { kind: 'frozen' as const }]
          await note(write, { action: 'account.freeze', accountId, detail, browser, nowMs, mail })
        }
        return { kind: 'frozen-now', account: await accountIn(write, accountId) }
      }),
    /** The account of such a link, and the stored form of the password that was valid when the link was sent. Null: the link is not valid. */
    async beforeFreeze(secret: string, nowMs: number) {
      const { row } = await linkIn(db, secret, FREEZE, nowMs)
      if (row === undefined || row.account_id === null) return null
      return { accountId: row.account_id, password: row.detail }
    },
    /**
     * Gives an account the old address back, the one to which such a link was sent, with a new password. Everything later ends, including
     * links to later addresses. An account with a second factor needs a code of it.
     */
    takeBack: (secret: string, password: string, nowMs: number, proof = NO_PROOF) =>
      unlessTaken(db, (write) => takeBack(write, secret, password, nowMs, proof)),
  }
}
