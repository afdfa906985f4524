// An error of each package that nobody catches is short enough to read: Node prints the line of code that threw it, and then the message.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(
    ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu'],
    inject('embeddedArtifact'),
  )
})
afterAll(() => project.remove())

test.each([
  ['tzref-clocks', "require('tzref-clocks').clocks.zone('Europe/Berln')", 'nearest are Europe/Berlin'],
  [
    'tzref-boundaries',
    "require('tzref-boundaries').openBoundaries().zoneAt(91, 0)",
    'expected degrees north',
  ],
  [
    'tzref',
    "require('tzref').openTzref(require('tzref-data').folder).zone('Nope')",
    'expected an identifier',
  ],
  [
    'tzref/clocks',
    "require('tzref/clocks').openClocks(require.resolve('tzref-data/clocks.bin')).zone('Nope')",
    'expected an identifier',
  ],
  ['tzref-data', "require('tzref/boundaries').openBoundaries(require('tzref-data').folder)", 'expected'],
  ['tzref-menu', "require('tzref-menu').openMenu({})", 'Error'],
])('an uncaught error of %s has fewer than 1,000 characters', (_, source, words) => {
  const kinds = { cjs: source, mjs: `import { createRequire } from 'node:module'\n${asModule(source)}` }
  for (const [kind, text] of Object.entries(kinds)) {
    const file = join(project.folder, `wrong.${kind}`)
    writeFileSync(file, text)
    const { status, stderr } = spawnSync(process.execPath, [file], { cwd: project.folder, encoding: 'utf8' })
    expect(status, stderr.slice(0, 2000)).toBe(1)
    expect(stderr).toContain(words)
    // Node's own frames are the same for every error, and the folder is as long as the user has it.
    const ours = stderr.replaceAll(/^ +at .*node:internal.*\n/gm, '').replaceAll(project.folder, '')
    expect(ours.length, stderr.slice(0, 2000)).toBeLessThan(1000)
  }
})

/** The same with `import` for the first package. */
const asModule = (source: string): string =>
  source.replace(
    /^require\('([^']+)'\)/,
    (_, name: string) => `const require = createRequire(import.meta.url)\n;(await import('${name}'))`,
  )

test('a language of tzref-menu has types for tools that do not know exports', () => {
  const { typesVersions, exports } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules/tzref-menu/package.json'), 'utf8'),
  )
  expect(exports['./*'].require.types).toBe(typesVersions['*'].en[0])
  expect(Object.keys(typesVersions['*'])).toHaveLength(35)
})
