// What people type into the search box, and what they mean by it: tables written by hand, without a look at the code's order.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, type Hit } from '#apps/search/search.ts'
import { nameKey } from '#core/text/name-key.ts'
import { fold } from '#core/text/fold.ts'
import { epochSeconds } from '#core/time/units.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(`../../fixtures/names/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map((cells) => [
      ...cells.slice(0, -1),
      cells.at(-2) === 'city' ? (cells.at(-1) ?? '').replace(/^.*(?=, )/, fold) : (cells.at(-1) ?? ''),
    ])

/** A hit in the words of the tables. */
function said(hit: Hit): string {
  switch (hit.kind) {
    case 'city':
      // Without accents, because the tables do not say which spelling the artifact has.
      return `city ${fold(hit.city.name)}, ${hit.city.country.iso2}`
    case 'country':
      return `country ${hit.country.iso2}`
    case 'zone':
      return `zone ${hit.zone.iana}`
    case 'standard':
      return `standard ${hit.standard.slug}`
    case 'point':
      return `point ${hit.lat}, ${hit.lon}`
    case 'offset':
      return `offset ${hit.offset}`
    case 'conversion':
    case 'sun':
    case 'changes':
      return hit.kind
  }
}

const hitsOf = (query: string): string[] =>
  search(query, service.catalogue.almanac, epochSeconds(NOON), 8).hits.map(said)

test('what people mean stands first 97 times in 100, and within the first three always', () => {
  const rows = rowsOf('searches.tsv')
  const notFirst: string[] = []
  const notAmongThree: string[] = []
  for (const [query = '', kind = '', meant = ''] of rows) {
    const hits = hitsOf(query)
    const line = `${query}: ${kind} ${meant}, found ${hits.slice(0, 3).join('; ')}`
    if (hits[0] !== `${kind} ${meant}`) notFirst.push(line)
    if (!hits.slice(0, 3).includes(`${kind} ${meant}`)) notAmongThree.push(line)
  }
  expect(rows.length).toBeGreaterThan(200)
  expect(notAmongThree).toEqual([])
  expect(notFirst.length / rows.length, notFirst.join('\n')).toBeLessThan(0.03)
})

test.each(['leon-es', 'Leon ES', 'León (ES)'])('of %s the first hit is what /convert answers', (query) => {
  expect(hitsOf(query)[0]).toBe('city leon, ES')
})

/** Large cities that come later, each with the reason. */
const LATER: Readonly<Record<string, string>> = {
  'Córdoba ES':
    'the clocks that the name is asked about come first: those of the city in Argentina and of the department in Colombia',
  'Mérida VE':
    'the city in Mexico has more than three times its people, so its clock is meant, and that of its division comes next',
}

test('every city of 300,000 people is among the first three by its own name, and first where no country has it', () => {
  const large = service.catalogue.almanac.cities().byName.filter(({ population }) => (population ?? 0) >= 3e5)
  expect(large.length).toBeGreaterThan(1000)
  const missed: string[] = []
  for (const { name, country } of large) {
    const hits = hitsOf(name)
    if (`${name} ${country.iso2}` in LATER) continue
    if (
      !hits.slice(0, 3).includes(`city ${fold(name)}, ${country.iso2}`) ||
      !/^(?:city|country) /.test(hits[0] ?? '')
    )
      missed.push(`${name}: found ${hits.slice(0, 3).join('; ')}`)
  }
  expect(missed).toEqual([])
}, 120_000)

test('countries and cities are found by their names in thirty languages', () => {
  const rows = rowsOf('languages.tsv')
  const missed: string[] = []
  for (const [language = '', query = '', kind = '', meant = ''] of rows) {
    const hits = hitsOf(query)
    if (hits[0] !== `${kind} ${meant}`)
      missed.push(`${language} ${query}: ${kind} ${meant}, found ${hits.slice(0, 3).join('; ')}`)
  }
  expect(new Set(rows.map(([language]) => language)).size).toBeGreaterThanOrEqual(30)
  expect(missed).toEqual([])
})

test('the beginning of a name in other letters suggests it', () => {
  expect(hitsOf('Моск')[0]).toBe('city moscow, RU')
  expect(hitsOf('東')).toContain('city tokyo, JP')
})

test('what a look at every name finds is found, however few the letters', () => {
  const { almanac } = service.catalogue
  const cities = almanac.cities()
  for (const letters of ['s', 'sa', 'san', 'x', 'ol', 'мо']) {
    const weights = new Map<string, number>()
    for (const { meanings } of almanac.names().rowsFrom(letters))
      for (const meaning of meanings) {
        const city =
          meaning.kind === 'place' && meaning.place.kind !== 'division'
            ? cities.withId(meaning.place.id)
            : undefined
        if (city === undefined || meaning.kind !== 'place') continue
        const people =
          meaning.place.kind === 'section'
            ? (meaning.place.population ?? 0)
            : (city.population ?? 0) + (city.isCapital ? 1_000_000 : 0)
        // A match on the city's listed name counts more than one on another name.
        const isOwn =
          meaning.isOwnName && (meaning.place.kind === 'section' || nameKey(city.name).startsWith(letters))
        const weight = isOwn ? people : people / 5
        weights.set(city.slug, Math.max(weight, weights.get(city.slug) ?? 0))
      }
    const inOrder = [...weights].toSorted((a, b) => b[1] - a[1]).map(([slug]) => slug)
    const hits = search(letters, almanac, epochSeconds(NOON), 400).hits
    const found = hits.flatMap((hit) => (hit.kind === 'city' ? hit.city.slug : []))
    const wanted = inOrder.slice(0, 10)
    // Two kinds of cities may stand between them: those with the text inside the name, and those with it as a three-letter code.
    expect(found.filter((slug) => wanted.includes(slug)).toSorted()).toEqual(wanted.toSorted())
  }
})

test('a text within names is found wherever a plain look through all of them finds it', () => {
  const { almanac } = service.catalogue
  const { byName } = almanac.cities()
  const written = ['rlin', 'new yor', 'burgh', 'ville-sur', 'o de janeiro', 'qqq', 'a\0b']
  const drawn = byName
    .filter((_, index) => index % 300 === 0)
    .map(({ sortName }, index) => sortName.slice(index % 4, 5 + (index % 7)))
    // Marks and figures mean something else than a part of a name.
    .filter((text) => /^[a-z]{4,}$/.test(text))
  expect(drawn.length).toBeGreaterThan(50)
  for (const text of [...written, ...drawn]) {
    const plain = byName.filter((city) => city.isFoundBy(text)).map(({ slug }) => slug)
    const { hits } = search(text, almanac, epochSeconds(NOON), 100_000)
    const found = new Set(hits.flatMap((hit) => (hit.kind === 'city' ? hit.city.slug : [])))
    expect(plain.filter((slug) => !found.has(slug))).toEqual([])
  }
})

test('a few hits are the first of all hits: what a short list leaves out never comes before what it has', () => {
  const { almanac } = service.catalogue
  const names = almanac.cities().byName.filter((_, index) => index % 400 === 0)
  const texts = names.flatMap(({ sortName }, index) => {
    const words = sortName.split(' ')
    return [sortName.slice(0, 2 + (index % 5)), sortName.slice(2, 6), words.at(-1)?.slice(0, 4) ?? '']
  })
  const now = epochSeconds(NOON)
  for (const text of new Set(['york', 'al', 'a ', 'los ang', 'st pet', ...texts])) {
    const few = search(text, almanac, now, 8).hits
    expect(few.map(said), text).toEqual(search(text, almanac, now, 100_000).hits.slice(0, 8).map(said))
  }
})

test.each(['//', 'qwertzq//', 'tzone://Microsoft/Custom', '\u0301', '/ /\u0301'])(
  '%j finds nothing, and ends',
  (text) => {
    expect(search(text, service.catalogue.almanac, epochSeconds(NOON), 8).hits).toEqual([])
  },
)

test('any text of marks, words of questions and names is answered', { timeout: 60_000 }, () => {
  const marks = [
    ...Array.from('/,().-–·:;+&%"\'’#@|=?!<\t\u0301\u200f\u3000\u0000'),
    '//',
    '🕐',
    'é',
    '٣',
    '時間',
  ]
  const words = [
    'to',
    'in',
    'at',
    'time',
    'now',
    'and',
    'St.',
    'north',
    'county',
    '3pm',
    '12/11/2026',
    'UTC',
    'EST',
  ]
  const names = ['Berlin', 'New York', 'TX', 'US', '東京', 'القاهرة', 'Москва', 'qwertz']
  const parts = fc.constantFrom(' ', ...marks, ...words, ...names)
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 16 }), (texts) => {
      const { hits } = search(texts.join(''), service.catalogue.almanac, epochSeconds(NOON), 8)
      expect(hits.length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['lisbon timezone', 'Europe/Lisbon', 'Lisbon'],
  ['texas time', 'America/Chicago', 'Texas'],
  ['new south wales time zone', 'Australia/Sydney', 'New South Wales'],
])('%s: %s is the clock of %s', (query, iana, area) => {
  const { hits } = search(query, service.catalogue.almanac, epochSeconds(NOON), 8)
  expect(hits).toContainEqual(
    expect.objectContaining({ kind: 'zone', zone: expect.objectContaining({ iana }), area }),
  )
})

test('letters out of season are told by the first clock of the largest country that keeps both', () => {
  const asks = ['CET', 'EET', 'WET', 'EST', 'MST'].map(
    (letters) =>
      search(`3 July 2027 19:00 ${letters}`, service.catalogue.almanac, epochSeconds(NOON), 8).asks[0],
  )
  expect(asks).toEqual([
    'Berlin keeps CEST then, not CET.',
    'Cairo keeps EEST then, not EET.',
    'Lisbon keeps WEST then, not WET.',
    'New York keeps EDT then, not EST.',
    'Denver keeps MDT then, not MST.',
  ])
})
