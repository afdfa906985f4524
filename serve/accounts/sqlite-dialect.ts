// kysely on an SQLite file that other processes write to as well: nobody's lock ever stops this process's loop.
import { setTimeout as pause } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isSqliteError } from '#open/sqlite-driver.ts'

/** Two connections to one file. In WAL mode whoever reads waits for no writer, so questions pass writes that wait. */
export interface SqliteFile {
  readonly reader: SQLite.Database
  readonly writer: SQLite.Database
}

/** Gives writers of this process their turns, one after the other and a little apart. Resolves with what ends the turn. */
export type Turns = () => Promise<() => void>

/** How long a statement waits for a lock of another process; ours last a few milliseconds. */
const WRITE_WITHIN_MS = 5000
const READ_WITHIN_MS = 1000
/**
 * A lock is tried again this often. SQLite's own waiting would stop the process, and it pauses ever longer, up to a tenth of a second:
 * beside a process that writes without end it can then wait for seconds.
 */
const TRY_EVERY_MS = 2
/** Between two writes of this process: whoever waits for the lock and tries every two milliseconds gets it in between. */
const GAP_MS = 4

const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

/** Does a thing again for as long as another process's lock is in its way. Throws what it threw last when the time is over. */
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

/** Statements of a connection that are kept prepared; beyond, all are let go. */
const MOST_PREPARED = 200
const prepared = new WeakMap<SQLite.Database, Map<string, SQLite.Statement>>()

function statementOf(db: SQLite.Database, sql: string): SQLite.Statement {
  let statements = prepared.get(db)
  if (statements === undefined) prepared.set(db, (statements = new Map()))
  let statement = statements.get(sql)
  if (statement === undefined) {
    if (statements.size >= MOST_PREPARED) statements.clear()
    statements.set(sql, (statement = db.prepare(sql)))
  }
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

interface Connection extends DatabaseConnection {
  begin(): Promise<void>
  commit(): void
  rollback(): void
}

function connectionTo(file: () => SqliteFile, turn: Turns): Connection {
  /** While a transaction lasts: where it is, and what ends its turn. */
  let transaction: { readonly writer: SQLite.Database; readonly end: () => void } | null = null

  async function inTurn<T>(work: () => T): Promise<T> {
    const end = await turn()
    try {
      return await patiently(WRITE_WITHIN_MS, work)
    } finally {
      end()
    }
  }

  function over(): void {
    transaction?.end()
    transaction = null
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (transaction !== null) return run(transaction.writer, query)
      return SelectQueryNode.is(query.query)
        ? patiently(READ_WITHIN_MS, () => run(file().reader, query))
        : inTurn(() => run(file().writer, query))
    },
    async begin() {
      const end = await turn()
      try {
        // Immediate: the lock is taken before anything is read, so that no other process can have written in between.
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
    commit() {
      transaction?.writer.exec('commit')
      over()
    },
    rollback() {
      try {
        // SQLite itself takes a transaction back when the disk is full.
        if (transaction?.writer.inTransaction === true) transaction.writer.exec('rollback')
      } finally {
        over()
      }
    },
    streamQuery() {
      throw new Error('an account store streams nothing')
    },
  }
}

/** SQLite takes back changes of the schema too: a migration is done whole or not at all, by one process. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const done = async (): Promise<void> => undefined

/** A dialect over whatever file is open at the time of a statement. */
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
