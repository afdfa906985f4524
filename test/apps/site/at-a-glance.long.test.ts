// Pages on a phone and at a glance, in Chromium: no table is cut off, links of lists are easy to hit, nothing moves after loading, the menu opens
// without a script, hours of a meeting go down, and the page of two places is whole on paper and in forced colours.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, inPage, overflow, violations } from '../../support/browsers/chromium.ts'
import { openPages, PAGES } from '../../support/browsers/pages.ts'

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' }

describe.skipIf(!hasChromium('pages at a glance'))('in Chromium', () => {
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ browser, origin, close } = await openPages())
  })
  afterAll(() => close())

  test('on a phone no table is cut off, and links alone in a list or cell are at least 24 pixels high', async () => {
    await inPage(browser, { ...PHONE, javaScriptEnabled: false }, async (page) => {
      const wrong: string[] = []
      const kinds = [
        ...PAGES,
        '/cities',
        '/search?q=springfield',
        '/countries/russia',
        '/timezones/America/Denver',
      ]
      for (const path of kinds.filter((one) => !one.startsWith('/docs'))) {
        await page.goto(origin + path)
        const found: string[] = await page.evaluate(`{
          const all = (selector) => [...document.querySelectorAll('main ' + selector)]
          const cut = all('.scroll:not(.grid)').filter((of) => of.scrollWidth > of.clientWidth + 1)
          const links = all(':is(th, td) > a, .flow > li > a, .results > li > a').filter((of) => of.checkVisibility())
          const small = links.filter((of) => of.getBoundingClientRect().height < 23.9)
          ;[...cut.map((of) => of.ariaLabel + ' is cut off'), ...small.map((of) => of.textContent + ' is small')]
        }`)
        wrong.push(...found.slice(0, 3).map((words) => `${path}: ${words}`))
      }
      expect(wrong).toEqual([])
    })
  })

  test.each([390, 1280])('after loading nothing moves: at %s pixels', async (width) => {
    await inPage(browser, { ...PHONE, viewport: { width, height: 844 } }, async (page) => {
      await page.addInitScript(`{
        globalThis.moved = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      }`)
      for (const path of [
        '/search?q=springfield',
        '/search?q=IST',
        '/compare/berlin/denver',
        '/compare',
        '/countries/united-states',
      ]) {
        await page.goto(origin + path, { waitUntil: 'networkidle' })
        if (path.startsWith('/search'))
          await expect
            .poll(() => page.locator('[data-mine=cell]').first().textContent(), { timeout: 60_000 })
            .toMatch(/h|same/)
        expect(await page.evaluate('globalThis.moved'), path).toBeLessThan(0.02)
      }
    })
  })

  test('on a phone the menu opens without a script and leads to what people come for', async () => {
    await inPage(browser, { ...PHONE, javaScriptEnabled: false }, async (page) => {
      await page.goto(origin)
      const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
      expect(await links.filter({ visible: true }).count()).toBe(0)
      await page.locator('.menu summary').focus()
      await page.keyboard.press('Enter')
      expect((await links.filter({ visible: true }).allTextContents()).slice(0, 6)).toEqual([
        'Clocks',
        'Meeting',
        'Convert',
        'Zones',
        'Look up',
        'News',
      ])
      await links.filter({ visible: true, hasText: 'Meeting' }).click()
      expect(new URL(page.url()).pathname).toBe('/meeting')
    })
  })

  /** The box of a part of the page. */
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (box === null) throw new Error(`there is no ${selector}`)
    return box
  }

  test('on a phone the hours of a meeting go down, the names stay at the top, and the chosen hour in view', async () => {
    await inPage(browser, PHONE, async (page) => {
      await page.goto(
        `${origin}/meeting?place=Berlin&place=Sydney&place=San+Francisco&date=2026-11-30&from=09:00`,
        { waitUntil: 'networkidle' },
      )
      await page.locator('.grid').scrollIntoViewIfNeeded()
      const [one, next] = await Promise.all(
        [2, 3].map((index) => boxOf(page, `.hours tbody tr:first-child > :nth-child(${index})`)),
      )
      expect(next?.y).toBeGreaterThan(one?.y ?? Infinity)
      expect(next?.x).toBe(one?.x)
      for (const top of [0, 400, 2000]) {
        await page.evaluate(`document.querySelector('.grid').scrollTop = ${top}`)
        const grid = await boxOf(page, '.grid')
        for (const row of ['thead tr', 'tbody tr:first-child', 'tbody tr:last-child'])
          expect((await boxOf(page, `.hours ${row} > :first-child`)).y).toBeCloseTo(grid.y, 0)
        const on = await boxOf(page, '.hours thead .on')
        expect(on.y).toBeGreaterThanOrEqual(grid.y + 40)
        expect(on.y + on.height).toBeLessThanOrEqual(grid.y + grid.height + 1)
        // What is painted at the top is the name, and not an hour that scrolls below it.
        const painted = await page.evaluate(
          `document.elementFromPoint(${grid.x + 30}, ${grid.y + 12})?.closest('th')?.textContent.trim().slice(0, 6)`,
        )
        expect(painted).toBe('Berlin')
      }
      expect(await overflow(page)).toBe(0)
      expect(await violations(page)).toEqual([])
    })
  })

  test('a half hour is chosen by its link, a length by its own; Shift and an arrow say what they mark', async () => {
    await inPage(browser, { ...PHONE, viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(`${origin}/meeting?place=Berlin&place=Denver&date=2026-12-01`, {
        waitUntil: 'networkidle',
      })
      await page.getByRole('link', { name: '90 min' }).click()
      await page.waitForURL(/minutes=90/)
      await page.getByRole('link', { name: '16:30', exact: true }).click()
      await page.waitForURL(/from=16%3A30&until=18%3A00/)
      await expect
        .poll(() => page.locator('#meeting-text').textContent(), { timeout: 60_000 })
        .toContain('Denver: 08:30 to 10:00')
      await page.locator('.hours thead .on a').first().focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect
        .poll(() => page.locator('#said').textContent(), { timeout: 60_000 })
        .toMatch(/^1[67]:[03]0 to 1[89]:00$/)
    })
  })

  test('the page of two places is whole without a script, by keyboard, on paper, in forced colours and at 320 pixels', async () => {
    await inPage(
      browser,
      { ...PHONE, viewport: { width: 320, height: 640 }, javaScriptEnabled: false },
      async (page) => {
        await page.goto(`${origin}/compare`)
        await page.getByLabel('One place').fill('denver')
        await page.getByLabel('Another one').fill('Berlin')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/compare/berlin/denver')
        expect(await overflow(page)).toBe(0)
        expect(await page.locator('.hours.pair tbody tr').count()).toBe(24)
        await page.emulateMedia({ media: 'print' })
        expect(await page.locator('.hours.pair').isVisible()).toBe(true)
        expect(await page.locator('main form').isVisible()).toBe(false)
        await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
        const coloursOf = (kind: string): Promise<string[]> =>
          page.evaluate(
            `[...document.querySelectorAll('.hours.pair :is(th, td).${kind}')].map((cell) => getComputedStyle(cell).backgroundColor)`,
          )
        const colours = await coloursOf('night')
        const work = await coloursOf('work')
        // The system's colours tell a night from work, in both columns.
        expect(new Set(colours).size).toBe(1)
        expect(work).not.toContain(colours[0])
      },
    )
  })
})
