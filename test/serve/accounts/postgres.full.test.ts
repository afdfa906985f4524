// The suites of the account store and of admission, once more on PostgreSQL; without Debian's server it says what it left out.
import { afterAll, describe, expect, test } from 'vitest'
import { withoutPassword } from '#serve/access/address.ts'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import { accountWorld, standOn, type StorePlace } from '../../support/account-world.ts'
import { leftOut } from '../../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../../support/postgres.ts'

const programs = postgresPrograms()
const server = programs === null ? null : await startPostgres(programs)
if (server === null) leftOut('the account suites on PostgreSQL', 'Debian\'s package "postgresql"')
afterAll(() => server?.stop())

const place = async (): Promise<StorePlace> => {
  if (server === null) throw new Error('no PostgreSQL')
  return server.place()
}
standOn(place)

test('a password is never in a message', async () => {
  expect(withoutPassword('postgres://me:secret@h/db?password=secret')).not.toContain('secret')
  const opening = openAccountStore('postgres://me:secret@localhost/db?host=/nowhere', 'create')
  await expect(opening).rejects.toThrow(/postgres:\/\/me:\*\*\*@localhost.*expected a PostgreSQL database/)
  await expect(opening).rejects.not.toThrow(/secret/)
})

describe.skipIf(server === null)('on PostgreSQL', () => {
  // Each in a block of its own, so that the hooks of one file do not run for another.
  describe('store', async () => {
    await import('./store.test.ts')
  })
  describe('sessions', async () => {
    await import('./sessions.test.ts')
  })
  describe('outbox', async () => {
    await import('./outbox.test.ts')
  })
  describe('access', async () => {
    await import('../access/access.test.ts')
  })
  describe('counting', async () => {
    await import('../access/counting.test.ts')
  })

  test('of four servers that open a new database at once, one migrates and all open it', async () => {
    const world = await place()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openAccountStore(world.place, 'create')))
    for (const store of stores) {
      expect(await store.accounts()).toEqual([])
      await store.close()
    }
  })

  test('a database of a later schema is refused by name', async () => {
    const world = await accountWorld()
    await world.raw("insert into kysely_migration values ('9999-later', '')")
    await expect(openAccountStore(world.place, 'create')).rejects.toThrow(
      'account store of schema 9999-later',
    )
    await world.close()
  })

  test('truncating the audit is refused too', async () => {
    const world = await accountWorld()
    await expect(world.raw('truncate audit')).rejects.toThrow('audit is append-only')
    await world.close()
  })
})
