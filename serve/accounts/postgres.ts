// An account store on PostgreSQL: connected, brought to the newest schema, opened for kysely.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { CommandError } from '#cli/command-error.ts'
import { withoutPassword } from '#serve/access/address.ts'
import type { OpenedEngine } from './database.ts'
import { migrate } from './migrations.ts'
import type { AccountTables } from './tables.ts'

/** A request that waits for an account must not wait longer than this. */
const TIMEOUT_MS = 2000
const MAX_CONNECTIONS = 8

/** The 64-bit integers of the schema are times in milliseconds and counts: all below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format),
}

/** Opens a database by its address (`postgres://…`). Throws a CommandError where it cannot be an account store. */
export async function openPostgres(address: string): Promise<OpenedEngine> {
  const pool = new pg.Pool({
    connectionString: address,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    application_name: 'tzref',
    types,
  })
  // A connection that breaks is replaced by the pool, and what was asked over it fails. Without listeners it would end the process: while
  // it is idle by way of the pool, and between two statements of a transaction by its own.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    // kysely ends the pool only if it was ever asked something.
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
  try {
    await migrate(db, 'postgres', withoutPassword(address))
  } catch (error) {
    await close()
    if (error instanceof CommandError) throw error
    const found = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${withoutPassword(address)}: found "${found}", expected a PostgreSQL database`, 1)
  }
  return { kind: 'postgres', db, close }
}
