// Names made by pattern over all zones and every fortieth city: labels as pickers write them, and cities with every everyday name of their country.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'
import { judge, type Verdict } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** What a label of a zone is made of. `standard` and `generic` are the names that the JavaScript engine has for it. */
interface Named {
  readonly id: string
  readonly offset: string
  readonly standard: string
  readonly generic: string
  readonly city: string
  readonly country: string
}

/** The forms of well-known pickers. A label whose parts a zone does not have is left out. */
const FORMS: Readonly<Record<string, (zone: Named) => string>> = {
  Salesforce: ({ offset, standard, id }) => `(GMT${offset}) ${standard} (${id})`,
  'Salesforce without its offset': ({ standard, id }) => `${standard} (${id})`,
  'Google Calendar': ({ offset, standard, city }) => `(GMT${offset}) ${standard} - ${city}`,
  'Google Calendar without its offset': ({ generic, city }) => `${generic} - ${city}`,
  Rails: ({ offset, city }) => `(GMT${offset}) ${city}`,
  Slack: ({ offset, id }) => `(UTC${offset}) ${id}`,
  Zoho: ({ offset, generic, id }) => `(GMT ${offset}) ${generic} (${id})`,
  Discourse: ({ offset, id }) => `${id} (GMT${offset})`,
  Java: ({ standard, id }) => `${id} (${standard})`,
  Moodle: ({ offset, id }) => `[UTC${offset}] ${id}`,
  CyberSource: ({ offset, standard, id }) => `${id} - (GMT${offset}) ${standard}`,
  Android: ({ offset, city }) => `${city} (GMT${offset})`,
  Webex: ({ offset, standard, city }) => `${city} (${standard}, GMT${offset})`,
  WordPress: ({ id }) => id.replaceAll('_', ' '),
  Apple: ({ city, country }) => `${city}, ${country}`,
  'Apple with its time': ({ city, generic }) => `${city} (${generic})`,
  Jira: ({ offset, city, country }) => `(GMT${offset}) ${city} (${country})`,
}

/** Labels that mean a standard although the zone has another clock in summer: no zone keeps these names in CLDR's table, so the place says nothing. */
const STANDARD_SAID = new Set([
  '(GMT-03:00) St. Pierre & Miquelon Standard Time - Miquelon',
  '(GMT+00:00) Greenwich Mean Time - Guernsey',
  '(GMT+00:00) Greenwich Mean Time - Isle of Man',
  '(GMT+00:00) Greenwich Mean Time - Jersey',
])

const nameOf = (timeZone: string, timeZoneName: 'long' | 'longGeneric'): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    .formatToParts(NOON * 1000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

test('a label of a zone in the form of a picker is that zone, or is asked about', () => {
  const { almanac } = service.catalogue
  const counts: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const wrong: string[] = []
  for (const zone of almanac.zones.listed.filter(({ iana }) => /^(?!Etc)\w+\//.test(iana))) {
    const id = zone.iana
    const known = Intl.supportedValuesOf('timeZone').includes(id)
    const parts: Named = {
      id,
      offset: formatOffset(offsetAt(zone.compiled(), epochSeconds(NOON))),
      standard: known ? nameOf(id, 'long') : '',
      generic: known ? nameOf(id, 'longGeneric') : '',
      city: (id.split('/').at(-1) ?? '').replaceAll('_', ' '),
      country: almanac.countries.named(zone.countryCode ?? '')?.name ?? '',
    }
    for (const [picker, form] of Object.entries(FORMS)) {
      let isWhole = true
      const label = form(
        new Proxy(parts, {
          get: (of, name: keyof Named) => {
            if (of[name] === '' || (name !== 'offset' && /^GMT[+-]/.test(of[name]))) isWhole = false
            return of[name]
          },
        }),
      )
      if (!isWhole || STANDARD_SAID.has(label)) continue
      const verdict = judge(label, id, almanac)
      counts[verdict]++
      if (verdict === 'wrong') wrong.push(`${picker}: ${label}`)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.right, JSON.stringify(counts)).toBeGreaterThan(5000)
  expect(counts.refused, JSON.stringify(counts)).toBeLessThan(30)
}, 300_000)

/** What people call countries besides their names in the artifact. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  CD: ['DRC'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'GB', 'Great Britain'],
  KP: ['DPRK'],
  KR: ['ROK'],
  MM: ['Burma'],
  NL: ['Holland'],
  NZ: ['NZ'],
  PG: ['PNG'],
  SA: ['KSA'],
  TR: ['Turkey'],
  TW: ['ROC'],
  US: ['US', 'USA'],
  ZA: ['RSA'],
}

/** A district of the far east has the name, and so has the region of Yaroslavl in other languages. */
const LARGER_BY_THE_NAME: ReadonlySet<string> = new Set(['Yaroslavskiy, Russia'])

test('a city with a name of its country is on the clock of a city of that name there, or is asked about', () => {
  const { almanac } = service.catalogue
  const counts: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const wrong: string[] = []
  const { byName } = almanac.cities()
  const keyOf = ({ name, country }: (typeof byName)[number]): string => `${nameKey(name)} ${country.iso2}`
  const namesakes = groupBy(byName, keyOf)
  for (const [index, city] of byName.entries()) {
    if (index % 40 !== 0) continue
    const zones = new Set(namesakes.get(keyOf(city))?.map(({ zone }) => zone.iana))
    for (const country of [city.country.name, ...(EVERYDAY[city.country.iso2] ?? [])]) {
      const text = `${city.name}, ${country}`
      const verdict = judge(text, `among ${[...zones].join(' ')}`, almanac)
      counts[verdict]++
      if (verdict === 'wrong' && !LARGER_BY_THE_NAME.has(text)) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.right, JSON.stringify(counts)).toBeGreaterThan(1000)
  expect(counts.refused, JSON.stringify(counts)).toBeLessThan(10)
}, 600_000)
