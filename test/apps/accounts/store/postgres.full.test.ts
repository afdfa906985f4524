// The tests of the account store and of admission once more, on PostgreSQL; without Debian's server it says what it left out.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { withoutPassword } from '#open/access/address.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { openPostgres } from '#apps/accounts/store/postgres.ts'
import { accountWorld, standOn, type StorePlace } from '../../../support/worlds/account-world.ts'
import { leftOut } from '../../../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../../../support/servers/postgres.ts'
import { TAKES_ALL } from '../../../support/how-many.ts'

const programs = postgresPrograms()
const server = programs === null ? null : await startPostgres(programs)
if (server === null) leftOut('the account suites on PostgreSQL', 'Debian\'s package "postgresql"')
afterAll(() => server?.stop())

const place = async (): Promise<StorePlace> => {
  if (server === null) throw new Error('no PostgreSQL')
  return server.place()
}
standOn(place)

/** Whether the connection with this number is open. */
const connections = (pid: number | undefined) => sql`select pid from pg_stat_activity where pid = ${pid}`

test('messages never contain a password', async () => {
  expect(withoutPassword('postgres://me:secret@h/db?password=secret')).not.toContain('secret')
  const opening = openAccountStore('postgres://me:secret@localhost/db?host=/nowhere', 'create')
  await expect(opening).rejects.toThrow(/postgres:\/\/me:\*\*\*@localhost.*expected a PostgreSQL database/)
  await expect(opening).rejects.not.toThrow(/secret/)
  await expect(opening).rejects.toMatchObject({ fix: expect.stringContaining('name another store') })
})

describe.skipIf(server === null)('on PostgreSQL', () => {
  // Each file is in its own block, so that its hooks do not run for another file.
  describe('store', async () => {
    await import('./store.test.ts')
  })
  describe('sessions', async () => {
    await import('./sessions.test.ts')
  })
  describe('outbox', async () => {
    await import('../mail/outbox.world.test.ts')
  })
  describe('counting', async () => {
    await import('../../../serve/access/counting.test.ts')
  })
  const atNight: [string, () => Promise<unknown>][] = [
    ['factors', () => import('./factors.test.ts')],
    ['the second factor on its pages', () => import('../area/account-factor.full.test.ts')],
    ['forms that are sent twice', () => import('../area/account-twice.full.test.ts')],
    ['access', () => import('../../../serve/access/access.test.ts')],
  ]
  describe.each(TAKES_ALL ? atNight : [])('%s', async (_what, load) => {
    await load()
  })

  test('four servers open a new database at once: one migrates it, and all open it', async () => {
    const world = await place()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openAccountStore(world.place, 'create')))
    for (const store of stores) {
      expect(await store.accounts()).toEqual([])
      await store.close()
    }
  })

  test('a read-only database is found', async () => {
    const world = await accountWorld()
    const url = new URL(world.place)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    await expect(openAccountStore(url.href, 'look')).rejects.toThrow('found a read-only database')
    await world.close()
  })

  test('a database with a later schema is refused by name', async () => {
    const world = await accountWorld()
    await world.raw("insert into kysely_migration values ('9999-later', '')")
    await expect(openAccountStore(world.place, 'create')).rejects.toThrow(
      'account store of schema 9999-later',
    )
    await world.close()
  })

  test('an older database is dumped before it is changed if a file is named, and pg_restore reads the dump', async () => {
    const world = await place()
    const fixture = join(import.meta.dirname, '../../../fixtures/accounts/schema-0004.postgres.sql')
    await world.raw(readFileSync(fixture, 'utf8'))
    const folder = mkdtempSync(join(tmpdir(), 'tzref-dump-'))
    const dumpTo = join(folder, 'accounts.dump')
    const notices: string[] = []
    const store = await openAccountStore(world.place, 'refuse', (text) => notices.push(text), { dumpTo })
    expect((await store.accounts()).map(({ email }) => email)).toContain('ann@example.org')
    await store.close()
    expect(notices.join()).toContain(`a copy with the old schema is in ${dumpTo}`)
    const restored = execFileSync(join(programs ?? '', 'pg_restore'), ['--file=-', dumpTo], {
      encoding: 'utf8',
    })
    expect(restored).toContain('ann@example.org')
    expect(restored).not.toContain('0005-generations')
    rmSync(folder, { recursive: true })
  })

  test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
    const { place: address } = await place()
    const opened = await openPostgres(address, () => undefined, { ifMissing: 'create', ifOlder: 'refuse' })
    const { db } = opened
    const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const broken = db.transaction().execute(async (transaction) => {
      const [own] = (await backend.execute(transaction)).rows
      await sql`select pg_terminate_backend(${own?.pid})`.execute(db)
      // The connection ends while no query runs. Without a listener for the error, the process would end, and the test runner would report
      // that.
      await expect
        .poll(async () => (await connections(own?.pid).execute(db)).rows, { timeout: 60_000 })
        .toEqual([])
      await pause(50)
      await backend.execute(transaction)
    })
    await expect(broken).rejects.toThrow(/terminat|not queryable|Connection/)
    expect((await backend.execute(db)).rows).toHaveLength(1)
    await opened.close()
  })

  test('the audit cannot be truncated either', async () => {
    const world = await accountWorld()
    await expect(world.raw('truncate audit')).rejects.toThrow('audit is append-only')
    await world.close()
  })
})
