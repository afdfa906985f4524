// Events, one after the other, and the clocks of releases → those that are not as they were, and a summary of all.
import { formatLocal, formatUtc } from '../time/moment.ts'
import { epochSeconds, localSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { EventError, isSameBytes, printable, type Field, type Places } from './event-text.ts'
import {
  EARLIER,
  Judge,
  LATER,
  UNSAID,
  ZonePair,
  type ReleaseClocks,
  type Side,
  type Verdict,
} from './judge.ts'
import { isOfEither, MomentReader, type Unix } from './read-moment.ts'

/** An event that is not as it was. Instants are UTC texts. */
export interface MovedEvent {
  /** Of the input, 1-based. */
  readonly line: number
  /** What the input calls it; null where it has no such column. */
  readonly id: string | null
  readonly zone: string
  /** Null where neither a wall time nor what gives one was stored. */
  readonly wall: string | null
  readonly verdict: Verdict
  /** The instant before; null where none is known. */
  readonly was: string | null
  /** The instant now; of a gap or a fold the earlier of the two. Null where none can be said. */
  readonly is: string | null
  /** The later of the two; null where there is but one. */
  readonly or: string | null
  /** Seconds from the one to the other; null where they are not both one instant. */
  readonly by: number | null
  /** The identifier that the zone has now; null where its name is what it was. */
  readonly renamed: string | null
  /** The wall time now, where the instant is kept; else null. */
  readonly shows: string | null
}

/** What of an event stands when a release comes. */
export type Keep = 'wall' | 'instant'

/** The events of one zone with one verdict. */
export interface MovedGroup {
  readonly zone: string
  readonly verdict: Verdict
  count: number
  /** Wall times of the first and the last of them, or instants where there are none; local seconds. */
  from: number
  until: number
  /** Seconds by which they move: the least and the most. */
  least: number
  most: number
}

export interface MovedOptions {
  readonly older: ReleaseClocks
  readonly newer: ReleaseClocks
  /** The clocks of another release that an event says it was resolved with; null where they are not at hand. */
  readonly release?: (name: string) => ReleaseClocks | null
  /** Tell of every event, not only of those that are not as they were. */
  readonly everyEvent?: boolean
  /** What stands of events that do not say so themselves: the wall time, unless another is given. */
  readonly keep?: Keep
  /** The time of day of dates alone, in seconds; without it they are whole days and cannot move. */
  readonly dateAt?: number | null
  /** What numbers of instants count; without it their digits say it, and those of eleven digits are refused. */
  readonly unix?: Unix
  /** Windows' names of zones, and the identifiers that they stand for. */
  readonly windows?: ReadonlyMap<string, string>
  /** Events whose instant lay before this one are passed over: what is past does not move. In seconds. */
  readonly since?: number
  readonly onEvent: (event: MovedEvent) => void
}

/** An event's fields: text as UTF-8, moments also as seconds (those of a wall as if it were UTC); null for what it has not. */
export interface EventValues {
  readonly zone: Uint8Array | null
  readonly wall: Uint8Array | number | null
  readonly side: Uint8Array | null
  readonly release: Uint8Array | null
  readonly instant: Uint8Array | number | null
  readonly id: Uint8Array | null
  /** `wall` or `instant`; null for what the options say. */
  readonly keep?: Uint8Array | null
  /** Where the event is a time that but one of the two clocks has: which verdict that is. */
  readonly fate?: 'lost' | 'back' | null
}

/** Where a row's places have each field, in the order of FIELDS. */
const [ZONE, WALL, SIDE, RELEASE, INSTANT, ID, KEEP] = [0, 2, 4, 6, 8, 10, 12]
/** The wall time of a whole day. */
const ALL_DAY = Infinity
/** The first and the last second of the years 1 to 9999. */
const [FIRST_SECOND, LAST_SECOND] = [-62_135_596_800, 253_402_300_799]
const BRACKET = 93
const DECODER = new TextDecoder()
const ENCODER = new TextEncoder()
const NO_BYTES = new Uint8Array(0)

interface Named<Value> {
  readonly bytes: Uint8Array
  readonly value: Value
}

/** Values by names that come as bytes. */
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

/** Judges events and counts them. */
export class MovedEvents {
  readonly olderRelease: string
  readonly newerRelease: string
  /** How many events there were, and how many of each verdict. */
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
  }
  /** Of the events: those of whole days, which are unmoved, and, beside them, those passed over since they are past. */
  allDay = 0
  past = 0
  readonly #options: MovedOptions
  readonly #judge = new Judge()
  readonly #moments: MomentReader
  readonly #pairs: ByName<ZonePair>
  /** Pairs of the releases that events name. */
  readonly #pairsOf: ByName<ByName<ZonePair>>
  readonly #groups = new Map<string, MovedGroup>()
  readonly #renamed = new Map<string, { readonly to: string; count: number }>()

  constructor(options: MovedOptions) {
    this.#options = options
    const { older, newer, release, windows, unix } = options
    this.#moments = new MomentReader(unix)
    this.olderRelease = older.release
    this.newerRelease = newer.release
    const pairs = (clocks: ReleaseClocks | null) =>
      new ByName((name) => new ZonePair(name, clocks, newer, windows))
    this.#pairs = pairs(older)
    const named = new Map([[older.release, this.#pairs]])
    this.#pairsOf = new ByName((name) => {
      const known = named.get(name) ?? pairs(name === newer.release ? newer : (release?.(name) ?? null))
      named.set(name, known)
      return known
    })
  }

  /** The clocks of a zone, by any name that events may have for it. */
  clocksOf(name: string): { readonly older: CompiledZone | null; readonly newer: CompiledZone | null } {
    const bytes = ENCODER.encode(name)
    return this.#pairs.of(bytes, 0, bytes.length)
  }

  /** Zones that have another name now, with how many events name them so. */
  get renamed(): ReadonlyMap<string, { readonly to: string; readonly count: number }> {
    return this.#renamed
  }

  /** Largest first. */
  get groups(): MovedGroup[] {
    return [...this.#groups.values()].toSorted((one, other) => other.count - one.count)
  }

  /** An event by the places of its fields. Throws an EventError for a field that cannot be read. */
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
    this.#settle(pair, wall, side, stored, keep, line, bytes, places[ID] ?? -1, places[ID + 1] ?? -1)
  }

  /** A moment as RFC 9557 writes it: `2027-03-28T09:00[Europe/Berlin]`, with or without an offset before the brackets. */
  #takeBracketed(bytes: Uint8Array, places: Places, line: number): void {
    const textOf = (at: number): string | null => {
      const from = places[at] ?? -1
      return from < 0 ? null : DECODER.decode(bytes.subarray(from, places[at + 1]))
    }
    let [zone, wall, instant] = [textOf(ZONE), textOf(WALL), textOf(INSTANT)]
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
      // Z says that the local time is not known; another offset says it, and the instant with it.
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
    )
  }

  /** An event of values. Throws an EventError for one that cannot be read; `line` is what it is called there and in findings. */
  takeValues(
    { zone, wall, side, release, instant, id, keep = null, fate = null }: EventValues,
    line: number,
  ): void {
    if (zone === null) throw new EventError(line, 'it has no zone', 'zone')
    if (wall === null && instant === null)
      throw new EventError(line, 'it has neither a wall time nor an instant')
    const pairs = release === null ? this.#pairs : this.#pairsOf.of(release, 0, release.length)
    const numberOf = (value: number, field: Field): number => {
      if (value >= FIRST_SECOND && value <= LAST_SECOND) return value
      throw new EventError(line, `the ${field} is not of the years 1 to 9999`, field)
    }
    this.#settle(
      pairs.of(zone, 0, zone.length),
      wall === null
        ? NaN
        : typeof wall === 'number'
          ? numberOf(wall, 'wall')
          : this.#wall(wall, 0, wall.length, line),
      side === null ? UNSAID : sideOf(side, 0, line),
      instant === null
        ? NaN
        : typeof instant === 'number'
          ? numberOf(instant, 'instant')
          : this.#instant(instant, 0, instant.length, line),
      keep === null ? this.#keepAll : this.#keep(keep, 0, line),
      line,
      id ?? NO_BYTES,
      id === null ? -1 : 0,
      id?.length ?? -1,
      fate,
    )
  }

  /** An event of texts, as above. */
  takeTexts(
    event: Partial<Record<Field, string | null>>,
    line: number,
    fate: EventValues['fate'] = null,
  ): void {
    const bytesOf = (field: Field): Uint8Array | null => {
      const text = event[field] ?? ''
      return text === '' ? null : ENCODER.encode(text)
    }
    this.takeValues(
      {
        zone: bytesOf('zone'),
        wall: bytesOf('wall'),
        side: bytesOf('side'),
        release: bytesOf('release'),
        instant: bytesOf('instant'),
        id: bytesOf('id'),
        keep: bytesOf('keep'),
        fate,
      },
      line,
    )
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
      const reason = `the instant is "${DECODER.decode(found)}": so many digits may be seconds or milliseconds, and --unix says which`
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
    throw new EventError(line, `what is to be kept begins with "${letter}", expected wall or instant`, 'keep')
  }

  /** Judges an event and counts it; its id is text in bytes, none where it begins below 0. */
  #settle(
    pair: ZonePair,
    wall: number,
    side: Side,
    stored: number,
    keep: Keep,
    line: number,
    bytes: Uint8Array,
    idFrom: number,
    idTo: number,
    fate: EventValues['fate'] = null,
  ): void {
    if (wall === ALL_DAY) {
      this.events++
      this.allDay++
      this.counts.unmoved++
      return
    }
    const verdict =
      fate !== null
        ? this.#judge.judgeOfOne(pair, wall, stored, fate)
        : keep === 'wall'
          ? this.#judge.judge(pair, wall, side, stored)
          : this.#judge.judgeKept(pair, wall, side, stored)
    if (this.#judge.was < (this.#options.since ?? -Infinity)) {
      this.past++
      return
    }
    this.events++
    this.counts[verdict]++
    if (pair.renamed !== null) this.#countRenamed(pair.name, pair.renamed)
    if (verdict !== 'unmoved') this.#count(pair.name, verdict)
    else if (this.#options.everyEvent !== true) return
    this.#tell(pair, verdict, line, idFrom < 0 ? null : DECODER.decode(bytes.subarray(idFrom, idTo)))
  }

  #countRenamed(name: string, to: string): void {
    const known = this.#renamed.get(name)
    if (known === undefined) this.#renamed.set(name, { to, count: 1 })
    else known.count++
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

  #tell({ name, renamed }: ZonePair, verdict: Verdict, line: number, id: string | null): void {
    const { wall, was, earlier, later, shows } = this.#judge
    this.#options.onEvent({
      line,
      id,
      zone: name,
      wall: Number.isNaN(wall) ? null : formatLocal(localSeconds(wall)),
      verdict,
      was: utcOf(was),
      is: utcOf(earlier),
      or: later === earlier ? null : utcOf(later),
      by: Number.isNaN(was) || Number.isNaN(earlier) || later !== earlier ? null : earlier - was,
      renamed,
      shows: Number.isNaN(shows) ? null : formatLocal(localSeconds(shows)),
    })
  }
}

const utcOf = (seconds: number): string | null =>
  Number.isNaN(seconds) ? null : formatUtc(epochSeconds(seconds))

function unreadable(line: number, what: 'wall' | 'instant', found: Uint8Array, like: string): EventError {
  return new EventError(line, `the ${what} is "${DECODER.decode(found)}", expected one like ${like}`, what)
}

/** `earlier` or `later`, as Python counts them 0 and 1, or false and true: the first letter says it. */
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
