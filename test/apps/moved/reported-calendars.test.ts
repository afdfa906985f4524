// Calendars as bug reports about other programs have them: each is judged right, or says which line was not read.
import { describe, expect, test } from 'vitest'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'
import { releaseOf } from '../../support/worlds/embedded-history.ts'

const [OLDER, NEWER] = [releaseOf('2026b'), releaseOf('2026f')]

/** Each time as `06-01T09:00 moved 08:00 09:00` (wall, verdict, before and now in UTC), and each unread line as `unread 5`. */
function judged(text: string, older = OLDER, newer = NEWER): string[] {
  const told: string[] = []
  const utc = (at: string | null): string => at?.slice(11, 16) ?? '-'
  const moved = new MovedEvents({
    older,
    newer,
    everyEvent: true,
    onEvent: ({ wall, verdict, was, is }) =>
      told.push(`${wall?.slice(5, 16)} ${verdict} ${utc(was)} ${utc(is)}`),
  })
  judgeCalendar(text, moved, ({ line }) => told.push(`unread ${line}`))
  if (moved.cancelled > 0) told.push(`cancelled ${moved.cancelled}`)
  if (moved.replaced > 0) told.push(`replaced ${moved.replaced}`)
  for (const { count } of moved.differing) told.push(`differing ${count}`)
  return told
}

const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`
const calendar = (...parts: readonly string[]): string => `BEGIN:VCALENDAR\n${parts.join('')}END:VCALENDAR\n`
const component = (name: string, ...inner: readonly string[]): string =>
  `BEGIN:${name}\n${inner.map((one) => (one.endsWith('\n') ? one : `${one}\n`)).join('')}END:${name}\n`
const event = (...inner: readonly string[]): string => component('VEVENT', 'UID:a', ...inner)
const zone = (id: string, ...inner: readonly string[]): string =>
  component('VTIMEZONE', `TZID:${id}`, ...inner)

const EDMONTON = 'America/Edmonton:20271206T090000'
const MOVED = '12-06T09:00 moved 16:00 15:00'
const GOOD = event('DTSTART;TZID=Europe/Berlin:20270701T090000')
const GOOD_TOLD = '07-01T09:00 unmoved 07:00 07:00'

const SUMMER = ['DTSTART:19700329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200']
const WINTER = ['DTSTART:19701025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100']
const TO_SUMMER = 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'
const TO_WINTER = 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'
/** A VTIMEZONE of Berlin with some lines of its DAYLIGHT as given. */
const berlin = (from: string, to: string): string =>
  zone(
    'Europe/Berlin',
    component(
      'DAYLIGHT',
      ...lines(...SUMMER, TO_SUMMER)
        .replace(from, to)
        .trim()
        .split('\n'),
    ),
    component('STANDARD', ...WINTER, TO_WINTER),
  )

describe('a VTIMEZONE that cannot be read', () => {
  test.each([
    [
      'without TZOFFSETFROM, as Outlook for Mac writes it',
      component('STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETTO:+0100'),
    ],
    ['without any observance', ''],
  ])('%s gives no all-clear', (_, inner) => {
    const text = calendar(
      zone('Africa/Casablanca', inner),
      event('DTSTART;TZID=Africa/Casablanca:20270601T090000'),
    )
    expect(judged(text)).toEqual(['06-01T09:00 moved 08:00 09:00'])
  })

  test.each([
    ['TZOFFSETFROM:+0100', 'TZOFFSETFROM:+01:00', 6],
    ['TZOFFSETTO:+0200', 'TZOFFSETTO:0200', 7],
    ['TZOFFSETTO:+0200', 'TZOFFSETTO:+2560', 7],
    ['TZOFFSETTO:+0200\n', '', 4],
    ['DTSTART:19700329T020000', 'DTSTART:19700329T020000Z', 5],
    ['DTSTART:19700329T020000', 'DTSTART:19700329', 5],
    ['DTSTART:19700329T020000\n', '', 4],
    [TO_SUMMER, `${TO_SUMMER};`, 8],
    [TO_SUMMER, `${TO_SUMMER};UNTIL=`, 8],
    [TO_SUMMER, 'RRULE FREQ=YEARLY', 8],
    [TO_SUMMER, 'RDATE:1970-03-29', 8],
    ['TZOFFSETTO:+0200', 'TZOFFSETTO:+0200\nTZOFFSETTO:+0300', 8],
  ])('%j for %j is unread at its line, and the release decides', (from, to, line) => {
    expect(judged(calendar(berlin(from, to), GOOD))).toEqual([GOOD_TOLD, `unread ${line}`])
  })

  test('a missing TZOFFSETFROM is the other TZOFFSETTO of two, and unread with three', () => {
    const winter = (...from: readonly string[]): string =>
      component('STANDARD', 'DTSTART:19701025T030000', ...from, 'TZOFFSETTO:+0100', TO_WINTER)
    const summer = component('DAYLIGHT', ...SUMMER, TO_SUMMER)
    const own = (...parts: readonly string[]): string[] =>
      judged(
        calendar(
          zone('Test/Berlin', ...parts),
          event('DTSTART;TZID=Test/Berlin:20270701T090000', 'DTEND;TZID=Test/Berlin:20271201T090000'),
        ),
      )
    expect(own(summer, winter())).toEqual(own(summer, winter('TZOFFSETFROM:+0200')))
    expect(own(summer, winter(), winter('TZOFFSETFROM:+0200'))).toContain('unread 10')
  })
})

describe('a VTIMEZONE of a known zone', () => {
  const FEW = zone(
    'Europe/Berlin',
    component('DAYLIGHT', 'DTSTART:20190331T020000', ...SUMMER.slice(1), 'RDATE:20200329T020000'),
    component('STANDARD', 'DTSTART:20181028T030000', ...WINTER.slice(1), 'RDATE:20191027T030000'),
  )
  test.each(['2016', '2036'])('says nothing of %s, if it covers 2018 to 2020 only', (year) => {
    const told = judged(calendar(FEW, event(`DTSTART;TZID=Europe/Berlin:${year}1203T140000`)))
    expect(told).toEqual(['12-03T14:00 unmoved 13:00 13:00'])
  })

  test('of another zone is told, and the releases decide', () => {
    const lisbon = berlin('', '').replace('Europe/Berlin', 'Europe/lisbon')
    const text = calendar(lisbon, event('DTSTART;TZID=Europe/lisbon:20270701T140000'))
    for (const [older, newer] of [
      [OLDER, NEWER],
      [NEWER, NEWER],
    ] as const)
      expect(judged(text, older, newer)).toEqual(['07-01T14:00 unmoved 13:00 13:00', 'differing 1'])
  })

  test('may stand twice, if both say the same', () => {
    const [one, other] = [berlin('', ''), berlin('+0200', '+0300')]
    expect(judged(calendar(one, one, GOOD))).toEqual([GOOD_TOLD])
    expect(judged(calendar(one, other, GOOD))).toEqual([GOOD_TOLD, 'unread 17'])
  })

  test('with the newer clock does not hide a move', () => {
    const now = zone(
      'America/Edmonton',
      component(
        'STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:-0600',
        'TZOFFSETTO:-0600',
        'RRULE:FREQ=YEARLY',
      ),
    )
    expect(judged(calendar(now, event(`DTSTART;TZID=${EDMONTON}`)))).toEqual([MOVED])
  })
})

describe('a line that is no property', () => {
  test.each([
    `DTSTART; TZID=${EDMONTON}`,
    'DTSTART;TZID=America/Edmonton 20271206T090000',
    'DTSTART; TZID',
    `DTSTART;FOO;TZID=${EDMONTON}`,
    `DTSTART;X-N=O"N";TZID=${EDMONTON}`,
    'DTSTART;TZID=America/Edmonton;20271206T090000',
    `SUMMARY:x\n DTSTART;TZID=${EDMONTON}`,
    `item1.DTSTART;TZID=${EDMONTON}`,
    'DTSTART;TZID=America/Edmonton;:20271206T090000',
    'DTSTART;TZID="America/Edmonton:20271206T090000"',
    `DTSTART;TZID=Europe/Berlin;TZID=${EDMONTON}`,
    'DTSTART;TZID=:20271206T090000',
    'DTSTART;TZID=America/Edmonton::20271206T090000',
    'DTSTART;TZID=America/Edmonton:',
    'DTSTART;VALUE=DATE:20271206T090000',
    'SUMMARY:nothing',
    `DSTART;TZID=${EDMONTON}`,
  ])('%j is told, and the event beside it is judged', (line) => {
    const [first, second, ...others] = judged(calendar(GOOD, event(line)))
    expect([first, others]).toEqual([GOOD_TOLD, []])
    expect(second).toMatch(/^unread [68]$/)
  })

  test.each([
    'RRULE FREQ=DAILY;COUNT=3',
    'RRULE:FREQ=DAILY;;COUNT=3',
    'RULE:FREQ=DAILY;COUNT=3',
    `EXDATE; TZID=${EDMONTON}`,
    `EXDATE;TZID=Mars/Base:20271206T090000`,
    'DURATION:1H',
    'EXRULE:FREQ=NEVER',
    'RRULE;TZID=America/Edmonton:FREQ=DAILY;COUNT=3',
  ])('of a rule or an exception, %j, is told beside the event', (line) => {
    expect(judged(calendar(event(`DTSTART;TZID=${EDMONTON}`, line)))).toEqual([MOVED, 'unread 5'])
  })
})

test.each(['CREATED:00001231T000000Z', 'LAST-MODIFIED:never', 'DTSTAMP:yesterday', 'COMPLETED:'])(
  '%j decides no time, so that it is not counted as unread',
  (line) => {
    expect(judged(calendar(event(`DTSTART;TZID=${EDMONTON}`, line)))).toEqual([MOVED])
  },
)

test('blanks at the ends of a value are none of it', () => {
  const text = calendar(
    event(
      `DTSTART;TZID=${EDMONTON} `,
      'DURATION:PT1H\t',
      'RRULE:FREQ=DAILY;COUNT=2 ',
      'EXDATE;TZID=America/Edmonton: 20271207T090000 ',
    ),
  )
  expect(judged(text)).toEqual([MOVED])
})

test('lines may end with a carriage return alone', () => {
  expect(judged(calendar(GOOD, event(`DTSTART;TZID=${EDMONTON}`)).replaceAll('\n', '\r'))).toEqual([
    GOOD_TOLD,
    MOVED,
  ])
})

test.each([
  ['DTSTART;VALUE=DATE:20271206T090000', 'DTSTART has VALUE=DATE, and "20271206T090000" is a time'],
  [
    'DTSTART;TZID=America/Edmonton:20271206T160000Z',
    'DTSTART has TZID=America/Edmonton, and "20271206T160000Z" is in UTC: they contradict each other',
  ],
  [
    `DTSTART;TZID=${EDMONTON}\nRRULE;TZID=America/Edmonton:FREQ=DAILY;COUNT=5`,
    'the rule has the parameter TZID, which RFC 5545 does not know there: only the first time of the event was read',
  ],
])('%j is told by what is wrong', (line, reason) => {
  const told: string[] = []
  const moved = new MovedEvents({ older: OLDER, newer: NEWER, onEvent: () => undefined })
  judgeCalendar(calendar(event(line)), moved, (error) => told.push(error.reason))
  expect(told).toEqual([reason])
})

test.each([
  ['many parameters', 5_000_000, ';A=b'],
  ['one long parameter', 1, `;A=${'b'.repeat(20_000_000)}`],
])('a line with %s is told, without a crash', (_, count, part) => {
  expect(judged(calendar(GOOD, event(`DTSTART${part.repeat(count)}:20271206T090000`)))).toEqual([
    GOOD_TOLD,
    'unread 8',
  ])
})

test.each([
  ['colons', `DTSTART;TZID=${':'.repeat(200_000)}`],
  ['spaces', `DTSTART;TZID=(UTC)${' '.repeat(200_000)}x:20271206T090000`],
  ['parameters', `DTSTART${';TZID=a'.repeat(20_000)}`],
  ['returns', `DTSTART;TZID=${'\r'.repeat(200_000)}`],
  ['dates', `EXDATE:${'x,'.repeat(100_000)}`],
])('a line with very many %s is read or told within a second', (_, line) => {
  const begin = performance.now()
  expect(judged(calendar(event(`DTSTART;TZID=${EDMONTON}`), event(line))).length).toBeGreaterThan(1)
  expect(performance.now() - begin).toBeLessThan(1000)
})

describe('a repeated event', () => {
  test.each(['VEVENT', 'VTODO'])('with two rules has the times of both: %s', (name) => {
    const text = calendar(
      component(
        name,
        'UID:a',
        'DTSTART;TZID=America/Edmonton:20270706T090000',
        'RRULE:FREQ=YEARLY;BYMONTH=7;COUNT=2',
        'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=6;COUNT=2',
      ),
    )
    expect(judged(text)).toEqual([
      '07-06T09:00 unmoved 15:00 15:00',
      '07-06T09:00 unmoved 15:00 15:00',
      MOVED,
      MOVED,
    ])
  })

  test('has no times of its EXRULE', () => {
    const text = calendar(
      event(`DTSTART;TZID=${EDMONTON}`, 'RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'),
    )
    expect(judged(text).map((told) => told.slice(0, 5))).toEqual(['12-07', '12-09'])
  })

  test('of which a property stands twice that may stand once is told', () => {
    expect(judged(calendar(event(`DTSTART;TZID=${EDMONTON}`, `DTSTART;TZID=${EDMONTON}`)))).toEqual([
      'unread 5',
    ])
    expect(
      judged(calendar(event(`DTSTART;TZID=${EDMONTON}`, 'STATUS:CONFIRMED', 'STATUS:CANCELLED'))),
    ).toEqual([MOVED, 'unread 6'])
  })

  test.each([
    ['20271207T160000Z', ['12-06', '12-07']],
    ['20271207T155959Z', ['12-06', '12-07 back']],
    ['20271207T150000Z', ['12-06', '12-07 back']],
    ['20271207T145959Z', ['12-06']],
    ['20271207T090000', ['12-06', '12-07']],
    ['20271207T085959', ['12-06']],
    ['20271207', ['12-06', '12-07']],
  ])('until %s gains the last time if its zone moves over the end', (until, expected) => {
    const text = calendar(event(`DTSTART;TZID=${EDMONTON}`, `RRULE:FREQ=DAILY;UNTIL=${until}`))
    const short = (told: string): string => told.slice(0, 5) + (told.includes('back') ? ' back' : '')
    expect(judged(text).map(short)).toEqual(expected)
    const lost = (told: string): string =>
      short(told).replace(' back', '') + (told.includes('lost') ? ' back' : '')
    expect(judged(text, NEWER, OLDER).map(lost)).toEqual(expected)
  })

  test('with two changes for all later times follows each from its time on', () => {
    const change = (day: string, hour: string): string =>
      event(
        `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Edmonton:202712${day}T090000`,
        `DTSTART;TZID=America/Edmonton:202712${day}T${hour}0000`,
      )
    const text = calendar(
      event(`DTSTART;TZID=${EDMONTON}`, 'RRULE:FREQ=DAILY;COUNT=6'),
      change('07', '10'),
      change('09', '12'),
    )
    expect(
      judged(text)
        .map((told) => told.slice(3, 8))
        .toSorted(),
    ).toEqual(['06T09', '07T10', '08T10', '09T12', '10T12', '11T12'])
  })

  test('whose rule ends before it begins has no time, and says so', () => {
    expect(judged(calendar(event(`DTSTART;TZID=${EDMONTON}`, 'RRULE:FREQ=DAILY;UNTIL=20261206')))).toEqual([
      'unread 4',
    ])
  })

  test('after 2037 is judged by its first time', () => {
    expect(
      judged(calendar(event('DTSTART;TZID=America/Edmonton:20501206T090000', 'RRULE:FREQ=DAILY'))),
    ).toEqual([MOVED])
  })

  test('each of whose ends is in another clock than its start has them told', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=America/Edmonton:20261030T230000',
        'DTEND;TZID=America/Edmonton:20261101T230000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    )
    expect(judged(text).filter((told) => told.includes('11-0'))).toEqual([
      '11-01T23:00 moved 06:00 05:00',
      '11-02T23:00 moved 06:00 05:00',
      '11-01T23:00 moved 06:00 05:00',
    ])
    expect(judged(text.replace('DTEND;TZID=America/Edmonton:20261101T230000', 'DURATION:P2D'))).toEqual(
      judged(text),
    )
  })
})

describe('of several components', () => {
  test('journals, availability and alarms at a wall time are judged, and cancelled events are counted apart', () => {
    const text = calendar(
      component('VJOURNAL', 'UID:j', `DTSTART;TZID=${EDMONTON}`),
      component('VAVAILABILITY', component('AVAILABLE', 'UID:v', `DTSTART;TZID=${EDMONTON}`)),
      event('DTSTART:20271206T160000Z', component('VALARM', `TRIGGER;VALUE=DATE-TIME;TZID=${EDMONTON}`)),
      event('DTSTART:20271206T160000Z', component('VALARM', 'TRIGGER;VALUE=DATE-TIME:20271206T154500Z')),
      event(`DTSTART;TZID=${EDMONTON}`, 'STATUS:CANCELLED'),
      event(`DTSTART;TZID=America/Edmonton`, 'STATUS:CANCELLED'),
      event('STATUS:CANCELLED'),
    )
    expect(judged(text)).toEqual([MOVED, MOVED, MOVED, 'unread 33', 'cancelled 3'])
  })

  test('only the latest version of an event counts, in all calendars of a stream', () => {
    const at = (sequence: number, hour: string): string =>
      calendar(event(`SEQUENCE:${sequence}`, `DTSTART;TZID=America/Edmonton:20271206T${hour}0000`))
    expect(judged(`${at(0, '08')}${at(2, '09')}\uFEFF${at(1, '10')}`)).toEqual([MOVED, 'replaced 2'])
    expect(
      judged(`${at(1, '09')}${calendar('METHOD:CANCEL\n', event('SEQUENCE:2', `DTSTART;TZID=${EDMONTON}`))}`),
    ).toEqual(['cancelled 1', 'replaced 1'])
  })
})

describe('a name of a zone', () => {
  const by = (name: string, own = ''): string =>
    judged(calendar(own, event(`DTSTART;TZID=${name}:20271206T090000`))).join()

  test.each([
    ['/Europe/Stockholm', '08:00'],
    ['/America/Argentina/Buenos_Aires', '12:00'],
    ['/US/Eastern', '14:00'],
    ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '08:00'],
    ['/softwarestudio.org/Tzfile/Europe/Berlin', '08:00'],
    ['/softwarestudio.org/Olson_20011030_5/America/New_York', '14:00'],
    ['/mozilla.org/20050126_1/Europe/Berlin', '08:00'],
    ['mozilla.org/20050126_1/Europe/Berlin', '08:00'],
    ['/usr/share/zoneinfo/Europe/Berlin', '08:00'],
    ['posix/Europe/Vaduz', '08:00'],
    ['America-Chicago', '15:00'],
    ['US-Eastern', '14:00'],
    ['America-Port-au-Prince', '14:00'],
    ['GMT Standard Time 1', '09:00'],
    ['W. Europe Standard Time 12', '08:00'],
    ['Russia Time Zone 3', '05:00'],
    ['Russia Time Zone 3 1', '05:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '14:00'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '14:00'],
    ['(UTC-03:00) Bras\u00edlia', '12:00'],
    ['"(GMT+10:00) Canberra, Melbourne, Sydney"', '22:00'],
    ['(GMT+10:00) Canberra, Melbourne, Sydney', '22:00'],
    ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', '08:00'],
    ['(UTC+01:00) Amsterdam\\, Berlin\\, Bern\\, Rom\\, Stockholm\\, Wien', '08:00'],
    ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', '09:00'],
    ['"W. Europa, normaltid"', '08:00'],
    ['tzone://Microsoft/Utc', '09:00'],
    ['GMT+05:30', '03:30'],
    ['UTC-3', '12:00'],
    ['Etc/GMT-3', '06:00'],
  ])('%s means what its maker means', (name, utc) => {
    expect(by(name)).toBe(`12-06T09:00 unmoved ${utc} ${utc}`)
  })

  test.each([
    'right/Europe/Berlin',
    '/usr/share/zoneinfo/right/Europe/Berlin',
    'Customized Time Zone',
    'Eastern',
    'Western/Central Europe',
    'London',
    'Berlin',
    'Germany',
    'PDT',
    'Asia/Japan',
    '/Asia/Japan',
    'W. Europe Standard Time X',
    'Nowhere Standard Time 1',
    '(UTC+09:00) Eastern Time (US & Canada)',
    '(UTC+01:00) London, Berlin',
    'UTC+25',
  ])('%s is unknown', (name) => {
    expect(by(name)).toBe('12-06T09:00 unknown - -')
  })

  test('that only the calendar knows has the X-LIC-LOCATION of its VTIMEZONE, escapes or not', () => {
    const own = (id: string, location: string): string =>
      zone(
        id,
        `X-LIC-LOCATION:${location}`,
        component('STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0700'),
      )
    const label = '(UTC+00:00) Home\\, Work\\, Play'
    for (const name of [
      label,
      label.replaceAll('\\', ''),
      `"${label.replaceAll('\\', '')}"`,
      label.toLowerCase(),
    ])
      expect(by(name, own(label, 'America/Edmonton'))).toBe(MOVED)
    expect(by('Home', own('Home', 'America/Edmonton'))).toBe(MOVED)
    expect(by('America/Edmonton', own('America/Edmonton', 'Nowhere/Land'))).toBe(MOVED)
    expect(by('America/Edmonton', own('America/Edmonton', 'Europe/Berlin'))).toBe(MOVED)
    expect(by('Home', own('Home', ''))).toContain('unknown')
  })
})

test('Turkey in 2016: what 2016f stored for December is an hour late by 2016g', () => {
  const { files }: { readonly files: Readonly<Record<string, string>> } = SMALL_RELEASES['2030a']
  const release = (name: string, turkey: string): ReleaseClocks =>
    clocksOf(
      compileFiles(
        new Map(
          Object.entries({
            ...files,
            version: `${name}\n`,
            factory: 'Zone\tFactory\t0\t-\t"Local time zone must be set--see zic manual page"\n',
            europe: `${files['europe']}Zone Europe/Istanbul 1:56:52 - LMT 1910 Oct\n  2:00 EU EE%sT${turkey}\n`,
            'iso3166.tab': `${files['iso3166.tab']}TR\tTurkey\n`,
            'zone.tab': `${files['zone.tab']}TR\t+4101+02858\tEurope/Istanbul\n`,
          }),
        ),
      ),
    )
  const [older, newer] = [release('2016f', ''), release('2016g', ' 2016 Sep 7\n  3:00 - +03')]
  const text = calendar(event('DTSTART;TZID=Turkey Standard Time:20161225T140000'))
  expect(judged(text, older, newer)).toEqual(['12-25T14:00 moved 12:00 11:00'])
})
