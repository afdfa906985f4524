// The VTIMEZONE of every zone, as ical.js reads it, compared with the zone.
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { civilFromDays, DAY } from '#core/time/civil.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'

let artifact: Artifact
beforeAll(() => void (artifact = openArtifact(inject('embeddedArtifact'))))
afterAll(() => artifact.close())

/** Noon of every 29th day from 1972 to 2040. ical.js reads no offsets with seconds, and the last clock with seconds ended in 1972. */
const DAYS = Array.from({ length: 850 }, (_, index) => 740 + index * 29)

test('ical.js reads the offset of every listed zone from it, now, in the past and by the rule', () => {
  let asked = 0
  for (const { id, iana, listed } of artifact.rows('zone')) {
    if (listed === 0) continue
    const zone = artifact.compiledZone(id)
    const component = new ICAL.Component(ICAL.parse(vtimezone(zone, 'release')))
    const theirs = new ICAL.Timezone({ component, tzid: iana })
    const wrong: string[] = []
    for (const day of DAYS) {
      const { year, month, day: date } = civilFromDays(day)
      const noon = ICAL.Time.fromData({
        year,
        month,
        day: date,
        hour: 12,
        minute: 0,
        second: 0,
        isDate: false,
      })
      const offset = theirs.utcOffset(noon)
      const ours = offsetAt(zone, epochSeconds(day * DAY + DAY / 2 - offset))
      asked++
      // The zone skipped this day at the date line, so it has no noon.
      const isThere = offsetAt(zone, epochSeconds(day * DAY + DAY / 2 - ours)) === ours
      if (ours !== offset && isThere) wrong.push(`${year}-${month}-${date}: ical.js ${offset}, tzref ${ours}`)
    }
    expect(wrong, iana).toEqual([])
  }
  expect(asked).toBeGreaterThan(350_000)
})

test.each([1975, 2005, 2026, 2036])(
  'for events of %i ical.js reads the offset of every listed zone, from the first day of the year and ten years on',
  (year) => {
    const begin = Date.UTC(year, 0, 1, 12) / 1000
    const span = { from: epochSeconds(begin), until: epochSeconds(begin) }
    let asked = 0
    for (const { id, iana, listed } of artifact.rows('zone')) {
      if (listed === 0) continue
      const zone = artifact.compiledZone(id)
      const component = new ICAL.Component(ICAL.parse(vtimezone(zone, 'release', span)))
      const theirs = new ICAL.Timezone({ component, tzid: iana })
      const wrong: string[] = []
      for (let days = 0; days < 9 * 365; days += 41) {
        const { year: y, month, day } = civilFromDays(begin / DAY - 0.5 + days)
        const noon = ICAL.Time.fromData({
          year: y,
          month,
          day,
          hour: 12,
          minute: 0,
          second: 0,
          isDate: false,
        })
        const offset = theirs.utcOffset(noon)
        const at = begin + days * DAY
        const ours = offsetAt(zone, epochSeconds(at - offset))
        asked++
        if (ours !== offset && offsetAt(zone, epochSeconds(at - ours)) === ours)
          wrong.push(`${y}-${month}-${day}: ical.js ${offset}, tzref ${ours}`)
      }
      expect(wrong, iana).toEqual([])
    }
    expect(asked).toBeGreaterThan(33_000)
  },
)

test('for events it is small: rules from the year on, and dates only where no rule says them', () => {
  const linesOf = (name: string, utc: string): string[] => {
    const row = artifact.rows('zone').find(({ iana }) => iana === name)
    const at = epochSeconds(Date.parse(utc) / 1000)
    return vtimezone(artifact.compiledZone(row?.id ?? -1), 'release', { from: at, until: at }).split('\r\n')
  }
  expect(linesOf('Europe/Berlin', '2026-11-30T09:00Z')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:20251026T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'TZNAME:CET',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'TZNAME:CEST',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    '',
  ])
  expect(linesOf('Asia/Tokyo', '2026-11-30T09:00Z')).toHaveLength(10)
  const withDates = [...artifact.rows('zone')]
    .filter(({ iana, listed }) => listed > 0 && linesOf(iana, '2026-11-30T09:00Z').join().includes('RDATE'))
    .map(({ iana }) => iana)
  // The Friday after the last Thursday of October may be in November. The others follow Ramadan, or did.
  expect(withDates.toSorted()).toEqual([
    'Africa/Cairo',
    'Africa/Casablanca',
    'Africa/El_Aaiun',
    'Asia/Gaza',
    'Asia/Hebron',
  ])
})

test('a yearly change is a rule, even where its hour falls on the day beside the named one', () => {
  const textOf = (name: string): string => {
    const row = artifact.rows('zone').find(({ iana }) => iana === name)
    return vtimezone(artifact.compiledZone(row?.id ?? -1), 'release')
  }
  expect(textOf('Europe/Berlin')).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n')
  expect(textOf('America/Nuuk')).toContain(
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA\r\n',
  )
  expect(textOf('Europe/Dublin')).toMatch(
    /BEGIN:DAYLIGHT\r\nDTSTART:\d+T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n/,
  )
  expect(textOf('Asia/Tokyo')).not.toContain('RRULE')
})
