// The patch in docs/patches for the authors of the Parquet reader: with it damaged files give an error, without it one of them never ends.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#cli/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-patch-'))
const PATCHES = join(ROOT, 'docs/patches')
const read = (name: string, seconds: number): { ended: boolean; says: string } => {
  const child = join(ROOT, 'test/support/parquet-library-child.ts')
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', child, join(folder, name), '1', '60'],
    { cwd: ROOT, encoding: 'utf8', timeout: seconds * 1000 },
  )
  return { ended: signal === null, says: stdout }
}

beforeAll(() => {
  for (const name of ['plain', 'mended'])
    cpSync(join(ROOT, 'node_modules/hyparquet'), join(folder, name), { recursive: true })
  for (const name of readdirSync(PATCHES).filter((file) => file.startsWith('hyparquet-')))
    execFileSync('patch', ['-p1', '-i', join(PATCHES, name)], { cwd: join(folder, 'mended') })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the Parquet reader hangs on one of sixty damaged files; the patched one ends, and reads good files as before', () => {
  const mended = read('mended', 60)
  expect(mended).toMatchObject({ ended: true, says: expect.stringMatching(/done\n$/) })
  expect(mended.says).toContain('Parquet, Snappy: 120 rows\nParquet, plain: 120 rows\n')
  expect(read('plain', 30).ended).toBe(false)
})
