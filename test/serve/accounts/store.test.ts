// Facts about the account store, on whatever engine the worlds of this file stand.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenDigest } from '#serve/access/token.ts'
import { createLocalAccount } from '#serve/accounts/local-account.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { isEmail } from '#serve/accounts/store.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../support/account-world.ts'

let world: AccountWorld
beforeEach(async () => {
  world = await accountWorld()
})
afterEach(() => world.close())

test('one mailbox is one account, however it is spelt', async () => {
  const wanted = { plan: 'free', verified: true, nowMs: MORNING }
  expect(await world.store.createAccount({ ...wanted, email: 'Ann@Example.org' })).toMatchObject({
    email: 'ann@example.org',
  })
  expect(await world.store.createAccount({ ...wanted, email: ' ann@example.ORG' })).toBeNull()
  expect(await world.store.findAccount('ANN@example.org')).toMatchObject({ email: 'ann@example.org' })
})

test('what is written is there when the store is opened again (decision 0008)', async () => {
  const { account, token } = await world.make('business')
  const again = await openAccountStore(world.place, 'refuse')
  expect(await again.accounts()).toEqual([account])
  expect(await again.credential(tokenDigest(token.text))).toEqual({
    tokenId: token.id,
    accountId: account.id,
    plan: 'business',
    verified: true,
    disabled: false,
    revoked: false,
    expiresAtMs: null,
  })
  await again.close()
})

test('every change writes one line of the audit, a change that changes nothing writes none', async () => {
  const { account, token } = await world.make('free', { verified: false })
  await world.store.setVerified(account.id, MORNING + 1)
  await world.store.setVerified(account.id, MORNING + 2)
  await world.store.setPlan(account.id, 'business', MORNING + 3)
  await world.store.setDisabled(account.id, true, MORNING + 4)
  await world.store.setDisabled(account.id, false, MORNING + 5)
  await world.store.revokeToken(token.id, MORNING + 6)
  await world.store.revokeToken(token.id, MORNING + 7)
  const audit = await world.store.audit(account.id)
  expect(audit.map((entry) => [entry.atMs - MORNING, entry.action, entry.tokenId])).toEqual([
    [0, 'account.create', null],
    [0, 'token.create', token.id],
    [1, 'account.verify', null],
    [3, 'account.set-plan', null],
    [4, 'account.disable', null],
    [5, 'account.enable', null],
    [6, 'token.revoke', token.id],
  ])
  expect(JSON.stringify(audit)).not.toContain(token.text)
})

test('the audit can neither be changed nor shortened', async () => {
  await world.make('free')
  await expect(world.raw("update audit set action = 'nothing'")).rejects.toThrow('audit is append-only')
  await expect(world.raw('delete from audit')).rejects.toThrow('audit is append-only')
})

test('the first start makes one local account with one token, once', async () => {
  const first = await createLocalAccount(world.store, MORNING)
  expect(first?.account).toMatchObject({ plan: 'business', verified: true })
  expect(await world.store.credential(tokenDigest(first?.token.text ?? ''))).toMatchObject({
    plan: 'business',
  })
  expect(await createLocalAccount(world.store, MORNING)).toBeNull()
})

test('an e-mail address has no room for a second header or a second recipient', () => {
  for (const good of ['a@example.org', 'a.b+c@sub.example.org', 'ä@example.org', 'a@localhost']) {
    expect(isEmail(good)).toBe(true)
  }
  for (const bad of [
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b\r\nBcc: c@d',
    'a@b,c@d',
    '<a@b>',
    'a@b.',
    `${'a'.repeat(65)}@b`,
  ]) {
    expect(isEmail(bad)).toBe(false)
  }
})
