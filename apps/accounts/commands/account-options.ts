// Shared by the account, token and usage commands: the place of the store, how to open it, and how to name an account.
import type { Command, Option } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { DEFAULT_ACCOUNTS, openAccountStore } from '../store/open-store.ts'
import type { Account } from '../store/accounts.ts'
import type { AccountStore } from '../store/store.ts'
import { nowMs } from '#open/program/clock.ts'
import { settable } from '#open/program/settable.ts'
import { wholeNumber } from '#open/program/whole-number.ts'
import { readPlans } from '#open/access/plans.ts'
import { readSecret } from './read-secret.ts'

/** The options that every command on accounts has. */
export interface StoreOptions {
  readonly accounts: string
  readonly json?: true
}

/** The streams and clock of a command. Tests give others. */
export type CommandContext = typeof PROCESS_CONTEXT

/** This process's streams and clock. */
export const PROCESS_CONTEXT = {
  /** Writes results. */
  stdout: (text: string): void => void process.stdout.write(text),
  /** Writes diagnostics. */
  stderr: (text: string): void => void process.stderr.write(text),
  nowMs,
  readSecret,
}

/** `--accounts`, the same on every command. */
export const accountsOption = (): Option =>
  settable('--accounts <place>', 'account store: a file, or postgres://…').default(DEFAULT_ACCOUNTS)

/** `--plans`, the same on every command. */
export const plansOption = (): Option =>
  settable('--plans <file>', 'plans file (default: three sets of limits without prices)')

/** Opens the store, lets a command work on it, and closes it in any case. */
export async function withStore<T>(
  place: string,
  ifMissing: 'create' | 'refuse',
  work: (store: AccountStore) => Promise<T>,
): Promise<T> {
  const store = await openAccountStore(place, ifMissing)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** An account by id or e-mail address. Throws a CommandError when there is none. */
export async function requireAccount(store: AccountStore, idOrEmail: string): Promise<Account> {
  const account = await store.findAccount(idOrEmail)
  if (account !== null) return account
  throw new CommandError(
    `no account "${idOrEmail}", expected the e-mail address or id of one`,
    1,
    'npm run tzref -- account list',
  )
}

/** Throws a CommandError when no plan has an id. */
export function requirePlan(id: string, file: string | undefined): void {
  const plans = readPlans(file)
  if (plans.has(id)) return
  throw new CommandError(`no plan "${id}", expected one of ${[...plans.keys()].join(', ')}`, 2)
}

/** Reads a number of days. */
export const wholeDays = wholeNumber(5, 'from 1 to 99999')

/** Rows as columns of equal width, for a person. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Formats the output of `--json`. */
export { jsonLine as json } from '#open/program/json.ts'

/** Adds the examples of a command below its options in `--help`. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  npm run tzref -- ${example}`)
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}
