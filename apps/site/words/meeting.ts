// Times for people in several places: which hours suit (work 9 to 17, awake 7 to 22), the columns of a day, the best times by half-hours.
import { DAY, weekdayOf } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { movesBetween } from '#core/zone/transitions.ts'

/** Hours of a day in minutes since midnight. `until` is after `from`, and is more than 1440 when they end on the next day. */
export interface Hours {
  readonly from: number
  readonly until: number
}

/** Working hours where nobody said others. */
export const OFFICE: Hours = { from: 9 * 60, until: 17 * 60 }
/** Hours when most people are awake. */
export const AWAKE: Hours = { from: 7 * 60, until: 22 * 60 }
const DAY_MINUTES = 1440

/**
 * The hours of a clock in which two clocks both have some hours of theirs, in order. `ahead`: minutes that the second clock is ahead. None, one
 * or two: hours of waking may meet in the morning and in the evening.
 */
export function sharedHours(hours: Hours, ahead: number): Hours[] {
  return [-DAY_MINUTES, 0, DAY_MINUTES]
    .map((shift) => ({
      from: Math.max(hours.from, hours.from - ahead + shift),
      until: Math.min(hours.until, hours.until - ahead + shift),
    }))
    .filter(({ from, until }) => from < until)
}

/** Somebody who comes to a meeting, as far as time goes. */
export interface Attendee {
  readonly zone: CompiledZone
  readonly work: Hours
  /** Days without work, 0 is Sunday. */
  readonly weekend: readonly number[]
}

/** Kinds of time for a person, the best first. `weekend`: awake on a day without work. */
export type Suits = 'work' | 'awake' | 'weekend' | 'night'
const WORST_LAST: readonly Suits[] = ['work', 'awake', 'weekend', 'night']
const NIGHT = WORST_LAST.indexOf('night')

/** The clock of an attendee between two instants, so that a thousand questions need no search. */
export type Watch = Readonly<ReturnType<typeof watchOf>>

/** Makes the watch of an attendee for the instants from `from` until `until`. */
export function watchOf(attendee: Attendee, from: EpochSeconds, until: EpochSeconds) {
  const first = offsetAt(attendee.zone, from)
  const moves = movesBetween(attendee.zone, from, until).map(({ at, before, after }) => ({
    at,
    before: before.type.offset,
    after: after.type.offset,
  }))
  return {
    ...attendee,
    /** The changes of the clock by which it moves, in order, after `from` and before `until`, with its offsets on both sides. */
    moves,
    offsetAt: (at: EpochSeconds): OffsetSeconds => moves.findLast((move) => move.at <= at)?.after ?? first,
  }
}

/** The kind of an instant for a person. */
export function suitsAt(watch: Watch, at: EpochSeconds): Suits {
  const local = at + watch.offsetAt(at)
  const day = Math.floor(local / DAY)
  const minute = Math.floor((local - day * DAY) / 60)
  const { work, weekend } = watch
  const isFree = (one: number): boolean => weekend.includes(weekdayOf(one))
  if (minute >= work.from && minute < work.until && !isFree(day)) return 'work'
  if (minute + DAY_MINUTES < work.until && !isFree(day - 1)) return 'work'
  if (minute < AWAKE.from || minute >= AWAKE.until) return 'night'
  return isFree(day) ? 'weekend' : 'awake'
}

/** The kind of a meeting for a person: the worst of its minutes, and the first instant that is so bad. */
export function worstIn(watch: Watch, from: EpochSeconds, until: EpochSeconds) {
  const spells = spellsOf(watch, from, until)
  const worst = Math.max(...spells.map(({ kind }) => kind))
  const at = spells.find(({ kind }) => kind === worst)?.start ?? from
  return { suits: WORST_LAST[worst] ?? 'night', at }
}

/**
 * The spells of a meeting in order, each with its start and what it is for somebody, as the index in `WORST_LAST`. Between two of their starts
 * nothing changes for the attendee.
 */
const spellsOf = (watch: Watch, from: EpochSeconds, until: EpochSeconds) =>
  [from, ...turnsOf(watch, from, until)]
    .toSorted((one, other) => one - other)
    .map((start) => ({ start, kind: WORST_LAST.indexOf(suitsAt(watch, start)) }))

/** The instants inside a meeting at which something may begin or end: working hours, waking hours, the day, an offset. */
function turnsOf(watch: Watch, from: EpochSeconds, until: EpochSeconds): EpochSeconds[] {
  const { work, moves } = watch
  const minutes = [0, work.from, work.until % DAY_MINUTES, AWAKE.from, AWAKE.until]
  const found: EpochSeconds[] = []
  for (const move of moves) if (move.at > from && move.at < until) found.push(move.at)
  const pieces = [from, ...found]
  for (const start of pieces) {
    const offset = watch.offsetAt(start)
    const midnight = Math.floor((start + offset) / DAY) * DAY - offset
    for (let day = midnight; day < until; day += DAY) {
      for (const minute of minutes) {
        const at = day + minute * 60
        if (at > from && at < until) found.push(epochSeconds(at))
      }
    }
  }
  return found
}

/**
 * A column of a day: from `at` until `until` no clock moves. A gap has no length: at this instant the clock of at least one attendee skips a
 * time, and `skipped` has that of each attendee.
 */
export interface Column {
  readonly at: EpochSeconds
  readonly until: EpochSeconds
  /** For each attendee the first wall time that is skipped, in seconds of its local time; null when its clock skips none. Null: no gap. */
  readonly skipped: readonly (number | null)[] | null
}

/**
 * The columns of a day of the first attendee: one for each hour of its clock, so 23 or 25 on days of a change. An hour in which a clock
 * moves is divided there. Empty when the first attendee's clock skips the whole day.
 */
export function columnsOf(watches: readonly Watch[], start: EpochSeconds, end: EpochSeconds): Column[] {
  const [first] = watches
  if (first === undefined || start >= end) return []
  const inside = watches.flatMap(({ moves }) => moves.filter(({ at }) => at >= start && at < end))
  const breaks = new Set<number>(inside.map(({ at }) => at))
  // The whole hours of the first clock, by the offset of each stretch of it.
  const stretches = [start, ...first.moves.map(({ at }) => at).filter((at) => at > start && at < end), end]
  for (const [index, from] of stretches.slice(0, -1).entries()) {
    const until = stretches[index + 1] ?? end
    const offset = first.offsetAt(from)
    breaks.add(from)
    for (let at = Math.ceil((from + offset) / 3600) * 3600 - offset; at < until; at += 3600) breaks.add(at)
  }
  const instants = [...breaks].toSorted((one, other) => one - other).map(epochSeconds)
  return instants.flatMap((at, index): Column[] => {
    const skipped = watches.map(({ moves }) => {
      const move = moves.find((one) => one.at === at)
      return move !== undefined && move.after > move.before ? at + move.before : null
    })
    const column: Column = { at, until: instants[index + 1] ?? end, skipped: null }
    return skipped.some((one) => one !== null) ? [{ at, until: at, skipped }, column] : [column]
  })
}

/** Whether a clock shows the same wall time for the second time. */
export function isAgain({ moves }: Watch, at: EpochSeconds): boolean {
  const move = moves.findLast((one) => one.at <= at)
  return move !== undefined && at < move.at + (move.before - move.after)
}

/** A proposed meeting, and what it is for each attendee. */
export interface Proposal {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
  readonly suits: readonly Suits[]
}

/** Seconds between two times that are tried. */
const STEP = 1800

/**
 * The best times of `days` days of the first attendee's clock, at most one each day, the best first. The least time at night comes first, by
 * all people together. Then come fewest people at night, fewest at the weekend, fewest outside their working hours, the least time outside
 * them, the most room inside them, and the earliest.
 * `notBefore`: nothing earlier is proposed.
 */
export function bestTimes(
  attendees: readonly Attendee[],
  asked: Readonly<Record<'day' | 'days' | 'minutes' | 'count', number>> & {
    readonly notBefore: EpochSeconds
  },
): Proposal[] {
  const { day, days, minutes, count, notBefore } = asked
  const [first] = attendees
  if (first === undefined) return []
  const from = startOfLocalDay(first.zone, day)
  const last = startOfLocalDay(first.zone, day + days)
  const { watches, tried } = timesTried(attendees, from, last, minutes)
  /** The best of each day. The smaller its cost the better; the first number that differs decides. */
  const ofDay = new Map<number, Proposal & { readonly cost: readonly number[] }>()
  for (const { at, until, kinds, atNight } of tried) {
    if (at < notBefore) continue
    const its = Math.floor((at + (watches[0]?.offsetAt(at) ?? 0)) / DAY)
    const best = ofDay.get(its)
    const counts = [atNight, ...[NIGHT, 2, 1].map((kind) => kinds.filter((one) => one === kind).length)]
    // For most times, these are enough to tell that they are worse than the best of their day.
    if (best !== undefined && compare(counts, best.cost.slice(0, counts.length)) > 0) continue
    const rooms = watches.map((watch) => roomIn(watch, at, until))
    const outside = rooms.reduce((sum, room) => sum + Math.max(0, -room), 0)
    const cost = [...counts, outside, -Math.min(...rooms), at]
    if (best === undefined || compare(cost, best.cost) < 0)
      ofDay.set(its, { from: at, until, suits: kinds.map((kind) => WORST_LAST[kind] ?? 'night'), cost })
  }
  return [...ofDay.values()].toSorted((one, other) => compare(one.cost, other.cost)).slice(0, count)
}

/** The times from one instant until another, by half-hours, each with what it is for every attendee and how long it lies at night. */
function timesTried(attendees: readonly Attendee[], from: EpochSeconds, last: EpochSeconds, minutes: number) {
  const end = epochSeconds(last + minutes * 60)
  // Distances from working hours look at most a day back.
  const watches = attendees.map((one) => watchOf(one, epochSeconds(from - DAY), end))
  const spells = watches.map((watch) => spellsOf(watch, from, end))
  function* tried() {
    /** For each attendee the spell in which the tried time begins: times are tried in order. */
    const current = spells.map(() => 0)
    for (let at = from; at < last; at = epochSeconds(at + STEP)) {
      const until = epochSeconds(at + minutes * 60)
      let atNight = 0
      const kinds = spells.map((all, index) => {
        const startOf = (spell: number): number => all[spell]?.start ?? Infinity
        let spell = current[index] ?? 0
        while (startOf(spell + 1) <= at) spell++
        current[index] = spell
        let worst = 0
        for (; startOf(spell) < until; spell++) {
          const kind = all[spell]?.kind ?? 0
          worst = Math.max(worst, kind)
          if (kind === NIGHT) atNight += Math.min(startOf(spell + 1), until) - Math.max(startOf(spell), at)
        }
        return worst
      })
      yield { at, until, kinds, atNight }
    }
  }
  return { watches, tried: tried() }
}

/** Minutes by which a free day, or a night, counts more than the minutes outside working hours. */
const [OF_A_FREE_DAY, OF_A_NIGHT] = [600, 240]
/** Hours in which nobody gives way to anybody. */
const ASLEEP: Hours = { from: 23 * 60, until: 30 * 60 }

/** Whether a meeting lies, with any part, in the hours in which nobody is asked to come. */
function isAsleep(watch: Watch, from: EpochSeconds, until: EpochSeconds): boolean {
  const local = from + watch.offsetAt(from)
  const minute = Math.floor((local - Math.floor(local / DAY) * DAY) / 60)
  const length = (until - from) / 60
  return [0, DAY_MINUTES].some(
    (shift) => minute + shift < ASLEEP.until && minute + shift + length > ASLEEP.from,
  )
}

/** The person who gives most; of several who give as much the first. */
const payerOf = (given: readonly number[]): number => given.indexOf(Math.max(...given))

/**
 * Times that differ in who gives way most: for each attendee but `besides` the one at which all together give least, of those at which they
 * give most. The best first. Nobody is got out of bed for it. `besides`: who gives most at the best time of all.
 */
export function otherTrades(
  attendees: readonly Attendee[],
  asked: Readonly<Record<'day' | 'days' | 'minutes', number>> & { readonly notBefore: EpochSeconds },
  best: Proposal,
): Proposal[] {
  const [first] = attendees
  if (first === undefined) return []
  const [from, last] = [asked.day, asked.day + asked.days].map((day) => startOfLocalDay(first.zone, day))
  const { watches, tried } = timesTried(attendees, from ?? best.from, last ?? best.until, asked.minutes)
  const givenAt = (at: EpochSeconds, until: EpochSeconds, kinds: readonly number[]): number[] =>
    watches.map(
      (watch, index) =>
        Math.max(0, -roomIn(watch, at, until)) +
        (kinds[index] === NIGHT ? OF_A_NIGHT : kinds[index] === NIGHT - 1 ? OF_A_FREE_DAY : 0),
    )
  const kindsOf = best.suits.map((kind) => WORST_LAST.indexOf(kind))
  const ofPayer = new Map<number, Proposal & { readonly total: number }>()
  for (const { at, until, kinds } of tried) {
    if (at < asked.notBefore || watches.some((watch) => isAsleep(watch, at, until))) continue
    const given = givenAt(at, until, kinds)
    const total = given.reduce((sum, one) => sum + one, 0)
    const payer = payerOf(given)
    if (total < (ofPayer.get(payer)?.total ?? Infinity))
      ofPayer.set(payer, { from: at, until, suits: kinds.map((kind) => WORST_LAST[kind] ?? 'night'), total })
  }
  ofPayer.delete(payerOf(givenAt(best.from, best.until, kindsOf)))
  return [...ofPayer.values()]
    .toSorted((one, other) => one.total - other.total)
    .map((one) => ({ from: one.from, until: one.until, suits: one.suits }))
}

/** Minutes between a meeting and the nearer end of somebody's working hours. Negative: so many minutes lie outside, at the worse end. */
function roomIn(watch: Watch, from: EpochSeconds, until: EpochSeconds): number {
  const { work } = watch
  const local = from + watch.offsetAt(from)
  const minute = Math.floor((local - Math.floor(local / DAY) * DAY) / 60)
  const length = (until - from) / 60
  const rooms = [-DAY_MINUTES, 0, DAY_MINUTES].map((shift) =>
    Math.min(minute + shift - work.from, work.until - (minute + shift + length)),
  )
  return Math.max(...rooms)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, at) => value !== other[at])
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}
