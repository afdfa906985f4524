// `tzref-menu` and the samples of docs/library.md: what they weigh, what finds a zone, and both samples in Chromium by keyboard.
import { build } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { hasChromium, inPage, openChromium, tabTo, violations } from '../../support/browsers/chromium.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref-menu'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

const languages = (): string[] =>
  readdirSync(join(project.folder, 'node_modules/tzref-menu/languages')).map((file) =>
    file.replace('.js', ''),
  )

/** The code of a module in a bundle, with the characters of its texts as they are. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project.folder },
    absWorkingDir: project.folder,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    charset: 'utf8',
  })
  return outputFiles[0]?.text ?? ''
}

test('a bundle of the search and a language is at most 40 kB packed, in every language', async () => {
  expect(languages()).toHaveLength(35)
  for (const language of languages()) {
    const code = await bundled(`import { menuLabel, openMenu } from 'tzref-menu'
import { menu } from 'tzref-menu/${language}'
globalThis.found = (text) => openMenu(menu)(text).map(menuLabel)`)
    expect(gzipSync(code, { level: 9 }).length, language).toBeLessThanOrEqual(40_000)
  }
})

test('every name that a runtime has for a zone finds one, imported and required alike', () => {
  const ask = `const missed = Intl.supportedValuesOf('timeZone').filter((id) => openMenu(menu)(id, 1).length !== 1)
const found = ['Asia/Calcutta', 'US/Pacific', 'America/Buenos_Aires', 'Europe/Kiev', 'Etc/UTC'].map((id) => openMenu(menu)(id, 1)[0]?.zone.id)
console.log(JSON.stringify([missed, found, menu.language]))`
  const expected = [
    [],
    ['Asia/Kolkata', 'America/Los_Angeles', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv', 'UTC'],
    'de',
  ]
  const imports = `import { openMenu } from 'tzref-menu'\nimport { menu } from 'tzref-menu/de'\n`
  const requires = `const { openMenu } = require('tzref-menu')\nconst { menu } = require('tzref-menu/de')\n`
  expect(project.run('a.mjs', `${imports}${ask}`)).toEqual(expected)
  expect(project.run('a.cjs', `${requires}${ask}`)).toEqual(expected)
})

test('a wrong argument is refused by name', () => {
  const calls = {
    menu: ['openMenu()', 'openMenu(null)', 'openMenu("en")', 'openMenu([])', 'openMenu(5n)', 'openMenu({})'],
    text: ['find()', 'find(null)', 'find(5)', 'find({})', 'find(Symbol())', 'find(["Berlin"])'],
    count: ['find("Berlin", null)', 'find("Berlin", "8")', 'find("Berlin", NaN)', 'find("Berlin", -1)'],
    hit: ['menuLabel()', 'menuLabel(null)', 'menuLabel("Berlin")', 'menuLabel({})', 'menuLabel([])'],
  }
  const rows = Object.entries(calls).flatMap(([name, sources]) => sources.map((source) => [name, source]))
  const source = `import { menuLabel, openMenu } from 'tzref-menu'
import { menu } from 'tzref-menu/en'
const find = openMenu(menu)
const outcome = (call) => { try { return JSON.stringify(call()) } catch (error) { return error instanceof TypeError || error instanceof RangeError ? error.message : String(error) } }
console.log(JSON.stringify([${rows.map(([, call]) => `outcome(() => ${call})`).join(', ')}]))`
  const told: unknown = project.run('wrong.mjs', source)
  expect(told).toEqual(rows.map(([name]) => expect.stringMatching(new RegExp(`^${name}[:.]`))))
})

const SCRIPT = /<script type="module">\n([\s\S]*?)<\/script>/
const samples = [
  ...readFileSync(join(ROOT, 'docs/library.md'), 'utf8').matchAll(/^```html\n([\s\S]*?)^```$/gm),
].map(([, html = '']) => html)

describe.skipIf(!hasChromium('the samples of docs/library.md'))('in Chromium', () => {
  let browser: Browser
  const pages: string[] = []
  beforeAll(async () => {
    for (const html of samples) {
      const [, script = ''] = SCRIPT.exec(html) ?? []
      const code = (await bundled(script)).replaceAll('</', String.raw`<\/`)
      const form = html.replace(SCRIPT, () => `<script type="module">${code}</script>`)
      pages.push(
        `<!doctype html><html lang="en"><title>Sample</title><main><h1>Sample</h1><form>${form}</form></main></html>`,
      )
    }
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  /** Opens a sample as a visitor of a zone. An error of the page fails the test. */
  const inSample = (number: number, timezoneId: string, use: (page: Page) => Promise<void>): Promise<void> =>
    inPage(browser, { timezoneId }, async (page) => {
      const errors: unknown[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.setContent(pages[number] ?? '')
      await use(page)
      expect(errors).toEqual([])
    })

  test('there are two samples', () => expect(samples).toHaveLength(2))

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['America/New_York', 'America/New_York'],
    ['UTC', 'UTC'],
  ])('the list begins with the zone of a visitor from %s, and a place is chosen by typing it', (from, zone) =>
    inSample(0, from, async (page) => {
      const select = page.getByLabel('Time zone')
      expect(await select.inputValue()).toBe(zone)
      expect(await page.locator('optgroup').count()).toBeGreaterThan(50)
      expect(await page.locator('option').count()).toBeGreaterThan(400)
      expect(await violations(page)).toEqual([])
      await tabTo(page, select)
      await page.keyboard.type('Kathm')
      expect(await select.inputValue()).toBe('Asia/Kathmandu')
    }),
  )

  test('the field finds a zone while somebody types, and takes it by arrows and Enter', () =>
    inSample(1, 'Europe/Berlin', async (page) => {
      const input = page.getByRole('combobox', { name: 'Time zone' })
      const chosen = page.locator('#chosen')
      const active = (): Promise<string | null> => page.locator('[aria-selected=true]').textContent()
      await tabTo(page, input)
      await page.keyboard.type('springfield')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('san')
      expect(await page.getByRole('option').count()).toBeGreaterThan(2)
      expect(await input.getAttribute('aria-expanded')).toBe('true')
      expect(await violations(page)).toEqual([])
      const first = await active()
      await page.keyboard.press('ArrowDown')
      const second = await active()
      expect(second).not.toBe(first)
      expect(await input.getAttribute('aria-activedescendant')).toBe('places-1')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await active()).toBe(await page.getByRole('option').last().textContent())
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      expect(await input.inputValue()).toBe(second)
      expect(await chosen.inputValue()).toMatch(/^\w+\/\w+/)
      expect(await page.getByRole('option').count()).toBe(0)
      expect(await input.getAttribute('aria-expanded')).toBe('false')
      // What is typed afterwards is not what was chosen.
      await page.keyboard.press('Backspace')
      expect(await chosen.inputValue()).toBe('')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Boston')
      await page.keyboard.press('Escape')
      expect([await chosen.inputValue(), await page.getByRole('option').count()]).toEqual(['', 0])
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Boston')
      await page.keyboard.press('Enter')
      expect(await chosen.inputValue()).toBe('America/New_York')
      expect(await violations(page)).toEqual([])
    }))

  test('the field takes what is clicked', () =>
    inSample(1, 'Europe/Berlin', async (page) => {
      await page.getByLabel('Time zone', { exact: true }).fill('nepal')
      await page.getByRole('option', { name: 'Kathmandu' }).click()
      expect(await page.locator('#chosen').inputValue()).toBe('Asia/Kathmandu')
    }))
})
