// Whether a tz release concerns a place: since when a zone's clock has been right, its feed, and changes that do not come in its calendar.
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { NOON, openService, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const get = (url: string) => service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })
const textOf = (body: string): string => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test.each([
  // Alberta keeps its summer time: decided in July 2026, tz release 2026c.
  [
    'America/Edmonton',
    NOON,
    'Right since tz release 2026c . With older data (2026b and before) this clock is one hour behind since Sunday 1 November 2026, until Sunday 14 March 2027, and again later.',
  ],
  [
    'America/Edmonton',
    Date.UTC(2026, 9, 1) / 1000,
    'this clock will be one hour behind from Sunday 1 November 2026 to Sunday 14 March 2027, and again later.',
  ],
  ['Europe/Zurich', NOON, 'Nothing to update for this clock: no tz release since 2022a'],
  // The first that has the name; 2022a has the same clock by another one.
  [
    'America/Coyhaique',
    NOON,
    'Right since tz release 2025b . Older data (2025a and before) does not have the name America/Coyhaique.',
  ],
  [
    'Europe/Kyiv',
    NOON,
    'Right since tz release 2022b . Older data (2022a and before) does not have the name Europe/Kyiv. There it is Europe/Kiev.',
  ],
  // Moldova changes at 01:00 UTC as the EU does; older data had one hour earlier.
  [
    'Europe/Chisinau',
    NOON,
    'With older data (2025c and before) this clock will be one hour ahead for one hour on Sunday 28 March 2027, and again later.',
  ],
])('%s at %i: %s', async (zone, at, words) => {
  service.setNow(at)
  const { body } = await get(`/timezones/${zone}`)
  service.setNow(NOON)
  expect(textOf(body)).toContain(words)
})

// "Changes to future timestamps" in the NEWS of tz releases; the last one for each zone that still shows in November 2026.
test.each([
  ['2022b', ['Asia/Tehran']],
  ['2022e', ['Asia/Amman', 'Asia/Damascus']],
  ['2022f', ['America/Mexico_City', 'America/Monterrey', 'America/Merida', 'America/Mazatlan']],
  ['2022f', ['America/Bahia_Banderas', 'America/Chihuahua', 'Pacific/Fiji']],
  ['2022g', ['America/Ojinaga', 'America/Ciudad_Juarez']],
  ['2023a', ['Africa/Cairo', 'America/Nuuk']],
  ['2023d', ['America/Scoresbysund', 'Antarctica/Vostok', 'Antarctica/Casey']],
  ['2024a', ['Asia/Almaty', 'Asia/Qostanay', 'Asia/Gaza', 'Asia/Hebron']],
  ['2025a', ['America/Asuncion']],
  ['2025b', ['America/Coyhaique']],
  ['2026a', ['Europe/Chisinau']],
  ['2026b', ['America/Vancouver']],
])('right since %s: %j', async (release, zones) => {
  for (const zone of zones) {
    const { body } = await get(`/timezones/${zone}`)
    expect(textOf(body), zone).toContain(`Right since tz release ${release} .`)
  }
})

test.each(['Asia/Manila', 'Asia/Beirut', 'Asia/Singapore', 'America/Santiago', 'Europe/Volgograd'])(
  'the releases that corrected only the past of %s, or moved it for a while, are of no concern now',
  async (zone) => {
    const { body } = await get(`/timezones/${zone}`)
    expect(textOf(body)).toContain(
      'no tz release since 2022a, the oldest one here, changed what it shows now',
    )
  },
)

test('at the moment of the check, old data has the other offset, for every zone that a release moved', async () => {
  const { artifact, almanac } = service.catalogue
  const history = artifact.history()
  if (history === null) throw new Error('there is no history')
  // The newest release lists all of its zones.
  const older = history.releases.slice(0, -1).map((release) => history.clocks(release))
  let moved = 0
  for (const { iana } of almanac.zones.listed) {
    if (!older.some((clocks) => clocks?.changedZoneIds.includes(iana))) continue
    const { body } = await get(`/timezones/${iana}`)
    const [, before] = /With older data \((\w+) and before\)/.exec(body) ?? []
    if (before === undefined) continue
    moved++
    const at = epochSeconds(Number(/date -d @(\d+)/.exec(body)?.[1]))
    const [right, old] = ['2026f', before].map((release) => {
      const zone = history.clocks(release)?.zone(iana)
      return zone ? offsetAt(zone, at) : null
    })
    expect(old, iana).not.toBe(right)
    const printed =
      /right: <code class="short">([+-]\d{4})<\/code>, old data: <code class="short">([+-]\d{4})</.exec(body)
    const seconds = (text = ''): number =>
      (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 3600 + Number(text.slice(3)) * 60)
    expect([printed?.[1], printed?.[2]].map(seconds), iana).toEqual([right, old])
  }
  expect(moved).toBeGreaterThan(25)
})

test('a change that was expected in vain is cancelled in the calendar, with a higher number than before', async () => {
  const { body } = await get('/timezones/America/Edmonton.ics')
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
  const first = events[0]
  expect(first?.getFirstPropertyValue('uid')).toBe('20261101T080000Z-America-Edmonton@tzref')
  expect(first?.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(first?.getFirstPropertyValue('sequence')).toBe(202_606)
  expect(first?.getFirstPropertyValue('description')).toBe(
    'Does not come: tz release 2026b expected it, and 2026c no longer does.',
  )
  // Both changes of eleven years, from 2026 on.
  expect(events.length).toBe(21)
  expect(events.every((event) => event.getFirstPropertyValue('status') === 'CANCELLED')).toBe(true)
})

test('every change that a release at hand expected is in the calendar: it comes, or is cancelled', async () => {
  const { artifact, almanac } = service.catalogue
  const history = artifact.history()
  if (history === null) throw new Error('there is no history')
  const day = 86_400
  let [cancelled, checked] = [0, 0]
  for (const release of history.releases) {
    const clocks = history.clocks(release)
    for (const iana of clocks?.changedZoneIds ?? []) {
      const zone = clocks?.zone(iana)
      if (release === history.releases.at(-1) || !zone || almanac.zones.named(iana)?.listed !== true) continue
      const { body } = await get(`/timezones/${iana}.ics`)
      const events = new Map(
        new ICAL.Component(ICAL.parse(body))
          .getAllSubcomponents('vevent')
          .map((event) => [
            String(event.getFirstPropertyValue('uid')).slice(0, 16),
            event.getFirstPropertyValue('status'),
          ]),
      )
      cancelled += [...events.values()].filter((status) => status === 'CANCELLED').length
      // Each move of the older clock in the next two years, found day by day and then by halves.
      for (let start = NOON; start < NOON + 730 * day; start += day) {
        let [low, high] = [start, start + day]
        if (offsetAt(zone, epochSeconds(low)) === offsetAt(zone, epochSeconds(high))) continue
        while (high - low > 1) {
          const middle = Math.floor((low + high) / 2)
          if (offsetAt(zone, epochSeconds(middle)) === offsetAt(zone, epochSeconds(low))) low = middle
          else high = middle
        }
        const uid = new Date(high * 1000).toISOString().replace(/[-:]|\.000/g, '')
        expect(events.has(uid), `${iana} in ${release}: ${uid}`).toBe(true)
        checked++
      }
    }
  }
  expect(checked).toBeGreaterThan(10)
  expect(cancelled).toBeGreaterThan(20)
})

test('the feed of a zone has the releases that moved it, and no others', async () => {
  const { body, headers } = await get('/timezones/America/Edmonton.atom')
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(Array.from(body.matchAll(/<title>tz release (\w+)</g), ([, release]) => release)).toEqual(['2026c'])
  expect(body).toContain('From Sunday 1 November 2026 clocks show UTC−06:00 (CST) all year.')
  expect((await get('/timezones/Europe/Zurich.atom')).body).not.toContain('<entry>')
})
