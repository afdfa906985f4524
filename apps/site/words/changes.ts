// Describes changes of a zone's clock for people: how far, when, in how many days, that yearly ones ended; and how many years it looks ahead.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Zone } from '#core/ask/zones.ts'
import { civilFromDays } from '#core/time/civil.ts'
import { addYears, isPrintable } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { transitionsAfter, transitionsBefore, type Transition } from '#core/zone/transitions.ts'
import { listInWords } from './list-in-words.ts'
import { dateInWords, dayOf, timeOf, yearOf } from './times.ts'

/** How far ahead `nextMove` looks. The API uses the same limit. */
const HORIZON_YEARS = 5

/** The first of some changes at which the clock moves. Null when none does within a horizon. */
function firstMove(changes: Iterable<Transition>, isNear: (at: EpochSeconds) => boolean): Transition | null {
  for (const change of changes) {
    if (!isNear(change.at)) return null
    if (shiftOf(change) !== 0) return change
  }
  return null
}

/** The next change at which the clock moves. Null when none comes within five years. */
export function nextMove(zone: Zone, now: EpochSeconds): Transition | null {
  const horizon = addYears(now, HORIZON_YEARS)
  return firstMove(transitionsAfter(zone.compiled(), now), (at) => at <= horizon)
}

/** The year of the world’s next clock change. Late in a year that is the one after it. The present year when none is known. */
export function yearOfNextMove(almanac: Pick<Almanac, 'zones' | 'stateOf'>, now: EpochSeconds): number {
  const next = Math.min(...almanac.zones.listed.flatMap((zone) => almanac.stateOf(zone, now).next?.at ?? []))
  return yearOf(Number.isFinite(next) ? epochSeconds(next) : now)
}

/** The last change at which the clock moved, if it was in the last five years, or after another instant. */
export const latestMove = (
  zone: Zone,
  now: EpochSeconds,
  after: EpochSeconds = addYears(now, -HORIZON_YEARS),
): Transition | null => firstMove(transitionsBefore(zone.compiled(), now), (at) => at >= after)

/** From then on the data is for the whole of a zone, and before for one place of it. */
const SINCE_1970 = epochSeconds(0)

/** The last move of a clock that moved twice a year until then, and stopped after 1970. Null for any other clock. */
export function lastOfTwiceAYear(zone: Zone, now: EpochSeconds): Transition | null {
  const last = nextMove(zone, now) === null ? latestMove(zone, now, SINCE_1970) : null
  // Three, not four: the first of them may have been a day or two more than two years before.
  return last !== null && movesBetween(zone, addYears(last.at, -2), last.at).length >= 3 ? last : null
}

/** How such a clock stopped: "Clocks here changed twice a year until 2022: they last went back on Sunday 30 October 2022." */
export function stopInWords(zone: Zone, last: Transition, now: EpochSeconds): string {
  const day = dayOfChange(last)
  const renamed = changesBetween(zone, last.at, addYears(now, HORIZON_YEARS)).find(
    ({ before, after }) => before.type.isDst && !after.type.isDst,
  )
  const since = renamed === undefined ? '' : dateInWords(dayOfChange(renamed))
  const more =
    renamed === undefined
      ? ''
      : renamed.at <= now
        ? `, and since ${since} the summer time is kept all year`
        : `, and from ${since} the summer time is kept all year`
  return `Clocks here changed twice a year until ${civilFromDays(day).year}: they last went ${shiftOf(last) > 0 ? 'forward' : 'back'} on ${dateInWords(day)}${more}.`
}

/** The date of a change on the clock before it, as days since 1970-01-01. */
export const dayOfChange = ({ at, before }: Transition): number => dayOf(at, before.type.offset)

/** Seconds that the clock moves at a change. */
export const shiftOf = ({ before, after }: Transition): number => after.type.offset - before.type.offset

/** The changes from one instant until before another, without those whose date-time cannot be printed. */
export function changesBetween(zone: Zone, from: EpochSeconds, until: EpochSeconds): Transition[] {
  const found: Transition[] = []
  for (const transition of transitionsAfter(zone.compiled(), from)) {
    if (transition.at >= until || !isPrintable(transition.at, transition.after.type.offset)) break
    found.push(transition)
  }
  return found
}

/** Those of them at which the clock moves. */
export const movesBetween = (zone: Zone, from: EpochSeconds, until: EpochSeconds): Transition[] =>
  changesBetween(zone, from, until).filter((change) => shiftOf(change) !== 0)

const COUNTS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A duration in seconds, as words: `one hour`, `30 minutes`, `24 hours`. Figures do not mix with words: `2 hours and 15 minutes`. */
export function durationInWords(seconds: number): string {
  const size = Math.abs(seconds)
  const counts = size % 3600 === 0 ? COUNTS : []
  const parts = [
    [Math.floor(size / 3600), 'hour'] as const,
    [Math.floor(size / 60) % 60, 'minute'] as const,
    [size % 60, 'second'] as const,
  ].filter(([count]) => count !== 0)
  const words = parts.map(([count, unit]) => `${counts[count] ?? count} ${unit}${count === 1 ? '' : 's'}`)
  return listInWords(words) || 'no time'
}

/** `01:00 → 02:00`: the clock just before the change, and just after it. Egypt's goes back at midnight: `00:00 → 23:00 the day before`. */
export const wallsOf = (change: Transition): string =>
  `${timeOf(change.at, change.before.type.offset)} → ${wallAfter(change)}`

/** The reading of a clock just after a change: "03:00", or "00:00 the next day". */
export function wallAfter({ at, before, after }: Transition): string {
  const days = dayOf(at, after.type.offset) - dayOf(at, before.type.offset)
  const day = days === 0 ? '' : days > 0 ? ' the next day' : ' the day before'
  return timeOf(at, after.type.offset) + day
}

/** `today`, `tomorrow`, `in 127 days`, `3 days ago`. */
export function daysInWords(days: number): string {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** The next move of a clock: "Clocks go forward one hour, 01:00 → 02:00, on Sunday 28 March 2027, in 127 days." */
export function changeSentence(transition: Transition, now: EpochSeconds): string {
  const day = dayOfChange(transition)
  return `Clocks go ${moveInWords(transition)}, ${wallsOf(transition)}, on ${dateInWords(day)}, ${daysInWords(day - dayOf(now, transition.before.type.offset))}.`
}

/** "forward one hour". When the clock does not move, the other thing that changes. */
export function moveInWords(transition: Transition): string {
  const shift = shiftOf(transition)
  if (shift !== 0) return `${shift > 0 ? 'forward' : 'back'} ${durationInWords(shift)}`
  const [one, other] = [transition.before.type, transition.after.type]
  if (one.isDst !== other.isDst)
    return `the clock stays: ${other.isDst ? 'daylight saving' : 'standard'} time from then`
  return 'the clock stays, its name changes'
}

/** 1900-01-01T00:00:00Z. The history on pages begins here. */
export const HISTORY_FROM = epochSeconds(-2_208_988_800)
