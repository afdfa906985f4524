// CLDR's metazones joined with compiled zones: what CLDR calls the standard that a zone keeps, and whether its word fits the clock.
import { BEFORE_ALL, epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { addRow, fault, type SourceFinding } from '../findings.ts'
import type { Cldr, MetazonePeriod, ZoneNames } from '../parse/cldr.ts'
import { zoneByCldrId, type ZonePlace } from './zone-places.ts'

/** What CLDR calls the standard that a zone keeps, and whether its word was taken. */
export interface CldrWord {
  readonly metazone: string
  readonly name: string | null
  /** False: the zone's clock is not that of the metazone's golden zone then, so the name does not fit. */
  readonly fits: boolean
}

/** CLDR's metazones, joined with compiled zones. */
export interface Metazones {
  /** The word of CLDR for a zone that keeps `type` at `at`; null where it has none, and for local mean time. */
  readonly wordAt: (zone: string, type: LocalTimeType, at: EpochSeconds) => CldrWord | null
  /** Instants at which CLDR's word for a zone may change though the zone's own type does not. */
  readonly breaksOf: (zone: string) => readonly number[]
  /** The zone that defines a metazone; undefined when CLDR names none that we have. */
  readonly goldenZoneOf: (metazone: string) => string | undefined
}

export interface MetazoneSources {
  readonly cldr: Cldr
  readonly places: readonly ZonePlace[]
  readonly zones: ReadonlyMap<string, CompiledZone>
  readonly isIdentifier: (id: string) => boolean
  /** From then on a name means what it means then: a decree of later does not move it. */
  readonly referenceDate: EpochSeconds
}

/** Joins them; a golden zone, or a zone with metazones, that tzdb does not have is a fault. */
export function joinMetazones({ cldr, places, zones, isIdentifier, referenceDate }: MetazoneSources): {
  metazones: Metazones
  findings: SourceFinding[]
} {
  const findings: SourceFinding[] = []
  const currentId = zoneByCldrId(cldr.zoneSpellings, places)
  const periodsOf = new Map<string, readonly MetazonePeriod[]>()
  for (const [cldrId, periods] of cldr.metazonesByZone) {
    if (!isIdentifier(cldrId)) {
      findings.push(
        fault('zone-unknown', cldrId, `CLDR metaZones: tzdb has no zone ${cldrId}`, goneRow(cldrId)),
      )
    }
    const zone = currentId.get(cldrId)
    if (zone !== undefined) periodsOf.set(zone, periods)
  }
  const goldenOf = new Map<string, string>()
  for (const [metazone, cldrId] of cldr.goldenZones) {
    const zone = currentId.get(cldrId)
    if (zone !== undefined && zones.has(zone)) goldenOf.set(metazone, zone)
    else if (!isIdentifier(cldrId)) {
      findings.push(
        fault(
          'zone-unknown',
          cldrId,
          `CLDR metaZones: ${metazone}: tzdb has no zone ${cldrId}`,
          goneRow(cldrId),
        ),
      )
    }
  }
  const ownNames = new Map<string, ZoneNames>([['UTC', cldr.zoneNames.get('Etc/UTC') ?? NO_NAMES]])
  for (const [cldrId, names] of cldr.zoneNames) {
    const zone = currentId.get(cldrId)
    if (zone !== undefined) ownNames.set(zone, names)
  }

  // A name has one offset, since whoever writes "Nepal Time" means one. Where a zone that defines it gets another standard time after the
  // reference date, the name stays with the old one, and the new one has none until a release of a later day.
  const meantAt = (
    definer: CompiledZone | undefined,
    type: LocalTimeType,
    at: EpochSeconds,
  ): LocalTimeType => {
    if (definer === undefined) return type
    const kept = typeAt(definer, at)
    if (at <= referenceDate) return kept
    const meant = typeAt(definer, referenceDate)
    return kept.stdoff === meant.stdoff ? kept : meant
  }
  const wordAt = (zone: string, type: LocalTimeType, at: EpochSeconds): CldrWord | null => {
    if (isLocalMean(type)) return null
    // CLDR names one daylight time for each metazone, and it is an hour ahead or less: no name fits double summer time.
    const isDouble = type.save > 3600
    const pick = (names: { standard: string | null; daylight: string | null } | undefined): string | null =>
      isDouble ? null : ((type.isDst ? names?.daylight : names?.standard) ?? null)
    const own = pick(ownNames.get(zone))
    const period = periodsOf
      .get(zone)
      ?.find(({ from, to }) => (from === null || from <= at) && (to === null || at < to))
    if (own !== null) {
      const ownType = meantAt(zones.get(zone), type, at)
      return { metazone: period?.metazone ?? '', name: own, fits: ownType.stdoff === type.stdoff }
    }
    if (period === undefined) return null
    const goldenType = meantAt(zones.get(goldenOf.get(period.metazone) ?? ''), type, at)
    const fits =
      goldenType.stdoff === type.stdoff &&
      (goldenType.isDst !== type.isDst || goldenType.offset === type.offset)
    return { metazone: period.metazone, name: pick(cldr.metazoneNames.get(period.metazone)), fits }
  }
  const breaksOf = (zone: string): number[] =>
    (periodsOf.get(zone) ?? []).flatMap(({ metazone, from, to }) => [
      ...(from === null ? [] : [from]),
      ...(to === null ? [] : [to]),
      ...(zones.get(goldenOf.get(metazone) ?? '')?.starts ?? []),
    ])
  return { metazones: { wordAt, breaksOf, goldenZoneOf: (metazone) => goldenOf.get(metazone) }, findings }
}

const goneRow = (zone: string): string =>
  addRow('tz-changes.ts', 'GONE_ZONES', `{ zone: '${zone}', now: 'Area/Other', why: 'tz release …' },`)

const NO_NAMES: ZoneNames = { standard: null, daylight: null, exemplarCity: null }

/** Local mean time, and the unknown: offsets that no one has legislated in quarters of an hour, whatever letters they go by. */
const isLocalMean = (type: LocalTimeType): boolean =>
  type.abbreviation === 'LMT' || type.abbreviation === '-00' || type.offset % 900 !== 0

/** How far stretches are followed: every footer has begun by then. */
const LAST = epochSeconds(2_300_000_000)

/** A stretch of a zone's time in which neither its type nor CLDR's word for it changes. */
export interface Stretch {
  readonly start: EpochSeconds | null
  /** An instant in it. */
  readonly at: EpochSeconds
  /** Index into the zone's types. */
  readonly typeIndex: number
  readonly type: LocalTimeType
}

/** The stretches of a zone from its beginning until after its footer has begun. */
export function* stretchesOf(zone: CompiledZone, breaks: readonly number[]): Generator<Stretch> {
  const sorted = [...new Set(breaks)].toSorted((a, b) => a - b)
  let next = 0
  let interval = intervalAt(zone, BEFORE_ALL)
  for (;;) {
    const typeIndex = zone.types.indexOf(interval.type)
    const { type, start, end } = interval
    while (next < sorted.length && (sorted[next] ?? 0) <= (start ?? BEFORE_ALL)) next++
    yield { start, at: start ?? BEFORE_ALL, typeIndex, type }
    for (; next < sorted.length && (sorted[next] ?? 0) < (end ?? Infinity); next++) {
      const at = epochSeconds(sorted[next] ?? 0)
      yield { start: at, at, typeIndex, type }
    }
    if (end === null || end > LAST) return
    interval = intervalAt(zone, end)
  }
}

/** The types that a zone keeps in [from, to), each with the instant from which it keeps it there. */
export function* typesKept(
  zone: CompiledZone,
  from: EpochSeconds,
  to: EpochSeconds,
): Generator<{ at: EpochSeconds; typeIndex: number; type: LocalTimeType }> {
  const first = intervalAt(zone, from).type
  yield { at: from, typeIndex: zone.types.indexOf(first), type: first }
  for (const { at, after } of transitionsAfter(zone, from)) {
    if (at >= to) return
    yield { at, typeIndex: zone.types.indexOf(after.type), type: after.type }
  }
}
