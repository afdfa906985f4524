// Facts about the account store on SQLite.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenDigest } from '#serve/access/token.ts'
import { createLocalAccount } from '#serve/accounts/local-account.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { isEmail } from '#serve/accounts/store.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../support/account-world.ts'

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('the file and its companions are readable by their owner alone', async () => {
  await world.make('free')
  for (const end of ['', '-wal', '-shm']) expect(statSync(world.path + end).mode & 0o777).toBe(0o600)
})

test('a token is nowhere in the files, its SHA-256 is', async () => {
  const { token } = await world.make('free')
  const bytes = Buffer.concat(['', '-wal'].map((end) => readFileSync(world.path + end)))
  expect(bytes.includes(token.text)).toBe(false)
  expect(bytes.includes(token.text.slice(4, 34))).toBe(false)
  expect(bytes.includes(tokenDigest(token.text))).toBe(true)
})

test('one mailbox is one account, however it is spelt', async () => {
  const wanted = { plan: 'free', verified: true, nowMs: MORNING }
  expect(await world.store.createAccount({ ...wanted, email: 'Ann@Example.org' })).toMatchObject({
    email: 'ann@example.org',
  })
  expect(await world.store.createAccount({ ...wanted, email: ' ann@example.ORG' })).toBeNull()
  expect(await world.store.findAccount('ANN@example.org')).toMatchObject({ email: 'ann@example.org' })
})

test('what is written is there when the store is opened again', async () => {
  const { account, token } = await world.make('business')
  const again = await openAccountStore(world.path, 'refuse')
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
  const db = new SQLite(world.path)
  expect(() => db.exec("update audit set action = 'nothing'")).toThrow('audit is append-only')
  expect(() => db.exec('delete from audit')).toThrow('audit is append-only')
  db.close()
})

test('a file that is no account store, or a later one, is refused by name', async () => {
  const text = join(world.folder, 'text.sqlite')
  writeFileSync(text, 'not a database, but long enough to be taken for one'.repeat(40))
  await expect(openAccountStore(text, 'refuse')).rejects.toThrow(
    /text\.sqlite: found .*expected an account store/,
  )
  const later = join(world.folder, 'later.sqlite')
  const db = new SQLite(later)
  db.pragma('user_version = 99')
  db.close()
  await expect(openAccountStore(later, 'refuse')).rejects.toThrow(
    'account store of schema 99, this tzref knows',
  )
  await expect(openAccountStore(join(world.folder, 'none'), 'refuse')).rejects.toThrow('found nothing')
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
