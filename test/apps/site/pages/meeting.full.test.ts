// Facts about the meeting page: its hours compared with another program's, free days, questions, proposals and calendar files.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, WEB, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (query: string | URLSearchParams, headers: Record<string, string> = {}) =>
  service.app.inject({ url: `/meeting?${query.toString()}`, headers: { host: 'localhost', ...headers } })

const textOf = (body: string): string =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;)])|(?<=\() /g, '')

interface Cell {
  /** The classes of the cell. */
  readonly kinds: readonly string[]
  readonly text: string
  /** Null: the cell is no link. */
  readonly href: string | null
}

/** The rows of the table of hours: name and cells. */
function rowsOf(body: string): { name: string; cells: Cell[] }[] {
  const table = /<table class="hours"[^>]*>([\s\S]*?)<\/table>/.exec(body)?.[1] ?? ''
  // The links of half hours stand next to those of the hours.
  const hours = table.replaceAll(/<a\s+class="half"[\s\S]*?<\/a\s*>/g, '')
  return Array.from(hours.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g), ([, row = '']) => {
    const [head, ...cells] = Array.from(row.matchAll(/<t[hd]\b([^>]*)>([\s\S]*?)<\/t[hd]>/g), (found) => ({
      kinds: /class="([^"]*)"/.exec(found[1] ?? '')?.[1]?.split(' ') ?? [],
      text: textOf(found[2] ?? '').trim(),
      href: /href="([^"]*)"/.exec(found[2] ?? '')?.[1]?.replaceAll('&amp;', '&') ?? null,
    }))
    return { name: head?.text ?? '', cells }
  })
}

const places = (...names: readonly string[]): string =>
  names.map((name) => `place=${encodeURIComponent(name)}`).join('&')

/** The columns of a day from another program. */
interface Day {
  readonly date: string
  readonly zones: readonly string[]
  readonly columns: readonly (
    | { readonly skipped: readonly (string | null)[] }
    | { readonly shown: readonly string[]; readonly again: readonly boolean[] }
  )[]
}

describe('the hours of a day', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is in this repository
  const { days } = JSON.parse(
    readFileSync(new URL('../../../fixtures/meeting-days.json', import.meta.url), 'utf8'),
  ) as { days: Day[] }

  test.each(days)('match another program: $date in $zones', async ({ date, zones, columns }) => {
    const rows = rowsOf((await page(`${places(...zones)}&date=${date}`)).body)
    expect(rows.length).toBe(zones.length)
    for (const [index, { cells }] of rows.entries()) {
      const shown = cells.map(({ text, kinds }) =>
        kinds.includes('gap')
          ? (/\d\d:\d\d(?= skipped)/.exec(text)?.[0] ?? null)
          : `${text.slice(0, 5)}${text.includes('again') ? ' again' : ''}`,
      )
      expect(shown, zones[index]).toEqual(
        columns.map((column) =>
          'shown' in column
            ? `${column.shown[index]?.slice(11)}${column.again[index] === true ? ' again' : ''}`
            : column.skipped[index],
        ),
      )
    }
    // The link has the day and the hour, so it leads to the same instant. If an hour comes twice, the link says which one.
    const links = rows[0]?.cells.flatMap(({ href }) =>
      href === null ? [] : [new URL(href, WEB).searchParams],
    )
    const real = columns.flatMap((column) => ('shown' in column ? column : []))
    expect(links?.map((link) => `${link.get('date')}T${link.get('from')}`)).toEqual(
      real.map(({ shown }) => shown[0]),
    )
    expect(links?.map((link) => link.has('resolution'))).toEqual(real.map(({ again }) => again[0]))
  })

  test('a clock change is shown with its offsets; each side of a doubled hour can be chosen', async () => {
    const zones = places('Australia/Lord_Howe', 'UTC')
    const { body } = await page(`${zones}&date=2026-04-05`)
    expect(textOf(body)).toContain(
      'Lord Howe Island: clocks go back 30 minutes at 02:00 on Sunday 5 April 2026, from UTC+11:00 to UTC+10:30: 01:30 to 02:00 happens twice.',
    )
    const spring = textOf((await page(`${zones}&date=2026-10-04`)).body)
    expect(spring).toContain(
      'Lord Howe Island: clocks go forward 30 minutes at 02:00 on Sunday 4 October 2026, from UTC+10:30 to UTC+11:00: 02:00 to 02:30 does not happen.',
    )
    const chosen = async (query: string): Promise<string> =>
      /Universal Time: (.*?)\(/.exec(textOf((await page(`${zones}&date=2026-04-05&${query}`)).body))?.[1] ??
      ''
    expect(await chosen('from=01:30&until=02:00')).toContain('14:30 to 15:00, Saturday')
    // With `ending` the clock decides: at 02:00 it has shown 01:30 twice.
    expect(await chosen('from=01:30&until=02:00&ending=earliest')).toContain('14:30 to 15:30, Saturday')
    expect(await chosen('from=01:30&until=02:00&resolution=latest')).toContain('15:00 to 15:30, Saturday')
    expect(await chosen('from=01:00&until=01:45')).toContain('14:00 to 14:45')
    expect(await chosen('from=01:00&until=01:45&ending=latest')).toContain('14:00 to 15:15')
  })

  test('a skipped day is named', async () => {
    const { body, statusCode } = await page(`${places('Pacific/Apia', 'UTC')}&date=2011-12-30`)
    expect([statusCode, textOf(body).includes('Clocks in Apia skipped this day.')]).toEqual([200, true])
  })
})

describe('a start that the clock shows never or twice', () => {
  // The instants are counted by hand from the offsets of each zone: start and end in UTC.
  const gaps: readonly (readonly [string, string, string, string, string])[] = [
    ['Europe/Zurich', '2027-03-28', '02:30', '03:30', '01:30 to 02:30, Sunday 28 March 2027'],
    ['Europe/Zurich', '2027-03-28', '02:15', '02:45', '01:15 to 01:45, Sunday 28 March 2027'],
    ['America/New_York', '2027-03-14', '02:30', '04:00', '07:30 to 09:00, Sunday 14 March 2027'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '02:45', '15:45 to 16:15, Saturday 3 October 2026'],
    ['Asia/Beirut', '2027-03-28', '00:15', '01:00', '22:15 to 23:00, Saturday 27 March 2027'],
    ['Pacific/Apia', '2011-12-30', '09:00', '10:00', '19:00 to 20:00, Friday 30 December 2011'],
  ]
  const inUtc = (text: string): string => /Universal Time: ([^(]*?) \(/.exec(text)?.[1] ?? ''
  const read = async (zone: string, date: string, rest: string) =>
    textOf((await page(`${places(zone, 'UTC')}&date=${date}&${rest}`)).body)

  test.each(gaps)('in a gap of %s on %s: %s until %s', async (zone, date, from, until, wanted) => {
    for (const side of ['', '&resolution=latest', '&ending=earliest', '&ending=latest']) {
      const text = await read(zone, date, `from=${from}&until=${until}${side}`)
      expect(inUtc(text), side).toBe(wanted)
      expect(text, side).toContain(`${from} does not exist in`)
    }
  })

  const folds: readonly (readonly [string, string, string, string, readonly [string, string]])[] = [
    ['Europe/Berlin', '2026-10-25', '02:30', '03:30', ['00:30 to 01:30', '01:30 to 02:30']],
    ['America/New_York', '2026-11-01', '01:15', '03:00', ['05:15 to 07:00', '06:15 to 08:00']],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '02:45', ['14:45 to 15:45', '15:15 to 16:15']],
    ['Europe/Berlin', '2026-10-25', '02:15', '02:45', ['00:15 to 00:45', '01:15 to 01:45']],
  ]
  test.each(folds)('in a fold of %s on %s: %s until %s', async (zone, date, from, until, wanted) => {
    const found = []
    for (const side of ['', '&resolution=latest']) {
      const text = await read(zone, date, `from=${from}&until=${until}${side}`)
      found.push(inUtc(text).slice(0, 14))
      expect(text).toContain(`${from} happens twice in`)
      expect(text).toContain(`The ${side === '' ? 'first' : 'second'} one is meant here.`)
    }
    expect(found).toEqual(wanted)
  })

  test('says how it was read and how long the meeting takes, and its calendar file has the same times', async () => {
    const text = await read('Zurich', '2027-03-28', 'from=02:30&until=03:30')
    expect(text).toContain(
      '02:30 does not exist in Zurich on Sunday 28 March 2027: clocks jump over it. Read as 03:30. The length is kept: the meeting takes one hour and ends at 04:30 on Sunday 28 March 2027.',
    )
    expect(text).toContain('Zurich: 03:30 to 04:30, Sunday 28 March 2027')
    expect(text).toContain('Mon 29 Mar, 13:30 to 14:30')
    const { body } = await page('place=Berlin&date=2026-10-25&from=02:30&until=03:30')
    expect(textOf(body)).toContain(
      'The meeting takes one hour and ends at 02:30 on Sunday 25 October 2026 (UTC+01:00).',
    )
    expect(textOf(body)).toContain(
      'Berlin: 02:30 to 02:30, Sunday 25 October 2026 (UTC+02:00, then UTC+01:00, Europe/Berlin)',
    )
    expect(body).toContain(
      'href="/meeting?place=Berlin&amp;date=2026-10-25&amp;from=02%3A30&amp;until=03%3A30&amp;resolution=latest"',
    )
    const file = /href="(\/meeting\.ics[^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const ics = (await service.app.inject({ url: file, headers: { host: 'localhost' } })).body
    expect(ics).toContain('DTSTART;TZID=Europe/Berlin:20261025T023000')
    expect(ics).toContain('DTEND:20261025T013000Z')
    const plain = textOf((await page('place=Berlin&date=2026-10-25&from=01:00&until=04:00')).body)
    expect(plain).not.toContain('The meeting takes')
  })

  // The minutes after the start of the day, counted by hand, at which its first five columns begin.
  test.each([
    // At 02:00 this clock goes back to 01:30.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', [0, 60, 120, 150, 210]],
    // At 03:00 this clock goes back to 02:00.
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', [0, 60, 120, 180, 240]],
  ] as const)(
    'every link of a day in %s means its column, and has the length of before',
    async (zone, date, first, wanted) => {
      for (const [until, minutes] of [
        ['10:30', 30],
        ['11:00', 60],
        ['11:30', 90],
        ['13:00', 180],
      ] as const) {
        const [head] = rowsOf((await page(`place=${zone}&date=${date}&from=10:00&until=${until}`)).body)
        const starts: number[] = []
        for (const { href } of head?.cells.slice(0, 5) ?? []) {
          const { body } = await page(href?.replace(/^\/meeting\?|#chosen$/g, '') ?? '')
          const dates = /dates=(\w+)%2F(\w+)&/.exec(body) ?? []
          const [start = 0, end = 0] = dates
            .slice(1)
            .map((text) => Date.parse(text.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')) / 60_000)
          expect(end - start, href ?? '').toBe(minutes)
          starts.push(start)
        }
        expect(starts.map((start) => start - Date.parse(first) / 60_000)).toEqual(wanted)
      }
    },
  )
})

test('each place has its own working hours and the weekend of its country', async () => {
  const kindsOf = async (query: string, place: number): Promise<string[]> =>
    (rowsOf((await page(query)).body)[place]?.cells ?? []).map(({ kinds }) => kinds[0] ?? '')
  // 2026-11-27 is a Friday.
  const friday = `place=Zurich&place=Dubai&hours=8-16:30&place=Cairo&place=Tehran&place=Kathmandu&date=2026-11-27`
  const zurich = await kindsOf(friday, 0)
  expect(zurich.indexOf('work')).toBe(9)
  expect(zurich.filter((kind) => kind === 'work').length).toBe(8)
  // Dubai is three hours ahead. Its 08:00 is 05:00 in Zurich, and its 16:30 is in Zurich's hour of 13:00.
  const dubai = await kindsOf(friday, 1)
  expect([dubai.indexOf('work'), dubai.lastIndexOf('work')]).toEqual([5, 13])
  expect(await kindsOf(friday, 2)).not.toContain('work')
  expect(await kindsOf(friday, 2)).toContain('weekend')
  expect(await kindsOf(friday, 3)).not.toContain('work')
  expect(await kindsOf(friday, 4)).toContain('work')
  const saturday = friday.replace('27', '28')
  expect(await kindsOf(saturday, 0)).not.toContain('work')
  expect(await kindsOf(saturday, 2)).not.toContain('work')
  // In Iran, people work again on Saturday.
  expect(await kindsOf(saturday, 3)).toContain('work')
  const text = textOf((await page(friday)).body)
  expect(text).toContain('Weekend: Friday and Saturday')
  expect(text).toContain('Public holidays are not included.')
  // A night shift goes on into the next morning.
  const night = await kindsOf('place=Zurich&hours=22:00-06:00&date=2026-11-24', 0)
  expect(night.map((kind, hour) => (kind === 'work' ? hour : -1)).filter((hour) => hour >= 0)).toEqual([
    0, 1, 2, 3, 4, 5, 22, 23,
  ])
  const wrong = await page('place=Zurich&hours=often')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('&quot;often&quot; are not working hours for Zurich')
})

test('the best times are proposed with the reason, and none on a weekend if other days suit as well', async () => {
  const { body } = await page(places('Zurich', 'New York'))
  const text = textOf(body)
  // Now is Friday noon in UTC. Two hours of this day are left. The next days are Monday and Tuesday.
  expect(text).toMatch(
    /Best times in the two weeks from Fri 20 Nov Length: .*? By the clock of Zurich\. Working hours everywhere\. Fri 20 Nov, 15:30 to 16:30 Mon 23 Nov, 15:30 to 16:30 Tue 24 Nov, 15:30 to 16:30/,
  )
  const far = textOf((await page(`${places('Zurich', 'New York', 'Sydney')}&date=2026-11-24`)).body)
  expect(far).toContain(
    'No time is in everyone’s working hours. These differ in who gives way, by the clock of Zurich.',
  )
  expect(far).toContain('Working hours in New York; late in Zurich (21:00) and early in Sydney (07:00).')
  const never = textOf((await page(places('Zurich', 'New York', 'Tokyo', 'Los Angeles', 'Kathmandu'))).body)
  expect(never).toContain('No time suits everyone.')
  expect(never).toMatch(/night in \w+ \(\d\d:\d\d\)/)
  // Each proposal is as long as the chosen time.
  expect(textOf((await page(`${places('Zurich', 'New York')}&from=09:00&until=10:30`)).body)).toContain(
    'Fri 20 Nov, 15:00 to 16:30',
  )
})

test('an Until before From is said, and times that end on another day say so', async () => {
  const of = async (query: string): Promise<string> => textOf((await page(`date=2027-03-25&${query}`)).body)
  const long = await of(`${places('Zurich', 'New York')}&from=5pm&until=3pm`)
  expect(long).toContain(
    'Until (15:00) is before From (17:00). The meeting takes 22 hours and ends at 15:00 on Friday 26 March 2027.',
  )
  expect(long).toMatch(/Thu 25 Mar, \d\d:\d\d to \d\d:\d\d on Fri 26 Mar/)
  // The reason names the hour in which the night begins, not that of the start.
  expect(long).toMatch(/night in Zurich \((22:00|0[0-6]:\d\d)\)/i)
  expect(long).not.toMatch(/night in \w+ \((0[7-9]|1\d|2[01]):/i)
  const evening = await of(`${places('Zurich', 'New York')}&from=22:00&until=00:00`)
  expect(evening).not.toContain('is before From')
  expect(await of('place=Zurich&from=22:00&until=24:00')).not.toContain('is before From')
  expect(await of('place=Zurich&from=22:00&until=01:00')).toContain('The meeting takes three hours and ends')
  expect(await of('place=Zurich&from=9&until=9')).toContain(
    'From and Until are both 09:00. The meeting takes one hour and ends at 10:00 on Thursday 25 March 2027.',
  )
})

test('links that choose a time lead to what can be done with it', async () => {
  const { body } = await page(`${places('Zurich', 'New York')}&from=15:00`)
  const [, best = ''] = /<ol class="best">([\s\S]*?)<\/ol>/.exec(body) ?? []
  for (const part of [best, /<table class="hours"[\s\S]*?<\/table>/.exec(body)?.[0] ?? '']) {
    const hrefs = Array.from(part.matchAll(/href="([^"]*)"/g), ([, href = '']) => href)
    expect(hrefs.length).toBeGreaterThan(2)
    expect(hrefs.filter((href) => !href.endsWith('#chosen'))).toEqual([])
  }
  expect(body).toContain('<h2 id="chosen">')
})

test('the days beside keep From and Until as they were written, and drop which of two equal times was meant', async () => {
  const beside = async (query: string): Promise<string[]> => {
    const { body } = await page(query)
    const [, days = ''] = /<p class="actions no-print days">([\s\S]*?)<\/p>/.exec(body) ?? []
    return Array.from(days.matchAll(/href="([^"]*)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'))
  }
  expect(await beside('place=Zurich&date=2026-12-01&from=3pm&until=16:30')).toEqual([
    '/meeting?place=Zurich&date=2026-11-30&from=3pm&until=16%3A30',
    '/meeting?place=Zurich&date=2026-12-02&from=3pm&until=16%3A30',
  ])
  expect(
    await beside('place=Berlin&date=2026-10-25&from=02:00&until=02:30&resolution=latest&ending=latest'),
  ).toEqual([
    '/meeting?place=Berlin&date=2026-10-24&from=02%3A00&until=02%3A30',
    '/meeting?place=Berlin&date=2026-10-26&from=02%3A00&until=02%3A30',
  ])
})

test('links move and remove places, the form adds one, and names stay as typed', async () => {
  const { body } = await page(`${places('Bombay', 'paris-us')}&add=Tokyo&date=2026-11-24`)
  const text = textOf(body)
  expect(text).toContain('Bombay Maharashtra')
  expect(text).toContain('Paris, Texas United States')
  const hrefOf = (label: string): string =>
    new RegExp(`href="([^"]+)"[^>]*aria-label="${label}"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(hrefOf('Remove Bombay')).toBe('/meeting?place=paris-us&place=Tokyo&date=2026-11-24')
  expect(hrefOf('Move Tokyo forward')).toBe(
    '/meeting?place=Bombay&place=Tokyo&place=paris-us&date=2026-11-24',
  )
  expect(hrefOf('Move Bombay forward')).toBe('')
  // A list separated by commas, and one place with a comma in it.
  expect(rowsOf((await page('place=Zurich,+New+York;Paris,+Texas')).body).length).toBe(3)
  expect(rowsOf((await page('place=Paris,+Texas')).body).map(({ name }) => name)).toEqual([
    'Paris, Texas United States, UTC−06:00',
  ])
})

test('the page asks about an ambiguous place with its states, and shows the others', async () => {
  const { body, statusCode } = await page(places('Zurich', 'Springfield'))
  expect(statusCode).toBe(200)
  expect(body).toContain('Which Springfield?')
  expect(textOf(body)).toContain('Springfield, Illinois')
  expect(body).toContain('href="/meeting?place=Zurich&amp;place=springfield-us-illinois"')
  expect(rowsOf(body).length).toBe(1)
  // Towns of another name come after those of the name, and are said to be so, as a conversion asks.
  const newcastle = textOf((await page(places('Zurich', 'Newcastle'))).body)
  const choices = newcastle.slice(newcastle.indexOf('Which Newcastle?'))
  const [own = '', others = ''] = choices.split('Newcastle is another name of:')
  expect(own).toContain('Several places are called Newcastle. Choose one:')
  expect(own).not.toContain('Newcastle upon Tyne')
  expect(others).toMatch(/^ Newcastle upon Tyne/)
  // The best times say whom they leave out.
  const three = textOf((await page(places('Zurich', 'New York', 'Springfield', 'Nowhereland'))).body)
  expect(three).toMatch(
    /public holidays.* Best times .* Without Springfield and Nowhereland: which place that is, is not known yet\./i,
  )
  expect(textOf((await page(places('Zurich', 'New York'))).body)).not.toContain('Without ')
  const unknown = await page(places('Zurich', 'Nowhereland'))
  expect(unknown.statusCode).toBe(422)
  expect(unknown.body).toContain('value="Nowhereland"')
  expect(rowsOf(unknown.body).length).toBe(1)
  expect(textOf((await page('place=Zurich&date=2026-02-30')).body)).toContain(
    'This is not a date. Choose another day; where the field is plain text, write it as 2026-11-23.',
  )
  for (const query of ['date=2026-02-30', 'date=never', 'from=25:00', 'until=noonish'])
    expect((await page(`place=Zurich&${query}`)).statusCode, query).toBe(422)
})

test('From and Until take what people write, and say what they cannot read', async () => {
  const said = async (from: string, until: string): Promise<string> => {
    const query = new URLSearchParams({ place: 'Zurich', date: '2026-11-24', from, until })
    return textOf((await page(query.toString())).body)
  }
  for (const from of ['9am', '9:00', '9h', '9', 'at 9 am'])
    expect(await said(from, '10h30'), from).toContain('Zurich: 09:00 to 10:30, Tuesday 24 November 2026')
  const wrong = await said('tomorrow 9am', '9am to 5pm')
  expect(wrong).toContain('Write the day in Date, and only the time here.')
  expect(wrong).toContain('This is more than one time.')
  expect((await page('place=Zurich&from=tomorrow+9am')).body).toMatch(/name="from"[^>]*value="tomorrow 9am"/)
})

test('an end without a beginning is asked about', async () => {
  const { statusCode, body } = await page(`${places('Zurich')}&until=14:00`)
  expect([statusCode, body.includes('Write when it begins, too.')]).toEqual([422, true])
})

test('a town beside the zone of its own name is one place, and a town of another state another', async () => {
  const namesIn = async (...names: readonly string[]) =>
    rowsOf((await page(`${places(...names)}&date=2026-12-01`)).body).map(({ name }) => name)
  expect(await namesIn('Europe/Zurich', 'Zurich', 'Tokyo')).toEqual(await namesIn('Zurich', 'Tokyo'))
  expect(await namesIn('Springfield, IL', 'Springfield, MO')).toHaveLength(
    (await namesIn('Springfield, IL', 'Chicago')).length,
  )
})

test('working hours are read alike, and a day of twenty hours is asked about', async () => {
  const ofHours = async (hours: string) => {
    const { statusCode, body } = await page(new URLSearchParams({ place: 'Zurich', hours }).toString())
    return [statusCode, /name="hours"[^>]*value="([^"]*)"/.exec(body)?.[1]]
  }
  for (const hours of ['9am-5pm', '9am to 5pm', '9h-17h', '9-17'])
    expect(await ofHours(hours), hours).toEqual([200, '09:00–17:00'])
  expect(await ofHours('10pm-6am')).toEqual([200, '22:00–06:00'])
  expect(await ofHours('9-5')).toEqual([422, '9-5'])
})

test('the zone that a visitor set comes first, and is offered where others sent the places', async () => {
  const cookie = 'tzref_visitor=Asia/Kathmandu'
  expect(rowsOf((await page('', { cookie })).body).map(({ name }) => name)).toEqual([
    'Kathmandu Nepal, UTC+05:45',
  ])
  const { body } = await page(places('Zurich'), { cookie })
  expect(body).toContain('href="/meeting?place=Asia%2FKathmandu&amp;place=Zurich"')
  expect((await page(places('Zurich'))).body).not.toContain('Put your own time first')
})

test('fifty places fit a page of thirty kilobytes, its scripts fifteen', async () => {
  const names = service.catalogue.almanac.zones.listed.map(({ iana }) => iana)
  const wide = await page(`${places(...names.slice(0, 50))}&date=2026-11-24&from=09:00`)
  expect([wide.statusCode, rowsOf(wide.body).length]).toEqual([200, 50])
  expect(gzipSync(wide.body).length).toBeLessThan(30_000)
  let bytes = 0
  for (const [, src = ''] of wide.body.matchAll(/<script type="module" src="([^"]+)"/g))
    bytes += gzipSync((await service.app.inject({ url: src })).rawPayload).length
  expect(bytes).toBeGreaterThan(2000)
  expect(bytes).toBeLessThan(15_000)
  expect((await page(places(...names.slice(0, 51)))).statusCode).toBe(422)
})

test('the chosen time can be copied as text and put into calendars, and the same question gives the same page', async () => {
  const query = `${places('Zurich', 'New York')}&date=2026-11-23&from=15:00&until=16:30`
  const { body } = await page(query)
  expect((await page(query)).body).toBe(body)
  const text = textOf(body)
  expect(text).toContain('New York: 09:00 to 10:30, Monday 23 November 2026 (UTC−05:00, America/New_York)')
  expect(text).toContain(
    `${WEB}/t/2026-11-23T15:00/Europe/Zurich?name=Zurich&amp;to=New+York&amp;minutes=90&amp;tz=`,
  )
  const links = Array.from(
    body.matchAll(/href="(https:[^"]+)" rel="noreferrer"/g),
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
  )
  expect(links.map(({ host }) => host)).toEqual([
    'calendar.google.com',
    'outlook.live.com',
    'outlook.office.com',
  ])
  expect(links[0]?.searchParams.get('dates')).toBe('20261123T140000Z/20261123T153000Z')
  expect(links[0]?.searchParams.get('ctz')).toBe('Europe/Zurich')
  expect(links[1]?.searchParams.get('startdt')).toBe('2026-11-23T14:00:00Z')
  const report = await new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: { 'no-inline-style': 'error', 'void-style': 'off', 'no-implicit-button-type': 'off' },
  }).validateString(body)
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([])
})

test('a meeting in the first hour of a fold keeps its zone; in the second it is written in UTC', async () => {
  const startOf = async (side: string): Promise<string | undefined> => {
    const url = `/meeting.ics?place=Berlin&place=Tokyo&date=2026-10-25&from=02:30&until=03:30${side}`
    const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
    return /BEGIN:VEVENT.*?(DTSTART\S+)/s.exec(body)?.[1]
  }
  expect(await startOf('')).toBe('DTSTART;TZID=Europe/Berlin:20261025T023000')
  expect(await startOf('&resolution=latest')).toBe('DTSTART:20261025T013000Z')
})

describe('the link to the moment of a meeting', () => {
  /** The page of the link, the calendar file of that page, and that of the meeting. */
  const sent = async (query: string) => {
    const { body } = await page(query)
    const got = async (url: string): Promise<string> =>
      (await service.app.inject({ url: url.replaceAll('&amp;', '&'), headers: { host: 'localhost' } })).body
    const link = /href="(\/t\/[^"]+)"/.exec(body)?.[1] ?? ''
    const moment = await got(link)
    return {
      text: textOf(moment),
      copied: /data-copy="([^"]+)"/.exec(moment)?.[1],
      chosen: textOf(body),
      files: [
        await got(/href="(\/meeting\.ics[^"]+)"/.exec(body)?.[1] ?? ''),
        await got(/href="(\/t\/[^"]+\.ics[^"]*)"/.exec(moment)?.[1] ?? ''),
      ],
    }
  }
  const lines = (ics: string): string[] =>
    ics.slice(ics.indexOf('BEGIN:VEVENT')).match(/^(?:UID|SEQUENCE|DTSTART|DTEND)\b.*$/gm) ?? []

  test('has the end and the other places, and both calendar files say the same', async () => {
    const { text, copied, files } = await sent(
      `place=Bombay&place=Paris,+Texas&place=Zurich&date=2026-11-23&from=15:00&until=16:30`,
    )
    expect(text).toContain('15:00 on Monday 23 November 2026 in Bombay')
    expect(text).toContain('Bombay Asia/Kolkata 15:00 Monday 23 November 2026 until 16:30')
    expect(text).toContain('The event takes 1 hour and 30 minutes.')
    expect(copied).toContain('minutes=90')
    expect(text).toMatch(
      /From its beginning to its end.*Paris, Texas 03:30 to 05:00 .*Zurich 10:30 to 12:00 /,
    )
    expect(text).not.toContain('Honolulu')
    expect(lines(files[0] ?? '')).toHaveLength(4)
    expect(lines(files[1] ?? '')).toEqual(lines(files[0] ?? ''))
  })

  test.each([
    'place=Berlin&place=Tokyo&date=2026-10-25&from=02:30&until=03:30',
    'place=Berlin&place=Tokyo&date=2026-10-25&from=02:30&until=03:30&resolution=latest',
    'place=Berlin&place=Tokyo&date=2026-10-24&from=23:00&until=05:00',
    'place=Zurich&date=2027-03-28&from=02:30&until=03:30',
    'place=UTC%2B2&place=Tokyo&date=2026-10-25&from=22:00&until=00:00',
  ])('has the same end at a clock change, at night and from an offset: %s', async (query) => {
    const { files } = await sent(query)
    expect(lines(files[0] ?? '')).toHaveLength(4)
    expect(lines(files[1] ?? '')).toEqual(lines(files[0] ?? ''))
  })

  test('says an end on another day, and how many places it has', async () => {
    const late = await sent('place=Zurich&place=New+York&date=2026-11-23&from=05:00&until=07:00')
    expect(late.text).toMatch(/New York 23:00 to 01:00 on Mon 23.Nov Sun 22.Nov/)
    const names = service.catalogue.almanac.zones.listed.map(({ iana }) => iana)
    const many = await sent(`${places(...names.slice(0, 12))}&date=2026-11-23&from=05:00`)
    expect(many.chosen).toContain('The link to this moment has only the first 10 of the other places.')
    expect(late.chosen).not.toContain('has only the first')
  })

  test('takes an hour where its length is no number of minutes', async () => {
    for (const minutes of ['0', '-5', '1.5', 'long', '999999']) {
      const url = `/t/2027-03-28T09:00/Europe/Berlin?minutes=${minutes}`
      const { statusCode, body } = await service.app.inject({ url, headers: { host: 'localhost' } })
      expect([minutes, statusCode, textOf(body).includes('The event takes one hour.')]).toEqual([
        minutes,
        200,
        true,
      ])
      expect(body).not.toContain('<dt>Until')
    }
  })
})

test('a calendar file keeps the wall time of the first place, with its zone’s rules and the page’s address', async () => {
  const query = `${places('Zurich', 'New York')}&date=2027-03-29&from=15:00&until=16:30`
  const file =
    (await page(query)).body.match(/href="(\/meeting\.ics[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const ics = await service.app.inject({ url: file, headers: { host: 'localhost' } })
  expect([ics.statusCode, ics.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const lines = ics.body.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('DTSTART;TZID=Europe/Zurich:20270329T150000')
  expect(lines).toContain('DTEND;TZID=Europe/Zurich:20270329T163000')
  expect(lines).toContain('TZID:Europe/Zurich')
  expect(lines.find((line) => line.startsWith('URL:'))).toBe(
    `URL:${WEB}/meeting?place=Zurich&place=New+York&date=2027-03-29&from=15%3A00&until=16%3A30`,
  )
  expect(lines.filter((line) => /^(UID|SEQUENCE):./.test(line)).length).toBe(2)
  // Another library reads the same instants.
  const { default: ical } = await import('ical.js')
  const calendar = new ical.Component(ical.parse(ics.body))
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ical.TimezoneService.register(new ical.Timezone(zone))
  const [event] = calendar.getAllSubcomponents('vevent').map((one) => new ical.Event(one))
  expect(event?.startDate.toJSDate().toISOString()).toBe('2027-03-29T13:00:00.000Z')
  expect(event?.endDate.toJSDate().toISOString()).toBe('2027-03-29T14:30:00.000Z')
  // The uid comes from local time, zone and side. So an event with another length, or from another release, replaces it.
  const longer = await service.app.inject({
    url: file.replace('16%3A30', '17%3A00'),
    headers: { host: 'localhost' },
  })
  const uidOf = (body: string): string => /^UID:.*$/m.exec(body)?.[0] ?? 'none'
  expect(uidOf(longer.body)).toBe(uidOf(ics.body))
  // No time, and days that do not exist.
  for (const rest of ['', '&date=2026-02-30&from=09:00&until=10:00', '&date=foo&from=09:00&until=10:00']) {
    const url = `/meeting.ics?place=Zurich${rest}`
    const nothing = await service.app.inject({ url, headers: { host: 'localhost' } })
    expect(nothing.statusCode, url).toBe(404)
  }
})
