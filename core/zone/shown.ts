// A local time type → what answers show for it: the name of the standard and letters, never tzdb's digits.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'

/** The fields that answers show for a local time type. */
export interface TypeName {
  /** Name of the standard; null if it has no name. */
  readonly name: string | null
  /** tzdb's letters, else the code of the standard; null if there is neither. Never digits. */
  readonly abbreviation: string | null
}

/** The fields that answers show from `start` on (null: always) while a zone has the local time type with the index `type`. */
export interface ShownRow extends TypeName {
  readonly type: number
  readonly start: EpochSeconds | null
}

/** Whether tzdb has digits (`+03`, or `-00` for the unknown) in place of letters. */
export const isDigits = (abbreviation: string): boolean => /^[+-]/.test(abbreviation)

/** The name that answers show for types without one: tzdb's letters, if there are any. */
export const unnamedRows = ({ types }: CompiledZone): ShownRow[] =>
  types.map(({ abbreviation }, type) => ({
    type,
    start: null,
    name: null,
    abbreviation: isDigits(abbreviation) ? null : abbreviation,
  }))
