// (zone, moment) → the time zone resource, as object and as JSON text whose parts are made once per season.
import { formatDateTime, formatUtc, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { seasonAt, type Season } from '#core/zone/season.ts'
import type { Current, CurrentCompact } from '#schemas/wire/shapes.ts'
import type { NextTransition, TimezoneDetail, TimezoneRow } from '#schemas/wire/timezone.ts'
import type { Standards } from '#ask/standards.ts'
import type { ZoneRecord } from '#ask/zones.ts'
import { pathOf, type Urls } from '../../urls.ts'
import { standardInForce, type StandardInForce } from '#ask/standard-in-force.ts'

/** A zone's answer for as long as its season and the name of its standard last. */
export interface TimezoneState {
  readonly season: Season
  /** What the zone keeps. */
  readonly inForce: StandardInForce
  /** All of this is true from here (−Infinity: since ever) … */
  readonly from: number
  /** … until just before here (Infinity: for ever). */
  readonly until: number
  readonly compact: CurrentCompact
  /** The list row, and the full resource with marks where its two date-times go. */
  readonly resources: { readonly row: TimezoneRow; readonly detail: TimezoneDetail }
  /** JSON text of the list row. */
  readonly row: string
  /** JSON text of the full resource around its two date-times: before `datetime`, between them, after `utc_datetime`. */
  readonly detail: ThreeParts
  /** JSON text of `current` alone, in the same three parts. */
  readonly current: ThreeParts
}

export type ThreeParts = readonly [string, string, string]

/** JSON text of the full resource at an instant of the state's season. */
export const timezoneDetailJson = ({ season, detail }: TimezoneState, at: EpochSeconds): string =>
  withDateTimes(detail, season, at)

/** The full resource at an instant of the state's season, as an object. */
export function timezoneDetail({ season, resources }: TimezoneState, at: EpochSeconds): TimezoneDetail {
  const { detail } = resources
  const datetime = formatDateTime(at, season.type.offset)
  return { ...detail, current: { ...detail.current, datetime, utc_datetime: formatUtc(at) } }
}

/** JSON text of `current` at an instant of the state's season. */
export const currentJson = ({ season, current }: TimezoneState, at: EpochSeconds): string =>
  withDateTimes(current, season, at)

const withDateTimes = (parts: ThreeParts, { type }: Season, at: EpochSeconds): string =>
  parts[0] + dateTime(at, type.offset) + parts[1] + dateTime(at, UTC) + parts[2]

const UTC = offsetSeconds(0)

/** The instant that was printed last, in every offset that was asked for: a list prints one instant in forty offsets. */
const printed = { at: Number.NaN, byOffset: new Map<OffsetSeconds, string>() }

function dateTime(at: EpochSeconds, offset: OffsetSeconds): string {
  if (printed.at !== at) {
    printed.at = at
    printed.byOffset.clear()
  }
  let text = printed.byOffset.get(offset)
  if (text === undefined) {
    text = formatDateTime(at, offset)
    printed.byOffset.set(offset, text)
  }
  return text
}

/** Stands where the two date-times go while the parts are made; no data holds a control character. */
const MARK = '\u0001'
const MARK_IN_JSON = JSON.stringify(MARK).slice(1, -1)

function threeParts(resource: object): ThreeParts {
  const parts = JSON.stringify(resource).split(MARK_IN_JSON)
  return [parts[0] ?? '', parts[1] ?? '', parts[2] ?? '']
}

/** Makes the state of a zone at an instant. */
export function timezoneState(
  zone: ZoneRecord,
  at: EpochSeconds,
  standards: Standards,
  urls: Urls,
): TimezoneState {
  const season = seasonAt(zone.compiled(), at)
  const inForce = standardInForce(zone, season.type, at, standards)
  const compact = {
    utc_offset: formatOffset(season.type.offset),
    abbreviation: inForce.abbreviation,
    is_dst: season.type.isDst,
  }
  const current = currentOf(season, inForce)
  const winter = season.standard === null ? null : standardInForce(zone, season.standard, at, standards)
  const row = rowOf(zone, season, compact, urls)
  const detail = detailOf(zone, season, { current, inForce, winter }, standards, urls)
  return {
    season,
    inForce,
    from: Math.max(season.from, inForce.from, winter?.from ?? season.from),
    until: Math.min(season.until, inForce.until, winter?.until ?? season.until),
    compact,
    resources: { row, detail },
    row: JSON.stringify(row),
    detail: threeParts(detail),
    current: threeParts(current),
  }
}

const selfLink = (zone: ZoneRecord, urls: Urls): string | null =>
  zone.listed ? `${urls.base}/timezones/${pathOf(zone.iana)}` : null

function rowOf(zone: ZoneRecord, season: Season, current: CurrentCompact, urls: Urls): TimezoneRow {
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    country: zone.country,
    current,
    observes_dst: season.observesDst,
    links: { self: selfLink(zone, urls) },
  }
}

interface Named {
  readonly current: Current
  readonly inForce: StandardInForce
  /** Of the standard time of a zone that is on daylight time; the same as `inForce` otherwise. */
  readonly winter: StandardInForce | null
}

function detailOf(
  zone: ZoneRecord,
  season: Season,
  { current, inForce, winter }: Named,
  standards: Standards,
  urls: Urls,
): TimezoneDetail {
  const { type } = season
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    observes_dst: season.observesDst,
    is_mainland: zone.isMainland,
    coordinates: zone.coordinates,
    country: zone.country,
    current,
    standard: {
      utc_offset: formatOffset(type.stdoff),
      utc_offset_seconds: type.stdoff,
      abbreviation: winter?.abbreviation ?? null,
      name: winter?.name ?? null,
    },
    dst: { savings_seconds: season.savings, next_transition: nextTransition(zone, season, standards) },
    links: {
      self: selfLink(zone, urls),
      country: zone.listed && zone.countrySlug !== null ? `${urls.base}/countries/${zone.countrySlug}` : null,
      abbreviation:
        zone.listed && inForce.standard !== undefined
          ? `${urls.base}/abbreviations/${inForce.standard.slug}`
          : null,
      web: zone.listed ? `${urls.web}/timezones/${pathOf(zone.iana)}` : null,
    },
  }
}

function currentOf({ type }: Season, { abbreviation, name }: StandardInForce): Current {
  return {
    datetime: MARK,
    utc_datetime: MARK,
    utc_offset: formatOffset(type.offset),
    utc_offset_seconds: type.offset,
    abbreviation,
    name,
    is_dst: type.isDst,
  }
}

function nextTransition(zone: ZoneRecord, { next }: Season, standards: Standards): NextTransition | null {
  // A transition after the year 9999 has no date-time that could be printed.
  if (next === null || !isPrintable(next.at, next.after.type.offset)) return null
  const { type } = next.after
  const change = type.offset - next.before.type.offset
  return {
    type: change > 0 ? 'spring_forward' : 'fall_back',
    at: formatDateTime(next.at, type.offset),
    utc_offset_after: formatOffset(type.offset),
    abbreviation_after: standardInForce(zone, type, next.at, standards).abbreviation,
    clock_change_seconds: change,
  }
}
