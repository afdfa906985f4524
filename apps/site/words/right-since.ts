// Since which tz release a zone's clock has been right: where older releases have another one or none, and the changes that they expected in vain.
import type { History } from '#core/artifact/history.ts'
import { clockStretches, untilRepeated } from '#core/compare/stretches.ts'
import { oncePer } from '#core/once-per.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { movesBetween, type Transition } from '#core/zone/transitions.ts'

/** The clocks of a zone that older releases had, the newest first, each with the release after it. */
const othersOf = oncePer((history: History) => {
  const known = new Map<string, readonly OtherClock[]>()
  return (id: string): readonly OtherClock[] => {
    const found = known.get(id) ?? otherClocks(history, id)
    known.set(id, found)
    return found
  }
})

interface OtherClock {
  /** The last release with this clock. */
  readonly release: string
  /** The release after it, which had another one. */
  readonly next: string
  /** Null: the release does not have the name. */
  readonly zone: CompiledZone | null
}

function otherClocks(history: History, id: string): OtherClock[] {
  const names = history.releases.toReversed()
  return names.slice(1).flatMap((release, index): OtherClock[] => {
    const next = names[index] ?? release
    const clocks = history.clocks(release)
    const zone = clocks?.zone(id) ?? null
    if (zone === null) return history.clocks(next)?.zone(id) == null ? [] : [{ release, next, zone }]
    return clocks?.changedZoneIds.includes(id) === true ? [{ release, next, zone }] : []
  })
}

/** The clock of one zone by the available releases, from an instant on. */
export type RightSince = NonNullable<ReturnType<typeof rightSince>>

/**
 * Since when a clock has been right in what it shows from `now` on. `older` is the last release with another one, and `wrong` the first
 * difference, or null where that release does not have the name. Null: no release is available.
 */
export function rightSince(history: History, zone: CompiledZone, now: EpochSeconds) {
  const [oldest] = history.releases
  if (oldest === undefined) return null
  for (const { release, next, zone: other } of othersOf(history)(zone.id)) {
    if (other === null) return { release: next, older: { release, wrong: null }, oldest }
    const { stretches, goesOn } = untilRepeated(clockStretches(other, zone), [other, zone], now)
    const [first, ...more] = stretches.filter(
      ({ was, is, until }) => was.offset !== is.offset && (until === null || until > now),
    )
    if (first === undefined) continue
    const wrong = { first, isMore: goesOn || more.length > 0 }
    return { release: next, older: { release, wrong }, oldest }
  }
  return { release: oldest, older: null, oldest }
}

/** The moves of a clock between two instants that an older release expected and that do not come. In order, each once. */
export function expectedInVain(
  history: History,
  zone: CompiledZone,
  from: EpochSeconds,
  until: EpochSeconds,
): { readonly change: Transition; readonly release: string; readonly next: string }[] {
  const seen = new Set(movesBetween(zone, from, until).map(({ at }) => at))
  return othersOf(history)(zone.id)
    .flatMap(({ release, next, zone: other }) =>
      (other === null ? [] : movesBetween(other, from, until)).flatMap((change) => {
        if (seen.has(change.at)) return []
        seen.add(change.at)
        return [{ change, release, next }]
      }),
    )
    .toSorted((one, other) => one.change.at - other.change.at)
}
