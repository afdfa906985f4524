// Facts about the account store's SQLite file.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { tokenDigest } from '#open/access/token.ts'
import type { IfMissing } from '#apps/accounts/store/migrations.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { openSqlite } from '#apps/accounts/store/sqlite.ts'
import { createAccountStore } from '#apps/accounts/store/store.ts'
import { isStoreAway } from '#apps/accounts/store/store-away.ts'
import { accountWorld, type AccountWorld } from '../../../support/worlds/account-world.ts'

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('only their owner can read the file and its companions', async () => {
  await world.make('free')
  for (const end of ['', '-wal', '-shm']) expect(statSync(world.place + end).mode & 0o777).toBe(0o600)
})

test('no token is in the files, only its SHA-256', async () => {
  const { token } = await world.make('free')
  const bytes = Buffer.concat(['', '-wal'].map((end) => readFileSync(world.place + end)))
  expect(bytes.includes(token.text)).toBe(false)
  expect(bytes.includes(token.text.slice(4, 34))).toBe(false)
  expect(bytes.includes(tokenDigest(token.text))).toBe(true)
})

test('after a deletion the files contain no address, no name of a key and no hash of the password', async () => {
  const { store, place } = world
  const email = 'somebody-who-leaves@example.org'
  const password = `scrypt$15$8$1$${'left'.repeat(5)}AA$${'gone'.repeat(10)}AAA`
  const account = await store.createAccount({ email, plan: 'free', verified: true, password, nowMs: 0 })
  const accountId = account?.id ?? ''
  const name = 'laptop of somebody who leaves'
  for (let made = 0; made < 40; made++) {
    await store.createToken({ accountId, name, expiresAtMs: null, nowMs: 0, tell: true })
  }
  if (account !== null) await store.askForEmail(account, `next-${email}`, 0)
  await store.queueAsked([{ kind: 'reset', email }], 0)
  const secrets = [email, name, password.slice(-43), tokenDigest(email)]
  const left = (): string[] => {
    const bytes = Buffer.concat(['', '-wal'].map((end) => readFileSync(place + end)))
    return secrets.filter((secret) => bytes.includes(secret))
  }
  expect(left()).toEqual(secrets)
  await store.deleteAccount(accountId, 1)
  // The address stays until the mail about the deletion is sent.
  expect(left()).toEqual([email])
  const mail = await store.takeMail(1, 2)
  expect(mail).toMatchObject({ kind: 'account-deleted', recipient: email })
  await store.mailSent(mail?.id ?? '', 1)
  expect(left()).toEqual([])
  expect(await store.audit(accountId)).toHaveLength(43)
})

test('a full disk is named as such, and later questions to the store work', async () => {
  const { place } = world
  const db = openDatabase(place)
  const pages = Number(db.pragma('page_count', { simple: true }))
  db.close()
  // Acts as a full disk: SQLite itself reports that the file may not grow.
  const engine = await openSqlite(place, () => undefined, { ifMissing: 'refuse', ifOlder: 'refuse' })
  await sql.raw(`pragma max_page_count = ${pages}`).execute(engine.db)
  const store = createAccountStore(engine)
  const asks = Array.from(
    { length: 200 },
    (_, at) => ({ kind: 'sign-up', email: `full-${at}@example.org` }) as const,
  )
  const failed: unknown = await store.queueAsked(asks, 0).then(
    () => null,
    (error: unknown) => error,
  )
  expect(String(failed)).toContain('full')
  expect(isStoreAway(failed)).toBe(true)
  await sql.raw('pragma max_page_count = 100000').execute(engine.db)
  await store.queueAsked(asks, 0)
  expect(await world.ask('select count(*) as n from mail')).toEqual([{ n: 200 }])
  await store.close()
})

test('a file that is not an account store, or has a later schema, is refused by name', async () => {
  const text = `${world.place}-text.sqlite`
  writeFileSync(text, 'not a database, but long enough to be taken for one'.repeat(40), { mode: 0o644 })
  await expect(openAccountStore(text, 'refuse')).rejects.toThrow(
    /text\.sqlite: found .*expected an account store/,
  )
  expect(statSync(text).mode & 0o777).toBe(0o644)
  const folder = mkdtempSync(`${world.place}-folder`)
  chmodSync(folder, 0o755)
  const opening = openAccountStore(folder, 'create')
  await expect(opening).rejects.toThrow('found a directory, expected an account store')
  // Whatever is wrong with a place, another one can be named.
  for (const place of [text, folder, join(folder, 'none/x.sqlite'), 'mysql://h/db'])
    await expect(openAccountStore(place, 'create')).rejects.toMatchObject({
      fix: expect.stringMatching(/name another store: --accounts .*TZREF_ACCOUNTS/),
    })
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  const later = `${world.place}-later.sqlite`
  await (await openAccountStore(later, 'create')).close()
  const db = openDatabase(later)
  db.exec("insert into kysely_migration values ('9999-later', '')")
  db.close()
  await expect(openAccountStore(later, 'refuse')).rejects.toThrow(
    /account store of schema 9999-later, this tzref knows schemas up to 0/,
  )
  await expect(openAccountStore(`${world.place}-none`, 'refuse')).rejects.toThrow('found nothing')
})

test('nothing of another program, and nothing at all to look, is changed: bytes, journal, mode', async () => {
  const contents = ['', 'create table x (y)', 'pragma journal_mode = wal; create table x (y)']
  for (const [at, statements] of contents.entries()) {
    const other = `${world.place}-other-${at}`
    const db = openDatabase(other)
    db.exec(statements)
    db.close()
    chmodSync(other, 0o644)
    const before = readFileSync(other)
    const wishes: IfMissing[] = ['refuse', 'look', ...(at === 0 ? [] : ['create' as const])]
    for (const ifMissing of wishes) {
      await expect(openAccountStore(other, ifMissing, undefined, 'migrate')).rejects.toThrow(
        /found .*expected/,
      )
    }
    expect(readFileSync(other).equals(before)).toBe(true)
    expect(statSync(other).mode & 0o777).toBe(0o644)
    expect([`${other}-wal`, `${other}-shm`].filter((path) => existsSync(path))).toEqual([])
  }
  const store = `${world.place}-store`
  await (await openAccountStore(store, 'create')).close()
  chmodSync(store, 0o640)
  await (await openAccountStore(store, 'look')).close()
  expect(statSync(store).mode & 0o777).toBe(0o640)
})

test('while another process holds the write lock, reads are answered, writes wait, and the event loop stays free', async () => {
  const { account, token } = await world.make('free')
  const other = openDatabase(world.place)
  other.exec('begin immediate')
  // A driver that waits by itself would try once in five seconds, and stop the process meanwhile. No time is measured: the last write waits for
  // the disk too.
  const driver: typeof other = Object.getPrototypeOf(other)
  const tries = vi.spyOn(driver, 'exec')
  const rows = [{ accountId: account.id, month: '2026-11', requests: 1 }]
  let isWritten = false
  const writing = world.store.addUsage({ writer: 'w', sequence: 1, rows }, 0).then(() => (isWritten = true))
  await expect.poll(() => tries.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(50)
  expect(await world.store.credential(tokenDigest(token.text))).toMatchObject({ accountId: account.id })
  expect(isWritten).toBe(false)
  expect(tries.mock.results.every(({ type }) => type === 'throw')).toBe(true)
  tries.mockClear()
  other.exec('rollback')
  other.close()
  await writing
  // Its next try succeeds.
  expect(tries.mock.calls.map(([statement]) => statement)).toEqual(['rollback', 'begin immediate', 'commit'])
  tries.mockRestore()
})

test('a file that replaces it is opened; one that is not an account store is refused', async () => {
  const notices: string[] = []
  const { place } = world
  const { token } = await world.make('free')
  const following = await openAccountStore(place, 'refuse', (message) => notices.push(message))
  const credential = () =>
    following.credential(tokenDigest(token.text)).catch((error: unknown) => String(error))
  await world.store.close()
  writeFileSync(`${place}-text`, 'not a database, but long enough to be taken for one'.repeat(40))
  renameSync(`${place}-text`, place)
  await expect.poll(credential, { timeout: 60_000 }).toContain('found no account store')
  const failed = await following.accounts().catch((error: unknown) => error)
  expect(isStoreAway(failed)).toBe(true)
  await expect
    .poll(() => notices.join(), { timeout: 60_000 })
    .toMatch(/now another file.*expected an account store/)
  const other = await openAccountStore(`${place}-other`, 'create')
  const made = await other.createAccount({ email: 'new@example.org', plan: 'free', verified: true, nowMs: 0 })
  await other.close()
  renameSync(`${place}-other`, place)
  await expect.poll(credential, { timeout: 60_000 }).toBeNull()
  expect(await following.accounts()).toEqual([made])
  await following.close()
})

test('an address with another scheme is misuse, not a file name', async () => {
  await expect(openAccountStore('mysql://h/db', 'create')).rejects.toThrow(
    'found an address of scheme "mysql"',
  )
})
