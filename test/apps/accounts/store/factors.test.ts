// Facts about second factors in the store, on each database engine.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#apps/accounts/store/accounts.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { codeOf, isTotpSecret, mintTotpSecret, stepsOf, totpAddress } from '#apps/accounts/store/totp.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../../support/worlds/account-world.ts'
import { codeAt } from '../../../support/servers/authenticator.ts'

const [HOUR, STEP] = [3_600_000, 30_000]

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

/** An account to which a factor was added at MORNING. */
async function guarded(): Promise<{ account: Account; secret: string; codes: string[] }> {
  const { account } = await world.make('free')
  const secret = mintTotpSecret()
  const codes = await world.store.addFactor(account, {
    secret,
    code: codeAt(secret, MORNING),
    nowMs: MORNING,
  })
  if (typeof codes === 'string') throw new Error(codes)
  return { account: { ...account, generation: account.generation + 1 }, secret, codes }
}
const lines = async (account: Account, part = /factor|refused/) =>
  (await world.store.audit(account.id))
    .filter(({ action }) => part.test(action))
    .map(({ action, detail }) =>
      JSON.stringify(detail) === '{}' ? action : `${action} ${JSON.stringify(detail)}`,
    )
const mails = async (account: Account) =>
  (await world.store.mails(account.id)).map(({ kind }) => kind).toSorted()

test('codes follow RFC 6238 with six digits, and count one step early and late', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  // Appendix B of the RFC, for SHA-1. Its codes have eight digits.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code.slice(2))
    expect(codeAt(secret, seconds * 1000)).toBe(code.slice(2))
  }
  const own = mintTotpSecret()
  expect(isTotpSecret(own)).toBe(true)
  const step = Math.floor(MORNING / STEP)
  const found = [-2, -1, 0, 1, 2].map((off) => stepsOf(own, codeAt(own, MORNING + off * STEP), MORNING))
  expect(found).toEqual([[], [step - 1], [step], [step + 1], []])
  expect(totpAddress(own, 'tz.example.org', 'ann+x@example.org')).toBe(
    `otpauth://totp/tz.example.org:ann%2Bx%40example.org?issuer=tz.example.org&secret=${own}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('only one of its codes adds a factor, once; that ends what was begun before; the store contains no code', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const session = await store.createSession(account.id, MORNING + HOUR, MORNING)
  const secret = mintTotpSecret()
  const add = (code: string, to = account) => store.addFactor(to, { secret, code, nowMs: MORNING })
  expect(await add(codeAt(secret, MORNING - 2 * STEP))).toBe('wrong')
  expect(await add('')).toBe('wrong')
  expect(await store.factor(account.id)).toBeNull()
  expect(await store.sessionAccount(session, MORNING)).toEqual(account)
  const code = codeAt(secret, MORNING)
  const both = await Promise.all([add(code), add(code)])
  const codes = both.find((made) => Array.isArray(made)) ?? []
  expect(both).toContain('overtaken')
  expect(new Set(codes).size).toBe(10)
  for (const recovery of codes) expect(recovery).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  expect(await store.factor(account.id)).toEqual({ createdAtMs: MORNING, recoveryCodesLeft: 10 })
  expect(await store.sessionAccount(session, MORNING)).toBeNull()
  // A password check from before the change cannot begin a session now.
  const late = await store.createSession(account.id, MORNING + HOUR, MORNING, account.generation)
  expect(await store.sessionAccount(late, MORNING)).toBeNull()
  const now = { ...account, generation: account.generation + 1 }
  expect(await add(codeAt(secret, MORNING + STEP), now)).toBe('overtaken')
  expect((await store.findAccount(account.id))?.generation).toBe(now.generation)
  expect(await lines(account)).toEqual(['factor.add'])
  expect(await mails(account)).toEqual(['factor-added'])
  const kept = JSON.stringify([await world.ask('select * from recovery_code'), await store.audit(account.id)])
  for (const recovery of codes) expect(kept).not.toContain(recovery)
  expect(kept).not.toContain(secret)
})

test('a code counts once over all servers, and no earlier code counts after it', async () => {
  const { account, secret } = await guarded()
  const { store } = world
  const other = await openAccountStore(world.place, 'refuse')
  const use = (code: string, nowMs: number, from = store) => from.useCode(account.id, code, { nowMs })
  // The code that turned the factor on, and the code before it. Both are still in the window.
  expect(await use(codeAt(secret, MORNING), MORNING)).toBe('used')
  expect(await use(codeAt(secret, MORNING - STEP), MORNING)).toBe('used')
  const now = MORNING + 10 * STEP
  const tries = Array.from({ length: 12 }, (_, at) =>
    use(codeAt(secret, now), now, at % 2 === 0 ? store : other),
  )
  expect((await Promise.all(tries)).toSorted()).toEqual(['right', ...Array<string>(11).fill('used')])
  expect(await use(codeAt(secret, now - STEP), now)).toBe('used')
  expect(await use(codeAt(secret, now + STEP), now)).toBe('right')
  expect(await use(codeAt(secret, now), now)).toBe('used')
  // Two steps before now and two steps after now are outside the window.
  const later = now + 10 * STEP
  expect(await use(codeAt(secret, later - 2 * STEP), later)).toBe('wrong')
  expect(await use(codeAt(secret, later + 2 * STEP), later)).toBe('wrong')
  const spaced = codeAt(secret, later).replace(/^.../, '$& ')
  expect(await use(spaced, later)).toBe('right')
  expect(await lines(account)).toEqual([
    'factor.add',
    ...Array<string>(15).fill('refused.code {"why":"used"}'),
    ...Array<string>(2).fill('refused.code {"why":"wrong"}'),
  ])
  await other.close()
})

test('a recovery code counts once, only for its account, however it is typed; a new set ends the old one', async () => {
  const [one, two] = [await guarded(), await guarded()]
  const { store } = world
  const [first = '', second = '', third = ''] = one.codes
  const use = (code: string, account = one.account) => store.useCode(account.id, code, { nowMs: MORNING })
  expect(await use(first, two.account)).toBe('wrong')
  const tries = await Promise.all([1, 2, 3].map(() => use(first)))
  expect(tries.toSorted()).toEqual(['right', 'wrong', 'wrong'])
  expect(await use(second.toUpperCase().replaceAll('-', ' '))).toBe('right')
  expect((await store.factor(one.account.id))?.recoveryCodesLeft).toBe(8)
  expect(await lines(one.account, /use-recovery/)).toEqual([
    'factor.use-recovery-code {"left":9}',
    'factor.use-recovery-code {"left":8}',
  ])
  const renew = (code: string, account = one.account) =>
    store.renewRecoveryCodes(account, { code, nowMs: MORNING + STEP })
  expect(await renew('000000')).toBe('wrong')
  const before = { ...one.account, generation: one.account.generation - 1 }
  expect(await renew(codeAt(one.secret, MORNING + STEP), before)).toBe('overtaken')
  const fresh = await renew(third)
  expect(fresh).toHaveLength(10)
  for (const old of one.codes) expect(await use(old)).toBe('wrong')
  expect(await use(fresh[0] ?? '')).toBe('right')
  expect(await mails(one.account)).toEqual([
    'factor-added',
    ...Array<string>(4).fill('recovery-code-used'),
    'recovery-codes-made',
  ])
})

test('only a code or the operator removes a factor', async () => {
  const { account, secret, codes } = await guarded()
  const { store } = world
  const now = MORNING + 10 * STEP
  const remove = (code: string, of = account) =>
    store.removeFactor(of, { code, nowMs: now, browser: 'Firefox on Linux' })
  for (const code of ['', '000000', codeAt(secret, now - 2 * STEP), secret])
    expect(await remove(code)).toBe('wrong')
  expect(await remove(codeAt(secret, MORNING))).toBe('wrong')
  await store.setFrozen(account.id, now + HOUR, now)
  expect(await remove(codes[0] ?? '', { ...account, generation: account.generation + 1 })).toBe('overtaken')
  await store.setFrozen(account.id, null, now)
  // Neither a new password nor a link changes the factor.
  await store.setPassword(account.id, 'scrypt$x', now)
  expect(await store.factor(account.id)).toMatchObject({ createdAtMs: MORNING })
  const present = await store.findAccount(account.id)
  expect(await remove(codeAt(secret, now), present ?? account)).toBe('removed')
  expect(await store.factor(account.id)).toBeNull()
  expect(await store.useCode(account.id, codes[1] ?? '', { nowMs: now })).toBe('none')
  expect(await world.ask('select * from recovery_code')).toEqual([])
  const audit = await store.audit(account.id)
  expect(audit.filter(({ action }) => action === 'refused.code')).toHaveLength(5)
  expect(audit.at(-1)).toMatchObject({ action: 'factor.remove', browser: 'Firefox on Linux' })
  expect(await mails(account)).toContain('factor-removed')

  const lost = await guarded()
  const session = await store.createSession(lost.account.id, now + HOUR, now)
  expect(await store.resetFactor(lost.account.id, now)).toBe(true)
  expect(await store.resetFactor(lost.account.id, now)).toBe(false)
  expect(await store.sessionAccount(session, now)).toBeNull()
  expect(await store.factor(lost.account.id)).toBeNull()
  expect(await lines(lost.account)).toEqual(['factor.add', 'factor.reset'])
  expect(await mails(lost.account)).toEqual(['factor-added', 'factor-reset'])
})

test('a mailed reset and a recovered address need the factor too: without it the link and the password stay', async () => {
  const { account, secret } = await guarded()
  const { store } = world
  await store.setPassword(account.id, 'scrypt$before', MORNING)
  const { id: accountId, email } = account
  const generation = account.generation + 1
  const link = await store.createLink({
    purpose: 'reset',
    accountId,
    email,
    generation,
    detail: null,
    expiresAtMs: MORNING + HOUR,
    nowMs: MORNING,
  })
  const now = MORNING + 10 * STEP
  const reset = (code?: string) =>
    store.resetPassword(link, 'scrypt$theirs', now, code === undefined ? undefined : { code, browser: null })
  expect(await reset()).toEqual({ kind: 'code', why: 'missing' })
  expect(await reset('123')).toEqual({ kind: 'code', why: 'wrong' })
  expect(await reset(codeAt(secret, now - 2 * STEP))).toEqual({ kind: 'code', why: 'wrong' })
  expect((await store.passwordOf(email))?.password).toBe('scrypt$before')
  const freeze = await store.createLink({
    purpose: 'freeze',
    accountId,
    email,
    generation,
    detail: 'scrypt$before',
    expiresAtMs: MORNING + HOUR,
    nowMs: MORNING,
  })
  expect(await store.takeBack(freeze, 'scrypt$theirs', now)).toEqual({ kind: 'code', why: 'missing' })
  expect((await store.passwordOf(email))?.password).toBe('scrypt$before')
  expect(await reset(codeAt(secret, now))).toMatchObject({ kind: 'done', hasFactor: true })
  expect((await store.passwordOf(email))?.password).toBe('scrypt$theirs')
  const code = codeAt(secret, now + STEP)
  expect(await store.takeBack(freeze, 'scrypt$mine', now, { code, browser: null })).toMatchObject({
    kind: 'taken-back',
  })
  expect(await lines(account, /refused/)).toEqual([
    'refused.code {"why":"missing"}',
    'refused.code {"why":"wrong"}',
    'refused.code {"why":"wrong"}',
    'refused.code {"why":"missing"}',
  ])
})

test('deleting an account deletes its factor and recovery codes', async () => {
  const { account } = await guarded()
  await world.store.deleteAccount(account.id, MORNING)
  expect(await world.ask('select * from factor')).toEqual([])
  expect(await world.ask('select * from recovery_code')).toEqual([])
  expect(await world.store.purgeDeleted(MORNING + 1)).toBe(1)
})
