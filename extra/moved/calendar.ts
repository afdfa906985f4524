// A calendar's text (RFC 5545) and two releases' clocks → the times of its events through 2037, by the older clock; 40,000 a rule at most.
import { groupBy } from '#core/group-by.ts'
import { DAY, daysFromCivil, daysInMonth } from '#core/time/civil.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { plainType } from '#core/zone/fixed-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { instantBy, resolveLocal } from '#core/zone/resolve-local.ts'
import { EventError } from './event-text.ts'
import { RuleTooFine, readRule, wallsOfRule } from './recurrence.ts'

/** One time of an event. */
export interface CalendarEvent {
  /** The line of the calendar with its DTSTART, DTEND or DUE, counted from 1. */
  readonly line: number
  readonly id: string | null
  /** The zone's name in the calendar, or the X-LIC-LOCATION of its VTIMEZONE. */
  readonly zone: string
  readonly wall: string
  /** The instant by the calendar's own VTIMEZONE; null if it has none for the zone. */
  readonly instant: string | null
  /** `later` for a wall time in a gap of the older release's clock, which is read by the clock before the gap (RFC 5545, 3.3.5); else null. */
  readonly side: 'later' | null
  /**
   * For a time of a repeated event that a moment in UTC decides (UNTIL, EXDATE, RECURRENCE-ID). `lost`: only the older clock has it.
   * `back`: only the newer clock has it. Null if both have it.
   */
  readonly fate: 'lost' | 'back' | null
}

/** A line that was not read, and why. */
export interface Unread {
  readonly line: number
  readonly reason: string
}

export interface CalendarEvents {
  readonly events: readonly CalendarEvent[]
  readonly unread: readonly Unread[]
}

/** The clocks of a zone in the older and the newer release; null if a release has no zone of that name. */
export interface ClockPair {
  readonly older: CompiledZone | null
  readonly newer: CompiledZone | null
}

/** Repeated events and VTIMEZONE rules are listed until the end of 2037. */
const HORIZON = daysFromCivil(2038, 1, 1) * DAY
/** The most times that are read of one event: a daily event for a hundred years. */
const MOST_TIMES = 40_000

interface Property {
  readonly line: number
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

interface Component {
  readonly name: string
  /** The line of its BEGIN, counted from 1. */
  readonly line: number
  readonly properties: readonly Property[]
  readonly inner: readonly Component[]
}

/**
 * The events of a calendar that have wall times in a named zone. Events in UTC, without a zone or of whole days cannot move, so they are left
 * out. The times before come from the calendar's own VTIMEZONE if it has one, else from the older clock. Throws an EventError for a calendar
 * that was cut.
 */
export function readCalendar(text: string, clocksOf: (zone: string) => ClockPair): CalendarEvents {
  const events: CalendarEvent[] = []
  const unread: Unread[] = []
  for (const { inner } of calendarsOf(text)) {
    const zones = new Zones(inner, clocksOf)
    const times = inner.filter(({ name }) => name === 'VEVENT' || name === 'VTODO')
    const changed = groupBy(times.filter(isOverride), (component) => valueOf(component, 'UID'))
    for (const component of times) {
      const overrides = isOverride(component) ? [] : (changed.get(valueOf(component, 'UID')) ?? [])
      new EventTimes(component, overrides, zones, events, unread).read()
    }
  }
  return { events, unread }
}

/** A zone of a calendar: its name, its clock when the calendar was written, and its clock now. */
interface Zone {
  readonly name: string
  readonly before: CompiledZone | null
  readonly now: CompiledZone | null
  /** Whether `before` comes from the calendar's own VTIMEZONE. */
  readonly isOwn: boolean
}

/** The zones of a calendar by TZID. */
class Zones {
  readonly #own: ReadonlyMap<string, Component>
  readonly #clocksOf: (zone: string) => ClockPair
  readonly #known = new Map<string, Zone>()

  constructor(components: readonly Component[], clocksOf: (zone: string) => ClockPair) {
    this.#clocksOf = clocksOf
    this.#own = new Map(
      components
        .filter(({ name }) => name === 'VTIMEZONE')
        .map((component) => [valueOf(component, 'TZID') ?? '', component]),
    )
  }

  of(id: string): Zone {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const own = this.#own.get(id)
    const name = (own === undefined ? null : valueOf(own, 'X-LIC-LOCATION')) ?? id
    const { older, newer } = this.#clocksOf(name)
    const clock = own === undefined ? null : clockOf(own)
    const zone = { name, before: clock ?? older, now: newer, isOwn: clock !== null }
    this.#known.set(id, zone)
    return zone
  }
}

/** The moment in a property: a wall time in a zone, an instant, or a day (as its first second). */
type Moment =
  | { readonly kind: 'wall'; readonly wall: number; readonly zone: string }
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'day'; readonly wall: number }

/** The times of one event: its rule's times and its dates, without those that other components replace, and its end. */
class EventTimes {
  readonly #component: Component
  readonly #overrides: readonly Component[]
  readonly #zones: Zones
  readonly #events: CalendarEvent[]
  readonly #unread: Unread[]

  constructor(
    component: Component,
    overrides: readonly Component[],
    zones: Zones,
    events: CalendarEvent[],
    unread: Unread[],
  ) {
    this.#component = component
    this.#overrides = overrides
    this.#zones = zones
    this.#events = events
    this.#unread = unread
  }

  read(): void {
    const end = property(this.#component, 'DTEND') ?? property(this.#component, 'DUE')
    // A task may have only the time when it must be done.
    const start = property(this.#component, 'DTSTART') ?? end
    if (start === undefined) return
    const first = this.#momentIn(start)
    if (first?.kind === 'wall') this.#readTimes(start.line, first.wall, first.zone)
    if (end !== undefined && end !== start) this.#readEnd(end, first)
  }

  /** Reports an end that is a wall time in another zone than the start, or that does not move with the start. */
  #readEnd(end: Property, first: Moment | null): void {
    const last = this.#momentIn(end)
    if (last?.kind !== 'wall') return
    const isLikeStart =
      first?.kind === 'wall' &&
      first.zone === last.zone &&
      this.#shift(first.zone, first.wall) === this.#shift(last.zone, last.wall)
    if (!isLikeStart) this.#tell(end.line, this.#zones.of(last.zone), last.wall, null)
  }

  /** Seconds by which a wall time moves; null if one of the clocks is not known. */
  #shift(id: string, wall: number): number | null {
    const { before, now } = this.#zones.of(id)
    return before === null || now === null
      ? null
      : instantBy(now, localSeconds(wall)) - instantBy(before, localSeconds(wall))
  }

  #readTimes(line: number, first: number, id: string): void {
    const zone = this.#zones.of(id)
    const { before, now } = zone
    const dates = this.#momentsIn('RDATE')
    const rule = property(this.#component, 'RRULE')
    if (rule === undefined && dates.length === 0) {
      this.#tell(line, zone, first, null)
      return
    }
    // Without both clocks nothing can be said of any of its times, so its first time stands for all.
    if (before === null || now === null) {
      this.#tell(line, zone, first, null)
      return
    }
    const left = this.#left()
    const was = this.#set(before, rule, first, id, dates, left)
    // Wall times in the same zone are the same by either clock. Times in UTC or in another zone are not.
    const isByClock =
      /UNTIL=\w*Z/i.test(rule?.value ?? '') ||
      left.some(({ moment }) => moment.kind === 'instant' || (moment.kind === 'wall' && moment.zone !== id))
    const is = isByClock ? this.#set(now, rule, first, id, dates, left) : was
    for (const [key, { wall, zone: of }] of was)
      this.#tell(line, this.#zones.of(of), wall, is.has(key) ? null : 'lost')
    for (const [key, { wall, zone: of }] of is)
      if (!was.has(key)) this.#tell(line, this.#zones.of(of), wall, 'back')
  }

  /**
   * The moments that EXDATE or other components take out of the set. `from` is set if a component also moves all later times (THISANDFUTURE):
   * its new wall time.
   */
  #left(): { readonly moment: Moment; readonly from: Shifted | null }[] {
    const ids = this.#overrides.flatMap((component) => {
      const named = property(component, 'RECURRENCE-ID')
      const moment = named === undefined ? null : this.#momentIn(named)
      if (named === undefined || moment === null) return []
      const start = property(component, 'DTSTART')
      const to = start === undefined ? null : this.#momentIn(start)
      const isFuture = named.parameters.get('RANGE') === 'THISANDFUTURE'
      return [{ moment, from: isFuture && to?.kind === 'wall' ? { wall: to.wall, zone: to.zone } : null }]
    })
    return [...this.#momentsIn('EXDATE').map((moment) => ({ moment, from: null })), ...ids]
  }

  /** The wall times of the set by one clock. Keys are wall time and zone. */
  #set(
    clock: CompiledZone,
    rule: Property | undefined,
    first: number,
    id: string,
    dates: readonly Moment[],
    left: readonly { readonly moment: Moment; readonly from: Shifted | null }[],
  ): Map<string, Shifted> {
    const isNow = clock === this.#zones.of(id).now
    const instantOf = (wall: number, zone: string): number => {
      const { before, now } = this.#zones.of(zone)
      return instantBy((isNow ? now : before) ?? clock, localSeconds(wall))
    }
    const walls: Shifted[] = (rule === undefined ? [first] : this.#repeated(rule, first, clock)).map(
      (wall) => ({ wall, zone: id }),
    )
    for (const date of dates) if (date.kind === 'wall') walls.push({ wall: date.wall, zone: date.zone })
    const goneWalls = new Set<string>()
    const goneInstants = new Set<number>()
    const goneDays = new Set<number>()
    let later: { readonly at: number; readonly by: number; readonly zone: string } | null = null
    for (const { moment, from } of left) {
      if (moment.kind === 'wall') goneWalls.add(`${moment.wall} ${moment.zone}`)
      if (moment.kind === 'day') goneDays.add(moment.wall)
      if (moment.kind === 'day') continue
      const at = moment.kind === 'instant' ? moment.at : instantOf(moment.wall, moment.zone)
      if (moment.kind === 'instant' || moment.zone !== id) goneInstants.add(at)
      if (from === null) continue
      const wall = moment.kind === 'wall' ? moment.wall : at + offsetAt(clock, epochSeconds(at))
      later = { at, by: from.wall - wall, zone: from.zone }
    }
    const set = new Map<string, Shifted>()
    for (const { wall, zone } of walls) {
      const at = instantOf(wall, zone)
      if (goneWalls.has(`${wall} ${zone}`) || goneInstants.has(at)) continue
      if (goneDays.has(Math.floor(wall / DAY) * DAY)) continue
      const moved =
        later !== null && at > later.at ? { wall: wall + later.by, zone: later.zone } : { wall, zone }
      set.set(`${wall} ${zone}`, moved)
    }
    return set
  }

  /** The wall times of a rule up to its UNTIL by a clock. Only the first if the rule cannot be read. */
  #repeated(rule: Property, first: number, clock: CompiledZone): number[] {
    const read = readRule(rule.value)
    if (read === null) return this.#notRead(rule, first, 'the rule is not one of RFC 5545')
    const until = untilOf(read.until)
    if (until === null) return this.#notRead(rule, first, 'the UNTIL of the rule cannot be read')
    const walls: number[] = []
    try {
      for (const wall of wallsOfRule(read, first, HORIZON)) {
        if (until.isUtc ? instantBy(clock, localSeconds(wall)) > until.seconds : wall > until.seconds) break
        if (walls.length === MOST_TIMES) throw new RuleTooFine()
        walls.push(wall)
      }
    } catch (error) {
      if (!(error instanceof RuleTooFine)) throw error
      return this.#notRead(
        rule,
        first,
        `the rule has more than ${MOST_TIMES} times until 2038, or looks at too many`,
      )
    }
    return walls
  }

  #notRead({ line }: Property, first: number, reason: string): number[] {
    if (!this.#unread.some((one) => one.line === line))
      this.#unread.push({ line, reason: `${reason}: only the first time of the event was read` })
    return [first]
  }

  /** The moment in a property; null if it has none, which is noted as unread. */
  #momentIn(named: Property): Moment | null {
    return this.#moments(named)[0] ?? null
  }

  #momentsIn(name: string): Moment[] {
    return this.#component.properties.filter((one) => one.name === name).flatMap((one) => this.#moments(one))
  }

  #moments({ line, name, parameters, value }: Property): Moment[] {
    return value.split(',').flatMap((text): Moment[] => {
      // The time of a period is its start.
      const time = (text.split('/')[0] ?? '').trim()
      const day = /^\d{8}$/.test(time) ? wallOf(`${time}T000000`) : null
      if (day !== null) return [{ kind: 'day', wall: day }]
      const wall = wallOf(time.replace(/Z$/, ''))
      if (wall === null) {
        this.#unread.push({
          line,
          reason: `found ${name} "${time}", expected a time such as 20270328T090000`,
        })
        return []
      }
      if (time.endsWith('Z')) return [{ kind: 'instant', at: wall }]
      const zone = parameters.get('TZID') ?? (name === 'DTSTART' ? undefined : this.#zoneOfStart())
      return zone === undefined ? [] : [{ kind: 'wall', wall, zone }]
    })
  }

  #zoneOfStart(): string | undefined {
    return property(this.#component, 'DTSTART')?.parameters.get('TZID')
  }

  #tell(line: number, zone: Zone, wall: number, fate: CalendarEvent['fate']): void {
    this.#events.push({
      line,
      id: valueOf(this.#component, 'UID'),
      zone: zone.name,
      wall: formatLocal(localSeconds(wall)),
      instant:
        !zone.isOwn || zone.before === null ? null : formatUtc(instantBy(zone.before, localSeconds(wall))),
      side:
        !zone.isOwn && zone.before !== null && resolveLocal(zone.before, localSeconds(wall)).kind === 'gap'
          ? 'later'
          : null,
      fate,
    })
  }
}

/** A wall time and its zone. */
interface Shifted {
  readonly wall: number
  readonly zone: string
}

/** Reads UNTIL, in seconds. Without a text there is no end, and a day ends with its last second. Null if the text is no time. */
function untilOf(text: string | null): { readonly seconds: number; readonly isUtc: boolean } | null {
  if (text === null) return { seconds: Infinity, isUtc: false }
  const seconds = /^\d{8}$/.test(text) ? wallOf(`${text}T235959`) : wallOf(text.replace(/Z$/, ''))
  return seconds === null ? null : { seconds, isUtc: text.endsWith('Z') }
}

/**
 * The calendars of a text. Lines that are no properties are skipped. Throws an EventError for a component without its END or outside of a
 * calendar: the file was cut, and events that it lost must not count as unmoved.
 */
function calendarsOf(text: string): Component[] {
  type Open = { name: string; line: number; properties: Property[]; inner: Component[] }
  const top: Open = { name: '', line: 0, properties: [], inner: [] }
  const open = [top]
  for (const property of propertiesOf(text)) {
    const current = open.at(-1) ?? top
    const name = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      if (current === top && name !== 'VCALENDAR')
        throw cut(property.line, `BEGIN:${name}`, 'BEGIN:VCALENDAR')
      const component: Open = { name, line: property.line, properties: [], inner: [] }
      current.inner.push(component)
      open.push(component)
    } else if (property.name !== 'END') current.properties.push(property)
    else if (current === top) throw cut(property.line, `END:${name}`, `BEGIN:${name}`)
    else if (current.name !== name) throw cut(property.line, `END:${name}`, endOf(current))
    else open.pop()
  }
  const last = open.at(-1) ?? top
  if (last !== top) throw cut(text.trimEnd().split('\n').length, 'the end of the file', endOf(last))
  return top.inner
}

const endOf = ({ name, line }: Pick<Component, 'name' | 'line'>): string =>
  `END:${name} for the BEGIN:${name} of line ${line}`

const cut = (line: number, found: string, expected: string): EventError =>
  new EventError(line, `found ${found}, expected ${expected} before it: the calendar was cut, or is damaged`)

/** The properties of a text. A folded line is joined first. */
function* propertiesOf(text: string): Generator<Property> {
  const lines = text.split(/\r?\n/)
  for (let number = 0; number < lines.length; number++) {
    const line = number + 1
    let content = lines[number] ?? ''
    while (/^[ \t]/.test(lines[number + 1] ?? '')) content += (lines[++number] ?? '').slice(1)
    const parts = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s.exec(
      content,
    )
    if (parts === null) continue
    const parameters = [...(parts[2] ?? '').matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)].map(
      ([, name = '', value = '']) => [name.toUpperCase(), value.replaceAll('"', '')] as const,
    )
    yield {
      line,
      name: (parts[1] ?? '').toUpperCase(),
      parameters: new Map(parameters),
      value: parts[3] ?? '',
    }
  }
}

const property = ({ properties }: Component, named: string): Property | undefined =>
  properties.find(({ name }) => name === named)

const valueOf = (component: Component, named: string): string | null =>
  property(component, named)?.value ?? null

/** Whether a component replaces one time of a repeated event. */
const isOverride = (component: Component): boolean => property(component, 'RECURRENCE-ID') !== undefined

const wallsIn = ({ properties }: Component, named: string): number[] =>
  properties
    .filter(({ name }) => name === named)
    .flatMap(({ value }) => value.split(',').map(wallOf))
    .filter((wall) => wall !== null)

/** Reads `20270328T090000` as local seconds; null for a day, for UTC and for anything else. */
function wallOf(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text.trim())
  if (parts === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const isTime =
    year >= 1 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 60
  if (!isTime || day > daysInMonth(year, month)) return null
  return daysFromCivil(year, month, day) * DAY + hour * 3600 + minute * 60 + Math.min(second, 59)
}

interface Onset {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Makes a clock of a VTIMEZONE. Its rules are listed until the horizon. */
function clockOf({ inner }: Component): CompiledZone {
  const onsets = inner
    .flatMap(onsetsOf)
    .filter(({ from, to }) => !Number.isNaN(from + to))
    .toSorted((one, other) => one.at - other.at)
  const offsets = [onsets[0]?.from ?? 0, ...onsets.map(({ to }) => to)]
  return {
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

function onsetsOf(component: Component): Onset[] {
  const first = wallOf(valueOf(component, 'DTSTART') ?? '')
  if (first === null) return []
  const [from, to] = [offsetIn(component, 'TZOFFSETFROM'), offsetIn(component, 'TZOFFSETTO')]
  const rule = valueOf(component, 'RRULE')
  const walls = [
    first,
    ...(rule === null ? [] : onsetWalls(rule, first, from)),
    ...wallsIn(component, 'RDATE'),
  ]
  return [...new Set(walls)].map((wall) => ({ at: wall - from, from, to }))
}

/** The onsets of a rule. An UNTIL in UTC is read by the offset before the onset (RFC 5545, 3.6.5). Empty if the rule cannot be read. */
function onsetWalls(rule: string, first: number, from: number): number[] {
  const read = readRule(rule)
  const until = untilOf(read?.until ?? null)
  if (read === null || until === null) return []
  const last = until.isUtc ? until.seconds + from : until.seconds
  const walls: number[] = []
  // A clock has no rule with times finer than a day.
  if (!['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'].includes(read.frequency)) return []
  for (const wall of wallsOfRule(read, first, HORIZON)) {
    if (wall > last) break
    walls.push(wall)
  }
  return walls
}

function offsetIn(component: Component, name: string): number {
  const parts = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec((valueOf(component, name) ?? '').trim())
  if (parts === null) return NaN
  const [, sign, hours, minutes, seconds = 0] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}
