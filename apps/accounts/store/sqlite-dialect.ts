// Runs kysely on an SQLite file that other processes write to as well: it waits a few seconds for their locks without stopping this process.
import { setTimeout as pause } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { isSqliteError } from '#open/sqlite-driver.ts'

/** Two connections to one file. In WAL mode a reader waits for no writer, so queries pass writes that wait. */
export interface SqliteFile {
  readonly reader: SQLite.Database
  readonly writer: SQLite.Database
}

/** Gives the writers of this process their turns, one after the other with a short gap. Resolves with the function that ends the turn. */
export type Turns = () => Promise<() => void>

/** How long a statement waits for a lock of another process. Ours last a few milliseconds. */
const WRITE_WITHIN_MS = 5000
const READ_WITHIN_MS = 1000
/**
 * How often a lock is tried again. SQLite's own waiting would stop the process, and its pauses grow up to a tenth of a second. Next to a
 * process that writes without end it could wait for seconds.
 */
const TRY_EVERY_MS = 2
/** Pause between two writes of this process. A process that tries every two milliseconds gets the lock in it. */
const GAP_MS = 4

const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

/** Repeats a piece of work while another process's lock blocks it. When the time is over, throws the last error. */
export async function patiently<T>(withinMs: number, work: () => T): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    }
    await pause(TRY_EVERY_MS)
  }
}

/** Most prepared statements cached for a connection. */
const MOST_PREPARED = 200
const prepared = new WeakMap<SQLite.Database, LRUCache<string, SQLite.Statement>>()

function statementOf(db: SQLite.Database, sql: string): SQLite.Statement {
  let statements = prepared.get(db)
  if (statements === undefined) prepared.set(db, (statements = new LRUCache({ max: MOST_PREPARED })))
  let statement = statements.get(sql)
  if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)))
  return statement
}

function run<R>(db: SQLite.Database, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = statementOf(db, sql)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kysely knows the rows of its statement
  if (statement.reader) return { rows: statement.all(...parameters) as R[] }
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
}

/** The turns of one file. */
export function createTurns(): Turns {
  let last = Promise.resolve()
  return async () => {
    const before = last
    const turn: { end?: () => void } = {}
    last = new Promise((resolve) => (turn.end = resolve))
    await before
    return () => void setTimeout(() => turn.end?.(), GAP_MS)
  }
}

/** Does a piece of work in one turn. */
export async function inTurn<T>(turn: Turns, work: () => T | Promise<T>): Promise<T> {
  const end = await turn()
  try {
    return await work()
  } finally {
    end()
  }
}

type Connection = ReturnType<typeof connectionTo>

function connectionTo(file: () => SqliteFile, turn: Turns) {
  /** During a transaction: its connection, and the function that ends its turn. */
  let transaction: { readonly writer: SQLite.Database; readonly end: () => void } | null = null

  function over(): void {
    transaction?.end()
    transaction = null
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (transaction !== null) return run(transaction.writer, query)
      // A statement that only reads need not wait for a turn. Every other statement may write.
      return query.sql.startsWith('select ')
        ? patiently(READ_WITHIN_MS, () => run(file().reader, query))
        : inTurn(turn, () => patiently(WRITE_WITHIN_MS, () => run<R>(file().writer, query)))
    },
    async begin(): Promise<void> {
      const end = await turn()
      try {
        // Immediate: takes the lock before the first read, so that no other process can write in between.
        const begun = await patiently(WRITE_WITHIN_MS, () => {
          const { writer } = file()
          writer.exec('begin immediate')
          return writer
        })
        transaction = { writer: begun, end }
      } catch (error) {
        end()
        throw error
      }
    },
    commit(): void {
      transaction?.writer.exec('commit')
      over()
    },
    rollback(): void {
      try {
        // When the disk is full, SQLite itself rolls a transaction back.
        if (transaction?.writer.inTransaction === true) transaction.writer.exec('rollback')
      } finally {
        over()
      }
    },
    streamQuery(): never {
      throw new Error('the account store cannot stream rows')
    },
  }
}

/** SQLite also rolls back schema changes. So one process does a whole migration, or none of it is done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const done = async (): Promise<void> => undefined

/** A dialect over the file that is open when a statement runs. */
export function sqliteDialect(file: () => SqliteFile, turn: Turns): Dialect {
  return {
    createDriver: () => ({
      init: done,
      acquireConnection: async () => connectionTo(file, turn),
      beginTransaction: (connection: Connection) => connection.begin(),
      commitTransaction: async (connection: Connection) => connection.commit(),
      rollbackTransaction: async (connection: Connection) => connection.rollback(),
      releaseConnection: done,
      destroy: done,
    }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
