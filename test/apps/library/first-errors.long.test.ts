// An error of each package that nobody catches is short enough to read: Node prints the line of code that threw it, and then the message.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu']

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(PACKAGES, inject('embeddedArtifact'))
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
  // A file that is not there: the first mistake of many.
  ...[
    ['tzref', 'openTzref'],
    ['tzref/clocks', 'openClocks'],
    ['tzref/boundaries', 'openBoundaries'],
    ['tzref/history', 'openHistory'],
    ['tzref-boundaries', 'openBoundaries'],
  ].map(([entry, open]) => [
    `a missing file of ${entry}`,
    `require('${entry}').${open}(process.cwd() + '/a folder of the project/that is not there')`,
    'found no file at',
  ]),
  ['tzref/moved', "require('tzref/moved').openMoved('older.bin', 'newer.bin')", 'found no file at'],
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

test('every entry with a name of its own has types for tools that do not know exports', () => {
  for (const name of PACKAGES) {
    const { typesVersions, exports, types } = JSON.parse(
      readFileSync(join(project.folder, 'node_modules', name, 'package.json'), 'utf8'),
    )
    expect(exports['.'].require.types, name).toBe(types)
    const named = Object.entries<{ require?: { types: string } }>(exports).flatMap(([entry, { require }]) =>
      entry === '.' || require === undefined ? [] : [[entry.slice(2), require.types]],
    )
    const told = typesVersions?.['*'] ?? {}
    for (const [entry = '', file] of named)
      for (const one of entry === '*' ? Object.keys(told) : [entry]) expect(told[one], name).toEqual([file])
    if (name === 'tzref-menu') expect(Object.keys(told)).toHaveLength(35)
  }
})
