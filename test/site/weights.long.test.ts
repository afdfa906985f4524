// The bytes of a first visit to each kind of page: page, style, scripts and pictures, compressed as they are sent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#pipeline/paths.ts'
import { leftOut } from '../support/left-out.ts'
import { PAGES } from '../support/browsers/pages.ts'
import { openService, type Service } from '../support/worlds/service.ts'

const ARTIFACT = process.env['TZREF_ARTIFACT'] ?? join(ROOT, 'dist/current')
const isThere = existsSync(join(ARTIFACT, 'shapes.bin'))
if (!isThere)
  leftOut('the weights of pages', `an artifact with boundaries at ${ARTIFACT} (or TZREF_ARTIFACT)`)

let service: Service

/** The bytes and the text that the server sends for an address. */
async function sent(url: string): Promise<{ readonly bytes: number; readonly text: string }> {
  const headers = { host: 'localhost', accept: 'text/html' }
  const answer = await service.app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip' } })
  const { body } = await service.app.inject({ url, headers })
  return { bytes: answer.rawPayload.length, text: body }
}

/** The files that a page loads without a click: scripts, pictures, the style sheet and the icon. */
const LOADED =
  /<(?:script|img|use)\b[^>]*?\b(?:src|href)="([^"#]+)|<link rel="(?:stylesheet|icon)" href="([^"]+)/g

/** The most that a page may load. */
const [OF_HOME, OF_OTHERS] = [90_000, 30_000]
const KINDS = [
  ...PAGES,
  '/lookup',
  '/meeting',
  '/timezones/UTC',
  '/timezones/America/New_York',
  '/countries/bouvet-island',
  '/cities/vancouver',
  '/docs',
  '/docs/operations',
]

describe.skipIf(!isThere)('with a real artifact', () => {
  beforeAll(async () => {
    service = await openService(ARTIFACT)
  })
  afterAll(() => service.close())

  test.each(KINDS)('%s', async (path) => {
    const page = await sent(path)
    const files = new Set([...page.text.matchAll(LOADED)].map(([, one, other]) => one ?? other ?? ''))
    expect(files.size).toBeGreaterThan(3)
    let [bytes, ofScripts] = [page.bytes, 0]
    for (const file of files) {
      const its = (await sent(file)).bytes
      bytes += its
      if (file.endsWith('.js')) ofScripts += its
    }
    process.stdout.write(`${path}: ${bytes} bytes, ${ofScripts} of scripts\n`)
    expect(ofScripts).toBeLessThanOrEqual(15_000)
    expect(bytes).toBeLessThanOrEqual(path === '/' ? OF_HOME : OF_OTHERS)
  })
})
