// Every entry of the packages in esbuild's bundles: each format, for Node and for pages, imported and required. Each bundle is run.
import { build, type Format, type Platform } from 'esbuild'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { answers, entriesOf, programOf, PROGRAMS } from '../../support/oracles/entry-programs.ts'
import { runBundles } from '../../support/oracles/run-bundles.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu']

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(PACKAGES, inject('embeddedArtifact'))
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
})
afterAll(() => project.remove())

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
  // Only two kinds of bundles know where they are: a module that was imported, and a CommonJS module of Node that was required.
  const isPlaced = isRequired ? format === 'cjs' && platform === 'node' : format === 'esm'
  expect(runBundles(project.folder, format, platform, files)).toEqual(answers(isPlaced))
})
