// The chosen time of a meeting: its start and end from what was written, and the same as an address says it.
import { compiledClock, readOn, type Ambiguity, type Clock, type Reading } from '#ask/clock.ts'
import { DAY } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import { readTime } from './read-moment.ts'
import { isoDate, shownAt } from './times.ts'

/** Which of two equal times is meant, as addresses say it. */
export const SIDES = ['earliest', 'latest'] as const
export type Side = (typeof SIDES)[number]

/** From and Until as they were written, and which of two equal times they mean. */
export interface Written {
  readonly from: string
  readonly until: string
  /** Whether From means the second of two equal times. */
  readonly isLater: boolean
  /** Which of two equal times Until means. Empty: nobody said. */
  readonly ending: '' | Side
}

/** A chosen time. */
export interface Chosen {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
}

/** A chosen time, and what about its texts was not plain. */
export interface TimeMeant extends Chosen {
  /** Null: From happens once. */
  readonly start: Ambiguity | null
  /** Null: Until happens once, or does not decide the end. */
  readonly end: Ambiguity | null
  /** Both as a clock shows them, where Until is before From or the same. Null: it is after it. */
  readonly notAfter: { readonly from: string; readonly until: string } | null
}

const HOUR = 3600

/** `09:30` for minutes of a day. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A minute of a day on a clock. One that never happens is read by the offset before the gap, as calendars do. */
function onClock(clock: Clock, day: number, minute: number, isLater: boolean): Reading {
  const moment = { kind: 'local', local: localSeconds(day * DAY + minute * 60) } as const
  const first = readOn(clock, moment, 'earliest')
  return isLater || first.ambiguity?.kind === 'gap' ? readOn(clock, moment, 'latest') : first
}

/**
 * The chosen time of a day. Null when no start was said. An end at or before the start is on the next day; without one it lasts an hour.
 *
 * The end is when the clock shows Until. But the clock shows some starts never or twice, and a meeting from 02:30 until 03:30 takes an hour for
 * whoever writes it. So after such a start the meeting takes the time from From to Until, whichever way the start is read. Only an address
 * that also says which Until it means, as those of the table do, has the clock decide after a start that happens twice.
 */
export function timeMeant(
  clock: Clock,
  day: number,
  { from, until, isLater, ending }: Written,
): TimeMeant | null {
  const [start, end] = [from, until].map((text) => (text === '' ? '' : readTime(text)))
  if (typeof start !== 'number') return null
  const { at, ambiguity } = onClock(clock, day, start, isLater)
  const begin = { from: at, start: ambiguity }
  if (typeof end !== 'number') return { ...begin, until: epochSeconds(at + HOUR), end: null, notAfter: null }
  const isByClock = ambiguity?.kind === 'fold' ? ending !== '' : ambiguity === null && end !== start
  const ends = !isByClock
    ? []
    : [day, day + 1].flatMap((its) =>
        (ending === 'latest' ? [true] : [false, true]).map((side) => onClock(clock, its, end, side)),
      )
  const its = ends.find((one) => one.at > at)
  const minutes = end === start ? 60 : (end - start + 1440) % 1440 || 1440
  const last = its?.at ?? epochSeconds(at + minutes * 60)
  const [first, other] = [at, last].map((one) => shownAt(compiledClock(clock), one).day)
  // Until midnight is not before From for anybody.
  const isBefore = first !== other && end < start % 1440 && end !== 0
  const isSame = end === start && !isByClock
  return {
    ...begin,
    until: last,
    end: its?.ambiguity ?? null,
    notAfter: isBefore || isSame ? { from: clockText(start), until: clockText(end) } : null,
  }
}

/** A time as an address says it: by a clock. It means this time whatever is said above of starts that happen twice. */
export function wallsOf(clock: Clock, { from, until }: Chosen): Written & { readonly date: string } {
  const zone = compiledClock(clock)
  const [start, end] = [from, until].map((at) => {
    const { day, minute } = shownAt(zone, at)
    const { ambiguity } = onClock(clock, day, minute, false)
    const side = ambiguity === null ? null : ambiguity.later.at === at ? 'latest' : 'earliest'
    return { date: isoDate(day), text: clockText(minute), side }
  })
  return {
    date: start?.date ?? '',
    from: start?.text ?? '',
    until: end?.text ?? '',
    isLater: start?.side === 'latest',
    ending: end?.side === 'latest' ? 'latest' : start?.side === 'earliest' ? 'earliest' : '',
  }
}
