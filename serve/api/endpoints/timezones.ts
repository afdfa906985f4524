// GET /timezones and GET /timezones/{iana}: parameters → zones → answer or problem.
import { fold, lowerAscii } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { byNumber, byText, thenBy, type Order } from '#core/order.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { hintOf } from './nearest.ts'
import { notFound } from '../reply.ts'
import { restorePlusInZone } from '#core/ask/location-token.ts'
import { clockAnswer, endpoint, identifierKey, keptBy, listReply } from './endpoint.ts'

/** The list of time zones, filtered, sorted and cut into pages. Lists are about now. */
export const listTimezones = endpoint(endpoints.timezones, ({ catalogue, now }, read) => {
  const { values } = read
  const { observes_dst, offset, is_mainland } = values
  const search = values.q === undefined ? undefined : fold(values.q)
  const abbreviation = values.abbreviation === undefined ? undefined : lowerAscii(values.abbreviation)
  const { almanac, texts } = catalogue
  const country = values.country === undefined ? undefined : (almanac.countries.named(values.country) ?? null)
  const inUse = almanac.standardsInUse(now)
  const full = values.detail === 'full'
  const until = full ? 'this-second' : Math.min(inUse.until, almanac.zonesUntil(now))
  const rowsOf = (): readonly ZoneState[] => {
    const all = almanac.zones.listed.map((zone) => almanac.stateOf(zone, now))
    const kept = keptBy(all, [
      country !== undefined && (({ zone }) => zone.countryCode === country?.iso2),
      observes_dst !== undefined && (({ season }) => season.observesDst === observes_dst),
      search !== undefined && (({ zone }) => zone.searchText.includes(search)),
      offset !== undefined && (({ season }) => season.type.stdoff === offset),
      is_mainland !== undefined && (({ zone }) => zone.isMainland === is_mainland),
      abbreviation !== undefined &&
        (({ zone }) => inUse.abbreviationsOf.get(zone)?.has(abbreviation) === true),
    ])
    // They are already in the order of their identifiers.
    return values.sort === 'iana' ? kept : kept.toSorted(thenBy(ORDERS[values.sort], byIana))
  }
  return listReply('/timezones', read, until, catalogue, rowsOf, (state) =>
    full ? texts.zones.detail(state, now) : texts.zones.row(state),
  )
})

const byIana = byText<ZoneState>(({ zone }) => zone.iana)

type Sort = ChoiceOf<typeof endpoints.timezones, 'sort'>

/** The orders of the list. Ties are broken by identifier. */
const ORDERS: Readonly<Record<Sort, Order<ZoneState>>> = {
  iana: byIana,
  '-iana': byText(({ zone }) => zone.iana, -1),
  display_name: byText(({ zone }) => zone.sortName),
  '-display_name': byText(({ zone }) => zone.sortName, -1),
  offset: byNumber(({ season }) => season.type.stdoff),
  '-offset': byNumber(({ season }) => season.type.stdoff, -1),
}

/** One zone in full, by any identifier of the tz release. */
export const showTimezone = endpoint(endpoints.timezone, (request, { values }) => {
  const { catalogue, identifier } = request
  const { almanac, texts } = catalogue
  const zone = almanac.zones.named(restorePlusInZone(identifier.trim()))
  if (zone === null)
    return notFound(`No time zone is named "${identifier}".${hintOf('zone', identifier, almanac)}`)
  return clockAnswer(request, values.at, zone, `${identifierKey(zone.iana)}-`, texts.zones.detailBytes)
})
