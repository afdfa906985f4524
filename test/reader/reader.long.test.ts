// The second reader compared with ours on a whole real artifact: `npm run long -- reader`. Prints the number of questions.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentId } from '#open/artifact-folder.ts'
import { embeddedInto } from '../support/worlds/embedded.ts'
import { compareReaders, hasPython, READER } from '../support/oracles/reader-comparison.ts'

test('both readers give the same answers everywhere, and the second one finds no fault', async () => {
  expect(hasPython, 'python3 is on this machine').toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'tzref-reader-long-'))
  try {
    await embeddedInto(folder)
    const dist = join(folder, 'dist')
    const artifact = join(dist, currentId(dist) ?? '')
    const checked = spawnSync('python3', ['-B', join(READER, 'tzref_check.py'), artifact], {
      encoding: 'utf8',
    })
    expect(checked.stdout + checked.stderr).toBe('good\n')
    const said = compareReaders(artifact, {
      points: 100_000,
      instants: 100_000,
      walls: 10_000,
      oneOf: 1,
    })
    process.stdout.write(`${said}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
