// A time as people write it, in English or ISO 8601 → the instants that it can mean, by every cover of its text, and where else it is wanted.
import type { Almanac } from '#core/ask/almanac.ts'
import { clockId, compiledClock, readOn, type Clock } from '#core/ask/clock.ts'
import { convert } from '#core/ask/convert.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { Zone } from '#core/ask/zones.ts'
import { oncePer } from '#core/once-per.ts'
import { civilFromDays, DAY, daysFromCivil, daysInMonth, weekdayOf } from '#core/time/civil.ts'
import { formatDateTime, formatLocal, isPrintable, parseMoment, type Moment } from '#core/time/moment.ts'
import {
  epochSeconds,
  localSeconds,
  offsetSeconds,
  type EpochSeconds,
  type LocalSeconds,
  type OffsetSeconds,
} from '#core/time/units.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import { coversOf, isWhole, type Element } from './time-covers.ts'
import type { SaidZone } from './time-names.ts'
import { secondOfDay, type ClockTime } from './time-parts.ts'

/** One meaning of a typed time. */
export interface Reading {
  /** A wall time on the clock of `from`, or an instant where the text says one: by an offset, by letters, or from now. */
  readonly moment: Moment
  readonly at: EpochSeconds
  /** The token of its clock for /convert. Null: the text says none, so that the clock of the asker is meant. */
  readonly from: string | null
  /** The zone or place of its clock as the text names it. */
  readonly said: string | null
  readonly clock: Clock
  /** The end of a range. */
  readonly until: EpochSeconds | null
  /** Whether only a time of day is said, so that it is today's and may be over. */
  readonly isToday: boolean
}

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

/** Who asks. */
export interface Asker {
  readonly almanac: Almanac
  readonly now: EpochSeconds
  /** The reader's zone, whose today counts; null where it is not known. */
  readonly reader: Zone | null
  /** The clock of a time that says none. */
  readonly own: Clock
}

/** Longer texts are no time that anybody writes. */
const LONGEST = 140

/** The text in one form: one kind of digits and dashes, single blanks, no mark at its end. */
export const plainText = (text: string): string =>
  withPlainDigits(text.normalize('NFKC'))
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[.?!]+$/u, (end) => (/[ap]\.m\.$/i.test(text.trim()) ? end : ''))
    .trim()

/** A text with its digits, of whatever script, as 0 to 9: ١٥:٠٠ is 15:00. */
const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The ten digits of a script follow each other.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })

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
    return unread(word, impossible ?? (word === '' ? UNREAD : `“${word}” was not understood. ${HOW}`))
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
  const all = covers.filter(isWhole).flatMap((cover) => {
    const times = timesIn(cover)
    const half = cover.some(({ kind }) => kind === 'half')
    if (!times.every((one) => isPlaced(one, cover, text)) || (half && times.length === 0)) return []
    const hasDay = cover.some(({ kind }) => kind === 'date' || kind === 'day' || kind === 'weekday')
    const [first] = times
    return {
      names: rolesIn(cover).map(({ one }) => text.slice(one.start, one.end)),
      days: hasDay ? daysFor(cover).from(today) : null,
      seconds: first === undefined ? [] : secondsOf(first.time.from, first.time.form, cover).seconds,
      hasMore:
        times.length > 1 ||
        first?.time.until != null ||
        cover.some(({ kind }) => kind === 'instant' || kind === 'zone'),
    }
  })
  const matching = all.filter(({ days }) => days?.isMismatch !== true)
  const kept = matching.length > 0 ? matching : all
  const [first] = kept
  if (first === undefined) {
    const impossible = impossibleIn(text)
    return impossible === null
      ? { kind: 'unread', word, why: word === '' ? UNREAD : `“${word}” was not understood. ${HOW}` }
      : { kind: 'unread', word: '', why: impossible }
  }
  return {
    kind: 'parts',
    names: first.names,
    days: [...new Set(kept.flatMap(({ days }) => days?.days ?? []))],
    seconds: [...new Set(kept.flatMap(({ seconds }) => seconds))],
    hasMore: kept.some(({ hasMore }) => hasMore),
  }
}

const HOW = 'Write it as “tomorrow 15:00”, “14 July 2027 3pm” or “2027-07-14 15:00”.'
const UNREAD = `This could not be read as a date and time. ${HOW}`
const unread = (word: string, why: string): TypedTime => ({ kind: 'unread', word, why })
const once = (readings: readonly Reading[]): Reading[] => [
  ...new Map(readings.map((one) => [one.at, one])).values(),
]

/** Says which day or time of a text does not exist, as a sentence: "February has no day 31." Null where all can be. */
export function impossibleIn(sent: string): string | null {
  const text = plainText(sent)
  const [, hour, minute] = /(?<![\d:.+-])(\d{1,2}):(\d\d)(?!\d)/.exec(text) ?? []
  if (Number(hour) === 25) return 'A day has no hour 25: 01:00 of the next day?'
  if (Number(hour) > 24) return `A day has no hour ${hour}.`
  if (Number(minute) > 59) return `An hour has no minute ${minute}.`
  if (Number(hour) === 24 && minute !== '00') return 'A day ends at 24:00.'
  const [, iso] = /(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)/.exec(text) ?? []
  if (iso !== undefined) {
    const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
      return noSuchDay(iso)
  }
  const names = MONTHS.map((name) => name.slice(0, 3)).join('|')
  const first = new RegExp(
    `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${names})[a-z]*(?:,? (\\d{4}))?`,
    'i',
  ).exec(text)
  const second = new RegExp(
    `(?<!\\p{L})(${names})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (\\d{4}))?`,
    'iu',
  ).exec(text)
  const [day, name = '', year] = first === null ? [second?.[2], second?.[1], second?.[3]] : first.slice(1)
  const month = MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.toLowerCase()) + 1
  return month > 0 && Number(day) > daysInMonth(Number(year ?? 2000), month)
    ? `${MONTHS[month - 1]}${year === undefined ? '' : ` ${year}`} has no day ${Number(day)}.`
    : null
}

/** The message for a date that no calendar has: 2027-02-30. */
const noSuchDay = (iso: string): string => `There is no day ${iso}.`

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

type Of<Kind extends Element['kind']> = Extract<Element, { kind: Kind }>
type Named = Of<'zone'> | Of<'place'>
const isNamed = (one: Element): one is Named => one.kind === 'zone' || one.kind === 'place'

/** A name with its part in the sentence. `of`: the index of the element that connects it. */
interface Role {
  readonly index: number
  readonly one: Named
  readonly link: 'in' | 'from' | 'to' | null
  /** Whether "and" joins it to the name before it. */
  readonly isJoined: boolean
}

/** A time with the clocks directly behind it. */
interface Timed {
  readonly index: number
  readonly time: Of<'time'>
  readonly zones: Of<'zone'>[]
  readonly isPair: boolean
}

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
  if ('kind' in plan) return plan
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

/** Whether a time stands where its form is a time: an hour alone behind "at" or beside a day, four digits before a clock or behind "at". */
function isPlaced({ time, index }: Timed, cover: readonly Element[], text: string): boolean {
  const before = cover[index - 1]
  const next = cover.slice(index + 1).find(({ kind }) => kind !== 'open' && kind !== 'join')
  const isAt = before?.kind === 'said' && /^(?:at|@|by)$/i.test(before.word)
  const isBeforeClock = next !== undefined && (isNamed(next) || (next.kind === 'link' && next.link === 'in'))
  const hasT = cover.some((one) => one.kind === 'date' && one.hasT)
  if (time.form === 'digits') return isAt || isBeforeClock || hasT
  if (time.form !== 'bare' || isAt) return true
  // "In 2 days 3" says no time.
  if (before?.kind === 'day')
    return before.half !== null || !/in /i.test(text.slice(before.start, before.end))
  return before?.kind === 'half' || before?.kind === 'weekday' || next?.kind === 'half'
}

/** Names with the words that connect them. */
function rolesIn(cover: readonly Element[]): Role[] {
  const roles: Role[] = []
  const when = cover.findIndex((one) => one.kind === 'link' && one.link === 'when')
  let link: Role['link'] = null
  let isJoined = false
  for (const [index, one] of cover.entries()) {
    if (one.kind === 'link') {
      if (one.link === 'and') isJoined = true
      else if (one.link !== 'when') link = one.link
    } else if (isNamed(one)) {
      roles.push({ index, one, link: when > index ? 'to' : link, isJoined })
      isJoined = false
    } else if (one.kind !== 'mark' && one.kind !== 'said' && one.kind !== 'open' && one.kind !== 'join')
      link = null
    // A list goes on behind "to" and "in" with commas and "and"; a name without them stands alone.
    const next = cover[index + 1]
    if (
      isNamed(one) &&
      link !== 'to' &&
      next !== undefined &&
      next.kind !== 'mark' &&
      !(next.kind === 'link' && next.link === 'and')
    )
      link = null
  }
  return roles
}

/** The times of a cover, each with the zones directly behind it. */
function timesIn(cover: readonly Element[]): Timed[] {
  return cover.flatMap((time, index) => {
    if (time.kind !== 'time') return []
    const zones: Of<'zone'>[] = []
    let isPair = false
    for (let at = index + 1; at < cover.length; at++) {
      const one = cover[at]
      if (one?.kind === 'zone') {
        // "3pm EST = CET" and "3pm EST / 9pm CET" are told apart by the time behind.
        if (zones.length > 0 && cover[at - 1]?.kind === 'join') isPair = true
        zones.push(one)
      } else if (one?.kind === 'join') {
        if (cover[at + 1]?.kind !== 'zone' || zones.length === 0) break
      } else if (
        one?.kind !== 'open' &&
        one?.kind !== 'close' &&
        one?.kind !== 'half' &&
        one?.kind !== 'year'
      )
        break
    }
    return [{ index, time, zones, isPair }]
  })
}

/** Whose clock a time is on. */
type Source =
  | { readonly kind: 'own' }
  | { readonly kind: 'place'; readonly text: string }
  /** `places`: those that may narrow the letters. */
  | {
      readonly kind: 'zones'
      readonly zones: readonly SaidZone[]
      readonly isPair: boolean
      readonly places: readonly string[]
      /** Places directly behind the time, before the letters: each is a clock too, unless it keeps them. */
      readonly rivals?: readonly string[]
    }

interface Plan {
  /** Several are asked about. The clocks directly behind a time come before them. */
  readonly sources: readonly Source[]
  /** Places that narrow the letters behind a time if they have them, and else are targets. */
  readonly places: readonly string[]
  readonly targets: readonly string[]
  readonly asks: readonly string[]
}

const tokenOfZone = (zone: SaidZone): string =>
  zone.kind === 'token'
    ? zone.token
    : zone.kind === 'offset'
      ? offsetToken(zone.offset)
      : zone.kind === 'standards'
        ? zone.text
        : ''
const tokenOf = (one: Named): string => (one.kind === 'place' ? one.text : tokenOfZone(one.zone))
const sourceOf = (one: Named): Source =>
  one.kind === 'place'
    ? { kind: 'place', text: one.text }
    : { kind: 'zones', zones: [one.zone], isPair: false, places: [] }

/** Which names are the clock of the time, and which are where its answer is wanted. */
function planOf(times: readonly Timed[], loose: readonly Role[]): Plan | Meaning {
  const { index, zones } = times[0] ?? { index: 0, zones: [] }
  const targets = loose.filter(({ link }) => link === 'to').map(({ one }) => tokenOf(one))
  const rest = loose.filter(({ link }) => link !== 'to')
  const from = rest.filter(({ link }) => link === 'from')
  const places = rest.filter(({ one, link }) => one.kind === 'place' && link !== 'from')
  const others = rest.filter(({ one, link }) => one.kind === 'zone' && link !== 'from')
  const bareZones = others.filter(({ link }) => link === null)
  const inZones = others.filter(({ link }) => link === 'in')
  const allOf = (roles: readonly Role[]): string[] => roles.map(({ one }) => tokenOf(one))
  if (times.length > 1) return { sources: [], places: [], targets: [...targets, ...allOf(rest)], asks: [] }
  if (from.length > 1) return fault('from')
  if (zones.length > 0) {
    const contradicting = [...bareZones, ...from]
    const asks = contradicting.map(
      ({ one }) =>
        `“${zones.map(({ zone }) => zone.text).join(' ')}” and “${tokenOf(one)}” are two clocks for one time.`,
    )
    return {
      sources: contradicting.map(({ one }) => sourceOf(one)),
      places: allOf(places),
      targets: [...targets, ...allOf(inZones)],
      asks,
    }
  }
  const [source] = from
  if (source !== undefined) {
    const contradicting = bareZones
    const asks = contradicting.map(
      ({ one }) => `“${tokenOf(source.one)}” and “${tokenOf(one)}” are two clocks for one time.`,
    )
    return {
      sources: [source, ...contradicting].map(({ one }) => sourceOf(one)),
      places: [],
      targets: [...targets, ...allOf(places), ...allOf(inZones)],
      asks,
    }
  }
  const [first, second] = bareZones
  if (
    bareZones.length === 2 &&
    first?.one.kind === 'zone' &&
    second?.one.kind === 'zone' &&
    second.index === first.index + 2
  )
    // "CET/CEST", away from its time.
    return {
      sources: [
        { kind: 'zones', zones: [first.one.zone, second.one.zone], isPair: true, places: allOf(places) },
      ],
      places: [],
      targets: [...targets, ...allOf(inZones)],
      asks: [],
    }
  if (bareZones.length > 0) {
    const behind = places.filter(
      (one) => one.link !== 'to' && one.index > index && one.index < (bareZones[0]?.index ?? 0),
    )
    const asked = [...bareZones, ...behind]
    const asks =
      asked.length === 1
        ? []
        : [`${asked.map(({ one }) => `“${tokenOf(one)}”`).join(' and ')} can each be the clock of the time.`]
    const zone = bareZones[0]
    if (behind.length > 0 && bareZones.length === 1 && zone !== undefined)
      // "3pm New York EST" is one clock, and "3pm London EST" may be two.
      return {
        sources: [
          {
            kind: 'zones',
            zones: zone.one.kind === 'zone' ? [zone.one.zone] : [],
            isPair: false,
            places: allOf(behind),
            rivals: allOf(behind),
          },
        ],
        places: [],
        targets: [...targets, ...allOf(places.filter((one) => !behind.includes(one)))],
        asks: [],
      }
    return {
      sources: asked.map(({ one }) => sourceOf(one)),
      places: asked.length === 1 ? allOf(places) : [],
      targets: [...targets, ...allOf(inZones)],
      asks,
    }
  }
  return planOfPlaces([...places, ...inZones], index, targets)
}

/** The plan of a time without a zone: which of the places around it is its clock. */
function planOfPlaces(roles: readonly Role[], index: number, targets: readonly string[]): Plan {
  const allOf = (some: readonly Role[]): string[] => some.map(({ one }) => tokenOf(one))
  const all = roles.toSorted((one, other) => one.index - other.index)
  const [before, behind] = [all.filter((one) => one.index < index), all.filter((one) => one.index > index)]
  const bareBefore = before.filter(({ link }) => link === null)
  const [next, further] = behind
  const plan = (sources: readonly Role[], wanted: readonly Role[], ask = ''): Plan => ({
    sources: sources.map(({ one }) => sourceOf(one)),
    places: [],
    targets: [...targets, ...allOf(wanted)],
    asks: ask === '' ? [] : [ask],
  })
  if (next === undefined) {
    if (before.length < 2) return plan(before, [])
    return plan(
      before,
      [],
      `The time can be on the clock of ${before.map(({ one }) => `“${tokenOf(one)}”`).join(' or ')}.`,
    )
  }
  if (before.length > 0) {
    if (next.link === 'in' && bareBefore.length === 1 && before.length === 1) return plan(before, behind)
    const sources = [before.at(-1) ?? next, next]
    return plan(
      sources,
      [...before, ...behind],
      `The time can be on the clock of ${sources.map(({ one }) => `“${tokenOf(one)}”`).join(' or ')}.`,
    )
  }
  if (next.link === 'in' && further?.isJoined === true && further.link === 'in')
    return {
      sources: [sourceOf(next.one), { kind: 'own' }],
      places: [],
      targets: [...targets, ...allOf(behind)],
      asks: [`The time can be on the clock of “${tokenOf(next.one)}”, or on your own.`],
    }
  return plan([next], behind.slice(1))
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

/** The days that a cover can mean, counted from a today, each with why it must be asked about. */
interface Days {
  readonly isToday: boolean
  /** Whether its days are counted from today. */
  readonly isRelative: boolean
  readonly from: (today: number) => {
    readonly days: readonly number[]
    readonly asks: readonly string[]
    readonly isMismatch: boolean
  }
  /** Whether today itself counts only while the time is ahead: "Friday", on a Friday. */
  readonly isAhead: boolean
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const A_MONTH = 31

/** Days that need no question. */
const plainly = (...days: number[]) => ({ days, asks: [] as string[], isMismatch: false })

function daysFor(cover: readonly Element[]): Days {
  const date = cover.find((one): one is Of<'date'> => one.kind === 'date')
  const year = cover.find((one): one is Of<'year'> => one.kind === 'year')?.year
  const day = cover.find((one): one is Of<'day'> => one.kind === 'day')
  const weekday = cover.find((one): one is Of<'weekday'> => one.kind === 'weekday')
  const week = cover.find((one): one is Of<'week'> => one.kind === 'week')
  const checked = (days: readonly number[], more: readonly string[] = []) => {
    const matching = weekday === undefined ? days : days.filter((its) => weekdayOf(its) === weekday.weekday)
    if (matching.length > 0)
      return {
        days: matching,
        asks: matching.length === 1 && weekday !== undefined ? [] : [...more],
        isMismatch: false,
      }
    // Both readings: the date, and the nearest day of that name.
    const [first = 0] = days
    const nearest =
      [-3, -2, -1, 1, 2, 3].map((by) => first + by).find((its) => weekdayOf(its) === weekday?.weekday) ??
      first
    return {
      days: [...days, nearest],
      asks: [
        ...more,
        `${inWords(first)} is a ${WEEKDAYS[weekdayOf(first)]}, not a ${WEEKDAYS[weekday?.weekday ?? 0]}.`,
      ],
      isMismatch: true,
    }
  }
  const base = { isToday: false, isRelative: false, isAhead: false }
  if (date !== undefined) {
    const { month, day: number, isShort } = date
    const its = date.year ?? year ?? null
    if (its !== null && month !== null) {
      const days = number > daysInMonth(its, month) ? [] : [daysFromCivil(its, month, number)]
      return {
        ...base,
        from: () =>
          days.length === 0
            ? plainly()
            : checked(days, isShort ? [`Is ${String(its).slice(-2)} the year ${its}?`] : []),
      }
    }
    return {
      ...base,
      from(today) {
        const now = civilFromDays(today)
        const candidates =
          month === null
            ? [-1, 0, 1, 2].map((by) => [now.year, now.month + by] as const)
            : [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((by) => [now.year + by, month] as const)
        const all = candidates
          .map(([y, m]) => [y + Math.floor((m - 1) / 12), ((m + 11) % 12) + 1] as const)
          .filter(([y, m]) => number <= daysInMonth(y, m))
          .map(([y, m]) => daysFromCivil(y, m, number))
        const coming = all.find((some) => some >= today) ?? today
        const lately = all.findLast((some) => some < today && some >= today - A_MONTH)
        const near = lately === undefined ? [coming] : [lately, coming]
        if (weekday === undefined)
          return {
            days: near,
            asks: near.length === 1 ? [] : [`Is ${inWords(coming)} meant, or ${inWords(lately ?? coming)}?`],
            isMismatch: false,
          }
        return checked(near)
      },
    }
  }
  if (day !== undefined)
    return {
      ...base,
      isRelative: true,
      from: (today) => checked([today + day.days]),
    }
  if (weekday !== undefined)
    return {
      ...base,
      isRelative: true,
      isAhead: week === undefined && weekday.which === 'coming' && weekday.weeks === 0,
      from(today) {
        const its = weekday.weekday
        const monday = today - ((weekdayOf(today) + 6) % 7)
        if (week !== undefined) return plainly(monday + 7 * week.weeks + ((its + 6) % 7))
        const ahead = (its - weekdayOf(today) + 7) % 7
        if (weekday.which === 'last') return plainly(today + ahead - 7)
        if (weekday.which === 'coming') return plainly(today + ahead + 7 * weekday.weeks)
        const next = today + (ahead === 0 ? 7 : ahead)
        // "Next Friday", said on a Wednesday, is the one in two days to some.
        return next < monday + 7 && weekday.weeks === 0
          ? {
              days: [next, next + 7],
              asks: [`Is ${inWords(next)} meant, or ${inWords(next + 7)}?`],
              isMismatch: false,
            }
          : plainly(next + 7 * weekday.weeks)
      },
    }
  if (week !== undefined) return { ...base, from: () => plainly() }
  return { ...base, isToday: true, from: (today) => plainly(today) }
}

const inWords = (days: number): string => {
  const { year, month, day } = civilFromDays(days)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** The seconds of the day that a time of day can mean, and why it must be asked about. */
export function secondsOf(
  time: ClockTime,
  form: Of<'time'>['form'],
  cover: readonly Element[],
): { seconds: readonly number[]; ask: string } {
  const day = cover.find((one): one is Of<'day'> => one.kind === 'day')
  const half = cover.find((one): one is Of<'half'> => one.kind === 'half')?.half ?? day?.half ?? null
  if (form === 'midnight') {
    const isEnd =
      half === 'night' || !cover.some(({ kind }) => kind === 'date' || kind === 'day' || kind === 'weekday')
    return isEnd
      ? { seconds: [DAY], ask: '' }
      : { seconds: [0, DAY], ask: 'Midnight can be the beginning or the end of the day.' }
  }
  const { hour, half: own, isSpoken } = time
  if (half !== null && own === null && hour >= 1 && hour <= 12) {
    // Tonight at 2 is the night before or after.
    if (half === 'night' && hour < 5)
      return { seconds: [secondOfDay(time), secondOfDay(time) + DAY], ask: 'Which night is meant?' }
    return { seconds: [secondOfDay({ ...time, half })], ask: '' }
  }
  const at = secondOfDay(time)
  if (half !== null && half !== 'night' && (half === 'am') !== at < DAY / 2) return { seconds: [], ask: '' }
  return isSpoken && own === null && hour >= 1 && hour <= 12
    ? {
        seconds: [secondOfDay({ ...time, half: 'am' }), secondOfDay({ ...time, half: 'pm' })],
        ask: 'Before noon, or after it?',
      }
    : { seconds: [at], ask: '' }
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
    if (days.isRelative && bases.length > 1) asks.add('Today is another date there. Which day is meant?')
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

const todayIn = (clock: Clock, now: EpochSeconds): number =>
  Math.floor((now + offsetAt(compiledClock(clock), now)) / DAY)

/** The date of now on the clock of a source. */
function todayOn(source: Source, asker: Asker): number {
  const [first] = readWall(localSeconds(asker.now), source, asker).readings
  return todayIn(first?.clock ?? asker.own, asker.now)
}

interface Read {
  readonly readings: readonly Reading[]
  readonly others: readonly Reading[]
  readonly asks: readonly string[]
  readonly faults: readonly string[]
  /** Places that did not narrow the clock, so that the answer is wanted there. */
  readonly targets: readonly string[]
}
const readAs = (readings: readonly Reading[], more: Partial<Read> = {}): Read => ({
  readings,
  others: [],
  asks: [],
  faults: [],
  targets: [],
  ...more,
})

const offsetToken = (offset: OffsetSeconds): string =>
  offset === 0 ? 'UTC' : formatDateTime(epochSeconds(0), offset).slice(-6)
const offsetClock = (offset: OffsetSeconds, { almanac }: Asker): Clock =>
  offset === 0
    ? { kind: 'offset', iana: 'UTC', offset, twin: almanac.zones.named('UTC') }
    : { kind: 'offset', iana: offsetToken(offset), offset, twin: null }

/** A wall time on the clock of a source. */
function readWall(local: LocalSeconds, source: Source, asker: Asker): Read {
  if (source.kind === 'own') return readAs([onClock(local, asker.own, null, null)])
  if (source.kind === 'place') {
    const found = clocksOf(source.text, local, asker)
    if (found.length === 0) return readAs([], { faults: [`“${source.text}” has no one clock.`] })
    const isOne = found.length === 1
    return readAs(
      found.map((clock) => onClock(local, clock, isOne ? source.text : clockId(clock), source.text)),
      isOne ? {} : { asks: [`“${source.text}” has several clocks.`] },
    )
  }
  const { zones, isPair, places } = source
  const [first] = zones
  if (first === undefined) return readAs([])
  if (isPair && zones.length === 2) {
    const [one, other] = zones
    const pair =
      one?.kind === 'standards' && other?.kind === 'standards'
        ? pairOf(one.standards, other.standards, local, asker)
        : []
    if (pair.length > 0)
      return readAs(
        pair.map((zone) =>
          onClock(local, { kind: 'zone', zone }, zone.iana, zones.map(({ text }) => text).join('/')),
        ),
      )
  }
  if (zones.length > 1) {
    const all = zones.map((zone) => literal(local, zone, asker))
    const readings = all.flat()
    const common = (all[0] ?? []).filter(({ at }) => all.every((some) => some.some((one) => one.at === at)))
    const targets = places.filter((place) => !isOf(place, common[0]?.clock, asker))
    return common.length > 0
      ? readAs(common, { targets })
      : readAs(readings, {
          asks: [`${zones.map(({ text }) => `“${text}”`).join(' and ')} are not the same time then.`],
          targets,
        })
  }
  const read =
    first.kind === 'standards'
      ? byLetters(local, first.standards, first.text, places, asker)
      : narrowed(local, first, places, asker)
  const rivals = (source.rivals ?? []).filter((place) => read.targets.includes(place))
  if (rivals.length === 0) return read
  const others = rivals.flatMap((text) => readWall(local, { kind: 'place', text }, asker).readings)
  const asks = rivals.map((place) => `“${place}” and “${first.text}” can each be the clock of the time.`)
  return { ...read, readings: [...others, ...read.readings], asks: [...read.asks, ...asks] }
}

/** A wall time on an offset, an identifier or a generic name. Places are where it is wanted. */
function narrowed(local: LocalSeconds, zone: SaidZone, places: readonly string[], asker: Asker): Read {
  const readings = literal(local, zone, asker)
  return readAs(readings, {
    targets: places,
    ...(readings.length === 0
      ? { faults: [`“${zone.text}” has no one clock.`] }
      : readings.length > 1
        ? { asks: [`“${zone.text}” has several clocks.`] }
        : {}),
  })
}

/** What a clock says word for word. */
function literal(local: LocalSeconds, zone: SaidZone, asker: Asker): Reading[] {
  if (zone.kind === 'own') {
    const clock: Clock = asker.reader === null ? asker.own : { kind: 'zone', zone: asker.reader }
    return [onClock(local, clock, clockId(clock), zone.text)]
  }
  if (zone.kind === 'offset')
    return [onClock(local, offsetClock(zone.offset, asker), offsetToken(zone.offset), zone.text)]
  if (zone.kind === 'standards')
    return zone.standards.map((standard) => onStandard(local, standard, zone.text))
  const clocks = clocksOf(zone.token, local, asker)
  return clocks.map((clock) =>
    onClock(local, clock, clocks.length === 1 ? zone.token : clockId(clock), zone.text),
  )
}

/** A wall time on one clock. On a fixed clock it is an instant. */
function onClock(local: LocalSeconds, clock: Clock, from: string | null, said: string | null): Reading {
  const { at } = readOn(clock, { kind: 'local', local }, 'earliest')
  return { moment: { kind: 'local', local }, at, from, said, clock, until: null, isToday: false }
}
const onStandard = (local: LocalSeconds, standard: Standard, said: string): Reading =>
  onClock(local, { kind: 'standard', standard }, standard.slug, said)

/** The clocks that a token means at a wall time. */
function clocksOf(token: string, local: LocalSeconds, { almanac, now }: Asker): Clock[] {
  const found = convert(
    { from: token, to: [], moment: { kind: 'local', local }, resolution: 'earliest' },
    almanac,
    now,
  )
  if (found.kind === 'converted') return [found.conversion.from.clock]
  if (found.kind !== 'choice') return []
  const { standards, zones } = found.candidates
  return [
    ...standards.map((standard): Clock => ({ kind: 'standard', standard })),
    ...zones.map((zone): Clock => ({ kind: 'zone', zone })),
  ].slice(0, MOST_CLOCKS)
}
const MOST_CLOCKS = 6

/** Letters that mean one thing directly behind a time; their other meanings are shown with it. */
const PACIFIC = /^P[SD]T$/
const YEAR = 366 * DAY

/** A wall time on the clock of letters: of every standard that has them, narrowed by a place that keeps one; out of season asked about. */
function byLetters(
  local: LocalSeconds,
  standards: readonly Standard[],
  said: string,
  places: readonly string[],
  asker: Asker,
): Read {
  for (const place of places) {
    const clocks = clocksOf(place, local, asker).flatMap((clock) =>
      clock.kind === 'zone' ? [clock.zone] : [],
    )
    const fitting = standards.flatMap((standard) =>
      clocks
        .filter((zone) => keeps(zone, standard, onStandard(local, standard, said).at))
        .map((zone) => ({ standard, zone })),
    )
    if (fitting.length === 0) continue
    const targets = places.filter((one) => one !== place)
    const exact = fitting.filter(
      ({ standard, zone }) =>
        offsetAt(zone.compiled(), onStandard(local, standard, said).at) === standard.offset,
    )
    if (exact.length > 0)
      return readAs(
        once(exact.map(({ standard }) => ({ ...onStandard(local, standard, said), said: place }))),
        { targets },
      )
    return readAs(
      fitting.flatMap(({ standard, zone }) => [
        onClock(local, { kind: 'zone', zone }, zone.iana, place),
        onStandard(local, standard, said),
      ]),
      { asks: [`${place} does not keep ${said} then.`], targets },
    )
  }
  const isPacific = PACIFIC.test(said)
  const meant = isPacific ? standards.filter(({ slug }) => slug.startsWith('pacific-')) : standards
  const asks: string[] = []
  const readings = meant.flatMap((standard) => {
    const own = onStandard(local, standard, said)
    const zones = standard.code === 'GMT' ? [] : zonesWithTwin(standard, asker.almanac)
    const twin = asker.almanac.standards.bySlug.get(standard.counterpart ?? '')
    if (
      zones.length === 0 ||
      twin === undefined ||
      zones.some((zone) => offsetAt(zone.compiled(), own.at) === standard.offset)
    )
      return [own]
    const zone = zones.find(({ iana }) => iana === MAIN.get(standard.code ?? '')) ?? zones[0]
    if (zone === undefined) return [own]
    asks.push(`${zone.displayName ?? zone.iana} keeps ${twin.code ?? twin.name} then, not ${said}.`)
    return [onClock(local, { kind: 'zone', zone }, zone.iana, said), own]
  })
  if (once(readings).length > 1 && asks.length === 0) asks.push(`“${said}” has several meanings.`)
  const others = isPacific
    ? standards.filter((one) => !meant.includes(one)).map((standard) => onStandard(local, standard, said))
    : []
  return readAs(readings, { asks, others, targets: places })
}
/** The zone that stands for the zones with letters. */
const MAIN = new Map([
  ['EST', 'America/New_York'],
  ['EDT', 'America/New_York'],
  ['CST', 'America/Chicago'],
  ['CDT', 'America/Chicago'],
  ['MST', 'America/Denver'],
  ['MDT', 'America/Denver'],
  ['PST', 'America/Los_Angeles'],
  ['PDT', 'America/Los_Angeles'],
])

/** Whether a zone keeps a standard within a year of an instant. */
function keeps(zone: Zone, standard: Standard, at: EpochSeconds): boolean {
  for (let from: EpochSeconds | null = epochSeconds(at - YEAR); from !== null && from < at + YEAR;) {
    const { type, end } = intervalAt(zone.compiled(), from)
    if (type.offset === standard.offset && zone.shown(type, from).name === standard.name) return true
    from = end
  }
  return false
}

/** Zones that keep a standard and its counterpart in turn, by the standard's slug. */
const seasonal = oncePer((_almanac: Almanac) => new Map<string, readonly Zone[]>())
function zonesWithTwin(standard: Standard, almanac: Almanac): readonly Zone[] {
  const known = seasonal(almanac)
  let zones = known.get(standard.slug)
  if (zones === undefined) {
    const twin = almanac.standards.bySlug.get(standard.counterpart ?? '')
    const at = epochSeconds(SEASONS)
    zones =
      twin === undefined
        ? []
        : almanac.zones.listed.filter((zone) => keeps(zone, standard, at) && keeps(zone, twin, at))
    known.set(standard.slug, zones)
  }
  return zones
}
/** 2026-07-01: the years around it say which zones change their clocks. */
const SEASONS = 1_782_864_000

/** The zones whose clock goes by both of two standards, each instant once. Empty if they are no pair. */
function pairOf(
  one: readonly Standard[],
  other: readonly Standard[],
  local: LocalSeconds,
  { almanac }: Asker,
): Zone[] {
  const pairs = one.filter(({ slug }) => other.some(({ counterpart }) => counterpart === slug))
  const zones = pairs.flatMap((standard) => zonesWithTwin(standard, almanac))
  const byInstant = new Map<number, Zone>()
  for (const zone of zones) {
    const { at } = onClock(local, { kind: 'zone', zone }, null, null)
    if (!byInstant.has(at) || [...MAIN.values()].includes(zone.iana)) byInstant.set(at, zone)
  }
  return [...byInstant.values()]
}

/** Whether a place is on a clock already, so that it says nothing more. */
function isOf(place: string, clock: Clock | undefined, asker: Asker): boolean {
  const [found] = clock?.kind === 'zone' ? clocksOf(place, localSeconds(asker.now), asker) : []
  return found?.kind === 'zone' && clock?.kind === 'zone' && found.zone === clock.zone
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
