// `kill -9` in the middle of sign-ups, keys and deletions: nothing is half done, and every answered request is done.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { tokenDigest } from '#open/access/token.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { type Ask, visitor } from '../support/worlds/account-area.ts'
import { compiledChild } from '../support/children/compiled-child.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const PASSWORD = 'seven quiet lamps by night'
/** Each kill needs a whole server, which takes seconds to start. So CI makes 4; the quoted figure is from TZREF_KILLS=20. */
const KILLS = Number(process.env['TZREF_KILLS'] ?? 4)
const folder = mkdtempSync(join(tmpdir(), 'tzref-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each query counts rows that only half-done work can leave. Each must give 0. */
const HALF_DONE = [
  // A deleted account has no key that works, no session, no address, and one mail.
  `select count(*) from token join account on account.id = account_id
    where deleted_at is not null and revoked_at is null`,
  `select count(*) from session join account on account.id = account_id where deleted_at is not null`,
  `select count(*) from account where deleted_at is not null and email like '%@%'`,
  `select count(*) from account where deleted_at is not null
    and (select count(*) from mail where account_id = account.id) <> 1`,
  // Each account has its line in the audit. So has each key, and each key has an account.
  `select count(*) from account where not exists (select 1 from audit where account_id = account.id
    and action = 'account.create')`,
  `select count(*) from token where not exists (select 1 from audit where token_id = token.id
    and action = 'token.create') and not exists (select 1 from audit where action = 'token.roll'
    and detail like '%' || token.id || '%')`,
  `select count(*) from token where not exists (select 1 from account where account.id = account_id)`,
  `select count(*) from session where not exists (select 1 from audit where audit.account_id = session.account_id
    and action = 'session.create')`,
  // No rolled key with a successor still works.
  `select count(*) from token join audit on token_id = token.id and action = 'token.roll' where revoked_at is null`,
  // No account is without a password. A finished account has no link left that would make it.
  `select count(*) from account where deleted_at is null and verified = 0`,
  `select count(*) from link join account on account.email = link.email where purpose = 'welcome'`,
]

function nothingIsHalfDone(accounts: string): void {
  const db = openDatabase(accounts)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  for (const question of HALF_DONE) expect(db.prepare(question).pluck().get(), question).toBe(0)
  db.close()
}

test('a process of the account store, 20 times', async () => {
  const accounts = join(folder, 'killed.sqlite')
  const random = seededRandom(20)
  const said: string[] = []
  const program = await compiledChild('area-child')
  onTestFinished(() => program.remove())
  for (let kills = 0; kills < 20; kills++) {
    const child = spawn(process.execPath, [program.path, accounts], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    const started = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    await started
    await pause(random() * 150)
    child.kill('SIGKILL')
    await closed
    // The kill may have cut off the last line.
    said.push(...out.split('\n').slice(0, -1))
  }
  const store = await openAccountStore(accounts, 'refuse')
  nothingIsHalfDone(accounts)
  expect(said.length).toBeGreaterThan(20)
  for (const line of said) {
    const [what, name = ''] = line.split(' ')
    // Each reported key is in the store, under its account.
    if (what === 'key') {
      const credential = await store.credential(tokenDigest(name))
      expect(credential, line).not.toBeNull()
      const listed = await store.tokens(credential?.accountId)
      expect(listed.map((key) => key.id)).toContain(credential?.tokenId)
    }
    if (what === 'deleted') expect(await store.findAccount(name)).toBeNull()
  }
  process.stdout.write(`20 kills: ${said.length} things were reported as done, and all are there\n`)
  await store.close()
})

test(`a whole server in the middle of requests, ${KILLS} times`, { timeout: KILLS * 100_000 }, async () => {
  const accounts = join(folder, 'served.sqlite')
  const store = await openAccountStore(accounts, 'create')
  const password = (await createPasswords().hash(PASSWORD, AT_HAND)) ?? ''
  for (let made = 0; made < KILLS * 40; made++) {
    const email = `member-${made}@example.org`
    await store.createAccount({ email, plan: 'business', verified: true, password, nowMs: 0 })
  }
  await store.close()

  const random = seededRandom(20)
  const done = { signedUp: new Set<string>(), keys: new Map<string, string>(), deleted: new Set<string>() }
  /** People who asked for deletion. It may have happened without an answer. */
  const leaving = new Set<string>()
  const things = (): number => done.signedUp.size + done.keys.size + done.deleted.size
  let people = 0
  let senders = 0
  const start = (): Promise<ServerProcess> =>
    startServerProcess(inject('embeddedArtifact'), [
      '--accounts',
      accounts,
      '--trust-proxy',
      '127.0.0.1',
      '--mail-folder',
      join(folder, 'mails'),
    ])

  /** People use the server one after the other, until it is gone. */
  async function lane(server: ServerProcess, live: (ask: Ask) => Promise<void>): Promise<void> {
    for (;;) {
      const from = `10.${Math.floor(++senders / 250)}.${senders % 250}.1`
      const ask: Ask = (method, path, headers, body) =>
        server.ask(path, { ...headers, 'x-forwarded-for': from }, { method, body })
      try {
        await live(ask)
      } catch {
        return
      }
    }
  }
  async function member(ask: Ask): Promise<void> {
    const number = people++
    const email = `member-${number}@example.org`
    const browser = visitor(ask)
    await browser.send('/account/sign-in', { email, password: PASSWORD })
    for (const name of ['one', 'two']) {
      const { body } = await browser.send('/account/keys', { do: 'create', name, expires: 'never' })
      const key = /tzr_\w{36}/.exec(body)?.[0]
      if (key !== undefined) done.keys.set(key, email)
    }
    if (number % 2 === 0) return
    leaving.add(email)
    const { body } = await browser.send('/account/settings', { do: 'delete', current: PASSWORD })
    if (body.includes('Your account is deleted')) done.deleted.add(email)
  }
  async function stranger(ask: Ask): Promise<void> {
    const email = `stranger-${people++}@example.org`
    const { status } = await visitor(ask).send('/account/sign-up', { email })
    if (status === 202) done.signedUp.add(email)
  }

  for (let kills = 0; kills < KILLS; kills++) {
    const server = await start()
    const lanes = [member, member, member, stranger].map((live) => lane(server, live))
    // The kill comes after a number of finished actions, however long they take, and in the middle of the next action.
    const enough = things() + 3 + Math.floor(random() * 12)
    await expect.poll(things, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough)
    await pause(random() * 100)
    await server.end('SIGKILL')
    await Promise.all(lanes)
    nothingIsHalfDone(accounts)
  }

  const again = await openAccountStore(accounts, 'refuse')
  // The answer promises a mail. The mail is stored before the answer, so it must be there.
  const asked = openDatabase(accounts)
  const keys = new Set(asked.prepare("select key from mail where kind = 'sign-up'").pluck().all())
  asked.close()
  for (const email of done.signedUp) expect(keys, email).toContain(`sign-up ${tokenDigest(email)}`)
  for (const email of done.deleted) expect(await again.findAccount(email), email).toBeNull()
  const server = await start()
  let [working, refused] = [0, 0]
  for (const [key, email] of done.keys) {
    const account = await again.findAccount(email)
    const { status } = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${key}` })
    if (account === null) {
      expect([email, leaving.has(email), status]).toEqual([email, true, 401])
      refused++
    } else {
      expect([email, status]).toEqual([email, 200])
      const { tokenId } = (await again.credential(tokenDigest(key))) ?? {}
      expect((await again.tokens(account.id)).map(({ id }) => id)).toContain(tokenId)
      working++
    }
  }
  await again.close()
  await server.end()
  process.stdout.write(
    `${KILLS} kills of a server: ${done.signedUp.size} sign-ups, ${done.keys.size} keys and ${done.deleted.size} deletions were answered; ${working} keys work and are listed, ${refused} of those who left are refused\n`,
  )
})
