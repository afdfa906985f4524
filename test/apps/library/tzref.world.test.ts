// `tzref`: the files of an artifact give the same answers as its database.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openAlmanac } from '#core/ask/almanac.ts'
import { BOUNDARIES, MANIFEST } from '#core/artifact/layout.ts'
import { encodeTable } from '#core/artifact/json-table.ts'
import { epochSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import { openTzref, UnknownNameError } from '#apps/library/tzref.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

const artifact = openArtifact(inject('embeddedArtifact'))
afterAll(() => artifact.close())
const almanac = openAlmanac(artifact)

const isTable = (name: string): name is TableName => name in TABLES
const asked: string[] = []
const tz = openTzref((name) => {
  asked.push(name)
  const table = name.replace(/\.json$/, '')
  if (isTable(table)) return new TextEncoder().encode(encodeTable(table, artifact.rows(table), 'an-id'))
  if (name === BOUNDARIES) return tinyTiles
  const bytes = readFileSync(join(artifact.directory, name))
  return name === MANIFEST
    ? Buffer.from(bytes.toString().replace(/"boundaries": "geo-tz-[\d.]+"/, '"boundaries": "tiny-1"'))
    : bytes
})

const NOON = Date.UTC(2026, 6, 1, 12)

test('a zone at a moment has one abbreviation, whoever is asked', () => {
  for (const { id } of tz.zones()) {
    const converted = tz.convert({ from: id, to: 'UTC', at: NOON })
    expect(converted.kind === 'converted' && converted.from.abbreviation, id).toBe(
      tz.stateOf(id, NOON).abbreviation,
    )
  }
  expect(tz.stateOf('America/Sao_Paulo', NOON).abbreviation).toBe('BRT')
  expect(tz.zone('America/Sao_Paulo').clock.stateAt(NOON).abbreviation).toBe('-03')
})

test('a folder without the files is refused', () => {
  const none = join(import.meta.dirname, 'nothing')
  for (const folder of [none, pathToFileURL(none)])
    expect(() => openTzref(folder)).toThrow(
      /^folder: found no file at ".*nothing\/manifest\.json", expected the path or file: URL of a folder with/,
    )
  expect(() => openTzref(import.meta.filename)).toThrow(
    /^folder: found no file at ".*tzref\.world\.test\.ts\/manifest\.json", expected the path/,
  )
})

test('files are read when they are needed', () => {
  expect(tz.zone('Europe/Berlin').name).toBe('Berlin')
  expect(asked).not.toContain(BOUNDARIES)
  expect(asked).not.toContain('city.json')
  expect([tz.release, tz.boundaryRelease]).toEqual([artifact.manifest.tz, 'tiny-1'])
})

describe('a zone', () => {
  test('is listed and named, and has the same state, as in the database', () => {
    expect(tz.zones().map(({ id }) => id)).toEqual(almanac.zones.listed.map(({ iana }) => iana))
    for (const zone of almanac.zones.listed) {
      const { season, inForce, next } = almanac.stateOf(zone, epochSeconds(NOON / 1000))
      expect(tz.stateOf(zone.iana, NOON), zone.iana).toMatchObject({
        offset: season.type.offset,
        standard: inForce.name,
        nextDst: next === null ? null : { at: next.at * 1000, change: next.change },
      })
      expect(tz.zone(zone.iana)).toMatchObject({
        name: zone.displayName,
        country: zone.country === null ? null : { code: zone.country.code },
      })
    }
    expect(tz.findZone('Mars/Base')).toBeNull()
    for (const ask of [
      () => tz.zone('Mars/Base'),
      () => tz.stateOf('Mars/Base', 0),
      () => tz.why('Mars/Base', 0),
    ])
      expect(ask).toThrow('found "Mars/Base", expected an identifier of the tz release')
  })

  test('names the same source lines in every zone, and those of its alias first', () => {
    for (const year of [1850, 1916, 1985, 2026, 2500]) {
      const at = Date.UTC(year, 6)
      for (const { iana, withLines } of almanac.zones.listed) {
        const { why } = intervalAt(withLines(), epochSeconds(at / 1000))
        expect(
          tz.why(iana, at).map(({ file, line, text }) => ({ file, line, text })),
          iana,
        ).toEqual(why)
      }
    }
    const [link, ...lines] = tz.why('Asia/Calcutta', NOON)
    expect(link?.says).toBe('Asia/Calcutta is another name of Asia/Kolkata')
    expect(lines.length).toBeGreaterThan(0)
  })
})

describe('a conversion', () => {
  test('reads a wall time on the clock of `from`, and says how', () => {
    const found = tz.convert({ from: 'Berlin', to: ['Kathmandu', 'JST'], at: '2026-10-25T02:30' })
    expect(found).toMatchObject({
      kind: 'converted',
      at: Date.UTC(2026, 9, 25, 0, 30),
      from: { id: 'Europe/Berlin', shows: '2026-10-25T02:30:00+02:00' },
      to: [
        { shows: '2026-10-25T06:15:00+05:45' },
        { shows: '2026-10-25T09:30:00+09:00', abbreviation: 'JST' },
      ],
      note: expect.stringContaining('happens twice in Europe/Berlin'),
    })
    const later = tz.convert({ from: 'Berlin', to: 'UTC', at: '2026-10-25T02:30', resolution: 'latest' })
    expect(later).toMatchObject({ at: Date.UTC(2026, 9, 25, 1, 30) })
  })

  test('of an instant needs no note, and nothing unknown is guessed', () => {
    expect(tz.convert({ from: 'UTC', to: 'Europe/Berlin', at: NOON })).toMatchObject({ note: null, at: NOON })
    expect(tz.convert({ from: 'CST', to: 'UTC', at: NOON })).toMatchObject({ kind: 'choice', token: 'CST' })
    expect(tz.convert({ from: 'Berlinn', to: 'UTC', at: NOON })).toMatchObject({
      kind: 'refused',
      nearest: expect.arrayContaining(['Berlin']),
    })
    expect(tz.convert({ from: 'UTC', to: 'UTC', at: 'soon' })).toMatchObject({ kind: 'refused' })
    // A text counts seconds, as in the interface, and a number milliseconds, as in the rest of the library.
    for (const at of ['1767225600', 1_767_225_600_000])
      expect(tz.convert({ from: 'UTC', to: 'UTC', at })).toMatchObject({ at: 1_767_225_600_000 })
    expect(tz.convert({ from: 'UTC', to: 'UTC', at: '1767225600000' })).toMatchObject({
      kind: 'refused',
      why: ['"1767225600000" is no date and time in ISO 8601, and no Unix seconds of the years 2000–2100'],
    })
    const gap = { from: 'Berlin', to: 'UTC', at: '2026-03-29T02:30', resolution: 'reject' } as const
    expect(tz.convert(gap)).toMatchObject({ kind: 'refused', why: [expect.stringContaining('is skipped')] })
    expect(tz.convert({ from: 'UTC', to: 'Asia/Tokyo', at: '9999-12-31T23:00Z' })).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('a place', () => {
  test('has its zone, and the mean time of its own longitude', () => {
    expect(tz.lookUp(50, 10)).toMatchObject({
      kind: 'land',
      zone: 'Europe/Berlin',
      alternatives: [],
      meanTime: 2400,
    })
    expect(tz.lookUp(0, 180)).toMatchObject({
      kind: 'ocean',
      zone: 'Etc/GMT-12',
      alternatives: [{ reason: 'antimeridian', zone: 'Etc/GMT+12' }],
    })
    expect(() => tz.lookUp(91, 0)).toThrow(RangeError)
  })

  test('has a sun, and a city is a place', () => {
    const city = tz.city('kathmandu')
    expect(city).toMatchObject({ country: { code: 'NP' }, zone: { id: 'Asia/Kathmandu' }, isCapital: true })
    expect(tz.findCity('no-such-city')).toBeNull()
    expect(tz.cities('ZÜRICH').map(({ slug }) => slug)).toContain('zurich')
    expect(tz.cities().length).toBe(almanac.cities().byName.length)
    const sun = tz.sun(city, '2026-06-21')
    // The times of any newspaper for the longest day: about 05:08 to 19:02.
    const minutesOff = (at: number | null | undefined, utc: number): number =>
      Math.abs((at ?? Infinity) - utc) / 60_000
    expect(minutesOff(sun.sunrise, Date.UTC(2026, 5, 20, 23, 23))).toBeLessThan(5)
    expect(minutesOff(sun.sunset, Date.UTC(2026, 5, 21, 13, 17))).toBeLessThan(5)
    expect(tz.sun({ lat: 80, lon: 0, zone: 'UTC' }, '2026-06-21')).toEqual({
      sunrise: null,
      sunset: null,
      daylightMinutes: 1440,
    })
    expect(() => tz.sun({ lat: 0, lon: 0, zone: 'UTC' }, '2026-02-30')).toThrow(RangeError)
  })
})

describe('countries', () => {
  test('are sorted by name, and their zones are all the listed ones that have a country', () => {
    const countries = tz.countries()
    expect(countries.length).toBeGreaterThan(240)
    const names = countries.map(({ name }) => fold(name))
    expect(names).toEqual(names.toSorted())
    const listed = tz.zones().filter(({ country }) => country !== null)
    const ofCountries = countries.flatMap(({ code }) =>
      tz.zonesOf(code).filter(({ country }) => country?.code === code),
    )
    expect(ofCountries.map(({ id }) => id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted())
    for (const { code, defaultZone } of countries)
      if (defaultZone !== null) expect(tz.zonesOf(code)[0], code).toBe(defaultZone)
  })

  test('are found by code in any case, and an unknown one is refused', () => {
    expect(tz.zonesOf('de').map(({ id }) => id)).toEqual(['Europe/Berlin', 'Europe/Busingen'])
    expect(tz.zonesOf('US')[0]?.id).toBe('America/New_York')
    expect(tz.zonesOf('new-zealand')[0]?.id).toBe('Pacific/Auckland')
    expect(() => tz.zonesOf('XX')).toThrow(UnknownNameError)
  })
})

test('Windows’ names lead to the zones of CLDR for each country, and each of these zones back', () => {
  const { supplemental }: { supplemental: { windowsZones: { mapTimezones: { mapZone: WindowsRow }[] } } } =
    createRequire(import.meta.url)('cldr-core/supplemental/windowsZones.json')
  const rows = supplemental.windowsZones.mapTimezones
  expect(rows.length).toBeGreaterThan(450)
  for (const { mapZone } of rows) {
    const { _other: name, _territory: territory, _type: ids } = mapZone
    const zones = ids
      .trim()
      .split(' ')
      .map((id) => tz.zone(id).id)
    const country = territory === '001' ? [] : [territory]
    if (territory !== 'ZZ')
      expect(tz.zoneOfWindows(name, ...country).id, `${name} ${territory}`).toBe(zones[0])
    for (const zone of zones) expect(tz.windowsName(zone), zone).toBe(name)
  }
  expect(tz.zoneOfWindows('w. europe standard time', 'FR').id).toBe('Europe/Berlin')
  expect(tz.windowsName('Antarctica/Troll')).toBeNull()
  expect(() => tz.zoneOfWindows('W. Europ Standard Time')).toThrow(/nearest are W\. Europe Standard Time/)
})

interface WindowsRow {
  readonly _other: string
  readonly _territory: string
  readonly _type: string
}
