// Every entry of the packages in bundles of rollup, vite and webpack as they come, for Node and for pages; and all of them in a Worker. Each
// bundle is run. The tools come from npm into their own folder. `npm run long -- test/apps/library`; esbuild's bundles are in bundles.long.test.ts.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { hasChromium, inPage, openChromium } from '../../support/browsers/chromium.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { startFileHost, type Host } from '../../support/servers/file-host.ts'
import { startWorkerd } from '../../support/servers/workerd.ts'
import { answers, entriesOf, programOf, PROGRAMS } from '../../support/oracles/entry-programs.ts'
import { runBundles } from '../../support/oracles/run-bundles.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu']
const ENTRIES = Object.keys(PROGRAMS)
/** rollup finds no package without this plugin, as its documents say. The others come with all that they need. */
const TOOLS = ['rollup', '@rollup/plugin-node-resolve', 'vite', 'webpack', 'workerd']

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
    const entry = Object.fromEntries(entries.map((one) => [nameOf(one), program(one)]))
    await new Promise((resolve, reject) =>
      webpack(
        { context: project, entry, output: { path: out }, ...(form === 'node' ? { target: 'node' } : {}) },
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
          ? { root, base: './', logLevel: 'error', build: { outDir } }
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
    expect(told('cjs', out, (entry) => `${nameOf(entry)}.js`)).toEqual(answers(true))
  })

  test('vite', () => {
    const out = bundle('vite', 'node')
    expect(told('esm', out, (entry) => `${nameOf(entry)}/${nameOf(entry)}.js`)).toEqual(answers(true))
  })
})

/** The names of the files of data that a program may ask for. */
const dataNames = (): string[] =>
  readdirSync(dataFolder()).filter((name) => /\.(?:bin|tiles|json)$/.test(name))
const dataFolder = (): string => join(project.folder, 'node_modules/tzref-data')

/** Serves an empty page, the data, and what was bundled. The page's policy allows no evaluation. */
const serve = (): Promise<Host> =>
  startFileHost((path) => {
    if (path === '')
      return new TextEncoder().encode('<!doctype html><meta charset="utf-8"><title>A page</title>')
    const file = path.startsWith('data/') ? join(dataFolder(), path.slice(5)) : join(folder, path)
    return existsSync(file) ? readFileSync(file) : undefined
  })

/** Code that fetches all files of data into the global `given`. */
const giving = (host: Host): string => `
const files = new Map()
for (const name of ${JSON.stringify(dataNames())})
  files.set(name, new Uint8Array(await (await fetch('${host.url}/plain/data/' + name)).arrayBuffer()))
globalThis.given = { bytes: (name) => files.get(name), instant: Temporal.Instant.fromEpochMilliseconds(0) }
`

describe.skipIf(!hasChromium('bundles of rollup, vite and webpack in pages'))('in a page', () => {
  let browser: Browser
  let host: Host
  beforeAll(async () => {
    host = await serve()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await host.close()
  })

  /** Runs bundles in one page, one after the other, as scripts of a type. */
  const toldByPage = (
    type: 'module' | 'text/javascript',
    out: string,
    pathOf: (entry: string) => string,
  ): Promise<unknown> =>
    inPage(browser, {}, async (page) => {
      await page.goto(`${host.url}/`)
      await page.evaluate(`(async () => {${giving(host)}})()`)
      const all: Record<string, unknown> = {}
      for (const entry of ENTRIES) {
        const source = `/plain/${join(out, pathOf(entry)).slice(folder.length + 1)}`
        all[entry] = await page.evaluate(`new Promise((resolve) => {
  globalThis.report = (entry, ask) => ask().then(resolve, (error) => resolve(String(error)))
  globalThis.onerror = resolve
  const script = document.createElement('script')
  Object.assign(script, { type: '${type}', src: ${JSON.stringify(source)}, onerror: () => resolve('not loaded') })
  document.head.append(script)
})`)
      }
      return all
    })

  test('rollup, as a module', async () => {
    const out = bundle('rollup', 'es')
    expect(await toldByPage('module', out, (entry) => `${nameOf(entry)}.mjs`)).toEqual(answers(true))
  })

  test('rollup, as a script', async () => {
    const out = bundle('rollup', 'iife')
    const found = await toldByPage('text/javascript', out, (entry) => `${nameOf(entry)}.cjs`)
    expect(found).toEqual(answers(true))
  })

  test.each([false, true])('webpack, required: %s', async (isRequired) => {
    const out = bundle('webpack', 'web', isRequired)
    const found = await toldByPage('text/javascript', out, (entry) => `${nameOf(entry)}.js`)
    expect(found).toEqual(answers(!isRequired))
  })

  test('vite', async () => {
    const out = bundle('vite', 'page')
    const scriptOf = (entry: string): string => {
      const html = readFileSync(join(out, nameOf(entry), 'index.html'), 'utf8')
      const [, path = ''] = / src="\.\/([^"]+)"/.exec(html) ?? []
      return `${nameOf(entry)}/${path}`
    }
    expect(await toldByPage('module', out, scriptOf)).toEqual(answers(true))
  })
})

test('in a Worker', async () => {
  const host = await serve()
  writeFileSync(
    join(project.folder, 'asks-of-all.mjs'),
    `export const asks = {}\nglobalThis.report = (entry, ask) => { asks[entry] = ask }\n`,
  )
  const contents = `import { asks } from './asks-of-all.mjs'
import { Temporal } from ${JSON.stringify(join(ROOT, 'node_modules/temporal-polyfill'))}
${ENTRIES.map((entry) => `import './${nameOf(entry)}.mjs'\n`).join('')}
async function all() {
  ${giving(host)}
  const told = {}
  for (const [entry, ask] of Object.entries(asks)) told[entry] = await ask().catch(String)
  return Response.json(told)
}
export default { fetch: ({ method }) => (method === 'HEAD' ? new Response() : all()) }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project.folder },
    absWorkingDir: project.folder,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  })
  const program = join(tools, 'node_modules/.bin/workerd')
  const workerd = await startWorkerd(program, folder, outputFiles[0]?.contents ?? '')
  try {
    // A Worker has no address.
    expect(await (await fetch(workerd.url)).json()).toEqual(answers(false))
  } finally {
    await workerd.stop()
    await host.close()
  }
})
