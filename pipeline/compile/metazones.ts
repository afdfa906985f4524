// Joins CLDR's metazones with compiled zones: CLDR's name for the standard that a zone uses, and whether it fits the clock.
import { BEFORE_ALL, epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { addRow, fault, type SourceFinding } from '../findings.ts'
import type { LongNames, MetazonePeriod } from '../parse/cldr.ts'
import type { ReferenceSources } from './sources.ts'
import { zoneByCldrId } from './zone-places.ts'

/** CLDR's name for the standard that a zone uses, and whether it fits. */
export interface CldrWord {
  readonly metazone: string
  readonly name: string | null
  /** False when the zone's clock differs from the clock of the zone that defines the name. The name does not fit then. */
  readonly fits: boolean
}

/** CLDR's metazones, joined with compiled zones. */
export type Metazones = ReturnType<typeof joinMetazones>['metazones']

/**
 * Joins CLDR's metazones with the zones. A golden zone, or a zone with metazones, that tzdb does not have is a fault. From the reference date
 * on a name keeps the meaning that it has then: a later decree does not change it.
 */
export function joinMetazones({
  cldr,
  zonePlaces,
  zones,
  isIdentifier,
  referenceDate,
}: Pick<ReferenceSources, 'cldr' | 'zonePlaces' | 'zones' | 'isIdentifier' | 'referenceDate'>) {
  const findings: SourceFinding[] = []
  const currentId = zoneByCldrId(cldr, zonePlaces)
  const expectIdentifier = (cldrId: string, of: string): void => {
    if (isIdentifier(cldrId)) return
    const message = `CLDR metaZones: ${of}tzdb has no zone ${cldrId}`
    findings.push(
      fault('zone-unknown', cldrId, message, addRow('gone-zones', cldrId, '(Area/Other)', 'tz (release)')),
    )
  }
  const periodsOf = new Map<string, readonly MetazonePeriod[]>()
  for (const [cldrId, periods] of cldr.metazonesByZone) {
    expectIdentifier(cldrId, '')
    const zone = currentId.get(cldrId)
    if (zone !== undefined) periodsOf.set(zone, periods)
  }
  const goldenOf = new Map<string, string>()
  for (const [metazone, cldrId] of cldr.goldenZones) {
    const zone = currentId.get(cldrId)
    if (zone !== undefined && zones.has(zone)) goldenOf.set(metazone, zone)
    else expectIdentifier(cldrId, `${metazone}: `)
  }
  const idOf = (cldrId: string) => currentId.get(cldrId) ?? (cldrId === 'Etc/UTC' ? 'UTC' : cldrId)
  const ownNames = new Map(Array.from(cldr.zoneNames, ([cldrId, names]) => [idOf(cldrId), names]))

  // A name has one offset, since whoever writes "Nepal Time" means one. The zone that defines a name may get another standard time after
  // the reference date. The name then stays with the old time, and the new time has no name until a release of a later day.
  const meantAt = (definer: string, type: LocalTimeType, at: EpochSeconds): LocalTimeType => {
    const zone = zones.get(definer)
    if (zone === undefined) return type
    const kept = typeAt(zone, at)
    if (at <= referenceDate) return kept
    const meant = typeAt(zone, referenceDate)
    return kept.stdoff === meant.stdoff ? kept : meant
  }
  const wordAt = (zone: string, type: LocalTimeType, at: EpochSeconds): CldrWord | null => {
    if (isLocalMean(type)) return null
    // CLDR names one daylight time for each metazone, and that is at most one hour ahead. So no name fits double summer time.
    const isDouble = type.save > 3600
    const pick = (names: LongNames | undefined): string | null =>
      isDouble ? null : ((type.isDst ? names?.daylight : names?.standard) ?? null)
    const own = pick(ownNames.get(zone))
    const period = periodsOf
      .get(zone)
      ?.find(({ from, to }) => (from === null || from <= at) && (to === null || at < to))
    if (own !== null) {
      const ownType = meantAt(zone, type, at)
      return { metazone: period?.metazone ?? '', name: own, fits: ownType.stdoff === type.stdoff }
    }
    if (period === undefined) return null
    const goldenType = meantAt(goldenOf.get(period.metazone) ?? '', type, at)
    const fits =
      goldenType.stdoff === type.stdoff &&
      (goldenType.isDst !== type.isDst || goldenType.offset === type.offset)
    return { metazone: period.metazone, name: pick(cldr.metazoneNames.get(period.metazone)), fits }
  }
  const breaksOf = (zone: string): number[] =>
    (periodsOf.get(zone) ?? []).flatMap(({ metazone, from, to }) => [
      ...[from, to].filter((at) => at !== null),
      ...(zones.get(goldenOf.get(metazone) ?? '')?.starts ?? []),
    ])
  const metazones = {
    /** Returns CLDR's word for a zone that has a type at an instant. Null where CLDR has none, and for local mean time. */
    wordAt,
    /** Returns the instants at which CLDR's word for a zone may change although the zone's own type does not. */
    breaksOf,
    /** Returns the zone that defines a metazone. Undefined when CLDR names none that we have. */
    goldenZoneOf: (metazone: string): string | undefined => goldenOf.get(metazone),
  }
  return { metazones, findings }
}

/**
 * Local mean time or unknown time. An offset that is not a multiple of a quarter of an hour was never legislated, whatever its
 * abbreviation is.
 */
const isLocalMean = (type: LocalTimeType): boolean =>
  type.abbreviation === 'LMT' || type.abbreviation === '-00' || type.offset % 900 !== 0

/** The last instant for which stretches are listed. Every footer has begun by then. */
const LAST = epochSeconds(2_300_000_000)

/** A stretch of a zone's time in which neither its type nor CLDR's word for it changes. */
export interface Stretch {
  readonly start: EpochSeconds | null
  /** An instant in the stretch. */
  readonly at: EpochSeconds
  /** Index into the zone's types. */
  readonly typeIndex: number
  readonly type: LocalTimeType
}

/** Yields the stretches of a zone, from its beginning until its footer has begun. */
export function* stretchesOf(zone: CompiledZone, breaks: readonly number[]): Generator<Stretch> {
  const sorted = [...new Set(breaks)].toSorted((a, b) => a - b)
  let interval = intervalAt(zone, BEFORE_ALL)
  for (;;) {
    const { type, start, end } = interval
    const typeIndex = zone.types.indexOf(type)
    yield { start, at: start ?? BEFORE_ALL, typeIndex, type }
    for (const at of sorted.filter((one) => one > (start ?? BEFORE_ALL) && one < (end ?? Infinity)))
      yield { start: epochSeconds(at), at: epochSeconds(at), typeIndex, type }
    if (end === null || end > LAST) return
    interval = intervalAt(zone, end)
  }
}

/** Yields the types that a zone has in [from, to), each with its first instant in that range. */
export function* typesKept(
  zone: CompiledZone,
  from: EpochSeconds,
  to: EpochSeconds,
): Generator<Pick<Stretch, 'at' | 'type'>> {
  yield { at: from, type: typeAt(zone, from) }
  for (const { at, after } of transitionsAfter(zone, from)) {
    if (at >= to) return
    yield { at, type: after.type }
  }
}
