// The tasks of docs/library.md that a clock answers, run as they stand there, give what Temporal gives: in many zones, at many instants.
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import type { Change, Clock } from '#apps/library/clock.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { instantOf, plainDateTimeAt } from '#apps/library/temporal.ts'
import { checking } from '../../support/oracles/shown-values.ts'
import { samplesOf } from '../../support/worlds/samples.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))
const source = samplesOf('docs/library.md').find((sample) => sample.source.includes('// 1. '))?.source ?? ''

/** Zones whose clocks since 1980 are the same in the data of this runtime, which the polyfill asks. */
const ZONES = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
]
/** Those that have one daylight saving time in each year, so that the larger offset of a year is it. */
const ONE_SUMMER = new Set(['Europe/Berlin', 'Europe/Dublin', 'America/New_York', 'Pacific/Chatham'])

interface Asked {
  readonly berlin: Clock
  readonly tokyo: Clock
  readonly at: number
  readonly day: string
  readonly next: string
}

/** The values of each task, in the order of its lines, by the task's number. */
function valuesOf(asked: Asked): ReadonlyMap<number, readonly unknown[]> {
  // The test says which clocks, which instant and which days.
  const own = source.replaceAll(/^(?:import .*|const (?:berlin|tokyo|at|\[day, next\]) = .*)$/gm, '')
  const body = checking(own).replaceAll(/^\/\/ (\d+)\. .*$/gm, 'pairs = values[$1] = []')
  const names = { ...asked, clocks, Temporal, instantOf, plainDateTimeAt }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is that of our own document
  const run = new Function(...Object.keys(names), `let pairs\nconst values = []\n${body}\nreturn values`)
  const values: readonly (readonly [unknown, unknown][])[] = run(...Object.values(names))
  return new Map(
    Object.entries(values).map(([number, pairs]) => [Number(number), pairs.map(([value]) => value)]),
  )
}

/** What Temporal says, by the task's number. Null: that it cannot know it for this zone. */
const ORACLES: Readonly<Record<number, (asked: Asked) => readonly unknown[] | null>> = {
  1: (asked) => [zonedOf(asked).offsetNanoseconds / 1e9, zonedOf(asked).offset],
  2: (asked) => [
    zonedOf(asked).toPlainDateTime().toString({ smallestUnit: 'second' }),
    zonedOf(asked).toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    zonedOf(asked).toString({ smallestUnit: 'second' }),
  ],
  3(asked) {
    if (!ONE_SUMMER.has(asked.berlin.id)) return null
    const zoned = zonedOf(asked)
    const offsets = [1, 7].map((month) => zoned.with({ month, day: 1 }).offsetNanoseconds)
    // Temporal knows no abbreviations.
    return [
      zoned.offsetNanoseconds > Math.min(...offsets),
      expect.stringMatching(/^[A-Z]{3,4}$|^[+-]\d{2,4}$/),
    ]
  },
  4(asked) {
    const { berlin, at } = asked
    if ([berlin.nextChange(at), berlin.previousChange(at)].some(isOfLetters)) return null
    return [
      zonedOf(asked).getTimeZoneTransition('next')?.epochMilliseconds,
      // A change at this very instant is the last one.
      zonedOf(asked).add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds,
    ]
  },
  5({ berlin }) {
    const [from, to] = [Date.UTC(2026, 0), Date.UTC(2027, 0)]
    if (berlin.changes(from, to).some(isOfLetters)) return null
    let count = 0
    let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(berlin.id)
    for (;;) {
      const change = at.getTimeZoneTransition('next')
      if (change === null || change.epochMilliseconds > to) return [count]
      at = change
      count++
    }
  },
  6: ({ berlin, day }) =>
    (['compatible', 'later'] as const).map(
      (disambiguation) =>
        Temporal.PlainDateTime.from(`${day}T02:30`).toZonedDateTime(berlin.id, { disambiguation })
          .epochMilliseconds,
    ),
  7: () => [true],
  8: (asked) => [zonedOf(asked).toPlainDate().toString()],
  9: (asked) => [startOf(asked, asked.day)],
  10: (asked) => [(startOf(asked, asked.next) - startOf(asked, asked.day)) / 3_600_000],
  11: (asked) => [zonedOf(asked).toPlainDate().until(asked.day).days],
  12: (asked) => [zonedOf(asked).add({ days: 7 }).epochMilliseconds],
  13: (asked) => [zonedOf(asked).add({ months: 6 }).epochMilliseconds],
  14: (asked) => [[asked.day, asked.next].map((date) => atHour(asked.berlin, date, 9))],
  15: ({ tokyo, at }) => [
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(tokyo.id)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  ],
  16: (asked) => [zonedOf(asked).toPlainDateTime().toZonedDateTime(asked.tokyo.id).epochMilliseconds],
  17: (asked) => [
    (zonedOf(asked).withTimeZone(asked.tokyo.id).offsetNanoseconds - zonedOf(asked).offsetNanoseconds) /
      3.6e12,
  ],
  18({ berlin, tokyo, next }) {
    const both = [berlin, tokyo]
    const closes = Math.min(...both.map((clock) => atHour(clock, next, 18)))
    return [(closes - Math.max(...both.map((clock) => atHour(clock, next, 9)))) / 3_600_000]
  },
  19: (asked) => [zonedOf(asked).toPlainDate().toLocaleString('de', { dateStyle: 'long' })],
}

/** Whether a change keeps the offset: Temporal does not count it. */
const isOfLetters = (change: Change | null): boolean =>
  change !== null && change.before.offset === change.after.offset

const zonedOf = ({ berlin, at }: Asked): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(berlin.id)

const startOf = ({ berlin }: Asked, day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(berlin.id).epochMilliseconds

const atHour = ({ id }: Clock, day: string, hour: number): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: id, plainTime: { hour } }).epochMilliseconds

test('the document has twenty-five tasks, in order', () => {
  const all = samplesOf('docs/library.md')
    .flatMap((sample) => [...sample.source.matchAll(/^\/\/ (\d+)\. /gm)])
    .map(([, number]) => Number(number))
  expect(all).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
})

test('each task gives what Temporal gives', () => {
  const random = seededRandom(25)
  const oneOf = <T>(all: readonly T[]): T => {
    const found = all[Math.floor(random() * all.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const [from, to] = [Date.UTC(1980, 0), Date.UTC(2026, 0)]
  const counts = new Map<number, number>()
  for (const berlin of ZONES.map((id) => clocks.zone(id))) {
    const changes = berlin.changes(from, to).map(({ at }) => at)
    for (let i = 0; i < 16; i++) {
      // Half of them near a change.
      const near = changes.length > 0 && i % 2 === 0
      const moment = near ? oneOf(changes) + (random() - 0.5) * 3 * 86_400_000 : from + random() * (to - from)
      const at = Math.floor(moment / 1000) * 1000
      const date = Temporal.PlainDate.from(new Date(moment).toISOString().slice(0, 10))
      const [day, next] = [date.toString(), date.add({ days: 1 }).toString()]
      const asked = { berlin, tokyo: clocks.zone(oneOf(ZONES)), at, day, next }
      const values = valuesOf(asked)
      for (const [number, oracle] of Object.entries(ORACLES)) {
        const expected = oracle(asked)
        if (expected === null) continue
        expect(
          values.get(Number(number)),
          `task ${number}: ${berlin.id} and ${asked.tokyo.id}, ${new Date(at).toISOString()}, ${day}`,
        ).toEqual(expected)
        counts.set(Number(number), (counts.get(Number(number)) ?? 0) + 1)
      }
    }
  }
  expect(counts.size).toBe(19)
  expect(Math.min(...counts.values())).toBeGreaterThan(50)
  // The polyfill looks for a change through the runtime's Intl, which is slow on a busy machine.
}, 180_000)
