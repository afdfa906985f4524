// Facts about sessions, passwords and single-use links in the store, on whatever engine the worlds of this file stand.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../support/account-world.ts'

const HOUR = 3_600_000

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('a session is somebody until it expires, is ended, or its account is disabled or deleted', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const make = () => store.createSession(account.id, MORNING + HOUR, MORNING)
  const [one, two, three] = [await make(), await make(), await make()]
  expect(await store.sessionAccount(one, MORNING + HOUR - 1)).toEqual(account)
  expect(await store.sessionAccount(one, MORNING + HOUR)).toBeNull()
  expect(await store.sessionAccount(`${one}x`, MORNING)).toBeNull()
  // Another server sees the end at once.
  const other = await openAccountStore(world.place, 'refuse')
  await other.endSession(one)
  await other.close()
  expect(await store.sessionAccount(one, MORNING)).toBeNull()
  expect(await store.sessionAccount(two, MORNING)).toEqual(account)
  await store.setDisabled(account.id, true, MORNING)
  expect(await store.sessionAccount(two, MORNING)).toBeNull()
  await store.setDisabled(account.id, false, MORNING)
  expect(await store.sessionAccount(two, MORNING)).toEqual(account)
  await store.endSessions(account.id, MORNING)
  expect(await store.sessionAccount(two, MORNING)).toBeNull()
  expect(await store.sessionAccount(three, MORNING)).toBeNull()
  await make()
  const signs = (await store.audit(account.id))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('session'))
  expect(signs).toEqual([...Array<string>(3).fill('session.create'), 'session.end-all', 'session.create'])
  await store.deleteAccount(account.id, MORNING)
  expect(await world.ask('select * from session')).toEqual([])
})

test('a new password ends all other sessions and the links that would set another, and is audited without itself', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const make = () => store.createSession(account.id, MORNING + HOUR, MORNING)
  const [mine, theirs] = [await make(), await make()]
  const wanted = { accountId: account.id, detail: null, expiresAtMs: MORNING + HOUR, nowMs: MORNING }
  const reset = await store.createLink({ ...wanted, purpose: 'reset' })
  const change = await store.createLink({ ...wanted, purpose: 'change-email', detail: 'new@example.org' })
  expect(await store.passwordOf(account.email)).toEqual({ account, password: null })
  expect(await store.passwordOf('nobody@example.org')).toBeNull()
  await store.setPassword(account.id, 'scrypt$of it', MORNING, mine)
  expect(await store.passwordOf(account.email)).toEqual({ account, password: 'scrypt$of it' })
  expect(await store.sessionAccount(mine, MORNING)).toEqual(account)
  expect(await store.sessionAccount(theirs, MORNING)).toBeNull()
  expect(await store.useLink(reset, 'reset', MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.useLink(change, 'change-email', MORNING)).toMatchObject({ detail: 'new@example.org' })
  const audit = JSON.stringify(await store.audit(account.id))
  expect(audit).toContain('account.set-password')
  expect(audit).not.toContain('scrypt')
})

test('of two that use a link at once one does; another purpose cannot, and an expired one says so', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const wanted = { purpose: 'reset', accountId: account.id, detail: null, nowMs: MORNING } as const
  const secret = await store.createLink({ ...wanted, expiresAtMs: MORNING + HOUR })
  expect(await store.useLink(secret, 'change-email', MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.confirm(secret, MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.useLink(secret, 'reset', MORNING + HOUR)).toEqual({ kind: 'expired' })
  const uses = await Promise.all([1, 2, 3].map(() => store.useLink(secret, 'reset', MORNING)))
  expect(uses.map((use) => use.kind).toSorted()).toEqual(['unknown', 'unknown', 'used'])
})

test('a stolen store holds no session, link or password that works', async () => {
  const { account } = await world.make('free')
  const session = await world.store.createSession(account.id, MORNING + HOUR, MORNING)
  const wanted = { purpose: 'reset', accountId: account.id, detail: null, nowMs: MORNING } as const
  const link = await world.store.createLink({ ...wanted, expiresAtMs: MORNING + HOUR })
  const rows = JSON.stringify([
    await world.ask('select * from session'),
    await world.ask('select * from link'),
    await world.ask('select * from account'),
  ])
  for (const secret of [session, link]) expect(rows).not.toContain(secret)
})
