// Dates and times as text, and the instants that they name: each form, and what Temporal says of them.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

const clocks = openClocks(`${inject('embeddedArtifact')}/${CLOCKS}`)
const berlin = clocks.zone('Europe/Berlin')

describe('a wall time as text', () => {
  const FOLD = Date.UTC(2026, 9, 25, 0, 30)
  const HOUR = 3_600_000
  test.each([
    ['2026-10-25T02:30', 'compatible', FOLD],
    ['2026-10-25T02:30', 'earlier', FOLD],
    ['2026-10-25T02:30', 'later', FOLD + HOUR],
    ['2026-10-25 02:30:00,000', 'later', FOLD + HOUR],
    ['2026-10-25t02:30:15.2509', 'later', FOLD + HOUR + 15_250],
    ['2026-03-29T02:30', 'compatible', Date.UTC(2026, 2, 29, 1, 30)],
    ['2026-03-29T02:30', 'earlier', Date.UTC(2026, 2, 29, 0, 30)],
    ['2026-03-29T02:30', 'later', Date.UTC(2026, 2, 29, 1, 30)],
    ['2026-07-01T14:00', 'reject', Date.UTC(2026, 6, 1, 12)],
    // The offset says which one is meant, whatever is asked for.
    ['2026-10-25T02:30+01:00', 'earlier', FOLD + HOUR],
    ['2026-10-25T02:30+02', 'later', FOLD],
    ['2026-10-25T02:30:00+0100[Europe/Berlin]', 'reject', FOLD + HOUR],
    ['2026-10-25T02:30Z[europe/berlin][u-ca=iso8601]', 'reject', FOLD + 2 * HOUR],
    ['2026-10-25T02:30[!Europe/Berlin][knort=blargel]', 'later', FOLD + HOUR],
    ['1890-01-01T00:00:00+00:53', 'reject', Date.UTC(1890, 0, 1) - 3208_000],
    ['1890-01-01T00:00:00+00:53:28', 'reject', Date.UTC(1890, 0, 1) - 3208_000],
    ['-000001-01-01T00:00Z', 'reject', Date.parse('-000001-01-01T00:00Z')],
    ['20261025T0230+0100[Europe/Berlin]', 'reject', FOLD + HOUR],
    ['20261025T023015,25', 'later', FOLD + HOUR + 15_250],
    ['2016-12-31T23:59:60Z', 'reject', Date.UTC(2016, 11, 31, 23, 59, 59)],
  ] as const)('%s, %s', (text, disambiguation, at) => expect(berlin.instantOf(text, disambiguation)).toBe(at))

  test.each([
    '2026-10-25T02:30',
    '2026-03-29T02:30',
    '2026-03-29T02:30+01:00',
    '2026-07-01T14:00+01:00',
    '1890-01-01T00:00:00+00:53:00',
    '2026-07-01T14:00[Europe/Paris]',
    '2026-07-01T14:00[Europe/Berlin][Europe/Berlin]',
    '2026-07-01T14:00[u-ca=iso8601][Europe/Berlin]',
    '2026-07-01T14:00[Europe/Berlin][!knort=blargel]',
    '2026-07-01T14:00[]',
    '2026-07-01',
    '2026-07-01T14',
    '20260701T14:00',
    '2026-07-01T1400',
    '20260701',
    '2026-07-01T24:00',
    '2026-02-29T12:00',
    '2026-13-01T12:00',
    '-000000-01-01T00:00',
    '+275761-01-01T00:00',
    '2026-07-01T14:00+24:00',
    '2026-07-01T14:00 Berlin',
    '2026-07-01T14:00Z+01:00',
  ])('%s is refused', (text) => {
    expect(() => berlin.instantOf(text, 'reject')).toThrow(/^wall: found .+, expected /)
    expect(() => berlin.instantOf(text, 'reject')).toThrow(RangeError)
  })

  test('the errors say what would be right', () => {
    expect(() => berlin.instantOf('2026-10-25T02:30+05:00')).toThrow(
      'wall: found "2026-10-25T02:30+05:00", expected the offset of Europe/Berlin then, +02:00:00 or +01:00:00',
    )
    expect(() => berlin.instantOf(Date.UTC(2026, 2, 29, 2, 30), 'reject')).toThrow(
      'wall: found 2026-03-29T02:30:00, which the clock showed never, expected a time that it showed once',
    )
    expect(() => clocks.instantOf('2026-10-25T02:30')).toThrow(/expected a date and time with a zone/)
    expect(() => clocks.instantOf('2026-10-25T02:30[Europe/Berln]')).toThrow(/nearest are Europe\/Berlin/)
  })
})

test('an instant is written and read back, in every zone, also where offsets have seconds', () => {
  const random = seededRandom(57)
  for (const id of clocks.zoneIds) {
    const clock = clocks.zone(id)
    for (let i = 0; i < 60; i++) {
      // A quarter of them is written without milliseconds.
      const at = Math.floor((random() - 0.4) * 2e13)
      const instant = i % 4 === 0 ? at - (((at % 1000) + 1000) % 1000) : at
      expect(Date.parse(clock.isoAt(instant)), clock.isoAt(instant)).toBe(instant)
      const text = clock.textAt(instant)
      expect(clocks.instantOf(text), text).toBe(instant)
      // As performance.now() gives it.
      const part = instant + 0.25 + random() * 0.5
      expect([clock.isoAt(part), clock.textAt(part)]).toEqual([clock.isoAt(instant), text])
    }
  }
  for (const at of [8.64e15, -8.64e15]) {
    expect(clocks.zone('UTC').isoAt(at)).toBe(new Date(at).toISOString().replace('.000Z', '+00:00'))
    expect(clocks.instantOf(clocks.zone('UTC').textAt(at))).toBe(at)
  }
})

test('a text is read as Temporal reads it', () => {
  for (const text of [
    '2026-10-25T02:30[Europe/Berlin]',
    '2026-10-25T02:30+01:00[Europe/Berlin]',
    '2026-10-25T02:30+02:00[Europe/Berlin]',
    '2026-10-25T02:30+03:00[Europe/Berlin]',
    '2026-03-29T02:30[Europe/Berlin]',
    '2026-03-29T02:30+01:00[Europe/Berlin]',
    '2026-10-25T02:30Z[Europe/Berlin]',
    '20261025T0230[Europe/Berlin]',
    '2026-07-01T14:00:60[Asia/Kathmandu]',
    '2026-07-01 14:00,5[!Asia/Kathmandu][u-ca=iso8601]',
    '2026-07-01T14:00[Asia/Kathmandu][!x=y]',
    '+012026-07-01T14:00[Asia/Kathmandu]',
    '1920-01-01T00:00-00:44[Africa/Monrovia]',
  ]) {
    const outcome = (read: () => number): number | 'refused' => {
      try {
        return read()
      } catch {
        return 'refused'
      }
    }
    expect(
      outcome(() => clocks.instantOf(text)),
      text,
    ).toBe(outcome(() => Temporal.ZonedDateTime.from(text).epochMilliseconds))
  }
  const at = Date.UTC(2026, 6, 1, 12, 0, 0, 7)
  for (const id of ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])
    expect(clocks.zone(id).textAt(at)).toBe(
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(id).toString(),
    )
})
