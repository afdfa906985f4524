// Turns the lines of one Zone and its Rules into the spans of its history, as zic reads them. SAVE stays as in the source.
import { exactOffset } from '#core/time/offset.ts'
import { faultsIn, type SourceError } from '../source-error.ts'
import type { Clock } from '../parse/tz-fields.ts'
import { faultInAbbreviation, isOffsetInRange } from '../parse/tz-source.ts'
import type { RuleLine, ZoneLine, ZoneRecord } from '../parse/tz-records.ts'
import { occurrencesIn, type Occurrence, type RuleSet } from './rule-set.ts'

/** What clocks show from `start` on, and the lines that say so. All times are in seconds. */
export interface Span {
  /** -Infinity for the first span. */
  readonly start: number
  readonly stdoff: number
  readonly save: number
  readonly isDst: boolean
  /** SAVE and flag as the release has them, even after the rearguard reading changes the others. */
  readonly release: { readonly save: number; readonly isDst: boolean }
  readonly abbreviation: string
  readonly zoneLine: ZoneLine
  /** The Rule in force. Null where there is none. */
  readonly rule: RuleLine | null
}

/** Returns the spans of a Zone in order, until the end of `lastYear`. `ruleSets` must have all rule sets of the release. */
export function spansOf(zone: ZoneRecord, ruleSets: ReadonlyMap<string, RuleSet>, lastYear: number): Span[] {
  const spans: Span[] = []
  // UTC, from the UNTIL of the line before.
  let start = -Infinity
  for (const line of zone.lines) {
    let save = 0
    if (line.rules.kind === 'save') {
      const { seconds, isDst } = line.rules.save
      save = seconds
      spans.push(spanOf(zone, line, null, start, save, isDst))
    } else {
      const set = ruleSets.get(line.rules.name)
      if (set === undefined) throw new Error(`rule set ${line.rules.name} was not checked`)
      save = addRuled(spans, zone, line, set, start, lastYear)
    }
    if (line.until !== null) start = toUtc(line.until.local, line.until.clock, line.stdoff, save)
  }
  return withoutOvertaken(spans)
}

/** Adds the spans of a line whose RULES names a set. Returns the SAVE in force at its end. */
function addRuled(
  spans: Span[],
  zone: ZoneRecord,
  line: ZoneLine,
  set: RuleSet,
  start: number,
  lastYear: number,
): number {
  const { stdoff, until } = line
  let save = 0
  // Whether the span that begins with the line is still to be found.
  let isOpen = true
  // The Rule in force when the line begins. If there is none, the first Rule that leads to standard time gives its letters.
  let inForce: RuleLine | null = null
  let letters: RuleLine | null = null
  const end = until === null ? lastYear : Math.min(until.year, lastYear)
  for (let year = set.firstYear; year <= end; year++) {
    const occurrences = occurrencesIn(set, year)
    if (occurrences.length === 0) continue
    let left: readonly Occurrence[] = occurrences
    while (left.length > 0) {
      const next = earliest(left, stdoff, save, zone, line)
      left = left.length === 1 ? [] : left.filter((occurrence) => occurrence !== next)
      const { rule } = next
      const at = toUtc(next.local, rule.clock, stdoff, save)
      if (until !== null && at >= toUtc(until.local, until.clock, stdoff, save)) {
        if (isOpen && inForce === null && letters === null && rule.save === 0) letters = rule
        break
      }
      save = rule.save
      if (isOpen) {
        if (at === start) isOpen = false
        else if (at < start) {
          inForce = rule
          continue
        } else if (inForce === null && letters === null && isStandard(rule, start)) letters = rule
      }
      spans.push(spanOf(zone, line, rule, at, rule.save, rule.isDst))
    }
  }
  if (isOpen) {
    if (inForce !== null) spans.push(spanOf(zone, line, inForce, start, inForce.save, inForce.isDst))
    else {
      if (letters === null && /[%/]/.test(line.format)) throw faultInLetters(zone, line)
      spans.push(spanOf(zone, line, letters, start, 0, false))
    }
  }
  return save
}

// At the beginning of time zic takes the first Rule that is not daylight saving time. Later it takes the first that leaves the offset
// unchanged.
const isStandard = (rule: RuleLine, start: number): boolean =>
  start === -Infinity ? !rule.isDst : rule.save === 0

/** Returns the earliest occurrence, given the offset in force before it. */
function earliest(
  occurrences: readonly Occurrence[],
  stdoff: number,
  save: number,
  zone: ZoneRecord,
  line: ZoneLine,
): Occurrence {
  let first: Occurrence | undefined
  let firstAt = Infinity
  for (const occurrence of occurrences) {
    const at = toUtc(occurrence.local, occurrence.rule.clock, stdoff, save)
    if (first !== undefined && at === firstAt)
      throw faultsIn(occurrence.rule.source, `Rule ${occurrence.rule.name}`)(
        'same-instant',
        `in Zone ${zone.id} (${line.source.file}:${line.source.line}) it takes effect at the same instant as ${first.rule.source.file}:${first.rule.source.line}`,
      )
    if (at < firstAt) {
      first = occurrence
      firstAt = at
    }
  }
  if (first === undefined) throw new Error('asked for the earliest of no occurrences')
  return first
}

/** Returns the instant at which a clock shows `local`, given the STDOFF and SAVE in force. */
function toUtc(local: number, clock: Clock, stdoff: number, save: number): number {
  if (clock === 'universal') return local
  return clock === 'standard' ? local - stdoff : local - stdoff - save
}

function spanOf(
  zone: ZoneRecord,
  line: ZoneLine,
  rule: RuleLine | null,
  start: number,
  save: number,
  isDst: boolean,
): Span {
  const { stdoff } = line
  if (!isOffsetInRange(stdoff + save))
    throw faultsIn(line.source, `Zone ${zone.id}`)(
      'bad-offset',
      `STDOFF + SAVE is ${stdoff + save} seconds, out of range`,
    )
  const abbreviation = abbreviationOf(zone, line, rule, stdoff + save, isDst)
  return { start, stdoff, save, isDst, release: { save, isDst }, abbreviation, zoneLine: line, rule }
}

function abbreviationOf(
  zone: ZoneRecord,
  line: ZoneLine,
  rule: RuleLine | null,
  offset: number,
  isDst: boolean,
): string {
  const { format } = line
  const slash = format.indexOf('/')
  if (slash >= 0) return isDst ? format.slice(slash + 1) : format.slice(0, slash)
  if (format.includes('%z')) return checked(format.replace('%z', offsetAbbreviation(offset)), zone, line)
  if (!format.includes('%s')) return format
  if (rule === null) throw faultInLetters(zone, line)
  return checked(format.replace('%s', rule.letter), zone, line)
}

const faultInLetters = (zone: ZoneRecord, { source, format }: ZoneLine): SourceError =>
  faultsIn(source, `Zone ${zone.id}`)(
    'bad-abbreviation',
    `FORMAT "${format}" depends on the Rule in force, but none leads to standard time just after the line begins`,
  )

function checked(abbreviation: string, zone: ZoneRecord, line: ZoneLine): string {
  const fault = faultInAbbreviation(abbreviation)
  if (fault !== null)
    throw faultsIn(line.source, `Zone ${zone.id}`)('bad-abbreviation', `FORMAT "${line.format}" ${fault}`)
  return abbreviation
}

/** The text for `%z`: `+hh`, `+hhmm` or `+hhmmss`, the shortest that is exact. */
const offsetAbbreviation = (offset: number): string =>
  exactOffset(offset)
    .replace(/(?::00)+$/, '')
    .replaceAll(':', '')

/**
 * Sorts spans by time and removes each span that the next one overtakes. A change overtakes the one before it if its wall reading is not
 * later than that of the one before. zic does the same. Otherwise Rules and UNTILs that mean one moment would give spans of a few
 * minutes.
 */
function withoutOvertaken(spans: readonly Span[]): Span[] {
  const ordered = spans.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const kept: Span[] = []
  for (const span of ordered) {
    const last = kept.at(-1)
    const before = kept.at(-2)
    if (
      last !== undefined &&
      before !== undefined &&
      span.start + last.stdoff + last.save <= last.start + before.stdoff + before.save
    )
      kept[kept.length - 1] = { ...span, start: last.start }
    else kept.push(span)
  }
  return kept
}
