// Full lists as the endpoints make them, against JSON.stringify of the same objects: CPU time of this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArtifact } from '#open/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { openCatalogue, type Catalogue } from '#serve/catalogue.ts'
import { listCities } from '#serve/api/endpoints/cities.ts'
import { listCountries } from '#serve/api/endpoints/countries.ts'
import type { EndpointHandler } from '#serve/api/endpoints/endpoint.ts'
import { listTimezones } from '#serve/api/endpoints/timezones.ts'
import { outgoing } from '#serve/api/reply.ts'
import { buildIn } from './artifact.ts'

/** The most that a list may cost beside JSON.stringify of the same objects. */
const MOST = 1.5
const ROUNDS = 41
const BATCH = 20

interface List {
  readonly name: string
  readonly handler: EndpointHandler
  readonly query: string
}

const LISTS: readonly List[] = [
  { name: '/timezones, all in full', handler: listTimezones, query: 'per_page=500&detail=full' },
  { name: '/cities, 100 in full', handler: listCities, query: 'per_page=100&detail=full' },
  { name: '/countries, 100 in full', handler: listCountries, query: 'per_page=100&detail=full' },
]

/** Prints, for each list, the CPU time of the peer, of the endpoint, and of the whole answer with its ETag. */
export async function benchLists(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const directory = await buildIn(folder)
    const artifact = openArtifact(directory)
    const catalogue = openCatalogue(artifact, {
      base: 'http://127.0.0.1:8080/v1',
      web: 'http://127.0.0.1:8080',
    })
    for (const list of LISTS) report(list, catalogue)
    artifact.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report({ name, handler, query }: List, catalogue: Catalogue): void {
  let now = Date.UTC(2026, 10, 20, 12) / 1000
  // Every call is another second, so nothing that holds for one alone can be kept.
  const tick = (): EpochSeconds => epochSeconds(now++)
  const make = (at: EpochSeconds): string => {
    const reply = handler({ catalogue, now: at, query, identifier: '' })
    if (reply.kind !== 'answer') throw new Error(`${name}: ${reply.body.message}`)
    return reply.bodyStart
  }
  const answer = (at: EpochSeconds): string =>
    outgoing(handler({ catalogue, now: at, query, identifier: '' }), at, 'bench', undefined).body
  const objects: unknown = JSON.parse(`${make(tick())}null}}`)

  const peers: number[] = []
  const ours: number[] = []
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    peers.push(cpuOf(() => JSON.stringify(objects).length))
    ours.push(cpuOf(() => flat(make(tick()))))
    whole.push(cpuOf(() => flat(answer(tick()))))
  }
  const [peer, our, all] = [median(peers), median(ours), median(whole)]
  const ratio = our / peer
  console.log(
    `${name}: JSON.stringify ${show(peer)}, endpoint ${show(our)} (${ratio.toFixed(2)} times), with ETag and envelope ${show(all)} (${(all / peer).toFixed(2)} times)`,
  )
  if (ratio > MOST) {
    console.error(`bench lists: ${name}: ${ratio.toFixed(2)} times the peer, at most ${MOST} are allowed`)
    process.exitCode = 1
  }
}

/** V8 joins concatenated text when it is read: reading a character puts that work where it belongs. */
const flat = (text: string): number => text.charCodeAt(text.length >> 1) + text.length

/** Microseconds of CPU for one call. */
function cpuOf(work: () => number): number {
  let sum = 0
  const start = process.cpuUsage()
  for (let index = 0; index < BATCH; index++) sum += work()
  const { user, system } = process.cpuUsage(start)
  if (sum < 0) throw new Error('nothing was made')
  return (user + system) / BATCH
}

const show = (microseconds: number): string => `${(microseconds / 1000).toFixed(2)} ms`

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
