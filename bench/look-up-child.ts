// Runs one contender of `npm run bench -- lookup` in its own process: first its start and memory, then its speed.
//   look-up-child.ts <contender> <tiles file> [<points file> <points> <rounds>]; TZREF_PACKAGE: the folder of the installed package
// It loads only what the contender needs, and only after it has noted the start. So an empty process is really empty.
import type * as Package from '#apps/library/boundaries.ts'

const [, , contender = '', tiles = '', pointsFile = '', countText = '0', roundsText = '0'] = process.argv

export interface StartFigures {
  /** From the start of the process to the first answer. */
  readonly startMs: number
  readonly rssMb: number
}

export interface SpeedFigures {
  /** Look-ups per second of CPU time, the best of the rounds. */
  readonly perSecond: number
  readonly p99Us: number
}

/** Latitude, longitude, … → how many were answered. */
type AskAll = (points: Float64Array) => number

const oneByOne =
  (ask: (lat: number, lon: number) => unknown): AskAll =>
  (points) => {
    let answered = 0
    for (let i = 0; i < points.length; i += 2)
      if (ask(points[i] ?? 0, points[i + 1] ?? 0) !== '') answered += 1
    return answered
  }

async function load(name: string): Promise<AskAll> {
  if (name === 'ours') {
    const { openBoundariesFile } = await import('#open/boundaries.ts')
    const boundaries = openBoundariesFile(tiles)
    return oneByOne((lat, lon) => boundaries.zoneAtDegrees(lat, lon))
  }
  if (name === 'ours, together') {
    const { openBoundariesFile } = await import('#open/boundaries.ts')
    const { MICRODEGREES } = await import('#core/geo/microdegrees.ts')
    const boundaries = openBoundariesFile(tiles)
    const room = new Float64Array(8192)
    const results = new Int32Array(4096)
    const ids = boundaries.results.map(([first = '']) => first)
    return (points) => {
      let answered = 0
      for (let from = 0; from < points.length; from += room.length) {
        const to = Math.min(points.length, from + room.length)
        for (let i = from; i < to; i += 2) {
          room[i - from] = (points[i + 1] ?? 0) * MICRODEGREES
          room[i - from + 1] = (points[i] ?? 0) * MICRODEGREES
        }
        const count = (to - from) / 2
        boundaries.resultsAt(room, results.subarray(0, count))
        for (let i = 0; i < count; i++) if (ids[results[i] ?? 0] !== '') answered += 1
      }
      return answered
    }
  }
  if (name === 'package' || name === 'package, together') {
    const { TZREF_PACKAGE: folder = '' } = process.env
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is packed from there
    const { openBoundaries } = (await import(`${folder}/boundaries.js`)) as typeof Package
    const boundaries = openBoundaries(tiles)
    if (name === 'package') return oneByOne((lat, lon) => boundaries.zoneAt(lat, lon))
    // Callers of this function have columns already, so making them is not measured.
    const columns = new WeakMap<Float64Array, [Float64Array, Float64Array, Uint16Array]>()
    return (points) => {
      const count = points.length / 2
      const [lats, lons, into] = columns.get(points) ?? [
        Float64Array.from({ length: count }, (_, i) => points[i * 2] ?? 0),
        Float64Array.from({ length: count }, (_, i) => points[i * 2 + 1] ?? 0),
        new Uint16Array(count),
      ]
      columns.set(points, [lats, lons, into])
      return boundaries.setsAt(lats, lons, into).length
    }
  }
  if (name === 'geo-tz') {
    const { find, preCache } = await import('geo-tz/all')
    preCache()
    return oneByOne((lat, lon) => find(lat, lon)[0])
  }
  if (name === 'tz-lookup') {
    const { default: tzLookup } = await import('@photostructure/tz-lookup')
    return oneByOne((lat, lon) => tzLookup(lat, lon))
  }
  return () => 0
}

const askAll = await load(contender)
askAll(Float64Array.of(52.52, 13.405))
const startMs = performance.now()
// Frees buffers that only the loading needed. They are no part of the memory that running takes.
globalThis.gc?.()
const start: StartFigures = { startMs, rssMb: process.memoryUsage.rss() / 1e6 }

if (pointsFile === '') {
  process.stdout.write(JSON.stringify(start))
} else {
  const { readFileSync } = await import('node:fs')
  const file = readFileSync(pointsFile)
  const all = new Float64Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
  const points = all.subarray(0, Math.min(all.length, Number(countText) * 2))
  let best = Infinity
  for (let round = 0; round < Number(roundsText); round++) {
    const before = process.cpuUsage()
    if (askAll(points) === 0) throw new RangeError('nothing was answered')
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1e6)
  }
  const timed = Math.min(points.length / 2, 100_000)
  const nanoseconds = new Float64Array(timed)
  for (let i = 0; i < timed; i++) {
    const one = points.subarray(i * 2, i * 2 + 2)
    const begin = process.hrtime.bigint()
    askAll(one)
    nanoseconds[i] = Number(process.hrtime.bigint() - begin)
  }
  nanoseconds.sort()
  const speed: SpeedFigures = {
    perSecond: points.length / 2 / best,
    p99Us: (nanoseconds[Math.floor(timed * 0.99)] ?? 0) / 1000,
  }
  process.stdout.write(JSON.stringify(speed))
}
