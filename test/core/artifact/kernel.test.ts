// core/artifact/kernel/kernel.wasm is what `npm run kernel` makes of its sources (decision 17).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the compiled kernel is that of its source', () => {
  const folder = fileURLToPath(new URL('../../../core/artifact/kernel', import.meta.url))
  const compiler = fileURLToPath(import.meta.resolve('assemblyscript')).replace(/dist.*/, 'bin/asc.js')
  const temporary = mkdtempSync(join(tmpdir(), 'tzref-kernel-'))
  try {
    const outFile = join(temporary, 'kernel.wasm')
    const config = join(folder, 'asconfig.json')
    const sources = ['look-up.ts', 'lines.ts'].map((file) => join(folder, file))
    execFileSync(process.execPath, [compiler, ...sources, '--config', config, '--outFile', outFile])
    expect(readFileSync(outFile).equals(readFileSync(join(folder, 'kernel.wasm')))).toBe(true)
  } finally {
    rmSync(temporary, { recursive: true })
  }
})
