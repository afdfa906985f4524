// Each named damage to an artifact gives its code; no damaged artifact opens, and no check hangs.
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { clockPartsOf, encodeHistory, openHistory } from '#core/artifact/history.ts'
import { FORMAT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { CORPUS } from '../../corpus/build.ts'
import { copyWithoutBoundaries, fix, take } from '../../support/attacks/damaged-artifact.ts'

let folder = ''
let directory = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-hostile-'))
  directory = join(folder, 'artifact')
  cpSync(join(CORPUS, 'artifact'), directory, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (file: string): string => join(directory, file)

function codeOfOpening(): string {
  try {
    openArtifact(directory).close()
    return 'opened'
  } catch (error) {
    if (error instanceof ArtifactError) return error.code
    throw error
  }
}

function editManifest(edit: (manifest: Record<string, unknown>) => void): void {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(path('manifest.json'), 'utf8'))
  edit(manifest)
  writeFileSync(path('manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Changes one byte of a file, `fraction` of the way into it. */
function flip(file: string, fraction: number): void {
  const bytes = readFileSync(path(file))
  const at = Math.floor(bytes.length * fraction)
  bytes[at] = (bytes[at] ?? 0) ^ 0x55
  writeFileSync(path(file), bytes)
}

const verifyCodes = (): string[] => verifyArtifact(directory).map(({ code }) => code)

test('an untouched artifact is good', () => {
  expect(codeOfOpening()).toBe('opened')
  expect(verifyCodes()).toEqual([])
})

describe('an ordinary open refuses', () => {
  test.each<[string, string, () => void]>([
    ['a missing directory', 'not-found', () => rmSync(directory, { recursive: true })],
    ['no manifest', 'manifest-missing', () => rmSync(path('manifest.json'))],
    ['a manifest cut off', 'manifest-malformed', () => truncateSync(path('manifest.json'), 100)],
    ['an empty manifest', 'manifest-malformed', () => truncateSync(path('manifest.json'), 0)],
    ['a manifest that is a list', 'manifest-malformed', () => writeFileSync(path('manifest.json'), '[]')],
    [
      'a manifest without its tz release',
      'manifest-malformed',
      () => editManifest((manifest) => delete manifest['tz']),
    ],
    [
      'a manifest with a key we do not know of this version',
      'manifest-malformed',
      () => editManifest((manifest) => (manifest['files'] = 7)),
    ],
    [
      'a format of another major version',
      'format-unknown',
      () => editManifest((manifest) => (manifest['format'] = `${FORMAT.major + 1}.0`)),
    ],
    [
      'a format that is not a version',
      'manifest-malformed',
      () => editManifest((manifest) => (manifest['format'] = 'one')),
    ],
    [
      'a manifest that points outside',
      'manifest-malformed',
      () => editManifest((manifest) => (manifest['files'] = { '../x': { size: 1, sha256: '0'.repeat(64) } })),
    ],
    ['a file that is missing', 'file-missing', () => rmSync(path('NOTICE'))],
    ['a database cut off', 'file-size', () => truncateSync(path('reference.sqlite'), 4096)],
    [
      'a database that is text',
      'database-malformed',
      () => {
        const { length } = readFileSync(path('reference.sqlite'))
        writeFileSync(path('reference.sqlite'), 'x'.repeat(length))
      },
    ],
  ])('%s: %s', (_, code, damage) => {
    damage()
    expect(codeOfOpening()).toBe(code)
    expect(verifyCodes()).toEqual([code])
  })
})

test('a later minor version is opened, because additions break nothing', () => {
  editManifest((manifest) => (manifest['format'] = `${FORMAT.major}.9`))
  expect(codeOfOpening()).toBe('opened')
})

describe('a schema that would run when it is read is refused before any query', () => {
  const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT'

  test.each([
    [
      'an endless view in place of a table',
      `ALTER TABLE zone RENAME TO z; CREATE VIEW zone AS ${ENDLESS} i AS id FROM n`,
    ],
    ['a view beside the tables', `CREATE VIEW more AS ${ENDLESS} i FROM n`],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON zone BEGIN SELECT 1; END'],
    ['a virtual table', 'CREATE VIRTUAL TABLE t USING fts5(x)'],
    ['a generated column', "ALTER TABLE city ADD COLUMN x TEXT AS ('y')"],
    ['an index on an expression', 'CREATE INDEX i ON city (lower(name))'],
    ['a missing table', 'PRAGMA foreign_keys = OFF; DROP TABLE dependency'],
    ['a missing column', 'ALTER TABLE country DROP COLUMN emoji'],
    [
      'a table that is not strict',
      'DROP TABLE dependency; CREATE TABLE dependency (country, position, territory)',
    ],
  ])('%s', (_, sql) => {
    take(directory, { sql })
    fix(directory)
    expect(codeOfOpening()).toBe('database-schema')
    expect(verifyCodes()).toEqual(['database-schema'])
  })

  test('one more table and one more column belong to a later minor version', () => {
    take(directory, {
      sql: 'ALTER TABLE country ADD COLUMN note TEXT; CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT',
    })
    fix(directory)
    expect(codeOfOpening()).toBe('opened')
  })
})

describe('verify finds', () => {
  test('a control character in a name of a zone, by someone who mended hash and id after it', () => {
    take(directory, { sql: 'UPDATE zone SET iana = iana || char(1) WHERE id = 3' })
    fix(directory)
    expect(verifyCodes()).toContain('text-control')
  })

  test.each([0.1, 0.5, 0.9])('a flipped byte at %d of the database', (fraction) => {
    flip('reference.sqlite', fraction)
    // If the flipped byte makes the database unreadable, the check finds this first.
    expect(['file-hash', 'database-malformed']).toContain(verifyCodes()[0])
  })

  test('a transition that was moved by an hour, with a correct hash and id', () => {
    directory = copyWithoutBoundaries(inject('embeddedArtifact'), folder)
    take(directory, {
      sql: "UPDATE interval SET starts_at = starts_at + 3600 WHERE zone = (SELECT id FROM zone WHERE iana = 'Europe/Dublin') AND position = 40",
    })
    fix(directory)
    // Both clock files now differ from the database.
    expect(verifyCodes()).toEqual(['transitions', 'clocks-differ', 'clocks-differ'])
  })

  test('a history without the release of the artifact, or cut off', () => {
    directory = copyWithoutBoundaries(inject('embeddedArtifact'), folder)
    const history = readFileSync(path('tz-history.bin'))
    const older = openHistory(history).clocks('2026c')
    if (older === null) throw new Error('it has no 2026c')
    writeFileSync(path('tz-history.bin'), encodeHistory([clockPartsOf(older)]))
    fix(directory)
    expect(new Set(verifyCodes())).toEqual(new Set(['clocks-differ']))
    writeFileSync(path('tz-history.bin'), history.subarray(0, 20))
    fix(directory)
    expect(verifyCodes()).toEqual(['file-too-short'])
  })
})
