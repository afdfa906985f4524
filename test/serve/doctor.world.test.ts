// `tzref doctor`: a good installation has no fault, and each fault has a line and a remedy.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixOf } from '#open/artifact-folder.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { activate, unpin } from '#pipeline/delivery/activate.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { createLocalAccount } from '#apps/accounts/local-account.ts'
import { accountChecks } from '#apps/accounts/checks.ts'
import type { MailSettings } from '#apps/accounts/mail/mailer.ts'
import { examine, type Surroundings } from '#serve/doctor.ts'
import type { Finding, ServerSettings } from '#serve/parts.ts'
import { listening } from '../support/servers/loopback.ts'
import { releaseWorld, type ReleaseWorld } from '../support/worlds/release-world.ts'
import { smtpServer } from '../support/servers/smtp.ts'

const SUMMER = Date.UTC(2030, 7, 1)
let world: ReleaseWorld
let folder = ''
let closers: (() => unknown)[] = []
beforeAll(() => {
  world = releaseWorld()
  world.build('2030a')
})
afterAll(() => world.remove())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-doctor-'))
})
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
  rmSync(folder, { recursive: true })
})

const around: Surroundings = {
  node: '24.11.0',
  nowMs: SUMMER,
  limits: 'Max open files            65536                65536                files\n',
  freeBytes: () => 2 ** 40,
}

async function examined(
  { mail, ...changes }: Partial<ServerSettings> & { readonly mail?: MailSettings } = {},
  surroundings: Partial<Surroundings> = {},
): Promise<Map<string, Finding>> {
  const settings: ServerSettings = {
    // Port 0 lets the system choose a free port.
    port: 0,
    opsPort: 0,
    host: '127.0.0.1',
    dist: world.dist,
    accounts: join(folder, 'accounts.sqlite'),
    limits: null,
    enforceMonthly: false,
    plans: null,
    workers: 1,
    trustProxy: [],
    cors: true,
    stopGrace: 0,
    site: true,
    updateUrl: null,
    ...changes,
  }
  const mails = mail ?? { smtp: null, from: 'a@example.org', folder: join(folder, 'mail') }
  const findings = await examine(settings, { ...around, ...surroundings }, accountChecks(settings, mails))
  return new Map(findings.map((finding) => [finding.about, finding]))
}

/** Listens until the test is over. */
async function opened(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const port = await listening(server)
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return port
}

async function withAccount(): Promise<string> {
  const place = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(place, 'create')
  await createLocalAccount(store, SUMMER)
  await store.close()
  return place
}

test('a good installation shows only ok, before its first start and after', async () => {
  for (const finding of (await examined()).values()) expect(finding).toMatchObject({ state: 'ok', fix: null })
  await withAccount()
  for (const finding of (await examined()).values()) expect(finding).toMatchObject({ state: 'ok', fix: null })
})

describe('node', () => {
  test.each([
    ['20.18.3', 'fault'],
    ['20.19.0', 'ok'],
    ['21.7.0', 'fault'],
    ['22.13.9', 'fault'],
    ['22.14.0', 'ok'],
    ['26.0.0', 'ok'],
  ])('%s: %s', async (node, state) => {
    expect((await examined({}, { node })).get('node')?.state).toBe(state)
  })
})

describe('releases', () => {
  test('a pin is reported; for an installation that follows a publisher it is a warning that says how to end it', async () => {
    const dist = join(folder, 'dist')
    const { id } = world.build('2030a', dist)
    activate(dist, id, new Date(SUMMER))
    expect((await examined({ dist })).get('releases')).toMatchObject({
      state: 'ok',
      text: `${id} stays current since 2030-08-01T00:00:00.000Z: it was pinned by activate`,
    })
    writeFileSync(join(dist, '.publisher'), '{}')
    expect((await examined({ dist })).get('releases')).toMatchObject({
      state: 'warning',
      fix: 'npm run tzref -- install --unpin',
    })
    unpin(dist)
    expect((await examined({ dist })).get('releases')).toMatchObject({ state: 'ok', fix: null })
  })
})

describe('artifact', () => {
  test('none', async () => {
    const found = (await examined({ dist: join(folder, 'nothing') })).get('artifact')
    expect(found).toMatchObject({ state: 'fault', fix: expect.stringContaining('build') })
  })
  test('damaged', async () => {
    const dist = join(folder, 'dist')
    const { directory } = world.build('2030b', dist)
    appendFileSync(join(directory, 'NOTICE'), 'x')
    const found = (await examined({ dist, artifact: directory.split('/').at(-1) ?? '' })).get('artifact')
    expect(found).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('file-'),
      fix: expect.stringContaining(`rm -r ${directory}; npm run tzref -- build --activate --dist ${dist}`),
    })
  })
  test('damaged, with a good one beside it: which is served, and the way back to it', async () => {
    const dist = join(folder, 'dist')
    const { id } = world.build('2030a', dist)
    const { directory, id: current } = world.build('2030b', dist)
    activate(dist, current, new Date(SUMMER))
    appendFileSync(join(directory, 'NOTICE'), 'x')
    expect((await examined({ dist })).get('artifact')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining(`; ${id} is served in its place`),
      fix: fixOf(directory),
    })
  })
  test('a clock behind it', async () => {
    const found = (await examined({}, { nowMs: Date.UTC(2020, 0) })).get('artifact')
    expect(found).toMatchObject({ state: 'fault', fix: 'set the clock' })
  })
  test('an old one', async () => {
    expect((await examined({}, { nowMs: Date.UTC(2033, 0) })).get('artifact')?.state).toBe('warning')
  })
})

describe('ports', () => {
  test.each(['port', 'ops port'])('%s: another program listens there', async (about) => {
    const port = await opened(createServer())
    const found = (await examined(about === 'port' ? { port } : { opsPort: port })).get(about)
    expect(found).toMatchObject({ state: 'fault', fix: expect.stringContaining(`-port ${port + 1}`) })
  })
  test('another server of tzref runs there', async () => {
    const ops = createHttpServer((_request, response) =>
      response.end('{"status":"ready","artifact":"2030a-none-x"}'),
    )
    const [port, opsPort] = [await opened(createServer()), await opened(ops)]
    const all = await examined({ port, opsPort })
    for (const about of ['port', 'ops port']) {
      expect(all.get(about)).toMatchObject({ state: 'ok', text: 'a server runs here: ready, 2030a-none-x' })
    }
    // Its account store was moved away.
    expect(all.get('accounts')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('found nothing, but a server runs here'),
    })
  })
  test('both are one', async () => {
    const found = (await examined({ port: 65_535, opsPort: 65_535 })).get('port')
    expect(found).toMatchObject({
      state: 'fault',
      text: '--port 65535 and --ops-port 65535: found the same port, expected two',
      fix: 'the same command with --port 65535 --ops-port 65534',
    })
    expect((await examined({ host: '::1', port: 65_535, opsPort: 65_535 })).get('port')?.text).not.toContain(
      'same',
    )
  })
  test('a socket file', async () => {
    const path = join(folder, 'tzref.sock')
    expect((await examined({ host: `unix:${path}` })).get('port')?.state).toBe('ok')
    writeFileSync(path, '')
    expect((await examined({ host: `unix:${path}` })).get('port')?.state).toBe('fault')
    expect((await examined({ host: `unix:${folder}/no/tzref.sock` })).get('port')?.state).toBe('fault')
    const long = (bytes: number): string => {
      const start = `${folder}/${'é'.repeat(20)}`
      return `unix:${start}${'x'.repeat(bytes - Buffer.byteLength(start))}`
    }
    expect((await examined({ host: long(103) })).get('port')?.state).toBe('ok')
    expect((await examined({ host: long(108) })).get('port')?.text).toMatch(
      /found a path of 108 bytes, expected at most 10[37]$/,
    )
  })
})

test('addresses that do not work, and a proxy that is not trusted', async () => {
  const host = '0.0.0.0'
  const [baseUrl, webUrl] = ['https://api.example.org/v1', 'https://example.org']
  expect((await examined({ host })).get('addresses')?.state).toBe('warning')
  expect((await examined({ host, baseUrl, webUrl })).get('addresses')?.state).toBe('warning')
  const behind = { host, baseUrl, webUrl, trustProxy: ['loopback'] }
  expect((await examined(behind)).get('addresses')?.state).toBe('ok')
})

describe('accounts', () => {
  test('nobody has a token', async () => {
    const found = (await examined({ host: '0.0.0.0' })).get('accounts')
    expect(found).toMatchObject({ state: 'warning', fix: expect.stringContaining('account create') })
    const place = join(folder, 'accounts.sqlite')
    await (await openAccountStore(place, 'create')).close()
    expect((await examined()).get('accounts')).toMatchObject({ state: 'warning', text: `0 in ${place}` })
  })
  test("an empty file and another program's are left as they are", async () => {
    const place = join(folder, 'accounts.sqlite')
    writeFileSync(place, '')
    expect((await examined()).get('accounts')?.state).toBe('ok')
    expect(readFileSync(place)).toHaveLength(0)
    const other = openDatabase(place)
    other.exec('create table x (y)')
    other.close()
    expect((await examined()).get('accounts')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining("another program's tables (x)"),
    })
  })
  test('no database', async () => {
    writeFileSync(join(folder, 'accounts.sqlite'), 'this is no database, whatever its name says'.repeat(100))
    expect((await examined()).get('accounts')?.state).toBe('fault')
    expect((await examined({ accounts: 'mysql://x' })).get('accounts')?.state).toBe('fault')
  })
  test('a store of an older schema, which is not changed', async () => {
    const place = join(folder, 'accounts.sqlite')
    const older = openDatabase(place)
    older.exec(readFileSync(join(import.meta.dirname, '../fixtures/accounts/schema-0004.sqlite.sql'), 'utf8'))
    older.close()
    const before = readFileSync(place)
    expect((await examined()).get('accounts')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('account store of schema 0004'),
      fix: expect.stringContaining('account migrate'),
    })
    const after = openDatabase(place, { readonly: true })
    expect(after.prepare('select max(name) from kysely_migration').pluck().get()).toMatch(/^0004/)
    after.close()
    expect(statSync(place).size).toBe(before.length)
  })
  test('a missing plan', async () => {
    await withAccount()
    const plans = join(folder, 'plans.json')
    const free = { id: 'free', name: 'Free', burst: { requests: 5, seconds: 1 } }
    writeFileSync(plans, JSON.stringify({ plans: [free] }))
    expect((await examined({ plans })).get('accounts')?.state).toBe('fault')
  })
})

test('limits that are not shared, and a store that does not answer', async () => {
  expect((await examined({ workers: 2 })).get('limits')).toMatchObject({ state: 'fault' })
  const away = `unix://${join(folder, 'no.sock')}`
  expect((await examined({ limits: away })).get('limits')).toMatchObject({ state: 'fault' })
  expect((await examined({ limits: 'http://x' })).get('limits')).toMatchObject({ state: 'fault' })
})

test('a mail server with and without an answer', async () => {
  const smtp = await smtpServer()
  closers.push(() => smtp.close())
  const from = 'a@example.org'
  expect((await examined({ mail: { smtp: smtp.address, from, folder } })).get('mail')?.state).toBe('ok')
  const away = { smtp: 'smtp://user:secret@127.0.0.1:1', from, folder }
  const found = (await examined({ mail: away })).get('mail')
  expect(found?.state).toBe('fault')
  expect(found?.text).not.toContain('secret')
})

test('a folder of mails that is a file, or lies below one', async () => {
  const file = join(folder, 'junk')
  writeFileSync(file, '')
  for (const taken of [file, join(file, 'mail')]) {
    const mail = { smtp: null, from: 'a@example.org', folder: taken }
    expect((await examined({ mail })).get('mail')).toMatchObject({
      state: 'fault',
      text: `${file}: found a file, expected a folder for mails (--mail-folder)`,
    })
  }
})

test('a proxy that a running server has seen and nobody named', async () => {
  let seen = 1
  const server = createHttpServer((_request, response) => response.end(`tzref_unknown_proxy ${seen}\n`))
  const opsPort = await opened(server)
  expect((await examined({ opsPort })).get('proxy')).toMatchObject({ state: 'warning' })
  seen = 0
  expect((await examined({ opsPort })).get('proxy')).toMatchObject({ state: 'ok' })
})

test('little disk space, and few file descriptors', async () => {
  expect((await examined({}, { freeBytes: () => 1e6 })).get('disk')?.state).toBe('warning')
  const freeBytes = (at: string) => (at === folder ? 1e6 : 2 ** 40)
  expect((await examined({}, { freeBytes })).get('disk')).toMatchObject({
    state: 'warning',
    text: `0.0 GB free at ${folder}`,
    fix: 'the account store needs room there',
  })
  const limits = 'Max open files            1024                 1048576              files\n'
  expect((await examined({}, { limits })).get('open files')?.state).toBe('warning')
})
