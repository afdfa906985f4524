// The corpus is what it would be, our readers agree with it, and each of its damages has the codes it says.
import { hash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { HEADER, HEADER_BYTES } from '#core/artifact/boundaries-layout.ts'
import { crc32, sha256 } from '#core/artifact/checksum.ts'
import { CLOCKS_HEADER, openClocks } from '#core/artifact/clocks.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { epochSeconds } from '#core/time/units.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { verifyArtifact } from '#pipeline/verify/artifact.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { openForLookup } from '#serve/commands/lookup.ts'
import { PointLines } from '#ask/point-lines.ts'
import { CORPUS, corpusFiles } from './build.ts'
import { DAMAGES, type Step } from './damages.ts'

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

test('it is what `npm run corpus` would write, byte for byte', () => {
  const made = corpusFiles()
  expect(
    readdirSync(ARTIFACT)
      .map((name) => `artifact/${name}`)
      .toSorted(),
  ).toEqual([...made.keys()].filter((path) => path.startsWith('artifact/')).toSorted())
  for (const [path, bytes] of made)
    expect(Buffer.compare(readFileSync(join(CORPUS, path)), bytes), path).toBe(0)
})

test('it is small, and good', () => {
  const size = readdirSync(ARTIFACT).reduce((sum, name) => sum + statSync(join(ARTIFACT, name)).size, 0)
  expect(size).toBeLessThan(400_000)
  expect(verifyArtifact(ARTIFACT)).toEqual([])
})

test('it has a tile of two groups, a tile at +180°, nodes, an alias and a zone that is none', () => {
  const boundaries = openBoundaries(readFileSync(join(ARTIFACT, 'boundaries.tiles')))
  const star = boundaries.tiles().tileAt(190_000_032, 110_000_032)
  expect(star.chains.reduce((sum, { vertices }) => sum + vertices.length / 2, 0)).toBeGreaterThan(32)
  expect(boundaries.tiles().tileAt(359_999_999, 58_500_000).chains.length).toBeGreaterThan(0)
  expect(boundaries.zoneIds).toContain('Etc/UCT')
  expect(points.filter(({ antimeridian }) => antimeridian !== null).length).toBeGreaterThan(3)
  expect(points.some(({ timezone }) => timezone === 'UTC')).toBe(true)
})

test('look-ups give the answers of points.json', () => {
  const { boundaries, named } = openForLookup(openArtifact(ARTIFACT), null)
  const lines = new PointLines(boundaries, named, 'json')
  const { output, fault } = lines.answer(
    Buffer.from(points.map(({ lat, lon }) => `${lat},${lon}\n`).join('')),
    'csv',
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

test('clocks show what instants.json says, from clocks.bin and from the database', () => {
  const clocks = openClocks(readFileSync(join(ARTIFACT, 'clocks.bin')))
  const artifact = openArtifact(ARTIFACT)
  const ids = new Map(artifact.rows('zone').map(({ iana, id }) => [iana, id]))
  for (const { name, zone, clocks: rows } of instants) {
    for (const compiled of [clocks.zone(name), artifact.withLines(ids.get(zone) ?? -1)]) {
      if (compiled === null) throw new Error(name)
      const shown = rows.map(({ at }) => {
        const type = typeAt(compiled, epochSeconds(at))
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
  const path = (file: string): string => join(directory, file)
  beforeEach(() => {
    rmSync(directory, { recursive: true, force: true })
    cpSync(ARTIFACT, directory, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const readManifest = (): Manifest => JSON.parse(readFileSync(path('manifest.json'), 'utf8'))

  function take(step: Step): void {
    if ('sql' in step) {
      const db = openDatabase(path('reference.sqlite'))
      db.pragma('foreign_keys = OFF')
      db.exec(step.sql)
      db.close()
    } else if ('manifest' in step) {
      writeFileSync(path('manifest.json'), manifestText({ ...readManifest(), ...step.manifest }))
    } else if ('remove' in step) rmSync(path(step.file))
    else if ('add' in step) writeFileSync(path(step.file), step.add)
    else {
      const bytes = readFileSync(path(step.file))
      if ('offset' in step) bytes.set(Buffer.from(step.bytes, 'hex'), step.offset)
      writeFileSync(path(step.file), 'cut' in step ? bytes.subarray(0, step.cut) : bytes)
    }
  }

  function mend(): void {
    const tiles = readFileSync(path('boundaries.tiles'))
    if (tiles.length >= HEADER_BYTES) {
      tiles.set(sha256(tiles.subarray(HEADER_BYTES)), HEADER.bodySha256)
      tiles.writeUInt32LE(crc32(tiles.subarray(0, HEADER.headerCrc32)), HEADER.headerCrc32)
      writeFileSync(path('boundaries.tiles'), tiles)
    }
    const clocks = readFileSync(path('clocks.bin'))
    if (clocks.length >= 32) {
      clocks.writeUInt32LE(crc32(clocks.subarray(32)), CLOCKS_HEADER.bodyCrc32)
      clocks.writeUInt32LE(crc32(clocks.subarray(0, CLOCKS_HEADER.headerCrc32)), CLOCKS_HEADER.headerCrc32)
      writeFileSync(path('clocks.bin'), clocks)
    }
    const { id: _, ...content } = readManifest()
    for (const file of Object.keys(content.files)) {
      const bytes = readFileSync(path(file))
      content.files[file] = { size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
    }
    writeFileSync(path('manifest.json'), manifestText({ id: artifactId(content), ...content }))
  }

  test.each(DAMAGES)('$name: $codes', ({ patch, mended, codes }) => {
    for (const step of patch) take(step)
    if (mended) mend()
    expect(verifyArtifact(directory).map(({ code }) => code)).toEqual(codes)
  })
})
