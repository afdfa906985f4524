// Properties of every zone at every instant, checked at random instants on the tiny world's zones and on a zone with a 400-year cycle.
import fc from 'fast-check'
import { test } from 'vitest'
import { epochSeconds, localSeconds, toLocal, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, Interval } from '#core/zone/compiled-zone.ts'
import { CYCLE_SECONDS, intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { latestTransition, nextTransition } from '#core/zone/transitions.ts'
import { compileText } from '../support/worlds/compile-text.ts'
import { instant } from '../support/worlds/moment.ts'
import { tinyZones } from '../support/worlds/tiny-tz.ts'

const cycling = compileText(`
Rule X 2000 max - Mar 1 0:00 1:00 S
Rule X 2000 max - May 1 0:00 2:00 D
Rule X 2000 max - Oct lastSun 0:00 0 -
Zone Test/Cycling 1:00 - CET 2000
  1:00 X C%sET
`)
/** Two changes near New Year, with times of day that move them to another day. */
const restless = compileText(`
Rule Y 2000 max - Dec 31 26:00 1:00 S
Rule Y 2000 max - Jan 10 -100:00 0 -
Zone Test/Restless 13:00 - XXT 2000
  13:00 Y XX%sT
`)
const zones = fc.constantFrom(...tinyZones.zones.map(({ compiled }) => compiled), cycling, restless)
const instants = fc
  .integer({ min: instant('0001-01-01T00:00:00Z'), max: instant('9999-12-31T23:59:59Z') })
  .map(epochSeconds)
// Random instants almost never meet a transition. These are within two hours of one.
const nearTransitions = fc
  .record({ zone: zones, at: instants, shift: fc.integer({ min: -7200, max: 7200 }) })
  .map(({ zone, at, shift }) => {
    const near = nextTransition(zone, at) ?? latestTransition(zone, at)
    return { zone, at: epochSeconds((near?.at ?? at) + shift) }
  })
const anywhere = fc.oneof(fc.record({ zone: zones, at: instants }), nearTransitions)

type Law = (zone: CompiledZone, at: EpochSeconds) => boolean

const contains = (interval: Interval, at: EpochSeconds): boolean =>
  (interval.start === null || interval.start <= at) && (interval.end === null || at < interval.end)

const laws: readonly (readonly [string, Law])[] = [
  [
    'shows at each instant what the interval around it shows',
    (zone, at) => {
      const interval = intervalAt(zone, at)
      return contains(interval, at) && interval.type === typeAt(zone, at)
    },
  ],

  [
    'changes nothing inside an interval',
    (zone, at) => {
      const { start, end, type } = intervalAt(zone, at)
      return (
        typeAt(zone, start ?? at) === type &&
        typeAt(zone, end === null ? at : epochSeconds(end - 1)) === type &&
        typeAt(zone, epochSeconds(Math.floor(((start ?? at) + (end ?? at)) / 2))) === type
      )
    },
  ],

  [
    'has its next transition after the instant, and another type there',
    (zone, at) => {
      const next = nextTransition(zone, at)
      if (next === null) return intervalAt(zone, at).end === null
      return (
        next.at > at &&
        typeAt(zone, next.at) !== typeAt(zone, epochSeconds(next.at - 1)) &&
        intervalAt(zone, next.at).start === next.at
      )
    },
  ],

  [
    'has its latest transition at the instant or before',
    (zone, at) => {
      const latest = latestTransition(zone, at)
      if (latest === null) return intervalAt(zone, at).start === null
      return latest.at <= at && latest.before.end === latest.at && latest.after.start === latest.at
    },
  ],

  [
    'resolves its own local time to the instant',
    (zone, at) => {
      const mapping = resolveLocal(zone, toLocal(at, typeAt(zone, at).offset))
      if (mapping.kind === 'unique') return mapping.at === at && contains(mapping.interval, at)
      return mapping.kind === 'fold' && (mapping.earlier === at || mapping.later === at)
    },
  ],

  [
    'never shows a reading within a gap',
    (zone, at) => {
      const mapping = resolveLocal(zone, localSeconds(at))
      if (mapping.kind !== 'gap') return true
      return [mapping.earlier, mapping.later].every(
        (instantOfGap) => toLocal(instantOfGap, typeAt(zone, instantOfGap).offset) !== localSeconds(at),
      )
    },
  ],

  [
    'shows a folded reading at both of its instants',
    (zone, at) => {
      const mapping = resolveLocal(zone, toLocal(at, typeAt(zone, at).offset))
      if (mapping.kind !== 'fold') return true
      return (
        mapping.earlier < mapping.later &&
        [mapping.earlier, mapping.later].every(
          (one) => one + typeAt(zone, one).offset === at + typeAt(zone, at).offset,
        )
      )
    },
  ],

  [
    'repeats itself every 400 years after its last listed transition',
    (zone, at) => {
      const last = zone.starts.at(-1) ?? at
      // The footer may begin up to a year after the last listed transition.
      const later = epochSeconds(Math.max(at, last + 366 * 86_400))
      return typeAt(zone, later) === typeAt(zone, epochSeconds(later + CYCLE_SECONDS))
    },
  ],

  [
    'has an offset that is STDOFF and SAVE, and SAVE only in daylight saving time',
    (zone, at) => {
      const { offset, stdoff, save, isDst } = typeAt(zone, at)
      return offset === stdoff + save && save >= 0 && (save === 0 || isDst)
    },
  ],
]

test.each(laws)('a zone %s', (_, law) => {
  fc.assert(
    fc.property(anywhere, ({ zone, at }) => law(zone, at)),
    { numRuns: 400 },
  )
})
