// Turns the lines of one Zone and its Rules into the spans of its history, with their letters (FORMAT), as zic reads them. SAVE stays as in
// the source.
import { exactOffset } from '#core/time/offset.ts'
import { faultsIn, type SourceError } from '../source-error.ts'
import type { Save } from '../parse/tz-fields.ts'
import { faultInAbbreviation, isOffsetInRange } from '../parse/tz-source.ts'
import type { RuleLine, Until, ZoneLine, ZoneRecord } from '../parse/tz-records.ts'
import { occurrencesIn, type RuleSet } from './rule-set.ts'

/** The reading of clocks from `start` on, with the lines that say so. All times are in seconds. */
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
      save = line.rules.save
      spans.push(spanOf(zone, line, null, start, line.rules))
    } else {
      const set = ruleSets.get(line.rules.name)
      if (set === undefined) throw new Error(`rule set ${line.rules.name} was not checked`)
      save = addRuled(spans, zone, line, set, start, lastYear)
    }
    if (line.until !== null) start = toUtc(line.until, line.stdoff, save)
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
  const utcOf = (reading: Pick<Until, 'local' | 'clock'>): number => toUtc(reading, stdoff, save)
  const end = until === null ? lastYear : Math.min(until.year, lastYear)
  for (let year = set.firstYear; year <= end; year++) {
    let left = occurrencesIn(set, year)
    while (left.length > 0) {
      const next = left.reduce((first, one) => {
        if (utcOf(one) === utcOf(first)) throw faultInOrder(zone, line, one.rule, first.rule)
        return utcOf(one) < utcOf(first) ? one : first
      })
      left = left.filter((occurrence) => occurrence !== next)
      const { rule } = next
      const at = utcOf(next)
      if (until !== null && at >= utcOf(until)) {
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
      spans.push(spanOf(zone, line, rule, at, rule))
    }
  }
  if (isOpen) {
    if (inForce === null && letters === null && /[%/]/.test(line.format)) throw faultInLetters(zone, line)
    spans.push(spanOf(zone, line, inForce ?? letters, start, inForce ?? { save: 0, isDst: false }))
  }
  return save
}

// At the beginning of time zic takes the first Rule that is not daylight saving time. Later it takes the first that leaves the offset
// unchanged.
const isStandard = (rule: RuleLine, start: number): boolean =>
  start === -Infinity ? !rule.isDst : rule.save === 0

/** The fault of two Rules that take effect at one instant: nobody knows which is in force then. */
const faultInOrder = (zone: ZoneRecord, line: ZoneLine, rule: RuleLine, first: RuleLine): SourceError =>
  faultsIn(rule.source, `Rule ${rule.name}`)(
    'same-instant',
    `in Zone ${zone.id} (${line.source.file}:${line.source.line}) it takes effect at the same instant as ${first.source.file}:${first.source.line}`,
  )

/** Returns the instant at which a clock shows `local`, given the STDOFF and SAVE in force. */
function toUtc({ local, clock }: Pick<Until, 'local' | 'clock'>, stdoff: number, save: number): number {
  if (clock === 'universal') return local
  return clock === 'standard' ? local - stdoff : local - stdoff - save
}

function spanOf(
  zone: ZoneRecord,
  line: ZoneLine,
  rule: RuleLine | null,
  start: number,
  { save, isDst }: Save,
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
  if (!/%[sz]/.test(format)) return format
  if (rule === null && format.includes('%s')) throw faultInLetters(zone, line)
  const abbreviation = format.replace('%z', offsetAbbreviation(offset)).replace('%s', rule?.letter ?? '')
  const fault = faultInAbbreviation(abbreviation)
  if (fault !== null)
    throw faultsIn(line.source, `Zone ${zone.id}`)('bad-abbreviation', `FORMAT "${format}" ${fault}`)
  return abbreviation
}

const faultInLetters = (zone: ZoneRecord, { source, format }: ZoneLine): SourceError =>
  faultsIn(source, `Zone ${zone.id}`)(
    'bad-abbreviation',
    `FORMAT "${format}" depends on the Rule in force, but none leads to standard time just after the line begins`,
  )

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
