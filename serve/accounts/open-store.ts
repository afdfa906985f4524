// Opens the account store at its path or address.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import type { Notice } from './database.ts'
import { HOME } from '#cli/root.ts'
import type { IfOlder } from './migrations.ts'
import { openSqlite } from './sqlite.ts'
import { type AccountStore, createAccountStore } from './store.ts'

/** Beside `dist/`, under the checkout. */
export const DEFAULT_ACCOUNTS = join(HOME, 'accounts.sqlite')

const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/**
 * Opens the account store at a path (SQLite) or an address (`postgres://…`). `ifMissing` says whether a path without a file is a new store
 * or a mistake (a CommandError). `notice` is called when another file replaces the open one, and with the place of the copy of an older
 * store. A store of an older schema is refused unchanged unless `ifOlder` says otherwise. A new store is created in any case.
 */
export async function openAccountStore(
  place: string,
  ifMissing: 'create' | 'refuse',
  notice: Notice = () => undefined,
  ifOlder: IfOlder = 'refuse',
): Promise<AccountStore> {
  if (isPostgres(place)) {
    // Loaded on use: a service on one machine does not need it.
    const { openPostgres } = await import('./postgres.ts')
    return createAccountStore(await openPostgres(place, notice, ifOlder))
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) {
    throw new CommandError(
      `--accounts: found an address of scheme "${place.slice(0, place.indexOf(':'))}", expected a path or postgres://…`,
      2,
    )
  }
  const path = resolve(place)
  if (ifMissing === 'refuse' && !existsSync(path)) {
    throw new CommandError(
      `${path}: found nothing, expected an account store`,
      1,
      'npm run tzref -- account create --email you@example.org --plan free --verified',
    )
  }
  return createAccountStore(await openSqlite(path, notice, ifOlder))
}
