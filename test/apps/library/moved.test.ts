// `tzref/moved`: its units, and what it accepts as an event.
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { EventError, openMoved, type Moved } from '#apps/library/moved.ts'
import { compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const clocksOf = (release: keyof typeof SMALL_RELEASES): Uint8Array =>
  encodeClocks(compileFiles(new Map(Object.entries(SMALL_RELEASES[release].files))))

describe('an event', () => {
  let moved: Moved
  beforeAll(() => {
    moved = openMoved(clocksOf('2030a'), clocksOf('2030b'))
  })

  test('is judged from numbers and from texts alike, in milliseconds', () => {
    const zone = 'Africa/Casablanca'
    const judged = {
      verdict: 'moved',
      wall: Date.UTC(2030, 11, 1, 9),
      was: Date.UTC(2030, 11, 1, 8),
      is: Date.UTC(2030, 11, 1, 9),
      or: null,
      by: 3_600_000,
      renamed: null,
    }
    expect(moved.judge({ zone, wall: judged.wall, instant: judged.was })).toEqual(judged)
    expect(moved.judge({ zone, wall: '2030-12-01T09:00', instant: '2030-12-01T08:00Z' })).toEqual(judged)
    expect(moved.judge({ zone, instant: judged.was })).toEqual(judged)
  })

  test('that has not moved says so, with its instant', () => {
    expect(moved.judge({ zone: 'Europe/Berlin', wall: '2030-12-01T09:00' })).toMatchObject({
      verdict: 'unmoved',
      was: Date.UTC(2030, 11, 1, 8),
      is: Date.UTC(2030, 11, 1, 8),
      by: 0,
    })
    expect(moved.judge({ zone: 'Mars/Base', instant: 0 })).toMatchObject({
      verdict: 'unknown',
      wall: null,
      is: null,
    })
  })

  test('names its zone in any case, or as Windows does', () => {
    for (const zone of ['africa/casablanca', 'Morocco Standard Time'])
      expect(moved.judge({ zone, wall: '2030-08-01T09:00' }).verdict).toBe('unmoved')
  })

  test('that is not valid gives an EventError', () => {
    expect(() => moved.judge({ zone: 'Europe/Berlin' })).toThrow(EventError)
    expect(() => moved.judge({ zone: 'Europe/Berlin', wall: 'noon' })).toThrow(/^the wall is "noon"/)
    // A time in UTC is no wall time, as for the command.
    expect(() => moved.judge({ zone: 'Asia/Kathmandu', wall: '2030-01-01T09:00Z' })).toThrow(
      /^the wall is "2030-01-01T09:00Z", expected one like/,
    )
  })

  test('of a whole day cannot move', () => {
    expect(moved.judge({ zone: 'Africa/Casablanca', wall: '2030-12-01' })).toMatchObject({
      verdict: 'unmoved',
      wall: null,
      is: null,
    })
  })

  test('is counted with all others', () => {
    expect(moved.inWords()[0]).toBe('3 of 8 move, all in Africa/Casablanca from 2030-12-01')
  })
})
