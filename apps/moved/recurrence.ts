// A recurrence rule (RFC 5545, 3.3.10) and its first wall time → its wall times in order, up to a horizon.
import { DAY, civilFromDays, daysFromCivil, daysInMonth, weekdayOf } from '#core/time/civil.ts'

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
type Frequency = (typeof FREQUENCIES)[number]
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** For each list of numbers: the least and greatest magnitude, whether it may count from the end, and the frequencies that allow it. */
const LISTS = {
  BYMONTH: [1, 12, false, FREQUENCIES],
  BYWEEKNO: [1, 53, true, ['YEARLY']],
  BYYEARDAY: [1, 366, true, ['YEARLY', 'HOURLY', 'MINUTELY', 'SECONDLY']],
  BYMONTHDAY: [1, 31, true, ['YEARLY', 'MONTHLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY']],
  BYHOUR: [0, 23, false, FREQUENCIES],
  BYMINUTE: [0, 59, false, FREQUENCIES],
  BYSECOND: [0, 60, false, FREQUENCIES],
  BYSETPOS: [1, 366, true, FREQUENCIES],
} as const satisfies Record<string, readonly [number, number, boolean, readonly Frequency[]]>
type List = keyof typeof LISTS
const OTHERS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY']

/** The most days and times that are tried for one rule, so that a rule with almost no matches ends soon. */
const MOST_STEPS = 2_000_000

export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Null if the rule has none. */
  readonly count: number | null
  /** As written; null if the rule has none. */
  readonly until: string | null
  /** 0 is Sunday. */
  readonly weekStart: number
  /** `which` is the number of the weekday in the month or year, negative from the end; 0 means every one. */
  readonly weekdays: readonly { readonly which: number; readonly weekday: number }[]
  readonly lists: Readonly<Record<List, readonly number[]>>
}

/** Reads a rule; null if RFC 5545 does not allow it. */
export function readRule(text: string): Rule | null {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z-]+)=(.+)$/.exec(part) ?? []
    if (parts.has(name) || !(name in LISTS || OTHERS.includes(name))) return null
    parts.set(name, value)
  }
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  if (frequency === undefined) return null
  const lists: Partial<Record<List, readonly number[]>> = {}
  for (const name of namesOf(LISTS)) {
    const list = listIn(parts.get(name), name, frequency)
    if (list === null) return null
    lists[name] = list
  }
  const { BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS } = lists
  const weekdays = weekdaysIn(parts.get('BYDAY'), frequency, (BYWEEKNO ?? []).length > 0)
  const interval = countIn(parts.get('INTERVAL') ?? '1')
  const count = parts.has('COUNT') ? countIn(parts.get('COUNT') ?? '') : null
  const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO')
  if (weekdays === null || Number.isNaN(interval) || Number.isNaN(count ?? 1) || weekStart < 0) return null
  if (parts.has('COUNT') && parts.has('UNTIL')) return null
  return {
    frequency,
    interval,
    count,
    until: parts.get('UNTIL') ?? null,
    weekStart,
    weekdays,
    lists: {
      BYMONTH: BYMONTH ?? [],
      BYWEEKNO: BYWEEKNO ?? [],
      BYYEARDAY: BYYEARDAY ?? [],
      BYMONTHDAY: BYMONTHDAY ?? [],
      BYHOUR: BYHOUR ?? [],
      BYMINUTE: BYMINUTE ?? [],
      BYSECOND: (BYSECOND ?? []).filter((second) => second < 60),
      BYSETPOS: BYSETPOS ?? [],
    },
  }
}

const namesOf = (lists: typeof LISTS): List[] =>
  Object.keys(lists).filter((name): name is List => name in lists)

/** A whole number from 1 on; NaN for anything else. */
const countIn = (text: string): number => (/^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : NaN)

function listIn(text: string | undefined, name: List, frequency: Frequency): number[] | null {
  if (text === undefined) return []
  const [least, most, mayCountBack, frequencies] = LISTS[name]
  if (!frequencies.some((one) => one === frequency)) return null
  const numbers = text.split(',').map((one) => (/^[+-]?\d{1,3}$/.test(one) ? Number(one) : NaN))
  const isOne = (one: number): boolean =>
    Math.abs(one) >= least && Math.abs(one) <= most && (one >= 0 || mayCountBack)
  return numbers.every(isOne) ? numbers : null
}

function weekdaysIn(
  text: string | undefined,
  frequency: Frequency,
  inWeeks: boolean,
): Rule['weekdays'] | null {
  if (text === undefined) return []
  const weekdays = text.split(',').map((one) => {
    const [, which = '', day = ''] = /^([+-]?\d{0,2})(\w\w)$/.exec(one) ?? []
    return { which: Number(which), weekday: WEEKDAYS.indexOf(day) }
  })
  const mayCount = frequency === 'MONTHLY' || (frequency === 'YEARLY' && !inWeeks)
  const areAll = weekdays.every(
    ({ which, weekday }) => weekday >= 0 && (which === 0 || (mayCount && Math.abs(which) <= 53)),
  )
  return areAll ? weekdays : null
}

/** Thrown by `wallsOfRule` if a rule would have to try too many times before the horizon. */
export class RuleTooFine extends Error {}

/**
 * The wall times of a rule before `horizon`, in local seconds, in order and each once. With `hasFirst`, the first time counts and comes
 * first even if the rule does not match it. The caller applies UNTIL, because only the caller has the clocks. Throws RuleTooFine.
 */
export function* wallsOfRule(rule: Rule, first: number, horizon: number, hasFirst = true): Generator<number> {
  const { BYSETPOS: positions } = rule.lists
  const most = rule.count ?? Infinity
  let times = hasFirst ? 1 : 0
  if (hasFirst) yield first
  for (const walls of periodsOf(rule, first, horizon)) {
    const chosen = positions.length === 0 ? walls : atPositions(walls, positions)
    for (const wall of chosen) {
      if (wall < first || (wall === first && hasFirst)) continue
      if (wall >= horizon || times >= most) return
      times++
      yield wall
    }
    if (times >= most) return
  }
}

function atPositions(walls: readonly number[], positions: readonly number[]): number[] {
  const wanted = new Set(positions.map((one) => (one < 0 ? walls.length + one : one - 1)))
  return walls.filter((_, index) => wanted.has(index))
}

/** The wall times of each period of the rule's frequency, before BYSETPOS selects among them. */
function* periodsOf(rule: Rule, first: number, horizon: number): Generator<readonly number[]> {
  const firstDay = Math.floor(first / DAY)
  const lastDay = Math.ceil(horizon / DAY)
  const days = new Days(rule, firstDay)
  const times = timesOf(rule, first - firstDay * DAY)
  let steps = 0
  const look = (count: number): void => {
    steps += count
    if (steps > MOST_STEPS) throw new RuleTooFine()
  }
  for (const [from, to] of spansOf(rule, firstDay, lastDay)) {
    look(to - from)
    const wanted = days.between(from, to)
    if (wanted.length === 0) continue
    if (times !== null) {
      look(wanted.length * times.length)
      yield wanted.flatMap((day) => times.map((time) => day * DAY + time))
    } else
      for (const day of wanted)
        for (const period of withinDay(rule, first, day * DAY)) {
          look(1 + period.length)
          yield period
        }
  }
}

/** The first day (inclusive) and the last day (exclusive) of each period. For frequencies below a day, each day is a period. */
function* spansOf(
  { frequency, interval, weekStart }: Rule,
  first: number,
  last: number,
): Generator<readonly [number, number]> {
  const { year, month } = civilFromDays(first)
  const january = (n: number): number => daysFromCivil(year + n, 1, 1)
  const monthly = (n: number): number =>
    daysFromCivil(year + Math.floor((month - 1 + n) / 12), ((month - 1 + n) % 12) + 1, 1)
  const week = first - ((weekdayOf(first) - weekStart + 7) % 7)
  const start = {
    YEARLY: january,
    MONTHLY: monthly,
    WEEKLY: (n: number) => week + 7 * n,
    DAILY: (n: number) => first + n,
  }[frequency === 'YEARLY' || frequency === 'MONTHLY' || frequency === 'WEEKLY' ? frequency : 'DAILY']
  const step = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency) ? 1 : interval
  for (let n = 0; start(n) < last; n += step) yield [start(n), start(n + 1)]
}

/** The days that a rule names. They match all its parts about days. If it has none, they match the rule's first day. */
class Days {
  readonly #rule: Rule
  readonly #months: readonly number[]
  readonly #monthDays: readonly number[]
  readonly #weekdays: Rule['weekdays']

  constructor(rule: Rule, first: number) {
    this.#rule = rule
    const { frequency, weekdays, lists } = rule
    const { month, day } = civilFromDays(first)
    const isSaid = lists.BYYEARDAY.length + lists.BYMONTHDAY.length + weekdays.length > 0
    const inWeek = lists.BYWEEKNO.length > 0
    const isYearly = frequency === 'YEARLY' && !isSaid
    this.#months = isYearly && !inWeek && lists.BYMONTH.length === 0 ? [month] : lists.BYMONTH
    this.#monthDays = (isYearly && !inWeek) || (frequency === 'MONTHLY' && !isSaid) ? [day] : lists.BYMONTHDAY
    this.#weekdays =
      (isYearly && inWeek) || (frequency === 'WEEKLY' && !isSaid)
        ? [{ which: 0, weekday: weekdayOf(first) }]
        : weekdays
  }

  between(from: number, to: number): number[] {
    const found: number[] = []
    for (let day = from; day < to; day++) {
      if (this.#isOne(day)) found.push(day)
      else if (this.#months.length > 0) day = Math.max(day, this.#lastBefore(day))
    }
    return found
  }

  /** The last day before the next month that the rule names, or the day itself if the rule names its month. */
  #lastBefore(day: number): number {
    const { year, month, day: number } = civilFromDays(day)
    return this.#months.includes(month) ? day : day + daysInMonth(year, month) - number
  }

  #isOne(day: number): boolean {
    const { BYYEARDAY, BYWEEKNO } = this.#rule.lists
    const { year, month, day: number } = civilFromDays(day)
    if (this.#months.length > 0 && !this.#months.includes(month)) return false
    if (!isIn(this.#monthDays, number, daysInMonth(year, month))) return false
    if (BYWEEKNO.length > 0 && !isIn(BYWEEKNO, ...this.#weekOf(day))) return false
    const isOfMonth = this.#rule.frequency === 'MONTHLY' || this.#rule.lists.BYMONTH.length > 0
    let [place, whole] = [number, daysInMonth(year, month)]
    if (!isOfMonth || BYYEARDAY.length > 0) {
      const january = daysFromCivil(year, 1, 1)
      const [ofYear, length] = [day - january + 1, daysFromCivil(year + 1, 1, 1) - january]
      if (!isIn(BYYEARDAY, ofYear, length)) return false
      if (!isOfMonth) [place, whole] = [ofYear, length]
    }
    if (this.#weekdays.length === 0) return true
    const weekday = weekdayOf(day)
    return this.#weekdays.some(
      (one) =>
        one.weekday === weekday &&
        (one.which === 0 ||
          one.which === Math.ceil(place / 7) ||
          one.which === -Math.ceil((whole - place + 1) / 7)),
    )
  }

  /** The number of a day's week, and the number of weeks in that year. A week belongs to the year that has at least four of its days. */
  #weekOf(day: number): [number, number] {
    const { weekStart } = this.#rule
    const begins = day - ((weekdayOf(day) - weekStart + 7) % 7)
    const { year } = civilFromDays(begins + 3)
    const firstOf = (one: number): number => {
      const fourth = daysFromCivil(one, 1, 4)
      return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7)
    }
    return [(begins - firstOf(year)) / 7 + 1, (firstOf(year + 1) - firstOf(year)) / 7]
  }
}

/** Whether a list has a place, counted from the start or, if negative, from the end. An empty list has every place. */
const isIn = (list: readonly number[], place: number, length: number): boolean =>
  list.length === 0 || list.includes(place) || list.includes(place - length - 1)

const ordered = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

/** The times of each day in seconds after midnight; null for frequencies below a day. */
function timesOf({ frequency, lists }: Rule, first: number): number[] | null {
  if (frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY') return null
  const [hours, minutes, seconds] = [
    orElse(lists.BYHOUR, Math.floor(first / 3600)),
    orElse(lists.BYMINUTE, Math.floor(first / 60) % 60),
    orElse(lists.BYSECOND, first % 60),
  ]
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

const orElse = (list: readonly number[], otherwise: number): number[] =>
  list.length === 0 ? [otherwise] : ordered(list)

/** The periods of a day for a frequency below a day. They are hours, minutes or seconds, spaced by the rule's interval. */
function* withinDay({ frequency, interval, lists }: Rule, first: number, day: number): Generator<number[]> {
  const unit = frequency === 'HOURLY' ? 3600 : frequency === 'MINUTELY' ? 60 : 1
  const begin = Math.floor(first / unit)
  const since = Math.floor(day / unit) - begin
  const late = ((since % interval) + interval) % interval
  for (let at = since + (late === 0 ? 0 : interval - late); at < since + DAY / unit; at += interval) {
    const wall = (begin + at) * unit
    const time = wall - day
    const [hour, minute, second] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60]
    const isHour = lists.BYHOUR.length === 0 || lists.BYHOUR.includes(hour)
    const isMinute = unit === 3600 || lists.BYMINUTE.length === 0 || lists.BYMINUTE.includes(minute)
    const isSecond = unit > 1 || lists.BYSECOND.length === 0 || lists.BYSECOND.includes(second)
    if (!(isHour && isMinute && isSecond)) {
      yield []
      continue
    }
    const minutes = unit === 3600 ? orElse(lists.BYMINUTE, Math.floor(first / 60) % 60) : [0]
    const seconds = unit > 1 ? orElse(lists.BYSECOND, ((first % 60) + 60) % 60) : [0]
    yield minutes.flatMap((more) => seconds.map((most) => wall + more * 60 + most))
  }
}
