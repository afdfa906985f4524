// Every entry of the packages in bundles of rollup, vite and webpack as they come, for Node. Each bundle is run. The tools come from
// npm into their own folder. `npm run package:check`; esbuild's bundles are in bundles.full.test.ts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIn } from '../../bench/artifact.ts'
import { ROOT } from '#cli/root.ts'
import { emptyProject, type EmptyProject } from '../support/servers/empty-project.ts'
import { answers, entriesOf, programOf, PROGRAMS } from '../support/oracles/entry-programs.ts'
import { runBundles } from '../support/oracles/run-bundles.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu']
const ENTRIES = Object.keys(PROGRAMS)
/** rollup finds no package without this plugin, as its documents say. The others come with all that they need. */
const TOOLS = ['rollup', '@rollup/plugin-node-resolve', 'vite', 'webpack']

const folder = mkdtempSync(join(tmpdir(), 'tzref-bundlers-'))
const tools = join(folder, 'tools')
let project: EmptyProject
beforeAll(async () => {
  project = emptyProject(PACKAGES, await buildIn(folder, { withoutBoundaries: false }))
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...TOOLS], { cwd: tools, stdio: 'pipe' })
  writeFileSync(join(tools, 'bundle.mjs'), BUNDLE)
  for (const entry of ENTRIES) {
    writeFileSync(join(project.folder, `${nameOf(entry)}.mjs`), programOf(entry, false))
    writeFileSync(join(project.folder, `${nameOf(entry)}-required.cjs`), programOf(entry, true))
  }
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true })
})

/** Makes a bundle of each program. Options are those without which a tool does not know what it is to make. */
const BUNDLE = `
import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
const [kind, form, project, out, isRequired, ...entries] = process.argv.slice(2)
const nameOf = (entry) => entry.replace('/', '_')
const program = (entry) => join(project, nameOf(entry) + (isRequired === 'true' ? '-required.cjs' : '.mjs'))
const bundlers = {
  async rollup() {
    const { rollup } = await import('rollup')
    const { nodeResolve } = await import('@rollup/plugin-node-resolve')
    for (const entry of entries) {
      const made = await rollup({ input: program(entry), plugins: [nodeResolve()], onwarn() {} })
      const ending = form === 'es' ? '.mjs' : '.cjs'
      await made.write({ file: join(out, nameOf(entry) + ending), format: form, inlineDynamicImports: true })
    }
  },
  async webpack() {
    const { default: webpack } = await import('webpack')
    for (const entry of entries)
      await new Promise((resolve, reject) =>
        webpack(
          { context: project, entry: program(entry), output: { path: join(out, nameOf(entry)) }, ...(form === 'node' ? { target: 'node' } : {}) },
          (error, stats) => (error ?? stats.hasErrors() ? reject(error ?? new Error(stats.toString({ all: false, errors: true }))) : resolve()),
        ),
      )
  },
  async vite() {
    const { build } = await import('vite')
    for (const entry of entries) {
      const root = join(project, 'vite-' + form + '-' + nameOf(entry))
      mkdirSync(root)
      const outDir = join(out, nameOf(entry))
      writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="../' + nameOf(entry) + '.mjs"></script>')
      await build(
        form === 'page'
          ? { root, logLevel: 'error', build: { outDir } }
          : { root, logLevel: 'error', ssr: { noExternal: true }, build: { outDir, ssr: program(entry) } },
      )
    }
  },
}
await bundlers[kind]()
`

const nameOf = (entry: string): string => entry.replace('/', '_')

const made = new Set<string>()

/** The folder of the bundles of a kind, which are made when they are asked for first. */
function bundle(kind: string, form: string, isRequired = false): string {
  const out = join(folder, `${kind}-${form}-${isRequired}`)
  if (made.has(out)) return out
  mkdirSync(out)
  const args = [join(tools, 'bundle.mjs'), kind, form, project.folder, out, String(isRequired), ...ENTRIES]
  execFileSync(process.execPath, args, { cwd: project.folder, stdio: 'pipe' })
  made.add(out)
  return out
}

const told = (format: 'esm' | 'cjs', out: string, pathOf: (entry: string) => string): unknown =>
  runBundles(
    project.folder,
    format,
    'node',
    ENTRIES.map((entry) => join(out, pathOf(entry))),
  )

test('there is a program for every entry', () => {
  expect(ENTRIES.toSorted()).toEqual(entriesOf(project.folder, PACKAGES).toSorted())
})

describe('for Node', () => {
  test('rollup, as a module', () => {
    const out = bundle('rollup', 'es')
    expect(told('esm', out, (entry) => `${nameOf(entry)}.mjs`)).toEqual(answers(true))
  })

  test('rollup, as CommonJS', () => {
    const out = bundle('rollup', 'cjs')
    expect(told('cjs', out, (entry) => `${nameOf(entry)}.cjs`)).toEqual(answers(true))
  })

  test.each([false, true])('webpack, required: %s', (isRequired) => {
    const out = bundle('webpack', 'node', isRequired)
    expect(told('cjs', out, (entry) => `${nameOf(entry)}/main.js`)).toEqual(answers(true))
  })

  test('vite', () => {
    const out = bundle('vite', 'node')
    expect(told('esm', out, (entry) => `${nameOf(entry)}/${nameOf(entry)}.js`)).toEqual(answers(true))
  })
})
