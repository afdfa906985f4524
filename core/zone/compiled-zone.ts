// The compiled form of one zone: its clock in the past, now and in the future, also as a POSIX TZ text, and the source lines behind it.
import type { ArtifactErrorCode } from '../artifact/artifact-error.ts'
import type { Finding } from '../finding.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import { writePosixTz } from './footer.ts'
import type { YearlyDay } from './yearly-day.ts'
import { isZoneName } from './zone-name.ts'

/** One line of the tz release: the file's name in the release, the line number from 1, and the text as it is there. */
export interface SourceLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

/**
 * The clock between two transitions. `offset` = `stdoff` + `save`. `stdoff`, `save` and `isDst` are the rearguard reading, which answers use.
 * `releaseSave` and `releaseIsDst` are the release's own reading: its SAVE may be negative, and its STDOFF is `offset` − `releaseSave`.
 */
export interface LocalTimeType {
  readonly offset: OffsetSeconds
  readonly stdoff: OffsetSeconds
  readonly save: OffsetSeconds
  readonly isDst: boolean
  readonly releaseSave: OffsetSeconds
  readonly releaseIsDst: boolean
  /** The letters or digits of tzdb, as zic writes them: `CET`, `+03`, `-00`. */
  readonly abbreviation: string
}

export interface YearlyChange {
  readonly day: YearlyDay
  /** Seconds after midnight of that day, by the clock before the change. May be negative or more than 24 h. */
  readonly time: number
  /** Index into `types` of the type after the change. */
  readonly type: number
  /** Indexes into `lines`. */
  readonly lines: readonly number[]
}

/** The rule after the last listed transition. */
export type Footer =
  /** The last interval never ends. */
  | { readonly kind: 'fixed' }
  /** Two changes in every year, for ever. */
  | { readonly kind: 'yearly'; readonly toStandard: YearlyChange; readonly toDaylight: YearlyChange }
  /** Rules that a POSIX TZ rule cannot express: the last 400 listed years repeat. */
  | { readonly kind: 'cycle' }

/** From `at` on, the release reads the clock as `types[type]`, until the interval ends or the next such change comes. */
export interface ReleaseChange {
  readonly at: EpochSeconds
  readonly type: number
}

/**
 * Interval i goes from `starts[i - 1]` (inclusive; interval 0 has no beginning) to `starts[i]` (exclusive). Its local time type is
 * `types[typeOf[i]]`. The lines `lines[linesOf[i][…]]` made it.
 */
export interface CompiledZone {
  readonly id: string
  readonly types: readonly LocalTimeType[]
  readonly lines: readonly SourceLine[]
  readonly starts: readonly EpochSeconds[]
  readonly typeOf: readonly number[]
  readonly linesOf: readonly (readonly number[])[]
  /** Changes of the release's own reading inside an interval, where nothing else changes (Morocco, October 2018); in order of time. */
  readonly releaseChanges: readonly ReleaseChange[]
  readonly footer: Footer
  /** The footer as a POSIX TZ string in the rearguard reading (`GMT0IST,M3.5.0/1,M10.5.0`); null for a cycle. */
  readonly posixTz: string | null
}

/** A stretch with one local time type. The start is inclusive, the end exclusive; null if there is none. */
export interface Interval {
  readonly start: EpochSeconds | null
  readonly end: EpochSeconds | null
  readonly type: LocalTimeType
  /** The lines of the release that made the interval. */
  readonly why: readonly SourceLine[]
}

// A POSIX TZ text, and so a footer, cannot have more than 24 hours.
const MOST_OFFSET = 24 * 3600

/**
 * The faults of a compiled zone, by the invariants of CompiledZone. It is called after compiling and after reading. A file of clocks has no
 * source lines: with `without lines` they may be missing.
 */
export function checkZone(
  zone: CompiledZone,
  reading: 'with lines' | 'without lines' = 'with lines',
): Finding<ArtifactErrorCode>[] {
  const findings: Finding<ArtifactErrorCode>[] = []
  const say = (code: ArtifactErrorCode, message: string): void => {
    findings.push({ code, about: zone.id, message })
  }
  if (!isZoneName(zone.id)) say('zone-id', `${JSON.stringify(zone.id)} is not a zone identifier`)

  const { starts, typeOf, linesOf, types, lines, footer } = zone
  if (typeOf.length !== starts.length + 1 || linesOf.length !== typeOf.length)
    say(
      'zone-lengths',
      `${starts.length} starts need ${starts.length + 1} types and lines, found ${typeOf.length} and ${linesOf.length}`,
    )
  for (const [i, start] of starts.entries()) {
    const before = starts[i - 1]
    if (!Number.isSafeInteger(start)) say('zone-start', `start ${i} is ${start}, not a whole second`)
    else if (before !== undefined && start <= before)
      say('zone-order', `start ${i} (${start}) is not after the one before it (${before})`)
  }
  for (const [i, index] of typeOf.entries()) {
    if (types[index] === undefined)
      say('zone-type-index', `interval ${i} has type ${index} of ${types.length}`)
    const [type, before] = [types[index], types[typeOf[i - 1] ?? -1]]
    if (type !== undefined && before !== undefined && isSameReading(type, before))
      say('zone-no-change', `interval ${i} has the type of the one before it`)
  }
  for (const [i, indexes] of linesOf.entries()) {
    if (indexes.length === 0 && reading === 'with lines')
      say('zone-no-lines', `interval ${i} has no source lines`)
    for (const index of indexes)
      if (lines[index] === undefined)
        say('zone-line-index', `interval ${i} names line ${index} of ${lines.length}`)
  }
  for (const [i, type] of types.entries()) {
    const { offset, stdoff, save, isDst, abbreviation } = type
    if (offset !== stdoff + save)
      say('type-sum', `type ${i}: offset ${offset} is not STDOFF ${stdoff} + SAVE ${save}`)
    if (!(Math.abs(offset) <= MOST_OFFSET)) say('type-offset', `type ${i}: offset ${offset} is out of range`)
    if (save < 0 || (save > 0 && !isDst))
      say(
        'type-save',
        `type ${i}: SAVE ${save} with isDst ${isDst} is not the rearguard reading (decision 0003)`,
      )
    if (!(Math.abs(type.releaseSave) <= MOST_OFFSET))
      say('type-release-save', `type ${i}: the release's SAVE ${type.releaseSave} is out of range`)
    if (!/^[A-Za-z0-9+-]{3,}$/.test(abbreviation))
      say('type-abbreviation', `type ${i}: ${JSON.stringify(abbreviation)} is not an abbreviation`)
  }
  for (const { at, type } of zone.releaseChanges) {
    const inside = starts.filter((start) => start <= at)
    const [shown, read] = [types[typeOf[inside.length] ?? -1], types[type]]
    const isInside = Number.isSafeInteger(at) && inside.at(-1) !== at
    if (!isInside || shown === undefined || read === undefined || !isSameReading(shown, read))
      say(
        'release-change',
        `at ${at} the release's reading alone becomes type ${type}, which is another clock`,
      )
  }
  findings.push(...checkFooter(zone, footer))
  return findings
}

/** Whether two types are the same in answers. The release's own reading does not count. */
export const isSameReading = (one: LocalTimeType, other: LocalTimeType): boolean =>
  one.offset === other.offset &&
  one.save === other.save &&
  one.isDst === other.isDst &&
  one.abbreviation === other.abbreviation

/** The POSIX TZ text of a zone's footer; null for a cycle, or if a type is missing. */
export function posixTzOf({
  types,
  typeOf,
  footer,
}: Pick<CompiledZone, 'types' | 'typeOf' | 'footer'>): string | null {
  if (footer.kind === 'cycle') return null
  if (footer.kind === 'fixed') {
    const last = types[typeOf.at(-1) ?? -1]
    return last === undefined ? null : fixedPosixTz(last)
  }
  const standard = types[footer.toStandard.type]
  const daylight = types[footer.toDaylight.type]
  if (standard === undefined || daylight === undefined) return null
  return writePosixTz({
    standard,
    daylight: { ...daylight, start: footer.toDaylight, end: footer.toStandard },
  })
}

/** POSIX has no daylight saving time for ever. It is written as a whole year of it, which ends when the next year begins. */
function fixedPosixTz(type: LocalTimeType): string {
  if (!type.isDst) return writePosixTz({ standard: type, daylight: null })
  return writePosixTz({
    standard: { abbreviation: 'XXX', offset: offsetSeconds(type.offset - 3600) },
    daylight: {
      ...type,
      start: { day: { kind: 'zero-based', day: 0 }, time: 0 },
      end: { day: { kind: 'julian', day: 365 }, time: 25 * 3600 },
    },
  })
}

function checkFooter(zone: CompiledZone, footer: Footer): Finding<ArtifactErrorCode>[] {
  const findings: Finding<ArtifactErrorCode>[] = []
  const say = (code: ArtifactErrorCode, message: string): void => {
    findings.push({ code, about: zone.id, message })
  }
  if ((footer.kind === 'cycle') !== (zone.posixTz === null))
    say('footer-text', `a footer of kind ${footer.kind} comes with posixTz ${String(zone.posixTz)}`)
  const lastType = zone.typeOf.at(-1)
  if (zone.posixTz !== null && zone.posixTz !== posixTzOf(zone))
    say('footer-text', `posixTz is ${zone.posixTz}, its types and days make ${String(posixTzOf(zone))}`)
  if (footer.kind !== 'yearly') return findings
  for (const [name, change] of [
    ['toStandard', footer.toStandard],
    ['toDaylight', footer.toDaylight],
  ] as const) {
    const type = zone.types[change.type]
    if (type === undefined)
      say('footer-type-index', `${name} has type ${change.type} of ${zone.types.length}`)
    else if (type.isDst !== (name === 'toDaylight'))
      say('footer-flag', `${name} leads to isDst ${type.isDst}`)
    for (const index of change.lines)
      if (zone.lines[index] === undefined)
        say('footer-line-index', `${name} names line ${index} of ${zone.lines.length}`)
  }
  if (lastType !== footer.toStandard.type && lastType !== footer.toDaylight.type)
    say('footer-last', 'the last listed interval is neither of the two types of the footer')
  return findings
}
