// Calendars as Outlook, Google, Apple and Thunderbird write them, made by hand: local times with and without a VTIMEZONE, repeated events.
import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { judgeCalendar, readCalendar as read, type CalendarRest } from '#apps/moved/calendar.ts'
import { ZonePair } from '#apps/moved/judge.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { MovedEvents, type MovedEvent } from '#apps/moved/moved-events.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { compileText } from '../../support/worlds/compile-text.ts'

const BERLIN = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
`
/** Reads with the same clock for both releases. */
function readCalendar(text: string): CalendarRest & { readonly events: readonly Told[] } {
  const events: Told[] = []
  const zoneNamed = (zone: string): ZonePair => {
    const clock = zone === 'Europe/Berlin' ? CLOCKS.berlin : zone === 'Asia/Tokyo' ? CLOCKS.tokyo : null
    return new ZonePair(zone, { older: clock, newer: clock })
  }
  const rest = read(text, zoneNamed, ({ line, of, pair, wall, instant, fate }) =>
    events.push({
      line,
      id: of.id,
      zone: pair.name,
      wall: formatLocal(localSeconds(wall)),
      instant: Number.isNaN(instant) ? null : formatUtc(epochSeconds(instant)),
      fate,
    }),
  )
  return { ...rest, events }
}
interface Told {
  readonly line: number
  readonly id: string | null
  readonly zone: string
  readonly wall: string
  readonly instant: string | null
  readonly fate: 'lost' | 'back' | null
}
const EU =
  'Rule EU 1981 max - Mar lastSun 1:00u 1:00 S\nRule EU 1996 max - Oct lastSun 1:00u 0 -\nZone Europe/Berlin 1:00 EU CE%sT\n'
const CLOCKS = { berlin: compileText(EU), tokyo: compileText('Zone Asia/Tokyo 9 - JST\n') }
const event = (...lines: readonly string[]): string =>
  `BEGIN:VEVENT\nUID:one\n${lines.join('\n')}\nEND:VEVENT\n`
const calendar = (...parts: readonly string[]): string => `BEGIN:VCALENDAR\n${parts.join('')}END:VCALENDAR\n`
const START = 'DTSTART;TZID=Europe/Berlin:20270101T090000'

/** The same calendar with a zone that no release has, so that only its VTIMEZONE says what its times mean. */
const ofNoRelease = (text: string): string => text.replaceAll('Europe/Berlin', 'Test/Berlin')

describe('an event', () => {
  test('in a zone that no release has was stored by the VTIMEZONE, and any other by the older release', () => {
    const [first] = readCalendar(ofNoRelease(calendar(BERLIN, event(START)))).events
    expect(first).toEqual({
      line: 21,
      id: 'one',
      zone: 'Test/Berlin',
      wall: '2027-01-01T09:00:00',
      instant: '2027-01-01T08:00:00+00:00',
      fate: null,
    })
    for (const zones of ['', BERLIN])
      expect(readCalendar(calendar(zones, event(START))).events[0]?.instant).toBeNull()
  })

  test.each([
    ['20270328T023000', '2027-03-28T01:30:00+00:00', 'in a gap is read by the clock before it'],
    ['20271031T023000', '2027-10-31T00:30:00+00:00', 'in a fold is the first of the two'],
    ['20270701T090000', '2027-07-01T07:00:00+00:00', 'in summer is on summer time'],
  ])('at %s is at %s: it %s', (time, instant) => {
    const text = ofNoRelease(calendar(BERLIN, event(`DTSTART;TZID=Europe/Berlin:${time}`)))
    expect(readCalendar(text).events[0]?.instant).toBe(instant)
  })

  test('in a gap of the older release is read by the offset before it too', () => {
    expect(judged(calendar(event('DTSTART;TZID=Europe/Berlin:20310330T021500')))).toEqual([
      '4 Europe/Berlin 03-30T02:15 unmoved 03-30T01:15 03-30T01:15',
    ])
  })

  test('in UTC, of a whole day or without a zone is not judged', () => {
    const times = ['DTSTART:20270101T090000Z', 'DTSTART;VALUE=DATE:20270101', 'DTSTART:20270101T090000']
    expect(readCalendar(calendar(...times.map((time) => event(time)))).events).toEqual([])
  })

  test('with folded lines and quoted parameters is read like any other', () => {
    const folded = event('DTSTART;X-A="b:c;d";TZID="Europe/Berlin":2027', ' 0101T090000')
    expect(readCalendar(calendar(folded).replaceAll('\n', '\r\n')).events[0]?.wall).toBe(
      '2027-01-01T09:00:00',
    )
  })

  test('a line of many parameters without a value is passed over at once', () => {
    const line = `DTSTART${';X=a,b'.repeat(100)}`
    expect(readCalendar(calendar(event(line, START))).events[0]?.wall).toBe('2027-01-01T09:00:00')
  })
})

test.each([
  '/mozilla.org/20050126_1/Africa/Casablanca',
  '/citadel.org/20210210_1/Africa/Casablanca',
  '/freeassociation.sourceforge.net/Africa/Casablanca',
  'Morocco Standard Time',
  'morocco standard time',
  'africa/CASABLANCA',
])('a zone is found in %s', (named) => {
  expect(judged(calendar(event(`DTSTART;TZID=${named}:20301201T090000`)))[0]).toContain(
    'moved 12-01T08:00 12-01T09:00',
  )
})

test('a calendar that was cut anywhere is refused', () => {
  const whole = calendar(BERLIN, event(START)).trimEnd()
  for (let length = 'BEGIN:VCALENDAR'.length; length < whole.length; length++)
    expect(() => readCalendar(whole.slice(0, length)), whole.slice(0, length)).toThrow(
      /^line \d+: found (?:the end of the file|END:[A-Z]*), expected END:[A-Z]* for the BEGIN:[A-Z]* of line \d+ before it: the calendar was cut/,
    )
})

test.each([
  [
    calendar('BEGIN:VEVENT\nUID:3\n'),
    'line 4: found END:VCALENDAR, expected END:VEVENT for the BEGIN:VEVENT',
  ],
  [
    calendar('END:VEVENT\n'),
    'line 2: found END:VEVENT, expected END:VCALENDAR for the BEGIN:VCALENDAR of line 1',
  ],
  [`${calendar()}${event(START)}`, 'line 3: found BEGIN:VEVENT, expected BEGIN:VCALENDAR before it'],
  [`${calendar()}END:VCALENDAR\n`, 'line 3: found END:VCALENDAR, expected BEGIN:VCALENDAR before it'],
])('a calendar with parts that do not fit is refused: %j', (text, problem) => {
  expect(() => readCalendar(text)).toThrow(problem)
})

test('a zone is the X-LIC-LOCATION of its VTIMEZONE', () => {
  const zone = BERLIN.replace('TZID:Europe/Berlin', 'TZID:W. Europe\nX-LIC-LOCATION:Europe/Berlin')
  const [found] = readCalendar(calendar(zone, event('DTSTART;TZID=W. Europe:20270101T090000'))).events
  expect([found?.zone, found?.instant]).toEqual(['Europe/Berlin', null])
})

const releaseOf = (files: Readonly<Record<string, string>>) =>
  clocksOf(compileFiles(new Map(Object.entries(files))))
const [older, newer] = [releaseOf(SMALL_RELEASES['2030a'].files), releaseOf(SMALL_RELEASES['2030b'].files)]

/** The result for each time of a calendar, each as one line. */
function judged(text: string): string[] {
  const lines: string[] = []
  const moved = new MovedEvents({
    older,
    newer,
    everyEvent: true,
    onEvent: ({ line, zone, wall, verdict, was, is }: MovedEvent) =>
      lines.push(
        [line, zone, wall?.slice(5, 16), verdict, was?.slice(5, 16) ?? '', is?.slice(5, 16) ?? ''].join(' '),
      ),
  })
  const unread: string[] = []
  judgeCalendar(text, moved, ({ line, reason }) => unread.push(`${line} ${reason}`))
  return [...lines, ...unread]
}

const fixture = (name: string): string[] =>
  judged(readFileSync(join(ROOT, 'test/fixtures/calendars', `${name}.ics`), 'utf8'))

describe('a calendar of', () => {
  test('Outlook uses Windows’ names of zones, and a zone that its user made is unknown', () => {
    expect(fixture('outlook')).toMatchInlineSnapshot(`
      [
        "32 Morocco Standard Time 12-01T09:00 moved 12-01T08:00 12-01T09:00",
        "46 W. Europe Standard Time 11-25T09:00 unmoved 11-25T08:00 11-25T08:00",
        "46 W. Europe Standard Time 12-02T09:00 unmoved 12-02T08:00 12-02T08:00",
        "46 W. Europe Standard Time 12-16T09:00 unmoved 12-16T08:00 12-16T08:00",
        "53 Customized Time Zone 11-25T09:00 unknown  ",
      ]
    `)
  })
  test('Google writes UNTIL in UTC, and repeats a changed time of a series', () => {
    expect(fixture('google')).toMatchInlineSnapshot(`
      [
        "8 Africa/Casablanca 11-25T00:00 moved 11-24T23:00 11-25T00:00",
        "8 Africa/Casablanca 12-09T00:00 lost 12-08T23:00 ",
        "17 Africa/Casablanca 11-27T15:00 moved 11-27T14:00 11-27T15:00",
        "17 Africa/Casablanca 12-11T15:00 moved 12-11T14:00 12-11T15:00",
        "23 Africa/Casablanca 12-05T15:00 moved 12-05T14:00 12-05T15:00",
      ]
    `)
  })
  test('Apple may end an event in another zone, and has tasks with only a due date', () => {
    expect(fixture('apple')).toMatchInlineSnapshot(`
      [
        "23 America/Edmonton 10-28T18:00 unmoved 10-29T00:00 10-29T00:00",
        "23 America/Edmonton 10-31T18:00 unmoved 11-01T00:00 11-01T00:00",
        "23 America/Edmonton 11-29T18:00 moved 11-30T01:00 11-30T00:00",
        "24 Europe/Berlin 10-29T10:00 unmoved 10-29T09:00 10-29T09:00",
        "30 America/Edmonton 12-02T12:00 moved 12-02T19:00 12-02T18:00",
      ]
    `)
  })
  test('Thunderbird writes its name before zones, and exceptions in UTC', () => {
    expect(fixture('thunderbird')).toMatchInlineSnapshot(`
      [
        "20 Africa/Casablanca 11-30T09:00 moved 11-30T08:00 11-30T09:00",
        "20 Africa/Casablanca 12-02T09:00 moved 12-02T08:00 12-02T09:00",
        "20 Africa/Casablanca 12-03T09:00 moved 12-03T08:00 12-03T09:00",
        "20 Africa/Casablanca 12-10T11:00 moved 12-10T10:00 12-10T11:00",
        "20 Africa/Casablanca 12-01T09:00 back  12-01T09:00",
        "25 Africa/Casablanca 11-30T09:00 moved 11-30T08:00 11-30T09:00",
        "25 Africa/Casablanca 12-01T09:00 moved 12-01T08:00 12-01T09:00",
        "25 Africa/Casablanca 12-03T09:00 moved 12-03T08:00 12-03T09:00",
      ]
    `)
  })
})

describe('of a repeated event', () => {
  const times = (...lines: readonly string[]): string[] =>
    readCalendar(calendar(event(START, ...lines))).events.map(({ wall }) => wall.slice(0, 16))

  test('times that are left out or moved to another day are reported once', () => {
    const series = event(START, 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Asia/Tokyo:20270102T170000')
    const one = event('RECURRENCE-ID:20270103T080000Z', 'DTSTART;TZID=Europe/Berlin:20270103T120000')
    const { events } = readCalendar(calendar(series, one))
    expect(events.map(({ wall }) => wall.slice(8, 16))).toEqual(['01T09:00', '04T09:00', '03T12:00'])
  })

  test('one change may move all later times with it', () => {
    const series = event(START, 'RRULE:FREQ=DAILY;COUNT=4')
    const rest = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270103T090000',
      'DTSTART;TZID=Europe/Berlin:20270103T110000',
    )
    const { events } = readCalendar(calendar(series, rest))
    expect(events.map(({ wall }) => wall.slice(8, 16)).toSorted()).toEqual([
      '01T09:00',
      '02T09:00',
      '03T11:00',
      '04T11:00',
    ])
  })

  test.each([
    ['RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20270115T080000Z', ['01T09:00', '08T09:00', '15T09:00']],
    ['RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20270115T075959Z', ['01T09:00', '08T09:00']],
    ['RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20270115', ['01T09:00', '08T09:00', '15T09:00']],
    ['RRULE:FREQ=HOURLY;INTERVAL=6;COUNT=3', ['01T09:00', '01T15:00', '01T21:00']],
    ['RRULE:FREQ=DAILY;BYDAY=MO,FR;COUNT=3', ['01T09:00', '04T09:00', '08T09:00']],
    ['RDATE:20270102T080000Z,20270103T090000', ['01T09:00', '03T09:00']],
  ])('%s is expanded', (line, expected) => {
    expect(times(line).map((wall) => wall.slice(8))).toEqual(expected)
  })

  test.each([
    'RRULE:FREQ=FORTNIGHTLY',
    'RRULE:FREQ=DAILY;BYDAY=2MO',
    'RRULE:FREQ=DAILY;UNTIL=tomorrow',
    'RRULE:FREQ=SECONDLY',
  ])('%s gives only the first time, and says so', (line) => {
    const { events, unread } = readCalendar(calendar(event(START, line)))
    expect([events.length, unread]).toEqual([
      1,
      [{ line: 5, reason: expect.stringContaining('only the first time of the event was read') }],
    ])
  })

  test.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3'])(
    '%s never happens again, and the search ends',
    (rule) => {
      const started = performance.now()
      expect(times(`RRULE:${rule}`)).toEqual(['2027-01-01T09:00'])
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )

  test('a start that is not a time is reported', () => {
    expect(readCalendar(calendar(event('DTSTART;TZID=Europe/Berlin:20270230T090000'))).unread).toEqual([
      { line: 4, reason: 'found DTSTART "20270230T090000", expected a time such as 20270328T090000' },
    ])
  })
})

test('a VTIMEZONE of our own export gives the instants of its zone', () => {
  const zone = compileText(
    'Rule LH 2008 max - Apr Sun>=1 2:00 0 -\nRule LH 2008 max - Oct Sun>=1 2:00 0:30 -\nZone Test/Howe 10:36:20 - LMT 1895 Feb\n10:30 LH %z\n',
  )
  const text = calendar(
    vtimezone(zone, 'release'),
    event('DTSTART;TZID=Test/Howe:20270701T090000'),
    event('DTSTART;TZID=Test/Howe:20271201T090000'),
  )
  expect(readCalendar(text).events.map(({ instant }) => instant)).toEqual([
    '2027-06-30T22:30:00+00:00',
    '2027-11-30T22:00:00+00:00',
  ])
})
