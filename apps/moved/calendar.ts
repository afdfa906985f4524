// A calendar's text (RFC 5545) and two releases' clocks → the times of its events through 2037, and the lines that were not read.
import { groupBy } from '#core/group-by.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { instantBy, resolveLocal, type LocalMapping } from '#core/zone/resolve-local.ts'
import { calendarsOf, Unread, type Component, type Property } from './calendar-lines.ts'
import { looksTimed, once, valueOf } from './calendar-properties.ts'
import { readDuration, readTime, readUntil, startOfPeriod, type WrittenTime } from './calendar-time.ts'
import { EventError } from './event-text.ts'
import type { ZonePair } from './judge.ts'
import type { Appointment, CalendarTime, LeftOut, MovedEvents } from './moved-events.ts'
import { readOwnClock, type OwnClock } from './own-clock.ts'
import { RuleTooFine, readRule, wallsOfRule, type Rule } from './recurrence.ts'
import type { TimeIn } from './several.ts'
import { areSameWalls, wallsOf } from './walls.ts'

/** The rest of a calendar: all but its times. */
export interface CalendarRest {
  readonly unread: readonly { readonly line: number; readonly reason: string }[]
  /** Events that are cancelled, and events of which the calendar has a later version (SEQUENCE). Their times are not told. */
  readonly cancelled: number
  readonly replaced: number
  readonly leftOut: LeftOut
}

type OnTime = (time: CalendarTime) => void
type Tell = (time: Omit<CalendarTime, 'of'>) => void

/** Repeated events are listed until the end of 2037. */
const HORIZON = daysFromCivil(2038, 1, 1) * DAY
/** The most times that are read of one event: a daily event for a hundred years. */
const MOST_TIMES = 40_000
/** Components that have times of their own. AVAILABLE is a part of VAVAILABILITY (RFC 7953). */
const TIMED = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY', 'AVAILABLE'])
/** Components that must begin at some time. */
const BEGINS = new Set(['VEVENT', 'AVAILABLE'])
/** Moments of the record, not of the event. */
const STAMPS = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'COMPLETED', 'ACKNOWLEDGED'])

/** Judges all times of a calendar. Lines that cannot be read go to `onUnread`. Throws an EventError for a calendar that was cut. */
export function judgeCalendar(text: string, moved: MovedEvents, onUnread: (error: EventError) => void): void {
  const { unread, cancelled, replaced, leftOut } = readCalendar(
    text,
    (zone) => moved.zoneNamed(zone),
    (time) => moved.takeTime(time),
  )
  moved.cancelled += cancelled
  moved.replaced += replaced
  Object.assign(moved.leftOut, leftOut)
  for (const { line, reason } of unread) onUnread(new EventError(line, reason))
}

/**
 * Tells the times of a calendar's events that have wall times in a named zone. Events in UTC, without a zone or of whole days cannot move, so
 * they are left out. A zone that the older release has is that release's; its VTIMEZONE in the calendar only says where the calendar means
 * another instant. Throws an EventError for a calendar that was cut.
 */
export function readCalendar(
  text: string,
  zoneNamed: (zone: string) => ZonePair,
  onTime: OnTime,
): CalendarRest {
  const unread = new Unread()
  const found = calendarsOf(text, unread).flatMap((calendar) => {
    const zones = new Zones(calendar, zoneNamed, unread)
    const isCancel = valueOf(calendar, 'METHOD')?.trim().toUpperCase() === 'CANCEL'
    noteTimed(calendar, STAMPS, unread)
    return timedIn(calendar, unread).map((component) => new Entry(component, zones, isCancel, unread))
  })
  const latest = new Set(latestOf(found))
  const changed = groupBy([...latest].filter(isOverride), ({ id }) => id)
  const appointments = new Map<string, Appointment>()
  const leftOut: LeftOut = { utc: 0, days: 0, floating: 0, named: null }
  for (const entry of found) {
    const overrides = isOverride(entry) || entry.id === null ? [] : (changed.get(entry.id) ?? [])
    // Parts that are not judged are read all the same, so that their lines are listed if they cannot be read.
    const isJudged = latest.has(entry) && !entry.isCancelled
    const of = appointments.get(entry.id ?? '') ?? appointmentOf(entry)
    if (entry.id !== null) appointments.set(entry.id, of)
    let isTold = false
    const tell = (time: Omit<CalendarTime, 'of'>): void => {
      isTold = true
      onTime({ ...time, of })
    }
    const first = new EventTimes(entry, overrides, isJudged ? tell : null, unread).read()
    if (!isJudged || isTold || first === null) continue
    if (first.kind === 'instant') leftOut.utc++
    if (first.kind === 'day') leftOut.days++
    if (first.kind !== 'floating') continue
    leftOut.floating++
    leftOut.named ??= entry.zones.calendarZone
  }
  const cancelled = [...latest].filter(({ isCancelled }) => isCancelled).length
  return { unread: unread.lines, cancelled, replaced: found.length - latest.size, leftOut }
}

const appointmentOf = ({ id, component }: Entry): Appointment => {
  const summary = textOf(valueOf(component, 'SUMMARY') ?? '')
  return { id, summary: summary === '' ? null : summary, times: 0, moved: 0, changed: 0, first: null }
}

/** A text without the escapes of a calendar (RFC 5545, 3.3.11). */
const textOf = (value: string): string =>
  value.replaceAll(/\\([\\,;nN])/g, (_, one: string) => (/n/i.test(one) ? ' ' : one)).trim()

/** The components with times in a calendar. A component of another kind is passed over; what looks like a time in it is noted. */
function timedIn({ inner }: Component, unread: Unread): Component[] {
  return inner.flatMap((component) => {
    if (component.name === 'VTIMEZONE') return []
    if (TIMED.has(component.name)) return [component, ...timedIn(component, unread)]
    if (component.name !== 'VALARM') noteTimed(component, STAMPS, unread)
    return timedIn(component, unread)
  })
}

/** Notes properties outside of `read` that seem to have a time, a rule or a zone. */
function noteTimed({ name, properties }: Component, read: ReadonlySet<string>, unread: Unread): void {
  for (const property of properties)
    if (!read.has(property.name) && looksTimed(property))
      unread.add(property.line, `${property.name} is not read in ${name}`)
}

/** A component with times, and what says which version of which event it is. */
class Entry {
  readonly component: Component
  readonly zones: Zones
  readonly id: string | null
  /** The RECURRENCE-ID as written; null if the component does not replace a time of a repeated event. */
  readonly recurrence: string | null
  readonly sequence: number
  readonly isCancelled: boolean

  constructor(component: Component, zones: Zones, isCancel: boolean, unread: Unread) {
    this.component = component
    this.zones = zones
    const id = once(component, 'UID', unread)?.value.trim() ?? ''
    this.id = id === '' ? null : id
    const recurrence = once(component, 'RECURRENCE-ID', unread)
    this.recurrence =
      recurrence === undefined
        ? null
        : `${recurrence.parameters.get('TZID') ?? ''}:${recurrence.value.trim()}`
    const sequence = once(component, 'SEQUENCE', unread)
    const isNumber = sequence === undefined || /^\s*\d+\s*$/.test(sequence.value)
    if (!isNumber) unread.add(sequence.line, `found SEQUENCE "${sequence.value}", expected a number`)
    this.sequence = isNumber ? Number(sequence?.value ?? 0) : 0
    const status = once(component, 'STATUS', unread)?.value.trim().toUpperCase()
    this.isCancelled = isCancel || status === 'CANCELLED'
  }
}

/** Whether a component replaces one time of a repeated event. */
const isOverride = ({ recurrence }: Entry): boolean => recurrence !== null

/** The entries without those of which there is another version with a higher SEQUENCE. */
function latestOf(entries: readonly Entry[]): Entry[] {
  if (entries.every(({ sequence }) => sequence === 0)) return [...entries]
  const keyOf = ({ component, id, recurrence }: Entry): string => [component.name, id, recurrence].join('\n')
  const highest = new Map<string, number>()
  for (const entry of entries)
    highest.set(keyOf(entry), Math.max(entry.sequence, highest.get(keyOf(entry)) ?? 0))
  return entries.filter((entry) => entry.id === null || entry.sequence === highest.get(keyOf(entry)))
}

/** One zone that a calendar's zone may mean: its clocks, and whether they are the same until the horizon once that was asked. */
class Meaning {
  readonly pair: ZonePair
  /** The clock of the older release, or of the calendar's own VTIMEZONE if that release does not have the zone. */
  readonly before: CompiledZone | null
  readonly now: CompiledZone | null
  #isSame: boolean | null = null

  constructor(pair: ZonePair, own: CompiledZone | null) {
    this.pair = pair
    this.before = pair.older ?? own
    this.now = pair.newer
  }

  /** The seconds by which a wall time moves; null if a release does not have the zone. */
  shift(wall: number): number | null {
    const { older, newer } = this.pair
    if (older === null || newer === null) return null
    this.#isSame ??= older === newer || areSameWalls(wallsOf(older, HORIZON), wallsOf(newer, HORIZON))
    if (this.#isSame && wall < HORIZON) return 0
    return instantBy(newer, localSeconds(wall)) - instantBy(older, localSeconds(wall))
  }
}

/** A zone of a calendar. */
class Zone {
  readonly name: string
  /** The zones that it may mean: more than one for a name of several zones. */
  readonly meanings: readonly Meaning[]
  readonly #pair: ZonePair
  readonly #own: OwnClock | null
  /** Year → the name for the members whose rules the VTIMEZONE has in that year. */
  readonly #inYear = new Map<number, ZonePair>()

  constructor(pair: ZonePair, own: OwnClock | null) {
    const clock = own?.clock ?? null
    this.name = pair.name
    this.meanings = pair.members?.map((member) => new Meaning(member.pair, null)) ?? [
      new Meaning(pair, clock),
    ]
    this.#pair = pair
    this.#own = own
  }

  /** Whether a release, or the calendar itself, has a clock of it. */
  get isKnown(): boolean {
    return this.meanings.some(({ before, now }) => (before ?? now) !== null)
  }

  /** Whether one of its zones moves two wall times by different lengths. */
  doesMoveApart(wall: number, other: number): boolean {
    return this.meanings.some((meaning) => meaning.shift(wall) !== meaning.shift(other))
  }

  /** The clocks and the stored instant that a wall time in it is judged by. */
  timeAt(wall: number): Pick<CalendarTime, 'pair' | 'instant' | 'differs'> {
    const pair = this.#pairAt(wall)
    const own = this.#own?.instantOf(wall) ?? null
    if (pair.older === null) return { pair, instant: own ?? NaN, differs: false }
    const isOwnOf = (clock: CompiledZone | null): boolean =>
      clock !== null && own !== null && isOf(resolveLocal(clock, localSeconds(wall)), own)
    const pairs = pair.members?.map((member) => member.pair) ?? [pair]
    const differs = own !== null && !pairs.some(({ older, newer }) => isOwnOf(older) || isOwnOf(newer))
    return { pair, instant: NaN, differs }
  }

  /** The meanings that count at a wall time. */
  meaningsAt(wall: number): readonly Meaning[] {
    const { members, older, newer } = this.#pairAt(wall)
    if (members === this.#pair.members) return this.meanings
    return this.meanings.filter(({ pair }) =>
      members === null
        ? pair.older === older && pair.newer === newer
        : members.some((member) => member.pair === pair),
    )
  }

  /** A name of several zones stands for those whose rules the calendar's own VTIMEZONE has in the year, in either release; for all if none has. */
  #pairAt(wall: number): ZonePair {
    const { members } = this.#pair
    if (members === null || this.#own === null) return this.#pair
    const year = civilFromDays(Math.floor(wall / DAY)).year
    let pair = this.#inYear.get(year)
    if (pair === undefined) {
      const [from, until] = [newYear(year), newYear(year + 1)]
      const own = this.#own
      const fitting = members.filter(
        ({ pair: { older, newer } }) => own.isLikeIn(older, from, until) || own.isLikeIn(newer, from, until),
      )
      pair =
        fitting.length === 0 || fitting.length === members.length
          ? this.#pair
          : this.#pair.narrowedTo(fitting)
      this.#inYear.set(year, pair)
    }
    return pair
  }
}

const newYear = (year: number): EpochSeconds => epochSeconds(daysFromCivil(year, 1, 1) * DAY)

/** Whether an instant is one of those of a wall time. */
const isOf = (mapping: LocalMapping, at: number): boolean =>
  mapping.kind === 'unique' ? mapping.at === at : mapping.earlier === at || mapping.later === at

/** The zones of a calendar by TZID. */
class Zones {
  readonly #own = new Map<string, { readonly location: string | null; readonly clock: OwnClock | null }>()
  readonly #zoneNamed: (zone: string) => ZonePair
  readonly #known = new Map<string, Zone>()
  /** The zone that the calendar names for all of it. */
  readonly calendarZone: string | null

  constructor(calendar: Component, zoneNamed: (zone: string) => ZonePair, unread: Unread) {
    this.#zoneNamed = zoneNamed
    this.calendarZone =
      ['X-WR-TIMEZONE', 'X-LIC-LOCATION']
        .map((name) => valueOf(calendar, name)?.trim())
        .find((named) => named !== undefined && named !== '') ?? null
    for (const component of calendar.inner) {
      if (component.name !== 'VTIMEZONE') continue
      const id = once(component, 'TZID', unread)
      const clock = readOwnClock(component, unread)
      noteTimed(component, STAMPS, unread)
      if (id === undefined || id.value.trim() === '') {
        unread.add(id?.line ?? component.line, 'the VTIMEZONE has no TZID')
        continue
      }
      const location = once(component, 'X-LIC-LOCATION', unread)?.value.trim() ?? ''
      const known = this.#own.get(keyOf(id.value))
      if (known === undefined)
        this.#own.set(keyOf(id.value), { location: location === '' ? null : location, clock })
      else if (known.clock !== null && clock !== null && !known.clock.isLike(clock))
        unread.add(component.line, `another VTIMEZONE of ${id.value} says otherwise`)
    }
  }

  of(id: string): Zone {
    const key = keyOf(id)
    let zone = this.#known.get(key)
    if (zone === undefined) {
      const { location = null, clock = null } = this.#own.get(key) ?? {}
      zone = new Zone(this.#pairOf(id, location), clock)
      this.#known.set(key, zone)
    }
    return zone
  }

  /** The clocks of a TZID. A location decides if the TZID is unknown or the same zone, or stands for several zones and the location is one of them. */
  #pairOf(id: string, location: string | null): ZonePair {
    const named = this.#zoneNamed(id)
    const isKnown = named.older !== null || named.newer !== null
    const locations = [location, isKnown ? this.calendarZone : null].filter((one) => one !== null)
    for (const one of locations) {
      const placed = this.#zoneNamed(one)
      if (placed.members !== null || (placed.older === null && placed.newer === null)) continue
      const isSame = ({ older, newer }: ZonePair): boolean => placed.older === older && placed.newer === newer
      if (!isKnown || (one === location && isSame(named))) return placed
      if (named.members?.some(({ pair }) => isSame(pair)) === true) return placed
    }
    return named
  }
}

/** A TZID as a parameter and as a value, where commas are escaped, and in any case. */
const keyOf = (id: string): string =>
  id
    .trim()
    .replaceAll(/\\([\\,;])/g, '$1')
    .toLowerCase()

/** The moment in a property: a wall time in a zone or in none, an instant, or a day (as its first second). */
type Moment =
  | { readonly kind: 'wall'; readonly wall: number; readonly zone: Zone }
  | { readonly kind: 'floating' }
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'day'; readonly wall: number }

/** A wall time and its zone. */
interface Shifted {
  readonly wall: number
  readonly zone: Zone
}

/** A moment that EXDATE or another component takes out of a set. */
interface Gone {
  readonly moment: Moment
  /** For THISANDFUTURE: the new wall time, by which all later times are moved too. Null if they are cancelled; undefined if they stay. */
  readonly later?: Shifted | null
}

/** A rule of a repeated event, and its end. */
interface Repetition {
  readonly rule: Rule
  readonly property: Property
  readonly until: { readonly seconds: number; readonly isUtc: boolean }
}

/** The end of an event. `length` is from its start, by the wall. */
interface End {
  readonly line: number
  readonly length: number
}

/** The times of one component: its rules' times and its dates, without those that other components replace, its end and its alarms. */
class EventTimes {
  readonly #entry: Entry
  readonly #component: Component
  readonly #overrides: readonly Entry[]
  /** Null for a component that is only read, not judged. */
  readonly #onTime: Tell | null
  readonly #unread: Unread

  constructor(entry: Entry, overrides: readonly Entry[], tell: Tell | null, unread: Unread) {
    this.#entry = entry
    this.#component = entry.component
    this.#overrides = overrides
    this.#onTime = tell
    this.#unread = unread
  }

  /** Tells its times. Returns its start; null if it has none that can be read. */
  read(): Moment | null {
    const { name, line, properties, inner } = this.#component
    const { size } = this.#unread
    const [dtstart, dtend, due, duration] = ['DTSTART', 'DTEND', 'DUE', 'DURATION'].map((one) =>
      this.#once(one),
    )
    const end = dtend ?? due
    // A task may have only the time when it must be done.
    const start = dtstart ?? (name === 'VTODO' ? end : undefined)
    const first = start === undefined ? null : this.#momentIn(start)
    const last = end === undefined || end === start ? null : this.#momentIn(end, zoneOf(first))
    const [rules, exrules] = [this.#rules('RRULE'), this.#rules('EXRULE')]
    const dates = this.#momentsIn('RDATE', zoneOf(first))
    const exdates = properties
      .filter((one) => one.name === 'EXDATE')
      .flatMap((one) => this.#matched(one, zoneOf(first)))
    const ends = this.#endOf(first, end, last, duration)
    this.#momentsIn('RECURRENCE-ID', zoneOf(first))
    this.#momentsIn('FREEBUSY', null)
    for (const property of properties) {
      if (!READ.has(property.name) && looksTimed(property))
        this.#unread.add(property.line, `${property.name} is not read in ${name}`)
    }
    // A cancellation may name its event only.
    const mustBegin = BEGINS.has(name) && !this.#entry.isCancelled && !this.#component.isDamaged
    if (mustBegin && dtstart === undefined && this.#unread.size === size)
      this.#unread.add(line, 'it has no DTSTART')
    if (start !== undefined && first?.kind === 'wall')
      this.#readTimes(start.line, first, { rules, exrules, dates, exdates, end: ends })
    else
      for (const date of properties.filter((one) => one.name === 'RDATE'))
        for (const moment of this.#moments(date, null)) this.#tellWall(date.line, moment)
    if (end !== undefined && last?.kind === 'wall' && ends === null) this.#tell(end.line, last)
    for (const alarm of inner) if (alarm.name === 'VALARM') this.#readAlarm(alarm, zoneOf(first))
    return first
  }

  /** The end by the length from the start. Null if there is none, or if it is a wall time in another zone. */
  #endOf(
    first: Moment | null,
    end: Property | undefined,
    last: Moment | null,
    duration: Property | undefined,
  ): End | null {
    const length = duration === undefined ? null : readDuration(duration.value.trim())
    if (duration !== undefined && length === null)
      this.#unread.add(duration.line, `found DURATION "${duration.value}", expected one such as PT1H`)
    if (first?.kind !== 'wall') return null
    if (end !== undefined && last?.kind === 'wall')
      return last.zone === first.zone ? { line: end.line, length: last.wall - first.wall } : null
    // An exact length ends as long after the start as before. Days by the calendar may not.
    return duration === undefined || length === null || length.days === 0
      ? null
      : { line: duration.line, length: length.days * DAY + length.seconds }
  }

  /** Reports an alarm at a wall time of its own. An alarm in UTC, or some time before the event, needs no report. */
  #readAlarm(alarm: Component, zone: Zone | null): void {
    const trigger = once(alarm, 'TRIGGER', this.#unread)
    noteTimed(alarm, ALARM_READ, this.#unread)
    if (trigger === undefined || readDuration(trigger.value.trim()) !== null) return
    for (const moment of this.#moments(trigger, zone)) this.#tellWall(trigger.line, moment)
  }

  #tellWall(line: number, moment: Moment): void {
    if (moment.kind === 'wall') this.#tell(line, moment)
  }

  #readTimes(line: number, first: Shifted, { end, ...sets }: Sets & { readonly end: End | null }): void {
    const { meanings } = first.zone
    const isOnce = sets.rules.length === 0 && sets.dates.length === 0
    // Without both clocks nothing can be said of any of its times, so its first time stands for all.
    if (isOnce || !meanings.some(({ before, now }) => before !== null && now !== null)) {
      this.#tellTime(line, first, end)
      return
    }
    const gone = this.#gone(sets.exdates, first.zone)
    // Wall times in the same zone are the same by every clock. Times in UTC or in another zone are not.
    const isByClock =
      [...sets.rules, ...sets.exrules].some(({ until }) => until.isUtc) ||
      gone.some(
        ({ moment }) => moment.kind === 'instant' || (moment.kind === 'wall' && moment.zone !== first.zone),
      )
    if (isByClock)
      for (const date of sets.dates)
        if (date.kind === 'wall' && date.zone !== first.zone && date.zone.meanings.length > 1)
          this.#unread.add(line, `found RDATE in ${date.zone.name}, which stands for several zones`)
    const found = new Map<string, FoundTime>()
    let isEmpty = true
    for (const [index, { before, now }] of (isByClock ? meanings : meanings.slice(0, 1)).entries()) {
      const [older, newer] = [before ?? now, now ?? before]
      if (older === null || newer === null) continue
      const was = this.#set(older, false, first, sets, gone)
      if (isByClock) {
        addTimes(found, was, index, WAS)
        addTimes(found, this.#set(newer, true, first, sets, gone), index, IS)
      } else for (const time of was) this.#tellTime(line, time, end)
      isEmpty &&= was.length + found.size === 0
    }
    if (isEmpty && gone.length + sets.exrules.length === 0)
      this.#unread.add(line, 'its rule ends before it begins')
    for (const { time, releases } of found.values()) this.#tellByZones(line, first.zone, time, releases, end)
  }

  /** Reports a time that some releases have in some zones of the series' name. `releases` is for each of its meanings. */
  #tellByZones(
    line: number,
    series: Zone,
    time: Shifted,
    releases: readonly number[],
    end: End | null,
  ): void {
    const meanings = time.zone === series ? series.meaningsAt(time.wall) : series.meanings
    const inReleases = meanings.map((meaning) => releases[series.meanings.indexOf(meaning)] ?? 0)
    const [all] = inReleases
    if (inReleases.every((one) => one === all)) {
      if (all === WAS + IS) this.#tellTime(line, time, end)
      else if (all === WAS || all === IS) this.#tell(line, time, all === WAS ? 'lost' : 'back')
    } else if (time.zone !== series)
      this.#unread.add(line, `which of its times stay depends on the zone that ${series.name} stands for`)
    else {
      const timeIn: TimeIn = new Map(
        meanings.flatMap(({ pair }, index) => {
          const one = inReleases[index] ?? 0
          return one === WAS + IS ? [] : [[pair, one === WAS ? 'lost' : one === IS ? 'back' : 'never']]
        }),
      )
      this.#tellTime(line, time, end, timeIn)
    }
  }

  /** Reports a time, and its end if that does not move as it does. */
  #tellTime(line: number, time: Shifted, end: End | null, timeIn: TimeIn | null = null): void {
    this.#tell(line, time, null, timeIn)
    if (end === null) return
    const { wall, zone } = time
    const last = wall + end.length
    if (zone.doesMoveApart(wall, last)) this.#tell(end.line, { wall: last, zone }, null, timeIn)
  }

  /** The moments that EXDATE or other components take out of the set. */
  #gone(exdates: readonly Moment[], zone: Zone): Gone[] {
    const replaced = this.#overrides.flatMap(({ component, zones, isCancelled }): Gone[] => {
      const named = once(component, 'RECURRENCE-ID', this.#unread)
      const [moment] = named === undefined ? [] : this.#matched(named, zone, zones)
      if (named === undefined || moment === undefined) return []
      const range = named.parameters.get('RANGE')?.toUpperCase()
      if (range === undefined) return [{ moment }]
      if (range !== 'THISANDFUTURE') {
        this.#unread.add(named.line, `found RANGE "${range}", expected THISANDFUTURE`)
        return [{ moment }]
      }
      if (isCancelled) return [{ moment, later: null }]
      const start = once(component, 'DTSTART', this.#unread)
      const [to] = start === undefined ? [] : this.#moments(start, null, zones)
      return [to?.kind === 'wall' ? { moment, later: to } : { moment }]
    })
    return [...exdates.map((moment) => ({ moment })), ...replaced]
  }

  /** The moments in a property that are compared with the times of a set. One in an unknown zone cannot be, and is noted. */
  #matched(property: Property, zone: Zone | null, zones?: Zones): Moment[] {
    return this.#moments(property, zone, zones).filter((moment) => {
      if (moment.kind !== 'wall' || moment.zone === zone) return true
      const { meanings, isKnown, name } = moment.zone
      if (isKnown && meanings.length === 1) return true
      const what = isKnown ? `${name}, which stands for several zones` : 'an unknown zone'
      this.#unread.add(property.line, `found ${property.name} in ${what}`)
      return false
    })
  }

  /** The wall times of the set by one clock of the first time's zone, of the newer release if `isNow`. Each stands once. */
  #set(
    clock: CompiledZone,
    isNow: boolean,
    first: Shifted,
    { rules, exrules, dates }: Sets,
    gone: readonly Gone[],
  ): Shifted[] {
    const instantOf = ({ wall, zone }: Shifted): number => {
      const [meaning] = zone.meanings
      const own = isNow ? meaning?.now : meaning?.before
      return instantBy((zone === first.zone ? null : own) ?? clock, localSeconds(wall))
    }
    // One rule counts the first time, even if it does not match it. Of several, each counts its own.
    const isAlone = rules.length === 1
    const walls = rules.flatMap((rule) => this.#repeated(rule, first.wall, clock, isAlone))
    if (isAlone && dates.length + exrules.length + gone.length === 0)
      return walls.map((wall) => ({ wall, zone: first.zone }))
    if (!isAlone) walls.unshift(first.wall)
    const times = [
      ...[...new Set(walls)].map((wall) => ({ wall, zone: first.zone })),
      ...dates.filter((date) => date.kind === 'wall'),
    ]
    const goneWalls = new Set(
      exrules.flatMap((rule) =>
        this.#repeated(rule, first.wall, clock, false).map((wall) => nameOf({ wall, zone: first.zone })),
      ),
    )
    const goneInstants = new Set<number>()
    const goneDays = new Set<number>()
    const changes: { readonly at: number; readonly by: number; readonly zone: Zone | null }[] = []
    for (const { moment, later } of gone) {
      if (moment.kind === 'day') goneDays.add(moment.wall)
      if (moment.kind === 'wall' && moment.zone === first.zone) goneWalls.add(nameOf(moment))
      if (moment.kind === 'day' || moment.kind === 'floating') continue
      const at = moment.kind === 'instant' ? moment.at : instantOf(moment)
      if (moment.kind === 'instant' || moment.zone !== first.zone) goneInstants.add(at)
      if (later === undefined) continue
      const wall =
        moment.kind === 'wall' && moment.zone === first.zone
          ? moment.wall
          : at + offsetAt(clock, epochSeconds(at))
      changes.push({ at, by: (later?.wall ?? wall) - wall, zone: later?.zone ?? null })
    }
    changes.sort((one, other) => other.at - one.at)
    const set = new Map<string, Shifted>()
    for (const time of times) {
      const at = instantOf(time)
      if (goneWalls.has(nameOf(time)) || goneInstants.has(at)) continue
      if (goneDays.has(Math.floor(time.wall / DAY) * DAY)) continue
      const change = changes.find((one) => one.at < at)
      if (change === undefined) set.set(nameOf(time), time)
      else if (change.zone !== null) set.set(nameOf(time), { wall: time.wall + change.by, zone: change.zone })
    }
    return [...set.values()]
  }

  /** The rules of a name that can be read. */
  #rules(named: 'RRULE' | 'EXRULE'): Repetition[] {
    return this.#component.properties
      .filter(({ name }) => name === named)
      .flatMap((property) => {
        const rule = readRule(property.value.trim())
        // A maker's own parameter changes nothing.
        const [other] = [...property.parameters.keys()].filter((key) => !key.startsWith('X-'))
        if (rule === null || other !== undefined) {
          this.#notRead(
            property,
            other === undefined
              ? 'the rule is not one of RFC 5545'
              : `the rule has the parameter ${other}, which RFC 5545 does not know there`,
          )
          return []
        }
        const until = readUntil(rule.until)
        if (until !== null) return [{ rule, property, until }]
        this.#notRead(property, 'the UNTIL of the rule cannot be read')
        return []
      })
  }

  /** The wall times of a rule up to its UNTIL by a clock. Only the first if there are too many. */
  #repeated(
    { rule, property, until }: Repetition,
    first: number,
    clock: CompiledZone,
    hasFirst: boolean,
  ): number[] {
    const walls: number[] = []
    try {
      for (const wall of wallsOfRule(rule, first, HORIZON, hasFirst)) {
        if (until.isUtc ? isAfter(clock, wall, until.seconds) : wall > until.seconds) break
        if (walls.length === MOST_TIMES) throw new RuleTooFine()
        walls.push(wall)
      }
    } catch (error) {
      if (!(error instanceof RuleTooFine)) throw error
      this.#notRead(property, `the rule has more than ${MOST_TIMES} times until 2038, or looks at too many`)
      return hasFirst ? [first] : []
    }
    return walls
  }

  #notRead({ line, name }: Property, reason: string): void {
    this.#unread.add(line, name === 'RRULE' ? `${reason}: only the first time of the event was read` : reason)
  }

  #once(name: string): Property | undefined {
    return once(this.#component, name, this.#unread)
  }

  #momentIn(property: Property, zone: Zone | null = null): Moment | null {
    const [moment, more] = this.#moments(property, zone)
    if (more === undefined) return moment ?? null
    this.#expectTime(property, property.value)
    return null
  }

  #momentsIn(named: string, zone: Zone | null): Moment[] {
    return this.#component.properties
      .filter(({ name }) => name === named)
      .flatMap((one) => this.#moments(one, zone))
  }

  /** The moments in a property. `zone` is that of local times without a TZID; without it they float. What is no time is noted. */
  #moments(property: Property, zone: Zone | null, zones = this.#entry.zones): Moment[] {
    const { name, parameters, value } = property
    const id = parameters.get('TZID')
    const form = parameters.get('VALUE')?.toUpperCase()
    if (id?.trim() === '') {
      this.#unread.add(property.line, `the TZID of ${name} is empty`)
      return []
    }
    return value.split(',').flatMap((written): Moment[] => {
      const text = written.trim()
      const time = readTime((PERIODS.has(name) ? startOfPeriod(text) : text) ?? '')
      if (time === null) {
        this.#expectTime(property, text)
        return []
      }
      if (!isOfForm(form, time)) {
        const kind = time.kind === 'day' ? 'a day' : 'a time'
        this.#unread.add(property.line, `${name} has VALUE=${form ?? ''}, and "${text}" is ${kind}`)
        return []
      }
      if (time.kind === 'utc' && id !== undefined && DECIDING.has(name)) {
        this.#unread.add(
          property.line,
          `${name} has TZID=${id}, and "${text}" is in UTC: they contradict each other`,
        )
        return []
      }
      if (time.kind === 'day') return [{ kind: 'day', wall: time.seconds }]
      if (time.kind === 'utc') return [{ kind: 'instant', at: time.seconds }]
      const of = id === undefined ? zone : zones.of(id)
      return [of === null ? { kind: 'floating' } : { kind: 'wall', wall: time.seconds, zone: of }]
    })
  }

  #expectTime({ line, name }: Property, found: string): void {
    this.#unread.add(line, `found ${name} "${found}", expected a time such as 20270328T090000`)
  }

  #tell(
    line: number,
    { wall, zone }: Shifted,
    fate: CalendarTime['fate'] = null,
    timeIn: TimeIn | null = null,
  ): void {
    this.#onTime?.({ line, wall, ...zone.timeAt(wall), fate, timeIn })
  }
}

/** Whether a wall time is after an instant by a clock. No clock is a day and a half from UTC. */
const isAfter = (clock: CompiledZone, wall: number, instant: number): boolean =>
  Math.abs(wall - instant) > 1.5 * DAY ? wall > instant : instantBy(clock, localSeconds(wall)) > instant

/** A time of a repeated event, and for each meaning of its zone the releases that have it there. */
interface FoundTime {
  readonly time: Shifted
  readonly releases: number[]
}
const [WAS, IS] = [1, 2]

/** A key of a time: its wall time and zone. */
const nameOf = ({ wall, zone }: Shifted): string => `${wall} ${zone.name}`

/** Adds the times of a set, which one meaning of the zone has by a release. */
function addTimes(found: Map<string, FoundTime>, set: readonly Shifted[], meaning: number, by: number): void {
  for (const time of set) {
    const known = found.get(nameOf(time))
    if (known === undefined) {
      const releases: number[] = []
      releases[meaning] = by
      found.set(nameOf(time), { time, releases })
    } else known.releases[meaning] = (known.releases[meaning] ?? 0) + by
  }
}

/** The properties that make the set of a repeated event. */
interface Sets {
  readonly rules: readonly Repetition[]
  readonly exrules: readonly Repetition[]
  readonly dates: readonly Moment[]
  readonly exdates: readonly Moment[]
}

/** A zone beside UTC makes these doubtful. */
const DECIDING = new Set(['DTSTART', 'DTEND', 'DUE'])
const PERIODS = new Set(['RDATE', 'FREEBUSY'])
const ALARM_READ = new Set([...STAMPS, 'TRIGGER'])
const READ = new Set([
  ...STAMPS,
  ...PERIODS,
  'DTSTART',
  'DTEND',
  'DUE',
  'DURATION',
  'RRULE',
  'EXRULE',
  'EXDATE',
  'RECURRENCE-ID',
])

/** Whether a time is of the VALUE that its property names; any is without one. */
const isOfForm = (form: string | undefined, { kind }: WrittenTime): boolean =>
  form === undefined || (kind === 'day' ? form === 'DATE' : form === 'DATE-TIME' || form === 'PERIOD')

const zoneOf = (moment: Moment | null): Zone | null => (moment?.kind === 'wall' ? moment.zone : null)
