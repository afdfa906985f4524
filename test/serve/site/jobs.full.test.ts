// Nine jobs of a visitor, from the first page, in Chromium; the tenth, a key and a first call, is one of the account area. An act is a click, a key that chooses, or a field filled in; each job has the number of acts
// that the best site needs for it, and may not take more.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, inPage } from '../../support/chromium.ts'
import { openPages } from '../../support/pages.ts'

const SOON = { timeout: 60_000 }

describe.skipIf(!hasChromium('nine jobs of a visitor'))('in Chromium', () => {
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ browser, origin, close } = await openPages())
  })
  afterAll(() => close())

  /** A visitor in Zurich, who counts what they do. */
  interface Visitor {
    readonly page: Page
    readonly click: (what: Locator) => Promise<void>
    readonly press: (key: string) => Promise<void>
    readonly fill: (what: Locator, text: string) => Promise<void>
    /** What the page says, with single spaces. */
    readonly said: () => Promise<string>
  }

  const job = (most: number, todo: (visitor: Visitor) => Promise<void>): Promise<void> =>
    inPage(
      browser,
      { viewport: { width: 1280, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Zurich' },
      async (page) => {
        let acts = 0
        await page.goto(origin)
        await todo({
          page,
          async click(what) {
            acts++
            await what.click()
          },
          async press(key) {
            acts++
            await page.keyboard.press(key)
          },
          async fill(what, text) {
            acts++
            await what.fill(text)
          },
          said: async () => ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' '),
        })
        expect(acts).toBeLessThanOrEqual(most)
      },
    )

  const search = async ({ page, fill, press }: Visitor, text: string): Promise<void> => {
    await fill(page.getByRole('combobox'), text)
    await press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
  }
  /** Types a text and takes a suggestion. */
  const suggested = async ({ page, fill, click }: Visitor, text: string, path: string): Promise<void> => {
    await fill(page.getByRole('combobox'), text)
    await click(page.getByRole('option').first())
    await page.waitForURL(`**${path}`)
  }
  const link = ({ page }: Visitor, name: RegExp | string): Locator => page.getByRole('link', { name }).first()
  /** The text of the file that a click downloads. */
  const fileOf = async (visitor: Visitor, what: Locator): Promise<string> => {
    const [download] = await Promise.all([visitor.page.waitForEvent('download'), visitor.click(what)])
    const parts: Buffer[] = []
    for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
    return Buffer.concat(parts).toString()
  }

  test('the time in Vancouver, and how far it is from mine', () =>
    job(2, async (visitor) => {
      await suggested(visitor, 'vancouver', '/cities/vancouver')
      await expect.poll(visitor.said, SOON).toMatch(/05:0\d:\d\d.*8 hours behind you/)
    }))

  test('an hour for Zurich, New York and Sydney next Tuesday, in a calendar', () =>
    job(6, async (visitor) => {
      const { page, click, fill, press } = visitor
      await click(link(visitor, 'Meeting'))
      await fill(page.getByLabel('Add a place'), 'Zurich, New York, Sydney')
      await fill(page.getByLabel('Date'), '2026-11-24')
      await press('Enter')
      await page.getByRole('heading', { name: 'Tuesday 24 November 2026' }).waitFor()
      await click(page.locator('.best a').first())
      await page.locator('#meeting-text').waitFor()
      const file = await fileOf(visitor, link(visitor, 'Calendar file (.ics)'))
      expect(file).toMatch(/DTSTART;TZID=Europe\/Zurich:202611/)
    }))

  // One more than two: the dates are there after two acts, the file takes a third.
  test('when clocks change in the United States in 2027, in a calendar', () =>
    job(3, async (visitor) => {
      await suggested(visitor, 'united states', '/countries/united-states')
      await expect.poll(visitor.said, SOON).toMatch(/14 March 2027/)
      const file = await fileOf(visitor, link(visitor, 'These dates for your calendar'))
      expect(file).toContain('20270314')
      expect(file).toContain('20271107')
    }))

  test('a moment for a colleague', () =>
    job(4, async (visitor) => {
      const { page, click, fill, press } = visitor
      await click(link(visitor, 'Convert'))
      await expect
        .poll(() => page.getByLabel('From', { exact: true }).inputValue(), SOON)
        .toBe('Europe/Zurich')
      await fill(page.getByLabel('Date and time', { exact: true }), 'tomorrow 3pm')
      await press('Enter')
      await click(link(visitor, 'Send this moment to others'))
      await page.getByRole('heading', { level: 1, name: '15:00 on Saturday 21 November 2026' }).waitFor()
      expect(page.url()).toContain('/t/2026-11-21T15:00/Europe/Zurich')
    }))

  /** Types a text, and returns what the suggestions below the box say. */
  const suggestions = async ({ page, fill }: Visitor, text: string): Promise<string> => {
    await fill(page.getByRole('combobox'), text)
    await page.getByRole('option').first().waitFor()
    return (await page.getByRole('listbox').innerText()).replace(/\s+/g, ' ')
  }

  test('which zone a point has, and the time there', () =>
    job(1, async (visitor) => {
      expect(await suggestions(visitor, '43.8, 87.6')).toMatch(/Asia\/Shanghai, 20:0\d/)
    }))

  test('what CST is', () =>
    job(1, async (visitor) => {
      const said = await suggestions(visitor, 'CST')
      expect(said).toContain('Central Standard Time CST, UTC−06:00')
      expect(said).toContain('China Standard Time CST, UTC+08:00')
    }))

  test('what changed in the latest tz release', () =>
    job(1, async (visitor) => {
      await visitor.click(link(visitor, /2026f/))
      expect(await visitor.said()).toMatch(/2026f/)
    }))

  test('which countries have daylight saving', () =>
    job(1, async (visitor) => {
      await visitor.click(link(visitor, 'which countries change their clocks in 2026'))
      expect(await visitor.said()).toMatch(/Ireland/)
    }))

  test('the sunset in Reykjavik on a day in June', () =>
    job(2, async (visitor) => {
      await search(visitor, 'sunset in reykjavik on 21 june')
      expect(await visitor.said()).toMatch(/00:0\d/)
    }))
})
