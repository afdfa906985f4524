// The packages as strangers' tools see them: other Nodes, bundlers, checkers of packages. `npm run package:check`; the tools come from
// npm into folders of their own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../bench/artifact.ts'
import { emptyProject, packInto, type EmptyProject } from '../support/empty-project.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-tools-'))
let project: EmptyProject
let artifact: string
beforeAll(async () => {
  artifact = await buildIn(folder, { withoutBoundaries: false })
  project = emptyProject(['tzref', 'tzref-data'], artifact)
  writeFileSync(join(project.folder, 'asks.mjs'), ASKS)
  writeFileSync(join(project.folder, 'temporal.mjs'), TEMPORAL)
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true })
})

/** Ten lines that ask everything. */
const ASKS = `
import { openTzref } from 'tzref'
import { openBoundaries } from 'tzref/boundaries'
import { createClient } from 'tzref/client'
import { openClocks } from 'tzref/clocks'
const data = process.argv[2]
const at = Date.UTC(2026, 6, 1, 12)
const boundaries = openBoundaries(data + '/boundaries.tiles')
const clock = openClocks(data + '/clocks.bin').zone(boundaries.zoneAt(52.52, 13.405))
const tz = openTzref(data)
const client = createClient({ baseUrl: 'https://example.org/v1', token: 'tzr_x', fetch: async () => ({ status: 200, headers: new Map(), json: async () => ({ data: 1 }) }) })
console.log(JSON.stringify([clock.id, clock.offsetAt(at), clock.instantsOf(Date.UTC(2026, 2, 29, 2, 30)).kind, boundaries.zonesWithin(47.56, 7.59, 5000).length,
  Math.round(boundaries.distanceToBorder(52.52, 13.405) / 1000), tz.lookUp(27.7, 85.3).zone.id, tz.convert({ from: 'Berlin', to: 'JST', at }).to[0].shows,
  tz.city('kathmandu').name, tz.why('Europe/Berlin', at).length, (await client.get('/timezones', {})).data]))
`
/** With a runtime's own Temporal. */
const TEMPORAL = `
import { openClocks } from 'tzref/clocks'
import { plainDateTimeAt } from 'tzref/temporal'
const berlin = openClocks(process.argv[2] + '/clocks.bin').zone('Europe/Berlin')
console.log(JSON.stringify(String(plainDateTimeAt(berlin, Temporal.Instant.from('2026-07-01T12:00Z')))))
`
const ANSWERS = [
  'Europe/Berlin',
  7200,
  'gap',
  3,
  60,
  'Asia/Kathmandu',
  '2026-07-01T21:00:00+09:00',
  'Kathmandu',
  2,
  1,
]

const data = (): string => join(project.folder, 'node_modules/tzref-data')

/** Installs from npm into a folder of its own; gives its modules. */
function install(name: string, ...packages: readonly string[]): string {
  const at = join(folder, name)
  mkdirSync(at)
  writeFileSync(join(at, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: at, stdio: 'pipe' })
  return join(at, 'node_modules')
}

const run = (node: string, ...args: readonly string[]): unknown =>
  JSON.parse(execFileSync(node, [...args, data()], { cwd: project.folder, encoding: 'utf8' }))

test('this Node answers', () => expect(run(process.execPath, 'asks.mjs')).toEqual(ANSWERS))

test.each([20, 22, 24, 26])('Node %d answers, imported and required', (version) => {
  const node = join(install(`node-${version}`, `node@${version}`), 'node/bin/node')
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`))
  expect(run(node, 'asks.mjs')).toEqual(ANSWERS)
  const required = `console.log(JSON.stringify(require('tzref/clocks').openClocks(process.argv[2] + '/clocks.bin').zone('UTC').id))`
  writeFileSync(join(project.folder, 'asks.cjs'), required)
  expect(run(node, 'asks.cjs')).toBe('UTC')
  if (version >= 26) expect(run(node, 'temporal.mjs')).toBe('2026-07-01T14:00:00')
  const program = join(project.folder, 'node_modules/.bin/tzref')
  expect(execFileSync(node, [program, 'lookup', '52.52', '13.405'], { encoding: 'utf8' })).toBe(
    'Europe/Berlin\n',
  )
})

test('bundled by esbuild, it answers without its modules', async () => {
  const out = join(folder, 'esbuild.mjs')
  const entry = join(project.folder, 'asks.mjs')
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    outfile: out,
  })
  expect(run(process.execPath, out)).toEqual(ANSWERS)
})

test('bundled by vite, it answers without its modules', () => {
  const vite = join(install('vite', 'vite'), 'vite/bin/vite.js')
  const out = join(folder, 'vite-out')
  const config = join(project.folder, 'vite.config.mjs')
  writeFileSync(
    config,
    `export default { ssr: { noExternal: true }, build: { ssr: 'asks.mjs', outDir: ${JSON.stringify(out)}, rollupOptions: { output: { entryFileNames: 'asks.mjs' } } } }`,
  )
  execFileSync(process.execPath, [vite, 'build', '--config', config], { cwd: project.folder, stdio: 'pipe' })
  expect(run(process.execPath, join(out, 'asks.mjs'))).toEqual(ANSWERS)
})

test('bundled by webpack, it answers without its modules', () => {
  const modules = install('webpack', 'webpack', 'webpack-cli')
  const out = join(folder, 'webpack-out')
  const config = join(project.folder, 'webpack.config.mjs')
  writeFileSync(
    config,
    `export default { mode: 'production', target: 'node20', entry: './asks.mjs', experiments: { outputModule: true },
      output: { path: ${JSON.stringify(out)}, filename: 'asks.mjs', module: true } }`,
  )
  execFileSync(process.execPath, [join(modules, 'webpack-cli/bin/cli.js'), '--config', config], {
    cwd: project.folder,
    stdio: 'pipe',
  })
  expect(run(process.execPath, join(out, 'asks.mjs'))).toEqual(ANSWERS)
})

test('publint and arethetypeswrong have nothing to say', () => {
  const modules = install('checkers', 'publint', '@arethetypeswrong/cli')
  const packed = packInto(join(folder, 'packed'), [], artifact)
  expect(packed).toHaveLength(5)
  for (const file of packed) {
    const publint = [join(modules, 'publint/src/cli.js'), 'run', file, '--strict']
    expect(execFileSync(process.execPath, publint, { encoding: 'utf8' })).toContain('All good!')
  }
  const library = packed.find((file) => /tzref-\d/.test(file)) ?? ''
  const attw = join(modules, '@arethetypeswrong/cli/dist/index.js')
  execFileSync(process.execPath, [attw, library, '--profile', 'esm-only'], { stdio: 'pipe' })
})
