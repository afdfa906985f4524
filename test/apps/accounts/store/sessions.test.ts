// Facts about sessions, passwords and single-use links in the store, on each database engine.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenDigest } from '#open/access/token.ts'
import type { Account } from '#apps/accounts/store/accounts.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../../support/worlds/account-world.ts'

const HOUR = 3_600_000

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('a session counts until it expires or ends, or its account is disabled or deleted', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const make = () => store.createSession(account.id, MORNING + HOUR, MORNING)
  const [one, two, three] = [await make(), await make(), await make()]
  expect(await store.sessionAccount(one, MORNING + HOUR - 1)).toEqual(account)
  expect(await store.sessionAccount(one, MORNING + HOUR)).toBeNull()
  expect(await store.sessionAccount(`${one}x`, MORNING)).toBeNull()
  // Another server also sees at once that the session has ended.
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

test('only its own account can end a session by its id; another’s id is as unknown as none, and is logged', async () => {
  const [{ account: ann }, { account: bob }] = [await world.make('free'), await world.make('free')]
  const { store } = world
  const make = (to: Account, browser: string | null) =>
    store.createSession(to.id, MORNING + HOUR, MORNING, to.generation, browser)
  const [one, two, theirs] = [
    await make(ann, 'Firefox on Linux'),
    await make(ann, null),
    await make(bob, null),
  ]
  const all = await store.sessions(ann.id, MORNING, one)
  expect(all.map(({ browser, isOwn }) => `${browser} ${isOwn}`).toSorted()).toEqual([
    'Firefox on Linux true',
    'null false',
  ])
  // The id is no part of the secret or of its digest, and opens nothing.
  for (const { id } of all) {
    expect(id).toMatch(/^ses_[0-9A-Za-z]{16}$/)
    for (const secret of [one, two]) {
      expect(secret).not.toContain(id.slice(4))
      expect(tokenDigest(secret)).not.toContain(id.slice(4))
      expect(await store.sessionAccount(id, MORNING)).toBeNull()
    }
  }
  const [foreign = { id: '' }] = await store.sessions(bob.id, MORNING)
  for (const id of [foreign.id, 'ses_none', '', '%'])
    expect(await store.endSessionOf(ann.id, id, MORNING)).toBe(false)
  expect(await store.sessionAccount(theirs, MORNING)).toEqual(bob)
  const other = all.find(({ isOwn }) => !isOwn)?.id ?? ''
  expect(await store.endSessionOf(ann.id, other, MORNING, 'Firefox on Linux')).toBe(true)
  expect(await store.endSessionOf(ann.id, other, MORNING)).toBe(false)
  expect(await store.sessionAccount(two, MORNING)).toBeNull()
  expect(await store.sessionAccount(one, MORNING)).toEqual(ann)
  const audit = (await store.audit(ann.id)).filter(({ action }) =>
    ['session.end', 'refused.session'].includes(action),
  )
  expect(audit.map(({ action, browser }) => `${action} ${browser}`)).toEqual([
    ...Array<string>(4).fill('refused.session null'),
    'session.end Firefox on Linux',
    'refused.session null',
  ])
  expect(JSON.stringify(audit)).not.toContain(foreign.id)
})

test('all other sessions end together, links stay, and the account gets a mail; expired and ended ones are not listed', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const make = (expiresAtMs = MORNING + HOUR, generation = account.generation) =>
    store.createSession(account.id, expiresAtMs, MORNING, generation)
  const [own, other] = [await make(), await make()]
  await make(MORNING + 1)
  await make(MORNING + HOUR, account.generation + 1)
  expect(await store.sessions(account.id, MORNING + 1)).toHaveLength(2)
  const link = await store.createLink({ ...linkOf(account), purpose: 'reset' })
  expect(await store.endOtherSessions(account.id, own, MORNING)).toBe(3)
  expect(await store.endOtherSessions(account.id, own, MORNING)).toBe(0)
  expect(await store.sessionAccount(own, MORNING)).toEqual(account)
  expect(await store.sessionAccount(other, MORNING)).toBeNull()
  expect(await store.linkState(link, 'reset', MORNING)).toBe('good')
  expect((await store.mails(account.id)).map(({ kind }) => kind)).toEqual(['other-sessions-ended'])
  expect((await store.latest(account.id, 2)).map(({ action, detail }) => [action, detail])).toEqual([
    ['session.end-others', { ended: 3 }],
    ['session.create', {}],
  ])
})

test('the audit is read page by page, newest first', async () => {
  const { account } = await world.make('free')
  for (let at = 1; at <= 5; at++) await world.store.setPlan(account.id, `plan-${at}`, MORNING + at)
  const all = (await world.store.audit(account.id)).toReversed()
  expect(all).toHaveLength(7)
  const parts = await Promise.all([0, 3, 6].map((skip) => world.store.latest(account.id, 3, skip)))
  expect(parts.map((part) => part.length)).toEqual([3, 3, 1])
  expect(parts.flat()).toEqual(all)
})

const linkOf = (account: Account) =>
  ({
    accountId: account.id,
    email: account.email,
    generation: account.generation,
    detail: null,
    expiresAtMs: MORNING + HOUR,
    nowMs: MORNING,
  }) as const

test('a new password ends all sessions, links, pending changes and known devices, and is audited without itself', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const session = await store.createSession(account.id, MORNING + HOUR, MORNING)
  const device = await store.noteDevice(account.id, null, account.generation, MORNING)
  const reset = await store.createLink({ ...linkOf(account), purpose: 'reset' })
  const change = await store.createLink({
    ...linkOf(account),
    purpose: 'change-email',
    email: 'new@example.org',
  })
  await store.askForEmail(account, 'other@example.org', MORNING)
  expect(await store.passwordOf(account.email)).toEqual({ account, password: null })
  expect(await store.passwordOf('nobody@example.org')).toBeNull()
  expect(await store.isKnownDevice(account.email, device)).toBe(true)
  const wanted = { password: 'scrypt$of it', code: '', nowMs: MORNING }
  expect(await store.changePassword(account, wanted)).toBe('changed')
  const changed = { ...account, generation: account.generation + 1 }
  expect(await store.passwordOf(account.email)).toEqual({ account: changed, password: 'scrypt$of it' })
  expect(await store.sessionAccount(session, MORNING)).toBeNull()
  expect(await store.isKnownDevice(account.email, device)).toBe(false)
  expect(await store.useLink(reset, 'reset', MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.useLink(change, 'change-email', MORNING)).toEqual({ kind: 'unknown' })
  expect(await world.ask("select * from mail where kind = 'change-email' and sent_at is null")).toEqual([])
  const audit = JSON.stringify(await store.audit(account.id))
  expect(audit).toContain('account.set-password')
  expect(audit).not.toContain('scrypt')
})

test('an action that begins before a change and ends after it does not count: a session, a link, a device, a new password', async () => {
  const { account } = await world.make('free')
  const { store } = world
  await store.setPassword(account.id, 'scrypt$of it', MORNING)
  // Each of these was read or checked before the change, but comes to the store after it.
  const session = await store.createSession(account.id, MORNING + HOUR, MORNING, account.generation)
  expect(await store.sessionAccount(session, MORNING)).toBeNull()
  const device = await store.noteDevice(account.id, null, account.generation, MORNING)
  expect(await store.isKnownDevice(account.email, device)).toBe(false)
  const link = await store.createLink({ ...linkOf(account), purpose: 'reset' })
  expect(await store.linkState(link, 'reset', MORNING)).toBe('unknown')
  expect(await store.resetPassword(link, 'theirs', MORNING)).toEqual({ kind: 'unknown' })
  const theirs = { password: 'theirs', code: '', nowMs: MORNING }
  expect(await store.changePassword(account, theirs)).toBe('overtaken')
  expect(await store.askForEmail(account, 'theirs@example.org', MORNING)).toBe(false)
  expect(await store.createKey(account, { name: 'k', expiresAtMs: null, most: 9, nowMs: MORNING })).toBe(
    'frozen',
  )
  expect((await store.passwordOf(account.email))?.password).toBe('scrypt$of it')
})

test('of two clients that use a link at once one succeeds; a link is for one purpose only, and an expired one says so', async () => {
  const { account } = await world.make('free')
  const { store } = world
  const secret = await store.createLink({ ...linkOf(account), purpose: 'reset' })
  expect(await store.useLink(secret, 'change-email', MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.changeEmail(secret, MORNING)).toEqual({ kind: 'unknown' })
  expect(await store.welcome(secret, { password: 'x', plan: 'free', nowMs: MORNING })).toEqual({
    kind: 'unknown',
  })
  expect(await store.useLink(secret, 'reset', MORNING + HOUR)).toEqual({ kind: 'expired' })
  const uses = await Promise.all([1, 2, 3].map(() => store.useLink(secret, 'reset', MORNING)))
  expect(uses.map((use) => use.kind).toSorted()).toEqual(['unknown', 'unknown', 'used'])
})

test('of two people who choose a password for one address at once, one gets the account', async () => {
  const { store } = world
  const email = 'ann@example.org'
  const wanted = { purpose: 'welcome', accountId: null, email, generation: 0, detail: null } as const
  const times = { expiresAtMs: MORNING + HOUR, nowMs: MORNING }
  const links = [
    await store.createLink({ ...wanted, ...times }),
    await store.createLink({ ...wanted, ...times }),
  ]
  const done = await Promise.all(
    links.map((link, at) => store.welcome(link, { password: `scrypt$${at}`, plan: 'free', nowMs: MORNING })),
  )
  expect(done.filter(({ kind }) => kind === 'welcome')).toHaveLength(1)
  const first = done.findIndex(({ kind }) => kind === 'welcome')
  expect((await store.passwordOf(email))?.password).toBe(`scrypt$${first}`)
  expect(await world.ask('select * from link')).toEqual([])
})

test('a device is known only to the account that it signed in to, and an account has twenty at most', async () => {
  const [{ account: one }, { account: two }] = [await world.make('free'), await world.make('free')]
  const { store } = world
  const first = await store.noteDevice(one.id, null, 0, MORNING)
  expect(await store.isKnownDevice(one.email, first)).toBe(true)
  expect(await store.isKnownDevice(two.email, first)).toBe(false)
  expect(await store.noteDevice(one.id, first, 0, MORNING + 1)).toBe(first)
  // A device of another account, or an invented one, is not accepted. The store gives a new one.
  for (const planted of [await store.noteDevice(two.id, null, 0, MORNING), 'x'.repeat(32)]) {
    expect(await store.noteDevice(one.id, planted, 0, MORNING + 1)).not.toBe(planted)
    expect(await store.isKnownDevice(one.email, planted)).toBe(false)
  }
  for (let made = 0; made < 20; made++) await store.noteDevice(one.id, null, 0, MORNING + 2 + made)
  expect(await store.devices(one.id)).toHaveLength(20)
  expect(await store.isKnownDevice(one.email, first)).toBe(false)
  await store.prune(MORNING + 401 * 24 * HOUR)
  expect(await store.devices(one.id)).toEqual([])
})

test('a stolen store contains no session, link or password that works', async () => {
  const { account } = await world.make('free')
  const session = await world.store.createSession(account.id, MORNING + HOUR, MORNING)
  const link = await world.store.createLink({ ...linkOf(account), purpose: 'reset' })
  const rows = JSON.stringify([
    await world.ask('select * from session'),
    await world.ask('select * from link'),
    await world.ask('select * from account'),
  ])
  for (const secret of [session, link]) expect(rows).not.toContain(secret)
})
