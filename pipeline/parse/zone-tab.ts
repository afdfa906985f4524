// Reads zone.tab and iso3166.tab: one row for each zone and country, with its line.
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import { faultsIn, quoted, type FaultOf } from '../source-error.ts'
import type { SourceFile } from './tz-records.ts'

/** A row of zone.tab: a zone, its one country, and the place it is named for. */
export interface ZonePlace {
  readonly id: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Degrees, north positive. */
  readonly lat: number
  /** Degrees, east positive. */
  readonly lon: number
}

/** A row of zone.tab, as it is in the file. */
export interface ZoneTabRow extends ZonePlace {
  readonly source: SourceLine
  /** Null where the row has no comment. */
  readonly comment: string | null
}

/** One row of iso3166.tab. */
export interface CountryRow {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
}

/** Returns the rows of zone.tab in file order. Throws a SourceError for a bad row, or for a zone named twice. */
export function parseZoneTab(file: SourceFile): ZoneTabRow[] {
  const seen = new Map<string, SourceLine>()
  return rowsOf(file).map(({ source, columns }) => {
    const [country = '', coordinates = '', id = '', comment] = columns
    const fault = faultsIn(source)
    if (columns.length < 3 || columns.length > 4)
      throw fault(
        'bad-row',
        `found ${columns.length} columns, expected 3 or 4 with tabs between (country, coordinates, zone, comment)`,
      )
    checkCountry(country, fault)
    if (!isZoneName(id)) throw fault('bad-row', `${quoted(id)} is not a zone identifier`)
    const faultOfZone = faultsIn(source, id)
    const earlier = seen.get(id)
    if (earlier !== undefined)
      throw faultOfZone('duplicate-name', `the zone has a row already, on line ${earlier.line}`)
    seen.set(id, source)
    const place = readCoordinates(coordinates)
    if (place === null)
      throw faultOfZone('bad-row', `${quoted(coordinates)} is not a place (±DDMM±DDDMM or ±DDMMSS±DDDMMSS)`)
    return { source, country, ...place, id, comment: comment ?? null }
  })
}

/** Returns the rows of iso3166.tab in file order. Throws a SourceError for a bad row, or for a country named twice. */
export function parseIso3166(file: SourceFile): CountryRow[] {
  const seen = new Set<string>()
  return rowsOf(file).map(({ source, columns }) => {
    const [country = '', name = ''] = columns
    const fault = faultsIn(source)
    if (columns.length !== 2 || name === '')
      throw fault('bad-row', `found ${columns.length} columns, expected 2 with a tab between (country, name)`)
    checkCountry(country, fault)
    if (seen.has(country)) throw faultsIn(source, country)('duplicate-name', 'the country has a row already')
    seen.add(country)
    return { country, name }
  })
}

function checkCountry(code: string, fault: FaultOf): void {
  if (!/^[A-Z]{2}$/.test(code)) throw fault('bad-row', `${quoted(code)} is not a country code`)
}

function rowsOf(file: SourceFile): { source: SourceLine; columns: string[] }[] {
  return file.text.split('\n').flatMap((raw, index) => {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (text === '' || text.startsWith('#')) return []
    return [{ source: { file: file.name, line: index + 1, text }, columns: text.split('\t') }]
  })
}

const ISO_6709 = /^([+-]\d{2})(\d{2})(\d{2})?([+-]\d{3})(\d{2})(\d{2})?$/

function readCoordinates(text: string): { lat: number; lon: number } | null {
  const [, latDegrees, latMinutes, latSeconds, lonDegrees, lonMinutes, lonSeconds] = ISO_6709.exec(text) ?? []
  if ((latSeconds === undefined) !== (lonSeconds === undefined)) return null
  const lat = degrees(90, latDegrees, latMinutes, latSeconds)
  const lon = degrees(180, lonDegrees, lonMinutes, lonSeconds)
  return lat === null || lon === null ? null : { lat, lon }
}

/** Null where there are no degrees, or too many. */
function degrees(most: number, whole = '', minutes = '', seconds = '0'): number | null {
  if (whole === '' || Number(minutes) > 59 || Number(seconds) > 59) return null
  const total = Math.abs(Number(whole)) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (total > most * 3600) return null
  return (whole.startsWith('-') ? -total || 0 : total) / 3600
}
