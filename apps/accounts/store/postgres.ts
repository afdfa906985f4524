// An account store on PostgreSQL: its connections, how many and how long one may wait, and the dump before a migration.
import { execFile } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { CommandError } from '#open/program/command-error.ts'
import { withoutPassword } from '#open/access/address.ts'
import type { Notice, OpenedEngine } from './database.ts'
import { migrate, type Wishes } from './migrations.ts'
import type { AccountTables } from './schema.ts'

/** A request that waits for an account must not wait longer than this. */
const TIMEOUT_MS = 2000
const MAX_CONNECTIONS = 8

/** The schema's 64-bit integers are times in milliseconds and counts: all below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format),
}

/** Dumps a database to a file with PostgreSQL's own program; `pg_restore` reads the file. Throws a CommandError when that fails. */
async function dumped(address: string, file: string): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file}: is there already`, 1, 'move it away')
  const { host, port, user, database, password } = new pg.Client({ connectionString: address })
  // Passed in the environment: every user of the machine can read a command line.
  const known = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: password,
  }
  const env = { ...process.env, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)) }
  try {
    closeSync(openSync(file, 'wx', 0o600))
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${file}`], { env })
  } catch (error) {
    rmSync(file, { force: true })
    throw new CommandError(
      `pg_dump: ${error instanceof Error ? error.message.trim() : String(error)}`,
      1,
      'put pg_dump of the server’s version on the PATH; or make the copy where it is, and give --no-dump here',
    )
  }
}

/** Opens a database by its address (`postgres://…`). Throws a CommandError when it cannot be an account store. */
export async function openPostgres(address: string, notice: Notice, wishes: Wishes): Promise<OpenedEngine> {
  const { ifMissing, ifOlder } = wishes
  const place = withoutPassword(address)
  const pool = new pg.Pool({
    connectionString: address,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    application_name: 'tzref',
    types,
  })
  // The pool replaces a connection that breaks, and its query fails. Without these listeners the error would end the process. The pool
  // reports it for an idle connection, the connection itself between two statements of a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    // kysely ends the pool only if a query ever ran.
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
  try {
    await migrate(db, 'postgres', place, {
      ...wishes,
      async before(schema) {
        if (typeof ifOlder === 'string') return
        await dumped(address, ifOlder.dumpTo)
        notice(`${place} had schema ${schema}; a copy with the old schema is in ${ifOlder.dumpTo}`)
      },
    })
    // A server would start, and fail at the first change.
    const setting = sql<{ on: boolean }>`select current_setting('transaction_read_only') = 'on' as "on"`
    if (ifMissing === 'look' && (await setting.execute(db)).rows[0]?.on === true) {
      throw new CommandError(
        `${place}: found a read-only database`,
        1,
        'is default_transaction_read_only on, or is it a replica?',
      )
    }
  } catch (error) {
    await close()
    if (error instanceof CommandError) throw error
    const found = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${place}: found "${found}", expected a PostgreSQL database`, 1)
  }
  // The remains of old rows stay until PostgreSQL vacuums: see docs/accounts.md.
  return { kind: 'postgres', db, forget: async () => undefined, close }
}
