// Clocks of the past had offsets with seconds. Wherever a page shows a moment before 1937, offset and local time are those of the zone, to the
// second.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Zone } from '#core/ask/zones.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, toLocal, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { pathOf } from '#serve/urls.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const random = seededRandom(1937)
const instantOf = (text: string): EpochSeconds => epochSeconds(Date.parse(text) / 1000)
const [FROM, UNTIL] = [instantOf('1885-01-01T00:00:00Z'), instantOf('1937-01-01T00:00:00Z')]
/** A whole minute before 1937. */
const someInstant = (): EpochSeconds => epochSeconds(FROM + Math.floor((random() * (UNTIL - FROM)) / 60) * 60)

const get = async (path: string, query: readonly (readonly [string, string])[] = []): Promise<string> => {
  const { statusCode, body } = await service.app.inject({
    url: `${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`,
    headers: { host: 'localhost' },
  })
  expect(statusCode, path).toBe(200)
  return body
}

/** Lines of text, one for each row, without marks. */
const rowsIn = (body: string, of: RegExp): string[] =>
  [...body.matchAll(of)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('\u00a0', ' ')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** The places of a card, without marks. */
const placesIn = (body: string): string[] =>
  rowsIn(/<section class="answer">.*?<\/ol>/s.exec(body)?.[0] ?? '', /<li>(.*?)<\/li>/gs)

const two = (value: number): string => String(value).padStart(2, '0')
/** An offset in whole seconds, written here without the code of the pages: `UTC+00:19:32`. */
function written(seconds: number): string {
  const size = Math.abs(seconds)
  const end = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `UTC${seconds < 0 ? '−' : '+'}${two(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}${end}`
}
/** What the clock of a zone shows, by the zone's own data: time and offset. */
function shownBy(zone: Zone, at: EpochSeconds): { time: string; offset: string } {
  const offset = offsetAt(zone.compiled(), at)
  const time = formatLocal(toLocal(at, offset)).slice(11)
  return { time: time.endsWith(':00') ? time.slice(0, 5) : time, offset: written(offset) }
}

/** All listed zones in groups of at most ten. */
function groups(): Zone[][] {
  const { listed } = service.catalogue.almanac.zones
  const zones = listed.filter(({ iana }) => iana !== 'UTC')
  return Array.from({ length: Math.ceil(zones.length / 10) }, (_, i) => zones.slice(i * 10, i * 10 + 10))
}

test('the page of conversions, in each of its places', async () => {
  let seconds = 0
  for (const zones of groups()) {
    const at = someInstant()
    const body = await get('/convert', [
      ['from', 'UTC'],
      ['to', zones.map(({ iana }) => iana).join(', ')],
      ['at', formatUtc(at).slice(0, 16)],
    ])
    const rows = placesIn(body)
    for (const zone of zones) {
      const { time, offset } = shownBy(zone, at)
      const row = rows.find((one) => one.includes(` ${zone.iana} `))
      expect(row, `${zone.iana} at ${formatUtc(at)}`).toContain(` ${time} `)
      expect(`${row} `, `${zone.iana} at ${formatUtc(at)}`).toContain(` ${offset} `)
      if (offset.length > 9) seconds++
    }
  }
  expect(seconds).toBeGreaterThan(100)
})

test('the page of a moment, for its own place and the others', async () => {
  const { zones } = service.catalogue.almanac
  const utc = zones.named('UTC')
  if (utc === null) throw new Error('UTC')
  let seconds = 0
  for (const some of groups()) {
    const at = someInstant()
    const [own] = some
    if (own === undefined) continue
    const wall = formatLocal(toLocal(at, offsetAt(own.compiled(), at)))
    const body = await get(`/t/${wall.replace(/:00$/, '')}/${pathOf(own.iana)}`, [
      ['to', some.map(({ iana }) => iana).join(', ')],
    ])
    const [head = '', ...rows] = placesIn(body)
    const { time, offset } = shownBy(own, at)
    expect(` ${head} `, `${own.iana} ${wall}`).toContain(` ${time} `)
    expect(` ${head} `, `${own.iana} ${wall}`).toContain(` ${offset} `)
    for (const zone of some) {
      const its = shownBy(zone, at)
      const row = rows.find((one) => one.includes(its.offset) && one.includes(its.time))
      expect(row, `${zone.iana} at ${formatUtc(at)} of ${rows.join('\n')}`).toBeDefined()
      if (its.offset.length > 9) seconds++
    }
  }
  expect(seconds).toBeGreaterThan(100)
})

test('clocks side by side and their picture', async () => {
  let seconds = 0
  for (const some of groups()) {
    const at = someInstant()
    const places = some.map(({ iana }) => ['place', iana] as const)
    const query = [...places, ['at', `${formatUtc(at).slice(0, 16)}Z`] as const]
    const items = rowsIn(await get('/clocks', query), /<li[^>]*data-token[^>]*>(.*?)<\/li>/gs)
    const drawn = rowsIn(await get('/clocks.svg', query), /<g>(.*?)<\/g>/gs)
    expect([items.length, drawn.length]).toEqual([some.length, some.length])
    const base = some[0] && offsetAt(some[0].compiled(), at)
    for (const [index, zone] of some.entries()) {
      const { time, offset } = shownBy(zone, at)
      expect(` ${drawn[index]} `, zone.iana).toContain(` ${time} `)
      expect(` ${drawn[index]} `, zone.iana).toContain(` ${offset} `)
      expect(` ${items[index]} `, zone.iana).toContain(` ${time} `)
      const ahead = offsetAt(zone.compiled(), at) - (base ?? 0)
      const size = Math.abs(ahead)
      const [minutes, rest] = [Math.floor(size / 60) % 60, size % 60]
      const brief = `${Math.floor(size / 3600)}${minutes + rest === 0 ? '' : `:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`} h`
      const apart = index === 0 ? offset : ahead === 0 ? 'same time' : `${ahead < 0 ? '−' : '+'}${brief}`
      expect(` ${items[index]} `, zone.iana).toContain(` ${apart} `)
      if (offset.length > 9) seconds++
    }
  }
  expect(seconds).toBeGreaterThan(100)
})

test('the search, of a time in one place asked for in another', async () => {
  const { zones } = service.catalogue.almanac
  for (const id of [
    'Europe/Amsterdam',
    'Europe/Dublin',
    'Africa/Monrovia',
    'Asia/Kolkata',
    'America/Caracas',
  ]) {
    const zone = zones.named(id)
    if (zone === null) throw new Error(id)
    const at = instantOf('1910-05-01T12:00:00Z')
    const body = await get('/search', [['q', `1 May 1910 12:00 UTC in ${id}`]])
    const [from, to] = placesIn(body)
    expect(` ${from} `).toContain(' 12:00 ')
    expect(` ${to} `).toContain(` ${shownBy(zone, at).time} `)
  }
})

test('the page of a zone, at each change of its clock', async () => {
  const { zones } = service.catalogue.almanac
  const since = instantOf('1900-01-01T00:00:00Z')
  let seconds = 0
  for (const zone of zones.listed.filter((_, index) => index % 8 === 0)) {
    const [, table = ''] = (await get(`/timezones/${pathOf(zone.iana)}`)).split(
      /<caption class="unseen">\s*Clock changes since 1900/,
    )
    const rows = rowsIn(table, /<tr>(?=\s*<t[hd])(.*?)<\/tr>/gs).filter((row) => /UTC/.test(row))
    let index = 0
    for (const { at, before, after } of transitionsAfter(zone.compiled(), since)) {
      if (at >= UNTIL) break
      const row = ` ${rows[index++]} `
      const walls = [before, after].map(({ type }) => {
        const time = formatLocal(toLocal(at, type.offset)).slice(11)
        return time.endsWith(':00') ? time.slice(0, 5) : time
      })
      expect(row, zone.iana).toContain(written(after.type.offset))
      if (before.type.offset !== after.type.offset)
        expect(row, zone.iana).toContain(` ${walls[0]} → ${walls[1]} `)
      if (walls.some((wall) => wall.length > 5)) seconds++
    }
  }
  expect(seconds).toBeGreaterThan(20)
})
