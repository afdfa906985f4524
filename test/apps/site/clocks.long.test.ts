// Clocks in Chromium: left open over changes, midnight and sleep, moved by keys and a mouse, remembered, on paper, in other sites' frames.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, inPage, overflow, SHIFT, violations } from '../../support/browsers/chromium.ts'
import { openPages } from '../../support/browsers/pages.ts'
import { startHost } from '../../support/servers/loopback.ts'
import { NOON, type Service } from '../../support/worlds/service.ts'

/** A device whose clock can be set, or that can sleep: `device.ahead` milliseconds are added to its clock, and not to the page's counter. */
const DEVICE = `{
  globalThis.device = { ahead: 0 }
  const now = Date.now.bind(Date)
  Date.now = () => now() + globalThis.device.ahead
}`

const TWELVE =
  'Zurich,New York,San Francisco,Tokyo,Sydney,Kathmandu,Sao Paulo,London,Nairobi,Ho Chi Minh City,Lord Howe,UTC'.split(
    ',',
  )
const addressOf = (places: readonly string[], path = '/clocks', more: Record<string, string> = {}): string =>
  `${path}?${new URLSearchParams([...places.map((place): [string, string] => ['place', place]), ...Object.entries(more)]).toString()}`

/** All that the clocks of a page say, with the shades of each as steps from the start. */
const SHOWN = `[...document.querySelectorAll('ol.clocks > li')].map((item) => {
  const text = (name) => item.querySelector('.' + name).textContent.trim()
  const steps = (name) => [...item.querySelector('.bar .' + name).getAttribute('d').matchAll(/M(\\d+) 0(?:h(\\d+))?/g)]
    .flatMap(([, from, count = 1]) => Array.from({ length: Number(count) }, (_, step) => Number(from) + step))
  return {
    kind: item.className, time: text('hm'), day: text('day'), apart: text('apart'), suits: text('suits'), days: text('days'),
    work: steps('work'), awake: steps('awake'), weekend: steps('weekend'), midnight: steps('midnight'),
  }
})`

describe.skipIf(!hasChromium('clocks in a browser'))('in Chromium', () => {
  let service: Service
  let browser: Browser
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ service, browser, origin, close } = await openPages())
  })
  afterEach(() => service.setNow(NOON))
  afterAll(() => close())

  const inWindow = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
    inPage(
      browser,
      { viewport: { width: 1280, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Zurich', ...options },
      async (page) => {
        await page.addInitScript(DEVICE)
        await use(page)
      },
    )
  const open = async (page: Page, address: string): Promise<void> => {
    await page.goto(origin + address, { waitUntil: 'networkidle' })
    // The policy of the pages lets no text be run while one waits for it.
    await page.locator('html[data-ticks]').waitFor({ state: 'attached' })
  }
  /** Opens what is folded below the clocks. */
  const unfold = (page: Page): Promise<void> => page.locator('.edits > summary').click()
  const times = (page: Page): Promise<string[]> =>
    page.locator('ol.clocks .hm').evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''))
  const names = (page: Page): Promise<string[]> =>
    page.locator('ol.clocks b').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
  const field = (page: Page, name: string): Promise<string[]> =>
    page.locator(`ol.clocks .${name}`).evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''))

  describe('left open', () => {
    test('over a change of the clock, each clock goes on with its new time', async () => {
      service.setNow(Date.UTC(2027, 2, 28, 0, 59, 57) / 1000)
      await inWindow({}, async (page) => {
        await open(page, addressOf(['Dublin', 'Zurich', 'Tokyo']))
        expect(await times(page)).toEqual(['00:59', '01:59', '09:59'])
        await expect.poll(() => times(page), { timeout: 20_000 }).toEqual(['02:00', '03:00', '10:00'])
        expect(await field(page, 'apart')).toEqual(['UTC+01:00', '+1 h', '+8 h'])
      })
    })

    test('at a moment of the past, times, offsets and differences have their seconds, as the server writes them', async () => {
      await inWindow({}, async (page) => {
        const moment = { at: '1930-01-05T12:00Z' }
        await open(page, addressOf(['Amsterdam', 'London', 'Monrovia'], '/clocks', moment))
        // The script writes again what the server has written: it must not change.
        await page.waitForTimeout(1500)
        expect(await times(page)).toEqual(['12:19:32', '12:00', '11:15:30'])
        expect(await field(page, 'apart')).toEqual(['UTC+00:19:32', '−0:19:32 h', '−1:04:02 h'])
      })
    })

    test('over midnight, the dates go on, and others are a day behind', async () => {
      service.setNow(Date.UTC(2026, 10, 20, 22, 59, 57) / 1000)
      await inWindow({}, async (page) => {
        await open(page, addressOf(['Zurich', 'New York']))
        expect(await field(page, 'days')).toEqual(['', ''])
        await expect.poll(() => times(page), { timeout: 20_000 }).toEqual(['00:00', '18:00'])
        await expect.poll(() => field(page, 'day'), { timeout: 2000 }).toEqual(['Sat 21 Nov', 'Fri 20 Nov'])
        expect(await field(page, 'days')).toEqual(['', '−1 day'])
      })
    })

    test('over eight hours of sleep without a network, they are right within a second of waking', async () => {
      // During the sleep the clocks of Dublin go forward.
      service.setNow(Date.UTC(2027, 2, 27, 20) / 1000)
      await inWindow({}, async (page) => {
        await open(page, addressOf(['Dublin', 'Tokyo']))
        await page.context().setOffline(true)
        const took = await page.evaluate(`new Promise((done) => {
          const woke = performance.now()
          globalThis.device.ahead += 8 * 3_600_000
          const clock = document.querySelector('ol.clocks .hm')
          new MutationObserver(() => { if (clock.textContent.startsWith('05:')) done(performance.now() - woke) })
            .observe(clock, { childList: true, characterData: true, subtree: true })
        })`)
        // A timer of a busy machine is a little late.
        expect(took).toBeLessThan(1500)
        await expect.poll(() => field(page, 'apart'), { timeout: 2000 }).toEqual(['UTC+01:00', '+8 h'])
        expect(await field(page, 'suits')).toEqual(['night', 'weekend'])
        // A change of the list works without a network too.
        await page.locator('.move').nth(1).focus()
        await page.keyboard.press('ArrowUp')
        expect(await names(page)).toEqual(['Tokyo', 'Dublin'])
        expect(await field(page, 'apart')).toEqual(['UTC+09:00', '−8 h'])
      })
    })

    test('a clock of the device that is set wrong, and another zone of it, change nothing, and the first is said', async () => {
      // Its zone is not that of other tests, whose override could not be replaced.
      await inPage(browser, { locale: 'en-GB' }, async (page) => {
        await page.addInitScript(DEVICE)
        // This device is right: the service stands at noon.
        await page.addInitScript(`globalThis.device.ahead = ${NOON * 1000} - Date.now()`)
        await open(page, addressOf(['Zurich']))
        expect(await page.locator('#device').textContent()).toBe('')
        const cdp = await page.context().newCDPSession(page)
        await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
        await page.evaluate('globalThis.device.ahead += 3_600_000 * 5')
        await expect
          .poll(() => page.locator('#device').textContent(), { timeout: 20_000 })
          .toBe(
            'The clock of your device is 5 hours ahead. These clocks show the time of the server, which is right.',
          )
        expect((await times(page))[0]).toMatch(/^13:0/)
        await page.evaluate('globalThis.device.ahead -= 3_600_000 * 5 + 180_000')
        await expect
          .poll(() => page.locator('#device').textContent(), { timeout: 20_000 })
          .toContain('3 minutes behind')
        expect((await times(page))[0]).toMatch(/^13:0/)
      })
    })
  })

  test('the slider shows for every time exactly what the server shows for it', async () => {
    // Lord Howe's clock goes back half an hour five hours later.
    service.setNow(Date.UTC(2027, 3, 3, 10, 7) / 1000)
    const places = ['Lord Howe', 'Kathmandu', 'Riyadh', 'Honolulu', 'Zurich']
    await inWindow({}, async (page) => {
      await open(page, `${addressOf(places)}&hours=22-6`)
      for (const step of [0, 3, 41, 44, 45, 77, 120]) {
        await page.locator('#slide').evaluate((of, value) => {
          Object.assign(of, { value })
          of.dispatchEvent(new Event('input', { bubbles: true }))
          of.dispatchEvent(new Event('change', { bubbles: true }))
        }, String(step))
        const moved: unknown = await page.evaluate(SHOWN)
        const address = page.url()
        expect(address).toContain('&at=2027-04-0')
        await inPage(browser, { javaScriptEnabled: false, locale: 'en-GB' }, async (still) => {
          await still.goto(address)
          expect(moved, address).toEqual(await still.evaluate(SHOWN))
        })
      }
      await page.locator('#now').click()
      expect(await page.locator('#when').textContent()).toBe('Now')
      expect(page.url()).not.toContain('at=')
      expect(await page.locator('#slide').inputValue()).toBe('24')
    })
  })

  test('keys and a mouse move clocks, and the device remembers them', async () => {
    await inWindow({}, async (page) => {
      await open(page, addressOf(['Zurich', 'Tokyo', 'Lima']))
      await page.locator('li:nth-child(3) .move').focus()
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => page.url()).toContain('place=Zurich&place=Lima&place=Tokyo')
      expect(await names(page)).toEqual(['Zurich', 'Lima', 'Tokyo'])
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Lima up')
      await page.keyboard.press('Home')
      expect(await names(page)).toEqual(['Lima', 'Zurich', 'Tokyo'])
      await page.waitForLoadState('networkidle')
      const [from, to] = await Promise.all(
        [3, 1].map((row) => page.locator(`li:nth-child(${row}) .move`).boundingBox()),
      )
      if (!from || !to) throw new Error('a handle is not shown')
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(to.x + 8, to.y + 10, { steps: 8 })
      await page.mouse.up()
      await expect.poll(() => page.url()).toContain('place=Tokyo&place=Lima&place=Zurich')
      await page.waitForLoadState('networkidle')
      await page.locator('li:nth-child(2) .drop').click()
      await expect.poll(() => names(page)).toEqual(['Tokyo', 'Zurich'])
      await page.waitForLoadState('networkidle')
      await unfold(page)
      await page.locator('#add').fill('Kathm')
      await page.locator('#add-list [role="option"]').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => names(page)).toEqual(['Tokyo', 'Zurich', 'Kathmandu'])
      await open(page, '/clocks')
      await expect.poll(() => names(page)).toEqual(['Tokyo', 'Zurich', 'Kathmandu'])
      await open(page, '/')
      await expect
        .poll(() => names(page))
        .toEqual([
          'Tokyo',
          'Zurich',
          'Kathmandu',
          'Los Angeles',
          'New York',
          'São Paulo',
          'London',
          'Paris',
          'Kolkata',
        ])
    })
  })

  test('a page that comes while a clock is held takes it out of the hand, and the next one is held as ever', async () => {
    await inWindow({}, async (page) => {
      await open(page, addressOf(['Zurich', 'Tokyo', 'Lima']))
      let held = (): void => undefined
      const isHeld = new Promise<void>((resolve) => (held = resolve))
      await page.route(/\/clocks\?/, async (route) => {
        await isHeld
        await route.continue()
      })
      await page.locator('li:nth-child(3) .move').focus()
      await page.keyboard.press('Home')
      const drag = async (meanwhile: () => Promise<void>): Promise<void> => {
        const [from, to] = await Promise.all(
          [3, 1].map((row) => page.locator(`li:nth-child(${row}) .move`).boundingBox()),
        )
        if (!from || !to) throw new Error('a handle is not shown')
        await page.mouse.move(from.x + 8, from.y + 8)
        await page.mouse.down()
        await meanwhile()
        await page.mouse.move(to.x + 8, to.y + 10, { steps: 8 })
        await page.mouse.up()
      }
      await drag(async () => {
        held()
        await page.waitForLoadState('networkidle')
      })
      expect(await names(page)).toEqual(['Lima', 'Zurich', 'Tokyo'])
      await drag(() => Promise.resolve())
      await expect.poll(() => page.url()).toContain('place=Tokyo&place=Lima&place=Zurich')
    })
  })

  test('nicknames stay on the device and behind the #, and clocks of a link replace nobody’s own', async () => {
    await inWindow({}, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
      await open(page, addressOf(['Zurich', 'Lima']))
      await unfold(page)
      await page.locator('.meet summary').click()
      await page.getByLabel('Nickname of Lima').fill('Grandma')
      expect(await names(page)).toEqual(['Zurich', 'Grandma'])
      expect(await page.locator('li:nth-child(2) .of').textContent()).toBe('Lima')
      expect(page.url()).toContain('#Lima=Grandma')
      const sent = page.url()
      await open(page, '/clocks')
      await expect.poll(() => names(page)).toEqual(['Zurich', 'Grandma'])
      expect(asked.filter((one) => one.split('#')[0]?.includes('Grandma'))).toEqual([])
      await inWindow({}, async (other) => {
        await open(other, addressOf(['Oslo']))
        await other.goto(sent, { waitUntil: 'networkidle' })
        await expect.poll(() => names(other)).toEqual(['Zurich', 'Grandma'])
        expect(await other.locator('.notice').textContent()).toContain('These clocks came with a link.')
        await open(other, '/clocks')
        await expect.poll(() => names(other)).toEqual(['Oslo'])
        await other.goto(sent, { waitUntil: 'networkidle' })
        await other.getByRole('button', { name: 'Keep these' }).click()
        await open(other, '/clocks')
        await expect.poll(() => names(other)).toEqual(['Zurich', 'Grandma'])
      })
    })
  })

  test('without scripts a form adds, moves and removes', async () => {
    await inWindow({ javaScriptEnabled: false }, async (page) => {
      await page.goto(origin + addressOf(['Zurich', 'Tokyo']))
      expect(await page.locator('#slide').isVisible()).toBe(false)
      await unfold(page)
      await page.getByLabel('Add a place').fill('Lima, Oslo')
      await page.keyboard.press('Enter')
      await expect.poll(() => names(page)).toEqual(['Zurich', 'Tokyo', 'Lima', 'Oslo'])
      await page.getByRole('button', { name: 'Move Oslo up' }).click()
      await expect.poll(() => names(page)).toEqual(['Zurich', 'Tokyo', 'Oslo', 'Lima'])
      await page.getByRole('button', { name: 'Remove Zurich' }).click()
      await expect.poll(() => names(page)).toEqual(['Tokyo', 'Oslo', 'Lima'])
      await unfold(page)
      await page.getByLabel('Time in Tokyo').fill('11pm')
      await page.keyboard.press('Enter')
      await expect.poll(() => times(page)).toEqual(['23:00', '15:00', '09:00'])
      await page.getByRole('link', { name: 'Now' }).click()
      await expect.poll(() => times(page)).toEqual(['21:00', '13:00', '07:00'])
      expect(page.url()).not.toContain('at=')
    })
  })

  test('a device’s own clock comes first among the usual ones, and remembered ones take the room of others', async () => {
    await inWindow({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
      await open(page, '/')
      // 12:00 UTC is 17:45 there, and 04:00 in Los Angeles.
      await expect.poll(() => field(page, 'apart').then(([first]) => first)).toBe('−13:45 h')
      expect(await page.evaluate(SHIFT)).toBeLessThan(0.02)
      await open(page, '/clocks')
      await expect
        .poll(() => names(page).then((all) => all.slice(0, 2)))
        .toEqual(['Kathmandu', 'Los Angeles'])
      expect(await page.evaluate(SHIFT)).toBeLessThan(0.02)
    })
  })

  test.each([
    [390, 844],
    [1280, 900],
  ])(
    'on %i pixels nothing moves while pages load, and twelve clocks fit the screen',
    async (width, height) => {
      await inWindow({ viewport: { width, height } }, async (page) => {
        await open(page, addressOf(TWELVE))
        expect(await page.evaluate(SHIFT)).toBeLessThan(0.02)
        const last = await page.locator('ol.clocks > li').nth(11).boundingBox()
        expect((last?.y ?? 0) + (last?.height ?? Infinity)).toBeLessThanOrEqual(height)
        for (const path of [
          '/',
          '/clocks',
          addressOf(TWELVE, '/embed/clocks'),
          '/timezones/America/Edmonton',
        ]) {
          await page.goto(origin + path, { waitUntil: 'networkidle' })
          expect(await page.evaluate(SHIFT), path).toBeLessThan(0.02)
        }
      })
    },
  )

  test.each(['light', 'dark'] as const)(
    'axe finds nothing on them, in %s, moved and for frames',
    async (colorScheme) => {
      await inWindow({ colorScheme }, async (page) => {
        await open(page, addressOf(TWELVE, '/clocks', { at: '2026-11-20T21:00Z' }))
        await unfold(page)
        await page.locator('.meet summary').click()
        expect(await violations(page)).toEqual([])
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await overflow(page)).toBe(0)
        await page.goto(origin + addressOf(TWELVE, '/embed/clocks'))
        expect(await overflow(page)).toBe(0)
        // A frame has no landmarks and no heading of its own: its page has them.
        expect(
          (await violations(page)).filter((one) => !/^(?:page-has-heading-one|landmark|region)/.test(one)),
        ).toEqual([])
        await page.goto(`${origin}/timezones/America/Edmonton`)
        await page.locator('summary', { hasText: 'Check a Linux' }).click()
        expect(await violations(page)).toEqual([])
        expect(await overflow(page)).toBe(0)
      })
    },
  )

  test.each([
    [390, 1],
    [700, 2],
    [1000, 3],
  ])('a frame of %s pixels is as high as the page of clocks says for %s columns', async (width, columns) => {
    await inWindow({ viewport: { width, height: 40 } }, async (page) => {
      for (const count of [1, 2, 3, 7]) {
        const places = TWELVE.slice(0, count)
        await page.goto(origin + addressOf(places))
        const said = (await page.locator('main').textContent()) ?? ''
        const [, one, two, three] =
          /height="(\d+)"[^]*?wider\s+(\d+)\s+are enough, and\s+from 976 on\s+(\d+)/.exec(said) ?? []
        await page.goto(origin + addressOf(places, '/embed/clocks'))
        const high: number = await page.evaluate('document.documentElement.scrollHeight')
        const told = Number([one, two, three][columns - 1])
        expect(high, `${count} clocks`).toBeLessThanOrEqual(told)
        expect(told - high, `${count} clocks`).toBeLessThan(12)
      }
    })
  })

  test('on paper the clocks stay and what acts goes; with forced colours night and work differ', async () => {
    await inWindow({}, async (page) => {
      await open(page, addressOf(['Zurich', 'Tokyo'], '/clocks', { at: '2026-11-20T21:00Z' }))
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('ol.clocks > li').count()).toBe(2)
      for (const shown of ['ol.clocks .hm', 'ol.clocks .bar', '#when'])
        expect(await page.locator(shown).first().isVisible(), shown).toBe(true)
      for (const gone of ['.move', '.drop', '#slide', '#add', '#now'])
        expect(await page.locator(gone).first().isVisible(), gone).toBe(false)
      await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
      const [night, work]: string[] = await page.evaluate(
        `['.bar', '.bar .work'].map((of) => { const { backgroundColor, fill } = getComputedStyle(document.querySelector('ol.clocks ' + of)); return of === '.bar' ? backgroundColor : fill })`,
      )
      expect(night).not.toBe(work)
      expect(await field(page, 'suits')).toEqual(['night', 'night'])
    })
  })

  test('in a frame of another site, without storage, they tick; no other page is shown there', async () => {
    service.setNow(NOON + 57)
    await inWindow({}, async (page) => {
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
      // What a browser does that lets other sites' frames store nothing.
      await page.addInitScript(`if (location.origin === ${JSON.stringify(origin)}) {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError') } })
        Object.defineProperty(Document.prototype, 'cookie', { get() { throw new DOMException('denied', 'SecurityError') } })
      }`)
      const failed: string[] = []
      page.on('pageerror', (error) => failed.push(String(error)))
      const frames = [
        addressOf(['Zurich', 'Tokyo'], '/embed/clocks'),
        addressOf(['Zurich', 'Tokyo']),
        '/timezones/Europe/Zurich?embed=1',
        '/clocks.svg?place=Zurich&at=2026-11-28T20:00Z',
        '/your-time',
      ]
      const framing = frames.map(
        (path) => `<iframe src="${(origin + path).replaceAll('&', '&amp;')}"></iframe>`,
      )
      const other = await startHost((_, answer) =>
        answer.setHeader('content-type', 'text/html').end(`<!doctype html>${framing.join('')}`),
      )
      onTestFinished(() => other.close())
      // By its name it is another site than the service, which has an address.
      await page.goto(other.url.replace('127.0.0.1', 'localhost'), { waitUntil: 'networkidle' })
      const inside = page.frameLocator('iframe').first()
      await expect
        .poll(() => inside.locator('.hm').allTextContents(), { timeout: 20_000 })
        .toEqual(['13:01', '21:01'])
      for (const index of [1, 2, 3, 4]) {
        const frame = await (await page.locator('iframe').nth(index).elementHandle())?.contentFrame()
        expect(frame?.url(), frames[index]).toMatch(/^chrome-error:/)
      }
      expect(await page.context().cookies()).toEqual([])
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        inside.getByRole('link', { name: 'tzref' }).click(),
      ])
      await opened.waitForLoadState()
      expect(opened.url()).toBe(origin + addressOf(['Zurich', 'Tokyo']))
      expect(failed).toEqual([])
    })
  })
})
