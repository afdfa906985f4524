// Jobs of a visitor, from the first page, in Chromium, at a desk and on a phone. An act is a click, a key that chooses, or a field filled in. Each
// job may take only as many acts as the best site needs for it. A key and a first call count pages and mails.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, inPage } from '../../support/browsers/chromium.ts'
import { openPages } from '../../support/browsers/pages.ts'
import { linkTo, oneProcess, type Served } from '../../support/worlds/served-area.ts'

const SOON = { timeout: 60_000 }

describe.skipIf(!hasChromium('the jobs of a visitor'))('in Chromium', () => {
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ browser, origin, close } = await openPages())
  })
  afterAll(() => close())

  /** A visitor in Zurich. It counts its acts. */
  interface Visitor {
    readonly page: Page
    readonly click: (what: Locator) => Promise<void>
    readonly press: (key: string) => Promise<void>
    readonly fill: (what: Locator, text: string) => Promise<void>
    /** The text of the page, with single spaces. */
    readonly said: () => Promise<string>
  }

  const WINDOWS = [
    { viewport: { width: 1280, height: 900 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]

  async function job(most: number, todo: (visitor: Visitor) => Promise<void>): Promise<void> {
    for (const its of WINDOWS) {
      await inPage(browser, { ...its, locale: 'en-GB', timezoneId: 'Europe/Zurich' }, async (page) => {
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
        expect(acts, `${its.viewport.width} pixels`).toBeLessThanOrEqual(most)
      })
    }
  }

  const search = async ({ page, fill, press }: Visitor, text: string): Promise<void> => {
    await fill(page.getByRole('combobox'), text)
    await press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
  }
  /** Types a text and chooses a suggestion. */
  const suggested = async ({ page, fill, click }: Visitor, text: string, path: string): Promise<void> => {
    await fill(page.getByRole('combobox'), text)
    await click(page.getByRole('option').first())
    await page.waitForURL(`**${path}`)
  }
  const link = ({ page }: Visitor, name: RegExp | string): Locator => page.getByRole('link', { name }).first()
  /** The text of a file that a click downloads. */
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

  test('the same by Enter: the results say it', () =>
    job(2, async (visitor) => {
      await search(visitor, 'vancouver')
      await expect
        .poll(visitor.said, SOON)
        .toMatch(/Vancouver city, British Columbia, Canada\s+05:0\d\s+−8 h/)
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

  test('when clocks change in the United States in 2027, in a calendar', () =>
    job(2, async (visitor) => {
      await visitor.click(link(visitor, 'in 2027'))
      await visitor.page.getByRole('heading', { level: 1, name: 'Daylight saving time in 2027' }).waitFor()
      const row = visitor.page.getByRole('row', {
        name: /^\S*\s*United States calendar file, United States New York/,
      })
      expect(await row.textContent()).toMatch(/14\sMar.*7\sNov/s)
      const file = await fileOf(visitor, link(visitor, /^calendar file, United States$/))
      expect(file.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual([
        'DTSTART;VALUE=DATE:20270314',
        'DTSTART;VALUE=DATE:20271107',
      ])
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

  /** Types a text and returns the suggestions below the box. */
  const suggestions = async ({ page, fill }: Visitor, text: string): Promise<string> => {
    await fill(page.getByRole('combobox'), text)
    await page.getByRole('option').first().waitFor()
    return (await page.getByRole('listbox').innerText()).replace(/\s+/g, ' ')
  }

  test('a time of mine is that of the device', () =>
    job(1, async (visitor) => {
      expect(await suggestions(visitor, 'next sunday 15:00 my time in tokyo')).toMatch(
        /15:00 in Zurich is 23:00 in Tokyo conversion, Sunday 29 November 2026/,
      )
    }))

  test('which zone a point has, and the time there', () =>
    job(1, async (visitor) => {
      expect(await suggestions(visitor, '43.8, 87.6')).toMatch(
        /Asia\/Shanghai, 20:0\d.*Asia\/Urumqi\s+also used at 43\.8, 87\.6, 18:0\d/s,
      )
    }))

  test('a place where two times are used has both on each of its pages', () =>
    job(0, async ({ page, said }) => {
      for (const [path, other] of [
        ['/lookup?lat=43.8&lon=87.6', 'Asia/Urumqi it is 18:0\\d'],
        ['/cities/urumqi', 'Asia/Urumqi it is 18:0\\d'],
        ['/timezones/Asia/Urumqi', 'Asia/Shanghai it is 20:0\\d'],
      ] as const) {
        await page.goto(`${origin}${path}`)
        expect(await said()).toMatch(new RegExp(`Two times are used here\\. By ${other}`))
      }
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

  test.each([
    ['Thursday 3pm EST in India', /15:00 EST is 01:30 in India the next day/],
    ['us 2027', /United States\s+clocks change on 14 Mar and 7 Nov 2027/],
    ['egypt 2027', /Egypt\s+clocks change on 30 Apr and 29 Oct 2027/],
    ['morocco 2027', /Morocco\s+clocks do not change in 2027/],
    ['paraguay 2027', /Paraguay\s+clocks do not change in 2027/],
    ['tromso december', /Tromsø\s+Tue 15 Dec: the sun does not rise/],
    ['1918-04-15 12:00 Chicago', /12:00 in Chicago is 18:00 in Zurich, 17:00 UTC/],
    ['amsterdam 1930', /in 1930: UTC\+00:19:32, from 15 May UTC\+01:19:32/],
  ])('%s: the answer stands below the box', (asked, answer) =>
    job(1, async (visitor) => expect(await suggestions(visitor, asked)).toMatch(answer)),
  )

  /** Types a text and chooses the suggestion with these words. */
  const chosen = async ({ page, fill, click }: Visitor, text: string, words: RegExp): Promise<void> => {
    await fill(page.getByRole('combobox'), text)
    await click(page.getByRole('option', { name: words }).first())
  }

  test('clocks of my five cities, with an address to share and to print', () =>
    job(5, async (visitor) => {
      await chosen(visitor, 'Berlin Denver Tokyo New York Sydney', /side by side/)
      await visitor.page.waitForURL('**/clocks?**')
      expect(new URL(visitor.page.url()).searchParams.getAll('place')).toHaveLength(5)
      expect(await visitor.said()).toMatch(/Berlin .*Denver .*Tokyo .*New York .*Sydney /)
    }))

  test('two places through the year', () =>
    job(2, async (visitor) => {
      await chosen(visitor, 'compare berlin denver', /through the year/)
      await visitor.page.waitForURL('**/compare/berlin/denver')
      expect(await visitor.said()).toMatch(/from 14 Mar 2027 to 28 Mar 2027: seven hours behind Berlin/)
    }))

  test('clocks for a page of my own', () =>
    job(2, async (visitor) => {
      await visitor.click(link(visitor, 'Clocks'))
      await visitor.click(visitor.page.getByText('Clocks in your own page'))
      expect(await visitor.said()).toContain('<iframe src="')
    }))

  test('who shares the time of Nepal', () =>
    job(2, async (visitor) => {
      await chosen(visitor, 'same time as nepal', /^Nepal/)
      await visitor.page.waitForURL('**/countries/nepal')
      expect(await visitor.said()).toContain('No clock of another country shows this time now.')
    }))

  test('does a change in Alberta concern my server', () =>
    job(3, async (visitor) => {
      await chosen(visitor, 'America/Edmonton', /America\/Edmonton/)
      await visitor.page.waitForURL('**/timezones/America/Edmonton')
      await visitor.click(visitor.page.getByText('Check a Linux server'))
      expect(await visitor.said()).toMatch(/Right since tz release 2026\w\. With older data .* psql -Atc/)
    }))

  test('what happens in March to a meeting of every week', () =>
    job(4, async (visitor) => {
      const { page, click, fill, press } = visitor
      await click(link(visitor, 'Meeting'))
      // Whoever is faster than the page would begin without a place of their own.
      await page.locator('.chips').waitFor()
      await fill(page.getByLabel('Add a place'), 'Denver')
      await press('Enter')
      await click(page.locator('.best a').first())
      await expect.poll(visitor.said, SOON).toMatch(/Every week at .* but .* from 14 Mar 2027 to 28 Mar 2027/)
    }))

  describe('with accounts', () => {
    let served: Served
    beforeAll(async () => {
      served = await oneProcess()
    })
    afterAll(() => served.end())

    test('a key and a first call: four pages to act on, and one mail', () =>
      inPage(browser, { baseURL: served.origin }, async (page) => {
        const email = 'first@example.org'
        const actedOn: string[] = []
        /** Fills in fields of this page, then presses a button or follows a link. */
        const act = async (fields: Readonly<Record<string, string>>, last: Locator): Promise<void> => {
          actedOn.push((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
          for (const [label, text] of Object.entries(fields))
            await page.getByLabel(label, { exact: true }).fill(text)
          await last.click()
        }
        const press = (name: string) => page.getByRole('button', { name, exact: true })
        await page.goto('/account/sign-up')
        await act({ 'E-mail': email }, press('Send the link'))
        await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
        await page.goto(await linkTo(served, email, 'Choose a password for your account'))
        await act({ Password: 'seven quiet lamps by night' }, press('Create account'))
        await page.getByRole('heading', { name: 'Your account' }).waitFor()
        expect(served.smtp.mails).toHaveLength(1)
        await act({}, page.getByRole('link', { name: 'API keys' }))
        await page.getByRole('heading', { name: 'API keys' }).waitFor()
        await act({ Name: 'first' }, press('Create key'))
        await page.getByRole('heading', { name: 'Your new key: first' }).waitFor()
        expect(actedOn).toEqual(['Create an account', 'Choose a password', 'Your account', 'API keys'])
        // The call as the page shows it, with the key.
        const shown = (await page.locator('pre', { hasText: 'curl' }).first().textContent()) ?? ''
        const [, key = '', url = ''] = /Bearer (tzr_\w+)" (\S+)/.exec(shown) ?? []
        const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
        expect(answer.status).toBe(200)
      }))
  })
})
