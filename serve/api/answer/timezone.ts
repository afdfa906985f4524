// (state of a zone, instant) → the time zone resource, as object and as JSON text in which only two date-times are rewritten.
import { formatDateTime, formatUtc, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import type { NextChange, ZoneState } from '#core/ask/zone-state.ts'
import type { Zone, ZoneCountry } from '#core/ask/zones.ts'
import type { CountryRef, Current, CurrentCompact } from '#schemas/wire/shapes.ts'
import type { NextTransition, TimezoneDetail, TimezoneRow } from '#schemas/wire/timezone.ts'
import { bytesOf } from '../../http/byte-text.ts'
import { pathOf, type Urls } from '../../urls.ts'
import { oncePer } from '#core/once-per.ts'

/** JSON texts of zones. */
export type TimezoneTexts = ReturnType<typeof openTimezoneTexts>

/** Opens the JSON texts of zones for a server with these addresses. Each is made once for as long as a state lasts. */
export function openTimezoneTexts(urls: Urls) {
  const row = oncePer((state: ZoneState) => JSON.stringify(timezoneRow(state, urls)))
  const details = oncePer((state: ZoneState) => threeParts(detailOf(state, urls)))
  const detailsBytes = oncePer((state: ZoneState) => bytesOfParts(details(state)))
  return {
    /** The list row. */
    row,
    /** The list row as UTF-8, one character for each byte. */
    rowBytes: oncePer((state: ZoneState) => bytesOf(row(state))),
    /** The full resource at an instant of the state. */
    detail: (state: ZoneState, at: EpochSeconds) =>
      withDateTimes(details(state), state.season.type.offset, at),
    /** The same as UTF-8, one character for each byte. */
    detailBytes: (state: ZoneState, at: EpochSeconds) =>
      withDateTimes(detailsBytes(state), state.season.type.offset, at),
    /** Only the value of `current`, around its date-times: the local one and the one in UTC. */
    aroundCurrent: oncePer((state: ZoneState) => threeParts(currentOf(state))),
  }
}

/** JSON text around its two date-times: before `datetime`, between them, after `utc_datetime`. */
export type ThreeParts = readonly [string, string, string]

/** The whole text at an instant: its date-times are at this offset and in UTC. */
export const withDateTimes = (parts: ThreeParts, offset: OffsetSeconds, at: EpochSeconds): string =>
  parts[0] + dateTime(at, offset) + parts[1] + dateTime(at, UTC) + parts[2]

/** The parts as UTF-8, one character for each byte. */
export const bytesOfParts = ([start, middle, end]: ThreeParts): ThreeParts => [
  bytesOf(start),
  bytesOf(middle),
  bytesOf(end),
]

export const UTC = offsetSeconds(0)

/** Caches the last printed instant in every offset that was asked for: a list prints one instant in forty offsets. */
const printed = { at: Number.NaN, utc: '', byOffset: new Map<OffsetSeconds, string>() }

/** A date-time. Those of the last instant are cached. */
function dateTime(at: EpochSeconds, offset: OffsetSeconds): string {
  if (printed.at !== at) {
    printed.at = at
    printed.utc = formatUtc(at)
    printed.byOffset.clear()
  }
  if (offset === UTC) return printed.utc
  let text = printed.byOffset.get(offset)
  if (text === undefined) {
    text = formatDateTime(at, offset)
    printed.byOffset.set(offset, text)
  }
  return text
}

/** Marks the places of the two date-times while the parts are made. No data contains a control character. */
const MARK = '\u0001'
const MARK_IN_JSON = JSON.stringify(MARK).slice(1, -1)

function threeParts(resource: object): ThreeParts {
  const [start = '', middle = '', end = ''] = JSON.stringify(resource).split(MARK_IN_JSON)
  return [start, middle, end]
}

const paths = oncePer(({ iana }: Zone) => pathOf(iana))

/** The address of a zone. Null for one that has no entry in the list. */
export const zoneLink = (zone: Zone, urls: Urls): string | null =>
  zone.listed ? `${urls.base}/timezones/${paths(zone)}` : null

const countryRef = (country: ZoneCountry | null): CountryRef | null =>
  country === null ? null : { code: country.code, name: country.name }

/** The zone's state in three fields. */
export const compactOf = ({ season, inForce }: ZoneState): CurrentCompact => ({
  utc_offset: formatOffset(season.type.offset),
  abbreviation: inForce.abbreviation,
  is_dst: season.type.isDst,
})

/** The list row, as an object. */
export function timezoneRow(state: ZoneState, urls: Urls): TimezoneRow {
  const { zone, season } = state
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    country: countryRef(zone.country),
    current: compactOf(state),
    observes_dst: season.observesDst,
    links: { self: zoneLink(zone, urls) },
  }
}

/** The full resource, with marks in the places of its date-times. */
function detailOf(state: ZoneState, urls: Urls): TimezoneDetail {
  const { zone, season, inForce, standardTime, next } = state
  const { stdoff } = season.type
  return {
    iana: zone.iana,
    display_name: zone.displayName,
    observes_dst: season.observesDst,
    is_mainland: zone.isMainland,
    coordinates: { latitude: zone.lat, longitude: zone.lon },
    country: countryRef(zone.country),
    current: currentOf(state),
    standard: {
      utc_offset: formatOffset(stdoff),
      utc_offset_seconds: stdoff,
      abbreviation: standardTime?.abbreviation ?? null,
      name: standardTime?.name ?? null,
    },
    dst: { savings_seconds: season.savings, next_transition: nextTransition(next) },
    links: {
      self: zoneLink(zone, urls),
      country: zone.listed && zone.country !== null ? `${urls.base}/countries/${zone.country.slug}` : null,
      abbreviation:
        zone.listed && inForce.standard !== undefined
          ? `${urls.base}/abbreviations/${inForce.standard.slug}`
          : null,
      web: zone.listed ? `${urls.web}/timezones/${paths(zone)}` : null,
    },
  }
}

function currentOf({ season, inForce }: ZoneState): Current {
  const { type } = season
  return {
    datetime: MARK,
    utc_datetime: MARK,
    utc_offset: formatOffset(type.offset),
    utc_offset_seconds: type.offset,
    abbreviation: inForce.abbreviation,
    name: inForce.name,
    is_dst: type.isDst,
  }
}

/** The word for a change of a clock into or out of daylight saving time, by the seconds that it moves. */
export const directionOf = (change: number): NextTransition['type'] =>
  change > 0 ? 'spring_forward' : 'fall_back'

function nextTransition(next: NextChange | null): NextTransition | null {
  // A transition after the year 9999 has no date-time that can be printed.
  if (next === null || !isPrintable(next.at, next.offsetAfter)) return null
  return {
    type: directionOf(next.change),
    at: formatDateTime(next.at, next.offsetAfter),
    utc_offset_after: formatOffset(next.offsetAfter),
    abbreviation_after: next.abbreviationAfter,
    clock_change_seconds: next.change,
  }
}
