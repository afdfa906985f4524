// How commands find the artifacts that they are given.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MANIFEST } from '#core/artifact/layout.ts'
import { artifactDirectories, artifactDirectory } from '#pipeline/commands/artifact-argument.ts'

const dist = mkdtempSync(join(tmpdir(), 'tzref-argument-'))
afterAll(() => rmSync(dist, { recursive: true }))

test('an artifact is found by its id or its path, and every missing one is named', () => {
  const here = join(dist, 'here')
  mkdirSync(here)
  writeFileSync(join(here, MANIFEST), '{}')
  expect([artifactDirectory(dist, 'here'), artifactDirectory('elsewhere', here)]).toEqual([here, here])
  expect(() => artifactDirectories(dist, ['one', 'here', 'two'])).toThrow(
    `no artifact at one nor ${join(dist, 'one')} nor two nor ${join(dist, 'two')}: expected a directory with ${MANIFEST}`,
  )
})
