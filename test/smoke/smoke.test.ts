// A short test of the real thing, for `npm test`: the program's build, a server over it, and one test of each engine on this machine.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { createLocalAccount } from '#apps/accounts/local-account.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { compactReleaseDifferences, compileRelease } from '../support/oracles/against-zic.ts'
import { bound } from '../support/servers/bound-process.ts'
import { hasChromium, openChromium, violations } from '../support/browsers/chromium.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../support/servers/postgres.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { embeddedFiles } from '../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-smoke-'))
/** What the program built from the lock next to it, before the first test. */
const dist = dirname(inject('embeddedArtifact'))
const current = join(dist, 'current')
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program until it ends. Rejects when it fails. */
function tzref(command: string, ...args: string[]): Promise<void> {
  const child = spawn(...bound(process.execPath, [join(ROOT, 'tzref.js'), command, ...args]), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`tzref ${command} ended with ${code}:\n${stderr}`)),
    )
  })
}

/** Makes an account in a new store. Returns a token. */
async function tokenIn(place: string): Promise<string> {
  const store = await openAccountStore(place, 'create')
  const made = await createLocalAccount(store, Date.now())
  await store.close()
  return made?.token.text ?? ''
}

test('the build made an artifact with the release of its lock, and verify finds no fault', async () => {
  const { tz }: { tz: string } = JSON.parse(readFileSync(join(dist, '../tzdb.lock'), 'utf8'))
  expect(JSON.parse(readFileSync(join(current, 'manifest.json'), 'utf8'))).toMatchObject({ tz })
  await tzref('verify', current)
})

describe('a server', () => {
  let server: ServerProcess
  let headers: Record<string, string>
  beforeAll(async () => {
    const accounts = join(folder, 'accounts.sqlite')
    headers = { authorization: `Bearer ${await tokenIn(accounts)}` }
    server = await startServerProcess(current, ['--accounts', accounts])
  })
  afterAll(() => server.end())

  test('answers for a zone, a look-up and a conversion, and refuses requests without a token', async () => {
    const data = async (path: string): Promise<unknown> => {
      const { status, body } = await server.ask(path, headers)
      expect([path, status]).toEqual([path, 200])
      return JSON.parse(body).data
    }
    expect(await data('/v1/timezones/Europe/Dublin?at=2026-07-01T00:00:00Z')).toMatchObject({
      iana: 'Europe/Dublin',
      current: { utc_offset: '+01:00', abbreviation: 'IST', is_dst: true },
    })
    // A city, and a point in the middle of an ocean.
    expect(JSON.stringify(await data('/v1/lookup?lat=36.7965&lon=10.1735'))).toContain('Africa/Tunis')
    expect(JSON.stringify(await data('/v1/lookup?lat=-30&lon=-150'))).toContain('Etc/GMT+10')
    expect(
      JSON.stringify(await data('/v1/convert?from=Asia/Kathmandu&to=UTC&at=2026-01-01T05:45')),
    ).toContain('2026-01-01T00:00:00')
    expect((await server.ask('/v1/timezones/Europe/Dublin')).status).toBe(401)
  })

  test('serves pages, says that it is ready, and counts requests', async () => {
    const page = await server.ask('/timezones/Asia/Kathmandu')
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('+05:45')])
    expect((await server.ask(`${server.opsOrigin}/readyz`)).status).toBe(200)
    expect((await server.ask(`${server.opsOrigin}/metrics`)).body).toMatch(
      /^tzref_requests_total\{route="\/timezones\/\{page\}",status="200"\} 1$/m,
    )
  })

  test.skipIf(!hasChromium('a page in a browser'))('works in Chromium', async () => {
    const browser = await openChromium()
    try {
      const page = await browser.newPage()
      const refused: string[] = []
      page.on('pageerror', (error) => refused.push(error.message))
      await page.goto(`${server.origin}/timezones/Asia/Kathmandu`)
      expect(await page.locator('h1').textContent()).toContain('Kathmandu')
      // The page's clock moves, so its script runs.
      const clock = page.locator('main .clock').first()
      const shown = await clock.textContent()
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).not.toBe(shown)
      expect(await violations(page)).toEqual([])
      expect(refused).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

const programs = postgresPrograms()
if (programs === null) leftOut('accounts on PostgreSQL', 'Debian\'s package "postgresql"')
test.skipIf(programs === null)('a server keeps its accounts on PostgreSQL', async () => {
  const postgres = await startPostgres(programs ?? '')
  try {
    const { place } = await postgres.place()
    const headers = { authorization: `Bearer ${await tokenIn(place)}` }
    const server = await startServerProcess(current, ['--accounts', place])
    expect((await server.ask('/v1/timezones/UTC', headers)).status).toBe(200)
    expect((await server.ask('/v1/timezones/UTC')).status).toBe(401)
    await server.end()
  } finally {
    await postgres.stop()
  }
})

if (!hasRedis()) leftOut('one limit of two servers', 'Debian\'s package "redis-server"')
test.skipIf(!hasRedis())('two servers count an account’s requests together in Redis', async () => {
  const redis = redisServer()
  await redis.start()
  const accounts = join(folder, 'shared.sqlite')
  const token = await tokenIn(accounts)
  const flags = ['--accounts', accounts, '--limits', redis.address]
  const one = await startServerProcess(current, flags)
  const other = await startServerProcess(current, flags)
  try {
    const left = async (server: ServerProcess): Promise<number> => {
      const { headers } = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${token}` })
      return Number(headers['x-ratelimit-remaining'])
    }
    // Begins early in a second, so that all three requests are in it. A slow machine tries again.
    await expect
      .poll(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)))
          const first = await left(one)
          return [(await left(other)) - first, (await left(one)) - first]
        },
        { timeout: 60_000 },
      )
      .toEqual([-1, -2])
  } finally {
    await Promise.all([one.end(), other.end()])
    await redis.remove()
  }
})

if (WITHOUT_ORACLE !== null) leftOut('zones against zic', 'zic, zdump and awk')
test.skipIf(WITHOUT_ORACLE !== null)('some zones, 1800 to 2400, equal zic and zdump', async () => {
  const files = embeddedFiles()
  const names = ['Africa/Monrovia', 'America/Nuuk', 'Asia/Gaza', 'Australia/Lord_Howe', 'Pacific/Apia']
  const compiled = compileRelease(files)
  expect(await compactReleaseDifferences(files.get('tzdata.zi') ?? '', compiled, names, null)).toEqual([])
})
