// The option that names an account store in a command that is advised: its path as it is, an address without its password.
import { expect, test } from 'vitest'
import { DEFAULT_ACCOUNTS, storeFlag } from '#apps/accounts/store/open-store.ts'

test.each([
  [DEFAULT_ACCOUNTS, ''],
  ['/var/lib/tzref/accounts.sqlite', ' --accounts /var/lib/tzref/accounts.sqlite'],
  ['/srv/a b.sqlite', " --accounts '/srv/a b.sqlite'"],
])('%s', (place, flag) => expect(storeFlag(place)).toBe(flag))

test('no password is printed', () => {
  const flag = storeFlag('postgres://tzref:secret@db.example.org/tzref')
  expect(flag).toContain('db.example.org/tzref')
  expect(flag).not.toContain('secret')
})
