// All ways through the account area in Chromium, by role and label: without scripts by keyboard only, and checked by axe, in light and in
// dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { monthAt } from '#open/access/month.ts'
import { readPlans } from '#open/access/plans.ts'
import { tokenDigest } from '#open/access/token.ts'
import {
  emailChangedMail,
  EVENT_MAILS,
  quotaMail,
  renderMail,
  resetMail,
  welcomeMail,
} from '#apps/accounts/mail/mail-texts.ts'
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

const LINK = 'x'.repeat(32)
/** The link of a reset. Those of a reset and of a sign-up have their page while they work. */
const RESET = 'y'.repeat(32)
/** Each page of the area as its users were promised it: address, heading, labels, buttons. */
const CONTRACT: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['/account/sign-up', 'Create an account', ['E-mail'], ['Send the link']],
  [`/account/welcome/${LINK}`, 'Choose a password', ['Password'], ['Create account']],
  ['/account/verify', 'Verify your e-mail', ['E-mail'], ['Send again']],
  [`/account/verify/${LINK}`, 'Verify your e-mail', [], ['Verify this address']],
  ['/account/sign-in', 'Sign in', ['E-mail', 'Password'], ['Sign in']],
  ['/account/forgot', 'Reset your password', ['E-mail'], ['Send the link']],
  [`/account/reset?link=${RESET}`, 'Choose a new password', ['New password'], ['Save']],
  [
    `/account/freeze/${LINK}`,
    'Freeze your account',
    ['Password before the change', 'New password'],
    ['Freeze the account', 'Take the address back'],
  ],
  ['/account', 'Your account', [], ['Sign out']],
  ['/account/keys', 'API keys', ['Name', 'Expires'], ['Create key', 'Sign out']],
  ['/account/usage', 'Usage', ['Month', 'Key'], ['Show', 'Sign out']],
  [
    '/account/settings',
    'Settings',
    ['Current password', 'New password', 'New e-mail'],
    [
      'Change password',
      'Change e-mail',
      'Sign out everywhere',
      'Download my data',
      'Delete the account',
      'Sign out',
    ],
  ],
  ['/account/second-factor', 'Second factor', ['Code', 'Current password'], ['Turn on', 'Sign out']],
  ['/account/log', 'Security log', [], ['Sign out']],
]

const AT = 'https://tz.example.org/account'
const [MONTH, PLAN] = [monthAt(0), [...readPlans().values()].at(-1)]
if (PLAN === undefined) throw new Error('no plan')
function eventMail(kind: string, detail: unknown) {
  const text = EVENT_MAILS[kind]?.((path) => `${AT}/${path}`, detail)
  if (text === undefined) throw new Error(kind)
  return text
}
const MAILS = {
  welcome: welcomeMail(`${AT}/welcome/${LINK}`, 0),
  changed: emailChangedMail(`${AT}/freeze/${LINK}`, 0),
  reset: resetMail(`${AT}/reset?link=${LINK}`, 0),
  key: eventMail('key-created', { name: 'website', key: 'tzr_…1a2B' }),
  rolled: eventMail('key-rolled', { name: 'website', key: 'tzr_…1a2B', old: 'tzr_…9zZ0', endsAtMs: 0 }),
  quota: quotaMail(PLAN, MONTH, 80),
}

describe.skipIf(!hasChromium('the account area in a browser')).each(PLACES)('in Chromium, %s', (_, serve) => {
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

  const linkIn = (email: string, subject: string): Promise<string> => linkTo(served, email, subject)
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
  const open = (page: Page, path: string) => page.goto(`${served.origin}${path}`)
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${served.origin}/v1/timezones/UTC`, { headers: { authorization: `Bearer ${key}` } })).status
  /** Signs up and chooses a password, with the mouse. */
  async function becomeMember(page: Page, email: string): Promise<void> {
    await open(page, '/account/sign-up')
    await fill(page, { 'E-mail': email }, 'Send the link')
    await heading(page, 'Check your e-mail').waitFor()
    await page.goto(await linkIn(email, 'Choose a password for your account'))
    await fill(page, { Password: PASSWORD }, 'Create account')
    await heading(page, 'Your account').waitFor()
  }
  const within = <T>(
    options: BrowserContextOptions,
    work: (page: Page, context: BrowserContext) => Promise<T>,
  ): Promise<T> => inPage(browser, { baseURL: served.origin, ...options }, work)

  test('without scripts and by keyboard only: sign up, choose a password, sign in, make a key, see it counted, revoke it, sign out', () =>
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
      await press('Send the link')
      await heading(page, 'Check your e-mail').waitFor()
      await page.goto(await linkIn(email, 'Choose a password for your account'))
      await type('Password', PASSWORD)
      await press('Create account')
      await heading(page, 'Your account').waitFor()
      await press('Sign out')
      await heading(page, 'Sign in').waitFor()
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
      // Loading the page again makes no other key, and does not show this one.
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
      expect(await page.getByRole('row', { name: 'my first' }).textContent()).toContain(
        `tzr_…${key.slice(-4)}`,
      )
      expect(await lastUsed.textContent()).toMatch(/^\s*\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/)
      // The question names the key. Cancel leads back to the list.
      const revoke = page.getByRole('link', { name: 'Revoke', exact: true })
      const question = page.getByRole('heading', { name: 'Revoke this key?' })
      await tabTo(page, revoke)
      await page.keyboard.press('Enter')
      await question.waitFor()
      expect(await page.getByRole('main').textContent()).toContain('my first')
      await tabTo(page, page.getByRole('link', { name: 'Cancel', exact: true }))
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
      expect(await statusOf(key)).toBe(200)
      await tabTo(page, revoke)
      await page.keyboard.press('Enter')
      await question.waitFor()
      await press('Revoke')
      await page.getByText('is revoked').waitFor()
      await expect.poll(() => statusOf(key), { timeout: 60_000 }).toBe(401)
      await press('Sign out')
      await heading(page, 'Sign in').waitFor()
      await open(page, '/account')
      await heading(page, 'Sign in').waitFor()
    }))

  test('forgot and reset: the old session has ended; settings: another address; delete: the key is refused', () =>
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
        await other.goto(await linkIn(email, 'Choose a new password'))
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
      await page.goto(await linkIn('moved@example.org', 'Verify your new e-mail address'))
      await page.getByRole('button', { name: 'Verify this address' }).click()
      await heading(page, 'Address verified').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await fill(page, { 'E-mail': 'moved@example.org', Password: 'another good password' }, 'Sign in')
      await heading(page, 'Your account').waitFor()
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

  // Words and looks do not depend on the number of processes, so one run checks them.
  if (serve !== oneProcess) return

  beforeAll(() => {
    const db = openDatabase(served.accounts)
    for (const [link, purpose] of [
      [LINK, 'welcome'],
      [RESET, 'reset'],
    ] as const)
      db.exec(`insert into link (sha256, purpose, generation, created_at, expires_at)
        values ('${tokenDigest(link)}', '${purpose}', 0, 0, ${Date.now() + 86_400_000})`)
    db.close()
  })

  test('every address has the heading, the labels and the buttons of the contract', async () => {
    const email = 'words@example.org'
    await within({}, async (page) => {
      const look = async ([path, title, labels, buttons]: (typeof CONTRACT)[number]): Promise<void> => {
        await open(page, path)
        await heading(page, title).waitFor()
        for (const label of labels) {
          expect(await page.getByLabel(label, { exact: true }).count(), `${path}: ${label}`).toBeGreaterThan(
            0,
          )
        }
        for (const name of buttons) {
          expect(await page.getByRole('button', { name, exact: true }).count(), `${path}: ${name}`).toBe(1)
        }
      }
      const isOpen = ([, , , buttons]: (typeof CONTRACT)[number]): boolean => !buttons.includes('Sign out')
      for (const row of CONTRACT.filter(isOpen)) await look(row)
      await becomeMember(page, email)
      for (const row of CONTRACT.filter((one) => !isOpen(one))) await look(row)
      await open(page, '/account')
      const said = (await page.getByRole('main').textContent()) ?? ''
      for (const text of [email, 'of 100,000', 'requests a second', 'Do you need more?']) {
        expect(said).toContain(text)
      }
      await page.getByRole('img', { name: /^Requests on each day of \d{4}-\d{2}/ }).waitFor()
      await open(page, '/account/keys')
      const expires = page.getByLabel('Expires', { exact: true })
      expect(await expires.getByRole('option').allTextContents()).toEqual([
        'never',
        '30 days',
        '90 days',
        'a year',
        'on a date',
      ])
      await expires.selectOption('90 days')
      await fill(page, { Name: 'for a quarter' }, 'Create key')
      const key = /tzr_\w{36}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
      const row = page.getByRole('row', { name: 'for a quarter' })
      const days =
        (Date.parse((await row.locator('time').last().getAttribute('datetime')) ?? '') - Date.now()) /
        86_400_000
      expect(days).toBeGreaterThan(89)
      expect(days).toBeLessThan(91)
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        'Name',
        'Key',
        'Created',
        'Last used',
        'Expires',
        'This month',
        'Change',
      ])
      // Every page of the area has the button.
      for (const path of ['/account', '/account/keys', '/account/usage', '/account/settings']) {
        await open(page, path)
        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await heading(page, 'Sign in').waitFor()
        await fill(page, { 'E-mail': email, Password: PASSWORD }, 'Sign in')
        await heading(page, 'Your account').waitFor()
      }
    })
  })

  test('with scripts a dialog asks, by mouse and by keyboard; a key expires on a date; a long name hides no button', () =>
    within({ viewport: { width: 1280, height: 800 } }, async (page) => {
      await becomeMember(page, 'dialogs@example.org')
      await open(page, '/account/keys')
      const date = page.getByLabel('Date', { exact: true })
      expect(await date.isVisible()).toBe(false)
      await page.getByLabel('Expires', { exact: true }).selectOption('on a date')
      const name = 'n'.repeat(100)
      await date.fill('2031-02-03')
      await fill(page, { Name: name }, 'Create key')
      const key = /tzr_\w{36}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? ''
      const row = page.getByRole('row', { name })
      expect(await row.locator('time').last().getAttribute('datetime')).toBe('2031-02-03T00:00:00Z')
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 800 })
        for (const link of ['Roll', 'Revoke']) {
          const box = await row.getByRole('link', { name: link, exact: true }).boundingBox()
          expect(box, `${link} at ${width}`).not.toBeNull()
          expect(
            (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width,
            `${link} at ${width}`,
          ).toBe(true)
        }
      }
      const dialog = page.getByRole('dialog', { name: 'Revoke this key?' })
      const revoke = row.getByRole('link', { name: 'Revoke', exact: true })
      const at = page.url()
      for (const leave of ['Escape', 'Cancel']) {
        await revoke.focus()
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        expect(await dialog.textContent()).toContain(name)
        expect(await page.evaluate("document.querySelector('dialog').contains(document.activeElement)")).toBe(
          true,
        )
        expect(await violations(page)).toEqual([])
        if (leave === 'Escape') await page.keyboard.press('Escape')
        else await dialog.getByRole('link', { name: 'Cancel' }).click()
        await dialog.waitFor({ state: 'detached' })
        expect(page.url()).toBe(at)
        // The focus is again on the link.
        expect(await revoke.and(page.locator(':focus')).count()).toBe(1)
      }
      expect(await statusOf(key)).toBe(200)
      await row.getByRole('link', { name: 'Roll', exact: true }).click()
      const rolling = page.getByRole('dialog', { name: 'Roll this key?' })
      await rolling.getByLabel('Keep the old key for').selectOption('7 days')
      await rolling.getByRole('button', { name: 'Roll', exact: true }).click()
      await page.getByText('Your new key').waitFor()
      expect(await page.getByRole('row', { name }).count()).toBe(2)
      expect(await page.getByRole('row', { name }).filter({ hasText: 'rolled' }).count()).toBe(1)
      await page
        .getByRole('row', { name })
        .filter({ hasText: 'rolled' })
        .getByRole('link', { name: 'Revoke' })
        .click()
      await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
      await page.getByText('is revoked').waitFor()
      await expect.poll(() => statusOf(key), { timeout: 60_000 }).toBe(401)
      // By keyboard: opens an earlier month and one key, and downloads their file.
      await open(page, '/account/usage')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await heading(page, 'Usage').waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name: 'This as CSV' }).click()
      expect((await saved).suggestedFilename()).toMatch(/^usage-\d{4}-\d{2}\.csv$/)
    }))

  test('axe finds nothing on any page or mail, by day and by night, and nothing is wider than 320 pixels', async () => {
    const email = 'reader@example.org'
    const state = await within({}, async (page, context) => {
      await becomeMember(page, email)
      await open(page, '/account/keys')
      await fill(page, { Name: 'website' }, 'Create key')
      await fill(page, { Name: 'a key with quite a long name for what it does' }, 'Create key')
      await fill(page, { Name: 'n'.repeat(100) }, 'Create key')
      await page.getByRole('link', { name: 'Roll', exact: true }).nth(1).click()
      await page.getByRole('button', { name: 'Roll', exact: true }).click()
      await page.getByText('Your new key').waitFor()
      await page.getByRole('link', { name: 'Revoke', exact: true }).last().click()
      await page.getByRole('button', { name: 'Revoke', exact: true }).click()
      await page.getByText('is revoked').waitFor()
      const made = new Date().toISOString()
      const db = openDatabase(served.accounts)
      const of = "(select id from account where email = 'reader@example.org')"
      for (const [status, requests] of [
        [200, 12_345],
        [404, 40],
        [429, 23],
        [503, 2],
      ]) {
        db.exec(`insert into usage_day select account_id, '${made.slice(0, 10)}', id, ${status}, ${requests}
          from token where account_id = ${of}`)
      }
      db.exec(`insert into usage select id, '${made.slice(0, 7)}', 49540 from account where id = ${of}`)
      db.close()
      return context.storageState()
    })
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await within(
        { colorScheme, storageState: state, viewport: { width: 1280, height: 800 } },
        async (page) => {
          const look = async (name: string): Promise<void> => {
            // Dark pages differ only in their colours, so axe checks only the contrast.
            const wrong = await violations(page, colorScheme === 'dark' ? ['color-contrast'] : null)
            found.push(...wrong.map((line) => `${name} ${colorScheme}: ${line}`))
            if (colorScheme === 'dark' && pictures === undefined) return
            for (const width of [1280, 390, 320]) {
              await page.setViewportSize({ width, height: 800 })
              const beside = await overflow(page)
              if (beside > 0) found.push(`${name} at ${width}: ${beside} pixels beside the window`)
              if (pictures !== undefined && width > 320) {
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
            ['welcome', `/account/welcome/${LINK}`],
            ['freeze', `/account/freeze/${LINK}`],
            ['sign-in', '/account/sign-in'],
            ['forgot', '/account/forgot'],
            ['verify', '/account/verify'],
            ['button', `/account/verify/${LINK}`],
            ['reset', `/account/reset?link=${RESET}`],
            ['overview', '/account'],
            ['keys', '/account/keys'],
            ['usage', '/account/usage'],
            ['usage-none', '/account/usage?month=x'],
            ['settings', '/account/settings'],
            ['unknown', '/account/reset?link=x'],
            ['404', '/account/nothing-here'],
          ] as const) {
            await open(page, path)
            await look(name)
          }
          await open(page, '/account/keys')
          await page.getByText('Keys that no longer work').click()
          await look('keys-ended')
          for (const question of ['Revoke', 'Roll']) {
            await open(page, '/account/keys')
            const link = page.getByRole('link', { name: question, exact: true }).first()
            await link.click()
            await page.getByRole('dialog').waitFor()
            await look(`${question.toLowerCase()}-dialog`)
            await open(page, (await link.getAttribute('href')) ?? '')
            await look(question.toLowerCase())
          }
          await open(page, '/account/keys')
          await page.getByLabel('Expires', { exact: true }).selectOption('on a date')
          await look('on-a-date')
          await open(page, '/account/sign-up')
          await fill(page, { 'E-mail': 'a@b' }, 'Send the link')
          await look('fault')
          await open(page, `/account/welcome/${LINK}`)
          await fill(page, { Password: 'short' }, 'Create account')
          await look('welcome-fault')
          await open(page, '/account/sign-in')
          await page.evaluate("document.querySelector('[name=csrf]').value = 'x'")
          await fill(page, { 'E-mail': email, Password: 'x' }, 'Sign in')
          await look('403')
          await open(page, '/account/keys')
          await fill(page, { Name: `made by ${colorScheme}` }, 'Create key')
          await look('made')
          for (let sent = 0; sent < 30 && (await heading(page, 'Too many requests').count()) === 0; sent++) {
            await open(page, '/account/verify')
            await fill(page, { 'E-mail': 'nobody@example.org' }, 'Send again')
          }
          await heading(page, 'Too many requests').waitFor()
          await look('429')
          const db = openDatabase(served.accounts)
          db.exec('alter table session rename to lost')
          await open(page, '/account')
          db.exec('alter table lost rename to session')
          db.close()
          await heading(page, 'Something went wrong').waitFor()
          await look('500')
          for (const [name, text] of Object.entries(MAILS)) {
            const { html } = renderMail(text, { service: 'tz.example.org', contact: 'help@example.org' }, 0)
            // Leaves the last page, because its policy would forbid a mail's own style.
            await page.goto('about:blank')
            await page.setContent(html)
            await look(`mail-${name}`)
          }
        },
      )
    }
    expect(found).toEqual([])
  })
})
