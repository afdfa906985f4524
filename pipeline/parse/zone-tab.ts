// Reads zone.tab and iso3166.tab: one row for each zone and country, with its line.
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import { faultsIn, quoted } from '../source-error.ts'
import type { SourceFile } from './tz-records.ts'

/** One row of zone.tab. */
export interface ZoneTabRow {
  readonly source: SourceLine
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Degrees, north positive. */
  readonly lat: number
  /** Degrees, east positive. */
  readonly lon: number
  readonly id: string
  /** Null where the row has no comment. */
  readonly comment: string | null
}

/** One row of iso3166.tab. */
export interface CountryRow {
  readonly source: SourceLine
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
    if (!/^[A-Z]{2}$/.test(country)) throw fault('bad-row', `${quoted(country)} is not a country code`)
    if (!isZoneName(id)) throw fault('bad-row', `${quoted(id)} is not a zone identifier`)
    const faultOfZone = faultsIn(source, id)
    const earlier = seen.get(id)
    if (earlier !== undefined)
      throw faultOfZone('duplicate-name', `the zone has a row already, on line ${earlier.line}`)
    seen.set(id, source)
    const place = readCoordinates(coordinates)
    if (place === null)
      throw faultOfZone('bad-row', `${quoted(coordinates)} is not a place (±DDMM±DDDMM or ±DDMMSS±DDDMMSS)`)
    return { source, country, lat: place.lat, lon: place.lon, id, comment: comment ?? null }
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
    if (!/^[A-Z]{2}$/.test(country)) throw fault('bad-row', `${quoted(country)} is not a country code`)
    if (seen.has(country)) throw faultsIn(source, country)('duplicate-name', 'the country has a row already')
    seen.add(country)
    return { source, country, name }
  })
}

function rowsOf(file: SourceFile): { source: SourceLine; columns: string[] }[] {
  return file.text.split('\n').flatMap((raw, index) => {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (text === '' || text.startsWith('#')) return []
    return [{ source: { file: file.name, line: index + 1, text }, columns: text.split('\t') }]
  })
}

const ISO_6709 = /^([+-])(\d{2})(\d{2})(\d{2})?([+-])(\d{3})(\d{2})(\d{2})?$/

function readCoordinates(text: string): { lat: number; lon: number } | null {
  const parts = ISO_6709.exec(text)
  if (parts === null) return null
  const [, latSign, latDegrees, latMinutes, latSeconds, lonSign, lonDegrees, lonMinutes, lonSeconds] = parts
  if ((latSeconds === undefined) !== (lonSeconds === undefined)) return null
  const lat = degrees(latSign, latDegrees, latMinutes, latSeconds, 90)
  const lon = degrees(lonSign, lonDegrees, lonMinutes, lonSeconds, 180)
  return lat === null || lon === null ? null : { lat, lon }
}

function degrees(
  sign: string | undefined,
  whole: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
  most: number,
): number | null {
  const arcMinutes = Number(minutes)
  const arcSeconds = Number(seconds ?? 0)
  if (arcMinutes > 59 || arcSeconds > 59) return null
  const total = Number(whole) * 3600 + arcMinutes * 60 + arcSeconds
  if (total > most * 3600) return null
  return (sign === '-' ? -total || 0 : total) / 3600
}
