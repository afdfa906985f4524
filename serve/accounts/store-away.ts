// What is wrong when the account store cannot take anything for now: a full disk, a database that is not there, too much at once.

/** Said by this program itself. */
export class StoreAway extends Error {}

/** What SQLite, PostgreSQL (SQLSTATE classes: connection, resources, operator) and the network say of it. */
const CODES =
  /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)|08|53|57|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE)/

/** Whether something failed because the store is away or full for now, and not because of what was asked. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreAway) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return CODES.test(code) || /timeout|Connection terminated|account store is not there/.test(error.message)
}
