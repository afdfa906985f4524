// A browser for tests: Debian's Chromium, which asks only the test's server, and axe, which reads pages as assistive technology does.
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { leftOut } from '../left-out.ts'

/** Chromium without windows takes four fifths of the time of the whole, so it is used where it is there. */
export const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)

/** Whether this machine has Chromium. If not, prints what is left out. */
export function hasChromium(suite: string): boolean {
  if (DEBIAN === undefined) leftOut(suite, 'Debian\'s package "chromium-headless-shell", or "chromium"')
  return DEBIAN !== undefined
}

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Where there is none, Chromium imitates it, which takes a fifth of its time.
  '--disable-gpu',
]

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ args: QUIET, ...(DEBIAN !== undefined && { executablePath: DEBIAN }) })

/** Gives `use` a new page with its own cookies, then closes it. */
export async function inPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  try {
    return await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

/** What axe finds wrong with the present page, by all rules or by some: rule and place, one line each. */
export async function violations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] = await page.evaluate(
    `axe.run(${rules === null ? '' : JSON.stringify({ runOnly: rules })}).then((result) => JSON.parse(JSON.stringify(result.violations)))`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')} ${failureSummary}`),
  )
}

/** How far what is seen has moved without an act since the page began to load. A script for `evaluate`. */
export const SHIFT = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 500)
})`

/** How many pixels wider than the window the page is. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Presses Tab until the focus is on this element. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const focused = wanted.and(page.locator(':focus'))
  for (let left = 60; left > 0; left--) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0) return
  }
  throw new Error(`the Tab key does not come to ${String(wanted)}`)
}
