// Countries, cities, standards and zone names of the embedded artifact, compared with independent sources.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import { leftOut } from '../../support/left-out.ts'

let artifact: Artifact
beforeAll(() => {
  artifact = openArtifact(inject('embeddedArtifact'))
})
afterAll(() => artifact.close())

/** Rows of a query. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of many shapes
const rows = (sql: string, ...values: (string | number)[]): any[] => artifact.query(sql, ...values)

/** The differences that are not in the list, and the rows of the list that do not occur. */
const differences = (found: Iterable<string>, listed: Readonly<Record<string, string>>) => {
  const differing = new Set(found)
  return {
    unlisted: [...differing].filter((key) => !(key in listed)),
    listedButGone: Object.keys(listed).filter((key) => !differing.has(key)),
  }
}
const NONE = { unlisted: [], listedButGone: [] }

const ISO_CODES = '/usr/share/iso-codes/json/iso_3166-1.json'
const hasIsoCodes = existsSync(ISO_CODES)
if (!hasIsoCodes) leftOut('country codes against iso-codes', 'the Debian package iso-codes')

test.runIf(hasIsoCodes)('every alpha-2, alpha-3 and numeric code matches iso-codes', () => {
  const iso: { alpha_2: string; alpha_3: string; numeric: string }[] = JSON.parse(
    readFileSync(ISO_CODES, 'utf8'),
  )['3166-1']
  const expected = iso.map((row) => `${row.alpha_2} ${row.alpha_3} ${row.numeric}`)
  const found = rows("SELECT * FROM country WHERE iso2 <> 'XK' ORDER BY iso2")
  expect(found.map((row) => `${row.iso2} ${row.iso3} ${row.numeric_code}`)).toEqual(expected.toSorted())
  expect(found).toHaveLength(249)
})

/** A row of world-countries. The package's own types cannot be imported. */
interface Peer {
  readonly cca2: string
  readonly region: string
  readonly flag: string
  readonly capital: readonly string[]
  readonly independent?: boolean
}

describe('against world-countries', () => {
  const all: Peer[] = createRequire(import.meta.url)('world-countries')
  const peers = new Map(all.map((country) => [country.cca2, country]))

  test('regions agree, except where world-countries departs from M49', () => {
    const differing = rows('SELECT iso2, region FROM country')
      .filter(({ iso2, region }) => peers.get(iso2)?.region !== region)
      .map(({ iso2 }) => iso2)
    expect(
      differences(differing, {
        AQ: 'M49 gives Antarctica no region; the peer invents one',
        BV: 'M49: South America; the peer: Antarctic',
        CY: 'M49: Western Asia; the peer: Europe',
        GS: 'M49: South America; the peer: Antarctic',
        HM: 'M49: Australia and New Zealand; the peer: Antarctic',
        TF: 'M49: Eastern Africa; the peer: Antarctic',
        UM: 'M49: Micronesia; the peer: Americas',
      }),
    ).toEqual(NONE)
  })

  test('flags agree, except one', () => {
    const differing = rows('SELECT iso2, emoji FROM country')
      .filter(({ iso2, emoji }) => peers.get(iso2)?.flag !== emoji)
      .map(({ iso2 }) => iso2)
    expect(differences(differing, { BQ: 'the peer shows the flag of the Netherlands' })).toEqual(NONE)
  })

  test('capitals agree, except for spellings and rulings', () => {
    const letters = (name: string): string =>
      fold(name)
        .replace(/[’'‘.,]/g, '')
        .replace(/[^a-z]+/g, ' ')
    const differing = rows('SELECT iso2 FROM country')
      .filter(({ iso2 }) => {
        const ours = rows('SELECT name FROM city WHERE country = ? AND is_capital = 1', iso2)
        const theirs = (peers.get(iso2)?.capital ?? []).map(letters)
        return ours.length !== 1 || !theirs.includes(letters(ours[0].name))
      })
      .map(({ iso2 }) => iso2)
    expect(
      differences(differing, {
        AQ: 'neither has one',
        BV: 'neither has one',
        HM: 'neither has one',
        UM: 'neither has one',
        GD: 'Saint George’s, spelt out',
        GG: 'Saint Peter Port, spelt out',
        GQ: 'Ciudad de la Paz since January 2026; the peer still has Malabo',
        GS: 'Grytviken; the peer: King Edward Point, a kilometre away',
        HK: 'the city is the territory; the peer: City of Victoria',
        IO: 'no city; the peer names the island',
        KI: 'Tarawa; the peer: South Tarawa',
        MN: 'Ulaanbaatar; the peer has the old transcription',
        MO: 'the city is the territory; the peer has none',
        SM: 'San Marino; the peer: City of San Marino',
        SZ: 'Mbabane, the seat of the government; the peer: Lobamba, that of the king and parliament',
        TK: 'has no capital; the peer names an atoll',
        US: 'Washington; the peer adds D.C.',
      }),
    ).toEqual(NONE)
  })

  test('sovereignty agrees, except for four that depend on no listed country', () => {
    const dependent = new Set(rows('SELECT territory FROM dependency').map(({ territory }) => territory))
    const differing = rows('SELECT iso2 FROM country')
      .filter(({ iso2 }) => (peers.get(iso2)?.independent === false) !== dependent.has(iso2))
      .map(({ iso2 }) => iso2)
    expect(
      differences(differing, {
        AQ: 'under a treaty, not under a state',
        EH: 'disputed',
        PS: 'an observer state',
        TW: 'governs itself; ISO lists it for itself',
      }),
    ).toEqual(NONE)
  })
})

test('there are 250 countries, 17 sub-regions, and XK without ISO codes', () => {
  expect(rows('SELECT count(*) AS n FROM country')[0].n).toBe(250)
  expect(rows('SELECT DISTINCT sub_region FROM country WHERE sub_region IS NOT NULL')).toHaveLength(17)
  expect(rows("SELECT iso3, numeric_code FROM country WHERE iso2 = 'XK'")[0]).toEqual({
    iso3: null,
    numeric_code: null,
  })
  expect(rows('SELECT iso2 FROM country WHERE population IS NULL').map(({ iso2 }) => iso2)).toEqual([
    'BV',
    'HM',
  ])
  expect(rows('SELECT count(*) AS n FROM dependency')[0].n).toBe(51)
})

test('every zone’s country matches its key in CLDR’s bcp47, which is independent of zone.tab', () => {
  const keys: Record<string, Readonly<Record<'_alias' | '_region', string | undefined>>> = JSON.parse(
    readFileSync(new URL('../../../node_modules/cldr-bcp47/bcp47/timezone.json', import.meta.url), 'utf8'),
  ).keyword.u.tz
  const countryByZone = new Map<string, string>()
  for (const [key, entry] of Object.entries(keys)) {
    for (const zone of entry['_alias']?.split(' ') ?? []) {
      // The first zone of a key is its canonical one. Zones that CLDR merged into a key later may be in another country.
      if (!countryByZone.has(zone)) countryByZone.set(zone, entry['_region'] ?? key.slice(0, 2).toUpperCase())
    }
  }
  const differing = rows('SELECT iana, country FROM zone WHERE listed = 1 AND country IS NOT NULL')
    .filter(({ iana, country }) => countryByZone.get(iana) !== country)
    .map(({ iana, country }) => `${iana} ${country} ${countryByZone.get(iana)}`)
  expect(differing).toEqual([])
})

test('the default zone is the capital’s, except for the listed ones', () => {
  const differing = rows(
    `SELECT country.iso2, zone.iana AS default_zone, seat.iana AS capital_zone FROM country
     JOIN zone ON zone.id = default_zone
     JOIN city ON city.country = iso2 AND is_capital = 1
     JOIN zone AS seat ON seat.id = city.zone
     WHERE seat.id <> zone.id`,
  ).map(({ iso2, default_zone, capital_zone }) => `${iso2} ${default_zone} ${capital_zone}`)
  expect(
    differences(differing, {
      'PS Asia/Gaza Asia/Hebron': 'the largest city is Gaza; the seat of the government Ramallah',
    }),
  ).toEqual(NONE)
})

describe('cities', () => {
  test('there are about 38,700, 244 of them capitals', () => {
    const [{ n }] = rows('SELECT count(*) AS n FROM city')
    expect(Math.abs(n - 38_700)).toBeLessThan(370)
    expect(rows('SELECT count(*) AS n FROM city WHERE is_capital = 1')[0].n).toBe(244)
    expect(rows('SELECT count(*) AS n FROM city WHERE population = 0')[0].n).toBe(0)
  })

  test('none is in a zone that zone.tab does not give its country, except those of Kosovo and Abkhazia', () => {
    const denied = rows(
      `SELECT city.country, zone.iana, count(*) AS n FROM city JOIN zone ON zone.id = city.zone
       WHERE zone.country <> city.country GROUP BY city.country, zone.iana`,
    )
    // A city has the zone that a look-up gives first, and in Abkhazia that is the administering authority's.
    expect(denied).toEqual([
      { country: 'GE', iana: 'Europe/Moscow', n: 7 },
      { country: 'XK', iana: 'Europe/Belgrade', n: 23 },
    ])
  })

  test.each([
    ['hanoi', 'VN', 'Asia/Ho_Chi_Minh'],
    ['nicosia', 'CY', 'Asia/Nicosia'],
    ['kashgar', 'CN', 'Asia/Shanghai'],
    ['pristina', 'XK', 'Europe/Belgrade'],
    ['smara', 'EH', 'Africa/El_Aaiun'],
    ['astana', 'KZ', 'Asia/Almaty'],
    ['xuzhou', 'CN', 'Asia/Shanghai'],
    ['liuzhou', 'CN', 'Asia/Shanghai'],
    ['ganzhou', 'CN', 'Asia/Shanghai'],
    ['ciudad-de-la-paz', 'GQ', 'Africa/Malabo'],
    ['jerusalem', 'IL', 'Asia/Jerusalem'],
    ['ramallah', 'PS', 'Asia/Hebron'],
    ['zurich', 'CH', 'Europe/Zurich'],
    ['sao-paulo', 'BR', 'America/Sao_Paulo'],
    ['singapore', 'SG', 'Asia/Singapore'],
    ['peru-us', 'US', 'America/Indiana/Indianapolis'],
  ])('%s is in %s, in %s', (slug, country, zone) => {
    const [city] = rows(
      'SELECT city.country, zone.iana FROM city JOIN zone ON zone.id = city.zone WHERE slug = ?',
      slug,
    )
    expect(city).toEqual({ country, iana: zone })
  })

  test('no slug belongs to a country with another clock, to a standard, or to the code of one', () => {
    const taken = rows(
      `SELECT city.slug FROM city WHERE slug IN (SELECT slug FROM standard UNION SELECT lower(code) FROM standard)
         OR also IN (SELECT slug FROM standard UNION SELECT lower(code) FROM standard)`,
    )
    expect(taken).toEqual([])
    const shared = rows(
      `SELECT city.slug, city.country AS city_country, country.iso2 FROM city
       JOIN country ON country.slug = city.slug OR lower(country.iso2) = city.slug`,
    )
    expect(shared.filter(({ city_country, iso2 }) => city_country !== iso2)).toEqual([])
    expect(shared.map(({ slug }) => slug)).toContain('singapore')
  })
})

describe('standards', () => {
  test('there are 139 of standard time, 26 of daylight saving time, and UTC', () => {
    const count = (where: string): number => rows(`SELECT count(*) AS n FROM standard WHERE ${where}`)[0].n
    expect(count("is_dst = 0 AND slug <> 'coordinated-universal-time'")).toBe(139)
    expect(count('is_dst = 1')).toBe(26)
    expect(count("slug = 'coordinated-universal-time'")).toBe(1)
  })

  test('Cuba Standard Time has an entry although Havana has daylight time until 2027-11-07: answers of the coming year name it', () => {
    expect(rows("SELECT counterpart FROM standard WHERE slug = 'cuba-standard-time'")).toEqual([
      { counterpart: 'cuba-daylight-time' },
    ])
  })

  test('codes are tzdb letters or the conventional ones, and only Kazakhstan has none', () => {
    expect(rows('SELECT slug FROM standard WHERE code IS NULL')).toEqual([{ slug: 'kazakhstan-time' }])
    expect(rows("SELECT slug FROM standard WHERE code GLOB '[+-]*'")).toEqual([])
    const codeOf = (slug: string): unknown => rows('SELECT code FROM standard WHERE slug = ?', slug)[0]?.code
    expect(codeOf('india-standard-time')).toBe('IST')
    expect(codeOf('brasilia-standard-time')).toBe('BRT')
    expect(codeOf('australian-western-standard-time')).toBe('AWST')
  })

  test('twins: Dublin and London share Greenwich Mean Time, and Vancouver does not make PDT and MST twins', () => {
    const twinOf = (slug: string): unknown =>
      rows('SELECT counterpart FROM standard WHERE slug = ?', slug)[0]?.counterpart
    expect(twinOf('greenwich-mean-time')).toBe('british-summer-time')
    expect(twinOf('irish-standard-time')).toBe('greenwich-mean-time')
    expect(twinOf('mountain-standard-time')).toBe('mountain-daylight-time')
    expect(twinOf('pacific-daylight-time')).toBe('pacific-standard-time')
    expect(twinOf('china-standard-time')).toBeNull()
  })

  test('continents follow the golden zone: Vladivostok is in Asia', () => {
    expect(rows("SELECT continent FROM standard WHERE slug = 'vladivostok-standard-time'")[0].continent).toBe(
      'Asia',
    )
    expect(
      rows("SELECT continent FROM standard WHERE slug = 'coordinated-universal-time'")[0].continent,
    ).toBeNull()
  })
})

describe('zones', () => {
  test('have 418 display names, all different, and 31 are off their mainland', () => {
    const names = rows('SELECT DISTINCT display_name FROM zone WHERE country IS NOT NULL')
    expect(names).toHaveLength(418)
    expect(rows("SELECT display_name FROM zone WHERE iana = 'UTC'")[0].display_name).toBe(
      'Coordinated Universal Time',
    )
    const outlying = rows('SELECT iana FROM zone WHERE is_mainland = 0 AND country IS NOT NULL')
    expect(outlying).toHaveLength(31)
    for (const zone of ['Africa/Ceuta', 'Australia/Lord_Howe', 'America/Noronha', 'Europe/Busingen']) {
      expect(outlying).toContainEqual({ iana: zone })
    }
    expect(outlying).not.toContainEqual({ iana: 'Pacific/Auckland' })
  })
})
