// Generated calendars with all kinds of VTIMEZONE, and a short script that knows nothing of ours: each true move is found.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { MovedEvents, type MovedEvent } from '#apps/moved/moved-events.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { TAKES_ALL } from '../../support/how-many.ts'
import { releaseOf } from '../../support/worlds/embedded-history.ts'

const [OLDER, NEWER] = [releaseOf('2026b'), releaseOf('2026f')]
const clockIn = (release: ReleaseClocks, zone: string): CompiledZone => {
  const clock = release.zone(zone)
  if (clock === null) throw new Error(`expected ${zone}`)
  return clock
}
const FOLDER = join(ROOT, 'test/fixtures/calendars')

const ZONES = [
  'America/Edmonton',
  'America/Winnipeg',
  'America/Vancouver',
  'America/Inuvik',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Europe/Berlin',
  'Asia/Tokyo',
  'America/New_York',
]

/** The kinds of VTIMEZONE that calendars have: right, stale, of the newer release, of another zone, cut, empty, and without a part. */
const OWN: readonly ((zone: string) => string)[] = [
  () => '',
  (zone) => written(zone, clockIn(OLDER, zone)),
  (zone) => written(zone, clockIn(NEWER, zone)),
  (zone) => written(zone, clockIn(OLDER, 'Asia/Kathmandu')),
  (zone) => written(zone, clockIn(OLDER, 'Europe/Lisbon')),
  (zone) => `BEGIN:VTIMEZONE\r\nTZID:${zone}\r\nEND:VTIMEZONE\r\n`,
  (zone) => written(zone, clockIn(OLDER, zone)).replaceAll(/TZOFFSETTO.*\r\n/g, ''),
  (zone) => written(zone, clockIn(OLDER, zone)).replaceAll(/RRULE.*\r\n/g, ''),
  (zone) => written(zone, clockIn(OLDER, zone)).replace(/BEGIN:DAYLIGHT[^]*END:DAYLIGHT\r\n/, ''),
]
const written = (zone: string, clock: CompiledZone): string => vtimezone({ ...clock, id: zone }, 'release')

const basic = (wall: number): string => formatLocal(localSeconds(wall)).replaceAll(/[-:]/g, '')

function calendarOf(random: () => number): string {
  const whole = (most: number): number => Math.floor(random() * most)
  const zones = [...new Set(Array.from({ length: 1 + whole(3) }, () => ZONES[whole(ZONES.length)] ?? ''))]
  const own = zones.map((zone) => OWN[whole(OWN.length)]?.(zone) ?? '')
  const events = Array.from({ length: 2 + whole(8) }, (_, i) => {
    const wall = Date.UTC(2026, whole(130), 1 + whole(28), whole(24), 15 * whole(4)) / 1000
    const rule =
      random() < 0.4 ? `RRULE:FREQ=${random() < 0.5 ? 'DAILY' : 'WEEKLY'};COUNT=${2 + whole(30)}\r\n` : ''
    return `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART;TZID=${zones[whole(zones.length)]}:${basic(wall)}\r\n${rule}END:VEVENT\r\n`
  })
  return `BEGIN:VCALENDAR\r\n${own.join('')}${events.join('')}END:VCALENDAR\r\n`
}

/** The script: each time of a calendar by both releases, whatever VTIMEZONE it has. */
function scripted(text: string): string[] {
  const instantsOf = (clock: CompiledZone, wall: number): number[] => {
    const offsets = [...new Set([-86_400, 0, 86_400].map((by) => offsetAt(clock, epochSeconds(wall + by))))]
    const found = offsets
      .map((offset) => wall - offset)
      .filter((at) => at + offsetAt(clock, epochSeconds(at)) === wall)
    return found.length > 0
      ? found.toSorted((a, b) => a - b)
      : [wall - offsetAt(clock, epochSeconds(wall - 86_400))]
  }
  const lines = text.split('\r\n')
  return lines.flatMap((line, index) => {
    const [, zone = '', date = ''] = /^DTSTART;TZID=(.*):(\d{8}T\d{6})$/.exec(line) ?? []
    if (zone === '') return []
    const first = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')) / 1000
    const [, often = 'DAILY', count = '1'] = /^RRULE:FREQ=(.*);COUNT=(.*)$/.exec(lines[index + 1] ?? '') ?? []
    return Array.from({ length: Number(count) }, (_, n) => first + n * (often === 'DAILY' ? 1 : 7) * 86_400)
      .filter((wall) => wall === first || wall < Date.UTC(2038, 0) / 1000)
      .map((wall) => {
        const [[was = NaN], [is = NaN]] = [
          instantsOf(clockIn(OLDER, zone), wall),
          instantsOf(clockIn(NEWER, zone), wall),
        ]
        return `${index + 1} ${formatLocal(localSeconds(wall))} ${was === is ? 'unmoved' : 'moved'} ${formatUtc(epochSeconds(was))} ${formatUtc(epochSeconds(is))}`
      })
  })
}

function judged(
  text: string,
  older = OLDER,
  newer = NEWER,
): { events: MovedEvent[]; moved: MovedEvents; unread: number[] } {
  const [events, unread]: [MovedEvent[], number[]] = [[], []]
  const moved = new MovedEvents({ older, newer, everyEvent: true, onEvent: (event) => events.push(event) })
  judgeCalendar(text, moved, ({ line }) => unread.push(line))
  return { events, moved, unread }
}

const COUNT = TAKES_ALL ? 300 : 100
const CALENDARS = ((random) => Array.from({ length: COUNT }, () => calendarOf(random)))(seededRandom(54))

test(`of ${COUNT} calendars each time is as the script says, whatever the VTIMEZONE says`, () => {
  const found = { moved: 0, unmoved: 0, differing: 0 }
  const differences = CALENDARS.flatMap((text) => {
    const { events, moved } = judged(text)
    const expected = scripted(text)
    expect(events).toHaveLength(expected.length)
    for (const { count } of moved.differing) found.differing += count
    return events.flatMap(({ line, wall, verdict, was, is }, i) => {
      if (verdict === 'moved' || verdict === 'unmoved') found[verdict]++
      const ours = `${line} ${wall} ${verdict} ${was} ${is}`
      return ours === expected[i] ? [] : [`${ours}; the script ${expected[i]}`]
    })
  })
  expect(differences.slice(0, 10)).toEqual([])
  expect([found.moved > COUNT / 2, found.differing > COUNT / 2, found.unmoved > 2 * COUNT]).toEqual([
    true,
    true,
    true,
  ])
})

test('a release compared with itself moves nothing, in these calendars and all fixtures', () => {
  const texts = [...CALENDARS, ...readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))]
  let events = 0
  for (const text of texts)
    for (const release of [OLDER, NEWER]) {
      const { moved } = judged(text, release, release)
      const { unmoved, unknown, ...others } = moved.counts
      events += unmoved + unknown
      expect(Object.values(others).every((count) => count === 0)).toBe(true)
    }
  expect(events).toBeGreaterThan(33 * COUNT)
})
