// The corpus is up to date, our readers agree with it, and each of its damages has its codes.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { FORMAT } from '#core/artifact/layout.ts'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { epochSeconds } from '#core/time/units.ts'
import { releaseTypeAt } from '#core/zone/release-reading.ts'
import { openArtifact } from '#open/artifact.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { openForLookup } from '#apps/cli/look-up.ts'
import { openPointLines } from '#apps/cli/point-lines.ts'
import { CORPUS, corpusFiles } from './build.ts'
import { copyArtifact, fix, take } from '../support/attacks/damaged-artifact.ts'
import { DAMAGES } from './damages.ts'

const ARTIFACT = join(CORPUS, 'artifact')

interface PointRow {
  readonly lat: string
  readonly lon: string
  readonly kind: string
  readonly timezone: string
  readonly overlap: readonly string[]
  readonly antimeridian: string | null
}
interface ClockRow {
  readonly name: string
  readonly zone: string
  readonly clocks: readonly { readonly at: number }[]
}
const points: PointRow[] = JSON.parse(readFileSync(join(CORPUS, 'points.json'), 'utf8'))
const instants: ClockRow[] = JSON.parse(readFileSync(join(CORPUS, 'instants.json'), 'utf8'))

test('`npm run corpus` would write the same bytes', async () => {
  const made = await corpusFiles()
  expect(
    readdirSync(ARTIFACT)
      .map((name) => `artifact/${name}`)
      .toSorted(),
  ).toEqual([...made.keys()].filter((path) => path.startsWith('artifact/')).toSorted())
  for (const [path, bytes] of made)
    expect(Buffer.compare(readFileSync(join(CORPUS, path)), bytes), path).toBe(0)
})

test('its files match corpus.schema.json and have the format of the artifact', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(CORPUS, name), 'utf8'))
  const schema: { version: string } & Record<string, unknown> = JSON.parse(
    readFileSync(join(CORPUS, 'corpus.schema.json'), 'utf8'),
  )
  const { version, ...rest } = schema
  expect(version).toBe(`${FORMAT.major}.${FORMAT.minor}`)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ ...rest, $id: 'corpus' })
  for (const name of ['points', 'instants', 'walls', 'names', 'damages']) {
    const check = ajv.compile({ $ref: `corpus#/$defs/${name}` })
    expect([check(read(`${name}.json`)), check.errors], name).toEqual([true, null])
  }
})

test('it is small and passes every check', () => {
  const size = readdirSync(ARTIFACT).reduce((sum, name) => sum + statSync(join(ARTIFACT, name)).size, 0)
  expect(size).toBeLessThan(400_000)
  expect(verifyArtifact(ARTIFACT)).toEqual([])
})

test('it has a tile of two groups, a tile at +180°, nodes, and an alias', () => {
  const boundaries = openBoundaries(readFileSync(join(ARTIFACT, 'boundaries.tiles')))
  const star = boundaries.tiles().tileAt(190_000_032, 110_000_032)
  expect(star.chains.reduce((sum, { vertices }) => sum + vertices.length / 2, 0)).toBeGreaterThan(32)
  expect(boundaries.tiles().tileAt(359_999_999, 58_500_000).chains.length).toBeGreaterThan(0)
  expect(boundaries.zoneIds).toContain('Etc/UCT')
  expect(points.filter(({ antimeridian }) => antimeridian !== null).length).toBeGreaterThan(3)
  expect(points.some(({ timezone }) => timezone === 'UTC')).toBe(true)
})

test('look-ups give the answers of points.json', () => {
  const lines = openPointLines(openForLookup(openArtifact(ARTIFACT), null), 'json')
  const { output, fault } = lines.answer(
    Buffer.from(points.map(({ lat, lon }) => `${lat},${lon}\n`).join('')),
  )
  expect(fault).toBe(null)
  const answers = Buffer.from(output)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  points.forEach((point, i) => {
    const { lat: _lat, lon: _lon, overlap, antimeridian, ...rest } = point
    expect(answers[i], `${point.lat} ${point.lon}`).toMatchObject({
      ...rest,
      alternatives: [
        ...overlap.map((timezone) => ({ reason: 'overlap', timezone })),
        ...(antimeridian === null ? [] : [{ reason: 'antimeridian', timezone: antimeridian }]),
      ],
    })
  })
  expect(points.length).toBeGreaterThan(150)
})

test('clocks.bin and the database show what instants.json says', () => {
  const clocks = openClocks(readFileSync(join(ARTIFACT, 'clocks.bin')))
  const artifact = openArtifact(ARTIFACT)
  const ids = new Map(artifact.rows('zone').map(({ iana, id }) => [iana, id]))
  for (const { name, zone, clocks: rows } of instants) {
    for (const compiled of [clocks.zone(name), artifact.withLines(ids.get(zone) ?? -1)]) {
      if (compiled === null) throw new Error(name)
      const shown = rows.map(({ at }) => {
        const type = releaseTypeAt(compiled, epochSeconds(at))
        return {
          at,
          utc_offset: type.offset,
          save: type.save,
          is_dst: type.isDst,
          release_save: type.releaseSave,
          release_is_dst: type.releaseIsDst,
          abbreviation: type.abbreviation,
        }
      })
      expect(shown, name).toEqual(rows)
    }
  }
  artifact.close()
})

describe('damage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-corpus-test-'))
  const directory = join(folder, 'damaged')
  beforeEach(() => copyArtifact(ARTIFACT, directory))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(DAMAGES)('$name: $codes', ({ patch, mended, codes }) => {
    for (const step of patch) take(directory, step)
    if (mended) fix(directory)
    expect(verifyArtifact(directory).map(({ code }) => code)).toEqual(codes)
  })
})
