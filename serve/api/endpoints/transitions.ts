// GET /timezones/{iana}/transitions: a zone and two moments, or the present → its clock changes between them, or from it on.
import { oncePer } from '#core/once-per.ts'
import { windowsNamesByZone } from '#core/text/windows-names.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { formatDateTime, formatUtc, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { transitionsAfter, type Transition } from '#core/zone/transitions.ts'
import { movesIntoSeason } from '#core/zone/season.ts'
import { isVisible } from '#core/zone/visible-changes.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import { restorePlusInZone } from '#core/ask/location-token.ts'
import { standardInForce } from '#core/ask/standards.ts'
import type { Zone } from '#core/ask/zones.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import type { Transition as WireTransition } from '#schemas/wire/transition.ts'
import { directionOf } from '../answer/timezone.ts'
import { pathOf } from '../../urls.ts'
import { invalid, notFound } from '../reply.ts'
import { endpoint, instantOf, listReply } from './endpoint.ts'
import { hintOf } from './nearest.ts'

/** How many years after the present one are listed unless `to` says more. */
const YEARS_AHEAD = 10

const UTC = offsetSeconds(0)

/** The clock changes of a zone in order of time, forward or backward, cut into pages. */
export const listTransitions = endpoint(endpoints.transitions, ({ catalogue, now, identifier }, read) => {
  const { almanac } = catalogue
  const zone = almanac.zones.named(restorePlusInZone(identifier.trim()))
  if (zone === null)
    return notFound(`No time zone is named "${identifier}".${hintOf('zone', identifier, almanac)}`)
  const { from: first, to: last, sort } = read.values
  const isBackward = sort === '-at'
  const beginsNow = first === undefined && last === undefined
  const thisYear = civilFromDays(Math.floor(now / DAY)).year
  const from = instantOf(first, beginsNow && !isBackward ? now : startOf(1))
  const to = instantOf(last, beginsNow && isBackward ? now : startOf(thisYear + YEARS_AHEAD + 1))
  if (from > to) return invalid(new Map([['to', ['The to field must not be before the from field.']]]))
  const { posixTz } = zone.compiled()
  const begins = isBackward ? to : from
  const isBounded = (isBackward || first !== undefined || beginsNow) && isPrintable(begins, UTC)
  // The links name the moment of the request, or each page would begin at another one.
  const sent = beginsNow ? new Map([[isBackward ? 'to' : 'from', formatUtc(now)], ...read.sent]) : read.sent
  return listReply(
    `/timezones/${pathOf(zone.iana)}/transitions`,
    { values: read.values, sent },
    beginsNow ? 'this-second' : last === undefined ? startOf(thisYear + 1) : Infinity,
    catalogue,
    () => {
      const found = visibleBetween(zone, from, to)
      return isBackward ? found.toReversed() : found
    },
    (transition) => {
      const { at, before, after } = transition
      const side = (type: LocalTimeType, when: EpochSeconds): WireTransition['before'] => {
        const { abbreviation, name } = standardInForce(zone, type, when, almanac.standards)
        return {
          datetime: formatDateTime(at, type.offset),
          utc_offset: formatOffset(type.offset),
          utc_offset_seconds: type.offset,
          abbreviation,
          name,
          is_dst: type.isDst,
        }
      }
      const change = after.type.offset - before.type.offset
      const clockAfter = side(after.type, at)
      const row: WireTransition = {
        utc_datetime: formatUtc(at),
        type: movesIntoSeason(transition) ? directionOf(change) : null,
        at: clockAfter.datetime,
        utc_offset_after: clockAfter.utc_offset,
        abbreviation_after: clockAfter.abbreviation,
        clock_change_seconds: change,
        before: side(before.type, epochSeconds(at - 1)),
        after: clockAfter,
      }
      return JSON.stringify(row)
    },
    {
      begins_at: isBounded ? formatUtc(begins) : null,
      timezone: {
        iana: zone.iana,
        posix_tz: posixTz,
        aliases: almanac.zones.aliasesOf(zone),
        windows_names: windowsNames(almanac).get(zone.iana) ?? [],
      },
    },
  )
})

const windowsNames = oncePer(({ zones }: Almanac) =>
  windowsNamesByZone((identifier) => zones.named(identifier)?.iana ?? null),
)

/** The first instant of a year in UTC. */
const startOf = (year: number): EpochSeconds => epochSeconds(daysFromCivil(year, 1, 1) * DAY)

/** The transitions that a clock shows, from one instant until before another. */
function visibleBetween(zone: Zone, from: EpochSeconds, to: EpochSeconds): Transition[] {
  const found: Transition[] = []
  for (const transition of transitionsAfter(zone.compiled(), epochSeconds(from - 1))) {
    const { at, before, after } = transition
    if (at >= to || !isPrintable(at, before.type.offset) || !isPrintable(at, after.type.offset)) break
    if (isVisible(transition)) found.push(transition)
  }
  return found
}
