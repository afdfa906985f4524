// Recognizes errors that mean the account store cannot work for now: a full disk, an unreachable database, too many requests.

/** Thrown by this program itself. */
export class StoreAway extends Error {}

/** Codes of such errors from SQLite, PostgreSQL (SQLSTATE classes: connection, resources, operator) and the network. */
const CODES =
  /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)|08|53|57|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE)/

/** Whether something failed because the store is unreachable or full for now, and not because of the request. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreAway) return true
  if (!(error instanceof Error)) return false
  // Also ENOENT, where a database that was stopped has removed its socket file.
  if ('syscall' in error && error.syscall === 'connect') return true
  const code = 'code' in error ? String(error.code) : ''
  return CODES.test(code) || /timeout|Connection terminated/.test(error.message)
}
