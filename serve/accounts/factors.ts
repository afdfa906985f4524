// Second factors as rows: the secret shared with an authenticator app, the step of its last code, and the digests of recovery codes.
import { tokenDigest } from '#serve/access/token.ts'
import type { Account } from './accounts.ts'
import { type Browser, note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { renew, unchanged } from './generation.ts'
import { enqueue } from './mails.ts'
import { type ByteSource, mintRecoveryCode } from './secrets.ts'
import { stepsOf } from './totp.ts'

/** Recovery codes of one set. */
const CODES = 10

/** The second factor of an account. */
export interface Factor {
  readonly createdAtMs: number
  readonly recoveryCodesLeft: number
}

/**
 * Why a code does not count. `wrong`: it is neither a code of this half minute, or of the one before or after it, nor an unused recovery
 * code. `used`: it was used before, or a later one was.
 */
export type CodeRefusal = 'wrong' | 'used'

/** Whether a code counts. `none`: the account has no second factor, so there is nothing to ask for. */
export type CodeCheck = 'right' | 'none' | CodeRefusal

/** When and in which browser something was done. */
interface Done {
  readonly nowMs: number
  readonly browser?: Browser
}

export interface Factors {
  /** The second factor of an account. Null: it has none. */
  factor(accountId: string): Promise<Factor | null>
  /**
   * Checks a code and uses it up: of the app, or a recovery code. When several servers get one code at once, it counts for one of them. A
   * refused code is a line of the audit.
   */
  useCode(accountId: string, code: string, done: Done): Promise<CodeCheck>
  /**
   * Gives an account a second factor, when the code is one of the secret, and returns its recovery codes: the only time that they are
   * readable. All sessions, links, pending changes and known devices end. `overtaken`: the account has a factor already, was changed since
   * it was read, or is frozen.
   */
  addFactor(
    account: Account,
    wanted: { secret: string; code: string } & Done,
  ): Promise<string[] | CodeRefusal | 'overtaken'>
  /** Removes the second factor of an account by a code of it. All sessions, links, pending changes and known devices end. */
  removeFactor(
    account: Account,
    wanted: { code: string } & Done,
  ): Promise<'removed' | CodeRefusal | 'overtaken'>
  /** Makes a new set of recovery codes by a code of the factor. Those of before no longer count. */
  renewRecoveryCodes(
    account: Account,
    wanted: { code: string } & Done,
  ): Promise<string[] | CodeRefusal | 'overtaken'>
  /** For the operator. Removes the second factor without a code, ends all sessions and tells the owner. False: there was none. */
  resetFactor(accountId: string, nowMs: number): Promise<boolean>
}

/** A recovery code as it is stored: however it was typed. */
const digestOf = (code: string): string => tokenDigest(code.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** Checks a code and uses it up, in the transaction of the change that it allows. The line about a refused one stays when nothing else changes. */
export async function passes(
  write: Write,
  accountId: string,
  code: string,
  done: Done,
  bytes?: ByteSource,
): Promise<CodeCheck> {
  const factor = await write
    .selectFrom('factor')
    .select('secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
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
  const isRecovered = steps.length === 0 && (await recovers(write, accountId, code, done, bytes))
  if (isRecovered) return 'right'
  const why = steps.length === 0 ? 'wrong' : 'used'
  const { nowMs: atMs, browser } = done
  const detail = { why: code === '' ? 'missing' : why }
  await note(write, { atMs, action: 'refused.code', accountId, detail, browser })
  return why
}

/** Uses up a recovery code and tells the account. False: it is none, or was used before. */
async function recovers(
  write: Write,
  accountId: string,
  code: string,
  { nowMs, browser }: Done,
  bytes?: ByteSource,
): Promise<boolean> {
  const used = await write
    .deleteFrom('recovery_code')
    .where('sha256', '=', digestOf(code))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) return false
  const detail = { left: await codesLeft(write, accountId) }
  const action = 'factor.use-recovery-code'
  await note(write, { atMs: nowMs, action, accountId, detail, browser })
  await enqueue(write, { kind: 'recovery-code-used', accountId, detail, nowMs }, bytes)
  return true
}

async function codesLeft(db: Write | Database, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((from) => from.fn.countAll().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Replaces the recovery codes of an account, and returns the new ones. */
async function newCodes(write: Write, accountId: string, bytes?: ByteSource): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => mintRecoveryCode(bytes))
  await write.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await write
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ sha256: digestOf(code), account_id: accountId })))
    .execute()
  return codes
}

/** Whether an account has a second factor. */
async function isHeld(write: Write, accountId: string): Promise<boolean> {
  const held = write.selectFrom('factor').select('account_id').where('account_id', '=', accountId)
  return (await held.executeTakeFirst()) !== undefined
}

/** Removes a factor and begins the next generation. False: there is none, or the account was changed meanwhile. */
async function remove(
  write: Write,
  accountId: string,
  condition: { generation?: number; notFrozenAtMs?: number } = {},
): Promise<boolean> {
  if (!(await isHeld(write, accountId))) return false
  if (!(await renew(write, accountId, {}, condition))) return false
  await write.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await write.deleteFrom('factor').where('account_id', '=', accountId).execute()
  return true
}

export function factorsIn(db: Database, bytes?: ByteSource): Factors {
  return {
    async factor(accountId) {
      const row = await db
        .selectFrom('factor')
        .select('created_at')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (row === undefined) return null
      return { createdAtMs: row.created_at, recoveryCodesLeft: await codesLeft(db, accountId) }
    },
    useCode: (accountId, code, done) =>
      db.transaction().execute((write) => passes(write, accountId, code, done, bytes)),
    addFactor: ({ id: accountId, generation }, { secret, code, nowMs, browser }) =>
      db.transaction().execute(async (write) => {
        const [step] = stepsOf(secret, code.replace(/\s/g, ''), nowMs)
        if (step === undefined) return 'wrong'
        if (await isHeld(write, accountId)) return 'overtaken'
        // Of two that come at once, the second finds another generation here.
        if (!(await renew(write, accountId, {}, { generation, notFrozenAtMs: nowMs }))) return 'overtaken'
        await write
          .insertInto('factor')
          .values({ account_id: accountId, secret, created_at: nowMs, last_step: step })
          .execute()
        await note(write, { atMs: nowMs, action: 'factor.add', accountId, browser })
        await enqueue(write, { kind: 'factor-added', accountId, nowMs }, bytes)
        return newCodes(write, accountId, bytes)
      }),
    removeFactor: ({ id: accountId, generation }, { code, nowMs, browser }) =>
      db.transaction().execute(async (write) => {
        const check = await passes(write, accountId, code, { nowMs, browser }, bytes)
        if (check === 'wrong' || check === 'used') return check
        if (!(await remove(write, accountId, { generation, notFrozenAtMs: nowMs }))) return 'overtaken'
        await note(write, { atMs: nowMs, action: 'factor.remove', accountId, browser })
        await enqueue(write, { kind: 'factor-removed', accountId, nowMs }, bytes)
        return 'removed'
      }),
    renewRecoveryCodes: (account, { code, nowMs, browser }) =>
      db.transaction().execute(async (write) => {
        const accountId = account.id
        const check = await passes(write, accountId, code, { nowMs, browser }, bytes)
        if (check === 'wrong' || check === 'used') return check
        if (check === 'none' || (await unchanged(write, account, nowMs)) === null) return 'overtaken'
        const codes = await newCodes(write, accountId, bytes)
        await note(write, { atMs: nowMs, action: 'factor.make-recovery-codes', accountId, browser })
        await enqueue(write, { kind: 'recovery-codes-made', accountId, nowMs }, bytes)
        return codes
      }),
    resetFactor: (accountId, nowMs) =>
      db.transaction().execute(async (write) => {
        if (!(await remove(write, accountId))) return false
        await note(write, { atMs: nowMs, action: 'factor.reset', accountId })
        await enqueue(write, { kind: 'factor-reset', accountId, nowMs }, bytes)
        return true
      }),
  }
}
