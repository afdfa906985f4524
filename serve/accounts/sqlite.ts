// An account store's SQLite file: created private, brought to the newest schema, opened for kysely.
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import type SQLite from 'better-sqlite3'
import { SqliteDialect } from 'kysely'
import { CommandError } from '#cli/command-error.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { MIGRATIONS } from './migrations.ts'
import type { OpenedEngine } from './store.ts'

/** How long a writer waits for another process's transaction; ours take a few milliseconds. */
const BUSY_TIMEOUT_MS = 5000

function migrate(db: SQLite.Database, path: string): void {
  // Immediate: of two processes that start together one migrates, the other waits and finds it done.
  const run = db.transaction(() => {
    const found = Number(db.pragma('user_version', { simple: true }))
    const newest = MIGRATIONS.length
    if (found > newest) {
      throw new CommandError(
        `${path}: account store of schema ${found}, this tzref knows schemas up to ${newest}`,
        1,
      )
    }
    for (const migration of MIGRATIONS.slice(found)) {
      for (const statement of migration.statements('sqlite')) db.exec(statement)
    }
    db.pragma(`user_version = ${newest}`)
  })
  if (Number(db.pragma('user_version', { simple: true })) !== MIGRATIONS.length) run.immediate()
}

/** Opens the file, made with mode 0600 where there is none. Throws a CommandError where it is not an account store. */
export function openSqlite(path: string): OpenedEngine {
  // SQLite gives its -wal and -shm files the mode of the database, so this covers them.
  if (existsSync(path)) chmodSync(path, 0o600)
  else closeSync(openSync(path, 'a', 0o600))
  let db: SQLite.Database | undefined
  try {
    db = openDatabase(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true })
    db.pragma('journal_mode = WAL')
    // FULL: an account or token that was reported as made survives a power cut too. Writes are rare here.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    migrate(db, path)
  } catch (error) {
    db?.close()
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path}: found ${String(error)}, expected an account store (SQLite)`, 1)
  }
  const database = db
  return {
    dialect: new SqliteDialect({ database }),
    // kysely closes the file only if it was ever asked something.
    close: async () => void database.close(),
  }
}
