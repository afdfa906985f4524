// (zone, local time type, instant) → the named standard that the zone keeps, and the abbreviation it goes by.
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import type { Standard, Standards } from './standards.ts'
import type { Zone } from './zones.ts'

export interface StandardInForce {
  /** Null where nobody has named it. */
  readonly name: string | null
  /** Undefined where the name has no entry: standards of the past. */
  readonly standard: Standard | undefined
  /** tzdb's letters, else the code of the standard; null where there is neither. Never digits. */
  readonly abbreviation: string | null
  /** The name holds from here … */
  readonly from: number
  /** … until just before here. */
  readonly until: number
}

/** The standard in force while a zone keeps a type. */
export function standardInForce(
  zone: Zone,
  type: LocalTimeType,
  at: EpochSeconds,
  standards: Standards,
): StandardInForce {
  const { name, from, until } = zone.standardName(type, at)
  const standard = name === null ? undefined : standards.byName.get(name)
  const isDigits = /^[+-]/.test(type.abbreviation)
  return {
    name,
    standard,
    abbreviation: isDigits ? (standard?.code ?? null) : type.abbreviation,
    from,
    until,
  }
}
