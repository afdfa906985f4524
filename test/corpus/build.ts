// Makes the corpus: a tiny artifact, and the right answers to questions about it.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { encodeNames } from '#core/artifact/names-encode.ts'
import { openNames } from '#core/artifact/names.ts'
import { BOUNDARIES, CLOCKS, NAMES, NOTICE, REFERENCE, SHAPES } from '#core/artifact/layout.ts'
import { HALF_WORLD, degreesOf, microdegrees, microdegreesFromText } from '#core/geo/microdegrees.ts'
import { STRIPS, stripId } from '#core/geo/ocean-strips.ts'
import { nameKey } from '#core/text/name-key.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { releaseTypeAt } from '#core/zone/release-reading.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { compileShapes } from '#pipeline/compile/shapes.ts'
import { compileRelease } from '#pipeline/compile/release.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'
import { transitionsHash } from '#open/verify/transition-dump.ts'
import { writeArtifact } from '#pipeline/write/artifact-directory.ts'
import { SQLITE_STAMP, writeReferenceDb } from '#pipeline/write/reference-db.ts'
import { meaningOf } from '../support/oracles/name-meaning.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { tinyPolygons } from '../support/worlds/tiny-boundaries.ts'
import { tinyTzFiles } from '../support/worlds/tiny-tz.ts'
import { corpusReference } from './reference.ts'
import { DAMAGES } from './damages.ts'

const TZ = '2026a'
const DAY = '2026-01-01'
const TILES = 'corpus-1'

/** Summer time begins on the first Sunday on or after the 29th. No POSIX rule can say that, so the zone lists 400 years. */
const CYCLE = `
Rule	Odd	2000	max	-	Mar	Sun>=29	2:00	1:00	S
Rule	Odd	2000	max	-	Oct	lastSun	2:00	0	-
Zone	Etc/Cycle	3:00	Odd	OD%sT
`

/** In October 2018 daylight saving time becomes standard time, by the release's own reading only. No clock moves. */
const ALONE = `
Rule	Alone	2017	only	-	Oct	29	3:00	0	-
Rule	Alone	2018	only	-	Mar	25	2:00	1:00	-
Rule	Later	2017	only	-	Jan	1	0:00	0	-
Rule	Later	2019	only	-	May	5	3:00s	-1:00	-
Rule	Later	2019	only	-	Jun	9	2:00s	0	-
Zone	Etc/Alone	0:00	Alone	%z	2018 Oct 28 3:00
			1:00	Later	%z
`

/** The zones of the ocean strips that the tiny world lacks. */
const OCEANS = Array.from({ length: STRIPS }, (_, strip) => ({ id: stripId(strip), hours: strip - 12 }))
  .filter(({ id }) => !['Etc/GMT', 'Etc/GMT+5', 'Etc/GMT-10'].includes(id))
  .map(({ id, hours }) => `Zone\t${id}\t${hours}\t-\t%z\n`)
  .join('')

/** A star with forty corners in one square of 64 microdegrees. The square cannot be divided, and a group cannot hold so many. */
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

/** Two of these make a narrow tile with two kinds of border: the example of docs/formats/boundaries.md. */
const triangle = (west: number, south: number): Int32Array =>
  Int32Array.of(west, south, west + 10_000, south, west, south + 10_000)

/** All files of the corpus except the texts that people write: path → bytes. */
export async function corpusFiles(): Promise<Map<string, Uint8Array>> {
  const root = mkdtempSync(join(tmpdir(), 'tzref-corpus-'))
  try {
    const files = new Map(
      [...tinyTzFiles].map(([name, text]) => [
        name,
        name === 'tzdata.zi' ? text + CYCLE + ALONE + OCEANS : text,
      ]),
    )
    const release = readTzRelease(files)
    const tables = compileRelease(release)
    const zones = tables.zones.map(({ compiled }) => compiled)
    const polygons = [
      ...tinyPolygons,
      { id: 'Etc/Cycle', rings: [star(STAR.lon, STAR.lat), triangle(10_006_000, 19_970_000)] },
      {
        id: 'Etc/UCT',
        rings: [square(-30_000_000, 10_000_000, 2_000_000), triangle(10_010_000, 19_972_000)],
      },
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const tree = { maxEdges: 30, topShift: 25 }
    const tiles = compileBoundaries(TILES, polygons, { tree }).bytes
    const shapes = await compileShapes(polygons, null)
    const opened = openBoundaries(tiles)
    const reference = corpusReference(
      release,
      tables,
      (lat, lon) => opened.zonesAt(microdegrees(lon), microdegrees(lat)),
      DAY,
    )
    const { id } = writeArtifact(
      root,
      {
        tz: TZ,
        boundaries: TILES,
        reference_date: DAY,
        tzref: 'corpus',
        sqlite: SQLITE_STAMP.text,
        sources: [],
        counts: {
          zones: zones.length,
          aliases: tables.zoneIdByAlias.size,
          countries: reference.countries.length,
          cities: reference.cities.length,
          standards: reference.standards.length,
          names: reference.names.length,
        },
        transitions_sha256: transitionsHash(zones),
      },
      (directory) => {
        writeReferenceDb(join(directory, REFERENCE), tables, reference)
        writeFileSync(
          join(directory, CLOCKS),
          encodeClocks({ release: TZ, zones, aliases: tables.zoneIdByAlias }),
        )
        writeFileSync(join(directory, NAMES), encodeNames(reference.names, 'en'))
        writeFileSync(join(directory, BOUNDARIES), tiles)
        writeFileSync(join(directory, SHAPES), shapes)
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
    const answers = points.map(([lat, lon]) => lookUp(opened, zoneNamed, isOcean, lat, lon))
    made.set('points.json', json(answers))
    made.set(
      'instants.json',
      json(
        [...zones.map(({ id: name }) => name), ...tables.zoneIdByAlias.keys()].map((name) =>
          clocksOf(name, zoneNamed(name)),
        ),
      ),
    )
    made.set('walls.json', json(zones.map(wallsOf)))
    const names = openNames(made.get(`artifact/${NAMES}`) ?? new Uint8Array())
    made.set(
      'names.json',
      json(
        [...reference.names.map(({ words }) => words.replaceAll('-', ' ')), ...TYPED].map((name) => {
          const key = nameKey(name)
          return { name, key, meanings: names.meaningsOf(key).map(meaningOf) }
        }),
      ),
    )
    made.set('damages.json', json(DAMAGES))
    return made
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Names as people type them: capitals, accents and apostrophes, small words, other scripts. */
const TYPED = [
  'GERMANY',
  'büsingen',
  'BÜSINGEN',
  'Łódzka Australia',
  'Đức',
  'ÚC',
  'ГЕРМАНИЯ',
  'ألمانيا',
  'أَلْمانيا',
  'ドイツ',
  'the United States',
  'New-York',
  'new  york',
  "Dub'lin",
  'Atlantis',
]

/** One line for each item. */
const json = (items: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(`[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`)

/** Corners, points beside them, the world's edges, halves of microdegrees, and random points: latitude, longitude. */
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
  points.push(['20.000032', '10.000032'], ['11', '-29'], ['50.0000005', '5.9999995'])
  const random = seededRandom(3)
  for (let i = 0; i < 60; i++)
    points.push([text(Math.round(random() * 180e6 - 90e6)), text(Math.round(random() * 360e6 - 180e6))])
  return points
}

/** A look-up by the rules of the documents, written separately from the service's. */
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
    return [...new Set(boundaries.zonesAt(x, lat.value).map((id) => zoneNamed(id)?.id ?? id))]
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

/** The listed changes at these positions, each once. A zone may have fewer. */
const changesAt = (zone: CompiledZone, places: readonly number[]): number[] =>
  [...new Set(places)].flatMap((place) => zone.starts[place] ?? [])

/** What the clocks of an identifier show near their changes, and at far instants. */
function clocksOf(name: string, zone: CompiledZone | undefined): unknown {
  if (zone === undefined) throw new RangeError(name)
  const changes = changesAt(zone, [0, 1, 2, Math.floor(zone.starts.length / 2), zone.starts.length - 1])
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
      const type = releaseTypeAt(zone, epochSeconds(at))
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

/** Local times near the first, a middle and the last listed change, in gaps, in folds and outside, and some far away. */
function wallsOf(zone: CompiledZone): unknown {
  const last = zone.starts.length - 1
  const changes = changesAt(zone, [0, Math.floor(last / 2), last - 1, last])
  const near = changes.flatMap((at) => {
    const before = offsetAt(zone, epochSeconds(at - 1))
    const after = offsetAt(zone, epochSeconds(at))
    return [before, after].flatMap((offset) => [at + offset - 1, at + offset, at + offset + 600])
  })
  // 2000 and 2300.
  const walls = [...new Set([...near, 946_684_800, 10_413_792_000])].toSorted((one, other) => one - other)
  return {
    zone: zone.id,
    walls: walls.map((wall) => {
      const read = resolveLocal(zone, localSeconds(wall))
      return {
        wall,
        kind: read.kind,
        instants: read.kind === 'unique' ? [read.at] : [read.earlier, read.later],
      }
    }),
  }
}

/** Where the corpus lies. */
export const CORPUS = import.meta.dirname

/** Replaces the corpus by a new one. */
export async function writeCorpus(): Promise<void> {
  const files = await corpusFiles()
  rmSync(join(CORPUS, 'artifact'), { recursive: true, force: true })
  mkdirSync(join(CORPUS, 'artifact'))
  for (const [path, bytes] of files) writeFileSync(join(CORPUS, path), bytes)
}
