// Every entry of the packages in esbuild's bundles: each format, for Node and for pages, imported and required. Each bundle is run.
import { build, type Format, type Platform } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { emptyProject, type EmptyProject } from '../support/empty-project.ts'
import { entriesOf, programOf, PROGRAMS } from '../support/entry-programs.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu']

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(PACKAGES, inject('embeddedArtifact'))
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
  writeFileSync(join(project.folder, 'run.cjs'), RUN)
})
afterAll(() => project.remove())

/**
 * Runs bundles of one kind and prints their answers. A page has neither Node's globals nor its functions around a module. Its modules are
 * still loaded by Node.
 */
const RUN = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { runInThisContext } = require('node:vm')
const { Temporal } = require(${JSON.stringify(join(ROOT, 'node_modules/temporal-polyfill'))})
const [format, platform, artifact, ...files] = process.argv.slice(2)
const reports = []
globalThis.given = {
  bytes: (name) => new Uint8Array(readFileSync(join(artifact, name))),
  instant: Temporal.Instant.fromEpochMilliseconds(0),
}
globalThis.report = (entry, ask) => reports.push([entry, ask])
const { stdout } = process
async function load(file) {
  if (format === 'esm') return import(file)
  if (format === 'cjs' && platform === 'node') return require(file)
  const text = readFileSync(file, 'utf8')
  return format === 'iife' ? runInThisContext(text) : runInThisContext('(function (exports, module) {' + text + '\\n})')({}, {})
}
async function all() {
  if (platform === 'browser') globalThis.process = undefined
  const told = {}
  for (const file of files) {
    try {
      await load(file)
      const [entry, ask] = reports.pop()
      told[entry] = await ask()
    } catch (error) { told[file] = String(error) }
  }
  stdout.write(JSON.stringify(told))
}
all()
`

test('there is a program for every entry', () => {
  expect(Object.keys(PROGRAMS).toSorted()).toEqual(entriesOf(project.folder, PACKAGES).toSorted())
})

const KINDS = (['esm', 'cjs', 'iife'] as const).flatMap((format) =>
  (['node', 'browser'] as const).flatMap((platform) =>
    [false, true].map((isRequired): [Format, Platform, boolean] => [format, platform, isRequired]),
  ),
)

test.each(KINDS)('in %s for %s, required: %s', async (format, platform, isRequired) => {
  const kind = `${format}-${platform}-${isRequired}`
  const files = await Promise.all(
    Object.keys(PROGRAMS).map(async (entry) => {
      const outfile = join(
        project.folder,
        `${kind}-${entry.replace('/', '_')}.${format === 'esm' ? 'mjs' : 'cjs'}`,
      )
      const { warnings } = await build({
        stdin: { contents: programOf(entry, isRequired), resolveDir: project.folder },
        absWorkingDir: project.folder,
        outfile,
        bundle: true,
        format,
        platform,
        logLevel: 'silent',
      })
      // It warns of `import.meta` where the format has none: that is what this test is about.
      expect(warnings.filter(({ id }) => id !== 'empty-import-meta')).toEqual([])
      return outfile
    }),
  )
  const data = join(project.folder, 'node_modules/tzref-data')
  const args = [join(project.folder, 'run.cjs'), format, platform, data, ...files]
  const told: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  // Only two kinds of bundles know where they are: a module that was imported, and a CommonJS module of Node that was required.
  const isPlaced = isRequired ? format === 'cjs' && platform === 'node' : format === 'esm'
  const where = isPlaced ? null : expect.stringContaining('this bundle does not know its own address')
  const holdsPlace = (entry: string): boolean => entry === 'tzref-boundaries' || entry === 'tzref-data'
  expect(told).toEqual(
    Object.fromEntries(
      Object.entries(PROGRAMS).map(([entry, { answer }]) => [
        entry,
        { answer, where: holdsPlace(entry) ? where : null },
      ]),
    ),
  )
})
