// Names and abbreviations of every zone over the last 50 years and the next 24 months: they match the standard in force.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { CONVENTIONAL_CODES } from '#pipeline/curated/columns.ts'
import { standardInForce } from '#core/ask/standards.ts'
import { zoneState } from '#core/ask/zone-state.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const MONTH = 30.4375 * 86_400

/** A JSON file of CLDR. */
interface Tree {
  readonly [key: string]: Tree | undefined
}

interface Metazone {
  readonly _mzone?: string
  readonly _to?: string
}

test('each name is of the season (decision 0013), each abbreviation tzdb’s letters or the code of the standard', () => {
  const { zones, standards } = service.catalogue.almanac
  const names = new Set<string>()
  const faults: string[] = []
  for (const zone of zones.listed) {
    for (let month = -600; month <= 24; month++) {
      const at = epochSeconds(Math.floor(NOON + month * MONTH))
      const { type } = intervalAt(zone.compiled(), at)
      const { name, abbreviation, standard } = standardInForce(zone, type, at, standards)
      const where = `${zone.iana} ${month} ${type.abbreviation}: ${name} ${abbreviation}`
      if (name !== null) names.add(name)
      const isLetters = !/^[+-]/.test(type.abbreviation)
      if (isLetters && abbreviation !== type.abbreviation) faults.push(where)
      if (!isLetters && abbreviation !== null && abbreviation !== standard?.code) faults.push(where)
      if (abbreviation !== null && /\d/.test(abbreviation)) faults.push(where)
      if (name !== null && /Summer|Daylight/.test(name) && !type.isDst) faults.push(where)
      // Irish Standard Time is the only daylight standard with "Standard" in its name.
      const isStandardName = name !== null && /Standard/.test(name) && name !== 'Irish Standard Time'
      if (isStandardName && type.isDst) faults.push(where)
    }
  }
  expect(faults).toEqual([])
  expect(names.size).toBeGreaterThan(180)
})

test('the zones without a name today are those that decision 0013 lists, and CLDR has no English name in force for any of them', () => {
  const { zones, standards } = service.catalogue.almanac
  const at = epochSeconds(NOON)
  const unnamed = zones.listed.filter(
    (zone) => standardInForce(zone, intervalAt(zone.compiled(), at).type, at, standards).name === null,
  )
  const [, told = ''] =
    /Nine zones([^]*?)Seven of/.exec(
      readFileSync(new URL('../../../docs/decisions.md', import.meta.url), 'utf8'),
    ) ?? []
  expect(unnamed.map(({ iana }) => iana).toSorted()).toEqual(
    [...told.matchAll(/[A-Z]\w+\/\w+/g)].map(([iana]) => iana).toSorted(),
  )
  const read = (file: string): Tree =>
    JSON.parse(readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8'))
  const under = (tree: Tree | undefined, path: string): Tree | undefined =>
    path.split('/').reduce((of, part) => of?.[part], tree)
  const usedBy = under(
    read('cldr-core/supplemental/metaZones.json'),
    'supplemental/metaZones/metazoneInfo/timezone',
  )
  const names = under(
    read('cldr-dates-full/main/en/timeZoneNames.json'),
    'main/en/dates/timeZoneNames/metazone',
  )
  for (const { iana } of unnamed) {
    const last: Metazone | undefined = Object.values(under(usedBy, iana) ?? {}).at(-1)?.['usesMetazone']
    const { ['_mzone']: name = '', ['_to']: until } = last ?? {}
    expect(name, iana).not.toBe('')
    expect(until === undefined && names?.[name]?.['long'] !== undefined, iana).toBe(false)
  }
})

test('all of history: where tzdb has letters they are shown, else a code only of a standard whose offset, flag and countries fit', () => {
  const { zones, standards } = service.catalogue.almanac
  const { rows } = service.catalogue.artifact
  const shown = new Map(rows('zone_standard').map((row) => [`${row.zone} ${row.type}`, row]))
  const types = rows('local_time_type')
  expect(types.filter(({ zone, position }) => !shown.has(`${zone} ${position}`))).toEqual([])
  // Finds which countries use a standard by asking for every week of two years. The build finds it in another way.
  const countries = new Map<string, Set<string | null>>()
  const since = Date.parse(`${service.catalogue.artifact.manifest.reference_date}T00:00:00Z`) / 1000
  for (const zone of zones.listed) {
    for (let day = 0; day < 730; day += 7) {
      const at = epochSeconds(since + day * 86_400)
      const { name } = zone.shown(intervalAt(zone.compiled(), at).type, at)
      if (name === null) continue
      const of = countries.get(name) ?? new Set()
      countries.set(name, of.add(zone.countryCode))
    }
  }
  const faults: string[] = []
  const without = new Set<string>()
  const zoneById = new Map(rows('zone').map((row) => [row.id, row]))
  for (const row of rows('zone_standard')) {
    const type = types.find(({ zone, position }) => zone === row.zone && position === row.type)
    const { iana = '', country = null } = zoneById.get(row.zone) ?? {}
    if (type === undefined) throw new Error(`${iana}: no type ${row.type}`)
    const standard = row.name === null ? undefined : standards.byName.get(row.name)
    const fits = standard?.offset === type.utc_offset && standard.isDst === (type.is_dst === 1)
    const isOfCountry = countries.get(row.name ?? '')?.has(country) === true
    const isLetters = /^[A-Z]/.test(type.abbreviation)
    const expected = isLetters ? type.abbreviation : fits && isOfCountry ? standard.code : null
    const where = `${iana} ${type.abbreviation} ${row.starts_at}: ${row.name} ${row.abbreviation}`
    if (row.abbreviation !== expected) faults.push(where)
    if (standard !== undefined && !fits && type.abbreviation !== standard.code) faults.push(where)
    if (!isLetters && row.abbreviation === null) without.add(iana)
  }
  expect(faults).toEqual([])
  for (const iana of ['Africa/Dakar', 'Africa/Nairobi', 'Asia/Dili']) expect(without).toContain(iana)
  const at = (text: string): EpochSeconds => epochSeconds(Date.parse(text) / 1000)
  const shownAt = (iana: string, text: string): (string | null)[] => {
    const zone = zones.named(iana) ?? expect.fail(`no zone ${iana}`)
    const { name, abbreviation } = zone.shown(intervalAt(zone.compiled(), at(text)).type, at(text))
    return [abbreviation, name]
  }
  expect(shownAt('Africa/Dakar', '1930-01-01T00:00:00Z')).toEqual([null, null])
  expect(shownAt('Africa/Nairobi', '1935-01-01T00:00:00Z')).toEqual([null, null])
  expect(shownAt('Europe/Moscow', '2012-01-01T00:00:00Z')).toEqual(['MSK', 'Moscow Standard Time'])
  expect(shownAt('America/Sao_Paulo', '2026-01-01T00:00:00Z')).toEqual(['BRT', 'Brasilia Standard Time'])
})

test('in the coming 24 months every name has the offset that defines its standard', () => {
  const { zones, standards } = service.catalogue.almanac
  const faults: string[] = []
  for (const zone of zones.listed) {
    for (let month = 0; month <= 24; month++) {
      const at = epochSeconds(Math.floor(NOON + month * MONTH))
      const { type } = intervalAt(zone.compiled(), at)
      const { standard, name } = standardInForce(zone, type, at, standards)
      if (standard !== undefined && (standard.offset !== type.offset || standard.isDst !== type.isDst)) {
        faults.push(`${zone.iana} ${month}: ${name}`)
      }
    }
  }
  expect(faults).toEqual([])
})

/** Abbreviations that differ in CLDR and tzdb. The service has those of tzdb. Each has its reason. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  'Hawaii-Aleutian Standard Time': 'HST: tzdb took HAST out, as nobody there writes it',
  'Hawaii-Aleutian Daylight Time': 'HDT: tzdb took HADT out with it',
  'Macao Standard Time': "CST: tzdb has the mainland's letters for Macau",
  'Macao Summer Time': "CDT: tzdb has the mainland's letters for Macau",
}

/** The name of a standard → its abbreviation in CLDR for any English-speaking country. */
function shortNames(): Map<string, string> {
  const folder = new URL('../../../node_modules/cldr-dates-full/main/', import.meta.url)
  const metazonesOf = (locale: string): Record<string, Record<'long' | 'short', Record<string, string>>> =>
    JSON.parse(readFileSync(new URL(`${locale}/timeZoneNames.json`, folder), 'utf8')).main[locale].dates
      .timeZoneNames.metazone ?? {}
  const long = metazonesOf('en')
  const short = new Map<string, string>()
  for (const locale of readdirSync(folder).filter((name) => /^en(-|$)/.test(name))) {
    for (const [metazone, words] of Object.entries(metazonesOf(locale))) {
      for (const [kind, letters] of Object.entries(words.short ?? {})) {
        const name = long[metazone]?.long?.[kind] ?? ''
        if (name !== '' && !(name in OTHER_LETTERS) && /^[A-Z]+$/.test(letters)) short.set(name, letters)
      }
    }
  }
  return short
}

test('since 1900, wherever a name is given, tzdb’s letters are the one code of that standard, or digits', () => {
  const { zones, standards } = service.catalogue.almanac
  const lettersOf = new Map<string, Map<string, string>>()
  let months = 0
  for (const zone of zones.listed) {
    for (let month = 0; month < 127 * 12; month++) {
      const at = epochSeconds(Date.UTC(1900, month, 15, 12) / 1000)
      const { type } = intervalAt(zone.compiled(), at)
      const { name } = standardInForce(zone, type, at, standards)
      if (name === null || /^[+-]/.test(type.abbreviation)) continue
      months++
      const known = lettersOf.get(name) ?? new Map<string, string>()
      lettersOf.set(name, known)
      if (!known.has(type.abbreviation)) known.set(type.abbreviation, `${zone.iana} ${formatUtc(at)}`)
    }
  }
  expect(months).toBeGreaterThan(200_000)
  const short = shortNames()
  expect(short.size).toBeGreaterThan(30)
  let judged = 0
  const faults: string[] = []
  for (const [name, letters] of lettersOf) {
    if (letters.size > 1) faults.push(`${name}: ${JSON.stringify([...letters])}`)
    const code = standards.byName.get(name)?.code ?? short.get(name)
    if (short.has(name)) judged++
    for (const [one, where] of letters) {
      if ((code !== undefined && one !== code) || (short.get(name) ?? one) !== one)
        faults.push(`${name}: ${one} in ${where}, where it is ${code} (CLDR: ${short.get(name)})`)
    }
  }
  expect(judged).toBeGreaterThan(20)
  expect(faults).toEqual([])
})

test('since 1900, a zone on daylight time has a standard wherever it keeps the same standard time before or after', () => {
  const { zones, standards } = service.catalogue.almanac
  const faults: string[] = []
  let summers = 0
  for (const zone of zones.listed) {
    const compiled = zone.compiled()
    const kept = new Set<number>()
    for (let at = epochSeconds(-4e9), end: number | null = 0; end !== null && at < 2.4e9;) {
      const interval = intervalAt(compiled, at)
      if (interval.type.save === 0) kept.add(interval.type.stdoff)
      end = interval.end
      at = epochSeconds(end ?? at)
    }
    for (let month = 0; month < 127 * 12; month++) {
      const at = epochSeconds(Date.UTC(1900, month, 15, 12) / 1000)
      const { type } = intervalAt(compiled, at)
      if (!type.isDst || !kept.has(type.stdoff)) continue
      summers++
      const { standardTime } = zoneState(zone, at, standards)
      if (standardTime === null) faults.push(`${zone.iana} ${formatUtc(at)}`)
    }
  }
  expect(summers).toBeGreaterThan(50_000)
  expect(faults).toEqual([])
})

test.each([
  ['America/Scoresbysund', '2024-07-01T00:00:00Z', '-02:00', 'Greenland Standard Time', 'WGT'],
  ['Pacific/Apia', '2012-01-15T00:00:00Z', '+13:00', 'Samoa Standard Time', 'WST'],
])('%s has a standard at %s', async (zone, at, offset, name, abbreviation) => {
  const { body } = await service.ask(`/timezones/${zone}?at=${at}`)
  expect(body.data.current.is_dst).toBe(true)
  expect(body.data.standard).toMatchObject({ utc_offset: offset, name, abbreviation })
})

describe('the four Canadian zones that CLDR has wrong', () => {
  test.each([
    ['America/Edmonton', 'Mountain Daylight Time', 'MDT', 'Central Standard Time', 'CST'],
    ['America/Inuvik', 'Mountain Daylight Time', 'MDT', 'Central Standard Time', 'CST'],
    ['America/Vancouver', 'Pacific Daylight Time', 'PDT', 'Mountain Standard Time', 'MST'],
    ['America/Winnipeg', 'Central Daylight Time', 'CDT', 'Eastern Standard Time', 'EST'],
  ])('%s: %s until 2026-11-01, then %s', async (iana, before, codeBefore, after, codeAfter) => {
    const summer = await service.ask(`/timezones/${iana}?at=2026-10-31T12:00:00Z`)
    expect(summer.body.data.current).toMatchObject({ name: before, abbreviation: codeBefore, is_dst: true })
    const winter = await service.ask(`/timezones/${iana}?at=2026-11-02T12:00:00Z`)
    expect(winter.body.data.current).toMatchObject({ name: after, abbreviation: codeAfter, is_dst: false })
    expect(winter.body.data.current.utc_offset).toBe(summer.body.data.current.utc_offset)
    const slug = after.toLowerCase().replaceAll(' ', '-')
    expect(winter.body.data.links.abbreviation).toMatch(new RegExp(`/abbreviations/${slug}$`))
    expect(winter.body.data.standard).toMatchObject({ name: after, abbreviation: codeAfter })
  })
})

test('London, Guernsey, Jersey and the Isle of Man have British Summer Time, Dublin Irish Standard Time', async () => {
  for (const zone of ['London', 'Guernsey', 'Jersey', 'Isle_of_Man']) {
    const { body } = await service.ask(`/timezones/Europe/${zone}?at=2026-07-01T00:00:00Z`)
    expect(body.data.current.name).toBe('British Summer Time')
  }
  const { body } = await service.ask('/timezones/Europe/Dublin?at=2026-07-01T00:00:00Z')
  expect(body.data.current).toMatchObject({ name: 'Irish Standard Time', abbreviation: 'IST', is_dst: true })
  expect(body.data.standard).toMatchObject({ name: 'Greenwich Mean Time', abbreviation: 'GMT' })
})

test('past standards have names and no entry; local mean time has neither', async () => {
  const { body } = await service.ask('/timezones/America/Sao_Paulo?at=2018-12-01T00:00:00Z')
  expect(body.data.current).toMatchObject({ name: 'Brasilia Summer Time', abbreviation: null })
  expect(body.data.links.abbreviation).toBeNull()
  const old = await service.ask('/timezones/Europe/Paris?at=1850-01-01T00:00:00Z')
  expect(old.body.data.current).toMatchObject({ name: null, abbreviation: 'LMT' })
})

test('conventional codes are those of the curated table, and each row of it is of a standard CLDR names', () => {
  const english = readFileSync(
    new URL('../../../node_modules/cldr-dates-full/main/en/timeZoneNames.json', import.meta.url),
    'utf8',
  )
  expect(CONVENTIONAL_CODES.filter(({ name }) => !english.includes(`"${name}"`))).toEqual([])
})
