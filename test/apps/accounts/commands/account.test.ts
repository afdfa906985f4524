// Facts about the account and token commands, run in this process on their own store.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { isWellFormedToken } from '#open/access/token.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { addAccountCommands } from '#apps/accounts/commands/account.ts'
import { addTokenCommands, readExpires } from '#apps/accounts/commands/token.ts'
import { addUsageCommand } from '#apps/accounts/commands/usage.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { mintTotpSecret } from '#apps/accounts/store/totp.ts'
import { MORNING } from '../../../support/worlds/account-world.ts'
import { codeAt } from '../../../support/servers/authenticator.ts'

let folder: string
let nowMs: number
beforeEach(() => {
  nowMs = MORNING
  folder = mkdtempSync(join(tmpdir(), 'tzref-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The answer to a prompt for a secret. */
let typed = ''

/** The stdout of a command line that uses this test's store. */
async function run(...words: string[]): Promise<string> {
  let out = ''
  const context = {
    stdout: (text: string) => void (out += text),
    stderr: () => undefined,
    nowMs: () => nowMs,
    readSecret: async () => typed,
  }
  const program = new Command('tzref').exitOverride()
  addAccountCommands(program.command('account'), context)
  addTokenCommands(program.command('token'), context)
  addUsageCommand(program.command('usage'), context)
  await program.parseAsync([...words, '--accounts', join(folder, 'accounts.sqlite')], { from: 'user' })
  return out
}

test('the forms that scripts rely on work, and a new token is {id, token, account, name, expires_at}', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--plan', 'business', '--verified')
  const out = await run('token', 'create', '--account', 'a@example.org', '--name', 'ci', '--json')
  expect(JSON.parse(out)).toEqual({
    id: expect.stringMatching(/^tok_[0-9A-Za-z]{12}$/),
    token: expect.toSatisfy(isWellFormedToken),
    account: 'a@example.org',
    name: 'ci',
    expires_at: null,
  })
  expect(out.match(/"\w+"(?=:)/g)?.join()).toBe('"id","token","account","name","expires_at"')
})

test('accounts are listed with their state', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--json')
  await run('account', 'verify', 'a@example.org')
  await run('account', 'set-plan', 'a@example.org', 'developer')
  await run('account', 'disable', 'a@example.org')
  expect(JSON.parse(await run('account', 'list', '--json'))).toMatchObject([
    {
      email: 'a@example.org',
      plan: 'developer',
      verified: true,
      disabled: true,
      created_at: '2026-11-20T10:00:00+00:00',
    },
  ])
  expect(await run('account', 'enable', 'a@example.org')).not.toContain('disabled')
  expect(await run('account', 'list')).toMatch(
    /^E-MAIL +ID +PLAN .*\na@example\.org +acc_\w{12} +developer +yes +no\n$/,
  )
})

test('account list shows the accounts that match', async () => {
  await run('account', 'create', '--email', 'ann@example.org', '--plan', 'business', '--verified')
  await run('account', 'create', '--email', 'bob@example.org', '--verified')
  await run('account', 'create', '--email', 'cid@example.com')
  await run('account', 'disable', 'bob@example.org')
  const listed = async (...filters: string[]): Promise<string[]> => {
    const rows: { email: string }[] = JSON.parse(await run('account', 'list', '--json', ...filters))
    return rows.map((row) => row.email.slice(0, 3)).toSorted((a, b) => (a < b ? -1 : 1))
  }
  expect(await listed()).toEqual(['ann', 'bob', 'cid'])
  expect(await listed('--plan', 'free')).toEqual(['bob', 'cid'])
  expect(await listed('--verified', 'no')).toEqual(['cid'])
  expect(await listed('--disabled', 'no', '--email', 'Example.ORG')).toEqual(['ann'])
  await expect(run('account', 'list', '--verified', 'maybe')).rejects.toThrow('Allowed choices are yes, no')
})

test('account set-password sets a good password and does not print it; account export shows all but secrets', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  typed = 'short'
  await expect(run('account', 'set-password', 'a@example.org')).rejects.toThrow('at least 10 characters')
  typed = 'seven quiet lamps by night'
  expect(await run('account', 'set-password', 'a@example.org')).toMatch(/^a@example\.org {2}acc_/)
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'refuse')
  const kept = (await store.passwordOf('a@example.org'))?.password ?? null
  await store.close()
  expect(await createPasswords().matches(typed, kept, AT_HAND)).toBe('yes')
  const token = await run('token', 'create', '--account', 'a@example.org', '--name', 'ci')
  const out = await run('account', 'export', 'a@example.org')
  expect(JSON.parse(out)).toMatchObject({
    account: { email: 'a@example.org', has_password: true },
    keys: [{ name: 'ci', last_used_at: null }],
    audit: [{ action: 'account.create' }, { action: 'account.set-password' }, { action: 'token.create' }],
  })
  for (const secret of [token.trim(), typed, kept ?? '']) expect(out).not.toContain(secret)
})

test('account show and reset-factor: for a person who has lost the app and the recovery codes', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  // The account has no factor, so the command changes nothing.
  expect(await run('account', 'reset-factor', 'a@example.org')).toContain('a@example.org')
  expect(await run('account', 'show', 'a@example.org')).toContain('FACTOR: -\n')
  const place = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(place, 'refuse')
  const account = await store.findAccount('a@example.org')
  if (account === null) throw new Error('no account')
  const secret = mintTotpSecret()
  await store.addFactor(account, { secret, code: codeAt(secret, nowMs), nowMs })
  await store.createSession(account.id, nowMs + 3_600_000, nowMs, account.generation + 1, 'Firefox on Linux')
  await store.close()
  const shown = await run('account', 'show', 'a@example.org')
  const lines = shown.split('\n').map((line) => line.replace(/ {2,}/g, '  '))
  expect(lines).toContain('recovery_codes_left  10')
  expect(shown).toMatch(
    /^ses_\w{16} +Firefox on Linux +2026-11-20T10:00:00\+00:00 +2026-11-20T11:00:00\+00:00$/m,
  )
  const told = async () => JSON.parse(await run('account', 'export', 'a@example.org'))
  expect(await told()).toMatchObject({
    account: { email: 'a@example.org' },
    factor: { created_at: '2026-11-20T10:00:00+00:00', recovery_codes_left: 10 },
    sessions: [{ browser: 'Firefox on Linux' }],
  })
  // Without --yes the command only says what it would do.
  await expect(run('account', 'reset-factor', 'a@example.org')).rejects.toMatchObject({
    message: expect.stringContaining('Nothing was changed'),
    fix: 'npm run tzref -- account reset-factor a@example.org --yes',
  })
  expect(await told()).toMatchObject({ factor: { recovery_codes_left: 10 } })
  await run('account', 'reset-factor', 'a@example.org', '--yes')
  expect(await told()).toMatchObject({ factor: null, sessions: [] })
  const exported = JSON.parse(await run('account', 'export', 'a@example.org'))
  expect(exported.audit.map(({ action }: { action: string }) => action)).toContain('factor.reset')
  expect(exported.mails.map(({ kind }: { kind: string }) => kind)).toContain('factor-reset')
  expect(JSON.stringify(exported)).not.toContain(secret)
})

test('account freeze, unfreeze and set-email: for a person whose account was taken over', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const place = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(place, 'refuse')
  const account = await store.findAccount('a@example.org')
  const session = await store.createSession(account?.id ?? '', nowMs + 1e9, nowMs)
  expect(await run('account', 'freeze', 'a@example.org', '--days', '3')).toContain(
    'frozen until 2026-11-23T10:00:00+00:00',
  )
  expect(await store.sessionAccount(session, nowMs)).toBeNull()
  expect(JSON.parse(await run('account', 'list', '--json'))).toMatchObject([
    { frozen_until: '2026-11-23T10:00:00+00:00' },
  ])
  const again = await store.createSession(account?.id ?? '', nowMs + 1e9, nowMs)
  expect(await run('account', 'set-email', 'a@example.org', 'B@example.org')).toMatch(
    /^b@example\.org {2}acc_.*frozen until/,
  )
  expect(await store.sessionAccount(again, nowMs)).toBeNull()
  expect(JSON.parse(await run('account', 'unfreeze', 'b@example.org', '--json'))).toMatchObject({
    email: 'b@example.org',
    frozen_until: null,
  })
  expect((await store.audit(account?.id ?? '')).map(({ action }) => action)).toEqual([
    'account.create',
    'session.create',
    'account.freeze',
    'session.create',
    'account.change-email',
    'account.unfreeze',
  ])
  await store.close()
  await run('account', 'create', '--email', 'c@example.org', '--verified')
  await expect(run('account', 'set-email', 'c@example.org', 'b@example.org')).rejects.toThrow('already')
  await expect(run('account', 'set-email', 'c@example.org', 'b@x')).rejects.toThrow('found "b@x"')
})

test('account purge erases accounts that were deleted so many days ago', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const id = /acc_\w{12}/.exec(await run('account', 'list'))?.[0] ?? ''
  expect(await run('account', 'purge', '--days', '1')).toBe('accounts erased: 0\n')
  await run('account', 'delete', 'a@example.org', '--yes')
  nowMs += 86_400_000
  expect(await run('account', 'purge', '--days', '1')).toBe('accounts erased: 0\n')
  nowMs += 1
  expect(await run('account', 'purge', '--days', '1', '--json')).toBe('{"purged":1}\n')
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'refuse')
  expect(await store.audit(id)).toEqual([])
  await store.close()
  for (const days of ['0', '-1', '1.5', 'x', '']) {
    await expect(run('account', 'purge', '--days', days)).rejects.toThrow('Expected a whole number from 1')
  }
  await expect(run('account', 'purge')).rejects.toThrow('--days')
})

test('an unverified account gets a mail, which is in a private folder beside the store', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--web-url', 'https://tz.example.org/')
  const files = readdirSync(join(folder, 'mail'))
  expect(files).toHaveLength(1)
  const mail = readFileSync(join(folder, 'mail', files[0] ?? ''), 'utf8')
  expect(mail).toMatch(/^To: a@example\.org\r$/m)
  expect(mail).toMatch(/^https:\/\/tz\.example\.org\/account\/welcome\/[0-9A-Za-z]{32}\r$/m)
  await run('account', 'create', '--email', 'b@example.org', '--verified')
  expect(readdirSync(join(folder, 'mail'))).toHaveLength(1)
})

test('without the website’s address, the mail waits for a server, which knows it', async () => {
  await run('account', 'create', '--email', 'a@example.org')
  expect(readdirSync(folder).filter((name) => name === 'mail')).toEqual([])
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'refuse')
  expect(await store.takeMail(MORNING, MORNING)).toMatchObject({ kind: 'verification' })
  await store.close()
})

test('with settings that cannot send mail, no account is made', async () => {
  const create = (...more: string[]): Promise<string> =>
    run('account', 'create', '--email', 'a@example.org', '--web-url', 'https://tz.example.org', ...more)
  await expect(create('--smtp', 'mail.example.org')).rejects.toThrow('expected smtp://… or smtps://…')
  await expect(create('--mail-folder', import.meta.filename)).rejects.toThrow('expected a folder for mails')
  expect(readdirSync(folder)).toEqual([])
})

test('in a folder that is not there no store is made, and the error names the folder', async () => {
  const place = join(folder, 'none', 'accounts.sqlite')
  await expect(openAccountStore(place, 'create')).rejects.toThrow(
    `${join(folder, 'none')}: found nothing, expected a folder`,
  )
})

test('TZREF_PLANS names the plans for every command that uses plans', async () => {
  const plan = { id: 'internal', name: 'Internal', priceUsd: 0, requestsPerMonth: 50, requestsPerSecond: 1 }
  writeFileSync(
    join(folder, 'plans.json'),
    JSON.stringify({ plans: [{ ...plan, headroomPercent: 0, extras: [] }] }),
  )
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  vi.stubEnv('TZREF_PLANS', join(folder, 'plans.json'))
  try {
    expect(await run('account', 'set-plan', 'a@example.org', 'internal')).toContain('  internal  ')
    expect(JSON.parse(await run('usage', 'a@example.org', '--json'))).toMatchObject({ quota: 50 })
    await run('account', 'create', '--email', 'b@example.org', '--plan', 'internal', '--verified')
    await expect(run('account', 'set-plan', 'a@example.org', 'free')).rejects.toThrow(
      'expected one of internal',
    )
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a deleted account is in no list, its tokens do not work, and its address can be used again', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  await run('token', 'create', '--account', 'a@example.org', '--name', 'ci')
  // Without --yes the command only says what it would do.
  await expect(run('account', 'delete', 'a@example.org')).rejects.toMatchObject({
    message: 'this deletes a@example.org for good, and revokes its tokens. Nothing was changed',
    exitCode: 2,
    fix: 'npm run tzref -- account delete a@example.org --yes',
  })
  expect(await run('account', 'delete', 'a@example.org', '--yes')).toMatch(/^a@example\.org +acc_/)
  expect(JSON.parse(await run('account', 'list', '--json'))).toEqual([])
  expect(await run('token', 'list', '--json')).not.toContain('example.org')
  expect(JSON.parse(await run('token', 'list', '--json'))).toMatchObject([
    { account: expect.stringMatching(/^acc_/), revoked_at: '2026-11-20T10:00:00+00:00' },
  ])
  await expect(run('account', 'delete', 'a@example.org')).rejects.toThrow('no account "a@example.org"')
  await run('account', 'create', '--email', 'a@example.org', '--verified')
})

test('usage is shown by month, and the current month is there from its first moment', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'refuse')
  const accountId = (await store.findAccount('a@example.org'))?.id ?? ''
  await store.addUsage(
    { writer: 'test', sequence: 1, rows: [{ accountId, month: '2026-10', requests: 12_345 }] },
    0,
  )
  await store.close()
  expect(JSON.parse(await run('usage', 'a@example.org', '--json'))).toEqual({
    account: 'a@example.org',
    plan: 'free',
    quota: 100_000,
    months: [
      { month: '2026-11', requests: 0 },
      { month: '2026-10', requests: 12_345 },
    ],
  })
  expect(await run('usage', 'a@example.org')).toContain('2026-10  12345     12.3 %')
})

test('account show has the same data as the export: keys by their last characters, months by key and status, mails and audit', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const text = (await run('token', 'create', '--account', 'a@example.org', '--name', 'ci')).trim()
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'refuse')
  const account = await store.findAccount('a@example.org')
  const accountId = account?.id ?? ''
  const [{ id: tokenId } = { id: '' }] = await store.tokens(accountId)
  const day = { accountId, tokenId, status: 429, lastMs: Date.UTC(2026, 10, 20, 10, 5) }
  const days = [
    { ...day, day: '2026-11-19', requests: 4 },
    { ...day, day: '2026-11-20', requests: 3 },
    { ...day, day: '2026-11-20', requests: 12, status: 200 },
  ]
  const rows = [{ accountId, month: '2026-11', requests: 12 }]
  await store.addUsage({ writer: 'test', sequence: 1, rows, days }, 0)
  await store.noteRefused(accountId, 'refused.key', Date.UTC(2026, 10, 20, 10, 6), null)
  await store.close()
  const shown = await run('account', 'show', 'a@example.org')
  const lines = shown.split('\n').map((line) => line.replace(/ {2,}/g, '  '))
  expect(lines).toContain('email  a@example.org')
  expect(shown).toContain(`tzr_…${text.slice(-4)}`)
  expect(shown).not.toContain(text)
  expect(lines).toContain(`2026-11  ${tokenId}  429  7`)
  expect(lines).toContain(`2026-11  ${tokenId}  200  12`)
  expect(lines).toContain('2026-11  12')
  expect(lines.join()).toContain('refused.key')
  expect(lines).toContain('SESSIONS: none')
  // Each part of the export has a heading in the document.
  for (const part of Object.keys(JSON.parse(await run('account', 'export', 'a@example.org')))) {
    const names = part === 'usage' ? ['MONTHS', 'ANSWERS'] : [part.toUpperCase()]
    for (const name of names) expect(shown).toMatch(new RegExp(`^${name}(?:: (?:none|-))?$`, 'm'))
  }
})

test('tokens are listed without their texts, and revoked by id', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const text = (
    await run('token', 'create', '--account', 'a@example.org', '--name', 'ci', '--expires', '90d')
  ).trim()
  const listed = await run('token', 'list', '--json')
  expect(listed).not.toContain(text)
  expect(JSON.parse(listed)).toMatchObject([
    { account: 'a@example.org', expires_at: '2027-02-18T10:00:00+00:00' },
  ])
  const revoked = await run('token', 'revoke', /tok_\w+/.exec(listed)?.[0] ?? '', '--json')
  const rows = JSON.parse(await run('token', 'list', '--json'))
  expect(rows).toMatchObject([{ revoked_at: '2026-11-20T10:00:00+00:00' }])
  expect([JSON.parse(revoked)]).toEqual(rows)
})

test.each([
  [['account', 'list'], 1, /accounts\.sqlite: found nothing, expected an account store/],
  [['account', 'create', '--email', 'a b'], 2, /found --email "a b", expected one e-mail address/],
  [
    ['account', 'create', '--email', 'a@example.org', '--plan', 'gold'],
    2,
    /no plan "gold", expected one of free, developer, business/,
  ],
])('misuse has its own message: %j', async (words, exitCode, message) => {
  await expect(run(...words)).rejects.toThrow(
    expect.objectContaining({ exitCode, message: expect.stringMatching(message) }),
  )
})

test('a second account for an address, an unknown account and a token given as an id are errors with a remedy', async () => {
  await run('account', 'create', '--email', 'a@example.org', '--verified')
  const fault = { exitCode: 1, fix: expect.stringContaining('npm run tzref -- ') }
  await expect(run('account', 'create', '--email', 'A@example.org')).rejects.toThrow(
    expect.objectContaining(fault),
  )
  await expect(run('account', 'verify', 'b@example.org')).rejects.toThrow(expect.objectContaining(fault))
  const text = (await run('token', 'create', '--account', 'a@example.org', '--name', 'ci')).trim()
  const revoke = run('token', 'revoke', text)
  await expect(revoke).rejects.toThrow(expect.objectContaining(fault))
  await expect(revoke).rejects.not.toThrow(text)
})

test('--expires takes days from now, a date in UTC or a date-time with its offset, in the future', () => {
  expect(readExpires('1d', MORNING)).toBe(MORNING + 86_400_000)
  expect(readExpires('2027-01-31', MORNING)).toBe(Date.UTC(2027, 0, 31))
  expect(readExpires('2027-01-31T12:00+02:00', MORNING)).toBe(Date.UTC(2027, 0, 31, 10))
  for (const wrong of [
    '',
    '0d',
    'soon',
    '2026-11-19',
    '2027-02-30',
    '2027-13-01',
    '2027-01-31T12:00',
    '31/01/2027',
  ]) {
    expect(() => readExpires(wrong, MORNING)).toThrow(/found --expires/)
  }
})

test('account migrate copies an older store before it changes it, and the copy is unchanged', async () => {
  const place = join(folder, 'accounts.sqlite')
  const db = openDatabase(place)
  db.exec(
    readFileSync(join(import.meta.dirname, '../../../fixtures/accounts/schema-0004.sqlite.sql'), 'utf8'),
  )
  db.close()
  await expect(run('account', 'list')).rejects.toThrow('account store of schema 0004')
  const said = await run('account', 'migrate')
  const copy = `${place}.schema-0004`
  expect(said).toContain(`a copy with the old schema is in ${copy}`)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const older = openDatabase(copy, { readonly: true })
  expect(older.prepare('select max(name) from kysely_migration').pluck().get()).toMatch(/^0004/)
  expect(older.prepare('select email from account order by email').pluck().all()).toContain('ann@example.org')
  older.close()
  expect(await run('account', 'list')).toContain('ann@example.org')
  expect(await run('account', 'migrate')).toBe('it already had the schema of this tzref\n')
  expect(readdirSync(folder).toSorted()).toEqual(['accounts.sqlite', 'accounts.sqlite.schema-0004'])
})
