// (zone, moment) → the time zone resource, as object and as JSON text whose parts are made once per season.
import { formatDateTime, formatUtc, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { seasonAt, type Season } from '#core/zone/season.ts'
import type { Current } from '#schemas/wire/shapes.ts'
import type { NextTransition, TimezoneDetail, TimezoneRow } from '#schemas/wire/timezone.ts'
import type { ZoneRecord } from '../find/zones.ts'
import { pathOf, type Urls } from '../urls.ts'

/** A zone's answer for as long as its season lasts. */
export interface TimezoneState {
  readonly season: Season
  /** JSON text of the list row. */
  readonly row: string
  /** JSON text of the full resource around its two date-times: before `datetime`, between them, after `utc_datetime`. */
  readonly detail: readonly [string, string, string]
}

/** tzdb's letters; null for digits and for the unknown `-00`, which are no abbreviation anyone says. */
export const abbreviationOf = (type: LocalTimeType): string | null =>
  /^[+-]/.test(type.abbreviation) ? null : type.abbreviation

/** JSON text of the full resource at an instant of the state's season. */
export function timezoneDetailJson({ season, detail }: TimezoneState, at: EpochSeconds): string {
  return detail[0] + formatDateTime(at, season.type.offset) + detail[1] + formatUtc(at) + detail[2]
}

/** Stands where the two date-times go while the parts are made; no data holds a control character. */
const MARK = '\u0001'

/** Makes the state of a zone at an instant. */
export function timezoneState(zone: ZoneRecord, at: EpochSeconds, urls: Urls): TimezoneState {
  const season = seasonAt(zone.compiled(), at)
  const parts = JSON.stringify(timezoneDetail(zone, season, urls, MARK, MARK)).split(
    JSON.stringify(MARK).slice(1, -1),
  )
  return {
    season,
    row: JSON.stringify(timezoneRow(zone, season, urls)),
    detail: [parts[0] ?? '', parts[1] ?? '', parts[2] ?? ''],
  }
}

const selfLink = (zone: ZoneRecord, urls: Urls): string | null =>
  zone.listed ? `${urls.base}/timezones/${pathOf(zone.iana)}` : null

/** The list row. */
export function timezoneRow(zone: ZoneRecord, season: Season, urls: Urls): TimezoneRow {
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    country: zone.country,
    current: {
      utc_offset: formatOffset(season.type.offset),
      abbreviation: abbreviationOf(season.type),
      is_dst: season.type.isDst,
    },
    observes_dst: season.observesDst,
    links: { self: selfLink(zone, urls) },
  }
}

/** The full resource, with its two date-times as they are handed in. */
export function timezoneDetail(
  zone: ZoneRecord,
  season: Season,
  urls: Urls,
  datetime: string,
  utcDatetime: string,
): TimezoneDetail {
  const { type, standard } = season
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    observes_dst: season.observesDst,
    is_mainland: zone.isMainland,
    coordinates: zone.coordinates,
    country: zone.country,
    current: current(type, datetime, utcDatetime),
    standard: {
      utc_offset: formatOffset(type.stdoff),
      utc_offset_seconds: type.stdoff,
      abbreviation: standard === null ? null : abbreviationOf(standard),
      name: null,
    },
    dst: { savings_seconds: season.savings, next_transition: nextTransition(season) },
    links: {
      self: selfLink(zone, urls),
      country: null,
      abbreviation: null,
      web: zone.listed ? `${urls.web}/timezones/${pathOf(zone.iana)}` : null,
    },
  }
}

function current(type: LocalTimeType, datetime: string, utcDatetime: string): Current {
  return {
    datetime,
    utc_datetime: utcDatetime,
    utc_offset: formatOffset(type.offset),
    utc_offset_seconds: type.offset,
    abbreviation: abbreviationOf(type),
    name: null,
    is_dst: type.isDst,
  }
}

function nextTransition({ next }: Season): NextTransition | null {
  if (next === null) return null
  const after = next.after.type
  // A transition after the year 9999 has no date-time that could be printed.
  if (!isPrintable(next.at, after.offset)) return null
  const change = after.offset - next.before.type.offset
  return {
    type: change > 0 ? 'spring_forward' : 'fall_back',
    at: formatDateTime(next.at, after.offset),
    utc_offset_after: formatOffset(after.offset),
    abbreviation_after: abbreviationOf(after),
    clock_change_seconds: change,
  }
}
