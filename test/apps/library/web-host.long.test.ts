// `tzref export web` in Chromium, from a plain static host: its files, its cost, and damage. test/apps/library/web.long.test.ts asks ten thousand points.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { openArtifact } from '#open/artifact.ts'
import { hasChromium, openChromium } from '../../support/browsers/chromium.ts'
import {
  askedInPage,
  countingHost,
  openPage,
  spread,
  type HostManner,
} from '../../support/browsers/web-browser.ts'
import { checking } from '../../support/oracles/shown-values.ts'
import { tinyTiles } from '../../support/worlds/tiny-boundaries.ts'
import { webFolder } from '../../support/worlds/web-folder.ts'
import { answersOf, pointsOf } from '../../support/points/web-points.ts'

const artifact = inject('embeddedArtifact')
/** 167 points from each set of test/support/points/boundary-conformance.ts. */
const points = pointsOf(readFileSync(join(ROOT, 'test/fixtures/web/points.txt'), 'utf8'))

/** Path → content of two folders: one with a file for each bundle, one with a single file that is read by ranges. */
let bundles: ReadonlyMap<string, Uint8Array>
let ranges: ReadonlyMap<string, Buffer>
beforeAll(async () => {
  const opened = openArtifact(artifact)
  bundles = webFolder(artifact, opened.boundaries()?.bytes ?? new Uint8Array()).files
  opened.close()
  const folder = mkdtempSync(join(tmpdir(), 'tzref-web-'))
  const to = join(folder, 'tz')
  execFileSync(process.execPath, ['tzref.js', 'export', 'web', to, '--ranges', '--artifact', artifact], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  ranges = new Map(
    readdirSync(to, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(to, path), readFileSync(path)]),
  )
  rmSync(folder, { recursive: true })
})

test('both forms have the same modules, clocks, names and tables', () => {
  const shared = [...bundles].filter(([path]) => !/squares|directory/.test(path))
  expect(shared.length).toBeGreaterThan(7)
  for (const [path, bytes] of shared) expect(ranges.get(path)?.equals(bytes), path).toBe(true)
})

test('the same artifact gives the same files', () => {
  const [first, second] = [webFolder(artifact, tinyTiles).files, webFolder(artifact, tinyTiles).files]
  expect([...second.keys()]).toEqual([...first.keys()])
  for (const [path, bytes] of first)
    expect(Buffer.from(bytes).equals(second.get(path) ?? new Uint8Array()), path).toBe(true)
})

describe.skipIf(!hasChromium('a static host, asked by a browser'))('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  test('the example of docs/static-host.md gives the result it shows', async () => {
    const [, source = ''] =
      /^```js page\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/static-host.md'), 'utf8')) ?? []
    const loaded = source.replace(/^import (.*) from '\.(.*)'$/m, "const $1 = await import('$2')")
    const host = await countingHost((path) => bundles.get(path.replace(/^tz\//, '')), 'plain')
    try {
      const page = await openPage(browser, host)
      const pairs: [unknown, unknown][] = await page.evaluate(
        `(async () => { const pairs = []\n${checking(loaded)}\nreturn pairs })()`,
      )
      expect(pairs.map(([found]) => found)).toEqual(pairs.map(([, said]) => said))
      expect(pairs).toHaveLength(source.match(/ \/\/ → /g)?.length ?? 0)
      expect(pairs.length).toBeGreaterThan(5)
      await page.context().close()
    } finally {
      await host.close()
    }
  })

  test('a first look-up takes at most 180 kB, a later one takes one request, and a repeated visit takes none', async () => {
    const host = await countingHost((path) => bundles.get(path), 'plain')
    try {
      const page = await openPage(browser, host)
      const later: number[] = []
      let first = 0
      for (const point of points.slice(0, 300)) {
        await askedInPage(page, [point])
        const sent = host.sent()
        const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
        if (first === 0) first = bytes
        else {
          expect(sent.length).toBeLessThan(2)
          later.push(bytes)
        }
      }
      expect(first).toBeLessThan(60_000)
      expect(spread(later).median).toBeLessThan(5000)
      const sizes = [...bundles].filter(([path]) => path.includes('squares')).map(([, { length }]) => length)
      expect(sizes.length).toBeGreaterThan(9000)
      // The first point was in one square. Another point might be in the largest square.
      expect(first + spread(sizes).most).toBeLessThan(180_000)
      // The page is closed and opened again.
      await page.goto(`${host.url}/`)
      expect(await askedInPage(page, points.slice(0, 300))).toEqual(answersOf(artifact, points.slice(0, 300)))
      expect(host.sent().filter(({ path }) => path.endsWith('.bin'))).toEqual([])
      await page.context().close()
    } finally {
      await host.close()
    }
  })

  test.each([
    ['a flipped byte of a bundle is an error', 'plain', () => bundles, 1],
    ['a flipped byte of a range is an error', 'plain', () => ranges, 1],
    ['what a host makes of ranges that compresses them is right or an error', 'gzipped', () => ranges, 0],
  ] as const)('%s, and never another zone', async (_, manner: HostManner, root, flip) => {
    const host = await countingHost(
      (path) => root().get(path),
      manner,
      (path, bytes) => {
        if (!/squares|bundles/.test(path)) return bytes
        const damaged = Uint8Array.from(bytes)
        const at = (damaged.length * 7) >> 3
        damaged[at] = (damaged[at] ?? 0) ^ flip
        return damaged
      },
    )
    try {
      const page = await openPage(browser, host)
      const some = points.slice(200, 260)
      const expected = answersOf(artifact, some)
      let refused = 0
      for (const [i, point] of some.entries()) {
        const said = await askedInPage(page, [point]).catch((error: Error) => error)
        if (said instanceof Error) refused += 1
        // The browser itself refuses some ranges from a host that compresses.
        if (said instanceof Error && flip === 1) expect(said.message).toContain('damaged in transfer')
        if (!(said instanceof Error)) expect(said).toEqual([expected[i]])
      }
      expect(refused).toBeGreaterThan(flip * 10 - 1)
      await page.context().close()
    } finally {
      await host.close()
    }
  })
})
