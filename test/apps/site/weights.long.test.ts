// The bytes of a first visit to each kind of page: page, style, scripts and pictures, compressed as they are sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../support/browsers/pages.ts'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { openService, type Service, WEB } from '../../support/worlds/service.ts'

let service: Service

/** The bytes and the text that the server sends for an address. */
async function sent(url: string): Promise<{ readonly bytes: number; readonly text: string }> {
  const headers = { host: 'localhost', accept: 'text/html' }
  const answer = await service.app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip' } })
  const { body } = await service.app.inject({ url, headers })
  return { bytes: answer.rawPayload.length, text: body }
}

/** The address to which a page redirects, or its own. */
async function whereItIs(url: string): Promise<string> {
  const { headers } = await service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })
  const location = headers['location']
  return typeof location === 'string' ? location.replace(WEB, '') : url
}

/** The files that a page loads without a click: scripts, pictures, the style sheet and the icon. */
const LOADED =
  /<(?:script|img|use)\b[^>]*?\b(?:src|href)="([^"#]+)|<link rel="(?:stylesheet|icon)" href="([^"]+)/g

/** The most bytes that a page may load, and those of scripts among them. */
const [OF_HOME, OF_OTHERS, OF_SCRIPTS] = [45_000, 35_000, 12_000]
/** 24 places, as many as there can be. */
const MANY = (
  'Berlin Denver Tokyo Sydney London Paris Delhi Honolulu Cairo Lima Kathmandu Oslo ' +
  'Rome Madrid Dublin Toronto Nairobi Lagos Dubai Singapore Seoul Auckland Chicago Zurich'
).split(' ')
const AS_PLACES = MANY.map((place) => `place=${encodeURIComponent(place)}`).join('&')

const KINDS = [
  ...PAGES,
  '/lookup',
  '/meeting',
  `/meeting?${AS_PLACES}&from=09:00`,
  '/clocks',
  `/clocks?${AS_PLACES}`,
  `/embed/clocks?${AS_PLACES}`,
  '/search?q=IST',
  '/search?q=springfield',
  '/convert',
  '/your-time',
  '/timezones/UTC',
  '/timezones/America/New_York',
  '/countries/bouvet-island',
  '/cities',
  '/cities/vancouver',
  '/abbreviations/ist',
  '/docs',
  '/docs/operations',
  '/dst',
]

test('every kind of page is among them', () => {
  const matching = ({ pattern }: (typeof SITE_ROUTES)[number]): boolean => {
    const [start = ''] = pattern.split('{')
    return KINDS.some((path) => (start === pattern ? path.split('?')[0] === pattern : path.startsWith(start)))
  }
  const pages = SITE_ROUTES.filter(({ kind, pattern }) => kind === 'page' || pattern === '/embed/clocks')
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((route) => !matching(route)).map(({ pattern }) => pattern)).toEqual([])
})

describe('with a real artifact', () => {
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  test.each(KINDS)('%s', async (path) => {
    const page = await sent(await whereItIs(path))
    const files = new Set([...page.text.matchAll(LOADED)].map(([, one, other]) => one ?? other ?? ''))
    expect(files.size).toBeGreaterThan(path.startsWith('/embed/') ? 1 : 3)
    let [bytes, ofScripts] = [page.bytes, 0]
    for (const file of files) {
      const its = (await sent(file)).bytes
      bytes += its
      if (file.endsWith('.js')) ofScripts += its
    }
    process.stdout.write(
      `${path.slice(0, 60)}: ${bytes} bytes, ${page.bytes} of the page, ${ofScripts} of scripts\n`,
    )
    expect(ofScripts).toBeLessThanOrEqual(OF_SCRIPTS)
    expect(bytes).toBeLessThanOrEqual(path === '/' ? OF_HOME : OF_OTHERS)
  })
})
