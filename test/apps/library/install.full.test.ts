// The package `tzref`, installed into an empty project: what it holds, how it is imported, its types, its bundles.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createContext, Script } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { ENTRIES } from '../../support/worlds/public-functions.ts'
import { tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

const PATIENCE = 180_000

const QUESTIONS = `
const clocks = openClocks(given.clocks)
const boundaries = openBoundaries(given.boundaries)
const zone = boundaries.zoneAt(50, 10)
const { abbreviation, until, trust } = clocks.zone(zone).stateAt(Date.UTC(2026, 6, 1))
const answers = [zone, ...boundaries.zonesAt(50, 10), abbreviation, until, trust, clocks.zone(zone).instantsOf(Date.UTC(2026, 2, 29, 2, 30)).kind]
`
const ANSWERS = ['Europe/Berlin', 'Europe/Berlin', 'CEST', Date.UTC(2026, 9, 25, 1), 'area', 'gap']

let project: EmptyProject
let given: string
beforeAll(() => {
  project = emptyProject(['tzref'], inject('embeddedArtifact'))
  const tiles = join(project.folder, 'tiny.tiles')
  writeFileSync(tiles, tinyTiles)
  given = `const given = ${JSON.stringify({ clocks: join(inject('embeddedArtifact'), CLOCKS), boundaries: tiles })}`
}, PATIENCE)
afterAll(() => project.remove())

describe('an empty project', () => {
  test('imports it', () => {
    const imports = `import { openBoundaries } from 'tzref/boundaries'\nimport { openClocks } from 'tzref/clocks'\n`
    const source = `${imports}${given}${QUESTIONS}console.log(JSON.stringify(answers))`
    expect(project.run('asks.mjs', source)).toEqual(ANSWERS)
  })

  test('requires it', () => {
    const imports = `const { openBoundaries } = require('tzref/boundaries')\nconst { openClocks } = require('tzref/clocks')\n`
    const source = `${imports}${given}${QUESTIONS}console.log(JSON.stringify(answers))`
    expect(project.run('asks.cjs', source)).toEqual(ANSWERS)
  })

  test('can import only the entries', () => {
    const source = `import('tzref/shared/bytes.js').catch(({ code }) => console.log(JSON.stringify(code)))`
    expect(project.run('inside.mjs', source)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test.each(['node16', 'nodenext', 'bundler'])(
    'has its types under %s, without the types of node or of browsers',
    (resolution) => {
      const source = `
import { openBoundaries, type Boundaries } from 'tzref/boundaries'
import { openClocks, fetchClocks, type Clock } from 'tzref/clocks'
import { openTzref, type Conversion } from 'tzref'
export const conversion: Conversion = openTzref('data').convert({ from: 'UTC', to: 'CET', at: 0 })
if (conversion.kind === 'converted') conversion.to.map(({ shows }) => shows.length)
const boundaries: Boundaries = openBoundaries('boundaries.tiles')
export const zones: readonly string[] = boundaries.zonesAt(1, 2)
const clock: Clock = openClocks(new Uint8Array()).zone('UTC')
// @ts-expect-error -- it may be null
export const offset: number = openClocks(new Uint8Array()).findZone('UTC').offsetAt(0)
export const until: number | null = clock.stateAt(0).until
// @ts-expect-error -- clocks are opened, not made
export const made = new Clock()
export const fetched = fetchClocks({ href: 'https://example.org/clocks.bin' })
`
      writeFileSync(join(project.folder, 'typed.ts'), source)
      // A CommonJS module in a package of modules.
      writeFileSync(join(project.folder, 'typed.cts'), source)
      const module = resolution === 'bundler' ? 'esnext' : resolution
      const options = `--strict --noEmit --target es2022 --lib es2022 --module ${module} --moduleResolution ${resolution} --exactOptionalPropertyTypes --skipLibCheck false`
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      const check = () =>
        execFileSync(process.execPath, [tsc, ...options.split(' '), '--types', '', 'typed.ts', 'typed.cts'], {
          cwd: project.folder,
          encoding: 'utf8',
        })
      expect(check()).toBe('')
    },
    PATIENCE,
  )

  test('bundles it for a page, which has no files', async () => {
    const contents = `import { openBoundaries } from 'tzref/boundaries'\nimport { openClocks } from 'tzref/clocks'\n${QUESTIONS}
let refused = ''
try { openClocks('clocks.bin') } catch (error) { refused = error.message }
result = JSON.stringify({ answers, refused })`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project.folder },
      absWorkingDir: project.folder,
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'iife',
    })
    const page = {
      TextDecoder,
      TextEncoder,
      atob,
      given: {
        clocks: new Uint8Array(readFileSync(join(inject('embeddedArtifact'), CLOCKS))),
        boundaries: Uint8Array.from(tinyTiles),
      },
    }
    // The second one compiles no WebAssembly, as in a Worker on an edge host or in a page under a strict policy.
    for (const wasm of [true, false]) {
      const realm = createContext({ ...page, result: '' }, { codeGeneration: { strings: false, wasm } })
      new Script(outputFiles[0]?.text ?? '').runInContext(realm)
      expect(JSON.parse(String(realm['result']))).toEqual({
        answers: ANSWERS,
        refused: 'clocks.bin: there are no files here. Pass bytes, or await the fetch… function',
      })
    }
  })
})

describe('the package', () => {
  test('has the entries that apps/library/ has', () => {
    const path = join(project.folder, 'node_modules/tzref/package.json')
    const { exports }: { exports: object } = JSON.parse(readFileSync(path, 'utf8'))
    const entries = Object.keys(ENTRIES).map((name) => (name === 'tzref' ? '.' : `./${name}`))
    expect(Object.keys(exports).toSorted()).toEqual([...entries, './package.json'].toSorted())
  })

  test('has no dependency, no script and no file that it does not need', () => {
    const folder = join(project.folder, 'node_modules/tzref')
    const content: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(content)).not.toEqual(expect.arrayContaining(['dependencies']))
    expect(content['scripts']).toBeUndefined()
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    expect(
      files.filter(
        (name) =>
          !/^(?:LICENSE|NOTICE|README\.md|package\.json|bin\/LICENSES|cjs\/package\.json|(?:bin\/|(?:cjs\/)?shared\/|cjs\/)?[\w-]+\.js|(?:cjs\/)?types\/[\w/-]+\.d\.ts)$/.test(
            name,
          ),
      ),
    ).toEqual([])
    expect(files).toContain('boundaries.js')
    const code = files.filter((name) => name.endsWith('.js') && !/^(?:bin|cjs)\//.test(name))
    expect(code.length).toBeLessThan(40)
  })
})
