// Facts about meeting times: the proposals, compared with a count of every minute by the zones of this machine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { bestTimes, OFFICE, otherTrades, type Attendee, type Hours } from '#apps/site/words/meeting.ts'
import { daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

interface Person {
  readonly iana: string
  readonly weekend: readonly number[]
  readonly work: Hours
}
const person = (iana: string, weekend: readonly number[] = [6, 0], work: Hours = OFFICE): Person => ({
  iana,
  weekend,
  work,
})

const attendee = ({ iana, weekend, work }: Person): Attendee => {
  const zone = service.catalogue.almanac.zones.named(iana)
  if (zone === null) throw new Error(`${iana} is no zone`)
  return { zone: zone.compiled(), weekend, work }
}

/** What each minute of some weeks is for a person: 0 work, 1 awake, 2 weekend, 3 night. */
function minutesOf({ iana, weekend, work }: Person, from: number, count: number): Uint8Array {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: iana,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  const kinds = new Uint8Array(count)
  // In the years of this test, offsets change only at full quarters of an hour.
  for (let index = 0; index < count; index += 15) {
    const parts = new Map(
      format.formatToParts((from + index * 60) * 1000).map(({ type, value }) => [type, value]),
    )
    const start = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
    const day = days.indexOf(parts.get('weekday') ?? '')
    for (let more = 0; more < 15; more++) {
      const minute = start + more
      const isWork =
        (minute >= work.from && minute < work.until && !weekend.includes(day)) ||
        (minute + 1440 < work.until && !weekend.includes((day + 6) % 7))
      kinds[index + more] = isWork ? 0 : minute < 420 || minute >= 1320 ? 3 : weekend.includes(day) ? 2 : 1
    }
  }
  return kinds
}

const DAYS = 14

test.each([
  ['two with an overlap', [person('Europe/Zurich'), person('America/New_York')], 60],
  [
    'three without one',
    [person('Europe/Zurich'), person('America/New_York'), person('Australia/Sydney')],
    60,
  ],
  // Here the fewest people at night are one, who would come from one to three o'clock.
  [
    'three without one, two hours',
    [person('Europe/Zurich'), person('America/New_York'), person('Australia/Sydney')],
    120,
  ],
  ['other weekends', [person('Asia/Dubai'), person('Africa/Cairo', [5, 6]), person('Asia/Kathmandu')], 90],
  [
    'somebody who works at night',
    [person('Europe/London'), person('Asia/Tokyo', [6, 0], { from: 1320, until: 1800 })],
    45,
  ],
  ['a clock that changes meanwhile', [person('Australia/Lord_Howe'), person('America/Los_Angeles')], 30],
] as const)('the best times are the best of all: %s', (_, people, minutes) => {
  const day = daysFromCivil(2026, 10, 26)
  const attendees = people.map(attendee)
  const proposals = bestTimes(attendees, {
    day,
    days: DAYS,
    minutes,
    count: 3,
    notBefore: epochSeconds(day * 86_400 - 1e6),
  })
  expect(proposals.length).toBe(3)
  const [first = person('UTC')] = people
  const dateOf = new Intl.DateTimeFormat('en-CA', { timeZone: first.iana, dateStyle: 'short' })
  const from = (day - 1) * 86_400
  const kinds = people.map((one) => minutesOf(one, from, (DAYS + 4) * 1440))
  /** One number for a time: the minutes of night of all people, then how many have night, weekend, and time outside their hours. */
  const costOf = (at: number): number => {
    const index = (at - from) / 60
    const its = kinds.map((one) => one.subarray(index, index + minutes))
    const atNight = its.reduce((sum, one) => sum + one.filter((kind) => kind === 3).length, 0)
    const worst = its.map((one) => Math.max(...one))
    return [3, 2, 1].reduce((sum, kind) => sum * 10 + worst.filter((one) => one === kind).length, atNight)
  }
  const best = new Map<string, number>()
  for (let at = from; at < from + (DAYS + 2) * 86_400; at += 1800) {
    const date = dateOf.format(at * 1000)
    best.set(date, Math.min(best.get(date) ?? Infinity, costOf(at)))
  }
  const inside = [...best].filter(([date]) => date >= '2026-10-26' && date <= '2026-11-08')
  expect(inside.length).toBe(DAYS)
  // Each proposal is the best time of its day, and no other day has a better one.
  expect(proposals.map((one) => costOf(one.from))).toEqual(
    inside
      .map(([, cost]) => cost)
      .toSorted((one, other) => one - other)
      .slice(0, 3),
  )
  expect(new Set(proposals.map((one) => dateOf.format(one.from * 1000))).size).toBe(3)
  expect(
    proposals.map((one) =>
      [3, 2, 1].reduce(
        (sum, kind) =>
          sum * 10 +
          one.suits.filter((suits) => suits === ['work', 'awake', 'weekend', 'night'][kind]).length,
        0,
      ),
    ),
  ).toEqual(proposals.map((one) => costOf(one.from) % 1000))
})

/** The minute of the day on a person's clock at every minute, by the zones of this machine. */
function wallsOf({ iana }: Person, from: number, count: number): Int16Array {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: iana,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const walls = new Int16Array(count)
  for (let index = 0; index < count; index += 15) {
    const [hour = 0, minute = 0] = format
      .format((from + index * 60) * 1000)
      .split(':')
      .map(Number)
    for (let more = 0; more < 15; more++) walls[index + more] = hour * 60 + minute + more
  }
  return walls
}

/** Places whose clocks this machine knows as the service does: their rules have been the same for many years. */
const PLACES = (
  'Europe/Zurich Europe/London America/New_York America/Los_Angeles America/Sao_Paulo Australia/Sydney Australia/Adelaide ' +
  'Australia/Lord_Howe Pacific/Auckland Pacific/Honolulu Asia/Tokyo Asia/Kolkata Asia/Kathmandu Asia/Dubai Africa/Nairobi ' +
  'America/St_Johns'
).split(' ')

test('the times that differ in who gives way are the least for each of them, by a count of every half-hour', () => {
  const people = fc.uniqueArray(
    fc.record({
      iana: fc.constantFrom(...PLACES),
      weekend: fc.constantFrom([6, 0], [5, 6], [0]),
      work: fc.constantFrom(OFFICE, { from: 480, until: 960 }, { from: 600, until: 1140 }),
    }),
    { minLength: 2, maxLength: 4, selector: ({ iana }) => iana },
  )
  const days = fc.integer({ min: daysFromCivil(2026, 1, 1), max: daysFromCivil(2027, 11, 1) })
  let found = 0
  fc.assert(
    fc.property(people, days, fc.constantFrom(30, 60, 90), (all, day, minutes) => {
      const attendees = all.map(attendee)
      const asked = { day, days: 3, minutes, notBefore: epochSeconds(0) }
      const [best] = bestTimes(attendees, { ...asked, count: 1 })
      if (best === undefined) throw new Error('no time at all')
      const trades = otherTrades(attendees, asked, best)

      const from = (day - 2) * 86_400
      const count = 8 * 1440
      const walls = all.map((one) => wallsOf(one, from, count))
      const kinds = all.map((one) => minutesOf(one, from, count))
      const givenAt = (at: number): number[] =>
        all.map(({ work }, place) => {
          const index = (at - from) / 60
          const wall = walls[place]?.[index] ?? 0
          // The working hours that are nearest, of this day or the ones next to it, and the minutes outside their worse end.
          const outside = Math.min(
            ...[-1440, 0, 1440].map((shift) =>
              Math.max(0, work.from + shift - wall, wall + minutes - work.until - shift),
            ),
          )
          const worst = Math.max(...(kinds[place]?.subarray(index, index + minutes) ?? []))
          return outside + (worst === 3 ? 240 : worst === 2 ? 600 : 0)
        })
      const isAsleep = (at: number): boolean => {
        const index = (at - from) / 60
        return walls.some((one) =>
          one.subarray(index, index + minutes).some((wall) => wall >= 23 * 60 || wall < 6 * 60),
        )
      }
      const sumOf = (given: readonly number[]): number => given.reduce((sum, one) => sum + one, 0)
      const payerAt = (at: number): number => givenAt(at).indexOf(Math.max(...givenAt(at)))
      const dateOf = new Intl.DateTimeFormat('en-CA', { timeZone: all[0]?.iana ?? 'UTC', dateStyle: 'short' })
      const dates = [0, 1, 2].map((more) => new Date((day + more) * 86_400_000).toISOString().slice(0, 10))
      const least = new Map<number, number>()
      // Half-hours are those of the first clock.
      for (let at = from; at < from + (count - minutes) * 60; at += 900) {
        if ((walls[0]?.[(at - from) / 60] ?? 0) % 30 !== 0) continue
        if (!dates.includes(dateOf.format(at * 1000)) || isAsleep(at)) continue
        const payer = payerAt(at)
        least.set(payer, Math.min(least.get(payer) ?? Infinity, sumOf(givenAt(at))))
      }
      least.delete(payerAt(best.from))

      expect(trades.map((one) => sumOf(givenAt(one.from)))).toEqual(
        [...least.values()].toSorted((one, other) => one - other),
      )
      expect(new Set(trades.map((one) => payerAt(one.from)))).toEqual(new Set(least.keys()))
      for (const one of trades) {
        expect(isAsleep(one.from)).toBe(false)
        expect(sumOf(givenAt(one.from))).toBe(least.get(payerAt(one.from)))
        expect(dates).toContain(dateOf.format(one.from * 1000))
      }
      found += trades.length
    }),
    { numRuns: 60, seed: 56 },
  )
  expect(found).toBeGreaterThan(30)
})
