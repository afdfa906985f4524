// Where the accounts of a service lie, and how that place is opened.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '#core/command-error.ts'
import { openSqliteDialect } from './sqlite.ts'
import { type AccountStore, createAccountStore } from './store.ts'

/** Beside `dist/`, in the working folder. */
export const DEFAULT_ACCOUNTS = 'accounts.sqlite'

/** Whether there is an account store at this place. */
export const accountStoreExists = (place: string): boolean => existsSync(resolve(place))

/** Opens an account store. `ifMissing` says whether a place without one is a new store or a mistake (a CommandError). */
export async function openAccountStore(place: string, ifMissing: 'create' | 'refuse'): Promise<AccountStore> {
  const path = resolve(place)
  if (ifMissing === 'refuse' && !existsSync(path)) {
    throw new CommandError(
      `${path}: found nothing, expected an account store`,
      1,
      'npm run tzref -- account create --email you@example.org --plan free --verified',
    )
  }
  return createAccountStore(openSqliteDialect(path))
}
