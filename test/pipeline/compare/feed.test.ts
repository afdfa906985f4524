// The feeds of a published folder: each release with the changes that it brought, newest first.
import { describe, expect, test } from 'vitest'
import { encodeHistory, openHistory } from '#core/artifact/history.ts'
import { compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { feedsOf } from '#pipeline/compare/feed.ts'
import { SMALL_RELEASES, type SmallRelease } from '../../support/worlds/small-release.ts'

const history = openHistory(
  encodeHistory(
    Object.values(SMALL_RELEASES).map(({ files }) => compileFiles(new Map(Object.entries(files)))),
  ),
)
const published = (tz: SmallRelease, tzref: string, serial: number) => ({
  id: `${tz}-none-0000000${serial}`,
  serial,
  published_at: `2030-0${serial}-01T00:00:00Z`,
  tz,
  boundaries: null,
  reference_date: SMALL_RELEASES[tz].referenceDate,
  tzref,
  archive: `${tz}-${tzref}.tar.gz`,
  size: 1,
  sha256: '0'.repeat(64),
  notes: null,
})
const index = {
  published_at: '2030-03-01T00:00:00Z',
  current: { id: '2030b-none-00000003', since: '2030-03-01T00:00:00Z' },
  releases: [published('2030b', '1.1.0', 3), published('2030b', '1.0.0', 2), published('2030a', '1.0.0', 1)],
}
const feeds = feedsOf(index, history, 'https://releases.example.org/tzref')

describe('a release in the feeds', () => {
  test('says what will move and what moved in the past, and links to the archive', () => {
    const { items } = JSON.parse(feeds.json)
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      id: 'urn:tzref:release:2030b',
      url: 'https://releases.example.org/tzref/2030b-1.1.0.tar.gz',
      date_published: '2030-03-01T00:00:00Z',
    })
    expect(items[0].content_text.split('\n')).toEqual([
      'Africa/Casablanca: +00:00 for good from 2030-09-20T01:00:00+00:00, not +01:00 (daylight saving).',
      'America/Edmonton: -06:00 (CST) for good from 2030-11-03T08:00:00+00:00, not -07:00 (MST).',
      'Asia/Kathmandu: other clocks in the past, from 1985-12-31T18:30:00+00:00 to 1986-01-01T18:30:00+00:00.',
    ])
    expect(items[1].content_text).toBe('The first release that this folder offers.')
  })

  test('is an entry of the Atom feed, in well-formed XML', () => {
    expect(feeds.atom.match(/<entry>/g)).toHaveLength(2)
    expect(feeds.atom).toContain('<updated>2030-03-01T00:00:00Z</updated>')
    expect(feeds.atom).toContain('Africa/Casablanca: +00:00 for good from 2030-09-20')
    const open: string[] = []
    for (const [, slash, name = '', end] of feeds.atom.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
      if (slash === '/') expect(open.pop()).toBe(name)
      else if (end !== '/') open.push(name)
    }
    expect(open).toEqual([])
  })

  test('has links if the folder has an address, and none if it has not', () => {
    expect(feeds.atom).toContain('<link rel="self" href="https://releases.example.org/tzref/releases.atom"/>')
    const plain = feedsOf(index, history)
    expect(plain.atom).not.toContain('<link')
    expect(JSON.parse(plain.json).items.filter((item: object) => 'url' in item)).toEqual([])
  })
})

test('a publisher who goes back to an older release says so', () => {
  const current = { id: '2030a-none-00000001', since: '2030-04-01T00:00:00Z' }
  const { items } = JSON.parse(feedsOf({ ...index, current }, history).json)
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    date_published: current.since,
    content_text: '2030a-none-00000001 is current again instead of 2030b-none-00000003.',
  })
})
