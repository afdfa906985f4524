// An account store's SQLite file: created private, brought to the newest schema, and followed when another file takes its place.
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { CommandError } from '#cli/command-error.ts'
import { isSqliteError, openDatabase } from '#open/sqlite-driver.ts'
import type { Notice, OpenedEngine } from './database.ts'
import { BEFORE_STEPS, type IfOlder, migrate } from './migrations.ts'
import { createTurns, patiently, sqliteDialect, type SqliteFile } from './sqlite-dialect.ts'
import type { AccountTables } from './tables.ts'

/** While a file is opened, which stops the process: how long another process's lock is waited for. */
const OPEN_WITHIN_MS = 2000
/** A file that was put in the place of this one counts within about a second. */
const LOOK_EVERY_MS = 500
/** Readers of other processes are in the way for some milliseconds; what they delay is done with the next pruning. */
const FORGET_WITHIN_MS = 1000
const FORGET_EVERY_MS = 5
/** What SQLite keeps beside a database in WAL mode. */
const COMPANIONS = ['-wal', '-shm']

/** Which file lies at a path, whatever it is called; null where there is none. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

async function openConnection(path: string): Promise<SQLite.Database> {
  const db = openDatabase(path, { timeout: OPEN_WITHIN_MS, fileMustExist: true })
  try {
    // SQLite does not wait by itself when two processes turn a new file to WAL at once: one of them is refused.
    await patiently(OPEN_WITHIN_MS, () => db.pragma('journal_mode = WAL'))
    // FULL: an account or token that was reported as made survives a power cut too. Writes are rare here.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // What is removed is written over: an address that was forgotten is in no free page.
    db.pragma('secure_delete = ON')
    // From here on `sqlite-dialect.ts` waits, without stopping the process.
    db.pragma('busy_timeout = 0')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function closeFile({ reader, writer }: SqliteFile): void {
  reader.close()
  writer.close()
}

/**
 * Copies a store beside itself, whole and readable by its owner alone, before it is changed. Gives the copy's path; null where another process has
 * changed it meanwhile, which has made a copy too.
 */
function copyBeside(writer: SQLite.Database, path: string, schema: string): string | null {
  const partial = `${path}.${process.pid}`
  closeSync(openSync(partial, 'w', 0o600))
  try {
    writer.prepare('vacuum into ?').run(partial)
    if (schemaOf(partial) !== schema) return null
    const descriptor = openSync(partial, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
    for (let number = 1; ; number += 1) {
      const copy = `${path}.schema-${schema.slice(0, 4)}${number === 1 ? '' : `-${number}`}`
      if (existsSync(copy)) continue
      renameSync(partial, copy)
      return copy
    }
  } finally {
    rmSync(partial, { force: true })
  }
}

function schemaOf(path: string): string {
  const db = openDatabase(path, { readonly: true })
  try {
    const isTold =
      db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get() !== undefined
    return isTold ? String(db.prepare('select max(name) from kysely_migration').pluck().get()) : BEFORE_STEPS
  } finally {
    db.close()
  }
}

/** Opens both connections and migrates. Throws a CommandError where the file is not an account store. */
async function openFile(path: string, ifOlder: IfOlder, notice: Notice): Promise<SqliteFile> {
  let file: SqliteFile | undefined
  try {
    const writer = await openConnection(path)
    try {
      file = { writer, reader: await openConnection(path) }
    } catch (error) {
      writer.close()
      throw error
    }
    const opened = file
    await migrate(new Kysely({ dialect: sqliteDialect(() => opened, createTurns()) }), 'sqlite', path, {
      ifOlder,
      before: async (schema) => {
        const copy = copyBeside(writer, path, schema)
        if (copy !== null) notice(`${path} was of schema ${schema}; it stays as it was in ${copy}`)
      },
    })
    return opened
  } catch (error) {
    if (file !== undefined) closeFile(file)
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path}: found ${String(error)}, expected an account store (SQLite)`, 1)
  }
}

/** Opens the file, made with mode 0600 where there is none. Throws a CommandError where it is not an account store. */
export async function openSqlite(path: string, notice: Notice, ifOlder: IfOlder): Promise<OpenedEngine> {
  // SQLite gives its -wal and -shm files the mode of the database, so this covers them.
  if (existsSync(path)) chmodSync(path, 0o600)
  else closeSync(openSync(path, 'a', 0o600))

  let identity = identityOf(path)
  /** Null while there is none: another file has taken the place and could not be opened yet. */
  let file: SqliteFile | null = await openFile(path, ifOlder, notice)
  let companions = COMPANIONS.map((suffix) => identityOf(path + suffix))
  let isClosed = false
  const turn = createTurns()

  function current(): SqliteFile {
    if (file === null) throw new Error(`${path}: the account store is not there`)
    return file
  }

  /** Lets go of the old file, and opens what lies there now. */
  async function follow(): Promise<void> {
    const end = await turn()
    try {
      if (isClosed) return
      if (file !== null) {
        closeFile(file)
        file = null
        notice(`${path} is another file than before`)
        // SQLite leaves the -wal of a file that was moved away where it is, and would read it as if it belonged to the new one.
        for (const [index, suffix] of COMPANIONS.entries()) {
          if (identityOf(path + suffix) === companions[index]) rmSync(path + suffix, { force: true })
        }
      }
      identity = identityOf(path)
      if (identity === null) return
      const opened = await openFile(path, ifOlder, notice)
      if (isClosed) return closeFile(opened)
      file = opened
      companions = COMPANIONS.map((suffix) => identityOf(path + suffix))
      notice(`${path} is opened again`)
    } finally {
      end()
    }
  }

  let following: Promise<void> | null = null
  const looking = setInterval(() => {
    if (following !== null || (file !== null && identityOf(path) === identity)) return
    following = follow()
      .catch((error: unknown) => notice(error instanceof Error ? error.message : String(error)))
      .finally(() => (following = null))
  }, LOOK_EVERY_MS).unref()

  return {
    kind: 'sqlite',
    db: new Kysely<AccountTables>({ dialect: sqliteDialect(current, turn) }),
    async forget() {
      // What was written over is still in the -wal, until all of that is in the file and it is empty.
      const end = await turn()
      try {
        for (const until = performance.now() + FORGET_WITHIN_MS; performance.now() < until;) {
          if (file?.writer.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0) return
          await pause(FORGET_EVERY_MS)
        }
      } catch (error) {
        // A full disk, say: what was to be done is done, and this is tried again with the next pruning.
        if (!isSqliteError(error)) throw error
      } finally {
        end()
      }
    },
    async close() {
      clearInterval(looking)
      isClosed = true
      const end = await turn()
      end()
      if (file !== null) closeFile(file)
      file = null
    },
  }
}
