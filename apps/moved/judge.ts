// A stored event and two tz releases' clocks → the verdict: unmoved, moved, shown otherwise, in a gap or fold, zone gone, stored wrongly.
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { epochSeconds } from '#core/time/units.ts'
import { isSmallZone } from '#core/text/windows-names.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { fixedZone } from '#core/zone/fixed-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { areSameWalls, FOLD, GAP, ONCE, rowAt, wallsOf, type Walls } from './walls.ts'
import type { NamedZone } from './zone-name.ts'

/** The result for an event. */
export type Verdict =
  /** It is still at the same instant. */
  | 'unmoved'
  | 'moved'
  /** Its instant is kept, and the wall time at that instant is now another one. */
  | 'shown'
  /** Its wall time now never happens (`gap`) or happens twice (`fold`), unlike before. Somebody has to say which instant is meant. */
  | 'gap'
  | 'fold'
  /** A time of a repeated event that a moment in UTC decides (UNTIL, EXDATE). Only the older (`lost`) or the newer clock (`back`) has it. */
  | 'lost'
  | 'back'
  /** The newer release has no zone of that name. */
  | 'gone'
  /** The stored instant is what neither release says, so the record is wrong. */
  | 'unlike'
  /** No release available knows the zone, or too little was stored. */
  | 'unknown'
  /** The zone's name stands for several zones, and the answer is not the same in all of them. */
  | 'depends'

/** Which instant of a fold or gap was meant; 0 if it was not said. */
export type Side = typeof UNSAID | typeof EARLIER | typeof LATER | typeof BEFORE_CHANGE
export const UNSAID = 0
export const EARLIER = 1
export const LATER = 2
/** The instant by the offset before the change, as calendars mean it: the earlier one of a fold, the later one of a gap (RFC 5545, 3.3.5). */
export const BEFORE_CHANGE = 3

/** 2038-01-01. Walls until then are made at once; walls of later years are made when needed, a century at a time. */
const FIRST_HORIZON = 2_145_916_800
const CENTURY = 36_525 * 86_400

/** One of several zones that a name stands for. */
export interface Member {
  readonly pair: ZonePair
  /** The code of its country; null where it is not known. */
  readonly territory: string | null
  /** Whether it is in Antarctica or has fewer than 10,000 people: it is named, and changes no verdict. */
  readonly isSmall: boolean
}

interface PairParts {
  readonly older: CompiledZone | null
  readonly newer: CompiledZone | null
  readonly members?: readonly Member[] | null
  readonly letters?: string | null
  readonly renamed?: string | null
}

/** The clocks of a name. `older` is null if that release is not available. */
export function pairNamed(
  name: string,
  zone: NamedZone,
  older: ReleaseClocks | null,
  newer: ReleaseClocks,
): ZonePair {
  if (zone.kind === 'offset') {
    const clock = fixedZone(name, zone.offset)
    return new ZonePair(name, { older: clock, newer: clock })
  }
  if (zone.kind === 'unknown' || zone.kind === 'zone') {
    const known = zone.kind === 'zone' ? zone.identifier : name
    const clock = older?.zone(known) ?? null
    const id = newer.aliases.get(known)
    const wasZone = clock !== null && older?.aliases.has(known) === false
    const renamed = wasZone && id !== undefined ? id : null
    return new ZonePair(name, { older: clock, newer: newer.zone(known), renamed })
  }
  const members = membersOf(zone, older, newer)
  const clocks = members[0]?.pair ?? { older: null, newer: null }
  if (zone.kind === 'windows')
    return new ZonePair(name, { ...clocksOf(clocks), members: members.length > 1 ? members : null })
  // Nothing says whose clock letters are that are no identifier.
  const own = zone.identifier === null ? { older: null, newer: null } : clocksOf(clocks)
  return new ZonePair(name, { ...own, members, letters: zone.letters })
}

const clocksOf = ({ older, newer }: Pick<PairParts, 'older' | 'newer'>): PairParts => ({ older, newer })

/** The zones of a name that a release has, one for each pair of clocks. */
function membersOf(
  { members }: Extract<NamedZone, { kind: 'windows' | 'letters' }>,
  older: ReleaseClocks | null,
  newer: ReleaseClocks,
): Member[] {
  const found: Member[] = []
  for (const { identifier: id, territory } of members) {
    const clocks = { older: older?.zone(id) ?? null, newer: newer.zone(id) }
    if (clocks.older === null && clocks.newer === null) continue
    const isKnown = found.some(({ pair }) => pair.older === clocks.older && pair.newer === clocks.newer)
    if (isKnown) continue
    const pair = new ZonePair(newer.aliases.get(id) ?? id, clocks)
    found.push({ pair, territory, isSmall: isSmallZone(id) })
  }
  return found
}

/** The clocks of one zone name in two releases. */
export class ZonePair {
  readonly name: string
  readonly older: CompiledZone | null
  readonly newer: CompiledZone | null
  /** The zones that the name stands for, the one of `older` and `newer` first, if their clocks are not all the same; else null. */
  readonly members: readonly Member[] | null
  /** The letters, such as EST, that a member must show at the wall time; null for another name. */
  readonly letters: string | null
  /** The identifier that the name now leads to, if the name was a separate zone in the older release; else null. */
  readonly renamed: string | null
  was: Walls | null = null
  /** The same object as `was` if both clocks show the same. */
  is: Walls | null = null
  #until = -Infinity

  constructor(name: string, { older, newer, members = null, letters = null, renamed = null }: PairParts) {
    this.name = name
    this.older = older
    this.newer = newer
    this.members = members
    this.letters = letters
    this.renamed = renamed
  }

  /** The same name for some of its members, which are not none. */
  narrowedTo(members: readonly Member[]): ZonePair {
    const { older = this.older, newer = this.newer } = members[0]?.pair ?? {}
    const several = members.length > 1 ? members : null
    return new ZonePair(this.name, { older, newer, members: several, letters: this.letters })
  }

  /** Makes both walls hold at a wall time. */
  reach(wall: number): void {
    if (wall < this.#until) return
    this.#until = wall < FIRST_HORIZON ? FIRST_HORIZON : wall + CENTURY
    this.was = this.older === null ? null : wallsOf(this.older, this.#until)
    this.is = this.newer === null ? null : wallsOf(this.newer, this.#until)
    if (this.was !== null && this.is !== null && areSameWalls(this.was, this.is)) this.was = this.is
  }

  /** The earlier and the later instant of a wall time by the older clock, or by the newer one if there is none. Equal if it is shown once. */
  instantsOf(wall: number): readonly [earlier: number, later: number] {
    this.reach(wall)
    const walls = this.was ?? this.is
    if (walls === null) return [NaN, NaN]
    const row = rowAt(walls, wall)
    return [wall - (walls.earlier[row] ?? NaN), wall - (walls.later[row] ?? NaN)]
  }
}

/**
 * Judges events one after the other. The result of the last one is in its fields, so that a million events leave no objects behind. All times
 * are seconds; NaN if not stored.
 */
export class Judge {
  /** The wall time. It is computed from the stored instant if none was stored. */
  wall = NaN
  /** The instant before: the stored one, else the older release's instant for the wall time. */
  was = NaN
  /** The instant now. In a gap or fold these are its earlier and its later instant, otherwise they are equal. */
  earlier = NaN
  later = NaN
  /** The newer release's wall time at an instant that is kept; NaN if the wall time is kept. */
  shows = NaN

  /** Judges an event whose instant is kept: does the newer release show another wall time at it? */
  judgeKept(pair: ZonePair, wall: number, side: Side, stored: number): Verdict {
    const verdict = this.judge(pair, wall, side, stored)
    if (Number.isNaN(this.was) || pair.newer === null) return verdict
    this.earlier = this.later = this.was
    const at = epochSeconds(this.was)
    const offset = offsetAt(pair.newer, at)
    this.shows = this.was + offset
    if (this.shows === this.wall) return 'unmoved'
    if (verdict === 'unlike') return 'unlike'
    // In a gap no clock shows the wall time, so what both show at the instant is compared.
    return pair.older !== null && offsetAt(pair.older, at) === offset ? 'unmoved' : 'shown'
  }

  /** Judges a time that only one of the two clocks has. A `lost` time has no instant now; a `back` time had none before. */
  judgeOfOne(pair: ZonePair, wall: number, stored: number, verdict: 'lost' | 'back'): Verdict {
    this.judge(pair, wall, BEFORE_CHANGE, stored)
    if (verdict === 'lost') this.earlier = this.later = NaN
    else this.was = NaN
    return verdict
  }

  /** Judges an event whose wall time is kept. */
  judge(pair: ZonePair, wall: number, side: Side, stored: number): Verdict {
    this.wall = wall
    this.was = stored
    this.earlier = this.later = this.shows = NaN
    if (Number.isNaN(wall)) {
      if (pair.older === null || Number.isNaN(stored)) return this.#without(pair)
      this.wall = wall = stored + offsetAt(pair.older, epochSeconds(stored))
    }
    pair.reach(wall)
    const { was: older, is: newer } = pair
    let kind = -1
    let isLater = side === LATER
    let isUnlike = false
    if (older !== null) {
      const row = rowAt(older, wall)
      const earlier = wall - (older.earlier[row] ?? NaN)
      const later = wall - (older.later[row] ?? NaN)
      kind = older.kinds[row] ?? ONCE
      isLater ||= side === BEFORE_CHANGE && kind === GAP
      if (Number.isNaN(stored)) this.was = isLater ? later : earlier
      else {
        isUnlike = stored !== earlier && stored !== later
        if (kind !== ONCE) isLater = stored === later
      }
      if (older === newer && !isUnlike) {
        this.earlier = this.later = this.was
        return 'unmoved'
      }
    } else if (Number.isNaN(stored)) return this.#without(pair)
    if (newer === null) return this.#without(pair)
    const row = rowAt(newer, wall)
    const kindNow = newer.kinds[row] ?? ONCE
    this.earlier = wall - (newer.earlier[row] ?? NaN)
    this.later = wall - (newer.later[row] ?? NaN)
    if (kindNow !== ONCE && kindNow === kind && !isUnlike) {
      // The wall time was in a fold or gap before, and still is: the event stays on the same side.
      this.earlier = this.later = isLater ? this.later : this.earlier
      return this.was === this.earlier ? 'unmoved' : 'moved'
    }
    if (kindNow === ONCE || kind < 0 || isUnlike) {
      if (this.was === this.earlier || this.was === this.later) {
        this.earlier = this.later = this.was
        return 'unmoved'
      }
      if (isUnlike) return 'unlike'
      if (kindNow === ONCE) return 'moved'
    }
    return kindNow === FOLD ? 'fold' : 'gap'
  }

  #without({ older, newer }: ZonePair): Verdict {
    return newer === null && older !== null ? 'gone' : 'unknown'
  }
}
