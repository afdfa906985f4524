// Known devices as rows: browsers that signed in to an account before. They give no access; their tries are counted apart.
import { tokenDigest } from '#open/access/token.ts'
import { addRow, type Database, rowsOf } from './database.ts'
import { normalEmail } from './email.ts'
import { randomBase62 } from './secrets.ts'

/** Most devices of one account. Beyond that, the one unused for longest is forgotten. */
const MOST = 20

/** The known browsers of the accounts of a store. */
export const devicesIn = (db: Database) => ({
  /** Whether a browser with this secret has signed in to the account of an address since its last change of password or address. */
  async isKnownDevice(email: string, secret: string): Promise<boolean> {
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
  /**
   * Records that a browser has signed in to an account. `secret` is the browser's current one; null for none. Returns the secret that it
   * must have from now on: the same one when it is known for this account, otherwise a new one. So a secret that someone else planted
   * becomes useless.
   */
  noteDevice: (accountId: string, secret: string | null, generation: number, nowMs: number) =>
    db.transaction().execute(async (write) => {
      if (secret !== null) {
        const known = await write
          .updateTable('device')
          .set({ used_at: nowMs })
          .where((is) => is.and({ sha256: tokenDigest(secret), account_id: accountId, generation }))
          .executeTakeFirst()
        if (known.numUpdatedRows !== 0n) return secret
      }
      const fresh = randomBase62(32)
      const row = { sha256: tokenDigest(fresh), account_id: accountId, generation }
      await addRow(write, 'device', { ...row, created_at: nowMs, used_at: nowMs })
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
  /** The devices of one account, oldest first. */
  devices: async (accountId: string) =>
    (await rowsOf(db, 'device', { account_id: accountId }, 'created_at')).map(({ created_at, used_at }) => ({
      created_at,
      used_at,
    })),
})
