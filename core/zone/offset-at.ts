// A zone and an instant → its local time type and the interval around the instant, from its list or from the footer's rule after the list.
import { DAY, civilFromDays } from '../time/civil.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone, Footer, Interval, LocalTimeType, YearlyChange } from './compiled-zone.ts'
import { yearlyInstant } from './yearly-day.ts'

/** Seconds of 400 years, after which the Gregorian calendar and its weekdays repeat. */
export const CYCLE_SECONDS = 146_097 * DAY

type Yearly = Extract<Footer, { kind: 'yearly' }>

/** The local time type in force at an instant. Allocates nothing. */
export function typeAt(zone: CompiledZone, at: EpochSeconds): LocalTimeType {
  const { starts, footer } = zone
  const last = starts[starts.length - 1]
  if (last === undefined || at < last || footer.kind === 'fixed')
    return typeOfInterval(zone, indexAt(starts, at))
  if (footer.kind === 'cycle') return typeOfInterval(zone, indexAt(starts, intoLastCycle(at, last)))
  const standardAt = changeAtOrBefore(zone, footer, footer.toStandard, at)
  const daylightAt = changeAtOrBefore(zone, footer, footer.toDaylight, at)
  // Before the first change of the footer, the last listed interval goes on.
  if (standardAt <= last && daylightAt <= last) return typeOfInterval(zone, starts.length)
  return typeNumbered(zone, standardAt > daylightAt ? footer.toStandard.type : footer.toDaylight.type)
}

/** Seconds to add to UTC at an instant. */
export const offsetAt = (zone: CompiledZone, at: EpochSeconds): OffsetSeconds => typeAt(zone, at).offset

/** The interval at an instant, with the source lines that made it. */
export function intervalAt(zone: CompiledZone, at: EpochSeconds): Interval {
  const { starts, footer } = zone
  const last = starts[starts.length - 1]
  if (last === undefined || footer.kind === 'fixed' || at < last) {
    const index = indexAt(starts, at)
    const end = starts[index]
    return listedInterval(
      zone,
      index,
      end ?? (last === undefined ? null : firstAfterListed(zone, footer, last)),
    )
  }
  if (footer.kind === 'cycle') {
    const inside = intoLastCycle(at, last)
    const shift = at - inside
    const index = indexAt(starts, inside)
    const interval = listedInterval(zone, index, starts[index] ?? null)
    const { start, end } = interval
    return {
      ...interval,
      // The end of the listed cycle is also its beginning: the last start opens the interval after it.
      start: start === null ? null : epochSeconds(start + shift),
      end: epochSeconds((end ?? last) + shift),
    }
  }
  return footerInterval(zone, footer, at, last)
}

/** The index of the interval at an instant: the number of starts at or before it. */
function indexAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function listedInterval(zone: CompiledZone, index: number, end: EpochSeconds | null): Interval {
  return {
    start: index === 0 ? null : (zone.starts[index - 1] ?? null),
    end,
    type: typeOfInterval(zone, index),
    why: linesNumbered(zone, zone.linesOf[index] ?? []),
  }
}

/** Moves an instant after the last listed start back by whole cycles, into the last listed cycle. */
function intoLastCycle(at: number, last: number): number {
  const cycles = Math.floor((at - last) / CYCLE_SECONDS) + 1
  return at - cycles * CYCLE_SECONDS
}

function footerInterval(zone: CompiledZone, footer: Yearly, at: EpochSeconds, last: EpochSeconds): Interval {
  const standardAt = changeAtOrBefore(zone, footer, footer.toStandard, at)
  const daylightAt = changeAtOrBefore(zone, footer, footer.toDaylight, at)
  if (standardAt <= last && daylightAt <= last)
    return listedInterval(zone, zone.starts.length, firstAfterListed(zone, footer, last))
  const change = standardAt > daylightAt ? footer.toStandard : footer.toDaylight
  const other = change === footer.toStandard ? footer.toDaylight : footer.toStandard
  return {
    start: epochSeconds(Math.max(standardAt, daylightAt)),
    end: changeAfter(zone, footer, other, at),
    type: typeNumbered(zone, change.type),
    why: linesNumbered(zone, change.lines),
  }
}

/** The instant at which the footer ends the last listed interval; null if it never does. */
function firstAfterListed(zone: CompiledZone, footer: Footer, last: EpochSeconds): EpochSeconds | null {
  switch (footer.kind) {
    case 'fixed':
      return null
    case 'cycle': {
      const next = zone.starts[indexAt(zone.starts, last - CYCLE_SECONDS)]
      return next === undefined ? null : epochSeconds(next + CYCLE_SECONDS)
    }
    case 'yearly': {
      // A change to the type of the last listed interval changes nothing.
      const current = typeOfInterval(zone, zone.starts.length)
      const changes = [footer.toStandard, footer.toDaylight]
        .filter((change) => typeNumbered(zone, change.type) !== current)
        .map((change) => changeAfter(zone, footer, change, last))
      return changes.length === 0 ? null : epochSeconds(Math.min(...changes))
    }
  }
}

/** The offset before a yearly change: the offset after the other change. */
function offsetBefore(zone: CompiledZone, footer: Yearly, change: YearlyChange): OffsetSeconds {
  const other = change === footer.toStandard ? footer.toDaylight : footer.toStandard
  return offsetSeconds(typeNumbered(zone, other.type).offset)
}

// A change lies at most eight days outside its year (167 hours and an offset).
// So the instant's year and the years next to it are enough to look at.
const yearOf = (at: number): number => civilFromDays(Math.floor(at / DAY)).year

function changeAtOrBefore(
  zone: CompiledZone,
  footer: Yearly,
  change: YearlyChange,
  at: number,
): EpochSeconds {
  const before = offsetBefore(zone, footer, change)
  let year = yearOf(at) + 1
  let found = yearlyInstant(change, year, before)
  while (found > at) found = yearlyInstant(change, --year, before)
  return found
}

function changeAfter(zone: CompiledZone, footer: Yearly, change: YearlyChange, at: number): EpochSeconds {
  const before = offsetBefore(zone, footer, change)
  let year = yearOf(at) - 1
  let found = yearlyInstant(change, year, before)
  while (found <= at) found = yearlyInstant(change, ++year, before)
  return found
}

const typeOfInterval = (zone: CompiledZone, index: number): LocalTimeType =>
  typeNumbered(zone, zone.typeOf[index] ?? 0)

function typeNumbered(zone: CompiledZone, index: number): LocalTimeType {
  const type = zone.types[index]
  if (type === undefined) throw new RangeError(`${zone.id}: there is no local time type ${index}`)
  return type
}

const linesNumbered = (zone: CompiledZone, indexes: readonly number[]) =>
  indexes.flatMap((index) => zone.lines[index] ?? [])
