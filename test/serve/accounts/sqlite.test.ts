// Facts about the account store's SQLite file.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
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
  const db = openDatabase(later)
  db.pragma('user_version = 99')
  db.close()
  await expect(openAccountStore(later, 'refuse')).rejects.toThrow(
    'account store of schema 99, this tzref knows',
  )
  await expect(openAccountStore(`${world.place}-none`, 'refuse')).rejects.toThrow('found nothing')
})

test('an address of another scheme is misuse, not a file name', async () => {
  await expect(openAccountStore('mysql://h/db', 'create')).rejects.toThrow(
    'found an address of scheme "mysql"',
  )
})
