// An artifact of an earlier minor version, without the tables and columns that were added since, opens and is good.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openAlmanac } from '#core/ask/almanac.ts'
import { ROOT } from '#open/program/root.ts'
import { FORMAT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'
import { copyArtifact, fix, named, take } from '../../support/attacks/damaged-artifact.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-earlier-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The SQL that takes out what later minor versions added. */
const withoutLater = (minor: number): string =>
  Object.entries<Table>(TABLES)
    .flatMap(([table, { since, columns }]) =>
      (since ?? 0) > minor
        ? [`DROP TABLE ${table}`]
        : Object.entries(columns).flatMap(([name, column]) =>
            (column.since ?? 0) > minor ? [`ALTER TABLE ${table} DROP COLUMN ${name}`] : [],
          ),
    )
    .join(';')

test.each(Array.from({ length: FORMAT.minor }, (_, minor) => minor))('format 4.%i', (minor) => {
  const copy = join(folder, `${minor}`, 'copy')
  copyArtifact(join(ROOT, 'test/corpus/artifact'), copy)
  take(copy, { sql: withoutLater(minor) })
  take(copy, { manifest: { format: `${FORMAT.major}.${minor}` } })
  fix(copy)
  const path = named(copy)
  expect(verifyArtifact(path)).toEqual([])
  const artifact = openArtifact(path)
  const { disagreements, cities } = openAlmanac(artifact)
  expect(disagreements()).toEqual([])
  expect([...artifact.pages('disagreement')]).toEqual([])
  expect(cities().byName.length).toBeGreaterThan(3)
  artifact.close()
})
