// A zone, a local time type and an instant → the name and abbreviation to show, and the standard if it has an entry.
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import type { Standard, Standards } from './standards.ts'
import type { Shown, Zone } from './zones.ts'

export interface StandardInForce extends Shown {
  /** Undefined if the name has no entry, as for standards of the past. */
  readonly standard: Standard | undefined
}

/** The standard in force while a zone has a local time type. */
export function standardInForce(
  zone: Zone,
  type: LocalTimeType,
  at: EpochSeconds,
  standards: Standards,
): StandardInForce {
  const shown = zone.shown(type, at)
  return { ...shown, standard: shown.name === null ? undefined : standards.byName.get(shown.name) }
}
