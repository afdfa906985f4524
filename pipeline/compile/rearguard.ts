// Converts spans with negative SAVE to the rearguard reading: winter is standard time and SAVE is never negative (decision 0003).
import { DAY } from '#core/time/civil.ts'
import { LATE_STANDARDS } from '../curated/columns.ts'
import type { ZoneLine } from '../parse/tz-records.ts'
import type { RuleSet } from './rule-set.ts'
import type { Span } from './zone-spans.ts'

// Under a Zone line with negative SAVE, SAVE 0 is summer time. This does not hold before the first winter if that winter is more than a
// year away: Ireland's three years to 1971 and Namibia's four to 1994 are standard time, Morocco's autumn of 2018 is not.
const LONGEST_FIRST_SUMMER = 366 * DAY

/**
 * Returns the spans in the rearguard reading. Offsets and abbreviations stay the same. STDOFF, SAVE and the flag are counted from winter
 * time. `endOfLast` is the instant, in seconds, at which the footer takes over from the last span: Infinity when it never does.
 */
export function rearguardReading(
  zoneId: string,
  spans: readonly Span[],
  ruleSets: ReadonlyMap<string, RuleSet>,
  endOfLast: number,
): readonly Span[] {
  if (!spans.some((span) => negativeSaveOf(span.zoneLine, ruleSets) < 0 || isOddStandard(span))) return spans
  return spans.flatMap((span, i) => {
    const negative = negativeSaveOf(span.zoneLine, ruleSets)
    if (span.save < 0 && span.isDst) return [turned(span, negative)]
    if (isOddStandard(span)) return [{ ...span, stdoff: span.stdoff + span.save, save: 0 }]
    if (negative === 0 || span.save !== 0 || span.isDst) return [span]
    const isWinter = (other: Span): boolean => other.zoneLine === span.zoneLine && other.save < 0
    const after = spans[i + 1]
    const end = after?.start ?? endOfLast
    if (!spans.slice(0, i).some(isWinter)) {
      const comesSoon = after !== undefined && isWinter(after) && end - span.start <= LONGEST_FIRST_SUMMER
      return [comesSoon ? turned(span, negative) : span]
    }
    const since = lateStandardOf(zoneId)
    if (since === null || since <= span.start || since >= end) return [turned(span, negative)]
    return [turned(span, negative), { ...span, start: since, rule: null }]
  })
}

/** Returns the negative SAVE that a Zone line can have, in seconds. 0 when it has none. */
export function negativeSaveOf(line: ZoneLine, ruleSets: ReadonlyMap<string, RuleSet>): number {
  if (line.rules.kind === 'save') return line.rules.isDst ? Math.min(0, line.rules.save) : 0
  return ruleSets.get(line.rules.name)?.negativeSave ?? 0
}

// `1:00s`: a SAVE that the source itself marks as standard time.
const isOddStandard = (span: Span): boolean => span.save !== 0 && !span.isDst

function turned(span: Span, negative: number): Span {
  const save = span.save - negative
  return { ...span, stdoff: span.stdoff + negative, save, isDst: save !== 0 }
}

function lateStandardOf(zoneId: string): number | null {
  const row = LATE_STANDARDS.find((one) => one.zone === zoneId)
  return row === undefined ? null : Date.parse(row.standardSince) / 1000
}
