// The changes of each tz release, by the clocks of the releases before it: which zones, since when, and whether they start DST, end it or move.
import type { HistoryClocks, History } from '#core/artifact/history.ts'
import { clockChanges, type ClockChange } from '#core/compare/clock-changes.ts'
import type { Stretch } from '#core/compare/stretches.ts'
import { oncePer } from '#core/once-per.ts'
import { DAY } from '#core/time/civil.ts'
import { addYears, startOfDay } from '#core/time/moment.ts'
import { BEFORE_ALL, epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { movesBetween, nextTransition } from '#core/zone/transitions.ts'

/** The change of the clocks of some zones. */
export type Turn =
  /** Clocks went back and forth every year, and no longer do. */
  | 'stops'
  /** Clocks stood still, and now go back and forth every year. */
  | 'starts'
  /** The clock shows another time for ever. */
  | 'moves'
  /** Daylight saving time goes on where a winter with standard time was expected. */
  | 'stays'
  /** The clock shows another time for a while, or moves on other days. */
  | 'differs'
  /** The clock shows the same time. Its name or its season is another. */
  | 'renamed'

export type ReleaseNews = Readonly<ReturnType<typeof compared>>
export type NewsOfClocks = ReleaseNews['future'][number]

/** The news of every release but the oldest, newest first. Compared once for each history. */
export const newsOf = oncePer((history: History): readonly ReleaseNews[] => {
  const all = history.releases.map((release) => history.clocks(release)).filter((of) => of !== null)
  return all
    .flatMap((newer, index) => {
      const older = all[index - 1]
      return older === undefined ? [] : [compared(older, newer)]
    })
    .toReversed()
})

const clocksOf = ({ zone }: HistoryClocks, ids: readonly string[]): Map<string, CompiledZone> =>
  new Map(ids.map((id) => zone(id)).flatMap((found) => (found === null ? [] : [[found.id, found]])))

function compared(older: HistoryClocks, newer: HistoryClocks) {
  const [had, has] = [new Set(older.zoneIds), new Set(newer.zoneIds)]
  const changed = older.changedZoneIds.filter((id) => has.has(id))
  const [was, is] = [clocksOf(older, changed), clocksOf(newer, changed)]
  // Without a day all changes of a release are in the future.
  const line = newer.releasedOn === null ? BEFORE_ALL : startOfDay(newer.releasedOn)
  const { past, future } = clockChanges(was, is, line)
  const turned = future.map((change) => {
    const id = change.zones[0] ?? ''
    return { ...change, turn: turnOf(change, was.get(id), is.get(id)) }
  })
  return {
    release: newer.release,
    /** UTC day on which it came out. Null when it is not known. */
    releasedOn: newer.releasedOn,
    /** The release that it is compared with: the one before it that is available. */
    since: older.release,
    /** Clocks that change after the day of the release, and what became of them. */
    future: turned,
    /** Clocks of the past that were corrected. */
    past,
    addedZones: newer.zoneIds.filter((id) => !had.has(id)),
    /** Zones that are gone, each with the zone that answers for it now. Null: none does. */
    removedZones: older.zoneIds
      .filter((id) => !has.has(id))
      .map((zone) => ({ zone, now: newer.aliases.get(zone) ?? null })),
  }
}

/** Whether the clock moves within two years of an instant, other than at that instant. */
const movesAfter = (zone: CompiledZone, at: EpochSeconds): boolean =>
  movesBetween(zone, at, addYears(at, 2)).length > 0

/** Days. Standard time of Ramadan lasts five weeks, and no winter is so short. */
const SHORTEST_WINTER = 90

/** Whether a clock stays on daylight saving time for the whole of a stretch that had standard time before. */
function staysThrough({ from, until, was, is }: Stretch, newer: CompiledZone): boolean {
  if (until === null || was.isDst || !is.isDst || was.offset === is.offset) return false
  const next = nextTransition(newer, epochSeconds(from - 1))
  return until - from > SHORTEST_WINTER * DAY && (next === null || next.at > until)
}

function turnOf(
  { stretches }: ClockChange,
  older: CompiledZone | undefined,
  newer: CompiledZone | undefined,
): Turn {
  const [first] = stretches
  if (first === undefined || older === undefined || newer === undefined) return 'differs'
  if (stretches.every(({ was, is }) => was.offset === is.offset)) return 'renamed'
  if (stretches.length === 1 && staysThrough(first, newer)) return 'stays'
  const [moved, moves] = [movesAfter(older, first.from), movesAfter(newer, first.from)]
  if (moved !== moves) return moves ? 'starts' : 'stops'
  return !moves && stretches.at(-1)?.until === null ? 'moves' : 'differs'
}
