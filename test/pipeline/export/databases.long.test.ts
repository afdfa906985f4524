// Exports in databases: boundaries in PostGIS and GeoParquet, all tables in DuckDB, with the statements of the documents.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openZones } from '#core/ask/zones.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { ROOT } from '#pipeline/paths.ts'
import { randomPoints } from '../../support/points/boundary-points.ts'
import { formNamed } from '../../support/oracles/export-form.ts'
import { leftOut } from '../../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../../support/servers/postgres.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

const ARTIFACT = inject('embeddedArtifact')

const EXTENSIONS = '/usr/share/postgresql'
const programs = postgresPrograms()
const hasPostgis =
  programs !== null &&
  readdirSync(EXTENSIONS).some((version) =>
    existsSync(join(EXTENSIONS, version, 'extension/postgis.control')),
  )
if (!hasPostgis) leftOut('PostGIS', "Debian's postgresql-15-postgis-3")

const folder = mkdtempSync(join(tmpdir(), 'tzref-databases-'))
let artifact: Artifact
beforeAll(() => {
  artifact = openArtifact(ARTIFACT)
})
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})

const written = async (form: string, name: string): Promise<string> => {
  const path = join(folder, name)
  await writeExport(formNamed(form), artifact, path, { rearguard: false })
  return path
}

/** The first block of SQL in a section of a document, from `after` on. */
function shown(document: string, after: string): string {
  const [, below = ''] = readFileSync(join(ROOT, document), 'utf8').split(after)
  return /```sql\n([\s\S]*?)```/.exec(below)?.[1] ?? ''
}

test.skipIf(!hasPostgis)('PostGIS loads the boundaries and gives the same zones as a look-up', async () => {
  const server = await startPostgres(programs ?? '')
  try {
    const world = await server.place()
    const psql = join(programs ?? '', 'psql')
    const sql = await written('postgis', 'boundaries.sql')
    execFileSync(psql, [world.place, '-q', '-v', 'ON_ERROR_STOP=1', '-f', sql], { stdio: 'pipe' })
    const boundaries = artifact.boundaries()
    if (boundaries === null) throw new Error('no boundaries')
    const stored = await world.ask('SELECT boundary_id FROM tz_boundary')
    const ids = new Set(stored.map(({ boundary_id }) => String(boundary_id)))
    expect(ids.size).toBeGreaterThan(400)
    expect(
      await world.ask('SELECT 1 FROM tz_boundary WHERE ST_SRID(geom) <> 4326 OR ST_IsEmpty(geom)'),
    ).toEqual([])

    const invalid = 'SELECT boundary_id, ST_IsValidReason(geom) FROM tz_boundary WHERE NOT ST_IsValid(geom)'
    expect(await world.ask(invalid)).toEqual([])

    const points = randomPoints(1000, 21)
    const values = points.map(
      ({ lon, lat }, id) => `(${id}, ST_SetSRID(ST_Point(${lon / 1e6}, ${lat / 1e6}), 4326))`,
    )
    await world.raw(
      `CREATE TABLE point (id integer, at geometry(Point, 4326)); INSERT INTO point VALUES ${values.join()}`,
    )
    const rows = await world.ask('SELECT id, boundary_id FROM point JOIN tz_boundary ON ST_Covers(geom, at)')
    const found = points.map((): string[] => [])
    for (const { id, boundary_id } of rows) found[Number(id)]?.push(String(boundary_id))
    const different = points.filter(({ lon, lat }, index) => {
      const expected = boundaries.zonesAt(lon, lat).filter((id) => ids.has(id))
      return expected.toSorted().join() !== found[index]?.toSorted().join()
    })
    process.stderr.write(
      `PostGIS: ${ids.size} zones, ${points.length} points, ${rows.length} found, ${different.length} differences\n`,
    )
    expect(rows.length).toBeGreaterThan(200)
    expect(different).toEqual([])
    expect(await world.ask(shown('docs/exports.md', '## geojson'))).toEqual([{ tzid: 'Europe/Zurich' }])
  } finally {
    await server.stop()
  }
})

describe('DuckDB', () => {
  /** The answers of statements, in order, as rows of texts. */
  function duck(statements: readonly string[]): (string | null)[][][] {
    writeFileSync(join(folder, 'statements.json'), JSON.stringify(statements))
    const printed = execFileSync(process.execPath, ['run.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    return JSON.parse(printed)
  }

  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '@duckdb/node-api@1.5.6-r.1'], {
      cwd: folder,
      stdio: 'pipe',
    })
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
const answers = []
for (const sql of JSON.parse(readFileSync('statements.json', 'utf8')))
  answers.push((await db.runAndReadAll(sql)).getRows().map((row) => row.map((cell) => cell === null ? null : String(cell))))
console.log(JSON.stringify(answers))`,
    )
  })

  test.each(['zones', 'aliases', 'transitions', 'countries', 'cities', 'standards', 'posix', 'windows'])(
    '%s is the same table from Parquet and from CSV',
    async (form) => {
      await written(form, `${form}.parquet`)
      await written(form, `${form}.csv`)
      const [, , , counts] = duck([
        `CREATE TABLE parquet AS FROM '${form}.parquet'`,
        'CREATE TABLE csv AS FROM parquet LIMIT 0',
        `INSERT INTO csv FROM read_csv('${form}.csv', header = true, all_varchar = true, allow_quoted_nulls = false)`,
        `SELECT (SELECT count(*) FROM parquet), (SELECT count(*) FROM csv),
          (SELECT count(*) FROM (FROM parquet EXCEPT ALL FROM csv)), (SELECT count(*) FROM (FROM csv EXCEPT ALL FROM parquet))`,
      ])
      const { rows } = JSON.parse(readFileSync(join(folder, `${form}.parquet.json`), 'utf8'))
      expect(rows).toBeGreaterThan(50)
      expect(counts).toEqual([[`${rows}`, `${rows}`, '0', '0']])
    },
  )

  test('an ASOF join with transitions gives local times', async () => {
    await written('transitions', 'transitions.parquet')
    const zones = openZones(artifact).listed
    const random = seededRandom(17)
    const events = Array.from({ length: 5000 }, () => ({
      zone: zones[Math.floor(random() * zones.length)],
      at: Math.floor((random() * 250 - 120) * 31_556_952),
    }))
    writeFileSync(
      join(folder, 'events.csv'),
      `zone,at\n${events.map(({ zone, at }) => `${zone?.iana},${at}\n`).join('')}`,
    )
    const [, , rows = []] = duck([
      "CREATE TABLE transitions AS FROM 'transitions.parquet'",
      "CREATE TABLE events AS FROM read_csv('events.csv')",
      shown('docs/exports.md', '## Tables').replace('SELECT ', 'SELECT e.zone, e.at, '),
    ])
    const clocks = new Map(zones.map((zone) => [zone.iana, zone.compiled()]))
    expect(rows).toHaveLength(events.length)
    const wrong = rows.filter(([zone, at, local]) => {
      const clock = clocks.get(zone ?? '')
      return clock === undefined || Number(local) !== Number(at) + offsetAt(clock, epochSeconds(Number(at)))
    })
    expect(wrong).toEqual([])
  })

  test('GeoParquet has geometries with as many vertices as GeoJSON', async () => {
    await written('geoparquet', 'boundaries.parquet')
    const lines = readFileSync(await written('geojson', 'boundaries.geojson'), 'utf8')
      .split('\n')
      .slice(1, -2)
    const [types, sizes] = duck([
      "SELECT DISTINCT typeof(geometry) FROM 'boundaries.parquet'",
      "SELECT boundary_id, octet_length(ST_AsWKB(geometry)) FROM 'boundaries.parquet'",
    ])
    expect(types).toEqual([["GEOMETRY('OGC:CRS84')"]])
    // The size of well-known binary: 9 bytes for a multipolygon and for a polygon, 4 for a ring, 16 for a vertex.
    const expected = lines.map((line) => {
      const { properties, geometry } = JSON.parse(line.replace(/,$/, ''))
      const polygons: number[][][][] = geometry.coordinates
      const vertices = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
      return [
        properties.boundary_id,
        `${9 + 9 * polygons.length + 4 * polygons.flat().length + 16 * vertices}`,
      ]
    })
    expect(lines.length).toBeGreaterThan(400)
    expect(sizes).toEqual(expected)
  })
})
