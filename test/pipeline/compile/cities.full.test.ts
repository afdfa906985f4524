// The cities of the embedded artifact, compared with two lists that it was not made from: Natural Earth's, in npm city-timezones, and npm
// worldcities, whose rows are also GeoNames' but another choice from another year.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameKey } from '#core/text/name-key.ts'
import { epochSeconds } from '#core/time/units.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'
import { meaningOf, named } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const NOW = epochSeconds(NOON)

interface Place {
  readonly name: string
  readonly country: string
  readonly population: number
  readonly lat: number
  readonly lon: number
  /** Null: the list has none. */
  readonly zone: string | null
}

const require = createRequire(import.meta.url)

/** Natural Earth's cities, the largest first. */
function naturalEarth(): Place[] {
  const rows: {
    city: string | null
    iso2: string | null
    pop: number
    lat: number
    lng: number
    timezone: string | null
  }[] = require('city-timezones').cityMapping
  return (
    rows
      // A few rows name no city.
      .filter((row) => row.city !== null && row.iso2 !== null)
      .map((row) => ({
        name: row.city ?? '',
        country: row.iso2 ?? '',
        population: row.pop,
        lat: row.lat,
        lon: row.lng,
        zone: row.timezone,
      }))
      .toSorted((a, b) => b.population - a.population)
  )
}

/** The cities of worldcities. */
function worldCities(): Place[] {
  const path = require.resolve('worldcities').replace(/worldcities\/.*$/, 'worldcities/data/cities.json')
  const rows: [number, number, string, string, number, string][] = JSON.parse(readFileSync(path, 'utf8'))
  return rows
    .map(([lat, lon, name, country, population, zone]) => ({ lat, lon, name, country, population, zone }))
    .toSorted((a, b) => b.population - a.population)
}

const kmBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number => {
  const radians = Math.PI / 180
  return 6371 * Math.hypot((b.lon - a.lon) * radians * Math.cos(a.lat * radians), (b.lat - a.lat) * radians)
}

/** Rows of these two lists whose name no city of ours has, each with the reason. */
const NOT_BY_THAT_NAME: Readonly<Record<string, string>> = {
  'Arak DZ': 'Natural Earth has the Arak of Iran in Algeria',
  'Atal Nagar IN': 'the new town beside Raipur, which is listed; Natural Earth has it in its place',
  'Al Hillah SA': 'Natural Earth has the Hilla of Iraq in Saudi Arabia',
  'Jianmen CN': 'Jingmen, misspelt, at the place of Tianmen',
  'Jiaojing CN': 'Jiaojiang, misspelt: a district of Taizhou, which is listed',
  'Lupanshui CN': 'Liupanshui, misspelt',
  'Mudangiang CN': 'Mudanjiang, misspelt',
  'Natal BR': 'Natural Earth has a second one in Amazonas',
  'Puch’on KR': 'Bucheon in an older transcription',
  "Puch'on KR": 'Bucheon in an older transcription',
  'Shenyeng CN': 'Shenyang, misspelt',
  'Shijianzhuang CN': 'Shijiazhuang, misspelt',
  'Shuyang CN': 'seat of a county, whose people Natural Earth counts',
  'Songnam KR': 'Seongnam in an older transcription',
  'Vila Velha BR': 'Natural Earth has a second one in Amapá',
  'Xiangtai CN': 'Xingtai, misspelt',
  'Zhanyi CN': 'a district of Qujing, which is listed',
  'Zhongli TW': 'a district of Taoyuan, which is listed',
  'Dadonghai CN': 'a beach of Sanya, with two million people',
  'Budta PH': 'a village, with the people of a region',
  'Malingao PH': 'a village, with the people of a region',
  'Pasragad Branch IR': 'a branch of something in Hamadan',
  'UEskuedar TR': 'a district of Istanbul',
  'Nangi IN': 'a suburb of Kolkata, which GeoNames has no more',
  'Luqiao CN': 'a district of Taizhou, which is listed',
  'Ft. Worth US': 'listed as Fort Worth',
  'Chhatrapati Sambhajinagar IN': 'listed as Aurangabad, its name until 2023',
  'Wanzhou CN': 'listed as Wanxian, its older name',
  'Ife NG': 'listed as Ile-Ife',
  'Mazatlán MX': 'Natural Earth has a second one in Sonora',
  'Zhaotang CN': 'Zhaotong, misspelt',
  'Khomeini Shahr IR': 'listed as Khomeyni Shahr, another transcription',
}

/** Rows of these two lists whose clock differs from ours, each with the reason. */
const OTHER_CLOCK: Readonly<Record<string, string>> = {
  'Zhongshan CN': 'on the southern coast; worldcities has it in Xinjiang',
  'Zhanjiang CN': 'on the southern coast; worldcities has it in Xinjiang',
  'Urumqi CN': 'in Xinjiang the clock of the administering authority comes first',
  'Shihezi CN': 'in Xinjiang the clock of the administering authority comes first',
  'Maoming CN': 'on the southern coast; the list has it in Xinjiang',
  'Kashgar CN': 'in Xinjiang the clock of the administering authority comes first',
  'Ciudad Juárez MX': 'America/Ciudad_Juarez since 2022, which the list is older than',
  'Juarez MX': 'America/Ciudad_Juarez since 2022, which the list is older than',
  'Sevastopol UA':
    "in Crimea, which is Europe/Simferopol in the tz release; the list has the mainland's zone",
}

/** Cities for which one of the two lists has another country than we have. */
const OTHER_COUNTRY: Readonly<Record<string, string>> = {
  '-99': 'Natural Earth has no code for Somaliland, Kosovo and Northern Cyprus',
}

describe.each([
  ['Natural Earth', naturalEarth],
  ['worldcities', worldCities],
])('the largest thousand of %s', (_, judge) => {
  test('are listed in their country within forty kilometres, with one of their names and the right clock', () => {
    const { byName } = service.catalogue.almanac.cities()
    const missing: string[] = []
    const otherClock: string[] = []
    for (const place of judge().slice(0, 1000)) {
      const about = `${place.name} ${place.country}`
      if (about in NOT_BY_THAT_NAME || place.country in OTHER_COUNTRY) continue
      const key = nameKey(place.name)
      const meanings = service.catalogue.almanac.names().meaningsOf(key)
      const near = byName.filter(
        (city) =>
          Math.abs(city.lat - place.lat) < 0.5 &&
          kmBetween(city, place) < 40 &&
          city.country.iso2 === place.country,
      )
      const isThere =
        near.some((city) => nameKey(city.name) === key) ||
        (near.length > 0 &&
          meanings.some(
            (meaning) =>
              meaning.kind === 'place' && near.some((city) => city.zone.iana === meaning.place.zone),
          ))
      if (!isThere) missing.push(about)
      const wanted = place.zone === null ? null : service.catalogue.almanac.zones.named(place.zone)
      const [nearest] = near.toSorted((a, b) => kmBetween(a, place) - kmBetween(b, place))
      if (about in OTHER_CLOCK) continue
      if (isThere && wanted !== null && nearest !== undefined && nearest.zone !== wanted) {
        const offset = service.catalogue.almanac.stateOf(nearest.zone, NOW).season.type.offset
        if (offset !== service.catalogue.almanac.stateOf(wanted, NOW).season.type.offset) {
          otherClock.push(`${about}: ${nearest.zone.iana} ${place.zone}`)
        }
      }
    }
    expect(missing).toEqual([])
    expect(otherClock).toEqual([])
  })
})

/** Capitals that are missing in Natural Earth because they are so small. Pristina has no country there. */
const NOT_IN_NATURAL_EARTH = 'AI BL BQ CC CX EH GG JE MF MS NF NR NU PM PN SH SX TF VG VI WF XK'.split(' ')

test('244 capitals: Natural Earth has each but some small ones within forty kilometres, in its country and with its clock', () => {
  const { almanac } = service.catalogue
  const judge = naturalEarth()
  const capitals = almanac.cities().byName.filter(({ isCapital }) => isCapital)
  expect(capitals.length).toBe(244)
  const absent: string[] = []
  const otherClock: string[] = []
  for (const capital of capitals) {
    const country = capital.country.iso2
    const [nearest] = judge
      .filter((place) => place.country === country && kmBetween(capital, place) < 40)
      .toSorted((a, b) => kmBetween(capital, a) - kmBetween(capital, b))
    const zone = nearest?.zone ?? null
    const wanted = zone === null ? null : almanac.zones.named(zone)
    if (wanted === null) absent.push(country)
    else
      for (const at of [NOW, epochSeconds(NOW + 180 * 86_400)])
        if (
          almanac.stateOf(capital.zone, at).season.type.offset !==
          almanac.stateOf(wanted, at).season.type.offset
        )
          otherClock.push(`${capital.slug}: ${capital.zone.iana} ${zone}`)
  }
  expect(absent.toSorted()).toEqual(NOT_IN_NATURAL_EARTH)
  expect(otherClock).toEqual([])
})

test('no two cities of one country within two kilometres have names that fold alike', () => {
  const byKey = new Map<string, { name: string; lat: number; lon: number; country: { iso2: string } }[]>()
  const twice: string[] = []
  for (const city of service.catalogue.almanac.cities().byName) {
    const key = nameKey(city.name)
    const others = byKey.get(key) ?? []
    byKey.set(key, others)
    for (const other of others) {
      if (other.country === city.country && kmBetween(other, city) < 2)
        twice.push(`${city.name} ${city.country.iso2}`)
    }
    others.push(city)
  }
  expect(twice).toEqual([])
})

test('cities that were missing are listed; sections of cities, junk and letters that do not fold are not', () => {
  const cities = service.catalogue.almanac.cities()
  const present =
    'suqian luzhou yongzhou hechi chongzuo sanmenxia lincang el-alto khartoum-north ogbomoso kashan dezful hamrun shubra-al-khaymah'
  expect(present.split(' ').filter((slug) => cities.named(slug) === undefined)).toEqual([])
  for (const name of [
    'Shaoyang',
    'Fuzhou',
    'Meishan',
    "Guang'an",
    'Baoshan',
    "Yan'an",
    'Yiyang',
    'Ipswich',
    'São Gonçalo',
  ]) {
    expect(meaningOf(name, service.catalogue.almanac), name).not.toBeNull()
  }
  const names = new Set(cities.byName.map(({ name }) => name))
  for (const gone of ['Marseille 01', 'Iztapalapa', 'Queens', 'Residencia Moacir PU5BHV', 'Köln', 'Makkah']) {
    expect(names.has(gone), gone).toBe(false)
  }
  for (const english of ['Cologne', 'Seville', 'Mecca', 'San Sebastián', 'Al Ain', 'Ulaanbaatar']) {
    expect(names.has(english), english).toBe(true)
  }
  const manhattan = meaningOf('Manhattan', service.catalogue.almanac)
  expect(manhattan === null ? [] : named(manhattan)).toEqual(['America/New_York'])
  const unfolded = service.catalogue.almanac
    .cities()
    .byName.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
  expect(unfolded).toEqual([])
})
