// Facts about the clocks: what they show, what their forms do to their address, and that only the page for frames may be framed.
import { gunzipSync, gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { WORST_OF_SITE } from '../../../../bench/worst-requests.ts'
import { seededRandom } from '../../../support/worlds/seeded-random.ts'
import { NOON, openService, WEB, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } })

const queryOf = (places: readonly string[], more: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams([
    ...places.map((place): [string, string] => ['place', place]),
    ...Object.entries(more),
  ]).toString()

interface Shown {
  readonly name: string
  readonly time: string
  readonly day: string
  readonly apart: string
  readonly suits: string
  readonly days: string
}

/** The clocks of a page. */
function clocksIn(body: string): Shown[] {
  return Array.from(body.matchAll(/<li class="[a-z]+" data-token[\s\S]*?<\/li>/g), ([item]) => {
    const of = (name: string): string =>
      new RegExp(`class="${name}[^"]*"[^>]*>([^<]*)<`).exec(item)?.[1]?.trim() ?? ''
    return {
      name: /<b>([^<]*)<\/b>/.exec(item)?.[1] ?? '',
      time: of('hm'),
      day: of('day'),
      apart: of('apart'),
      suits: of('suits'),
      days: of('days'),
    }
  })
}

const clocks = async (query: string): Promise<Shown[]> => clocksIn((await get(`/clocks?${query}`)).body)

describe('what clocks show', () => {
  test('Zurich at nine on a Saturday evening is Sunday in Asia, and Saturday afternoon in America', async () => {
    const places = ['Zurich', 'New York', 'America/St_Johns', 'Kathmandu', 'Lord Howe', 'Tokyo', 'UTC']
    const shown = await clocks(queryOf(places, { at: '2026-11-28T20:00Z' }))
    expect(shown.map(({ name, time, day, apart, days }) => [name, time, day, apart, days])).toEqual([
      ['Zurich', '21:00', 'Sat 28 Nov', 'UTC+01:00', ''],
      ['New York', '15:00', 'Sat 28 Nov', '−6 h', ''],
      ['St. John’s', '16:30', 'Sat 28 Nov', '−4:30 h', ''],
      ['Kathmandu', '01:45', 'Sun 29 Nov', '+4:45 h', '+1 day'],
      ['Lord Howe', '07:00', 'Sun 29 Nov', '+10 h', '+1 day'],
      ['Tokyo', '05:00', 'Sun 29 Nov', '+8 h', '+1 day'],
      ['UTC', '20:00', 'Sat 28 Nov', '−1 h', ''],
    ])
  })

  test('between Kiritimati and Baker Island are two dates', async () => {
    const shown = await clocks(queryOf(['Pacific/Kiritimati', 'UTC-12'], { at: '2026-11-28T11:00Z' }))
    expect(shown.map(({ time, days }) => [time, days])).toEqual([
      ['01:00', ''],
      ['23:00', '−2 days'],
    ])
  })

  test('work is from nine to five on working days, others by the address, and Riyadh works on Sunday', async () => {
    const kinds = async (place: string, at: string, hours?: string): Promise<string | undefined> =>
      (await clocks(queryOf([place], { ...(hours === undefined ? {} : { hours }), at })))[0]?.suits
    expect(await kinds('Zurich', '2026-11-26T07:59Z')).toBe('awake')
    expect(await kinds('Zurich', '2026-11-26T08:00Z')).toBe('work')
    expect(await kinds('Zurich', '2026-11-26T15:59Z')).toBe('work')
    expect(await kinds('Zurich', '2026-11-26T16:00Z')).toBe('awake')
    expect(await kinds('Zurich', '2026-11-26T21:00Z')).toBe('night')
    expect(await kinds('Zurich', '2026-11-28T12:00Z')).toBe('weekend')
    expect(await kinds('Riyadh', '2026-11-27T09:00Z')).toBe('weekend')
    expect(await kinds('Riyadh', '2026-11-29T09:00Z')).toBe('work')
    expect(await kinds('Zurich', '2026-11-26T22:00Z', '22-6')).toBe('work')
  })

  test('a change of the clock is in the data of the page, with what comes after it', async () => {
    const { body } = await get(`/clocks?${queryOf(['Dublin'], { at: '2027-03-28T00:30Z' })}`)
    const spring = Date.UTC(2027, 2, 28, 1) / 1000
    const autumn = Date.UTC(2027, 9, 31, 1) / 1000
    expect(body).toContain(`data-offset="0" data-changes="${spring} 3600 ${autumn} 0 `)
  })
})

describe('the address', () => {
  test('buttons move and remove clocks as a list does, by an address that does it once', async () => {
    const random = seededRandom(56)
    const names = ['zurich', 'tokyo', 'lima', 'oslo', 'cairo', 'UTC', 'America/New_York']
    for (let round = 0; round < 40; round++) {
      const list = names.filter(() => random() < 0.7)
      const index = Math.floor(random() * 9)
      const isUp = random() < 0.5
      if (list.length === 0) continue
      const { statusCode, headers } = await get(
        `/clocks?${queryOf(list, { [isUp ? 'up' : 'drop']: String(index) })}`,
      )
      expect(statusCode).toBe(308)
      const wanted = [...list]
      if (isUp && index > 0 && index < list.length)
        [wanted[index - 1], wanted[index]] = [wanted[index] ?? '', wanted[index - 1] ?? '']
      if (!isUp) wanted.splice(index, 1)
      const found = new URLSearchParams(String(headers.location).split('?')[1])
      expect(found.getAll('place'), `${list.join()} ${isUp} ${index}`).toEqual(wanted)
      expect([...found.keys()].filter((name) => name !== 'place')).toEqual([])
    }
  })

  test('a typed time is that of the first place, and becomes an instant that means the same for others', async () => {
    const { statusCode, headers } = await get('/clocks?place=Tokyo&place=Zurich&at=2026-12-01+09:00')
    expect(statusCode).toBe(308)
    expect(headers.location).toBe('/clocks?place=Tokyo&place=Zurich&at=2026-12-01T00%3A00Z')
    expect((await get(String(headers.location))).statusCode).toBe(200)
    const typed = await get('/clocks?place=Zurich&at=tomorrow+3pm')
    expect(typed.headers.location).toBe('/clocks?place=Zurich&at=2026-11-21T14%3A00Z')
  })

  test.each([
    ['place=Zurich&at=nonsense', '“nonsense” was not understood'],
    ['place=Zurich&place=Atlantisx', 'No place is called “Atlantisx”'],
    [
      queryOf(Array.from({ length: 25 }, (_, index) => `UTC+${index % 13}:${index < 13 ? '00' : '30'}`)),
      'These are 25 places; 24 clocks are shown at once.',
    ],
    ['place=Zurich&hours=nonsense', 'are not working hours for Zurich'],
    ['place=Kiritimati&at=9999-12-31T23:00Z', 'leaves the years'],
  ])('%s is answered with what is wrong', async (query, words) => {
    const { statusCode, body } = await get(`/clocks?${query}`)
    expect(statusCode).toBe(422)
    expect(body).toContain(words)
  })

  test('a name of several places asks which one, beside the clocks that are known', async () => {
    const { statusCode, headers } = await get('/clocks?place=Zurich&add=Springfield')
    expect(statusCode).toBe(308)
    const { body } = await get(String(headers.location))
    expect(clocksIn(body).map(({ name }) => name)).toEqual(['Zurich'])
    expect(body).toContain('<h2>Which Springfield?</h2>')
    expect(body).toMatch(/href="\/clocks\?place=Zurich&amp;place=springfield-us-/)
  })

  test('24 clocks weigh at most 35 kB, the first page at most 45, and both are valid', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'no-inline-style': 'error', 'void-style': 'off', 'no-implicit-button-type': 'off' },
    })
    const worst = WORST_OF_SITE['/clocks']?.path(1) ?? ''
    for (const [path, most] of [
      [worst, 35_000],
      ['/', 45_000],
      [worst.replace('/clocks', '/embed/clocks'), 35_000],
    ] as const) {
      const { rawPayload } = await get(path, { 'accept-encoding': 'gzip' })
      const text = gunzipSync(rawPayload).toString()
      let bytes = rawPayload.length
      for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
        bytes += gzipSync((await get(asset)).rawPayload).length
      expect(bytes, path).toBeLessThan(most)
      const report = await validator.validateString(text)
      expect(
        report.results.flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
        ),
        path,
      ).toEqual([])
    }
    expect((await get(worst)).body.match(/<li class/g)?.length).toBe(24)
  })
})

describe('clocks for other sites', () => {
  const query = queryOf(['Zurich', 'Tokyo', 'UTC+2'])

  test('the page for frames has nothing that acts, and knows nothing but its address', async () => {
    const plain = await get(`/embed/clocks?${query}`)
    expect(clocksIn(plain.body).map(({ time }) => time)).toEqual(['13:00', '21:00', '14:00'])
    expect(plain.body).not.toMatch(/<(?:form|button|input|select|textarea)|account/)
    const links = plain.body.match(/<a [^>]*>/g) ?? []
    expect(links.length).toBe(3)
    for (const link of links) expect(link).toMatch(/target="_blank" rel="noopener noreferrer"/)
    const known = await get(`/embed/clocks?${query}`, { cookie: 'tzref_visitor=Asia%2FKathmandu%2012' })
    expect(known.body).toBe(plain.body)
    for (const { headers } of [plain, known]) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers.vary).toBe('accept-encoding')
      expect(headers['content-security-policy']).toContain('frame-ancestors *;')
      expect(headers['content-security-policy']).toContain("form-action 'none'")
    }
    expect((await get(`/embed/clocks?${query}&clock=12`)).body).toContain('9:00 pm')
  })

  test('every other path refuses to be framed, with any parameter', async () => {
    const paths = SITE_ROUTES.map(({ pattern }) =>
      pattern.startsWith('/assets/') ? pattern : (WORST_OF_SITE[pattern]?.path(3).split('?')[0] ?? pattern),
    ).filter((path) => !path.startsWith('/embed/clocks'))
    const wrong: string[] = []
    for (const path of [...paths, '/nowhere', '/embed', '/embed/', '/embed/clock', '/embed/clocks/x']) {
      for (const more of ['', 'embed=1', 'frame-ancestors=*', 'path=/embed/clocks']) {
        const url = `${path}${more === '' ? '' : `${path.includes('?') ? '&' : '?'}${more}`}`
        const { headers, statusCode } = await get(url)
        // Of a redirect only what it leads to is shown.
        if (statusCode === 308) continue
        if (!String(headers['content-security-policy']).includes("frame-ancestors 'none'")) wrong.push(url)
      }
    }
    expect(paths.length).toBeGreaterThan(40)
    expect(wrong).toEqual([])
  })

  test('a picture is of a moment, and without one there is none', async () => {
    expect((await get(`/clocks.svg?${query}`)).statusCode).toBe(404)
    const { statusCode, headers, body } = await get(`/clocks.svg?${query}&at=2026-11-28T20:00Z`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(Array.from(body.matchAll(/<tspan>([^<]*)</g), ([, time]) => time)).toEqual([
      '21:00',
      '05:00',
      '22:00',
    ])
    expect(body).toContain('21:00 on Saturday 28 November 2026 in Zurich')
    // The same moment is the same picture at any time.
    service.setNow(NOON + 86_400)
    expect((await get(`/clocks.svg?${query}&at=2026-11-28T20:00Z`)).body).toBe(body)
    service.setNow(NOON)
  })

  test('the frame to be copied leads to this server', async () => {
    const { body } = await get(`/clocks?${query}`)
    expect(body).toContain(`&lt;iframe src=&quot;${WEB}/embed/clocks?place=Zurich&amp;place=Tokyo`)
  })
})
