// Former programs of this format major over what this version makes today: their `verify`, `install`, and a server's answers.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FORMAT } from '#core/artifact/layout.ts'
import { currentId } from '#open/artifact-folder.ts'
import { ROOT } from '#open/program/root.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { writeEndlessPlans } from '../support/attacks/endless-load.ts'
import { leftOut } from '../support/left-out.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { startStatic, type Host } from '../support/servers/file-host.ts'
import { installedCommit, READERS, whyNoHistory } from '../support/worlds/former-version.ts'

const lacking = whyNoHistory(READERS.map(([commit]) => commit))
if (lacking !== null) leftOut('former programs over an artifact of today', lacking)

const run = promisify(execFile)

const PATHS = [
  '/v1/timezones/Europe/Dublin?at=2026-07-01T12:00:00Z',
  '/v1/timezones/Africa/Casablanca?at=2026-02-20T00:00:00Z',
  '/v1/lookup?lat=52.52&lon=13.405&at=2026-07-01T12:00:00Z',
  '/v1/lookup?lat=0&lon=-150&at=2026-07-01T12:00:00Z',
  '/v1/cities/kathmandu?at=2026-07-01T12:00:00Z',
  '/v1/countries/NP?at=2026-07-01T12:00:00Z',
  '/v1/convert?from=Europe/Berlin&to=Asia/Tokyo&at=2026-07-01T12:00:00',
]

/** The facts of an answer, whatever else it says: the zones that it names, and each offset. */
const factsOf = (body: string): string[] =>
  (body.match(/"(?:iana|utc_offset|utc_offset_seconds|tzdb_version)":(?:"[^"]*"|-?\d+)/g) ?? []).toSorted()

describe.skipIf(lacking !== null).each([...READERS])(
  'the program of %s, which knows format %s',
  (commit, format) => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-readers-'))
    const dist = join(folder, 'dist')
    const key = join(folder, 'publisher.pem')
    let program = ''
    let web: Host
    let id = ''
    const servers: ServerProcess[] = []

    beforeAll(async () => {
      program = join(installedCommit(commit, process.env['TZREF_FORMER'] ?? folder), 'tzref.js')
      id = basename(inject('embeddedArtifact'))
      newKey(key)
      mkdirSync(join(folder, 'published'))
      publish([inject('embeddedArtifact')], join(folder, 'published'), {
        keys: [readSigningKey(key)],
        at: new Date(),
      })
      web = await startStatic(join(folder, 'published'))
    })
    afterAll(async () => {
      for (const server of servers) await server.end()
      await web.close()
      rmSync(folder, { recursive: true })
    })

    /** Runs the former program. This process meanwhile serves the published folder. */
    const former = (...args: string[]): Promise<{ stdout: string }> =>
      run(process.execPath, [program, ...args], { cwd: join(program, '..'), maxBuffer: 2 ** 26 })

    test('is of the same major', () => {
      const [major = 0, minor = 0] = format.split('.').map(Number)
      expect(major).toBe(FORMAT.major)
      expect(minor).toBeLessThanOrEqual(FORMAT.minor)
    })

    test('finds the artifact of today good', async () => {
      expect((await former('verify', inject('embeddedArtifact'))).stdout).toContain(id)
    })

    test('installs it from what this version publishes, and has its answers', async () => {
      const { publicKey } = readSigningKey(key)
      await former('install', `${web.url}/`, '--key', publicKey, '--activate', '--dist', dist)
      expect(currentId(dist)).toBe(id)
      const accounts = join(folder, 'accounts.sqlite')
      const store = ['--accounts', accounts]
      const plans = ['--plans', writeEndlessPlans(folder)]
      const email = 'a@example.org'
      await former('account', 'create', '--email', email, '--verified', '--plan', 'test', ...plans, ...store)
      const made = await former('token', 'create', '--account', email, '--name', 'x', '--json', ...store)
      const { token }: { token: string } = JSON.parse(made.stdout)
      const answers: string[][][] = []
      for (const by of [program, join(ROOT, 'tzref.js')]) {
        const server = await startServerProcess(join(dist, 'current'), [...store, ...plans], by)
        servers.push(server)
        const facts: string[][] = []
        for (const path of PATHS) {
          const { status, body } = await server.ask(path, { authorization: `Bearer ${token}` })
          expect([status, path, body]).toEqual([200, path, expect.any(String)])
          facts.push(factsOf(body))
        }
        answers.push(facts)
      }
      const [theirs = [], ours = []] = answers
      for (const [index, facts] of theirs.entries()) {
        expect(facts.length, PATHS[index]).toBeGreaterThan(1)
        expect(facts, PATHS[index]).toEqual(ours[index])
      }
    })
  },
)
