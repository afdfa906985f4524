// Every sample of docs/library.md that imports another library, with the newest of it, from npm: it is valid TypeScript and gives what it shows, on
// machines of several zones; in Chromium if it is for a page; and with the Temporal of Node 26. `npm run long -- test/apps/library`.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { hasChromium, inPage, openChromium } from '../../support/browsers/chromium.ts'
import { checking } from '../../support/oracles/shown-values.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { samplesOf } from '../../support/worlds/samples.ts'

const samples = samplesOf('docs/library.md').filter(({ source }) => / from '(?!tzref|node:)/.test(source))
const OURS = ['tzref', 'tzref-clocks']
/** The packages that samples import. */
const others = [
  ...new Set(
    samples.flatMap(({ source }) =>
      [...source.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name),
    ),
  ),
].filter((name) => !OURS.includes(name))
const TYPES = ['@types/luxon', '@types/node@20']
/** The machine's zone: without changes, with changes, and one that lacks a day. */
const MACHINES = ['UTC', 'America/New_York', 'Pacific/Apia']

const folder = mkdtempSync(join(tmpdir(), 'tzref-use-with-'))
let project: EmptyProject
beforeAll(async () => {
  project = emptyProject(OURS, await buildIn(folder))
  npmInstall(project.folder, ...others, ...TYPES)
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true })
})

function npmInstall(cwd: string, ...packages: readonly string[]): void {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd, stdio: 'pipe' })
}

/** What TypeScript says of a module. */
function typeErrors(source: string, resolution: string, lib: string): string {
  writeFileSync(join(project.folder, 'sample.mts'), `${source}\nexport {}\n`)
  const module = resolution === 'bundler' ? 'esnext' : resolution
  const options = `--strict --noEmit --skipLibCheck --target es2022 --lib ${lib} --module ${module} --moduleResolution ${resolution} --types node`
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, ...options.split(' '), 'sample.mts'], {
    cwd: project.folder,
    encoding: 'utf8',
  })
  return stdout
}

/** The values that a sample shows are the right ones. */
function expectShown(pairs: unknown, shown: number): void {
  if (!Array.isArray(pairs)) throw new TypeError('no list of pairs')
  expect(pairs).toHaveLength(shown)
  for (const pair of pairs) {
    const [found, expected]: unknown[] = Array.isArray(pair) ? pair : []
    expect(found).toEqual(expected)
  }
}

/** Runs a sample in a Node, on a machine in a zone. */
function run(node: string, zone: string, source: string): unknown {
  const code = `const pairs = []\n${checking(source)}\nconsole.log(JSON.stringify(pairs))`
  writeFileSync(join(project.folder, 'sample.mjs'), code)
  const env = { ...process.env, TZ: zone }
  return JSON.parse(execFileSync(node, ['sample.mjs'], { cwd: project.folder, encoding: 'utf8', env }))
}

test('each library has its sample', () => {
  expect(others.toSorted()).toEqual(
    ['@date-fns/utc', 'date-fns', 'dayjs', 'fullcalendar', 'luxon', 'temporal-polyfill'].toSorted(),
  )
  for (const { shown } of samples) expect(shown).toBeGreaterThan(0)
})

describe.each(samples)('$name', ({ source }) => {
  test.each(['bundler', 'node16', 'nodenext'])('is valid strict TypeScript: %s', (resolution) => {
    expect(typeErrors(source, resolution, 'es2023,dom')).toBe('')
  })
})

describe.each(samples.filter(({ needs }) => needs !== 'page'))('$name', ({ source, shown }) => {
  test.each(MACHINES)('gives what it shows on a machine in %s', (zone) => {
    expectShown(run(process.execPath, zone, source), shown)
  })
})

describe.each(samples.filter(({ needs }) => needs === 'page'))('$name', ({ source, shown }) => {
  test.skipIf(!hasChromium('the sample of FullCalendar')).each(MACHINES)(
    'gives what it shows in a page in %s',
    async (timezoneId) => {
      const { outputFiles } = await build({
        stdin: {
          contents: `const pairs = globalThis.pairs = []\n${checking(source)}`,
          resolveDir: project.folder,
        },
        absWorkingDir: project.folder,
        bundle: true,
        write: false,
        format: 'esm',
      })
      const browser = await openChromium()
      try {
        await inPage(browser, { timezoneId }, async (page) => {
          const errors: unknown[] = []
          page.on('pageerror', (error) => errors.push(error))
          await page.setContent('<!doctype html><meta charset="utf-8"><body></body>')
          await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' })
          // The event is where the sample moved it.
          await page.getByText('Night shift').waitFor()
          await expect.poll(() => page.locator('body').innerText()).toMatch(/10:00(?: – 11:00)?\nNight shift/)
          expectShown(await page.evaluate('JSON.parse(JSON.stringify(pairs))'), shown)
          expect(errors).toEqual([])
        })
      } finally {
        await browser.close()
      }
    },
  )
})

test('the sample of Temporal needs no polyfill on Node 26', () => {
  const sample = samples.find(({ source }) => source.includes("from 'temporal-polyfill'"))
  const source = sample?.source.replace(/^import .* from 'temporal-polyfill'\n/m, '') ?? ''
  expect(source).not.toContain('polyfill')
  expect(typeErrors(source, 'nodenext', 'esnext')).toBe('')
  const tools = join(folder, 'node-26')
  npmInstall(folder, '--prefix', tools, 'node@26')
  const node = join(tools, 'node_modules/node/bin/node')
  expect(existsSync(node)).toBe(true)
  expectShown(run(node, 'America/New_York', source), sample?.shown ?? -1)
})
