// The second reader's answers about a whole artifact compared with ours: points, instants, local times, names, countries and cities.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import { ROOT } from '#open/program/root.ts'
import { degreesOf } from '#core/geo/microdegrees.ts'
import { nameWords } from '#core/text/name-key.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { releaseTypeAt } from '#core/zone/release-reading.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { nextTransition } from '#core/zone/transitions.ts'
import { openArtifact } from '#open/artifact.ts'
import { nearBorders, randomPoints, worldEdgePoints } from '../points/boundary-points.ts'
import type { Point } from '../points/exact-zones.ts'
import { meaningOf } from './name-meaning.ts'
import { seededRandom } from '../worlds/seeded-random.ts'

/** The folder of the second reader. */
export const READER = join(ROOT, 'test/reader')

/** Whether this machine can run it. */
export const hasPython = spawnSync('python3', ['--version']).status === 0

/** The number of questions. */
export interface Amounts {
  /** Points. A third of them are within a microdegree of a border. */
  readonly points: number
  /** Instants in all zones together. Half of them are at transitions and the second before. */
  readonly instants: number
  /** Local times in all zones together. Two thirds of them are within two hours of a transition. */
  readonly walls: number
  /** One in so many of: names in names.bin, cities by slug and name, languages with their names of countries. */
  readonly oneOf: number
}

/** Asks both readers about an artifact. Fails if an answer differs. Returns the number of questions. */
export function compareReaders(directory: string, amounts: Amounts): string {
  const artifact = openArtifact(directory)
  const folder = mkdtempSync(join(tmpdir(), 'tzref-reader-'))
  try {
    const almanac = openAlmanac(artifact)
    const zones = artifact.rows('zone').map(({ id, iana }) => ({ iana, clock: artifact.compiledZone(id) }))
    const points = pointsFor(almanac, amounts.points)
    const instants = zones.map(({ iana, clock }, i) => ({
      zone: iana,
      clock,
      instants: instantsOf(clock, Math.ceil(amounts.instants / zones.length), i),
    }))
    const walls = zones.map(({ iana, clock }, i) => ({
      zone: iana,
      clock,
      walls: wallsOf(clock, Math.ceil(amounts.walls / zones.length), 1000 + i),
    }))
    const typed = typedNames(almanac, amounts.oneOf)
    const isAsked = (_: unknown, i: number): boolean => i % amounts.oneOf === 0
    const rows = [...almanac.names().rowsFrom('')].filter(isAsked)
    const seconds = artifact.query<{ also: string }>('SELECT also FROM city WHERE also IS NOT NULL')
    const slugs = [
      ...almanac.cities().bySlug.map(({ slug }) => slug),
      ...seconds.map(({ also }) => also),
    ].filter(isAsked)
    const text = (value: number): string => degreesOf(value).toFixed(6)
    writeFileSync(
      join(folder, 'asked.json'),
      JSON.stringify({
        artifact: directory,
        points: points.map(({ lat, lon }) => [text(lat), text(lon)]),
        instants: instants.map(({ zone, instants: at }) => ({ zone, instants: at })),
        walls: walls.map(({ zone, walls: local }) => ({ zone, walls: local })),
        typed,
        slugs,
        one_of: amounts.oneOf,
      }),
    )
    execFileSync('python3', ['-B', join(READER, 'answers.py'), folder])
    const local = walls.map(({ clock, walls: ofZone }) => ofZone.map((wall) => localOf(clock, wall)))
    const expected: [what: string, asked: readonly unknown[], answers: readonly unknown[]][] = [
      ['points', points, points.map((point) => placeOf(almanac, point))],
      ['instants', zones, instants.map((row) => clocksOf(almanac, row.zone, row.clock, row.instants))],
      ['walls', zones, local],
      ['names', rows, rows.map(({ words, meanings }) => [words, meanings.map(meaningOf)])],
      ['words', typed, typed.map((name) => nameWords(name).join('-'))],
      ['countries', almanac.countries.all, almanac.countries.all.map(countryOf)],
      ['cities', slugs, slugs.map((slug) => cityOf(almanac.cities().named(slug)))],
    ]
    for (const [what, asked, answers] of expected) {
      const theirs = readFileSync(join(folder, what), 'utf8').trimEnd().split('\n')
      expect(theirs.length, what).toBe(answers.length)
      const different = answers.flatMap((answer, i) => {
        const ours = JSON.stringify(answer)
        return theirs[i] === ours ? [] : [{ asked: asked[i], ours, theirs: theirs[i] }]
      })
      expect(different.slice(0, 5), `${different.length} of ${what}`).toEqual([])
    }
    const count = (kind: string): number => local.flat().filter(([of]) => of === kind).length
    return `${points.length} points, ${instants.reduce((sum, row) => sum + row.instants.length, 0)} instants of ${zones.length} zones, ${
      local.flat().length
    } wall times (${count('gap')} in gaps, ${count('fold')} in folds), ${rows.length} names, ${typed.length} typed names, ${
      almanac.countries.all.length
    } countries, ${slugs.length} slugs of cities: 0 differences`
  } finally {
    artifact.close()
    rmSync(folder, { recursive: true })
  }
}

function pointsFor(almanac: Almanac, count: number): Point[] {
  const places = almanac.places()
  if (places === null) throw new Error('the artifact has no boundaries')
  const zoneAt = ({ lon, lat }: Point): unknown => places.lookUp(lon, lat)?.zone
  const edges = worldEdgePoints(Math.floor(count / 200), 270)
  const near = nearBorders(zoneAt, Math.ceil(count / 3), 271)
  return [...edges, ...near, ...randomPoints(count - near.length - edges.length, 272)]
}

/** Instants from 1840 to 2400. Half of them are at transitions and the second before. */
function instantsOf(zone: CompiledZone, count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(random() * 17.7e9 - 4.1e9)
    if (i % 2 === 0) return at
    const transition = transitionNear(zone, i % 4 === 1 ? at : Math.floor(at / 3))
    return transition === null ? at : transition - (random() < 0.5 ? 1 : 0)
  })
}

/** Local times, as seconds as if they were UTC. */
function wallsOf(zone: CompiledZone, count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(random() * 6e9 - 2.5e9)
    const transition = i % 3 === 0 ? null : transitionNear(zone, at)
    if (transition === null) return at
    const { offset } = intervalAt(zone, epochSeconds(transition)).type
    return transition + offset + Math.floor(random() * 14_400) - 7200
  })
}

const transitionNear = (zone: CompiledZone, at: number): number | null =>
  nextTransition(zone, epochSeconds(at))?.at ?? zone.starts[at & 1 ? 0 : zone.starts.length - 1] ?? null

/** Names of cities, zones and standards, and names of countries in some languages of CLDR, as written and in capitals. */
function typedNames(almanac: Almanac, oneOf: number): string[] {
  const main = join(ROOT, 'node_modules/cldr-localenames-full/main')
  const territories = readdirSync(main)
    .filter((language, i) => i % oneOf === 0 && existsSync(join(main, language, 'territories.json')))
    .flatMap((language) => {
      const {
        main: of,
      }: { main: Record<string, { localeDisplayNames: { territories: Record<string, string> } }> } =
        JSON.parse(readFileSync(join(main, language, 'territories.json'), 'utf8'))
      return Object.values(of[language]?.localeDisplayNames.territories ?? {})
    })
  const names = [
    ...almanac
      .cities()
      .byName.filter((_, i) => i % oneOf === 0)
      .map(({ fullName }) => fullName),
    ...almanac.standards.all.map(({ name }) => name),
    ...almanac.zones.listed.flatMap(({ iana, displayName }) => [iana, displayName ?? '']),
    ...territories,
  ]
  return [...new Set(names.flatMap((name) => [name, name.toUpperCase()]))]
}

function placeOf(almanac: Almanac, { lon, lat }: Point): unknown {
  const found = almanac.places()?.lookUp(lon, lat)
  if (found === undefined || found === null) return null
  const others = (reason: string): string[] =>
    found.alternatives.flatMap((other) => (other.reason === reason ? [other.zone.iana] : []))
  return [found.kind, found.zone.iana, others('overlap'), others('antimeridian')[0] ?? null]
}

function clocksOf(almanac: Almanac, iana: string, clock: CompiledZone, instants: readonly number[]): unknown {
  const zone = almanac.zones.named(iana)
  if (zone === null) throw new Error(iana)
  return instants.map((instant) => {
    const at = epochSeconds(instant)
    const type = releaseTypeAt(clock, at)
    const { abbreviation, name } = zone.shown(intervalAt(zone.compiled(), at).type, at)
    return [
      type.offset,
      type.save,
      type.isDst,
      type.releaseSave,
      type.releaseIsDst,
      type.abbreviation,
      abbreviation,
      name,
    ]
  })
}

function localOf(zone: CompiledZone, wall: number): [kind: string, ...instants: number[]] {
  const read = resolveLocal(zone, localSeconds(wall))
  return read.kind === 'unique' ? ['unique', read.at] : [read.kind, read.earlier, read.later]
}

const countryOf = (country: Country): unknown => ({
  iso2: country.iso2,
  iso3: country.iso3,
  numeric_code: country.numericCode,
  name: country.name,
  slug: country.slug,
  emoji: country.emoji,
  region: country.region,
  sub_region: country.subRegion,
  population: country.population,
  default_zone: country.defaultZone?.iana ?? null,
  one_clock_since: country.oneClockSince,
  weekend: country.weekend.join(','),
  zones: country.zones.map(({ iana }) => iana),
  dependencies: country.dependencies.map(({ code }) => code).toSorted(),
})

const cityOf = (city: City | undefined): unknown =>
  city === undefined
    ? null
    : [
        city.slug,
        city.name,
        city.region,
        city.country.iso2,
        city.zone.iana,
        city.isCapital,
        city.population,
        Math.round(city.lat * 1e6),
        Math.round(city.lon * 1e6),
      ]
