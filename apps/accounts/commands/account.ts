// `tzref account …`: creates, lists, changes, freezes, deletes and erases accounts, and migrates their store; which of these need `--yes`.
import { type Command, Option } from 'commander'
import { join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { HOME } from '#open/program/root.ts'
import { DAY_MS } from '#core/time/civil.ts'
import { readPlans } from '#open/access/plans.ts'
import { openMailer, type Mailer } from '../mail/mailer.ts'
import { Outbox } from '../mail/outbox.ts'
import type { Account } from '../store/accounts.ts'
import { isEmail } from '../store/email.ts'
import { openAccountStore } from '../store/open-store.ts'
import { accountJson, utcOf } from '../store/export.ts'
import type { AccountStore } from '../store/store.ts'
import {
  accountsOption,
  columns,
  type CommandContext,
  json,
  plansOption,
  PROCESS_CONTEXT,
  requireAccount,
  requirePlan,
  type StoreOptions,
  wholeDays,
  withExamples,
  withStore,
} from './account-options.ts'
import { settable } from '#open/program/settable.ts'
import { ABOUT_ONE, type AboutOne } from './one-account.ts'
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

/** Adds the commands of `account`. */
export function addAccountCommands(account: Command, context: CommandContext = PROCESS_CONTEXT): void {
  addMigrate(account, context)
  addCreate(account, context)
  addList(account, context)
  for (const about of ABOUT_ONE) addAboutOne(account, about, context)
  addPurge(account, context)
}

function addMigrate(account: Command, context: CommandContext): void {
  const migrate = account
    .command('migrate')
    .description('give a store of an older tzref the schema of this one, after making a copy')
    .option('--dump <file>', 'for PostgreSQL: where pg_dump writes the copy', join(HOME, 'accounts.dump'))
    .option('--no-dump', 'for PostgreSQL: you have made the copy yourself, where pg_dump is')
    .addOption(accountsOption())
    .action(async ({ accounts, dump }: { accounts: string; dump: string | false }) => {
      let isChanged = false
      const tell = (message: string): void => {
        isChanged = true
        context.stdout(`${message}\n`)
      }
      const ifOlder = dump === false ? 'migrate' : { dumpTo: resolve(dump) }
      const store = await openAccountStore(accounts, 'refuse', tell, ifOlder)
      await store.close()
      const had = isChanged ? 'now has' : dump === false ? 'has' : 'already had'
      context.stdout(`it ${had} the schema of this tzref\n`)
    })
  withExamples(migrate, ['account migrate'])
}

/**
 * Queues the verification mail of a new account, and sends it with links to this root. If that fails, or without a root, the servers send
 * it later. Answers what happens.
 */
async function sendVerification(
  context: CommandContext,
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
  const outbox = new Outbox({ store, mailer, plans, accountUrl, service: options.serviceName })
  const { errors } = await outbox.deliver(context.nowMs())
  return errors.length === 0
    ? `verification mail sent: ${mailer.destination}`
    : `verification mail not sent yet, servers will try again: ${String(errors[0])}`
}

function addCreate(account: Command, context: CommandContext): void {
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
            `npm run tzref -- token create --account ${email} --name ci`,
          )
        }
        if (!verified)
          context.stderr(`${await sendVerification(context, store, made, mailer, options, accountUrl)}\n`)
        context.stdout(accountLine(made, options.json))
      }).finally(() => mailer.close())
    })
  withExamples(addMailOptions(create), [
    'account create --email a@example.org --plan business --verified',
    'account create --email a@example.org --web-url https://tz.example.org --smtp smtp://mail.example.org',
  ])
}

function addList(account: Command, context: CommandContext): void {
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
}

/** Adds a command about one account, named by id or e-mail address. A change prints the account after it. */
function addAboutOne(account: Command, about: AboutOne, context: CommandContext): void {
  const { name, description, examples = ['a@example.org'], more } = about
  const command = account.command(name).description(description).argument('<account>', 'e-mail address or id')
  more?.(command)
  if ('change' in about) command.option('--json', 'print JSON')
  command.addOption(accountsOption()).action(async (idOrEmail: string) => {
    const { accounts, json: asJson } = command.opts<StoreOptions>()
    await withStore(accounts, 'refuse', async (store) => {
      const found = await requireAccount(store, idOrEmail)
      if ('show' in about) return context.stdout(await about.show(store, found, context.nowMs()))
      const changed = await about.change(store, found, command, context)
      const after = typeof changed === 'object' ? changed : null
      context.stdout(accountLine(after ?? (await requireAccount(store, found.id)), asJson))
    })
  })
  withExamples(
    command,
    examples.map((example) => `account ${name} ${example}`),
  )
}

function addPurge(account: Command, context: CommandContext): void {
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

const describe = (account: Account): string =>
  [
    account.email,
    account.id,
    account.plan,
    account.verified ? 'verified' : 'not verified',
    ...(account.disabled ? ['disabled'] : []),
    ...(account.frozenUntilMs === null ? [] : [`frozen until ${utcOf(account.frozenUntilMs)}`]),
  ].join('  ')

/** The line of an account that a command prints. */
const accountLine = (made: Account, asJson: true | undefined): string =>
  asJson === true ? json(accountJson(made)) : `${describe(made)}\n`
