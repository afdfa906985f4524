// The clock changes of a zone as files: a calendar, a table, and the compiled form that Unix programs read.
import type { Almanac } from '#ask/almanac.ts'
import { standardInForce } from '#ask/standard-in-force.ts'
import type { Zone } from '#ask/zones.ts'
import { encodeTzif } from '#core/forms/tzif.ts'
import { addYears, formatDateTime, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { changesBetween, HISTORY_FROM, moveInWords, shiftOf, wallsOf } from './changes.ts'
import { basicUtc, calendarFile } from '#core/forms/calendar.ts'
import type { SiteDocument, Visit } from './page.ts'

/** Seconds for which a file may be cached: another artifact may become current. */
const MAX_AGE = 3600
const YEARS = 10

type Make = (zone: Zone, visit: Visit) => Pick<SiteDocument, 'type' | 'body'>

const FORMS: Readonly<Record<string, Make>> = {
  ics: (zone, { catalogue, now }) => ({
    type: 'text/calendar; charset=utf-8',
    body: calendarOf(zone, now, catalogue.artifact.manifest),
  }),
  csv: (zone, { catalogue, now }) => ({
    type: 'text/csv; charset=utf-8',
    body: tableOf(zone, now, catalogue.almanac),
  }),
  tzif: (zone) => ({ type: 'application/tzif', body: encodeTzif(zone.compiled(), 'release') }),
}

/** The file of a zone for a path such as `Europe/Dublin.ics`. Null for any other path. */
export function zoneFile(visit: Visit): SiteDocument | null {
  const [, identifier = '', form = ''] = /^(.+)\.([a-z]+)$/.exec(visit.identifier) ?? []
  const zone = visit.catalogue.almanac.zones.named(identifier)
  const make = FORMS[form]
  if (zone === null || !zone.listed || make === undefined) return null
  const name = `${zone.iana.replaceAll('/', '-')}.${form}`
  return {
    kind: 'document',
    ...make(zone, visit),
    maxAge: MAX_AGE,
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}

function calendarOf(
  zone: Zone,
  now: EpochSeconds,
  { tz, reference_date }: { readonly tz: string; readonly reference_date: string },
): string {
  const moves = changesBetween(zone, now, addYears(now, YEARS)).filter((change) => shiftOf(change) !== 0)
  const events = moves.map((change) => ({
    uid: `${basicUtc(change.at)}-${zone.iana.replaceAll('/', '-')}`,
    at: change.at,
    summary: `Clocks go ${moveInWords(change)}, ${wallsOf(change)} (${zone.iana})`,
    description: `By tz release ${tz}.`,
  }))
  return calendarFile(events, `Clock changes of ${zone.iana}`, reference_date)
}

function tableOf(zone: Zone, now: EpochSeconds, { standards }: Almanac): string {
  const rows = changesBetween(zone, HISTORY_FROM, addYears(now, YEARS)).map(({ at, before, after }) => {
    const { abbreviation, name } = standardInForce(zone, after.type, at, standards)
    const { offset, isDst } = after.type
    return [
      formatUtc(at),
      formatDateTime(at, before.type.offset),
      formatDateTime(at, offset),
      formatOffset(offset),
      offset,
      isDst,
      abbreviation ?? '',
      name ?? '',
    ].join(',')
  })
  const head = 'utc,local_before,local_after,utc_offset,utc_offset_seconds,is_dst,abbreviation,name'
  return [head, ...rows].map((row) => `${row}\r\n`).join('')
}
