// Every kind of public page in Chromium, in light and in dark: axe finds nothing, nothing comes from other hosts, the policy refuses
// nothing, nothing is wider than a small window, and scripts are small.
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, overflow, SHIFT, violations } from '../../support/browsers/chromium.ts'
import { openPages, PAGES } from '../../support/browsers/pages.ts'
import type { Service } from '../../support/worlds/service.ts'
import { someOf } from '../../support/how-many.ts'

/** Some kinds have several pages here, because they look different. */
const KINDS = [
  ...PAGES,
  '/cities',
  '/timezones/UTC',
  '/timezones/Pacific/Fiji',
  '/countries/france',
  '/abbreviations/CST',
]

describe.skipIf(!hasChromium('public pages in a browser'))('in Chromium', () => {
  let service: Service
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ service, browser, origin, close } = await openPages())
    service.setNow(Date.now() / 1000)
  })
  afterAll(() => close())

  // Dark pages differ only in their colours.
  test.each([
    ['light', null, 2],
    ['dark', ['color-contrast'], 6],
  ] as const)('every page is readable and complete, %s', async (colorScheme, rules, oneIn) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const wrong: string[] = []
    page.on('console', (message) => {
      // A missing page also appears in the console.
      if (message.type() === 'error' && !message.text().includes('404')) wrong.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) wrong.push(`asked for ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().endsWith('/nowhere'))
        wrong.push(`${response.status()} ${response.url()}`)
    })
    for (const path of someOf(KINDS, oneIn)) {
      await page.goto(origin + path, { waitUntil: 'load' })
      wrong.push(...(await violations(page, rules)).map((violation) => `${path}: ${violation}`))
      await page.setViewportSize({ width: 320, height: 640 })
      if ((await overflow(page)) > 0) wrong.push(`${path}: wider than 320 pixels`)
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await context.close()
    expect(wrong).toEqual([])
  })

  test.each([320, 768])('on %s pixels the documents fit, and short code is not parted', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.goto(`${origin}/docs`)
    const guides: string[] = await page.evaluate(
      `[...document.querySelectorAll('main a[href^="/docs/"]')].map((link) => link.pathname)`,
    )
    const wrong: string[] = []
    for (const path of new Set(['/docs', ...guides])) {
      await page.goto(origin + path)
      if ((await overflow(page)) > 0) wrong.push(`${path}: wider than the window`)
      const found: string[] = await page.evaluate(`{
        const all = (selector) => [...document.querySelectorAll(selector)]
        const isOutside = (cell) => cell.getBoundingClientRect().right > innerWidth
        const isParted = (code) => new Set([...code.getClientRects()].map(({ y }) => y)).size > 1
        ;[...all('.stacked td').filter(isOutside), ...all('.short').filter(isParted)].map((of) => of.textContent)
      }`)
      wrong.push(...found.map((text) => `${path}: ${text}`))
      if (path === '/docs/api/types') expect(await page.locator('.stacked td').count()).toBeGreaterThan(100)
    }
    await context.close()
    expect(guides.length).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  test('on a phone nothing moves that is seen, also where scripts come late', async () => {
    const wrong: string[] = []
    for (const path of [...someOf(KINDS, 6), '/meeting?place=Berlin&place=Denver&date=2027-03-15']) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        timezoneId: 'Europe/Zurich',
      })
      const page = await context.newPage()
      await page.route(/\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      const moved: number = await page.evaluate(SHIFT)
      if (moved >= 0.02) wrong.push(`${path}: ${moved}`)
      await context.close()
    }
    expect(wrong).toEqual([])
  })

  test('maps are drawn: their tiles load, in the colours of the page', async () => {
    const context = await browser.newContext({ viewport: { width: 800, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const tiles: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/map/')) tiles.push(response.url())
    })
    await page.goto(`${origin}/lookup?lat=48.2&lon=16.4`, { waitUntil: 'networkidle' })
    expect(tiles.length).toBeGreaterThan(1)
    const map = page.locator('svg[data-map]')
    const box = await map.boundingBox()
    if (box === null) throw new Error('there is no map')
    // A mouse that rests on the map shows the zone and its time, before a click.
    await map.hover({ position: { x: box.width / 2, y: box.height / 2 } })
    await expect
      .poll(() => page.locator('.pointed').textContent(), { timeout: 30_000 })
      .toMatch(/^Vienna, \d\d:\d\d$/)
    // A click to the west asks for that point, and the boundaries give the answer.
    await map.click({ position: { x: box.width * 0.25, y: box.height / 2 } })
    await page.waitForURL(/lon=\d/)
    await page.waitForURL(({ search }) => !search.includes('16.4'))
    await expect.poll(() => page.locator('h2').first().textContent()).not.toBe('Vienna')
    expect(Number(new URL(page.url()).searchParams.get('lon'))).toBeLessThan(16)
    await page.goto(origin)
    const world = page.locator('svg[data-map]')
    await world.scrollIntoViewIfNeeded()
    const { width, height } = (await world.boundingBox()) ?? { width: 0, height: 0 }
    // The middle of Australia.
    await world.hover({ position: { x: ((134 + 180) / 360) * width, y: ((84 + 24) / 142) * height } })
    await expect
      .poll(() => page.locator('.pointed').textContent(), { timeout: 30_000 })
      .toMatch(/^Darwin, \d\d:\d\d$/)
    await context.close()
  })

  test('without scripts every page has the same content, and a zone has at most 6 kB of script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/timezones/Europe/Dublin`)
    expect(await page.locator('time.clock').textContent()).toMatch(/\d\d:\d\d/)
    const sources = await page
      .locator('script[src]')
      .evaluateAll((scripts) => scripts.map((script) => script.getAttribute('src') ?? ''))
    let bytes = 0
    for (const src of sources) bytes += gzipSync((await service.app.inject({ url: src })).rawPayload).length
    expect(sources.length).toBeGreaterThan(1)
    expect(bytes).toBeLessThanOrEqual(6000)
    await page.goto(`${origin}/search?q=vienna`)
    expect(await page.locator('main').textContent()).toContain('Vienna')
    await context.close()
  })
})
