// The commands about one account: what each shows or changes; which of them need `--yes`.
import { type Command, Option } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { DAY_MS } from '#core/time/civil.ts'
import type { Account } from '../store/accounts.ts'
import { isEmail } from '../store/email.ts'
import { exportAccount } from '../store/export.ts'
import { AT_HAND, createPasswords, passwordFault } from '../store/passwords.ts'
import type { AccountStore } from '../store/store.ts'
import { type CommandContext, json, plansOption, requirePlan, wholeDays } from './account-options.ts'
import { accountText } from './account-show.ts'

const YES = 'do it; without this flag the command only says what it would do'

/** Throws a CommandError that says what a command would do to an account, unless it has `--yes`. For commands that cannot be undone. */
function expectYes(command: Command, { email }: Account, what: string): void {
  if (command.opts<{ yes?: true }>().yes === true) return
  const asked = `npm run tzref -- account ${command.name()} ${email} --yes`
  throw new CommandError(`${what}. Nothing was changed`, 2, asked)
}

/** A command about one account. A change answers the account after it, or anything else where the store has to be asked. */
export type AboutOne = {
  readonly name: string
  readonly description: string
  /** Absent: one with an address alone. */
  readonly examples?: readonly string[]
  /** Adds the command's own arguments and options. */
  readonly more?: (command: Command) => Command
} & (
  | {
      readonly change: (
        store: AccountStore,
        found: Account,
        command: Command,
        context: CommandContext,
      ) => Promise<Account | boolean | null | void>
    }
  | { readonly show: (store: AccountStore, found: Account, nowMs: number) => Promise<string> }
)

export const ABOUT_ONE: readonly AboutOne[] = [
  {
    name: 'reset-factor',
    description:
      'turn the second factor of an account off, for an owner who has lost the app and all recovery codes',
    examples: ['a@example.org', 'a@example.org --yes'],
    more: (command) =>
      command.option('--yes', YES).addHelpText(
        'after',
        `
After that, the password alone opens the account. First make sure that the person who asks is the owner.
All its sessions end, its recovery codes are deleted, and its address gets a mail. Keys still work.`,
      ),
    change: async (store, found, command, context) => {
      const { id, email } = found
      if ((await store.factor(id)) === null) {
        context.stderr(`${email} has no second factor; nothing was changed\n`)
        return
      }
      expectYes(
        command,
        found,
        `this turns the second factor of ${email} off, so that its password alone opens the account; ends its sessions; and sends it a mail`,
      )
      await store.resetFactor(id, context.nowMs())
      context.stderr(`the second factor of ${email} is off, its sessions have ended, and it gets a mail\n`)
    },
  },
  {
    name: 'verify',
    description: 'mark the address of an account as verified',
    change: (store, { id }, _, context) => store.setVerified(id, context.nowMs()),
  },
  {
    name: 'disable',
    description: 'refuse all tokens of an account, within five seconds',
    change: (store, { id }, _, context) => store.setDisabled(id, true, context.nowMs()),
  },
  {
    name: 'delete',
    description: 'delete an account for good: its address is deleted, and its tokens are revoked',
    examples: ['a@example.org', 'a@example.org --yes'],
    more: (command) => command.option('--yes', YES),
    change: async (store, found, command, context) => {
      expectYes(command, found, `this deletes ${found.email} for good, and revokes its tokens`)
      return store.deleteAccount(found.id, context.nowMs())
    },
  },
  {
    name: 'unfreeze',
    description: 'end the freeze of an account',
    change: (store, { id }, _, context) => store.setFrozen(id, null, context.nowMs()),
  },
  {
    name: 'enable',
    description: 'accept the tokens of a disabled account again',
    change: (store, { id }, _, context) => store.setDisabled(id, false, context.nowMs()),
  },
  {
    name: 'set-password',
    description: 'set the password of an account, from standard input; its sessions end',
    examples: ['a@example.org', 'a@example.org < password.txt'],
    change: async (store, { id, email }, _, context) => {
      const password = await context.readSecret(`New password of ${email}: `)
      const fault = passwordFault(password)
      if (fault !== null) throw new CommandError(fault, 2)
      const hash = await createPasswords().hash(password, AT_HAND)
      if (hash === null) throw new CommandError('the password was not set, try again', 1)
      return store.setPassword(id, hash, context.nowMs())
    },
  },
  {
    name: 'freeze',
    description: 'freeze an account: no change of address or password, no new keys; its sessions end',
    examples: ['a@example.org --days 30'],
    more: (command) =>
      command.addOption(new Option('--days <count>', 'for so many days').argParser(wholeDays).default(14)),
    change: (store, { id }, command, context) => {
      const { days } = command.opts<{ days: number }>()
      return store.setFrozen(id, context.nowMs() + days * DAY_MS, context.nowMs())
    },
  },
  {
    name: 'set-email',
    description:
      'give an account another address, marked as verified; its sessions end, and the old address gets a mail',
    examples: ['a@example.org b@example.org'],
    more: (command) => command.argument('<address>', 'the new e-mail address'),
    change: async (store, { id }, { args: [, email = ''] }, context) => {
      if (!isEmail(email.trim())) {
        throw new CommandError(`found ${JSON.stringify(email)}, expected one e-mail address`, 2)
      }
      const changed = await store.setEmail(id, email, context.nowMs())
      if (changed !== 'taken') return changed
      throw new CommandError(`there is an account "${email}" already, expected a new address`, 1)
    },
  },
  {
    name: 'set-plan',
    description: 'give an account another plan, within five seconds',
    examples: ['a@example.org developer'],
    more: (command) => command.argument('<plan>', 'id of the plan').addOption(plansOption()),
    change: async (store, { id }, command, context) => {
      const [, plan = ''] = command.args
      requirePlan(plan, command.opts<{ plans?: string }>().plans)
      return store.setPlan(id, plan, context.nowMs())
    },
  },
  {
    name: 'show',
    description:
      'show everything that is stored about an account: its keys, usage, sessions, mails and audit',
    show: accountText,
  },
  {
    name: 'export',
    description: 'print everything that is stored about an account, as JSON',
    show: async (store, found, nowMs) => json(await exportAccount(store, found, nowMs)),
  },
]
