// A fleet of real server processes: one burst limit, one month, mails once; a crash of Redis; revocation everywhere.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { leftOut } from '../support/left-out.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { type Answer, type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { readMail, smtpServer, type SmtpServer } from '../support/servers/smtp.ts'

if (!hasRedis()) leftOut('the fleet of server processes', 'Debian\'s package "redis-server"')

const FLEET = 4
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const countdown = (limit: number): number[] => Array.from({ length: limit }, (_, index) => limit - 1 - index)

/** An answer, with the times of request and answer by this machine's clock. Redis reads the same clock. */
interface TimedAnswer extends Answer {
  readonly sent: number
  readonly received: number
}

const statusesOf = (answers: readonly Answer[]): number[] =>
  [...new Set(answers.map((answer) => answer.status))].toSorted((a, b) => a - b)

/** Waits until a moment in the middle of a window, far from its start and end. */
const middleOfWindow = (): Promise<void> => pause(1000 - ((Date.now() + 500) % 1000))

/**
 * Checks the accepted answers of whole windows, under more load than the plan allows. Over all windows, each remainder was given equally
 * often. Within one window no remainder was given twice, as far as the window of an answer is certain. Returns the number of windows.
 */
function expectExact(answers: readonly TimedAnswer[], limit: number): number {
  const accepted = answers.filter((answer) => answer.status === 200)
  const given = accepted.map((answer) => Number(answer.headers['x-ratelimit-remaining']))
  const windows = given.filter((remaining) => remaining === 0).length
  const expected = countdown(limit).map(() => windows)
  expect(countdown(limit).map((remaining) => given.filter((one) => one === remaining).length)).toEqual(
    expected,
  )
  expect(given).toHaveLength(windows * limit)
  const certain = new Map<number, number[]>()
  for (const [index, { sent, received }] of accepted.entries()) {
    const second = Math.floor(sent / 1000)
    if (second !== Math.floor(received / 1000)) continue
    certain.set(second, [...(certain.get(second) ?? []), given[index] ?? -1])
  }
  for (const remainders of certain.values()) expect(new Set(remainders).size).toBe(remainders.length)
  return windows
}

describe.skipIf(!hasRedis())('four servers, one Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-fleet-'))
  const accounts = join(folder, 'accounts.sqlite')
  const redis = redisServer()
  let store: AccountStore
  let smtp: SmtpServer
  let servers: ServerProcess[] = []

  async function make(
    plan: string,
    verified = true,
  ): Promise<{ id: string; email: string; token: string; tokenId: string }> {
    const email = `${plan}-${Math.random().toString(36).slice(2)}@example.org`
    const account = await store.createAccount({ email, plan, verified, nowMs: Date.now() })
    if (account === null) throw new Error(email)
    const token = await store.createToken({
      accountId: account.id,
      name: 't',
      expiresAtMs: null,
      nowMs: Date.now(),
    })
    return { id: account.id, email, token: token.text, tokenId: token.id }
  }
  const ask = (server: ServerProcess | undefined, token: string): Promise<Answer> => {
    if (server === undefined) throw new Error('no server')
    return server.ask('/v1/timezones/Europe/Dublin', { authorization: `Bearer ${token}` })
  }
  /** Makes each server answer as fast as it can, `lanes` requests at a time, until told to stop. */
  function load(token: string, lanes: number): () => Promise<TimedAnswer[]> {
    const run = { isOver: false }
    const answers: TimedAnswer[] = []
    const all = servers.flatMap((server) =>
      Array.from({ length: lanes }, async () => {
        while (!run.isOver) {
          const sent = Date.now()
          const answer = await ask(server, token)
          answers.push({ ...answer, sent, received: Date.now() })
        }
      }),
    )
    return async () => {
      run.isOver = true
      await Promise.all(all)
      return answers
    }
  }
  /** How often the servers have said that Redis did not count for them. */
  const timesAway = (): number =>
    servers.reduce((sum, server) => sum + (server.stderr().match(/does not count/g)?.length ?? 0), 0)
  /**
   * The answers of so many seconds under load. On a busy machine Redis may take longer than a request waits for it. The server then reports
   * this, and the limit is not exact. In that case the load runs again, at most twice.
   */
  async function loadWhileCounted(lanes: number, seconds: number): Promise<TimedAnswer[]> {
    for (let left = 2; ; left--) {
      const { token } = await make('developer')
      const before = timesAway()
      await middleOfWindow()
      const stop = load(token, lanes)
      await pause(1000 * seconds)
      const answers = await stop()
      if (timesAway() === before || left === 0) return answers
      process.stdout.write('fleet: Redis did not answer a server in time; once more\n')
      await pause(1000)
    }
  }
  beforeAll(async () => {
    await redis.start()
    smtp = await smtpServer()
    store = await openAccountStore(accounts, 'create')
    const flags = [
      '--accounts',
      accounts,
      '--limits',
      redis.address,
      '--enforce-monthly',
      '--smtp',
      smtp.address,
    ]
    // One after the other: this machine has few cores, and each server reads the whole artifact when it starts.
    for (let count = 0; count < FLEET; count++) {
      servers.push(await startServerProcess(inject('embeddedArtifact'), flags))
    }
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()))
    servers = []
    await store.close()
    await smtp.close()
    await redis.remove()
    rmSync(folder, { recursive: true })
  })

  test('under far more load than the plan, each window gives every remainder from q−1 to 0 exactly once', async () => {
    const answers = await loadWhileCounted(6, 5)
    expect(statusesOf(answers)).toEqual([200, 429])
    const windows = expectExact(answers, 25)
    expect(windows).toBeGreaterThanOrEqual(5)
    expect(answers.length).toBeGreaterThan(windows * 25 * 2)
    process.stdout.write(
      `fleet: ${answers.length} answers in 5 s over ${FLEET} servers; ${windows} windows of 25, each exact\n`,
    )
  })

  test('Redis is killed under load: no request fails; it starts again: limits are exact again', async () => {
    const { token } = await make('developer')
    const stop = load(token, 2)
    await pause(1000)
    await redis.kill()
    await pause(2000)
    for (const server of servers) {
      expect((await server.ask(`${server.opsOrigin}/metrics`)).body).toMatch(/^tzref_limits_exact 0$/m)
    }
    await redis.start()
    await pause(2000)
    for (const server of servers) {
      expect((await server.ask(`${server.opsOrigin}/metrics`)).body).toMatch(/^tzref_limits_exact 1$/m)
      expect(server.stderr()).toContain('burst limits count for each process separately')
      expect(server.stderr()).toContain('burst limits are exact over the fleet again')
    }
    const answers = await stop()
    expect(statusesOf(answers)).toEqual([200, 429])
    expect(expectExact(await loadWhileCounted(2, 3), 25)).toBeGreaterThanOrEqual(3)
  })

  test('a revoked token, a disabled account and a changed plan are seen by every server within five seconds', async () => {
    const [revoked, disabled, changed] = [
      await make('business'),
      await make('business'),
      await make('business'),
    ]
    for (const server of servers) {
      for (const { token } of [revoked, disabled, changed])
        expect((await ask(server, token)).status).toBe(200)
    }
    const began = Date.now()
    await store.revokeToken(revoked.tokenId, began)
    await store.setDisabled(disabled.id, true, began)
    await store.setPlan(changed.id, 'free', began)
    const seen: number[] = []
    for (const server of servers) {
      await expect.poll(async () => (await ask(server, revoked.token)).status, { timeout: 5000 }).toBe(401)
      await expect.poll(async () => (await ask(server, disabled.token)).status, { timeout: 5000 }).toBe(401)
      await expect
        .poll(async () => (await ask(server, changed.token)).headers['x-ratelimit-limit'], { timeout: 5000 })
        .toBe('5')
      seen.push(Date.now() - began)
    }
    expect(Math.max(...seen)).toBeLessThan(5000)
    process.stdout.write(`fleet: changes seen by all ${FLEET} servers after ${Math.max(...seen)} ms\n`)
  })

  test('the whole fleet shares one month: it ends for all, its mails are sent once each, and their numbers add up', async () => {
    const { id, email, token } = await make('free')
    const month = new Date().toISOString().slice(0, 7)
    await store.addUsage(
      { writer: 'test', sequence: 1, rows: [{ accountId: id, month, requests: 79_998 }] },
      Date.now(),
    )
    const askUntil = async (total: number): Promise<void> => {
      for (let round = 0; (await store.usage(id, month)) < total && round < 60; round++) {
        await ask(servers[round % FLEET], token)
        await pause(250)
      }
    }
    await askUntil(80_000)
    const mailsTo = (): string[] =>
      smtp.mails
        .filter((mail) => mail.to.includes(email))
        .map((mail) => readMail(mail.source).headers.get('subject') ?? '')
    await expect.poll(mailsTo, { timeout: 10_000 }).toEqual([`80 % of your requests for ${month} are used`])
    const used = await store.usage(id, month)
    await store.addUsage(
      { writer: 'test', sequence: 2, rows: [{ accountId: id, month, requests: 99_998 - used }] },
      Date.now(),
    )
    await askUntil(100_000)
    // With its next write, each server learns of the others' requests.
    for (const server of servers) {
      await expect
        .poll(async () => (await ask(server, token)).status, { timeout: 10_000, interval: 300 })
        .toBe(429)
    }
    await pause(1000)
    for (const server of servers) {
      const refused = await ask(server, token)
      expect(refused.body).toContain("The Free plan's quota of 100000 requests")
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
    await expect.poll(mailsTo, { timeout: 10_000 }).toHaveLength(2)
    await pause(3000)
    expect(mailsTo()).toEqual([
      `80 % of your requests for ${month} are used`,
      `100 % of your requests for ${month} are used`,
    ])
  })

  test('an unverified account gets its mail again at the address that the 403 gives, and the link in it verifies', async () => {
    const { email, token } = await make('free', false)
    const [server] = servers
    const refused = await ask(server, token)
    expect(refused.status).toBe(403)
    const address = / at (http:\/\/127\.0\.0\.1:\d+\/account\/verify)\./.exec(refused.body)?.[1] ?? 'none'
    const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: BELIEVED.cookie }
    const again = await server?.ask(address, form, {
      method: 'POST',
      body: new URLSearchParams({ csrf: BELIEVED.csrf, email }).toString(),
    })
    expect(again?.status).toBe(202)
    const mailTo = (): string | undefined => smtp.mails.find((mail) => mail.to.includes(email))?.source
    await expect.poll(mailTo, { timeout: 10_000 }).toBeDefined()
    const link = /^http:\/\/127\S+$/m.exec(readMail(mailTo() ?? '').text)?.[0] ?? 'none'
    // Opening the link, as a mail scanner does, does not verify the address. Choosing a password there does.
    expect((await server?.ask(link))?.status).toBe(200)
    expect((await ask(server, token)).status).toBe(403)
    const pressed = await server?.ask(link, form, {
      method: 'POST',
      body: `csrf=${BELIEVED.csrf}&password=seven+quiet+lamps`,
    })
    expect(pressed?.status).toBe(303)
    await expect.poll(async () => (await ask(server, token)).status, { timeout: 5000 }).toBe(200)
    for (const one of servers) {
      expect(one.stderr()).not.toContain(link.split('/').at(-1))
      expect(one.stderr()).not.toContain(email)
    }
  })
})
