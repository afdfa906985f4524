// The packages in other people's tools: other Nodes, checkers of packages, TypeScripts, Jest. `npm run long -- test/apps/library`; the tools come from npm
// into their own folders.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { buildIn } from '../../../bench/artifact.ts'
import { samplesOf } from '../../support/worlds/samples.ts'
import { emptyProject, packInto, type EmptyProject } from '../../support/servers/empty-project.ts'

const PACKAGES = ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu'] as const
/** All entries of these packages. */
const ENTRIES: string[] = []

const folder = mkdtempSync(join(tmpdir(), 'tzref-tools-'))
let project: EmptyProject
let artifact: string
beforeAll(async () => {
  artifact = await buildIn(folder, { withoutBoundaries: false })
  project = emptyProject(PACKAGES, artifact)
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(project.folder, 'node_modules/tzref/package.json'), 'utf8'),
  )
  const own = Object.keys(exports).filter((entry) => entry !== './package.json')
  ENTRIES.push(...own.map((entry) => entry.replace('.', 'tzref')), ...PACKAGES.slice(1), 'tzref-menu/en')
  writeFileSync(join(project.folder, 'asks.mjs'), ASKS)
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true })
})

/** A short program with a question of each kind. */
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
const client = createClient({ baseUrl: 'https://example.org/v1', token: 'tzr_any', fetch: async () => ({ status: 200, headers: new Map(), json: async () => ({ data: 1 }) }) })
console.log(JSON.stringify([clock.id, clock.offsetAt(at), clock.instantsOf(Date.UTC(2026, 2, 29, 2, 30)).kind, tz.lookUp(27.7, 85.3).zone, tz.convert({ from: 'Berlin', to: 'JST', at }).to[0].shows,
  tz.city('kathmandu').name, tz.why('Europe/Berlin', at).length, (await client.get('/timezones', {})).data]))
`
const ANSWERS = [
  'Europe/Berlin',
  7200,
  'gap',
  'Asia/Kathmandu',
  '2026-07-01T21:00:00+09:00',
  'Kathmandu',
  2,
  1,
]

const data = (): string => join(project.folder, 'node_modules/tzref-data')

/** Installs packages from npm into their own folder. Returns the path of their modules. */
function install(name: string, ...packages: readonly string[]): string {
  const at = join(folder, name)
  mkdirSync(at)
  writeFileSync(join(at, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: at, stdio: 'pipe' })
  return join(at, 'node_modules')
}

/** The program of another Node. */
function nodeOf(version: number): string {
  const there = join(folder, `node-${version}/node_modules`)
  const modules = existsSync(there) ? there : install(`node-${version}`, `node@${version}`)
  return join(modules, 'node/bin/node')
}

const run = (node: string, ...args: readonly string[]): unknown =>
  JSON.parse(execFileSync(node, [...args, data()], { cwd: project.folder, encoding: 'utf8' }))

test('this Node answers', () => expect(run(process.execPath, 'asks.mjs')).toEqual(ANSWERS))

test.each([20, 22, 24, 26])('Node %d answers, imported and required', (version) => {
  const node = nodeOf(version)
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`))
  expect(run(node, 'asks.mjs')).toEqual(ANSWERS)
  const required = `console.log(JSON.stringify(require('tzref/clocks').openClocks(process.argv[2] + '/clocks.bin').zone('UTC').id))`
  writeFileSync(join(project.folder, 'asks.cjs'), required)
  expect(run(node, 'asks.cjs')).toBe('UTC')
  const program = join(project.folder, 'node_modules/.bin/tzref')
  expect(execFileSync(node, [program, 'lookup', '52.52', '13.405'], { encoding: 'utf8' })).toBe(
    'Europe/Berlin\n',
  )
})

test('publint and arethetypeswrong find nothing in any package', () => {
  const modules = install('checkers', 'publint', '@arethetypeswrong/cli')
  const packed = packInto(join(folder, 'packed'), [], artifact)
  expect(packed).toHaveLength(6)
  for (const file of packed) {
    const publint = [join(modules, 'publint/src/cli.js'), 'run', file, '--strict']
    expect(execFileSync(process.execPath, publint, { encoding: 'utf8' })).toContain('All good!')
    // In the strictest profile. One exported file is not a module.
    const attw = [join(modules, '@arethetypeswrong/cli/dist/index.js'), file, '--profile', 'strict']
    const told = execFileSync(process.execPath, [...attw, '--exclude-entrypoints', 'boundaries.tiles'], {
      encoding: 'utf8',
    })
    expect(told).toContain('No problems found')
  }
})

test.each([
  // As `--module commonjs` has it, and tools that do not know `exports`.
  ['5.4', 'node10'],
  ['5.9', 'node10'],
  ['5.4', 'bundler'],
  ['5.4', 'node16'],
  ['5.4', 'nodenext'],
  ['latest', 'bundler'],
  ['latest', 'node16'],
  ['latest', 'nodenext'],
])('all samples and a .cts file pass strict checks: TypeScript %s, %s', (version, resolution) => {
  const at = join(folder, `typescript-${version}`)
  if (!existsSync(at))
    install(
      `typescript-${version}`,
      `typescript@${version}`,
      '@types/node@20',
      '@types/luxon@3',
      'temporal-polyfill',
    )
  // Packages that the samples import in addition to ours.
  for (const name of ['@types', 'temporal-polyfill']) {
    const link = join(project.folder, 'node_modules', name)
    rmSync(link, { force: true, recursive: true })
    symlinkSync(join(at, 'node_modules', name), link)
  }
  const files = samples().map((source, number) => {
    writeFileSync(join(project.folder, `sample-${number}.mts`), `${source}\nexport {}\n`)
    return `sample-${number}.mts`
  })
  expect(files.length).toBeGreaterThan(10)
  const required = ENTRIES.map((entry, i) => `import all${i} = require('${entry}')\nvoid all${i}\n`)
  writeFileSync(join(project.folder, 'required.cts'), required.join(''))
  const isNode = resolution.startsWith('node') && resolution !== 'node10'
  const module = isNode ? resolution : 'esnext'
  // `import … = require` is not for bundlers, and CommonJS has no `await` outside a function.
  const all = isNode ? [...files, 'required.cts'] : files
  const options = `--strict --noEmit --skipLibCheck false --target es2022 --lib es2023,dom --module ${module} --moduleResolution ${resolution} --types node`
  const tsc = join(at, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, ...options.split(' '), ...all], {
    cwd: project.folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  if (resolution !== 'node10') return
  const common = `--strict --noEmit --skipLibCheck false --target es2022 --lib es2023,dom --module commonjs --types node`
  const named = ENTRIES.map((entry, i) => `import * as all${i} from '${entry}'\nvoid all${i}\n`)
  writeFileSync(join(project.folder, 'named.ts'), named.join(''))
  const said = spawnSync(process.execPath, [tsc, ...common.split(' '), 'named.ts', 'required.cts'], {
    cwd: project.folder,
    encoding: 'utf8',
  })
  expect(said.stdout).toBe('')
})

/** The code of documents and of each README, if it needs nothing but these packages and those that this test installs. */
const samples = (): string[] =>
  ['docs/library.md', ...PACKAGES.map((name) => join(project.folder, 'node_modules', name, 'README.md'))]
    .flatMap(samplesOf)
    .filter(({ needs }) => needs === '' || needs === 'server')
    .map(({ source }) => source)

test('Jest on Node 20 runs a test of every entry', () => {
  const jest = join(install('jest', 'jest'), 'jest/bin/jest.js')
  const node = nodeOf(20)
  const at = join(project.folder, 'jest')
  mkdirSync(at)
  writeFileSync(join(at, 'package.json'), '{"private":true,"jest":{"testEnvironment":"node"}}')
  const tests = ENTRIES.map(
    (entry) => `test('${entry}', () => expect(Object.keys(require('${entry}')).length).toBeGreaterThan(0))\n`,
  )
  writeFileSync(
    join(at, 'all.test.js'),
    `${tests.join('')}
test('answers', () => {
  const { clocks } = require('tzref-clocks')
  const { openBoundaries } = require('tzref-boundaries')
  const { openTzref } = require('tzref')
  const { folder } = require('tzref-data')
  const zone = openBoundaries().zoneAt(52.52, 13.405)
  expect(clocks.zone(zone).offsetAt(Date.UTC(2026, 6, 1))).toBe(7200)
  expect(openTzref(folder).zone(zone).name).toBe('Berlin')
})
`,
  )
  const report = join(folder, 'jest.json')
  execFileSync(node, [jest, '--json', '--outputFile', report], { cwd: at, stdio: 'pipe' })
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    success: true,
    numPassedTests: ENTRIES.length + 1,
  })
})
