// Every way through the account area in Chromium, by role and label: without scripts by keyboard alone, and read by axe, by day and by night.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasChromium, openChromium, overflow, tabTo, violations } from '../support/chromium.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { readMail, type SmtpServer, smtpServer } from '../support/smtp.ts'

const PASSWORD = 'seven quiet lamps by night'
/** Where pictures of the pages are kept, for whoever wants to look at them. */
const pictures = process.env['TZREF_PICTURES']

describe.skipIf(!hasChromium('the account area in a browser'))('in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-browser-'))
  let smtp: SmtpServer
  let server: ServerProcess
  let browser: Browser
  beforeAll(async () => {
    smtp = await smtpServer()
    server = await startServerProcess(inject('embeddedArtifact'), [
      '--accounts',
      join(folder, 'accounts.sqlite'),
      '--smtp',
      smtp.address,
      '--enforce-monthly',
    ])
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.end()
    await smtp.close()
    rmSync(folder, { recursive: true })
  })

  /** The link in the newest mail of a subject to an address, once it is there. */
  async function linkTo(email: string, subject: string): Promise<string> {
    const found = (): string | undefined => {
      const mails = smtp.mails.filter((mail) => mail.to.includes(email)).map((mail) => readMail(mail.source))
      const mail = mails.findLast(({ headers }) => headers.get('subject') === subject)
      return /^http:\S+$/m.exec(mail?.text ?? '')?.[0]
    }
    await expect.poll(found, { timeout: 60_000 }).toBeDefined()
    return found() ?? ''
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const fill = async (
    page: Page,
    fields: Readonly<Record<string, string>>,
    button: string,
  ): Promise<void> => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`)
  const statusOf = async (key: string): Promise<number> =>
    (await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${key}` })).status
  /** Signs up, verifies and signs in, with the mouse. */
  async function becomeMember(page: Page, email: string): Promise<void> {
    await open(page, '/account/sign-up')
    await fill(page, { 'E-mail': email, Password: PASSWORD }, 'Create account')
    await heading(page, 'Check your e-mail').waitFor()
    await page.goto(await linkTo(email, 'Verify your e-mail address'))
    await page.getByRole('button', { name: 'Verify this address' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fill(page, { 'E-mail': email, Password: PASSWORD }, 'Sign in')
    await heading(page, 'Your account').waitFor()
  }
  async function within<T>(
    options: Parameters<Browser['newContext']>[0],
    work: (page: Page, context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({ baseURL: server.origin, ...options })
    context.setDefaultTimeout(60_000)
    try {
      return await work(await context.newPage(), context)
    } finally {
      await context.close()
    }
  }

  test('without scripts and by keyboard alone: sign up, verify, sign in, make a key, see it counted, revoke it, sign out', () =>
    within({ javaScriptEnabled: false }, async (page) => {
      const email = 'keys@example.org'
      const press = async (button: string): Promise<void> => {
        await tabTo(page, page.getByRole('button', { name: button, exact: true }))
        await page.keyboard.press('Enter')
      }
      const type = async (label: string, text: string): Promise<void> => {
        await tabTo(page, page.getByLabel(label, { exact: true }))
        await page.keyboard.type(text)
      }
      await open(page, '/account/sign-up')
      await type('E-mail', email)
      await type('Password', PASSWORD)
      await press('Create account')
      await heading(page, 'Check your e-mail').waitFor()
      await page.goto(await linkTo(email, 'Verify your e-mail address'))
      await press('Verify this address')
      await heading(page, 'Address verified').waitFor()
      await open(page, '/account/keys')
      await heading(page, 'Sign in').waitFor()
      await type('E-mail', email)
      await type('Password', PASSWORD)
      await press('Sign in')
      await heading(page, 'API keys').waitFor()
      await type('Name', 'my first')
      await press('Create key')
      const key = /tzr_\w{36}/.exec((await page.getByRole('status').textContent()) ?? '')?.[0] ?? ''
      expect(await statusOf(key)).toBe(200)
      // To load the page again makes no other key, and does not show this one.
      await page.reload()
      await page.getByText('A new key is shown once').waitFor()
      expect(await page.content()).not.toContain(key)
      expect(await page.getByRole('row', { name: 'my first' }).count()).toBe(1)
      await expect
        .poll(
          async () => {
            await open(page, '/account')
            return page.getByRole('main').textContent()
          },
          { timeout: 60_000 },
        )
        .toMatch(/\b1\s+of 100,000 requests/)
      await open(page, '/account/keys')
      const lastUsed = page.getByRole('row', { name: 'my first' }).getByRole('cell').nth(2)
      expect(await lastUsed.textContent()).toMatch(/^\s*\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/)
      await press('Revoke')
      await page.getByText('is revoked').waitFor()
      await expect.poll(() => statusOf(key), { timeout: 60_000 }).toBe(401)
      await press('Sign out')
      await heading(page, 'Sign in').waitFor()
      await open(page, '/account')
      await heading(page, 'Sign in').waitFor()
    }))

  test('forgot and reset: the old session is dead; settings: another address; delete: the key is refused', () =>
    within({}, async (page) => {
      const email = 'forgetful@example.org'
      await becomeMember(page, email)
      await open(page, '/account/keys')
      await fill(page, { Name: 'lasting' }, 'Create key')
      const key = (await page.locator('code').first().textContent()) ?? ''
      expect(await statusOf(key)).toBe(200)
      await within({}, async (other) => {
        await open(other, '/account/forgot')
        await fill(other, { 'E-mail': email }, 'Send the link')
        await heading(other, 'Check your e-mail').waitFor()
        await other.goto(await linkTo(email, 'Choose a new password'))
        await heading(other, 'Choose a new password').waitFor()
        await fill(other, { 'New password': 'another good password' }, 'Save')
        await heading(other, 'Sign in').waitFor()
      })
      await open(page, '/account')
      await heading(page, 'Sign in').waitFor()
      await fill(page, { 'E-mail': email, Password: 'another good password' }, 'Sign in')
      await open(page, '/account/settings')
      const part = (name: string) =>
        page.locator('form', { has: page.getByRole('button', { name, exact: true }) })
      await part('Change e-mail').getByLabel('New e-mail').fill('moved@example.org')
      await part('Change e-mail').getByLabel('Current password').fill('another good password')
      await page.getByRole('button', { name: 'Change e-mail' }).click()
      await page.getByText('A mail is on its way').waitFor()
      await page.goto(await linkTo('moved@example.org', 'Verify your new e-mail address'))
      await page.getByRole('button', { name: 'Verify this address' }).click()
      await heading(page, 'Address verified').waitFor()
      await open(page, '/account/settings')
      await page.getByText('moved@example.org').first().waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download my data' }).click()
      expect((await saved).suggestedFilename()).toBe('account.json')
      await part('Delete the account').getByLabel('Current password').fill('another good password')
      await page.getByRole('button', { name: 'Delete the account' }).click()
      await page.getByText('Your account is deleted').waitFor()
      await expect.poll(() => statusOf(key), { timeout: 60_000 }).toBe(401)
    }))

  test('axe finds nothing on any page, by day and by night, and nothing is wider than 320 pixels', async () => {
    const email = 'reader@example.org'
    const state = await within({}, async (page, context) => {
      await becomeMember(page, email)
      await open(page, '/account/keys')
      await fill(page, { Name: 'website' }, 'Create key')
      await fill(page, { Name: 'a key with quite a long name for what it does' }, 'Create key')
      return context.storageState()
    })
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await within(
        { colorScheme, storageState: state, viewport: { width: 1280, height: 800 } },
        async (page) => {
          const look = async (name: string): Promise<void> => {
            // By night the colours alone are others.
            const wrong = await violations(page, colorScheme === 'dark' ? ['color-contrast'] : null)
            found.push(...wrong.map((line) => `${name} ${colorScheme}: ${line}`))
            if (colorScheme === 'dark' && pictures === undefined) return
            for (const width of [1280, 390, 320]) {
              await page.setViewportSize({ width, height: 800 })
              const beside = await overflow(page)
              if (beside > 0) found.push(`${name} at ${width}: ${beside} pixels beside the window`)
              if (pictures !== undefined && width > 320 && (colorScheme === 'light' || width === 1280)) {
                mkdirSync(pictures, { recursive: true })
                await page.screenshot({
                  path: join(pictures, `${name}-${colorScheme}-${width}.png`),
                  fullPage: true,
                })
              }
            }
          }
          for (const [name, path] of [
            ['sign-up', '/account/sign-up'],
            ['sign-in', '/account/sign-in'],
            ['forgot', '/account/forgot'],
            ['verify', '/account/verify'],
            ['button', `/account/verify/${'x'.repeat(32)}`],
            ['reset', `/account/reset?link=${'x'.repeat(32)}`],
            ['overview', '/account'],
            ['keys', '/account/keys'],
            ['settings', '/account/settings'],
            ['unknown', '/account/reset?link=x'],
            ['404', '/account/nothing-here'],
          ] as const) {
            await open(page, path)
            await look(name)
          }
          await open(page, '/account/sign-up')
          await page.getByLabel('E-mail').fill('a@b')
          await fill(page, { Password: 'short' }, 'Create account')
          await look('fault')
          await open(page, '/account/sign-in')
          await page.evaluate("document.querySelector('[name=csrf]').value = 'x'")
          await fill(page, { 'E-mail': email, Password: 'x' }, 'Sign in')
          await look('403')
          await open(page, '/account/keys')
          await fill(page, { Name: `made by ${colorScheme}` }, 'Create key')
          await look('made')
        },
      )
    }
    await within({ storageState: state }, async (page) => {
      await open(page, '/account/verify')
      for (let sent = 0; sent < 30 && (await heading(page, 'Too many requests').count()) === 0; sent++) {
        await open(page, '/account/verify')
        await fill(page, { 'E-mail': 'nobody@example.org' }, 'Send again')
      }
      await heading(page, 'Too many requests').waitFor()
      found.push(...(await violations(page)).map((line) => `429: ${line}`))
    })
    expect(found).toEqual([])
  })
})
