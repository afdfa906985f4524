// The worked example of the artifact's format gives the row that the document shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { openDatabase } from '#open/sqlite-driver.ts'

test('the worked example of docs/formats/artifact.md gives the result it shows', () => {
  const query = /```sql\n(SELECT t[\s\S]*?);\n-- (\S+)/.exec(
    readFileSync(join(ROOT, 'docs/formats/artifact.md'), 'utf8'),
  )
  const db = openDatabase(join(inject('embeddedArtifact'), 'reference.sqlite'), { readonly: true })
  const row = db
    .prepare(query?.[1] ?? '')
    .raw()
    .get()
  db.close()
  expect(row).toEqual(query?.[2]?.split('|').map((field) => (/^\d+$/.test(field) ? Number(field) : field)))
})
