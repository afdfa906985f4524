// Opens SQLite files with the driver that this Node can run: better-sqlite3 13 from Node-API 10 on, 12 on Node 20.
import type Driver from 'better-sqlite3'
import { createRequire } from 'node:module'
import { CommandError } from './program/command-error.ts'

/** Version 13 needs Node-API 10 (Node 22.14), and crashes with a signal below it. Version 12 crashes so on Node 24.19 and later. */
const NAME = Number(process.versions['napi']) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12'

const require = createRequire(import.meta.url)

let loaded: typeof Driver | undefined

/**
 * How to repair a driver that is missing or does not load. npm prints nothing when it cannot install an optional package.
 * `--foreground-scripts` shows the compiler's messages.
 */
function fixOf(isInstalled: boolean): string {
  if (NAME === 'better-sqlite3-12')
    return (
      'use Node 22.14 or later, which needs no compiler; or install make, a C++ compiler and python3 ' +
      '(Debian: apt-get install build-essential python3), then: npm ci --include=optional --foreground-scripts'
    )
  const reinstall = `npm ci --include=optional, with Node ${process.versions.node} and on this machine`
  return isInstalled
    ? `${reinstall}; if no driver is prebuilt for ${process.platform} on ${process.arch}: ` +
        'cd node_modules/better-sqlite3 && npx node-gyp rebuild --release --force_build=1'
    : reinstall
}

/** The driver, loaded on first use. Throws a CommandError when npm did not install it or it does not load. */
function driver(): typeof Driver {
  if (loaded !== undefined) return loaded
  let isInstalled = false
  try {
    const found: typeof Driver = require(NAME)
    isInstalled = true
    // Only opening a database shows that the compiled part loads too.
    new found(':memory:').close()
    loaded = found
    return found
  } catch (error) {
    const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new CommandError(
      `SQLite's driver ${NAME} cannot be loaded by Node ${process.versions.node}: ${cause}`,
      1,
      fixOf(isInstalled),
    )
  }
}

/** Throws a CommandError when SQLite's driver is missing or does not load. Call it before long work that ends in a database. */
export function expectDriver(): void {
  driver()
}

/**
 * Opens the file at a path, `:memory:`, or the bytes of a database. Throws a CommandError without a driver, and the driver's error when the
 * file cannot be opened.
 */
export const openDatabase = (source: string | Buffer, options: Driver.Options = {}): Driver.Database =>
  new (driver())(source, options)

/** True when SQLite itself threw the error: for a malformed file, a missing table, or a lock held too long. */
export const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'SqliteError'
