// The clock changes of a zone as files: a calendar, a table, and the compiled form that programs of Unix read.
import type { Almanac } from '#ask/almanac.ts'
import { standardInForce } from '#ask/standard-in-force.ts'
import type { Zone } from '#ask/zones.ts'
import { addYears, formatDateTime, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { changesBetween, HISTORY_FROM, moveInWords, shiftOf, wallsOf } from './changes.ts'
import type { SiteDocument, Visit } from './page.ts'

/** Seconds for which a file may be kept: another artifact may come. */
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
  tzif: (zone) => ({ type: 'application/tzif', body: tzifOf(zone) }),
}

/** The file of a zone that a path such as `Europe/Dublin.ics` names; null for any other. */
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

/** `20270328T010000Z` */
const basicUtc = (at: EpochSeconds): string => `${formatUtc(at).slice(0, 19).replace(/[-:]/g, '')}Z`

/** Lines of a calendar file: at most 75 bytes each, what is longer goes on in the next. The texts are ASCII but for an arrow. */
const folded = (line: string): string => line.replace(/.{70}(?=.)/gu, '$&\r\n ')

function calendarOf(
  zone: Zone,
  now: EpochSeconds,
  { tz, reference_date }: { readonly tz: string; readonly reference_date: string },
): string {
  const stamp = `${reference_date.replaceAll('-', '')}T000000Z`
  const moves = changesBetween(zone, now, addYears(now, YEARS)).filter((change) => shiftOf(change) !== 0)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tzref//clock changes//EN',
    `X-WR-CALNAME:Clock changes of ${zone.iana}`,
    ...moves.flatMap((change) => [
      'BEGIN:VEVENT',
      `UID:${basicUtc(change.at)}-${zone.iana.replaceAll('/', '-')}@tzref`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${basicUtc(change.at)}`,
      `SUMMARY:Clocks go ${moveInWords(change)}\\, ${wallsOf(change)} (${zone.iana})`,
      `DESCRIPTION:By tz release ${tz}.`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
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

/** A zone as RFC 9636 has it, without leap seconds: all listed transitions as 64-bit instants, and the rule after them. */
export function tzifOf(zone: Zone): Uint8Array {
  const { starts, typeOf, types, posixTz } = zone.compiled()
  const kinds: LocalTimeType[] = []
  /** The number of what a reader can see of a type; the first one is that of before all transitions. */
  const numberOf = (index: number): number => {
    const type = types[index]
    if (type === undefined) throw new RangeError(`${zone.iana}: no local time type ${index}`)
    const known = kinds.findIndex(
      ({ offset, isDst, abbreviation }) =>
        offset === type.offset && isDst === type.isDst && abbreviation === type.abbreviation,
    )
    return known < 0 ? kinds.push(type) - 1 : known
  }
  let last = numberOf(typeOf[0] ?? 0)
  const changes: { at: EpochSeconds; kind: number }[] = []
  for (const [index, at] of starts.entries()) {
    const kind = numberOf(typeOf[index + 1] ?? 0)
    if (kind !== last) changes.push({ at: epochSeconds(at), kind })
    last = kind
  }
  const letters = [...new Set(kinds.map(({ abbreviation }) => abbreviation))]
  const names = letters.map((name) => `${name}\0`).join('')
  const placeOf = (abbreviation: string): number => names.indexOf(`${abbreviation}\0`)
  // A rule of more than 24 hours, or of a time before midnight, is what version 3 adds.
  const version = posixTz !== null && /\/(?:-|2[5-9]|[3-9]\d|1\d\d)/.test(posixTz) ? '3' : '2'
  const header = (times: number, typeCount: number, chars: number): Uint8Array => {
    const bytes = new Uint8Array(44)
    bytes.set(ascii(`TZif${version}`))
    const view = new DataView(bytes.buffer)
    view.setUint32(32, times)
    view.setUint32(36, typeCount)
    view.setUint32(40, chars)
    return bytes
  }
  const body = new Uint8Array(changes.length * 9 + kinds.length * 6)
  const view = new DataView(body.buffer)
  for (const [index, { at, kind }] of changes.entries()) {
    view.setBigInt64(index * 8, BigInt(at))
    body[changes.length * 8 + index] = kind
  }
  for (const [index, { offset, isDst, abbreviation }] of kinds.entries()) {
    const place = changes.length * 9 + index * 6
    view.setInt32(place, offset)
    body[place + 4] = isDst ? 1 : 0
    body[place + 5] = placeOf(abbreviation)
  }
  // The block for readers of 32 bits says nothing: all readers of today pass over it.
  const parts = [
    header(0, 1, 1),
    new Uint8Array(7),
    header(changes.length, kinds.length, names.length),
    body,
    ascii(names),
    ascii(`\n${posixTz ?? ''}\n`),
  ]
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
