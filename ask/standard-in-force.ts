// (zone, local time type, instant) → what is shown: the name and the abbreviation, and the standard's entry where it has one.
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import type { Standard, Standards } from './standards.ts'
import type { Shown, Zone } from './zones.ts'

export interface StandardInForce extends Shown {
  /** Undefined where the name has no entry: standards of the past. */
  readonly standard: Standard | undefined
}

/** The standard in force while a zone keeps a type. */
export function standardInForce(
  zone: Zone,
  type: LocalTimeType,
  at: EpochSeconds,
  standards: Standards,
): StandardInForce {
  const shown = zone.shown(type, at)
  return { ...shown, standard: shown.name === null ? undefined : standards.byName.get(shown.name) }
}
