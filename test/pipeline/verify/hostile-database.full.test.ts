// Hostile databases, in artifacts with correct hashes and ids: verify, install and a running server refuse each by name, and fast.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { MANIFEST, REFERENCE } from '#core/artifact/layout.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { readManifest } from '#open/manifest.ts'
import { packArtifact } from '#pipeline/archive/artifact-archive.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { startServerProcess } from '../../support/servers/server-process.ts'

/** A query that never ends. A view or table made from it never ends either. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0'

const CASES: readonly (readonly [what: string, code: string, sql: string])[] = [
  [
    'an endless view in place of a table',
    'database-schema',
    `DROP TABLE standard; CREATE VIEW standard AS ${ENDLESS}`,
  ],
  ['an endless view beside the tables', 'database-schema', `CREATE VIEW more AS ${ENDLESS}`],
  [
    'a column that is computed without end when it is read',
    'database-schema',
    'ALTER TABLE country ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))',
  ],
  ['a trigger', 'database-schema', `CREATE TRIGGER more AFTER UPDATE ON zone BEGIN ${ENDLESS}; END`],
  ['a table that a module answers for', 'database-schema', 'CREATE VIRTUAL TABLE more USING fts5(text)'],
  [
    'U+0001 in the name of a zone',
    'text-control',
    "UPDATE zone_alias SET name = 'Asia/Kat' || char(1) || 'mandu' WHERE name = 'Asia/Katmandu'",
  ],
  [
    'U+0001 in a line of the release',
    'text-control',
    'UPDATE source_line SET text = text || char(1) WHERE id = 0',
  ],
]

let world: ReleaseWorld
let good = ''
beforeAll(() => {
  world = releaseWorld()
  good = world.build('2030b').directory
})
afterAll(() => world.remove())

/** The directory of a copy of the good artifact with another database and a matching manifest. */
function withDatabase(folder: string, sql: string): string {
  const directory = join(world.root, folder, 'new')
  mkdirSync(join(world.root, folder), { recursive: true })
  cpSync(good, directory, { recursive: true })
  const path = join(directory, REFERENCE)
  const db = openDatabase(path)
  db.exec(sql)
  db.close()
  const { id: _, ...content } = readManifest(good)
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  const files = { ...content.files, [REFERENCE]: { size: statSync(path).size, sha256 } }
  const id = artifactId({ ...content, files })
  writeFileSync(join(directory, MANIFEST), manifestText({ id, ...content, files }))
  renameSync(directory, join(world.root, folder, id))
  return join(world.root, folder, id)
}

/** The exit code and the output. Null: it had not ended in time. */
function run(...args: string[]): { status: number | null; said: string } {
  const ran = spawnSync(process.execPath, ['tzref.js', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { status: ran.status, said: `${ran.stdout}${ran.stderr}` }
}

test.each(CASES)('%s is refused as %s by verify and install', (what, code, sql) => {
  const folder = `case-${CASES.findIndex(([one]) => one === what)}`
  const hostile = withDatabase(folder, sql)
  const verified = run('verify', hostile)
  expect(verified).toMatchObject({ status: 1, said: expect.stringContaining(code) })

  mkdirSync(join(world.root, folder, 'packed'))
  const { archive } = packArtifact(hostile, join(world.root, folder, 'packed'))
  const installed = run('install', archive, '--dist', join(world.root, folder, 'dist'))
  expect(installed).toMatchObject({ status: 1, said: expect.stringContaining(code) })
  expect(statSync(join(world.root, folder, 'dist', 'current'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a server whose link leads to one continues with its old artifact, and stops when told to', async () => {
  const [, , sql] = CASES[0] ?? ['', '', '']
  const hostile = withDatabase('followed', sql)
  const id = hostile.split('/').at(-1) ?? ''
  const server = await startServerProcess(good, ['--accounts', join(world.root, 'accounts.sqlite')])
  cpSync(hostile, join(world.dist, id), { recursive: true })
  pointCurrentAt(world.dist, id)
  const readiness = async (): Promise<string> => (await server.ask(`${server.opsOrigin}/readyz`)).body
  await expect.poll(readiness, { timeout: 60_000 }).toContain('database-schema')
  expect((await server.ask('/timezones/Asia/Kathmandu')).status).toBe(200)
  await server.end()
  rmSync(join(world.dist, id), { recursive: true })
})
