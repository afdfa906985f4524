// Facts about meeting times: the proposals, compared with a count of every minute by the zones of this machine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bestTimes, OFFICE, type Attendee, type Hours } from '#ask/meeting.ts'
import { daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openService, type Service } from '../support/worlds/service.ts'

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
