// A name that stands for several zones: each of them is judged, and the event has their verdict only where all agree.
import { epochSeconds } from '#core/time/units.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { EARLIER, LATER, type Judge, type Member, type Side, type Verdict, type ZonePair } from './judge.ts'

/** The findings for a name in all of its events. */
export interface SeveralZones {
  readonly name: string
  /** Whether it is Windows' name, and not letters such as EST. */
  readonly isOfWindows: boolean
  /** The number of events in the name, and of those whose verdict depends on the zone. */
  events: number
  depends: number
  /** The zones in which some of those events are not as they were, with their number and the first wall time of them. */
  readonly changed: Map<string, { readonly member: Member; count: number; from: number }>
  /** The zones in which none is otherwise. */
  readonly unchanged: Map<string, Member>
  /** Zones with few people in which it is otherwise than in the others: they change no verdict. */
  readonly small: Map<string, Member>
}

/** The result for an event whose zone has several meanings. Each member stands once, if it counts at this wall time. */
export interface SeveralResult {
  readonly verdict: Verdict
  /** Only where the verdict is `depends`. */
  readonly changed: readonly Member[]
  readonly unchanged: readonly Member[]
  readonly small: readonly Member[]
}

/** One member's result. */
interface Outcome {
  readonly member: Member
  readonly verdict: Verdict
  readonly side: Side
  /** Equal for members that agree. */
  readonly key: string
}

/**
 * Which zones of a name have a time of a repeated event: those of `lost` only by the older release, those of `back` only by the newer one,
 * those of `never` by neither, all others by both.
 */
export type TimeIn = ReadonlyMap<ZonePair, 'lost' | 'back' | 'never'>
const IN_ALL: TimeIn = new Map()

const NONE: readonly never[] = []
const agreed = (verdict: Verdict): SeveralResult => ({ verdict, changed: NONE, unchanged: NONE, small: NONE })

/**
 * Judges an event in each zone of its name. The judge's fields are those of the zone that counts, the name's first one where it is among
 * those that agree; where they do not agree there is no instant now. A time that a zone never had is as it was there.
 */
export function judgeSeveral(
  judge: Judge,
  pair: ZonePair,
  wall: number,
  side: Side,
  stored: number,
  isKept: boolean,
  timeIn: TimeIn = IN_ALL,
): SeveralResult {
  const judgedIn = (of: ZonePair, at: Side): Verdict => {
    const only = timeIn.get(of)
    if (only === 'lost' || only === 'back') return judge.judgeOfOne(of, wall, stored, only)
    const verdict = isKept ? judge.judgeKept(of, wall, at, stored) : judge.judge(of, wall, at, stored)
    return only === 'never' ? 'unmoved' : verdict
  }
  if (Number.isNaN(stored) && pair.letters === null && timeIn.size === 0 && areStill(pair, wall))
    return agreed(judgedIn(pair, side))
  const all: Outcome[] = []
  for (const [index, member] of (pair.members ?? []).entries()) {
    const at = sideIn(pair, member.pair, index, wall, side, stored)
    if (at === null) continue
    const verdict = judgedIn(member.pair, at)
    const { was, earlier, later, shows } = judge
    const key =
      verdict === 'unmoved' ? verdict : [verdict, earlier - was, later - was, shows - judge.wall].join(' ')
    all.push({ member, verdict, side: at, key })
  }
  const possible = without(without(all, 'unlike'), 'unknown')
  const large = possible.filter(({ member }) => !member.isSmall)
  const counted = large.length === 0 ? possible : large
  const [first] = counted
  if (first === undefined) {
    judgedIn(pair, side)
    return agreed('unknown')
  }
  const others = possible.filter((one) => one.key !== first.key)
  const small = others.filter((one) => !counted.includes(one)).map(({ member }) => member)
  const doesAgree = others.length === small.length
  judgedIn(first.member.pair, first.side)
  if (doesAgree) return { ...agreed(first.verdict), small }
  judge.earlier = judge.later = judge.shows = NaN
  const membersThat = (isUnmoved: boolean): readonly Member[] =>
    counted.filter(({ verdict }) => (verdict === 'unmoved') === isUnmoved).map(({ member }) => member)
  return { verdict: 'depends', changed: membersThat(false), unchanged: membersThat(true), small }
}

/** Whether no member's clock differs between the releases, so that a wall time moves in none. */
const areStill = ({ members }: ZonePair, wall: number): boolean =>
  members?.every(({ pair }) => {
    pair.reach(wall)
    return pair.was !== null && pair.was === pair.is
  }) ?? true

/** The outcomes without those of a verdict, unless all have it: a stored instant tells the zones of a name apart. */
function without(outcomes: readonly Outcome[], verdict: Verdict): readonly Outcome[] {
  const left = outcomes.filter((one) => one.verdict !== verdict)
  return left.length === 0 ? outcomes : left
}

/** The side of a wall time in a member. Null if the member does not count, because it does not show the letters then. */
function sideIn(
  { letters, newer }: ZonePair,
  member: ZonePair,
  index: number,
  wall: number,
  side: Side,
  stored: number,
): Side | null {
  if (letters === null) return side
  const clock = member.older ?? member.newer
  if (clock === null) return null
  const isShownAt = (at: number): boolean => typeAt(clock, epochSeconds(at)).abbreviation === letters
  // Letters that are an identifier are always that zone's, as CET is in summer.
  if (index === 0 && newer !== null) return side
  if (Number.isNaN(wall)) return isShownAt(stored) ? side : null
  const [earlier, later] = member.instantsOf(wall)
  if (isShownAt(earlier)) return side
  if (isShownAt(later)) return side === EARLIER ? side : LATER
  return null
}
