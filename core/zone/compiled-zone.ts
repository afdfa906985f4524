// The compiled form of one zone: what its clocks did, do and will do, and the source lines that say so.
import type { EpochSeconds, OffsetSeconds } from '../time/units.ts'

/** One line of the tz release: file name as in the release, 1-based line number, the line as it stands there. */
export interface SourceLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** What a transition switches to. `offset` = `stdoff` + `save`; `isDst`, `stdoff` and `save` are the rearguard reading. */
export interface LocalTimeType {
  readonly offset: OffsetSeconds
  readonly stdoff: OffsetSeconds
  readonly save: OffsetSeconds
  readonly isDst: boolean
  /** tzdb's letters or digits, as zic writes them: `CET`, `+03`, `-00`. */
  readonly abbreviation: string
}

/** The day and wall time of a change that comes every year (POSIX `Mm.w.d/time`, `Jn` or `n`). */
export type YearlyDay =
  | { readonly kind: 'weekday'; readonly month: number; readonly week: number; readonly weekday: number }
  | { readonly kind: 'julian'; readonly day: number }
  | { readonly kind: 'zero-based'; readonly day: number }

export interface YearlyChange {
  readonly day: YearlyDay
  /** Wall-clock seconds after midnight of that day, by the clock in force before the change; may be negative or past 24 h. */
  readonly time: number
  /** Index into `types` of what it switches to. */
  readonly type: number
  /** Indexes into `lines`. */
  readonly lines: readonly number[]
}

/** What happens after the last listed transition. */
export type Footer =
  /** The last interval never ends. */
  | { readonly kind: 'fixed' }
  /** Two changes a year, for ever. */
  | { readonly kind: 'yearly'; readonly toStandard: YearlyChange; readonly toDaylight: YearlyChange }
  /** Rules that no POSIX TZ rule can say: the last 400 listed years repeat. */
  | { readonly kind: 'cycle' }

/**
 * Interval i runs from `starts[i - 1]` (inclusive; i = 0 is unbounded below) to `starts[i]` (exclusive), has the local time
 * type `types[typeOf[i]]`, and was made by the lines `lines[linesOf[i][…]]`.
 */
export interface CompiledZone {
  readonly id: string
  readonly types: readonly LocalTimeType[]
  readonly lines: readonly SourceLine[]
  readonly starts: readonly EpochSeconds[]
  readonly typeOf: readonly number[]
  readonly linesOf: readonly (readonly number[])[]
  readonly footer: Footer
  /** The footer as a POSIX TZ string in the rearguard reading (`GMT0IST,M3.5.0/1,M10.5.0`); null for a cycle. */
  readonly posixTz: string | null
}

/** Start inclusive, end exclusive; null when unbounded. The local time type is constant inside. */
export interface Interval {
  readonly start: EpochSeconds | null
  readonly end: EpochSeconds | null
  readonly type: LocalTimeType
  /** The lines of the release that made it. */
  readonly why: readonly SourceLine[]
}
