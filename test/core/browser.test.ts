// `core` without node: bundled for a browser, and run in a realm that has a browser's globals and none of node's.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { tinyTiles } from '../support/worlds/tiny-boundaries.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = readdirSync(`${root}/core`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.d\.ts$|^artifact\/kernel\//.test(file))
  .toSorted()

test.each(sources)('core/%s uses nothing of node', (file) => {
  const code = readFileSync(`${root}/core/${file}`, 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  expect(code).not.toMatch(/'node:|\bBuffer\b|\bprocess\.|\brequire\(|\bimport\.meta\b|\bsetImmediate\b/)
})

test('boundaries give the same answers in a browser as in node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { openBoundaries } from './core/artifact/boundaries.ts'`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tzref',
    platform: 'browser',
    minify: true,
  })
  const script = outputFiles[0]?.text ?? ''
  const realm = createContext({ WebAssembly, TextDecoder, TextEncoder, atob, bytes: tinyTiles })
  const asked: unknown = runInContext(
    `${script};
    const there = tzref.openBoundaries(bytes);
    there.verify();
    JSON.stringify([there.zonesAt(178_050_000, -34_450_000), there.zoneAtDegrees(52.5, 9), there.release, typeof process])`,
    realm,
  )
  const here = openBoundaries(tinyTiles)
  expect(JSON.parse(String(asked))).toEqual([
    here.zonesAt(178_050_000, -34_450_000),
    here.zoneAtDegrees(52.5, 9),
    here.release,
    'undefined',
  ])
  expect(script.length).toBeLessThan(25_000)
})
