// The page of results as people see it at a glance: groups of rows with their times, a code's meanings alone, and at most eight rows unfolded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** The rows of a page of results, each with its group; `isFolded`: it is in the part that opens on demand. */
async function rowsOf(q: string, zone = 'Europe/Berlin') {
  const url = `/search?q=${encodeURIComponent(q)}&zone=${encodeURIComponent(zone)}`
  const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  const fold = main.indexOf('<details class="more">')
  let group = ''
  const rows = []
  for (const { 0: part, 1: title, index } of main.matchAll(
    /<h2[^>]*>([^<]*)<\/h2>|<(?:tr|li)>[\s\S]*?<\/(?:tr|li)>/g,
  )) {
    if (title !== undefined) group = title
    else if (!part.includes('scope="col"')) {
      const [, path = '', name = ''] = /<a href="([^"]*)">(.*?)<\/a>/s.exec(part) ?? []
      const cells = [...part.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, '').trim(),
      )
      rows.push({
        group,
        path,
        name: name.replaceAll(/<[^>]*>/g, ''),
        cells,
        isFolded: fold >= 0 && index > fold,
      })
    }
  }
  return rows
}

test('a code leads with what it means, and names that only begin so are folded', async () => {
  const { standards } = service.catalogue.almanac
  const codes = [
    ...new Set(standards.all.flatMap(({ code }) => (code !== null && /^[A-Z]{3,5}$/.test(code) ? code : []))),
  ]
  expect(codes.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const code of codes.filter((_, index) => index % 3 === 0)) {
    const rows = await rowsOf(code)
    const open = rows.filter(({ isFolded }) => !isFolded)
    const meant = standards.withCode(code).map(({ slug }) => `/abbreviations/${slug}`)
    if (open.length > 8) wrong.push(`${code}: ${open.length} rows`)
    for (const path of meant.slice(0, 8))
      if (!open.some((row) => row.path === path && row.group === 'What it can mean'))
        wrong.push(`${code}: without ${path}`)
    // What is next to them has the whole code as a name of its own: GET is Georgia's, and SGT no Singapore's beginning.
    for (const { path, name } of open)
      if (
        path.startsWith('/cities/') &&
        name.toLowerCase().startsWith(code.toLowerCase()) &&
        name.length > code.length
      )
        wrong.push(`${code}: ${name}`)
    for (const { path, cells } of open)
      if (path.startsWith('/abbreviations/') && !/^\d\d:\d\d$/.test(cells[0] ?? ''))
        wrong.push(`${code}: no time`)
  }
  expect(wrong).toEqual([])
  const ist = (await rowsOf('IST')).filter(({ isFolded }) => !isFolded)
  expect(ist.map(({ name, cells }) => [name, ...cells])).toEqual([
    ['India Standard Time', '17:30', '+4:30 h'],
    ['Israel Standard Time', '14:00', '+1 h'],
    ['Irish Standard Time', '13:00', 'same time'],
  ])
})

test('every row of a place or zone has its time and its distance from the visitor, and each group stands once above the fold', async () => {
  for (const q of [
    'springfield',
    'paris',
    'berl',
    'york',
    'india',
    'georgia',
    '31.5, 34.47',
    'morocco',
    'san',
  ]) {
    const rows = await rowsOf(q)
    expect(rows.length, q).toBeGreaterThan(0)
    const open = rows.filter(({ isFolded }) => !isFolded)
    expect(open.length, q).toBeLessThanOrEqual(8)
    for (const { group, cells, name } of rows)
      if (/^(?:Places|Time zones)$/.test(group))
        expect([/^\d\d:\d\d$/.test(cells[0] ?? ''), cells[1] !== ''], `${q}: ${name}`).toEqual([true, true])
    const groups = open.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1])
    expect(new Set(groups).size, q).toBe(groups.length)
  }
  // Without a known zone the distance is left to the script, and its room is there.
  expect((await rowsOf('springfield', '')).every(({ cells }) => cells[1] === '')).toBe(true)
})

test('letters of a time zone that are also a code of a country are no country on the card', async () => {
  for (const [q, name, zone] of [
    ['9am PT in London', 'PT', 'America/Los_Angeles'],
    ['11:00 ET Nairobi', 'ET', 'America/New_York'],
    ['9am Malta in London', 'Malta', 'Europe/Malta'],
  ] as const) {
    const url = `/search?q=${encodeURIComponent(q)}`
    const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
    const [, place = ''] = /<p class="place">(.*?)<\/p>/s.exec(body) ?? []
    expect(
      place
        .replaceAll(/<[^>]*>/g, '')
        .trim()
        .split(/\s+/),
      q,
    ).toEqual([name, zone])
  }
})

test('what is sent from the search has the places that were asked for, and not the clock of whoever sends it', async () => {
  for (const [q, to] of [
    ['18:00 UTC 1 May 2027', null],
    ['15:00 14 July 2027 Berlin', null],
    ['15:00 14 July 2027 Berlin in Tokyo', 'Tokyo'],
  ] as const) {
    const url = `/search?q=${encodeURIComponent(q)}&zone=Europe/Zurich`
    const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
    expect(body, q).toMatch(/In your time|Zurich/)
    const [, path = ''] = /href="(\/t\/[^"]*)">Send this moment/.exec(body) ?? []
    expect(new URL(path.replaceAll('&amp;', '&'), 'http://localhost').searchParams.get('to'), q).toBe(to)
  }
})
