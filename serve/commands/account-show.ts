// `tzref account show`: one account with its second factor and its sessions, for the operator.
import type { Command } from 'commander'
import { factorJson, sessionJson } from '../accounts/export.ts'
import { formatUtc } from '../accounts/format-utc.ts'
import {
  accountJson,
  accountsOption,
  columns,
  type CommandContext,
  json,
  requireAccount,
  withExamples,
  withStore,
} from './account-options.ts'

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** Adds `account show`. */
export function addAccountShow(account: Command, { stdout, nowMs }: CommandContext): void {
  const show = account
    .command('show')
    .description('print one account with its second factor and its sessions')
    .argument('<account>', 'e-mail address or id')
    .option('--json', 'print JSON')
    .addOption(accountsOption())
    .action(async (idOrEmail: string, options: { accounts: string; json?: true }) => {
      await withStore(options.accounts, 'refuse', async (store) => {
        const found = await requireAccount(store, idOrEmail)
        const [factor, sessions] = await Promise.all([
          store.factor(found.id),
          store.sessions(found.id, nowMs()),
        ])
        if (options.json === true) {
          const second_factor = factorJson(factor)
          stdout(json({ ...accountJson(found), second_factor, sessions: sessions.map(sessionJson) }))
          return
        }
        const factorText =
          factor === null
            ? 'off'
            : `on since ${formatUtc(factor.createdAtMs)}, ${factor.recoveryCodesLeft} recovery codes left`
        const { frozenUntilMs } = found
        stdout(
          columns([
            ['e-mail', found.email],
            ['id', found.id],
            ['plan', found.plan],
            ['created', formatUtc(found.createdAtMs)],
            ['verified', yesNo(found.verified)],
            ['disabled', yesNo(found.disabled)],
            ['frozen', frozenUntilMs === null ? 'no' : `until ${formatUtc(frozenUntilMs)}`],
            ['second factor', factorText],
            ['sessions', String(sessions.length)],
          ]),
        )
        if (sessions.length === 0) return
        const rows = sessions.map(({ id, browser, createdAtMs, expiresAtMs }) => [
          id,
          browser ?? 'not known',
          formatUtc(createdAtMs),
          formatUtc(expiresAtMs),
        ])
        stdout(`\n${columns([['SESSION', 'BROWSER', 'SIGNED IN', 'ENDS'], ...rows])}`)
      })
    })
  withExamples(show, ['account show a@example.org', 'account show a@example.org --json'])
}
