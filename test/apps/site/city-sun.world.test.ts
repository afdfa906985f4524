// A city's sun on any date and in a whole year, compared with an astronomer's library.
import * as astronomy from 'astronomy-engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string) =>
  service.app.inject({ url: path, headers: { host: 'localhost', accept: 'text/html' } })

const textOf = (body: string): string =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** The minute of the UTC day at which the sun rises (1) or sets (−1) at a place. */
function crossing(lat: number, lon: number, date: string, direction: 1 | -1): number {
  const found = astronomy.SearchRiseSet(
    astronomy.Body.Sun,
    new astronomy.Observer(lat, lon, 0),
    direction,
    new Date(`${date}T00:00:00Z`),
    1,
  )
  if (found === null) throw new Error('the sun crosses no horizon')
  return (found.date.getTime() - Date.parse(`${date}T00:00:00Z`)) / 60_000
}

// Both cities keep UTC on these dates, so the test needs no rules for clocks.
test.each([
  ['reykjavik', 64.135, -21.895, '2027-03-03'],
  ['reykjavik', 64.135, -21.895, '2027-10-14'],
  ['accra', 5.556, -0.197, '2031-06-21'],
])('%s, %s, %s on %s', async (slug, lat, lon, date) => {
  const { body } = await page(`/cities/${slug}?date=${date}`)
  const [, rise = '', set = ''] =
    /The sun rises at (\d\d:\d\d) and sets at (\d\d:\d\d)/.exec(textOf(body)) ?? []
  expect(Math.abs(minutesOf(rise) - crossing(lat, lon, date, 1))).toBeLessThan(2)
  expect(Math.abs(minutesOf(set) - crossing(lat, lon, date, -1))).toBeLessThan(2)
  expect(body).toContain(`value="${date}"`)
})

test('the page names the chosen date, and its week begins there', async () => {
  const text = textOf((await page('/cities/reykjavik?date=2027-06-21')).body)
  expect(text).toContain('The sun on Monday 21 June 2027')
  expect(text).toContain('The week from that day The sun of a week Date Sunrise Sunset Daylight Mon 21 Jun')
  expect(textOf((await page('/cities/reykjavik')).body)).toContain('The sun today')
})

test('a sunset after midnight is on the next day, in every row of the table too', async () => {
  const text = textOf((await page('/cities/reykjavik?date=2027-06-21')).body)
  expect(text).toContain('and sets at 00:03 the next day')
  expect(text).toMatch(/Mon 21 Jun 02:55 00:03 the next day \d/)
  const winter = textOf((await page('/cities/reykjavik?date=2026-12-21')).body)
  expect(winter).toContain('Mon 21 Dec')
  expect(/The sun of a week .*? Sun 27 Dec/.exec(winter)?.[0]).not.toContain('the next day')
})

test.each(['2027-02-29', '1969-12-31', '2101-01-01', 'soon'])(
  'the page asks again for the date %s, and shows the sun of today',
  async (date) => {
    const { statusCode, body } = await page(`/cities/dublin?date=${date}`)
    expect(statusCode).toBe(200)
    expect(textOf(body)).toMatch(/Choose a date from 1970 to 2100\.|There is no day/)
    expect(textOf(body)).toContain('The sun today')
    expect(body).toContain(`value="${date}"`)
  },
)

test('one page has every day of a year, and asks search engines not to index it', async () => {
  const { body, statusCode } = await page('/cities/dublin/sun?year=2028')
  expect(statusCode).toBe(200)
  expect([...body.matchAll(/<th scope="row"/g)]).toHaveLength(366)
  expect(textOf(body)).toContain('The sun in Dublin in 2028')
  expect(body).toContain('content="noindex"')
  expect(textOf((await page('/cities/dublin/sun')).body)).toContain('The sun in Dublin in 2026')
  expect((await page('/cities/nowhere-at-all/sun')).statusCode).toBe(404)
})

test('polar day and polar night are named', async () => {
  expect(textOf((await page('/cities/tromso?date=2027-06-21')).body)).toContain(
    'The sun does not set on this day.',
  )
  expect(textOf((await page('/cities/tromso?date=2027-12-21')).body)).toContain(
    'The sun does not rise on this day.',
  )
})

test('the caption of the year names the colours, and steps only where the clock changes', async () => {
  const captionOf = async (slug: string) =>
    /every day from midnight.*?<\/figcaption/s
      .exec((await page(`/cities/${slug}`)).body)?.[0]
      .replace(/\s+/g, ' ')
  for (const slug of ['tokyo', 'reykjavik', 'dublin']) {
    expect(await captionOf(slug)).toContain(
      'Yellow is day, pale blue is civil twilight, dark blue is darker.',
    )
    expect((await captionOf(slug))?.includes('Steps are clock changes.')).toBe(slug === 'dublin')
  }
})

test('a day that the clocks of a city skipped did not exist there', async () => {
  const text = textOf((await page('/cities/apia?date=2011-12-30')).body)
  expect(text).toContain(
    'The sun on Friday 30 December 2011 This day did not exist: clocks in Apia skipped it.',
  )
  expect(text).not.toContain('The sun rises')
  expect(text).toContain('Daylight Fri 30 Dec skipped skipped Sat 31 Dec 07:01')
  expect(textOf((await page('/cities/apia?date=2011-12-31')).body)).toContain('The sun rises at 07:01')
})

test.each([
  ['2027-02-30', 'There is no day 2027-02-30.'],
  ['1969-12-31', 'Choose a date from 1970 to 2100.'],
  ['soon', 'Choose a date from 1970 to 2100.'],
])('the date %s: %s', async (date, words) => {
  expect(textOf((await page(`/cities/tromso?date=${date}`)).body)).toContain(words)
})

describe('the year as a picture', () => {
  type Point = readonly [x: number, y: number]
  /** The shapes of one kind: the points along their beginnings, and then back along their ends. */
  async function shapesOf(slug: string, look: string): Promise<Point[][]> {
    const { body } = await page(`/cities/${slug}`)
    const [, picture = ''] = /The sun of the year([\s\S]*?)<\/svg>/.exec(body) ?? []
    const [, path = ''] = new RegExp(`<path class="${look}" d="([^"]+)"`).exec(picture) ?? []
    return path
      .split('z')
      .filter((one) => one !== '')
      .map((one) => {
        const figures = one.slice(1).split(' ').map(Number)
        return figures.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, figures[index + 1] ?? 0]] : []))
      })
  }
  const LOOKS = ['f-twilight', 'f-day']
  /** Its sides, and the days of Norway's clock changes in 2026 (the 88th and the 298th), two days to a column. */
  const isStep = (x: number): boolean =>
    [0, 87, 297, 365].some((day) => Math.abs(x - (86 + (day / 365) * 634)) < 4)

  test.each(['tromso', 'reykjavik', 'longyearbyen', 'vadso', 'bodo'])(
    'in %s a shape ends in a point, but at a clock change and at the sides',
    async (slug) => {
      for (const look of LOOKS) {
        const shapes = await shapesOf(slug, look)
        expect(shapes.length).toBeGreaterThan(0)
        for (const shape of shapes) {
          const middle = shape.length / 2
          for (const [one, other] of [
            [shape[0], shape.at(-1)],
            [shape[middle - 1], shape[middle]],
          ]) {
            if (one === undefined || other === undefined) throw new Error('a shape without points')
            expect(one[0]).toBe(other[0])
            if (!isStep(one[0])) expect(Math.abs(one[1] - other[1]), `${look} at ${one[0]}`).toBeLessThan(1)
          }
        }
      }
    },
  )

  test('the last dark nights of spring in Reykjavik become shorter ever faster', async () => {
    const shapes = await shapesOf('reykjavik', 'f-twilight')
    const beginnings = (shape: readonly Point[]): readonly Point[] => shape.slice(0, shape.length / 2)
    const ends = (shape: readonly Point[]): readonly Point[] => shape.slice(shape.length / 2).toReversed()
    const lowest = (points: readonly Point[]): number => Math.min(...points.map(([, y]) => y))
    // The light of each day, and what is left of that of the day before: below midnight, so it ends in the first hours.
    const today = shapes.find((shape) => lowest(beginnings(shape)) < 200) ?? []
    const before = shapes.find((shape) => lowest(ends(shape)) > 200) ?? []
    const dark = beginnings(today)
      .map(([x, y], index): Point => [x, (ends(before)[index]?.[1] ?? 0) - y])
      .filter(([x]) => x < 86 + 634 / 2)
    const [tip = 0] = dark.find(([, height]) => height < 0.2) ?? []
    expect(tip).toBeGreaterThan(290)
    const heightBefore = (pixels: number): number => dark.findLast(([x]) => x <= tip - pixels)?.[1] ?? 0
    expect(heightBefore(0.5)).toBeGreaterThan(3)
    expect(heightBefore(8)).toBeGreaterThan(heightBefore(0.5) + 3)
  })
})
