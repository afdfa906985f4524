// What must be known of an answer is said in the same words on the search, on conversions and on a moment that is sent: a table of questions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from '../../../support/worlds/service.ts'

/** 2026-07-10T12:00:00Z: Alberta has decreed its last change, and Cuba has rules for 2028. */
const NOW = Date.UTC(2026, 6, 10, 12) / 1000

let service: Service
beforeAll(async () => {
  service = await openService()
  service.setNow(NOW)
})
afterAll(() => service.close())

/** The warnings of a card. */
async function warningsAt(path: string): Promise<string[]> {
  const { statusCode, body } = await service.app.inject({ url: path, headers: { host: 'localhost' } })
  expect(statusCode, path).toBe(200)
  const [, list = ''] = /<ul class="warnings">(.*?)<\/ul>/s.exec(body) ?? []
  expect(body, path).toContain('class="answer"')
  return Array.from(list.matchAll(/<li class="\w+">(.*?)<\/li>/gs), ([, words = '']) =>
    words
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

interface Question {
  readonly of: string
  /** The date and time as typed, and as an address has it. */
  readonly when: string
  readonly at: string
  readonly from: readonly [place: string, zone: string]
  readonly to: string
  readonly says: readonly RegExp[]
}

const WEDNESDAY = /^14 April 2027 is a Wednesday, not a Tuesday: perhaps another date is meant\.$/
const MAY = /^The rules for the clocks? of .* may still change before then\. /
const QUESTIONS: readonly Question[] = [
  {
    of: 'nothing',
    when: '20 August 2026 11:00',
    at: '2026-08-20T11:00',
    from: ['New York', 'America/New_York'],
    to: 'Tokyo',
    says: [],
  },
  {
    of: 'the weekday that is right',
    when: 'Thursday 20 August 2026 11:00',
    at: '2026-08-20T11:00',
    from: ['New York', 'America/New_York'],
    to: 'Tokyo',
    says: [],
  },
  {
    of: 'a time that happens twice',
    when: '25 October 2026 02:30',
    at: '2026-10-25T02:30',
    from: ['Berlin', 'Europe/Berlin'],
    to: 'Tokyo',
    says: [
      /^02:30 happens twice in Berlin on Sunday 25 October 2026: first at UTC\+02:00, then again at UTC\+01:00\. The first one is meant\.$/,
    ],
  },
  {
    of: 'a time that never happens',
    when: '4 October 2026 02:15',
    at: '2026-10-04T02:15',
    from: ['Sydney', 'Australia/Sydney'],
    to: 'Tokyo',
    says: [
      /^02:15 does not exist in Sydney on Sunday 4 October 2026: clocks jump over it\. We used 01:15; perhaps 03:15 is meant\.$/,
    ],
  },
  {
    of: 'a past that is known from another city',
    when: '10 June 1916 03:00',
    at: '1916-06-10T03:00',
    from: ['Strasbourg', 'Europe/Paris'],
    to: 'UTC',
    says: [
      /^Before 1970 only the time of Paris is known: clocks in Strasbourg may have shown another one\.$/,
    ],
  },
  {
    of: 'a past that is known',
    when: '10 June 1916 03:00',
    at: '1916-06-10T03:00',
    from: ['Paris', 'Europe/Paris'],
    to: 'UTC',
    says: [],
  },
  {
    of: 'a past that is known, by a former name of the city',
    when: '1 January 1968 12:00',
    at: '1968-01-01T12:00',
    from: ['Saigon', 'Asia/Ho_Chi_Minh'],
    to: 'UTC',
    says: [],
  },
  {
    of: 'local mean time of another town',
    when: '1 May 1880 12:00',
    at: '1880-05-01T12:00',
    from: ['Strasbourg', 'Europe/Paris'],
    to: 'UTC',
    says: [/^This is the local mean time of Paris: Strasbourg had its own, by its longitude\.$/],
  },
  {
    of: 'a decree that is not yet in force',
    when: '1 December 2026 12:00',
    at: '2026-12-01T12:00',
    from: ['Edmonton', 'America/Edmonton'],
    to: 'UTC',
    says: [/^This counts with new rules for the clock of Edmonton, which are announced for /],
  },
  {
    of: 'rules of a coming year, in the other place',
    when: '1 July 2029 12:00',
    at: '2029-07-01T12:00',
    from: ['Tokyo', 'Asia/Tokyo'],
    to: 'Havana',
    says: [
      /^This counts with new rules for the clock of Havana, which are announced for 2028\.$/,
      /^The rules for the clock of Tokyo may still change before then\. Its clock has not changed since /,
    ],
  },
  {
    of: 'rules of two places',
    when: '1 July 2029 12:00',
    at: '2029-07-01T12:00',
    from: ['Berlin', 'Europe/Berlin'],
    to: 'Denver',
    says: [
      /^The rules for the clocks of Berlin and Denver may still change before then\. Today’s rules stand in Berlin since 1996 and in Denver since 2007\.$/,
    ],
  },
  {
    of: 'a clock that no government changes',
    when: '1 July 2029 12:00',
    at: '2029-07-01T12:00',
    from: ['UTC', 'UTC'],
    to: 'UTC+2',
    says: [],
  },
]

const DOORS = [
  [
    'search',
    ({ when, from: [place], to }: Question) =>
      `/search?${new URLSearchParams({ q: `${when} ${place} to ${to}` }).toString()}`,
  ],
  [
    'conversion',
    ({ at, from: [from], to }: Question) => `/convert?${new URLSearchParams({ from, to, at }).toString()}`,
  ],
  [
    'moment',
    ({ at, from: [name, zone], to }: Question) =>
      `/t/${at}/${zone}?${new URLSearchParams({ name, to }).toString()}`,
  ],
] as const

describe.each(DOORS)('on the page of a %s', (_, addressOf) => {
  test.each(QUESTIONS)('$of', async (question) => {
    const said = await warningsAt(addressOf(question))
    expect(said).toHaveLength(question.says.length)
    for (const [index, words] of question.says.entries()) expect(said[index]).toMatch(words)
  })
})

test('a weekday that is not that of its date is said on the search and on conversions', async () => {
  const said = 'Tuesday 14 April 2027 11:00'
  const [first, second] = await warningsAt(
    `/convert?${new URLSearchParams({ from: 'New York', to: 'Nairobi', at: '2027-04-14T11:00', said }).toString()}`,
  )
  expect(first).toMatch(WEDNESDAY)
  expect(second).toMatch(MAY)
})
