// The search and /convert read a text in the same way: for the tokens of all tables, the first hit is what /convert answers or asks about.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiledClock, type Clock } from '#core/ask/clock.ts'
import { search, type Hit } from '#apps/search/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'
import { meaningOf } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const linesOf = (file: string): string[] =>
  readFileSync(new URL(`../../fixtures/names/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Noon now, and an instant in the winter and in the summer of the next year. */
const PROBES = [NOON, NOON + 60 * 86_400, NOON + 240 * 86_400].map(epochSeconds)
const showing = (clock: Clock): string => PROBES.map((at) => offsetAt(compiledClock(clock), at)).join(' ')

/** What the clocks of a hit show at the probes. A country has the clocks of all its zones. */
function shown(hit: Hit): string[] {
  switch (hit.kind) {
    case 'city':
      return [showing({ kind: 'zone', zone: hit.city.zone })]
    case 'zone':
      return [showing({ kind: 'zone', zone: hit.zone })]
    case 'country':
      return [hit.country.defaultZone ?? [], hit.country.zones]
        .flat()
        .map((zone) => showing({ kind: 'zone', zone }))
    case 'standard':
      return [showing({ kind: 'standard', standard: hit.standard })]
    case 'offset':
      return [PROBES.map(() => hit.offset).join(' ')]
    case 'point':
    case 'conversion':
    case 'sun':
    case 'changes':
      return []
  }
}

test('what the search finds first is what /convert means, or asks about; the golden names the few that differ, and why', () => {
  const { almanac } = service.catalogue
  const tokens = new Set(
    ['tokens.tsv', 'english.tsv', 'lists.tsv', 'qualifiers.tsv', 'people.tsv', 'forms.tsv'].flatMap((file) =>
      linesOf(file).map((line) => line.split('\t')[0] ?? ''),
    ),
  )
  const excused = new Set(linesOf('otherwise.tsv').map((line) => line.split('\t')[0] ?? ''))
  const faults: string[] = []
  let understood = 0
  for (const token of tokens) {
    const meant = meaningOf(token, almanac)
    if (meant === null) continue
    understood++
    const [first] = search(token, almanac, epochSeconds(NOON), 8).hits
    const wanted =
      meant.kind === 'one'
        ? [showing(meant.clock)]
        : [
            ...meant.candidates.zones.map((zone) => showing({ kind: 'zone', zone })),
            ...meant.candidates.standards.map((standard) => showing({ kind: 'standard', standard })),
          ]
    const found = first === undefined ? [] : shown(first)
    const isSame = found.some((one) => wanted.includes(one))
    if (isSame === excused.has(token))
      faults.push(
        `${token}: ${isSame ? 'excused, and they agree' : `found ${first === undefined ? 'nothing' : JSON.stringify(shown(first))} ${first?.kind} ${first?.kind === 'city' ? first.city.slug : first?.kind === 'zone' ? first.zone.iana : ''}`}`,
      )
  }
  expect(understood).toBeGreaterThan(4000)
  expect(faults).toEqual([])
  expect(excused.size / understood).toBeLessThanOrEqual(0.01)
}, 120_000)
