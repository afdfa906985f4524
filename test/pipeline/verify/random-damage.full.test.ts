// Random damage with corrected sizes, hashes and id: verify names it with a documented code or finds none; it never crashes.
import { hash } from 'node:crypto'
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { MANIFEST, REFERENCE } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

const DAMAGES = TAKES_ALL ? 320 : 80
const VALUES = [
  null,
  0,
  1,
  -1,
  2,
  99,
  3600,
  -3600,
  2 ** 40,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  'CET-1CEST,M3.5.0,M10.5.0/3',
  '-00',
]

let world: ReleaseWorld
let good = ''
let directory = ''
beforeAll(() => {
  world = releaseWorld()
  good = world.build('2030b').directory
  directory = join(world.root, 'damaged')
})
afterAll(() => world.remove())

const random = seededRandom(20_261_121)
const any = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new RangeError('an empty list')
  return one
}

const documented = ['artifact', 'boundaries', 'clocks']
  .map((name) => readFileSync(new URL(`../../../docs/formats/${name}.md`, import.meta.url), 'utf8'))
  .join('')

/** Changes, removes or doubles a row. False: the database itself does not allow it. */
function damageRow(): boolean {
  const db = openDatabase(join(directory, REFERENCE))
  try {
    db.pragma('foreign_keys = OFF')
    // Damages the clocks more often than the rest.
    const table =
      random() < 0.7
        ? any(['zone', 'local_time_type', 'interval', 'interval', 'yearly_change'])
        : any(Object.keys(TABLES))
    const one: Table | undefined = Object.entries<Table>(TABLES).find(([name]) => name === table)?.[1]
    const column = any(Object.keys(one?.columns ?? {}))
    const rows = Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const first = Math.floor(random() * rows)
    const key = one?.primaryKey.join(', ') ?? ''
    const row = `(${key}) IN (SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT ${any([1, 1, 1, 5, 1000])} OFFSET ${first})`
    if (random() < 0.2) return db.prepare(`DELETE FROM ${table} WHERE ${row}`).run().changes > 0
    return db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${row}`).run(any(VALUES)).changes > 0
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** Changes bytes of a file, or cuts off its end. */
function damageBytes(): boolean {
  const file = join(directory, any(['clocks.bin', 'clocks.bin', REFERENCE, 'NOTICE']))
  const bytes = readFileSync(file)
  for (let count = any([1, 1, 4, 64]); count > 0; count--)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  writeFileSync(file, random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes)
  return true
}

/** Changes a key of the manifest, at its top level or one level below. */
function damageManifest(): boolean {
  const path = join(directory, MANIFEST)
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
  const key = any(Object.keys(manifest))
  const inner = manifest[key]
  const value = any<unknown>([null, 1, '', 'x', [], {}, '3.9', { x: 1 }])
  if (typeof inner === 'object' && inner !== null && random() < 0.7)
    manifest[key] = { ...inner, [any(['constructor', '__proto__', 'zones', 'clocks.bin', '0'])]: value }
  else if (random() < 0.3) delete manifest[key]
  else manifest[key] = value
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  return true
}

function fix(): void {
  const path = join(directory, MANIFEST)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it may be anything, and that is what this test needs
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (typeof manifest.files === 'object' && manifest.files !== null && !Array.isArray(manifest.files)) {
    for (const file of readdirSync(directory).filter(
      (name) => name !== MANIFEST && Object.hasOwn(manifest.files, name),
    )) {
      const bytes = readFileSync(join(directory, file))
      manifest.files[file] = { size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
    }
  }
  const { id: was, ...content } = manifest
  // An id begins with the name of the release. A lost name cannot give one, so the old id stays.
  const id = typeof content.tz === 'string' ? artifactId(content) : was
  writeFileSync(path, manifestText({ id, ...content }))
}

test(`${DAMAGES} damages`, () => {
  const codes = new Map<string, number>()
  for (let done = 0; done < DAMAGES;) {
    rmSync(directory, { recursive: true, force: true })
    cpSync(good, directory, { recursive: true })
    const damage = any([damageRow, damageRow, damageRow, damageBytes, damageManifest])
    if (!damage()) continue
    done += 1
    if (random() < 0.85) fix()
    const findings = verifyArtifact(directory)
    for (const { code } of findings) {
      expect(documented, code).toContain(`\`${code}\``)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    if (findings.length === 0) codes.set('good', (codes.get('good') ?? 0) + 1)
    askEveryZone()
  }
  expect(codes.size).toBeGreaterThan(5)
  if (!TAKES_ALL) return
  // The test met damage of all kinds.
  for (const code of [
    'zone-malformed',
    'manifest-malformed',
    'database-malformed',
    'checksum-mismatch',
    'type-sum',
    'transitions',
  ])
    expect([...codes.keys()]).toContain(code)
})

/** An artifact that opens must answer, or refuse with a code. */
function askEveryZone(): void {
  try {
    const artifact = openArtifact(directory)
    try {
      const ids = artifact.query<{ id: number }>('SELECT id FROM zone')
      for (const { id } of ids) intervalAt(artifact.withLines(id), epochSeconds(1_900_000_000))
    } finally {
      artifact.close()
    }
  } catch (error) {
    if (!(error instanceof ArtifactError) && !(error instanceof Error && error.name === 'SqliteError'))
      throw error
  }
}
