// Names that stand for several zones: Windows' names, its labels and letters such as MST are judged only where all of their zones agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { EventText } from '#apps/moved/event-text.ts'
import { movedInWords, settlingOptions } from '#apps/moved/in-words.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import type { Settled } from '#apps/moved/zone-name.ts'
import { isSmallZone, WINDOWS_FORMER, WINDOWS_TERRITORIES } from '#core/text/windows-names.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { releaseOf } from '../../support/worlds/embedded-history.ts'

const [OLDER, NEWER] = [releaseOf('2025c'), releaseOf('2026f')]

/** Judges a file of the fixtures, or its text. */
function judged(name: string, settled: Settled = {}, text = fixture(name)): MovedEvents {
  const moved = new MovedEvents({ older: OLDER, newer: NEWER, settled, onEvent: () => undefined })
  if (name.endsWith('.ics'))
    judgeCalendar(text, moved, (error) => {
      throw error
    })
  else {
    const reader = new EventText('csv', moved.take)
    reader.push(new TextEncoder().encode(text), true)
  }
  return moved
}

const fixture = (name: string): string => readFileSync(join(ROOT, 'test/fixtures/moved', name), 'utf8')
const counted = ({ counts }: MovedEvents): object =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

describe('of two Outlook appointments the one in winter depends on the zone', () => {
  test('and the name is told once, with its zones', () => {
    const moved = judged('windows-mountain.ics')
    expect(counted(moved)).toEqual({ unmoved: 1, depends: 1 })
    expect(movedInWords(moved)).toEqual([
      '0 of 2 move',
      '1 depends on the zone that is meant, all in Mountain Standard Time from 2027-12-06',
      '2 are in "Mountain Standard Time", which is Windows’ name for several zones: in America/Edmonton (CA), America/Inuvik (CA) 1 moves, from 2027-12-06; in America/Denver (US), America/Ciudad_Juarez (MX), America/Boise (US) none moves',
    ])
    expect(settlingOptions(moved)).toEqual([
      "Mountain Standard Time: --territory CA, or --territory US, or --territory MX, or --zone-of 'Mountain Standard Time=America/Edmonton', or --zone-of 'Mountain Standard Time=America/Inuvik'",
    ])
  })

  test.each([
    [{ territories: ['US'] }, { unmoved: 2 }],
    [{ territories: ['CA'] }, { unmoved: 1, moved: 1 }],
    [{ zoneOf: new Map([['mountain standard time', 'America/Boise']]) }, { unmoved: 2 }],
    [{ zoneOf: new Map([['mountain standard time', 'America/Edmonton']]) }, { unmoved: 1, moved: 1 }],
    // No zone of the name is there.
    [{ territories: ['DE'] }, { unmoved: 1, depends: 1 }],
  ])('unless it is settled: %j', (settled, counts) => {
    expect(counted(judged('windows-mountain.ics', settled))).toEqual(counts)
  })

  test('unless the file names the zone, which is one of them', () => {
    expect(counted(judged('windows-mountain-x-wr.ics'))).toEqual({ moved: 1 })
    const by = (zone: string): object =>
      counted(judged('x.ics', {}, fixture('windows-mountain-x-wr.ics').replace('America/Edmonton', zone)))
    expect(by('America/Denver')).toEqual({ unmoved: 1 })
    // Not one of the name's zones.
    expect(by('Europe/Berlin')).toEqual({ depends: 1 })
  })

  test('unless its own VTIMEZONE has the rules of some zones only, in the year of the appointment', () => {
    // The rules of Phoenix are those of no zone of the name in 2027, so all count; those of -06 all the year are those of Edmonton now.
    const fixed = (offset: string): string =>
      fixture('windows-mountain.ics')
        .replaceAll(/^RRULE:FREQ=YEARLY.*\n/gm, 'RRULE:FREQ=YEARLY\n')
        .replaceAll(/^TZOFFSET(FROM|TO):.*$/gm, `TZOFFSET$1:${offset}`)
    expect(counted(judged('x.ics', {}, fixed('-0700')))).toEqual({ unmoved: 1, depends: 1 })
    expect(counted(judged('x.ics', {}, fixed('-0600')))).toEqual({ unmoved: 1, moved: 1 })
  })
})

test.each([
  // Two appointments, of which one is a series: neither hides the other.
  [
    'series.ics',
    { moved: 210, unmoved: 378 },
    '2 of 2 appointments move (210 of 588 times), all in America/Edmonton from 2026-11-02',
  ],
  ['opaque-uid.ics', { moved: 1 }, '1 of 1 moves, all in America/Edmonton from 2027-12-06'],
  ['dtstart-blank.ics', { moved: 1 }, '1 of 1 moves, all in America/Edmonton from 2027-12-06'],
  ['exdate-blank.ics', { unmoved: 5 }, '0 of 1 appointments move (0 of 5 times)'],
  ['google-created.ics', { unmoved: 1 }, '0 of 1 move'],
  ['us-and-canada.ics', { unmoved: 1 }, '0 of 1 move'],
])('%s is %j: %s', (name, counts, first) => {
  const moved = judged(name)
  expect(counted(moved)).toEqual(counts)
  expect(movedInWords(moved)[0]).toBe(first)
})

test('an appointment has its SUMMARY, and the number of its times', () => {
  const [dentist, surgery] = judged('series.ics').appointments
  expect(dentist).toMatchObject({ id: 'a', summary: 'Dentist', times: 587, moved: 209, first: { line: 7 } })
  expect(surgery).toMatchObject({ id: 'b', summary: 'Surgery', times: 1, moved: 1 })
  expect(judged('opaque-uid.ics').appointments[0]?.summary).toBe('Board meeting')
})

test.each([
  ['only-utc.ics', { utc: 1, days: 1, floating: 0, named: null }],
  ['floating-x-wr.ics', { utc: 0, days: 0, floating: 1, named: 'America/Edmonton' }],
])('%s has nothing to judge, and says why', (name, leftOut) => {
  const moved = judged(name)
  expect([moved.events, moved.leftOut]).toEqual([0, leftOut])
})

test('an endless rule is told time by time, and nothing of it is kept', () => {
  const event = (id: number): string =>
    `BEGIN:VEVENT\nUID:${id}\nDTSTART;TZID=Europe/Berlin:20270101T090000\nRRULE:FREQ=DAILY\nEND:VEVENT\n`
  const text = `BEGIN:VCALENDAR\n${Array.from({ length: 50 }, (_, i) => event(i)).join('')}END:VCALENDAR\n`
  const moved = judged('x.ics', {}, text)
  expect([moved.events, moved.appointments.length]).toEqual([50 * 4018, 50])
  expect(moved.appointments.every(({ first }) => first === null)).toBe(true)
})

const calendarOf = (...lines: readonly string[]): string =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n${lines.join('\n')}\nEND:VEVENT\nEND:VCALENDAR\n`

describe('a repeated event of such a name is expanded by each of its zones', () => {
  const MOUNTAIN = ['DTSTART;TZID=Mountain Standard Time:20271025T090000', 'RRULE:FREQ=WEEKLY']
  const [START = '', WEEKLY = ''] = MOUNTAIN
  test.each([
    // 8 November at 09:00 is 16:00 in UTC in Denver, and now 15:00 in Edmonton.
    ['UNTIL', [START, `${WEEKLY};UNTIL=20271108T153000Z`], { unmoved: 2, depends: 1 }],
    ['EXDATE', [START, `${WEEKLY};COUNT=3`, 'EXDATE:20271108T160000Z'], { unmoved: 2, depends: 1 }],
    ['an EXDATE of no time', [START, `${WEEKLY};COUNT=2`, 'EXDATE:20271108T160000Z'], { unmoved: 2 }],
    [
      'an end',
      [
        'DTSTART;TZID=Mountain Standard Time:20271105T090000',
        'DTEND;TZID=Mountain Standard Time:20271108T090000',
      ],
      { unmoved: 1, depends: 1 },
    ],
    ['letters', ['DTSTART;TZID=PST:20271108T090000', `${WEEKLY};COUNT=3`], { depends: 3 }],
    ['letters of an identifier', ['DTSTART;TZID=EST:20271108T090000', `${WEEKLY};COUNT=3`], { unmoved: 3 }],
    ['GMT', ['DTSTART;TZID=GMT:20271108T090000', `${WEEKLY};COUNT=3`], { unmoved: 3 }],
  ])('%s', (_, lines, counts) => {
    expect(counted(judged('x.ics', {}, calendarOf(...lines)))).toEqual(counts)
  })

  test.each(['EXDATE', 'RDATE'])('but %s in another such name is not read', (name) => {
    const lines = [
      'DTSTART;TZID=America/Edmonton:20271025T090000',
      'RRULE:FREQ=WEEKLY;UNTIL=20271108T153000Z',
    ]
    expect(() =>
      judged('x.ics', {}, calendarOf(...lines, `${name};TZID=Mountain Standard Time:20271101T090000`)),
    ).toThrow(`found ${name} in Mountain Standard Time, which stands for several zones`)
  })

  test('so that what is unmoved in it is unmoved in all, of 40 series', () => {
    const random = seededRandom(68)
    const whole = (most: number): number => Math.floor(random() * most)
    const names = [
      'Mountain Standard Time',
      'Central Standard Time',
      'Pacific Standard Time',
      'Central Asia Standard Time',
    ]
    const found = { unmoved: 0, otherwise: 0 }
    for (let i = 0; i < 40; i++) {
      const name = names[i % names.length] ?? ''
      const at = Date.UTC(2024, whole(48), 1 + whole(28), whole(24))
      const basic = (days: number, hours: number): string =>
        new Date(at + days * 86_400_000 + hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
      const count = 2 + whole(8)
      const ends = [`;COUNT=${count}`, `;UNTIL=${basic(7 * count, 4 + whole(5))}`][whole(2)] ?? ''
      const lines = (zone: string): string[] => [
        `DTSTART;TZID=${zone}:${basic(0, 0).slice(0, -1)}`,
        ...(random() < 0.5 ? [`DTEND;TZID=${zone}:${basic(whole(4), 1).slice(0, -1)}`] : []),
        `RRULE:FREQ=WEEKLY${ends}`,
        ...(random() < 0.5 ? [`EXDATE:${basic(7 * whole(count), 4 + whole(5))}`] : []),
      ]
      const text = calendarOf(...lines('ZONE'))
      const isUnmoved = (zone: string): boolean => {
        const { counts, events } = judged('x.ics', {}, text.replaceAll('ZONE', zone))
        return counts.unmoved === events
      }
      const zones = [...(WINDOWS_TERRITORIES.get(name) ?? []), ...(WINDOWS_FORMER.get(name) ?? [])]
        .flatMap(([territory, some]) => (territory === 'ZZ' ? [] : some))
        .filter((zone) => !isSmallZone(zone) && OLDER.zone(zone) !== null)
      const isSo = isUnmoved(name)
      expect(isSo, text).toBe(zones.every(isUnmoved))
      found[isSo ? 'unmoved' : 'otherwise']++
    }
    expect(found.unmoved).toBeGreaterThan(3)
    expect(found.otherwise).toBeGreaterThan(3)
  })
})

test.each(['windows-label-csv.csv', 'csv-mst.csv'])('%s depends on the zone too', (name) => {
  expect(counted(judged(name))).toEqual({ depends: 1 })
  expect(counted(judged(name, { territories: ['US'] }))).toEqual({ unmoved: 1 })
})

test('letters are those of the zones that show them at the wall time', () => {
  const by = (zone: string, wall: string): object =>
    counted(judged('x.csv', {}, `zone,wall\n${zone},${wall}\n`))
  expect(by('MST', '2027-12-06T09:00')).toEqual({ depends: 1 })
  // In July Phoenix and others have it, and none of them moves.
  expect(by('MST', '2027-07-06T09:00')).toEqual({ unmoved: 1 })
  expect(by('EST', '2027-01-06T09:00')).toEqual({ unmoved: 1 })
  expect(by('PST', '2027-12-06T09:00')).toEqual({ depends: 1 })
  // No clock shows PDT in December.
  expect(by('PDT', '2027-12-06T09:00')).toEqual({ unknown: 1 })
  expect(by('UTC', '2027-07-06T09:00')).toEqual({ unmoved: 1 })
})

test('a stored instant tells the zones of a name apart', () => {
  const by = (instant: string): object =>
    counted(judged('x.csv', {}, `zone,wall,instant\nCST,2027-12-06T09:00,${instant}\n`))
  expect(by('2027-12-06T15:00:00Z')).toEqual({ depends: 1 })
  expect(by('2027-12-06T01:00:00Z')).toEqual({ unmoved: 1 })
})
