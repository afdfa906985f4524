// A stored event, and the clocks of two tz releases → whether the event is at another instant now.
import type { Clocks } from '../artifact/clocks.ts'
import { epochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { offsetAt } from '../zone/offset-at.ts'
import { identifierOf } from './zone-name.ts'
import { areSameWalls, FOLD, ONCE, rowAt, wallsOf, type Walls } from './walls.ts'

/** The clocks of a release, by any name that it has for them. */
export type ReleaseClocks = Pick<Clocks, 'release' | 'zone' | 'aliases'>

/** What became of an event. */
export type Verdict =
  /** It is at the instant that was stored. */
  | 'unmoved'
  | 'moved'
  /** Its instant is to be kept: then another wall time is shown at it now. */
  | 'shown'
  /** Its wall time is now shown never, or twice, as it was not before: somebody has to say which reading is meant. */
  | 'gap'
  | 'fold'
  /** A time of a repeated event that a moment in UTC decides (UNTIL, EXDATE): the newer clock has it no more, or has it and the older had not. */
  | 'lost'
  | 'back'
  /** The newer release has no zone of that name. */
  | 'gone'
  /** The stored instant is neither what the older release says nor what the newer does: the record is wrong. */
  | 'unlike'
  /** No release at hand knows the zone, or too little was stored to say anything. */
  | 'unknown'

/** Which instant of a fold or gap was meant; 0 where it was not said. */
export type Side = typeof UNSAID | typeof EARLIER | typeof LATER
export const UNSAID = 0
export const EARLIER = 1
export const LATER = 2

/** 2038-01-01: until then walls are made at once; those of later years when they are asked for, a century at a time. */
const FIRST_HORIZON = 2_145_916_800
const CENTURY = 36_525 * 86_400

/** One name in two releases. */
export class ZonePair {
  readonly name: string
  readonly older: CompiledZone | null
  readonly newer: CompiledZone | null
  /** The identifier that answers for the name in the newer release, where it was a zone of its own in the older one; else null. */
  readonly renamed: string | null
  was: Walls | null = null
  /** The same object as `was` where the two clocks show the same. */
  is: Walls | null = null
  #until = -Infinity

  /** `older` null: a release that is not at hand. `windows`: Windows' names of zones, and the identifiers that they stand for. */
  constructor(
    name: string,
    older: ReleaseClocks | null,
    newer: ReleaseClocks,
    windows: ReadonlyMap<string, string> = new Map(),
  ) {
    this.name = name
    const known = identifierOf(
      name,
      windows,
      (one) => newer.zone(one) !== null || (older?.zone(one) ?? null) !== null,
    )
    this.older = older?.zone(known) ?? null
    this.newer = newer.zone(known)
    const id = newer.aliases.get(known)
    const wasZone = this.older !== null && older?.aliases.has(known) === false
    this.renamed = wasZone && id !== undefined ? id : null
  }

  /** Sees to it that both walls hold at a wall time. */
  reach(wall: number): void {
    if (wall < this.#until) return
    this.#until = wall < FIRST_HORIZON ? FIRST_HORIZON : wall + CENTURY
    this.was = this.older === null ? null : wallsOf(this.older, this.#until)
    this.is = this.newer === null ? null : wallsOf(this.newer, this.#until)
    if (this.was !== null && this.is !== null && areSameWalls(this.was, this.is)) this.was = this.is
  }
}

/**
 * Judges events one after the other; what it found of the last one stands in its fields, so that a million of them leave no objects behind.
 * All times are seconds; NaN for what was not stored.
 */
export class Judge {
  /** The wall time; taken from the stored instant where none was stored. */
  wall = NaN
  /** The instant before: the stored one, or what the older release makes of the wall time. */
  was = NaN
  /** The instant now; of a gap or fold the earlier and the later of the two. Equal where there is but one. */
  earlier = NaN
  later = NaN
  /** The wall time that the newer release shows at an instant that is kept; NaN where the wall time is kept. */
  shows = NaN

  /** What became of an event whose instant is to be kept: whether the newer release shows another wall time at it. */
  judgeKept(pair: ZonePair, wall: number, side: Side, stored: number): Verdict {
    const verdict = this.judge(pair, wall, side, stored)
    if (Number.isNaN(this.was) || pair.newer === null) return verdict
    this.earlier = this.later = this.was
    this.shows = this.was + offsetAt(pair.newer, epochSeconds(this.was))
    return this.shows === this.wall ? 'unmoved' : verdict === 'unlike' ? 'unlike' : 'shown'
  }

  /** A time that but one of the two clocks has: it is `lost`, and was, or it is `back`, and is. */
  judgeOfOne(pair: ZonePair, wall: number, stored: number, verdict: 'lost' | 'back'): Verdict {
    this.judge(pair, wall, UNSAID, stored)
    if (verdict === 'lost') this.earlier = this.later = NaN
    else this.was = NaN
    return verdict
  }

  /** What became of an event of a zone whose wall time is to be kept. */
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
      // Shown twice, or never, before and now: it stays on the side that it was on.
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
