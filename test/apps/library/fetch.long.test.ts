// Every `fetch…` and `openWeb` in Chromium, under a policy that allows no evaluation: the table of test/apps/library/fetch-on-node.full.test.ts.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasChromium, openChromium } from '../../support/browsers/chromium.ts'
import { fetchBundle } from '../../support/worlds/fetch-bundle.ts'
import type { Answers } from '../../support/worlds/fetch-everything.ts'
import { BY_RANGES, EXPECTED, fetchedFiles } from '../../support/worlds/fetched-files.ts'
import { MANNERS, startFileHost, type Host } from '../../support/servers/file-host.ts'

describe.skipIf(!hasChromium('every fetch of the library, in a browser'))('in Chromium', () => {
  let browser: Browser
  let host: Host
  let elsewhere: Host
  beforeAll(async () => {
    const files = new Map(fetchedFiles(inject('embeddedArtifact')))
    files.set('asks.js', await fetchBundle('globalThis.fetchEverything = fetchEverything'))
    host = await startFileHost((path) => files.get(path))
    elsewhere = await startFileHost((path) => files.get(path))
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await host.close()
    await elsewhere.close()
  })

  test.each(MANNERS)('from a host that sends files %s', async (manner) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${host.url}/`)
    const answers: Answers = await page.evaluate(
      `import('/plain/asks.js').then(() => fetchEverything(location.origin + '/${manner}'))`,
    )
    expect(answers).toMatchObject({ ...EXPECTED, ...(manner === 'ranged' ? BY_RANGES : {}) })
    await page.context().close()
  })

  test.each(MANNERS)('from another origin that sends files %s', async (manner) => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.goto(`${host.url}/`)
    const answers: Answers = await page.evaluate(
      `import('/plain/asks.js').then(() => fetchEverything('${elsewhere.url}/${manner}'))`,
    )
    const { 'openWeb, by ranges': byRanges, ...others } = answers
    expect(others).toMatchObject(EXPECTED)
    if (manner === 'ranged') expect(byRanges).toMatchObject(BY_RANGES['openWeb, by ranges'] ?? {})
    await page.context().close()
  })
})
