// How times that people write are read: the right instant, a question that has it, or a refusal that names a word; never another instant.
import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coversOf } from '#apps/search/time-covers.ts'
import { plainText } from '#apps/search/time-days.ts'
import { readTypedTime, type TypedTime } from '#apps/search/typed-time.ts'
import { epochSeconds } from '#core/time/units.ts'
import { TAKES_ALL } from '../../support/how-many.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** 2026-11-28T20:27:00Z, a Saturday. */
const NOW = Date.UTC(2026, 10, 28, 20, 27) / 1000

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(`../../fixtures/times/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

function read(text: string, own = 'Europe/Berlin', reader: string | null = null, now = NOW): TypedTime {
  const { almanac } = service.catalogue
  const zone = almanac.zones.named(own)
  if (zone === null) throw new Error(`no zone ${own}`)
  return readTypedTime(text, {
    almanac,
    now: epochSeconds(now),
    reader: reader === null ? null : almanac.zones.named(reader),
    own: { kind: 'zone', zone },
  })
}

/** How a text is read, where it means an instant. */
function judged(text: string, at: number, own?: string): 'right' | 'asked' | 'refused' | 'WRONG' {
  const found = read(text, own)
  if (found.kind !== 'read') return 'refused'
  if (!found.readings.some((one) => one.at === at)) return 'WRONG'
  return found.asks.length > 0 ? 'asked' : 'right'
}

const seconds = (text = ''): number => Date.parse(text) / 1000

test.each(['printed.tsv', 'with-zones.tsv'])('of %s no text means another instant', (file) => {
  const counts = { right: 0, asked: 0, refused: 0, WRONG: 0 }
  const wrong: string[] = []
  for (const row of rowsOf(file)) {
    const [zone, text = '', instant] = file === 'printed.tsv' ? row.slice(1) : [undefined, ...row]
    const verdict = judged(text, seconds(instant), zone)
    counts[verdict]++
    if (verdict === 'WRONG') wrong.push(text)
  }
  expect(wrong).toEqual([])
  // Short dates of two orders, years of two digits, letters of several standards and letters out of season are asked about.
  expect(counts.right).toBeGreaterThan(3 * (counts.asked + counts.refused))
})

test.each(rowsOf('cases.tsv'))('"%s" (%s): %s %s', (text = '', asker = '', kind, wanted = '') => {
  const [now = '', reader] = asker.split(' ')
  const found = asker === '-' ? read(text) : read(text, reader, reader, seconds(now))
  if (kind === 'refuse') {
    expect(found).toMatchObject({ kind: 'unread', word: wanted })
    return
  }
  if (found.kind !== 'read') throw new Error(`not read: ${JSON.stringify(found)}`)
  const [start = '', end] = wanted.split('..')
  expect(found.readings.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(start.split(' ').map(seconds))
  expect(found.asks.length > 0).toBe(kind === 'ask')
  if (end !== undefined)
    expect(found.readings[0]?.until).toBe(
      seconds(`${start.slice(0, 11)}${end}`) + (end < start.slice(11) ? 86_400 : 0),
    )
})

test('places behind a clock are where the answer is wanted', () => {
  const targets = (text: string): readonly string[] => {
    const found = read(text)
    return found.kind === 'read' ? found.targets : []
  }
  expect(targets('3pm EST London')).toEqual(['London'])
  expect(targets('8pm Zurich in Manila and Halifax')).toEqual(['Manila', 'Halifax'])
  expect(targets('15:00 Berlin to Tokyo, London and New York')).toEqual(['Tokyo', 'London', 'New York'])
  expect(targets('tokyo when it is 5pm in london')).toEqual(['tokyo'])
  expect(targets('3pm Portland, Maine')).toEqual([])
})

/** Zones whose rules no release of the last years has changed, with their letters and what people call their time. */
const PLACES = [
  ['America/New_York', 'New York', 'EST', 'EDT', 'ET', 'Eastern Time'],
  ['America/Chicago', 'Chicago', 'CST', 'CDT', 'CT', 'Central Time'],
  ['America/Los_Angeles', 'Los Angeles', 'PST', 'PDT', 'PT', 'Pacific Time'],
  ['Europe/London', 'London', 'GMT', 'BST', 'London time', 'UK time'],
  ['Europe/Berlin', 'Berlin', 'CET', 'CEST', 'Berlin time', 'CET/CEST'],
  ['Asia/Kolkata', 'Mumbai', 'IST', 'IST', 'India time', 'India Standard Time'],
  ['Asia/Tokyo', 'Tokyo', 'JST', 'JST', 'Japan time', 'Tokyo time'],
  ['Australia/Sydney', 'Sydney', 'AEST', 'AEDT', 'Sydney time', 'Australia/Sydney'],
  ['Asia/Kathmandu', 'Kathmandu', 'NPT', 'NPT', 'Nepal time', 'Asia/Kathmandu'],
] as const
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const ordinal = (day: number): string =>
  `${day}${[11, 12, 13].includes(day) ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
const pad = (value: number): string => String(value).padStart(2, '0')

/** A text of parts that are drawn each on its own, in an order that is drawn too; and the instant that the parts mean, by Temporal. */
function drawn(random: () => number): { text: string; at: number } {
  const pick = <One>(from: readonly One[]): One => {
    const one = from[Math.floor(random() * from.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
  const chance = (share: number): boolean => random() < share
  const [zone, city, winter, summer, generic, name] = pick(PLACES)
  const [month, day] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)]
  const year = pick([2027, 2028, 2029])
  const [hour, minute] = [4 + Math.floor(random() * 20), pick([0, 0, 30, 45, 5])]
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute })
  const zoned = wall.toZonedDateTime(zone)
  const monthName = MONTHS[month - 1] ?? ''
  const date = pick([
    `${year}-${pad(month)}-${pad(day)}`,
    `${year}/${pad(month)}/${pad(day)}`,
    `${day} ${monthName} ${year}`,
    `${day} ${monthName.slice(0, 3)} ${year}`,
    `${monthName} ${day}, ${year}`,
    `${monthName.slice(0, 3)} ${day} ${year}`,
    `${monthName} ${ordinal(day)}, ${year}`,
    `the ${ordinal(day)} of ${monthName} ${year}`,
    `${day}-${monthName.slice(0, 3)}-${year}`,
    `${day}.${month}.${year}`,
    `${pad(day)}.${pad(month)}.${year}`,
    day > 12 || chance(0.3) ? `${day}/${month}/${year}` : `${day} ${monthName} ${year}`,
    day > 12 || chance(0.3) ? `${month}/${day}/${year}` : `${monthName} ${day} ${year}`,
  ])
  const twelve = hour % 12 === 0 ? 12 : hour % 12
  const half = hour < 12 ? 'am' : 'pm'
  const time = pick([
    `${pad(hour)}:${pad(minute)}`,
    `${hour}:${pad(minute)}`,
    `${pad(hour)}:${pad(minute)}:00`,
    `${twelve}:${pad(minute)}${half}`,
    `${twelve}:${pad(minute)} ${half.toUpperCase()}`,
    `${twelve}:${pad(minute)} ${half[0]}.m.`,
    minute === 0 ? `${twelve}${half}` : `${twelve}.${pad(minute)}${half}`,
    `${hour}h${pad(minute)}`,
    `${pad(hour)}${pad(minute)} hrs`,
    hour === 12 && minute === 0 ? 'noon' : `${twelve}:${pad(minute)}${half}`,
  ])
  const offset = zoned.offset
  const letters =
    zoned.hoursInDay === 0 ||
    zoned.offsetNanoseconds ===
      Temporal.PlainDateTime.from({
        year,
        month: zone.startsWith('Australia') ? 7 : 1,
        day: 15,
      }).toZonedDateTime(zone).offsetNanoseconds
      ? winter
      : summer
  const clock = pick([
    letters,
    `(${letters})`,
    generic,
    name,
    offset,
    `UTC${offset}`,
    `${offset.replace(':', '')} (${letters})`,
    zone,
    city,
    `in ${city}`,
    city,
  ])
  const weekday = DAYS[zoned.dayOfWeek - 1] ?? ''
  const named = chance(0.5) ? '' : pick([weekday, weekday.slice(0, 3)])
  const at = pick(['', 'at ', ', ', ''])
  const [one, on] = [`${time} ${clock}`, pick(['', 'on ', ', '])]
  const dated = pick([
    `${named}${named === '' ? '' : pick([' ', ', '])}${date}`,
    named === '' ? date : `${date} (${named})`,
  ])
  const isBare = /^[+-]/.test(clock)
  const phrase = pick([
    `${dated} ${at}${one}`,
    `${dated} ${at}${one}`,
    `${one} ${on}${dated}`,
    isBare ? `${one} ${dated}` : `${time} ${on}${dated} ${clock}`,
    clock === city ? `${city} ${dated} ${time}` : `${dated}, ${one}`,
  ])
  const others = PLACES.filter(([, other]) => other !== city)
  const to = pick(others)[1]
  const tail = pick([
    '',
    '',
    '',
    ` to ${to}`,
    ` for ${to}`,
    clock === city ? '' : ` in ${to}`,
    clock === city ? '' : ` ${to}`,
  ])
  return { text: `${phrase}${tail}`.replaceAll(' , ', ', '), at: zoned.epochMilliseconds / 1000 }
}

/** A text takes some 15 milliseconds. */
const TEXTS = TAKES_ALL ? 3000 : 600

test('parts in any order mean their instant, or are asked about, or a word is refused', () => {
  const random = seededRandom(2026_11_28)
  const counts = { right: 0, asked: 0, refused: 0, WRONG: 0 }
  const wrong: string[] = []
  for (let count = 0; count < TEXTS; count++) {
    const { text, at } = drawn(random)
    const verdict = judged(text, at)
    counts[verdict]++
    if (verdict === 'WRONG') wrong.push(`${text} (${new Date(at * 1000).toISOString()})`)
    if (verdict === 'refused') {
      const found = read(text)
      expect(found.kind === 'unread' && text.includes(found.word.split(' ')[0] ?? '')).toBe(true)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.right).toBeGreaterThanOrEqual(0.9 * TEXTS)
})

test('texts of random words and marks end within the bounds of steps and look-ups', () => {
  const random = seededRandom(7)
  const words =
    `at UTC EST 3pm 2026 Georgia Monday ( ) London time on from to York and in , / = - 14:00 noon 5/6 next 12 Paris the AT 1930 [ ] Z +02:00 half`.split(
      ' ',
    )
  for (let count = 0; count < 600; count++) {
    const text = Array.from(
      { length: 4 + Math.floor(random() * 30) },
      () => words[Math.floor(random() * words.length)],
    ).join(' ')
    const { steps, lookUps } = coversOf(plainText(text).slice(0, 140), service.catalogue.almanac)
    expect(steps).toBeLessThanOrEqual(4100)
    expect(lookUps).toBeLessThanOrEqual(60)
  }
})
