// The visitor's own time in Chromium: from the device's zone and language with a script, from the form without; dates as people write them.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, inPage, overflow, violations } from '../../../support/browsers/chromium.ts'
import { openPages, PAGES } from '../../../support/browsers/pages.ts'
import type { Service } from '../../../support/worlds/service.ts'

const SOON = { timeout: 30_000 }

describe.skipIf(!hasChromium('the visitor’s own time in a browser'))('in Chromium', () => {
  let service: Service
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ service, browser, origin, close } = await openPages())
  })
  afterAll(() => close())

  const inZurich = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
    inPage(browser, { locale: 'en-GB', timezoneId: 'Europe/Zurich', ...options }, use)
  const mainText = async (page: Page): Promise<string> =>
    ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ')

  test('the home page shows the time of the device’s zone, and sets no cookie', async () => {
    await inZurich({}, async (page) => {
      await page.goto(origin)
      await expect.poll(() => page.locator('#own .clock').textContent(), SOON).toMatch(/^13:0\d:\d\d$/)
      expect(await page.locator('#own').textContent()).toMatch(/Zurich\s+UTC\+01:00/)
      expect(await page.context().cookies()).toEqual([])
      expect(await violations(page)).toEqual([])
    })
  })

  test.each([
    ['/timezones/Asia/Tokyo', /8 hours ahead of you\. In Zurich it is 13:0\d\./],
    ['/cities/dublin', /1 hour behind you\. In Zurich it is 13:0\d\./],
    ['/countries/india', /4 hours 30 minutes ahead of you\./],
    ['/countries/united-states', /6 hours behind you/],
    [
      '/t/2027-03-28T09:00/America/New_York',
      /^\s*09:00 on Sunday 28 March 2027 in New York In your time \(Zurich\): 15:00 on Sunday 28 March 2027/,
    ],
    [
      '/t/2026-10-25T02:30/Europe/Berlin?resolution=latest',
      /In your time \(Zurich\): 02:30 on Sunday 25 October 2026 \(UTC\+01:00\)/,
    ],
    [
      '/convert?from=Mumbai&to=London&at=2027-03-28T09:00',
      /Answer In your time \(Zurich\): 05:30 on Sunday 28 March 2027/,
    ],
  ])('%s recognizes the device', async (path, words) => {
    await inZurich({}, async (page) => {
      await page.goto(origin + path)
      await expect.poll(() => mainText(page), SOON).toMatch(words)
    })
  })

  test('a device with a 12-hour language shows 12 hours everywhere, and the switch is remembered', async () => {
    await inZurich({ locale: 'en-US', timezoneId: 'America/New_York' }, async (page) => {
      await page.goto(`${origin}/timezones/Asia/Tokyo`)
      await expect
        .poll(() => mainText(page), SOON)
        .toMatch(/9:0\d:\d\d pm.*14 hours ahead of you\. In New York it is 7:0\d am\./)
      await page.goto(`${origin}/search?q=3pm+berlin`)
      expect(await mainText(page)).toMatch(
        /3:00 pm on Friday 20 November 2026 in Berlin is 2:00 pm on Friday 20 November 2026 in Coordinated Universal Time/,
      )
      await page.getByRole('combobox').fill('sunset oslo')
      await expect
        .poll(() => page.locator('.suggestions').textContent(), SOON)
        .toMatch(/sunrise 8:\d\d am, sunset 3:\d\d pm/)
      await page.goto(`${origin}/convert?from=Berlin&to=Tokyo&at=2026-10-25T02:30`)
      expect(await page.locator('.pic.change').textContent()).toMatch(/2:30 am2:30 am.*3:00 am → 2:00 am/s)
      await page.goto(`${origin}/cities/dublin`)
      expect(await mainText(page)).toMatch(/The sun rises at \d:\d\d am and sets at \d:\d\d pm/)
      const marks = await page.locator('tspan.hour').allTextContents()
      expect(marks.slice(0, 9)).toEqual('12 am,3 am,6 am,9 am,12 pm,3 pm,6 pm,9 pm,12 am'.split(','))
      await page.getByRole('button', { name: 'Show times in 24 hours (15:00)' }).click()
      await page.waitForURL(`${origin}/cities/dublin`)
      expect(await mainText(page)).toMatch(/The sun rises at 0\d:\d\d and sets at 1\d:\d\d/)
      await page.goto(`${origin}/timezones/Asia/Tokyo`)
      await expect.poll(() => page.locator('.clock').textContent(), SOON).toMatch(/^\s*21:0\d:\d\d\s*$/)
      const [cookie, ...others] = await page.context().cookies()
      expect([cookie?.name, cookie?.value, others.length]).toEqual(['tzref_visitor', '%2024', 0])
    })
  })

  test('without a script the zone is chosen once, and every page shows the visitor’s time', async () => {
    await inZurich({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/cities/tokyo`)
      await page.getByRole('link', { name: 'Set your time zone' }).click()
      await page.getByLabel('Your city or time zone').fill('Springfield')
      await page.getByLabel('Clock').selectOption('12')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Springfield, Illinois, United States' }).click()
      expect(page.url()).toBe(`${origin}/cities/tokyo`)
      expect(await mainText(page)).toMatch(/15 hours ahead of you\. In Chicago it is 6:00 am\./)
      await page.goto(origin)
      expect(await mainText(page)).toMatch(/Your time\s+6:00 am\s+Friday 20 November 2026\s+Chicago/)
      await page.goto(`${origin}/t/2027-03-28T09:00/Europe/Berlin`)
      expect(await mainText(page)).toMatch(/In your time \(Chicago\): 2:00 am on Sunday 28 March 2027/)
      await page.goto(`${origin}/your-time`)
      await page.getByRole('button', { name: 'Forget both' }).click()
      expect(await page.context().cookies()).toEqual([])
    })
  })

  test('the page names a zone of the device that is unknown, or that the device gets wrong', async () => {
    await inZurich({}, async (page) => {
      const device = (zone: string, minutes: number): string => `{
        const { resolvedOptions } = Intl.DateTimeFormat.prototype
        Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...resolvedOptions.call(this), timeZone: '${zone}' } }
        Date.prototype.getTimezoneOffset = () => ${minutes}
      }`
      await page.addInitScript(device('Mars/Olympus', 0))
      await page.goto(`${origin}/cities/tokyo`)
      await expect
        .poll(() => mainText(page), SOON)
        .toContain(
          'Your device is set to the time zone “Mars/Olympus”, which is not known here. Set your time zone',
        )
      await page.addInitScript(device('Africa/Casablanca', -60))
      await page.goto(`${origin}/cities/tokyo`)
      await expect
        .poll(() => mainText(page), SOON)
        .toContain('Your device shows UTC+01:00 for Africa/Casablanca; correct is UTC+00:00.')
      expect(await mainText(page)).toContain('9 hours ahead of you')
      // Right today, but wrong after the next change.
      await page.addInitScript(device('Europe/Berlin', -60))
      await page.goto(`${origin}/cities/tokyo`)
      await expect
        .poll(() => mainText(page), SOON)
        .toContain('Your device does not know that the clocks of Europe/Berlin change on 2027-03-28.')
    })
  })

  test.each([true, false])(
    'a time is converted as people write it, by keyboard only (scripts: %s)',
    async (javaScriptEnabled) => {
      await inZurich({ javaScriptEnabled }, async (page) => {
        await page.goto(`${origin}/convert`)
        await page.getByLabel('From').focus()
        await page.keyboard.type('Mumbai')
        await page.keyboard.press('Tab')
        await page.keyboard.type('London, New York')
        await page.keyboard.press('Tab')
        await page.keyboard.type('tomorrow 15h30')
        if (javaScriptEnabled)
          await expect
            .poll(() => page.locator('.reading').textContent(), SOON)
            .toBe('15:30 on Saturday 21 November 2026')
        await page.keyboard.press('Enter')
        await page.waitForURL(/said=/)
        // The address means the same tomorrow.
        expect(new URL(page.url()).searchParams.get('at')).toBe('2026-11-21T15:30')
        expect(await mainText(page)).toContain('Read “tomorrow 15h30” as 15:30 on Saturday 21 November 2026.')
        expect(await mainText(page)).toMatch(
          /15:30 on Saturday 21 November 2026 in Mumbai is 10:00 on Saturday 21 November 2026 in London/,
        )
        if (javaScriptEnabled) {
          await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
          await page.getByRole('button', { name: 'Copy with a link', exact: true }).click()
          await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
          const [line, link] = String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
          expect(line).toBe(
            '15:30 on Saturday 21 November 2026 in Mumbai is 10:00 on Saturday 21 November 2026 in London, 05:00 on Saturday 21 November 2026 in New York.',
          )
          expect(link).toMatch(/^https?:\/\/\S+\/t\/2026-11-21T15:30\/Asia\/Kolkata\?/)
        }
        await page.getByRole('link', { name: 'Send this moment to others' }).click()
        expect(await page.locator('h1').textContent()).toBe('15:30 on Saturday 21 November 2026 in Mumbai')
        expect(await page.locator('.answer li .place b').allTextContents()).toEqual([
          'Mumbai',
          'London',
          'New York',
        ])
      })
    },
  )

  test('the page asks about a text that could be two days or several towns; a changed date picker wins', async () => {
    await inZurich({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/convert?from=Berlin&to=Tokyo&at=7/8/2027+15:00&was=&picked=`)
      expect(await mainText(page)).toContain(
        'You wrote “7/8/2027 15:00”. This can mean several times. Choose one:',
      )
      await page.getByRole('link', { name: '15:00 on Saturday 7 August 2027' }).click()
      expect(await mainText(page)).toContain('15:00 on Saturday 7 August 2027 in Berlin is 22:00')
      await page.getByLabel('Or use the picker').fill('2027-08-09T08:00')
      await page.getByRole('button', { name: 'Convert' }).click()
      expect(await mainText(page)).toContain('08:00 on Monday 9 August 2027 in Berlin is 15:00')
      await page.getByLabel('Date and time').fill('9am 10 august 2027')
      await page.getByRole('button', { name: 'Convert' }).click()
      expect(await mainText(page)).toContain('09:00 on Tuesday 10 August 2027 in Berlin is 16:00')
      await page.goto(`${origin}/convert?from=Springfield&to=Berlin,Paris&at=2027-08-09T08:00`)
      expect(await mainText(page)).toContain('Which Springfield?')
      await page.getByRole('link', { name: 'Springfield, Illinois, United States' }).click()
      expect(await mainText(page)).toContain(
        '08:00 on Monday 9 August 2027 in Springfield, Illinois is 15:00 on Monday 9 August 2027 in Berlin',
      )
    })
  })

  test('new kinds of page fit 320 pixels, and no page has more than 15 kB of scripts, packed', async () => {
    await inZurich({ viewport: { width: 320, height: 640 } }, async (page) => {
      for (const path of [
        '/your-time',
        '/convert',
        '/convert?from=Springfield&to=UTC',
        '/convert?from=Berlin&to=Tokyo&at=2027-03-28T02:30',
      ]) {
        await page.goto(origin + path)
        expect(await overflow(page), path).toBe(0)
        expect(await violations(page), path).toEqual([])
      }
    })
    for (const path of [...PAGES, '/your-time', '/convert']) {
      const { body } = await service.app.inject({
        url: path,
        headers: { host: 'localhost', accept: 'text/html' },
      })
      let bytes = 0
      for (const [, src = ''] of body.matchAll(/<script type="module" src="([^"]+)"/g))
        bytes += gzipSync(
          (await service.app.inject({ url: src, headers: { host: 'localhost' } })).rawPayload,
        ).length
      expect(bytes, path).toBeLessThanOrEqual(15_000)
      expect(gzipSync(body).length, path).toBeLessThan(path === '/' ? 90_000 : 30_000)
    }
  })
})
