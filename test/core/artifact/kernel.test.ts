// core/artifact/kernel-bytes.ts is what `npm run kernel` makes from its sources (decision 17).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the compiled kernel matches its source', () => {
  const code =
    "import('./core/artifact/kernel/compile.mjs').then(async (m) => console.log(await m.kernelModule()))"
  const root = new URL('../../..', import.meta.url)
  const text = execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' })
  expect(text.trim()).toBe(readFileSync(new URL('core/artifact/kernel-bytes.ts', root), 'utf8').trim())
})
