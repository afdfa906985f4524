// What is shown of a local time type: the name of the standard and letters, never tzdb's digits.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'

/** What is shown of a local time type. */
export interface Shown {
  /** Name of the standard; null: none that anyone has named. */
  readonly name: string | null
  /** tzdb's letters, else the code of the standard; null where there is neither. Never digits. */
  readonly abbreviation: string | null
}

/** From `start` on (null: since ever), while a zone keeps the local time type `type` (its index), this is shown of it. */
export interface ShownRow extends Shown {
  readonly type: number
  readonly start: EpochSeconds | null
}

/** Whether tzdb prints digits (`+03`, or `-00` for the unknown) where others have letters. */
export const isDigits = (abbreviation: string): boolean => /^[+-]/.test(abbreviation)

/** What is shown of the types that nobody has named: tzdb's letters, where it has some. */
export const unnamedRows = ({ types }: CompiledZone): ShownRow[] =>
  types.map(({ abbreviation }, type) => ({
    type,
    start: null,
    name: null,
    abbreviation: isDigits(abbreviation) ? null : abbreviation,
  }))
