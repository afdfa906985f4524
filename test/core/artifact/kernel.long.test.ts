// core/artifact/kernel-bytes.ts is what `npm run kernel` makes from its sources (decision 17).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-kernel-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the compiled kernel matches its source', () => {
  const made = join(folder, 'kernel-bytes.ts')
  execFileSync('npm', ['run', '-s', 'kernel', made], { cwd: ROOT })
  expect(readFileSync(made, 'utf8')).toBe(readFileSync(join(ROOT, 'core/artifact/kernel-bytes.ts'), 'utf8'))
})
