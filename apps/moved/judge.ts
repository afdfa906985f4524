// A stored event and two tz releases' clocks → the verdict: unmoved, moved, shown otherwise, in a gap or fold, zone gone, stored wrongly.
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { fixedZone } from '#core/zone/fixed-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { areSameWalls, FOLD, ONCE, rowAt, wallsOf, type Walls } from './walls.ts'
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

/** Which instant of a fold or gap was meant; 0 if it was not said. */
export type Side = typeof UNSAID | typeof EARLIER | typeof LATER
export const UNSAID = 0
export const EARLIER = 1
export const LATER = 2

/** 2038-01-01. Walls until then are made at once; walls of later years are made when needed, a century at a time. */
const FIRST_HORIZON = 2_145_916_800
const CENTURY = 36_525 * 86_400

/** The clocks of one zone name in two releases. */
export class ZonePair {
  readonly name: string
  readonly older: CompiledZone | null
  readonly newer: CompiledZone | null
  /** Whether the name is one of Windows, which stands for a whole region. */
  readonly isOfWindows: boolean
  /** The identifier that the name now leads to, if the name was a separate zone in the older release; else null. */
  readonly renamed: string | null
  was: Walls | null = null
  /** The same object as `was` if both clocks show the same. */
  is: Walls | null = null
  #until = -Infinity

  /** `zone` is what the name stands for. `older` is null if that release is not available. */
  constructor(name: string, zone: NamedZone, older: ReleaseClocks | null, newer: ReleaseClocks) {
    this.name = name
    this.isOfWindows = zone.kind === 'zone' && zone.isOfWindows
    if (zone.kind === 'offset') {
      this.older = this.newer = fixedZone(name, zone.offset)
      this.renamed = null
      return
    }
    const known = zone.kind === 'zone' ? zone.identifier : name
    this.older = older?.zone(known) ?? null
    this.newer = newer.zone(known)
    const id = newer.aliases.get(known)
    const wasZone = this.older !== null && older?.aliases.has(known) === false
    this.renamed = wasZone && id !== undefined ? id : null
  }

  /** Makes both walls hold at a wall time. */
  reach(wall: number): void {
    if (wall < this.#until) return
    this.#until = wall < FIRST_HORIZON ? FIRST_HORIZON : wall + CENTURY
    this.was = this.older === null ? null : wallsOf(this.older, this.#until)
    this.is = this.newer === null ? null : wallsOf(this.newer, this.#until)
    if (this.was !== null && this.is !== null && areSameWalls(this.was, this.is)) this.was = this.is
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
    this.judge(pair, wall, UNSAID, stored)
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
