// The news: a tz release on the pages and in the feed matches what is known about it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { clockPartsOf, encodeHistory, openHistory } from '#core/artifact/history.ts'
import { HISTORY } from '#core/artifact/layout.ts'
import { clockStretches } from '#core/compare/stretches.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { newsOf } from '#apps/site/words/release-news.ts'
import { compileFiles, releasesAt } from '#pipeline/assemble/release-clocks.ts'
import { ROOT } from '#pipeline/paths.ts'
import { EMBEDDED_HISTORY } from '#pipeline/sources/embedded.ts'
import { showNews } from '#apps/site/pages/news.ts'
import { NOBODY } from '#apps/site/frame/visitor.ts'
import { Query } from '#apps/site/frame/query.ts'
import type { Visit } from '#apps/site/frame/page.ts'
import { openService, type Service } from '../../../support/worlds/service.ts'
import { SMALL_RELEASES } from '../../../support/worlds/small-release.ts'
import { embeddedFiles, tarballFiles } from '../../../support/worlds/tz-releases.ts'
import { someOf } from '../../../support/how-many.ts'

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

const embedded = openHistory(readFileSync(join(ROOT, EMBEDDED_HISTORY)))
const partsOf = (release: string) => {
  const clocks = embedded.clocks(release)
  return clocks === null ? [] : [clockPartsOf(clocks)]
}

test('the repository has the clocks of many releases, with their days', () => {
  expect(embedded.releases.map((release) => [release, embedded.clocks(release)?.releasedOn])).toEqual([
    ['2022a', '2022-03-16'],
    ['2022b', '2022-08-10'],
    ['2022c', '2022-08-16'],
    ['2022d', '2022-09-23'],
    ['2022e', '2022-10-11'],
    ['2022f', '2022-10-29'],
    ['2022g', '2022-11-29'],
    ['2023a', '2023-03-22'],
    ['2023c', '2023-03-28'],
    ['2023d', '2023-12-22'],
    ['2024a', '2024-02-01'],
    ['2024b', '2024-09-04'],
    ['2025a', '2025-01-15'],
    ['2025b', '2025-03-22'],
    ['2025c', '2025-12-10'],
    ['2026a', '2026-03-02'],
    ['2026b', '2026-04-23'],
    // As in its NEWS: 23:06:43 −0700 is the next day in UTC.
    ['2026c', '2026-07-08'],
    ['2026d', '2026-09-14'],
    ['2026e', '2026-10-02'],
    ['2026f', '2026-10-29'],
  ])
})

const signed = (['2026b', '2026c'] as const).map((release) => tarballFiles(release))
test.skipIf(signed.includes(null))('they match the signed tarballs and the embedded files', () => {
  const compiled = [...signed, embeddedFiles()].flatMap((files) => {
    if (files === null) return []
    const parts = compileFiles(files)
    return [{ ...parts, releasedOn: embedded.clocks(parts.release)?.releasedOn ?? null }]
  })
  const has = new Set(compiled.map(({ release }) => release))
  const parts = [...compiled, ...embedded.releases.filter((release) => !has.has(release)).flatMap(partsOf)]
  expect(Buffer.from(encodeHistory(parts)).equals(readFileSync(join(ROOT, EMBEDDED_HISTORY)))).toBe(true)
})

/**
 * Zones whose past npm tzdata does not tell: until which release of those below, and the year in which the last difference begins. backzone's own
 * changes are not in it, nor the letters of an UNTIL that a release changed.
 */
const UNTOLD = [
  { zone: 'Africa/Freetown', until: '2022a', year: 1941 },
  { zone: 'Pacific/Midway', until: '2022a', year: 1956 },
  { zone: 'Pacific/Saipan', until: '2022a', year: 1977 },
  { zone: 'America/Nipigon', until: '2022e', year: 1942 },
  { zone: 'America/Pangnirtung', until: '2022e', year: 1995 },
  { zone: 'America/Rainy_River', until: '2022e', year: 1942 },
  { zone: 'Asia/Kuala_Lumpur', until: '2022e', year: 1981 },
  { zone: 'Atlantic/Azores', until: '2024a', year: 1992 },
  { zone: 'Atlantic/Madeira', until: '2024a', year: 1945 },
] as const
/** Old names of 2022a whose backzone led elsewhere. */
const UNTOLD_ALIASES = ['Africa/Timbuktu', 'America/Coral_Harbour']

const OLD = '2022a 2022e 2022g 2023a 2023c 2024a 2024b 2025a 2025b 2025c 2026a'.split(' ')
test.skipIf(tarballFiles('2022a') === null).each(someOf(OLD, 4))(
  '%s, of which there are no sources in the repository, is as its own lines have it',
  (release) => {
    const real = compileFiles(tarballFiles(release) ?? new Map())
    const [own] = partsOf(release)
    const zones = new Map(own?.zones.map((zone) => [zone.id, zone]))
    expect([...zones.keys()]).toEqual(real.zones.map(({ id }) => id))
    const differing = real.zones.flatMap((zone) => {
      const other = zones.get(zone.id)
      const last = other === undefined ? undefined : clockStretches(zone, other).at(-1)
      if (other !== undefined && last === undefined) expect(recordOf(other), zone.id).toBe(recordOf(zone))
      return last === undefined ? [] : [{ zone: zone.id, year: new Date(last.from * 1000).getUTCFullYear() }]
    })
    const untold = UNTOLD.filter(({ until }) => release <= until).map(({ zone, year }) => ({ zone, year }))
    expect(differing).toEqual(untold.toSorted((one, other) => (one.zone < other.zone ? -1 : 1)))
    const names = new Set([...real.aliases.keys(), ...(own?.aliases.keys() ?? [])])
    expect([...names].filter((name) => real.aliases.get(name) !== own?.aliases.get(name))).toEqual(
      release === '2022a' ? UNTOLD_ALIASES : [],
    )
  },
)

const recordOf = (zone: CompiledZone): string =>
  encodeClocks({ release: '', zones: [zone], aliases: new Map() }).join()

// In moment-timezone's data of 2026d (0.6.4) and 2026e (0.6.5) these zones alone differ from the release before, and are in tzdb's lists
// of places; `clockStretches` finds them in 2026c and 2026f.
test.each([
  ['2026c', '2026d', ['America/Bogota', 'America/Inuvik', 'Asia/Tehran']],
  ['2026d', '2026e', ['America/Winnipeg', 'Europe/Dublin']],
])('from %s to %s some clocks changed, and others stayed', (before, after, zones) => {
  expect(embedded.clocks(before)?.changedZoneIds.filter((id) => differs(id, before, after))).toEqual(zones)
})

function differs(id: string, before: string, after: string): boolean {
  const [was, is] = [before, after].map((release) => embedded.clocks(release)?.zone(id) ?? null)
  return was != null && is != null && clockStretches(was, is).length > 0
}

test('an artifact has them too, and its own release is the last one', () => {
  const { directory, manifest } = service.catalogue.artifact
  const history = openHistory(readFileSync(join(directory, HISTORY)))
  expect(history.releases).toEqual(embedded.releases)
  expect(history.clocks('2026f')?.releasedOn).toBe(manifest.reference_date)
  expect(releasesAt(directory, '').map(({ releasedOn }) => releasedOn)).toEqual([manifest.reference_date])
})

test.each([
  ['/news', 'Manitoba (Canada) stops changing its clocks.'],
  ['/news', 'Morocco and Western Sahara stop changing their clocks.'],
  ['/news', '2026e was released on Friday 2 October 2026'],
  ['/news', '2022g was released on Tuesday 29 November 2022'],
  ['/news', 'Release 2022a is the oldest one here'],
  ['/news/2022b', 'Europe/Kyiv is new.'],
  ['/news/2022b', 'Europe/Kiev is no longer a time zone of its own. It is another name of Europe/Kyiv'],
  ['/news/2022b', 'Iran stops changing its clocks'],
  [
    '/news/2022e',
    'Jordan stops changing its clocks From Friday 28 October 2022 clocks show UTC+03:00 all year.',
  ],
  ['/news/2022f', 'Most of Chihuahua (Mexico) stops changing its clocks'],
  ['/news/2023a', 'Egypt starts changing its clocks'],
  ['/news/2023c', 'This server has no release between 2023a and 2023c'],
  [
    '/news/2025a',
    'From Sunday 23 March 2025 clocks show UTC−03:00 all year. The earlier release, 2024b, said UTC−04:00.',
  ],
  ['/news/2026c', 'What tz release 2026c changed'],
  ['/news/2026c', 'Alberta and Northwest Territories (Canada) stop changing their clocks'],
  ['/news/2026c', 'From Sunday 20 September 2026 clocks show UTC+00:00 all year.'],
  ['/news/2026d', 'Iran, 1979'],
  ['/news/2026e', 'From Sunday 1 November 2026 clocks show UTC−05:00 (EST) all year.'],
  [
    '/news/2026f',
    'From Sunday 1 November 2026 to Sunday 14 March 2027 clocks show UTC−04:00 (CDT). Release 2026e said UTC−05:00 (CST).',
  ],
  ['/news/2026f', 'Compared with release 2026e'],
  ['/news/2026f', 'Cuba keeps daylight saving time through the winter From Sunday 1 November 2026'],
  ['/', 'tz release 2026f changed: Cuba keeps daylight saving time through the winter.'],
  ['/countries/canada', 'Rules last changed tz release 2026e , Friday 2 October 2026'],
  ['/countries/morocco', 'Rules last changed tz release 2026c , Wednesday 8 July 2026'],
  ['/countries/germany', 'Rules last changed no change since 2022a (our oldest release)'],
])('%s says: %s', async (path, words) => {
  const { statusCode, body } = await page(path)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain(words)
})

test.each([
  [['2026c', '2026f'], true],
  [['2026e', '2026f'], false],
])('of the releases %j alone the news say that some between are not at hand: %s', (releases, isSaid) => {
  const history = openHistory(encodeHistory(releases.flatMap(partsOf)))
  const { catalogue } = service
  const visit: Visit = {
    catalogue: { ...catalogue, artifact: { ...catalogue.artifact, history: () => history } },
    now: epochSeconds(0),
    nowMs: 0,
    identifier: '',
    query: new Query('', []),
    hasAccounts: false,
    visitor: NOBODY,
  }
  const words = 'This server has no release between 2026c and 2026f, so what those changed is told here too.'
  expect(textOf(showNews(visit).content.text).includes(words)).toBe(isSaid)
})

test('the places of a release are linked', async () => {
  for (const [release, path] of [
    ['2026e', '/timezones/America/Winnipeg'],
    ['2026e', '/countries/ireland'],
    ['2026f', '/countries/cuba'],
  ]) {
    const { body } = await page(`/news/${release}`)
    expect(body).toContain(`<a href="${path}">`)
  }
})

test('a release has one address, and the oldest has no page because it cannot be compared', async () => {
  const { statusCode, headers } = await page('/news/2026F')
  expect([statusCode, headers['location']]).toEqual([308, '/news/2026f'])
  expect((await page('/news/2022a')).statusCode).toBe(404)
})

test('the feed has an entry for each release, with what it changed', async () => {
  for (const path of ['/news.atom', '/releases.atom']) {
    const { headers, body } = await page(path)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const entries = body.split(/<entry\s*>/).slice(1)
    const releases = embedded.releases.slice(1).toReversed()
    expect(entries.map((entry) => /<title\s*>([^<]+)/.exec(entry)?.[1])).toEqual(
      releases.map((release) => `tz release ${release}`),
    )
    expect(entries[1]).toContain('Manitoba (Canada) stops changing its clocks.')
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
