// The contracts and core compile alone, and the service compiles without the programs that are made from it.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

test.each([
  ['schemas and core', ['schemas', 'core']],
  ['the service without apps', ['schemas', 'core', 'open', 'pipeline', 'serve']],
  ['the interface alone', ['schemas', 'core', 'open', 'serve']],
])('%s compile without a file of another room', (_, rooms) => {
  // Next to tsconfig.json, whose options and packages it has.
  const path = join(ROOT, `.tsconfig-${process.pid}.json`)
  writeFileSync(path, JSON.stringify({ extends: './tsconfig.json', include: rooms }))
  try {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', path, ...args], {
        cwd: ROOT,
        encoding: 'utf8',
      })
    const { stdout, status } = run()
    expect([status, stdout]).toEqual([0, ''])
    const files = run('--listFilesOnly')
      .stdout.split('\n')
      .filter((file) => file.startsWith(`${ROOT}/`) && !file.includes('/node_modules/'))
      .map((file) => file.slice(ROOT.length + 1))
    expect(files.length).toBeGreaterThan(50)
    expect(
      files.filter((file) => !rooms.includes(file.split('/')[0] ?? '') && file !== 'package.json'),
    ).toEqual([])
  } finally {
    rmSync(path)
  }
})
