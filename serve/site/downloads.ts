// The clock changes of a zone as files: a calendar, a table, and the compiled form that Unix programs read.
import { standardInForce } from '#ask/standards.ts'
import type { Zone } from '#ask/zones.ts'
import { encodeTzif } from '#core/forms/tzif.ts'
import { addYears, formatDateTime, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { changesBetween, HISTORY_FROM, moveInWords, movesBetween, wallsOf } from './changes.ts'
import { basicUtc, calendarFile } from '#core/forms/calendar.ts'
import { CALENDAR, savedFile } from './made-documents.ts'
import type { SiteDocument, Visit } from './page.ts'

const YEARS = 10

type Make = (zone: Zone, visit: Visit) => SiteDocument['body']

/** The ending of a file's name → its type and what makes it. */
const FORMS = new Map<string, readonly [type: string, make: Make]>([
  ['ics', [CALENDAR, calendarOf]],
  ['csv', ['text/csv; charset=utf-8', tableOf]],
  ['tzif', ['application/tzif', (zone) => encodeTzif(zone.compiled(), 'release')]],
])

/** The file of a zone for a path such as `Europe/Dublin.ics`. Null for any other path. */
export function zoneFile(visit: Visit): SiteDocument | null {
  const [, identifier = '', form = ''] = /^(.+)\.([a-z]+)$/.exec(visit.identifier) ?? []
  const zone = visit.catalogue.almanac.zones.named(identifier)
  const [type, make] = FORMS.get(form) ?? []
  if (zone === null || !zone.listed || type === undefined || make === undefined) return null
  return savedFile(`${zone.iana.replaceAll('/', '-')}.${form}`, type, make(zone, visit))
}

function calendarOf(zone: Zone, { catalogue, now }: Visit): string {
  const { tz, reference_date } = catalogue.artifact.manifest
  const events = movesBetween(zone, now, addYears(now, YEARS)).map((change) => ({
    uid: `${basicUtc(change.at)}-${zone.iana.replaceAll('/', '-')}`,
    at: change.at,
    summary: `Clocks go ${moveInWords(change)}, ${wallsOf(change)} (${zone.iana})`,
    description: `By tz release ${tz}.`,
  }))
  return calendarFile(events, `Clock changes of ${zone.iana}`, reference_date)
}

function tableOf(zone: Zone, { catalogue, now }: Visit): string {
  const { standards } = catalogue.almanac
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
