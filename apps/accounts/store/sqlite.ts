// An account store's SQLite file: creates it private, copies it before a migration, erases deleted data, and follows a file that replaces it.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { CommandError } from '#open/program/command-error.ts'
import { expectPlace, kindOf, notWritten } from '#open/program/file-kind.ts'
import { isSqliteError, openDatabase } from '#open/sqlite-driver.ts'
import type { Notice, OpenedEngine } from './database.ts'
import { BEFORE_STEPS, migrate, NoStore, type Wishes } from './migrations.ts'
import { createTurns, inTurn, patiently, sqliteDialect, type SqliteFile } from './sqlite-dialect.ts'
import { StoreAway } from './store-away.ts'
import type { AccountTables } from './schema.ts'

/** How long opening a file waits for another process's lock. This stops the process. */
const OPEN_WITHIN_MS = 2000
/** A file that replaces this one is used within about a second. */
const LOOK_EVERY_MS = 500
/** Readers in other processes block this for some milliseconds. If it takes longer, the next pruning does it. */
const FORGET_WITHIN_MS = 1000
const FORGET_EVERY_MS = 5
/** Files that SQLite keeps next to a database in WAL mode. */
const COMPANIONS = ['-wal', '-shm']

/** Identifies the file at a path, whatever its name. Null when there is none. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

/** Makes a connection ready for an account store. */
async function makeReady(db: SQLite.Database): Promise<void> {
  // When two processes turn a new file to WAL at once, SQLite refuses one of them and does not wait.
  await patiently(OPEN_WITHIN_MS, () => db.pragma('journal_mode = WAL'))
  // FULL: an account or token that was reported as created survives a power cut too. Writes are rare here.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // Removed data is overwritten: no free page contains a forgotten address.
  db.pragma('secure_delete = ON')
  // From here on `sqlite-dialect.ts` waits, without stopping the process.
  db.pragma('busy_timeout = 0')
}

function closeFile({ reader, writer }: SqliteFile): void {
  reader.close()
  writer.close()
}

/**
 * Copies a store next to itself before it is changed. The copy is whole, and only its owner can read it. Returns the copy's path; null when
 * another process has migrated the store in the meantime: that process has made a copy too.
 */
function copyBeside(writer: SQLite.Database, path: string, schema: string): string | null {
  const partial = `${path}.${process.pid}`
  writeFileSync(partial, '', { mode: 0o600 })
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

/** Opens both connections and migrates. Throws a CommandError when the file is not an account store. */
async function openFile(path: string, notice: Notice, wishes: Wishes): Promise<SqliteFile> {
  const open: SQLite.Database[] = []
  const connect = (): SQLite.Database => {
    const db = openDatabase(path, { timeout: OPEN_WITHIN_MS, fileMustExist: true })
    open.push(db)
    return db
  }
  try {
    const writer = connect()
    const file = { writer, reader: connect() }
    await migrate(new Kysely({ dialect: sqliteDialect(() => file, createTurns()) }), 'sqlite', path, {
      ...wishes,
      // Not earlier: the mode and the journal of another program's file are not ours to change.
      async accepted() {
        if (wishes.ifMissing === 'look') return
        // SQLite gives its -wal and -shm files the mode of the database, so this covers them.
        chmodSync(path, 0o600)
        for (const db of open) await makeReady(db)
      },
      before: async (schema) => {
        const copy = copyBeside(writer, path, schema)
        if (copy !== null) notice(`${path} had schema ${schema}; a copy with the old schema is in ${copy}`)
      },
    })
    return file
  } catch (error) {
    for (const db of open) db.close()
    if (error instanceof CommandError) throw error
    throw new CommandError(
      `${path}: found ${String(error)}, expected an account store (SQLite)`,
      1,
      'let this user read and write it, or name another store: --accounts FILE (TZREF_ACCOUNTS)',
    )
  }
}

/** Opens the file, or creates it with mode 0600. Throws a CommandError when it is not an account store. */
export async function openSqlite(path: string, notice: Notice, wishes: Wishes): Promise<OpenedEngine> {
  const kind = kindOf(path)
  if (kind === 'nothing') {
    if (wishes.ifMissing !== 'create') throw new NoStore(path)
    try {
      expectPlace(path)
      closeSync(openSync(path, 'a', 0o600))
    } catch (error) {
      throw notWritten(path, error)
    }
  } else if (kind !== 'file') {
    throw new CommandError(`${path}: found ${kind}, expected an account store (SQLite)`, 1)
  }

  let identity = identityOf(path)
  /** Null while there is none: another file has replaced it and could not be opened yet. */
  let file: SqliteFile | null = await openFile(path, notice, wishes)
  let companions = COMPANIONS.map((suffix) => identityOf(path + suffix))
  let isClosed = false
  const turn = createTurns()

  function current(): SqliteFile {
    if (file === null) throw new StoreAway(`${path}: found no account store`)
    return file
  }

  /** Closes the old file, and opens the file that is there now. */
  async function follow(): Promise<void> {
    if (isClosed) return
    if (file !== null) {
      closeFile(file)
      file = null
      notice(`${path} is now another file`)
      // When a file is moved away, SQLite leaves its -wal behind, and would read it as part of the new file.
      for (const [index, suffix] of COMPANIONS.entries()) {
        if (identityOf(path + suffix) === companions[index]) rmSync(path + suffix, { force: true })
      }
    }
    identity = identityOf(path)
    if (identity === null) return
    const opened = await openFile(path, notice, wishes)
    if (isClosed) return closeFile(opened)
    file = opened
    companions = COMPANIONS.map((suffix) => identityOf(path + suffix))
    notice(`${path} is opened again`)
  }

  let following: Promise<void> | null = null
  const looking = setInterval(() => {
    if (following !== null || (file !== null && identityOf(path) === identity)) return
    following = inTurn(turn, follow)
      .catch((error: unknown) => notice(error instanceof Error ? error.message : String(error)))
      .finally(() => (following = null))
  }, LOOK_EVERY_MS).unref()

  return {
    kind: 'sqlite',
    db: new Kysely<AccountTables>({ dialect: sqliteDialect(current, turn) }),
    forget: () =>
      inTurn(turn, async () => {
        // Overwritten data is still in the -wal until all of it is copied to the file and the -wal is empty.
        try {
          for (const until = performance.now() + FORGET_WITHIN_MS; performance.now() < until;) {
            if (file?.writer.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0) return
            await pause(FORGET_EVERY_MS)
          }
        } catch (error) {
          // For example a full disk. The deletion itself is done, and the next pruning tries this again.
          if (!isSqliteError(error)) throw error
        }
      }),
    async close() {
      clearInterval(looking)
      isClosed = true
      await inTurn(turn, () => undefined)
      if (file !== null) closeFile(file)
      file = null
    },
  }
}
