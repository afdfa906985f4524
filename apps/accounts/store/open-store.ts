// Opens the account store at its path or address.
import { join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import type { Notice, OpenedEngine } from './database.ts'
import { shellWord } from '#open/program/hint.ts'
import { HOME } from '#open/program/root.ts'
import { withoutPassword } from '#open/access/address.ts'
import type { IfMissing, IfOlder, Wishes } from './migrations.ts'
import { openSqlite } from './sqlite.ts'
import { type AccountStore, createAccountStore } from './store.ts'

/** Next to `dist/`, under the checkout. */
export const DEFAULT_ACCOUNTS = join(HOME, 'accounts.sqlite')

/** The option of a command that names this store, with a space before it. Empty for the default store, which needs no name. */
export function storeFlag(place: string): string {
  const isAddress = place.includes('://')
  if (!isAddress && resolve(place) === DEFAULT_ACCOUNTS) return ''
  return ` --accounts ${shellWord(isAddress ? withoutPassword(place) : place)}`
}

const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/**
 * Opens the account store at a path (SQLite) or an address (`postgres://…`). `ifMissing` says whether an empty place becomes a store or is a
 * mistake (NoStore); one with another program's tables is refused unchanged. `notice` is called when another file replaces the open one, and with the place of the copy of an older
 * store. A store of an older schema is refused unchanged unless `ifOlder` says otherwise.
 */
export async function openAccountStore(
  place: string,
  ifMissing: IfMissing,
  notice: Notice = () => undefined,
  ifOlder: IfOlder = 'refuse',
): Promise<AccountStore> {
  try {
    return createAccountStore(await openEngine(place, notice, { ifMissing, ifOlder }))
  } catch (error) {
    if (!(error instanceof CommandError) || error.fix !== null) throw error
    throw new CommandError(error.message, error.exitCode, OTHER_STORE)
  }
}

const OTHER_STORE = 'name another store: --accounts FILE or postgres://… (TZREF_ACCOUNTS)'

async function openEngine(place: string, notice: Notice, wishes: Wishes): Promise<OpenedEngine> {
  if (isPostgres(place)) {
    // Loaded on use: a service on one machine does not need it.
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place, notice, wishes)
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) {
    const scheme = place.slice(0, place.indexOf(':'))
    throw new CommandError(
      `--accounts: found an address of scheme "${scheme}", expected a path or postgres://…`,
      2,
    )
  }
  return openSqlite(resolve(place), notice, wishes)
}
