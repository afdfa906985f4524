// A rule of repetition (RFC 5545, 3.3.10) and the wall time that it begins with → the wall times of the set, in order, up to a horizon.
import { DAY, civilFromDays, daysFromCivil, daysInMonth, weekdayOf } from '../time/civil.ts'

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
type Frequency = (typeof FREQUENCIES)[number]
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Lists of numbers: their least and greatest magnitude, whether they may count from the end, and the frequencies that may have them. */
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

/** Days and times that a rule may look at, so that one that matches next to nothing ends soon. */
const MOST_STEPS = 2_000_000

export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Null where the rule does not say. */
  readonly count: number | null
  /** As written; null where the rule does not say. */
  readonly until: string | null
  /** 0 is Sunday. */
  readonly weekStart: number
  /** `which` 0: every one. */
  readonly weekdays: readonly { readonly which: number; readonly weekday: number }[]
  readonly lists: Readonly<Record<List, readonly number[]>>
}

/** A rule as text; null for one that RFC 5545 does not allow. */
export function readRule(text: string): Rule | null {
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';')) {
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

/** A number of 1 or more; NaN for none. */
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

/** What `wallsOfRule` throws where a rule has to look at too many times before the horizon. */
export class RuleTooFine extends Error {}

/**
 * The wall times of a rule, in order and each once, the one that it begins with first, before `horizon`; in local seconds. UNTIL is left to the
 * caller, who knows the clocks. Throws RuleTooFine.
 */
export function* wallsOfRule(rule: Rule, first: number, horizon: number): Generator<number> {
  const { BYSETPOS: positions } = rule.lists
  const most = rule.count ?? Infinity
  let times = 1
  if (first < horizon) yield first
  for (const walls of periodsOf(rule, first, horizon)) {
    const chosen = positions.length === 0 ? walls : atPositions(walls, positions)
    for (const wall of chosen) {
      if (wall <= first) continue
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

/** The walls of each period of the rule's frequency, before BYSETPOS chooses among them. */
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

/** From the first day (inclusive) to the last (exclusive) of each period; of frequencies below a day, of each day. */
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

/** Which days a rule names: all parts that say something about a day, and for what none says, the day that the rule begins with. */
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
    for (let day = from; day < to; day++) if (this.#isOne(day)) found.push(day)
    return found
  }

  #isOne(day: number): boolean {
    const { BYYEARDAY, BYWEEKNO } = this.#rule.lists
    const { year, month, day: number } = civilFromDays(day)
    if (this.#months.length > 0 && !this.#months.includes(month)) return false
    if (!isIn(this.#monthDays, number, daysInMonth(year, month))) return false
    const january = daysFromCivil(year, 1, 1)
    const length = daysFromCivil(year + 1, 1, 1) - january
    if (!isIn(BYYEARDAY, day - january + 1, length)) return false
    if (BYWEEKNO.length > 0 && !isIn(BYWEEKNO, ...this.#weekOf(day))) return false
    if (this.#weekdays.length === 0) return true
    const isOfMonth = this.#rule.frequency === 'MONTHLY' || this.#rule.lists.BYMONTH.length > 0
    const [place, whole] = isOfMonth ? [number, daysInMonth(year, month)] : [day - january + 1, length]
    const weekday = weekdayOf(day)
    return this.#weekdays.some(
      (one) =>
        one.weekday === weekday &&
        (one.which === 0 ||
          one.which === Math.ceil(place / 7) ||
          one.which === -Math.ceil((whole - place + 1) / 7)),
    )
  }

  /** The number of a day's week, and how many weeks its year has. A week is of the year that has four days of it. */
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

/** Whether a place is in a list that may count from the end; a list of nothing has all. */
const isIn = (list: readonly number[], place: number, length: number): boolean =>
  list.length === 0 || list.includes(place) || list.includes(place - length - 1)

const ordered = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

/** The times of each day in seconds; null for frequencies below a day. */
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

/** The periods of a day for frequencies below it: hours, minutes or seconds, as many apart as the interval says. */
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
