// Facts about the pages with a function: search, conversions, moments, meetings, look-ups, news, documents, and the caching of answers.
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPoint } from '#apps/search/point-text.ts'
import { search } from '#apps/search/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import { renderMarkdown } from '#apps/site/frame/markdown.ts'
import { told } from '#apps/site/pages/search-page.ts'
import { documentPaths } from '#apps/site/pages/docs.ts'
import { LISTED_PATHS } from '#apps/site/frame/navigation.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'
import { NOON, openService, WEB, withoutBoundaries, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url: path, headers: { host: 'localhost', ...headers } })

const textOf = (body: string): string =>
  body
    .replace(/<\/?time>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const first = (text: string): string => {
  const { almanac } = service.catalogue
  const now = epochSeconds(NOON)
  const [hit] = search(text, almanac, now, 8).hits
  return hit === undefined ? '' : told(hit, { almanac, year: null, isYearSaid: false, now, own: null }).path
}

test.each([
  ['dublin', '/cities/dublin'],
  ['Tokyo', '/cities/tokyo'],
  ['new yor', '/cities/new-york'],
  ['münchen', '/cities/munich'],
  ['Bombay', '/cities/mumbai'],
  ['paris, texas', '/cities/paris-us-tx'],
  ['London Canada', '/cities/london-ca'],
  ['germany', '/countries/germany'],
  ['USA', '/countries/united-states'],
  ['Asia/Kathmandu', '/timezones/Asia/Kathmandu'],
  ['america/new_york', '/timezones/America/New_York'],
  ['IST', '/abbreviations/india-standard-time'],
  ['central european time', '/timezones/Europe/Paris'],
  ['47.37, 8.54', '/lookup?lat=47.37&lon=8.54'],
  ['33.9° S, 151.2° E', '/lookup?lat=-33.9&lon=151.2'],
  ['UTC+5:30', '/timezones?offset=%2B05%3A30'],
  ['time in Sydney', '/cities/sydney'],
  ['tokyo time', '/cities/tokyo'],
])('who types "%s" means %s', (text, path) => {
  const found = first(text)
  // Several cities of one country may have the same name. Which of them has the plain slug depends on the registry.
  expect(
    path.startsWith('/cities/') ? found.startsWith(path.replace(/-us-tx$|-ca$/, '')) : found === path,
    found,
  ).toBe(true)
})

test('a misspelt name gets the nearest ones, and a point is read only within the world', async () => {
  const found = (text: string) => search(text, service.catalogue.almanac, epochSeconds(NOON), 8)
  expect(found('Berln').nearest).toContain('Berlin')
  // Without its last letter it is a name of Dublin in another language.
  expect(found('Dublim').within).toMatchObject([{ kind: 'city', city: { name: 'Dublin' } }])
  expect(readPoint('91, 0')).toBeNull()
  expect(readPoint('10, 181')).toBeNull()
  expect(readPoint('12 monkeys')).toBeNull()
  for (const path of ['/cities/dublim', '/dublim', '/town/dublim/']) {
    const missing = await page(path, { accept: 'text/html' })
    expect(missing.statusCode, path).toBe(404)
    expect(textOf(missing.body), path).toMatch(/Did you mean one of these pages\? Dublin/)
    // The description of the interface is for programs.
    expect(missing.body, path).not.toContain('openapi.json')
  }
  expect((await page('/dublim')).json().message).toBe(
    'There is no page at "/dublim". /openapi.json describes the interface.',
  )
  const json = await page('/cities/dublim', { accept: 'application/json' })
  expect([json.statusCode, json.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  expect(json.json().message).toContain('The nearest pages: /cities/dublin')
})

test('hasty texts get the right first suggestion: halves of names, typing errors, questions, states', async () => {
  const rows = readFileSync(new URL('../../fixtures/names/typing.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  expect(rows.length).toBeGreaterThanOrEqual(60)
  const missed: string[] = []
  for (const [text = '', path = ''] of rows) {
    const { results } = (await page(`/search.json?q=${encodeURIComponent(text)}`)).json()
    if (results[0]?.path !== path)
      missed.push(`${text}: ${path}, found ${JSON.stringify(results.slice(0, 3))}`)
  }
  expect(missed).toEqual([])
  expect(textOf((await page('/search?q=Berln')).body)).toMatch(
    /No results for “Berln”\. Did you mean .* Berlin/,
  )
}, 120_000)

test('suggestions are JSON', async () => {
  const { results } = (await page('/search.json?q=dubl')).json()
  expect(results[0]).toEqual({
    kind: 'city',
    name: 'Dublin',
    detail: 'capital, Ireland, 12:00',
    path: '/cities/dublin',
    token: 'dublin-ie',
  })
  expect((await page('/search.json')).json()).toEqual({ results: [] })
})

test('a conversion is explained in words, and a fold and a gap are shown', async () => {
  const of = async (query: string) => {
    const { statusCode, body } = await page(`/convert?${query}`)
    return { statusCode, body, text: textOf(body) }
  }
  const plain = await of('from=Europe/Berlin&to=Tokyo,New+York&at=2026-07-01+09:00')
  expect(plain.text).toContain('09:00 on Wednesday 1 July 2026 in Berlin is')
  expect(plain.text).toMatch(
    /16:00 on Wednesday 1 July 2026 in Tokyo, 03:00 on Wednesday 1 July 2026 in New York/,
  )
  const fold = await of('from=Europe/Berlin&to=UTC&at=2026-10-25T02:30')
  expect(fold.text).toContain(
    '02:30 happens twice in Berlin on Sunday 25 October 2026: first at UTC+02:00, then again at UTC+01:00.',
  )
  // No label in the picture of the night is cut off at an edge.
  const labels = [...fold.body.matchAll(/class="t-quiet mid[^"]*"[^>]*\sx="([\d.]+)"/g)].map(([, x]) =>
    Number(x),
  )
  expect(labels.length).toBeGreaterThan(4)
  expect(labels.every((x) => x >= 30 && x <= 690)).toBe(true)
  expect(fold.text).toContain('00:30 on Sunday 25 October 2026 in Coordinated Universal Time')
  // Both times have a dot and a label, on small screens too; the dot of the one that is meant is full.
  const full = /<circle class="s-on-(?:day|night) t-on-(?:day|night)" cx="([\d.]+)"/
  const open = /<circle class="s-on-(?:day|night)" cx="([\d.]+)"/
  const [early, late] = [full.exec(fold.body)?.[1], open.exec(fold.body)?.[1]]
  expect(Number(early)).toBeLessThan(Number(late))
  for (const x of [early, late])
    expect(fold.body).toMatch(new RegExp(`class="t-quiet mid"[^>]*x="${x}"[^>]*><tspan>02:30<`))
  const later = await of('from=Europe/Berlin&to=UTC&at=2026-10-25T02:30&resolution=latest')
  expect(later.text).toContain('01:30 on Sunday 25 October 2026 in Coordinated Universal Time')
  expect([full.exec(later.body)?.[1], open.exec(later.body)?.[1]]).toEqual([late, early])
  const gap = await of('from=Europe/Berlin&to=UTC&at=2027-03-28T02:30')
  expect(gap.text).toContain('02:30 does not exist in Berlin on Sunday 28 March 2027')
  expect(gap.text).toContain('We used 01:30; perhaps 03:30 is meant.')
  expect(gap.text).toContain('is 00:30 on Sunday 28 March 2027 in Coordinated Universal Time')
  expect(gap.text).toContain(
    'Take the later time : it is 01:30 on Sunday 28 March 2027 in Coordinated Universal Time',
  )
  expect((await of('from=Europe/Berlin&to=UTC&at=2027-03-28T02:30&resolution=reject')).body).not.toContain(
    'class="answer"',
  )
  const wrong = await of('from=Nowhereland&to=UTC&at=someday')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.text).toContain('“someday” was not understood.')
  expect(wrong.body).toMatch(/id="from-fault">[^<]*Nowhereland|id="from-fault">It /)
  // A text that cannot be read stays in the field as it was typed.
  expect((await of('from=Berlin&to=UTC&at=Tomorrow')).body).toMatch(/name="at"[^>]*value="Tomorrow"/)
  const towns = await of('from=Springfield&to=Berlin,Paris&at=2027-08-09T08:00')
  expect(towns.text).toContain('Springfield, Illinois, United States')
  expect(towns.body).toMatch(/from=springfield-us[^&]*&amp;to=Berlin%2CParis&amp;at=2027-08-09T08%3A00/)
  const choice = await of('from=CST&to=UTC&at=2026-07-01T09:00')
  expect(choice.text).toContain('Which CST?')
  expect(choice.body).toContain('from=china-standard-time')
})

test('a plus that an address turned into a space is read as one', async () => {
  const { statusCode, body } = await page('/convert?from=Berlin&to=Tokyo&at=2026-07-01T04:30+02:00')
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('11:30 on Wednesday 1 July 2026 in Tokyo')
})

test('a conversion of "next Saturday", said on a Friday, asks which of the two', async () => {
  const { body } = await page('/convert?from=Zurich&to=Tokyo&at=next+Saturday+9am')
  expect(textOf(body)).toContain('Which time?')
  expect(body).toContain('at=2026-11-21T09%3A00&amp;said=next+Saturday+9am')
  expect(body).toContain('at=2026-11-28T09%3A00&amp;said=next+Saturday+9am')
  // The Monday after a Friday is one day to everybody.
  const { headers } = await page('/convert?from=Zurich&to=Tokyo&at=next+Monday+9am')
  expect(headers['location']).toContain('at=2026-11-23T09%3A00')
})

test.each([
  ['/cities/berlin/', '/cities/berlin'],
  ['/news/2026f/?x=1', '/news/2026f?x=1'],
  ['/countries/', '/countries'],
])('%s has its page at %s', async (path, to) => {
  const { statusCode, headers } = await page(path)
  expect([statusCode, headers['location']]).toEqual([308, to])
})

test('a zone whose sign is the other way round is not taken for the other one', async () => {
  expect((await page('/timezones/Etc/GMT+3')).body).toContain('/timezones?offset=-03%3A00')
})

test('a sent moment has one address and a calendar file, and the page says when a release moves it', async () => {
  const path = '/t/2027-03-28T09:00/Europe/Berlin'
  const { statusCode, body } = await page(path)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toContain('09:00 on Sunday 28 March 2027 in Berlin')
  expect(textOf(body)).toContain('UTC 07:00 on Sunday 28 March 2027')
  const at = Date.UTC(2027, 2, 28, 7) / 1000
  expect((await page(`${path}?tz=2026f&at=${at}`)).body).not.toContain('moved this moment')
  expect(textOf((await page(`${path}?tz=2021e&at=${at + 3600}`)).body)).toContain(
    'then it was 2027-03-28 08:00 UTC',
  )
  // Of a release that is available the page knows the instant itself, and believes no other.
  const havana = '/t/2026-12-01T10:00/America/Havana?tz=2026e'
  for (const sent of [havana, `${havana}&at=1`]) {
    expect(textOf((await page(sent)).body)).toContain(
      'since the link was made with release 2026e: then it was 2026-12-01 15:00 UTC, by release 2026f it is 2026-12-01 14:00 UTC.',
    )
  }
  for (const untrue of ['at=', 'at=0x10', 'at=9e99', `at=${at + 1}`, `tz=2026e&at=${at + 3600}`])
    expect((await page(`${path}?${untrue}`)).body).not.toContain('moved this moment')
  // By one release a moment has one instant: another one in the link was edited.
  const edited = textOf((await page(`${path}?tz=2026f&at=${at + 3600}`)).body)
  expect(edited).toContain(
    'The parts of this link do not agree: its date and time are 2027-03-28 07:00 UTC, but it also says 2027-03-28 08:00 UTC.',
  )
  expect(edited).not.toContain('moved')
  const moved = await page('/t/2027-03-28t09:00:00/europe/berlin')
  expect([moved.statusCode, moved.headers.location]).toEqual([308, path])
  expect((await page(`${path}.ics`)).body).toContain('DTSTART;TZID=Europe/Berlin:20270328T090000\r\n')
  const gap = textOf((await page('/t/2027-03-28T02:30/Europe/Berlin')).body)
  expect(gap).toContain('02:30 on Sunday 28 March 2027 in Berlin: 01:30 or 03:30')
  // A name in the link counts only for a place in that zone.
  expect(textOf((await page(`${path}?name=Munich&to=Mumbai,Lima`)).body)).toMatch(
    /09:00 on Sunday 28 March 2027 in Munich.* Mumbai Asia\/Kolkata 12:30 .* Lima America\/Lima 02:00 /,
  )
  expect(textOf((await page(`${path}?name=Tokyo`)).body)).toContain('28 March 2027 in Berlin')
  const second = (await page('/t/2027-10-31T02:30/Europe/Berlin.ics?resolution=latest')).body
  expect(second).toContain('DTSTART:20271031T013000Z\r\n')
  expect(second).toContain('UID:2027-10-31T0230-Europe-Berlin-second@tzref\r\n')
  const far = textOf((await page('/t/2028-07-01T09:00/Europe/Berlin')).body)
  expect(far).toContain('may still change before then. Today’s rules have been in force since 1996.')
  expect(textOf((await page('/t/2028-07-01T09:00/Asia/Tokyo')).body)).toContain('has not changed since')
  expect(textOf((await page('/t/2028-07-01T09:00/UTC')).body)).not.toContain('may still change')
  // What means no moment is said, and what means several is asked about by the form.
  const missing = await page('/t/yesterday/Europe/Berlin')
  expect([missing.statusCode, textOf(missing.body)]).toEqual([
    404,
    expect.stringContaining('A time of day is missing'),
  ])
  expect(textOf((await page('/t/2027-04-14 foo 10:00/Europe/Berlin')).body)).toContain(
    '“foo” was not understood',
  )
  const several = await page('/t/3pm IST 5 May 2027/Europe/Berlin')
  expect(several.headers['location']).toBe('/convert?from=Europe%2FBerlin&at=3pm+IST+5+May+2027')
  expect((await page('/t/yesterday/Europe/Berlin.ics')).statusCode).toBe(404)
  expect((await page('/lookup?lat=47,37&lon=8,54')).statusCode).toBe(200)
  // Maps give both degrees as one text.
  for (const pair of ['43.8, 87.6', '43.8,87.6', '43.8 87.6', ' 43.8;87.6']) {
    const found = await page(`/lookup?lat=${encodeURIComponent(pair)}&lon=`)
    const values = [...found.body.matchAll(/value="(\d+\.\d+)"/g)].map(([, value]) => value)
    expect([found.statusCode, ...values], pair).toEqual([200, '43.8', '87.6'])
  }
  // "47,37" is one number; the other one is missing.
  expect((await page('/lookup?lat=47,37&lon=')).statusCode).toBe(422)
  const never = await page('/t/2027-02-30T09:00/Europe/Berlin')
  expect([never.statusCode, textOf(never.body)]).toEqual([
    404,
    expect.stringContaining('There is no day 2027-02-30.'),
  ])
  expect((await page('/time.json?zone=Europe/Berlin&at=1774748400')).json().zone).toEqual({
    iana: 'Europe/Berlin',
    name: 'Berlin',
    utc_offset_seconds: 7200,
    told_apart_by: null,
    next: { at: Date.UTC(2026, 9, 25, 1) / 1000, utc_offset_seconds: 3600 },
  })
})

test('changes are those of the world within thirty days', async () => {
  const text = textOf((await page('/changes')).body)
  expect(text).toContain('Sunday 1 November 2026: back one hour, 02:00 → 01:00')
  expect(text).toContain('Los Angeles')
  service.setNow(Date.UTC(2027, 2, 10) / 1000)
  expect(textOf((await page('/changes')).body)).toContain(
    'Sunday 28 March 2027: forward one hour, 01:00 → 02:00',
  )
  service.setNow(NOON)
  const table = (await page('/check.json')).json()
  expect(Object.keys(table).length).toBe(service.catalogue.almanac.zones.listed.length)
  expect(table['Europe/Dublin']).toContainEqual([Date.UTC(2027, 2, 28, 1) / 1000, 3600])
  // For a zone without changes the table has instants in between, up to the last one.
  expect(table['Asia/Tokyo'].map(([at]: [number]) => new Date(at * 1000).getUTCFullYear())).toEqual([
    2026, 2028,
  ])
  expect(gzipSync(JSON.stringify(table)).length).toBeLessThanOrEqual(12_000)
})

test('changes stand by country, those of most people first, each with its zones behind it', async () => {
  const { body } = await page('/changes')
  const [, last = ''] = body.split('Sunday 1 November 2026: back one hour')
  const [list = ''] = last.split('<h3>')
  const countries = [...list.matchAll(/<a href="\/countries\/([^"]+)"/g)].map(([, slug]) => slug)
  expect(countries.slice(0, 3)).toEqual(['united-states', 'mexico', 'canada'])
  expect(new Set(countries).size).toBe(countries.length)
  expect(textOf(list)).toMatch(/United States 27 of 29 zones New York Los Angeles Chicago/)
  // Only the links of countries are outside what is folded.
  const open = list.replace(/<details>[\s\S]*?<\/details>/g, '')
  expect(open).not.toContain('/timezones/')
})

test.each([
  ['/abbreviations', ['africa', 'americas', 'asia', 'europe', 'oceania']],
  ['/timezones', ['africa', 'america', 'pacific']],
  ['/countries', ['africa', 'americas', 'oceania']],
  ['/dst/2027', ['europe', 'americas']],
])('the long list %s has a filter that stays, and parts to jump to', async (path, parts) => {
  const { body } = await page(path)
  const [, bar = ''] = /<form class="jump[^>]*>([\s\S]*?)<\/form>/.exec(body) ?? []
  expect(bar).toContain('name="q"')
  for (const part of parts) {
    expect(bar).toContain(`href="#${part}"`)
    expect(body).toContain(`id="${part}"`)
  }
  const named = [...bar.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '')
  expect(named.filter((id) => !body.includes(`id="${id}"`))).toEqual([])
})

test('for who reads 12 hours the fields of a meeting have them too, and are read back', async () => {
  const query = '/meeting?place=Berlin&place=Tokyo&date=2026-11-30&from=21:00&until=22:30'
  const valuesIn = (body: string) =>
    [...body.matchAll(/<input\b[^>]*\bname="(?:from|until)"[^>]*/g)].map(
      ([field]) => /\bvalue="([^"]*)"/.exec(field)?.[1],
    )
  const twelve = await page(query, { cookie: 'tzref_visitor=%2012' })
  expect(valuesIn(twelve.body)).toEqual(['9:00 pm', '10:30 pm'])
  expect(twelve.body).toContain('<option>9:00 pm</option>')
  expect(valuesIn((await page(query)).body)).toEqual(['21:00', '22:30'])
  // What such a form sends means the same.
  const again = await page(query.replace('21:00', '9:00+pm').replace('22:30', '10:30+pm'))
  expect(textOf(again.body)).toContain('Berlin: 21:00 to 22:30, Monday 30 November 2026')
})

test('what a map does by a script is said only where scripts run', async () => {
  const bounded = await openService(undefined, {}, (artifact) => ({ ...artifact, boundaries: openTiny }))
  const { body } = await bounded.app.inject({ url: '/lookup', headers: { host: 'localhost' } })
  await bounded.close()
  expect(body).toContain('<span class="scripted">Click for the zone.</span>')
  const [, path = ''] = /href="([^"]+\.css)"/.exec(body) ?? []
  expect((await page(path)).body.replace(/\s+/g, '')).toMatch(
    /\.scripted\{display:none;?\}@media\(scripting:enabled\)\{\.scripted\{display:inline;?\}\}/,
  )
})

test('a server without boundaries says so, and an invalid point is a fault', async () => {
  const without = await openService(undefined, {}, withoutBoundaries)
  const { body } = await without.app.inject({ url: '/lookup?lat=47&lon=8', headers: { host: 'localhost' } })
  await without.close()
  expect(textOf(body)).toContain('This server has no boundaries')
  const wrong = await page('/lookup?lat=100&lon=8')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('Write a number from -90 to 90, with a decimal point: 47.37.')
})

test('the reference has a page for each operation, its old anchors, and the errors of all once', async () => {
  const { body } = await page('/docs')
  const { paths, components } = (await page('/openapi.json')).json()
  const types = (await page('/docs/api/types')).body
  for (const [path, { get }] of Object.entries<{
    get: { operationId: string; summary: string; parameters: { name: string }[] }
  }>(paths)) {
    const { operationId, summary, parameters } = get
    expect(body).toContain(`id="${operationId}"`)
    expect(body).toContain(`GET ${path}`)
    const own = (await page(`/docs/api/${operationId}`)).body
    expect(textOf(own)).toContain(summary)
    for (const { name } of parameters) expect(own, operationId).toContain(`name="${name}"`)
    expect(own).toMatch(/id="answer"[^>]*>\s*<code>\{/)
    // Their words stand on the first page alone.
    expect(textOf(own)).not.toContain('429')
    const moved = await page(`/docs/API/${operationId.toUpperCase()}`)
    expect([moved.statusCode, moved.headers.location]).toEqual([308, `/docs/api/${operationId}`])
  }
  for (const name of Object.keys(components.schemas))
    for (const text of [body, types]) expect(text).toContain(`id="type-${name}"`)
  for (const status of ['401', '403', '405', '429', '500', '503']) expect(body).toContain(`>${status}</th>`)
  expect(body).not.toContain('undefined')
  expect((await page('/docs/api/nothing')).statusCode).toBe(404)
  for (const guide of ['guide', 'operations', 'releases', 'formats', 'sources', 'formats/clocks']) {
    const { statusCode, body: text } = await page(`/docs/${guide}`)
    expect(statusCode, guide).toBe(200)
    expect(text.replace(/<(pre|code)>[\s\S]*?<\/\1>/g, '')).not.toMatch(/\]\(|<p>#|\*\*\w/)
  }
  expect((await page('/docs/nothing')).statusCode).toBe(404)
  expect((await page('/docs/constructor')).statusCode).toBe(404)
  expect((await page('/llms.txt')).body).toContain('GET /convert')
})

test('Markdown: everything that the documents use', () => {
  const { title, content } = renderMarkdown(
    '# One `two`\n\nText with `a < b`, **bold**, _italic_ and [a link](x.md).\n\n- one\n  more\n- two\n\n| a | b |\n| - | - |\n| 1 | `x\\|y` |\n\n```sh\necho <hi>\n```\n',
    (target) => `/docs/${target}`,
  )
  expect(title).toBe('One two')
  expect(content.text).toContain(
    '<code class="short">a &lt; b</code>, <strong>bold</strong>, <em>italic</em> and <a href="/docs/x.md">a link</a>',
  )
  expect(content.text).toContain('<ul><li>one more</li><li>two</li></ul>')
  expect(content.text).toContain('<td>1</td><td><code class="short">x|y</code></td>')
  expect(content.text).toContain('<pre><code>echo &lt;hi&gt;</code></pre>')
})

test('the site map has every page, and robots.txt names it', async () => {
  const { almanac } = service.catalogue
  expect((await page('/robots.txt')).body).toContain(`Sitemap: ${WEB}/sitemap.xml`)
  const files = [...(await page('/sitemap.xml')).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, at = '']) => at,
  )
  const found = new Set<string>()
  for (const file of files) {
    const { body } = await page(file.slice(WEB.length))
    for (const [, at = ''] of body.matchAll(/<loc>([^<]+)<\/loc>/g)) found.add(at)
  }
  const { zones, countries, standards } = almanac
  // The oldest release has nothing to be compared with.
  const compared = service.catalogue.artifact.history()?.releases.slice(1) ?? []
  expect(compared).toContain('2022b')
  const dated = ['/dst/2026', '/dst/2027', ...compared.map((release) => `/news/${release}`)]
  for (const path of dated) expect(found.has(WEB + path), path).toBe(true)
  // The guide and the page for operators stand among the links of every page too.
  const documents = documentPaths(service).filter((path) => !LISTED_PATHS.includes(path))
  for (const path of documents) expect(found.has(WEB + path), path).toBe(true)
  expect(documents.length).toBeGreaterThan(20)
  expect(found.size).toBe(
    LISTED_PATHS.length +
      documents.length +
      dated.length +
      zones.listed.length +
      countries.all.length +
      standards.all.length +
      almanac.cities().byName.length,
  )
  expect((await page('/sitemap/9.xml')).statusCode).toBe(404)
  expect((await page('/releases.atom')).body).toContain('<title>tz release 2026f</title>')
  for (const path of LISTED_PATHS) expect((await page(path)).statusCode, path).toBe(200)
})

test('the first page has nine clocks behind its search box, and the visitor’s own is the first', async () => {
  const { body } = await page('/')
  const namesIn = (text: string) => Array.from(text.matchAll(/data-name="([^"]*)"/g), ([, name]) => name)
  expect(body.indexOf('role="search"')).toBeLessThan(body.indexOf('class="clocks few"'))
  expect(namesIn(body)).toEqual([
    'Los Angeles',
    'New York',
    'São Paulo',
    'London',
    'Paris',
    'Kolkata',
    'Shanghai',
    'Tokyo',
    'Sydney',
  ])
  // Nobody knows yet whose clock they could be compared with.
  expect(body.match(/class="apart">UTC[+−]\d\d:\d\d</g)?.length).toBe(9)
  const own = (await page('/', { cookie: 'tzref_visitor=Asia%2FKathmandu' })).body
  expect(namesIn(own).slice(0, 2)).toEqual(['Kathmandu', 'Los Angeles'])
  expect(namesIn(own).length).toBe(9)
  expect(own).toContain('class="apart">−13:45 h<')
})

test('an answer is compressed and tagged, and the same for a whole minute', async () => {
  const plain = await page('/timezones/Europe/Dublin')
  const packed = await page('/timezones/Europe/Dublin', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.headers.vary).toBe('accept-encoding, cookie')
  service.setNow(NOON + 45)
  const later = await page('/timezones/Europe/Dublin')
  expect([later.body, later.headers['cache-control']]).toEqual([plain.body, 'public, max-age=15'])
  service.setNow(NOON + 60)
  expect((await page('/timezones/Europe/Dublin')).headers.etag).not.toBe(plain.headers.etag)
  service.setNow(NOON)
  // This includes its pictures, and the scripts and the stylesheet of every page.
  expect(packed.rawPayload.length).toBeLessThan(30_000)
})

test('every kind of page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // The templates write it by hand, so that they look like their output.
      'doctype-style': 'off',
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'no-implicit-button-type': 'off',
      'long-title': 'off',
      'prefer-native-element': 'off',
      'no-redundant-role': 'off',
      'no-raw-characters': 'off',
      // A meeting has one field for each place, and all have the same name.
      'form-dup-name': 'off',
      'no-inline-style': 'error',
    },
  })
  const faults: string[] = []
  for (const path of [
    ...LISTED_PATHS,
    '/timezones/Europe/Dublin',
    '/timezones/UTC',
    '/countries/united-states',
    '/countries/ireland',
    '/cities/dublin',
    '/cities?country=ie',
    '/cities?letter=z',
    '/abbreviations/CST',
    '/abbreviations/irish-standard-time',
    '/search?q=paris',
    '/convert?from=Europe/Berlin&to=UTC&at=2026-10-25T02:30',
    '/convert?from=x&to=&at=',
    '/t/2027-03-28T09:00/Europe/Berlin',
    '/meeting?place=Zurich,Tokyo&from=09:00',
    '/cities/nowhere',
  ]) {
    const { body } = await page(path, { accept: 'text/html' })
    const report = await validator.validateString(body)
    for (const { messages } of report.results) {
      for (const { ruleId, message, line } of messages) faults.push(`${path}:${line} ${ruleId}: ${message}`)
    }
    expect(body, path).not.toMatch(/ style=|<style| on\w+="/)
    expect(body, path).not.toMatch(/undefined|NaN|\[object/)
  }
  expect([...new Set(faults)].slice(0, 20)).toEqual([])
}, 120_000)

test('release notes beside the artifact are shown as text', async () => {
  const notes =
    '# 2026e to 2026f\n\n## Briefly\n\n- one <b>clock</b> moved, see [here](https://elsewhere.example/)\n'
  const other = await openService(undefined, {}, (artifact) => ({ ...artifact, releaseNotes: () => notes }))
  const { body } = await other.app.inject({ url: '/releases', headers: { host: 'localhost' } })
  await other.close()
  expect(body).toContain('2026e to 2026f')
  expect(body).toMatch(/<h3[^>]*>Briefly<\/h3>/)
  expect(body).toContain('one &lt;b&gt;clock&lt;/b&gt; moved')
  expect(body).not.toContain('elsewhere.example')
  expect((await page('/releases')).body).not.toContain('Release notes')
})
