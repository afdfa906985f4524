// Facts about the account store's SQLite file.
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { tokenDigest } from '#serve/access/token.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { accountWorld, type AccountWorld } from '../../support/account-world.ts'

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('the file and its companions are readable by their owner alone', async () => {
  await world.make('free')
  for (const end of ['', '-wal', '-shm']) expect(statSync(world.place + end).mode & 0o777).toBe(0o600)
})

test('a token is nowhere in the files, its SHA-256 is', async () => {
  const { token } = await world.make('free')
  const bytes = Buffer.concat(['', '-wal'].map((end) => readFileSync(world.place + end)))
  expect(bytes.includes(token.text)).toBe(false)
  expect(bytes.includes(token.text.slice(4, 34))).toBe(false)
  expect(bytes.includes(tokenDigest(token.text))).toBe(true)
})

test('a file that is no account store, or a later one, is refused by name', async () => {
  const text = `${world.place}-text.sqlite`
  writeFileSync(text, 'not a database, but long enough to be taken for one'.repeat(40))
  await expect(openAccountStore(text, 'refuse')).rejects.toThrow(
    /text\.sqlite: found .*expected an account store/,
  )
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

test('while another process holds the write lock questions are answered, writes wait, and the loop goes on', async () => {
  const { account, token } = await world.make('free')
  const other = openDatabase(world.place)
  other.exec('begin immediate')
  let longest = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const rows = [{ accountId: account.id, month: '2026-11', requests: 1 }]
  let isWritten = false
  const writing = world.store.addUsage({ writer: 'w', sequence: 1, rows }, 0).then(() => (isWritten = true))
  await pause(500)
  expect(await world.store.credential(tokenDigest(token.text))).toMatchObject({ accountId: account.id })
  expect(isWritten).toBe(false)
  other.exec('rollback')
  other.close()
  const released = performance.now()
  await writing
  expect(performance.now() - released).toBeLessThan(250)
  clearInterval(ticking)
  expect(longest).toBeLessThan(250)
})

test('another file in its place is followed, one that is no account store is said to be none', async () => {
  const notices: string[] = []
  const { place } = world
  const { token } = await world.make('free')
  const following = await openAccountStore(place, 'refuse', (message) => notices.push(message))
  const credential = () =>
    following.credential(tokenDigest(token.text)).catch((error: unknown) => String(error))
  await world.store.close()
  writeFileSync(`${place}-text`, 'not a database, but long enough to be taken for one'.repeat(40))
  renameSync(`${place}-text`, place)
  await expect.poll(credential, { timeout: 5000 }).toContain('the account store is not there')
  await expect
    .poll(() => notices.join(), { timeout: 5000 })
    .toMatch(/another file than before.*expected an account store/)
  const other = await openAccountStore(`${place}-other`, 'create')
  const made = await other.createAccount({ email: 'new@example.org', plan: 'free', verified: true, nowMs: 0 })
  await other.close()
  renameSync(`${place}-other`, place)
  await expect.poll(credential, { timeout: 5000 }).toBeNull()
  expect(await following.accounts()).toEqual([made])
  await following.close()
})

test('an address of another scheme is misuse, not a file name', async () => {
  await expect(openAccountStore('mysql://h/db', 'create')).rejects.toThrow(
    'found an address of scheme "mysql"',
  )
})
