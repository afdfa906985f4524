// Calendar files of one event, read by ical.js and libical: zone and local time survive on both sides of a fold, and new rules move the
// instant.
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { calendarFile, hasWall } from '#core/formats/calendar.ts'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { openLibical } from '../../support/oracles/event-libical.ts'

let artifact: Artifact
beforeAll(() => void (artifact = openArtifact(inject('embeddedArtifact'))))
afterAll(() => artifact.close())

const zoneOf = (name: string): CompiledZone => {
  const row = artifact.rows('zone').find(({ iana }) => iana === name)
  if (row === undefined) throw new Error(`the artifact has no zone ${name}`)
  return artifact.compiledZone(row.id)
}
const at = (utc: string) => epochSeconds(Date.parse(utc) / 1000)

/** The file of an event of two hours: long enough to end after any fold. */
const fileOf = (zone: CompiledZone, utc: string): string =>
  calendarFile(
    [
      {
        uid: 'a',
        at: at(utc),
        until: epochSeconds(at(utc) + 7200),
        zone,
        summary: 'Call; with commas, and a \\',
        description: 'One\nTwo',
        url: 'https://example.org/t/2026-10-25T02:30/Europe/Berlin',
        sequence: 202_606,
      },
    ],
    'Call',
    '2026-10-29',
  )

/**
 * What ical.js reads: the event, its start, and the start's instant. It takes the VTIMEZONE of the file, or the rules if they are given.
 */
function readByIcalJs(text: string, rules?: ICAL.Timezone) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent')
  if (component === null) throw new Error('there is no event')
  const event = new ICAL.Event(component)
  const zones = calendar.getAllSubcomponents('vtimezone').map((one) => new ICAL.Timezone(one))
  const start = event.startDate
  const name = component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? 'UTC'
  // A reader that has rules of its own for the zone uses those.
  const own = rules ?? zones.find(({ tzid }) => tzid === name)
  if (own !== undefined) start.zone = own
  return { event, name, start, zones, instant: start.toUnixTime() }
}

/** One zone of each kind: its name, the earlier and the later instant of one local time, and that local time. */
const FOLDS = [
  ['rules of every year', 'Europe/Berlin', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30:00'],
  [
    'negative daylight saving',
    'Europe/Dublin',
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-25T01:30:00',
  ],
  ['half an hour', 'Australia/Lord_Howe', '2027-04-03T14:45Z', '2027-04-03T15:15Z', '2027-04-04T01:45:00'],
  ['two hours', 'Antarctica/Troll', '2026-10-24T23:30Z', '2026-10-25T01:30Z', '2026-10-25T01:30:00'],
  [
    'the day before its rule',
    'America/Nuuk',
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-24T23:30:00',
  ],
  [
    'dates that no rule says',
    'Africa/Casablanca',
    '2026-02-15T01:30Z',
    '2026-02-15T02:30Z',
    '2026-02-15T02:30:00',
  ],
  ['a new standard time', 'Asia/Pyongyang', '2015-08-14T14:45Z', '2015-08-14T15:15Z', '2015-08-14T23:45:00'],
] as const

test.each(FOLDS)(
  'ical.js, %s: the first reading keeps zone and wall time, the second is in UTC',
  (_, name, first, second, wall) => {
    const zone = zoneOf(name)
    expect([hasWall(zone, at(first)), hasWall(zone, at(second))]).toEqual([true, false])
    const one = readByIcalJs(fileOf(zone, first))
    expect([one.name, one.start.toString(), one.zones.length]).toEqual([name, wall, 1])
    const other = readByIcalJs(fileOf(zone, second))
    expect([other.name, other.instant, other.zones.length]).toEqual(['UTC', at(second), 0])
    expect(other.event.endDate.toUnixTime()).toBe(at(second) + 7200)
    expect(new Set([one.event.uid, other.event.uid]).size).toBe(1)
  },
)

// Three hours before and a day after the fold, the local time has only one meaning.
test.each(FOLDS)(
  'ical.js, %s: around the fold the embedded VTIMEZONE keeps the instant',
  (_, name, first, second) => {
    for (const utc of [at(first) - 10_800, at(second) + 86_400]) {
      const {
        name: found,
        instant,
        event,
      } = readByIcalJs(fileOf(zoneOf(name), new Date(utc * 1000).toISOString()))
      expect([found, instant]).toEqual([name, utc])
      expect(event.component.getFirstPropertyValue('url')).toContain('https://example.org/t/')
      expect([event.sequence, event.summary, event.description]).toEqual([
        202_606,
        'Call; with commas, and a \\',
        'One\nTwo',
      ])
    }
  },
)

test('a time on the clock of UTC is written in UTC, and an event without an end has no length', () => {
  expect(fileOf(zoneOf('UTC'), '2027-03-28T09:00Z')).toContain('DTSTART:20270328T090000Z\r\n')
  const bare = calendarFile(
    [{ uid: 'a', at: at('2027-03-28T09:00Z'), summary: 's', description: 'd' }],
    'n',
    '2026-10-29',
  )
  expect(bare).toContain('DTSTART:20270328T090000Z\r\n')
  expect(bare).toContain('TRANSP:TRANSPARENT\r\n')
  expect(bare).not.toMatch(/DTEND|VTIMEZONE|SEQUENCE|URL/)
})

const RULES = 'Zone Test/Town 1:00 - AAA'
test('a reader with newer rules moves the instant and keeps the wall time; one with the embedded VTIMEZONE keeps the instant', () => {
  const older = compileText(RULES)
  // The country leaves for UTC+2 in 2027.
  const newer = compileText(`Zone Test/Town 1:00 - AAA 2027\n 2:00 - BBB`)
  const text = fileOf(older, '2027-06-01T09:00Z')
  const { start, instant } = readByIcalJs(text)
  expect([start.toString(), instant]).toEqual(['2027-06-01T10:00:00', at('2027-06-01T09:00Z')])
  const rules = new ICAL.Timezone(new ICAL.Component(ICAL.parse(vtimezone(newer, 'release'))))
  const later = readByIcalJs(text, rules)
  expect([later.start.toString(), later.instant]).toEqual(['2027-06-01T10:00:00', at('2027-06-01T08:00Z')])
  const moved = fileOf(newer, '2027-06-01T08:00Z')
  expect(/^DTSTART.*$/m.exec(moved)?.[0]).toBe(/^DTSTART.*$/m.exec(text)?.[0])
})

const libical = openLibical('calendar files read by libical')
afterAll(() => libical?.close())

describe.skipIf(libical === null)('libical', () => {
  test.each(FOLDS)(
    '%s: zone and wall time stay, and the second reading is exact',
    (_, name, first, second, wall) => {
      const zone = zoneOf(name)
      const one = libical?.read(fileOf(zone, first))
      // libical takes the later of two equal local times, against RFC 5545, 3.3.5. The file means the first.
      expect(one?.start.split(' ').slice(0, 2)).toEqual([name, wall])
      const other = libical?.read(fileOf(zone, second))
      expect(other?.start).toBe(`UTC ${new Date(at(second) * 1000).toISOString().slice(0, 19)} ${at(second)}`)
      for (const utc of [at(first) - 10_800, at(second) + 86_400]) {
        const near = libical?.read(fileOf(zone, new Date(utc * 1000).toISOString()))
        expect(near?.start.split(' ').map((part, index) => (index === 1 ? '' : part))).toEqual([
          name,
          '',
          `${utc}`,
        ])
        expect(near?.end.split(' ')[2]).toBe(`${utc + 7200}`)
      }
    },
  )

  test('the embedded VTIMEZONE keeps the instant; newer rules in its place move it, and keep the wall time', () => {
    const newer = compileText(`Zone Test/Town 1:00 - AAA 2027\n 2:00 - BBB`)
    const text = fileOf(compileText(RULES), '2027-06-01T09:00Z')
    expect(libical?.read(text).start).toBe(`Test/Town 2027-06-01T10:00:00 ${at('2027-06-01T09:00Z')}`)
    // The same event with the newer rules in the file, as a reader with newer rules reads it.
    const rules = vtimezone(newer, 'release').trim()
    const later = text.replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE/s, rules)
    expect(later).not.toBe(text)
    expect(libical?.read(later).start).toBe(`Test/Town 2027-06-01T10:00:00 ${at('2027-06-01T08:00Z')}`)
    const moved = libical?.read(fileOf(newer, '2027-06-01T08:00Z'))
    expect(moved?.start).toBe(`Test/Town 2027-06-01T10:00:00 ${at('2027-06-01T08:00Z')}`)
  })
})
