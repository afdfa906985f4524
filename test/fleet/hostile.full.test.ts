// Attacks that must fail, on a real server: wrong tokens, tokens in the wrong place, broken headers, unnamed proxies.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Access } from '#serve/access/access.ts'
import { GUARD_REFUSALS } from '#serve/admission/numbers.ts'
import { readPlans } from '#open/access/plans.ts'
import { isWellFormedToken } from '#open/access/token.ts'
import { mintToken } from '#apps/accounts/store/secrets.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { accountWorld, MORNING } from '../support/worlds/account-world.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-hostile-'))
const PATH = '/v1/timezones/Europe/Dublin'
let server: ServerProcess
let behindProxy: ServerProcess
let tokens: { valid: string; revoked: string; expired: string; disabled: string }
const sent: string[] = []

beforeAll(async () => {
  const accounts = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(accounts, 'create')
  const make = async (email: string): Promise<string> => {
    const account = await store.createAccount({ email, plan: 'business', verified: true, nowMs: 0 })
    return account?.id ?? 'none'
  }
  const tokenOf = (
    accountId: string,
    expiresAtMs: number | null = null,
  ): ReturnType<typeof store.createToken> =>
    store.createToken({ accountId, name: 't', expiresAtMs, nowMs: 0 })
  const id = await make('secret-mailbox@example.org')
  const [valid, revoked, expired] = [await tokenOf(id), await tokenOf(id), await tokenOf(id, 1)]
  await store.revokeToken(revoked.id, 0)
  const other = await make('other-mailbox@example.org')
  const disabled = await tokenOf(other)
  await store.setDisabled(other, true, 0)
  await store.close()
  tokens = { valid: valid.text, revoked: revoked.text, expired: expired.text, disabled: disabled.text }
  sent.push(...Object.values(tokens))
  server = await startServerProcess(inject('embeddedArtifact'), ['--accounts', accounts])
  behindProxy = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    accounts,
    '--trust-proxy',
    '127.0.0.1',
  ])
})
afterAll(async () => {
  await server.end()
  await behindProxy.end()
  rmSync(folder, { recursive: true })
})

const statusOf = async (authorization: string | undefined, path = PATH): Promise<number> => {
  if (authorization !== undefined) sent.push(authorization.replace(/^\w+ /, ''))
  return (await server.ask(path, authorization === undefined ? {} : { authorization })).status
}

/** Sends bytes as they are. Returns all that came back until the server closed, or until a second passed. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    let answer = ''
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', reject).on('close', () => resolve(answer))
    socket.write(text, 'latin1')
  })

test('forged, cut, bit-flipped, revoked, expired and disabled tokens are 401; the valid one is not', async () => {
  const { valid } = tokens
  const flipped = Array.from({ length: 8 }, (_, bit) => {
    const at = 4 + bit * 4
    return (
      valid.slice(0, at) + String.fromCharCode(valid.charCodeAt(at) ^ (1 << (bit % 5))) + valid.slice(at + 1)
    )
  }).filter((token) => /^[\x21-\x7e]+$/.test(token))
  expect(flipped.length).toBeGreaterThan(3)
  const wrong = [
    mintToken(),
    valid.slice(0, -1),
    valid.slice(1),
    `${valid}0`,
    valid.toLowerCase(),
    ...flipped,
    tokens.revoked,
    tokens.expired,
    tokens.disabled,
    '',
    'null',
    'x'.repeat(5000),
  ]
  for (const token of wrong) expect(await statusOf(`Bearer ${token}`), token).toBe(401)
  expect(await statusOf(undefined)).toBe(401)
  expect(await statusOf(`Basic ${Buffer.from(`x:${valid}`).toString('base64')}`)).toBe(401)
  expect(await statusOf(valid)).toBe(401)
  expect(await statusOf(`bEaReR ${valid}`)).toBe(200)
})

test('a token in the URL is never accepted', async () => {
  for (const name of ['access_token', 'token', 'api_key', 'key', 'authorization']) {
    expect(await statusOf(undefined, `${PATH}?${name}=${tokens.valid}`)).toBe(401)
  }
  expect(await statusOf(undefined, `/v1/${tokens.valid}/timezones`)).toBe(401)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await server.ask(PATH, form, { method: 'POST', body: `access_token=${tokens.valid}` })
  expect(posted.status).toBe(401)
})

test('no request can add a header or a second answer', async () => {
  const injected = `${tokens.valid}\rX-Injected: 1`
  for (const field of [injected, `${tokens.valid}\0`, `${tokens.valid}\x0bX-Injected: 1`, 'é'.repeat(36)]) {
    const answer = await raw(
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${field}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 40[01] /)
    expect(answer.toLowerCase()).not.toContain('x-injected')
    expect(answer.match(/^HTTP\/1\.1 \d/gm)).toHaveLength(1)
  }
  const id = await raw(
    `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: abcdefgh%0d%0aX-Injected: 1\r\n\r\n`,
  )
  expect(id.toLowerCase()).not.toContain('x-injected')
})

test('one request gets one answer: with a broken body after it, two Hosts, or a character that is not encoded', async () => {
  const answersOf = (text: string) => text.match(/^HTTP\/1\.1 \d+/gm)
  const chunked = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n`
  expect(answersOf(await raw(chunked))).toEqual(['HTTP/1.1 401'])
  const hosts = await raw(`GET ${PATH} HTTP/1.1\r\nHost: a\r\nhOsT: b\r\nConnection: close\r\n\r\n`)
  expect(answersOf(hosts)).toEqual(['HTTP/1.1 400'])
  const accented = await raw('GET /v1/cities?q=m\xc3\xbcnchen HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(answersOf(accented)).toEqual(['HTTP/1.1 400'])
  expect(accented).toContain('percent-encoded')
})

test('a client that disconnects in the middle of a form causes no error', async () => {
  const errors = (): number => server.stderr().split('"level":50').length
  const before = errors()
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  const type = 'Content-Type: application/x-www-form-urlencoded'
  socket.write(`POST /account/verify HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 50\r\n\r\nemail=`)
  await new Promise((resolve) => setTimeout(resolve, 200))
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await server.ask('/account/verify')).status).toBe(200)
  expect(errors()).toBe(before)
})

test('a flood from one connection is slowed, whatever proxy header it sends; a named proxy is trusted', async () => {
  const flood = async (target: ServerProcess, count: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) {
      const address = `198.51.${index >> 8}.${index & 255}`
      const headers = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address }
      statuses.push((await target.ask(PATH, headers)).status)
    }
    return statuses
  }
  // More than twice the limit, because a new window may begin in the middle.
  const direct = await flood(server, GUARD_REFUSALS * 2 + 20)
  expect(direct.at(0)).toBe(401)
  expect(direct).toContain(429)
  const slowed = await server.ask(PATH, {})
  expect([401, 429]).toContain(slowed.status)
  const proxied = await flood(behindProxy, GUARD_REFUSALS * 2 + 20)
  expect(new Set(proxied)).toEqual(new Set([401]))
  // The customer at the flooded address is still served.
  expect(await statusOf(`Bearer ${tokens.valid}`)).toBe(200)
})

test('logs and metrics contain no token, address, query or e-mail', async () => {
  await server.ask(`${PATH}?at=1234567890&secret=query-text`, {
    authorization: `Bearer ${tokens.valid}`,
    'x-request-id': 'the-last-one',
  })
  // The server collects the log lines of requests for a moment.
  await expect.poll(() => server.stderr(), { timeout: 60_000 }).toContain('"request":"the-last-one"')
  const metrics = (await server.ask(`${server.opsOrigin}/metrics`)).body
  const log = server.stderr() + server.stdout() + behindProxy.stderr() + metrics
  expect(server.stderr()).toContain('"token":"tok_')
  for (const secret of new Set(sent.filter((text) => text.length > 8))) expect(log).not.toContain(secret)
  for (const text of ['tzr_', 'mailbox', '198.51.', 'query-text', 'X-Injected', 'authorization']) {
    expect(log).not.toContain(text)
  }
})

test('the time of a refusal does not show how much of a token was right', { retry: 2 }, async () => {
  const world = await accountWorld()
  const { token } = await world.make('business')
  const access = new Access({ store: world.store, plans: readPlans(), resendUrl: '' })
  let nowMs = MORNING
  const timed = async (text: string): Promise<number> => {
    // Each token is sent in a new window, so that the guard does not refuse it.
    nowMs += 10_000
    const began = process.hrtime.bigint()
    await access.admit({ authorization: `Bearer ${text}`, address: 'a', nowMs })
    return Number(process.hrtime.bigint() - began)
  }
  /** A token with correct check digits. Only its last random characters differ from those of a known token. */
  const near = (): string => {
    const bytes = mintToken()
    const body = token.text.slice(4, 32) + bytes.slice(32, 34)
    const drawn = Array.from(body, (character) => ALPHABET.indexOf(character))
    const made = mintToken(() => Uint8Array.from(drawn))
    return made
  }
  const ROUNDS = 4000
  const nearTokens = Array.from({ length: ROUNDS }, near)
  const farTokens = Array.from({ length: ROUNDS }, () => mintToken())
  expect(nearTokens.every(isWellFormedToken)).toBe(true)
  const [nearTimes, farTimes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    // Both kinds go first equally often.
    if (round % 2 === 0) nearTimes.push(await timed(nearTokens[round] ?? ''))
    farTimes.push(await timed(farTokens[round] ?? ''))
    if (round % 2 === 1) nearTimes.push(await timed(nearTokens[round] ?? ''))
  }
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length / 2] ?? 0
  const ratio = median(nearTimes) / median(farTimes)
  process.stdout.write(
    `timing: median refusal of a near token ${Math.round(median(nearTimes) / 1000)} µs, of a random one ${Math.round(median(farTimes) / 1000)} µs, ratio ${ratio.toFixed(3)}\n`,
  )
  expect(ratio).toBeGreaterThan(0.85)
  expect(ratio).toBeLessThan(1.15)
  await world.close()
})

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
