// One reading of a typed time, through whatever door it comes: /convert, the search, a link to send, clocks, a meeting, the sun, the command, assistants.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTime } from '#apps/search/form-fields.ts'
import { formatLocal } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { askTool, TOOLS } from '../../../apps/assistants/tools.ts'
import { questionIn } from '../../../apps/cli/convert.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

/** Saturday 28 November 2026, 23:01 in London and 08:01 on Sunday in Tokyo. */
const NOW = Date.UTC(2026, 10, 28, 23, 1) / 1000

let service: Service
beforeAll(async () => {
  service = await openService()
  service.setNow(NOW)
})
afterAll(() => service.close())

const get = (url: string) => service.app.inject({ url, headers: { host: 'localhost' } })
const two = (value: number): string => String(value).padStart(2, '0')
const halfOf = (hour: number): string => (hour < 12 ? 'am' : 'pm')
const of12 = (hour: number): number => hour % 12 || 12

/** The ways to write a time of day; null for a time that cannot be written so. */
const FORMS: readonly ((hour: number, minute: number) => string | null)[] = [
  (h, m) => `${two(h)}:${two(m)}`,
  (h, m) => `${of12(h)}${m === 0 ? '' : `:${two(m)}`}${halfOf(h)}`,
  (h, m) => `${of12(h)}.${two(m)} ${halfOf(h)}`,
  (h, m) => `${of12(h)}:${two(m)} ${halfOf(h) === 'am' ? 'a.m.' : 'p.m.'}`,
  (h, m) => `${h}.${two(m)}`,
  (h, m) => `${h}h${two(m)}`,
  (h, m) => `${two(h)}${two(m)} hrs`,
  (h, m) => (m === 30 ? `half past ${of12(h)} ${halfOf(h)}` : null),
  (h, m) => (m === 15 ? `a quarter past ${of12(h)}${halfOf(h)}` : null),
  (h, m) => (m === 0 ? `${of12(h)} o'clock ${halfOf(h)}` : null),
  (h, m) => (h >= 12 && h < 18 ? `${of12(h)}${m === 0 ? '' : `:${two(m)}`} in the afternoon` : null),
]
const TIMES = [
  [8, 0],
  [9, 15],
  [12, 30],
  [15, 0],
  [16, 45],
  [20, 30],
] as const

/** Texts with what they are in Tokyo. */
const ROWS: readonly (readonly [text: string, local: string])[] = [
  ...[
    ['', '2026-11-29'],
    ['tomorrow ', '2026-11-30'],
    ['Thursday ', '2026-12-03'],
    ['14 July 2027 ', '2027-07-14'],
  ].flatMap(([said = '', day = '']) =>
    TIMES.flatMap(([h, m]) =>
      FORMS.flatMap((form) => {
        const text = form(h, m)
        return text === null ? [] : [[`${said}${text}`, `${day}T${two(h)}:${two(m)}`] as const]
      }),
    ),
  ),
  ['midnight', '2026-11-30T00:00'],
  ['12 midnight', '2026-11-30T00:00'],
  ['12 at night', '2026-11-30T00:00'],
  ['24:00', '2026-11-30T00:00'],
  ['noon', '2026-11-29T12:00'],
  ['12 noon', '2026-11-29T12:00'],
  ['midday', '2026-11-29T12:00'],
  ['tomorrow 24:00', '2026-12-01T00:00'],
  ['tomorrow noon', '2026-11-30T12:00'],
  ['29 Feb 8:00', '2028-02-29T08:00'],
  ['١٥:٠٠', '2026-11-29T15:00'],
  ['tomorrow ۹:۳۰', '2026-11-30T09:30'],
  ['１５：３０', '2026-11-29T15:30'],
]

const CONVERT_TIME = TOOLS.find(({ name }) => name === 'convert_time') ?? expect.fail('no such tool')

/** The moment of the page of clocks, on the first of them. */
async function clocksAt(text: string): Promise<string | undefined> {
  const { headers } = await get(`/clocks?place=Tokyo&at=${encodeURIComponent(text)}`)
  const at = new URL(String(headers['location']), 'http://localhost').searchParams.get('at') ?? ''
  return formatLocal(localSeconds(Date.parse(at) / 1000 + 9 * 3600)).slice(0, 16)
}

/** What each door says of a text, on the clock of Tokyo. */
async function readings(text: string): Promise<Record<string, string | undefined>> {
  const at = encodeURIComponent(text)
  const found = async (query: string): Promise<string | undefined> => {
    const { results } = (await get(`/search.json?q=${encodeURIComponent(query)}`)).json()
    return new URL(results[0]?.path ?? '/', 'http://localhost').searchParams.get('at') ?? undefined
  }
  const { almanac } = service.catalogue
  const { moment } = questionIn([text, 'Tokyo', 'Oslo'], { almanac, now: epochSeconds(NOW), reader: null })
  const assistants = askTool(
    CONVERT_TIME,
    { at: text, from: 'Tokyo', to: ['Oslo'] },
    {
      release: '',
      almanac: () => almanac,
      now: () => epochSeconds(NOW),
    },
  )
  const convert = String((await get(`/convert?from=Tokyo&to=Oslo&at=${at}`)).headers['location'])
  const sent = String((await get(`/t/${at}/Asia/Tokyo`)).headers['location'])
  return {
    command: moment.kind === 'local' ? formatLocal(moment.local).slice(0, 16) : undefined,
    assistants: /"from":.*?"local_time":"(.{16})/.exec(JSON.stringify(assistants))?.[1],
    clocks: await clocksAt(text),
    convert: new URL(convert, 'http://localhost').searchParams.get('at') ?? undefined,
    'search of two': await found(`${text} Tokyo to Oslo`),
    'search behind': await found(`Tokyo ${text}`),
    'search before': await found(`${text} in Tokyo`),
    sent: /^\/t\/([^/]+)\//.exec(sent)?.[1],
  }
}

test('a typed time has one reading, through whatever door it comes', async () => {
  expect(ROWS.length).toBeGreaterThan(200)
  const faults: string[] = []
  for (const [text, local] of ROWS)
    for (const [door, read] of Object.entries(await readings(text)))
      if (read !== local) faults.push(`${text}, ${door}: ${read}, expected ${local}`)
  expect(faults).toEqual([])
})

test('a meeting reads a time of day as all others do', () => {
  for (const [text, local] of ROWS.filter(([, day]) => day.startsWith('2026-11-29T'))) {
    const [hour = 0, minute = 0] = local.slice(11).split(':').map(Number)
    expect(readTime(text), text).toBe(hour * 60 + minute)
  }
  for (const text of ['midnight', '24:00', '12 midnight', '2400']) expect(readTime(text), text).toBe(1440)
})

test('a day with a time is the same day of the sun and of a meeting, on their pages and from the search', async () => {
  const dated = ROWS.filter(([text]) => /^(?:tomorrow|Thursday|14 July|29 Feb)/.test(text))
  expect(dated.length).toBeGreaterThan(150)
  const faults: string[] = []
  for (const [text, local] of dated) {
    const said = encodeURIComponent(text)
    const { results } = (await get(`/search.json?q=sunset%20in%20Tokyo%20${said}`)).json()
    const doors = {
      search: new URL(results[0].path, 'http://localhost').searchParams.get('date'),
      sun: valueOf((await get(`/cities/tokyo?date=${said}`)).body),
      meeting: valueOf((await get(`/meeting?place=Tokyo&place=Oslo&date=${said}`)).body),
    }
    for (const [door, read] of Object.entries(doors))
      if (read !== local.slice(0, 10)) faults.push(`${text}, ${door}: ${read}, expected ${local}`)
  }
  expect(faults).toEqual([])
})

/** The date in the field of a page. */
const valueOf = (body: string): string | undefined =>
  /<input[^>]*name="date"[^>]*>/.exec(body)?.[0].match(/value="([^"]*)"/)?.[1]

test('only a time of today is earlier today, through whatever door it comes', async () => {
  for (const [text, isPast] of [
    ['half past 3 am', true],
    ['0800 hrs', true],
    ['3am', true],
    ['yesterday 15:00', false],
    ['midnight', false],
    ['20.30', false],
  ] as const) {
    const hint = (await get(`/reading.json?from=Tokyo&at=${encodeURIComponent(text)}`)).json().words
    const [first] = (await get(`/search.json?q=${encodeURIComponent(`${text} Tokyo to Oslo`)}`)).json()
      .results
    expect(hint.endsWith('earlier today'), text).toBe(isPast)
    expect(first.detail.endsWith('earlier today'), text).toBe(isPast)
  }
})

test('"EST in India" is two clocks: the time is that of EST, and India has the answer', async () => {
  for (const [code, offset] of [
    ['EST', -5],
    ['PST', -8],
    ['GMT', 0],
    ['JST', 9],
  ] as const)
    for (const [place, ahead] of [
      ['India', 5.5],
      ['Mumbai', 5.5],
      ['Germany', 1],
    ] as const)
      for (const said of ['Thursday 3pm', '3pm Thursday', 'tomorrow 3pm', '3 December 2026 15:00']) {
        const asked = `${said} ${code} in ${place}`
        const [first] = (await get(`/search.json?q=${encodeURIComponent(asked)}`)).json().results
        const minutes = (15 - offset + ahead) * 60
        const clock = `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
        const day = minutes >= 1440 ? ' the next day' : minutes < 0 ? ' the day before' : ''
        expect(first?.name, asked).toBe(`15:00 ${code} is ${clock} in ${place}${day}`)
      }
})
