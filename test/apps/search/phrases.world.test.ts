// Phrases in the search: a time is answered or asked about, a name is found, and of any other text the word that was not understood is named.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, type Hit } from '#apps/search/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import { someOf } from '../../support/how-many.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const tableOf = (file: string): string[][] =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const foundBy = (text: string, zone = '-') => {
  const { almanac } = service.catalogue
  return search(text, almanac, epochSeconds(NOON), 8, almanac.zones.named(zone))
}
const nameOf = (hit: Hit): string =>
  hit.kind === 'city'
    ? hit.city.name
    : hit.kind === 'country'
      ? hit.country.name
      : hit.kind === 'zone'
        ? (hit.area ?? hit.zone.iana)
        : hit.kind
const isTimed = (hit: Hit | undefined): boolean => hit?.kind === 'conversion' && hit.at !== null

async function firstOf(text: string, zone: string): Promise<string | undefined> {
  const url = `/search.json?q=${encodeURIComponent(text)}${zone === '-' ? '' : `&zone=${zone}`}`
  return (await service.app.inject({ url, headers: { host: 'localhost' } })).json().results[0]?.name
}

test.each(tableOf('times/phrases.tsv'))(
  '"%s" (%s): %s %s',
  async (text = '', zone = '-', kind, wanted = '') => {
    const { hits, asks, within, unread } = foundBy(text, zone)
    if (kind === 'answer') {
      expect([asks, await firstOf(text, zone)]).toEqual([[], wanted])
    } else if (kind === 'ask') {
      expect(asks).not.toEqual([])
      const instants = hits.flatMap((hit) => (hit.kind === 'conversion' ? hit.conversion.at : []))
      expect([...new Set(instants)].toSorted((a, b) => a - b)).toEqual(
        wanted.split(' ').map((one) => Date.parse(one) / 1000),
      )
    } else if (kind === 'sun' || kind === 'page') {
      expect(kind === 'sun' ? hits[0]?.kind === kind : !isTimed(hits[0])).toBe(true)
      expect(await firstOf(text, zone)).toBe(wanted)
    } else {
      expect(hits).toEqual([])
      const places = within.map(nameOf).join(', ')
      expect(`${places} ${unread?.word ?? ''}`.trim()).toBe(wanted)
    }
  },
)

test.each([
  ['embed', '/clocks#embed'],
  ['widget', '/clocks#embed'],
  ['docs', '/docs'],
  ['dst', '/dst/2027'],
  ['changes', '/changes'],
  ['news', '/news'],
  ['meetings', '/meeting'],
  ['clocks', '/clocks'],
  ['compare', '/compare'],
  ['abbreviations', '/abbreviations'],
  ['time zone map', '/lookup'],
])('the page that "%s" names comes first', async (text, path) => {
  const url = `/search.json?q=${encodeURIComponent(text)}`
  expect((await service.app.inject({ url, headers: { host: 'localhost' } })).json().results[0]?.path).toBe(
    path,
  )
})

test('the page says which word was not understood, what is asked, and on whose clock a time without a place was read', async () => {
  const textOf = async (q: string): Promise<string> =>
    (
      await service.app.inject({
        url: `/search?q=${encodeURIComponent(q)}`,
        headers: { host: 'localhost', accept: 'text/html' },
      })
    ).body
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  expect(await textOf('a las 15:00 en Berlín')).toMatch(
    /“a” was not understood\. .*Found in your text .*Berlin/,
  )
  expect(await textOf('Tuesday 14 April 2027 11:00 New York')).toMatch(
    /14 April 2027 is a Wednesday, not a Tuesday\. .*Which is meant\?/,
  )
  expect(await textOf('3pm')).toContain('read on the clock of UTC')
  expect(await textOf('heure à Tokyo')).toMatch(/“heure” was not understood\. .*Found in your text .*Tokyo/)
})

/** Questions in twelve languages and English, with the place that is asked about. */
const ASKED = [
  ...tableOf('names/asked-by-language.tsv'),
  ...tableOf('names/asked-in-languages.tsv').map((row) => ['', ...row]),
]

/** A first hit as the tables write it. */
function written(hit: Hit | undefined): string {
  switch (hit?.kind) {
    case 'city':
      return hit.city.slug
    case 'country':
      return hit.country.slug
    case 'zone':
      return hit.zone.iana
    case 'conversion':
      return `${hit.conversion.from.id}>${hit.conversion.to[0]?.id} ${hit.at ?? 'now'}`
    case 'changes':
      return `changes ${hit.country?.slug ?? ''}`.trim()
    case 'offset':
    case 'point':
    case 'standard':
    case 'sun':
    case undefined:
      return hit?.kind ?? 'nothing'
  }
}

test('questions in English have the right first hit', () => {
  const rows = ASKED.filter(([language]) => language === 'en')
  expect(rows.length).toBeGreaterThan(50)
  const missed = rows.flatMap(([, text = '', wanted]) => {
    const found = written(foundBy(text).hits[0])
    return found === wanted ? [] : `${text}: ${found}, expected ${wanted}`
  })
  expect(missed.length / rows.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
})

test('a question in another language shows its places as found, and never answers with another time', () => {
  const { almanac } = service.catalogue
  const all = ASKED.filter(([language]) => language !== 'en')
  expect(all.length).toBeGreaterThan(300)
  // A question takes some 100 milliseconds.
  const others = someOf(all, 6)
  let [shown, counted] = [0, 0]
  const wrong: string[] = []
  for (const [, text = '', wanted = ''] of others) {
    const { hits, within, named } = foundBy(text)
    const [first] = hits
    if (isTimed(first)) {
      const own = first?.kind === 'conversion' ? first.conversion.from.id : ''
      if (!wanted.startsWith(`${own}>`)) wrong.push(`${text}: ${own}, expected ${wanted}`)
    }
    const place = almanac.cities().named(wanted)?.slug ?? almanac.countries.named(wanted)?.slug
    if (place === undefined) continue
    counted++
    const found = [...hits.slice(0, Math.max(1, named)), ...within].map((hit) =>
      hit.kind === 'city' ? hit.city.slug : hit.kind === 'country' ? hit.country.slug : '',
    )
    if (found.includes(place)) shown++
  }
  expect(wrong).toEqual([])
  expect(counted / others.length).toBeGreaterThan(0.5)
  // Words that are inflected by more than their last letters are not found.
  expect(shown / counted).toBeGreaterThan(0.85)
})
