// What people do with pages, in Chromium: with a wrong clock, only by keyboard, dragging, with large text, without motion, on paper,
// without scripts.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, inPage, overflow, violations } from '../../support/browsers/chromium.ts'
import { openPages, PAGES } from '../../support/browsers/pages.ts'
import { NOON, type Service } from '../../support/worlds/service.ts'

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

  const inWindow = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
    inPage(browser, { viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options }, use)

  test('a clock ticks with the server’s time, whatever clock and zone the visitor’s device has', async () => {
    await inWindow({ timezoneId: 'Asia/Tokyo' }, async (page) => {
      // The device's clock is wrong by years and hours.
      await page.addInitScript(`{
        const now = Date.now
        Date.now = () => now() + 1e11
        Date = class extends Date { constructor(...args) { super(...(args.length === 0 ? [Date.now()] : args)) } }
      }`)
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      expect(await page.evaluate('new Date().getFullYear()')).toBeGreaterThan(2028)
      const clock = page.locator('main .clock')
      // The server's clock stands at noon. The page's clock runs on from there.
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).toMatch(/^\s*12:0\d:(?!00)\d\d\s*$/)
      const shown = await clock.textContent()
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).not.toBe(shown)
      expect(await page.locator('main time[data-date]').first().textContent()).toBe('Friday 20 November 2026')
    })
  })

  test('a clock that changes while it is shown continues with the new time', async () => {
    service.setNow(Date.UTC(2027, 2, 28, 0, 59, 58) / 1000)
    await inWindow({}, async (page) => {
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      const clock = page.locator('main .clock')
      await expect.poll(() => clock.textContent(), { timeout: 60_000 }).toMatch(/^\s*02:0\d/)
    })
    service.setNow(NOON)
  })

  test('the Tab key goes through every page in reading order, and the focus is visible', async () => {
    await inWindow({}, async (page) => {
      const wrong: string[] = []
      for (const path of KINDS) {
        // A script may ask the server for the visitor's own place. The page then has one more stop for the Tab key.
        await page.goto(origin + path, { waitUntil: 'networkidle' })
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
          // A date field has parts, and each part is its own stop.
          if (at !== last && at !== last + 1) wrong.push(`${path}: after ${last} comes ${at}`)
          if ((outline ?? 0) < 2) wrong.push(`${path}: ${at} has no outline`)
          if ((left ?? -1) < 0 || (width ?? 0) === 0) wrong.push(`${path}: ${at} is not in the window`)
          last = at ?? -1
        }
      }
      expect(wrong).toEqual([])

      // The first stop is a link that skips the menu.
      await page.goto(`${origin}/timezones/Europe/Dublin`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).hash).toBe('#content')
      // The Enter key opens a closed section.
      await page.locator('main summary').first().focus()
      await page.keyboard.press('Enter')
      expect(await page.locator('main details').first().getAttribute('open')).not.toBeNull()
    })
  })

  test('arrow keys choose suggestions, and Escape closes them', async () => {
    await inWindow({}, async (page) => {
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

  /** The link of an hour in the first place's row, and not that of its half. */
  const whole = (page: Page, hour: string) =>
    page.getByRole('link', { name: hour, exact: true }).and(page.locator('a:not(.half)'))
  const hourLink = (page: Page, hour: string) => page.locator('.hours thead').locator(whole(page, hour))
  /** The head of an hour there. */
  const head = (page: Page, hour: string) => page.locator('.hours thead th', { has: whole(page, hour) })
  const queryOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams

  test('a meeting: dragging chooses hours without a reload, also over midnight; a click chooses one hour', async () => {
    await inWindow({}, async (page) => {
      const day = `${origin}/meeting?place=Zurich&place=Tokyo&date=2026-11-23`
      const drag = async (from: string, until: string): Promise<URLSearchParams> => {
        await page.goto(day)
        await page.evaluate('globalThis.isSame = true')
        await head(page, from).hover()
        await page.mouse.down()
        await head(page, until).hover()
        expect(await page.locator('.hours thead .on').count()).toBeGreaterThan(1)
        await page.mouse.up()
        await page.waitForURL(/until=/)
        await page.locator('#meeting-text').waitFor()
        expect(await page.evaluate('globalThis.isSame')).toBe(true)
        return queryOf(page)
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
      // A click on another place's row chooses the same moment. The length of the meeting stays.
      await page.locator('.hours tbody td').nth(9).click()
      await page.waitForURL(/from=09%3A00&until=11%3A00/)
      // The browser's back button brings the earlier choice back.
      await page.goBack()
      await expect.poll(() => page.locator('#meeting-text').textContent()).toContain('Zurich: 22:00')
      // An hour that comes twice, each time as half an hour: from the first hour to the second half hour.
      await page.goto(`${origin}/meeting?place=Australia/Lord_Howe&place=UTC&date=2026-04-05`)
      await head(page, '01:00').hover()
      await page.mouse.down()
      await head(page, '01:30').hover()
      await page.mouse.up()
      await page.waitForURL(/until=/)
      await expect.poll(() => page.locator('#meeting-text').textContent()).toContain(': 14:00 to 15:30')
      // From the first of two equal hours until after the second: the clock says when it ends.
      await page.goto(`${origin}/meeting?place=Berlin&place=UTC&date=2026-10-25`)
      await head(page, '02:00').first().hover()
      await page.mouse.down()
      await head(page, '03:00').hover()
      await page.mouse.up()
      await page.waitForURL(/until=04%3A00&ending=earliest/)
      await expect.poll(() => page.locator('#meeting-text').textContent()).toContain(': 00:00 to 03:00')
    })
  })

  test.each([true, false])(
    'a meeting: a proposed time leads to what can be done with it, with scripts: %s',
    async (javaScriptEnabled) => {
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(`${origin}/meeting?place=Zurich&place=Tokyo&date=2026-11-23`)
        await page.locator('.best a').first().click()
        await page.waitForURL(/until=.*#chosen$/)
        await expect.poll(async () => (await page.locator('#chosen').boundingBox())?.y).toBeLessThan(800)
        await page.keyboard.press('Tab')
        // The next thing in order is in that section.
        const next = javaScriptEnabled ? 'Copy' : 'Link to this moment'
        expect(await page.evaluate('document.activeElement.textContent')).toBe(next)
      })
    },
  )

  test.each([true, false])(
    'a meeting on a phone: the hours are in the first screen, the fields behind one line (script: %s)',
    async (javaScriptEnabled) => {
      const meeting = '/meeting?place=Zurich&place=Tokyo&place=New+York&date=2026-11-23'
      await inWindow({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
        await page.goto(origin + meeting)
        // Names of places, and three hours at least.
        const { y = 844 } = (await page.locator('.grid').boundingBox()) ?? {}
        expect(y).toBeLessThan(844 - 70 - 3 * 44)
        const field = page.getByLabel('Add a place')
        expect(await field.isVisible()).toBe(false)
        await page.getByText('Add places').focus()
        await page.keyboard.press('Enter')
        expect(await field.isVisible()).toBe(true)
        await page.keyboard.press('Tab')
        await page.keyboard.type('Nairobi')
        await page.keyboard.press('Enter')
        await page.waitForURL('**Nairobi**')
        await expect.poll(() => page.locator('.chips li').count()).toBe(4)
      })
      // Where there is room the fields are there at once.
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(origin + meeting)
        expect(await page.getByLabel('Add a place').isVisible()).toBe(true)
        expect(await page.getByText('Add places').isVisible()).toBe(false)
      })
    },
  )

  test('a meeting by keys: at most ten keys to any hour, arrows over midnight, ranges', async () => {
    await inWindow({}, async (page) => {
      const day = `${origin}/meeting?place=Zurich&place=New+York&date=2026-11-23`
      for (const hour of ['00', '08', '15', '23']) {
        await page.goto(day)
        // Skips the menu, skips the form, reaches the hours, types two digits, and chooses.
        const keys = ['Tab', 'Enter', 'Tab', 'Enter', ...hour.split(''), 'Enter']
        expect(keys.length).toBeLessThanOrEqual(10)
        for (const key of keys) {
          await page.keyboard.press(key)
          // The browser needs a moment to go to the content, and another until the Tab key begins there.
          if (key === 'Enter') {
            await page.waitForURL(({ hash, search }) => hash === '#content' || search.includes('from'))
            await page.evaluate(
              'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
            )
          }
        }
        await page.waitForURL(new RegExp(`from=${hour}%3A00`))
      }
      await page.goto(day)
      await hourLink(page, '09:00').focus()
      for (const key of ['End', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      await page.waitForURL(/date=2026-11-24/)
      const focused = page.locator('.hours thead a:focus')
      await expect.poll(() => focused.textContent()).toBe('00:00')
      for (const key of ['PageDown', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'])
        await page.keyboard.press(key)
      expect(await page.locator('.hours thead .on').count()).toBe(3)
      await page.keyboard.press('Enter')
      await page.waitForURL(/from=07%3A00&until=10%3A00/)
      await expect.poll(() => page.locator('#said').textContent()).toContain('Zurich: 07:00 to 10:00')
      expect(await page.locator('.hours thead a:not(.half)[tabindex="0"]').count()).toBe(1)
    })
  })

  test('a meeting: a place is added from suggestions with its state, moved, given hours and removed, by keys', async () => {
    await inWindow({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
      // The visitor's own place is the first.
      await page.goto(`${origin}/meeting`)
      const chips = page.locator('.chips strong')
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu'])
      await page.getByRole('combobox', { name: 'Add a place' }).focus()
      const answered = page.waitForResponse((response) => response.url().includes('q=springf&'))
      await page.keyboard.type('springf')
      await answered
      const wanted = page.getByRole('option').filter({ hasText: 'Springfield city, Illinois' })
      await wanted.waitFor()
      // The list is right below its field, and as wide.
      const [list, field] = [
        await page.locator('.meet .suggestions').boundingBox(),
        await page.getByRole('combobox', { name: 'Add a place' }).boundingBox(),
      ]
      const gap = (list?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)
      expect(gap).toBeGreaterThanOrEqual(0)
      expect(gap).toBeLessThan(8)
      expect(list?.width).toBe(field?.width)
      for (let left = 8; left > 0 && (await wanted.getAttribute('aria-selected')) !== 'true'; left--)
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu', 'Springfield, Illinois'])
      // The next place can be typed at once.
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add')
      await page.keyboard.type('Zurich')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => chips.allTextContents())
        .toEqual(['Kathmandu', 'Springfield, Illinois', 'Zurich'])
      await page.getByRole('link', { name: 'Move Zurich forward' }).press('Enter')
      await expect
        .poll(() => chips.allTextContents())
        .toEqual(['Kathmandu', 'Zurich', 'Springfield, Illinois'])
      await page.getByText('Working hours and weekends').press('Enter')
      await page.getByLabel('Zurich', { exact: true }).fill('7-12')
      await page.keyboard.press('Enter')
      await page.waitForURL(/hours=/)
      await expect.poll(() => page.locator('.hours tbody tr').first().locator('td.work').count()).toBe(5)
      await page.getByRole('link', { name: 'Remove Springfield, Illinois' }).press('Enter')
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu', 'Zurich'])
      const { search } = new URL(page.url())
      // The device remembers the places.
      await page.goto(`${origin}/meeting`)
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu', 'Zurich'])
      // The page of a shared link offers the visitor's own place.
      await page.goto(`${origin}/meeting?place=Zurich&place=Tokyo`)
      await page.getByRole('link', { name: 'Put your own time first (Kathmandu)' }).press('Enter')
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu', 'Zurich', 'Tokyo'])
      expect(search).toContain('place=Asia%2FKathmandu')
    })
  })

  test('a meeting: Back shows the places with which the page began, and another day keeps a From that was just written', async () => {
    await inWindow({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
      const chips = page.locator('.chips strong')
      const add = page.getByRole('combobox', { name: 'Add a place' })
      for (const first of [['Kathmandu'], ['Kathmandu', 'Zurich']]) {
        await page.goto(`${origin}/meeting`)
        await expect.poll(() => chips.allTextContents()).toEqual(first)
        const date = await page.getByLabel('Date').inputValue()
        await add.fill(first.length === 1 ? 'Zurich' : 'Tokyo')
        await add.press('Enter')
        await expect.poll(() => chips.count()).toBe(first.length + 1)
        await page.goBack()
        await expect.poll(() => chips.allTextContents()).toEqual(first)
        expect(await page.getByLabel('Date').inputValue()).toBe(date)
        expect(await page.locator('table.hours').count()).toBe(1)
        await page.goForward()
        await expect.poll(() => chips.count()).toBe(first.length + 1)
      }
      await page.goto(`${origin}/meeting?place=Zurich&date=2026-12-01&from=09:00&until=10:30`)
      await page.getByLabel('From').fill('3pm')
      await page.getByLabel('Until').fill('16:30')
      await page.getByRole('link', { name: /^Wed 2 Dec/ }).click()
      await page.waitForURL(/date=2026-12-02&from=3pm&until=16%3A30$/)
      await expect
        .poll(() => page.locator('#meeting-text').textContent())
        .toContain('15:00 to 16:30, Wednesday')
      await page.goBack()
      await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('2026-12-01')
      await expect.poll(() => page.getByLabel('From').inputValue()).toBe('09:00')
    })
  })

  test('a meeting: what is typed slowly, right after another field, is neither lost nor sent half', async () => {
    await inWindow({ timezoneId: 'Europe/Zurich' }, async (page) => {
      await page.goto(`${origin}/meeting?place=Zurich&date=2026-12-01`)
      await page.getByLabel('From').pressSequentially('3pm')
      await page.keyboard.press('Tab')
      await page.getByLabel('Until').pressSequentially('4:30pm', { delay: 300 })
      expect(await page.getByLabel('Until').inputValue()).toBe('4:30pm')
      await page.keyboard.press('Tab')
      await page.waitForURL(/from=3pm&until=4%3A30pm/)
      await page.getByLabel('Date').fill('2026-12-08')
      const add = page.getByRole('combobox', { name: 'Add a place' })
      await add.pressSequentially('New York, Sydney', { delay: 100 })
      await add.press('Enter')
      await expect
        .poll(() => page.locator('.chips strong').allTextContents())
        .toEqual(['Zurich', 'New York', 'Sydney'])
      expect(new URL(page.url()).searchParams.get('date')).toBe('2026-12-08')
    })
  })

  test('a meeting: what is typed before the visitor’s own place is known stays, and the own one is offered', async () => {
    await inWindow({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
      let answer = (): void => undefined
      const isAnswered = new Promise<void>((resolve) => (answer = resolve))
      await page.route(/\/time\.json\?zone=/, async (route) => {
        await isAnswered
        await route.continue()
      })
      await page.goto(`${origin}/meeting`)
      const add = page.getByRole('combobox', { name: 'Add a place' })
      const chips = page.locator('.chips strong')
      await add.fill('Denver')
      answer()
      await page.waitForLoadState('networkidle')
      await add.press('Enter')
      await expect.poll(() => chips.allTextContents()).toEqual(['Denver'])
      await page.getByRole('link', { name: 'Put your own time first (Kathmandu)' }).click()
      await expect.poll(() => chips.allTextContents()).toEqual(['Kathmandu', 'Denver'])
    })
  })

  test('a meeting by touch, and without scripts', async () => {
    await inWindow({ hasTouch: true, viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(`${origin}/meeting?place=Zurich&place=Tokyo&date=2026-11-23`)
      await hourLink(page, '10:00').tap()
      await page.waitForURL(/from=10%3A00/)
      await expect.poll(() => page.locator('#meeting-text').textContent()).toContain('Zurich: 10:00 to 11:00')
      const size = await head(page, '10:00').boundingBox()
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
    })
    await inWindow({ viewport: { width: 320, height: 640 } }, async (page) => {
      // The table for the visitor's own place comes without a click, with the working hours in view.
      await page.goto(`${origin}/meeting`)
      await expect
        .poll(() => page.evaluate("document.querySelector('.grid')?.scrollTop ?? 0"))
        .toBeGreaterThan(0)
      const box = await head(page, '09:00').boundingBox()
      expect(box?.x).toBeGreaterThan(0)
      expect(box?.x).toBeLessThan(320)
    })
    await inWindow({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/meeting`)
      const chips = page.locator('.chips strong')
      for (const place of ['Zurich', 'Springfield']) {
        await page.getByLabel('Add a place').fill(place)
        await page.getByRole('button', { name: 'Show', exact: true }).click()
      }
      await page.getByRole('link', { name: 'Springfield, Illinois' }).click()
      expect(await chips.allTextContents()).toEqual(['Zurich', 'Springfield, Illinois'])
      await page.getByRole('link', { name: 'Move Springfield, Illinois forward' }).click()
      expect(await chips.allTextContents()).toEqual(['Springfield, Illinois', 'Zurich'])
      await page.getByLabel('Date').fill('2026-11-24')
      await page.getByText('Working hours and weekends').click()
      await page.getByLabel('Zurich', { exact: true }).fill('12-20')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.locator('.best a').first().click()
      expect(await page.locator('#meeting-text').textContent()).toContain('(UTC+01:00, Europe/Zurich)')
      expect(await page.getByRole('link', { name: 'Calendar file (.ics)' }).getAttribute('href')).toContain(
        '/meeting.ics?',
      )
      await page
        .getByRole('link', { name: /^Wed 25 Nov/ })
        .first()
        .click()
      expect(queryOf(page).get('date')).toBe('2026-11-25')
      await page.getByRole('link', { name: 'Remove Zurich' }).click()
      expect(await chips.allTextContents()).toEqual(['Springfield, Illinois'])
    })
  })

  test('a meeting of 2, 8 and 50 places: no overflow, a fixed head and first column, and forced colours show each meaning', async () => {
    const names = service.catalogue.almanac.zones.listed.map(({ iana }) => iana)
    for (const forcedColors of ['none', 'active'] as const)
      await inWindow({ forcedColors }, async (page) => {
        for (const count of [2, 8, 50]) {
          const query = names.slice(0, count * 8).filter((_, index) => index % 8 === 0)
          await page.goto(
            `${origin}/meeting?${query.map((name) => `place=${name}`).join('&')}&date=2026-11-27&from=09:00`,
          )
          for (const width of [320, 768, 1280]) {
            await page.setViewportSize({ width, height: 900 })
            expect(await overflow(page), `${count} places, ${width} pixels`).toBeLessThanOrEqual(0)
          }
          await page.setViewportSize({ width: 320, height: 900 })
          const corners: number[] = await page.evaluate(`{
            const grid = document.querySelector('.grid')
            grid.scrollTo({ left: 600, top: 400, behavior: 'instant' })
            const [frame, corner] = [grid, grid.querySelector('th')].map((of) => of.getBoundingClientRect())
            ;[Math.round(corner.left - frame.left), Math.round(corner.top - frame.top)]
          }`)
          expect(corners, `${count} places`).toEqual([0, 0])
          // The frame of a chosen hour is three pixels wide, and no hour touches it or the next hour.
          const tight: string[] =
            await page.evaluate(`[...document.querySelectorAll('.grid time')].flatMap((of) => {
            const text = document.createRange()
            text.selectNodeContents(of)
            const [its, cell] = [text, of.closest('td, th')].map((part) => part.getBoundingClientRect())
            return its.left - cell.left < 3 || cell.right - its.right < 3 ? of.textContent : []
          })`)
          expect(tight, `${count} places`).toEqual([])
          expect(await violations(page)).toEqual([])
        }
        // Eight places are all in view.
        await page.goto(
          `${origin}/meeting?${names
            .slice(0, 8)
            .map((name) => `place=${name}`)
            .join('&')}`,
        )
        expect(
          await page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.chips'))",
          ),
        ).toBe(0)
        // Each kind of hour looks different, also without its colour.
        const looks: string[] =
          await page.evaluate(`[...document.querySelectorAll('.legend.hours span')].map((of) => {
          const { backgroundColor, backgroundImage, backgroundSize, outlineStyle, boxShadow } = getComputedStyle(of)
          return [backgroundColor, backgroundImage, backgroundSize, outlineStyle, boxShadow].join(' ')
        })`)
        expect(new Set(looks).size).toBe(5)
      })
  })

  test('every page with large letters, without motion, on paper, and without scripts', async () => {
    const said = new Map<string, ReadonlySet<string>>()
    const wrong: string[] = []
    const textOf = async (page: Page): Promise<string[]> =>
      (await page.locator('main').innerText())
        .replace(/\d\d:\d\d(:\d\d)?/g, '')
        // A map says this only where scripts run.
        .replace(/ ?Click for the zone( there)?\./g, '')
        // Clocks and results of a search are compared with the device's own zone.
        .replace(/ · (?:UTC[+−]\d*|[+−]\d* h|same time) · /g, ' · ')
        .replace(/(?:(?: ?\d+ (?:hours?|minutes))+ (?:ahead of|behind) you|The same time as yours)$/gm, '')
        .replace(/\s*\t(?:From you|same time|[+−]\d*(?::\d+)? h)?$/gm, '')
        .split('\n')
    await inWindow({ reducedMotion: 'reduce', colorScheme: 'dark' }, async (page) => {
      // Violations of the policy appear in the console. So does a missing page.
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) wrong.push(message.text())
      })
      for (const path of KINDS) {
        await page.goto(origin + path)
        // Of the samples one is shown at a time; without scripts all are.
        const samples = (await page.locator('.samples').allTextContents()).join('\n').split('\n')
        said.set(path, new Set([...(await textOf(page)), ...samples]))
        await page.evaluate('document.documentElement.style.fontSize = "200%"')
        if ((await overflow(page)) > 0)
          wrong.push(`${path}: with letters twice as large it is wider than the window`)
        const moving: number = await page.evaluate(`[...document.querySelectorAll('*')].filter((of) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(of)
          return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior === 'smooth'
        }).length`)
        if (moving !== 0) wrong.push(`${path}: ${moving} things move`)
        await page.emulateMedia({ media: 'print' })
        const [isBare, ink, paper, isLegible, bare]: [boolean, string, string, boolean, string[]] =
          await page.evaluate(`{
          const isHidden = (of) => !of.checkVisibility()
          const { color, backgroundColor } = getComputedStyle(document.documentElement)
          const headed = [...document.querySelectorAll('main h2')].filter((of) => of.checkVisibility())
          const boxOf = (of) => of.closest('caption') ?? of
          const isAlone = (of) => [...boxOf(of).parentElement.children].every((one) => one === boxOf(of) || isHidden(one))
          // The parameters of an operation are read from its form.
          const isRead = (of) => of.closest('#try') !== null && of.id !== 'token' && of.tagName !== 'BUTTON'
          ;[
            [...document.querySelectorAll('header, .foot nav, form, button, input')].every((of) => isHidden(of) || isRead(of)),
            color,
            backgroundColor,
            [...document.querySelectorAll('.hours tr > :first-child .sign')].every((of) => parseFloat(getComputedStyle(of).fontSize) > 10.6),
            headed.filter(isAlone).map((of) => of.textContent),
          ]
        }`)
        await page.emulateMedia({ media: null })
        // Eight points.
        if (!isLegible) wrong.push(`${path}: the heads of rows are printed too small`)
        if (!isBare) wrong.push(`${path}: its menu or a form is printed`)
        for (const heading of bare) wrong.push(`${path}: nothing is printed below “${heading}”`)
        const lightness = (colour: string): number =>
          Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number))
        // On paper, the page is white even in dark mode.
        if (lightness(ink) > 80 || lightness(paper) < 240) wrong.push(`${path}: printed ${ink} on ${paper}`)
      }
    })
    await inWindow({ javaScriptEnabled: false }, async (page) => {
      for (const path of KINDS) {
        await page.goto(origin + path)
        // A button may stand elsewhere, and name its form.
        const dead: number = await page.evaluate(
          "[...document.forms].filter((of) => ![...of.elements].some(({ type }) => type === 'submit')).length",
        )
        if (dead > 0) wrong.push(`${path}: a form without a button`)
        // The text that asks for the visitor's zone. A script answers it.
        const asked = (await page.locator('.asked').allInnerTexts()).join('\n').split('\n')
        const other = (await textOf(page)).filter(
          (line) => said.get(path)?.has(line) !== true && !asked.includes(line),
        )
        // Only the text in place of a script's work may be new.
        if (other.length > 1)
          wrong.push(`${path}: without scripts it says something else: ${other.join(' | ')}`)
      }
    })
    expect(said.size).toBe(KINDS.length)
    expect(wrong).toEqual([])
  })
})
