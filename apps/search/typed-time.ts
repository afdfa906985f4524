// A time as people write it, in English or ISO 8601 → the instants that it can mean, by every cover of its text, and where else it is wanted.
import { compiledClock } from '#core/ask/clock.ts'
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, formatLocal, isPrintable, parseMoment, type Moment } from '#core/time/moment.ts'
import { epochSeconds, localSeconds, offsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { once, readWall, todayIn, todayOn, type Asker, type Reading, type Source } from './time-clocks.ts'
import { coversOf, isWhole, type Element, type Of } from './time-covers.ts'
import { daysFor, impossibleIn, plainText, secondsOf, type Days } from './time-days.ts'
import {
  isPlaced,
  planOf,
  rolesIn,
  timesIn,
  tokenOf,
  tokenOfZone,
  type Plan,
  type Role,
  type Timed,
} from './time-roles.ts'

/** What a text means as a time. */
export type TypedTime =
  | {
      readonly kind: 'read'
      /** Each instant that the text can mean, once. */
      readonly readings: readonly Reading[]
      /** Why it must be asked which is meant, as sentences. Empty: the one reading is meant. */
      readonly asks: readonly string[]
      /** Further meanings, which are shown where one is answered: Philippine time for "3pm PST". */
      readonly others: readonly Reading[]
      /** The places where the answer is wanted, as the text names them. */
      readonly targets: readonly string[]
    }
  /** A day without a time of day, or names alone. */
  | { readonly kind: 'no-time'; readonly hasDay: boolean }
  /** `word`: the word that was not understood. `why`: a sentence. */
  | { readonly kind: 'unread'; readonly word: string; readonly why: string }

/** Longer texts are no time that anybody writes. */
const LONGEST = 140

/**
 * Reads a typed time. Every cover of the whole text counts, and none is preferred: covers with different instants are asked about. A text with
 * a word that no cover uses is `unread`, and says the word.
 */
export function readTypedTime(sent: string, asker: Asker): TypedTime {
  const text = plainText(sent)
  if (text === '') return unread('', 'Write a date and time.')
  if (text.length > LONGEST) return unread(`${text.slice(0, 20)}…`, 'This is too long for a date and time.')
  if (/^\d{13}$/.test(text))
    return unread(text, `This looks like milliseconds. Unix seconds are ${text.slice(0, -3)}.`)
  const { covers, unread: word } = coversOf(text, asker.almanac)
  const impossible = impossibleIn(text)
  if (covers.length === 0)
    return impossible === null
      ? unread(word, word === '' ? UNREAD : `“${word}” was not understood. ${HOW}`)
      : unread('', impossible)
  const meanings = covers.filter(isWhole).map((cover) => meaningOf(cover, text, asker))
  const timed = meanings.flatMap((one) => (one.kind === 'timed' ? [one] : []))
  // A weekday decides which of two dates is meant.
  const matching = timed.filter(({ isMismatch }) => !isMismatch)
  const kept = matching.length > 0 ? matching : timed
  if (kept.length === 0) {
    if (impossible !== null) return unread('', impossible)
    const day = meanings.find(({ kind }) => kind === 'day')
    if (day !== undefined || meanings.some(({ kind }) => kind === 'names'))
      return { kind: 'no-time', hasDay: day !== undefined }
    const fault = meanings.find((one) => one.kind === 'fault')
    return fault?.kind === 'fault' ? unread(fault.word, fault.why) : unread(text, UNREAD)
  }
  const readings = once(kept.flatMap((one) => one.readings))
  const asks = new Set(kept.flatMap((one) => one.asks))
  // "24 December 2030" may be half past eight, or a year.
  if (meanings.some(({ kind }) => kind === 'day')) asks.add('Four digits can be a year or a time of day.')
  if (readings.length > 1 && asks.size === 0) asks.add('This can mean several times.')
  return {
    kind: 'read',
    readings,
    asks: [...asks],
    others: once(kept.flatMap((one) => one.others)).filter(({ at }) =>
      readings.every((one) => one.at !== at),
    ),
    targets: [...new Set(kept.flatMap((one) => one.targets))],
  }
}

/** The names, the day and the time of day that a text says, for a form that has fields of its own for them. */
export interface SaidParts {
  readonly kind: 'parts'
  /** As the text says them, in its order. */
  readonly names: readonly string[]
  /** Days since 1970-01-01. Empty: none is said. Several: it is not said which. */
  readonly days: readonly number[]
  /** Seconds of the day, from 0 to 86,400. Empty: no time is said. Several: it is not said which. */
  readonly seconds: readonly number[]
  /** Whether an instant, a range, several times or a zone is said, which such a form has no field for. */
  readonly hasMore: boolean
}

/** Reads the parts of a text one by one. The day is counted from today on the clock `own`. */
export function readParts(sent: string, asker: Asker): SaidParts | Extract<TypedTime, { kind: 'unread' }> {
  const text = plainText(sent)
  if (text === '' || text.length > LONGEST) return { kind: 'unread', word: text.slice(0, 20), why: UNREAD }
  const { covers, unread: word } = coversOf(text, asker.almanac)
  const today = todayIn(asker.own, asker.now)
  const ofNow = asker.now + offsetAt(compiledClock(asker.own), asker.now) - today * DAY
  const all = covers.filter(isWhole).flatMap((cover) => {
    const times = timesIn(cover)
    const half = cover.some(({ kind }) => kind === 'half')
    if (!times.every((one) => isPlaced(one, cover, text)) || (half && times.length === 0)) return []
    const hasDay = cover.some(({ kind }) => kind === 'date' || kind === 'day' || kind === 'weekday')
    const [first] = times
    const said = daysFor(cover)
    const { days, isMismatch } = said.from(today)
    const seconds = first === undefined ? [] : secondsOf(first.time.from, first.time.form, cover).seconds
    const isOver = said.isAhead && seconds.length > 0 && seconds.every((second) => second <= ofNow)
    return {
      names: rolesIn(cover).map(({ one }) => text.slice(one.start, one.end)),
      days: hasDay ? days.map((day) => (isOver && day === today ? day + 7 : day)) : [],
      isMismatch: hasDay && isMismatch,
      seconds,
      hasMore:
        times.length > 1 ||
        first?.time.until != null ||
        cover.some(({ kind }) => kind === 'instant' || kind === 'zone'),
    }
  })
  const matching = all.filter(({ isMismatch }) => !isMismatch)
  const kept = matching.length > 0 ? matching : all
  const [first] = kept
  if (first === undefined) {
    const impossible = impossibleIn(text)
    return impossible === null
      ? { kind: 'unread', word, why: word === '' ? UNREAD : `“${word}” was not understood. ${HOW}` }
      : { kind: 'unread', word: '', why: impossible }
  }
  const days = [...new Set(kept.flatMap((one) => one.days))]
  const seconds = [...new Set(kept.flatMap((one) => one.seconds))]
  // A day ends at 24:00, as the next one begins.
  const isEnd = days.length > 0 && seconds.length > 0 && seconds.every((second) => second >= DAY)
  return {
    kind: 'parts',
    names: first.names,
    days: isEnd ? days.map((day) => day + 1) : days,
    seconds: isEnd ? seconds.map((second) => second - DAY) : seconds,
    hasMore: kept.some(({ hasMore }) => hasMore),
  }
}

const HOW = 'Write it as “tomorrow 15:00”, “14 July 2027 3pm” or “2027-07-14 15:00”.'

const UNREAD = `This could not be read as a date and time. ${HOW}`

const unread = (word: string, why: string): TypedTime => ({ kind: 'unread', word, why })

/** What one cover means. */
type Meaning =
  | {
      readonly kind: 'timed'
      readonly readings: readonly Reading[]
      readonly others: readonly Reading[]
      readonly asks: readonly string[]
      readonly targets: readonly string[]
      readonly isMismatch: boolean
    }
  | { readonly kind: 'day' | 'names' | 'nothing' }
  | { readonly kind: 'fault'; readonly word: string; readonly why: string }

const fault = (word: string, why = `“${word}” was not understood. ${HOW}`): Meaning => ({
  kind: 'fault',
  word,
  why,
})

/** What a cover means as a time. */
function meaningOf(cover: readonly Element[], text: string, asker: Asker): Meaning {
  const words = (one: Element): string => text.slice(one.start, one.end)
  const instant = cover.find((one): one is Of<'instant'> => one.kind === 'instant')
  const names = rolesIn(cover)
  if (instant !== undefined) return instantMeant(instant, names, asker)
  const dates = cover.find((one): one is Of<'date'> => one.kind === 'date')
  const year = cover.find((one): one is Of<'year'> => one.kind === 'year')
  if (year !== undefined && (dates === undefined || dates.year !== null || dates.isBare))
    return { kind: 'nothing' }
  const times = timesIn(cover)
  const hasDay = cover.some(({ kind }) => kind === 'date' || kind === 'day' || kind === 'weekday')
  if (times.length === 0)
    return dates?.isBare === true
      ? { kind: 'nothing' }
      : cover.some(({ kind }) => kind === 'half')
        ? { kind: 'nothing' }
        : hasDay
          ? { kind: 'day' }
          : { kind: 'names' }
  if (!times.every((one) => isPlaced(one, cover, text))) return { kind: 'nothing' }
  const attached = new Set<Element>(times.flatMap(({ zones }) => zones))
  const loose = names.filter(({ one }) => !attached.has(one))
  if (times.length > 1) {
    const missing = times.find(({ zones }) => zones.length === 0)
    if (missing !== undefined || loose.some(({ one, link }) => one.kind === 'zone' && link === null)) {
      const word = words((missing ?? times[1] ?? times[0])?.time ?? cover[0]!)
      return fault(word, `This is more than one time: “${word}” needs a zone of its own.`)
    }
  }
  const plan = planOf(times, loose)
  if (plan === null) return fault('from')
  const days = daysFor(cover)
  const said = times.map((timed) => readingsOf(timed, plan, days, cover, asker))
  const [first = NO_READINGS] = said
  const asks = new Set([...plan.asks, ...said.flatMap((one) => one.asks)])
  let readings = first.readings
  if (said.length > 1) {
    const common = readings.filter(({ at }) =>
      said.every((one) => one.readings.some((other) => other.at === at)),
    )
    if (common.length > 0) {
      readings = common
      asks.clear()
    } else {
      readings = said.flatMap((one) => one.readings)
      const odd = times.find(
        (_, index) =>
          said[index]?.readings.every(({ at }) => said[0]?.readings.every((one) => one.at !== at)) === true,
      )
      asks.add(
        `The times are not the same moment: “${odd === undefined ? text : `${words(odd.time)} ${odd.zones.map(({ zone }) => zone.text).join('/')}`}” differs.`,
      )
    }
  }
  if (readings.length === 0) return fault(text, said.flatMap((one) => one.faults)[0] ?? UNREAD)
  const targets = [
    ...plan.targets,
    ...first.targets,
    ...times.slice(1).flatMap(({ zones }) => zones.slice(0, 1).map(({ zone }) => tokenOfZone(zone))),
  ]
  return {
    kind: 'timed',
    readings,
    others: first.others,
    asks: [...asks],
    targets: targets.filter((one) => one !== ''),
    isMismatch: said.some((one) => one.isMismatch),
  }
}

const NO_READINGS = {
  readings: [] as readonly Reading[],
  others: [] as readonly Reading[],
  asks: [] as readonly string[],
  faults: [] as readonly string[],
  targets: [] as readonly string[],
  isMismatch: false,
}

/** An instant from now, or of Unix seconds. Zones and places are where it is wanted. */
function instantMeant({ at, after }: Of<'instant'>, names: readonly Role[], { now, own }: Asker): Meaning {
  const moment = at ?? epochSeconds(Math.round(now + after))
  if (!isPrintable(moment, offsetSeconds(0)))
    return fault(String(moment), 'This leaves the years 0001 to 9999.')
  const reading: Reading = {
    moment: { kind: 'instant', at: moment },
    at: moment,
    from: null,
    said: null,
    clock: own,
    until: null,
    isToday: false,
  }
  return {
    kind: 'timed',
    readings: [reading],
    others: [],
    asks: [],
    targets: names.map(({ one }) => tokenOf(one)),
    isMismatch: false,
  }
}

/** The readings of one time. */
function readingsOf(
  { time, zones, isPair }: Timed,
  plan: Plan,
  days: Days,
  cover: readonly Element[],
  asker: Asker,
) {
  const [start, end] = [
    secondsOf(time.from, time.form, cover),
    time.until === null ? null : secondsOf(time.until, 'plain', cover),
  ]
  const asks = new Set(start.ask === '' ? [] : [start.ask])
  const sources: Source[] = [
    ...(zones.length === 0
      ? []
      : [{ kind: 'zones' as const, zones: zones.map(({ zone }) => zone), isPair, places: plan.places }]),
    ...plan.sources.map((one) =>
      one.kind === 'zones' && one.places.length === 0 ? { ...one, places: plan.places } : one,
    ),
  ]
  const [readings, others, faults] = [[] as Reading[], [] as Reading[], [] as string[]]
  let [isMismatch, targets] = [false, [] as readonly string[]]
  for (const source of sources.length === 0 ? [{ kind: 'own' as const }] : sources) {
    const today = todayOn(source, asker)
    const bases =
      days.isRelative && asker.reader !== null
        ? [...new Set([todayIn({ kind: 'zone', zone: asker.reader }, asker.now), today])]
        : [today]
    if (new Set(bases.map((base) => days.from(base).days.join())).size > 1)
      asks.add('Today is another date there. Which day is meant?')
    for (const base of bases) {
      const found = days.from(base)
      for (const ask of found.asks) asks.add(ask)
      isMismatch ||= found.isMismatch
      for (const day of found.days)
        for (const second of start.seconds) {
          const read = readWall(localSeconds(day * DAY + second), source, asker)
          const isOver = days.isAhead && day === base && read.readings.every(({ at }) => at <= asker.now)
          const its = isOver ? readWall(localSeconds((day + 7) * DAY + second), source, asker) : read
          for (const ask of its.asks) asks.add(ask)
          for (const one of its.faults) faults.push(one)
          targets = its.targets
          const length = end === null ? null : ((((end.seconds[0] ?? 0) - second) % DAY) + DAY) % DAY
          const told = (one: Reading): Reading => ({
            ...one,
            isToday: days.isToday,
            until: length === null ? null : epochSeconds(one.at + length),
          })
          readings.push(...its.readings.map(told))
          others.push(...its.others.map(told))
        }
    }
  }
  if (once(readings).length > 1 && asks.size === 0) asks.add('This can mean several times.')
  return { readings: once(readings), others, asks: [...asks], faults, isMismatch, targets }
}

/** A moment as addresses and forms write it: `2027-03-28T01:30`, or with seconds or an offset. Null for any other text. */
export function momentOf(text: string): Moment | null {
  const moment = parseMoment(text.trim().replace(' ', 'T'))
  return moment.kind === 'fault' ? null : moment
}

/** The text of a reading's moment, as addresses have it: a wall time; with the offset where the text says a clock of its own. */
export function addressText({ moment, at, from, clock }: Reading): string {
  const isOwn = from === null && moment.kind === 'local'
  const text = isOwn ? formatLocal(moment.local) : formatDateTime(at, offsetAt(compiledClock(clock), at))
  return text.replace(/(?<=T\d\d:\d\d):00(?![:\d])/, '')
}
