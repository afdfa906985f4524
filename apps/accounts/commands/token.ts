// `tzref token …`: creates, lists and revokes access tokens.
import type { Command } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { isPrintable } from '#core/text/printable.ts'
import { DAY_MS, dayNamed } from '#core/time/civil.ts'
import { keyJson } from '../store/export.ts'
import type { Account } from '../store/accounts.ts'
import type { Token } from '../store/tokens.ts'
import {
  accountsOption,
  columns,
  type CommandContext,
  json,
  PROCESS_CONTEXT,
  requireAccount,
  type StoreOptions,
  withExamples,
  withStore,
} from './account-options.ts'

const EXPIRES =
  /^(?:(?<days>\d{1,5})d|(?<date>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?)$/

/** The instant that `--expires` gives: days from now (`90d`), a date (its first moment in UTC), or a date-time with offset. */
export function readExpires(text: string, nowMs: number): number {
  const match = EXPIRES.exec(text)
  const days = match?.groups?.['days']
  const date = match?.groups?.['date']
  const at = days === undefined ? Date.parse(text) : nowMs + Number(days) * DAY_MS
  // Date.parse turns 30 February into a day in March.
  const isCivil = date === undefined || dayNamed(date) !== null
  const isRead = match !== null && !Number.isNaN(at) && isCivil
  if (isRead && at > nowMs) return at
  const expected = isRead ? 'a moment in the future' : '90d, 2027-01-31 or 2027-01-31T12:00:00Z'
  throw new CommandError(`found --expires ${JSON.stringify(text)}, expected ${expected}`, 2)
}

/** A token as `--json` prints it, without its text. `account` is the address of its account. */
function tokenJson(token: Token, account: string) {
  const { id, ...rest } = keyJson(token)
  return { id, account, ...rest }
}

/** Adds the commands of `token`. */
export function addTokenCommands(token: Command, context: CommandContext = PROCESS_CONTEXT): void {
  const create = token
    .command('create')
    .description('make an access token; its text is shown only once')
    .requiredOption('--account <account>', 'e-mail address or id of the account')
    .requiredOption('--name <name>', 'what the token is for')
    .option('--expires <when>', 'a moment in the future: 90d, 2027-01-31 or 2027-01-31T12:00:00Z')
    .option('--json', 'print JSON')
    .addOption(accountsOption())
    .action(async (options: StoreOptions & { account: string; name: string; expires?: string }) => {
      const nowMs = context.nowMs()
      const name = options.name.trim()
      if (!isPrintable(name, 100)) {
        throw new CommandError(
          `found --name ${JSON.stringify(name)}, expected 1 to 100 printable characters`,
          2,
        )
      }
      const expiresAtMs = options.expires === undefined ? null : readExpires(options.expires, nowMs)
      await withStore(options.accounts, 'refuse', async (store) => {
        const account = await requireAccount(store, options.account)
        const made = await store.createToken({ accountId: account.id, name, expiresAtMs, nowMs })
        if (options.json === true) {
          const { id, text } = made
          const { expires_at } = keyJson(made)
          context.stdout(json({ id, token: text, account: account.email, name, expires_at }))
        } else {
          context.stderr(`${made.id} of ${account.email}: this is the only time that the token is shown\n`)
          context.stdout(`${made.text}\n`)
        }
      })
    })
  withExamples(create, [
    'token create --account a@example.org --name ci --json',
    'token create --account a@example.org --name laptop --expires 90d',
  ])

  const list = token
    .command('list')
    .description('list tokens, without their texts')
    .option('--account <account>', 'only those of one account: e-mail address or id')
    .option('--json', 'print JSON')
    .addOption(accountsOption())
    .action(async (options: StoreOptions & { account?: string }) => {
      await withStore(options.accounts, 'refuse', async (store) => {
        const owners: Account[] =
          options.account === undefined
            ? await store.accounts()
            : [await requireAccount(store, options.account)]
        const emailById = new Map(owners.map((owner) => [owner.id, owner.email]))
        const tokens = await store.tokens(options.account === undefined ? undefined : owners[0]?.id)
        const rows = tokens.map((row) => tokenJson(row, emailById.get(row.accountId) ?? row.accountId))
        const cells = rows.map((row) => [
          row.id,
          row.account,
          row.key ?? '-',
          row.name,
          row.expires_at ?? 'never',
          row.revoked_at ?? 'no',
          row.last_used_at ?? 'never',
        ])
        context.stdout(
          options.json === true
            ? json(rows)
            : columns([['ID', 'ACCOUNT', 'KEY', 'NAME', 'EXPIRES', 'REVOKED', 'LAST USED'], ...cells]),
        )
      })
    })
  withExamples(list, ['token list', 'token list --account a@example.org --json'])

  const revoke = token
    .command('revoke')
    .description('revoke a token for good, within five seconds')
    .argument('<id>', 'id of the token (tok_…), not its text')
    .option('--json', 'print JSON')
    .addOption(accountsOption())
    .action(async (id: string, options: StoreOptions) => {
      await withStore(options.accounts, 'refuse', async (store) => {
        // A token's text on a command line stays in the shell's history. So it is neither needed nor repeated here.
        const isId = id.startsWith('tok_')
        const revoked = isId ? await store.revokeToken(id, context.nowMs()) : null
        if (revoked === null) {
          const found = isId ? `"${id}"` : 'with that id'
          throw new CommandError(
            `no token ${found}, expected the id of one (tok_…)`,
            1,
            'npm run tzref -- token list',
          )
        }
        const account = await store.findAccount(revoked.accountId)
        if (options.json === true) {
          context.stdout(json(tokenJson(revoked, account?.email ?? revoked.accountId)))
        } else context.stdout(`${revoked.id}  revoked\n`)
      })
    })
  withExamples(revoke, ['token revoke tok_0123456789ab'])
}
