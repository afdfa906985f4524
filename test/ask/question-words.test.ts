// Searches as readers of 27 languages type them: a table written by hand.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, type Hit } from '#ask/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import { NOON, openService, type Service } from '../support/worlds/service.ts'

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

const ROWS = readFileSync(new URL('../fixtures/names/asked-in-languages.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))

test('of searches in 27 languages 97 in 100 have the right first hit', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(150)
  const missed = ROWS.flatMap(([query = '', wanted]) => {
    const found = written(search(query, service.catalogue.almanac, epochSeconds(NOON), 8).hits[0])
    return found === wanted ? [] : `${query}: ${found}, expected ${wanted}`
  })
  expect(missed.length / ROWS.length, missed.join('\n')).toBeLessThanOrEqual(0.03)
})
