// The corpus, made: a tiny artifact, and what is true of it.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { BOUNDARIES, CLOCKS, NOTICE, REFERENCE } from '#core/artifact/layout.ts'
import { HALF_WORLD, degreesOf, microdegreesFromText } from '#core/geo/microdegrees.ts'
import { STRIPS, stripAt, stripId } from '#core/geo/ocean-strips.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { EMPTY_REFERENCE } from '#pipeline/compile/reference.ts'
import { compileRelease } from '#pipeline/compile/release.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'
import { transitionsHash } from '#pipeline/verify/transition-dump.ts'
import { writeArtifact } from '#pipeline/write/artifact-directory.ts'
import { SQLITE_STAMP, writeReferenceDb } from '#pipeline/write/reference-db.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { tinyPolygons } from '../support/tiny-boundaries.ts'
import { tinyTzFiles } from '../support/tiny-tz.ts'
import { DAMAGES } from './damages.ts'

const TZ = '2026a'
const TILES = 'corpus-1'

/** Summer time from the first Sunday on or after the 29th: no POSIX rule can say that, so 400 years are listed. */
const CYCLE = `
Rule	Odd	2000	max	-	Mar	Sun>=29	2:00	1:00	S
Rule	Odd	2000	max	-	Oct	lastSun	2:00	0	-
Zone	Etc/Cycle	3:00	Odd	OD%sT
`

/** The zones of the ocean strips that the tiny world lacks. */
const OCEANS = Array.from({ length: STRIPS }, (_, strip) => ({ id: stripId(strip), hours: strip - 12 }))
  .filter(({ id }) => !['Etc/GMT', 'Etc/GMT+5', 'Etc/GMT-10'].includes(id))
  .map(({ id, hours }) => `Zone\t${id}\t${hours}\t-\t%z\n`)
  .join('')

/** Forty corners within one square of 64 microdegrees, which cannot be divided: more than a group holds. */
function star(lon: number, lat: number): Int32Array {
  const corners = Array.from({ length: 40 }, (_, i) => {
    const radius = i % 2 === 0 ? 28 : 14
    const angle = (i / 40) * 2 * Math.PI
    return [Math.round(lon + radius * Math.cos(angle)), Math.round(lat + radius * Math.sin(angle))]
  })
  return Int32Array.from(corners.flat())
}
const STAR = { lon: 10_000_032, lat: 20_000_032 }

const square = (west: number, south: number, size: number): Int32Array =>
  Int32Array.of(west, south, west + size, south, west + size, south + size, west, south + size)

/** All files of the corpus but the texts that people wrote: path → bytes. */
export function corpusFiles(): Map<string, Uint8Array> {
  const root = mkdtempSync(join(tmpdir(), 'tzref-corpus-'))
  try {
    const files = new Map(
      [...tinyTzFiles].map(([name, text]) => [name, name === 'tzdata.zi' ? text + CYCLE + OCEANS : text]),
    )
    const tables = compileRelease(readTzRelease(files))
    const zones = tables.zones.map(({ compiled }) => compiled)
    const polygons = [
      ...tinyPolygons,
      { id: 'A/Nowhere', rings: [square(-40_000_000, 10_000_000, 2_000_000)] },
      { id: 'Etc/Cycle', rings: [star(STAR.lon, STAR.lat)] },
      { id: 'Etc/UCT', rings: [square(-30_000_000, 10_000_000, 2_000_000)] },
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const tree = { maxEdges: 30, topShift: 25 }
    const tiles = compileBoundaries(TILES, polygons, { tree }).bytes
    const { id } = writeArtifact(
      root,
      {
        tz: TZ,
        boundaries: TILES,
        reference_date: '2026-01-01',
        tzref: 'corpus',
        sqlite: SQLITE_STAMP.text,
        sources: [],
        counts: {
          zones: zones.length,
          aliases: tables.zoneIdByAlias.size,
          countries: 0,
          cities: 0,
          standards: 0,
        },
        transitions_sha256: transitionsHash(zones),
      },
      (directory) => {
        writeReferenceDb(join(directory, REFERENCE), tables, EMPTY_REFERENCE)
        writeFileSync(
          join(directory, CLOCKS),
          encodeClocks({ release: TZ, zones, aliases: tables.zoneIdByAlias }),
        )
        writeFileSync(join(directory, BOUNDARIES), tiles)
        writeFileSync(join(directory, NOTICE), 'A world made up for tests.\n')
      },
    )
    const made = new Map<string, Uint8Array>()
    for (const name of readdirSync(join(root, id)))
      made.set(`artifact/${name}`, readFileSync(join(root, id, name)))
    const zoneNamed = (name: string): CompiledZone | undefined =>
      zones.find((zone) => zone.id === (tables.zoneIdByAlias.get(name) ?? name))
    const isOcean = (name: string): boolean =>
      tables.zones.find(({ compiled }) => compiled.id === name)?.country === null
    const points = pointTexts(polygons.flatMap(({ rings }) => rings))
    const answers = points.map(([lat, lon]) => lookUp(openBoundaries(tiles), zoneNamed, isOcean, lat, lon))
    made.set('points.json', json(answers))
    made.set(
      'instants.json',
      json(
        [...zones.map(({ id: name }) => name), ...tables.zoneIdByAlias.keys()].map((name) =>
          clocksOf(name, zoneNamed(name)),
        ),
      ),
    )
    made.set('damages.json', json(DAMAGES))
    return made
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** One line for each item. */
const json = (items: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(`[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`)

/** Corners, points beside them, the world's edges, halves of microdegrees, and some at random: latitude, longitude. */
function pointTexts(rings: readonly Int32Array[]): [string, string][] {
  const text = (value: number): string => degreesOf(value).toFixed(6)
  const points: [string, string][] = []
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x = 0, y = 0] = ring.subarray(i, i + 2)
      for (const [dx, dy] of ring.length > 60
        ? [[0, 0]]
        : [
            [0, 0],
            [1, 0],
            [0, -1],
          ]) {
        const [lon, lat] = [x + (dx ?? 0), y + (dy ?? 0)]
        if (Math.abs(lon) <= HALF_WORLD && Math.abs(lat) <= HALF_WORLD / 2)
          points.push([text(lat), text(lon)])
      }
    }
  }
  for (const lat of ['90', '-90', '0', '-32', '-31.5', '-30', '12.5'])
    for (const lon of [
      '180',
      '-180',
      '179.9999996',
      '-179.9999995',
      '172.5',
      '-7.5',
      '7.4999995',
      '-0.0000005',
    ])
      points.push([lat, lon])
  points.push(['20.000032', '10.000032'], ['11', '-39'], ['11', '-29'], ['50.0000005', '5.9999995'])
  const random = seededRandom(3)
  for (let i = 0; i < 60; i++)
    points.push([text(Math.round(random() * 180e6 - 90e6)), text(Math.round(random() * 360e6 - 180e6))])
  return points
}

/** A look-up by the rules of the documents, written apart from the service's. */
function lookUp(
  boundaries: Boundaries,
  zoneNamed: (name: string) => CompiledZone | undefined,
  isOcean: (name: string) => boolean,
  latText: string,
  lonText: string,
): unknown {
  const [lat, lon] = [microdegreesFromText(latText, 90), microdegreesFromText(lonText, 180)]
  if ('fault' in lat || 'fault' in lon) throw new RangeError(`${latText} ${lonText}`)
  const zonesAt = (x: number): string[] => {
    const found = boundaries.zonesAt(x, lat.value).flatMap((id) => zoneNamed(id)?.id ?? [])
    const known = [...new Set(found)]
    return known.length > 0
      ? known
      : (boundaries.results[stripAt(x)] ?? []).map((id) => zoneNamed(id)?.id ?? id)
  }
  const [timezone = '', ...overlap] = zonesAt(lon.value)
  const across = Math.abs(lon.value) === HALF_WORLD ? zonesAt(-lon.value)[0] : undefined
  const isNew = across !== undefined && across !== timezone && !overlap.includes(across)
  return {
    lat: latText,
    lon: lonText,
    kind: isOcean(timezone) || zoneNamed(timezone) === undefined ? 'ocean' : 'land',
    timezone,
    overlap,
    antimeridian: isNew ? across : null,
  }
}

/** What an identifier's clocks show around their changes, and far away. */
function clocksOf(name: string, zone: CompiledZone | undefined): unknown {
  if (zone === undefined) throw new RangeError(name)
  const picked = [0, 1, 2, Math.floor(zone.starts.length / 2), zone.starts.length - 1]
  const changes = [...new Set(picked)].flatMap((i) => zone.starts[i] ?? [])
  // 1800, 2000, two days of 2026, 2300, 2700 and 9999.
  const far = [
    -5_364_662_400, 946_684_800, 1_768_478_400, 1_784_116_800, 10_413_792_000, 23_036_659_200,
    253_370_764_800,
  ]
  const instants = [...changes.flatMap((at) => [at - 1, at]), ...far].toSorted((one, other) => one - other)
  return {
    name,
    zone: zone.id,
    clocks: instants.map((at) => {
      const type = typeAt(zone, epochSeconds(at))
      return {
        at,
        utc_offset: type.offset,
        save: type.save,
        is_dst: type.isDst,
        release_save: type.releaseSave,
        release_is_dst: type.releaseIsDst,
        abbreviation: type.abbreviation,
      }
    }),
  }
}

/** Where the corpus lies. */
export const CORPUS = import.meta.dirname

/** Writes the corpus in place of what was there. */
export function writeCorpus(): void {
  rmSync(join(CORPUS, 'artifact'), { recursive: true, force: true })
  mkdirSync(join(CORPUS, 'artifact'))
  for (const [path, bytes] of corpusFiles()) writeFileSync(join(CORPUS, path), bytes)
}
