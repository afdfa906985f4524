// Known devices as rows: browsers that signed in to an account before. They give no access; their tries are counted apart.
import { tokenDigest } from '#serve/access/token.ts'
import type { Database } from './database.ts'
import { normalEmail } from './email.ts'
import { randomBase62 } from './secrets.ts'

export interface Devices {
  /** Whether a browser with this secret has signed in to the account of an address since its last change of password or address. */
  isKnownDevice(email: string, secret: string): Promise<boolean>
  /**
   * Records that a browser has signed in to an account. `secret` is the browser's current one; null for none. Returns the secret that it
   * must have from now on: the same one when it is known for this account, otherwise a new one. So a secret that someone else planted
   * becomes useless.
   */
  noteDevice(accountId: string, secret: string | null, generation: number, nowMs: number): Promise<string>
  /** The devices of one account, oldest first. */
  devices(accountId: string): Promise<{ createdAtMs: number; usedAtMs: number }[]>
}

/** Most devices of one account. Beyond that, the one unused for longest is forgotten. */
const MOST = 20
/** A device that was not used for so long is forgotten. */
const FORGOTTEN_MS = 400 * 86_400_000

export const devicesIn = (db: Database): Devices => ({
  async isKnownDevice(email, secret) {
    const row = await db
      .selectFrom('device')
      .innerJoin('account', 'account.id', 'device.account_id')
      .select('device.sha256')
      .where('sha256', '=', tokenDigest(secret))
      .where('email', '=', normalEmail(email))
      .whereRef('device.generation', '=', 'account.generation')
      .executeTakeFirst()
    return row !== undefined
  },
  noteDevice: (accountId, secret, generation, nowMs) =>
    db.transaction().execute(async (write) => {
      if (secret !== null) {
        const known = await write
          .updateTable('device')
          .set({ used_at: nowMs })
          .where('sha256', '=', tokenDigest(secret))
          .where('account_id', '=', accountId)
          .where('generation', '=', generation)
          .executeTakeFirst()
        if (known.numUpdatedRows !== 0n) return secret
      }
      const fresh = randomBase62(32)
      const row = { sha256: tokenDigest(fresh), account_id: accountId, generation }
      await write
        .insertInto('device')
        .values({ ...row, created_at: nowMs, used_at: nowMs })
        .execute()
      const stay = write
        .selectFrom('device')
        .select('sha256')
        .where('account_id', '=', accountId)
        .orderBy('used_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(MOST)
      await write
        .deleteFrom('device')
        .where('account_id', '=', accountId)
        .where('sha256', 'not in', stay)
        .execute()
      return fresh
    }),
  devices: (accountId) =>
    db
      .selectFrom('device')
      .select(['created_at as createdAtMs', 'used_at as usedAtMs'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
})

/** Forgets devices that were not used for long. */
export async function pruneDevices(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('device')
    .where('used_at', '<', nowMs - FORGOTTEN_MS)
    .execute()
}
