// A server whose account file is locked by another process, or replaced: it still answers, loses no usage, and opens the new file.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { monthAt } from '#open/access/month.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import type { NewToken } from '#apps/accounts/store/tokens.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { type Answer, type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

/** A form with a valid form token. */
const FORM = {
  headers: { cookie: BELIEVED.cookie, 'content-type': 'application/x-www-form-urlencoded' },
  body: `csrf=${BELIEVED.csrf}`,
}

const folder = mkdtempSync(join(tmpdir(), 'tzref-store-'))
const accounts = join(folder, 'accounts.sqlite')
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes a store file with an account and its tokens. */
async function make(place: string, email: string, count: number): Promise<NewToken[]> {
  const store = await openAccountStore(place, 'create')
  const account = await store.createAccount({ email, plan: 'business', verified: true, nowMs: 0 })
  if (account === null) throw new Error(email)
  const tokens: NewToken[] = []
  for (let made = 0; made < count; made++) {
    tokens.push(await store.createToken({ accountId: account.id, name: 't', expiresAtMs: null, nowMs: 0 }))
  }
  await store.close()
  return tokens
}

let server: ServerProcess
let tokens: NewToken[]
const ask = async (token: NewToken | undefined): Promise<Answer & { ms: number }> => {
  const began = performance.now()
  const answer = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${token?.text}` })
  return { ...answer, ms: performance.now() - began }
}
const usage = async (accountId: string): Promise<number> => {
  const store = await openAccountStore(accounts, 'refuse')
  const requests = await store.usage(accountId, monthAt(Date.now()).id)
  await store.close()
  return requests
}

beforeAll(async () => {
  tokens = await make(accounts, 'a@example.org', 40)
  server = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    accounts,
    '--trust-proxy',
    '127.0.0.1',
  ])
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

test('a write lock of eight seconds delays no answer, and every request is counted within a second of its end', async () => {
  const account = tokens[0]?.accountId ?? ''
  const other = openDatabase(accounts)
  await ask(tokens[0])
  other.exec('begin immediate')
  const until = Date.now() + 8000
  let [answered, slowest, health] = [1, 0, 0]
  while (Date.now() < until) {
    // New tokens come all the time, and each needs a question to the store.
    const answer = await ask(tokens[Math.floor(answered / 2) % tokens.length])
    expect(answer.status).toBe(200)
    answered++
    slowest = Math.max(slowest, answer.ms)
    const began = performance.now()
    await server.ask(`${server.opsOrigin}/healthz`)
    health = Math.max(health, performance.now() - began)
    await pause(20)
  }
  other.exec('rollback')
  other.close()
  process.stdout.write(
    `locked for 8 s: ${answered} answers, the slowest after ${slowest.toFixed(0)} ms, /healthz ${health.toFixed(0)} ms\n`,
  )
  expect(slowest).toBeLessThan(1000)
  expect(health).toBeLessThan(1000)
  await pause(1000)
  expect(await usage(account)).toBe(answered)
})

test('a flood of links from everywhere leaves room for tokens: a new one is answered within a second', async () => {
  const fresh = await make(accounts, 'flood@example.org', 20)
  const flood = { isOver: false, sent: 0, statuses: new Set<number>() }
  const lane = async (number: number): Promise<void> => {
    for (let sent = 0; !flood.isOver; sent++) {
      const link = `/account/verify/${String(sent).padStart(32, 'x')}`
      const from = { 'x-forwarded-for': `10.${number}.${Math.floor(sent / 200) % 250}.${sent % 250}` }
      const pressed = sent % 2 === 0 ? { method: 'POST', body: FORM.body } : { method: 'GET' }
      const { status } = await server.ask(link, { ...FORM.headers, ...from }, pressed)
      flood.statuses.add(status)
      flood.sent++
    }
  }
  const lanes = Array.from({ length: 16 }, (_, number) => lane(number))
  let slowest = 0
  for (const token of fresh) {
    const answer = await ask(token)
    expect(answer.status).toBe(200)
    slowest = Math.max(slowest, answer.ms)
    await pause(100)
  }
  flood.isOver = true
  await Promise.all(lanes)
  process.stdout.write(
    `${flood.sent} links (${[...flood.statuses].join(', ')}); the slowest of 20 new tokens after ${slowest.toFixed(0)} ms\n`,
  )
  expect(slowest).toBeLessThan(1000)
  for (const status of flood.statuses) expect([200, 404, 429, 503]).toContain(status)
  // One address needs only a few requests to reach its limit.
  const posts = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      server.ask(
        `/account/verify/${String(index).padStart(32, 'y')}`,
        { ...FORM.headers, 'x-forwarded-for': '10.99.0.1' },
        { method: 'POST', body: FORM.body },
      ),
    ),
  )
  expect(posts.filter((post) => post.status === 429).length).toBeGreaterThanOrEqual(2)
})

test('a file that replaces accounts.sqlite counts within five seconds: its tokens work, and no others', async () => {
  const [old] = tokens
  expect((await ask(old)).status).toBe(200)
  const [fresh] = await make(join(folder, 'new.sqlite'), 'b@example.org', 1)
  renameSync(join(folder, 'new.sqlite'), accounts)
  await pause(5000)
  expect((await ask(old)).status).toBe(401)
  expect((await ask(fresh)).status).toBe(200)
  expect(server.stderr()).toContain('accounts.sqlite is now another file')
  await pause(1000)
  // Nothing from the old file's -wal is in the new file.
  const db = openDatabase(accounts)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.prepare('select email from account').pluck().all()).toEqual(['b@example.org'])
  db.close()
  expect(await usage(fresh?.accountId ?? '')).toBe(1)
})
