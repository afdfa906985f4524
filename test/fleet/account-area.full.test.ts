// The account area on real servers: two processes on PostgreSQL with Redis, a crowd that signs in, what time tells, and kill -9.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { tokenDigest } from '#serve/access/token.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { createPasswords } from '#serve/accounts/passwords.ts'
import { type Ask, BELIEVED, type Shown, visitor } from '../support/account-area.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../support/postgres.ts'
import { hasRedis, redisServer } from '../support/redis.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { readMail } from '../support/smtp.ts'

const PASSWORD = 'seven quiet lamps by night'
const FORM = { 'content-type': 'application/x-www-form-urlencoded', cookie: BELIEVED.cookie }
const folder = mkdtempSync(join(tmpdir(), 'tzref-area-'))
afterAll(() => rmSync(folder, { recursive: true }))

const headingOf = ({ body }: Shown): string => /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? ''
const keyIn = ({ body }: Shown): string => /tzr_\w{36}/.exec(body)?.[0] ?? ''
const asks =
  (server: ServerProcess): Ask =>
  (method, path, headers, body) =>
    server.ask(path, headers, { method, body })
const statusOf = async (server: ServerProcess, key: string): Promise<number> =>
  (await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${key}` })).status

/** The path of the link in the newest mail to an address, in a folder of mails, once it is there. */
async function linkTo(email: string, mails: string): Promise<string> {
  const found = (): string | undefined => {
    const texts = readdirSync(mails, { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name }) => readMail(readFileSync(join(mails, name), 'utf8')))
      .filter(({ headers }) => headers.get('to') === email)
    return /^http:\/\/[^/]+(\/account\/\S+)$/m.exec(texts.at(-1)?.text ?? '')?.[1]
  }
  await expect
    .poll(
      () => {
        try {
          return found()
        } catch {
          // The folder is made with the first mail.
          return undefined
        }
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return found() ?? ''
}

const programs = postgresPrograms()
const canFleet = programs !== null && hasRedis()
if (!canFleet) leftOut('the account area of a fleet', 'Debian\'s packages "postgresql" and "redis-server"')

describe.skipIf(!canFleet)('two processes, PostgreSQL and Redis', () => {
  test('what one does the other knows: mail, session, key, revocation, sign-out, limits', async () => {
    const postgres = await startPostgres(programs ?? '')
    const redis = redisServer()
    await redis.start()
    const { place } = await postgres.place()
    const mails = join(folder, 'mails')
    const flags = ['--accounts', place, '--limits', redis.address, '--mail-folder', mails]
    const one = await startServerProcess(inject('embeddedArtifact'), flags)
    const two = await startServerProcess(inject('embeddedArtifact'), flags)
    const email = 'ann@example.org'
    // One browser, whose requests go to either server.
    let turn = 0
    const browser = visitor((...request) => asks(turn++ % 2 === 0 ? one : two)(...request))
    expect(headingOf(await browser.send('/account/sign-up', { email, password: PASSWORD }))).toBe(
      'Check your e-mail',
    )
    expect(headingOf(await browser.send(await linkTo(email, mails), {}))).toBe('Address verified')
    expect(headingOf(await browser.send('/account/sign-in', { email, password: PASSWORD }))).toBe(
      'Your account',
    )
    const key = keyIn(await browser.send('/account/keys', { do: 'create', name: 'both', expires: 'never' }))
    expect([await statusOf(one, key), await statusOf(two, key)]).toEqual([200, 200])
    await expect
      .poll(async () => (await browser.open('/account')).body.replace(/\s+/g, ' '), { timeout: 60_000 })
      .toContain('<strong>2</strong> of 100,000 requests')
    const id = /id="(tok_\w{12})"/.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
    await browser.send('/account/keys', { do: 'revoke', key: id })
    for (const server of [one, two]) {
      await expect.poll(() => statusOf(server, key), { timeout: 60_000 }).toBe(401)
    }
    await browser.send('/account/settings', { do: 'sessions' })
    for (const count of [1, 2]) {
      expect(headingOf(await browser.open('/account')), `${count}`).toBe('Sign in')
    }
    // Ten guesses in ten minutes over both; not begun where those minutes are about to end. Where a pressed machine keeps Redis waiting,
    // a server counts some for itself; two that never asked it would let all of these pass.
    const left = 600_000 - (Date.now() % 600_000)
    if (left < 60_000) await pause(left + 1000)
    const statuses: number[] = []
    for (let guess = 0; guess < 18; guess++) {
      const fields = { email: 'guessed@example.org', password: 'wrong one' }
      statuses.push((await browser.send('/account/sign-in', fields)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(422))
    expect(statuses.at(-1)).toBe(429)
    await one.end()
    await two.end()
    await redis.remove()
    await postgres.stop()
  })
})

/** The chance that a value of the one list is above one of the other; 0.5 where nothing tells them apart. */
function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const above = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return above.reduce<number>((sum, part) => sum + part, 0) / above.length
}

const KNOWN = 300
/** A thousand passwords are worked on, one after the other. */
const hasMinutes = process.env['TZREF_CROWD'] !== undefined
if (!hasMinutes) leftOut('a crowd at the account area', 'minutes: TZREF_CROWD=1 gives them')

describe('one server, one file', () => {
  test.skipIf(!hasMinutes)(
    'a crowd that signs in is turned away, the API goes on answering, and time tells nothing of who is known',
    async () => {
      const accounts = join(folder, 'accounts.sqlite')
      const store = await openAccountStore(accounts, 'create')
      const password = (await createPasswords().hash(PASSWORD)) ?? ''
      let key = ''
      for (let made = 0; made < KNOWN; made++) {
        const wanted = { email: `known-${made}@example.org`, plan: 'business', verified: true, password }
        const account = await store.createAccount({ ...wanted, nowMs: 0 })
        if (made > 0) continue
        const accountId = account?.id ?? ''
        key = (await store.createToken({ accountId, name: 'k', expiresAtMs: null, nowMs: 0 })).text
      }
      await store.close()
      const flags = ['--accounts', accounts, '--trust-proxy', '127.0.0.1', '--mail-folder', join(folder, 'm')]
      const server = await startServerProcess(inject('embeddedArtifact'), flags)
      let senders = 0
      /** Sends a form, each time from another address. */
      const send = async (path: string, fields: Readonly<Record<string, string>>) => {
        const from = `10.${Math.floor(++senders / 60_000)}.${Math.floor(senders / 250) % 250}.${senders % 250}`
        const body = new URLSearchParams({ csrf: BELIEVED.csrf, ...fields }).toString()
        const began = performance.now()
        const { status } = await server.ask(
          path,
          { ...FORM, 'x-forwarded-for': from },
          { method: 'POST', body },
        )
        return { status, ms: performance.now() - began }
      }

      // In random order: strictly in turns, whatever ticks in the server would meet one kind more often.
      const random = seededRandom(14)
      let used = 0
      async function measure(path: string, tries: number, expected: number): Promise<number> {
        const kinds = Array.from({ length: tries }, (_, index) => ({
          isKnown: index % 2 === 0,
          at: random(),
        }))
        const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
        for (const { isKnown } of kinds.toSorted((a, b) => a.at - b.at)) {
          const kind = isKnown ? 'known' : 'other'
          const email = `${kind}-${used++ % KNOWN}@example.org`
          const { status, ms } = await send(path, { email, password: 'not the right one' })
          expect(status).toBe(expected)
          times[kind].push(ms)
        }
        return areaUnderCurve(times.known, times.other)
      }
      for (const [path, tries, expected] of [
        ['/account/sign-in', 300, 422],
        ['/account/forgot', 300, 202],
      ] as const) {
        // What leaks does so each time; what is chance does not.
        let area = 1
        for (let again = 0; again < 3 && Math.abs(area - 0.5) > 0.1; again++) {
          area = await measure(path, tries, expected)
          process.stdout.write(`${path}, known against unknown address: AUC ${area.toFixed(2)}\n`)
        }
        expect(Math.abs(area - 0.5)).toBeLessThanOrEqual(0.1)
      }

      const isOver = { value: false }
      const api: { status: number; ms: number }[] = []
      async function askBeside(): Promise<void> {
        while (!isOver.value) {
          const began = performance.now()
          const status = await statusOf(server, key)
          api.push({ status, ms: performance.now() - began })
          await pause(25)
        }
      }
      const beside = askBeside()
      const crowd: number[] = []
      const lane = async (number: number): Promise<void> => {
        for (let index = 0; index < 4; index++) {
          const email = `crowd-${number}-${index}@example.org`
          const answer = await fetch(`${server.origin}/account/sign-in`, {
            method: 'POST',
            headers: { ...FORM, 'x-forwarded-for': `10.200.${index}.${number}` },
            body: new URLSearchParams({ csrf: BELIEVED.csrf, email, password: PASSWORD }).toString(),
          })
          await answer.text()
          crowd.push(answer.status)
        }
      }
      await Promise.all(Array.from({ length: 250 }, (_, number) => lane(number)))
      isOver.value = true
      await beside
      const counts = new Map<number, number>()
      for (const status of crowd) counts.set(status, (counts.get(status) ?? 0) + 1)
      const answered = api.filter(({ status }) => status === 200)
      const ms = answered.map((answer) => answer.ms).toSorted((one, other) => one - other)
      const p99 = (ms[Math.floor(ms.length * 0.99)] ?? 0).toFixed(0)
      process.stdout.write(
        `${crowd.length} sign-ins, 250 at once: ${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}; beside them ${answered.length} of ${api.length} requests to /v1 were answered, the p99 after ${p99} ms\n`,
      )
      expect([...counts.keys()].filter((status) => status !== 422 && status !== 503)).toEqual([])
      expect(counts.get(422)).toBeGreaterThan(0)
      // A machine that is pressed by others too may say that it is busy, now and then.
      expect(api.every(({ status }) => status === 200 || status === 503)).toBe(true)
      expect(answered.length).toBeGreaterThan(api.length / 2)
      await server.end()
    },
  )

  test('after kill -9 in the middle of sign-ups, keys and deletions nothing is half-done, 20 times', async () => {
    const accounts = join(folder, 'killed.sqlite')
    const random = seededRandom(20)
    const said: string[] = []
    for (let kills = 0; kills < 20; kills++) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/area-child.ts', accounts], {
        cwd: ROOT,
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
      // The last line may have been cut off by the kill.
      said.push(...out.split('\n').slice(0, -1))
    }
    const store = await openAccountStore(accounts, 'refuse')
    const db = openDatabase(accounts)
    const count = (question: string): number => Number(db.prepare(question).pluck().get())
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(said.length).toBeGreaterThan(20)
    const deleted = new Set(said.filter((line) => line.startsWith('deleted ')).map((line) => line.slice(8)))
    for (const line of said) {
      const [what, name = ''] = line.split(' ')
      // What was reported is there, listed under its account.
      if (what === 'key') {
        const credential = await store.credential(tokenDigest(name))
        expect(credential, line).not.toBeNull()
        const listed = await store.tokens(credential?.accountId)
        expect(listed.map((key) => key.id)).toContain(credential?.tokenId)
      }
      if (what === 'deleted') expect(await store.findAccount(name)).toBeNull()
    }
    // Whoever signed up has a mail on its way; who left has no key that works, no session, no address, and one mail.
    const none = [
      `select count(*) from account where deleted_at is null
        and not exists (select 1 from mail where account_id = account.id and kind = 'verification')`,
      `select count(*) from account where not exists (select 1 from audit where account_id = account.id
        and action = 'account.create')`,
      `select count(*) from token where not exists (select 1 from audit where token_id = token.id
        and action = 'token.create') and not exists (select 1 from audit where action = 'token.roll'
        and detail like '%' || token.id || '%')`,
      `select count(*) from token join account on account.id = account_id
        where deleted_at is not null and revoked_at is null`,
      `select count(*) from session join account on account.id = account_id where deleted_at is not null`,
      `select count(*) from account where deleted_at is not null and email like '%@%'`,
      `select count(*) from account where deleted_at is not null
        and (select count(*) from mail where account_id = account.id) <> 1`,
      // A rolled key that has a successor and works all the same.
      `select count(*) from token join audit on token_id = token.id and action = 'token.roll' where revoked_at is null`,
    ]
    for (const question of none) expect(count(question), question).toBe(0)
    expect(count('select count(*) from account where deleted_at is not null')).toBeGreaterThanOrEqual(
      deleted.size,
    )
    process.stdout.write(`20 kills: ${said.length} things were reported as done, and all are there\n`)
    db.close()
    await store.close()
  })
})
