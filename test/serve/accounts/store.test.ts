// Facts about the account store, on whatever engine the worlds of this file stand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenDigest } from '#serve/access/token.ts'
import { createLocalAccount } from '#serve/accounts/local-account.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { isEmail } from '#serve/accounts/email.ts'
import { TABLES } from '#serve/accounts/tables.ts'
import { accountWorld, emptyPlace, MORNING, type AccountWorld } from '../../support/account-world.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/accounts')
const DAY = 86_400_000

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('one mailbox is one account, however it is spelt', async () => {
  const wanted = { plan: 'free', verified: true, nowMs: MORNING }
  expect(await world.store.createAccount({ ...wanted, email: 'Ann@Example.org' })).toMatchObject({
    email: 'ann@example.org',
  })
  expect(await world.store.createAccount({ ...wanted, email: ' ann@example.ORG' })).toBeNull()
  expect(await world.store.findAccount('ANN@example.org')).toMatchObject({ email: 'ann@example.org' })
})

test('what is written is there when the store is opened again (decision 0008)', async () => {
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

test('every change writes one line of the audit, a change that changes nothing writes none', async () => {
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

test('the audit can neither be changed nor shortened', async () => {
  await world.make('free')
  await expect(world.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
  await expect(world.raw('delete from audit')).rejects.toThrow('audit is append-only')
})

test('the first start makes one local account with one token, once', async () => {
  const first = await createLocalAccount(world.store, MORNING)
  expect(first?.account).toMatchObject({ plan: 'business', verified: true })
  expect(await world.store.credential(tokenDigest(first?.token.text ?? ''))).toMatchObject({
    plan: 'business',
  })
  expect(await createLocalAccount(world.store, MORNING)).toBeNull()
})

test('an e-mail address has no room for a second header or a second recipient', () => {
  for (const good of ['a@example.org', 'a.b+c@sub.example.org', 'ä@example.org', 'a@localhost']) {
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
    `${'a'.repeat(65)}@b`,
  ]) {
    expect(isEmail(bad)).toBe(false)
  }
})

/** Each column as `table.column`, with the kind it must have in `TABLES`, up to the question mark. */
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

test('a store made before the Migrator opens with all that is in it, and the version that made it would refuse it now', async () => {
  const place = await emptyPlace()
  await place.raw(readFileSync(join(FIXTURES, `schema-3.${place.engine}.sql`), 'utf8'))
  for (let times = 0; times < 2; times++) {
    const store = await openAccountStore(place.place, 'create')
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

test('a deleted account is gone with its address, tokens, mails and links; usage and audit stay under its id', async () => {
  const { account, token } = await world.make('free')
  const rows = [{ accountId: account.id, month: '2026-11', requests: 7 }]
  await world.store.addUsage({ writer: 'test', sequence: 1, rows }, MORNING)
  await world.store.queueMail({ key: 'k', kind: 'quota', accountId: account.id, detail: {}, nowMs: MORNING })
  const secret = await world.store.createVerification(account.id, MORNING + 10, MORNING)
  expect(await world.store.deleteAccount(account.id, MORNING + 1)).toEqual(account)
  expect(await world.store.deleteAccount(account.id, MORNING + 2)).toBeNull()
  for (const name of [account.id, account.email]) expect(await world.store.findAccount(name)).toBeNull()
  expect(await world.store.accounts()).toEqual([])
  expect(await world.store.credential(tokenDigest(token.text))).toMatchObject({
    revoked: true,
    disabled: true,
  })
  // Of its mails there is only the one that says so, to an address that is forgotten once it is sent.
  const told = await world.store.takeMail(MORNING + 2, MORNING + 3)
  expect(told).toMatchObject({ kind: 'account-deleted', detail: { to: account.email } })
  await world.store.mailSent(told?.id ?? '', MORNING + 2)
  expect(await world.store.takeMail(MORNING + 2, MORNING + 3)).toBeNull()
  expect(JSON.stringify(await world.ask('select * from mail'))).not.toContain('example.org')
  expect(await world.store.confirm(secret, MORNING + 2)).toEqual({ kind: 'unknown' })
  expect(await world.store.setPlan(account.id, 'business', MORNING + 2)).toBeNull()
  expect(await world.store.usageByMonth(account.id)).toEqual(rows)
  const audit = await world.store.audit(account.id)
  expect(audit.map((entry) => entry.action)).toEqual(['account.create', 'token.create', 'account.delete'])
  expect(JSON.stringify(await world.ask('select * from account'))).not.toContain('example.org')
  // The address is free again.
  const again = { email: account.email, plan: 'free', verified: false, nowMs: MORNING + 3 }
  expect(await world.store.createAccount(again)).toMatchObject({ email: account.email })
})

test("usage of an account that the store does not have holds back nobody else's", async () => {
  const { account } = await world.make('free')
  const month = '2026-11'
  const rows = [
    { accountId: 'acc_nobody', month, requests: 3 },
    { accountId: account.id, month, requests: 4 },
  ]
  expect(await world.store.addUsage({ writer: 'w', sequence: 1, rows }, MORNING)).toEqual([rows[1]])
  expect(await world.store.addUsage({ writer: 'w', sequence: 1, rows }, MORNING)).toEqual([rows[1]])
})

test('what has served its time is forgotten: mails after two months, links a month after their end, writers after a week', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const quota = { key: 'q', kind: 'quota', accountId: account.id, detail: {} }
  await store.queueMail({ ...quota, nowMs: MORNING })
  const secret = await store.createVerification(account.id, MORNING, MORNING)
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
  expect(await store.confirm(secret, MORNING + 29 * DAY)).toEqual({ kind: 'expired' })
  expect(await store.queueMail({ ...quota, nowMs: MORNING + 31 * DAY })).toBe(false)
  await store.prune(MORNING + 63 * DAY)
  expect(await counts()).toEqual([0, 0, 0])
})

test('deleted accounts are forgotten whole when the operator says so: those of before an instant, and nobody else', async () => {
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
    const days = [{ accountId, tokenId, day: '2026-11-20', requests: 3, lastMs: MORNING }]
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
  // As before, nobody else removes or changes a line.
  await expect(world.raw('delete from audit')).rejects.toThrow('audit is append-only')
  await expect(world.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
})
