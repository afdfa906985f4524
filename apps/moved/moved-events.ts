// Stored events, one after the other, and the clocks of releases → the events that changed, and a summary of all.
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { EventError, isSameBytes, printable, type Field, type Places } from './event-text.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import {
  BEFORE_CHANGE,
  EARLIER,
  Judge,
  LATER,
  pairNamed,
  UNSAID,
  type Side,
  type Verdict,
  type ZonePair,
} from './judge.ts'
import { isOfEither, MomentReader, type Unix } from './read-moment.ts'
import { judgeSeveral, type SeveralResult, type SeveralZones, type TimeIn } from './several.ts'
import { ZoneNames, type Settled } from './zone-name.ts'

/** An event that changed. Instants are UTC texts. */
export interface MovedEvent {
  /** The line of the input, counted from 1. */
  readonly line: number
  /** The event's id in the input; null if it has none. */
  readonly id: string | null
  readonly zone: string
  /** Null if no wall time was stored and none can be computed. */
  readonly wall: string | null
  readonly verdict: Verdict
  /** The instant before; null if it is not known. */
  readonly was: string | null
  /** The instant now; the earlier one in a gap or fold. Null if it is not known. */
  readonly is: string | null
  /** The later instant in a gap or fold; else null. */
  readonly or: string | null
  /** Seconds from `was` to `is`; null if one of them is not a single instant. */
  readonly by: number | null
  /** The zone's present identifier if its name changed; else null. */
  readonly renamed: string | null
  /** The wall time now, if the instant is kept; else null. */
  readonly shows: string | null
  /** Of a calendar: the event's SUMMARY; null if it has none. */
  readonly summary?: string | null
}

/** The texts of an event's moments as they are in the input; null if it has none there. */
export type StoredTexts = Readonly<Record<'wall' | 'instant', string | null>>

/** The time that stays the same for an event when a new release comes. */
export type Keep = 'wall' | 'instant'

/** The events of one zone with one verdict. */
export interface MovedGroup {
  readonly zone: string
  readonly verdict: Verdict
  count: number
  /** The first and the last wall time of the events, or instants if there are no wall times; local seconds. */
  from: number
  until: number
  /** The least and the most seconds by which they move. */
  least: number
  most: number
}

export interface MovedOptions {
  readonly older: ReleaseClocks
  readonly newer: ReleaseClocks
  /** The clocks of another release that an event was resolved with; null if they are not available. */
  readonly release?: (name: string) => ReleaseClocks | null
  /** Report every event, not only those that changed. */
  readonly everyEvent?: boolean
  /** The time that stays the same for events that do not say it themselves. The default is the wall time. */
  readonly keep?: Keep
  /** The time of day of a date without a time, in seconds. Without it such dates are whole days and cannot move. */
  readonly dateAt?: number | null
  /** The unit of instants that are numbers. Without it the number of digits gives the unit, and eleven digits are refused. */
  readonly unix?: Unix
  /** Events with an instant before this one (in seconds) are skipped, because the past does not move. */
  readonly since?: number
  /** The answers to names that stand for several zones. */
  readonly settled?: Settled
  readonly onEvent: (event: MovedEvent, stored: StoredTexts) => void
}

/** An appointment of a calendar: an event, or a series with all its changes. */
export interface Appointment {
  readonly id: string | null
  readonly summary: string | null
  /** The number of its times, of those that moved, and of those that are otherwise than before, but for those that depend on the zone. */
  times: number
  moved: number
  changed: number
  /** The first that is otherwise; null if none is. */
  first: MovedEvent | null
}

/** Events of a calendar that no release can move, by why. */
export interface LeftOut {
  utc: number
  days: number
  /** In no zone. `named` is the zone that the file names for all of it; null if it names none. */
  floating: number
  named: string | null
}

/** A time of a calendar. */
export interface CalendarTime {
  /** The line of the calendar with its DTSTART, DTEND or DUE, counted from 1. */
  readonly line: number
  readonly of: Appointment
  readonly pair: ZonePair
  /** Local seconds. */
  readonly wall: number
  /** The instant by the calendar's own VTIMEZONE if the older release does not have the zone; else NaN. */
  readonly instant: number
  /**
   * For a time of a repeated event that a moment in UTC decides (UNTIL, EXDATE, RECURRENCE-ID). `lost`: only the older clock has it.
   * `back`: only the newer clock has it. Null if both have it.
   */
  readonly fate: Fate
  /** The same by the zones of a name of several, where they do not agree; else null. */
  readonly timeIn: TimeIn | null
  /** Whether the calendar's own VTIMEZONE means another instant than either release. */
  readonly differs: boolean
}

/** The times of a zone for which a calendar's own VTIMEZONE says otherwise than both releases. */
export interface DifferingZone {
  readonly zone: string
  count: number
  /** The first and the last wall time; local seconds. */
  from: number
  until: number
}

/** The verdict for a time of a calendar that only one of the two clocks has. */
export type Fate = 'lost' | 'back' | null

/** The index of each field in a row's places, in the order of FIELDS. */
const [ZONE, WALL, SIDE, RELEASE, INSTANT, ID, KEEP] = [0, 2, 4, 6, 8, 10, 12]
/** Stands for the wall time of a whole day. */
const ALL_DAY = Infinity
/** The first and the last second of the years 1 to 9999. */
const [FIRST_SECOND, LAST_SECOND] = [-62_135_596_800, 253_402_300_799]
const BRACKET = 93
const DECODER = new TextDecoder()
const ENCODER = new TextEncoder()

interface Named<Value> {
  readonly bytes: Uint8Array
  readonly value: Value
}

/** A cache of values by name. Names come as bytes. */
class ByName<Value> {
  readonly #make: (name: string) => Value
  readonly #byHash = new Map<number, Named<Value>[]>()
  #last: Named<Value> | undefined

  constructor(make: (name: string) => Value) {
    this.#make = make
  }

  of(bytes: Uint8Array, from: number, to: number): Value {
    if (this.#last !== undefined && isSameBytes(this.#last.bytes, bytes, from, to)) return this.#last.value
    let hash = 0
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
    let row = this.#byHash.get(hash)
    if (row === undefined) this.#byHash.set(hash, (row = []))
    let found = row.find((one) => isSameBytes(one.bytes, bytes, from, to))
    if (found === undefined) {
      const name = bytes.slice(from, to)
      found = { bytes: name, value: this.#make(DECODER.decode(name)) }
      row.push(found)
    }
    this.#last = found
    return found.value
  }
}

/** Judges events, reports the changed ones and counts all. */
export class MovedEvents {
  readonly olderRelease: string
  readonly newerRelease: string
  /** The number of events, and of each verdict. */
  events = 0
  readonly counts: Record<Verdict, number> = {
    unmoved: 0,
    moved: 0,
    shown: 0,
    lost: 0,
    back: 0,
    gap: 0,
    fold: 0,
    gone: 0,
    unlike: 0,
    unknown: 0,
    depends: 0,
  }
  /** Events of whole days, which are part of `events` and unmoved. `past` counts the skipped ones, which are no part of `events`. */
  allDay = 0
  past = 0
  /** Events of a calendar that are cancelled, and those of which it has a later version. They are no part of `events`. */
  cancelled = 0
  replaced = 0
  /** The appointments of a calendar that have times, and what was left out of it. Empty for other formats. */
  readonly appointments: Appointment[] = []
  readonly leftOut: LeftOut = { utc: 0, days: 0, floating: 0, named: null }
  readonly #options: MovedOptions
  readonly #judge = new Judge()
  readonly #moments: MomentReader
  readonly #pairs: ByName<ZonePair>
  /** The pairs for each release that events name. */
  readonly #pairsOf: ByName<ByName<ZonePair>>
  readonly #groups = new Map<string, MovedGroup>()
  readonly #renamed = new Map<string, { readonly to: string; count: number }>()
  readonly #several = new Map<string, SeveralZones>()
  readonly #differing = new Map<string, DifferingZone>()

  constructor(options: MovedOptions) {
    this.#options = options
    const { older, newer, release, unix, settled } = options
    this.#moments = new MomentReader(unix)
    this.olderRelease = older.release
    this.newerRelease = newer.release
    const pairs = (clocks: ReleaseClocks | null): ByName<ZonePair> => {
      const names = new ZoneNames(clocks === null ? [newer] : [clocks, newer], settled)
      return new ByName((name) => pairNamed(name, names.zoneOf(name), clocks, newer))
    }
    this.#pairs = pairs(older)
    const named = new Map([[older.release, this.#pairs]])
    this.#pairsOf = new ByName((name) => {
      const known = named.get(name) ?? pairs(name === newer.release ? newer : (release?.(name) ?? null))
      named.set(name, known)
      return known
    })
  }

  /** The clocks of a zone, by any name that events may use. */
  zoneNamed(name: string): ZonePair {
    const bytes = ENCODER.encode(name)
    return this.#pairs.of(bytes, 0, bytes.length)
  }

  /** Zones that now have another name, and the number of events that use the old one. */
  get renamed(): ReadonlyMap<string, { readonly to: string; readonly count: number }> {
    return this.#renamed
  }

  /** The names of several zones in which a verdict depends on the zone, or would but for zones with few people. */
  get several(): SeveralZones[] {
    return [...this.#several.values()].filter(({ depends, small }) => depends + small.size > 0)
  }

  /** The zones for which a calendar's own VTIMEZONE says otherwise than both releases. */
  get differing(): DifferingZone[] {
    return [...this.#differing.values()]
  }

  /** The groups, the largest first. */
  get groups(): MovedGroup[] {
    return [...this.#groups.values()].toSorted((one, other) => other.count - one.count)
  }

  /** Judges an event by the places of its fields. Throws an EventError for a field that cannot be read. */
  readonly take = (bytes: Uint8Array, places: Places, line: number): void => {
    const [zoneFrom, wallFrom] = [places[ZONE] ?? -1, places[WALL] ?? -1]
    const [instantFrom, releaseFrom] = [places[INSTANT] ?? -1, places[RELEASE] ?? -1]
    const [wallTo, instantTo] = [places[WALL + 1] ?? -1, places[INSTANT + 1] ?? -1]
    if (
      (wallFrom >= 0 && bytes[wallTo - 1] === BRACKET) ||
      (instantFrom >= 0 && bytes[instantTo - 1] === BRACKET)
    ) {
      this.#takeBracketed(bytes, places, line)
      return
    }
    if (zoneFrom < 0) throw new EventError(line, 'it has no zone', 'zone')
    if (wallFrom < 0 && instantFrom < 0)
      throw new EventError(line, 'it has neither a wall time nor an instant')
    const pairs =
      releaseFrom < 0 ? this.#pairs : this.#pairsOf.of(bytes, releaseFrom, places[RELEASE + 1] ?? -1)
    const pair = pairs.of(bytes, zoneFrom, places[ZONE + 1] ?? -1)
    const wall = wallFrom < 0 ? NaN : this.#wall(bytes, wallFrom, wallTo, line)
    const stored = instantFrom < 0 ? NaN : this.#instant(bytes, instantFrom, instantTo, line)
    const side = sideOf(bytes, places[SIDE] ?? -1, line)
    const keep = this.#keep(bytes, places[KEEP] ?? -1, line)
    const verdict = this.#settle(pair, wall, side, stored, keep)
    if (verdict === null) return
    const texts = { wall: textAt(bytes, places, WALL), instant: textAt(bytes, places, INSTANT) }
    this.#tell(pair, verdict, line, textAt(bytes, places, ID), texts)
  }

  /** Judges an event with a moment as in RFC 9557: `2027-03-28T09:00[Europe/Berlin]`, with or without an offset before the brackets. */
  #takeBracketed(bytes: Uint8Array, places: Places, line: number): void {
    const textOf = (at: number): string | null => textAt(bytes, places, at)
    let [zone, wall, instant] = [textOf(ZONE), textOf(WALL), textOf(INSTANT)]
    const stored = { wall, instant }
    const named = (text: string, field: 'wall' | 'instant'): string => {
      const [, moment = '', tags = ''] = /^([^[]*)((?:\[[^\][]*\])+)$/.exec(text) ?? []
      for (const [, critical, tag = ''] of tags.matchAll(/\[(!?)([^\]]*)\]/g)) {
        if (tag.includes('=')) {
          if (critical === '!')
            throw new EventError(line, `the ${field} says [!${tag}], which is not known here`, field)
        } else if (zone !== null && zone !== tag)
          throw new EventError(line, `the ${field} names ${tag}, and the zone beside it is ${zone}`, field)
        else zone = tag
      }
      if (moment === '')
        throw unreadable(line, field, ENCODER.encode(text), '2027-03-28T09:00[Europe/Berlin]')
      return moment
    }
    if (instant?.endsWith(']')) instant = named(instant, 'instant')
    if (wall?.endsWith(']')) {
      const moment = named(wall, 'wall')
      const [, local = moment, offset] = /^(.{11,}?)(Z|[+-]\d\d(?::?\d\d)?)$/i.exec(moment) ?? []
      // With Z the local time is not known. Any other offset gives the local time and the instant.
      wall = offset?.toUpperCase() === 'Z' ? null : local
      if (offset !== undefined) instant ??= moment
    }
    this.takeTexts(
      {
        zone,
        wall,
        instant,
        side: textOf(SIDE),
        release: textOf(RELEASE),
        id: textOf(ID),
        keep: textOf(KEEP),
      },
      line,
      null,
      stored,
    )
  }

  /**
   * Judges an event by its values. An empty one counts as absent. Throws an EventError if one cannot be read. `line` is the event's number
   * there and in findings; 0 if it has none. `stored` has the texts of the input, if the values are not those.
   */
  takeTexts(
    event: Partial<Record<Field, string | null>>,
    line: number,
    fate: Fate = null,
    stored?: StoredTexts,
  ): void {
    const bytesOf = (field: Field): Uint8Array => ENCODER.encode(event[field] ?? '')
    const [zone, wall, instant, side, release, keep] = [
      bytesOf('zone'),
      bytesOf('wall'),
      bytesOf('instant'),
      bytesOf('side'),
      bytesOf('release'),
      bytesOf('keep'),
    ]
    if (zone.length === 0) throw new EventError(line, 'it has no zone', 'zone')
    if (wall.length + instant.length === 0)
      throw new EventError(line, 'it has neither a wall time nor an instant')
    const pairs = release.length === 0 ? this.#pairs : this.#pairsOf.of(release, 0, release.length)
    const pair = pairs.of(zone, 0, zone.length)
    const verdict = this.#settle(
      pair,
      wall.length === 0 ? NaN : this.#wall(wall, 0, wall.length, line),
      side.length === 0 ? UNSAID : sideOf(side, 0, line),
      instant.length === 0 ? NaN : this.#instant(instant, 0, instant.length, line),
      keep.length === 0 ? this.#keepAll : this.#keep(keep, 0, line),
      fate,
    )
    if (verdict === null) return
    const own = { wall: event.wall || null, instant: event.instant || null }
    this.#tell(pair, verdict, line, event.id || null, stored ?? own)
  }

  /** Judges a time of a calendar. */
  takeTime({ line, of, pair, wall, instant, fate, timeIn, differs }: CalendarTime): void {
    const { past } = this
    const verdict = this.#settle(pair, wall, BEFORE_CHANGE, instant, this.#keepAll, fate, timeIn)
    if (this.past > past) return
    if (differs) this.#countDiffering(pair.name, wall)
    if (of.times++ === 0) this.appointments.push(of)
    if (verdict === null) return
    const stored = { wall: localOf(wall), instant: utcOf(instant) }
    const event = this.#tell(pair, verdict, line, of.id, stored, of.summary)
    if (verdict === 'unmoved' || verdict === 'depends') return
    of.changed++
    if (verdict === 'moved') of.moved++
    of.first ??= event
  }

  #countDiffering(zone: string, wall: number): void {
    const known = this.#differing.get(zone)
    if (known === undefined) this.#differing.set(zone, { zone, count: 1, from: wall, until: wall })
    else {
      known.count++
      known.from = Math.min(known.from, wall)
      known.until = Math.max(known.until, wall)
    }
  }

  #wall(bytes: Uint8Array, from: number, to: number, line: number): number {
    const wall = this.#moments.wall(bytes, from, to)
    if (!Number.isNaN(wall)) return wall
    const date = this.#moments.date(bytes, from, to)
    if (Number.isNaN(date)) throw unreadable(line, 'wall', bytes.subarray(from, to), '2027-03-28T09:00')
    const { dateAt } = this.#options
    return dateAt === undefined || dateAt === null ? ALL_DAY : date + dateAt
  }

  #instant(bytes: Uint8Array, from: number, to: number, line: number): number {
    const instant = this.#moments.instant(bytes, from, to)
    if (!(instant >= FIRST_SECOND && instant <= LAST_SECOND)) {
      const found = bytes.subarray(from, to)
      if (!isOfEither(DECODER.decode(found)) || this.#options.unix !== undefined)
        throw unreadable(line, 'instant', found, '2027-03-28T07:00:00Z')
      const reason = `the instant is "${DECODER.decode(found)}": this many digits may be seconds or milliseconds; write it as 2027-03-28T07:00:00Z, or name the unit with --unix`
      throw new EventError(line, reason, 'instant')
    }
    return instant
  }

  get #keepAll(): Keep {
    return this.#options.keep ?? 'wall'
  }

  #keep(bytes: Uint8Array, at: number, line: number): Keep {
    if (at < 0) return this.#keepAll
    const letter = String.fromCharCode(bytes[at] ?? 0)
    if (letter === 'w') return 'wall'
    if (letter === 'i') return 'instant'
    throw new EventError(line, `the column "keep" begins with "${letter}", expected wall or instant`, 'keep')
  }

  /** Judges an event and counts it. Null if it is not to be reported. */
  #settle(
    pair: ZonePair,
    wall: number,
    side: Side,
    stored: number,
    keep: Keep,
    fate: Fate = null,
    timeIn: TimeIn | null = null,
  ): Verdict | null {
    if (wall === ALL_DAY) {
      this.events++
      this.allDay++
      this.counts.unmoved++
      return null
    }
    const isKept = keep === 'instant'
    const several =
      fate === null && pair.members !== null
        ? judgeSeveral(this.#judge, pair, wall, side, stored, isKept, timeIn ?? undefined)
        : null
    const verdict =
      several !== null
        ? several.verdict
        : fate !== null
          ? this.#judge.judgeOfOne(pair, wall, stored, fate)
          : isKept
            ? this.#judge.judgeKept(pair, wall, side, stored)
            : this.#judge.judge(pair, wall, side, stored)
    if (this.#judge.was < (this.#options.since ?? -Infinity)) {
      this.past++
      return null
    }
    this.events++
    this.counts[verdict]++
    if (several !== null) this.#countSeveral(pair, several)
    if (pair.renamed !== null) this.#countRenamed(pair.name, pair.renamed)
    if (verdict !== 'unmoved') this.#count(pair.name, verdict)
    return verdict === 'unmoved' && this.#options.everyEvent !== true ? null : verdict
  }

  #countRenamed(name: string, to: string): void {
    const known = this.#renamed.get(name)
    if (known === undefined) this.#renamed.set(name, { to, count: 1 })
    else known.count++
  }

  #countSeveral({ name, letters }: ZonePair, { verdict, changed, unchanged, small }: SeveralResult): void {
    let known = this.#several.get(name)
    if (known === undefined) {
      const none = { events: 0, depends: 0, changed: new Map(), unchanged: new Map(), small: new Map() }
      known = { name, isOfWindows: letters === null, ...none }
      this.#several.set(name, known)
    }
    known.events++
    if (verdict === 'depends') known.depends++
    const { wall, was } = this.#judge
    const when = Number.isNaN(wall) ? was : wall
    for (const member of changed) {
      const zone = known.changed.get(member.pair.name)
      if (zone === undefined) known.changed.set(member.pair.name, { member, count: 1, from: when })
      else {
        zone.count++
        zone.from = Math.min(zone.from, when)
      }
    }
    for (const member of unchanged) known.unchanged.set(member.pair.name, member)
    for (const member of small) known.small.set(member.pair.name, member)
  }

  #count(zone: string, verdict: Verdict): void {
    const { wall, was, earlier } = this.#judge
    const key = `${verdict} ${zone}`
    const when = Number.isNaN(wall) ? was : wall
    const by = earlier - was
    const group = this.#groups.get(key)
    if (group === undefined) {
      this.#groups.set(key, { zone, verdict, count: 1, from: when, until: when, least: by, most: by })
      return
    }
    group.count++
    group.from = Math.min(group.from, when)
    group.until = Math.max(group.until, when)
    group.least = Math.min(group.least, by)
    group.most = Math.max(group.most, by)
  }

  #tell(
    { name, renamed }: ZonePair,
    verdict: Verdict,
    line: number,
    id: string | null,
    stored: StoredTexts,
    summary?: string | null,
  ): MovedEvent {
    const { wall, was, earlier, later, shows } = this.#judge
    const event: MovedEvent = {
      line,
      id,
      zone: name,
      wall: localOf(wall),
      verdict,
      was: utcOf(was),
      is: utcOf(earlier),
      or: later === earlier ? null : utcOf(later),
      by: Number.isNaN(was) || Number.isNaN(earlier) || later !== earlier ? null : earlier - was,
      renamed,
      shows: localOf(shows),
      ...(summary === undefined ? {} : { summary }),
    }
    this.#options.onEvent(event, stored)
    return event
  }
}

const utcOf = (seconds: number): string | null =>
  Number.isNaN(seconds) ? null : formatUtc(epochSeconds(seconds))

const localOf = (seconds: number): string | null =>
  Number.isNaN(seconds) ? null : formatLocal(localSeconds(seconds))

/** The text of a field of a row; null if the row does not have it. */
function textAt(bytes: Uint8Array, places: Places, at: number): string | null {
  const from = places[at] ?? -1
  return from < 0 ? null : DECODER.decode(bytes.subarray(from, places[at + 1]))
}

function unreadable(line: number, what: 'wall' | 'instant', found: Uint8Array, like: string): EventError {
  return new EventError(line, `the ${what} is "${DECODER.decode(found)}", expected one like ${like}`, what)
}

/** `earlier` or `later`, or 0 or 1, or false or true, as in Python. Only the first letter is read. */
function sideOf(bytes: Uint8Array, at: number, line: number): Side {
  if (at < 0) return UNSAID
  const letter = String.fromCharCode(bytes[at] ?? 0)
  if (letter === 'e' || letter === '0' || letter === 'f') return EARLIER
  if (letter === 'l' || letter === '1' || letter === 't') return LATER
  throw new EventError(
    line,
    `the side begins with "${printable(letter)}", expected earlier or later, or 0 or 1`,
    'side',
  )
}
