// The clocks of a tz release whose sources are not available: each zone has the clock of the release before or after it, whichever the data
// of moment-timezone agrees with.
import { CommandError } from '#open/program/command-error.ts'
import type { DatedClocks } from '#core/artifact/history.ts'
import { clockStretches, type Reading } from '#core/compare/stretches.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { MomentData, ShownClock } from '../parse/moment-data.ts'
import { TZ_DAYS } from '../sources/embedded.ts'

/** moment-timezone's data ends with 2037. */
const END = epochSeconds(Date.UTC(2037, 0) / 1000)

/**
 * Returns the clocks of the data's release, from the nearest ones before and after it among some releases. Throws a CommandError when one
 * of the two is missing, or when it has other zones than the data's release can have, or when the data does not say which of two clocks a
 * zone has.
 */
export function releaseBetween(data: MomentData, releases: readonly DatedClocks[]): DatedClocks {
  const { release } = data
  const inOrder = releases.toSorted((one, other) => (one.release < other.release ? -1 : 1))
  const older = inOrder.findLast((one) => one.release < release)
  const newer = inOrder.find((one) => one.release > release)
  if (older === undefined || newer === undefined) {
    const given = inOrder.map((one) => one.release).join(', ')
    throw new CommandError(`${release}: expected a release before it and one after it, found ${given}`, 1)
  }
  const before = new Map(older.zones.map((zone) => [zone.id, zone]))
  const zones = newer.zones.map((is) => {
    const was = before.get(is.id)
    const zone = was === undefined ? null : agreeing(data, was, is)
    if (zone !== null) return zone
    throw new CommandError(
      `${release}: ${is.id} has neither the clock of ${older.release} nor that of ${newer.release}`,
      1,
    )
  })
  if (zones.length < before.size) {
    throw new CommandError(`${release}: ${newer.release} has fewer zones than ${older.release}`, 1)
  }
  return { release, releasedOn: TZ_DAYS.get(release) ?? null, zones, aliases: newer.aliases }
}

/** The clock, of two of one zone, that the data has wherever they differ. Null if it has now one and now the other. */
function agreeing(data: MomentData, was: CompiledZone, is: CompiledZone): CompiledZone | null {
  const stretches = clockStretches(was, is).filter(({ from }) => from < END)
  const agreed = new Set<CompiledZone>()
  for (const stretch of stretches) {
    const shown = data.shownAt(is.id, stretch.from)
    const [asWas, asIs] = [isShown(stretch.was, shown), isShown(stretch.is, shown)]
    if (asWas !== asIs) agreed.add(asWas ? was : is)
  }
  const [zone, other] = agreed
  if (stretches.length === 0) return is
  return other === undefined ? (zone ?? null) : null
}

const isShown = ({ offset, abbreviation }: Reading, shown: ShownClock | null): boolean =>
  shown?.offset === offset && shown.abbreviation === abbreviation
