// Second factors as rows: the secret shared with an authenticator app, the step of its last code, and the digests of recovery codes.
import { tokenDigest } from '#open/access/token.ts'
import type { Account } from './accounts.ts'
import { type Done, note } from './audit.ts'
import { addRow, type Database, erase, type OpenedEngine, rowOf, rowsOf, type Write } from './database.ts'
import { renew, unchanged } from './generation.ts'
import { addLink, addSession, type WantedLink, type WantedSession } from './secret-rows.ts'
import { mintRecoveryCode } from './secrets.ts'
import { stepsOf } from './totp.ts'

/** Recovery codes of one set. */
const CODES = 10

/** The second factor of an account. */
export type Factor = Readonly<NonNullable<Awaited<ReturnType<ReturnType<typeof factorsIn>['factor']>>>>

/**
 * Why a code does not count. `wrong`: it is neither a code of this half minute, or of the one before or after it, nor an unused recovery
 * code. `used`: it was used before, or a later one was.
 */
export type CodeRefusal = 'wrong' | 'used'

/** Whether a code counts. `none`: the account has no second factor, so there is nothing to ask for. */
export type CodeCheck = 'right' | 'none' | CodeRefusal

/** The action that a code confirms. */
export interface DoneByCode extends Done {
  readonly code: string
  /** It takes the place of the sessions that end. */
  readonly session?: WantedSession
}

export type Undone = CodeRefusal | 'overtaken'

/** The link that shows new recovery codes once: its secret, and the link for the codes. */
interface ShownCodes {
  readonly secret: string
  readonly link: (codes: readonly string[]) => WantedLink
}

interface NewFactor extends DoneByCode {
  /** The secret that is shared with the app. */
  readonly secret: string
  readonly shown?: ShownCodes
}

/** A recovery code as it is stored: however it was typed. */
const digestOf = (code: string): string => tokenDigest(code.toLowerCase().replace(/[^a-z0-9]/g, ''))

/**
 * Checks a code and uses it up, in the transaction of the change that it allows. The line about a refused one stays when nothing else
 * changes.
 */
export async function passes(write: Write, accountId: string, code: string, done: Done): Promise<CodeCheck> {
  const factor = await factorRow(write, accountId)
  if (factor === undefined) return 'none'
  const digits = code.replace(/\s/g, '')
  const steps = /^\d{6}$/.test(digits) ? stepsOf(factor.secret, digits, done.nowMs) : []
  for (const step of steps) {
    // The condition is in the statement, so one code counts once over all servers.
    const used = await write
      .updateTable('factor')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 0n) return 'right'
  }
  const isRecovered = steps.length === 0 && (await recovers(write, accountId, code, done))
  if (isRecovered) return 'right'
  const why = steps.length === 0 ? 'wrong' : 'used'
  const detail = { why: code === '' ? 'missing' : why }
  await note(write, { action: 'refused.code', accountId, detail, ...done })
  return why
}

/** Uses up a recovery code and tells the account. False: it is none, or was used before. */
async function recovers(
  write: Write,
  accountId: string,
  code: string,
  { nowMs, browser }: Done,
): Promise<boolean> {
  const used = await erase(write, 'recovery_code', { sha256: digestOf(code), account_id: accountId })
  if (used === 0) return false
  const detail = { left: await codesLeft(write, accountId) }
  const [action, mail] = ['factor.use-recovery-code', { kind: 'recovery-code-used' as const }]
  await note(write, { action, accountId, detail, browser, nowMs, mail })
  return true
}

const codesLeft = async (db: Database, accountId: string): Promise<number> =>
  (await rowsOf(db, 'recovery_code', { account_id: accountId })).length

/**
 * Checks a code as `passes` does, where the account is as it was read. Its row is locked, so that of two changes at once the second finds
 * another generation.
 */
export const allows = async (
  write: Write,
  account: Account,
  { code, ...done }: DoneByCode,
  engine: OpenedEngine['kind'],
): Promise<CodeCheck | 'overtaken'> =>
  (await unchanged(write, account, done.nowMs, engine === 'postgres')) === null
    ? 'overtaken'
    : passes(write, account.id, code, done)

/** Replaces the recovery codes of an account, and returns the new ones. */
async function newCodes(write: Write, accountId: string, shown?: ShownCodes): Promise<string[]> {
  const codes = Array.from({ length: CODES }, mintRecoveryCode)
  await erase(write, 'recovery_code', { account_id: accountId })
  await write
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ sha256: digestOf(code), account_id: accountId })))
    .execute()
  if (shown !== undefined) await addLink(write, shown.link(codes))
  return codes
}

/** The row of an account's second factor. Undefined: it has none. */
const factorRow = (db: Database, accountId: string) => rowOf(db, 'factor', { account_id: accountId })

/** Removes a factor and begins the next generation. False: there is none. */
async function remove(write: Write, accountId: string): Promise<boolean> {
  if ((await factorRow(write, accountId)) === undefined) return false
  if (!(await renew(write, accountId, {}))) return false
  await erase(write, 'recovery_code', { account_id: accountId })
  await erase(write, 'factor', { account_id: accountId })
  return true
}

/** The second factors of the accounts of a store. */
export const factorsIn = (db: Database, engine: OpenedEngine['kind']) => ({
  /** The second factor of an account. Null: it has none. */
  async factor(accountId: string) {
    const row = await factorRow(db, accountId)
    if (row === undefined) return null
    return { createdAtMs: row.created_at, recoveryCodesLeft: await codesLeft(db, accountId) }
  },
  /**
   * Checks a code and uses it up: of the app, or a recovery code. When several servers get one code at once, it counts for one of them. A
   * refused code is a line of the audit.
   */
  useCode: (accountId: string, code: string, done: Done): Promise<CodeCheck> =>
    db.transaction().execute((write) => passes(write, accountId, code, done)),
  /**
   * Gives an account a second factor, when the code is one of the secret, and returns its recovery codes: the only time that they are
   * readable. All sessions, links, pending changes and known devices end; `session` takes their place. `overtaken`: the account has a factor
   * already, was changed since it was read, or is frozen.
   */
  addFactor: (
    { id: accountId, generation }: Account,
    { secret, code, nowMs, browser, session, shown }: NewFactor,
  ): Promise<string[] | Undone> =>
    db.transaction().execute(async (write) => {
      const [step] = stepsOf(secret, code.replace(/\s/g, ''), nowMs)
      if (step === undefined) return 'wrong'
      if ((await factorRow(write, accountId)) !== undefined) return 'overtaken'
      // Of two that come at once, the second finds another generation here.
      if (!(await renew(write, accountId, {}, { generation, notFrozenAtMs: nowMs }))) return 'overtaken'
      await addRow(write, 'factor', { account_id: accountId, secret, created_at: nowMs, last_step: step })
      await note(write, { action: 'factor.add', accountId, browser, nowMs, mail: { kind: 'factor-added' } })
      await addSession(write, accountId, session, { nowMs, browser })
      return newCodes(write, accountId, shown)
    }),
  /**
   * Removes the second factor of an account by a code of it. All sessions, links, pending changes and known devices end; `session` takes
   * their place.
   */
  removeFactor: (account: Account, { session, ...proof }: DoneByCode): Promise<'removed' | Undone> =>
    db.transaction().execute(async (write) => {
      const check = await allows(write, account, proof, engine)
      if (check !== 'right' && check !== 'none') return check
      const { id: accountId } = account
      if (!(await remove(write, accountId))) return 'overtaken'
      const [{ nowMs, browser }, mail] = [proof, { kind: 'factor-removed' as const }]
      await note(write, { action: 'factor.remove', accountId, browser, nowMs, mail })
      await addSession(write, accountId, session, proof)
      return 'removed'
    }),
  /**
   * Makes a new set of recovery codes by a code of the factor. Those of before no longer count. `repeated`: the link that shows the new ones
   * is there already.
   */
  renewRecoveryCodes: (
    account: Account,
    { shown, ...proof }: DoneByCode & { readonly shown?: ShownCodes },
  ): Promise<string[] | Undone | 'repeated'> =>
    db.transaction().execute(async (write) => {
      const [{ id: accountId }, { code, nowMs, browser }] = [account, proof]
      const sha256 = shown && tokenDigest(shown.secret)
      if ((await unchanged(write, account, nowMs, engine === 'postgres')) === null) return 'overtaken'
      if (sha256 !== undefined && (await rowOf(write, 'link', { sha256 })) !== undefined) return 'repeated'
      const check = await passes(write, accountId, code, { nowMs, browser })
      if (check === 'none') return 'overtaken'
      if (check !== 'right') return check
      const codes = await newCodes(write, accountId, shown)
      const mail = { kind: 'recovery-codes-made' as const }
      await note(write, { action: 'factor.make-recovery-codes', accountId, browser, nowMs, mail })
      return codes
    }),
  /** For the operator. Removes the second factor without a code, ends all sessions and tells the owner. False: there was none. */
  resetFactor: (accountId: string, nowMs: number): Promise<boolean> =>
    db.transaction().execute(async (write) => {
      if (!(await remove(write, accountId))) return false
      await note(write, { action: 'factor.reset', accountId, nowMs, mail: { kind: 'factor-reset' } })
      return true
    }),
})
