// GET /timezones and GET /timezones/{iana}: parameters → zones → answer or problem.
import { fold } from '#core/text/fold.ts'
import { addYears, isPrintable } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { typesBetween } from '#core/zone/season.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationOf, timezoneDetailJson, type TimezoneState } from '../answer/timezone.ts'
import type { ZoneRecord } from '../find/zones.ts'
import { pagination, rowsOfPage } from '../http/pagination.ts'
import { readParameters, yearsFault } from '../http/parameters.ts'
import { invalid, notFound, type Reply } from '../http/reply.ts'
import { restorePlusInZone } from '../http/request-text.ts'
import { instantOf, listBody, singleBody, type EndpointRequest } from './endpoint.ts'

interface Listed {
  readonly zone: ZoneRecord
  readonly state: TimezoneState
}

/** The list of time zones, filtered, sorted and cut into pages. Lists are about now. */
export function listTimezones({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.timezones.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values, sent } = read
  const all = catalogue.zones.listed.map((zone) => ({ zone, state: catalogue.timezoneAt(zone, now) }))
  const country = values.country?.toUpperCase()
  const search = values.q === undefined ? undefined : fold(values.q)
  const abbreviation = values.abbreviation?.toUpperCase()
  const kept = all.filter(
    ({ zone, state }) =>
      (country === undefined || zone.countryCode === country) &&
      (values.observes_dst === undefined || state.season.observesDst === values.observes_dst) &&
      (search === undefined || zone.searchText.includes(search)) &&
      (values.offset === undefined || state.season.type.stdoff === values.offset) &&
      (values.is_mainland === undefined || zone.isMainland === values.is_mainland) &&
      (abbreviation === undefined || usesAbbreviation(zone, abbreviation, now)),
  )
  kept.sort(ORDERS[values.sort])
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(kept, page)
  const { links, meta } = pagination(page, kept.length, `${catalogue.urls.base}/timezones`, sent)
  const full = values.detail === 'full'
  const json = rows.map(({ state }) => (full ? timezoneDetailJson(state, now) : state.row))
  return {
    kind: 'answer',
    bodyStart: listBody(json, links, meta, catalogue),
    freshness: full
      ? { kind: 'this-second' }
      : { kind: 'until', until: Math.min(...all.map(({ state }) => state.season.until)) },
  }
}

/** Whether a zone uses an abbreviation, given in upper case, at some time from an instant to a year later. */
const usesAbbreviation = (zone: ZoneRecord, abbreviation: string, from: EpochSeconds): boolean =>
  typesBetween(zone.compiled(), from, addYears(from, 1)).some(
    (type) => abbreviationOf(type)?.toUpperCase() === abbreviation,
  )

type Order = (one: Listed, other: Listed) => number

const byUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const byIana: Order = (one, other) => byUnit(one.zone.iana, other.zone.iana)
const byOffset: Order = (one, other) => one.state.season.type.stdoff - other.state.season.type.stdoff

/** By folded name, nulls last whichever way; ties by identifier. */
const byName =
  (direction: 1 | -1): Order =>
  (one, other) => {
    const [name, otherName] = [one.zone.sortName, other.zone.sortName]
    if (name === null || otherName === null) {
      return Number(name === null) - Number(otherName === null) || byIana(one, other)
    }
    return direction * byUnit(name, otherName) || byIana(one, other)
  }

const ORDERS: Readonly<Record<(typeof endpoints.timezones.parameters)[3]['type']['of'][number], Order>> = {
  iana: byIana,
  '-iana': (one, other) => byIana(other, one),
  display_name: byName(1),
  '-display_name': byName(-1),
  offset: (one, other) => byOffset(one, other) || byIana(one, other),
  '-offset': (one, other) => byOffset(other, one) || byIana(one, other),
}

/** One zone in full, by any identifier of the tz release. */
export function showTimezone({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.timezone.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const zone = catalogue.zones.named(restorePlusInZone(identifier.trim()))
  if (zone === null) return notFound(`No time zone is named "${identifier}".`)
  const at = instantOf(read.values.at, now)
  const state = catalogue.timezoneAt(zone, at)
  if (!isPrintable(at, state.season.type.offset)) return invalid(yearsFault('at'))
  return {
    kind: 'answer',
    bodyStart: singleBody(timezoneDetailJson(state, at), catalogue),
    freshness: read.values.at === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}
