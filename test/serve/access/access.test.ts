// Facts about admission: the order of its checks, its statuses, messages and header fields, with a stepped clock.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseList } from 'structured-headers'
import { Access, type AccessEvent, type Admission } from '#serve/access/access.ts'
import { GUARD_REFUSALS, MAX_NETWORKS } from '#serve/admission/numbers.ts'
import { readPlans } from '#open/access/plans.ts'
import type { HeaderFields } from '#serve/http/problem.ts'
import { mintToken } from '#apps/accounts/store/secrets.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../support/worlds/account-world.ts'

let world: AccountWorld
let access: Access
let events: AccessEvent[]
beforeEach(async () => {
  world = await accountWorld()
  events = []
  access = new Access({
    store: world.store,
    plans: readPlans(),
    resendUrl: 'http://127.0.0.1:8080/verify',
    onEvent: (event) => events.push(event),
  })
})
afterEach(() => world.close())

const ask = async (
  token: string | undefined,
  nowMs: number = MORNING,
  address = '192.0.2.1',
): Promise<Admission> =>
  access.admit({ authorization: token === undefined ? undefined : `Bearer ${token}`, address, nowMs })

/** The header fields of an answer with status 200, or of the refusal. */
const headersOf = (admission: Admission): HeaderFields =>
  admission.kind === 'refused' ? admission.headers : admission.settle(200)

/** Structured fields, read by an independent parser: [item, parameters] for each policy. */
const fields = (text: string | undefined): [unknown, Record<string, unknown>][] =>
  parseList(text ?? '').map(([item, parameters]) => [item, Object.fromEntries(parameters)])

test('an admitted request carries the four limit fields and nothing else', async () => {
  const { token, account } = await world.make('developer')
  const admission = await ask(token.text)
  expect(admission).toMatchObject({ kind: 'admitted', accountId: account.id, tokenId: token.id })
  expect(headersOf(admission)).toEqual({
    'x-ratelimit-limit': '25',
    'x-ratelimit-remaining': '24',
    'ratelimit-policy': '"burst";q=25;w=1',
    ratelimit: '"burst";r=24;t=1',
  })
  expect(fields(headersOf(admission)['ratelimit-policy'])).toEqual([['burst', { q: 25, w: 1 }]])
  expect(fields(headersOf(admission)['ratelimit'])).toEqual([['burst', { r: 24, t: 1 }]])
})

test('a cached token is decided at once', async () => {
  const { token } = await world.make('free')
  await ask(token.text)
  const authorization = `bearer ${token.text}`
  expect(access.admit({ authorization, address: '', nowMs: MORNING })).not.toBeInstanceOf(Promise)
})

test('all tokens of an account share one window; the sixth request of a second on Free is refused and not counted', async () => {
  const { account, token } = await world.make('free')
  const other = await world.store.createToken({
    accountId: account.id,
    name: 'b',
    expiresAtMs: null,
    nowMs: MORNING,
  })
  const tokens = [token.text, other.text]
  const remaining: (string | undefined)[] = []
  for (let count = 0; count < 5; count++) {
    const admission = await ask(tokens[count % 2], MORNING + count * 199)
    remaining.push(headersOf(admission)['x-ratelimit-remaining'])
  }
  expect(remaining).toEqual(['4', '3', '2', '1', '0'])
  const refused = await ask(token.text, MORNING + 999)
  expect(refused).toEqual({
    kind: 'refused',
    status: 429,
    message: 'Too Many Attempts.',
    tokenId: token.id,
    headers: {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '"burst";q=5;w=1',
      ratelimit: '"burst";r=0;t=1',
      'retry-after': '1',
      'x-ratelimit-reset': `${MORNING / 1000 + 1}`,
    },
  })
  expect(headersOf(await ask(other.text, MORNING + 1000))['x-ratelimit-remaining']).toBe('4')
})

test('the end of a month is the end of a second like any other', async () => {
  const { token } = await world.make('free')
  const border = Date.UTC(2026, 11, 1)
  for (let count = 0; count < 6; count++) await ask(token.text, border - 1)
  expect((await ask(token.text, border - 1)).kind).toBe('refused')
  expect(headersOf(await ask(token.text, border))['x-ratelimit-remaining']).toBe('4')
})

test('missing, malformed, forged, cut, revoked and expired tokens and disabled accounts are one 401', async () => {
  const { account, token } = await world.make('free')
  const revoked = await world.store.createToken({
    accountId: account.id,
    name: 'r',
    expiresAtMs: null,
    nowMs: MORNING,
  })
  await world.store.revokeToken(revoked.id, MORNING)
  const expired = await world.store.createToken({
    accountId: account.id,
    name: 'e',
    expiresAtMs: MORNING,
    nowMs: MORNING - 1,
  })
  const disabled = await world.make('free')
  await world.store.setDisabled(disabled.account.id, true, MORNING)
  const wrong = [
    undefined,
    '',
    'x',
    mintToken(),
    token.text.slice(0, -1),
    token.text.replace(/^tzr/, 'TZR'),
    `${token.text}${token.text}`,
    revoked.text,
    expired.text,
    disabled.token.text,
  ]
  for (const text of wrong) {
    const refused = await ask(text)
    expect(refused).toMatchObject({ kind: 'refused', status: 401, message: 'Unauthenticated.' })
    expect(headersOf(refused)).toEqual({ 'www-authenticate': 'Bearer' })
  }
  expect((await ask(expired.text, MORNING - 1)).kind).toBe('admitted')
})

test('an unverified account gets 403 with the address that sends the mail again, and nothing is counted', async () => {
  const { account, token } = await world.make('free', { verified: false })
  for (let count = 0; count < 6; count++) {
    const refused = await ask(token.text)
    expect(refused).toMatchObject({ kind: 'refused', status: 403, headers: {} })
    expect(refused.kind === 'refused' && refused.message).toMatch(/verif.*http:\/\/127\.0\.0\.1:8080\/verify/)
  }
  await world.store.setVerified(account.id, MORNING)
  expect(headersOf(await ask(token.text, MORNING + 4000))['x-ratelimit-remaining']).toBe('4')
})

test('a disabled and unverified account gets 401: the order is 401, 403, 429', async () => {
  const { account, token } = await world.make('free', { verified: false })
  await world.store.setDisabled(account.id, true, MORNING)
  expect(await ask(token.text)).toMatchObject({ status: 401 })
})

test('a revocation, a disabled account and a changed plan work within four seconds of a busy stream of requests', async () => {
  const { account, token } = await world.make('free')
  await ask(token.text)
  await world.store.setPlan(account.id, 'business', MORNING)
  expect(headersOf(await ask(token.text, MORNING + 3999))['x-ratelimit-limit']).toBe('5')
  expect(headersOf(await ask(token.text, MORNING + 4000))['x-ratelimit-limit']).toBe('100')
  await world.store.revokeToken(token.id, MORNING)
  expect(await ask(token.text, MORNING + 8000)).toMatchObject({ status: 401 })
})

test('a flood of wrong tokens from one address is slowed with 429 and Retry-After; valid tokens from there still pass', async () => {
  const { token } = await world.make('free')
  for (let count = 0; count < GUARD_REFUSALS; count++) {
    expect(await ask(count % 2 === 0 ? mintToken() : 'x')).toMatchObject({ status: 401 })
  }
  const slowed = await ask(mintToken(), MORNING + 1)
  expect(slowed).toEqual({
    kind: 'refused',
    status: 429,
    message: 'Too Many Attempts.',
    headers: { 'retry-after': '10' },
    tokenId: null,
  })
  expect(await ask('x')).toMatchObject({ status: 429 })
  expect(await ask(token.text)).toMatchObject({ kind: 'admitted' })
  expect(await ask(mintToken(), MORNING, '192.0.2.2')).toMatchObject({ status: 401 })
  expect(await ask(mintToken(), MORNING + 10_000)).toMatchObject({ status: 401 })
})

test('a network that floods from all its addresses, and fills the look-ups for floods, refuses no new token of another', async () => {
  const { token } = await world.make('free')
  for (let sent = 0; sent < MAX_NETWORKS + GUARD_REFUSALS; sent++)
    await ask('x', MORNING, `2001:db8:9:${sent.toString(16)}::1`)
  const answering = world.store.credential
  let answer = (): void => undefined
  const hung = new Promise<void>((resolve) => (answer = resolve))
  world.store.credential = async (digest) => {
    await hung
    return answering(digest)
  }
  const asked = Array.from({ length: 5 }, () => ask(mintToken(), MORNING, '2001:db8:9:ffff::1'))
  // Four are looked up, so the fifth is refused.
  expect(await asked.at(-1)).toMatchObject({ status: 429 })
  const other = ask(token.text, MORNING, '2001:db8:8::1')
  answer()
  expect(await other).toMatchObject({ kind: 'admitted' })
  for (const one of await Promise.all(asked)) expect(one).toMatchObject({ status: 429 })
})

test('without the account store known tokens work, unknown ones get 503, and the operator is told', async () => {
  const { token } = await world.make('free')
  await ask(token.text)
  const answering = Object.assign({}, world.store)
  world.store.credential = () => Promise.reject(new Error('gone'))
  expect(await ask(token.text, MORNING + 60_000)).toMatchObject({ kind: 'admitted' })
  expect(await ask(mintToken(), MORNING + 61_000)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  })
  expect(events.map((event) => event.kind)).toEqual(['store-failed', 'store-failed'])
  // For a second the server does not ask the store again. So requests do not wait, even when the store hangs.
  expect(await ask(token.text, MORNING + 61_999)).toMatchObject({ kind: 'admitted' })
  expect(events).toHaveLength(2)
  Object.assign(world.store, answering)
  expect(await ask(mintToken(), MORNING + 62_000)).toMatchObject({ status: 401 })
})

test('no request can break a header field into two', async () => {
  for (const text of ['a\r\nSet-Cookie: b', `${mintToken()}\r\nX: y`, '\0', 'é'.repeat(40)]) {
    const refused = await ask(text)
    expect(headersOf(refused)).toEqual({ 'www-authenticate': 'Bearer' })
    expect(refused.kind === 'refused' && refused.message).toBe('Unauthenticated.')
  }
})

test('an account on a plan that the plans file lacks is told so, and so is the operator', async () => {
  const { account, token } = await world.make('gold')
  expect(await ask(token.text)).toMatchObject({
    kind: 'refused',
    status: 503,
    message: expect.stringContaining('on the plan "gold", which this server does not have'),
    headers: { 'retry-after': '60' },
    tokenId: token.id,
  })
  expect(events).toEqual([{ kind: 'plan-missing', accountId: account.id, plan: 'gold' }])
})
