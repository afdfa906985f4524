// An account store on PostgreSQL: connected, brought to the newest schema, opened for kysely.
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { CommandError } from '#cli/command-error.ts'
import { withoutPassword } from '#serve/access/address.ts'
import { MIGRATIONS } from './migrations.ts'
import type { OpenedEngine } from './store.ts'

/** A request that waits for an account must not wait longer than this. */
const TIMEOUT_MS = 2000
const MAX_CONNECTIONS = 8
/** The advisory lock under which one process migrates: "tzref" in ASCII. */
const MIGRATION_LOCK = 0x747a726566

/** The 64-bit integers of the schema are times in milliseconds and counts: all below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format),
}

async function migrate(client: pg.PoolClient, address: string): Promise<void> {
  await client.query('begin')
  try {
    // Of several servers that start together one migrates, the others wait and find it done.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query('create table if not exists schema_version (version integer not null)')
    const { rows } = await client.query<{ version: number }>('select version from schema_version')
    const found = rows[0]?.version ?? 0
    const newest = MIGRATIONS.length
    if (found > newest) {
      throw new CommandError(
        `${address}: account store of schema ${found}, this tzref knows schemas up to ${newest}`,
        1,
      )
    }
    for (const migration of MIGRATIONS.slice(found)) {
      for (const statement of migration.statements('postgres')) await client.query(statement)
    }
    if (rows.length === 0) await client.query('insert into schema_version values ($1)', [newest])
    else if (found < newest) await client.query('update schema_version set version = $1', [newest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the first error is the one to tell
    throw error
  }
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
  // A connection that breaks while it is idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    try {
      await migrate(client, withoutPassword(address))
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    if (error instanceof CommandError) throw error
    const found = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${withoutPassword(address)}: found "${found}", expected a PostgreSQL database`, 1)
  }
  return {
    dialect: new PostgresDialect({ pool }),
    async close() {
      // kysely ends the pool only if it was ever asked something.
      if (!pool.ended) await pool.end()
    },
  }
}
