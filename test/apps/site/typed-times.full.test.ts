// One reading of a typed time, through whatever door it comes: /convert, the search, a link to send, clocks, a meeting, the sun, the command, assistants.
import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTime } from '#apps/search/form-fields.ts'
import { search } from '#apps/search/search.ts'
import { coversOf } from '#apps/search/time-covers.ts'
import { plainText } from '#apps/search/time-days.ts'
import { readTypedTime } from '#apps/search/typed-time.ts'
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

/** A row of parts.tsv: what a text says, part by part. */
interface Parts {
  readonly text: string
  /** Each instant that the parts can mean, computed from them by Temporal, as ISO 8601 in UTC. Empty: the text is not read. */
  readonly instants: readonly string[]
  /** The first of them on the clock of the reader. */
  readonly local: string
  /** The zone and the place of its clock, and where the answer is wanted, as the text names them. */
  readonly zone: readonly string[]
  readonly place: readonly string[]
  readonly to: readonly string[]
  /** What was not understood. */
  readonly word: string
}

const several = (cell: string): string[] => (cell === '.' ? [] : cell.split('|'))
const sorted = (all: Iterable<string>): string[] => [...new Set(all)].toSorted()
const written = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')

function partsIn(line: string): Parts {
  const [text = '', dates = '', times = '', clocks = '', zone = '', place = '', to = '', word = ''] =
    line.split('\t')
  const said = several(clocks)
  const moments = several(dates).flatMap((date) =>
    several(times).flatMap((time) =>
      (said.length === 0 ? ['Asia/Tokyo'] : said).map((clock) =>
        Temporal.PlainDate.from(date)
          .add({ days: time === '24:00' ? 1 : 0 })
          .toZonedDateTime({ timeZone: clock, plainTime: time === '24:00' ? '00:00' : time }),
      ),
    ),
  )
  return {
    text,
    instants: sorted(moments.map((one) => one.toInstant().toString())),
    local: moments[0]?.withTimeZone('Asia/Tokyo').toPlainDateTime().toString().slice(0, 16) ?? '',
    zone: several(zone),
    place: several(place),
    to: several(to),
    word: word === '.' ? '' : word,
  }
}

const TABLE = readFileSync(new URL('../../fixtures/times/parts.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(partsIn)

/** Texts of a date and a time alone, with what they are in Tokyo. */
const ROWS = TABLE.filter(
  ({ text, instants, zone, place, to }) =>
    instants.length === 1 &&
    zone.length + place.length + to.length === 0 &&
    !/^(?:\d{8}T|now|in \S+ (?!days|weeks)|.*hours? ago|.*from now|\+|@?\d{10}|unix)/.test(text),
).map(({ text, local }) => [text, local] as const)

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
  const convert = String((await get(`/convert?from=Tokyo&to=Oslo&was=&at=${at}`)).headers['location'])
  const { headers, statusCode } = await get(`/t/${at}/Asia/Tokyo`)
  // An address that has its form already stays.
  const sent = statusCode === 200 ? `/t/${text}/` : String(headers['location'])
  return {
    command: moment.kind === 'local' ? formatLocal(moment.local).slice(0, 16) : undefined,
    assistants: /"from":.*?"local_time":"(.{16})/.exec(JSON.stringify(assistants))?.[1],
    clocks: await clocksAt(text),
    convert: new URL(convert, 'http://localhost').searchParams.get('at') ?? undefined,
    'search of two': await found(`${text} Tokyo to Oslo`),
    'search behind': await found(`Tokyo ${text}`),
    'search before': await found(`${text} in Tokyo`),
    // A slash ends a part of a path.
    ...(text.includes('/') ? {} : { sent: /^\/t\/([^/]+)\//.exec(sent)?.[1] }),
  }
}

test('a typed time has one reading, through whatever door it comes', async () => {
  expect(ROWS.length).toBeGreaterThan(110)
  const faults: string[] = []
  for (const [text, local] of ROWS)
    for (const [door, read] of Object.entries(await readings(text)))
      if (read?.slice(0, 16) !== local) faults.push(`${text}, ${door}: ${read}, expected ${local}`)
  expect(faults).toEqual([])
})

/** What a door says of a text: the instants that it shows or asks about, and the words with which it asks or refuses. */
interface Told {
  readonly instants: readonly string[]
  readonly words: string
}

const told = (instants: readonly string[], words = ''): Told => ({ instants: sorted(instants), words })

/** A moment as addresses have it, on the clock of Tokyo. */
const instantOf = (at: string): string =>
  /^\d{9,10}$/.test(at)
    ? written(Number(at))
    : /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(at)
      ? Temporal.Instant.from(at).toString()
      : Temporal.PlainDateTime.from(at).toZonedDateTime('Asia/Tokyo').toInstant().toString()

/** A question or a refusal in words: the moments in it can be meant. */
const inWords = (words: string): Told =>
  told(
    [...words.matchAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d)?/g)].map(([at]) =>
      instantOf(at),
    ),
    words,
  )

/** What each door says of a text to a reader in Tokyo. All but the search have the clock of the time in a field of its own, and where the answer is wanted. */
async function doorsOf(text: string): Promise<Record<string, Told>> {
  const { almanac } = service.catalogue
  const now = epochSeconds(NOW)
  const reader = almanac.zones.named('Asia/Tokyo')
  const at = encodeURIComponent(text)
  const byWeb = async (url: string): Promise<Told> => {
    const headers = { host: 'localhost', cookie: 'tzref_visitor=Asia/Tokyo' }
    const response = await service.app.inject({ url, headers })
    const to = response.headers['location']
    if (typeof to === 'string')
      return told([instantOf(new URL(to, 'http://localhost').searchParams.get('at') ?? '')])
    // A page of clocks whose address has its form already stays; all addresses of clocks have minutes.
    if (url.startsWith('/clocks') && response.statusCode === 200) return told([instantOf(text)])
    const body = response.body.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    const asked = [...body.matchAll(/href="[^"]*[?&]at=([^"&]+)/g)].map(([, one = '']) =>
      decodeURIComponent(one),
    )
    const words = body.replaceAll(/<[^>]+>/g, ' ')
    return url.startsWith('/convert') ? told(asked.map(instantOf), words) : inWords(words)
  }
  const byError = (ask: () => string): Told => {
    try {
      return told([ask()])
    } catch (error) {
      return inWords(error instanceof Error ? error.message.replaceAll(text, '') : String(error))
    }
  }
  const found = search(text, almanac, now, 8, reader)
  const timed = found.hits.flatMap((hit) =>
    hit.kind === 'conversion' && hit.at !== null ? [written(hit.conversion.at)] : [],
  )
  return {
    search: told(timed, [...found.asks, found.unread?.word, found.unread?.why].join(' ')),
    convert: await byWeb(`/convert?from=Tokyo&to=Oslo&was=&at=${at}`),
    clocks: await byWeb(`/clocks?place=Tokyo&at=${at}`),
    command: byError(() => {
      const { moment } = questionIn([text, 'Tokyo', 'Oslo'], { almanac, now, reader })
      return moment.kind === 'instant' ? written(moment.at) : instantOf(formatLocal(moment.local))
    }),
    assistants: byError(() => {
      const given = { at: text, from: 'Tokyo', to: ['Oslo'], person_zone: 'Asia/Tokyo' }
      const answer = askTool(CONVERT_TIME, given, { release: '', almanac: () => almanac, now: () => now })
      const utc = /"utc":"([^"]+)"/.exec(JSON.stringify(answer))?.[1]
      if (answer.status !== 'answered' || utc === undefined) throw new Error(JSON.stringify(answer))
      return Temporal.Instant.from(utc).toString()
    }),
  }
}

test('the parts of a text are its date, time, zone and places, or the word that was not understood', () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(300)
  const { almanac } = service.catalogue
  const zone = almanac.zones.named('Asia/Tokyo') ?? expect.fail('no zone')
  const own = { kind: 'zone', zone } as const
  for (const { text, instants, zone: zones, place, to, word } of TABLE) {
    const read = readTypedTime(text, { almanac, now: epochSeconds(NOW), reader: zone, own })
    const parts =
      read.kind === 'read'
        ? {
            instants: sorted(read.readings.map(({ at }) => written(at))),
            said: sorted(read.readings.flatMap(({ said }) => said ?? [])),
            to: read.targets,
            isAsked: read.asks.length > 0,
            word: '',
          }
        : {
            instants: [],
            said: [],
            to: [],
            isAsked: false,
            word: read.kind === 'no-time' ? 'time' : read.word || '-',
          }
    expect(parts, text).toEqual({
      instants,
      said: sorted([...zones, ...place]),
      to,
      isAsked: instants.length > 1,
      word,
    })
    // Which of the names is a zone, and which a place.
    const elements = coversOf(plainText(text), almanac).covers.flat()
    for (const name of place)
      expect(
        elements.some((one) => one.kind === 'place' && one.text === name),
        `${text}: ${name}`,
      ).toBe(true)
    for (const name of zones.filter((one) => !/[/ ]/.test(one)))
      expect(
        elements.some((one) => one.kind === 'zone' && one.zone.text === name),
        `${text}: ${name}`,
      ).toBe(true)
  }
})

test('every door has the same parts of the same texts, and decides only whether it shows or asks', async () => {
  const toMinutes = (all: readonly string[]): string => all.map((one) => one.slice(0, 16)).join()
  const faults: string[] = []
  for (const { text, instants, place, to, word, zone } of TABLE) {
    for (const [door, { instants: shown, words }] of Object.entries(await doorsOf(text))) {
      const isForm = door !== 'search'
      // Where the answer is wanted has a field of its own there.
      const isRefused = instants.length === 0 || (isForm && to.some((one) => !place.includes(one)))
      const expected = isRefused ? [] : instants
      // Doors without room for further meanings ask about them too.
      const isSame = zone.includes('PST')
        ? expected.every((one) => shown.includes(one))
        : door === 'clocks'
          ? toMinutes(shown) === toMinutes(expected)
          : shown.join() === expected.join()
      const named = word === 'time' ? 'A time of day is missing' : word === '-' || word === '' ? '' : word
      const isNamed = !isRefused || words.includes(to.length > 0 ? (to[0] ?? '') : named)
      if (!isSame || !isNamed)
        faults.push(
          `${text}, ${door}: ${shown.join()} (${words.slice(0, 300)}), expected ${expected.join()} ${named}`,
        )
    }
  }
  expect(faults).toEqual([])
})

test('a meeting reads a time of day as all others do', () => {
  const ofToday = ROWS.filter(
    ([text, day]) =>
      day.startsWith('2026-11-29T') && !/day|night|this|sharp|\.$/.test(text.replace('midday', '')),
  )
  expect(ofToday.length).toBeGreaterThan(30)
  for (const [text, local] of ofToday) {
    const [hour = 0, minute = 0] = local.slice(11).split(':').map(Number)
    expect(readTime(text), text).toBe(hour * 60 + minute)
  }
  for (const text of ['midnight', '24:00', '12 midnight', '2400']) expect(readTime(text), text).toBe(1440)
})

test('a day with a time is the same day of the sun and of a meeting, on their pages and from the search', async () => {
  const dated = ROWS.filter(([, local]) => local < '2026-11-29' || local > '2026-11-30T00:01')
  expect(dated.length).toBeGreaterThan(60)
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
