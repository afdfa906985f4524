// Opens SQLite files with the driver that this Node can run: better-sqlite3 13 from Node-API 10 on, 12 on Node 20.
import type Driver from 'better-sqlite3'
import { createRequire } from 'node:module'
import { CommandError } from '#cli/command-error.ts'

/** 13 needs Node-API 10 (Node 22.14) and dies of a signal below it; 12 dies of one on Node 24.19 and later. */
const NAME = Number(process.versions['napi']) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12'

let loaded: typeof Driver | undefined

/** The driver, loaded when it is first needed. Throws a CommandError where npm could not install it or it does not load. */
function driver(): typeof Driver {
  try {
    const found: typeof Driver = loaded ?? createRequire(import.meta.url)(NAME)
    loaded = found
    return found
  } catch (error) {
    const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new CommandError(
      `SQLite's driver ${NAME} cannot be loaded by Node ${process.versions.node}: ${cause}`,
      1,
      NAME === 'better-sqlite3'
        ? 'npm ci'
        : 'npm ci, with a C++ compiler and python3 at hand; or Node 22.14 or later, which needs neither',
    )
  }
}

/**
 * Opens the file at a path, `:memory:`, or the bytes of a database. Throws a CommandError without a driver, and the driver's error
 * where the file cannot be opened.
 */
export const openDatabase = (source: string | Buffer, options: Driver.Options = {}): Driver.Database =>
  new (driver())(source, options)

/** Whether SQLite itself threw this: a malformed file, a missing table, a lock held too long. */
export const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'SqliteError'
