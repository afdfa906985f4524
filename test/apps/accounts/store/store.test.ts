// Facts about the account store, on each database engine.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlans } from '#open/access/plans.ts'
import { tokenDigest } from '#open/access/token.ts'
import { createLocalAccount } from '#apps/accounts/local-account.ts'
import { type IfMissing, NoStore } from '#apps/accounts/store/migrations.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { isEmail } from '#apps/accounts/store/email.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import { TABLES } from '#apps/accounts/store/schema.ts'
import {
  accountWorld,
  emptyPlace,
  MORNING,
  type AccountWorld,
} from '../../../support/worlds/account-world.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/accounts')
const DAY = 86_400_000

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('one mailbox is one account, however its address is written', async () => {
  const wanted = { plan: 'free', verified: true, nowMs: MORNING }
  expect(await world.store.createAccount({ ...wanted, email: 'Ann@Example.org' })).toMatchObject({
    email: 'ann@example.org',
  })
  expect(await world.store.createAccount({ ...wanted, email: ' ann@example.ORG' })).toBeNull()
  expect(await world.store.findAccount('ANN@example.org')).toMatchObject({ email: 'ann@example.org' })
})

test('written data is there when the store is opened again (decision 0008)', async () => {
  const { account, token } = await world.make('business')
  const again = await openAccountStore(world.place, 'refuse')
  expect(await again.accounts()).toEqual([account])
  expect(await again.credential(tokenDigest(token.text))).toEqual({
    tokenId: token.id,
    accountId: account.id,
    plan: 'business',
    verified: true,
    disabled: false,
    revoked: false,
    expiresAtMs: null,
  })
  await again.close()
})

test('every change writes one line of the audit; a change without effect writes none', async () => {
  const { account, token } = await world.make('free', { verified: false })
  await world.store.setVerified(account.id, MORNING + 1)
  await world.store.setVerified(account.id, MORNING + 2)
  await world.store.setPlan(account.id, 'business', MORNING + 3)
  await world.store.setDisabled(account.id, true, MORNING + 4)
  await world.store.setDisabled(account.id, false, MORNING + 5)
  await world.store.revokeToken(token.id, MORNING + 6)
  await world.store.revokeToken(token.id, MORNING + 7)
  const audit = await world.store.audit(account.id)
  expect(audit.map((entry) => [entry.atMs - MORNING, entry.action, entry.tokenId])).toEqual([
    [0, 'account.create', null],
    [0, 'token.create', token.id],
    [1, 'account.verify', null],
    [3, 'account.set-plan', null],
    [4, 'account.disable', null],
    [5, 'account.enable', null],
    [6, 'token.revoke', token.id],
  ])
  expect(JSON.stringify(audit)).not.toContain(token.text)
})

test('the audit cannot be changed or shortened', async () => {
  await world.make('free')
  await expect(world.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
  await expect(world.raw('delete from audit')).rejects.toThrow('audit is append-only')
  const columns = '(id, at, action, account_id, detail)'
  const overwrites =
    world.engine === 'sqlite'
      ? [
          `insert or replace into audit ${columns} values (1, 0, 'nothing', 'x', '{}')`,
          `replace into audit ${columns} select id, 0, 'nothing', 'x', '{}' from audit`,
          `insert into audit ${columns} values (1, 0, 'x', 'x', '{}') on conflict (id) do update set action = 'nothing'`,
        ]
      : [
          `insert into audit ${columns} overriding system value values (1, 0, 'x', 'x', '{}')
           on conflict (id) do update set action = 'nothing'`,
        ]
  const before = await world.ask('select * from audit order by id')
  for (const statement of overwrites) {
    await expect(world.raw(statement), statement).rejects.toThrow('audit is append-only')
  }
  expect(await world.ask('select * from audit order by id')).toEqual(before)
})

test('the first start makes one local account with one token, once', async () => {
  const first = await createLocalAccount(world.store, MORNING)
  expect(first?.account).toMatchObject({ plan: 'business', verified: true })
  expect(await world.store.credential(tokenDigest(first?.token.text ?? ''))).toMatchObject({
    plan: 'business',
  })
  expect(await createLocalAccount(world.store, MORNING)).toBeNull()
})

test.each([
  [
    ['free', 5, 1e5],
    ['developer', 25, 1e6],
    ['team', 25, 2e6],
  ],
  [['team', 1, 1]],
  [
    ['team', 9, 9],
    ['other', 9, 9],
  ],
] as const)('the local account is on the widest plan of the file: %j', async (...rows) => {
  const path = join(tmpdir(), `tzref-plans-${process.pid}.json`)
  const plans = rows.map(([id, requestsPerSecond, requestsPerMonth]) => ({
    id,
    name: id,
    requestsPerSecond,
    requestsPerMonth,
    headroomPercent: 0,
  }))
  writeFileSync(path, JSON.stringify({ plans }))
  const made = await createLocalAccount(world.store, MORNING, readPlans(path))
  rmSync(path)
  expect([made?.account.plan, made?.plan.name]).toEqual(['team', 'team'])
})

test('an e-mail address cannot contain a second header or recipient, and has one normal form', () => {
  for (const good of [
    'a@example.org',
    'a.b+c@sub.example.org',
    'ä@example.org',
    'A@Example.ORG',
    'a@xn--mnchen-3ya.de',
    'a@b.museum',
  ]) {
    expect(isEmail(good)).toBe(true)
  }
  for (const bad of [
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b\r\nBcc: c@d',
    'a@b,c@d',
    '<a@b>',
    'a@b.',
    `${'a'.repeat(65)}@example.org`,
    // No mail can reach these.
    'a@x',
    'a@localhost',
    'a@192.0.2.1',
    'a@-b.example',
    // Mail systems read these letters as other ones (long s, Kelvin sign, full-width letters), or show them from right to left.
    'a@e\u017fample.org',
    'a@\u212Aelvin.org',
    '\uff41@example.org',
    'a@\uff45xample.org',
    '\u017fam@example.org',
    'a\u202Egro.elpmaxe@example.org',
    'a@example.org\u202E',
    'a\u200Bb@example.org',
    'a\u00ADb@example.org',
    'a..b@example.org',
    '.a@example.org',
  ]) {
    expect(isEmail(bad), bad).toBe(false)
  }
})

/** Each column as `table.column`, and its kind. `TABLES` must have the same kind, apart from the question mark. */
const COLUMNS = {
  sqlite: `select t.name || '.' || c.name as name, lower(c.type) as type, not (c."notnull" or c.pk) as optional
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`,
  postgres: `select table_name || '.' || column_name as name, data_type as type, (is_nullable = 'YES')::int as optional
    from information_schema.columns where table_schema = 'public'`,
}
const TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  integer: ['bigint', 'integer'],
  flag: ['smallint'],
  serial: ['bigint', 'integer'],
}

test('the tables that the migrations make have the columns of the one definition, no more and no fewer', async () => {
  const found = new Map(
    (await world.ask(COLUMNS[world.engine])).map((row) => {
      return [String(row['name']), { type: row['type'], isOptional: row['optional'] === 1 }]
    }),
  )
  for (const [table, columns] of Object.entries(TABLES)) {
    const there = [...found.keys()].filter((name) => name.startsWith(`${table}.`))
    expect(there.toSorted()).toEqual(
      Object.keys(columns)
        .map((column) => `${table}.${column}`)
        .toSorted(),
    )
    for (const [column, kind] of Object.entries(columns)) {
      const name = `${table}.${column}`
      expect(TYPES[kind.replace('?', '')], name).toContain(found.get(name)?.type)
      expect(found.get(name)?.isOptional, name).toBe(kind.endsWith('?'))
    }
  }
})

test('a store from before the Migrator opens with all its data, and the version that made it would now refuse it', async () => {
  const place = await emptyPlace()
  await place.raw(readFileSync(join(FIXTURES, `schema-3.${place.engine}.sql`), 'utf8'))
  for (let times = 0; times < 2; times++) {
    const store = await openAccountStore(place.place, 'create', undefined, 'migrate')
    expect(await store.accounts()).toMatchObject([{ email: 'old@example.org', plan: 'business' }])
    expect(await store.credential('ab'.repeat(32))).toMatchObject({ accountId: 'acc_old000000000' })
    expect(await store.usage('acc_old000000000', '2026-10')).toBe(41)
    expect(await store.audit('acc_old000000000')).toHaveLength(1)
    await store.close()
  }
  const mark = {
    sqlite: 'select user_version as version from pragma_user_version',
    postgres: 'select version from schema_version',
  }
  expect(await place.ask(mark[place.engine])).toEqual([{ version: 4 }])
  await place.remove()
})

test("another program's tables are refused by name and not changed; an empty place is filled only to create", async () => {
  const place = await emptyPlace()
  const open = (ifMissing: IfMissing) => openAccountStore(place.place, ifMissing, undefined, 'migrate')
  await place.raw('')
  for (const ifMissing of ['refuse', 'look'] as const) await expect(open(ifMissing)).rejects.toThrow(NoStore)
  expect(await place.ask(COLUMNS[place.engine])).toEqual([])
  // Many programs have a table of this name.
  await place.raw('create table account (y integer)')
  const before = await place.ask(COLUMNS[place.engine])
  for (const ifMissing of ['refuse', 'look', 'create'] as const) {
    await expect(open(ifMissing)).rejects.toThrow(
      "found another program's tables (account), expected an account store; nothing was changed",
    )
  }
  expect(await place.ask(COLUMNS[place.engine])).toEqual(before)
  await place.remove()
})

test('opening an older store only to read changes nothing, and says how to migrate it', async () => {
  const place = await emptyPlace()
  await place.raw(readFileSync(join(FIXTURES, `schema-0004.${place.engine}.sql`), 'utf8'))
  const tables = async () => [
    await place.ask(COLUMNS[place.engine]),
    await place.ask('select * from kysely_migration order by name'),
  ]
  const before = await tables()
  for (const ifMissing of ['refuse', 'create'] as const) {
    await expect(openAccountStore(place.place, ifMissing)).rejects.toMatchObject({
      message: expect.stringMatching(
        /account store of schema 0004\S*, expected 0008\S*; nothing was changed/,
      ),
      fix: expect.stringContaining('npm run tzref -- account migrate'),
    })
  }
  expect(await tables()).toEqual(before)
  await place.remove()
})

test('a store of schema 0004 opens: verified accounts keep everything, others lose password and sessions; no older link counts', async () => {
  const place = await emptyPlace()
  await place.raw(readFileSync(join(FIXTURES, `schema-0004.${place.engine}.sql`), 'utf8'))
  for (let times = 0; times < 2; times++) {
    const store = await openAccountStore(place.place, 'create', undefined, 'migrate')
    const [ann, victim, ...others] = await store.accounts()
    expect(others).toEqual([])
    expect(ann).toMatchObject({
      email: 'ann@example.org',
      verified: true,
      generation: 0,
      frozenUntilMs: null,
    })
    expect(victim).toMatchObject({ email: 'victim@example.org', verified: false })
    // A person signed up with another person's address. Their session and their password are gone.
    expect(await store.sessionAccount('oN41SC68TJMjaKx8HrqqtiGZi04TluiH', MORNING)).toEqual(ann)
    expect(await store.sessionAccount('mYXPdTYCjDQULaF6obTuiBou2QK1ObZE', MORNING)).toBeNull()
    // The old store had no browser for a session. The session still gets an id of the present form.
    expect(await store.sessions(ann?.id ?? '', MORNING, 'oN41SC68TJMjaKx8HrqqtiGZi04TluiH')).toMatchObject([
      { id: expect.stringMatching(/^ses_[0-9a-f]{16}$/), browser: null, isOwn: true },
    ])
    expect(await store.factor(ann?.id ?? '')).toBeNull()
    expect((await store.passwordOf('ann@example.org'))?.password).toMatch(/^scrypt\$/)
    expect((await store.passwordOf('victim@example.org'))?.password).toBeNull()
    for (const secret of ['EjAf6KsPNZalvro3cntJQha9kIdDe50T', 'wf0HNhKCzpb8US1tTFsU8yUVz0D5CnXk']) {
      expect(await store.linkState(secret, 'reset', MORNING)).toBe('unknown')
      expect(await store.changeEmail(secret, MORNING)).toEqual({ kind: 'unknown' })
    }
    const key = 'deb947971eee18ae486991d33376f77b9aa62e3a68bc046dc4458500c810eb81'
    expect(await store.credential(key)).toMatchObject({
      accountId: ann?.id,
      plan: 'developer',
      revoked: false,
    })
    expect(await store.usage(ann?.id ?? '', '2026-11')).toBe(41)
    // Facts that the old store did not have are unknown. A use in the minute of creation does not count as a use.
    expect(await store.tokens(ann?.id)).toMatchObject([
      { name: 'key of ann', lastFour: null, replacedBy: null, usedAtMs: 1795168800000 },
    ])
    expect(await store.usageByDay(ann?.id ?? '', '')).toEqual([
      { day: '2026-11-20', tokenId: 'tok_KLyEUbiBLKtl', status: null, requests: 41 },
    ])
    await store.close()
  }
  // Waiting mails go to the address that they were queued for. Mails that would change something are not sent.
  expect(await place.ask('select kind, recipient from mail order by kind')).toEqual([
    { kind: 'account-deleted', recipient: 'gone@example.org' },
    { kind: 'key-created', recipient: 'ann@example.org' },
    { kind: 'verification', recipient: 'victim@example.org' },
  ])
  // The audit holds only ids and numbers, and is append-only again.
  const audit = await place.ask('select action, detail from audit order by id')
  expect(audit).toHaveLength(8)
  expect(JSON.stringify(audit)).not.toContain('key of')
  expect(JSON.stringify(await place.ask('select * from token'))).not.toContain('key of one who left')
  await expect(place.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
  await expect(place.raw('delete from audit')).rejects.toThrow('audit is append-only')
  await place.remove()
})

test('a hundred requests for keys at once make only the allowed number; a rolled key counts until it ends', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const other = await openAccountStore(world.place, 'refuse')
  const make = (from: AccountStore) =>
    from.createKey(account, { name: 'k', expiresAtMs: null, most: 20, nowMs: MORNING })
  const made = await Promise.all(Array.from({ length: 50 }, (_, at) => make(at % 2 === 0 ? store : other)))
  // The account already had one key, so 19 are new.
  expect(made.filter((key) => typeof key !== 'string')).toHaveLength(19)
  expect(made.filter((key) => key === 'too-many')).toHaveLength(31)
  const [{ id } = { id: '' }] = await store.tokens(account.id)
  const roll = (goodUntilMs: number) =>
    store.rollToken(id, account, { goodUntilMs, most: 20, nowMs: MORNING })
  expect(await roll(MORNING + DAY)).toBe('too-many')
  expect(await roll(MORNING)).toMatchObject({ accountId: account.id, revokedAtMs: null })
  const keys = await store.tokens(account.id)
  expect(keys.filter((key) => key.revokedAtMs === null)).toHaveLength(20)
  await other.close()
})

test('a token shows its last four characters, is not used before it was made, and differs from its successor', async () => {
  const { store } = world
  const { account, token } = await world.make('free')
  const nowMs = MORNING + 30_500
  const made = await store.createKey(account, { name: 'k', expiresAtMs: null, most: 5, nowMs })
  if (typeof made === 'string') throw new Error(made)
  expect(made.lastFour).toBe(made.text.slice(-4))
  const day = { accountId: account.id, day: '2026-11-20', status: 200, requests: 1, lastMs: nowMs + 1000 }
  await store.addUsage({ writer: 'w', sequence: 1, rows: [], days: [{ ...day, tokenId: made.id }] }, nowMs)
  const find = async (id: string) => (await store.tokens(account.id)).find((key) => key.id === id)
  expect((await find(made.id))?.usedAtMs).toBe(nowMs)
  const rolled = await store.rollToken(made.id, account, { goodUntilMs: nowMs + DAY, most: 5, nowMs })
  if (rolled === null || typeof rolled === 'string') throw new Error(String(rolled))
  expect(await find(made.id)).toMatchObject({ replacedBy: rolled.id, expiresAtMs: nowMs + DAY })
  expect(await find(rolled.id)).toMatchObject({ replacedBy: null, expiresAtMs: null })
  const kinds = (await store.mails(account.id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['key-created', 'key-rolled'])
  await store.deleteAccount(account.id, nowMs + 1)
  const stored = JSON.stringify(await world.ask('select * from token'))
  for (const key of [token, made, rolled]) expect(stored).not.toContain(key.text.slice(-4))
})

test('days are stored for 400 days and to the end of a month, so that a month is complete or absent', async () => {
  const { store } = world
  const { account, token } = await world.make('free')
  const row = { accountId: account.id, tokenId: token.id, status: 200, requests: 1, lastMs: MORNING }
  const days = ['2025-09-30', '2025-10-01', '2025-10-31', '2026-11-20'].map((day) => ({ ...row, day }))
  await store.addUsage({ writer: 'w', sequence: 1, rows: [], days }, MORNING)
  await store.prune(Date.UTC(2026, 10, 30))
  const left = (await store.usageByDay(account.id, '')).map(({ day }) => day)
  expect(left).toEqual(['2025-10-01', '2025-10-31', '2026-11-20'])
  const october = await store.usageByDay(account.id, '2025-10-01', '2025-11-01')
  expect(october.map(({ day }) => day)).toEqual(['2025-10-01', '2025-10-31'])
})

test('the audit of an account gets at most twenty lines about refusals an hour', async () => {
  const { store } = world
  const { account } = await world.make('free')
  const { account: other } = await world.make('free')
  for (let times = 0; times < 40; times++)
    await store.noteRefused(account.id, 'refused.key', MORNING + times, null)
  await store.noteRefused(other.id, 'refused.form', MORNING + 50, null)
  const refused = async (id: string) =>
    (await store.audit(id)).filter(({ action }) => action.startsWith('refused.')).length
  expect(await refused(account.id)).toBe(20)
  expect(await refused(other.id)).toBe(1)
  await store.noteRefused(account.id, 'refused.form', MORNING + 3_600_010, null)
  expect(await refused(account.id)).toBe(21)
})

test('deleting an account deletes its address, tokens, mails and links; usage and audit stay under its id', async () => {
  const { account, token } = await world.make('free')
  const rows = [{ accountId: account.id, month: '2026-11', requests: 7 }]
  await world.store.addUsage({ writer: 'test', sequence: 1, rows }, MORNING)
  await world.store.queueMail({ key: 'k', kind: 'quota', accountId: account.id, detail: {}, nowMs: MORNING })
  const { id: accountId, email, generation } = account
  const wanted = { purpose: 'reset', accountId, email, generation, detail: null } as const
  const secret = await world.store.createLink({ ...wanted, expiresAtMs: MORNING + 10, nowMs: MORNING })
  expect(await world.store.deleteAccount(account.id, MORNING + 1)).toEqual(account)
  expect(await world.store.deleteAccount(account.id, MORNING + 2)).toBeNull()
  for (const name of [account.id, account.email]) expect(await world.store.findAccount(name)).toBeNull()
  expect(await world.store.accounts()).toEqual([])
  expect(await world.store.credential(tokenDigest(token.text))).toMatchObject({
    revoked: true,
    disabled: true,
  })
  // Only the mail about the deletion is left. Its address is forgotten after it is sent.
  const told = await world.store.takeMail(MORNING + 2, MORNING + 3)
  expect(told).toMatchObject({ kind: 'account-deleted', recipient: account.email, detail: {} })
  await world.store.mailSent(told?.id ?? '', MORNING + 2)
  expect(await world.store.takeMail(MORNING + 2, MORNING + 3)).toBeNull()
  expect(JSON.stringify(await world.ask('select * from mail'))).not.toContain('example.org')
  expect(await world.store.linkState(secret, 'reset', MORNING + 2)).toBe('unknown')
  expect(await world.store.setPlan(account.id, 'business', MORNING + 2)).toBeNull()
  expect(await world.store.usageByMonth(account.id)).toEqual(rows)
  const audit = await world.store.audit(account.id)
  expect(audit.map((entry) => entry.action)).toEqual(['account.create', 'token.create', 'account.delete'])
  expect(JSON.stringify(await world.ask('select * from account'))).not.toContain('example.org')
  // A new account may use the address.
  const again = { email: account.email, plan: 'free', verified: false, nowMs: MORNING + 3 }
  expect(await world.store.createAccount(again)).toMatchObject({ email: account.email })
})

test('usage of an unknown account does not delay that of others', async () => {
  const { account } = await world.make('free')
  const month = '2026-11'
  const rows = [
    { accountId: 'acc_nobody', month, requests: 3 },
    { accountId: account.id, month, requests: 4 },
  ]
  expect(await world.store.addUsage({ writer: 'w', sequence: 1, rows }, MORNING)).toEqual([rows[1]])
  expect(await world.store.addUsage({ writer: 'w', sequence: 1, rows }, MORNING)).toEqual([rows[1]])
})

test('old rows are deleted: mails after two months, links a month after their end, writers after a week', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const quota = { key: 'q', kind: 'quota', accountId: account.id, detail: {} } as const
  await store.queueMail({ ...quota, nowMs: MORNING })
  const { id: accountId, email, generation } = account
  const wanted = { purpose: 'reset', accountId, email, generation, detail: null } as const
  const secret = await store.createLink({ ...wanted, expiresAtMs: MORNING, nowMs: MORNING })
  await store.addUsage({ writer: 'w', sequence: 1, rows: [] }, MORNING)
  const counts = async (): Promise<number[]> =>
    [
      ...(await world.ask('select count(*) as mails from mail')),
      ...(await world.ask('select count(*) as links from link')),
      ...(await world.ask('select count(*) as writers from usage_writer')),
    ].map((row) => Number(Object.values(row)[0]))
  await store.prune(MORNING + 7 * DAY)
  expect(await counts()).toEqual([1, 1, 1])
  await store.prune(MORNING + 8 * DAY)
  expect(await counts()).toEqual([1, 1, 0])
  expect(await store.linkState(secret, 'reset', MORNING + 29 * DAY)).toBe('expired')
  expect(await store.queueMail({ ...quota, nowMs: MORNING + 31 * DAY })).toBe(false)
  await store.prune(MORNING + 63 * DAY)
  expect(await counts()).toEqual([0, 0, 0])
})

test('the operator can erase accounts that were deleted before an instant, and no others', async () => {
  const { store } = world
  const months = [{ month: '2026-11', requests: 3 }]
  const ids: string[] = []
  for (const [name, deletedAt] of [
    ['long ago', MORNING],
    ['of late', MORNING + DAY],
    ['there', null],
  ] as const) {
    const email = `${name.replace(' ', '-')}@example.org`
    const account = await store.createAccount({ email, plan: 'free', verified: true, nowMs: MORNING })
    const accountId = account?.id ?? ''
    ids.push(accountId)
    const made = { accountId, name, expiresAtMs: null, nowMs: MORNING, tell: true }
    const { id: tokenId } = await store.createToken(made)
    const rows = months.map((month) => ({ accountId, ...month }))
    const days = [{ accountId, tokenId, day: '2026-11-20', status: 200, requests: 3, lastMs: MORNING }]
    await store.addUsage({ writer: name, sequence: 1, rows, days }, MORNING)
    if (deletedAt !== null) await store.deleteAccount(accountId, deletedAt)
  }
  const kept = async (): Promise<Record<string, number[]>> => {
    const counts: Record<string, number[]> = {}
    for (const table of ['account', 'token', 'audit', 'usage', 'usage_day', 'mail']) {
      const column = table === 'account' ? 'id' : 'account_id'
      const rows = await world.ask(`select ${column} as id from ${table}`)
      counts[table] = ids.map((id) => rows.filter((row) => row['id'] === id).length)
    }
    return counts
  }
  const before = await kept()
  for (const counts of Object.values(before)) expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(await store.purgeDeleted(MORNING)).toBe(0)
  expect(await kept()).toEqual(before)
  expect(await store.purgeDeleted(MORNING + DAY)).toBe(1)
  expect(await kept()).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, counts]) => [table, [0, ...counts.slice(1)]])),
  )
  // Still, nothing else can remove or change a line.
  await expect(world.raw('delete from audit')).rejects.toThrow('audit is append-only')
  await expect(world.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
})
