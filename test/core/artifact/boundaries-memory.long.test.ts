// Memory that a process still holds for boundaries that it opened and no longer uses.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { embeddedBoundaries } from '../../support/worlds/embedded.ts'

test('a hundred files, opened one after the other, never take the memory of more than ten', async () => {
  const { bytes } = await embeddedBoundaries()
  const folder = mkdtempSync(join(tmpdir(), 'tzref-memory-'))
  try {
    const file = join(folder, 'boundaries.tiles')
    writeFileSync(file, bytes)
    const child = fileURLToPath(new URL('../../support/children/open-often-child.ts', import.meta.url))
    const most = execFileSync(process.execPath, ['--import', 'tsx', child, file, '100'], { encoding: 'utf8' })
    // A hundred open files would take 3,900 MB.
    expect(Number(most)).toBeLessThan(400)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
