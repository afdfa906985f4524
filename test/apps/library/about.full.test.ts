// What the packages say about themselves. For the package with boundaries, see test/apps/library/readme.long.test.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { writeClocks } from '../../../apps/packages/alone.ts'
import { writeData } from '../../../apps/packages/data.ts'
import { writeLibrary } from '../../../apps/packages/library.ts'
import { writeMenu } from '../../../apps/packages/menu.ts'
import type { Making } from '../../../apps/packages/package-json.ts'
import { readmeOf } from '../../../apps/packages/readme.ts'
import { writeServer } from '../../../apps/packages/server.ts'
import { checkAbout } from '../../support/oracles/package-about.ts'

const REPOSITORY = 'https://git.example.org/tz/ref'
const folder = mkdtempSync(join(tmpdir(), 'tzref-about-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['tzref', writeLibrary],
  ['tzref-server', writeServer],
  ['tzref-clocks', writeClocks],
  ['tzref-data', writeData],
  ['tzref-menu', writeMenu],
] as const)('%s', (name, write) => {
  test('has a README and the fields that npm shows', async () => {
    const at = mkdtempSync(join(folder, `${name}-`))
    const making: Making = {
      artifact: inject('embeddedArtifact'),
      patch: 0,
      repository: REPOSITORY,
      isForNpm: true,
    }
    await write(at, making)
    const readme = checkAbout(at, name, REPOSITORY)
    const { exports }: { exports: Record<string, unknown> } = JSON.parse(
      readFileSync(join(at, 'package.json'), 'utf8'),
    )
    expect(readme).toContain(`npm install ${name}`)
    for (const entry of name === 'tzref' ? Object.keys(exports) : [])
      if (entry !== './package.json') expect(readme).toContain(`- \`${entry.replace('.', name)}\`: `)
  }, 120_000)
})

test('the README says first that nothing is on npm yet, and names no unknown address', () => {
  const parts = {
    what: 'What it is.',
    first: 'First lines.',
    terms: 'Terms.',
    rest: 'docs/library.md',
    with: ['tzref'],
  }
  const about = { name: 'tzref-data', version: '1.202606.0' }
  const readme = readmeOf(about, { repository: null, isForNpm: false }, parts)
  expect(readme).toContain('Not on npm yet')
  expect(readme).toContain('npm install ./tzref-data-1.202606.0.tgz ./tzref-[0-9]*.tgz\n')
  expect(readme).not.toContain('http')
})
