// The news: a tz release on the pages and in the feed matches what is known about it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeHistory, openHistory } from '#core/artifact/history.ts'
import { HISTORY } from '#core/artifact/layout.ts'
import { newsOf } from '#ask/release-news.ts'
import { compileFiles, releasesAt } from '#pipeline/build/release-clocks.ts'
import { ROOT } from '#pipeline/paths.ts'
import { EMBEDDED_HISTORY, EMBEDDED_TZ } from '#pipeline/sources/embedded.ts'
import { openService, type Service } from '../../support/service.ts'
import { SMALL_RELEASES } from '../../support/small-release.ts'
import { tarballFiles } from '../../support/tz-releases.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string, accept = 'text/html') =>
  service.app.inject({ url: path, headers: { host: 'localhost', accept } })

const textOf = (body: string): string =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')

test('the repository has the clocks of releases before its own, with their days', () => {
  const history = openHistory(readFileSync(join(ROOT, EMBEDDED_HISTORY)))
  expect(history.releases).toEqual(['2026b', '2026c'])
  // As in the NEWS of release 2026c: 23:06:43 −0700 is the next day in UTC.
  expect(history.releases.map((release) => history.clocks(release)?.releasedOn)).toEqual([
    '2026-04-23',
    '2026-07-08',
  ])
  expect(EMBEDDED_TZ.every(({ release }) => !history.releases.includes(release))).toBe(true)
})

const signed = (['2026b', '2026c'] as const).map((release) => tarballFiles(release))
test.skipIf(signed.includes(null))('they match the signed tarballs', () => {
  const history = openHistory(readFileSync(join(ROOT, EMBEDDED_HISTORY)))
  const parts = signed.flatMap((files, index) =>
    files === null
      ? []
      : [
          {
            ...compileFiles(files),
            releasedOn: history.clocks(history.releases[index] ?? '')?.releasedOn ?? null,
          },
        ],
  )
  expect(Buffer.from(encodeHistory(parts)).equals(readFileSync(join(ROOT, EMBEDDED_HISTORY)))).toBe(true)
})

test('an artifact has them too, and its own release is the last one', () => {
  const { directory, manifest } = service.catalogue.artifact
  const history = openHistory(readFileSync(join(directory, HISTORY)))
  expect(history.releases).toEqual(['2026b', '2026c', '2026f'])
  expect(history.clocks('2026f')?.releasedOn).toBe(manifest.reference_date)
  expect(releasesAt(directory, '').map(({ releasedOn }) => releasedOn)).toEqual([manifest.reference_date])
})

test.each([
  ['/news', 'Manitoba (Canada) stops changing its clocks.'],
  ['/news', 'Morocco and Western Sahara stop changing their clocks.'],
  ['/news/2026c', 'Alberta and Northwest Territories (Canada) stop changing their clocks'],
  ['/news/2026c', 'From Sunday 20 September 2026 clocks show UTC+00:00 all year.'],
  ['/news/2026f', 'From Sunday 1 November 2026 clocks show UTC−05:00 (EST) all year.'],
  [
    '/news/2026f',
    'From Sunday 1 November 2026 to Sunday 14 March 2027 clocks show UTC−04:00 (CDT). Release 2026c has UTC−05:00 (CST).',
  ],
  [
    '/news/2026f',
    'This server has only the last of these releases, so all of their changes are told together.',
  ],
  ['/news/2026c', 'What tz release 2026c changed'],
  ['/', 'tz releases 2026d, 2026e and 2026f changed:'],
  ['/news/2026f', 'Iran, 1979'],
  ['/news/2026f', 'Compared with release 2026c'],
  ['/news/2026f', 'What tz releases 2026d, 2026e and 2026f changed'],
  ['/news', 'tz releases 2026d, 2026e and 2026f'],
  ['/', 'Cuba keeps daylight saving time through the winter.'],
  ['/news/2026f', 'Cuba keeps daylight saving time through the winter From Sunday 1 November 2026'],
  ['/countries/canada', 'Rules last changed tz release 2026f , Thursday 29 October 2026'],
  ['/countries/morocco', 'Rules last changed tz release 2026c , Wednesday 8 July 2026'],
  [
    '/countries/germany',
    'Rules last changed not since tz release 2026b, the oldest one that this server knows',
  ],
])('%s says: %s', async (path, words) => {
  const { statusCode, body } = await page(path)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain(words)
})

test('the places of a release are linked', async () => {
  const { body } = await page('/news/2026f')
  for (const path of ['/timezones/America/Winnipeg', '/countries/cuba', '/countries/ireland'])
    expect(body).toContain(`<a href="${path}">`)
})

test('a release has one address, and the oldest has no page because it cannot be compared', async () => {
  const { statusCode, headers } = await page('/news/2026F')
  expect([statusCode, headers['location']]).toEqual([308, '/news/2026f'])
  expect((await page('/news/2026b')).statusCode).toBe(404)
})

test('the feed has an entry for each release, with what it changed', async () => {
  for (const path of ['/news.atom', '/releases.atom']) {
    const { headers, body } = await page(path)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const entries = body.split(/<entry\s*>/).slice(1)
    expect(entries.map((entry) => /<title\s*>([^<]+)/.exec(entry)?.[1])).toEqual([
      'tz release 2026f',
      'tz release 2026c',
    ])
    expect(entries[0]).toContain('Manitoba (Canada) stops changing its clocks.')
    expect(entries[0]).toContain('<updated>2026-10-29T00:00:00Z</updated')
  }
})

test('a release that added, removed and moved zones says so', () => {
  const [older, newer] = Object.values(SMALL_RELEASES).map(({ files, referenceDate }) => ({
    ...compileFiles(new Map(Object.entries(files))),
    releasedOn: referenceDate,
  }))
  if (older === undefined || newer === undefined) throw new Error('there are two small releases')
  const without = {
    ...newer,
    release: '2030c',
    zones: newer.zones.filter(({ id }) => id !== 'Asia/Kathmandu'),
    aliases: new Map([['Asia/Kathmandu', 'Europe/Berlin']]),
  }
  const news = newsOf(openHistory(encodeHistory([older, newer, without])))
  expect(news.map(({ release, since }) => [release, since])).toEqual([
    ['2030c', '2030b'],
    ['2030b', '2030a'],
  ])
  expect(news[0]?.removedZones).toEqual([{ zone: 'Asia/Kathmandu', now: 'Europe/Berlin' }])
  expect(news[0]?.future).toEqual([])
  expect(news[1]?.future.map(({ zones, turn }) => [zones, turn])).toEqual([
    [['Africa/Casablanca'], 'stops'],
    [['America/Edmonton'], 'stops'],
  ])
  expect(news[1]?.past.map(({ zones }) => zones)).toEqual([['Asia/Kathmandu']])
})
