// What people type for a place: tokens from lists that the service was not made from, and names that several cities share.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import type { Moment } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { chooseAmong, type ChoiceContext } from '#core/ask/choice.ts'
import { openMeanings, type Meanings } from '#core/ask/location.ts'
import { nearestNames } from '#core/ask/nearest-names.ts'
import { OTHER_CODES, ZONE_CODES } from '#pipeline/curated/columns.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'
import { judge, meaningOf, named, understood, type Verdict } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const tableOf = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/names/${name}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const TABLE = tableOf('tokens')

function judged(table: readonly string[][]): Record<Verdict, string[]> {
  const byVerdict: Record<Verdict, string[]> = { right: [], asked: [], refused: [], wrong: [] }
  for (const [token = '', expected = ''] of table) {
    byVerdict[judge(token, expected, service.catalogue.almanac)].push(`${token} → ${expected}`)
  }
  return byVerdict
}

test('of the tokens of the table none is silently wrong, and 99 of 100 are understood', () => {
  expect(TABLE.length).toBeGreaterThan(1700)
  const byVerdict = judged(TABLE)
  expect(byVerdict.wrong).toEqual([])
  expect(byVerdict.refused).toEqual([])
  // The service asks back about these, although most of them mean one place. At most three in a hundred may be so.
  expect(byVerdict.asked.length, byVerdict.asked.join('\n')).toBeLessThan(TABLE.length * 0.03)
})

test('of a thousand tokens written before any answer was seen none is silently wrong, and only small towns are refused', () => {
  const table = tableOf('people')
  expect(table.length).toBeGreaterThan(1000)
  const byVerdict = judged(table)
  expect(byVerdict.wrong).toEqual([])
  expect(byVerdict.refused.length, byVerdict.refused.join('\n')).toBeLessThan(table.length * 0.075)
  expect(byVerdict.asked.length, byVerdict.asked.join('\n')).toBeLessThan(table.length * 0.03)
})

test('of what calendars, mails, airports and hurried people write none is silently wrong', () => {
  const table = tableOf('forms')
  expect(table.length).toBeGreaterThan(300)
  const { wrong, refused, asked } = judged(table)
  expect(wrong).toEqual([])
  // Half of these are typing errors. Most others are names of divisions in other languages.
  expect(refused.length, refused.join('\n')).toBeLessThan(table.length * 0.25)
  expect(asked.length, asked.join('\n')).toBeLessThan(table.length * 0.02)
})

test.each([
  { name: 'lists', of: 'drawn by lot from the lists of others', rows: 600, refusedAtMost: 0.05 },
  { name: 'english', of: 'that people type in English, by lists of others', rows: 900, refusedAtMost: 0.02 },
])('of tokens $of none is silently wrong, and nearly all are understood', ({ name, rows, refusedAtMost }) => {
  const table = tableOf(name)
  expect(table.length).toBeGreaterThan(rows)
  const { wrong, refused, asked } = judged(table)
  expect(wrong).toEqual([])
  expect(refused.length, refused.join('\n')).toBeLessThan(table.length * refusedAtMost)
  expect(asked.length, asked.join('\n')).toBeLessThan(table.length * 0.05)
})

test('what a text says beside a name binds: of the examples each is as expected', () => {
  const table = tableOf('qualifiers')
  expect(table.length).toBeGreaterThan(90)
  const { wrong, refused, asked } = judged(table)
  expect({ wrong, refused, asked }).toEqual({ wrong: [], refused: [], asked: [] })
})

/** Rows of that table that are silently wrong, each with the reason. */
const SILENTLY_WRONG: Readonly<Record<string, string>> = {
  WST: 'tzdb no longer has these letters for Western Australia',
}

test('of what people bring from labels, lists and profiles none is silently wrong, but where tzdb has changed', () => {
  const table = tableOf('brought')
  expect(table.length).toBeGreaterThan(1200)
  const { right, wrong } = judged(table)
  expect(wrong.map((row) => row.replace(/ → .*/, ''))).toEqual(Object.keys(SILENTLY_WRONG))
  // The rest are small places and labels in other languages, which are refused.
  expect(right.length).toBeGreaterThan(800)
})

test('names that people use for zones offer the zone first, and divisions the clock of most people', () => {
  const candidatesOf = (token: string): string[] => {
    const meaning = meaningOf(token, service.catalogue.almanac)
    return meaning?.kind === 'many' ? meaning.candidates.zones.map(({ iana }) => iana) : []
  }
  expect(candidatesOf('Eastern Time')[0]).toBe('America/New_York')
  expect(candidatesOf('Central European Time')[0]).toBe('Europe/Paris')
  expect(candidatesOf('Arabian Standard Time')[0]).toBe('Asia/Dubai')
  expect(candidatesOf('Kansas')).toEqual(['America/Chicago', 'America/Denver'])
  expect(candidatesOf('Texas')).toEqual(['America/Chicago', 'America/Denver'])
})

test.each([
  ['San Jose', 'America/Los_Angeles', 'America/Costa_Rica', 'Asia/Manila'],
  // An accent that was typed counts: no San José is in California.
  ['San José', 'America/Costa_Rica', 'America/Bogota'],
  // The capital has less than the people of the state, but more than a third of them.
  ['Washington', 'America/New_York', 'America/Los_Angeles'],
  ['Cambridge', 'Europe/London', 'America/Toronto', 'America/New_York'],
  ['Norfolk', 'America/New_York', 'America/Chicago'],
  // Grenada has this name in Spanish, and fewer people than the city in Spain.
  ['Granada', 'Europe/Madrid', 'America/Managua'],
  ['Congo', 'Africa/Kinshasa', 'Africa/Brazzaville'],
  ['Korea', 'Asia/Seoul', 'Asia/Pyongyang'],
  // A label has its names in the order of whoever wrote it.
  ['UTC-05:00 - New York, Lima', 'America/New_York', 'America/Lima'],
])('%s is asked about, likeliest first', (token, ...first) => {
  const meaning = meaningOf(token, service.catalogue.almanac)
  const zones = meaning?.kind === 'many' ? meaning.candidates.zones.map(({ iana }) => iana) : []
  expect(zones.slice(0, first.length)).toEqual(first)
})

test('of a name that only cities have, the zone of the largest city is asked about first', () => {
  const { almanac } = service.catalogue
  const sized = almanac.cities().byName.map(({ name, zone, population, isCapital, country }) => {
    // Only the capitals of states count three times. Their countries belong to no other.
    const isSeat =
      isCapital &&
      !almanac.countries.all.some(({ dependencies }) =>
        dependencies.some(({ code }) => code === country.iso2),
      )
    return { key: nameKey(name), iana: zone.iana, people: (population ?? 0) * (isSeat ? 3 : 1) }
  })
  let asked = 0
  const faults: string[] = []
  for (const [key, cities] of groupBy(sized, (city) => city.key)) {
    const meaning = new Set(cities.map(({ iana }) => iana)).size < 2 ? null : meaningOf(key, almanac)
    if (meaning?.kind !== 'many' || meaning.candidates.standards.length > 0) continue
    const meanings = almanac.meaningsOf(key)
    if (meanings.kind !== 'namesakes') continue
    const isListedSo = (id: number): boolean => nameKey(almanac.cities().withId(id)?.name ?? '') === key
    const { countries, places } = meanings.namesakes
    if (countries.length > 0 || places.some(({ kind, id }) => kind !== 'city' || !isListedSo(id))) continue
    asked++
    const most = Math.max(...cities.map(({ people }) => people))
    const first = meaning.candidates.zones[0]?.iana
    if (!cities.some(({ iana, people }) => iana === first && people === most)) faults.push(`${key}: ${first}`)
  }
  expect(asked).toBeGreaterThan(100)
  expect(faults).toEqual([])
})

test('every IANA identifier is the clock of its zone, or is asked about with it', () => {
  const { zones } = service.catalogue.almanac
  const identifiers = zones.listed.flatMap((zone) => [zone.iana, ...zones.aliasesOf(zone)])
  expect(identifiers.length).toBeGreaterThan(500)
  const wrong = identifiers.filter((iana) => judge(iana, iana, service.catalogue.almanac) === 'wrong')
  expect(wrong).toEqual([])
})

test('a label with the offset that a city has in the season is that city, for the 240 largest ones with a clock of their own', () => {
  const { almanac } = service.catalogue
  const seen = new Set<string>()
  const largest = almanac
    .cities()
    .byName.toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
    .filter(({ zone }) => !seen.has(zone.iana) && seen.add(zone.iana))
    .slice(0, 240)
  const wrong: string[] = []
  for (const { name, zone } of largest) {
    for (const at of [NOON, NOON + 230 * 86_400].map(epochSeconds)) {
      const label = `(GMT${formatOffset(offsetAt(zone.compiled(), at))}) ${name}`
      if (judge(label, zone.iana, almanac) === 'wrong') wrong.push(`${label} of ${zone.iana}`)
    }
  }
  expect(largest).toHaveLength(240)
  expect(wrong).toEqual([])
})

test('each code that is still typed means something', () => {
  const codes = [...OTHER_CODES, ...ZONE_CODES].map(({ code }) => code)
  expect(codes.filter((code) => meaningOf(code, service.catalogue.almanac) === null)).toEqual([])
})

describe('names that cities share', () => {
  const answerOf = (token: string): string | null => {
    const meaning = meaningOf(token, service.catalogue.almanac)
    return meaning?.kind === 'one' ? (named(meaning)[0] ?? null) : null
  }

  test.each([
    ['London', 'Europe/London'],
    ['Paris', 'Europe/Paris'],
    ['Melbourne', 'Australia/Melbourne'],
    ['Birmingham', 'Europe/London'],
    ['Alexandria', 'Africa/Cairo'],
    ['St Petersburg', 'Europe/Moscow'],
    ['California', 'America/Los_Angeles'],
    ['san-jose-cr', 'America/Costa_Rica'],
    ['san-jose-us', 'America/Los_Angeles'],
    ['leon-es', 'Europe/Madrid'],
    ['Leon ES', 'Europe/Madrid'],
    ['corinth us', 'America/Chicago'],
    ['Laç (AL)', 'Europe/Tirane'],
    // One name in two words: there is no Da in Liechtenstein.
    ['Da Li', 'Asia/Shanghai'],
    ['Northern California', 'America/Los_Angeles'],
    ['North East England', 'Europe/London'],
    ['Greater Manchester', 'Europe/London'],
    ['City of London', 'Europe/London'],
    ['City of Plymouth', 'Europe/London'],
    ['Biel/Bienne', 'Europe/Zurich'],
    ['Nicosia (Lefkoşa)', 'Asia/Nicosia'],
    ['London Borough of Newham', 'Europe/London'],
    ["Amurskaja oblast'", 'Asia/Yakutsk'],
    ['Garkalnes novads', 'Europe/Riga'],
    ['Anywhere on Earth', 'Etc/GMT+12'],
  ])('%s is %s without asking', (token, zone) => expect(answerOf(token)).toBe(zone))

  test.each([
    'San Jose',
    'san-jose',
    'Victoria',
    'Valencia',
    'Springfield',
    'Cambridge',
    'Georgia',
    'Punjab',
    'Monterey',
    'Berea',
    // Bolivia's code, and a city in Sierra Leone.
    'Bo',
    // France in Portuguese, and a city in Brazil; the Midlands of two countries.
    'Franca',
    'Midlands',
    // The service asks which clock of the area is meant. A town in Utah is also called North.
    'North Texas',
    // A town in Texas, and a nickname; a city in Angola, and Quito in other languages.
    'Frisco',
    'Kuito',
    'West Amazonas',
    'USSR',
  ])('%s is asked about', (token) => expect(meaningOf(token, service.catalogue.almanac)?.kind).toBe('many'))
})

test('what was found for one moment never answers for another at which clocks differ', () => {
  const { almanac } = service.catalogue
  const asked = (moment: Moment): ChoiceContext => ({ moment, resolution: 'earliest', zonesUsing: () => 0 })
  const moments = [-2e9, -8e8, 0, 3e8, 5.1e8, 7.5e8, 1.2e9, 1.45e9, NOON, 2.5e9, 4e9].flatMap((seconds) =>
    [0, 7 * 3600, 180 * 86_400].flatMap((more): Moment[] => [
      { kind: 'instant', at: epochSeconds(seconds + more) },
      { kind: 'local', local: localSeconds(seconds + more) },
    ]),
  )
  const read = (meanings: Meanings, moment: Moment): unknown =>
    meanings.kind === 'namesakes' ? chooseAmong(meanings.namesakes, asked(moment)) : meanings
  let changing = 0
  const tokens = [
    ...TABLE.filter((_, index) => index % 15 === 0).map(([token = '']) => token),
    ...almanac.countries.all.map(({ slug }) => slug),
  ]
  for (const token of tokens) {
    const kept = almanac.meaningsOf(token)
    for (const moment of moments) {
      // An almanac's meanings opened again hold no earlier answer.
      const fresh = read(openMeanings(almanac)(token), moment)
      expect(read(kept, moment), `${token} ${JSON.stringify(moment)}`).toEqual(fresh)
    }
    if (kept.kind !== 'namesakes') continue
    const found = moments.map((moment) =>
      named(understood(chooseAmong(kept.namesakes, asked(moment)))).join(' '),
    )
    if (new Set(found).size > 1) changing++
  }
  // Some tokens have another meaning at another moment.
  expect(changing).toBeGreaterThan(5)
}, 300_000)

describe('the nearest names', () => {
  test.each([
    ['Californa', 'California'],
    ['Amsterdm', 'Amsterdam'],
    ['Sao Pualo', 'Sao Paulo'],
    ['Untied Kingdom', 'United Kingdom'],
    ['Luxemburgg', 'Luxemburg'],
    ['delta', 'Delta (Nigeria)'],
    ['asia', 'Asia (Philippines)'],
    ['Papa', 'Papa (Hungary)'],
  ])('of %s are led by %s', (text, first) => {
    const nearest = nearestNames(text, service.catalogue.almanac, 3)
    expect(nearest[0]).toBe(first)
    expect(nearest.length).toBeLessThanOrEqual(3)
    for (const name of nearest) expect(meaningOf(name, service.catalogue.almanac)).not.toBeNull()
  })
  test.each(['Center', 'Nort', 'south', 'Bouvet Island', 'Bouvet Islnd'])(
    'of %s are none that is refused',
    (text) => {
      for (const name of nearestNames(text, service.catalogue.almanac, 3))
        expect(meaningOf(name, service.catalogue.almanac), name).not.toBeNull()
    },
  )
  test('of nonsense are none', () =>
    expect(nearestNames('xqzjkvw', service.catalogue.almanac, 3)).toEqual([]))
})
