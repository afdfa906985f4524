// Exported tables: their rows compared with the artifact's own, in each file format; and what is refused.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import type { Form } from '#pipeline/export/form.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { ALL_FORMS, formNamed } from '../../support/oracles/export-form.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-tables-'))
let artifact: Artifact
beforeAll(() => void (artifact = openArtifact(inject('embeddedArtifact'))))
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})

/** Writes a form and returns the bytes of its file. */
async function written(name: string, file: string, rearguard = false): Promise<Buffer> {
  await writeExport(formNamed(name), artifact, join(folder, file), { rearguard })
  return readFileSync(join(folder, file))
}

/** One checksum over the paths and bytes of a form that is a folder. */
function sumOfFolder(name: string): string {
  const [form, sum] = [formNamed(name), createHash('sha256')]
  if (form.to !== 'folder') throw new Error(`${name} is no folder`)
  form.write(artifact, (path, content) => void sum.update(`${path} `).update(content), { rearguard: false })
  return sum.digest('hex')
}

// The tests of the boundaries' forms are geometry.full.test.ts and cells.test.ts. test/apps/library/web-files.full.test.ts writes `web` twice.
const isOfBoundaries = ({ name, to }: Form): boolean =>
  to === 'file' || ['cells', 'cell-edges', 'web'].includes(name)
const TABLES = ALL_FORMS.filter((form) => form.to === 'table' && !isOfBoundaries(form)).map(
  ({ name }) => name,
)

test.each(TABLES)(
  '%s: CSV, NDJSON and Parquet have the same rows, and the columns are described',
  async (name) => {
    const lines = (await written(name, `${name}.ndjson`)).toString().trimEnd().split('\n')
    const rows = lines.map((line): Record<string, unknown> => JSON.parse(line))
    expect(rows.length).toBeGreaterThan(100)
    const csv = (await written(name, `${name}.csv`)).toString()
    expect(csv.split('\r\n')[0]).toBe(Object.keys(rows[0] ?? {}).join(','))
    expect(csv.match(/\r\n/g)).toHaveLength(rows.length + 1)
    const bytes = new Uint8Array(await written(name, `${name}.parquet`)).buffer
    const read = await parquetReadObjects({ file: bytes })
    expect(
      read.map((row) =>
        JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
      ),
    ).toEqual(lines)
    const about = JSON.parse(readFileSync(join(folder, `${name}.parquet.json`), 'utf8'))
    expect(about).toMatchObject({ form: name, tz: '2026f', rows: rows.length })
    expect(about.columns.map((column: { name: string }) => column.name)).toEqual(Object.keys(rows[0] ?? {}))
  },
)

test.each(ALL_FORMS.filter((form) => !isOfBoundaries(form)).map(({ name, to }) => [name, to]))(
  '%s is the same, to the byte, when it is written again',
  async (name, to) => {
    if (to === 'folder') {
      expect(sumOfFolder(name)).toBe(sumOfFolder(name))
      return
    }
    const [one, two] = [await written(name, 'one.parquet'), await written(name, 'two.parquet')]
    expect(one.equals(two)).toBe(true)
  },
)

test('transitions: Dublin in both readings', async () => {
  const linesOf = async (rearguard: boolean): Promise<string[]> =>
    (await written('transitions', 'dublin.csv', rearguard))
      .toString()
      .split('\r\n')
      .filter((line) => line.startsWith('Europe/Dublin,'))
  expect(await linesOf(false)).toContain('Europe/Dublin,1792890000,2026-10-25T01:00:00+00:00,0,true,GMT')
  expect(await linesOf(true)).toContain('Europe/Dublin,1792890000,2026-10-25T01:00:00+00:00,0,false,GMT')
  expect((await linesOf(true)).at(-1)).toContain('2100-10-31T01:00:00+00:00,0,false,GMT')
})

test('posix: in the release’s reading and in the rearguard reading', async () => {
  expect((await written('posix', 'posix.csv')).toString()).toContain('Eire,"IST-1GMT0,M10.5.0,M3.5.0/1"\r\n')
  expect((await written('posix', 'posix.csv', true)).toString()).toContain(
    'Eire,"GMT0IST,M3.5.0/1,M10.5.0"\r\n',
  )
})

test('an error names what is wrong and what fixes it', async () => {
  await expect(written('zones', 'zones.xlsx')).rejects.toThrow(
    'found the ending ".xlsx", expected .csv, .ndjson, .parquet',
  )
  await expect(written('zones', 'zones.constructor')).rejects.toThrow('found the ending ".constructor"')
  writeFileSync(join(folder, 'mine.txt'), '')
  await expect(writeExport(formNamed('tzif'), artifact, folder, { rearguard: false })).rejects.toThrow(
    'found a folder that is not empty, expected a new or empty one',
  )
})
