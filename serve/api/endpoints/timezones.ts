// GET /timezones and GET /timezones/{iana}: parameters → zones → answer or problem.
import { fold } from '#core/text/fold.ts'
import { isPrintable } from '#core/time/moment.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { timezoneDetailJson, type TimezoneState } from '../answer/timezone.ts'
import type { ZoneRecord } from '#ask/zones.ts'
import { zoneHint } from '../nearest.ts'
import { pagination, rowsOfPage } from '../pagination.ts'
import { readParameters, yearsFault } from '../parameters.ts'
import { invalid, notFound, type Reply } from '../reply.ts'
import { restorePlusInZone } from '../../http/request-text.ts'
import { byNumber, byText, byUnit, keptBy, thenBy, type Order } from './order.ts'
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
  const { observes_dst, offset, is_mainland } = values
  const country = values.country?.toUpperCase()
  const search = values.q === undefined ? undefined : fold(values.q)
  const abbreviation = values.abbreviation?.toUpperCase()
  const usage = catalogue.usageAt(now)
  const all = catalogue.zones.listed.map((zone) => ({ zone, state: catalogue.timezoneAt(zone, now) }))
  const kept = keptBy<Listed>(all, [
    country !== undefined && (({ zone }) => zone.countryCode === country),
    observes_dst !== undefined && (({ state }) => state.season.observesDst === observes_dst),
    search !== undefined && (({ zone }) => zone.searchText.includes(search)),
    offset !== undefined && (({ state }) => state.season.type.stdoff === offset),
    is_mainland !== undefined && (({ zone }) => zone.isMainland === is_mainland),
    abbreviation !== undefined && (({ zone }) => usage.abbreviationsOf.get(zone)?.has(abbreviation) === true),
  ])
  // They are listed by identifier already.
  const ordered = values.sort === 'iana' ? kept : kept.toSorted(ORDERS[values.sort])
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(ordered, page)
  const { links, meta } = pagination(page, kept.length, `${catalogue.urls.base}/timezones`, sent)
  const full = values.detail === 'full'
  const json = rows.map(({ state }) => (full ? timezoneDetailJson(state, now) : state.row))
  return {
    kind: 'answer',
    bodyStart: listBody(json, links, meta, catalogue),
    freshness: full
      ? { kind: 'this-second' }
      : { kind: 'until', until: Math.min(usage.until, catalogue.zonesUntil(now)) },
  }
}

const byIana: Order<Listed> = (one, other) => byUnit(one.zone.iana, other.zone.iana)
const byOffset = (direction: 1 | -1) =>
  thenBy(
    byNumber<Listed>(({ state }) => state.season.type.stdoff, direction),
    byIana,
  )
const byName = (direction: 1 | -1) =>
  thenBy(
    byText<Listed>(({ zone }) => zone.sortName, direction),
    byIana,
  )

type Sort = (typeof endpoints.timezones.parameters)[3]['type']['of'][number]

const ORDERS: Readonly<Record<Sort, Order<Listed>>> = {
  iana: byIana,
  '-iana': (one, other) => byIana(other, one),
  display_name: byName(1),
  '-display_name': byName(-1),
  offset: byOffset(1),
  '-offset': byOffset(-1),
}

/** One zone in full, by any identifier of the tz release. */
export function showTimezone({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.timezone.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const zone = catalogue.zones.named(restorePlusInZone(identifier.trim()))
  if (zone === null)
    return notFound(`No time zone is named "${identifier}".${zoneHint(identifier, catalogue.zones.listed)}`)
  const at = instantOf(read.values.at, now)
  const state = catalogue.timezoneAt(zone, at)
  if (!isPrintable(at, state.season.type.offset)) return invalid(yearsFault('at'))
  return {
    kind: 'answer',
    bodyStart: singleBody(timezoneDetailJson(state, at), catalogue),
    freshness: read.values.at === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}
