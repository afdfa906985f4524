// Upgrades and downgrades between this version and former ones, each as its own program: keys, usage, slugs, artifacts. The results are
// in docs/releases.md.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { writeEndlessPlans } from '../support/attacks/endless-load.ts'
import {
  formerVersion,
  presentVersion,
  type Version,
  whyNoHistory,
} from '../support/worlds/former-version.ts'
import { leftOut } from '../support/left-out.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/servers/postgres.ts'
import type { ServerProcess } from '../support/servers/server-process.ts'

/** The first is from before the account area. The second is the last one before the registry of slugs was frozen. */
const FORMER = ['a56dbc4', '0003c1e'] as const
type Name = (typeof FORMER)[number] | 'now'
const NAMES: readonly Name[] = [...FORMER, 'now']
const UP = NAMES.flatMap((to, index) => NAMES.slice(0, index).map((from): [Name, Name] => [from, to]))
const DOWN = UP.map(([from, to]): [Name, Name] => [to, from])

const lacking = whyNoHistory(FORMER)
if (lacking !== null) leftOut('upgrade and downgrade between versions', lacking)
const programs = postgresPrograms()
if (programs === null) leftOut('upgrade and downgrade between versions on PostgreSQL', 'PostgreSQL')

describe.skipIf(lacking !== null)('between versions', () => {
  // Installing former versions takes minutes. TZREF_FORMER names a folder that keeps them for the next run.
  const folder = mkdtempSync(join(tmpdir(), 'tzref-versions-'))
  let flags: string[] = []
  let versions: Record<Name, Version>
  const found = new Map<string, string>()

  beforeAll(() => {
    // No server of a test asks IANA's host. One client asks for every page, so there is no limit of pages.
    Object.assign(process.env, { TZREF_NO_UPDATE_CHECK: 'true', TZREF_PAGE_LIMIT: '0' })
    flags = ['--plans', writeEndlessPlans(folder)]
    const kept = process.env['TZREF_FORMER'] ?? folder
    const [first, second] = FORMER
    versions = {
      [first]: formerVersion(first, kept),
      [second]: formerVersion(second, kept),
      now: presentVersion(folder),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Notes the result of a pair of versions: as docs/releases.md has it. */
  function notes(pair: readonly [Name, Name], what: string, cell: string): void {
    found.set(told(pair, what), cell)
    process.stdout.write(`${told(pair, what)}: ${cell}\n`)
  }

  describe.each(programs === null ? ['SQLite'] : ['SQLite', 'PostgreSQL'])(
    'an account store on %s',
    (engine) => {
      let server: PostgresServer | undefined
      let places = 0
      beforeAll(async () => {
        if (engine === 'PostgreSQL' && programs !== null) server = await startPostgres(programs)
      })
      afterAll(() => server?.stop())

      const newPlace = async (): Promise<string> =>
        (await server?.place())?.place ?? join(mkdirs(join(folder, `store-${++places}`)), 'accounts.sqlite')

      /** The whole content of a store. */
      function contentOf(place: string): string {
        if (server !== undefined) {
          const dumped = execFileSync(join(programs ?? '', 'pg_dump'), [place], { encoding: 'utf8' })
          // Newer versions of pg_dump write a random word.
          return dumped.replaceAll(/^\\(?:un)?restrict .*$/gm, '')
        }
        const db = openDatabase(place, { readonly: true })
        try {
          return db.serialize().toString('base64')
        } finally {
          db.close()
        }
      }

      /** Starts a server on a store, asks with a key so many times, and ends the server. Returns the statuses. */
      async function uses(version: Version, place: string, key: string, times: number): Promise<number[]> {
        const started = await version.serve([...flags, '--accounts', place])
        try {
          const answers: number[] = []
          for (let left = times; left > 0; left -= 1) answers.push((await asks(started, key)).status)
          return answers
        } finally {
          await started.end()
        }
      }
      const asks = (started: ServerProcess, key: string) =>
        started.ask('/v1/timezones/Europe/Berlin', { authorization: `Bearer ${key}` })

      interface Owner {
        readonly place: string
        readonly key: string
        readonly revoked: string
      }
      const OWNER = 'you@example.org'
      /** An account with two keys: one was used 7 times, the other was revoked. */
      async function owner(version: Version): Promise<Owner> {
        const place = await newPlace()
        const about = ['--accounts', place]
        const plans = ['--plan', 'test', ...flags]
        version.json('account', 'create', '--email', OWNER, '--verified', ...plans, ...about)
        const make = (name: string) =>
          version.json('token', 'create', '--account', OWNER, '--name', name, ...about)
        const [made, revoked] = [make('ci'), make('lost')]
        version.json('token', 'revoke', revoked.id, ...about)
        expect(await uses(version, place, made.token, 7)).toEqual(Array(7).fill(200))
        return { place, key: made.token, revoked: revoked.token }
      }

      const requestsOf = (version: Version, place: string): number =>
        version
          .json('usage', OWNER, ...flags, '--accounts', place)
          .months.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)

      /** What identifies each key of a store, as a version lists it. */
      const keysOf = (version: Version, place: string): unknown[] =>
        version
          .json('token', 'list', '--accounts', place)
          .map((key: Record<string, unknown>) => [
            key['id'],
            key['name'],
            key['created_at'],
            key['expires_at'],
          ])

      test.each(UP)('of %s works with %s', async (from, to) => {
        const [older, newer] = [versions[from], versions[to]]
        const { place, key, revoked } = await owner(older)
        const keys = keysOf(older, place)
        expect(requestsOf(older, place)).toBe(7)

        expect(await uses(newer, place, key, 5)).toEqual(Array(5).fill(200))
        expect(await uses(newer, place, revoked, 1)).toEqual([401])
        expect(requestsOf(newer, place)).toBe(12)
        expect(keysOf(newer, place)).toEqual(keys)
        notes([from, to], 'keys and usage', 'still work')
      })

      test.each(DOWN)('of %s is refused by %s and not changed', async (from, to) => {
        const [newer, older] = [versions[from], versions[to]]
        const { place, key } = await owner(newer)
        const before = contentOf(place)
        const refusal = /account store of schema \S+, this tzref knows schemas up to \S+/
        await expect(uses(older, place, key, 1)).rejects.toThrow(refusal)
        expect(older.run('account', 'list', '--accounts', place)).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(refusal),
        })
        expect(contentOf(place) === before, 'the store is as it was').toBe(true)
        expect(await uses(newer, place, key, 5)).toEqual(Array(5).fill(200))
        expect(requestsOf(newer, place)).toBe(12)
        notes([from, to], 'keys and usage', 'refused by name, nothing changed')
      })

      test.each(FORMER)(
        'of %s works with its old version again, from the copy that was made before',
        async (from) => {
          const older = versions[from]
          const { place, key } = await owner(older)
          const before = contentOf(place)
          const dump = join(folder, `${from}.dump`)
          const migrated = versions.now.run('account', 'migrate', '--accounts', place, '--dump', dump)
          expect([migrated.code, migrated.stderr]).toEqual([0, ''])
          expect(await uses(versions.now, place, key, 5)).toEqual(Array(5).fill(200))
          // This is the way back that docs/releases.md describes.
          if (server === undefined) {
            const copies = readdirSync(join(place, '..')).filter((name) => name.includes('.schema-'))
            expect(copies).toHaveLength(1)
            renameSync(place, join(place, '../newer.sqlite'))
            cpSync(join(place, '..', copies[0] ?? ''), place)
          } else {
            const { pathname, href } = new URL(place)
            const name = pathname.slice(1)
            const asked = [`alter database ${name} rename to ${name}_newer`, `create database ${name}`]
            execFileSync(join(programs ?? '', 'psql'), [
              href.replace(pathname, '/postgres'),
              '--quiet',
              ...asked.flatMap((statement) => ['-c', statement]),
            ])
            execFileSync(join(programs ?? '', 'pg_restore'), ['--dbname', place, dump])
            expect(contentOf(place)).toBe(before)
          }
          expect(await uses(older, place, key, 5)).toEqual(Array(5).fill(200))
          expect(requestsOf(older, place)).toBe(12)
        },
      )
    },
  )

  describe('slugs', () => {
    interface Place {
      readonly country: string
      readonly latitude: number
      readonly longitude: number
    }
    const answers = new Map<Name, ReadonlyMap<string, Place>>()

    /** A version's place for each slug of any version. Slugs that it does not know are missing. */
    async function placesOf(version: Version, slugs: readonly string[]): Promise<Map<string, Place>> {
      const place = join(mkdirs(join(folder, `slugs-${version.name}`)), 'accounts.sqlite')
      const about = ['--accounts', place]
      const plans = ['--plan', 'test', ...flags]
      version.json('account', 'create', '--email', 'a@example.org', '--verified', ...plans, ...about)
      const made = version.json('token', 'create', '--account', 'a@example.org', '--name', 'ci', ...about)
      const started = await version.serve([...flags, ...about])
      const places = new Map<string, Place>()
      try {
        const waiting = [...slugs]
        const ask = async (): Promise<void> => {
          for (let slug = waiting.pop(); slug !== undefined; slug = waiting.pop()) {
            const { status, body } = await started.ask(`/v1/cities/${slug}`, {
              authorization: `Bearer ${made.token}`,
            })
            // A busy server may answer 503.
            if (status === 503) waiting.push(slug)
            else expect([200, 404], slug).toContain(status)
            if (status !== 200) continue
            const { data } = JSON.parse(body)
            places.set(slug, { country: data.country.code, ...data.coordinates })
          }
        }
        await Promise.all(Array.from({ length: 16 }, ask))
      } finally {
        await started.end()
      }
      return places
    }

    /** The same country, and less than half a degree apart. A city may come from another row of the source and still be the same place. */
    const isSame = (a: Place, b: Place): boolean =>
      a.country === b.country &&
      Math.abs(a.latitude - b.latitude) < 0.5 &&
      Math.abs(a.longitude - b.longitude) < 0.5

    beforeAll(async () => {
      const every = [...new Set(NAMES.flatMap((name) => [...versions[name].slugs]))]
      for (const name of NAMES) answers.set(name, await placesOf(versions[name], every))
    })

    test.each([...UP, ...DOWN])('of %s in %s', (from, to) => {
      const counts = { same: 0, moved: 0, gone: 0 }
      const moved: string[] = []
      for (const slug of versions[from].slugs) {
        const [here, there] = [answers.get(from)?.get(slug), answers.get(to)?.get(slug)]
        // This version's own build left the place out.
        if (here === undefined) continue
        if (there === undefined) counts.gone += 1
        else if (isSame(here, there)) counts.same += 1
        else {
          counts.moved += 1
          moved.push(slug)
        }
      }
      process.stdout.write(`${from} → ${to}: ${JSON.stringify(counts)} ${moved.slice(0, 20).join(' ')}\n`)
      // The registry was made again after the first of these versions. An older one lacks the cities that have come since.
      if (from !== 'a56dbc4' && to !== 'a56dbc4')
        expect(counts).toMatchObject({ moved: 0, ...(from === 'now' ? {} : { gone: 0 }) })
      const figure = (count: number): string => count.toLocaleString('en')
      const others = [
        ...(counts.gone === 0 ? [] : [`${figure(counts.gone)} unknown`]),
        ...(counts.moved === 0 ? [] : [`${figure(counts.moved)} another place`]),
      ]
      expect(counts.same).toBeGreaterThan(50_000)
      notes(
        [from, to],
        'slugs of cities',
        others.length === 0
          ? `all ${figure(counts.same)} lead to the same place`
          : `${figure(counts.same)} lead to the same place, ${others.join(', ')}`,
      )
    })
  })

  describe('an artifact', () => {
    /** A copy of a version's `dist/`. */
    function copied(version: Version, name: string): string {
      const dist = join(folder, name)
      execFileSync('cp', ['-a', version.dist, dist])
      return dist
    }
    const currentOf = (dist: string): string => basename(realpathSync(join(dist, CURRENT)))
    const bytesOf = (dist: string, id: string): Map<string, string> =>
      new Map(
        readdirSync(join(dist, id)).map((name) => [
          name,
          readFileSync(join(dist, id, name)).toString('base64'),
        ]),
      )

    test.each([...UP, ...DOWN])('of %s, served by %s', async (from, to) => {
      const [maker, reader] = [versions[from], versions[to]]
      const dist = copied(maker, `dist-${from}-${to}`)
      const before = bytesOf(dist, maker.artifact)
      // Each version has a format with another major number.
      const looked = reader.run('verify', join(dist, maker.artifact))
      expect([looked.code, looked.stdout + looked.stderr]).toEqual([
        1,
        expect.stringMatching(/format \d+\.\d+, this reader understands \d+\.x/),
      ])
      /** Starts a server there. It answers 401 without a key. */
      async function serves(version: Version, ...more: string[]): Promise<void> {
        const accounts = join(dist, `${version.name}.sqlite`)
        const started = await version.serve(['--accounts', accounts, ...more], dist)
        expect((await started.ask('/v1/timezones/Europe/Berlin')).status).toBe(401)
        await started.end()
      }
      await serves(reader)
      expect(currentOf(dist)).toBe(reader.artifact)
      // The old artifact is still there, and the version that made it serves it.
      expect(bytesOf(dist, maker.artifact)).toEqual(before)
      await serves(maker, '--artifact', maker.artifact)
      notes([from, to], 'artifact', 'refused by name; npm start builds another beside it')
      rmSync(dist, { recursive: true })
    })
  })

  test('the document says so', () => {
    const text = readFileSync(join(ROOT, 'docs/releases.md'), 'utf8').replaceAll('`', '')
    const saysOf = (pair: readonly [Name, Name], what: string): string | undefined =>
      found.get(told(pair, what))
    // What is the same for all pairs of a direction is one sentence.
    for (const pair of UP)
      expect(text).toContain(`newer version keys and usage ${saysOf(pair, 'keys and usage')}.`)
    for (const pair of DOWN)
      expect(text).toContain(`older one the store is ${saysOf(pair, 'keys and usage')}.`)
    for (const pair of [...UP, ...DOWN])
      expect(text).toContain(`The artifact of the first is ${saysOf(pair, 'artifact')}.`)
    for (const from of FORMER)
      expect(text).toContain(`Slugs of ${from}: ${saysOf([from, 'now'], 'slugs of cities')}.`)
  })
})

/** The name of a pair of versions, and the question. */
const told = (pair: readonly [Name, Name], what = ''): string =>
  `${pair.map((name) => (name === 'now' ? 'this version' : name)).join(' → ')}${what && `: ${what}`}`

function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}
