// Opens SQLite files with the driver that this Node can run: better-sqlite3 13 from Node-API 10 on, 12 on Node 20.
import type Driver from 'better-sqlite3'
import { createRequire } from 'node:module'
import { CommandError } from '#cli/command-error.ts'

/** 13 needs Node-API 10 (Node 22.14) and dies of a signal below it; 12 dies of one on Node 24.19 and later. */
const NAME = Number(process.versions['napi']) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12'

const require = createRequire(import.meta.url)

let loaded: typeof Driver | undefined

/**
 * What mends a driver that is not there, or that does not load. npm says nothing of an optional package that it could not install:
 * `--foreground-scripts` shows what the compiler said.
 */
function mendOf(isInstalled: boolean): string {
  if (NAME === 'better-sqlite3-12')
    return (
      'use Node 22.14 or later, which needs no compiler; or install make, a C++ compiler and python3 ' +
      '(Debian: apt-get install build-essential python3), then: npm ci --include=optional --foreground-scripts'
    )
  const reinstall = `npm ci --include=optional, with Node ${process.versions.node} and on this machine`
  return isInstalled
    ? `${reinstall}; where no driver is prebuilt for ${process.platform} on ${process.arch}: ` +
        'cd node_modules/better-sqlite3 && npx node-gyp rebuild --release --force_build=1'
    : reinstall
}

/** The driver, loaded when it is first needed. Throws a CommandError where npm did not install it or it does not load. */
function driver(): typeof Driver {
  if (loaded !== undefined) return loaded
  let isInstalled = false
  try {
    const found: typeof Driver = require(NAME)
    isInstalled = true
    // Only a database that is opened shows that the compiled part loads too.
    new found(':memory:').close()
    loaded = found
    return found
  } catch (error) {
    const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new CommandError(
      `SQLite's driver ${NAME} cannot be loaded by Node ${process.versions.node}: ${cause}`,
      1,
      mendOf(isInstalled),
    )
  }
}

/** Throws a CommandError where SQLite's driver is missing or does not load: asked before long work that ends in a database. */
export function expectDriver(): void {
  driver()
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
