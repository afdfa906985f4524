// verify finds damage in each file of an artifact, whatever the damage is.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { artifactId, manifestText } from '#core/artifact/id.ts'
import { MANIFEST, REFERENCE } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { tzvalidateText } from '#pipeline/export/tzvalidate.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

let world: ReleaseWorld
let good = ''
let directory = ''
beforeAll(() => {
  world = releaseWorld()
  good = world.build('2030b').directory
})
afterAll(() => world.remove())
beforeEach(() => {
  directory = join(world.root, 'damaged')
  rmSync(directory, { recursive: true, force: true })
  cpSync(good, directory, { recursive: true })
})

const path = (file: string): string => join(directory, file)
const codes = (): string[] => verifyArtifact(directory).map(({ code }) => code)

const FILES = ['manifest.json', 'reference.sqlite', 'clocks.bin', 'names.bin', 'tz-history.bin', 'NOTICE']

test('the test knows all files', () => {
  expect(readdirSync(good).toSorted()).toEqual(FILES.toSorted())
})

describe.each(FILES)('%s', (file) => {
  const other = FILES.find((name) => name !== file) ?? ''
  test.each<[string, () => void]>([
    ['cut to half', () => truncateSync(path(file), readFileSync(path(file)).length >> 1)],
    ['one byte short', () => truncateSync(path(file), readFileSync(path(file)).length - 1)],
    ['emptied', () => truncateSync(path(file))],
    ['missing', () => rmSync(path(file))],
    ['a folder', () => (rmSync(path(file)), mkdirSync(path(file)))],
    ['a link that leads nowhere', () => (rmSync(path(file)), symlinkSync('nowhere', path(file)))],
    [
      'swapped with another',
      () => {
        renameSync(path(file), path('x'))
        renameSync(path(other), path(file))
        renameSync(path('x'), path(other))
      },
    ],
  ])('%s is found', (_what, damage) => {
    damage()
    expect(codes()).not.toEqual([])
  })

  test('one flipped bit is found, wherever it is', () => {
    const bytes = readFileSync(path(file))
    for (let i = 0; i < 40; i++) {
      const at = Math.floor((bytes.length * (i + 0.5)) / 40)
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (i % 8))
      writeFileSync(path(file), flipped)
      expect([at, codes()]).not.toEqual([at, []])
    }
  })
})

test('bytes after the end of the database are found', () => {
  appendFileSync(path(REFERENCE), 'x')
  expect(codes()).toEqual(['file-size'])
})

describe('a row changed in', () => {
  const edits: Record<string, string> = {
    zone: "UPDATE zone SET country = 'XX' WHERE iana = 'Asia/Kathmandu'",
    zone_alias: "DELETE FROM zone_alias WHERE name = 'Asia/Katmandu'",
    interval: 'UPDATE interval SET starts_at = starts_at + 1 WHERE zone = 0 AND position = 1',
    local_time_type: "UPDATE local_time_type SET abbreviation = 'XYZ' WHERE zone = 0 AND position = 0",
    source_line: "UPDATE source_line SET text = 'x' WHERE id = 0",
  }
  test.each(Object.entries(edits))('%s is found', (_table, sql) => {
    const db = openDatabase(path(REFERENCE))
    expect(db.prepare(sql).run().changes).toBe(1)
    db.close()
    expect(codes()).not.toEqual([])
  })
})

test.each(['extra', '.hidden', 'constructor'])(
  'a file "%s" that the manifest does not name is found',
  (name) => {
    writeFileSync(path(name), '')
    expect(codes()).toEqual(['file-unlisted'])
  },
)

describe('a manifest that lies about', () => {
  const lie = (edit: (manifest: Record<string, unknown>) => void): void => {
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(path(MANIFEST), 'utf8'))
    edit(manifest)
    writeFileSync(path(MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  test.each<[string, string, (manifest: Record<string, unknown>) => void]>([
    ['its release', 'id-mismatch', (manifest) => (manifest['tz'] = '2030a')],
    ['its sources', 'id-mismatch', (manifest) => (manifest['sources'] = [])],
    ['its day', 'id-mismatch', (manifest) => (manifest['reference_date'] = '2031-01-01')],
    ['its id', 'id-mismatch', (manifest) => (manifest['id'] = '2030b-none-00000000')],
    ['its format', 'format-unknown', (manifest) => (manifest['format'] = '9.0')],
    ['its files', 'file-unlisted', (manifest) => (manifest['files'] = {})],
  ])('%s: %s', (_what, code, edit) => {
    lie(edit)
    expect(codes()).toContain(code)
  })

  test('its counts or clocks, with an id that fits', () => {
    for (const edit of [{ counts: { zones: 1 } }, { transitions_sha256: '0'.repeat(64) }]) {
      const { id: _, ...content } = { ...openArtifactManifest(), ...edit }
      writeFileSync(path(MANIFEST), manifestText({ id: artifactId(content), ...content }))
      expect(codes()).not.toEqual([])
    }
  })
})

function openArtifactManifest() {
  const { manifest, close } = openArtifact(good)
  close()
  return manifest
}

test('the dump has every identifier in order, aliases with the clock of their zone, and the hash of its body', () => {
  const artifact = openArtifact(good)
  const text = tzvalidateText(artifact)
  artifact.close()
  const [head = '', ...zones] = text.split('\n\n')
  expect(head.split('\n').slice(0, 3)).toEqual([
    'Format: tzvalidate-0.1',
    'Version: 2030b',
    'Range: 1800-2101',
  ])
  const names = zones.filter((zone) => zone !== '').map((zone) => zone.split('\n')[0] ?? '')
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)))
  expect(names).toContain('Asia/Katmandu')
  expect(zones.find((zone) => zone.startsWith('Asia/Katmandu\n'))).toBe(
    `Asia/Katmandu
Initially:           +05:41:16 standard LMT
1919-12-31T18:18:44Z +05:30:00 standard +0530
1986-01-01T18:30:00Z +05:45:00 standard +0545`,
  )
})
