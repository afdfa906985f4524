// Calendars as programs write them: walls with and without a VTIMEZONE, and events that repeat.
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { readCalendar } from '#core/moved/calendar.ts'
import { vtimezone } from '#core/forms/icalendar.ts'
import { compileText } from '../../support/compile-text.ts'

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
const event = (...lines: readonly string[]): string =>
  `BEGIN:VEVENT\nUID:one\n${lines.join('\n')}\nEND:VEVENT\n`
const calendar = (...parts: readonly string[]): string => `BEGIN:VCALENDAR\n${parts.join('')}END:VCALENDAR\n`
const START = 'DTSTART;TZID=Europe/Berlin:20270101T090000'

describe('an event', () => {
  test('with a VTIMEZONE was stored as that says, without one as nothing', () => {
    const [first] = readCalendar(calendar(BERLIN, event(START))).events
    expect(first).toEqual({
      line: 21,
      id: 'one',
      zone: 'Europe/Berlin',
      wall: '2027-01-01T09:00:00',
      instant: '2027-01-01T08:00:00+00:00',
    })
    expect(readCalendar(calendar(event(START))).events[0]?.instant).toBeNull()
  })

  test.each([
    ['20270328T023000', '2027-03-28T01:30:00+00:00', 'in a gap is read by the clock before it'],
    ['20271031T023000', '2027-10-31T00:30:00+00:00', 'in a fold is the first of the two'],
    ['20270701T090000', '2027-07-01T07:00:00+00:00', 'in summer is on summer time'],
  ])('at %s is at %s: it %s', (time, instant) => {
    const text = calendar(BERLIN, event(`DTSTART;TZID=Europe/Berlin:${time}`))
    expect(readCalendar(text).events[0]?.instant).toBe(instant)
  })

  test('in UTC, of a whole day, or of no zone is none of ours', () => {
    const times = ['DTSTART:20270101T090000Z', 'DTSTART;VALUE=DATE:20270101', 'DTSTART:20270101T090000']
    expect(readCalendar(calendar(...times.map((time) => event(time)))).events).toEqual([])
  })

  test('with folded lines and quoted parameters is read as one without', () => {
    const folded = event('DTSTART;X-A="b:c;d";TZID="Europe/Berlin":2027', ' 0101T090000')
    expect(readCalendar(calendar(folded).replaceAll('\n', '\r\n')).events[0]?.wall).toBe(
      '2027-01-01T09:00:00',
    )
  })
})

describe('a repeated event is at the times that ical.js finds', () => {
  test.each([
    'FREQ=DAILY;COUNT=40',
    'FREQ=DAILY;INTERVAL=3;UNTIL=20270301T000000',
    'FREQ=WEEKLY;UNTIL=20280101',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR,SU;COUNT=50',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=30',
    'FREQ=MONTHLY;COUNT=30',
    'FREQ=MONTHLY;BYDAY=2TU,-1FR;COUNT=30',
    'FREQ=MONTHLY;BYMONTHDAY=-1,15;COUNT=30',
    'FREQ=YEARLY;COUNT=8',
    'FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU;COUNT=9',
    'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU;COUNT=9',
  ])('%s', (rule) => {
    const found = readCalendar(calendar(event(START, `RRULE:${rule}`))).events.map(({ wall }) => wall)
    const times = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString('2027-01-01T09:00:00'))
    const expected: string[] = []
    for (let time = times.next(); time; time = times.next()) expected.push(time.toString())
    expect(expected.length).toBeGreaterThan(7)
    expect(found).toEqual(expected)
  })

  test('without the dates that it leaves out, and with those that it adds', () => {
    const text = event(
      START,
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;TZID=Europe/Berlin:20270102T090000',
      'RDATE;TZID=Europe/Berlin:20270301T090000',
    )
    const days = readCalendar(calendar(text)).events.map(({ wall }) => wall.slice(5, 10))
    expect(days).toEqual(['01-01', '01-03', '03-01'])
  })

  test('and by a rule that is not known at its first alone, which is said', () => {
    const { events, unread } = readCalendar(calendar(event(START, 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1')))
    expect([events.length, unread]).toEqual([1, [5]])
  })
})

test('a VTIMEZONE of our own export gives the instants of the zone that it was made of', () => {
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
