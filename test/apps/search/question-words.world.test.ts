// Searches as readers of 27 languages type them: tables written by hand.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, type Hit } from '#apps/search/search.ts'
import { groupBy } from '#core/group-by.ts'
import { epochSeconds } from '#core/time/units.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A hit as the table writes it. */
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

const tableOf = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/names/${name}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

/** The rows of a text and its first hit of which another hit is first, as sentences. */
const missedOf = (rows: readonly (readonly string[])[]): string[] =>
  rows.flatMap(([query = '', wanted]) => {
    const found = written(search(query, service.catalogue.almanac, epochSeconds(NOON), 8).hits[0])
    return found === wanted ? [] : `${query}: ${found}, expected ${wanted}`
  })

test('of searches in 27 languages 97 in 100 have the right first hit', () => {
  const rows = tableOf('asked-in-languages')
  expect(rows.length).toBeGreaterThanOrEqual(150)
  const missed = missedOf(rows)
  expect(missed.length / rows.length, missed.join('\n')).toBeLessThanOrEqual(0.03)
})

const LANGUAGES = groupBy(tableOf('asked-by-language'), ([language]) => language ?? '')

test('the table has twelve languages and English', () => {
  expect([...LANGUAGES.keys()].toSorted()).toEqual('ar de en es fr it ja ko nl pl pt ru zh'.split(' '))
})

test.each([...LANGUAGES])('%s: of twenty searches and more 95 in 100 have the right first hit', (_, rows) => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  const missed = missedOf(rows.map(([, ...row]) => row))
  expect(missed.length / rows.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
})
