// The flags of V8 that a server sets while it runs are known to this version of Node (decision 0023).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

test('V8 knows each flag that serve/heap.ts sets (decision 0023)', () => {
  const source = readFileSync(join(ROOT, 'serve/heap.ts'), 'utf8')
  const flags = Array.from(
    source.matchAll(/setFlagsFromString\('--(?:no-)?([\w-]+)/g),
    ([, flag = '']) => flag,
  )
  expect(flags.length).toBeGreaterThan(0)
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  expect(flags.filter((flag) => !known.includes(`--${flag} `))).toEqual([])
})
