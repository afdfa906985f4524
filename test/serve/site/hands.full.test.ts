// What people do with the pages, in Chromium: with a wrong clock, by keyboard alone, by dragging, with large text, without motion, on paper, without scripts.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, overflow } from '../../support/chromium.ts'
import { openPages, PAGES } from '../../support/pages.ts'
import { NOON, type Service } from '../../support/service.ts'

const KINDS = [...PAGES, '/docs']

describe.skipIf(!hasChromium('pages in the hands of people'))('in Chromium', () => {
  let service: Service
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ service, browser, origin, close } = await openPages())
  })
  afterAll(() => close())

  /** Has a page of its own, and closes it. */
  async function inPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      ...options,
    })
    await use(await context.newPage())
    await context.close()
  }

  test('a clock ticks with the server’s time, whatever the visitor’s own clock and zone are', async () => {
    await inPage({ timezoneId: 'Asia/Tokyo' }, async (page) => {
      // Years and hours off.
      await page.addInitScript(`{
        const now = Date.now
        Date.now = () => now() + 1e11
        Date = class extends Date { constructor(...args) { super(...(args.length === 0 ? [Date.now()] : args)) } }
      }`)
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      expect(await page.evaluate('new Date().getFullYear()')).toBeGreaterThan(2028)
      const clock = page.locator('main .clock')
      // The server's clock stands at noon; the page's goes on from there.
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).toMatch(/^\s*12:0\d:(?!00)\d\d\s*$/)
      const shown = await clock.textContent()
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).not.toBe(shown)
      expect(await page.locator('main time[data-date]').first().textContent()).toBe('Friday 20 November 2026')
    })
  })

  test('a clock that changes while somebody looks shows the time after', async () => {
    service.setNow(Date.UTC(2027, 2, 28, 0, 59, 58) / 1000)
    await inPage({}, async (page) => {
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      const clock = page.locator('main .clock')
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).toMatch(/^\s*02:0\d/)
    })
    service.setNow(NOON)
  })

  test('every page is walked through by the Tab key in the order that is read, and where the focus is, is seen', async () => {
    await inPage({}, async (page) => {
      const wrong: string[] = []
      for (const path of KINDS) {
        await page.goto(origin + path)
        const stops: number = await page.evaluate(`{
          const isShown = (of) => of.checkVisibility({ visibilityProperty: true })
          const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
          globalThis.stops = all.filter((of) => isShown(of) && !of.disabled && of.tabIndex >= 0)
          globalThis.stops.length
        }`)
        for (let index = 0, last = -1; index < Math.min(stops, 30); index++) {
          await page.keyboard.press('Tab')
          const [at, outline, left, width]: number[] = await page.evaluate(`{
            const focused = document.activeElement
            const box = focused.getBoundingClientRect()
            const { outlineStyle, outlineWidth } = getComputedStyle(focused)
            ;[globalThis.stops.indexOf(focused), outlineStyle === 'none' ? 0 : parseFloat(outlineWidth), box.left, box.width]
          }`)
          // A date has parts, each of which is a stop of its own.
          if (at !== last && at !== last + 1) wrong.push(`${path}: after ${last} comes ${at}`)
          if ((outline ?? 0) < 2) wrong.push(`${path}: ${at} has no outline`)
          if ((left ?? -1) < 0 || (width ?? 0) === 0) wrong.push(`${path}: ${at} is not in the window`)
          last = at ?? -1
        }
      }
      expect(wrong).toEqual([])

      // The first stop leads past the menu.
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).hash).toBe('#content')
      // What is folded opens.
      await page.locator('summary').first().focus()
      await page.keyboard.press('Enter')
      expect(await page.locator('details').first().getAttribute('open')).not.toBeNull()
    })
  })

  test('suggestions are chosen by arrow keys, and Escape puts them away', async () => {
    await inPage({}, async (page) => {
      await page.goto(origin)
      const box = page.getByRole('combobox')
      await box.focus()
      await page.keyboard.type('tok')
      const first = page.getByRole('option').first()
      await expect.poll(() => first.textContent(), { timeout: 60_000 }).toContain('Tokyo')
      await page.keyboard.press('Escape')
      expect(await box.getAttribute('aria-expanded')).toBe('false')
      await page.keyboard.type('y')
      await expect.poll(() => box.getAttribute('aria-expanded'), { timeout: 60_000 }).toBe('true')
      await page.keyboard.press('ArrowDown')
      expect(await first.getAttribute('aria-selected')).toBe('true')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/cities/tokyo')
    })
  })

  test('hours are dragged over, over midnight too; a link alone is one hour', async () => {
    await inPage({}, async (page) => {
      const day = `${origin}/meeting?place=Zurich,Tokyo&date=2026-11-23`
      const row = (hour: string) =>
        page.locator('.hours tbody tr', { has: page.getByRole('link', { name: hour, exact: true }) })
      const drag = async (from: string, until: string): Promise<URLSearchParams> => {
        await page.goto(day)
        await row(from).locator('td').first().hover()
        await page.mouse.down()
        await row(until).locator('td').first().hover()
        expect(await page.locator('.hours tr.marked').count()).toBeGreaterThan(1)
        await page.mouse.up()
        await page.waitForURL(/until=/)
        return new URL(page.url()).searchParams
      }
      const range = await drag('15:00', '17:00')
      expect([range.get('from'), range.get('until'), range.get('date')]).toEqual([
        '15:00',
        '18:00',
        '2026-11-23',
      ])
      expect(await page.locator('#meeting-text').textContent()).toContain('Zurich: 15:00 to 18:00')
      expect((await drag('17:00', '15:00')).toString()).toBe(range.toString())
      expect((await drag('22:00', '23:00')).get('until')).toBe('00:00')
      expect(await page.locator('#meeting-text').textContent()).toContain(
        'Zurich: 22:00 on Monday 23 November 2026 to 00:00 on Tuesday 24 November 2026',
      )
      await row('09:00').getByRole('link').click()
      await page.waitForURL(/from=09%3A00&until=10%3A00/)
    })
  })

  test('every page with large letters, without motion, on paper, and without scripts', async () => {
    const said = new Map<string, ReadonlySet<string>>()
    const wrong: string[] = []
    const textOf = async (page: Page): Promise<string[]> =>
      (await page.locator('main').innerText()).replace(/\d\d:\d\d(:\d\d)?/g, '').split('\n')
    await inPage({ reducedMotion: 'reduce', colorScheme: 'dark' }, async (page) => {
      // What the policy refuses is said there; so is the page that is not there.
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) wrong.push(message.text())
      })
      for (const path of KINDS) {
        await page.goto(origin + path)
        said.set(path, new Set(await textOf(page)))
        await page.evaluate('document.documentElement.style.fontSize = "200%"')
        if ((await overflow(page)) > 0)
          wrong.push(`${path}: with letters twice as large it is wider than the window`)
        const moving: number = await page.evaluate(`[...document.querySelectorAll('*')].filter((of) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(of)
          return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior === 'smooth'
        }).length`)
        if (moving !== 0) wrong.push(`${path}: ${moving} things move`)
        await page.emulateMedia({ media: 'print' })
        const [isBare, ink, paper]: [boolean, string, string] = await page.evaluate(`{
          const isHidden = (of) => !of.checkVisibility()
          const { color, backgroundColor } = getComputedStyle(document.documentElement)
          ;[[...document.querySelectorAll('header, .search, .foot nav')].every(isHidden), color, backgroundColor]
        }`)
        await page.emulateMedia({ media: null })
        if (!isBare) wrong.push(`${path}: its menu is printed`)
        const lightness = (colour: string): number =>
          Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number))
        // By night too, paper is white.
        if (lightness(ink) > 80 || lightness(paper) < 240) wrong.push(`${path}: printed ${ink} on ${paper}`)
      }
    })
    await inPage({ javaScriptEnabled: false }, async (page) => {
      for (const path of KINDS) {
        await page.goto(origin + path)
        const forms = page.locator('form')
        const sent = page.locator('form:has(button:not([type="button"]))')
        if ((await forms.count()) !== (await sent.count())) wrong.push(`${path}: a form without a button`)
        // The question for the visitor's zone, which a script answers.
        const asked = (await page.locator('.asked').allInnerTexts()).join('\n').split('\n')
        const other = (await textOf(page)).filter(
          (line) => said.get(path)?.has(line) !== true && !asked.includes(line),
        )
        // What stands there alone are the words in place of what a script does.
        if (other.length > 1)
          wrong.push(`${path}: without scripts it says something else: ${other.join(' | ')}`)
      }
    })
    expect(said.size).toBe(KINDS.length)
    expect(wrong).toEqual([])
  })
})
