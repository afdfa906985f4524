// `tzref/temporal`: conversions between our clocks and Temporal, checked with facts of the language's own conformance suite.
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { instantOf, plainDateTimeAt, readingOf, type Disambiguation } from '#apps/library/temporal.ts'
import { TEMPORALS } from '../../support/oracles/temporals.ts'

const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))
/** Local times that happened twice or never: zone, kind, local time, earlier instant, later instant. */
const TWICE_OR_NEVER = `
America/Sao_Paulo   fold 2019-02-16T23:45 2019-02-17T01:45:00Z 2019-02-17T02:45:00Z
America/Los_Angeles gap  2020-03-08T02:30 2020-03-08T09:30:00Z 2020-03-08T10:30:00Z
America/Vancouver   fold 2000-10-29T01:45 2000-10-29T08:45:00Z 2000-10-29T09:45:00Z
America/Vancouver   gap  2000-04-02T02:30 2000-04-02T09:30:00Z 2000-04-02T10:30:00Z
Europe/Berlin       gap  2019-03-31T02:45 2019-03-31T00:45:00Z 2019-03-31T01:45:00Z
America/St_Johns    fold 2010-11-07T00:00 2010-11-07T02:30:00Z 2010-11-07T03:30:00Z
Pacific/Apia        gap  2011-12-30T12:00 2011-12-29T22:00:00Z 2011-12-30T22:00:00Z
America/Toronto     gap  1919-03-31T00:00 1919-03-31T04:00:00Z 1919-03-31T05:00:00Z`

/** Local times that happened once: zone, local time, instant. */
const ONCE = `
Pacific/Apia     2011-12-29T22:00 2011-12-30T08:00:00Z
Pacific/Apia     2011-12-31T23:00 2011-12-31T09:00:00Z
Pacific/Apia     2011-12-31T05:00 2011-12-30T15:00:00Z
Pacific/Apia     2011-12-28T10:00 2011-12-28T20:00:00Z
America/St_Johns 2010-11-06T00:00 2010-11-06T02:30:00Z
America/St_Johns 2010-11-08T00:00 2010-11-08T03:30:00Z
America/Toronto  1919-03-30T12:00 1919-03-30T17:00:00Z
America/Toronto  1919-03-31T00:30 1919-03-31T04:30:00Z
America/Toronto  1919-03-31T12:00 1919-03-31T16:00:00Z
Africa/Monrovia  1970-01-01T12:00 1970-01-01T12:44:30Z
Africa/Monrovia  1969-12-31T23:15:30 1970-01-01T00:00:00Z
UTC              1976-11-18T15:23:30.123456789 1976-11-18T15:23:30.123456789Z`

/** The second of a change, and the local time in it. Each zone has two changes that lie less than two weeks apart. */
const CHANGES = `
Africa/Tunis      -842918400 1943-04-17T01+01:00
Africa/Tunis      -842223600 1943-04-25T03+02:00
America/Argentina/Tucuman 1086058800 2004-05-31T23-04:00
America/Argentina/Tucuman 1087099200 2004-06-13T01-03:00
America/Boa_Vista 970977600 2000-10-08T01-03:00
America/Boa_Vista 971578800 2000-10-14T23-04:00
America/Fortaleza 970974000 2000-10-08T01-02:00
America/Fortaleza 972180000 2000-10-21T23-03:00
America/Maceio    970974000 2000-10-08T01-02:00
America/Maceio    972180000 2000-10-21T23-03:00
America/Noronha   970970400 2000-10-08T01-01:00
America/Noronha   971571600 2000-10-14T23-02:00
America/Recife    970974000 2000-10-08T01-02:00
America/Recife    971575200 2000-10-14T23-03:00
Europe/Riga       -796777200 1944-10-02T02+01:00
Europe/Riga       -795834000 1944-10-13T02+03:00
Europe/Simferopol -812502000 1944-04-03T03+02:00
Europe/Simferopol -811648800 1944-04-13T01+03:00
Europe/Tirane     -844556400 1943-03-29T03+02:00
Europe/Tirane     -843519600 1943-04-10T02+01:00
Europe/Vienna     -781052400 1945-04-02T03+02:00
Europe/Vienna     -780188400 1945-04-12T02+01:00
America/New_York  1572760800 2019-11-03T01-05:00
America/New_York  1552201200 2019-03-10T03-04:00
Europe/London     1585443600 2020-03-29T02+01:00`

/** The rows of a table, each split at its spaces. */
const rowsOf = (table: string): [string, string, string, string, string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/))
    .map(([a = '', b = '', c = '', d = '', e = '']) => [a, b, c, d, e])

describe.each(TEMPORALS)('Temporal %s', (_, Temporal) => {
  test.each(rowsOf(TWICE_OR_NEVER))('%s: a %s at %s', (zone, kind, text, earlier, later) => {
    const clock = clocks.zone(zone)
    const wall = Temporal.PlainDateTime.from(text)
    const reading = readingOf(clock, wall)
    expect(reading.kind).toBe(kind)
    if (reading.kind === 'unique') expect.unreachable()
    expect([reading.earlier, reading.later].map(String)).toEqual([earlier, later])
    const by = (disambiguation: Disambiguation): string => String(instantOf(clock, wall, { disambiguation }))
    expect([by('earlier'), by('later')]).toEqual([earlier, later])
    const compatible = kind === 'fold' ? earlier : later
    expect([by('compatible'), String(instantOf(clock, wall))]).toEqual([compatible, compatible])
    expect(() => by('reject')).toThrow(RangeError)
    expect(() => by('reject')).toThrow(kind === 'fold' ? 'showed twice' : 'showed never')
  })

  test.each(rowsOf(ONCE))('%s: %s once', (zone, text, at) => {
    const clock = clocks.zone(zone)
    const wall = Temporal.PlainDateTime.from(text)
    expect(String(instantOf(clock, wall, { disambiguation: 'reject' }))).toBe(at)
    expect(plainDateTimeAt(clock, Temporal.Instant.from(at)).equals(wall)).toBe(true)
  })

  test.each(rowsOf(CHANGES))('%s: a change at %s to %s', (zone, second, shows) => {
    const clock = clocks.zone(zone)
    const instant = Temporal.Instant.fromEpochMilliseconds(Number(second) * 1000)
    const [, wall = '', offset = ''] = /^(.*)([+-]\d\d:\d\d)$/.exec(shows) ?? []
    const at = (when: typeof instant): string =>
      plainDateTimeAt(clock, when).toString({ smallestUnit: 'minute' })
    expect(at(instant)).toBe(`${wall}:00`)
    expect(instant.toZonedDateTimeISO(offset).toPlainDateTime().equals(plainDateTimeAt(clock, instant))).toBe(
      true,
    )
    // A nanosecond earlier, another offset was in force.
    const before = instant.subtract({ nanoseconds: 1 })
    expect(plainDateTimeAt(clock, before).equals(before.toZonedDateTimeISO(offset).toPlainDateTime())).toBe(
      false,
    )
  })

  test('to the ends of Instant’s range, and to the nanosecond', () => {
    for (const sign of [-1, 1]) {
      const end = Temporal.Instant.fromEpochMilliseconds(sign * 8.64e15)
      for (const zone of ['Asia/Tokyo', 'America/New_York', 'Africa/Monrovia'])
        expect(plainDateTimeAt(clocks.zone(zone), end).toZonedDateTime(zone).epochMilliseconds, zone).toBe(
          end.epochMilliseconds,
        )
    }
    const tokyo = clocks.zone('Asia/Tokyo')
    expect(() => instantOf(tokyo, Temporal.PlainDateTime.from('-271821-04-19T12:00'))).toThrow(RangeError)
    expect(() => instantOf(tokyo, Temporal.PlainDateTime.from('+275760-09-13T12:00'))).toThrow(RangeError)
    const fine = Temporal.PlainDateTime.from('1969-12-31T23:59:59.999999999')
    expect(String(instantOf(tokyo, fine))).toBe('1969-12-31T14:59:59.999999999Z')
  })

  test('a date of another calendar is the same instant; a clock shows the ISO 8601 calendar', () => {
    const berlin = clocks.zone('Europe/Berlin')
    const wall = Temporal.PlainDateTime.from('2026-07-01T12:00')
    const instant = instantOf(berlin, wall.withCalendar('gregory'))
    expect(String(instant)).toBe('2026-07-01T10:00:00Z')
    expect(plainDateTimeAt(berlin, instant).calendarId).toBe('iso8601')
  })

  test('nearly right values are refused with the remedy', () => {
    const berlin = clocks.zone('Europe/Berlin')
    const zoned = Temporal.ZonedDateTime.from('2026-07-01T12:00[UTC]')
    // @ts-expect-error -- the types refuse these too
    expect(() => plainDateTimeAt(berlin, zoned)).toThrow('expected a Temporal.Instant: its toInstant() gives')
    // @ts-expect-error -- a ZonedDateTime has a zone of its own
    expect(() => instantOf(berlin, zoned)).toThrow('a Temporal.PlainDateTime: its toPlainDateTime() gives it')
    const date = Temporal.PlainDate.from('2026-07-01')
    // @ts-expect-error -- a PlainDate has no time
    expect(() => instantOf(berlin, date)).toThrow('its toPlainDateTime() gives it')
    // @ts-expect-error -- a Date is no Instant
    expect(() => plainDateTimeAt(berlin, new Date(0))).toThrow('instant: found a Date, expected a Temporal.')
  })
})
