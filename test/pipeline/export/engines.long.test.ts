// The recipes of docs/at-scale/ on the database engines: a million points, a tenth of them near borders, compared with look-ups.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { namedBoundaries, pointAnswer } from '#apps/cli/point-lines.ts'
import { openZones } from '#core/ask/zones.ts'
import { openArtifact } from '#open/artifact.ts'
import { CELL_FORMS } from '#pipeline/export/cells.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { ROOT } from '#pipeline/paths.ts'
import { randomPoints } from '../../support/points/boundary-points.ts'
import { leftOut } from '../../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../../support/servers/postgres.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

const ARTIFACT = inject('embeddedArtifact')

const programs = postgresPrograms()
if (programs === null) leftOut('engines: PostgreSQL', 'its server in /usr/lib/postgresql')

const folder = mkdtempSync(join(tmpdir(), 'tzref-engines-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The recipe of an engine. */
const recipe = (engine: string): string =>
  readFileSync(join(ROOT, `docs/at-scale/${engine.toLowerCase()}.sql`), 'utf8')

/** Runs the statements on one thread. Prints the processor time of those that compute the answers, in seconds. */
const RUNNERS = {
  DuckDB: {
    packages: ['@duckdb/node-api@1.5.6-r.1'],
    program: `
const { DuckDBInstance } = await import('@duckdb/node-api')
const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
const run = (sql) => db.run(sql)
const finish = () => run("COPY (SELECT zone FROM answers ORDER BY id) TO 'answers.txt' (HEADER false)")
await run("CREATE TABLE points AS SELECT id, lat, lon FROM read_csv('points.csv')")`,
  },
  ClickHouse: {
    packages: ['chdb@3.4'],
    program: `
const { Session } = await import('chdb')
const session = new Session('engine')
const run = (sql) => session.query(sql + '\\n')
const finish = () => writeFileSync('answers.txt', run('SELECT zone FROM answers ORDER BY id FORMAT TSV'))
for (const sql of ['CREATE DATABASE tz', 'USE tz', 'SET max_threads = 1']) run(sql)
run('CREATE TABLE points (id UInt32, lat Float64, lon Float64) ENGINE = MergeTree ORDER BY id')
run("INSERT INTO points SELECT id, lat, lon FROM file('points.csv', CSVWithNames)")`,
  },
} as const

const RUN_RECIPE = `
let seconds = 0
for (const sql of readFileSync('recipe.sql', 'utf8').split(/;\\n/).filter((one) => one.trim() !== '')) {
  const before = process.cpuUsage()
  await run(sql)
  const { user, system } = process.cpuUsage(before)
  if (/TABLE (found|answers)/.test(sql)) seconds += (user + system) / 1e6
}
await finish()
console.log(seconds)
`

const expected: string[] = []

beforeAll(async () => {
  const artifact = openArtifact(ARTIFACT)
  mkdirSync(join(folder, 'build'))
  for (const form of CELL_FORMS) {
    await writeExport(form, artifact, join(folder, `build/${form.name}.parquet`), { rearguard: false })
  }
  const random = seededRandom(3)
  const points = randomPoints(900_000, 11)
  const [, edges] = CELL_FORMS
  if (edges?.to !== 'table') throw new Error('cell-edges is a table')
  // Points up to 200 m from the ends of edges.
  for (const [, , , , x, y] of edges.table(artifact, { rearguard: false }).rows) {
    if (points.length === 1_000_000) break
    if (Number(x) < 0 || random() > 0.03) continue
    const beside = (value: unknown, most: number): number =>
      Math.max(-most, Math.min(most - 1, Number(value) - most + Math.round((random() - 0.5) * 3600)))
    points.push({ lon: beside(x, 180_000_000), lat: beside(y, 90_000_000) })
  }
  const boundaries = artifact.boundaries()
  if (boundaries === null) throw new Error('no boundaries')
  const named = namedBoundaries(boundaries, openZones(artifact), [])
  for (const { lon, lat } of points) expected.push(pointAnswer(named, lon, lat).timezone)
  const lines = points.map(({ lon, lat }, id) => `${id},${lat / 1e6},${lon / 1e6}\n`)
  writeFileSync(join(folder, 'points.csv'), `id,lat,lon\n${lines.join('')}`)
  artifact.close()
})

describe('the recipes', () => {
  test.each(Object.entries(RUNNERS))(
    '%s gives the same zones as a look-up',
    (name, { packages, program }) => {
      writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'pipe' })
      writeFileSync(join(folder, 'recipe.sql'), recipe(name))
      writeFileSync(
        join(folder, 'run.mjs'),
        `import { readFileSync, writeFileSync } from 'node:fs'${program}${RUN_RECIPE}`,
      )
      const seconds = Number(execFileSync(process.execPath, ['run.mjs'], { cwd: folder, encoding: 'utf8' }))
      expect(differences(name, seconds)).toEqual([])
    },
  )

  test.skipIf(programs === null)('PostgreSQL gives the same zones as a look-up', async () => {
    const artifact = openArtifact(ARTIFACT)
    for (const form of CELL_FORMS)
      await writeExport(form, artifact, join(folder, `build/${form.name}.csv`), { rearguard: false })
    artifact.close()
    const statements = recipe('PostgreSQL').replace('CREATE TABLE answers', String.raw`\timing on${'\n'}$&`)
    writeFileSync(
      join(folder, 'recipe.sql'),
      String.raw`SET max_parallel_workers_per_gather = 0;
SET work_mem = '256MB';
CREATE TABLE points (id integer PRIMARY KEY, lat double precision, lon double precision);
\copy points FROM 'points.csv' CSV HEADER
ANALYZE points;
${statements}
\timing off
\copy (SELECT zone FROM answers ORDER BY id) TO 'answers.txt'
`,
    )
    const server = await startPostgres(programs ?? '')
    try {
      const { place } = await server.place()
      const args = [place, '-v', 'ON_ERROR_STOP=1', '-f', 'recipe.sql']
      const printed = execFileSync(join(programs ?? '', 'psql'), args, { cwd: folder, encoding: 'utf8' })
      const [, milliseconds] = /Time: ([\d.]+) ms/.exec(printed) ?? []
      expect(differences('PostgreSQL (by the clock)', Number(milliseconds) / 1000)).toEqual([])
    } finally {
      await server.stop()
    }
  })
})

/** The answers that differ from a look-up. Prints the number of answers a second. */
function differences(engine: string, seconds: number): string[] {
  const answers = readFileSync(join(folder, 'answers.txt'), 'utf8').trimEnd().split('\n')
  expect(answers).toHaveLength(expected.length)
  const different = answers.filter((zone, index) => zone !== expected[index])
  process.stderr.write(
    `${engine}: ${expected.length} points, ${different.length} differences, ${Math.round(expected.length / seconds)} a second and core\n`,
  )
  return different
}
