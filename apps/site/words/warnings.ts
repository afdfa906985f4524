// All that a reader must know of an answer about a moment, a sentence each: a weekday that is another one, a time that happens twice or never, a past
// that is known from another place only, rules that are announced or may still change. Every page with such an answer has its words from here.
import type { City } from '#core/ask/cities.ts'
import type { Ambiguity, Candidate, Clock } from '#core/ask/clock.ts'
import type { ResolvedAmbiguity } from '#core/ask/convert.ts'
import type { Zone } from '#core/ask/zones.ts'
import { nameKey } from '#core/text/name-key.ts'
import { DAY, weekdayOf } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { whyAt } from '#core/zone/line-in-words.ts'
import { latestTransition, transitionsAfter } from '#core/zone/transitions.ts'
import { trustAt } from '#core/zone/trust.ts'
import { dayOfChange, nextMove } from './changes.ts'
import { listInWords } from './list-in-words.ts'
import {
  dateInWords,
  dayOf,
  shortDate,
  timeAndDate,
  timeOf,
  utcOffset,
  wallTime,
  WEEKDAYS,
  yearOf,
} from './times.ts'
import { zoneName } from './zone-links.ts'

/** A place of an answer, by the name that the visitor typed. */
export interface WarnedPlace {
  readonly name: string
  readonly clock: Clock
  /** The city that the name means: Saigon is Ho Chi Minh City. Null: it is no city. */
  readonly city: Pick<City, 'name'> | null
}

/** An answer to be warned of. */
export interface WarnedAnswer {
  readonly at: EpochSeconds
  /** The first is the one on whose clock the question was asked. */
  readonly places: readonly WarnedPlace[]
  /** Null: the moment was one instant. */
  readonly ambiguity: ResolvedAmbiguity | null
  /** The question as it was typed. Empty: it had no words. */
  readonly said: string
  /** The date that was read on the first clock, as days since 1970-01-01. Null: the question named an instant, or no date. */
  readonly localDay: number | null
  /** Whether the question said only a time of day, and it is over. */
  readonly isOver: boolean
}

export interface Warning {
  /** `must`: without it the answer may be taken for another one. `may`: it holds by what is known today. */
  readonly weight: 'must' | 'may'
  readonly words: string
}

/** The warnings of an answer, the gravest first. */
export function warningsOf(answer: WarnedAnswer, now: EpochSeconds): readonly Warning[] {
  const { at, places, ambiguity, said, localDay, isOver } = answer
  const must = [
    isOver ? 'That was earlier today.' : null,
    localDay === null ? null : otherWeekday(said, localDay),
    ambiguity === null
      ? null
      : `${ambiguityWords(ambiguity, places[0]?.name ?? '')} ${meantWords(ambiguity)}`,
    ...onceForEach(places, (place) => pastWords(place, at)),
    ...onceForEach(places, ({ name, zone }) => announcedWords(zone, name, at, now)),
  ]
  const may = rulesMayChange(zonesOf(places), at, now)
  return [
    ...must.flatMap((words) => (words === null ? [] : [{ weight: 'must' as const, words }])),
    ...(may === null ? [] : [{ weight: 'may' as const, words: may }]),
  ]
}

/** A place whose clock is that of a zone. Offsets and abbreviations never change. */
interface ZonedPlace extends Pick<WarnedPlace, 'name' | 'city'> {
  readonly zone: Zone
}

const zonesOf = (places: readonly WarnedPlace[]): readonly ZonedPlace[] =>
  places.flatMap(({ name, clock, city }) => (clock.kind === 'zone' ? { name, city, zone: clock.zone } : []))

const onceForEach = (
  places: readonly WarnedPlace[],
  words: (place: ZonedPlace) => string | null,
): readonly (string | null)[] => [...new Set(zonesOf(places).map(words))]

const MONTH = /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b/i
const WEEKDAY = /\b(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs|r|ur)?(?:day)?\b/gi

/** "14 April 2027 is a Wednesday, not a Tuesday." Null where the question names no weekday beside its date, or the right one. */
function otherWeekday(said: string, localDay: number): string | null {
  // A weekday without a date decides the date itself.
  if (
    !/\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}/.test(said) &&
    !(MONTH.test(said) && /\b\d{1,2}(?:st|nd|rd|th)?\b/.test(said))
  )
    return null
  const named = Array.from(said.matchAll(WEEKDAY), ([, letters = '']) =>
    WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(letters.toLowerCase())),
  )
  const [only] = named
  const is = weekdayOf(localDay)
  if (only === undefined || named.length > 1 || only === is) return null
  return `${dateInWords(localDay).replace(/^\S+ /, '')} is a ${WEEKDAYS[is]}, not a ${WEEKDAYS[only]}: perhaps another date is meant.`
}

/** The readings of a wall time that never happens: the time, with its date where that is another one, as after a day that was skipped. */
export const gapTime = ({ local }: Ambiguity, { at, offset }: Pick<Candidate, 'at' | 'offset'>): string =>
  dayOf(at, offset) === Math.floor(local / DAY) ? timeOf(at, offset) : timeAndDate(at, offset)

/** Explains in a sentence why a wall time is ambiguous. */
export function ambiguityWords({ kind, local, earlier, later }: Ambiguity, place: string): string {
  const [time, day] = [wallTime(local), dateInWords(Math.floor(local / DAY))]
  return kind === 'fold'
    ? `${time} happens twice in ${place} on ${day}: first at ${utcOffset(earlier.offset)}, then again at ${utcOffset(later.offset)}.`
    : `${time} does not exist in ${place} on ${day}: clocks jump over it.`
}

/** Which reading of an ambiguous wall time an answer is about. */
function meantWords(ambiguity: ResolvedAmbiguity): string {
  const { kind, earlier, later, resolution } = ambiguity
  const [taken, other] = resolution === 'earliest' ? [earlier, later] : [later, earlier]
  return kind === 'fold'
    ? `The ${resolution === 'earliest' ? 'first' : 'second'} one is meant.`
    : `We used ${gapTime(ambiguity, taken)}; perhaps ${gapTime(ambiguity, other)} is meant.`
}

/** Says that the past of a zone is known for another place only. Null: the answer is that of the whole area, or of the place itself. */
function pastWords({ zone, name, city }: ZonedPlace, at: EpochSeconds): string | null {
  const trust = trustAt(zone.compiled(), at)
  if (trust === 'area') return null
  const known = zoneName(zone)
  if (trust === 'none') return `Nobody lived in ${known} then to have a clock.`
  const names = [name, ...(city === null ? [] : [city.name])].map(nameKey)
  const isItself = [known, zone.iana, zone.iana.split('/').at(-1) ?? ''].some((one) =>
    names.includes(nameKey(one)),
  )
  if (isItself) return null
  return trust === 'mean-time'
    ? `This is the local mean time of ${known}: ${name} had its own, by its longitude.`
    : `Before 1970 only the time of ${known} is known: clocks in ${name} may have shown another one.`
}

/** A line of a zone itself, not one of its yearly rules. */
const isOfZone = ({ text }: { readonly text: string }): boolean => !/^(?:R|Rule)\s/.test(text)

/** The first year of the yearly rule of a line, and whether it goes on for ever. Null for a line of a zone itself. */
function ruleOf(text: string): { readonly from: number; readonly isOpen: boolean } | null {
  const [, from, to = ''] = /^(?:R|Rule)\s+\S+\s+(\d{4})\s+(\S+)/.exec(text) ?? []
  return from === undefined ? null : { from: Number(from), isOpen: to.startsWith('ma') }
}

/** The rules that decide a zone's clock at an instant, and at the change after it. */
function rulesAt(lined: CompiledZone, zone: Zone, at: EpochSeconds) {
  const next = nextMove(zone, at)
  return (next === null ? [at] : [at, next.at])
    .flatMap((instant) => whyAt(lined, instant))
    .flatMap(({ text }) => ruleOf(text) ?? [])
}

/** The day or year from which rules hold that are announced and not yet in force, and by which a zone's clock goes at an instant. Null: none do. */
function announced(zone: Zone, at: EpochSeconds, now: EpochSeconds) {
  if (at <= now) return null
  const lined = zone.withLines()
  const current = whyAt(lined, now).filter(isOfZone)
  const isCurrent = (instant: EpochSeconds): boolean =>
    whyAt(lined, instant).some((line) => isOfZone(line) && current.some(({ text }) => text === line.text))
  if (current.length > 0 && !isCurrent(at)) {
    for (const change of transitionsAfter(lined, now))
      if (change.at > at) break
      else if (!isCurrent(change.at)) return { when: dateInWords(dayOfChange(change)), isOpen: true }
  }
  const coming = rulesAt(lined, zone, at).filter(({ from }) => from > yearOf(now))
  const [first] = coming
  return first === undefined
    ? null
    : {
        when: String(Math.max(...coming.map(({ from }) => from))),
        isOpen: coming.every(({ isOpen }) => isOpen),
      }
}

function announcedWords(zone: Zone, name: string, at: EpochSeconds, now: EpochSeconds): string | null {
  const its = announced(zone, at, now)
  if (its === null) return null
  return its.isOpen
    ? `This counts with new rules for the clock of ${name}, which are announced for ${its.when}.`
    : `The clock changes of ${name} in ${its.when} are only expected: they are decided year by year.`
}

/** Closer moments are not warned of. Most changes of rules are known half a year ahead. */
const FAR = 180 * DAY

/**
 * Says of a moment far ahead that governments may still change the rules of its clocks, and since when today's rules stand. Null for a moment that
 * is near or past, for clocks without a place, which no government changes, and for those of which more is said.
 */
function rulesMayChange(places: readonly ZonedPlace[], at: EpochSeconds, now: EpochSeconds): string | null {
  if (at < now + FAR) return null
  const governed = places.filter(
    ({ zone }) =>
      (zone.country !== null || zone.iana.includes('Antarctica')) && announced(zone, at, now) === null,
  )
  const [first] = governed
  if (first === undefined) return null
  const names = [...new Set(governed.map(({ name }) => name))]
  const [clocks, standing] =
    names.length === 1
      ? ['clock', standingOf(first.zone, at, now)]
      : [
          'clocks',
          `Today’s rules stand ${listInWords(governed.map(({ name, zone }) => `in ${name} ${sinceOf(zone, at, now)}`))}.`,
        ]
  return `The rules for the ${clocks} of ${listInWords(names)} may still change before then. ${standing}`
}

/** Since when the rules stand that decide a clock at an instant: "since 2007"; null: no yearly rules do. */
function yearOfRules(zone: Zone, at: EpochSeconds): number | null {
  if (nextMove(zone, at) === null) return null
  const years = rulesAt(zone.withLines(), zone, at).map(({ from }) => from)
  return years.length === 0 ? null : Math.max(...years)
}

function standingOf(zone: Zone, at: EpochSeconds, now: EpochSeconds): string {
  const since = yearOfRules(zone, at)
  if (since !== null) return `Today’s rules have been in force since ${since}.`
  const latest = latestTransition(zone.compiled(), now)
  return latest === null
    ? 'Its clock has never changed.'
    : `Its clock has not changed since ${shortDate(dayOf(latest.at, latest.after.type.offset))}.`
}

function sinceOf(zone: Zone, at: EpochSeconds, now: EpochSeconds): string {
  const since = yearOfRules(zone, at)
  if (since !== null) return `since ${since}`
  const latest = latestTransition(zone.compiled(), now)
  return latest === null ? 'as ever' : `since ${yearOf(latest.at)}`
}
