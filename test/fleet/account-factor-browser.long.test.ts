// The second factor, the sessions and the security log in Chromium: by keyboard without scripts, on one process and on two, checked by axe.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENT_MAILS, renderMail } from '#apps/accounts/mail/mail-texts.ts'
import { codeAt } from '../support/servers/authenticator.ts'
import {
  hasChromium,
  inPage,
  openChromium,
  overflow,
  tabTo,
  violations,
} from '../support/browsers/chromium.ts'
import { linkTo, oneProcess, PLACES, type Served } from '../support/worlds/served-area.ts'

const PASSWORD = 'seven quiet lamps by night'
/** The folder for pictures of the pages, if somebody wants to look at them. */
const pictures = process.env['TZREF_PICTURES']
const AT = 'https://tz.example.org/account'
function eventMail(kind: string, detail: unknown = {}) {
  const text = EVENT_MAILS[kind]?.((path) => `${AT}/${path}`, detail)
  if (text === undefined) throw new Error(kind)
  return text
}
const MAILS = {
  added: eventMail('factor-added'),
  recovery: eventMail('recovery-code-used', { left: 3 }),
}

describe.skipIf(!hasChromium('the second factor in a browser')).each(PLACES)(
  'in Chromium, %s',
  (_, serve) => {
    let served: Served
    let browser: Browser
    beforeAll(async () => {
      served = await serve()
      browser = await openChromium()
    })
    afterAll(async () => {
      await browser.close()
      await served.end()
    })

    const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    const open = (page: Page, path: string) => page.goto(`${served.origin}${path}`)
    const press = async (page: Page, button: string, nth = 0): Promise<void> => {
      await tabTo(page, page.getByRole('button', { name: button, exact: true }).nth(nth))
      await page.keyboard.press('Enter')
    }
    const type = async (page: Page, label: string, text: string, nth = 0): Promise<void> => {
      await tabTo(page, page.getByLabel(label, { exact: true }).nth(nth))
      await page.keyboard.type(text)
    }
    const within = <T>(
      options: BrowserContextOptions,
      work: (page: Page, context: BrowserContext) => Promise<T>,
    ): Promise<T> => inPage(browser, { baseURL: served.origin, ...options }, work)
    async function becomeMember(page: Page, email: string): Promise<void> {
      await open(page, '/account/sign-up')
      await type(page, 'E-mail', email)
      await press(page, 'Send the link')
      await heading(page, 'Check your e-mail').waitFor()
      await page.goto(await linkTo(served, email, 'Choose a password for your account'))
      await type(page, 'Password', PASSWORD)
      await press(page, 'Create account')
      await heading(page, 'Your account').waitFor()
    }
    async function signIn(page: Page, email: string): Promise<void> {
      await open(page, '/account/sign-in')
      await type(page, 'E-mail', email)
      await type(page, 'Password', PASSWORD)
      await press(page, 'Sign in')
    }
    /** Turns the factor on. Returns the secret from the page, and the codes that the page then shows. */
    async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
      await open(page, '/account/second-factor')
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
      const secret = ((await page.locator('code.secret').textContent()) ?? '').replace(/\s/g, '')
      await type(page, 'Code', codeAt(secret, Date.now()))
      await type(page, 'Current password', PASSWORD)
      await press(page, 'Turn on')
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
      return { secret, codes: await page.locator('.codes code').allTextContents() }
    }
    /** A code of the next step, because the current one was used. */
    async function freshCode(secret: string): Promise<string> {
      const now = Math.floor(Date.now() / 30_000)
      while (Math.floor(Date.now() / 30_000) === now) await pause(200)
      return codeAt(secret, Date.now())
    }

    test(
      'without scripts and by keyboard only: turn it on, sign in with a code, end a session, read the log, turn it off',
      { timeout: 240_000 },
      () =>
        within({ javaScriptEnabled: false }, async (page) => {
          const email = 'factor@example.org'
          await becomeMember(page, email)
          const { secret, codes } = await turnOn(page)
          expect(new Set(codes).size).toBe(10)
          const saved = page.waitForEvent('download')
          await tabTo(page, page.getByRole('link', { name: 'Download as text' }))
          await page.keyboard.press('Enter')
          const file = await saved
          expect(file.suggestedFilename()).toBe('recovery-codes.txt')
          const text = readFileSync(await file.path(), 'utf8')
          for (const code of codes) expect(text).toContain(`${code}\n`)
          await press(page, 'Sign out')
          await heading(page, 'Sign in').waitFor()
          await signIn(page, email)
          await heading(page, 'Enter your code').waitFor()
          await type(page, 'Code', await freshCode(secret))
          await press(page, 'Sign in')
          await heading(page, 'Your account').waitFor()
          await within({ javaScriptEnabled: false }, async (other) => {
            await signIn(other, email)
            await heading(other, 'Enter your code').waitFor()
            await type(other, 'Code', codes[0] ?? '')
            await press(other, 'Sign in')
            await heading(other, 'Your account').waitFor()
            await open(page, '/account/settings')
            expect(
              await page
                .getByRole('table', { name: /^Sessions of this account/ })
                .getByRole('row', { name: /Chrome on Linux/ })
                .count(),
            ).toBe(2)
            expect(await page.getByText('this one').count()).toBe(1)
            await press(page, 'End')
            await page.getByText('The session has ended.').waitFor()
            await open(other, '/account')
            await heading(other, 'Sign in').waitFor()
          })
          await open(page, '/account/log')
          for (const words of [
            'A session was ended',
            'A recovery code was used; 9 left',
            'The second factor was turned on',
          ])
            await page.getByRole('row', { name: new RegExp(words) }).waitFor()
          await open(page, '/account/second-factor')
          await type(page, 'Code', codes[1] ?? '', 1)
          await type(page, 'Current password', PASSWORD, 1)
          await press(page, 'Turn off')
          await page.getByText('The second factor is off.').waitFor()
          await linkTo(served, email, 'The second factor was turned off')
        }),
    )

    test('a code can be guessed at most ten times over all servers', { timeout: 300_000 }, () =>
      within({ javaScriptEnabled: false }, async (page) => {
        const email = 'guessed@example.org'
        await becomeMember(page, email)
        await turnOn(page)
        // The count of guesses begins again at each full ten minutes. All these guesses must fall before the next one.
        const leftMs = 600_000 - (Date.now() % 600_000)
        if (leftMs < 60_000) await pause(leftMs)
        await within({ javaScriptEnabled: false }, async (thief) => {
          await signIn(thief, email)
          await heading(thief, 'Enter your code').waitFor()
          // The server's answer to each guess. The heading is the same before and after a wrong guess, so it does not show that an answer
          // came.
          const said: number[] = []
          while (!said.includes(429) && said.length < 30) {
            // One address may send ten of these forms in ten seconds. This test is about the limit of the account.
            await pause(1200)
            await open(thief, '/account/sign-in/code')
            await thief.getByLabel('Code', { exact: true }).fill(String(said.length).padStart(6, '0'))
            const [answer] = await Promise.all([
              thief.waitForResponse((response) => response.request().method() === 'POST'),
              thief.getByRole('button', { name: 'Sign in', exact: true }).click(),
            ])
            await answer.finished()
            said.push(answer.status())
          }
          expect(said).toEqual([...Array<number>(10).fill(422), 429])
          await heading(thief, 'Too many requests').waitFor()
        })
        await open(page, '/account/log')
        expect(await page.getByRole('row', { name: /Refused: a wrong code/ }).count()).toBe(10)
      }),
    )

    // Looks do not depend on the number of processes.
    if (serve !== oneProcess) return

    test(
      'axe finds nothing on its pages and mails, by day and by night, and nothing is wider than 320 pixels',
      { timeout: 240_000 },
      async () => {
        const found: string[] = []
        for (const colorScheme of ['light', 'dark'] as const) {
          await within({ colorScheme, viewport: { width: 1280, height: 800 } }, async (page) => {
            const look = async (name: string): Promise<void> => {
              const wrong = await violations(page, colorScheme === 'dark' ? ['color-contrast'] : null)
              found.push(...wrong.map((line) => `${name} ${colorScheme}: ${line}`))
              for (const width of [1280, 390, 320]) {
                await page.setViewportSize({ width, height: 800 })
                const beside = await overflow(page)
                if (beside > 0) found.push(`${name} at ${width}: ${beside} pixels beside the window`)
                if (pictures !== undefined && width > 320) {
                  mkdirSync(pictures, { recursive: true })
                  const path = join(pictures, `${name}-${colorScheme}-${width}.png`)
                  await page.screenshot({ path, fullPage: true })
                }
              }
              await page.setViewportSize({ width: 1280, height: 800 })
            }
            const email = `a-reader-with-a-longer-address-${colorScheme}@example.org`
            await becomeMember(page, email)
            await open(page, '/account/second-factor')
            await look('factor-off')
            await type(page, 'Code', '000000')
            await type(page, 'Current password', 'wrong password')
            await press(page, 'Turn on')
            await page.getByText('This is not the password').waitFor()
            await look('factor-fault')
            const { codes } = await turnOn(page)
            await look('factor-codes')
            await open(page, '/account/second-factor')
            await look('factor-on')
            await press(page, 'Sign out')
            await heading(page, 'Sign in').waitFor()
            await signIn(page, email)
            await heading(page, 'Enter your code').waitFor()
            await look('code')
            await type(page, 'Code', '123456')
            await press(page, 'Sign in')
            await page.getByText('wrong or too old').waitFor()
            await look('code-fault')
            await open(page, '/account/forgot')
            await type(page, 'E-mail', email)
            await press(page, 'Send the link')
            await heading(page, 'Check your e-mail').waitFor()
            await page.goto(await linkTo(served, email, 'Choose a new password'))
            await look('reset-code')
            const enter = async (where: Page, code: string): Promise<void> => {
              await signIn(where, email)
              // Without this wait, a busy machine once pressed Tab sixty times on the page before.
              await heading(where, 'Enter your code').waitFor()
              await type(where, 'Code', code)
              await press(where, 'Sign in')
              await heading(where, 'Your account').waitFor()
            }
            await enter(page, codes[0] ?? '')
            await within({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.6 Safari/604.1' }, async (other) => {
              await enter(other, codes[1] ?? '')
              await open(page, '/account/settings')
              await look('settings-with-factor')
            })
            await open(page, '/account/log')
            await look('log')
            for (const [name, mail] of Object.entries(MAILS)) {
              const { html } = renderMail(mail, { service: 'tzref', contact: null }, Date.UTC(2026, 10, 20))
              await page.goto('about:blank')
              await page.setContent(html)
              await look(`mail-${name}`)
            }
          })
        }
        expect(found).toEqual([])
      },
    )
  },
)
