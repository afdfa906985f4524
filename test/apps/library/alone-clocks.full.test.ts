// `tzref-clocks`, installed into an empty project: its first example as a module and as CommonJS, in a bundle and in a page; its size.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref-clocks'], inject('embeddedArtifact'))
}, 180_000)
afterAll(() => project.remove())

const ASKS = `JSON.stringify([clocks.release, clocks.zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1)), clocks.findZone('Mars/Base')])`
const ANSWERS = ['2026f', 7200, null]

test('the first example works, imported and required', () => {
  const print = `console.log(${ASKS})`
  expect(project.run('a.mjs', `import { clocks } from 'tzref-clocks'\n${print}`)).toEqual(ANSWERS)
  expect(project.run('a.cjs', `const { clocks } = require('tzref-clocks')\n${print}`)).toEqual(ANSWERS)
  // A program that loads both forms has only one copy of the data.
  const both = `import { createRequire } from 'node:module'
import { clocks } from 'tzref-clocks'
const other = createRequire(import.meta.url)('tzref-clocks').clocks
const count = Object.getOwnPropertySymbols(globalThis).filter((key) => key.description?.startsWith('tzref-clocks')).length
console.log(JSON.stringify([other.zone('UTC').id, clocks.zone('UTC').id, count]))`
  expect(project.run('both.mjs', both)).toEqual(['UTC', 'UTC', 1])
})

test('every zone has the changes that clocks.bin has', () => {
  const source = `import { clocks } from 'tzref-clocks'
console.log(JSON.stringify([...clocks.zoneIds, ...clocks.aliases.keys()].map((id) => [id, clocks.zone(id).canonical, clocks.zone(id).changes(-1e13, 5e12)])))`
  writeFileSync(join(project.folder, 'all.mjs'), source)
  const printed = execFileSync(process.execPath, ['all.mjs'], { cwd: project.folder, maxBuffer: 2 ** 28 })
  const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))
  const expected = [...clocks.zoneIds, ...clocks.aliases.keys()].map((id) => [
    id,
    clocks.zone(id).canonical,
    clocks.zone(id).changes(-1e13, 5e12),
  ])
  expect(expected.length).toBeGreaterThan(500)
  expect(printed.toString().trim() === JSON.stringify(expected)).toBe(true)
})

test.each(['node16', 'nodenext', 'bundler'])('its types pass strict checks: %s', (resolution) => {
  const source = `import { clocks, type Clock } from 'tzref-clocks'\nexport const clock: Clock = clocks.zone('UTC')\nexport const offset: number = clock.offsetAt(0)\n`
  for (const name of ['typed.ts', 'typed.cts']) writeFileSync(join(project.folder, name), source)
  const module = resolution === 'bundler' ? 'esnext' : resolution
  const options = `--strict --noEmit --target es2022 --lib es2022 --module ${module} --moduleResolution ${resolution}`
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const check = (): string =>
    execFileSync(process.execPath, [tsc, ...options.split(' '), '--types', '', 'typed.ts', 'typed.cts'], {
      cwd: project.folder,
      encoding: 'utf8',
    })
  expect(check()).toBe('')
})

test('it takes at most 560 kB on disk and 60 kB in a compressed bundle, which works in a page', async () => {
  const files = readdirSync(join(project.folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(project.folder, 'node_modules', name)))
    .filter((file) => file.isFile())
  const disk = files.reduce((sum, { blocks }) => sum + blocks * 512, 0)
  const { outputFiles } = await build({
    stdin: {
      contents: `import { clocks } from 'tzref-clocks'\nresult = ${ASKS}`,
      resolveDir: project.folder,
    },
    absWorkingDir: project.folder,
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
  })
  const code = outputFiles[0]?.text ?? ''
  const sent = gzipSync(code, { level: 9 }).length
  process.stderr.write(
    `tzref-clocks: ${disk} bytes on disk in ${files.length} files; a bundle of ${code.length}, ${sent} compressed\n`,
  )
  expect(disk).toBeLessThan(560_000)
  expect(sent).toBeLessThan(60_000)
  // A page that allows no evaluation and has nothing of Node.
  const page = createContext(
    { TextDecoder, TextEncoder, result: '' },
    { codeGeneration: { strings: false, wasm: false } },
  )
  new Script(code).runInContext(page)
  expect(JSON.parse(String(page['result']))).toEqual(ANSWERS)
})
