// Pages made by four bundlers from each entry of each package: they answer in Chromium, under a policy that allows no evaluation. The
// bundlers come from npm into their own folder. `npm run long -- test/apps/library`.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { hasChromium, openChromium } from '../../support/browsers/chromium.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { fetchedFiles } from '../../support/worlds/fetched-files.ts'
import { startFileHost, type Host } from '../../support/servers/file-host.ts'

const BUNDLERS = ['esbuild', 'rollup', 'vite', 'webpack'] as const
type Bundler = (typeof BUNDLERS)[number]

/** An entry → code of a page that puts its result into `answer`, and the expected result. `base` is the address of the data. */
const PAGES: Readonly<Record<string, readonly [source: string, expected: unknown]>> = {
  tzref: [
    `import { fetchTzref } from 'tzref'
const tz = await fetchTzref(base + '/data')
answer = [tz.zone('Europe/Berlin').name, tz.lookUp(50, 10).zone]`,
    ['Berlin', 'Europe/Berlin'],
  ],
  'tzref/boundaries': [
    `import { fetchBoundaries } from 'tzref/boundaries'
answer = (await fetchBoundaries(base + '/boundaries.tiles')).zoneAt(50, 10)`,
    'Europe/Berlin',
  ],
  'tzref/client': [
    `import { createClient } from 'tzref/client'
answer = (await createClient({ baseUrl: base + '/v1', token: 'tzr_any' }).get('/timezones/{iana}', { iana: 'UTC' })).data.id`,
    'UTC',
  ],
  'tzref/clocks': [
    `import { fetchClocks } from 'tzref/clocks'
answer = (await fetchClocks(base + '/clocks.bin')).zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1))`,
    7200,
  ],
  'tzref/history': [
    `import { fetchHistory } from 'tzref/history'
answer = (await fetchHistory(base + '/tz-history.bin')).releases`,
    ['2026f'],
  ],
  'tzref/luxon': [
    `import { DateTime } from 'luxon'
import { fetchClocks } from 'tzref/clocks'
import { LuxonZone } from 'tzref/luxon'
const zone = new LuxonZone((await fetchClocks(base + '/clocks.bin')).zone('Europe/Berlin'))
answer = DateTime.fromMillis(Date.UTC(2026, 6, 1), { zone }).toISO()`,
    '2026-07-01T02:00:00.000+02:00',
  ],
  'tzref/moved': [
    `import { openMoved } from 'tzref/moved'
const bytes = new Uint8Array(await (await fetch(base + '/clocks.bin')).arrayBuffer())
answer = openMoved(bytes, bytes).judge({ zone: 'Europe/Berlin', wall: '2030-12-01T09:00' }).verdict`,
    'unmoved',
  ],
  'tzref/runtime': [
    `import { runtimeOffset } from 'tzref/runtime'
answer = runtimeOffset('Europe/Berlin', Date.UTC(2026, 6, 1))`,
    7200,
  ],
  'tzref/web': [
    `import { openWeb } from 'tzref/web'
answer = (await (await openWeb(base + '/web/')).lookUp(50, 10)).zone`,
    'Europe/Berlin',
  ],
  'tzref-clocks': [
    `import { clocks } from 'tzref-clocks'
answer = clocks.zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1))`,
    7200,
  ],
  // The package finds its own file next to the bundle.
  'tzref-boundaries': [
    `import { fetchBoundaries } from 'tzref-boundaries'
answer = (await fetchBoundaries()).zonesAt(43.8, 87.6)`,
    ['Asia/Shanghai', 'Asia/Urumqi'],
  ],
}

/** Each page itself checks that the policy is in force, because the policy does not bind code that a test evaluates in a page. */
const IS_HELD = `globalThis.isHeld = false
try { new Function('') } catch { globalThis.isHeld = true }
`

const folder = mkdtempSync(join(tmpdir(), 'tzref-pages-'))
const fileOf = (entry: string): string => entry.replace('/', '.')
let project: EmptyProject
let modules: string
let artifact: string
/** All entries that pages can import. */
let entries: readonly string[]

/** The row of the table. For other entries, a page that gives the names of their exports. */
async function pageOf(entry: string): Promise<readonly [source: string, expected: unknown]> {
  const row = PAGES[entry]
  if (row !== undefined) return row
  const source = `import * as all from '${entry}'\nconsole.log(JSON.stringify(Object.keys(all).toSorted()))`
  return [
    `import * as all from '${entry}'\nanswer = Object.keys(all).toSorted()`,
    project.run('names.mjs', source),
  ]
}

beforeAll(async () => {
  artifact = await buildIn(folder, { withoutBoundaries: false })
  project = emptyProject(['tzref', 'tzref-clocks', 'tzref-boundaries'], artifact)
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules/tzref/package.json'), 'utf8'),
  )
  const own = Object.keys(exports).filter((entry) => entry !== './package.json')
  entries = [...own.map((entry) => entry.replace('.', 'tzref')), 'tzref-clocks', 'tzref-boundaries']
  for (const entry of entries) {
    const [source] = await pageOf(entry)
    const imports = source.replaceAll(/^(?!import ).*\n?/gm, '')
    const rest = source.replaceAll(/^import .*\n/gm, '')
    writeFileSync(
      join(project.folder, `${fileOf(entry)}.mjs`),
      `${imports}${IS_HELD}globalThis.ask = async (base) => {\nlet answer\n${rest}\nreturn answer\n}\n`,
    )
  }
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{"private":true}')
  const names = ['vite', 'webpack', 'webpack-cli', 'rollup', '@rollup/plugin-node-resolve']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...names], { cwd: tools, stdio: 'pipe' })
  modules = join(tools, 'node_modules')
  for (const bundler of BUNDLERS) bundle(bundler)
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true })
})

/** Makes the pages with a bundler as its documents say, without special options. */
function bundle(bundler: Bundler): void {
  const out = join(folder, bundler)
  mkdirSync(out)
  const input = Object.fromEntries(entries.map((entry) => [fileOf(entry), `./${fileOf(entry)}.mjs`]))
  const config = join(project.folder, `${bundler}.config.mjs`)
  const node = (program: string, ...args: readonly string[]): void => {
    execFileSync(process.execPath, [join(modules, program), ...args], { cwd: project.folder, stdio: 'pipe' })
  }
  switch (bundler) {
    case 'esbuild':
      buildSync({
        absWorkingDir: project.folder,
        entryPoints: input,
        bundle: true,
        minify: true,
        format: 'esm',
        outdir: out,
      })
      break
    case 'rollup':
      writeFileSync(
        config,
        `import resolve from ${JSON.stringify(join(modules, '@rollup/plugin-node-resolve/dist/es/index.js'))}
export default { input: ${JSON.stringify(input)}, plugins: [resolve({ browser: true })],
  output: { dir: ${JSON.stringify(out)}, format: 'es', entryFileNames: '[name].js' } }`,
      )
      node('rollup/dist/bin/rollup', '--config', config)
      break
    case 'vite':
      writeFileSync(
        config,
        `export default { base: './', build: { outDir: ${JSON.stringify(out)}, target: 'es2022',
  rollupOptions: { input: ${JSON.stringify(input)}, output: { entryFileNames: '[name].js' } } } }`,
      )
      node('vite/bin/vite.js', 'build', '--config', config)
      break
    case 'webpack':
      writeFileSync(
        config,
        `export default { mode: 'production', target: ['web', 'es2022'], entry: ${JSON.stringify(input)}, experiments: { outputModule: true },
  performance: { hints: false }, output: { path: ${JSON.stringify(out)}, filename: '[name].js', module: true } }`,
      )
      node('webpack-cli/bin/cli.js', '--config', config)
      break
    default:
      bundler satisfies never
  }
  // These two do not copy the file. Their users put it next to the bundle.
  if (bundler === 'esbuild' || bundler === 'rollup')
    copyFileSync(
      join(project.folder, 'node_modules/tzref-boundaries/boundaries.tiles'),
      join(out, 'boundaries.tiles'),
    )
}

describe.skipIf(!hasChromium('pages of four bundlers'))('in Chromium', () => {
  let host: Host
  let browser: Browser
  beforeAll(async () => {
    const files = new Map(fetchedFiles(artifact))
    files.set('v1/timezones/UTC', new TextEncoder().encode('{"data":{"id":"UTC"}}'))
    host = await startFileHost((path) => {
      const made = join(folder, path.replace('pages/', ''))
      return path.startsWith('pages/') && existsSync(made) ? readFileSync(made) : files.get(path)
    })
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await host.close()
  })

  test.each(BUNDLERS)('a page with each entry works: %s', async (bundler) => {
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const entry of entries) {
      expected[entry] = [true, (await pageOf(entry))[1]]
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${host.url}/`)
      found[entry] = await page
        .evaluate(
          `import('/plain/pages/${bundler}/${fileOf(entry)}.js').then(() => ask(location.origin + '/plain').then((answer) => [isHeld, answer]))`,
        )
        .catch((error: unknown) => String(error))
      await page.context().close()
    }
    expect(found).toEqual(expected)
    process.stderr.write(`${bundler}: ${entries.length} pages answer\n`)
  })
})
