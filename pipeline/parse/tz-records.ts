// Records for the lines of a tz release: Rules, Zones and Links, each with the line that it came from.
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import type { Clock, DayOfMonth, Save, TimeOfDay } from './tz-fields.ts'

/** A file of a release: its name there, and its text. */
export interface SourceFile {
  readonly name: string
  readonly text: string
}

/** One Rule line: in the years `from`–`to`, at a day and a time, clocks change to STDOFF + SAVE. */
export interface RuleLine extends TimeOfDay, Save {
  readonly source: SourceLine
  readonly name: string
  /** -Infinity for `minimum`. */
  readonly from: number
  /** Infinity for `maximum`. */
  readonly to: number
  /** 1–12 */
  readonly month: number
  readonly on: DayOfMonth
  /** The text for `%s` in FORMAT. Empty where the line has `-`. */
  readonly letter: string
}

/** The RULES column of a Zone line: a fixed SAVE (0 for `-`), or the name of a rule set. */
export type ZoneRules = ({ readonly kind: 'save' } & Save) | { readonly kind: 'named'; readonly name: string }

/** The end of a Zone line, exclusive, as a reading of a clock. */
export interface Until {
  readonly year: number
  /** Seconds since 1970-01-01T00:00:00 on that clock. */
  readonly local: number
  readonly clock: Clock
}

/** A Zone line without its name, or a continuation line. It holds until UNTIL. */
export interface ZoneLine {
  readonly source: SourceLine
  /** Seconds. */
  readonly stdoff: number
  readonly rules: ZoneRules
  readonly format: string
  /** Null on the last line, which has no end. */
  readonly until: Until | null
}

/** A Zone line and its continuation lines. */
export interface ZoneRecord {
  readonly id: string
  readonly source: SourceLine
  readonly lines: readonly ZoneLine[]
}

/** A Link line. */
export interface LinkLine {
  readonly source: SourceLine
  readonly target: string
  readonly linkName: string
  /**
   * The nearer target, from the release's own `#= TARGET1` comment. `target` is then only the end of the chain. Null when there is no
   * such comment.
   */
  readonly via: string | null
}

/** All records of a source, in the order of its lines. */
export interface TzLines {
  readonly rules: readonly RuleLine[]
  readonly zones: readonly ZoneRecord[]
  readonly links: readonly LinkLine[]
}
