// `tzref usage ACCOUNT`: shows how much of its quota an account has used, month by month.
import type { Command } from 'commander'
import { monthAt } from '#open/access/month.ts'
import { readPlans } from '#open/access/plans.ts'
import {
  accountsOption,
  columns,
  type CommandContext,
  json,
  plansOption,
  PROCESS_CONTEXT,
  requireAccount,
  type StoreOptions,
  withExamples,
  withStore,
} from './account-options.ts'

/** Says what `usage` takes and does. */
export function addUsageCommand(command: Command, context: CommandContext = PROCESS_CONTEXT): void {
  command
    .argument('<account>', 'e-mail address or id')
    .addOption(plansOption())
    .option('--json', 'print JSON')
    .addOption(accountsOption())
    .action(async (idOrEmail: string, options: StoreOptions & { plans?: string }) => {
      const plans = readPlans(options.plans)
      await withStore(options.accounts, 'refuse', async (store) => {
        const account = await requireAccount(store, idOrEmail)
        const quota = plans.get(account.plan)?.requestsPerMonth ?? null
        const current = monthAt(context.nowMs()).id
        const usages = await store.usageByMonth(account.id)
        const written = usages.map(({ month, requests }) => ({ month, requests }))
        const isWritten = written.some(({ month }) => month === current)
        const months = isWritten ? written : [{ month: current, requests: 0 }, ...written]
        if (options.json === true) {
          const { email, plan } = account
          return context.stdout(json({ account: email, plan, quota, months }))
        }
        const share = (requests: number): string =>
          quota === null ? '?' : `${((requests / quota) * 100).toFixed(1)} %`
        context.stdout(
          columns([
            ['MONTH', 'REQUESTS', `OF ${quota ?? '?'}`],
            ...months.map(({ month, requests }) => [month, `${requests}`, share(requests)]),
          ]),
        )
      })
    })
  withExamples(command, ['usage a@example.org', 'usage a@example.org --json'])
}
