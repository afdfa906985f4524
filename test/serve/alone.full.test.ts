// The interface alone: a copy without the site, the accounts and the pipeline answers by the contract over a source of credentials of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newToken } from '../support/children/credentials.ts'
import { bound } from '../support/servers/bound-process.ts'
import { EVERY_ENDPOINT, expectContract, REQUESTS } from '../support/oracles/contract.ts'
import { freePorts } from '../support/servers/free-port.ts'
import { startServerProcess } from '../support/servers/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The rooms of a server of /v1. */
const ROOMS = ['core', 'open', 'schemas', 'serve']
const [OWN, FREE, UNVERIFIED] = [newToken(), newToken(), newToken()]
const planOf = (id: string, requestsPerSecond: number) => ({
  id,
  name: id,
  requestsPerMonth: 1_000_000,
  requestsPerSecond,
  headroomPercent: 0,
})

let folder = ''
let server: ChildProcess
let log = ''
let origin = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-alone-'))
  for (const room of ROOMS) cpSync(join(ROOT, room), join(folder, room), { recursive: true })
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, file), join(folder, file))
  cpSync(join(ROOT, 'test/support/children/alone-child.ts'), join(folder, 'alone.ts'))
  cpSync(join(ROOT, 'test/support/children/credentials.ts'), join(folder, 'credentials.ts'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true })
})

async function ask(path: string, token: string | null, method = 'GET') {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(origin + path, { method, headers })
  const text = await answer.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  return { status: answer.status, text, body }
}

test('the source of credentials and the sink of usage take forty lines', () => {
  const lines = readFileSync(join(folder, 'credentials.ts'), 'utf8').trim().split('\n')
  expect(lines.length).toBeLessThanOrEqual(40)
})

test('it starts, and is ready', async () => {
  const [port, opsPort] = await freePorts()
  origin = `http://127.0.0.1:${port}`
  writeFileSync(
    join(folder, 'tokens'),
    `${OWN} large verified\n${FREE} small verified\n${UNVERIFIED} large new\n`,
  )
  writeFileSync(
    join(folder, 'plans.json'),
    JSON.stringify({ plans: [planOf('large', 100_000), planOf('small', 5)] }),
  )
  const given = [inject('embeddedArtifact'), join(folder, 'tokens'), join(folder, 'plans.json')]
  const program = ['--import', 'tsx', 'alone.ts', ...given, String(port), String(opsPort)]
  server = spawn(...bound(process.execPath, program), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  server.stderr?.on('data', (data: Buffer) => (log += data.toString()))
  const ready = async (): Promise<number> => {
    expect(server.exitCode, log).toBeNull()
    return (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status
  }
  await expect.poll(() => ready().catch(() => 0), { timeout: 60_000 }).toBe(200)
})

test.each(REQUESTS)('%s: %s is a valid %i', async (path, url, status) => {
  const answered = await ask(`/v1${url}`, OWN)
  expect(answered.status).toBe(status)
  expectContract(path, answered)
})

test.each(EVERY_ENDPOINT)('%s: 200, 401, 403 and 405 have the shapes of the contract', async (path, url) => {
  const cases = [
    [200, OWN, 'GET'],
    [401, null, 'GET'],
    [401, newToken(), 'GET'],
    [403, UNVERIFIED, 'GET'],
    [405, OWN, 'DELETE'],
  ] as const
  for (const [status, token, method] of cases) {
    const answered = await ask(`/v1${url}`, token, method)
    expect(answered.status).toBe(status)
    expectContract(path, answered)
  }
})

test('the plan of a token limits it: more than its five in a second are 429', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('/v1/timezones/UTC', FREE)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(35)
  for (const answered of refused) expectContract('/timezones/{iana}', answered)
})

test('outside /v1 it has the description of the interface, and nothing else', async () => {
  const description = await ask('/openapi.json', null)
  expect(description.status).toBe(200)
  expect(description.body).toMatchObject({ servers: [{ url: `${origin}/v1` }] })
  expect((await ask('/openapi.json', null, 'DELETE')).status).toBe(405)
  for (const path of ['/', '/account', '/cities/dublin', '/assets/style.css', '/openapi.json/'])
    expect(await ask(path, null)).toMatchObject({
      status: 404,
      body: { message: `There is no page at "${path}". /openapi.json describes the interface.` },
    })
})

const NEEDS = 'this server has no pages: give the address of pages elsewhere, with --web-url'
test.each([
  [[], true],
  [['--web-url', 'https://pages.example.org'], false],
])(
  'serve --no-site with %j has /v1 and no page, and says what links.web needs: %s',
  async (flags, isSaid) => {
    const accounts = join(folder, `accounts-${flags.length}.sqlite`)
    const started = await startServerProcess(inject('embeddedArtifact'), [
      '--no-site',
      '--accounts',
      accounts,
      ...flags,
    ])
    try {
      const [token = ''] = /tzr_\w+/.exec(started.stdout()) ?? []
      const answer = await started.ask('/v1/cities/dublin', { authorization: `Bearer ${token}` })
      expect(answer.status).toBe(200)
      const web: unknown = JSON.parse(answer.body).data.links.web
      expect(web).toBe(`${flags[1] ?? started.origin}/cities/dublin`)
      for (const path of ['/', '/cities/dublin', '/account', '/account/sign-in'])
        expect((await started.ask(path)).status).toBe(404)
      expect(started.stderr().includes(NEEDS)).toBe(isSaid)
    } finally {
      await started.end()
    }
  },
)
