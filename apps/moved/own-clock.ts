// A VTIMEZONE (RFC 5545, 3.6.5) → the clock that a calendar brings for a zone, and the times that it covers.
import { DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { plainType } from '#core/zone/fixed-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { instantBy } from '#core/zone/resolve-local.ts'
import { movesBetween } from '#core/zone/transitions.ts'
import type { Component, Property, Unread } from './calendar-lines.ts'
import { once, looksTimed } from './calendar-properties.ts'
import { readOffset, readTime, readUntil, startOfPeriod } from './calendar-time.ts'
import { readRule, RuleTooFine, wallsOfRule } from './recurrence.ts'

/** Rules are listed until the end of 2037. */
const HORIZON = daysFromCivil(2038, 1, 1) * DAY

interface Onset {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** The clock of a VTIMEZONE. */
export class OwnClock {
  readonly clock: CompiledZone
  readonly #onsets: readonly Onset[]
  /** The last covered instant (exclusive): the last onset, or the horizon if a rule has no end. */
  readonly #until: number

  constructor(onsets: readonly Onset[], until: number) {
    const offsets = [onsets[0]?.from ?? 0, ...onsets.map(({ to }) => to)]
    this.#onsets = onsets
    this.#until = until
    this.clock = {
      id: 'VTIMEZONE',
      types: offsets.map((offset) => plainType(offset)),
      lines: [],
      starts: onsets.map(({ at }) => epochSeconds(at)),
      typeOf: offsets.map((_, index) => index),
      linesOf: offsets.map(() => []),
      releaseChanges: [],
      footer: { kind: 'fixed' },
      posixTz: null,
    }
  }

  /** The instant of a wall time; null before the first onset, and after the last one if no rule goes on. */
  instantOf(wall: number): number | null {
    const at = instantBy(this.clock, localSeconds(wall))
    return at >= (this.#onsets[0]?.at ?? Infinity) && at < this.#until ? at : null
  }

  /** Whether a clock has the same offsets between two instants, all of which must be covered. */
  isLikeIn(clock: CompiledZone | null, from: EpochSeconds, until: EpochSeconds): boolean {
    if (clock === null || from < (this.#onsets[0]?.at ?? Infinity) || until > this.#until) return false
    return offsetsIn(clock, from, until).join() === offsetsIn(this.clock, from, until).join()
  }

  /** Whether both say the same. */
  isLike(other: OwnClock): boolean {
    return this.#until === other.#until && JSON.stringify(this.#onsets) === JSON.stringify(other.#onsets)
  }
}

/** The offset at an instant, then each change until another with the offset after it. */
const offsetsIn = (clock: CompiledZone, from: EpochSeconds, until: EpochSeconds): number[] => [
  offsetAt(clock, from),
  ...movesBetween(clock, from, until).flatMap(({ at }) => [at, offsetAt(clock, at)]),
]

/** Reads a VTIMEZONE. Null if it has no observance, or one that cannot be read: then it is as if it were not there. */
export function readOwnClock(component: Component, unread: Unread): OwnClock | null {
  const { size } = unread
  const parts = component.inner
  const offsets = parts.map((part) => offsetOf(part, 'TZOFFSETTO', unread))
  for (const { name, line } of parts)
    if (!OBSERVANCES.has(name)) unread.add(line, `found ${name}, expected STANDARD or DAYLIGHT`)
  const read = parts.map((part, index) => {
    // Outlook for Mac leaves TZOFFSETFROM out.
    const missing = parts.length === 1 ? offsets[0] : parts.length === 2 ? offsets[1 - index] : undefined
    return onsetsOf(part, offsets[index], missing ?? null, unread)
  })
  if (parts.length === 0 || component.isDamaged || unread.size > size) return null
  const onsets = read.flatMap(({ onsets: some }) => some).toSorted((one, other) => one.at - other.at)
  const goesOn = read.some((one) => one.goesOn)
  return new OwnClock(onsets, goesOn ? HORIZON : (onsets.at(-1)?.at ?? -Infinity))
}

const OBSERVANCES = new Set(['STANDARD', 'DAYLIGHT'])
const READ = new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'])
/** A clock has no rule with times finer than a day. */
const COARSE = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'])

/** An offset of an observance. Null if it cannot be read, which is noted, and undefined if there is none. */
function offsetOf(part: Component, name: string, unread: Unread): number | null | undefined {
  const written = once(part, name, unread)
  if (written === undefined) return undefined
  const offset = readOffset(written.value.trim())
  if (offset === null)
    unread.add(written.line, `found ${name} "${written.value}", expected an offset such as +0100`)
  return offset
}

/** The onsets of an observance, and whether a rule of it has no end. `otherwise` is its TZOFFSETFROM if it has none. */
function onsetsOf(
  part: Component,
  to: number | null | undefined,
  otherwise: number | null,
  unread: Unread,
): { readonly onsets: Onset[]; readonly goesOn: boolean } {
  const from = offsetOf(part, 'TZOFFSETFROM', unread) ?? otherwise
  const start = once(part, 'DTSTART', unread)
  const first = start === undefined ? null : readTime(start.value.trim())
  for (const property of part.properties)
    if (!READ.has(property.name) && looksTimed(property))
      unread.add(property.line, `${property.name} is not read in ${part.name}`)
  const has = (named: string): boolean => part.properties.some(({ name }) => name === named)
  if (!has('TZOFFSETTO')) unread.add(part.line, `${part.name} has no TZOFFSETTO`)
  else if (from === null && !has('TZOFFSETFROM'))
    unread.add(part.line, `${part.name} has no TZOFFSETFROM, and not one other has an offset for it`)
  if (!has('DTSTART')) unread.add(part.line, `${part.name} has no DTSTART`)
  else if (start !== undefined && first?.kind !== 'local')
    unread.add(start.line, `found DTSTART "${start.value}", expected a time such as 19701025T030000`)
  if (typeof to !== 'number' || from === null || first?.kind !== 'local') return { onsets: [], goesOn: false }
  const rules = part.properties.filter(({ name }) => name === 'RRULE')
  const repeated = rules.map((rule) => wallsOf(rule, first.seconds, from, rules.length === 1, unread))
  const dates = part.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap((date) => datesOf(date, from, unread))
  const walls = [first.seconds, ...repeated.flatMap(({ walls: some }) => some), ...dates]
  return {
    onsets: [...new Set(walls)].map((wall) => ({ at: wall - from, from, to })),
    goesOn: repeated.some((one) => one.goesOn),
  }
}

/** The onsets of a rule. An UNTIL in UTC is read by the offset before the onset (RFC 5545, 3.6.5). */
function wallsOf(
  { line, value }: Property,
  first: number,
  from: number,
  isAlone: boolean,
  unread: Unread,
): { readonly walls: number[]; readonly goesOn: boolean } {
  const rule = readRule(value.trim())
  const until = rule === null ? null : readUntil(rule.until)
  const walls: number[] = []
  if (rule === null || until === null || !COARSE.has(rule.frequency)) {
    unread.add(line, `found RRULE "${value}", expected the rule of a clock`)
    return { walls, goesOn: false }
  }
  const last = until.isUtc ? until.seconds + from : until.seconds
  try {
    for (const wall of wallsOfRule(rule, first, HORIZON, isAlone)) {
      if (wall > last) break
      walls.push(wall)
    }
  } catch (error) {
    if (!(error instanceof RuleTooFine)) throw error
    unread.add(line, 'the rule looks at too many days')
  }
  return { walls, goesOn: last === Infinity && rule.count === null }
}

function datesOf({ line, value }: Property, from: number, unread: Unread): number[] {
  return value.split(',').flatMap((text) => {
    const time = readTime(startOfPeriod(text.trim()) ?? '')
    if (time !== null && time.kind !== 'day')
      return [time.kind === 'utc' ? time.seconds + from : time.seconds]
    unread.add(line, `found RDATE "${text}", expected a time such as 19701025T030000`)
    return []
  })
}
