// Compiles the records of a tz release into zones: intervals with the lines that made them, listed through 2037, and a footer.
import {
  isSameReading,
  posixTzOf,
  type CompiledZone,
  type Footer,
  type LocalTimeType,
  type ReleaseChange,
  type SourceLine,
  type YearlyChange,
} from '#core/zone/compiled-zone.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import { byText } from '#core/order.ts'
import type { RuleLine, TzLines, ZoneLine, ZoneRecord } from '../parse/tz-records.ts'
import { negativeSaveOf, rearguardReading } from './rearguard.ts'
import { ruleSetsOf, type RuleSet } from './rule-set.ts'
import { endingOf, type Ending, type RuleChange } from './yearly-rules.ts'
import { spansOf, type Span } from './zone-spans.ts'

/** Transitions are listed at least through this year (decision 0004). */
const LISTED_THROUGH = 2037

/** The Gregorian calendar, weekdays included, repeats after this many years. */
const CYCLE = 400

/** Returns the Zones of a release, compiled, in code-unit order of their ids. `resolveLinks` handles Links. */
export function compileZones(lines: TzLines): CompiledZone[] {
  const ruleSets = ruleSetsOf(lines)
  return lines.zones.toSorted(byText(({ id }) => id)).map((zone) => compileZone(zone, ruleSets))
}

function compileZone(zone: ZoneRecord, ruleSets: ReadonlyMap<string, RuleSet>): CompiledZone {
  const lastLine = zone.lines.at(-1)
  if (lastLine === undefined) throw new Error(`Zone ${zone.id} has no lines`)
  const { rules } = lastLine
  const ending = endingOf(lastLine, ruleSets)
  const lastUntil = zone.lines.at(-2)?.until?.year ?? 0
  const steadyFrom = rules.kind === 'named' ? (ruleSets.get(rules.name)?.steadyFrom ?? 0) : 0
  // One year more than the first steady one, so that both Rules of a footer have occurred once.
  const lastYear = Math.max(LISTED_THROUGH, lastUntil + 1, steadyFrom + 1)
  const spans = spansOf(zone, ruleSets, ending.kind === 'cycle' ? lastYear + CYCLE : lastYear)
  const lastStart = spans.at(-1)?.start ?? 0
  // A span of a footer or a cycle never lasts for ever. Any end within a year tells this to the rearguard reading.
  const read = rearguardReading(zone.id, spans, ruleSets, ending.kind === 'fixed' ? Infinity : lastStart + 1)
  return zoneOf(zone.id, read, ending, negativeSaveOf(lastLine, ruleSets))
}

/** A zone with these spans. It lists each of its types and lines once. */
function zoneOf(id: string, spans: readonly Span[], ending: Ending, negative: number): CompiledZone {
  const types: LocalTimeType[] = []
  const typeByText = new Map<string, LocalTimeType>()
  const lines: SourceLine[] = []
  const typeIn = ({ stdoff, save, isDst, release, abbreviation }: Span): LocalTimeType => {
    const type = {
      offset: offsetSeconds(stdoff + save),
      stdoff: offsetSeconds(stdoff),
      save: offsetSeconds(save),
      isDst,
      releaseSave: offsetSeconds(release.save),
      releaseIsDst: release.isDst,
      abbreviation,
    }
    const text = JSON.stringify(type)
    const known = typeByText.get(text)
    if (known !== undefined) return known
    typeByText.set(text, type)
    types.push(type)
    return type
  }
  const lineIndexes = (line: ZoneLine, rule: RuleLine | null): number[] =>
    [line, ...(rule === null ? [] : [rule])].map(({ source }) => {
      const known = lines.indexOf(source)
      return known < 0 ? lines.push(source) - 1 : known
    })

  const starts: EpochSeconds[] = []
  const typeOf: number[] = []
  const linesOf: number[][] = []
  const releaseChanges: ReleaseChange[] = []
  for (const span of spans) {
    const type = typeIn(span)
    const made = lineIndexes(span.zoneLine, span.rule)
    const last = linesOf.at(-1)
    const shown = types[typeOf.at(-1) ?? -1]
    if (last !== undefined && shown !== undefined && isSameReading(shown, type)) {
      // Clocks do not change here, so this stays one interval with the lines of both. The release's own reading may still differ.
      for (const line of made) if (!last.includes(line)) last.push(line)
      const change = releaseChanges.at(-1)
      const isLater = change !== undefined && change.at > (starts.at(-1) ?? -Infinity)
      if (type !== (isLater ? types[change.type] : shown))
        releaseChanges.push({ at: epochSeconds(span.start), type: types.indexOf(type) })
      continue
    }
    if (typeOf.length > 0) starts.push(epochSeconds(span.start))
    typeOf.push(types.indexOf(type))
    linesOf.push(made)
  }

  const footerChange = ({ rule, day, time }: RuleChange): YearlyChange => {
    const span = spans.findLast((one) => one.rule === rule)
    if (span === undefined) throw new Error(`Zone ${id}: a Rule of the footer was never listed`)
    return { day, time, type: types.indexOf(typeIn(span)), lines: lineIndexes(span.zoneLine, rule) }
  }
  const footerOf = (): Footer => {
    if (ending.kind !== 'yearly') return ending
    const [one, other] = [footerChange(ending.toStandard), footerChange(ending.toDaylight)]
    // Where SAVE is negative, the source's daylight saving time is winter, which is standard time in this reading.
    const [toStandard, toDaylight] = negative < 0 ? [other, one] : [one, other]
    return { kind: 'yearly', toStandard, toDaylight }
  }
  const footer = footerOf()
  const posixTz = posixTzOf({ types, typeOf, footer })
  return { id, types, lines, starts, typeOf, linesOf, releaseChanges, footer, posixTz }
}
