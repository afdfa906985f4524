// Conversions of every zone at every fold and gap from 1900 to 2100, by arithmetic on its transitions and against Temporal.
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDateTime, formatLocal } from '#core/time/moment.ts'
import { epochSeconds, localSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { transitionsAfter, type Transition } from '#core/zone/transitions.ts'
import { readOn } from '#core/ask/clock.ts'
import { convert } from '#core/ask/convert.ts'
import type { Zone } from '#core/ask/zones.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const FIRST = epochSeconds(Date.UTC(1900, 0, 1) / 1000)
const LAST = Date.UTC(2100, 0, 1) / 1000

function* moves(zone: Zone): Generator<Transition & { change: number }> {
  for (const transition of transitionsAfter(zone.compiled(), FIRST)) {
    if (transition.at >= LAST) return
    const change = transition.after.type.offset - transition.before.type.offset
    if (change !== 0) yield { ...transition, change }
  }
}

test('every fold and gap from 1900 to 2100 has its two instants, the earlier one first', () => {
  let seen = 0
  const faults: string[] = []
  for (const zone of service.catalogue.almanac.zones.listed) {
    for (const { at, before, after, change } of moves(zone)) {
      // The local time in the middle of the fold or gap.
      const local = localSeconds(at + before.type.offset + Math.trunc(change / 2))
      const moment = { kind: 'local', local } as const
      const clock = { kind: 'zone', zone } as const
      const { at: earliest, ambiguity } = readOn(clock, moment, 'earliest')
      const expected = [local - before.type.offset, local - after.type.offset].toSorted((a, b) => a - b)
      seen++
      // Two changes in quick succession could give more than two candidates, or none. No zone has such changes.
      if (
        ambiguity?.kind !== (change > 0 ? 'gap' : 'fold') ||
        ambiguity.earlier.at !== expected[0] ||
        ambiguity.later.at !== expected[1] ||
        ambiguity.earlier.at > ambiguity.later.at ||
        earliest !== ambiguity.earlier.at ||
        readOn(clock, moment, 'latest').at !== ambiguity.later.at
      ) {
        faults.push(`${zone.iana} ${formatLocal(local)}`)
      }
    }
  }
  expect(seen).toBeGreaterThan(40_000)
  expect(faults).toEqual([])
})

test('agrees with Temporal in folds and gaps wherever its tz data has our transition', () => {
  let compared = 0
  const faults: string[] = []
  for (const zone of service.catalogue.almanac.zones.listed) {
    for (const { at, before, after, change } of moves(zone)) {
      if (at > Date.UTC(2037, 0, 1) / 1000) break
      // Node's Temporal rounds some offsets to whole minutes, so it cannot be asked about offsets with seconds.
      if (before.type.offset % 60 !== 0 || after.type.offset % 60 !== 0) continue
      const peerAt = (seconds: number): number | null => {
        try {
          return (
            Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone.iana)
              .offsetNanoseconds / 1e9
          )
        } catch {
          return null
        }
      }
      if (peerAt(at - 1) !== before.type.offset || peerAt(at) !== after.type.offset) continue
      const local = localSeconds(at + before.type.offset + Math.trunc(change / 2))
      const wall = Temporal.PlainDateTime.from(formatLocal(local))
      const ours = (resolution: 'earliest' | 'latest'): number =>
        readOn({ kind: 'zone', zone }, { kind: 'local', local }, resolution).at
      const theirs = (disambiguation: 'earlier' | 'later'): number =>
        wall.toZonedDateTime(zone.iana, { disambiguation }).epochMilliseconds / 1000
      compared++
      if (ours('earliest') !== theirs('earlier') || ours('latest') !== theirs('later')) {
        faults.push(`${zone.iana} ${formatLocal(local)}`)
      }
    }
  }
  expect(compared).toBeGreaterThan(15_000)
  expect(faults).toEqual([])
})

describe('laws', () => {
  const zoneIndex = fc.nat(418)
  const instant = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }).map(epochSeconds)
  const zoneAt = (index: number): Zone => {
    const zone = service.catalogue.almanac.zones.listed[index]
    if (zone === undefined) throw new Error('there are 419 zones')
    return zone
  }

  test('there and back: an instant shown in a zone, sent back anchored, is the instant', () => {
    fc.assert(
      fc.property(zoneIndex, zoneIndex, instant, (one, other, at) => {
        const { almanac } = service.catalogue
        const request = {
          from: zoneAt(one).iana,
          to: [zoneAt(other).iana],
          moment: { kind: 'instant', at },
          resolution: 'earliest',
        } as const
        const there = convert(request, almanac, at)
        expect(there.kind).toBe('converted')
        if (there.kind !== 'converted') return
        const { to } = there.conversion
        const shown = formatDateTime(there.conversion.at, to[0]?.offset ?? offsetSeconds(1))
        expect(Date.parse(shown) / 1000).toBe(at)
        expect(to[0]?.offset).toBe(offsetAt(zoneAt(other).compiled(), at))
      }),
      { numRuns: 20_000 },
    )
  })

  test('a wall time read back names its instant, or one side of a fold', () => {
    fc.assert(
      fc.property(zoneIndex, instant, (index, at) => {
        const zone = zoneAt(index)
        const local = localSeconds(at + offsetAt(zone.compiled(), at))
        const reading = readOn({ kind: 'zone', zone }, { kind: 'local', local }, 'earliest')
        const { ambiguity } = reading
        const candidates: EpochSeconds[] =
          ambiguity === null ? [reading.at] : [ambiguity.earlier.at, ambiguity.later.at]
        expect(ambiguity?.kind).not.toBe('gap')
        expect(candidates).toContain(at)
      }),
      { numRuns: 20_000 },
    )
  })
})
