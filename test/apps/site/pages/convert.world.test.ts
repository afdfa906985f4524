// Facts about the page of conversions: what it says of a name or a time that it cannot convert, and what to do next.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

async function asked(query: Record<string, string>): Promise<{ status: number; body: string; text: string }> {
  const { statusCode, body } = await service.app.inject({
    url: `/convert?${new URLSearchParams(query).toString()}`,
    headers: { host: 'localhost' },
  })
  const text = body
    .replace(/<\/?(?:time|a|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return { status: statusCode, body, text }
}

test('an unknown name is told with what is expected, and the nearest names keep the rest of the question', async () => {
  const { status, body, text } = await asked({ from: 'Tokyo', to: 'Berln, Lima', at: '2027-03-01T10:00' })
  expect(status).toBe(422)
  expect(text).toContain('No place or time zone is called “Berln”. The nearest names: Berlin')
  expect(text).toContain('Write a city, a country, a zone such as Europe/Berlin, or an offset such as UTC+2.')
  expect(body).toContain(
    'href="/convert?from=Tokyo&amp;to=Berlin%2C+Lima&amp;at=2027-03-01T10%3A00">Berlin</a>',
  )
  const long = await asked({ from: 'x'.repeat(400), to: 'UTC' })
  expect(long.text).toContain(`No place or time zone is called “${'x'.repeat(40)}…”. Write a city`)
  expect((await asked({ from: 'Bouvet Island', to: 'UTC' })).text).toContain(
    'Bouvet Island has no time zone.',
  )
})

test('a country has several time zones, an abbreviation means several times, and only namesakes are called so', async () => {
  const textFor = async (from: string): Promise<string> => (await asked({ from, to: 'UTC' })).text
  expect(await textFor('USA')).toContain('USA has several time zones. Which one?')
  for (const code of ['CST', 'IST'])
    expect(await textFor(code)).toContain(`${code} means several times. Which one?`)
  const towns = await textFor('Newcastle')
  expect(towns).toMatch(/Several places are called Newcastle\. Choose one: Newcastle, /)
  const [own = '', others = ''] = towns.split('Newcastle is another name of:')
  expect(own).not.toContain('Newcastle upon Tyne')
  expect(others).toContain('Newcastle upon Tyne')
})

test('a state is named with its country, and with a clock where it has several', async () => {
  const textFor = async (from: string): Promise<string> => (await asked({ from, to: 'UTC' })).text
  expect(await textFor('georgia')).toContain('Tbilisi, Georgia Asia/Tbilisi Georgia, United States America')
  expect(await textFor('Punjab')).toMatch(/: Punjab, Pakistan Asia\/Karachi Punjab, India Asia\/Kolkata/)
  expect(await textFor('Idaho')).toContain('Idaho, United States (Boise time)')
  expect(await textFor('Springfield')).toContain('Another Springfield, United States (Denver time)')
})

test.each([
  ['Paris, Texas', ['Paris, Texas']],
  ['Portland, Oregon', ['Portland, Oregon']],
  ['Paris, France', ['Paris, France']],
  ['London, Ontario; Trinidad and Tobago', ['London, Ontario', 'Trinidad and Tobago']],
  ['Zurich, New York and Tokyo', ['Zurich', 'New York', 'Tokyo']],
  ['Paris, Texas and Tokyo', ['Paris, Texas', 'Tokyo']],
  ['Toronto, London', ['Toronto', 'London']],
  ['Rome, New York', ['Rome', 'New York']],
  ['Berlin,UTC', ['Berlin', 'UTC']],
])('To: %s', async (to, names) => {
  const { body } = await asked({ from: 'Mumbai', to, at: '2027-03-01T10:00' })
  const namesIn = (card: string): string[] =>
    Array.from(card.matchAll(/<p class="place">\s*(?:<a [^>]*>)?<b>([^<]*)/g), ([, name = '']) => name)
  expect(namesIn(body).slice(1)).toEqual(names.map((name) => (name === 'UTC' ? expect.anything() : name)))
  // The moment that is sent has the same places.
  const path = /href="(\/t\/[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const sent = await service.app.inject({ url: path, headers: { host: 'localhost' } })
  expect(namesIn(sent.body)).toHaveLength(names.length + 1)
})

test('a place that is written with the time is the clock of the time', async () => {
  const at = '14 December 2026 15:00 in Berlin'
  const url = `/convert?${new URLSearchParams({ from: 'Tokyo', to: 'Oslo', at }).toString()}`
  const { statusCode, headers } = await service.app.inject({ url, headers: { host: 'localhost' } })
  expect([statusCode, headers['location']]).toEqual([
    308,
    `/convert?${new URLSearchParams({ from: 'Tokyo', to: 'Oslo', at: '2026-12-14T15:00+01:00', said: at }).toString()}`,
  ])
  expect((await asked({ from: 'Zurich', to: '', at: '14 December 15:00 qwxzv' })).text).toContain(
    '“qwxzv” was not understood.',
  )
})

test('a fixed offset is shown as people write it, and its moment can be sent', async () => {
  const { body, text } = await asked({ from: 'gmt+2', to: 'Tokyo', at: '2027-03-01T10:00' })
  expect(text).toContain('10:00 on Monday 1 March 2027 in UTC+02:00 is')
  expect(text).not.toContain('Etc/')
  const path = /href="(\/t\/[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(path).toMatch(/^\/t\/2027-03-01T08:00\/UTC\?to=gmt%2B2%2C\+Tokyo&/)
  const sent = await service.app.inject({ url: path, headers: { host: 'localhost' } })
  expect([sent.statusCode, sent.body.includes('UTC+02:00')]).toEqual([200, true])
  expect((await asked({ from: 'japan-standard-time', to: 'UTC', at: '2027-03-01T10:00' })).body).toContain(
    'href="/t/2027-03-01T01:00/UTC?',
  )
})

test('a wall time that is not converted links to both of its readings', async () => {
  const question = { from: 'Europe/Zurich', to: 'UTC', resolution: 'reject' }
  const fold = await asked({ ...question, at: '2027-10-31T02:30' })
  expect(fold.text).toMatch(
    /Which time\? 02:30 happens twice in Zurich on .* Take the first one, at UTC\+02:00/,
  )
  const path = '/convert?from=Europe%2FZurich&amp;to=UTC&amp;at=2027-10-31T02%3A30'
  expect(fold.body).toContain(`href="${path}"`)
  expect(fold.body).toContain(`href="${path}&amp;resolution=latest"`)
  const gap = await asked({ ...question, at: '2027-03-28T02:30' })
  expect(gap.text).toMatch(/02:30 does not exist in Zurich .* Read it as 01:30 Read it as 03:30/)
})

test('a time of a day that was skipped is read as one of the days beside it, with their dates', async () => {
  const at = '2011-12-30T12:00'
  const days = ['12:00 on Thursday 29 December 2011', '12:00 on Saturday 31 December 2011']
  const { text } = await asked({ from: 'Apia', to: 'UTC', at })
  expect(text).toContain(`We used ${days[0]}; perhaps ${days[1]} is meant.`)
  const rejected = await asked({ from: 'Apia', to: 'UTC', at, resolution: 'reject' })
  for (const day of days) expect(rejected.text).toContain(`Read it as ${day}`)
  const { body } = await service.app.inject({ url: `/t/${at}/Pacific/Apia`, headers: { host: 'localhost' } })
  expect(body).toContain(`in Apia: ${days.join(' or ')}`)
  // It said that clocks go forward from 00:00 to 00:00.
  expect(body.replace(/(?:<[^>]+>|\s)+/g, ' ')).toContain('forward to 00:00 the next day')
})

test('a time before standard time is shown as it was written', async () => {
  const { text } = await asked({ from: 'Zurich', to: 'UTC', at: '1850-01-06T12:00' })
  expect(text).toContain('12:00 on Sunday 6 January 1850 in Zurich')
  expect(text).not.toContain('11:59:52')
})

/** The page to which a form leads: its text with a date in place of "tomorrow". */
async function answered(query: Record<string, string>): ReturnType<typeof asked> {
  const form = new URLSearchParams({ ...query, was: '' }).toString()
  const { headers } = await service.app.inject({
    url: `/convert?${form}`,
    headers: { host: 'localhost' },
  })
  return asked(Object.fromEntries(new URL(String(headers.location), 'http://localhost').searchParams))
}

async function readingOf(from: string, at: string): Promise<string> {
  const url = `/reading.json?${new URLSearchParams({ from, at }).toString()}`
  return (await service.app.inject({ url, headers: { host: 'localhost' } })).json().words
}

test('a time from now is read on the clock of From', async () => {
  const words = '15:00 on Friday 20 November 2026 in Zurich'
  expect((await answered({ from: 'Zurich', to: 'Tokyo', at: 'in 2 hours' })).text).toContain(
    `Read “in 2 hours” as ${words}.`,
  )
  expect(await readingOf('zurich', 'in 2 hours')).toBe(words)
  expect(await readingOf('', 'in 2 hours')).toBe('14:00 on Friday 20 November 2026 in UTC')
})

test('of a time of today that is over, the page says so and leads to the next day', async () => {
  const { body, text } = await answered({ from: 'Zurich', to: 'Tokyo', at: '9am' })
  expect(text).toContain('Read “9am” as 09:00 on Friday 20 November 2026, earlier today.')
  expect(text).toContain('Take Saturday 21 November 2026 instead')
  expect(body).toContain('href="/convert?from=Zurich&amp;to=Tokyo&amp;at=2026-11-21T09%3A00"')
  expect(await readingOf('Zurich', '9am')).toBe('09:00 on Friday 20 November 2026, earlier today')
  for (const at of ['3pm', '1pm', 'yesterday 3pm', 'today 9am', 'in 2 hours', '2 hours ago'])
    expect((await answered({ from: 'Zurich', to: 'Tokyo', at })).text).not.toContain('earlier today')
})

test('the answer has the script of the copy button, and a question without an answer has not', async () => {
  const { body } = await asked({ from: 'Zurich', to: 'Tokyo', at: '2027-03-01T10:00' })
  const [, sent, copied = ''] = /<span data-copy="([^"]*)"\s*>([\s\S]*?)<\/span\s*>/.exec(body) ?? []
  expect(sent).toMatch(/^https:\/\/example\.org\/t\/2027-03-01T10:00\/Europe\/Zurich\?/)
  expect(copied.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toBe(
    '10:00 on Monday 1 March 2027 in Zurich is 18:00 on Monday 1 March 2027 in Tokyo.',
  )
  expect(body).toMatch(/<script[^>]*copy/)
  expect((await asked({ from: 'qwxzv', to: '' })).body).not.toMatch(/<script[^>]*copy/)
})
