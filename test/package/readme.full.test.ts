// The README of each package: its code runs with the installed packages; and the fields of the package with boundaries are checked.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { writeBoundaries } from '../../package/make/alone.ts'
import { emptyProject, type EmptyProject } from '../support/empty-project.ts'
import { checkAbout } from '../support/package-about.ts'
import { checking } from '../support/shown-values.ts'

const NAMES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries'] as const

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(NAMES, inject('embeddedArtifact'))
})
afterAll(() => project.remove())

test.each(NAMES)('the README of %s shows true results', (name) => {
  const text = readFileSync(join(project.folder, 'node_modules', name, 'README.md'), 'utf8')
  const sources = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, source = '']) => source)
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) {
    const shown = source.match(/ \/\/ → /g)?.length ?? 0
    const module = `const pairs = []\n${checking(source)}\nconsole.log(JSON.stringify(pairs))`
    const pairs = project.run(`${name}.mjs`, module)
    if (!Array.isArray(pairs)) throw new TypeError('no list of pairs')
    expect(pairs.length).toBeGreaterThan(0)
    expect(pairs).toHaveLength(shown)
    for (const pair of pairs) {
      const [found, expected]: unknown[] = Array.isArray(pair) ? pair : []
      expect(found, source).toEqual(expected)
    }
  }
})

test('tzref-boundaries has a README and the fields that npm shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-about-'))
  try {
    const repository = 'https://git.example.org/tz/ref'
    const making = { artifact: inject('embeddedArtifact'), patch: 0, repository, isForNpm: true }
    await writeBoundaries(folder, making)
    expect(checkAbout(folder, 'tzref-boundaries', repository)).toContain('ODbL')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
