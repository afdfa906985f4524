// `tzref account …`: creates, lists, changes, freezes, deletes and erases accounts, and migrates their store; which of these need `--yes`.
import { type Command, Option } from 'commander'
import { join, resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { wholeNumber } from '#cli/whole-number.ts'
import { HOME } from '#cli/root.ts'
import { DAY_MS } from '#core/time/civil.ts'
import { readPlans } from '#serve/access/plans.ts'
import { openMailer, type Mailer } from '../mail/mailer.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Account } from '../store/accounts.ts'
import { isEmail } from '../store/email.ts'
import { openAccountStore } from '../store/open-store.ts'
import { accountJson, exportAccount, utcOf } from '../store/export.ts'
import { AT_HAND, createPasswords, passwordFault } from '../store/passwords.ts'
import type { AccountStore } from '../store/store.ts'
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
import { accountText } from './account-show.ts'
import { settable } from '#cli/settable.ts'
import { addMailOptions, type MailOptions, mailSettings } from './mail-options.ts'

interface ListOptions extends StoreOptions {
  email?: string
  plan?: string
  verified?: 'yes' | 'no'
  disabled?: 'yes' | 'no'
}

interface CreateOptions extends StoreOptions, MailOptions {
  email: string
  plan: string
  plans?: string
  verified?: true
  webUrl?: string
  accountUrl?: string
}

/** An address as given, without trailing slashes. Null when none was given. */
function address(option: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandError(`found ${option} ${JSON.stringify(text)}, expected http://… or https://…`, 2)
  }
  return text.replace(/\/+$/, '')
}

function requirePlan(id: string, file: string | undefined): void {
  const plans = readPlans(file)
  if (plans.has(id)) return
  throw new CommandError(`no plan "${id}", expected one of ${[...plans.keys()].join(', ')}`, 2)
}

const wholeDays = wholeNumber(5, 'from 1 to 99999')

const yesOrNo = (flags: string, description: string): Option =>
  new Option(flags, description).choices(['yes', 'no'])
const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** A line of the list. */
const lineOf = ({ email, id, plan, verified, disabled }: Account): string[] => [
  email,
  id,
  plan,
  yesNo(verified),
  yesNo(disabled),
]

const describe = (account: Account): string =>
  [
    account.email,
    account.id,
    account.plan,
    account.verified ? 'verified' : 'not verified',
    ...(account.disabled ? ['disabled'] : []),
    ...(account.frozenUntilMs === null ? [] : [`frozen until ${utcOf(account.frozenUntilMs)}`]),
  ].join('  ')

const YES = 'do it; without this flag the command only says what it would do'

/** Throws a CommandError that says what a command would do to an account, unless it has `--yes`. For what nobody can take back. */
function expectYes(command: Command, { email }: Account, what: string): void {
  if (command.opts<{ yes?: true }>().yes === true) return
  const asked = `npm run tzref -- account ${command.name()} ${email} --yes`
  throw new CommandError(`${what}. Nothing was changed`, 2, asked)
}

/** What a command does to one account. A change answers the account after it, or anything else where the store has to be asked. */
type Work = (
  store: AccountStore,
  found: Account,
  command: Command,
) => Promise<Account | boolean | null | void>

/** Adds the commands of `account`. */
export function addAccountCommands(account: Command, context: CommandContext = PROCESS_CONTEXT): void {
  const print = (made: Account, asJson: true | undefined): void =>
    context.stdout(asJson === true ? json(accountJson(made)) : `${describe(made)}\n`)

  /**
   * Queues the verification mail of a new account, and sends it with links to this root. If that fails, or without a root, the servers send
   * it later. Answers what happens.
   */
  async function sendVerification(
    store: AccountStore,
    made: Account,
    mailer: Mailer,
    options: CreateOptions,
    accountUrl: string | null,
  ): Promise<string> {
    await store.queueAsked([{ kind: 'verification', email: made.email }], context.nowMs())
    if (accountUrl === null) {
      return 'the verification mail is sent by the next server that runs, with links to itself'
    }
    const plans = readPlans(options.plans)
    const outbox = createOutbox({ store, mailer, plans, accountUrl, service: options.serviceName })
    const { errors } = await outbox.deliver(context.nowMs())
    return errors.length === 0
      ? `verification mail sent: ${mailer.destination}`
      : `verification mail not sent yet, servers will try again: ${String(errors[0])}`
  }

  const migrate = account
    .command('migrate')
    .description('give a store of an older tzref the schema of this one, after making a copy')
    .option('--dump <file>', 'for PostgreSQL: where pg_dump writes the copy', join(HOME, 'accounts.dump'))
    .addOption(accountsOption())
    .action(async ({ accounts, dump }: { accounts: string; dump: string }) => {
      let isChanged = false
      const tell = (message: string): void => {
        isChanged = true
        context.stdout(`${message}\n`)
      }
      const store = await openAccountStore(accounts, 'refuse', tell, { dumpTo: resolve(dump) })
      await store.close()
      context.stdout(
        isChanged ? 'it now has the schema of this tzref\n' : 'it already had the schema of this tzref\n',
      )
    })
  withExamples(migrate, ['account migrate'])

  const create = account
    .command('create')
    .description('make an account, and send the mail that verifies its address')
    .requiredOption('--email <address>', "the account's e-mail address")
    .option('--plan <id>', 'its plan', 'free')
    .addOption(plansOption())
    .option('--verified', 'treat the address as verified: no mail is sent')
    .option('--json', 'print JSON')
    .addOption(
      settable(
        '--web-url <url>',
        "address of the website, for the mail's link (default: a server sends the mail, and knows its address)",
      ),
    )
    .addOption(
      settable('--account-url <url>', 'public address of an account area that is not below --web-url'),
    )
    .addOption(accountsOption())
    .action(async (options: CreateOptions) => {
      const email = options.email.trim()
      if (!isEmail(email)) {
        throw new CommandError(`found --email ${JSON.stringify(email)}, expected one e-mail address`, 2)
      }
      const webUrl = address('--web-url', options.webUrl)
      const accountUrl =
        address('--account-url', options.accountUrl) ?? (webUrl === null ? null : `${webUrl}/account`)
      requirePlan(options.plan, options.plans)
      const verified = options.verified === true
      // Checks the settings of mails before the account is made: otherwise it would stay without its mail.
      const mailer = openMailer(mailSettings(options, options.accounts))
      await withStore(options.accounts, 'create', async (store) => {
        const { plan } = options
        const made = await store.createAccount({ email, plan, verified, nowMs: context.nowMs() })
        if (made === null) {
          throw new CommandError(
            `there is an account "${email}" already, expected a new address`,
            1,
            `npm run tzref -- token create --account ${email} --name ci --json`,
          )
        }
        if (!verified) context.stderr(`${await sendVerification(store, made, mailer, options, accountUrl)}\n`)
        print(made, options.json)
      }).finally(() => mailer.close())
    })
  withExamples(addMailOptions(create), [
    'account create --email a@example.org --plan business --verified',
    'account create --email a@example.org --web-url https://tz.example.org --smtp smtp://mail.example.org',
  ])

  withExamples(
    account
      .command('list')
      .description('list accounts: all, or those that match')
      .option('--email <part>', 'only those whose address contains this')
      .option('--plan <id>', 'only those on this plan')
      .addOption(
        yesOrNo('--verified <answer>', 'only those with a verified address, or with an unverified one'),
      )
      .addOption(yesOrNo('--disabled <answer>', 'only those that are, or are not'))
      .option('--json', 'print JSON')
      .addOption(accountsOption())
      .action(async (options: ListOptions) => {
        const { email, plan, verified, disabled } = options
        const all = await withStore(options.accounts, 'refuse', (store) => store.accounts())
        const accounts = all.filter(
          (row) =>
            (email === undefined || row.email.includes(email.toLowerCase())) &&
            (plan === undefined || row.plan === plan) &&
            (verified === undefined || row.verified === (verified === 'yes')) &&
            (disabled === undefined || row.disabled === (disabled === 'yes')),
        )
        context.stdout(
          options.json === true
            ? json(accounts.map(accountJson))
            : columns([['E-MAIL', 'ID', 'PLAN', 'VERIFIED', 'DISABLED'], ...accounts.map(lineOf)]),
        )
      }),
    ['account list', 'account list --json', 'account list --plan free --verified no'],
  )

  /** A command about one account, named by id or e-mail address. `more` adds its own arguments and options. */
  const aboutOne = (
    name: string,
    description: string,
    work: Work,
    examples: readonly string[] = ['a@example.org'],
    more: (command: Command) => Command = (command) => command,
  ): void => {
    const command = more(
      account.command(name).description(description).argument('<account>', 'e-mail address or id'),
    )
    command.addOption(accountsOption()).action(async (idOrEmail: string) => {
      await withStore(command.opts<StoreOptions>().accounts, 'refuse', async (store) =>
        work(store, await requireAccount(store, idOrEmail), command),
      )
    })
    withExamples(
      command,
      examples.map((example) => `account ${name} ${example}`),
    )
  }

  /** A command that changes one account and prints it. */
  const changing = (
    name: string,
    description: string,
    change: Work,
    examples?: readonly string[],
    more: (command: Command) => Command = (command) => command,
  ): void => {
    const work: Work = async (store, found, command) => {
      const changed = await change(store, found, command)
      const after = typeof changed === 'object' ? changed : null
      print(after ?? (await requireAccount(store, found.id)), command.opts<StoreOptions>().json)
    }
    aboutOne(name, description, work, examples, (command) => more(command).option('--json', 'print JSON'))
  }

  changing(
    'reset-factor',
    'turn the second factor of an account off, for an owner who has lost the app and all recovery codes',
    async (store, found, command) => {
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
    ['a@example.org', 'a@example.org --yes'],
    (command) =>
      command.option('--yes', YES).addHelpText(
        'after',
        `
After that, the password alone opens the account. First make sure that the person who asks is the owner.
All its sessions end, its recovery codes are deleted, and its address gets a mail. Keys still work.`,
      ),
  )
  changing('verify', 'mark the address of an account as verified', (store, { id }) =>
    store.setVerified(id, context.nowMs()),
  )
  changing('disable', 'refuse all tokens of an account, within five seconds', (store, { id }) =>
    store.setDisabled(id, true, context.nowMs()),
  )
  changing(
    'delete',
    'delete an account for good: its address is deleted, and its tokens are revoked',
    async (store, found, command) => {
      expectYes(command, found, `this deletes ${found.email} for good, and revokes its tokens`)
      return store.deleteAccount(found.id, context.nowMs())
    },
    ['a@example.org', 'a@example.org --yes'],
    (command) => command.option('--yes', YES),
  )
  changing('unfreeze', 'end the freeze of an account', (store, { id }) =>
    store.setFrozen(id, null, context.nowMs()),
  )
  changing('enable', 'accept the tokens of a disabled account again', (store, { id }) =>
    store.setDisabled(id, false, context.nowMs()),
  )
  changing(
    'set-password',
    'set the password of an account, from standard input; its sessions end',
    async (store, { id, email }) => {
      const password = await context.readSecret(`New password of ${email}: `)
      const fault = passwordFault(password)
      if (fault !== null) throw new CommandError(fault, 2)
      const hash = await createPasswords().hash(password, AT_HAND)
      if (hash === null) throw new CommandError('the password was not set, try again', 1)
      return store.setPassword(id, hash, context.nowMs())
    },
    ['a@example.org', 'a@example.org < password.txt'],
  )
  changing(
    'freeze',
    'freeze an account: no change of address or password, no new keys; its sessions end',
    (store, { id }, command) => {
      const { days } = command.opts<{ days: number }>()
      return store.setFrozen(id, context.nowMs() + days * DAY_MS, context.nowMs())
    },
    ['a@example.org --days 30'],
    (command) =>
      command.addOption(new Option('--days <count>', 'for so many days').argParser(wholeDays).default(14)),
  )
  changing(
    'set-email',
    'give an account another address, marked as verified; its sessions end, and the old address gets a mail',
    async (store, { id }, { args: [, email = ''] }) => {
      if (!isEmail(email.trim())) {
        throw new CommandError(`found ${JSON.stringify(email)}, expected one e-mail address`, 2)
      }
      const changed = await store.setEmail(id, email, context.nowMs())
      if (changed !== 'taken') return changed
      throw new CommandError(`there is an account "${email}" already, expected a new address`, 1)
    },
    ['a@example.org b@example.org'],
    (command) => command.argument('<address>', 'the new e-mail address'),
  )
  changing(
    'set-plan',
    'give an account another plan, within five seconds',
    async (store, { id }, command) => {
      const [, plan = ''] = command.args
      requirePlan(plan, command.opts<{ plans?: string }>().plans)
      return store.setPlan(id, plan, context.nowMs())
    },
    ['a@example.org developer'],
    (command) => command.argument('<plan>', 'id of the plan').addOption(plansOption()),
  )
  aboutOne(
    'show',
    'show everything that is stored about an account: its keys, usage, sessions, mails and audit',
    async (store, found) => context.stdout(await accountText(store, found, context.nowMs())),
  )
  aboutOne('export', 'print everything that is stored about an account, as JSON', async (store, found) =>
    context.stdout(json(await exportAccount(store, found, context.nowMs()))),
  )

  withExamples(
    account
      .command('purge')
      .description('erase accounts that were deleted so long ago, with their usage and audit')
      .addOption(
        new Option('--days <count>', 'days since they were deleted, at least 1')
          .argParser(wholeDays)
          .makeOptionMandatory(),
      )
      .option('--json', 'print JSON')
      .addOption(accountsOption())
      .action(async ({ accounts, days, json: asJson }: StoreOptions & { days: number }) => {
        await withStore(accounts, 'refuse', async (store) => {
          const purged = await store.purgeDeleted(context.nowMs() - days * DAY_MS)
          context.stdout(asJson === true ? json({ purged }) : `accounts erased: ${purged}\n`)
        })
      }),
    ['account purge --days 365'],
  )
}
